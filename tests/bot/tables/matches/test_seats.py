"""Leaving, bots that replace leavers, matches that stop, and rematches."""

from pathlib import Path

import pytest

from bot.tables import errors
from bot.tables.domain.time_controls import SECOND
from data.records.matches import Life
from games import GAMES
from games.core.game import AnyGame
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHANNEL,
    CHEN,
    DORA,
    PEOPLE,
    SEALS_FOR_TWELVE,
    LocalApp,
    local_app,
    play_on,
)
from tests.bot.tables.time_support import clocked, let_pass, made
from tests.toys.plots import PLOTS

KARATE = next(game for game in GAMES if game.info.key == "karate_tomate")
FLAG = {"kind": "choose", "card": "flag"}


async def test_a_bot_plays_on_where_somebody_left(app: LocalApp) -> None:
    """After a player leaves, a bot plays the seat to the end of the match."""
    summary = await app.started([ANA, BEN, CHEN])
    summary = await app.tables.seats.leave(summary.id, BEN)
    assert [occupant.is_bot for occupant in summary.occupants] == [False, True, False]
    assert summary.occupants[1].name == "Basil"
    assert summary.life is Life.RUNNING
    await play_on(app, summary.id, [ANA, CHEN])
    assert (await app.summary(summary.id)).life is Life.FINISHED


async def test_who_left_sees_what_everybody_sees(app: LocalApp) -> None:
    """A player who left sees the public view and can't answer."""
    summary = await app.started([ANA, BEN, CHEN])
    ticket = await app.question(summary.id, BEN.id)
    await app.tables.seats.leave(summary.id, BEN)
    left = await app.view(summary.id, BEN.id)
    assert left.view == (await app.view(summary.id, None)).view
    assert left.question is None
    with pytest.raises(errors.NoSeatError):
        await app.press(summary.id, BEN, FLAG, ticket=ticket.ticket, seat=1)
    with pytest.raises(errors.NoSeatError):
        await app.tables.seats.leave(summary.id, BEN)


@pytest.mark.parametrize("game", [SEALS_FOR_TWELVE, KARATE], ids=lambda game: game.info.key)
async def test_leaving_tells_nobody_whether_the_leaver_had_chosen(
    tmp_path: Path, game: AnyGame
) -> None:
    """After a player leaves, the table looks the same with or without a secret choice."""
    worlds: list[list[object]] = []
    for chooser in (ANA, BEN):
        async with local_app(tmp_path / f"{chooser.id}.db") as app:
            summary = await clocked(app, [ANA, BEN, CHEN, DORA], "live_1m", game, bots=1)
            await let_pass(app, SECOND)
            await app.press(summary.id, chooser)
            await app.tables.seats.leave(summary.id, ANA)
            seen = [(await app.view(summary.id, None), len(app.notes.heard))]
            await let_pass(app, 55 * SECOND)
            seen.append((await app.view(summary.id, None), len(app.notes.heard)))
            worlds.append(list[object](seen))
    assert worlds[0] == worlds[1]


async def test_the_bot_of_a_leaver_chooses_when_all_others_have(app: LocalApp) -> None:
    """The bot that replaces a leaver answers a secret question after everybody else."""
    summary = await clocked(app, [ANA, BEN, CHEN], "none", SEALS_FOR_TWELVE)
    await app.tables.seats.leave(summary.id, ANA)
    await let_pass(app, SECOND)
    await app.press(summary.id, BEN)
    await let_pass(app, SECOND)
    assert (await app.summary(summary.id)).step == 1
    await app.press(summary.id, CHEN)
    await let_pass(app, SECOND)
    assert [seat for seat, _ in await made(app, summary.id)][:3] == [1, 2, 0]


async def test_a_match_without_people_stops(app: LocalApp) -> None:
    """If the last person leaves, the match stops unrated, without a result or open deadlines."""
    summary = await app.started([ANA, BEN, CHEN])
    for player in (CHEN, ANA):
        assert (await app.tables.seats.leave(summary.id, player)).life is Life.RUNNING
    stopped = await app.tables.seats.leave(summary.id, BEN)
    assert stopped.life is Life.STOPPED
    assert stopped.seed is not None
    match_view = await app.view(summary.id, BEN.id)
    assert match_view.result is None
    assert match_view.question is None
    assert match_view.standing.points == (0, 0, 0)
    match = await app.match(summary.id)
    assert not match.terms.rated
    assert await app.store.deadlines.of_match(summary.id) == ()
    with pytest.raises(errors.MatchOverError):
        await app.tables.seats.leave(summary.id, BEN)


async def test_the_host_of_a_running_match_passes_on(app: LocalApp) -> None:
    """If the host leaves a running match, the first person still seated becomes host."""
    summary = await app.started([ANA, BEN, CHEN])
    summary = await app.tables.seats.leave(summary.id, ANA)
    assert summary.host_id == BEN.id
    summary = await app.tables.seats.leave(summary.id, BEN)
    assert summary.host_id == CHEN.id


async def test_a_match_that_one_person_ends_is_not_rated(app: LocalApp) -> None:
    """A match is rated only if at least two people play it to the end."""
    other = await app.played([ANA, BEN], PLOTS, rounds=1)
    single = await app.played([ANA], PLOTS, rounds=1)
    left = await app.started([ANA, BEN], PLOTS, rounds=1)
    await app.tables.seats.leave(left.id, BEN)
    await play_on(app, left.id, [ANA])
    back = await app.started([ANA, BEN], PLOTS, rounds=1)
    await app.tables.seats.leave(back.id, BEN)
    await app.tables.seats.take_back(back.id, BEN)
    await app.play_out(back.id, [ANA, BEN])
    ids = (other, single, left.id, back.id)
    rated = [(await app.match(match_id)).terms.rated for match_id in ids]
    assert rated == [True, False, False, True]


async def test_leaving_needs_a_match_and_a_seat(app: LocalApp) -> None:
    """Leaving requires a running match and a seat in it."""
    lobby = await app.opened()
    with pytest.raises(errors.NotStartedError):
        await app.tables.seats.leave(lobby.summary.id, ANA)
    summary = await app.started([ANA, BEN, CHEN])
    with pytest.raises(errors.NoSeatError):
        await app.tables.seats.leave(summary.id, DORA)


async def test_a_rematch_invites_the_same_people(app: LocalApp) -> None:
    """A rematch keeps options and bots, seats the player who asked and invites the others."""
    summary = await app.started([ANA, BEN], bots=1, rounds=1)
    await app.tables.seats.leave(summary.id, ANA)
    await app.tables.seats.leave(summary.id, BEN)
    lobby = await app.tables.rematches.rematch(summary.id, BEN)
    assert [sitter.name for sitter in lobby.sitters] == ["Ben", "Basil"]
    assert [sitter.name for sitter in lobby.invited] == ["Ana"]
    assert lobby.summary.host_id == BEN.id
    assert lobby.summary.rematch_of == summary.id
    assert lobby.summary.options == summary.options
    assert lobby.agreed("seat_order") == "joined"
    assert not lobby.can_start
    lobby = await app.tables.lobbies.join(lobby.summary.id, ANA)
    assert lobby.invited == ()
    assert (await app.tables.match_start.start(lobby.summary.id, BEN)).names == (
        "Ben",
        "Basil",
        "Ana",
    )


async def test_a_second_rematch_press_joins_the_first(app: LocalApp) -> None:
    """A second request for a rematch joins the same lobby."""
    summary = await app.started([ANA, BEN, CHEN])
    for player in (ANA, BEN, CHEN):
        await app.tables.seats.leave(summary.id, player)
    first = await app.tables.rematches.rematch(summary.id, ANA)
    second = await app.tables.rematches.rematch(summary.id, BEN)
    third = await app.tables.rematches.rematch(summary.id, BEN)
    assert first.summary.id == second.summary.id == third.summary.id
    assert [sitter.name for sitter in third.sitters] == ["Ana", "Ben"]
    assert [sitter.name for sitter in third.invited] == ["Chen"]
    with pytest.raises(errors.AlreadySeatedError):
        await app.tables.lobbies.join(first.summary.id, ANA)


async def test_a_rematch_that_all_want_starts(app: LocalApp) -> None:
    """The last of those who played starts the rematch; whoever asks again is shown its match."""
    summary = await app.started([ANA, BEN], bots=1)
    for player in (ANA, BEN):
        await app.tables.seats.leave(summary.id, player)
    pressed = [await app.tables.rematches.rematch(summary.id, who) for who in (ANA, ANA, BEN, ANA)]

    assert len({lobby.summary.id for lobby in pressed}) == 1
    assert [lobby.summary.life for lobby in pressed] == [Life.LOBBY] * 2 + [Life.RUNNING] * 2


@pytest.mark.parametrize(
    ("pressed", "parent", "opened"), [(77, None, 77), (77, CHANNEL, CHANNEL), (77, 78, 77)]
)
async def test_a_rematch_stands_where_it_is_asked_for(
    app: LocalApp, pressed: int, parent: int | None, opened: int
) -> None:
    """A rematch opens in the channel of the press; in the match's own thread, in its parent."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.tables.endings.stop(summary.id, ANA, moderator=True)
    for player in (ANA, BEN):
        lobby = await app.tables.rematches.rematch(
            summary.id, player, channel_id=pressed, parent_id=parent
        )
        assert lobby.summary.channel_id == opened
    assert [sitter.name for sitter in lobby.sitters] == ["Ana", "Ben"]


async def test_a_rematch_is_for_those_who_played_to_the_end_of_it(app: LocalApp) -> None:
    """A rematch requires an ended match and a seat in it."""
    summary = await app.started(PEOPLE[:3])
    with pytest.raises(errors.MatchGoesOnError):
        await app.tables.rematches.rematch(summary.id, ANA)
    for player in PEOPLE[:3]:
        await app.tables.seats.leave(summary.id, player)
    with pytest.raises(errors.NotYourRematchError):
        await app.tables.rematches.rematch(summary.id, DORA)
    lobby = await app.tables.rematches.rematch(summary.id, ANA)
    await app.tables.lobbies.join(lobby.summary.id, BEN)
    with pytest.raises(errors.NotHostError):
        await app.tables.match_start.start(lobby.summary.id, BEN)
