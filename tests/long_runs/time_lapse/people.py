"""The people of the time-lapse: when they are awake, what they do, and what they forget."""

import json
import random
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

from bot.tables.domain.deal_days import day_at
from bot.tables.domain.time_controls import HOUR, MINUTE, SECOND
from bot.ui.kit.custom_ids import TableButton, TournamentButton, Verb, decode, encode
from data.records.matches import ELSEWHERE, NOWHERE
from games import GAMES, game
from games.core.saving import load_state
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.world import Channel
from tests.bot.tables.support import SHORT
from tests.crash.truth import Truth
from tests.integration.support.running_bot import controls
from tests.support.playground import opening

if TYPE_CHECKING:  # it is made of these
    from tests.long_runs.sixty_days import Days

NAMES = (
    *("Ada", "Bela", "Cleo", "Dino", "Elsa", "Finn", "Gina", "Hugo", "Ines", "Jaro", "Kira"),
    *("Levi", "Mara", "Nils", "Olga", "Pepe", "Quin", "Rosa", "Sven", "Tara", "Ugo", "Vera"),
    *("Wim", "Xenia", "Yara", "Zeno", "Anouk"),
)
"""Those who join the playground's thirteen."""
ZONES = ("Europe/Madrid", "America/New_York", "Asia/Tokyo")
WAKES, SLEEPS = 8, 22
"""The hours of a person's day; quiet hours are the others."""
OLD_HAND = 10 * MINUTE
"""After which a private hand is opened again; Discord lets it be edited a little longer."""
SLOW_CLOCKS = ("slow_3h", "slow_8h", "slow_1d", None)
LIVE_CLOCKS = ("live_1m", "live_2m", "live_5m")
WAYS = ("Play today's deal", "Continue")
MOST_AHEAD = 4
"""Presses on a premove in a row."""
MOST_OF_DEAL = 80
"""Presses after which somebody gives a deal up."""
MOST_OPEN = 3
"""Open tables of a server after which nobody opens another."""


class Habit(NamedTuple):
    """How often somebody comes, how likely they play then, and whether they walk out."""

    visits: int
    """Visits a day."""
    plays: float
    leaves: float = 0.0
    devices: int = 1


HABITS = {
    "quick": Habit(3, 1.0),
    "slow": Habit(1, 0.9),
    "forgetful": Habit(2, 0.5),
    "leaving": Habit(2, 0.9, leaves=0.15),
    "two devices": Habit(2, 1.0, devices=2),
}


@dataclass
class DaysPerson:
    """One of the forty."""

    number: int
    user: PlaygroundUser
    guilds: tuple[int, ...]
    hands: dict[str, tuple[int, list[ShownMessage]]] = field(default_factory=dict)
    """By match: when its private hands were opened, and the hands, one a device."""

    @property
    def habit(self) -> Habit:
        return HABITS[list(HABITS)[self.number % len(HABITS)]]

    @property
    def zone(self) -> str:
        return ZONES[self.number % len(ZONES)]

    @property
    def has_quiet_hours(self) -> bool:
        return self.number % 4 != 0

    def hour(self, now: int) -> float:
        """Return the time of this person's day, in hours."""
        there = datetime.fromtimestamp(now / 1000, UTC).astimezone(ZoneInfo(self.zone))
        return there.hour + there.minute / 60

    def is_awake(self, now: int) -> bool:
        return WAKES <= self.hour(now) < SLEEPS


class Facts(Truth):
    """What the database says, read apart from the bot."""

    def life_of(self, match_id: str) -> str:
        rows = self.rows("SELECT life FROM matches WHERE match_id = ?", match_id)
        return str(rows[0][0]) if rows else ""

    def seats(self, match_id: str) -> dict[int, int]:
        """Return the seat of each player who holds one."""
        sql = "SELECT player_id, seat FROM tenures WHERE match_id = ? AND ended_at IS NULL"
        return dict(self.rows(f"{sql} AND player_id IS NOT NULL", match_id))

    def awaited(self, match_id: str) -> set[int]:
        """Return the players who owe an answer; nobody does while a table is paused."""
        sql = "SELECT game, state, table_state FROM matches JOIN states USING (match_id)"
        for key, state, table in self.rows(f"{sql} WHERE match_id = ?", match_id):
            if self.life_of(match_id) == "running" and not json.loads(table).get("paused"):
                asked = game(key).awaited(load_state(game(key), bytes(state)))
                return {player for player, seat in self.seats(match_id).items() if seat in asked}
        return set()

    def tables_of(self, player: int) -> list[tuple[str, int, int]]:
        """Return id, server and channel of each match that somebody plays, apart from practice."""
        sql = "SELECT match_id, guild_id, channel_id FROM matches JOIN tenures USING (match_id)"
        where = "life = 'running' AND player_id = ? AND tenures.ended_at IS NULL AND guild_id <> ?"
        return self.rows(f"{sql} WHERE {where}", player, NOWHERE)

    def lobbies(self, guild_id: int) -> list[str]:
        sql = "SELECT match_id FROM matches WHERE life = 'lobby' AND guild_id = ? ORDER BY number"
        return [match_id for (match_id,) in self.rows(sql, guild_id)]

    def count_open(self, guild_id: int) -> int:
        sql = "SELECT count(*) FROM matches WHERE ended_at IS NULL AND guild_id = ?"
        return int(self.rows(sql, guild_id)[0][0])


class Habits:
    """What people do; every method is one visit of somebody, or a sitting of several."""

    def __init__(self, days: "Days") -> None:
        self.days = days

    @property
    def chance(self) -> random.Random:
        return self.days.chance

    async def visit(self, person: DaysPerson) -> None:
        """Look at one's tables, play, and perhaps do something else."""
        facts, me = self.days.facts, person.user.user.id
        for match_id, guild_id, channel_id in facts.tables_of(me):
            if me not in facts.awaited(match_id) and self.chance.random() < 0.9:
                continue
            if self.chance.random() < person.habit.leaves:
                await self._leave(person, match_id, guild_id, channel_id)
            elif self.chance.random() < person.habit.plays:
                await self.play(person, match_id, guild_id, channel_id, most=6)
        for guild_id in person.guilds:
            await self._join_or_open(person, guild_id)
        is_faithful = person.number % 8 == 4 or self.chance.random() < 0.03
        if is_faithful and self.days.is_open_for_tables:
            await self.daily(person)
        if self.chance.random() < 0.15:
            await self._look_around(person)

    async def play(
        self, person: DaysPerson, match_id: str, guild_id: int, channel_id: int, *, most: int
    ) -> None:
        """Press on while one is asked, or answer in advance."""
        for _ in range(most):
            hands = await self._hands(person, match_id, guild_id, channel_id)
            asked = [hand for hand in hands if not hand.gone and controls(hand)]
            if not asked:
                await self._play_ahead(person, hands)
                return
            await self.days.act(person, self.chance.choice(asked))

    async def _play_ahead(self, person: DaysPerson, hands: list[ShownMessage]) -> None:
        """Fill in a premove, if one is offered and somebody feels like it."""
        if self.chance.random() < 0.7:
            return
        for hand in hands:
            for _ in range(MOST_AHEAD):
                if controls(hand, ahead=True):
                    await self.days.act(person, hand, ahead=True)
                    self.days.tally["premove presses"] += 1

    async def _hands(
        self, person: DaysPerson, match_id: str, guild_id: int, channel_id: int
    ) -> list[ShownMessage]:
        opened_at, hands = person.hands.get(match_id, (0, []))
        if self.days.now - opened_at > OLD_HAND:
            place = self._place(person, guild_id, channel_id)
            hands = []
            for _ in range(person.habit.devices):
                answer = await self.days.do(person, "hand", place, table=match_id)
                hands += [] if answer is None else [answer]
            person.hands[match_id] = self.days.now, hands
        return hands

    def _place(self, person: DaysPerson, guild_id: int, channel_id: int = 0) -> Channel:
        """Return where somebody types a command: a channel of the server, or the group."""
        world = self.days.playground.world
        if guild_id == ELSEWHERE:
            return world.channels[channel_id]
        return self.days.channel(guild_id, "lounge" if person.number % 2 else "table-two")

    async def _leave(
        self, person: DaysPerson, match_id: str, guild_id: int, channel_id: int
    ) -> None:
        """Leave a table, or sit down again at one that was left."""
        place = self._place(person, guild_id, channel_id)
        answer = await self.days.do(person, "table leave", place, table=match_id)
        if answer is not None and "Yes, leave" in answer.buttons:
            await self.days.click(person, answer, "Yes, leave")
            self.days.tally["left"] += 1

    async def _join_or_open(self, person: DaysPerson, guild_id: int) -> None:
        facts = self.days.facts
        for match_id in facts.lobbies(guild_id):
            if self.chance.random() < 0.7:
                await self.join(person, match_id)
        has_room = facts.count_open(guild_id) < MOST_OPEN and self.days.is_open_for_tables
        if has_room and self.chance.random() < 0.5:
            await self.open_table(person, guild_id)

    async def open_table(self, person: DaysPerson, guild_id: int) -> None:
        """Open a table in a server or the group; others come soon, and the host starts it."""
        is_live = self.chance.random() < 0.2
        chosen = self.chance.choice((*GAMES, *GAMES[:3], *GAMES[:3]))
        key, bots = chosen.info.key, self.chance.choice((0, 0, 1))
        bots = max(bots, chosen.info.seats[0] - 2) if guild_id == ELSEWHERE else bots
        options: dict[str, Any] = {**SHORT.get(key, {}), "bots": bots}
        clock = self.chance.choice(LIVE_CLOCKS if is_live else SLOW_CLOCKS)
        if clock is not None:
            options["clock"] = clock
        if guild_id != ELSEWHERE and self.chance.random() < 0.2:
            options["thread"] = True
        name = self.chance.choice(("table-one", "table-two"))
        place = self.days.group if guild_id == ELSEWHERE else self.days.channel(guild_id, name)
        before = set(self.days.facts.lobbies(guild_id))
        await self.days.do(person, "play", place, **opening(key, **options))
        for match_id in set(self.days.facts.lobbies(guild_id)) - before:
            self.days.later(self.chance.randint(2, 25) * MINUTE, "gather", match_id, is_live)

    async def join(self, person: DaysPerson, match_id: str) -> None:
        await self.press_table(person, match_id, Verb.JOIN)

    async def press_table(self, person: DaysPerson, match_id: str, verb: Verb) -> None:
        """Press a button of the public message of a table, if it is there."""
        sql = "SELECT message_id FROM surfaces WHERE match_id = ? AND kind IN ('table', 'lobby')"
        wanted, world = encode(TableButton(verb, match_id)), self.days.playground.world
        for (message_id,) in self.days.facts.rows(f"{sql} AND retired = 0", match_id):
            shown = ShownMessage(world, message_id or 0, person.user.user.id)
            if not shown.gone and wanted in {part.get("custom_id") for part in shown.components}:
                await self.days.click(person, shown, wanted)
                return

    async def gather(self, match_id: str, is_live: bool) -> None:
        """Let some who are awake join a lobby, and its host start it; live, they play at once."""
        days, facts = self.days, self.days.facts
        rows = facts.rows(
            "SELECT guild_id, channel_id, host_id, game FROM matches WHERE match_id = ?", match_id
        )
        if facts.life_of(match_id) != "lobby" or not rows:
            return
        guild_id, channel_id, host_id, key = rows[0]
        host = days.person_of(host_id)
        around = [p for p in days.people_in(guild_id) if p.is_awake(days.now) and p is not host]
        for person in self.chance.sample(around, min(len(around), self.chance.randint(1, 3))):
            await self.join(person, match_id)
        ((seated,),) = facts.rows("SELECT count(*) FROM lobby_seats WHERE match_id = ?", match_id)
        for _ in range(game(key).info.seats[0] - seated):
            place = self._place(host, guild_id, channel_id)
            await days.do(host, "lobby add_bot", place, table=match_id)
        await self.press_table(host, match_id, Verb.START)
        if facts.life_of(match_id) == "running" and is_live:
            days.later(10 * SECOND, "sit", match_id, days.now + HOUR)

    async def sit(self, match_id: str, until: int) -> None:
        """Let everybody at a table play, until it ends or an hour is over; some wander off."""
        days, facts = self.days, self.days.facts
        rows = facts.rows("SELECT guild_id, channel_id FROM matches WHERE match_id = ?", match_id)
        begun = days.now
        while rows and facts.life_of(match_id) == "running" and days.now < min(until, begun + HOUR):
            asked = [days.person_of(player) for player in sorted(facts.awaited(match_id))]
            asked = [p for p in asked if self.chance.random() < p.habit.plays]
            for person in asked:
                await self.play(person, match_id, *rows[0], most=3)
            if not asked:
                await days.pass_until(days.now + 20 * SECOND)

    async def daily(self, person: DaysPerson) -> None:
        """Play the deal of the day, or go on with it; slow people leave it half done."""
        place = self._place(person, person.guilds[0])
        page = await self.days.do(person, "daily", place)
        if page is None:
            return
        zone = self.days.zones[person.guilds[0]]
        today = day_at(self.days.now, zone)
        for way in [label for label in WAYS if label in page.buttons][:1]:
            await self.days.click(person, page, way)
        for _ in range(MOST_OF_DEAL if self.chance.random() < person.habit.plays else 3):
            if page.gone or not controls(page):
                break
            await self.days.act(person, page)
        sql = "SELECT 1 FROM attempts JOIN matches USING (match_id) WHERE life = 'finished'"
        me = person.user.user.id
        if self.days.facts.rows(f"{sql} AND counts = 1 AND player_id = ? AND day = ?", me, today):
            self.days.deals.setdefault(person.number, set()).add(today)

    async def _look_around(self, person: DaysPerson) -> None:
        """Do one of the many other things."""
        place = self._place(person, person.guilds[0])
        line, options = self.chance.choice(
            (
                ("leaderboard", {}),
                ("profile", {}),
                ("me tables", {}),
                ("learn", {"game": self.chance.choice(GAMES).info.key}),
                ("me watch", {"game": "dojo"}),
                ("me dm on", {}),
                ("me dm off", {}),
                ("tournament past", {}),
            )
        )
        await self.days.do(person, line, place, **options)

    async def sit_down_again(self, person: DaysPerson) -> None:
        """Take back every seat at which a bot stands in."""
        sql = (
            "SELECT DISTINCT match_id, guild_id, channel_id FROM matches"
            " JOIN tenures USING (match_id) WHERE life = 'running' AND player_id = ?"
            " AND tenures.ended_at IS NOT NULL AND guild_id > ?"
        )
        me = person.user.user.id
        for match_id, guild_id, channel_id in self.days.facts.rows(sql, me, ELSEWHERE):
            if me not in self.days.facts.seats(match_id):
                place = self._place(person, guild_id, channel_id)
                await self.days.do(person, "table sit", place, table=match_id)

    async def open_cup(self, guild_id: int) -> None:
        """Open a tournament in an hour's time, and let people sign up."""
        days = self.days
        around = [person for person in days.people_in(guild_id) if person.is_awake(days.now)]
        if len(around) < 4:
            days.later(HOUR, "open_cup", guild_id)
            return
        host, *others = self.chance.sample(around, min(len(around), 8))
        place = days.channel(guild_id, "lounge")
        options = {"start": "60", "rounds": 2, "size": 3, "options": "cycles=1"}
        before = days.playground.world.new_id()
        await days.do(host, "tournament open", place, game="tomate", clock="live_5m", **options)
        for person in (host, *others):
            await self.press_cup(person, place, before, Verb.TOURNAMENT_JOIN)
        for minutes in (31, 40, 55):
            days.later(minutes * MINUTE, "check_in", guild_id, [p.number for p in others], before)
        for minutes in (61, 130, 200, 270):
            days.later(minutes * MINUTE, "play_cup", guild_id)
        for minutes in (95, 125, 160, 190):
            days.later(minutes * MINUTE, "check_in", guild_id, [p.number for p in others], before)

    async def check_in(self, guild_id: int, numbers: list[int], since: int) -> None:
        """Let those who have signed up say that they are there; some forget it."""
        place = self.days.channel(guild_id, "lounge")
        for number in numbers:
            person = self.days.people[number]
            if self.chance.random() < person.habit.plays:
                await self.press_cup(person, place, since, Verb.TOURNAMENT_CHECK_IN)

    async def press_cup(self, person: DaysPerson, place: Channel, since: int, verb: Verb) -> None:
        """Press this button of the newest message of a tournament that has it."""
        for shown in reversed(person.user.sees(place)):
            for part in shown.components if shown.id > since and not shown.ephemeral else ():
                button = decode(str(part.get("custom_id", "")))
                if isinstance(button, TournamentButton) and button.verb is verb:
                    await self.days.click(person, shown, str(part["custom_id"]))
                    return

    async def play_cup(self, guild_id: int) -> None:
        """Let everybody sit at the tables of the present round."""
        sql = (
            "SELECT match_id FROM tournament_tables JOIN matches USING (match_id)"
            " WHERE life = 'running' AND guild_id = ?"
        )
        for (match_id,) in self.days.facts.rows(sql, guild_id):
            await self.sit(match_id, self.days.now + HOUR)
