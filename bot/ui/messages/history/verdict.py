"""Whether a deal was fair: yes or no, what was compared, and how anybody can check it alone."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.history.archive import Verdict
from bot.tables.history.replay import Finding
from bot.ui.interactions.message import OutgoingMessage, paragraph
from games.core.text import Reader, Text, say, say_many, symbol


def verdict_message(verdict: Verdict, reader: Reader) -> OutgoingMessage:
    """The answer first, then what it rests on."""
    return OutgoingMessage((paragraph(reader, *_said(verdict)),))


def _said(verdict: Verdict) -> Iterator[Text]:
    card = verdict.card
    info = card.game.info
    yield say("### {emoji} {game}", emoji=symbol(info.emoji), game=info.title)
    yield _answer(verdict)
    yield say("-# Sealed at the start: {hash}", hash=symbol(card.seed_hash or ""))
    yield say("-# The seed of the deal: {seed}", seed=symbol(card.seed or ""))
    yield say("-# The first is the SHA-256 of the second; any tool that knows it will tell you so.")


def _answer(verdict: Verdict) -> Text:
    if verdict.finding is Finding.AGREES:
        return say_many(
            "✅ **Yes.** The seed fits its seal, and one move played from it again brings exactly "
            "what was told.",
            "✅ **Yes.** The seed fits its seal, and all {n} moves played from it again bring "
            "exactly what was told.",
            verdict.step,
        )
    if verdict.finding is Finding.STEP:
        return say(
            "❌ **No.** At step {step} something else happens than what was told.",
            step=verdict.step,
        )
    return _ANSWERS[verdict.finding]


_ANSWERS = {
    Finding.OLD_RULES: say(
        "☑️ The seed fits its seal. The match was played under older rules, so its moves are not "
        "played again."
    ),
    Finding.SEED: say("❌ **No.** The seed does not fit the seal of the start."),
    Finding.SETUP: say("❌ **No.** The seed brings another deal than the one that was told."),
    Finding.END: say("❌ **No.** The match ends otherwise than was told."),
    Finding.RECORD: say(
        "❌ **No.** What is kept of this match was changed, or a part of it is lost."
    ),
}
