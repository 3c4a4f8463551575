"""Batches as a table without a picture."""

from games.core.tableau import Figure, SeatPanel, Tableau, Token, Zone, marks
from games.core.text import Text, say
from games.core.values import Seat
from tests.toys.batches.state import MACHINES
from tests.toys.batches.texts import card_name, machine_name, per_machine, turned_up
from tests.toys.batches.views import BatchesView, SeatView


def lay_out(view: BatchesView) -> Tableau:
    """Describe the table to its viewer."""
    hand = Zone(title=say("Batch"), tokens=tuple(_card(value) for value in view.hand))
    return Tableau(
        progress=Figure(label=say("round"), value=view.round, of=view.rounds),
        figures=(Figure(label=say("batch"), value=view.batch, of=view.batches),),
        centre=tuple(_machine(view, machine) for machine in range(len(MACHINES))),
        seats=tuple(_panel(view, seat, panel) for seat, panel in enumerate(view.seats)),
        hand=() if view.viewer is None else (hand,),
        aftermath=_aftermath(view),
    )


def _machine(view: BatchesView, machine: int) -> Zone:
    """Return a machine's cards, face down, and stars, by seat."""
    backs = tuple(
        Token(
            sprite="back:night",
            name=say("face down"),
            short=say("?"),
            count=panel.piles[machine],
            owner=seat,
        )
        for seat, panel in enumerate(view.seats)
        if panel.piles[machine]
    )
    stars = tuple(
        Token(
            sprite="token:star-won",
            name=say("star"),
            short=say("*"),
            count=panel.stars[machine],
            owner=seat,
        )
        for seat, panel in enumerate(view.seats)
        if panel.stars and panel.stars[machine]
    )
    return Zone(title=machine_name(machine), tokens=backs + stars)


def _panel(view: BatchesView, number: Seat, panel: SeatView) -> SeatPanel:
    return SeatPanel(
        seat=number,
        points=Figure(label=say("points"), value=panel.points),
        marks=marks(ready=panel.answered),
    )


def _card(value: int) -> Token:
    return Token(
        sprite=f"die:gold-{value}", name=card_name(value), short=say("{value}", value=value)
    )


def _aftermath(view: BatchesView) -> tuple[Text, ...]:
    if view.stage == "allot" and view.batch == 1:
        return (say("The stars: {stakes}.", stakes=per_machine([p.stars for p in view.seats])),)
    if view.stage == "allot":
        return (say("Face down: {counts}.", counts=per_machine([p.piles for p in view.seats])),)
    if not any(panel.run for panel in view.seats):
        return ()
    return tuple(
        turned_up(machine, [panel.run[machine] for panel in view.seats])
        for machine in range(len(MACHINES))
    )
