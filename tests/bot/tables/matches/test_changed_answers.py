"""A sealed answer that is changed again and again leaves one step, and its match stays whole."""

from collections.abc import Sequence

import pytest

from bot.tables.bots.memories import Memories
from bot.tables.domain.player import Player
from bot.tables.history.archive import Archive
from bot.tables.history.match_file import import_match
from bot.tables.history.replay import Finding
from bot.tables.matches.repository import MatchRepository, by_key
from games.core.game import AnyGame
from games.dojo import DOJO
from games.karate_tomate import KARATE_TOMATE
from tests.bot.tables.support import ANA, BEN, CHEN, PEOPLE, Guest, LocalApp
from tests.bot.tables.time_support import made
from tests.support.sampling import leading
from tests.toys.seals import SEALS

CHANGEABLE = leading((SEALS, KARATE_TOMATE, DOJO), 2)
HERE = Guest(ANA.id)


async def changing(app: LocalApp, match_id: str, players: Sequence[Player], times: int) -> int:
    """Play to the end; whoever has answered changes that answer. Returns the number of changes."""
    changes = 0
    while owing := await app.awaited(match_id, players):
        await app.press(match_id, owing[0])
        for _ in range(times):
            view = await app.view(match_id, owing[0].id)
            if view.question is not None and owing[0] not in await app.awaited(match_id, players):
                await app.press(match_id, owing[0])
                changes += 1
    return changes


async def test_changes_in_a_row_leave_one_step(app: LocalApp) -> None:
    """However often a seat changes its answer, the first answer and the last change are kept."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.press(summary.id, BEN)
    for _ in range(9):
        await app.press(summary.id, ANA)
        match = await app.match(summary.id)
        assert len(await made(app, summary.id)) == match.step

    assert [seat for seat, _ in await made(app, summary.id)] == [1, 0, 0]
    assert (await app.match(summary.id)).moves_made == (9, 1, 0)


async def test_a_change_starts_no_new_wait(app: LocalApp) -> None:
    """A table that waits for others waits on, so that what it offers tells of no change."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.press(summary.id, ANA)
    before = (await app.summary(summary.id)).waiting_since
    app.clock.advance(5)
    await app.press(summary.id, ANA)
    changed = (await app.summary(summary.id)).waiting_since
    await app.press(summary.id, BEN)

    assert changed == before
    assert (await app.summary(summary.id)).waiting_since == before + 5


async def test_every_change_makes_older_buttons_stale(app: LocalApp) -> None:
    """A change that replaces a step has a result of its own, and a repeat of it is recognized."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.press(summary.id, ANA)
    tickets = set()
    for interaction in (71, 72, 73):
        question = await app.question(summary.id, ANA.id)
        tickets.add(question.ticket)
        made = await app.press(summary.id, ANA, interaction_id=interaction)
        again = await app.press(summary.id, ANA, interaction_id=interaction)
        assert (made.step, made.repeated, again.step, again.repeated) == (2, False, 2, True)
        assert again.events == made.events
    assert len(tickets) == 3


async def test_other_processes_read_a_replaced_step(app: LocalApp) -> None:
    """Whoever has cached a match, or a seat's memory of it, reads the answer as it was changed."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.press(summary.id, ANA)
    there, saved = MatchRepository(app.store, by_key(app.games)), Memories(app.store)
    for presser in (ANA, ANA, ANA, BEN):
        await app.press(summary.id, presser)
        snapshot = await there.open(summary.id)
        assert snapshot.position.state == await app.state(summary.id)
        for seat in range(3):
            whole = await Memories(app.store).of(snapshot.match, SEALS, seat)
            assert await saved.of(snapshot.match, SEALS, seat) == whole


async def test_a_change_leaves_the_step_of_an_earlier_holder(app: LocalApp) -> None:
    """Somebody who takes a seat over changes the answer in a step of their own."""
    summary = await app.started([ANA, BEN, CHEN])
    for _ in range(3):
        await app.press(summary.id, ANA)
    await app.tables.seats.leave(summary.id, ANA)
    await app.tables.seats.take_back(summary.id, ANA)
    for _ in range(3):
        await app.press(summary.id, ANA)
    assert [seat for seat, _ in await made(app, summary.id)] == [0, 0, 0]


@pytest.mark.parametrize("game", CHANGEABLE, ids=lambda game: game.info.key)
async def test_a_match_with_changed_answers_is_whole(app: LocalApp, game: AnyGame) -> None:
    """The check, a replay and an export of a match agree, however often answers were changed."""
    players = PEOPLE[:3]
    summary = await app.started(players, game)
    changes = await changing(app, summary.id, players, times=3)
    archive = Archive(app.store, app.games)
    end = await archive.moment(summary.id, 10**6, "open", HERE)
    export = await archive.export(summary.id, HERE)

    assert changes > 6
    assert (await archive.verify(summary.id, HERE)).finding is Finding.AGREES
    assert end.table.result == (await app.view(summary.id, None)).result
    steps = await app.store.history.steps(summary.id)
    again = import_match(export.content, by_key(app.games)).steps
    assert [item.events for item in again] == [step.events for step in steps]
    match = await app.match(summary.id)
    assert len(steps) - 1 == sum(match.moves_made) - 2 * changes // 3
