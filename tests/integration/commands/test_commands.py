"""Slash commands do everything that buttons do."""

from pathlib import Path

import pytest

from bot.ui.controls.typed_moves import parse
from bot.ui.i18n.readers import plain_reader
from bot.ui.interactions import reply
from bot.ui.sync import delivery
from games.core.answer import forms
from games.core.text import speak
from playground.interactions.callbacks import DEFER
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ActionResult
from playground.world.clock import RealClock
from tests.integration.support.running_bot import TABLE, RunningBot, controls
from tests.support.playground import opened


async def test_moves_are_completed_and_made(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Autocompletion offers exactly the legal moves, and a chosen one is made."""
    table = await env.table(ana, ben, cycles=1)
    person = ana if "**Ana's turn" in table.text else ben
    (summary,) = await env.bot.tables.queries.matches_of(person.user.id)
    question = (await env.bot.tables.queries.match_view(summary.id, person.user.id)).question
    assert question is not None
    offered = await person.complete(TABLE, "move", focused="move", move="")
    meant = [
        parse(question.prompt, plain_reader(names=summary.names), item) for item in offered.values()
    ]
    before = table.text
    made = await person.slash(TABLE, "move", move=next(iter(offered.values())))
    await env.settled()

    assert meant == list(forms(question.prompt))
    assert made.ephemeral
    assert "Done." in made.text
    assert table.text != before


async def test_an_invalid_move_is_explained(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Text that is not a move changes nothing."""
    table = await env.table(ana, ben, cycles=1)
    person = ana if "**Ana's turn" in table.text else ben
    before = table.text
    answer = await person.slash(TABLE, "move", move="castle kingside")
    await env.settled()

    assert answer.ephemeral
    assert "Done." not in answer.text
    assert table.text == before


async def test_moving_out_of_turn_is_refused(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """/move out of turn is refused and completes nothing."""
    table = await env.table(ana, ben, cycles=1)
    other = ben if "**Ana's turn" in table.text else ana
    answer = await other.slash(TABLE, "move", move="play")

    assert await other.complete(TABLE, "move", focused="move", move="") == {}
    assert "not your turn" in answer.text


async def test_a_table_is_shown_privately(
    env: RunningBot, ana: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """/table show shows the picture or the text privately."""
    ben = env.person("Ben")
    await env.table(ana, ben, cycles=1)
    picture = await chen.slash(TABLE, "table show")
    text = await chen.slash(TABLE, "table show", text=True)

    assert (picture.ephemeral, text.ephemeral) == (True, True)
    assert list(picture.message.files) == ["table.png"]
    assert text.message.files == {}
    assert "Pot 3." in text.text


async def test_two_tables_need_the_table_option(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """With two tables in the channel, `table` is required and completes to both."""
    await env.table(ana, ben, cycles=1)
    await env.table(ben, ana, cycles=1)
    refused = await ana.slash(TABLE, "hand")
    tables = await ana.complete(TABLE, "hand", focused="table", table="")
    shown = await ana.slash(TABLE, "hand", table=next(iter(tables.values())))

    assert "more than one table" in refused.text
    assert len(refused.message.buttons) == 2
    assert len(tables) == 2
    assert list(shown.message.files) == ["hand.png"]


async def test_rules_turn_their_pages(env: RunningBot, ana: PlaygroundUser) -> None:
    """/rules opens at the first page, and a button that names the next page replaces it."""
    first = await ana.slash(TABLE, "rules", game="tomate")
    words, ways = first.text, first.message.buttons
    await ana.click(first, ways[-1])

    assert ways[-1].startswith("Page 2 of")
    assert first.message.buttons[-1].startswith("Page 3 of")
    assert first.text != words


async def test_rules_stand_under_every_table(env: RunningBot, ana: PlaygroundUser) -> None:
    """The button under a lobby shows the game's rules to the person who presses."""
    lobby = await env.lobby(ana)
    rules = await ana.click(await ana.click(lobby, "More"), "Rules")

    assert rules.ephemeral
    assert "Tomate" in rules.text


async def test_games_lists_what_can_be_played(env: RunningBot, ana: PlaygroundUser) -> None:
    """/games, /help and a bare /play show all games; a game and more replace them until Back."""
    listed = [(await ana.slash(TABLE, line)).message for line in ("games", "help", "play")]
    shown = [item.alts[0] or "" for item in listed]
    titles = [speak(game.info.title, plain_reader()) for game in env.games]
    await ana.select(listed[0], "Choose a game…", titles[0])
    chosen = list(listed[0].files)
    await ana.click(listed[0], "Open a table here")
    await ana.click(listed[0], "Back")
    shown.append(listed[0].alts[0] or "")
    more = await ana.click(listed[0], "More")
    deal = await ana.click(more.message, "Today's deal")
    await ana.click(more.message, "Leaderboard")

    assert all(title in alt for alt in shown for title in titles)
    assert chosen == [f"{env.games[0].info.key}.png"]
    assert "Join" in env.public(ana).buttons
    assert "Play" in str(deal.message.buttons)
    assert "All games" in str(more.message.alts)


def cards_in(hand: ActionResult) -> str:
    """Return the cards of a hand, which stay the same while bots move."""
    cards = (hand.message.alts[0] or "").partition("In hand: ")[2].partition(".")[0]
    assert cards
    return cards


async def test_the_first_press_deals_the_first_cards(env: RunningBot, ana: PlaygroundUser) -> None:
    """From a command to one's own cards it is one press; the next time it goes on from there."""
    welcome = await ana.slash(TABLE, "play")
    hand = await ana.click(welcome.message, "Play now")
    first = (hand.ephemeral, list(hand.message.files), cards_in(hand))
    again = await ana.click(welcome.message, "Play now")  # its hand replaces the first one
    (match,) = await env.bot.tables.queries.matches_of(ana.user.id)

    assert first == (True, ["hand.png"], cards_in(again))
    assert sum(occupant.is_bot for occupant in match.occupants) == 2


async def test_a_server_that_is_joined_is_greeted_once(tmp_path: Path) -> None:
    """The first start in a new local Discord posts all games in its first channel, and no other."""
    async with opened(clock=RealClock(), greets=True) as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db")
        ana = env.person("Ana")
        for _ in range(2):
            async with env.open():
                await ana.until(lambda: bool(ana.sees(TABLE)), "the greeting")
                await env.settled()
        (greeting,) = ana.sees(TABLE)
        async with env.open():
            hand = await ana.click(greeting, "Play now")
            assert list(hand.message.files) == ["hand.png"]

    assert not greeting.ephemeral
    assert hand.ephemeral


async def test_a_hand_can_be_had_in_words(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """After /me text hands and other private answers have words, and with it off pictures again."""
    table = await env.table(ana, ben, cycles=1)
    person = ana if "**Ana's turn" in table.text else ben
    turned_on = await person.slash(TABLE, "me text")
    hand = await person.slash(TABLE, "hand")
    before = hand.message.files
    await person.click(hand, controls(hand.message)[-1])
    await env.settled()

    after, words = hand.message.files, hand.text
    turned_off = await person.slash(TABLE, "me text", on=False)
    pictures = await person.slash(TABLE, "hand")

    assert (before, after) == ({}, {})
    assert "In hand:" in words
    assert "comes as text" in turned_on.text
    assert pictures.message.files != {}
    assert "you get pictures again" in turned_off.text


LOOK = ("GET", "/channels/{channel_id}/messages/{message_id}")
"""The request that checks whether a table's message exists."""


async def test_a_hand_waits_for_no_look_at_the_table(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the check of the table's message is pending or fails, /hand is answered."""
    await env.table(ana, ben, cycles=1)
    monkeypatch.setattr(delivery, "LOOK", 0.05)
    monkeypatch.setattr(reply, "PATIENCE", 0.01)
    env.playground.faults.stall(60.0, *LOOK)
    stalled = await ana.slash(TABLE, "hand")
    acknowledged = stalled.interaction.answer
    env.playground.faults.heal()
    env.playground.faults.answer(*LOOK, status=500, times=10)
    refused = await ben.slash(TABLE, "hand")

    assert acknowledged == DEFER
    assert [list(hand.message.files) for hand in (stalled, refused)] == [["hand.png"]] * 2


async def test_help_in_a_thread_is_about_its_table(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """/help in a match's thread is about that match, for players and spectators."""
    elsewhere = await env.table(ana, chen)
    lobby = await env.lobby(ana, ben, thread=True)
    await ana.click(lobby, "Start")
    await env.settled()
    channels = env.playground.world.channels.values()
    thread = next(channel for channel in channels if channel.thread)
    foot = env.public(ana, thread).text.splitlines()[-1]
    code = foot.removeprefix("-# ").partition(" ")[0]
    playing = await ana.slash(thread, "help")
    watching = await env.person("Dora").slash(thread, "help")

    assert code not in elsewhere.text
    assert f"table {code}" in playing.text
    assert "Others are playing here" in watching.text
    assert f"table {code}" in watching.text


async def test_commands_without_a_table_say_what_to_do(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """Each command that needs a table names the way to one."""
    lines = ("hand", "table show", "table leave")
    texts = [(await ana.slash(TABLE, line)).text for line in lines]

    assert ["/play" in text for text in texts] == [True] * 3


async def test_play_in_a_direct_message_is_not_offered(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """Tables belong to servers, so a DM does not offer /play."""
    assert "play" not in ana.commands("@bot")
