"""Who is to be forgotten leaves every table first, whatever happens there meanwhile."""

from __future__ import annotations

import pytest

from bot.tables.people import Player
from bot.tables.privacy import Privacy
from bot.tables.sights import Lobby
from tests.bot.tables.support import ANA, BEN, CHANNEL, GUILD, House
from tests.toys.plots import PLOTS


async def test_nobody_who_is_forgotten_is_waited_for(
    at: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat at a table that begins in that very moment goes to a bot, too."""
    opened = await at.tables.open_lobby(
        guild_id=GUILD, channel_id=CHANNEL, host=BEN, game_key=PLOTS.info.key, options={}
    )
    await at.tables.join(opened.card.id, ANA)
    stand_up = at.tables.stand_up

    async def too_late(match_id: str, player: Player) -> Lobby:
        await at.tables.start(match_id, BEN)
        return await stand_up(match_id, player)

    monkeypatch.setattr(at.tables, "stand_up", too_late)
    privacy = Privacy(at.store, at.tables)
    assert await privacy.leave_all(ANA) == (opened.card.id,)
    await privacy.forget(ANA.id)

    occupants = (await at.tables.card(opened.card.id)).occupants
    assert sorted(one.is_bot for one in occupants) == [False, True]
