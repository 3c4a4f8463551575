"""One viewer's view, built up field by field from nothing."""

from games.core.game import Awaiting, View
from games.core.open_fields import show
from games.core.text import Text, say, say_many, seat, seats
from games.core.values import Frozen, Seat
from games.dojo.options import DojoOptions
from games.dojo.rules.cards import Card, Trophy
from games.dojo.rules.counting import points_so_far, ranking
from games.dojo.rules.events import DojoEvent
from games.dojo.rules.frame import FRAMES, Cell, Frame
from games.dojo.rules.moves import Throw
from games.dojo.rules.records import Duel, Final, RoundResult, Throws
from games.dojo.rules.state import NOBODY, NOWHERE, Stage, State
from games.dojo.rules.texts import TROPHY_NAMES, tell_winners


class SeatView(Frozen):
    """One seat; everything except `card` is public."""

    seat: Seat
    points: int
    """Points so far, before sorts; at the end, as counted."""
    dojo: tuple[Card | None, ...]
    """Cards by place of the frame."""
    lines: tuple[Trophy | None, ...]
    """Trophies of rows, then of columns."""
    tokens: tuple[Trophy, ...]
    """With White Belt: trophies held."""
    has_card: bool
    """Whether it has received its card of this round and not laid it yet."""
    card: Card | None
    """That card, if the viewer may see it."""
    face_up: bool
    """Whether everybody may see it: it is in a duel, or was in this round."""
    passed: bool
    """Whether it was asked in this round and did not challenge."""
    ready: bool
    """Whether it has sealed the cell, or the throw, that it was asked for."""
    final: Final | None = None
    """At the end: how its dojo was counted."""


class DojoView(View):
    """The table as one viewer sees it; private fields are the viewer's own."""

    options: DojoOptions
    seats: tuple[SeatView, ...]
    start: Seat
    """The first dealer."""
    round: int
    stage: Stage
    dealer: Seat | None
    """None in a round dealt at random, and at the end."""
    turn: Seat | None
    """The only seat that may act; None while several may, and at the end."""
    deck: int
    """Cards left in the pile."""
    pile: int
    """Trophies left face down."""
    face_up: Trophy | None
    """The trophy to be won."""
    prize: Trophy | None
    """The trophy won in this round and not placed yet."""
    removed: tuple[Trophy, ...]
    gifts: tuple[Seat, ...]
    """The seats that got this round's cards, in order."""
    challenger: Seat | None
    winner: Seat | None
    """The winner of this round's duel."""
    throws: tuple[Throws, ...]
    """Throws of this round's duel that are shown."""
    duel: Duel | None
    """The last duel that was decided, in this round or before."""
    result: RoundResult | None
    """What the last round with cards laid put into the dojos."""
    aftermath: tuple[DojoEvent, ...]
    """The public events since the last decision that was not sealed."""
    ranking: tuple[tuple[Seat, ...], ...]
    """At the end: places from the first; empty while the match runs."""

    drawn: Card | None = None
    """The card the viewer, as dealer, has to give away."""
    own_cell: Cell | None = None
    """The cell that the viewer has chosen."""
    own_throws: tuple[Throw, ...] = ()
    """Throws of the viewer that are not shown yet."""

    @property
    def frame(self) -> Frame:
        """The frame of all dojos."""
        return FRAMES[self.options.frame]


def look(state: State, viewer: Seat | None) -> DojoView:
    """Return what this seat, or a spectator, may see."""
    return show(
        DojoView,
        state,
        viewer,
        awaiting=_awaiting(state),
        seats=tuple([_seat(state, seat, viewer) for seat in range(state.seats)]),
        aftermath=state.recent,
        ranking=ranking(state.finals) if state.finals else (),
        drawn=state.drawn if viewer == state.dealer else None,
        own_cell=_own_cell(state, viewer),
        own_throws=_sealed(state, viewer),
    )


def _seat(state: State, seat: Seat, viewer: Seat | None) -> SeatView:
    card = state.held[seat]
    duels = state.challenger != NOBODY and seat in state.duellists
    # A dealer may look again at all cards of the round; everybody at those turned up.
    shown = duels or seat == viewer or (viewer is not None and viewer == state.dealer)
    return SeatView(
        seat=seat,
        points=points_so_far(state, seat),
        dojo=state.dojos[seat],
        lines=state.lines[seat],
        tokens=state.tokens[seat],
        has_card=card is not None,
        card=card if shown else None,
        face_up=duels and card is not None,
        passed=_has_passed(state, seat),
        ready=_is_ready(state, seat),
        final=state.finals[seat] if state.finals else None,
    )


def _has_passed(state: State, seat: Seat) -> bool:
    """Tell whether a seat passed: those between the dealer and the challenger or asked seat did."""
    if state.dealer in {NOBODY, seat} or state.stage in {Stage.RECRUIT, Stage.END}:
        return False
    last = state.turn if state.stage is Stage.CHALLENGE else state.challenger
    if last == NOBODY:
        return True
    return (seat - state.dealer) % state.seats < (last - state.dealer) % state.seats


def _is_ready(state: State, seat: Seat) -> bool:
    if state.stage is Stage.TRAIN:
        return state.choices[seat] != NOWHERE
    return bool(_sealed(state, seat))


def _sealed(state: State, seat: Seat | None) -> tuple[Throw, ...]:
    """The throws of a duellist that are not shown yet."""
    if state.stage is not Stage.THROWS:
        return ()
    pairs = zip(state.duellists, state.sealed, strict=True)
    return next((throws for duellist, throws in pairs if duellist == seat), ())


def _own_cell(state: State, viewer: Seat | None) -> Cell | None:
    if viewer is None or state.choices[viewer] == NOWHERE:
        return None
    return state.frame.cells[state.choices[viewer]]


def _awaiting(state: State) -> Awaiting:
    """Say whom the table waits for; the names are public, only the choices are secret."""
    names = tuple(state.waiting())
    text = _waiting_text(state, names)
    if state.stage is Stage.TRAIN:
        return Awaiting(text=text, seats=names, answered=state.seats - len(names), of=state.seats)
    if state.stage is Stage.THROWS:
        return Awaiting(text=text, seats=names, answered=2 - len(names), of=2)
    return Awaiting(text=text, seats=names)


def _waiting_text(state: State, names: tuple[Seat, ...]) -> Text:
    who = seat(state.turn)
    match state.stage:
        case Stage.RECRUIT:
            number = len(state.gifts) + 1
            text = say(
                "{who} is giving away card {n} of {all}.", who=who, n=number, all=state.seats
            )
        case Stage.CHALLENGE:
            dealer = seat(state.dealer)
            text = say("{who}'s turn: challenge {dealer}, or pass?", who=who, dealer=dealer)
        case Stage.THROWS if state.options.rps == "batch":
            text = say_many(
                "{who} is choosing three throws.",
                "{who} are choosing three throws.",
                len(names),
                who=seats(names),
            )
        case Stage.THROWS:
            number = len(state.throws) + 1
            text = say_many(
                "{who} is choosing throw {number} of 3.",
                "{who} are choosing throw {number} of 3.",
                len(names),
                who=seats(names),
                number=number,
            )
        case Stage.EXCHANGE:
            text = say("{who} may swap the two cards.", who=who)
        case Stage.TRAIN:
            text = _choosing_a_cell(state, names)
        case Stage.TROPHY:
            assert state.prize is not None, "a trophy was won"
            trophy = TROPHY_NAMES[state.prize]
            text = say("{who} is placing the {trophy} trophy.", who=who, trophy=trophy)
        case _:
            finals = state.finals
            points, tokens = [final.points for final in finals], [final.tokens for final in finals]
            text = tell_winners(ranking(finals), points, tokens)
    return text


def _choosing_a_cell(state: State, names: tuple[Seat, ...]) -> Text:
    if len(names) == state.seats:
        return say("Everyone is choosing a cell.")
    return say_many(
        "{who} is choosing a cell.", "{who} are choosing a cell.", len(names), who=seats(names)
    )
