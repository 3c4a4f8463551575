"""The view: the whole table. Only the coming rolls are unknown, to everybody."""

from games.core.game import Awaiting, View, ranked, tell_points
from games.core.open_fields import show
from games.core.text import say, say_many, seat
from games.core.values import Seat
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.rules.dice import Counts, Die
from games.diced_tomatoes.rules.events import DicedEvent
from games.diced_tomatoes.rules.legal import is_solo
from games.diced_tomatoes.rules.records import Harvest, Score
from games.diced_tomatoes.rules.scoring import final_score, matches, points_so_far
from games.diced_tomatoes.rules.state import Ending, Moment, Stage, State, Track
from games.diced_tomatoes.rules.texts import tell_alone
from games.diced_tomatoes.rules.vines import Vine


class DicedView(View):
    """The table; the same for every viewer."""

    options: DicedOptions
    seats: int
    last: Seat
    """The seat that plays last in every round and holds the splatter."""
    turn: Seat
    """The seat whose turn it is, or that played last."""
    round: int
    """From 1."""
    turns: int
    """Finished turns."""
    stage: Stage
    hand: tuple[Die, ...]
    vines: tuple[Vine, ...]
    """Three for each seat, in seat order; the seed first."""
    flipped: tuple[bool, ...]
    tracks: tuple[Track, ...]
    """The filled slots: the seed's face and the score."""
    karma: tuple[int, ...]
    bits: tuple[int, ...]
    bushel: Counts
    passed: Counts
    """Dice to be rolled with the next draw."""
    finisher: Seat
    """The first seat with six tomatoes; -1 if there is none yet."""
    points: tuple[int, ...]
    scores: tuple[Score, ...]
    """How points are made up, once a match of several players is over."""
    ranking: tuple[tuple[Seat, ...], ...]
    """At the end: places from the first; empty while the match runs."""
    ending: Ending
    past: tuple[Moment, ...]
    """The turn before each of its moves since the last random event."""
    recent: tuple[DicedEvent, ...]
    """The events of the last move."""
    harvest: Harvest | None
    """The last harvest of that move."""

    @property
    def undoable(self) -> bool:
        """Whether the player has done anything since the last random event."""
        return bool(self.past)


def look(state: State, viewer: Seat | None) -> DicedView:
    """Return what this seat, or a spectator, may see."""
    points = points_so_far(state)
    over = state.stage is Stage.END
    several = over and not is_solo(state)
    return show(
        DicedView,
        state,
        viewer,
        awaiting=_awaiting(state, points),
        round=_round(state),
        points=points,
        scores=tuple(final_score(state, seat) for seat in range(state.seats)) if several else (),
        ranking=ranked(points) if over else (),
    )


def _round(state: State) -> int:
    """The round of the turn that is played, or at the end of the last turn that was played."""
    is_between_turns = state.ending in ("finished", "empty", "lost")
    return (state.turns - is_between_turns) // state.seats + 1


def _awaiting(state: State, points: tuple[int, ...]) -> Awaiting:
    """One seat decides at a time."""
    if state.stage is Stage.END:
        if is_solo(state):
            slots, done = matches(state.tracks[0]), state.ending == "harvested"
            return Awaiting(text=tell_alone(slots, done))
        return Awaiting(text=tell_points(ranked(points)[0], max(points)))
    who = seat(state.turn)
    text = say("{who}'s turn: draw dice.", who=who)
    if state.stage is Stage.CLEAR:
        text = say("{who} is choosing which worthless vines to clear.", who=who)
    elif state.stage is Stage.PLACE and state.hand:
        text = say_many(
            "{who}'s turn: place {n} die.",
            "{who}'s turn: place {n} dice.",
            len(state.hand),
            who=who,
        )
    elif state.stage is Stage.PLACE:
        text = say("{who}'s turn: all dice are placed.", who=who)
    return Awaiting(text=text, seats=(state.turn,))
