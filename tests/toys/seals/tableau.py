"""Seals as a table without a picture."""

from __future__ import annotations

from games.core.cards import letter
from games.core.tableau import Figure, Mark, SeatPanel, Tableau, Token, Zone
from games.core.text import Text, say
from games.core.values import Seat
from tests.toys.seals.prompts import kinds
from tests.toys.seals.texts import card_name, code, shown, won
from tests.toys.seals.views import SealsView, SeatView


def lay_out(view: SealsView) -> Tableau:
    """Describe the table to its viewer."""
    return Tableau(
        game="seals",
        title=say("Seals"),
        headline=view.awaiting.text,
        viewer=view.viewer,
        progress=Figure(label=say("round"), value=view.round, of=view.rounds),
        figures=(Figure(label=say("pile"), value=view.deck),),
        seats=tuple(_panel(view, seat, panel) for seat, panel in enumerate(view.seats)),
        hand=() if view.viewer is None else (_hand(view),),
        aftermath=_aftermath(view),
    )


def _panel(view: SealsView, number: Seat, panel: SeatView) -> SeatPanel:
    marks: list[Mark] = []
    if panel.owes_swap:
        marks.append(Mark.TURN)
    elif panel.owes_swap is False or (number == view.viewer and view.choice):
        marks.append(Mark.READY)
    tokens = (_token(panel.shown),) if panel.shown else ()
    return SeatPanel(
        seat=number,
        points=Figure(label=say("points"), value=panel.points),
        marks=tuple(marks),
        figures=(Figure(label=say("cards"), value=panel.cards),),
        zones=(Zone(title=say("shows"), tokens=tokens),),
    )


def _hand(view: SealsView) -> Zone:
    held = [
        Token(
            sprite="",
            name=choice.label,
            short=code(choice.id),
            count=choice.copies,
            letter=letter(place),
            look="playable" if view.stage == "choose" else "plain",
        )
        for place, choice in enumerate(kinds(view))
    ]
    note = say("sealed: {card}", card=card_name(view.choice)) if view.choice else None
    return Zone(title=say("In hand"), tokens=tuple(held), note=note)


def _token(card: str) -> Token:
    return Token(sprite="", name=card_name(card), short=code(card))


def _aftermath(view: SealsView) -> tuple[Text, ...]:
    cards = [panel.shown for panel in view.seats]
    if not all(cards):
        return ()
    last = view.round if view.stage != "choose" else view.round - 1
    return (say("Shown: {cards}.", cards=shown(cards)), won(view.winners, last))
