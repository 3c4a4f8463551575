"""Help with a question, in the hand: why something can't be chosen, and what a bot would do."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.tables.domain.views import Question
from bot.tables.lobbies.practice import Advice
from bot.ui.controls.answers import answer_in_words
from bot.ui.controls.labels import brings, name_of
from games.core.prompt import Choice, Form, Grid, Hand, PickOne, Prompt, Slot
from games.core.text import Text, TextList, say

ALL_FREE = say("Nothing is blocked right now.")
NOT_ESTIMATED = say("I'm too busy to estimate your chances. Ask again in a moment.")
OUTPLAYED = say("In simulated games from here, this won more often than the usual choice.")
LOOKED_AHEAD = say("A hard bot chooses this after looking ahead.")


class Help(NamedTuple):
    """What stands in a hand in the place of its question, until the next press."""

    ticket: str
    """The question that it is about."""
    lines: tuple[Text, ...]
    suggested: Form | None = None
    """The answer that is marked on its buttons."""
    beside_lamp: tuple[Text, ...] = ()
    """The lines without the answer, if the mark stands on its only button."""


class Reason(NamedTuple):
    """Why something can't be chosen, or what it brings."""

    what: Text
    why: Text
    thing: Text | None = None
    """The card or die that it would be chosen for, if there are several."""


def why(question: Question | None) -> Help:
    """Why something can't be chosen now."""
    reasons = [] if question is None else grouped(blocked(question.prompt))
    return Help("" if question is None else question.ticket, tuple(reasons) or (ALL_FREE,))


def hint(advice: Advice) -> Help:
    """A bot's answer, its reason, and how it compares."""
    answer = answer_in_words(advice.question.prompt, advice.form)
    reason = advice.reason or (LOOKED_AHEAD if advice.is_usual else OUTPLAYED)
    named = say("\N{ELECTRIC LIGHT BULB} **{answer}** · {reason}", answer=answer, reason=reason)
    notes: tuple[Text, ...] = ()
    if not advice.is_estimated:
        notes = (say("-# {note}", note=NOT_ESTIMATED),)
    elif advice.chance is not None and advice.second_chance is not None:
        notes = (say("-# {note}", note=_compared(advice, advice.chance, advice.second_chance)),)
    (action,) = (a for a in advice.question.prompt.actions if a.kind == advice.form["kind"])
    is_one_press = all(
        isinstance(slot, PickOne) and isinstance(slot.layout, Hand) for slot in action.slots
    )
    unnamed = say("\N{ELECTRIC LIGHT BULB} {reason}", reason=reason)
    beside_lamp = (unnamed, *notes) if is_one_press and len(action.slots) < 2 else ()
    return Help(advice.question.ticket, (named, *notes), advice.form, beside_lamp)


def _compared(advice: Advice, chance: float, second_chance: float) -> Text:
    """The chance to win with the advice, and that with the next best answer."""
    assert advice.second is not None  # it has a chance
    mine, other = percent(chance), percent(second_chance)
    second = answer_in_words(advice.question.prompt, advice.second)
    if other >= mine:
        return say("{mine}% to win; about as good: {second}.", mine=mine, second=second)
    return say("{mine}% to win · {second}: {other}%", mine=mine, other=other, second=second)


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
