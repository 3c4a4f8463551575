"""A server's settings for its tables, and lobbies that expire."""

from dataclasses import replace
from typing import Any

import pytest

from bot.tables import errors
from bot.tables.domain.guild_settings import GuildSettings, read_settings, with_settings
from bot.tables.lobbies.lobbies import NewTable
from bot.tables.server_settings import MOST_CHANNELS, ServerSettings, TooManyChannelsError
from data.records.matches import GuildRecord, Life
from tests.bot.tables.support import ANA, BEN, CHEN, GUILD, OTHER_CHANNEL, LocalApp, running
from tests.bot.tables.time_support import fire

HOUR = 3_600_000


async def decide(app: LocalApp, **settings: Any) -> None:
    """Change a server's settings."""
    wished = GuildSettings(**settings)
    await app.store.guilds.change(GUILD, lambda guild: with_settings(guild, wished))


async def test_tables_stand_where_the_server_wants_them(app: LocalApp) -> None:
    """A table in a channel that isn't allowed is refused; threads of allowed channels work."""
    await decide(app, channels=(OTHER_CHANNEL,))
    with pytest.raises(errors.ChannelNotAllowedError) as refused:
        await app.opened()
    assert f"<#{OTHER_CHANNEL}>" in str(refused.value.text)
    for channel_id, parent_id in ((OTHER_CHANNEL, None), (77, OTHER_CHANNEL)):
        opening = NewTable(
            guild_id=GUILD, channel_id=channel_id, parent_id=parent_id, host=ANA, game_key="seals"
        )
        lobby = await app.tables.lobbies.open(opening)
        assert lobby.summary.channel_id == channel_id


async def test_a_menu_of_channels_can_be_full(app: LocalApp) -> None:
    """As many channels can be allowed as a menu holds, and no more."""
    decided = app.tables.server_settings
    rules = await decided.decide(GUILD, channels=tuple(range(MOST_CHANNELS)))
    with pytest.raises(TooManyChannelsError):
        await decided.allow(GUILD, MOST_CHANNELS, allowed=True)
    assert await decided.rules(GUILD) == rules


async def test_a_setting_redraws_tables_only_for_another_language(app: LocalApp) -> None:
    """Tables of a server are shown again if its language changes, and for nothing else."""
    summary = (await app.opened()).summary
    decided = ServerSettings(app.store, app.notes, ("en", "es"))
    heard = []
    for setting in ({"language": "es"}, {"language": "es"}, {"leaderboard": False}):
        app.notes.heard.clear()
        await decided.decide(GUILD, **setting)
        heard.append(app.notes.heard[:])
    assert heard == [[summary.id], [], []]


async def test_a_channel_holds_so_many_tables(app: LocalApp) -> None:
    """Lobbies and matches count towards a channel's limit until they end."""
    await decide(app, tables_per_channel=2)
    first = await app.opened(bots=2)
    await app.opened(BEN)
    await app.tables.match_start.start(first.summary.id, ANA)
    with pytest.raises(errors.TooManyTablesError):
        await app.opened(CHEN)
    await app.tables.seats.leave(first.summary.id, ANA)
    await app.opened(CHEN)


@pytest.mark.parametrize(
    ("threads", "first", "offered"),
    [("never", False, False), ("offer", False, True), ("always", True, False)],
)
async def test_the_server_decides_on_threads(
    app: LocalApp, threads: str, first: bool, offered: bool
) -> None:
    """The server's setting decides whether a table has a thread: never, by choice or always.

    A host who wants something else reads which setting decides it.
    """
    await decide(app, threads=threads)
    lobby = await app.opened()
    assert lobby.summary.thread is first
    if offered:
        lobby = await app.tables.lobbies.set_options(lobby.summary.id, ANA, {"thread": True})
        assert lobby.summary.thread
    else:
        for value in (not first, "on"):
            with pytest.raises(
                errors.ThreadsDecidedError, match=r"server's settings .*/server settings change"
            ):
                await app.tables.lobbies.set_options(lobby.summary.id, ANA, {"thread": value})


async def test_the_servers_clock_is_the_first_choice(app: LocalApp) -> None:
    """A new table gets the server's default clock unless its host chooses another."""
    await decide(app, default_clock="slow_1d")
    assert (await app.opened()).agreed("clock") == "slow_1d"
    assert (await app.opened(clock="live_5m")).summary.clock.key == "live_5m"
    await decide(app, default_clock="hourglass")
    assert (await app.opened()).agreed("clock") == "none"


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


async def test_a_lobby_to_which_nobody_comes_closes(app: LocalApp) -> None:
    """A lobby expires an hour after its last change."""
    lobby = await app.opened()
    assert lobby.expires_at == app.clock.now() + HOUR
    app.clock.advance(HOUR // 2)
    lobby = await app.tables.lobbies.join(lobby.summary.id, BEN)
    assert lobby.expires_at == app.clock.now() + HOUR
    async with running(app):
        app.clock.advance(HOUR - 1)
        await app.clock.until_asleep()
        assert (await app.summary(lobby.summary.id)).life is Life.LOBBY
        heard = len(app.notes.heard)
        app.clock.advance(1)
        await app.notes.until(heard + 1)
    summary = await app.summary(lobby.summary.id)
    assert (summary.life, summary.expired) == (Life.CANCELLED, True)
    with pytest.raises(errors.MatchOverError):
        await app.tables.lobbies.join(lobby.summary.id, CHEN)


async def test_a_changed_lobby_outlives_its_older_deadline(app: LocalApp) -> None:
    """A deadline that the scheduler read before the lobby changed does not close it."""
    lobby = await app.opened()
    (older,) = await app.store.deadlines.of_match(lobby.summary.id)
    app.clock.advance(HOUR)
    await app.tables.lobbies.join(lobby.summary.id, BEN)
    await fire(app, older)
    shown = await app.tables.lobbies.show(lobby.summary.id)
    assert (shown.summary.life, shown.expires_at) == (Life.LOBBY, app.clock.now() + HOUR)


async def test_a_match_does_not_end_with_its_lobby(app: LocalApp) -> None:
    """Starting or cancelling a lobby drops the row that would expire it."""
    started = await app.opened(bots=2)
    await app.tables.match_start.start(started.summary.id, ANA)
    cancelled = await app.opened()
    summary = (await app.tables.lobbies.cancel(cancelled.summary.id, ANA)).summary
    assert not summary.expired
    for match_id in (started.summary.id, cancelled.summary.id):
        rows = await app.store.deadlines.of_match(match_id)
        assert "lobby" not in {row.kind for row in rows}
    with pytest.raises(errors.AlreadyStartedError):
        await app.tables.lobbies.show(started.summary.id)


async def test_a_rematch_takes_over_what_was_agreed(app: LocalApp) -> None:
    """A rematch keeps clock, order, ready check and invitation; a thread, if still allowed."""
    agreed: dict[str, Any] = {
        "clock": "slow_1d",
        "seat_order": "joined",
        "ready_check": False,
        "invite_only": True,
        "thread": True,
    }
    lobby = await app.opened(bots=2, **agreed)
    await app.tables.guests.invite(lobby.summary.id, ANA, [BEN])
    await app.tables.lobbies.join(lobby.summary.id, BEN)
    summary = await app.tables.match_start.start(lobby.summary.id, ANA)
    await app.tables.seats.leave(summary.id, BEN)
    await app.tables.seats.leave(summary.id, ANA)
    again = await app.tables.rematches.rematch(summary.id, BEN)
    assert {option.field.name: option.value for option in again.options} == agreed
    assert [guest.name for guest in again.invited] == ["Ana"]
    await app.tables.lobbies.cancel(again.summary.id, BEN)
    await decide(app, threads="never")
    assert not (await app.tables.rematches.rematch(summary.id, BEN)).summary.thread
