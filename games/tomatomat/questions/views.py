"""One viewer's view, built up field by field from nothing.

Committed cards are in no view, not even their owner's, until their slot is resolved; the option
`own_peek` shows owners their own.
"""

from collections.abc import Sequence

from games.core.game import Awaiting, View
from games.core.open_fields import show
from games.core.text import Text, say, say_many, seats
from games.core.values import Frozen, Seat
from games.tomatomat.options import TomatomatOptions
from games.tomatomat.rules import cards
from games.tomatomat.rules.records import Resolution
from games.tomatomat.rules.state import RING, Stage, State, final_ranking, was_played
from games.tomatomat.rules.texts import tell_winners


class SeatView(Frozen):
    """The public facts about one seat."""

    seat: Seat
    stars: int
    won: tuple[cards.Machine, ...]
    """Its machines, in the order they were won."""
    deck: int
    """Cards left in its deck; at the end, its discard pile."""
    answered: bool
    """Whether it has committed the batch."""
    counts: tuple[int, ...]
    """Its cards face down at each slot, from batches that all have committed."""
    added: tuple[int, ...]
    """How many of them came with the last batch; empty before a round's first."""


class TomatomatView(View):
    """The table as one viewer sees it; private fields are the viewer's own."""

    options: TomatomatOptions
    stage: Stage
    round: int
    batch: int
    pile: int
    """Machines face down."""
    stacks: tuple[tuple[cards.Machine, ...], ...]
    """By slot, the top machine last; at the end, those nobody has won."""
    seats: tuple[SeatView, ...]
    resolution: Resolution | None
    """The last round's resolution, until this round's first batch is complete."""
    ranking: tuple[tuple[Seat, ...], ...]
    """At the end: places from the first; empty while the match runs."""

    hand: tuple[cards.Card, ...] = ()
    """The batch to place; with `own_peek` also while others are still placing theirs."""
    placed: tuple[int, ...] = ()
    """With `own_peek`: the slot of each card of the hand, once committed."""
    own: tuple[tuple[cards.Card, ...], ...] = ()
    """With `own_peek`: the viewer's cards face down at each slot."""
    own_deck: tuple[cards.Card, ...] = ()
    """With `deck_tracker`: the twelve cards of the viewer's deck, if it was played before."""


def look(state: State, viewer: Seat | None) -> TomatomatView:
    """Return what this seat, or a spectator, may see."""
    over = state.stage == "end"
    mine = {} if viewer is None or over else _private(state, viewer)
    return show(
        TomatomatView,
        state,
        viewer,
        awaiting=_awaiting(state),
        seats=tuple(_seat(state, seat) for seat in range(state.seats)),
        ranking=final_ranking(state) if over else (),
        **mine,
    )


def _seat(state: State, seat: Seat) -> SeatView:
    won = state.won[seat]
    return SeatView(
        seat=seat,
        stars=cards.stars(won),
        won=won,
        deck=len(state.decks[RING[state.seats][seat]]),
        answered=bool(state.sealed[seat]),
        counts=tuple(map(len, state.piles_of(seat))),
        added=state.added[seat],
    )


def _private(state: State, viewer: Seat) -> dict[str, tuple[object, ...]]:
    """The viewer's private fields."""
    mine: dict[str, tuple[object, ...]] = {}
    options, committed = state.options, state.sealed[viewer]
    if options.own_peek or not committed:
        mine["hand"] = state.hands[viewer]
    if options.own_peek:
        mine["placed"] = committed
        mine["own"] = tuple(state.piles_of(viewer))
    if options.deck_tracker and was_played(state.seats, RING[state.seats][viewer], state.round):
        mine["own_deck"] = cards.in_order(state.deck_of(viewer))
    return mine


def _awaiting(state: State) -> Awaiting:
    if state.stage == "end":
        ranking = final_ranking(state)
        best = state.won[ranking[0][0]]
        return Awaiting(text=tell_winners(ranking, cards.stars(best), len(best)))
    owing = state.owing()
    return Awaiting(
        text=_placing(state, owing),
        seats=tuple(owing),
        answered=state.seats - len(owing),
        of=state.seats,
    )


def _placing(state: State, owing: Sequence[Seat]) -> Text:
    if len(owing) == state.seats:
        return say("Everyone is placing four cards.")
    return say_many(
        "{who} is placing four cards.",
        "{who} are placing four cards.",
        len(owing),
        who=seats(owing),
    )
