"""The table without a picture."""

from games.core.tableau import Figure, SeatPanel, Tableau, Token, Zone, lettered
from games.core.text import say, symbol
from games.core.values import Seat
from tests.toys.turns_and_hands.state import TurnsAndHandsView
from tests.toys.turns_and_hands.texts import card_name

STANDS = {"open": None, "in": say("in"), "out": say("out")}


def lay_out(view: TurnsAndHandsView) -> Tableau:
    """Describe the table to its viewer."""
    held = lettered(map(_card, view.hand), is_playable=view.viewer in view.awaiting.seats)
    return Tableau(
        progress=Figure(label=say("round"), value=view.round, of=view.options.rounds),
        figures=(Figure(label=say("pile"), value=len(view.pile)),),
        centre=(Zone(title=say("swapped"), tokens=tuple(map(_card, view.swapped))),),
        seats=tuple(_panel(view, seat) for seat in range(len(view.points))),
        hand=() if view.viewer is None else (Zone(title=say("In hand"), tokens=held),),
        aftermath=tuple(event.text() for event in view.aftermath),
    )


def _panel(view: TurnsAndHandsView, seat: Seat) -> SeatPanel:
    count = len(view.hands[seat])
    held = Token(sprite="back:spanish", name=say("face down"), short=say("?"), count=count)
    return SeatPanel(
        seat=seat,
        points=Figure(label=say("points"), value=view.points[seat]),
        word=STANDS[view.stands[seat]],
        zones=(Zone(title=say("hand"), tokens=(held,)),),
    )


def _card(card: str) -> Token:
    return Token(sprite=f"spanish:{card}", name=card_name(card), short=symbol(card))
