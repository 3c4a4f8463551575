"""Six people play at four tables of four games in two channels, with many interruptions."""

import random
from dataclasses import dataclass, field

import pytest

from bot.tables.time_limits import Limits
from bot.ui.kit.custom_ids import TableButton, Verb, encode
from data.records.matches import Life
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from tests.bot.tables.support import ManualClock, pass_time
from tests.integration.support.random_presses import press
from tests.integration.support.running_bot import TABLE, Hands, RunningBot, controls
from tests.support.playground import opening

ELSEWHERE = "table-two"
"""The button of a notice; format it with the match's id."""
MINUTE = 60_000
LONGEST = 1200
"""More presses than a match needs here."""


@dataclass
class Game:
    """One of the tables, with the open hands of its players."""

    match_id: str
    channel: str
    table: ShownMessage
    hands: Hands = field(default_factory=dict)

    def asked(self) -> list[PlaygroundUser]:
        return [person for person, hand in self.hands.items() if controls(hand)]


@dataclass
class FourTables:
    """The actions of these people, chosen by a seeded random generator."""

    env: RunningBot
    clock: ManualClock
    chance: random.Random = field(default_factory=lambda: random.Random(11))

    async def sit(
        self,
        channel: str,
        line: str,
        host: PlaygroundUser,
        *guests: PlaygroundUser,
        **options: object,
    ) -> Game:
        """Open a table, let the guests join, start, and open everybody's hand."""
        before = {
            summary.id for summary in await self.env.bot.tables.queries.matches_of(host.user.id)
        }
        await host.slash(channel, "play", **opening(line, **options))
        lobby = self.env.public(host, channel)
        for guest in guests:
            await guest.click(lobby, "Join")
            await self.env.settled()
        await host.click(lobby, "Start")
        await self.env.settled()
        summaries = await self.env.bot.tables.queries.matches_of(host.user.id)
        (match_id,) = {summary.id for summary in summaries} - before
        game = Game(match_id, channel, lobby)
        for person in (host, *guests):
            await self.look(game, person)
        return game

    async def look(self, game: Game, person: PlaygroundUser) -> None:
        """Press My hand under the newest message of the table."""
        game.table = public(person, game, "My hand")
        game.hands[person] = (await person.click(game.table, "My hand")).message

    async def play(self, game: Game, presses: int | None = None) -> None:
        """Press a number of times at a table, or until the match is over."""
        for _ in range(LONGEST if presses is None else presses):
            await self.env.playground.until(
                lambda: self.is_over(game) or bool(game.asked()), "a question or the end"
            )
            if self.is_over(game):
                return
            person = self.chance.choice(game.asked())
            await press(person, game.hands[person], self.chance)
            await self.env.settled()
        assert presses is not None, "the match was not over after so many presses"

    def is_over(self, game: Game) -> bool:
        return bool(publics(next(iter(game.hands)), game, "Rematch"))


def publics(person: PlaygroundUser, game: Game, button: str) -> list[ShownMessage]:
    """Return the channel's messages of that match with this button."""
    return [
        shown
        for shown in person.sees(game.channel)
        if not shown.ephemeral
        and button in shown.buttons
        and any(f":{game.match_id}:" in str(c.get("custom_id")) for c in shown.components)
    ]


def public(person: PlaygroundUser, game: Game, button: str) -> ShownMessage:
    (shown,) = publics(person, game, button)
    return shown


def notices(game: Game) -> list[ShownMessage]:
    """Return the notices in the channel for this table."""
    person = next(iter(game.hands))
    call = encode(TableButton(Verb.HAND, game.match_id, is_on_notice=True))
    return [
        shown
        for shown in person.sees(game.channel)
        if not shown.ephemeral and any(c.get("custom_id") == call for c in shown.components)
    ]


@pytest.mark.nightly
async def test_six_people_at_four_tables(stopped: RunningBot, clock: ManualClock) -> None:
    """Matches with leavers, absent players and a restart end with one result and no notices."""
    tables = FourTables(stopped, clock)
    ana, ben, chen, dora, emil, farah = map(
        stopped.person, ("Ana", "Ben", "Chen", "Dora", "Emil", "Farah")
    )
    stopped.time = clock
    async with stopped.open():
        coins = await tables.sit(TABLE, "tomatomat", ana, ben, dora)
        dojo = await tables.sit(TABLE, "dojo", chen, dora, emil, clock="live_1m")
        karate = await tables.sit(
            ELSEWHERE, "karate_tomate", farah, ana, emil, trophies_to_call=8, auto_end=True
        )
        slow = await tables.sit(ELSEWHERE, "tomate", ben, farah, cycles=1, clock="slow_1d")
        games = (coins, dojo, karate, slow)

        await somebody_leaves_and_another_sits_down(tables, coins, ben, chen)
        await somebody_is_away_and_returns(tables, dojo, emil)
        await only_who_is_awaited_is_called(tables, slow)
        await tables.play(karate, presses=20)
    async with stopped.open():
        await stopped.settled()
        for game in games:
            await tables.play(game)
        await ben.click(public(ben, slow, "Rematch"), "Rematch")
        await stopped.settled()
        queries = stopped.bot.tables.queries
        lives = [(await queries.summary(game.match_id)).life for game in games]
        lobby = stopped.public(ben, ELSEWHERE)

    assert lives == [Life.FINISHED] * len(games)
    for game in games:
        assert len(publics(ana, game, "Rematch")) == 1
        assert not publics(ana, game, "My hand")
        assert not notices(game)
    assert [name in lobby.text for name in ("Ben", "Farah")] == [True] * 2


async def somebody_leaves_and_another_sits_down(
    tables: FourTables, game: Game, leaver: PlaygroundUser, other: PlaygroundUser
) -> None:
    """A bot replaces a leaver at once, and a substitute takes the seat and its hand."""
    await tables.env.leave(leaver, game.table)
    game.hands.pop(leaver)
    asked = await other.click(game.table, "Take over a seat")
    (seat,) = (label for label in asked.message.buttons if "'s seat" in label)
    sat = await other.click(asked, seat)
    await tables.env.settled()
    game.hands[other] = sat.message
    assert "The seat is yours" in sat.text
    assert "is playing for" not in game.table.text


async def somebody_is_away_and_returns(
    tables: FourTables, game: Game, away: PlaygroundUser
) -> None:
    """A bot replaces a player after two missed answers, and one press takes the seat back."""
    env, hand = tables.env, game.hands.pop(away)
    while "is playing for" not in game.table.text:
        # Simultaneous questions let players change their answers forever, so limit the presses.
        for person in game.asked() * 2:
            if controls(game.hands[person]):
                await press(person, game.hands[person], tables.chance)
                await env.settled()
        match_view = await env.bot.tables.queries.match_view(game.match_id, away.user.id)
        if match_view.question is not None:
            before = game.table.text
            pass_time(env.bot.tables, tables.clock, MINUTE)
            await away.until(lambda item=before: game.table.text != item, "time to be up")  # type: ignore[misc]  # a default binds it
            await env.settled()
    assert f"is playing for {away.mention}" in game.table.text
    assert not controls(hand)
    back = await away.click(game.table, "Take over a seat")
    await tables.env.settled()
    game.hands[away] = back.message
    assert "yours again" in back.text
    assert "is playing for" not in game.table.text


async def only_who_is_awaited_is_called(tables: FourTables, game: Game) -> None:
    """At a slow table, only the player whose turn it is is notified, until they answer."""
    called: list[PlaygroundUser] = []
    while len(called) < 3:
        (asked,) = game.asked()
        if asked not in called[-1:]:
            tables.clock.advance(Limits().asked_after)
            await asked.until(lambda: bool(notices(game)), "somebody to be called")
            (call,) = notices(game)
            assert call.value.notified == [asked.user.id]
            called.append(asked)
        await press(asked, game.hands[asked], tables.chance)
        await tables.env.settled()
    assert not notices(game)
