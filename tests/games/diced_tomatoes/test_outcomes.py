"""Sentences about placements and about the end are true."""

from dataclasses import dataclass
from typing import Any

import pytest

from games.core.event import Event
from games.core.game import apply
from games.core.text import Reader, Text, say, speak
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.questions.outcomes import place_choice
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules.dice import FACE, Die
from games.diced_tomatoes.rules.events import BitsEarned, KarmaEarned, VineHarvested
from games.diced_tomatoes.rules.legal import is_solo, places
from games.diced_tomatoes.rules.moves import PLACES
from games.diced_tomatoes.rules.notation import dice, position
from games.diced_tomatoes.rules.scoring import slot_points
from games.diced_tomatoes.rules.state import State
from games.diced_tomatoes.rules.vines import RIPEST, VINES, owner_of, worth
from tests.games.diced_tomatoes.support.positions import play
from tests.games.diced_tomatoes.support.sentences import TABLES, moments, number, of
from tests.games.reason_claims import untrue

READER = Reader(("Ana", "Ben", "Chen"))
RISKY: dict[str, Any] = {"risky": True}
BITS: dict[str, Any] = {"karma_overload": True}


@dataclass(frozen=True)
class Placing:
    """A possible placement, and its events."""

    view: DicedView
    die: Die
    vine: int
    events: tuple[Event, ...]

    @property
    def own(self) -> bool:
        return owner_of(self.vine) == self.view.turn

    @property
    def owner(self) -> int:
        return owner_of(self.vine)

    @property
    def held(self) -> tuple[Die, ...]:
        return self.view.vines[self.vine]

    @property
    def before(self) -> int:
        return worth(self.held, self.view.flipped[self.vine])

    @property
    def after(self) -> int:
        return worth((*self.held, self.die), self.view.flipped[self.vine])

    @property
    def harvest(self) -> VineHarvested | None:
        return next((e for e in self.events if isinstance(e, VineHarvested)), None)

    @property
    def earned(self) -> KarmaEarned | None:
        return next((e for e in self.events if isinstance(e, KarmaEarned)), None)

    @property
    def bits(self) -> BitsEarned | None:
        return next((e for e in self.events if isinstance(e, BitsEarned)), None)

    def counts(self, score: int) -> int:
        """Return how many points this score is worth in the owner's next slot."""
        slot = len(self.view.tracks[self.owner]) + 1
        return slot_points(self.view.options, score, slot)


def planted(what: Placing, text: Text) -> bool:
    return not what.held and number(text, "worth") == what.after == FACE[what.die]


def grown(what: Placing, text: Text) -> bool:
    texts = number(text, "n"), number(text, "worth")
    sound = what.harvest is None and 1 <= what.after <= RIPEST
    return sound and texts == (len(what.held) + 1, what.after)


def harvested(what: Placing, text: Text) -> bool:
    result = what.harvest
    if result is None or number(text, "slot") != result.slot or is_solo(what.view):
        return False
    return number(text, "points") == what.counts(result.score) == result.points


def harvested_alone(what: Placing, text: Text) -> bool:
    result = what.harvest
    if result is None or not is_solo(what.view):
        return False
    return (number(text, "worth"), number(text, "slot")) == (result.score, result.slot)


def is_match(what: Placing) -> bool:
    return what.harvest is not None and what.harvest.score == what.harvest.slot


def differs(what: Placing, by: int) -> bool:
    """Return whether the die's colour changes the harvest's points by this number."""
    can_ripen = 1 <= what.before <= RIPEST and what.harvest is not None
    return (
        can_ripen
        and not is_solo(what.view)
        and what.counts(what.after) == what.counts(what.before) + by
    )


def lost(what: Placing, text: Text, *, ripe: bool) -> bool:
    ends = what.after > RIPEST if ripe else what.after <= 0
    return what.harvest is None and ends and number(text, "worth") == what.after


HINTS = {
    "You plant a vine worth {worth}.": lambda p, t: planted(p, t) and p.own,
    "You plant a vine worth {worth} for {who}.": lambda p, t: planted(p, t) and of(t) == p.owner,
    "Your vine grows to {n} of {full} dice, worth {worth}.": lambda p, t: grown(p, t) and p.own,
    "{who}'s vine grows to {n} of {full} dice, worth {worth}.": (
        lambda p, t: grown(p, t) and of(t) == p.owner and not p.own
    ),
    "That is 1 less than before.": lambda p, t: p.after == p.before - 1,
    "That is 1 more than before.": lambda p, t: p.after == p.before + 1,
    "You harvest {points} in slot {slot} (matched).": (
        lambda p, t: harvested(p, t) and p.own and is_match(p)
    ),
    "You harvest {points} in slot {slot}.": (
        lambda p, t: harvested(p, t) and p.own and not is_match(p)
    ),
    "{who} harvests {points} in slot {slot} (matched).": (
        lambda p, t: harvested(p, t) and of(t) == p.owner and is_match(p)
    ),
    "{who} harvests {points} in slot {slot}.": (
        lambda p, t: harvested(p, t) and of(t) == p.owner and not is_match(p)
    ),
    "You harvest a vine worth {worth} in slot {slot} (matched).": (
        lambda p, t: harvested_alone(p, t) and is_match(p)
    ),
    "You harvest a vine worth {worth} in slot {slot} (not matched).": (
        lambda p, t: harvested_alone(p, t) and not is_match(p)
    ),
    "The die costs you {points}.": lambda p, t: differs(p, -number(t, "points")) and p.own,
    "The die costs {who} {points}.": (
        lambda p, t: differs(p, -number(t, "points")) and of(t) == p.owner
    ),
    "The die brings you {points} more.": lambda p, t: differs(p, number(t, "points")) and p.own,
    "The die brings {who} {points} more.": (
        lambda p, t: differs(p, number(t, "points")) and of(t) == p.owner
    ),
    "Your vine becomes overripe at {worth}; you lose it when the turn ends.": (
        lambda p, t: lost(p, t, ripe=True) and p.own
    ),
    "{who}'s vine becomes overripe at {worth} and is lost when the turn ends.": (
        lambda p, t: lost(p, t, ripe=True) and of(t) == p.owner
    ),
    "The vine will be worth {worth}; you may clear it when the turn ends.": (
        lambda p, t: lost(p, t, ripe=False) and p.view.options.zero_vines == "choice"
    ),
    "Your vine will be worth {worth}; you lose it when the turn ends.": (
        lambda p, t: lost(p, t, ripe=False) and p.own
    ),
    "{who}'s vine will be worth {worth} and is lost when the turn ends.": (
        lambda p, t: lost(p, t, ripe=False) and of(t) == p.owner
    ),
    "You earn {gained} karma.": (
        lambda p, t: (
            p.earned is not None and (p.earned.gained, p.earned.lost) == (number(t, "gained"), 0)
        )
    ),
    "You earn only {gained} karma (limit reached).": (
        lambda p, t: (
            p.earned is not None and p.earned.gained == number(t, "gained") and p.earned.lost > 0
        )
    ),
    "That's your third karma bit.": lambda p, t: p.bits is not None and p.bits.bits == 0,
    "{n} of {all} karma bits.": lambda p, t: p.bits is not None and p.bits.bits == number(t, "n"),
}
"""The claim of each sentence in a hint about a placement."""


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_hints_of_placements_are_true(seats: int, options: dict[str, Any]) -> None:
    """Every sentence in the hint of a place is true after the die is put there."""
    text = 0
    for state, _ in moments(seats, options):
        view = DICED_TOMATOES.view(state, state.turn)
        for die, vines in places(view).items():
            for vine in vines:
                hint = place_choice(view, die, vine).hint
                assert hint is not None
                step = apply(DICED_TOMATOES, state, state.turn, PLACES[die][vine])
                what = Placing(view, die, vine, step.events)
                assert untrue(HINTS, hint, what) == [], (view, VINES[vine], die)
                text += 1
    assert text > 100


PLACEMENTS: list[tuple[State, str, int, str]] = [
    # A third bit becomes karma before the harvest, so only 5 of the 6 are within the limit.
    (position(["", "6 6 6"], "6", karma=[6, 0], bits=[2, 0], **RISKY, **BITS), "6", 3,
     ("Ben harvests 6 points in slot 1. You earn only 5 karma (limit reached). "
     "That's your third karma bit.")),
    # A black die that makes a match brings points; one that prevents a match costs more than 1.
    (position(["", "4 4 4"], "b4", tracks=[[], [1, 2]], **RISKY), "b4", 3,
     ("Ben harvests 6 points in slot 3 (matched). The die brings Ben 2 points more. "
     "You earn 3 karma.")),
    (position(["", "4 4 4"], "b4", tracks=[[], [1, 2, 3]], **RISKY), "b4", 3,
     "Ben harvests 3 points in slot 4. The die costs Ben 3 points. You earn 3 karma."),
    (position(["4 4 4", ""], "b4"), "b4", 0,
     "You harvest 3 points in slot 1. The die costs you 1 point."),
    (position(["", "4 4"], "b4"), "b4", 3,
     "Ben's vine grows to 3 of 4 dice, worth 3. That is 1 less than before."),
    # With one seat a match is one point, whatever matched slots count at other tables.
    (position(["6 6 6"], "6", tracks=[[1, 2, 3, 4, 5]], karma=0, **RISKY), "6", 0,
     "You harvest a vine worth 6 in slot 6 (matched). You earn 6 karma."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "die", "vine", "text"), PLACEMENTS, ids=lambda name: str(name)[:60]
)
def test_what_a_placement_brings(state: State, die: str, vine: int, text: str) -> None:
    """The hint of a placement says what it brings, to whom, and what it costs."""
    view = DICED_TOMATOES.view(state, state.turn)
    hint = place_choice(view, dice(die)[0], vine).hint
    assert hint is not None
    assert speak(hint, READER) == text


def test_alone_a_match_is_told_as_one_point() -> None:
    """With one seat, events name no points."""
    state = position(["2 2 2"], "2", tracks=[[1]], karma=0, **RISKY)
    step = play(state, "place 2 1.1")
    texts = [speak(event.text(), READER) for event in step.events]
    assert "Ana harvests vine 1 for 2 in slot 2 (matched)." in texts
    table = DICED_TOMATOES.tableau(DICED_TOMATOES.view(step.state, 0))
    assert table.last is not None
    assert table.last.own == say("You matched slot {slot}", slot=2)


ENDS = [
    # The last player ends the eighth round, in which somebody has six tomatoes.
    (position(["", ""], "", turn=1, finisher=0, turns=15), "end_turn", 8),
    # The bushel is empty before a ninth round starts.
    (position(["", ""], "", turn=1, turns=15, bushel=[0, 0, 0]), "end_turn", 8),
    # The bushel is empty in the middle of the ninth round.
    (position(["", ""], "", turn=0, turns=16, bushel=[0, 0, 0]), "end_turn", 9),
    # With one seat: after the sixth harvest, and without any dice.
    (position(["6 6 6"], "6", turns=7, tracks=[[1, 2, 3, 4, 5]]), "place 6 1.1", 8),
    (position([""], "", turns=7, bushel=[0, 0, 0]), "end_turn", 8),
]


@pytest.mark.parametrize(("state", "move", "number"), ENDS, ids=lambda name: str(name)[:40])
def test_the_end_shows_the_round_that_was_played(state: State, move: str, number: int) -> None:
    """At the end the table shows the round of the last turn, not one that never started."""
    before = DICED_TOMATOES.view(state, None)
    after = DICED_TOMATOES.view(play(state, move).state, None)
    assert after.stage.value == "end"
    assert (before.round, after.round) == (number, number)
