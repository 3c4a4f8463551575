"""Roles for what people reach on a server: a title, the season's best, a tournament's winner.

Who is to have a role follows from what is stored. The bot remembers what it gave, so that whoever
is no longer among the best loses the role: after a season, or once somebody hides.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.tables.domain.guild_settings import read_settings
from bot.tables.errors import TableError
from bot.tables.leaderboards.service import Leaderboards
from bot.tables.leaderboards.titles import keyed_titles, titles_of
from data.records.leaderboards import ALL
from data.records.matches import GuildRecord
from data.store import Store
from data.stores.granted_roles import GrantedRole
from games.core.game import AnyGame
from games.core.text import Text, say

SETTING = "roles"
BEST, WINNER = "best", "winner"
PLACES = 3
"""How many of a season's best get their role."""
MOST_ROLES = 50


class RoleChange(NamedTuple):
    """A role that somebody on a server is to get, or to lose."""

    guild_id: int
    granted: GrantedRole
    has: bool


class NoSuchReachError(TableError):
    text = say("There is no such title. Choose one from the list.")


class TooManyRolesError(TableError):
    text = say("A server can have at most {count} such roles.", count=MOST_ROLES)


class Roles:
    def __init__(self, store: Store, boards: Leaderboards, games: Sequence[AnyGame]) -> None:
        self._store = store
        self._boards = boards
        self._games = {game.info.key: game for game in games}

    @property
    def reaches(self) -> dict[str, Text]:
        """What can bring a role, by the key that a server's settings have."""
        titles = {key: title.name for key, title in keyed_titles(self._games).items()}
        return {
            BEST: say("The season's three best"),
            WINNER: say("The latest tournament's winner"),
            **titles,
        }

    async def chosen(self, guild_id: int) -> Mapping[str, int]:
        """The role of each reach that a server has chosen one for."""
        return dict(read_settings(await self._store.guilds.find(guild_id)).roles)

    async def changes(self) -> tuple[RoleChange, ...]:
        """What is to be given and taken back on all servers."""
        results: list[RoleChange] = []
        for guild in await self._store.granted_roles.guilds(SETTING):
            results += await self.changes_in(guild)
        return tuple(results)

    async def changes_in(self, guild: GuildRecord) -> tuple[RoleChange, ...]:
        """The same on one server; what is taken back comes first."""
        granted = await self._store.granted_roles.of_guild(guild.guild_id)
        wanted = await self._wanted(guild)
        return (
            *(
                RoleChange(guild.guild_id, item, has=False)
                for item in sorted(granted.keys() - wanted)
            ),
            *(
                RoleChange(guild.guild_id, item, has=True)
                for item in sorted(wanted)
                if not granted.get(item)
            ),
        )

    async def held(self, player_id: int) -> tuple[RoleChange, ...]:
        """Everything that one person has, on all servers, as what is to be taken back."""
        return tuple(
            RoleChange(guild_id, granted, has=False)
            for guild_id, granted in await self._store.granted_roles.of_player(player_id)
        )

    async def begin(self, change: RoleChange) -> None:
        """Note that a role may be there, so that it's taken back whatever happens."""
        await self._store.granted_roles.note(change.guild_id, change.granted, is_given=False)

    async def done(self, change: RoleChange) -> None:
        """Note a change that Discord has carried out."""
        granted = self._store.granted_roles
        if change.has:
            await granted.note(change.guild_id, change.granted, is_given=True)
        else:
            await granted.drop(change.guild_id, change.granted)

    async def _wanted(self, guild: GuildRecord) -> frozenset[GrantedRole]:
        settings = read_settings(guild)
        if not settings.roles or not settings.leaderboard:
            return frozenset()
        holders = await self._holders(guild.guild_id, dict(settings.roles))
        hidden = await self._store.leaderboards.hidden(guild.guild_id)
        return frozenset(
            GrantedRole(role_id, player)
            for key, role_id in settings.roles
            for player in holders.get(key, ())
            if player > 0 and player not in hidden
        )

    async def _holders(self, guild_id: int, roles: Mapping[str, int]) -> dict[str, list[int]]:
        """Who has reached each of these."""
        holders: dict[str, list[int]] = {}
        board = await self._boards.page(guild_id, ALL, viewer_id=0)  # counts new matches, too
        if BEST in roles:
            lines = [line for line in board.lines if line.place <= PLACES and not line.is_new]
            holders[BEST] = [line.player_id for line in lines]
        if WINNER in roles:
            holders[WINNER] = [*await self._store.granted_roles.latest_winners(guild_id)]
        titles = {key: title for key, title in keyed_titles(self._games).items() if key in roles}
        players = await self._store.granted_roles.honoured(guild_id) if titles else ()
        honours = await self._store.leaderboards.honours(guild_id, players)
        for player in players:
            own = [honour for honour in honours if honour.player_id == player]
            earned = titles_of(own, self._games, ALL)
            for key, title in titles.items():
                if title in earned:
                    holders.setdefault(key, []).append(player)
        return holders
