"""Two worlds that differ in nothing but what one viewer may not know, played one after the other.

Both are real bots in playgrounds of their own, with the same secret. Before each move the second
world's state becomes a reshuffle of the first's; then somebody moves in both, perhaps another
person or otherwise, as long as the viewer's view comes out the same. What the viewer and the public
were sent then, and what was logged, must be the same to the last byte, edits counted.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.playground.people import Person
from bot.playground.shown import ShownMessage
from bot.tables.minting import Minter
from bot.ui.controls.lines import line_of
from bot.ui.controls.spelling import Spelling
from data.database import Transaction
from data.records import Match
from games.core.game import AnyGame
from games.core.prompt import Form
from games.core.rng import Rng
from games.core.saving import load_state, save_state
from games.core.text import Reader
from games.core.values import Seat
from tests.bot.ui.wire.club import TABLE, Club, club_in
from tests.bot.ui.wire.witness import Witness, logged
from tests.games.case import Case
from tests.games.twins import Deed, deeds, forms_of

NAMES = ("Ana", "Ben", "Chen", "Dora", "Emil", "Farah")
WATCHER = "Mio"
_STEP = "match_id, step, seat, actor, move, events, made_at"


@dataclass
class World:
    """One bot in its playground, with people at one table."""

    club: Club
    witness: Witness
    game: AnyGame
    table: ShownMessage
    people: dict[Seat, Person] = field(default_factory=dict)

    @property
    def match_id(self) -> str:
        return "pair"

    async def state(self) -> Any:
        _, saved = await self.club.bot.store.matches.load(self.match_id)
        return load_state(self.game, saved)

    async def history(self) -> list[tuple[Any, ...]]:
        """All steps so far, as they lie in the store."""
        kept = await self.club.bot.store.matches._database.rows(f"SELECT {_STEP} FROM steps")
        return [tuple(row) for row in kept]

    async def become(self, state: object, match: Match, history: list[tuple[Any, ...]]) -> None:
        """Take this state for the truth, after what has happened in the other world."""
        made = (json.dumps(match.moves_made), match.step, match.revision)
        saved = save_state(self.game, state)

        async def work(transaction: Transaction) -> None:
            await transaction.run("UPDATE states SET state = ?", (saved,))
            await transaction.run("UPDATE matches SET moves_made = ?, step = ?, revision = ?", made)
            await transaction.run("DELETE FROM steps")
            await transaction.run_many(
                f"INSERT INTO steps ({_STEP}) VALUES (?,?,?,?,?,?,?)", history
            )

        await self.club.bot.store.matches._database.transaction("another truth", work)
        self.club.bot.tables._showing._desk.loading._positions.clear()
        await self.settle()

    async def settle(self) -> None:
        await self.club.bot.surfaces.changed(self.match_id)
        await self.club.settled()

    async def do(self, deed: Deed) -> None:
        """Type a move, as its player would."""
        state, person = await self.state(), self.people[deed.seat]
        prompt = self.game.prompt(self.game.view(state, deed.seat))
        assert prompt is not None, f"seat {deed.seat} is asked nothing"
        names = tuple(self.people[seat].name for seat in sorted(self.people))
        typed = line_of(Spelling(prompt, Reader(names)), deed.form)
        await person.slash(TABLE, "move", move=typed)
        await self.settle()

    async def look(self, viewer: Seat | None) -> list[str]:
        """Let the viewer press, read and complete all there is; returns what no request shows."""
        person = self.club.person(WATCHER) if viewer is None else self.people[viewer]
        table = self.club.public(person)
        offered = [await person.complete(TABLE, "table", "table", table="")]
        if viewer is not None:
            await person.click(table, "My hand")
            offered.append(await person.complete(TABLE, "move", "move", move=""))
        await person.click(table, "Read the table")
        await person.slash(TABLE, "table", text=True)
        await person.slash(TABLE, "log")
        await person.slash(TABLE, "log", file=True)
        await self.club.settled()
        return [repr(choices) for choices in offered]

    async def round_look(self, viewer: Seat | None) -> list[str]:
        """All that looking round brings the viewer, what requests show included."""
        self.witness.told()
        seen = await self.look(viewer)
        return sorted((*self.witness.told(self.viewer_id(viewer)), *seen))

    async def forms(self, seat: Seat) -> list[Form]:
        """What a seat may answer now."""
        return forms_of(self.game, await self.state(), seat)

    def viewer_id(self, viewer: Seat | None) -> int:
        person = self.club.person(WATCHER) if viewer is None else self.people[viewer]
        return person.user.id


@asynccontextmanager
async def world_in(folder: Path, game: AnyGame, seats: int) -> AsyncIterator[World]:
    """A table of people, its match begun and every hand open; its secret is always the same."""
    async with club_in(folder, games=(game,)) as club:
        witness = Witness(club.playground)
        host, *others = (club.person(name) for name in NAMES[:seats])
        await host.slash(TABLE, f"play {game.info.key}", seat_order="joined")
        table = club.public(host)
        for person in others:
            await person.click(table, "Join")
            await club.settled()
        await host.click(table, "Start")
        await club.settled()
        world = World(club, witness, game, table, dict(enumerate((host, *others))))
        for person in world.people.values():
            await person.click(table, "My hand")
        yield world


def share_secrets(patch: pytest.MonkeyPatch) -> None:
    """Give all matches to come one id, one secret and one delay."""
    patch.setattr(Minter, "match_id", lambda self: "pair")
    patch.setattr(Minter, "secret", lambda self: b"a secret that both worlds share!")
    patch.setattr(Minter, "jitter", lambda self, bound: bound // 2)


@dataclass(frozen=True)
class Scene:
    """One step of the first world, and what the second is to do instead."""

    viewer: Seat | None
    match: Match = field(repr=False)
    """As it stood before the step."""
    history: list[tuple[Any, ...]] = field(repr=False)
    twin: object = field(repr=False)
    deed: Deed
    looking: bool
    told: list[str] = field(repr=False)
    """All that the first world's deed brought to the viewer, to the public and to the log."""
    differs: bool
    """Whether the two worlds are told different moves."""


async def first(world: World, case: Case, steps: int, look: int = 3) -> AsyncIterator[Scene]:
    """Play the first world for some steps, each for another viewer, who at times looks round."""
    rng, seats = Rng(f"pairs of {case}"), len(world.people)
    for step in range(steps):
        state = await world.state()
        if not case.game.awaited(state):
            return
        viewer = (None, *range(seats))[step % (seats + 1)]
        match, _ = await world.club.bot.store.matches.load(world.match_id)
        found = deeds(case, state, viewer, rng)
        if found is None:
            seat = min(case.game.awaited(state))
            await world.do(Deed(seat, rng.choice(forms_of(case.game, state, seat))))
            continue
        twin, deed, other = found
        history = await world.history()
        looking = step % look == 0
        told = await _told(world, deed, viewer, looking=looking)
        yield Scene(viewer, match, history, twin, other, looking, told, deed != other)


async def second(world: World, scene: Scene) -> list[str]:
    """What a scene brings in the second world."""
    await world.become(scene.twin, scene.match, scene.history)
    return await _told(world, scene.deed, scene.viewer, looking=scene.looking)


async def _told(world: World, deed: Deed, viewer: Seat | None, *, looking: bool) -> list[str]:
    """All that a deed, and then looking round, brought to a viewer and to the log.

    Requests under way together may overtake each other, so their order means nothing.
    """
    world.witness.told()
    with logged() as lines:
        await world.do(deed)
        seen = await world.look(viewer) if looking else []
    return sorted((*world.witness.told(world.viewer_id(viewer)), *seen, *lines))
