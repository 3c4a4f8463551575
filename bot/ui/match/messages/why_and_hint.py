"""Explains a question: its rule, and why something cannot be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.tables.domain.views import MatchView
from bot.tables.lobbies.practice import Advice
from bot.ui.controls.answers import answer_in_words
from bot.ui.controls.drawing.components import rows
from bot.ui.controls.labels import brings, name_of
from bot.ui.i18n.texts import common_texts
from bot.ui.kit import custom_ids, message
from bot.ui.kit.message import words as plain
from bot.ui.match.messages.rules import quoted_rule
from games.core.prompt import Choice, Grid, PickOne, Prompt, Slot
from games.core.text import Reader, Text, TextList, say

LIMIT = 2500
"""The most characters of reasons."""

NOT_NOW = say("Anything you don't see in your hand comes at another point in the game.")
ALL_FREE = say("You can choose anything this question offers.")
WHY_NOT = say("**What you can't choose now, and why**")

BRINGS = say("**What you can choose, and what it brings**")

NOT_ESTIMATED = say("I'm too busy to estimate your chances. Ask again in a moment.")
OUTPLAYED = say("In simulated games from here, this won more often than the usual choice.")
LOOKED_AHEAD = say("A hard bot chooses this after looking ahead.")


class Reason(NamedTuple):
    """Why something can't be chosen, or what it brings."""

    what: Text
    why: Text
    thing: Text | None = None
    """The card or die that it would be chosen for, if there are several."""


def why_message(match_view: MatchView, reader: Reader) -> message.OutgoingMessage:
    """The current rule, then the blocked choices grouped by reason."""
    game, summary = match_view.summary.game, match_view.summary
    rule = quoted_rule(game, reader.language, game.rule(match_view.view))
    asked, lines = match_view.view.awaiting.text, []
    if match_view.question is not None:
        prompt = match_view.question.prompt
        asked, reasons, brought = prompt.ask, [*blocked(prompt)], [*hints(prompt)]
        lines = [WHY_NOT, *grouped(reasons)] if reasons else [ALL_FREE]
        lines += [BRINGS, *grouped(brought)] if brought else []
    items: list[message.Item] = [message.paragraph(reader, say("**{asked}**", asked=asked))]
    if rule:
        items.append(plain(rule))
    items.append(message.reading([*lines, NOT_NOW], reader, LIMIT))
    buttons = [
        message.button(
            reader,
            custom_ids.RulesButton(custom_ids.Verb.RULES, summary.id, how=custom_ids.AFRESH),
            common_texts.RULES,
        ),
        message.button(
            reader,
            custom_ids.GameButton(custom_ids.Verb.LEGEND, summary.game_key),
            common_texts.LEGEND,
        ),
    ]
    counts = summary.weekly is not None and summary.weekly.counts
    if summary.is_practice and not counts and match_view.question is not None:
        buttons.insert(
            0,
            message.button(
                reader,
                custom_ids.MatchButton(custom_ids.Verb.ADVICE, summary.id),
                common_texts.ADVICE,
            ),
        )
    return message.OutgoingMessage((*items, *rows(buttons)))


def hint_message(advice: Advice, reader: Reader) -> message.OutgoingMessage:
    """A bot's answer and its reason."""
    prompt = advice.question.prompt
    asked = say("-# {ask}", ask=prompt.ask)
    chosen = say("A bot would choose: **{answer}**", answer=answer_in_words(prompt, advice.form))
    unexplained = LOOKED_AHEAD if advice.is_usual else OUTPLAYED
    texts = [asked, chosen, advice.reason or unexplained]
    if not advice.is_estimated:
        texts.append(NOT_ESTIMATED)
    elif advice.chance is not None and advice.second_chance is not None:
        texts.append(_compared(advice, advice.chance, advice.second_chance))
    rule = quoted_rule(advice.summary.game, reader.language, advice.rule)
    return message.OutgoingMessage(
        (message.paragraph(reader, *texts), *([plain(rule)] if rule else []))
    )


def _compared(advice: Advice, chance: float, second_chance: float) -> Text:
    """The chance to win with the advice, and how much less the next best answer has."""
    assert advice.second is not None  # it has a chance
    mine, other = percent(chance), percent(second_chance)
    second = answer_in_words(advice.question.prompt, advice.second)
    if other >= mine:
        return say(
            "Estimated chance to win: {mine}%. The next best answer is about as good: {second}.",
            mine=mine,
            second=second,
        )
    return say(
        "Estimated chance to win: {mine}%. With the next best answer, it's {other}%: {second}.",
        mine=mine,
        other=other,
        second=second,
    )


def percent(chance: float) -> int:
    """A chance as a whole percentage."""
    return round(100 * chance)


def blocked(prompt: Prompt) -> Iterator[Reason]:
    """Every blocked choice of a question, with the reason."""
    for action in prompt.actions:
        if action.blocked is not None:
            yield Reason(action.label, action.blocked)
        else:
            yield from _blocked(action.slots)


def _blocked(slots: Sequence[Slot], parent: Text | None = None) -> Iterator[Reason]:
    for slot, thing in _with_things(slots, parent):
        for choice, name in _choices(slot):
            if choice.blocked is not None:
                yield Reason(name, choice.blocked, thing)
            else:
                yield from _blocked(choice.then, name if thing is None else brings(thing, name))


def hints(prompt: Prompt) -> Iterator[Reason]:
    """Every available choice of a question, with its effect."""
    for action in (choice for choice in prompt.actions if choice.blocked is None):
        if action.hint is not None:
            yield Reason(action.label, action.hint)
        for slot, thing in _with_things(action.slots):
            for choice, name in _choices(slot):
                if choice.blocked is None and choice.hint is not None:
                    yield Reason(name, choice.hint, thing)


def _with_things(
    slots: Sequence[Slot], parent: Text | None = None
) -> Iterator[tuple[Slot, Text | None]]:
    """Each slot with the thing that is chosen for; None if there is only one."""
    for slot in slots:
        called = slot.called if isinstance(slot, PickOne) else None
        yield slot, called or (slot.ask if len(slots) > 1 else parent)


def _choices(slot: Slot) -> Iterator[tuple[Choice, Text]]:
    """Each choice of a slot with its name: in a grid its place, and short for a named thing."""
    is_called = isinstance(slot, PickOne) and (
        slot.called is not None or isinstance(slot.layout, Grid)
    )
    for place, choice in enumerate(slot.choices):
        yield choice, (choice.called if is_called else None) or name_of(slot, place)


def grouped(reasons: Iterable[Reason]) -> list[Text]:
    """One line for each reason and thing, with each choice named once."""
    groups: list[tuple[Reason, list[Text]]] = []  # a Text is not hashable
    for reason in reasons:
        same = (names for known, names in groups if known[1:] == reason[1:])
        if (names := next(same, None)) is None:
            groups.append((reason, [reason.what]))
        elif reason.what not in names:
            names.append(reason.what)
    return [_line(reason, names) for reason, names in groups]


def _line(reason: Reason, names: list[Text]) -> Text:
    if reason.thing is None:
        return say("- {what}: {why}", what=names, why=reason.why)
    return say(
        "- {thing} → {what}: {why}",
        thing=reason.thing,
        what=TextList(items=tuple(names), style="unit"),
        why=reason.why,
    )
