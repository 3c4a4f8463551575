"""The table without a picture."""

from __future__ import annotations

from games.core.cards import letter
from games.core.tableau import Figure, Mark, SeatPanel, Tableau, Token, Zone
from games.core.text import say
from games.core.values import Seat
from tests.toys.turns_and_hands.texts import card_name, code
from tests.toys.turns_and_hands.views import SeatView, TurnsAndHandsView

STANDS = {"open": None, "in": say("in"), "out": say("out")}


def lay_out(view: TurnsAndHandsView) -> Tableau:
    """Describe the table to its viewer."""
    return Tableau(
        game="turns_and_hands",
        title=say("Turns and Hands"),
        headline=view.awaiting.text,
        viewer=view.viewer,
        progress=Figure(label=say("round"), value=view.round, of=view.options.rounds),
        figures=(Figure(label=say("pile"), value=view.pile),),
        centre=(Zone(title=say("swapped"), tokens=tuple(map(_card, view.swapped))),),
        seats=tuple(_panel(view, seat, panel) for seat, panel in enumerate(view.seats)),
        hand=() if view.viewer is None else (_hand(view),),
        aftermath=tuple(event.text() for event in view.aftermath),
    )


def _panel(view: TurnsAndHandsView, number: Seat, panel: SeatView) -> SeatPanel:
    held = Token(sprite="back:spanish", name=say("face down"), short=say("?"), count=panel.held)
    return SeatPanel(
        seat=number,
        points=Figure(label=say("points"), value=panel.points),
        marks=(Mark.TURN,) if number in view.awaiting.seats else (),
        word=STANDS[panel.stand],
        zones=(Zone(title=say("hand"), tokens=(held,)),),
    )


def _hand(view: TurnsAndHandsView) -> Zone:
    is_asked = view.viewer in view.awaiting.seats
    held = [
        _card(card, letter(place), is_playable=is_asked) for place, card in enumerate(view.hand)
    ]
    return Zone(title=say("In hand"), tokens=tuple(held))


def _card(card: str, letter: str = "", *, is_playable: bool = False) -> Token:
    return Token(
        sprite=f"spanish:{card}",
        name=card_name(card),
        short=code(card),
        letter=letter,
        look="playable" if is_playable else "plain",
    )
