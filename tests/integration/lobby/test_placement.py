"""Where tables are shown: in a channel or their own thread, and what happens if that is lost."""

from collections.abc import Callable
from logging import WARNING

import pytest

from bot.tables.domain.guild_settings import GuildSettings, with_settings
from playground.testing.people import PlaygroundUser
from playground.world.permissions import Permission
from playground.world.world import GUILD_VOICE, HAS_THREAD, PUBLIC_THREAD, Channel, Thread
from tests.integration.support.hurry import hurried
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.support.playground import opening

OTHER = "table-two"
NEWS = "The channel of your table was deleted."
"""What a direct message says then."""


async def thread_of(env: RunningBot) -> Channel:
    """Return the table's thread, once it exists."""
    channels = env.playground.world.channels.values()
    await env.playground.until(lambda: any(item.thread for item in channels), "the thread")
    await env.settled()
    return next(channel for channel in channels if channel.thread)


async def test_a_match_is_played_in_its_thread(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A table is shown in its thread, archived or not; its channel names the winner."""
    sign, hands = await env.seated(ana, ben, thread=True)
    thread = await thread_of(env)
    table = env.public(ana, thread)
    inside = await ana.slash(thread, "hand")
    begun = (f"<#{thread.id}>" in sign.text, sign.buttons, "My hand" in table.buttons)
    hands[ana] = inside.message
    env.playground.faults.archive(thread)
    before = table.text
    await env.press(hands)
    awake = thread.thread is not None and not thread.thread.archived
    changed = table.text != before
    await env.finish(ana, ben)
    await env.settled()
    public = [shown for shown in ben.sees(TABLE) if not shown.ephemeral]
    again = await ben.click(env.public(ben, thread), "Rematch")

    assert f"/{ana.channel(TABLE).id}/" in again.text
    assert begun == (True, [], True)
    assert (awake, changed) == (True, True)
    assert [shown.id for shown in public] == [sign.id]
    assert " wins by " in sign.text
    assert "The whole match is in" in sign.text


async def test_a_thread_needs_no_lobby(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A match whose lobby's message was deleted begins its thread at a new one."""
    lobby = await env.lobby(ana, ben, thread=True)
    env.playground.faults.delete_message(lobby.value)
    await ana.slash(TABLE, "lobby start")
    thread = await thread_of(env)
    public = [shown for shown in ben.sees(TABLE) if not shown.ephemeral]

    assert "My hand" in env.public(ana, thread).buttons
    assert [f"<#{thread.id}>" in shown.text for shown in public] == [True]


async def test_a_passing_404_moves_no_thread(env: RunningBot, ana: PlaygroundUser) -> None:
    """A thread begins at its lobby although something in front of Discord answers 404 at first."""
    lobby = await env.lobby(ana, thread=True, bots=1)
    with hurried():
        path = "/channels/{channel_id}/messages/{message_id}/threads"
        env.playground.faults.answer("POST", path, status=404)
        await ana.click(lobby, "Start")
        thread = await thread_of(env)

    assert thread.id == lobby.id
    assert lobby.buttons == []


def locked(env: RunningBot, thread: Channel) -> None:
    env.playground.faults.archive(thread, locked=True)


def deleted(env: RunningBot, thread: Channel) -> None:
    env.playground.faults.delete_channel(thread)


@pytest.mark.parametrize("lost", [locked, deleted])
async def test_a_table_that_has_lost_its_thread_comes_back(
    env: RunningBot,
    ana: PlaygroundUser,
    ben: PlaygroundUser,
    lost: Callable[[RunningBot, Channel], None],
) -> None:
    """If a thread is locked or deleted during a match, the link message is the table at once."""
    sign, hands = await env.seated(ana, ben, thread=True)
    lost(env, await thread_of(env))
    await ana.until(lambda: "My hand" in sign.buttons, "the table in the channel")
    await env.press(hands)

    assert "doesn't have its own thread" in sign.text
    assert [shown.id for shown in ana.sees(TABLE) if not shown.ephemeral] == [sign.id]


@pytest.mark.parametrize("lost", [locked, deleted])
async def test_a_lobby_whose_thread_was_lost_becomes_the_table(
    env: RunningBot,
    ana: PlaygroundUser,
    ben: PlaygroundUser,
    lost: Callable[[RunningBot, Channel], None],
) -> None:
    """A thread that somebody began at a lobby, and that is lost, is given up once and for all."""
    lobby = await env.lobby(ana, ben, thread=True)
    world, parent = env.playground.world, ana.channel(TABLE)
    facts = Thread(parent.id, ana.user.id, world.clock.now(), members={})
    thread = Channel(lobby.id, PUBLIC_THREAD, "chat", parent.guild_id, thread=facts)
    env.playground.faults.posts.begin_thread(thread)
    lobby.value.flags |= HAS_THREAD
    lost(env, thread)
    await env.start_match(ana, lobby)
    await ana.until(lambda: "My hand" in lobby.buttons, "the table in the channel")
    await env.settled()

    assert [shown.id for shown in ana.sees(TABLE) if not shown.ephemeral] == [lobby.id]


async def test_a_locked_thread_keeps_its_result(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A thread that is locked after the match keeps the table and the result."""
    sign, _ = await env.seated(ana, ben, thread=True)
    thread = await thread_of(env)
    await env.finish(ana, ben)
    await env.settled()
    before = [shown.id for shown in ben.sees(thread)]
    locked(env, thread)
    await env.settled()

    assert "The whole match is in" in sign.text
    assert [shown.id for shown in ben.sees(thread)] == before


@pytest.mark.parametrize("stage", ["lobby", "match", "match in a thread"])
async def test_a_message_that_a_moderator_deleted_comes_back(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser, stage: str
) -> None:
    """The next /table show, whoever types it, shows a deleted lobby or table again where it was."""
    if stage == "lobby":
        await env.lobby(ana, ben)
    else:
        await env.seated(ana, ben, thread=stage != "match")
    place = await thread_of(env) if stage == "match in a thread" else TABLE
    shown = env.public(ana, place)
    before = (shown.text, shown.buttons)
    env.playground.faults.delete_message(shown.value)
    await chen.slash(TABLE, "table show")
    await env.settled()
    again = env.public(ana, place)

    assert again.id != shown.id
    assert (again.text, again.buttons) == before


async def test_without_permission_the_table_stays_and_says_why(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """If the bot can't create threads, play continues, and the table names the permission."""
    env.playground.faults.forbid(
        env.playground.world.bot, ana.channel(TABLE), Permission.CREATE_PUBLIC_THREADS
    )
    table, hands = await env.seated(ana, ben, thread=True)
    before = table.text
    await env.press(hands)

    assert "Create Public Threads" in before
    assert "My hand" in table.buttons
    assert table.text != before


async def test_no_table_is_promised_a_thread_where_none_can_be(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """/play with a thread is refused at once in a voice channel and in a thread, and opens none.

    A lobby that is open there doesn't get the option either.
    """
    voice = env.playground.faults.open_channel(env.playground.world.guild, "Voice", GUILD_VOICE)
    await env.seated(ana, ben, thread=True)
    wanted = opening("dojo", bots=2, thread=True)
    refused = [await ana.slash(place, "play", **wanted) for place in (voice, await thread_of(env))]
    opened_so_far = len(await env.bot.tables.queries.matches_of(ana.user.id))
    await ana.slash(voice, "play", game="dojo")
    refused.append(await ana.slash(voice, "lobby set", option="thread", value="yes"))
    await env.settled()

    assert ["can't have a thread of its own here" in answer.text for answer in refused] == [
        True
    ] * 3
    assert opened_so_far == 1


async def test_a_table_with_a_deleted_channel_moves(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A table with a deleted channel moves to where a player uses /table show.

    Hands say what to do, a direct message tells each player until the table has moved, and the
    rematch opens in the new channel too.
    """
    await ana.slash(TABLE, "me dm on")
    await env.seated(ana, ben)
    letter = ana.latest("@bot")
    env.playground.faults.delete_channel(ana.channel(TABLE))
    await ana.until(lambda: "This table's channel is gone" in letter.text, "the hand to say so")
    await env.settled()
    table_id = (await env.bot.tables.queries.matches_of(ana.user.id))[0].id
    watched = await chen.slash(OTHER, "table show", table=table_id)
    stayed = [shown for shown in ana.sees(OTHER) if not shown.ephemeral]
    texts = [[NEWS in shown.text for shown in who.sees("@bot")] for who in (ana, ben)]
    await ben.slash(OTHER, "table show")
    await env.settled()
    done = [[NEWS in shown.text for shown in who.sees("@bot")] for who in (ana, ben)]
    table = env.public(ana, OTHER)
    await env.finish(ana, ben)
    await env.settled()
    await ana.click(env.public(ana, OTHER), "Rematch")
    await env.settled()
    again = env.public(ana, OTHER)

    assert texts == [[False, True], [True]]
    assert done == [[False], []]
    assert "Invited: Ben" in again.text
    assert "This table no longer exists" in watched.text
    assert stayed == []
    assert "Result ↓" in table.text


async def test_a_table_moves_only_to_a_channel_for_tables(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A table with a deleted channel isn't moved to where the server allows no tables."""
    await env.seated(ana, ben)
    gone, other = ana.channel(TABLE), ana.channel(OTHER)
    assert gone.guild_id is not None
    right = env.playground.faults.open_channel(env.playground.world.guild, "right")
    settings = GuildSettings(channels=(right.id,))
    await env.bot.store.guilds.change(gone.guild_id, lambda guild: with_settings(guild, settings))
    env.playground.faults.delete_channel(gone)
    await env.settled()
    refused = await ben.slash(OTHER, "table show")
    await env.settled()
    stayed = [shown for shown in ana.sees(other) if not shown.ephemeral]
    await ben.slash(right, "table show")
    await env.settled()

    assert f"<#{right.id}>" in refused.text
    assert stayed == []
    assert "My hand" in env.public(ana, right).buttons


async def links_of(person: PlaygroundUser, line: str) -> int:
    """Return how many links to messages a command's answer has."""
    answer = await person.slash(OTHER, line)
    addresses = [str(part.get("url")) for part in answer.message.components]
    return " ".join((answer.text, *addresses)).count("discord.com/channels")


async def test_a_deleted_channel_is_told_of_once(
    stopped: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, caplog: pytest.LogCaptureFixture
) -> None:
    """However many changes and starts follow, each player reads it once, and none logs a warning.

    Whoever gets no reminders reads it on their hand, and nothing links to the place that is gone.
    """
    async with stopped.open():
        await stopped.seated(ana, ben)
        await ben.slash(OTHER, "me reminders way", way="none")
        stopped.playground.faults.delete_channel(ana.channel(TABLE))
        await ana.until(lambda: len(ana.sees("@bot")) == 1, "the message")
        links = [await links_of(ana, line) for line in ("table vote", "me tables", "help")]
        await stopped.settled()
    async with stopped.open():
        await stopped.settled()
        letters = [len(each_person.sees("@bot")) for each_person in (ana, ben)]
        links += [await links_of(ana, line) for line in ("table vote", "me tables", "help")]
        hand = await ben.slash(OTHER, "hand")
        over = await ben.slash(OTHER, "table vote")
        await stopped.settled()
        after = [len(this_person.sees("@bot")) for this_person in (ana, ben)]

    assert (letters, after) == ([1, 0], [0, 0])
    assert links == [0] * 6
    assert "This table's channel is gone" in hand.text
    assert "The match is stopped. Its table can't be shown" in over.text
    assert [record.getMessage() for record in caplog.records if record.levelno >= WARNING] == []


async def test_a_sleeping_thread_is_not_gone(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A table opened in a thread waits there while it sleeps, and moves if that is deleted."""
    await env.seated(ana, ben, thread=True)
    thread = await thread_of(env)
    await ana.slash(thread, "play", game="dojo", bots=2)
    await ana.click(env.public(ana, thread), "Start")
    await env.settled()
    (table,) = [
        match for match in await env.bot.tables.queries.matches_of(ana.user.id) if match.parent_id
    ]
    env.playground.faults.archive(thread)
    asleep = await ana.slash(OTHER, "hand", table=table.id)
    texts = [asleep.text]
    env.playground.faults.delete_channel(thread)
    await ana.until(lambda: bool(ana.sees("@bot")), "the message")
    texts.append((await ana.slash(OTHER, "hand", table=table.id)).text)
    await ana.slash(OTHER, "table show", table=table.id)
    await env.settled()

    assert ["channel is gone" in text for text in texts] == [False, True]
    assert "My hand" in env.public(ana, OTHER).buttons


async def test_a_table_that_may_not_be_shown_tells_its_players(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """If a permission is lost during a match, the hand names it, and moves still work."""
    _, hands = await env.seated(ana, ben)
    env.playground.faults.forbid(
        env.playground.world.bot, ana.channel(TABLE), Permission.READ_MESSAGE_HISTORY
    )
    await env.press(hands)
    answer = (await ana.slash(TABLE, "hand")).text
    env.playground.faults.forbid(
        env.playground.world.bot, ana.channel(TABLE), Permission.SEND_MESSAGES
    )
    await env.remind(ana, "asked", mention=(ana.user.id, ben.user.id))

    assert "Read Message History" in answer
    assert (await env.bot.tables.queries.matches_of(ana.user.id))[0].step > 0


async def test_without_attachments_a_match_is_shown_in_words(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """If files can't be attached, lobby, table and result are shown as text."""
    bot, faults = env.playground.world.bot, env.playground.faults
    faults.forbid(bot, ana.channel(TABLE), Permission.ATTACH_FILES)
    lobby = await env.lobby(ana, ben, cycles=1)
    waiting = (dict(lobby.files), "Ana" in lobby.text)
    await ana.click(lobby, "Start")
    await env.settled()
    texts = (dict(lobby.files), "Pot " in lobby.text, "I can't attach files here" in lobby.text)
    hands = {person: (await person.slash(TABLE, "hand")).message for person in (ana, ben)}
    await env.press(hands)
    faults.forbid(bot, ana.channel(TABLE))
    await env.press(hands)
    painted = list(lobby.files)
    faults.forbid(bot, ana.channel(TABLE), Permission.ATTACH_FILES)
    await env.finish(ana, ben)
    await env.settled()
    result = env.public(ana)

    assert waiting == ({}, True)
    assert texts == ({}, True, True)
    assert painted == ["table.png"]
    assert (dict(result.files), dict(lobby.files)) == ({}, {})
    assert "🥇" in result.text
