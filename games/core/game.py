"""The protocol every game implements: rules as pure functions over a state, seen through views.

`apply` never changes its arguments. It checks the move, clones the state once and hands the clone
to the game's `advance`, which may mutate it, so that rules read like the rule book. Questions and
refusals are worked out from the view, so they cannot reveal more than the view does.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, TypeVar, get_args

from pydantic import TypeAdapter, model_validator

from games.core import answer, errors
from games.core.ai.memory import NO_MEMORY, Level, Memory
from games.core.cloning import clone
from games.core.event import AnyOf, Event
from games.core.open_fields import deal, imagine, show, zones
from games.core.options import Options
from games.core.progress.lessons import Lesson
from games.core.progress.titles import Title
from games.core.prompt import Form, Move, Prompt
from games.core.rng import Rng
from games.core.tableau import Mark, Tableau
from games.core.text import Text, say, say_many, seat, seats
from games.core.values import Frozen, Luck, Seat, adapter_of


class GameInfo(Frozen):
    """The facts a lobby needs about a game."""

    key: str
    title: Text
    tagline: Text
    """One line about what players do in it."""
    seats: tuple[int, int]
    """Fewest and most."""
    minutes: tuple[int, int]
    """Shortest and longest match with the default options."""
    state_version: int
    stage: Literal["draft", "full"] = "full"
    """A draft has no lessons, titles, records or translations yet, and few hosts offer it."""
    emoji: str = "🍅"
    simultaneous: bool = False
    """True if most decisions are made by all at once: hands then show the steps between late."""
    playouts: int = 200
    """How many playouts the hard level makes for a decision, well below a second of them.

    0 if they have not proved stronger: the hard level then only asks the policy.
    """
    answer_rows: int = 0
    """How many rows of buttons most questions have, for games in which some have fewer.

    A hand keeps this room below its picture, so that its lowest buttons stay where they are.
    """
    chapters: int = 1
    """How many chapters a playout plays, the current one included, before `Game.outlook`."""
    deal_rounds: int = 3
    """How many of a match's last rounds a daily deal plays: about three minutes."""
    round_parts: int = 1
    """How many parts a round has for the squares of a daily deal; see `Game.parts`."""
    luck: Text | None = None
    """The quantity `Game.luck` adds up ("Pips rolled"); None if luck cannot be counted."""

    @model_validator(mode="before")
    @classmethod
    def _mark(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Mark the title of a draft, wherever it is shown."""
        if values.get("stage") != "draft":
            return values
        return {**values, "title": say("{game} (draft)", game=values["title"])}


class Awaiting(Frozen):
    """The seats the table waits for, as far as one viewer may know."""

    text: Text
    """The public line ("Ana: play or pass?"), the same for everybody."""
    seats: tuple[Seat, ...] = ()
    """The seats that may be named; empty where it is secret who has chosen."""
    answered: int | None = None
    """How many of `of` have answered, where only the number is public."""
    of: int | None = None


class View(Frozen):
    """One viewer's view; every game adds its own fields, built up one by one."""

    viewer: Seat | None
    awaiting: Awaiting


class Standing(Frozen):
    """Points so far, by seat."""

    points: tuple[int, ...]
    told: tuple[Text, ...] = ()
    """Each seat's score in words, where the game does not count points."""


class Result(Frozen):
    """How a match ended: places from the first, tied seats together, and the points."""

    ranking: tuple[tuple[Seat, ...], ...]
    points: tuple[int, ...]
    reason: Text
    told: tuple[Text, ...] = ()
    """As in `Standing`."""
    out: tuple[Seat, ...] = ()
    """The seats that could not win, whatever their points."""
    headline: Text | None = None
    """The winner and the margin, in one sentence."""


MEDALS = 3
"""How many places have a medal."""


def has_medal(place: int, places: int) -> bool:
    """Tell whether a place of so many has a medal: one of the first three, and not the last."""
    return place <= min(MEDALS, places - 1)


def in_words(points: int) -> Text:
    """A number of points, for games without another word for them."""
    return say_many("{n} point", "{n} points", points)


def tell_points(first: Sequence[Seat], points: int) -> Text:
    """Say who won a match with so many points."""
    if len(first) == 1:
        return say_many(
            "{who} wins the match with {n} point.",
            "{who} wins the match with {n} points.",
            points,
            who=seats(first),
        )
    return say_many(
        "{who} share first place with {n} point each.",
        "{who} share first place with {n} points each.",
        points,
        who=seats(first),
    )


Lead = tuple[Sequence[int], Callable[[Seat, int], Text]]
"""A count by seat that may decide a match, and the sentence for winning by that much."""


def points_lead(points: Sequence[int]) -> Lead:
    """The lead in points."""
    return points, lambda winner, lead: say_many(
        "{who} wins by {n} point.", "{who} wins by {n} points.", lead, who=seat(winner)
    )


def headline(ranking: Sequence[Sequence[Seat]], leads: Iterable[Lead]) -> Text:
    """Say who won, and by how much in the first count that decided it."""
    first = ranking[0]
    if len(first) > 1:
        return say("{who} share the win.", who=seats(first))
    winner = first[0]
    for counts, sentence in leads if len(ranking) > 1 else ():
        lead = counts[winner] - counts[ranking[1][0]]
        if lead:
            return sentence(winner, lead)
    return say("{who} wins.", who=seat(winner))


def ranked(points: Sequence[int]) -> tuple[tuple[Seat, ...], ...]:
    """Return seats grouped into places, most points first, equal points together."""
    return tuple(
        tuple(seat for seat, mine in enumerate(points) if mine == score)
        for score in sorted(set(points), reverse=True)
    )


S = TypeVar("S")
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)
O = TypeVar("O", bound=Options)  # noqa: E741 - the letter of the protocol's own notation


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One move's outcome: the new state and what happened, in order."""

    state: S
    events: tuple[Event, ...]


class Game(ABC, Generic[S, M, V, O]):
    """The rules of one game. Implementations keep nothing between calls."""

    info: ClassVar[GameInfo]
    state: type[S]
    move: TypeAdapter[M]
    event: TypeAdapter[Any]
    seen: type[V]
    options: type[O]
    things: Sequence[str] = ()
    """All cards, or other things, of any match; `determinize` deals those that are face down."""
    lessons: Sequence[Lesson[S]] = ()
    """For newcomers, in the order they are offered."""
    titles: Sequence[Title] = ()
    """What players can earn in a match, few and worth showing."""

    def __init_subclass__(cls, **rest: Any) -> None:
        """Take the types from the game's declaration, and its events from the state's package."""
        super().__init_subclass__(**rest)
        game: Any = cls
        for base in vars(game).get("__orig_bases__", ()):
            game.state, move, game.seen, game.options = get_args(base)
            game.move = adapter_of(get_args(move) or (move,))
            game.event = adapter_of(AnyOf(game.state.__module__).events())

    @abstractmethod
    def setup(self, seats: int, options: O, rng: Rng) -> Step[S]:
        """Deal a new match; drawing the dealer and the first cards are events too."""

    def awaited(self, state: S) -> frozenset[Seat]:
        """The seats that owe a decision; empty when the match is over.

        The state's `turn` until its `stage` is "end"; override where several are asked at once.
        """
        asked: Any = state
        return frozenset() if asked.stage == "end" else frozenset((asked.turn,))

    def to_act(self, state: S) -> frozenset[Seat]:
        """The seats that may answer now: those awaited, and those that may change an answer."""
        return self.awaited(state)

    def clone(self, state: S) -> S:
        """A copy that shares nothing mutable."""
        return clone(state)

    def view(self, state: S, viewer: Seat | None) -> V:
        """The view of this seat; None is a spectator.

        Override where it has more than the open fields and zones of the state.
        """
        return show(self.seen, state, viewer, awaiting=self.awaiting(state))

    def awaiting(self, state: S) -> Awaiting:
        """The seats the table waits for; override where it's secret who has answered."""
        asked, points = tuple(sorted(self.awaited(state))), self.standing(state).points
        if not asked:
            return Awaiting(text=tell_points(ranked(points)[0], max(points)))
        return Awaiting(text=self.asking(state, asked), seats=asked)

    def asking(self, state: S, asked: Sequence[Seat]) -> Text:  # noqa: ARG002 - words for any game
        """The public line that says whom the table waits for, and why."""
        return say("Waiting for {who}.", who=seats(asked))

    @abstractmethod
    def prompt(self, view: V) -> Prompt | None:
        """The viewer's question, or None; worked out from the view alone."""

    def premove(self, view: V) -> Prompt | None:  # noqa: ARG002 - no game need offer one
        """The form that the viewer may fill in before being asked, or None; from the view alone.

        None while the viewer is asked something. The filled form is played when the question with
        the same `about` comes, if the move is legal then; so it may offer moves that turn out to be
        impossible. Its `on_timeout` is never used.
        """
        return None

    def check(self, view: V, move: M) -> Text | None:
        """Why the viewer may not make this move; None if it is legal.

        The prompt knows, so override this only for speed: words for the player are its `blocked`.
        """
        prompt = self.prompt(view)
        return answer.refusal(prompt, move.model_dump(mode="json")) if prompt else answer.NOT_NOW

    @abstractmethod
    def advance(self, state: S, seat: Seat, move: M, /) -> list[Event]:
        """Make a checked move and run on to the next decision; mutates `state`."""

    def moves(self, state: S, seat: Seat) -> Iterator[M]:
        """Every legal move, the same as the forms give. Override where bots ask for it often."""
        prompt = self.prompt(self.view(state, seat))
        if prompt is not None:
            for form in answer.forms(prompt):
                yield self.move.validate_python(form)

    def standing(self, state: S) -> Standing:
        """Points so far: the state's `points`."""
        scored: Any = state
        return Standing(points=tuple(scored.points))

    def result(self, state: S) -> Result | None:
        """Ranking, points and the reason; None while the match runs.

        The most points win, unless the game overrides this.
        """
        if self.awaited(state):
            return None
        points = self.standing(state).points
        ranking = ranked(points)
        won = headline(ranking, [points_lead(points)]) if len(points) > 1 else None
        return Result(ranking=ranking, points=points, reason=self.ending(state), headline=won)

    def ending(self, state: S) -> Text:  # noqa: ARG002 - words for any game
        """Why the match is over."""
        return say("All rounds have been played.")

    def tableau(self, view: V) -> Tableau:
        """The table as this viewer sees it, with its headline and the mark of the seats awaited."""
        table, awaiting = self.table(view), view.awaiting
        seats = [
            replace(panel, marks=(Mark.TURN, *panel.marks))
            if panel.seat in awaiting.seats
            else panel
            for panel in table.seats
        ]
        known = {"game": self.info.key, "title": self.info.title, "viewer": view.viewer}
        return table.model_copy(update=known | {"headline": awaiting.text, "seats": tuple(seats)})

    @abstractmethod
    def table(self, view: V) -> Tableau:
        """The things on the table as this viewer sees them, as data for pictures and texts."""

    def determinize(self, view: V, memory: Memory, rng: Rng, /) -> S:  # noqa: ARG002 - zones need none
        """Draw a whole state that fits this view and this memory.

        Every fitting state is as likely as the deal makes it; others' sealed answers are drawn from
        all they could have given. An empty memory adds nothing to what the view tells. Override
        where more is hidden than things that lie face down in zones, and sealed answers.
        """
        chance = rng.branch("imagined")
        state = imagine(self.state, view, rng=chance, **deal(view, self.things, rng))
        sealed = [name for name, audience in zones(type(view)).items() if audience.is_sealed]
        if sealed:
            asked = [seat for seat in sorted(self.awaited(state)) if seat != view.viewer]
            given = [seat for seat in asked if seat not in view.awaiting.seats]
            if not view.awaiting.seats:
                mine = view.viewer is not None and any(
                    getattr(view, name)[view.viewer] is not None for name in sealed
                )
                given = rng.sample(asked, (view.awaiting.answered or 0) - mine)
            self.seal(state, sealed, given, rng)
        return state

    def seal(self, state: S, fields: Sequence[str], seats: Iterable[Seat], rng: Rng) -> None:
        """Draw answers that these seats could have given, into the sealed fields of a state."""
        draft = self.clone(state)
        for number in seats:
            prompt = self.prompt(self.view(draft, number))
            assert prompt is not None, f"seat {number} is asked"
            self.advance(draft, number, read_move(self, prompt, answer.random_form(prompt, rng)))
        for name in fields:
            setattr(state, name, getattr(draft, name))

    def policy(self, view: V, memory: Memory, level: Level, rng: Rng, /) -> M:
        """Choose a bot's move; an easy one makes a beginner's mistakes on purpose."""
        slip = self.slip(view, rng) if level is Level.EASY else None
        return slip or self.decide(view, memory, level, rng)

    @abstractmethod
    def decide(self, view: V, memory: Memory, level: Level, rng: Rng, /) -> M:
        """Choose a move by rules of thumb, from the view and what the seat remembers.

        Hard may take longer than normal, because it runs in a worker process; `core.search`
        compares its move with others by playouts.
        """

    def candidates(self, view: V, memory: Memory, rng: Rng) -> Iterable[M]:  # noqa: ARG002 - forms need no memory
        """Return the moves that the hard level searches: every form, unless there are too many."""
        prompt, moves = self.prompt(view), list[M]()
        if prompt is None:
            return ()
        for _ in range(3 * SEARCHED):
            move = read_move(self, prompt, answer.random_form(prompt, rng))
            moves += [] if move in moves else [move]
            if len(moves) == SEARCHED:
                break
        return moves

    def slip(self, view: V, rng: Rng) -> M | None:
        """Return a beginner's thoughtless move every second time: any legal form.

        So easy means the same in every game: a person who answers as many questions at random is
        as strong.
        """
        prompt = self.prompt(view)
        if prompt is None or rng.below(2):
            return None
        return read_move(self, prompt, answer.random_form(prompt, rng))

    def reply(self, state: S, seat: Seat, level: Level, rng: Rng) -> M:
        """Return a seat's move in a playout; override where building a view takes too long."""
        return self.policy(self.view(state, seat), NO_MEMORY, level, rng)

    def chapter(self, state: S) -> int:  # noqa: ARG002 - a short match is one chapter
        """Number the part of the match (a hand, a round) that a playout finishes."""
        return 0

    def outlook(self, state: S) -> Sequence[float]:
        """Guess each seat's chance to win, between two chapters."""
        points = self.standing(state).points
        return [1 / len(points)] * len(points)

    def luck(self, events: Iterable[Event]) -> dict[Seat, Luck]:  # noqa: ARG002 - nothing to count
        """Count what chance gave each seat in a match, from all its events; only with `info.luck`.

        Most games have none: where more is not better, or players also choose what they get, a
        number would not measure luck.
        """
        return {}

    def parts(self, events: Iterable[Event]) -> list[dict[Seat, int]]:  # noqa: ARG002 - see below
        """What each part of a round brought whom, from the events; only with `info.round_parts`."""
        return []

    def rule(self, view: V) -> int:  # noqa: ARG002 - a game of one rule need not look
        """The number of the rule in RULES.md that applies to the viewer now."""
        return 1

    def reason(self, view: V, move: M) -> Text | None:  # noqa: ARG002 - no game need teach
        """Why a bot would make this move, for learners; from the view alone."""
        return None

    def upgrade(self, saved: dict[str, Any], version: int) -> dict[str, Any]:
        """Bring a state, move, event or option set of an older version up to date.

        `saved` holds it under the key of its kind ("state", "move", "event" or "options").
        """
        if version != self.info.state_version:
            raise errors.UnknownVersionError(f"{self.info.key} knows no version {version}")
        return saved


SEARCHED = 24
"""The most moves the hard level searches."""

AnyGame = Game[Any, Any, Any, Any]

NOTHING: Mapping[str, Any] = MappingProxyType({})
"""An empty form."""


def apply(game: Game[S, M, V, O], state: S, seat: Seat, move: M) -> Step[S]:
    """Make a player's move.

    Raises NotYourTurnError when the seat may not act, and IllegalMoveError when the move is not
    legal. A filled form needs no check of its move: see `apply_form`.
    """
    if seat not in game.to_act(state):
        raise errors.NotYourTurnError(seat)
    why_not = game.check(game.view(state, seat), move)
    if why_not is not None:
        raise errors.IllegalMoveError(why_not)
    return _advanced(game, state, seat, move)


def apply_form(
    game: Game[S, M, V, O], state: S, seat: Seat, prompt: Prompt, form: Form
) -> tuple[M, Step[S]]:
    """Make the move of a filled form; return it with the step.

    `prompt` is what the seat is asked in this state. Raises InvalidMoveError if it does not offer
    the form.
    """
    move = read_move(game, prompt, form)
    return move, _advanced(game, state, seat, move)


def apply_timeout(
    game: Game[S, M, V, O], state: S, seat: Seat, begun: Mapping[str, Any] = NOTHING
) -> tuple[M, Step[S]]:
    """Make the move that the rules make for an absent player; return it with the step.

    `begun` holds what the player had filled in, by slot. Passing the returned move's fields gives
    the same move again. Raises NotYourTurnError when the seat is not asked anything.
    """
    prompt = game.prompt(game.view(state, seat))
    if prompt is None:
        raise errors.NotYourTurnError(seat)
    move = game.move.validate_python(answer.timeout_form(prompt, begun))
    return move, _advanced(game, state, seat, move)


def _advanced(game: Game[S, M, V, O], state: S, seat: Seat, move: M) -> Step[S]:
    draft = game.clone(state)
    events = game.advance(draft, seat, move)
    return Step(draft, tuple(events))


def read_move(game: Game[S, M, V, O], prompt: Prompt, form: Form) -> M:
    """Turn a filled form into a move; raises InvalidMoveError if no form of ours yields it."""
    tidy = answer.tidy_form(prompt, form)
    try:
        return game.move.validate_python(tidy)
    except ValueError as error:
        raise errors.InvalidMoveError(
            f"a form of the action {tidy['kind']!r} does not make a move"
        ) from error
