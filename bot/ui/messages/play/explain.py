"""Explains a question: its rule, and why something cannot be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.tables.domain.views import MatchView
from bot.tables.lobbies.practice import Advice
from bot.ui.controls.drawing.components import rows
from bot.ui.controls.labels import name_of, value_of
from bot.ui.custom_ids import AFRESH, ButtonId, Verb
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.message import Item, OutgoingMessage, button, paragraph, reading
from bot.ui.interactions.message import words as plain
from bot.ui.messages.rules import quoted_rule
from games.core.answer import open_slots
from games.core.prompt import Form, PickNumber, Prompt, Slot
from games.core.text import Reader, Text, say

LIMIT = 2500
"""The most characters of reasons."""

NOT_NOW = say("Anything you don't see in your hand comes at another point in the game.")
ALL_FREE = say("You can choose anything this question offers.")
WHY_NOT = say("**What you can't choose now, and why**")

BRINGS = say("**What you can choose, and what it brings**")

NOT_ESTIMATED = say("I'm too busy to estimate your chances. Ask again in a moment.")
OUTPLAYED = say("Played out many times from here, it won more often than the usual choice.")

Reason = tuple[Text, Text]
"""Each blocked choice and its reason."""


def explain_message(match_view: MatchView, reader: Reader) -> OutgoingMessage:
    """The current rule, then the blocked choices grouped by reason."""
    game, summary = match_view.summary.game, match_view.summary
    rule = quoted_rule(game, reader.language, game.rule(match_view.view))
    asked, lines = match_view.view.awaiting.text, []
    if match_view.question is not None:
        prompt = match_view.question.prompt
        asked, reasons, brought = prompt.ask, [*blocked(prompt)], [*hints(prompt)]
        lines = [WHY_NOT, *grouped(reasons)] if reasons else [ALL_FREE]
        lines += [BRINGS, *grouped(brought)] if brought else []
    items: list[Item] = [paragraph(reader, say("**{asked}**", asked=asked))]
    if rule:
        items.append(plain(rule))
    items.append(reading([*lines, NOT_NOW], reader, LIMIT))
    buttons = [
        button(reader, ButtonId(Verb.RULES, summary.id, detail=AFRESH), common_texts.RULES),
        button(reader, ButtonId(Verb.LEGEND, summary.game_key), common_texts.LEGEND),
    ]
    counts = summary.weekly is not None and summary.weekly.counts
    if summary.is_practice and not counts and match_view.question is not None:
        buttons.insert(0, button(reader, ButtonId(Verb.ADVICE, summary.id), common_texts.ADVICE))
    return OutgoingMessage((*items, *rows(buttons)))


def advice_message(advice: Advice, reader: Reader) -> OutgoingMessage:
    """A bot's answer, slot by slot, and its reason."""
    action = advice.question.prompt.action(advice.form["kind"])
    assert action is not None  # a bot only chooses moves that the form offers
    asked = say("-# {ask}", ask=advice.question.prompt.ask)
    texts = [asked, say("A bot would choose: **{action}**", action=action.label)]
    for slot in open_slots(action, advice.form):
        value = value_of(slot, advice.form[slot.name])
        texts.append(say("- {ask} **{value}**", ask=slot.ask, value=value))
    texts.append(advice.reason or OUTPLAYED)
    if not advice.is_estimated:
        texts.append(NOT_ESTIMATED)
    elif advice.chance is not None and advice.second_chance is not None:
        texts.append(_compared(advice, advice.chance, advice.second_chance))
    rule = quoted_rule(advice.summary.game, reader.language, advice.rule)
    return OutgoingMessage((paragraph(reader, *texts), *([plain(rule)] if rule else [])))


def _compared(advice: Advice, chance: float, second_chance: float) -> Text:
    """The chance to win with the advice, and how much less the next best answer has."""
    assert advice.second is not None  # it has a chance
    mine, other = percent(chance), percent(second_chance)
    second = answer_in_words(advice.question.prompt, advice.second)
    if other >= mine:
        return say(
            "Estimated chance to win: {mine} %. The next best answer is about as good: {second}.",
            mine=mine,
            second=second,
        )
    return say(
        "Estimated chance to win: {mine} %. With the next best answer, it's {other} %: {second}.",
        mine=mine,
        other=other,
        second=second,
    )


def percent(chance: float) -> int:
    """A chance as a whole percentage."""
    return round(100 * chance)


def answer_in_words(prompt: Prompt, form: Form) -> Text:
    """An answer in one line: the action, then what fills its slots."""
    action = prompt.action(form["kind"])
    assert action is not None  # our own moves only, which the form offers
    values = [value_of(slot, form[slot.name]) for slot in open_slots(action, form)]
    if not values:
        return say("{action}", action=action.label)
    return say("{action} · {values}", action=action.label, values=values)


def blocked(prompt: Prompt) -> Iterator[Reason]:
    """Every blocked choice of a question, with the reason."""
    for action in prompt.actions:
        if action.blocked is not None:
            yield action.label, action.blocked
        else:
            for slot in action.slots:
                yield from _in_slot(slot)


def hints(prompt: Prompt) -> Iterator[Reason]:
    """Every available choice of a question, with its effect."""
    for action in (one for one in prompt.actions if one.blocked is None):
        if action.hint is not None:
            yield action.label, action.hint
        for slot in (one for one in action.slots if not isinstance(one, PickNumber)):
            for place, choice in enumerate(slot.choices):
                if choice.blocked is None and choice.hint is not None:
                    yield name_of(slot, place), choice.hint


def _in_slot(slot: Slot) -> Iterator[Reason]:
    if isinstance(slot, PickNumber):
        return
    for place, choice in enumerate(slot.choices):
        if choice.blocked is not None:
            yield name_of(slot, place), choice.blocked
        else:
            for further in choice.then:
                yield from _in_slot(further)


def grouped(reasons: Sequence[Reason]) -> list[Text]:
    """One line for each reason, with each choice it blocks named once."""
    by_reason: list[tuple[Text, list[Text]]] = []  # a Text is not hashable
    for what, why in reasons:
        named = next((names for known, names in by_reason if known == why), None)
        if named is None:
            by_reason.append((why, [what]))
        elif what not in named:
            named.append(what)
    return [say("- {what}: {why}", what=names, why=why) for why, names in by_reason]
