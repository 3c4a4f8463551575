"""Two matches that differ only in what one viewer may not know, played one after the other.

Both are real bots in their own playgrounds, with the same secret. Before each step, the second
world's state becomes a reshuffle of the first's. Then a player moves in each world, not necessarily
the same one, or time passes in both, so that the viewer's view stays the same. The viewer's and
public messages and the log must be identical to the last byte, edits included.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from bot.tables.domain import match_secrets
from data.records.matches import Match
from games.core.ai.memory import NO_MEMORY, Level
from games.core.game import AnyGame, apply, apply_timeout
from games.core.rng import Rng
from games.core.values import Seat
from tests.games.case import Case
from tests.games.paired_worlds import TRIES, Deed, forms_of, recent_actions
from tests.integration.support.world import History, Told, World

CLOCK = "live_1m"
"""The time control of tables with a clock."""
CALL, TIME_UP = 40_000, 60_000
"""Milliseconds until people are reminded, and until their timeout moves."""
BOTS_MOVE = 1_800
"""Milliseconds after which bots have moved."""


@dataclass(frozen=True)
class Scene:
    """One step of the first match, and the step of the second."""

    viewer: Seat | None
    moment: int
    match: Match = field(repr=False)
    """The state before the step."""
    history: History = field(repr=False)
    twin: object = field(repr=False)
    deed: Deed | None
    """None if time passes."""
    wait: int
    looking: bool
    told: Told = field(repr=False)
    """Everything the step sent in the first world."""
    seen: list[Any] = field(repr=False)
    """What the viewer and the public may see afterwards."""
    differs: bool
    """Whether the two worlds use different moves."""

    @property
    def kind(self) -> str:
        """Describe the step."""
        if self.deed is not None:
            return "other deeds" if self.differs else "same deeds"
        return {CALL: "calls", TIME_UP: "time-outs"}.get(self.wait, "bots")


async def first(world: World, case: Case, steps: int, look: int = 3) -> AsyncIterator[Scene]:
    """Play some steps of the first world, each for another viewer, who sometimes looks around."""
    rng, people = Rng(f"pairs of {case}"), sorted(world.people)
    for step in range(steps):
        state = await world.state()
        if not case.game.awaited(state):
            return
        viewer = (None, *people)[step % (len(people) + 1)]
        wait = _wait(world, case.game, state, step)
        scene = await scene_of(world, case, viewer, rng, wait=wait, looking=step % look == 0)
        if scene is not None:
            yield scene
        else:
            await go_on(world, case, rng)


async def go_on(world: World, case: Case, rng: Rng) -> None:
    """Let somebody move in this match only."""
    state = await world.state()
    seat = min(case.game.awaited(state) - world.idle)
    await world.do(Deed(seat, rng.choice(forms_of(case.game, state, seat))))


async def scene_of(
    world: World, case: Case, viewer: Seat | None, rng: Rng, *, wait: int, looking: bool
) -> Scene | None:
    """Do one step, or wait; None if every step would reveal the world to the viewer."""
    state = await world.state()
    match, _ = await world.env.bot.store.matches.load(world.match_id)
    history, moment = await world.history(), world.clock.now()
    if wait:
        deed, other = None, None
        twin = _Waiting(world, case, match, viewer, rng, wait).twin(state)
    else:
        result = recent_actions(case, state, viewer, rng, idle=world.idle)
        if result is None:
            return None
        twin, deed, other = result
    await world.become(state, match, history)
    text = await world.received(deed, wait, viewer, looking=looking)
    seen = await _seen(world, viewer)
    differs = deed != other
    return Scene(viewer, moment, match, history, twin, other, wait, looking, text, seen, differs)


async def second(world: World, scene: Scene) -> Told | None:
    """Return what a scene sends in the second match; None if the viewer may see a difference."""
    world.clock.moment = scene.moment
    await world.become(scene.twin, scene.match, scene.history)
    text = await world.received(scene.deed, scene.wait, scene.viewer, looking=scene.looking)
    return text if await _seen(world, scene.viewer) == scene.seen else None


def differing_channels(scene: Scene, report: Told) -> list[str]:
    """Return the channels in which the two worlds differ for the viewer; must be empty."""
    return [channel for channel, text in scene.told.items() if report[channel] != text]


async def _seen(world: World, viewer: Seat | None) -> list[Any]:
    state = await world.state()
    return [world.game.view(state, viewer), world.game.view(state, None)]


def _wait(world: World, game: AnyGame, state: Any, step: int) -> int:
    """Return how long to wait before this step; 0 if somebody moves."""
    asked = game.awaited(state)
    if asked <= world.idle or (asked & world.idle and step % 2):
        return BOTS_MOVE
    return (CALL, TIME_UP)[step // 4 % 2] if step % 4 == 3 else 0


@dataclass(frozen=True)
class _Waiting:
    """The predictable effects of waiting until one moment."""

    world: World
    case: Case
    match: Match
    viewer: Seat | None
    rng: Rng
    wait: int

    def twin(self, state: Any) -> Any:
        """Return a reshuffled state that still looks the same after the wait."""
        seen = self._seen(self._later(state))
        for _ in range(TRIES):
            twin = self.case.reshuffle(state, self.viewer, self.rng)
            if self._seen(self._later(twin)) == seen:
                return twin
        return self.case.reshuffle(state, self.viewer, self.rng)

    def _seen(self, state: Any) -> list[Any]:
        game = self.case.game
        return [game.view(state, self.viewer), game.view(state, None)]

    def _later(self, state: Any) -> Any:
        """Return the state after all late players and bots have moved."""
        game = self.case.game
        for seat in sorted(game.awaited(state)):
            if seat not in game.awaited(state):
                continue
            if seat in self.world.idle and self.wait >= BOTS_MOVE:
                policy_rng = match_secrets.policy_rng(
                    self.match.secret, seat, self.match.moves_made[seat]
                )
                state = apply(
                    game,
                    state,
                    seat,
                    game.policy(game.view(state, seat), NO_MEMORY, Level.NORMAL, policy_rng),
                ).state
            elif self.wait == TIME_UP and seat not in self.world.idle:
                state = apply_timeout(game, state, seat)[1].state
        return state
