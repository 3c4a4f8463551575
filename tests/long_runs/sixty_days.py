"""`python -m tests.long_runs.sixty_days`: sixty days of two servers, in about an hour.

Forty people with habits of their own play on two servers and in a group, by pressing what they see.
The bot is a process of its own whose clock this program moves from one event to the next. It is
updated from older versions of the program, killed, stopped, cut off from Discord and restored from
backups. Every day, and once all matches have ended, everything is checked that must always hold.
"""

import argparse
import asyncio
import heapq
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from typing import Any

from bot.tables.domain.time_controls import DAY, HOUR, MINUTE, SECOND
from data.engine.backups import back_up, restore
from data.records.matches import ELSEWHERE
from playground.interactions.interactions import forget_old_interactions
from playground.testing.people import InteractionFailedError
from playground.testing.snapshots import ActionResult, NothingShownError, ShownMessage
from playground.world.clock import ManualClock
from playground.world.errors import HumanError
from playground.world.seed import PUBLIC_TOKEN, add_guild
from playground.world.world import GROUP, Channel, Member, User
from tests.integration.support.random_presses import press
from tests.long_runs.results import WHOLE, record
from tests.long_runs.time_lapse.checks import Checks
from tests.long_runs.time_lapse.faults import FAULTS
from tests.long_runs.time_lapse.people import NAMES, DaysPerson, Facts, Habits
from tests.long_runs.time_lapse.process import ROOT, BotProcess, older_trees
from tests.support.bad_discord import API, GATEWAY, BadDiscord

DAYS, SEED = 60, 7
BEGIN = date(2027, 2, 27)
"""America's summer time begins on day 16, Europe's on day 30."""
CALENDAR = (
    ("cup_of_first", 7, 0),
    ("cup_of_second", 7, 3),
    ("outage", 7, 4),
    ("kill", 7, 5),
    ("restore", 7, 6),
    ("season", 30, 20),
    ("holiday", 10, 3),
    ("table_in_group", 3, 0),
)
"""What happens on some days: every so many days, the first time on the last number."""
OPENING = ("cup_of_first", "cup_of_second", "table_in_group")
"""What begins matches, and so happens only until the last day."""
UPDATES = (2, 4, 6)
"""The days on which the next version of the program takes the database over."""
TO_END = 16
"""Days in which the last matches must end once nobody opens new ones."""
FAULT_DAYS = {"leak": 5, "ratings": 9}
"""How long a planted fault has to be found; the others have three days."""


class Days:
    """The whole run: its clock, its people, and what is still to come."""

    def __init__(
        self, folder: Path, days: int, seed: int, planted: str = "", begin: date = BEGIN
    ) -> None:
        self.folder, self.length = folder, days
        midnight = datetime.combine(begin, datetime.min.time(), UTC).timestamp()
        self.now = round(midnight * 1000)
        self.end = self.now + days * DAY
        self.chance = random.Random(seed)
        self.clock = ManualClock(midnight)
        self.playground = BadDiscord(clock=self.clock, token=PUBLIC_TOKEN)
        self.database = folder / "days.db"
        self.facts = Facts(self.database)
        self.log = folder / "bot.log"
        self.bot = BotProcess(0, self.database, seed, self.log, planted)
        self.trees, self.to_end = [ROOT], TO_END
        self.is_away = False
        """Whether Discord is away, so that nobody can press anything."""
        self.tally: Counter[str] = Counter()
        self.deals: dict[int, set[int]] = {}
        """The days whose deal each person has finished."""
        self.zones: dict[int, str] = {}
        self.people: list[DaysPerson] = []
        self.habits, self.checks = Habits(self), Checks(self)
        self._queue: list[tuple[int, int, str, tuple[Any, ...]]] = []
        self._numbers = count()

    # The world and its people.

    def _gather_people(self) -> None:
        """Add the second server and the people who are missing of forty."""
        world = self.playground.world
        for name in NAMES:
            world.keep(User(world.new_id(), name.lower(), name))
        users, first = world.people, world.guild
        for user in users[:26]:
            first.members.setdefault(user.id, Member(user.id, world.clock.now()))
        first.system_channel_id = None
        world.keep(first)
        second = add_guild(world, "Second Garden", users[14:])
        self.zones = {first.id: "Europe/Madrid", second.id: "America/New_York"}
        for number, user in enumerate(users):
            guilds = tuple(guild for guild in self.zones if user.id in world.guilds[guild].members)
            person = self.playground.person(user.display_name)
            self.people.append(DaysPerson(number, person, guilds))

    @property
    def group(self) -> Channel:
        """The group of four friends, where the bot is no member."""
        return next(c for c in self.playground.world.channels.values() if c.kind == GROUP)

    @property
    def is_open_for_tables(self) -> bool:
        return self.now < self.end

    def channel(self, guild_id: int, name: str) -> Channel:
        channels = self.playground.world.channels.values()
        return next(c for c in channels if (c.guild_id, c.name) == (guild_id, name))

    def people_in(self, guild_id: int) -> list[DaysPerson]:
        if guild_id == ELSEWHERE:
            return self.people[:4]
        return [person for person in self.people if guild_id in person.guilds]

    def person_of(self, player: int) -> DaysPerson:
        return next(person for person in self.people if person.user.user.id == player)

    # What people do.

    async def do(
        self, person: DaysPerson, line: str, place: Channel, /, **options: Any
    ) -> ShownMessage | None:
        """Type a command; return what it shows."""
        return await self._attempt(person, person.user.slash(place, line, **options))

    async def click(
        self, person: DaysPerson, shown: ShownMessage, button: str
    ) -> ShownMessage | None:
        return await self._attempt(person, person.user.click(shown, button))

    async def act(self, person: DaysPerson, hand: ShownMessage, *, ahead: bool = False) -> None:
        """Press something on a hand, or on its premove."""
        await self._attempt(person, press(person.user, hand, self.chance, ahead=ahead))

    async def _attempt(
        self, person: DaysPerson, work: Coroutine[Any, Any, ActionResult | None]
    ) -> ShownMessage | None:
        """Let somebody press, and some seconds pass; note a press without an answer."""
        result = None
        if self.is_away:
            work.close()
            return None
        try:
            result = await work
            self.tally["presses"] += 1
        except (HumanError, NothingShownError):
            self.tally["stale"] += 1  # the message had just changed; people look again
        except InteractionFailedError as error:
            self.checks.complain(f"{person.user.name} pressed in vain: {error}")
        await self.pass_until(self.now + self.chance.randint(2, 15) * SECOND)
        return None if result is None else result.shown

    # Time.

    def later(self, delay: int, name: str, *values: Any) -> None:
        """Let something happen after so many milliseconds."""
        heapq.heappush(self._queue, (self.now + delay, next(self._numbers), name, values))

    async def pass_until(self, moment: int) -> None:
        """Let time pass, and the bot act at each moment at which something is due.

        First it does what a press has left to do: or its bots would move late, after people were
        called whom their moves ask no longer.
        """
        await self._let_act()
        while self.now < moment:
            due = self.bot.due if self.bot.process is not None else moment
            step = min(moment, max(due, self.now + SECOND))
            self.clock.advance(step / 1000 - self.clock.moment)
            self.now = step
            await self._let_act()

    async def _let_act(self) -> None:
        """Let the bot do what is due, and judge whom it has called."""
        if self.bot.process is not None:
            await self.bot.go(self.now)
            self.checks.look()

    async def run(self) -> None:
        """Live through the days, and until the last match has ended."""
        await self.playground.start()
        try:
            self._gather_people()
            self.bot.port = self.playground.address.port
            self.checks.watch()
            await self.bot.start(self.trees[0], self.now)
            await self._settle_in()
            self._plan()
            last = self.end + self.to_end * DAY
            while self._queue and self.now < last and not self._is_over():
                moment, _, name, values = heapq.heappop(self._queue)
                await self.pass_until(moment)
                event = getattr(self, f"on_{name}", None) or getattr(self.habits, name)
                await event(*values)
            await self.checks.at_the_end()
        finally:
            await self.bot.end()
            await self.playground.stop()

    def _is_over(self) -> bool:
        sql = "SELECT 1 FROM matches WHERE ended_at IS NULL AND guild_id > 0"
        return self.now > self.end and not self.facts.rows(sql)

    async def _settle_in(self) -> None:
        """Let people choose when they are reached, and managers set their servers up."""
        for person in self.people:
            place = self.channel(person.guilds[0], "lounge")
            if person.has_quiet_hours:
                hours = {"begin": "22:00", "end": "8:00", "zone": person.zone}
                await self.do(person, "me reminders quiet", place, **hours)
            if person.number % 5 == 3:
                await self.do(person, "me reminders way", place, way="dm")
            if person.number % 13 == 5:
                await self.do(person, "me reminders way", place, way="none")
        for guild_id, zone in self.zones.items():
            owner = self.person_of(self.playground.world.guilds[guild_id].owner_id)
            lounge, deals = self.channel(guild_id, "lounge"), self.channel(guild_id, "table-two")
            options = {"channel": f"<#{deals.id}>", "timezone": zone}
            await self.do(owner, "server settings deals", lounge, **options)
        await self.do(owner, "server settings change", lounge, language="es")

    def _plan(self) -> None:
        """Plan everything whose day is fixed."""
        for person in self.people:
            self.later(self.chance.randrange(DAY), "visit", person.number)
        self.later(HOUR, "new_day", 1)

    # Events.

    async def on_visit(self, number: int) -> None:
        """Let somebody come, unless they sleep, and plan when they come again."""
        person = self.people[number]
        if person.is_awake(self.now):
            if person.habit.leaves and self.chance.random() < 0.3:
                await self.habits.sit_down_again(person)
            await self.habits.visit(person)
        pause = DAY / person.habit.visits * self.chance.uniform(0.3, 1.1)
        self.later(round(pause * 14 / 24), "visit", number)

    async def on_new_day(self, day: int) -> None:
        """Check everything, print a line, clear away what is old, and plan the day."""
        await self.checks.daily(day)
        self._clear()
        for name, every, first in CALENDAR:
            if day % every == first and (self.now < self.end or name not in OPENING):
                self.later(self.chance.randint(10 * 60, 20 * 60) * MINUTE, name)
        if day in UPDATES and len(self.trees) > 1:
            self.later(9 * HOUR, "update")
        if self.now > self.end + DAY:  # the last matches are played out
            sql = "SELECT match_id FROM matches WHERE life = 'running' AND guild_id > 0"
            for (match_id,) in self.facts.rows(sql):
                self.later(self.chance.randint(10, 20) * HOUR, "sit", match_id, self.now + DAY)
        self.later(DAY, "new_day", day + 1)

    def _clear(self) -> None:
        """Forget what a real Discord would no longer show, and what tabs were told."""
        world, old = self.playground.world, self.now / 1000 - DAY / 1000
        with world.store.transaction():
            for message in list(world.messages.values()):
                if message.owner_id is not None and message.created_at < old:
                    world.forget(message)
        forget_old_interactions(world)
        self.playground.rest.exchanges.clear()
        for person in self.people:
            person.user.heard.clear()
            person.hands.clear()

    async def on_cup_of_first(self) -> None:
        await self.habits.open_cup(min(self.zones))

    async def on_cup_of_second(self) -> None:
        await self.habits.open_cup(max(self.zones))

    async def on_table_in_group(self) -> None:
        host = self.chance.choice(self.people[:4])
        await self.habits.open_table(host, ELSEWHERE)

    async def on_season(self) -> None:
        for guild_id in self.zones:
            owner = self.person_of(self.playground.world.guilds[guild_id].owner_id)
            place = self.channel(guild_id, "lounge")
            await self.do(owner, "server season new", place, surely=True)
            self.tally["seasons"] += 1

    async def on_holiday(self) -> None:
        person = self.chance.choice(self.people)
        until = datetime.fromtimestamp(self.now / 1000 + 4 * DAY / 1000, UTC).date()
        place = self.channel(person.guilds[0], "lounge")
        shown = await self.do(person, "me reminders holiday", place, until=until.isoformat())
        self.checks.holiday(person, until, shown)

    async def on_update(self) -> None:
        """Stop the bot, and start the next version of the program."""
        await self.bot.end()
        self.trees.pop(0)
        self.bot.log = self.log = self.folder / f"bot-{len(self.trees)}.log"
        await self.pass_until(self.now + MINUTE)
        await self._start()
        self.tally["updates"] += 1

    async def on_kill(self) -> None:
        """Kill the bot amid a press, and start it minutes or hours later."""
        await self.bot.go(self.now)
        person = self.chance.choice(self.people)
        place = self.channel(person.guilds[0], "table-one")
        pressing = asyncio.create_task(person.user.slash(place, "play", game="dojo", bots=2))
        await asyncio.sleep(self.chance.uniform(0.0, 0.05))
        await self.bot.end(kill=True)
        self.playground.patience = 0.1
        with suppress(InteractionFailedError, HumanError):
            await pressing
        self.playground.patience = 60.0
        await self.pass_until(self.now + self.chance.choice((1, 20, 300)) * MINUTE)
        await self._start()
        self.tally["kills"] += 1

    async def on_restore(self) -> None:
        """Stop the bot, put a backup in place of its database, and start it again."""
        await self.bot.end()
        copy = self.folder / "copy.db"
        copy.unlink(missing_ok=True)
        back_up(self.database, copy)
        aside = restore(self.database, copy)
        if aside is not None:
            aside.unlink()
        await self._start()
        self.tally["restores"] += 1

    async def on_outage(self) -> None:
        """Take Discord away for some hours."""
        self.is_away = True
        self.playground.always[API] = 503
        self.playground.always[GATEWAY] = 503
        self.playground.faults.cut()
        await self.pass_until(self.now + self.chance.randint(1, 4) * HOUR)
        await self.playground.heal()
        self.is_away = False
        await self.playground.until(lambda: self.playground.sessions.online, "the bot's return")
        for _ in range(20):
            await asyncio.sleep(0.2)
            await self.bot.go(self.now)
        self.tally["outages"] += 1

    async def _start(self) -> None:
        await self.bot.start(self.trees[0], self.now)
        self.checks.look()


def main(line: list[str] | None = None) -> int:
    """Run the days and print what is wrong; the exit code is 1 if anything is."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.long_runs.sixty_days", description=__doc__
    )
    parser.add_argument("--days", type=int, default=DAYS, help="default %(default)s")
    parser.add_argument(
        "--begin", type=date.fromisoformat, default=BEGIN, help="default %(default)s"
    )
    parser.add_argument("--seed", type=int, default=SEED, help="default %(default)s")
    parser.add_argument("--faults", nargs="*", help="plant faults, all or these: are they found?")
    parser.add_argument("--no-updates", action="store_true", help="only this version")
    parser.add_argument("--keep", type=Path, help="a folder in which everything stays")
    options = parser.parse_args(line)
    if options.faults is not None:
        missed = [name for name in options.faults or FAULTS if not is_found(name, options.seed)]
        print(f"not found: {missed}" if missed else "All were found.")
        return 1 if missed else 0
    with tempfile.TemporaryDirectory(prefix="sixty-days-") as scratch:
        folder = options.keep or Path(scratch)
        folder.mkdir(exist_ok=True, parents=True)
        begun, days = time.monotonic(), Days(folder, options.days, options.seed, "", options.begin)
        if not options.no_updates:
            days.trees = [*older_trees(folder, len(UPDATES)), ROOT]
        asyncio.run(days.run())
    print(f"{(time.monotonic() - begun) / 60:.0f} minutes; {dict(days.tally)}")
    print("\n".join(days.checks.complaints) or "Everything holds.")
    presses, wrong = days.tally["presses"], len(days.checks.complaints)
    before, after = (round(days.tally[f"memory {when}"] / 1e6) for when in ("before", "after"))
    record(
        "days of forty people", f"{options.days} days", "", tried=presses, good=presses - wrong,
        figure=f"{before} MB, then {after} MB",
    )  # fmt: skip
    return 1 if wrong else 0


def is_found(name: str, seed: int) -> bool:
    """Live through some days with a planted fault; tell whether the right complaint comes."""
    with tempfile.TemporaryDirectory(prefix="sixty-days-") as folder:
        days = Days(Path(folder), FAULT_DAYS.get(name, 3), seed, name)
        days.to_end = 0
        asyncio.run(days.run())
    words = FAULTS[name][3]
    hits = [complaint for complaint in days.checks.complaints if words in complaint]
    print(f"{name}: {len(hits)} complaints of {len(days.checks.complaints)}: {hits[:1]}")
    record("days with a planted fault", WHOLE, name, tried=1, good=bool(hits))
    return bool(hits)


if __name__ == "__main__":
    sys.exit(main())
