"""The glue to discord.py in another pretended Discord, with virtual time and its own limits.

SimCord was written apart from our playground and refuses what Discord refuses: what passes both is
not right by agreement with ourselves. It fails a test for any exception that nobody answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import discord
import pytest
import simcord
from pydantic import SecretStr

from bot.settings import Settings
from bot.tables.domain.views import MatchView
from bot.ui.app.compose import Bot, assembled
from bot.ui.interactions.message import OutgoingFile
from bot.ui.pictures.paint_queue import Priority
from tests.integration.support.running_bot import UNHURRIED

DEFERRED = {"type": 5, "data": {"flags": 64}}
"""The body of "wait, and for one person's eyes"."""


@dataclass
class Room:
    """The bot in SimCord, one channel, and two of its people."""

    bot: Bot
    env: simcord.Env
    tables: simcord.ChannelHandle
    ana: simcord.MemberActor
    ben: simcord.MemberActor

    @property
    def public(self) -> discord.Message:
        """The channel's newest message."""
        message = self.tables.last_message
        assert message is not None
        return message

    async def lobby(self) -> None:
        await self.ana.slash(self.tables, "play tomate", cycles=1)
        await self.bot.surfaces.settled()

    async def click(self, person: simcord.MemberActor, label: str) -> simcord.InteractionResult:
        """Press a button of the public message, and wait until it shows what came of it."""
        result = await person.click(self.public, label=label)
        await self.bot.surfaces.settled()
        return result

    async def start(self) -> None:
        """A match of two people that has just begun."""
        await self.lobby()
        await self.click(self.ben, "Join")
        await self.click(self.ana, "Start")


@asynccontextmanager
async def room(folder: Path) -> AsyncIterator[Room]:
    """Open the room; it must be left by the task that entered it, so it is no fixture."""
    settings = Settings(
        token=SecretStr("none"), database=folder / "tomato-table.db", bot_seat_delay=0
    )
    async with (
        assembled(settings, channel_changes=UNHURRIED, guild_ready_timeout=0.05) as bot,
        simcord.run(bot.client) as env,
    ):
        guild = env.create_guild("Tomato Garden")
        people = [guild.add_member(env.create_user(name)) for name in ("ana", "ben")]
        yield Room(bot, env, guild.create_text_channel("tables"), *people)


async def test_a_match_begins_by_commands_and_buttons(tmp_path: Path) -> None:
    """Open, join, start: the public message turns from lobby to table in its place."""
    async with room(tmp_path) as there:
        await there.lobby()
        lobby = there.public.id
        await there.click(there.ben, "Join")
        await there.click(there.ana, "Start")

        assert there.public.id == lobby
        assert [file.filename for file in there.public.attachments] == ["table.png", "recent.png"]
        assert all(file.description for file in there.public.attachments)


async def test_my_hand_is_ephemeral(tmp_path: Path) -> None:
    """The hand answers the press at once and is seen by nobody else."""
    async with room(tmp_path) as there:
        await there.start()
        result = await there.click(there.ana, "My hand")

        assert result.ephemeral
        assert result.response is not None
        assert [file.filename for file in result.response.attachments] == ["hand.png"]


async def test_moves_are_offered_and_made(tmp_path: Path) -> None:
    """What /move completes, /move takes."""
    async with room(tmp_path) as there:
        await there.start()
        offered = {
            person: await person.autocomplete(there.tables, "move", "move", "")
            for person in (there.ana, there.ben)
        }
        mover = next(person for person, choices in offered.items() if choices)
        made = await mover.slash(there.tables, "move", move=offered[mover][0]["value"])

        assert made.ephemeral
        assert made.response is not None
        assert "Done." in made.response.content


async def test_a_slow_picture_asks_for_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand that takes longer than a second is deferred unseen by others, and arrives."""
    async with room(tmp_path) as there:
        await there.start()
        paint = there.bot.pictures.hand

        async def slowly(match_view: MatchView, language: str, haste: Priority) -> OutgoingFile:
            await asyncio.sleep(2)
            return await paint(match_view, language, haste)

        monkeypatch.setattr(there.bot.pictures, "hand", slowly)
        result = await there.click(there.ana, "My hand")
        await there.env.advance_time(5)

        assert DEFERRED in [entry.json for entry in there.env.http_requests]
        assert result.ephemeral
        assert result.response is not None
        assert [file.filename for file in result.response.attachments] == ["hand.png"]
