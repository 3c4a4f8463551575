"""The fairness verdict: yes or no, what was compared, and how to check it yourself."""

from collections.abc import Iterator
from typing import Any

import discord

from bot.tables.history.archive import Verdict
from bot.tables.history.replay import Finding
from bot.ui.i18n.texts import common_texts
from bot.ui.kit.message import OutgoingMessage, paragraph
from games.core.text import Reader, Text, say, say_many


def verdict_message(verdict: Verdict, reader: Reader) -> OutgoingMessage:
    """The answer first, then the evidence, ready to be copied."""
    summary, answer = verdict.summary, _VERIFIED.get(verdict.finding, _NOT_VERIFIED)
    evidence = common_texts.evidence(summary.seed_hash or "", summary.seed)
    items = (
        paragraph(reader, answer, *_reasons(verdict)),
        discord.ui.Separator[Any](),
        paragraph(reader, *evidence),
    )
    return OutgoingMessage(items)


def _reasons(verdict: Verdict) -> Iterator[Text]:
    """What was compared, or what doesn't match."""
    if verdict.finding in _VERIFIED:
        yield say("- The deal was sealed before the first move.")
        yield say("- The seed of the deal matches that seal.")
    if verdict.finding is Finding.AGREES:
        yield say_many(
            "- Replaying the one move gives exactly what was recorded.",
            "- Replaying all {n} moves gives exactly what was recorded.",
            verdict.step,
        )
    elif verdict.finding is Finding.STEP:
        yield say("Step {step} doesn't match what was recorded.", step=verdict.step)
    else:
        yield _REASONS[verdict.finding]


_VERIFIED = {
    Finding.AGREES: say("### ✅ Verified"),
    Finding.OLD_RULES: say("### ☑️ The deal is verified"),
}
_NOT_VERIFIED = say("### ❌ Not verified")
_REASONS = {
    Finding.OLD_RULES: say("- It was played under older rules, so its moves weren't replayed."),
    Finding.SEED: say("The seed doesn't match the seal from the start."),
    Finding.SETUP: say("The seed gives a different deal from the one recorded."),
    Finding.END: say("The match ends differently from what was recorded."),
    Finding.RECORD: say("The stored record of this match was changed, or part of it is lost."),
}
