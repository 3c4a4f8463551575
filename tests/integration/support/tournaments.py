"""Tournaments in a playground: their messages, their tables, and their rounds played out."""

from collections.abc import Sequence
from dataclasses import dataclass

from data.records.tournaments import Tournament, TournamentTable
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.world import Channel
from tests.bot.tables.support import ManualClock, pass_time
from tests.integration.support.running_bot import RunningBot


@dataclass(frozen=True)
class Cup:
    """The tournament of one server, with the people who play in it; the first is its host."""

    env: RunningBot
    place: Channel
    people: Sequence[PlaygroundUser]

    @property
    def host(self) -> PlaygroundUser:
        return self.people[0]

    @property
    def posts(self) -> list[ShownMessage]:
        """Its messages, the oldest first, without those that lead to threads."""
        return [
            shown
            for shown in self.host.sees(self.place)
            if not shown.ephemeral and "tournament_standings" in str(shown.components)
        ]

    @property
    def threads(self) -> list[Channel]:
        channel = self.host.channel(self.place)
        return self.env.playground.world.threads_in(channel)

    async def open(self, rounds: int = 2, **options: object) -> ShownMessage:
        """Open it for an hour from now and let everybody join; returns the announcement."""
        given = {"game": "seals_for_twelve", "start": "60", "rounds": rounds, "size": 3, **options}
        await self.host.slash(self.place, "tournament open", **given)
        (announced,) = self.posts
        for person in self.people:
            await person.click(announced, "Join")
        return announced

    async def check_in(self) -> None:
        """Let everybody press the button of the newest message."""
        for person in self.people:
            await person.click(self.posts[-1], "Check in")

    async def until(self, words: str) -> None:
        """Wait until its newest message says this."""
        await self.host.until(lambda: words in self.posts[-1].text, words)

    async def stored(self) -> Tournament:
        guild = self.place.guild_id
        assert guild is not None  # its channel is a server's
        (cup,) = await self.env.bot.store.tournaments.open_in(guild)
        return cup

    async def table_of(self, person: PlaygroundUser) -> TournamentTable:
        """The table at which somebody sits in this round."""
        cup = await self.stored()
        return next(table for table in cup.tables_of(cup.round) if person.user.id in table.players)

    def shown(self, table: TournamentTable) -> ShownMessage:
        """The message of a table in its thread."""
        thread = next(entry for entry in self.threads if table.match_id[:4] in entry.name)
        return self.env.public(self.host, thread)

    async def play_round(self) -> list[str]:
        """Play every table of the round to the end; returns what their pictures show first."""
        seated = list[str]()
        cup = await self.stored()
        for table in cup.tables_of(cup.round):
            if table.match_id:
                seated.append(str(self.shown(table).alts))
                await self.env.finish(*self.people, match_id=table.match_id)
        return seated


def cup_in(env: RunningBot, guild: int, channel: str, *names: str) -> Cup:
    """The tournament that is to be played in a server's channel."""
    channels = env.playground.world.channels.values()
    place = next(item for item in channels if (item.guild_id, item.name) == (guild, channel))
    return Cup(env, place, [env.person(name) for name in names])


async def pass_minutes(env: RunningBot, clock: ManualClock, minutes: int) -> None:
    """Let time pass once the bot has nothing more to do."""
    await clock.until_asleep()
    pass_time(env.bot.tables, clock, minutes * 60_000)
