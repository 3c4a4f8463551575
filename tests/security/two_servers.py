"""People around three tables who try everything without changing anything.

Every try runs the bot's own code, from the interaction as Discord sends it to the database. There
the first write of a deed ends it, so that the same tables serve every try.
"""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

import bot.ui.interactions.router
import bot.ui.program.client
from bot.tables.competitions.errors import (
    NoSuchTournamentError,
    NotSignedUpError,
    NotTournamentHostError,
)
from bot.tables.competitions.tournaments import NewTournament
from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import HOUR
from bot.tables.errors import (
    NoGuessError,
    NoSeatError,
    NoSuchMatchError,
    NoSuchRecordError,
    NotHostError,
    NotYourMatchError,
    NotYourRematchError,
    TableError,
)
from bot.tables.lobbies.lobbies import NewTable
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.reply import CompletionResponse, Reply, SentMessage
from data.records.tournaments import Entrant, Presence, Stage
from games.core.errors import GameError
from playground.interactions.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT
from playground.interactions.options import Typed, command_data
from playground.testing.snapshots import ShownMessage
from playground.world.components import BUTTON
from playground.world.errors import HumanError
from playground.world.permissions import Permission, sees
from playground.world.seed import add_guild
from playground.world.world import Channel, Interaction, Member, Overwrite, Role
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.support.playground import opened

PEOPLE = {
    "host": "Ben",
    "seated": "Chen",
    "watcher": "Dora",
    "former": "Emil",
    "moderator here": "Farah",
    "moderator of another channel": "Goro",
    "moderator of another server": "Hana",
    "administrator": "Ivan",
    "stranger": "Juno",
}
"""Their roles, by their names in the playground. All are in both servers.

The seated player owns the other server, and its moderator may do everything there. The stranger
and the player who gave a seat up can't view the tables' channel.
"""
HERE, ACROSS, ELSEWHERE, DIRECT = PLACES = ("here", "another channel", "another server", "DM")
STAGES = ("lobby", "running", "over")
BOT = "Pip"
"""The name of each table's bot seat."""
OPEN_ONE, PAST_ONE = "tournament", "past tournament"
REFUSALS = (
    NoGuessError,
    *(NoSeatError, NoSuchMatchError, NoSuchRecordError, NotHostError, NotYourMatchError),
    NotYourRematchError,
    *(NoSuchTournamentError, NotSignedUpError, NotTournamentHostError),
)
"""The refusals for people without a right, or who may not know of the match or tournament."""
REFUSED_HERE = (
    common_texts.IN_SERVERS_ONLY,
    common_texts.WITH_OTHERS_ONLY,
    common_texts.SHARE_AT_HOME,
)
"""The refusals because of the place."""
DEEDS = frozenset(
    (
        *("save premove", "drop premove", "start match", "change lobby", "cancel lobby"),
        *("create lobby", "hand over", "note", "stop match", "commit step", "move table"),
        "change tournament",
    )
)
"""The transactions by which a match or a tournament changes."""


class WrittenError(Exception):
    """A deed reached the database, so nothing has refused it."""


@dataclass(frozen=True)
class Press:
    """A button or a form of ours; `target` is its match's stage or its tournament."""

    verb: str
    target: str
    values: tuple[str, ...] | None = None
    form: tuple[dict[str, Any], ...] | None = None

    def __str__(self) -> str:
        return f"button {self.verb}"


@dataclass(frozen=True)
class Line:
    """A command with its options; `by` is the option that names the match or tournament."""

    text: str
    target: str
    by: str = "table"
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"/{self.text}"


@dataclass
class TwoServers:
    env: RunningBot
    matches: dict[str, str]
    """The ids of the matches by stage, and of the tournaments."""
    places: dict[str, Channel]
    message: ShownMessage
    """A message of ours, on which every button is pressed."""
    met: list[BaseException | str] = field(default_factory=list)
    """The result of the last try: errors, and what was shown or offered."""

    def can_act(self, person: str, place: str) -> bool:
        """Tell whether Discord lets somebody use commands there."""
        user = self.env.person(PEOPLE[person]).user
        return place == DIRECT or sees(self.env.playground.world, user.id, self.places[place])

    async def is_allowed(self, person: str, place: str, tried: Press | Line) -> bool | None:
        """Tell whether somebody may do this there; None if Discord doesn't offer it."""
        try:
            kind, data = self._sent(person, place, tried)
        except HumanError:
            return None
        await self._send(person, place, kind, data)
        assert self.met, f"{person} is told nothing: {tried}"
        for error in self.met:
            if not isinstance(error, (str, WrittenError, RefusedError, TableError, GameError)):
                raise error  # a failure isn't a refusal
        return not any(
            isinstance(error, REFUSALS)
            or (isinstance(error, RefusedError) and error.text in REFUSED_HERE)
            for error in self.met
        )

    async def offered(
        self, person: str, place: str, line: str, option: str
    ) -> frozenset[str] | None:
        """Return the stages and tournaments that are offered; None without the command."""
        channel, user = self._place(person, place), self.env.person(PEOPLE[person]).user
        command, *path = line.split()
        typed = Typed(command, tuple(path), {option: ""}, option)
        try:
            data = command_data(self.env.playground.world, user, channel, typed)
        except HumanError:
            return None
        await self._send(person, place, AUTOCOMPLETE, data)
        stages = {match_id: stage for stage, match_id in self.matches.items()}
        return frozenset(stages[str(item)] for item in self.met)

    def _place(self, person: str, place: str) -> Channel:
        someone = self.env.person(PEOPLE[person])
        return someone.channel("@bot") if place == DIRECT else self.places[place]

    def _sent(self, person: str, place: str, tried: Press | Line) -> tuple[int, dict[str, Any]]:
        if isinstance(tried, Line):
            world, user = self.env.playground.world, self.env.person(PEOPLE[person]).user
            options = {**tried.options, tried.by: self.matches[tried.target]}
            if "who" in options:
                options["who"] = str(self.env.person(options["who"]).user.id)
            command, *path = tried.text.split()
            typed = Typed(command, tuple(path), options)
            return COMMAND, command_data(world, user, self._place(person, place), typed)
        custom_id = f"tb:{tried.verb}:{self.matches[tried.target]}:0"
        if tried.form is not None:
            labels = [{"type": 18, "id": 1, "component": item} for item in tried.form]
            return MODAL_SUBMIT, {"custom_id": custom_id, "components": labels}
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON, "id": 1}
        return COMPONENT, data | ({"values": list(tried.values)} if tried.values else {})

    async def _send(self, person: str, place: str, kind: int, data: dict[str, Any]) -> None:
        world, client = self.env.playground.world, self.env.bot.client
        channel, user = self._place(person, place), self.env.person(PEOPLE[person]).user
        made = Interaction(
            world.new_id(), "token", kind, user.id, channel.id, world.clock.now(), data
        )
        made.metadata = {"authorizing_integration_owners": {"0": str(channel.guild_id or 0)}}
        message = self.message.value if kind in (COMPONENT, MODAL_SUBMIT) else None
        payload: Any = self.env.playground.interactions._payload(made, user, channel, message)
        interaction: discord.Interaction[Any] = discord.Interaction(
            data=payload, state=client._connection
        )
        self.met.clear()
        if kind in (COMMAND, AUTOCOMPLETE):
            await client.tree._call(interaction)
        else:
            assert client.listener is not None
            await client.listener.handle(interaction)


@asynccontextmanager
async def two_servers(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[TwoServers]:
    """Two servers with these people, and their tables in a channel of the first."""
    async with opened() as playground:
        env = RunningBot(playground, folder / "tomato-table.db")
        places = _settled(env)
        async with env.open():
            matches = await _tables(env, places[HERE])
            matches |= await _tournaments(env, places[HERE])
            servers = TwoServers(env, matches, places, env.public(env.person("Ana")))
            _listen(servers, patch)
            yield servers
            patch.undo()


def _settled(env: RunningBot) -> dict[str, Channel]:
    """Put everybody in both servers, with their permissions; return the places."""
    world = env.playground.world
    home = world.guild
    people = {who: env.person(name).user for who, name in PEOPLE.items()}
    away = add_guild(world, "Elsewhere", [people["seated"], *people.values()])
    boss = Role(world.new_id(), "boss", int(Permission.ADMINISTRATOR), 2)
    for guild, who in ((home, "administrator"), (away, "moderator of another server")):
        guild.roles[boss.id] = boss
        user_id = people[who].id
        guild.members[user_id] = Member(user_id, world.clock.now(), [boss.id])
        world.keep(guild)
    named = {
        place: next(
            each_channel
            for each_channel in world.channels.values()
            if (each_channel.guild_id, each_channel.name) == (guild.id, channel)
        )
        for place, guild, channel in (
            (HERE, home, TABLE),
            (ACROSS, home, "table-two"),
            (ELSEWHERE, away, TABLE),
        )
    }
    for place, who, allow, deny in (
        (HERE, "moderator here", Permission.MANAGE_MESSAGES, 0),
        (ACROSS, "moderator of another channel", Permission.MANAGE_MESSAGES, 0),
        (HERE, "former", 0, Permission.VIEW_CHANNEL),
        (HERE, "stranger", 0, Permission.VIEW_CHANNEL),
    ):
        named[place].overwrites.append(Overwrite(people[who].id, 1, int(allow), int(deny)))
        world.keep(named[place])
    return named


async def _tables(env: RunningBot, channel: Channel) -> dict[str, str]:
    """Return a lobby, a running match that somebody left, and a stopped one, by stage."""
    tables = env.bot.tables
    ben, chen, emil = (
        Player(env.person(PEOPLE[who]).user.id, PEOPLE[who]) for who in ("host", "seated", "former")
    )
    matches: dict[str, str] = {}
    for stage in STAGES:
        lobby = await tables.lobbies.open(
            NewTable(
                guild_id=channel.guild_id or 0,
                channel_id=channel.id,
                host=ben,
                game_key="tomate",
                options={},
            )
        )
        matches[stage] = match_id = lobby.summary.id
        await tables.lobbies.join(match_id, chen)
        await tables.guests.add_bot(match_id, ben, BOT)
        if stage == "lobby":
            continue
        await tables.lobbies.join(match_id, emil)
        await tables.match_start.start(match_id, ben)
        await tables.seats.leave(match_id, emil)
        if stage == "over":
            await tables.endings.stop(match_id, ben, moderator=True)
    await env.settled()
    return matches


async def _tournaments(env: RunningBot, channel: Channel) -> dict[str, str]:
    """Return a tournament that one player signed up for, and one that is over; the host only
    opened them.
    """
    ben, chen, emil = (
        Player(env.person(PEOPLE[who]).user.id, PEOPLE[who]) for who in ("host", "seated", "former")
    )
    tournaments, store = env.bot.tables.tournaments, env.bot.store.tournaments
    opening = NewTournament(
        guild_id=channel.guild_id or 0,
        channel_id=channel.id,
        host=ben,
        game_key="tomate",
        starts_at=env.bot.tables.now() + HOUR,
    )
    results: dict[str, str] = {}
    for name in (PAST_ONE, OPEN_ONE):
        results[name] = tournament_id = (await tournaments.open(opening)).id
        await tournaments.join(tournament_id, emil if name == PAST_ONE else chen)
        if name == PAST_ONE:
            played = await tournaments.queries.find(tournament_id)
            seated = (Entrant(emil.id, Presence.OUT, place=1),)
            over = replace(played, stage=Stage.FINISHED, due_at=None, ended_at=1, entrants=seated)
            await store.change(over)
    await env.settled()
    return results


def _listen(servers: TwoServers, patch: pytest.MonkeyPatch) -> None:
    """Record what people are told instead of telling them, and end each deed at its first write."""

    async def refused(_: object, error: BaseException) -> None:
        is_wrapped = isinstance(error, app_commands.CommandInvokeError)
        servers.met.append(error.original if is_wrapped else error)  # type: ignore[attr-defined]  # told by the line above

    async def shown(*_: object) -> int:
        servers.met.append("shown")
        return 1

    async def put(*_: object) -> SentMessage:
        servers.met.append("shown")
        return SentMessage(1, ())

    async def offered(_: object, choices: Collection[app_commands.Choice[str]]) -> None:
        servers.met.extend(choice.value for choice in choices)

    async def quiet(*_: object) -> None:
        """Save no names, and wait for nothing."""

    def before_write(label: str) -> None:
        if label.partition(",")[0] in DEEDS:
            raise WrittenError(label)

    for module in (bot.ui.program.client, bot.ui.interactions.router):
        patch.setattr(module, "apologise", refused)
    for name in ("show", "share", "say", "ask"):
        patch.setattr(Reply, name, shown)
    patch.setattr(Reply, "put", put)
    patch.setattr(Reply, "acknowledge", quiet)
    patch.setattr(CompletionResponse, "autocomplete", offered)
    patch.setattr(servers.env.bot.client.listener, "met", quiet)
    database = servers.env.bot.store.matches._database
    patch.setattr(database, "_before_write", before_write)
