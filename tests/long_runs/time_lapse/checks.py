"""What must hold on every day of the time-lapse, and once its last match has ended."""

import re
import shutil
import sqlite3
import statistics
import time
from collections import Counter, defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from bot.tables.domain.deal_days import date_of
from bot.tables.domain.time_controls import DAY
from bot.tables.history.replay import Finding, StoredMatch, examine
from bot.tables.leaderboards.recompute import Recompute
from bot.ui.kit.custom_ids import TableButton, Verb, decode
from data.records.matches import ELSEWHERE
from data.store import open_store
from games import GAMES, game
from playground.testing.snapshots import ShownMessage
from playground.world.world import Message, Thing
from tests.long_runs.time_lapse.people import SLEEPS, WAKES, DaysPerson

if TYPE_CHECKING:  # it is made of these
    from tests.long_runs.sixty_days import Days

OWED = ("asked", "nudge", "half", "last")
"""The reminders of a question that somebody owes an answer to."""
IN_LOBBY = ("invited", "watched", "one_more", "planned")
BAD = re.compile(r"^(ERROR|CRITICAL)|Traceback|never (awaited|retrieved)")
"""Lines of a log that holds an error."""
MEMORY, FILES, SIZE = 1.10, 1.25, 1.15
"""How large the last third of the days may be, as a multiple of the third before it."""
DEALS_KEPT = 7
"""How many days the messages of deals are remembered at least."""
LIFE = 1.5
"""How much memory a process may use at its end, as a multiple of its first day's."""


class Usage(NamedTuple):
    """What the bot used at the end of a day."""

    day: int
    age: float
    """Days since its process began."""
    memory: int
    files: int
    size: int
    """Bytes of the database in use: its file keeps the pages of what was deleted."""


@dataclass
class Call:
    """A message that has lit up for somebody."""

    message_id: int
    player: int
    moment: int
    words: str


@dataclass
class Checks:
    days: "Days"
    complaints: list[str] = field(default_factory=list)
    usage: list[Usage] = field(default_factory=list)
    begun: float = field(default_factory=time.monotonic)
    _calls: list[Call] = field(default_factory=list)
    _reached: set[tuple[object, ...]] = field(default_factory=set)
    _holidays: dict[int, int] = field(default_factory=dict)

    def complain(self, words: str) -> None:
        """Note and print what is wrong."""
        moment = datetime.fromtimestamp(self.days.now / 1000, UTC)
        self.complaints.append(f"{moment:%d %b %H:%M:%S} {words}")
        print(f"\n! {self.complaints[-1]}", flush=True)

    def holiday(self, person: DaysPerson, until: date, shown: ShownMessage | None) -> None:
        """Remember that somebody is away, once the bot has said so."""
        if shown is not None:
            zone = ZoneInfo(person.zone) if person.has_quiet_hours else UTC
            over = datetime(until.year, until.month, until.day, tzinfo=zone).timestamp() * 1000
            self._holidays[person.number] = round(over)  # its last day ends still later

    # Calls: messages that light up.

    def watch(self) -> None:
        """Hear of every message that lights up for somebody, except of an answer to a press."""
        world = self.days.playground.world
        keep, seen = world.keep, set[int]()

        def overheard(thing: Thing) -> None:
            keep(thing)
            if isinstance(thing, Message) and thing.notified and thing.id not in seen:
                seen.add(thing.id)
                if thing.author_id == world.bot.id and thing.interaction_id is None:
                    self._calls += [
                        Call(thing.id, player, self.days.now, str(thing.components))
                        for player in thing.notified
                    ]

        world.keep = overheard  # type: ignore[method-assign]  # to overhear it

    def look(self) -> None:
        """Judge every call since the last look by what the database says now."""
        calls, self._calls = self._calls, []
        for call in calls:
            sql = "SELECT match_id, kind, ticket FROM surfaces WHERE message_id = ?"
            rows = self.days.facts.rows(sql, call.message_id)
            why = str(rows[0][2]).rpartition(" ")[2] if rows and rows[0][1] == "notice" else ""
            self.days.tally[f"called: {why or (rows[0][1] if rows else 'otherwise')}"] += 1
            sql = "SELECT 1 FROM tournament_posts WHERE message_id = ?"
            if not rows and not self.days.facts.rows(sql, call.message_id):
                who = self.days.person_of(call.player).user.name
                self.complain(f"{who} was called by a message that was sent twice: {call.words}")
            if why:
                self._judge(call, rows[0][0], why)
            elif len(self.days.trees) == 1:  # older versions had this fault
                self._judge_hour(call, rows[0][1] if rows else "tournament")

    def _judge_hour(self, call: Call, why: str) -> None:
        """Complain of a call in somebody's quiet hours or holiday."""
        person = self.days.person_of(call.player)
        hour = person.hour(call.moment)
        if person.has_quiet_hours and not WAKES <= hour < SLEEPS:
            self.complain(f"{person.user.name} was called ({why}) in quiet hours: {hour:.1f}")
        if call.moment < self._holidays.get(person.number, 0):
            self.complain(f"{person.user.name} was called ({why}) during a holiday")

    def _judge(self, call: Call, match_id: str, why: str) -> None:
        """Complain of a reminder in vain, and of one that came before."""
        facts, person = self.days.facts, self.days.person_of(call.player)
        if why == "channel_gone":
            return
        who = f"{person.user.name} was called ({why}, {match_id[:4]})"
        self._judge_hour(call, why)
        if why in OWED and call.player not in facts.awaited(match_id):
            self.complain(f"{who} in vain")
        if why in IN_LOBBY and facts.life_of(match_id) != "lobby":
            self.complain(f"{who} to a lobby that is closed")
        if why != "nudge":
            key = (call.player, match_id, why, self._answers(match_id, call.player), call.words)
            if key in self._reached:
                self.complain(f"{who} twice")
            self._reached.add(key)

    def _answers(self, match_id: str, player: int) -> int:
        """Return how many answers were given at the seat of a player."""
        seat = self.days.facts.seats(match_id).get(player, -1)
        sql = "SELECT count(*) FROM steps WHERE match_id = ? AND seat = ?"
        return int(self.days.facts.rows(sql, match_id, seat)[0][0])

    # Every day.

    async def daily(self, day: int) -> None:
        """Check what must hold on every day, and print a line."""
        days, facts = self.days, self.days.facts
        await days.bot.go(0)
        for fact in facts.broken():
            self.complain(fact)
        with closing(sqlite3.connect(f"file:{days.database}?mode=ro", uri=True)) as connection:
            for pragma in ("integrity_check", "foreign_key_check"):
                for row in connection.execute(f"PRAGMA {pragma}"):
                    if row != ("ok",):
                        self.complain(f"{pragma}: {row}")
            pages, free, page = (
                connection.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("page_count", "freelist_count", "page_size")
            )
        self._look_at_messages()
        figures, size = days.bot.figures, (pages - free) * page
        age = (days.now - days.bot.begun) / DAY
        self.usage.append(Usage(day, age, figures["memory"], figures["files"], size))
        (matches,) = facts.rows("SELECT count(*), sum(ended_at IS NULL) FROM matches")
        print(
            f"day {day:3} {(time.monotonic() - self.begun) / 60:6.1f} min"
            f" {days.tally['presses']:6} presses {matches[1] or 0:3} of {matches[0]:4} open"
            f" {figures['memory'] / 1e6:6.1f} MB {figures['tasks']:3} tasks {figures['files']:3}"
            f" files {size / 1e6:5.1f} MB in use, {len(self.complaints)} wrong",
            flush=True,
        )

    def _look_at_messages(self) -> None:
        """Look for matches with two tables, and for reminders of matches that have ended."""
        world, facts = self.days.playground.world, self.days.facts
        sql = "SELECT match_id, guild_id FROM matches WHERE life = 'running'"
        opened: dict[str, int] = dict(facts.rows(sql))
        tables = Counter[str]()
        for message in world.messages.values():
            if message.author_id != world.bot.id or message.owner_id is not None:
                continue
            parts = ShownMessage(world, message.id, 0).components
            buttons = [decode(str(part.get("custom_id", ""))) for part in parts]
            for button in buttons:
                if not isinstance(button, TableButton) or button.verb is not Verb.HAND:
                    continue
                if not button.is_on_notice:
                    tables[button.match] += 1
                elif button.match not in opened:
                    self.complain(f"a reminder of {button.match[:4]} is still there")
        for match_id, number in tables.items():
            # Where the bot only answers, it can't delete an answer after a quarter of an hour.
            if number > 1 and opened.get(match_id, ELSEWHERE) != ELSEWHERE:
                self.complain(f"{match_id[:4]} is shown {number} times")

    # At the end.

    async def at_the_end(self) -> None:
        """Check everything that the whole time has brought."""
        days, facts = self.days, self.days.facts
        await days.bot.go(days.now)
        for match_id, life, step in facts.rows(
            "SELECT match_id, life, step FROM matches WHERE ended_at IS NULL AND guild_id > 0"
        ):
            self.complain(f"{match_id[:4]} has not ended: {life}, step {step}")
        self._check_deals()
        self._check_attempts()
        await days.bot.end()
        days.tally["unsettled"] = days.bot.unsettled  # on a busy machine
        await self._replay()
        self._read_log()
        self._compare_usage()

    def _check_deals(self) -> None:
        """Look for one message a day and server, in the morning of its time zone."""
        world, days = self.days.playground.world, self.days
        for guild_id, zone in days.zones.items():
            sql = "SELECT day, message_id FROM deal_posts WHERE guild_id = ? ORDER BY day"
            posts = dict(days.facts.rows(sql, guild_id))
            missing = set(range(min(posts), max(posts) + 1)) - posts.keys()
            if missing or len(posts) < min(days.length, DEALS_KEPT):
                self.complain(f"{len(posts)} deals in {zone}, without those of {missing}")
            posts.pop(min(posts))  # it came when the channel was chosen
            for day, message_id in posts.items():
                message, posted = world.messages.get(message_id or 0), None
                if message is not None:
                    posted = datetime.fromtimestamp(message.created_at, ZoneInfo(zone))
                # An outage or a dead bot delays it for hours.
                if posted is None or posted.date() != date_of(day) or not 8 <= posted.hour < 14:
                    self.complain(f"the deal of {date_of(day)} came at a strange hour: {posted}")

    def _check_attempts(self) -> None:
        """Compare the days of the finished deals, which are the streaks, with what people did."""
        sql = "SELECT player_id, day FROM attempts WHERE counts = 1 AND place IS NOT NULL"
        stored = defaultdict[int, set[int]](set)
        for player, day in self.days.facts.rows(sql):
            stored[self.days.person_of(player).number].add(day)
        for number in stored.keys() | self.days.deals.keys():
            mine = self.days.deals.get(number, set())
            if mine - stored[number]:
                name = self.days.people[number].user.name
                self.complain(f"{name} finished deals {mine}, stored are {stored[number]}")
        self.days.tally["deals"] = sum(map(len, stored.values()))

    async def _replay(self) -> None:
        """Replay every stored match, and recompute all ratings, on a copy."""
        copy = self.days.folder / "replayed.db"
        copy.unlink(missing_ok=True)
        shutil.copy(self.days.database, copy)
        store = await open_store(copy)
        try:
            for match_id, key in self.days.facts.rows(
                "SELECT match_id, game FROM matches WHERE step > 0"
            ):
                match, state = await store.matches.load(match_id)
                steps = await store.history.steps(match_id)
                finding, step = examine(game(key), StoredMatch(match, steps, state))
                self.days.tally[f"replayed: {finding}"] += 1
                if finding is not Finding.AGREES:
                    self.complain(f"match {match_id} of {key}: {finding} at step {step}")
            recompute = Recompute(store, GAMES)
            async for season in recompute.run(write=False):
                self.days.tally["rated matches"] += season.matches
                for words in season.differences:
                    self.complain(f"season {season.season} of {season.guild_id}: {words}")
            async for lost in recompute.left_out(write=False):
                self.complain(f"match {lost.match_id} is not counted: {lost.why}")
        finally:
            await store.close()

    def _read_log(self) -> None:
        lines = self.days.log.read_text(encoding="utf-8").splitlines()
        for line, number in Counter(line for line in lines if BAD.search(line)).items():
            self.complain(f"the log, {number} times: {line}")

    def _compare_usage(self) -> None:
        """Compare what the bot used in the last third of the days with the third before it.

        Within the life of a process, memory grows by the caches that fill, but by no more.
        """
        rows = [row for row in self.usage if row.age > 0.5 and row.day <= self.days.length]
        lives = defaultdict[float, list[int]](list)
        for row in rows:
            lives[round(row.day - row.age, 2)].append(row.memory)
        for first, *_, last in (memory for memory in lives.values() if len(memory) > 1):
            if last > first * LIFE:
                self.complain(f"memory has grown in a life from {first} to {last}")
        rows = [row for row in rows if row.age < 4]
        third = len(rows) // 3
        if third < 2:
            return
        for name, limit in (("memory", MEMORY), ("files", FILES), ("size", SIZE)):
            before, after = (
                statistics.median(getattr(row, name) for row in part)
                for part in (rows[-2 * third : -third], rows[-third:])
            )
            self.days.tally[f"{name} before"], self.days.tally[f"{name} after"] = before, after
            if after > before * limit:
                self.complain(f"{name} has grown from {before:.0f} to {after:.0f}")
