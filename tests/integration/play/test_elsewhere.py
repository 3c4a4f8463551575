"""Tables in group DMs and in servers without the bot, which only answers presses there."""

import asyncio
import gc
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.tables.domain.player import Player
from bot.ui.kit import custom_ids
from games import GAMES
from games.core.game import AnyGame
from playground.interactions.interactions import COMMAND
from playground.interactions.options import Typed, command_data
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ActionResult, ShownMessage
from playground.world.clock import ManualClock as PlaygroundManualClock
from playground.world.permissions import Permission
from tests.bot.tables.support import ManualClock
from tests.integration.support.forgeries import BROKEN
from tests.integration.support.request_log import logged
from tests.integration.support.running_bot import TABLE, Hands, RunningBot, controls, forge, words
from tests.support.playground import opened
from tests.support.sampling import leading

GROUP, SERVER = "friends", "terrace"
LONG = 20
"""Minutes after which every token is dead."""


@dataclass
class Friends:
    """Three people and a running bot that isn't a member where they are.

    The clocks of the bot and of its Discord stand still.
    """

    env: RunningBot
    clocks: tuple[ManualClock, PlaygroundManualClock]
    place: str = GROUP

    @property
    def people(self) -> list[PlaygroundUser]:
        return [self.env.person(name) for name in ("Ana", "Ben", "Chen")]

    async def later(self, minutes: float) -> None:
        """Let time pass once everything is shown."""
        await self.env.settled()
        self.clocks[0].advance(round(minutes * 60_000))
        self.clocks[1].advance(minutes * 60)

    async def started(self, game: str = "tomate", **options: object) -> ShownMessage:
        """Start a match of these people; returns its table."""
        host, *others = self.people
        table = (await host.slash(self.place, "play", game=game, **options)).message
        for person in others:
            await person.click(table, "Join")
        await self.env.settled()
        await host.click(table, "Start")
        await self.env.settled()
        return table

    async def hands(self, table: ShownMessage) -> Hands:
        return {who: (await who.click(table, "My hand")).message for who in self.people}

    def tables(self) -> list[ShownMessage]:
        """The public messages there."""
        return [shown for shown in self.people[0].sees(self.place) if not shown.ephemeral]

    @property
    def refusals(self) -> list[str]:
        return self.env.playground.refusals()


@pytest.fixture
async def friends(tmp_path: Path) -> AsyncIterator[Friends]:
    clocks = ManualClock(), PlaygroundManualClock()
    async with opened(clock=clocks[1]) as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db", time=clocks[0])
        async with env.open():
            yield Friends(env, clocks)


@pytest.mark.parametrize("place", [GROUP, SERVER])
@pytest.mark.parametrize("game", leading(GAMES), ids=lambda game: game.info.key)
async def test_a_match_is_played_where_the_bot_is_not(
    friends: Friends, game: AnyGame, place: str
) -> None:
    """A whole match of each game is one message there, and nothing that Discord refuses."""
    friends.place = place
    table = await friends.started(game.info.key, preset="quick")
    hands = await friends.hands(table)
    await friends.env.settled()
    asked, hand = await friends.env.asked_of(hands)
    await asked.click(hand, controls(hand)[0])
    await friends.env.finish(*friends.people)
    await friends.env.settled()

    assert "Rematch" in table.buttons
    assert [shown.id for shown in friends.tables()] == [table.id]
    assert friends.refusals == []


async def test_a_table_whose_tokens_are_dead_follows_below(friends: Friends) -> None:
    """A move long after the last press on a table puts it below, and the old one leads there."""
    hands = await friends.hands(await friends.started())
    await friends.later(LONG)
    asked, hand = await friends.env.asked_of(hands)
    await asked.click(hand, controls(hand)[0])
    await friends.env.settled()
    old, new = friends.tables()
    await asked.click(old, "My hand")
    await friends.env.settled()

    assert "My hand" in new.buttons
    assert old.buttons == []
    assert str(new.id) in old.text
    assert [shown.id for shown in friends.tables()] == [old.id, new.id]
    assert friends.refusals == []


@pytest.mark.parametrize(
    ("command", "options"),
    [("hand", {}), ("move", {"move": "play"}), ("table pause", {}), ("why", {})],
    ids=["hand", "move", "pause", "why"],
)
async def test_a_typed_command_brings_its_table(
    friends: Friends, command: str, options: dict[str, str]
) -> None:
    """A command that is typed for a table whose tokens are dead puts the table below."""
    ana, *_ = friends.people
    old = await friends.started()
    await friends.later(LONG)
    await ana.slash(GROUP, command, **options)
    await friends.env.settled()
    *_, new = friends.tables()

    assert "My hand" in new.buttons
    assert new.id != old.id
    assert friends.refusals == []


async def test_a_command_on_a_message_brings_its_table(friends: Friends) -> None:
    """Of two tables whose tokens are dead, the one on whose message a command is used is brought
    below.
    """
    ana, *_ = friends.people
    await friends.started("tomatomat")
    old = await friends.started()
    await friends.later(LONG)
    await ana.menu(GROUP, "My hand", old)
    await friends.env.settled()
    other, _, new = friends.tables()
    titles = [words(table).split(" · ")[0] for table in (other, old, new)]

    assert titles[2] == titles[1] != titles[0]
    assert "My hand" in new.buttons
    assert friends.refusals == []


async def test_a_forged_command_brings_no_table(friends: Friends) -> None:
    """A table that nobody can name is refused, and nothing is logged or brought."""
    ana, *_ = friends.people
    old = await friends.started()
    await friends.later(LONG)
    typed = Typed("table", ("show",), {})
    answers = list[str]()
    with logged() as lines:
        for named in ({"type": 6, "value": "x"}, {"type": 3, "value": []}):
            data = command_data(friends.env.playground.world, ana.user, ana.channel(GROUP), typed)
            data["options"][0]["options"] = [{"name": "table", **named}]
            answers.append(
                (await ana._answer(ana._acts._open(COMMAND, ana.channel(GROUP), data))).text
            )
            await friends.env.settled()
        gc.collect()  # only then does the loop say that a command has failed

    assert [answer for answer in answers if BROKEN in answer or not answer] == []
    assert [line for line in lines if line.startswith("ERROR")] == []
    assert [shown.id for shown in friends.tables()] == [old.id]


async def test_two_presses_at_once_bring_one_table(friends: Friends) -> None:
    """Two hands that are pressed at once, when all tokens are dead, put one table below."""
    hands = await friends.hands(await friends.started())
    await friends.later(LONG)
    await asyncio.gather(*(who.click(hand, "Table") for who, hand in hands.items()))
    await friends.env.settled()

    assert len(friends.tables()) == 2


async def test_who_brings_a_table_down_at_once_is_answered(friends: Friends) -> None:
    """Everybody who posts the table again in the same moment gets the table or the way there."""
    table = await friends.started()
    await asyncio.gather(*(person.click(table, "Bring down") for person in friends.people))
    await friends.env.settled()

    assert ["My hand" in shown.buttons for shown in friends.tables()].count(True) == 1
    assert all(shown.components for shown in friends.tables())
    assert friends.refusals == []


@pytest.mark.parametrize("button", ["My hand", "Refresh", "More"])
async def test_a_press_on_a_dead_table_brings_it_up_to_date(friends: Friends, button: str) -> None:
    """A table shows what happened since its last press as soon as anybody presses it."""
    env, (ana, ben, _) = friends.env, friends.people
    table = await friends.started()
    await friends.later(LONG)
    (match,) = await env.bot.tables.queries.matches_of(ana.user.id)
    await env.bot.tables.pauses.pause(match.id, Player(ana.user.id, "Ana"), moderator=False)
    await env.settled()
    before = table.buttons
    await ben.click(table, button)
    await env.settled()

    assert ("Resume" in before, "Resume" in table.buttons) == (False, True)
    assert [shown.id for shown in friends.tables()] == [table.id]
    assert friends.refusals == []


async def test_a_table_is_brought_down(friends: Friends) -> None:
    """A player posts the table again below what people wrote; the old one leads there."""
    _, ben, _ = friends.people
    table = await friends.started()
    ben.say(GROUP, "What a hand!")
    await ben.slash(GROUP, "table bring_down")
    await friends.env.settled()
    *_, new = friends.tables()

    assert "My hand" in new.buttons
    assert str(new.id) in table.text
    assert friends.refusals == []


async def test_a_restart_keeps_the_token_of_a_table(
    stopped: RunningBot, ana: PlaygroundUser
) -> None:
    """A bot that was started again edits a table with the last token that it was lent."""
    async with stopped.open():
        table = (await ana.slash(GROUP, "play", game="tomate", bots=2)).message
        await stopped.settled()
    async with stopped.open():
        (match,) = await stopped.bot.tables.queries.matches_of(ana.user.id)
        await stopped.bot.tables.match_start.start(match.id, Player(ana.user.id, "Ana"))
        await stopped.settled()

    assert "My hand" in table.buttons


async def test_where_answers_are_hidden_no_table_is_opened(
    env: RunningBot, ben: PlaygroundUser
) -> None:
    """A server that hides the answers of external apps gets a sentence instead of a table."""
    place = ben.channel(SERVER)
    env.playground.faults.forbid(ben.user, place, Permission.USE_EXTERNAL_APPS)
    refused = await ben.slash(SERVER, "play", game="tomate")
    inside = await ben.slash(TABLE, "play", game="tomate")

    assert "answer in private only" in refused.text
    assert "answer in private only" not in inside.text


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"options": "clock=live_1m"}, "no clocks"),
        ({"options": "thread=yes"}, "thread of its own"),
        ({"start": "2h"}, "tables for later"),
    ],
)
async def test_what_needs_a_member_is_refused(
    env: RunningBot, ana: PlaygroundUser, wish: dict[str, str], reason: str
) -> None:
    """A table where the bot only answers has no clock, no thread and no later start."""
    refused = await ana.slash(GROUP, "play", game="tomate", **wish)

    assert reason in refused.text


async def test_nobody_is_called_where_the_bot_only_answers(friends: Friends) -> None:
    """A table offers no nudge, and refuses one that is typed."""
    ana, *_ = friends.people
    table = await friends.started()
    await friends.later(LONG)
    await ana.click(table, "Refresh")
    await friends.env.settled()
    refused = await ana.slash(GROUP, "table nudge")

    assert not any("Nudge" in button for button in table.buttons)
    assert "can't call anyone" in refused.text


@pytest.mark.parametrize("place", [SERVER, "@bot"])
async def test_a_table_stays_with_its_people(friends: Friends, place: str) -> None:
    """Nothing that a player does in another place shows the table to the people there."""
    env, (ana, *_) = friends.env, friends.people
    table = await friends.started()
    bring = table.component("Bring down")["custom_id"]
    await friends.later(LONG)
    await ana.click((await ana.slash(place, "hand")).message, "Table")
    await ana.slash(place, "table show")
    await env.settled()
    await forge(ana, ana.latest(place), bring)
    await env.settled()

    assert [shown.buttons for shown in ana.sees(SERVER) if not shown.ephemeral] == []
    assert [shown.id for shown in friends.tables()] == [table.id]
    assert "My hand" in table.buttons


async def test_a_table_of_a_group_is_nobody_elses(env: RunningBot, ana: PlaygroundUser) -> None:
    """Only its host starts it, and it can't be joined from another place."""
    ben, emil = env.person("Ben"), env.person("Emil")
    table = (await ana.slash(GROUP, "play", game="tomate", bots=2)).message
    start = await ben.click(table, "Start")
    join = table.component("Join")["custom_id"]
    outside = await forge(emil, await env.lobby(emil), join)

    assert "host" in start.text
    assert "Emil" not in words(table)
    assert outside.text


async def test_a_lobby_there_is_listed_and_described_as_it_is(friends: Friends) -> None:
    """Its people find its free seats; nothing about it speaks of a clock or names a channel."""
    ana, ben, _ = friends.people
    lobby = (await ana.slash(GROUP, "play", game="tomate")).message
    panel = await ana.click(lobby, "More")
    here = await ben.slash(GROUP, "lobby seats")
    elsewhere = await ben.slash(SERVER, "lobby seats")
    mine = await ana.slash(GROUP, "me tables")

    assert ("per answer" in panel.text, "clock" in panel.text) == (False, False)
    assert ("Ana" in here.text, "Ana" in elsewhere.text) == (True, False)
    assert not any("<#" in answer.text for answer in (here, mine))


async def test_a_rematch_is_an_answer_too(friends: Friends) -> None:
    """Rematch in a group opens the next table as an answer there, which stays for the others."""
    table = await friends.started(options="cycles=1")
    await friends.env.finish(*friends.people)
    await friends.env.settled()
    answers, lobbies = list[ActionResult](), list[list[str]]()
    for person in friends.people:
        answers.append(await person.click(table, "Rematch"))
        await friends.env.settled()
        result, opened_ = friends.tables()
        lobbies.append(opened_.buttons)

    assert "Clip" in result.buttons
    assert ["Join" in buttons for buttons in lobbies] == [True, True, False]
    assert "My hand" in opened_.buttons
    assert [answer.message.ephemeral for answer in answers] == [False, True, True]
    assert "starts as soon as everyone" in answers[1].text
    assert "The match has begun" in answers[2].text
    assert friends.refusals == []


async def test_a_table_goes_on_when_its_server_adds_the_bot(friends: Friends) -> None:
    """People join, watch, play on and repeat a match that began before the bot was a member."""
    env, (ana, ben, chen) = friends.env, friends.people
    friends.place = SERVER
    table = (await ana.slash(SERVER, "play", game="tomate", options="cycles=1")).message
    server = env.playground.world.guild_of(ana.channel(SERVER))
    assert server is not None
    env.playground.faults.invite_bot(server)
    for person in (ben, chen):
        await person.click(table, "Join")
    await env.settled()
    await ana.click(table, "Start")
    await env.settled()
    hands = await friends.hands(table)
    watched = await env.person("Dora").click(table, "More")
    await friends.later(LONG)
    asked, hand = await env.asked_of(hands)
    await asked.click(hand, controls(hand)[0])
    await env.settled()
    brought = friends.tables()[-1]
    await env.finish(*friends.people)
    await env.settled()
    again = await ben.click(friends.tables()[-1], "Rematch")

    assert "Log" in watched.message.buttons
    assert brought.id != table.id
    assert "Join" in again.message.buttons
    assert friends.refusals == []


async def test_people_are_told_how_to_add_the_bot(friends: Friends) -> None:
    """A lobby and a result say how to add the bot for oneself; help says what is different."""
    ana, *_ = friends.people
    lobby = (await ana.slash(GROUP, "play", game="tomate")).message
    invited = lobby.text
    help_ = await ana.slash(SERVER, "games")
    inside = await ana.slash(TABLE, "games")

    assert "integration_type=1" in invited
    assert "can't call anyone" in help_.text
    assert "can't call anyone" not in inside.text


async def test_a_profile_there_counts_what_was_played_outside(friends: Friends) -> None:
    """A profile in a group shows matches of groups alone, and no board ranks their players."""
    ana, *_ = friends.people
    await friends.started(options="cycles=1")
    await friends.env.finish(*friends.people)
    await friends.env.settled()
    there = await ana.slash(GROUP, "profile", text=True)
    here = await ana.slash(TABLE, "profile", text=True)

    assert "Tomate" in there.text
    assert "Tomate" not in here.text
    assert "leaderboard" not in ana.commands(GROUP)
    assert "Leaderboard" not in there.message.buttons


async def test_a_profile_is_shared_there(friends: Friends) -> None:
    """A profile is shared in a group; a board is not, however its button is pressed."""
    _, ben, chen = friends.people
    await friends.started(options="cycles=1")
    await friends.env.finish(*friends.people)
    await friends.env.settled()
    profile = (await ben.slash(GROUP, "profile")).message
    shared = (await ben.click(profile, "Share")).message
    board = custom_ids.BoardButton(custom_ids.Verb.SHARE_BOARD, "all")
    refused = await forge(chen, profile, custom_ids.encode(board))

    assert (shared.ephemeral, "Ben" in words(shared)) == (False, True)
    assert "has added the bot" in refused.text


async def test_whose_answers_are_hidden_takes_no_table_away(friends: Friends) -> None:
    """Somebody whose presses are answered in private neither brings a table down nor renews it."""
    friends.place = SERVER
    _, ben, _ = friends.people
    faults = friends.env.playground.faults
    table = await friends.started()
    hand = (await ben.click(table, "My hand")).message
    faults.forbid(ben.user, ben.channel(SERVER), Permission.USE_EXTERNAL_APPS)
    refused = await ben.click(table, "Bring down")
    await friends.later(LONG)
    await ben.click(hand, "Table")
    await friends.env.settled()

    assert "answer in private only" in refused.text
    assert [shown.id for shown in friends.tables()] == [table.id]
    assert "My hand" in table.buttons


async def test_whose_answers_are_hidden_shares_nothing(friends: Friends) -> None:
    """What they shared there, nobody else would see; they are told so."""
    _, ben, _ = friends.people
    faults, friends.place = friends.env.playground.faults, SERVER
    await friends.started(options="cycles=1")
    await friends.env.finish(*friends.people)
    await friends.env.settled()
    profile = (await ben.slash(SERVER, "profile")).message
    faults.forbid(ben.user, ben.channel(SERVER), Permission.USE_EXTERNAL_APPS)
    refused = await ben.click(profile, "Share")

    assert "answer in private only" in refused.text


async def test_who_hides_there_has_no_profile_for_others(friends: Friends) -> None:
    """In a group, somebody hides their record from everybody else, as on a server."""
    ana, ben, _ = friends.people
    await friends.started(options="cycles=1")
    await friends.env.finish(*friends.people)
    await friends.env.settled()
    before = await ben.slash(GROUP, "profile", player=ana.mention, text=True)
    await ana.slash(GROUP, "me hide on")
    after = await ben.slash(GROUP, "profile", player=ana.mention, text=True)

    assert ("Tomate" in before.text, "Tomate" in after.text) == (True, False)


async def test_a_group_is_no_server_to_anybody(friends: Friends) -> None:
    """What hiding and direct messages answer in a group speaks of no server that forbids it."""
    (ana, *_), commands = friends.people, ("me hide on", "me hide off", "me dm on", "me dm off")
    answers = [(await ana.slash(GROUP, command)).text for command in commands]

    assert [answer for answer in answers if "this server" in answer] == []
    assert "open your hand with My hand" in answers[2]


@pytest.mark.parametrize("place", [TABLE, GROUP])
async def test_a_practice_table_is_brought_as_its_hand(friends: Friends, place: str) -> None:
    """No message of a channel shows it, so `/table bring_down` has nothing else to lead to."""
    ana, *_ = friends.people
    await ana.slash(place, "practice", game="tomate")
    brought = await ana.slash(place, "table bring_down")

    assert "Table" in brought.message.buttons


async def test_a_panel_for_one_takes_no_lobbys_place(friends: Friends) -> None:
    """A forged press of a panel's button on the lobby leaves the lobby as it is for everybody."""
    ana, *_ = friends.people
    lobby = await friends.env.lobby(ana, game="diced_tomatoes")
    join = custom_ids.decode(lobby.component("Join")["custom_id"])
    assert isinstance(join, custom_ids.MatchButton)
    option = custom_ids.OptionButton(custom_ids.Verb.VARIANT, join.match, option="golden")
    await forge(ana, lobby, custom_ids.encode(option))
    await friends.env.settled()

    assert "Join" in lobby.buttons


ASKED: dict[str, tuple[dict[str, object], str]] = {
    "help": ({}, "A private table"),
    "me tables": ({}, "You're not at any table"),
    "rules": ({"game": "dojo"}, "Dojo"),
    "practice": ({"game": "tomate"}, "practice"),
    "why": ({}, "Tomate · practice"),
    "match replay": ({}, "No match has ended here yet"),
}
"""Commands that work there, and text of their answers."""


async def test_a_user_install_answers_in_other_servers(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """Commands that need no server work there, practice too; the others are not offered."""
    env.playground.faults.expel_bot(env.playground.world.guild)
    offered = ana.commands(TABLE)
    answers = {
        line: await ana.slash(TABLE, line, **options) for line, (options, _) in ASKED.items()
    }
    hand = await env.asked(answers["why"].message)
    before = hand.text
    await ana.click(hand, controls(hand)[0])
    await ana.until(lambda: hand.text != before, "the practice to go on")

    assert {"leaderboard", "tournament", "server"}.isdisjoint(offered)
    texts = {line: answers[line].text.replace("</", "/") for line in ASKED if line != "practice"}
    assert [line for line in texts if ASKED[line][1] not in texts[line]] == []


async def test_a_server_without_the_bot_is_not_remembered(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """The daily deal is played there as in direct messages: nothing is stored of the server."""
    await ana.click(await ana.slash("terrace", "daily"), "Play today's deal")
    await env.settled()
    stored = (await env.bot.tables.privacy.export(ana.user.id)).decode()

    assert str(ana.channel("terrace").guild_id) not in stored
