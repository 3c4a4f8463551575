"""Deleting a player's data first takes the player off every table."""

from __future__ import annotations

import pytest

from bot.tables.domain.player import Player
from bot.tables.domain.views import LobbyView
from bot.tables.lobbies.lobbies import NewTable
from tests.bot.tables.support import ANA, BEN, CHANNEL, CHEN, GUILD, LocalApp
from tests.toys.plots import PLOTS


async def test_nobody_who_is_forgotten_is_waited_for(
    at: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deletion also gives up a seat at a lobby that starts at the same moment."""
    opened = await at.tables.lobbies.open(
        NewTable(guild_id=GUILD, channel_id=CHANNEL, host=BEN, game_key=PLOTS.info.key, options={})
    )
    await at.tables.lobbies.join(opened.summary.id, ANA)
    stand_up = at.tables.lobbies.stand_up

    async def too_late(match_id: str, player: Player) -> LobbyView:
        await at.tables.match_start.start(match_id, BEN)
        return await stand_up(match_id, player)

    monkeypatch.setattr(at.tables.lobbies, "stand_up", too_late)
    privacy = at.tables.privacy
    assert await privacy.leave_all(ANA) == (opened.summary.id,)
    await privacy.forget(ANA.id)

    occupants = (await at.tables.queries.summary(opened.summary.id)).occupants
    assert sorted(one.is_bot for one in occupants) == [False, True]


async def test_who_is_forgotten_is_expected_no_more(at: LocalApp) -> None:
    """Deletion withdraws the player's invitations and their pending messages."""
    opened = await at.tables.lobbies.open(
        NewTable(guild_id=GUILD, channel_id=CHANNEL, host=BEN, game_key=PLOTS.info.key, options={})
    )
    await at.tables.guests.invite(opened.summary.id, BEN, [ANA, CHEN])
    await at.tables.privacy.forget(ANA.id)

    assert [one.player_id for one in (await at.tables.lobbies.show(opened.summary.id)).invited] == [
        CHEN.id
    ]
    called = {row.player_id for row in await at.store.deadlines.of_match(opened.summary.id)}
    assert CHEN.id in called
    assert ANA.id not in called
