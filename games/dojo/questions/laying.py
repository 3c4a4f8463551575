"""The questions about a dojo: where the next card goes, and which line gets a trophy."""

from collections.abc import Mapping

from games.core import prompt
from games.core.text import Text, say, symbol, with_icon
from games.dojo.questions.gains import best_of, cell_gain, line_gain
from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules import texts
from games.dojo.rules.cards import BELT, Trophy, is_for_row
from games.dojo.rules.frame import FIRST, Frame, free_lines, free_places, is_held, lines_for, window
from games.dojo.rules.moves import PLACE, PUT

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
    free = free_places(frame, own.dojo)
    best = best_of({place: cell_gain(view, own, own.card, place) for place in free})
    slot = prompt.PickOne(
        name="cell",
        ask=say("Which cell?"),
        choices=tuple(_cell(view, own, place, best) for place in places),
        layout=prompt.Grid(columns=columns),
    )
    card = texts.CARD_SHORT[own.card]
    if view.own_cell is None:
        words = say("Your {card}: which cell?", card=card)
    else:
        cell = symbol(view.own_cell)
        words = say("Your {card} goes to {cell}. You can still change it.", card=card, cell=cell)
    first = frame.cells[free[0]]
    return prompt.Prompt(
        ask=words,
        actions=(prompt.Action(kind="place", label=say("Place the card"), slots=(slot,)),),
        on_timeout=PLACE[view.own_cell or first],
        sealed=True,
        about=f"{view.round} cell",
    )


def _cell(view: DojoView, own: SeatView, place: int, best: Mapping[int, int]) -> prompt.Choice:
    """A cell: its card, or its name; with what the card adds where that is most."""
    cell, card = view.frame.cells[place], own.dojo[place]
    if card is not None:
        label = with_icon(texts.CARD_SHORT[card], f"tatami:{card}")
        return prompt.Choice(
            id=cell,
            label=label,
            short=say("{n}", n=BELT[card]),
            called=symbol(cell),
            blocked=FILLED,
        )
    if place in best:
        label = say("{cell} +{points}", cell=symbol(cell), points=best[place])
        return prompt.Choice(id=cell, label=label, called=symbol(cell))
    blocked = _why_not_there(view.frame, own, place)
    return prompt.Choice(id=cell, label=symbol(cell), blocked=blocked)


def _why_not_there(frame: Frame, own: SeatView, place: int) -> Text | None:
    """Say why the next card may not go to an empty cell."""
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
        choices=tuple(_line(view, own, trophy, line) for line in lines),
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
    name = texts.TROPHY_NAMES[trophy]
    return prompt.Prompt(
        ask=say("Which row gets the {trophy} trophy?", trophy=name)
        if is_for_row(trophy)
        else say("Which column gets the {trophy} trophy?", trophy=name),
        actions=tuple(actions),
        on_timeout=PUT[frame.lines[best]],
        public=True,
    )


def _line(view: DojoView, own: SeatView, trophy: Trophy, line: int) -> prompt.Choice:
    name, more = view.frame.lines[line], line_gain(view, own, trophy, line)
    label = with_icon(texts.line_name(name), f"trophy:{trophy}")
    if more is None:
        return prompt.Choice(id=name, label=label, blocked=TAKEN)
    return prompt.Choice(
        id=name,
        label=label,
        short=say("Row {row}: +{points}", row=int(name), points=more)
        if is_for_row(trophy)
        else say("{column}: +{points}", column=symbol(name), points=more),
        hint=say("{points} more right now", points=texts.points(more)) if more else None,
    )
