"""One viewer's view, built up field by field from nothing."""

from games.core.game import Awaiting, View
from games.core.open_fields import show
from games.core.text import Text, say, say_many, seat
from games.core.values import Frozen, Seat
from games.karate_tomate.options import KarateOptions
from games.karate_tomate.rules.cards import Card, Colour, TriumphId, total
from games.karate_tomate.rules.endings import Ending, MatchEnded
from games.karate_tomate.rules.events import KarateEvent
from games.karate_tomate.rules.scoring import ranking, tallies
from games.karate_tomate.rules.state import Pick, Sealed, Stage, State, awaited


class SeatView(Frozen):
    """The public facts about one seat."""

    seat: Seat
    cards: int
    """Number cards in the hand, including one chosen but not turned up."""
    tomato: int | None
    """The tomato it holds, once everybody has seen it."""
    played: tuple[Card, ...]
    """Number cards in front of it, in the order of the heats."""
    total: int
    fights: bool
    """Whether it is still in this round's fight."""
    to_take: bool
    """Whether it will still take a triumph card in this round."""
    asked: bool
    """Whether it has dropped out and is asked how it draws."""
    won: int
    """Triumph cards won."""
    triumphs: tuple[TriumphId, ...] | None
    """Which ones, if they are face up."""
    drew: int
    """Number cards that it drew in the last step."""


class KarateView(View):
    """The table as one viewer sees it; private fields are the viewer's own."""

    options: KarateOptions
    stage: Stage
    round: int
    heat: int
    row: tuple[TriumphId, ...]
    """Triumph cards on offer, those left over first."""
    taker: Seat | None
    """The seat that takes a triumph card now. The order of the others stays secret: it may depend
    on tomatoes that nobody has shown yet."""
    deck: int
    discard: int
    pile: int
    """Triumph cards that are still face down."""
    boxed: int
    """Tomatoes that are not in play."""
    barren: int
    """Rounds in a row in which nobody took a triumph card."""
    seats: tuple[SeatView, ...]
    aftermath: tuple[KarateEvent, ...]
    """The public results of the last step; sealed answers leave it unchanged."""
    picks: tuple[Pick, ...]
    """The triumph cards taken in this round, in order, until the next reveal."""
    ending: Ending | None
    ranking: tuple[tuple[Seat, ...], ...]
    """At the end: places from the first; empty while the match runs."""

    hand: tuple[Card, ...] = ()
    """The viewer's number cards, sorted."""
    tomato: int | None = None
    """The viewer's own tomato."""
    won: tuple[TriumphId, ...] = ()
    """The viewer's own triumph cards, which they may look at any time."""
    drawn: tuple[Card, ...] = ()
    """The cards the viewer drew in the last step."""
    locked: Colour | None = None
    """The colour the viewer must play in this round; None before the first card."""
    playable: tuple[Card, ...] = ()
    """Kinds that the viewer may play in this heat."""
    answer: tuple[Sealed, ...] | None = None
    """The viewer's own sealed answer; None while it is missing, or if none is asked."""
    owes: bool = False
    """Whether the viewer's answer is missing."""
    may_call: bool = False
    """Whether the viewer has enough trophies to call the end."""

    @property
    def in_fight(self) -> bool:
        """Whether the viewer is asked for this heat, and may still change an answer."""
        mine = self.viewer is not None and self.seats[self.viewer].fights
        return mine and self.stage is Stage.HEAT


def look(state: State, viewer: Seat | None) -> KarateView:
    """Return what this seat, or a spectator, may see."""
    mine = _private(state, viewer) if viewer is not None else {}
    over = state.stage is Stage.END
    return show(
        KarateView,
        state,
        viewer,
        awaiting=_awaiting(state),
        taker=state.queue[0] if state.queue else None,
        boxed=len(state.box),
        seats=tuple(_seat(state, seat) for seat in range(state.seats)),
        aftermath=state.recent,
        ranking=ranking(tallies(state)) if over else (),
        **mine,
    )


def lies_open(state: State) -> bool:
    """Tell whether won triumph cards are face up: as agreed, and at the end (A32)."""
    return state.options.open_triumphs or state.stage is Stage.END


def _seat(state: State, seat: Seat) -> SeatView:
    known = state.shown[seat] or state.stage is Stage.END
    return SeatView(
        seat=seat,
        cards=len(state.hands[seat]),
        tomato=state.tomatoes[seat] if known else None,
        played=state.table[seat],
        total=total(state.table[seat]),
        fights=seat in state.fighters,
        to_take=seat in state.queue,
        asked=state.stage is Stage.DROP_DRAW and seat in state.answers,
        won=len(state.won[seat]),
        triumphs=state.won[seat] if lies_open(state) else None,
        drew=len(state.drawn[seat]),
    )


def _private(state: State, viewer: Seat) -> dict[str, object]:
    """Private fields of this seat."""
    fights = state.stage is Stage.HEAT and viewer in state.answers
    return {
        "hand": state.hands[viewer],
        "tomato": state.tomatoes[viewer],
        "won": state.won[viewer],
        "drawn": state.drawn[viewer],
        "locked": state.locked(viewer),
        "playable": tuple(state.playable(viewer)) if fights else (),
        "answer": state.answers.get(viewer),
        "owes": viewer in awaited(state),
        "may_call": state.may_call(viewer),
    }


def _awaiting(state: State) -> Awaiting:
    """Say whom the table waits for; who has chosen is secret, only the number is public (A19)."""
    if state.stage is Stage.END:
        return Awaiting(text=_winner(state))
    owing = tuple(sorted(awaited(state)))
    if state.stage is Stage.TRIUMPH:
        return Awaiting(
            text=say("{who}'s turn: take a triumph card.", who=seat(owing[0])), seats=owing
        )
    asked = len(state.answers)
    if asked == 1:  # then it is no secret who is missing
        return Awaiting(text=say("{who} is out and draws cards.", who=seat(owing[0])), seats=owing)
    return Awaiting(text=_counted(state, asked - len(owing)), answered=asked - len(owing), of=asked)


def _counted(state: State, answered: int) -> Text:
    """Say how many of the seats asked at once have answered."""
    asked = len(state.answers)
    if state.stage is Stage.HEAT:
        return say_many(
            "Heat {heat}: {n} of {all} has chosen.",
            "Heat {heat}: {n} of {all} have chosen.",
            answered,
            heat=state.heat,
            all=asked,
        )
    if state.stage is Stage.DROP_DRAW:
        return say_many(
            "Drawing: {n} of {all} has chosen.",
            "Drawing: {n} of {all} have chosen.",
            answered,
            all=asked,
        )
    return say_many(
        "Somebody may call the end: {n} of {all} has answered.",
        "Somebody may call the end: {n} of {all} have answered.",
        answered,
        all=asked,
    )


def _winner(state: State) -> Text:
    ended = state.recent[-1]
    # The last event of a match says how it ended.
    assert isinstance(ended, MatchEnded)
    return ended.tell_winner()
