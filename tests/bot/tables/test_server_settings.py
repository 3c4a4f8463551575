"""A server's settings for its tables, and lobbies that expire."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.domain.guild_settings import GuildSettings, read_settings, with_settings
from bot.tables.errors import (
    AlreadyStartedError,
    ChannelNotAllowedError,
    MatchOverError,
    ThreadsDecidedError,
    TooManyTablesError,
)
from bot.tables.lobbies.lobbies import NewTable
from data.records.matches import GuildRecord, Life
from tests.bot.tables.lobbies.test_lobbies import opened
from tests.bot.tables.support import ANA, BEN, CHEN, GUILD, OTHER_CHANNEL, LocalApp, running
from tests.bot.tables.time_support import fire

HOUR = 3_600_000


async def decide(at: LocalApp, **settings: Any) -> None:
    """Change a server's settings."""
    wished = GuildSettings(**settings)
    await at.store.guilds.change(GUILD, lambda guild: with_settings(guild, wished))


async def test_tables_stand_where_the_server_wants_them(at: LocalApp) -> None:
    """A table in a channel that isn't allowed is refused; threads of allowed channels work."""
    await decide(at, channels=(OTHER_CHANNEL,))
    with pytest.raises(ChannelNotAllowedError) as refused:
        await opened(at)
    assert f"<#{OTHER_CHANNEL}>" in str(refused.value.text)
    for channel_id, parent_id in ((OTHER_CHANNEL, None), (77, OTHER_CHANNEL)):
        lobby = await at.tables.lobbies.open(
            NewTable(
                guild_id=GUILD,
                channel_id=channel_id,
                parent_id=parent_id,
                host=ANA,
                game_key="seals",
                options={},
            )
        )
        assert lobby.summary.channel_id == channel_id


async def test_a_channel_holds_so_many_tables(at: LocalApp) -> None:
    """Lobbies and matches count towards a channel's limit until they end."""
    await decide(at, tables_per_channel=2)
    first = await opened(at, bots=2)
    await opened(at, BEN)
    await at.tables.match_start.start(first.summary.id, ANA)
    with pytest.raises(TooManyTablesError):
        await opened(at, CHEN)
    await at.tables.seats.leave(first.summary.id, ANA)
    await opened(at, CHEN)


@pytest.mark.parametrize(
    ("threads", "first", "offered"),
    [("never", False, False), ("offer", False, True), ("always", True, False)],
)
async def test_the_server_decides_on_threads(
    at: LocalApp, threads: str, first: bool, offered: bool
) -> None:
    """The server's setting decides whether a table has a thread: never, by choice or always.

    A host who wants something else reads which setting decides it.
    """
    await decide(at, threads=threads)
    lobby = await opened(at)
    assert lobby.summary.thread is first
    if offered:
        lobby = await at.tables.lobbies.set_options(lobby.summary.id, ANA, {"thread": True})
        assert lobby.summary.thread
    else:
        with pytest.raises(ThreadsDecidedError, match=r"This server's settings .*/settings change"):
            await at.tables.lobbies.set_options(lobby.summary.id, ANA, {"thread": not first})


async def test_the_servers_clock_is_the_first_choice(at: LocalApp) -> None:
    """A new table gets the server's default clock unless its host chooses another."""
    await decide(at, default_clock="slow_1d")
    assert (await opened(at)).agreed("clock") == "slow_1d"
    assert (await opened(at, clock="live_5m")).summary.clock.key == "live_5m"
    await decide(at, default_clock="hourglass")
    assert (await opened(at)).agreed("clock") == "none"


def test_settings_are_read_as_far_as_they_make_sense() -> None:
    """An invalid setting counts as unset, and unknown settings are kept."""
    guild = GuildRecord(
        guild_id=GUILD, settings={"threads": "woven", "leaderboard": False, "season": 3}
    )
    assert read_settings(guild) == GuildSettings(leaderboard=False)
    changed = with_settings(guild, GuildSettings(channels=(7,)))
    assert changed.settings["season"] == 3
    assert read_settings(changed) == GuildSettings(channels=(7,))
    assert read_settings(replace(guild, settings={})) == GuildSettings()


async def test_a_lobby_to_which_nobody_comes_closes(at: LocalApp) -> None:
    """A lobby expires an hour after its last change."""
    lobby = await opened(at)
    assert lobby.expires_at == at.clock.now() + HOUR
    at.clock.advance(HOUR // 2)
    lobby = await at.tables.lobbies.join(lobby.summary.id, BEN)
    assert lobby.expires_at == at.clock.now() + HOUR
    async with running(at):
        at.clock.advance(HOUR - 1)
        await at.clock.until_asleep()
        assert (await at.tables.queries.summary(lobby.summary.id)).life is Life.LOBBY
        heard = len(at.notes.heard)
        at.clock.advance(1)
        await at.notes.until(heard + 1)
    summary = await at.tables.queries.summary(lobby.summary.id)
    assert (summary.life, summary.expired) == (Life.CANCELLED, True)
    with pytest.raises(MatchOverError):
        await at.tables.lobbies.join(lobby.summary.id, CHEN)


async def test_a_changed_lobby_outlives_its_older_deadline(at: LocalApp) -> None:
    """A deadline that the scheduler read before the lobby changed does not close it."""
    lobby = await opened(at)
    (older,) = await at.store.deadlines.of_match(lobby.summary.id)
    at.clock.advance(HOUR)
    await at.tables.lobbies.join(lobby.summary.id, BEN)
    await fire(at, older)
    shown = await at.tables.lobbies.show(lobby.summary.id)
    assert (shown.summary.life, shown.expires_at) == (Life.LOBBY, at.clock.now() + HOUR)


async def test_a_match_does_not_end_with_its_lobby(at: LocalApp) -> None:
    """Starting or cancelling a lobby drops the row that would expire it."""
    started = await opened(at, bots=2)
    await at.tables.match_start.start(started.summary.id, ANA)
    cancelled = await opened(at)
    summary = (await at.tables.lobbies.cancel(cancelled.summary.id, ANA)).summary
    assert not summary.expired
    for match_id in (started.summary.id, cancelled.summary.id):
        rows = await at.store.deadlines.of_match(match_id)
        assert "lobby" not in {row.kind for row in rows}
    with pytest.raises(AlreadyStartedError):
        await at.tables.lobbies.show(started.summary.id)


async def test_an_outage_closes_no_lobby(at: LocalApp) -> None:
    """Time in which the bot is down doesn't count towards a lobby's expiry."""
    lobby = await opened(at)
    await at.store.deadlines.beat(at.clock.now())
    at.clock.advance(10 * HOUR)
    await at.tables.recovery.recover()
    assert (await at.tables.lobbies.show(lobby.summary.id)).expires_at == at.clock.now() + HOUR


async def test_a_rematch_takes_over_what_was_agreed(at: LocalApp) -> None:
    """A rematch keeps clock, order, ready check and invitation; a thread, if still allowed."""
    agreed: dict[str, Any] = {
        "clock": "slow_1d",
        "seat_order": "joined",
        "ready_check": False,
        "invite_only": True,
        "thread": True,
    }
    lobby = await opened(at, bots=2, **agreed)
    await at.tables.guests.invite(lobby.summary.id, ANA, [BEN])
    await at.tables.lobbies.join(lobby.summary.id, BEN)
    summary = await at.tables.match_start.start(lobby.summary.id, ANA)
    await at.tables.seats.leave(summary.id, BEN)
    await at.tables.seats.leave(summary.id, ANA)
    again = await at.tables.rematches.rematch(summary.id, BEN)
    assert {one.field.name: one.value for one in again.options} == agreed
    assert [guest.name for guest in again.invited] == ["Ana"]
    await at.tables.lobbies.cancel(again.summary.id, BEN)
    await decide(at, threads="never")
    assert not (await at.tables.rematches.rematch(summary.id, BEN)).summary.thread
