"""Seals as a table without a picture."""

from games.core.tableau import Figure, SeatPanel, Tableau, Token, Zone, lettered, marks
from games.core.text import Text, say
from games.core.values import Seat
from tests.toys.seals.prompts import kinds
from tests.toys.seals.state import FLAG
from tests.toys.seals.texts import card_name, code, shown, won
from tests.toys.seals.views import SealsView


def lay_out(view: SealsView) -> Tableau:
    """Describe the table to its viewer."""
    return Tableau(
        progress=Figure(label=say("round"), value=view.round, of=view.rounds),
        figures=(Figure(label=say("pile"), value=len(view.deck)),),
        seats=tuple(_panel(view, seat) for seat in range(len(view.points))),
        hand=() if view.viewer is None else (_hand(view),),
        aftermath=_aftermath(view),
    )


def _panel(view: SealsView, seat: Seat) -> SeatPanel:
    has_chosen = seat == view.viewer and view.choice is not None
    is_swapped = view.stage == "swap" and view.shown[seat] == FLAG
    tokens = (_token(view.shown[seat]),) if view.shown[seat] else ()
    return SeatPanel(
        seat=seat,
        points=Figure(label=say("points"), value=view.points[seat]),
        marks=marks(ready=has_chosen or (is_swapped and seat not in view.awaiting.seats)),
        figures=(Figure(label=say("cards"), value=len(view.hands[seat])),),
        zones=(Zone(title=say("shows"), tokens=tokens),),
    )


def _hand(view: SealsView) -> Zone:
    held = (_token(choice.id, choice.copies) for choice in kinds(view))
    note = say("sealed: {card}", card=card_name(view.choice)) if view.choice else None
    tokens = lettered(held, is_playable=view.stage == "choose")
    return Zone(title=say("In hand"), tokens=tokens, note=note)


def _token(card: str, count: int = 1) -> Token:
    return Token(sprite="", name=card_name(card), short=code(card), count=count)


def _aftermath(view: SealsView) -> tuple[Text, ...]:
    if not all(view.shown):
        return ()
    last = view.round if view.stage != "choose" else view.round - 1
    return (say("Shown: {cards}.", cards=shown(view.shown)), won(view.winners, last))
