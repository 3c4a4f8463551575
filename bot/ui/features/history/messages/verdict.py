"""The fairness verdict: yes or no, what was compared, and how to check it yourself."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.history.archive import Verdict
from bot.tables.history.replay import Finding
from bot.ui.i18n.texts import common_texts
from bot.ui.kit.message import OutgoingMessage, paragraph
from games.core.text import Reader, Text, say, say_many, symbol


def verdict_message(verdict: Verdict, reader: Reader) -> OutgoingMessage:
    """The answer first, then the evidence."""
    return OutgoingMessage((paragraph(reader, *_said(verdict)),))


def _said(verdict: Verdict) -> Iterator[Text]:
    summary = verdict.summary
    info = summary.game.info
    yield say("### {emoji} {game}", emoji=symbol(info.emoji), game=info.title)
    yield _answer(verdict)
    yield from common_texts.evidence(summary.seed_hash or "", summary.seed)


def _answer(verdict: Verdict) -> Text:
    if verdict.finding is Finding.AGREES:
        return say_many(
            "✅ **Verified.** The seed matches its seal, and replaying the one move gives exactly"
            " what was recorded.",
            "✅ **Verified.** The seed matches its seal, and replaying all {n} moves gives exactly"
            " what was recorded.",
            verdict.step,
        )
    if verdict.finding is Finding.STEP:
        return say(
            "❌ **Not verified.** Step {step} doesn't match what was recorded.",
            step=verdict.step,
        )
    return _ANSWERS[verdict.finding]


_ANSWERS = {
    Finding.OLD_RULES: say(
        "☑️ The seed matches its seal. The match was played under older rules, so its moves"
        " weren't replayed."
    ),
    Finding.SEED: say("❌ **Not verified.** The seed doesn't match the seal from the start."),
    Finding.SETUP: say(
        "❌ **Not verified.** The seed gives a different deal from the one recorded."
    ),
    Finding.END: say("❌ **Not verified.** The match ends differently from what was recorded."),
    Finding.RECORD: say(
        "❌ **Not verified.** The stored record of this match was changed, or part of it is lost."
    ),
}
