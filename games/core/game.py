"""The protocol every game speaks: rules as pure functions over a state, seen through views.

Draft and step: `apply` never changes what it is given. It checks, clones once and hands the draft
to the game's `advance`, which may mutate it, so that rules read like the rule book. What a player
can be asked or refused is worked out from the view, so it cannot tell more than the view does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import TypeAdapter

from games.core.ai.memory import NO_MEMORY, Level, Memory
from games.core.answer import forms, random_form, tidy_form, timeout_form
from games.core.errors import (
    IllegalMoveError,
    InvalidMoveError,
    NotYourTurnError,
    UnknownVersionError,
)
from games.core.event import Event
from games.core.options import Options
from games.core.prompt import Form, Move, Prompt
from games.core.rng import Rng
from games.core.tableau import Tableau
from games.core.text import Text, say, say_many, seat, seats
from games.core.values import Frozen, Luck, Seat


class GameInfo(Frozen):
    """What a lobby needs to know of a game."""

    key: str
    title: Text
    tagline: Text
    """One line that says what one does in it."""
    seats: tuple[int, int]
    """Least and most."""
    minutes: tuple[int, int]
    """How long a match of the default options lasts, least and most."""
    state_version: int
    emoji: str = "🍅"
    simultaneous: bool = False
    """True where most decisions are taken by all at once."""
    playouts: int = 200
    """How many playouts the hard level makes for a decision, well below a second of them.

    0 where search has not proved stronger: the hard level then follows the rules of thumb.
    """
    luck: Text | None = None
    """What `Game.luck` adds up ("Pips rolled"); None where chance cannot be counted sensibly."""


class Awaiting(Frozen):
    """Whom the table waits for, of one viewer's knowledge alone."""

    text: Text
    """The public line ("Ana to bid"); every prompt's `waiting` equals the watcher's text."""
    seats: tuple[Seat, ...] = ()
    """The seats that may be named; empty where who has chosen is a secret."""
    answered: int | None = None
    """How many have answered, of `of`, where only that is public."""
    of: int | None = None


class View(Frozen):
    """What one viewer may look at now; every game adds its own fields, built up one by one."""

    viewer: Seat | None
    awaiting: Awaiting


class Standing(Frozen):
    """Points so far, by seat."""

    points: tuple[int, ...]
    told: tuple[Text, ...] = ()
    """What each seat has come to, by seat, where the game does not call it points."""


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
    """Who won and by how much, in one sentence."""


def in_words(points: int) -> Text:
    """A number of points, for a game that has no other word for them."""
    return say_many("{n} point", "{n} points", points)


Lead = tuple[Sequence[int], Callable[[Seat, int], Text]]
"""A count by seat that may decide a match, and the sentence for a winner with so large a lead."""


def points_lead(points: Sequence[int]) -> Lead:
    """The lead in points."""
    return points, lambda winner, lead: say_many(
        "{who} wins by {n} point.", "{who} wins by {n} points.", lead, who=seat(winner)
    )


def headline(ranking: Sequence[Sequence[Seat]], leads: Iterable[Lead]) -> Text:
    """Say who won, and by how much in the first of these counts that decided it."""
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
    options: type[O]

    @abstractmethod
    def setup(self, seats: int, options: O, rng: Rng) -> Step[S]:
        """Deal a new match; draws for the dealer and first cards are events too."""

    @abstractmethod
    def awaited(self, state: S) -> frozenset[Seat]:
        """Who owes a decision; several at once; empty when the match is over."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Who may answer now: the awaited, and who may still change an answer."""
        return self.awaited(state)

    @abstractmethod
    def clone(self, state: S) -> S:
        """A copy that shares nothing mutable, written by hand for speed."""

    @abstractmethod
    def view(self, state: S, viewer: Seat | None) -> V:
        """What this seat may look at now; None is somebody watching."""

    @abstractmethod
    def prompt(self, view: V) -> Prompt | None:
        """The question put to the viewer, or None; worked out from the view alone."""

    def premove(self, view: V) -> Prompt | None:  # noqa: ARG002 - no game need offer one
        """The form that the viewer may fill in before being asked, or None; from the view alone.

        None while the viewer is asked something. A filled form is a move, made once the question
        with the same `about` is asked, if it is legal then; so it may offer what turns out not to
        be possible. Its `on_timeout` is never used.
        """
        return None

    @abstractmethod
    def check(self, view: V, move: M) -> Text | None:
        """Why the viewer may not make this move, in the player's words; None when it is legal."""

    @abstractmethod
    def advance(self, state: S, seat: Seat, move: M) -> list[Event]:
        """Make a checked move and run on to the next decision; changes `state`."""

    def moves(self, state: S, seat: Seat) -> Iterator[M]:
        """Every legal move; equal to the forms. Override where search needs it fast."""
        prompt = self.prompt(self.view(state, seat))
        if prompt is not None:
            for form in forms(prompt):
                yield self.move.validate_python(form)

    @abstractmethod
    def standing(self, state: S) -> Standing:
        """Points so far."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Ranking, points and the reason; None while the match goes on."""

    @abstractmethod
    def tableau(self, view: V) -> Tableau:
        """The table as this viewer sees it, without a picture."""

    @abstractmethod
    def determinize(self, view: V, memory: Memory, rng: Rng) -> S:
        """Draw a whole state that fits this view and this memory.

        Every state that fits is as likely as the deal makes it; sealed answers of others are drawn
        from all that they could have given. A memory without steps leaves out what it would tell.
        """

    @abstractmethod
    def policy(self, view: V, memory: Memory, level: Level, rng: Rng) -> M:
        """Choose a move by rules of thumb, from the view and what the seat remembers.

        Easy makes a beginner's mistakes on purpose. Hard is asked here only where `core.search`
        has no time or no worker, and plays as normal does.
        """

    def candidates(self, view: V, rng: Rng) -> Iterable[M]:
        """Return the moves that the hard level searches; every form, unless they are too many."""
        prompt, found = self.prompt(view), list[M]()
        if prompt is None:
            return ()
        for _ in range(3 * SEARCHED):
            move = read_move(self, prompt, random_form(prompt, rng))
            found += [] if move in found else [move]
            if len(found) == SEARCHED:
                break
        return found

    def slip(self, view: V, rng: Rng) -> M | None:
        """Return a beginner's thoughtless move, one time in three: any that a form yields."""
        prompt = self.prompt(view)
        if prompt is None or rng.below(3):
            return None
        return read_move(self, prompt, random_form(prompt, rng))

    def reply(self, state: S, seat: Seat, level: Level, rng: Rng) -> M:
        """Return what a seat plays in a playout; override where building a view takes too long."""
        return self.policy(self.view(state, seat), NO_MEMORY, level, rng)

    def chapter(self, state: S) -> int:  # noqa: ARG002 - a short match is one chapter
        """Number the part of the match (a hand, a round) that a playout runs to the end of."""
        return 0

    def outlook(self, state: S) -> Sequence[float]:
        """Guess every seat's chance to win, between two chapters."""
        points = self.standing(state).points
        return [1 / len(points)] * len(points)

    def luck(self, events: Iterable[Event]) -> dict[Seat, Luck]:  # noqa: ARG002 - nothing to count
        """What chance gave each seat in a match, told from all its events; only with `info.luck`.

        Most games have none: where more is not better, or where what one gets is also chosen, a
        number would say something else than luck.
        """
        return {}

    def rule(self, view: V) -> int:  # noqa: ARG002 - a game of one rule need not look
        """The number of the rule in RULES.md that the viewer's moment comes under."""
        return 1

    def reason(self, view: V, move: M) -> Text | None:  # noqa: ARG002 - no game need teach
        """Why a mind would make this move, for who learns; from the view alone."""
        return None

    def upgrade(self, saved: dict[str, Any], version: int) -> dict[str, Any]:
        """Bring a state, move, event or option set of an older version up to date.

        `saved` holds it under the key of its kind ("state", "move", "event" or "options").
        """
        if version != self.info.state_version:
            raise UnknownVersionError(f"{self.info.key} knows no version {version}")
        return saved


SEARCHED = 24
"""How many moves the hard level searches at most."""

AnyGame = Game[Any, Any, Any, Any]

NOTHING: Mapping[str, Any] = MappingProxyType({})
"""A form of which nothing is filled in."""


def apply(game: Game[S, M, V, O], state: S, seat: Seat, move: M) -> Step[S]:
    """Make a player's move.

    Raises NotYourTurnError when the seat may not act, IllegalMoveError with the player's sentence
    when the move is not legal.
    """
    if seat not in game.to_act(state):
        raise NotYourTurnError(seat)
    why_not = game.check(game.view(state, seat), move)
    if why_not is not None:
        raise IllegalMoveError(why_not)
    return _advanced(game, state, seat, move)


def apply_timeout(
    game: Game[S, M, V, O], state: S, seat: Seat, begun: Mapping[str, Any] = NOTHING
) -> tuple[M, Step[S]]:
    """Make the move that the rules make for an absent player; returns it with the step.

    `begun` holds what the player had filled in, by slot. The fields of the move itself give the
    same move again. Raises NotYourTurnError when nothing is asked of the seat.
    """
    prompt = game.prompt(game.view(state, seat))
    if prompt is None:
        raise NotYourTurnError(seat)
    move = game.move.validate_python(timeout_form(prompt, begun))
    return move, _advanced(game, state, seat, move)


def _advanced(game: Game[S, M, V, O], state: S, seat: Seat, move: M) -> Step[S]:
    draft = game.clone(state)
    events = game.advance(draft, seat, move)
    return Step(draft, tuple(events))


def read_move(game: Game[S, M, V, O], prompt: Prompt, form: Form) -> M:
    """Turn a filled form into a move; raises InvalidMoveError for what no form of ours yields."""
    tidy = tidy_form(prompt, form)
    try:
        return game.move.validate_python(tidy)
    except ValueError as error:
        raise InvalidMoveError(f"{prompt.action(tidy['kind'])} does not fit its move") from error
