"""The questions about a dojo: where the next card goes, and which line gets a trophy."""

from __future__ import annotations

from games.core import prompt
from games.core.text import Text, say, symbol, with_icon
from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules import texts
from games.dojo.rules.cards import Trophy, is_for_row
from games.dojo.rules.frame import (
    FIRST,
    Frame,
    free_lines,
    free_places,
    is_held,
    lines_for,
    put_at,
    window,
)
from games.dojo.rules.moves import PLACE, PUT
from games.dojo.rules.scoring.points import tally

FILLED = say("There's already a card there.")
APART = say("It must share a side with one of your cards.")
TAKEN = say("It already has a trophy.")


def mine(view: DojoView) -> SeatView:
    """The viewer's own seat."""
    assert view.viewer is not None, "nothing is asked of somebody watching"
    return view.seats[view.viewer]


def ask_cell(view: DojoView) -> prompt.Prompt:
    """A button for every cell, laid out like the dojo.

    A floating dojo and the cells around it take at most 4 rows by 5 columns, which fits a grid of
    buttons; unlike a list of names, it shows where each cell is.
    """
    frame, own = view.frame, mine(view)
    assert own.card is not None, "everybody holds a card when training"
    columns, places = window(frame, own.dojo)
    slot = prompt.PickOne(
        name="cell",
        ask=say("Which cell?"),
        choices=tuple(_cell(frame, own, place) for place in places),
        layout=prompt.Grid(columns=columns),
    )
    card = texts.CARD_NAMES[own.card]
    if view.own_cell is None:
        words = say(
            "Place your {card}. Your choice stays secret until everyone has chosen.", card=card
        )
    else:
        words = say(
            "Your {card} will go to {cell}. You can change this until everyone has chosen.",
            card=card,
            cell=symbol(view.own_cell),
        )
    first = frame.cells[free_places(frame, own.dojo)[0]]
    return prompt.Prompt(
        ask=words,
        actions=(prompt.Action(kind="place", label=say("Place the card"), slots=(slot,)),),
        on_timeout=PLACE[view.own_cell or first],
        sealed=True,
        about=f"{view.round} cell",
    )


def _cell(frame: Frame, own: SeatView, place: int) -> prompt.Choice:
    cell, card = frame.cells[place], own.dojo[place]
    return prompt.Choice(
        id=cell,
        label=symbol(cell) if card is None else texts.CARD_SHORT[card],
        blocked=_why_not_there(frame, own, place),
    )


def _why_not_there(frame: Frame, own: SeatView, place: int) -> Text | None:
    """Say why the next card may not go there."""
    if own.dojo[place] is not None:
        return FILLED
    if place in free_places(frame, own.dojo):
        return None
    if not any(own.dojo):
        return say("Your first card lies on {cell}.", cell=symbol(frame.cells[FIRST]))
    return APART


def ask_line(view: DojoView) -> prompt.Prompt:
    frame, own, trophy = view.frame, mine(view), view.prize
    assert trophy is not None, "a trophy was won"
    lines = [line for line in lines_for(frame, trophy) if is_held(frame, own.dojo, line)]
    slot = prompt.PickOne(
        name="line",
        ask=say("Which row?") if is_for_row(trophy) else say("Which column?"),
        choices=tuple(
            prompt.Choice(
                id=frame.lines[line],
                label=with_icon(texts.line_name(frame.lines[line]), f"trophy:{trophy}"),
                short=symbol(frame.lines[line]),
                hint=None if (more := _more(view, trophy, line)) is None else _brings(more),
                outcome=None if more is None else say("+{points}", points=more),
                blocked=None if own.lines[line] is None else TAKEN,
            )
            for line in lines
        ),
    )
    actions = [prompt.Action(kind="put", label=say("Place the trophy"), slots=(slot,))]
    if view.options.discard_trophy:
        actions.append(
            prompt.Action(
                kind="discard",
                label=with_icon(say("Remove it"), "action:discard"),
                hint=say("The trophy leaves the match, and its line stays free for another one."),
            )
        )
    best = free_lines(frame, own.dojo, own.lines, trophy)[0]
    return prompt.Prompt(
        ask=say(
            "Place the {trophy} trophy: {effect}. You can't move it later.",
            trophy=texts.TROPHY_NAMES[trophy],
            effect=texts.TROPHY_EFFECTS[trophy],
        ),
        actions=tuple(actions),
        on_timeout=PUT[frame.lines[best]],
        public=True,
    )


def _brings(more: int) -> Text:
    return say("{points} more right now", points=texts.points(more))


def _more(view: DojoView, trophy: Trophy, line: int) -> int | None:
    """The points the trophy adds at once; None if it may not go there or adds none."""
    own = mine(view)
    if own.lines[line] is not None:
        return None
    frame = view.frame
    lines = put_at(own.lines, line, trophy)
    more = tally(frame, own.dojo, lines).total - tally(frame, own.dojo, own.lines).total
    return more or None
