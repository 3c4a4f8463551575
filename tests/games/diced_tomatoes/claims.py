"""What each reason for a move of Diced Tomatoes claims."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.core.game import Step, apply
from games.core.rng import Rng
from games.core.text import Text
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.ai.policy import gain, karma_gain
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules.dice import HANDFULS, RED, Die
from games.diced_tomatoes.rules.events import BitsEarned, KarmaEarned
from games.diced_tomatoes.rules.legal import acceptance, draws, places, zero_vines
from games.diced_tomatoes.rules.notation import position
from games.diced_tomatoes.rules.scoring import slot_points
from games.diced_tomatoes.rules.state import NOBODY, State
from games.diced_tomatoes.rules.vines import RIPEST, VINE_AT, is_ripe, owner_of, worth
from tests.games.diced_tomatoes.support.sentences import number, of
from tests.games.reason_claims import Explained, claims_about


class Facts:
    """A move in a view and a sentence about it, with what the sentence may mention."""

    def __init__(self, explained: Explained, text: Text) -> None:
        self.view: DicedView = explained.view
        self.move: Any = explained.move
        self.text, self._explained = text, explained

    @property
    def step(self) -> Step[State]:
        return self._explained.step

    @property
    def vine(self) -> int:
        return VINE_AT[self.move.vine]

    @property
    def is_mine(self) -> bool:
        return owner_of(self.vine) == self.view.turn

    def names_owner(self) -> bool:
        return of(self.text) == owner_of(self.vine) != self.view.turn

    def value(self, *, before: bool = False) -> int:
        held = self.view.vines[self.vine]
        dice = held if before else (*held, self.move.die)
        return worth(dice, self.view.flipped[self.vine])

    def completes(self) -> bool:
        held = self.view.vines[self.vine]
        return is_ripe((*held, self.move.die), self.view.flipped[self.vine])

    def spoils(self) -> bool:
        """Return whether the die makes a vine that could be harvested impossible to harvest."""
        held = self.view.vines[self.vine]
        was_sound = not held or 1 <= self.value(before=True) <= RIPEST
        return was_sound and not 1 <= self.value() <= RIPEST

    def gain(self) -> float:
        return gain(self.view, self.move.die, self.vine)

    def best(self) -> float:
        result = places(self.view).items()
        return max(gain(self.view, die, vine) for die, vines in result for vine in vines)

    def pays(self) -> bool:
        return karma_gain(self.view, self.move) > 0

    def earns(self) -> int:
        return sum(event.gained for event in self.step.events if isinstance(event, KarmaEarned))

    def karma_before_harvest(self) -> int:
        """Return the player's karma with what the die's own karma bit turned into."""
        events = self.step.events
        bits = sum(event.karma for event in events if isinstance(event, BitsEarned))
        return self.view.karma[self.view.turn] + bits

    @property
    def slot(self) -> int:
        return len(self.view.tracks[owner_of(self.vine)]) + 1

    def points(self) -> int:
        return slot_points(self.view.options, self.value(), self.slot)

    def has_place(self) -> bool:
        return is_accepted(self.view, self.move.die)

    def will_have_place(self) -> bool:
        """Return whether the die that karma makes has a place."""
        after = self.step.state
        (new,) = Counter(after.hand) - Counter(self.view.hand)
        return is_accepted(DICED_TOMATOES.view(after, self.view.turn), new)

    def clears(self) -> list[int]:
        return [VINE_AT[vine] for vine in self.move.vines]

    def counts_at_the_end(self, vine: int) -> bool:
        """Return whether the match's final score would differ without this vine, or could."""
        return len(self.view.vines[vine]) == 3 or self.view.options.risky

    def acts_again(self) -> Iterator[bool]:
        """Play on at random, and yield for each later move whether this seat made it."""
        rng, state = Rng("to the end"), self.step.state
        while DICED_TOMATOES.awaited(state):
            yield state.turn == self.view.turn
            moves = [m for m in DICED_TOMATOES.moves(state, state.turn) if m.kind != "take_back"]
            state = apply(DICED_TOMATOES, state, state.turn, rng.choice(moves)).state


def is_accepted(view: DicedView, die: Die) -> bool:
    return any(die in acceptance(view, vine) for vine in range(len(view.vines)))


CLAIMS = claims_about(
    Facts,
    {
        "Only red dice can be planted, so take as many of them as you can.": (
            lambda f: HANDFULS[f.move.dice][RED] == max(HANDFULS[w][RED] for w in draws(f.view))
        ),
        "*Clean* and *Flip* can wait until you have seen your dice.": (
            lambda f: bool(f.step.state.hand) and f.step.state.turn == f.view.turn
        ),
        "The die has no place, and karma over {most} would be lost when the turn ends.": (
            lambda f: (
                not f.has_place()
                and f.view.karma[f.view.turn] > number(f.text, "most")
                and number(f.text, "most") == f.view.options.karma_between_turns
            )
        ),
        "None of your remaining dice has a place.": (
            lambda f: bool(f.view.hand) and not any(places(f.view).values())
        ),
        "All your dice are placed.": lambda f: not f.view.hand,
        "A worthless vine only takes up one of your places.": (
            lambda f: all(
                owner_of(vine) == f.view.turn and vine in zero_vines(f.view) for vine in f.clears()
            )
        ),
        "Unfinished vines can still score for others at the end.": (
            lambda f: all(
                owner_of(vine) != f.view.turn and f.counts_at_the_end(vine) for vine in f.clears()
            )
        ),
        "The vines worth nothing belong to others, and take up their places.": (
            lambda f: all(owner_of(vine) != f.view.turn for vine in zero_vines(f.view))
        ),
        "This is your last turn, so an empty place is of no use to you.": (
            lambda f: f.view.finisher != NOBODY and not any(f.acts_again())
        ),
        "A bot estimates that this costs {who} more than it costs you.": (
            lambda f: f.names_owner() and f.pays()
        ),
        "A bot estimates that flipping the seed gains more than the karma is worth.": (
            lambda f: f.move.kind == "flip" and f.is_mine and f.pays()
        ),
        "The die has no place as it is, but will have one once it's turned.": (
            lambda f: not f.has_place() and f.will_have_place()
        ),
        "A bot estimates that the turned die gains more than the karma is worth.": (
            lambda f: f.has_place() and f.pays()
        ),
        "That vine could not have been harvested as it was either.": (
            lambda f: not 1 <= f.value(before=True) <= RIPEST
        ),
        "It spoils your vine, but by a bot's estimate no other place is better.": (
            lambda f: f.spoils() and f.is_mine and f.gain() == f.best()
        ),
        "It spoils the vine of {who}.": lambda f: f.spoils() and f.names_owner(),
        "A bot estimates that no place gains you anything, and that the die costs least here.": (
            lambda f: f.gain() == f.best() <= 0
        ),
        "A bot estimates that the die gains you most here, in your own garden.": (
            lambda f: f.gain() == f.best() > 0 and f.is_mine
        ),
        "A bot estimates that the die gains you most here, though the vine isn't yours.": (
            lambda f: f.gain() == f.best() > 0 and not f.is_mine
        ),
        "It completes a vine that matches slot {slot}.": (
            lambda f: (
                f.completes()
                and f.value() == number(f.text, "slot") == f.slot
                and f.view.seats == 1
            )
        ),
        "It completes a vine and fills slot {slot}.": (
            lambda f: (
                f.completes()
                and f.value() != number(f.text, "slot") == f.slot
                and f.view.seats == 1
            )
        ),
        "It completes your vine for {points}.": (
            lambda f: f.completes() and f.is_mine and number(f.text, "points") == f.points()
        ),
        "It completes the vine of {who}, and your karma is full.": (
            lambda f: (
                f.completes()
                and f.names_owner()
                and f.earns() == 0
                and f.karma_before_harvest() == f.view.options.karma_in_turn
            )
        ),
        "It completes the vine of {who}, and that brings you {n} karma.": (
            lambda f: f.completes() and f.names_owner() and f.earns() == number(f.text, "n") > 0
        ),
    },
)
"""The claim of each reason about the view, the move and its step."""

_FULL = "6 6 6 / 6 6 6 / 6 6 6"
_ENDING: dict[str, Any] = {"stage": "clear", "tracks": [[], [1] * 6], "finisher": 1}
_SEEDS = ([1, 1], [1, 1], [1, 1, 1])
_FLIPPING: dict[str, Any] = {"stage": "draw", "karma": 6, "golden": True, "slot_bonus": "7"}
RARE = (
    position([_FULL, _FULL], "2", karma=9),
    position(["5 5", "3 3 3"], "3", tracks=[[1], [1]], karma=[12, 3]),
    position(["5 5", "3 3 3"], "3 3", karma=11, bits=[2, 0], karma_overload=True),
    position(["1 b1", "1 b1 1"], **_ENDING),
    position(["1 b1 1", "1 b1"], **_ENDING),
    position(["", "5 4 3"], stage="draw", karma_reach="any"),
    position(["", "", "6 / 2 3 b4 / 4 g4"], turn=2, tracks=_SEEDS, **_FLIPPING),
)
"""A die without a place, and karma that would be lost; a full karma track, also by
a third karma bit; two last turns.

Then another's vine to harm, and a seed worth flipping.
"""
