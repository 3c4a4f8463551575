"""Sharing leaderboards, profiles and replays in the server's language, and who may do it."""

from unittest.mock import AsyncMock

import pytest

from bot.tables.bots.searches import Searches
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.permissions import Permission
from playground.world.world import Overwrite
from tests.integration.history.test_history import described, holds
from tests.integration.history.test_leaderboards import over
from tests.integration.people.test_languages import server_speaks
from tests.integration.support.running_bot import TABLE, RunningBot

TWO = "table-two"
SHARE, CLIP = "Share", "Share clip"
BEGUN = "I'm making the clip. That can take a minute or two."


async def shared(
    env: RunningBot,
    person: PlaygroundUser,
    message: ShownMessage,
    place: str = TABLE,
    label: str = "Share",
) -> ShownMessage | None:
    """Press *Share*; return the public message, or None if it was refused."""
    before = person.latest(place).id

    def is_answered() -> bool:
        return person.latest(place).id != before and person.latest(place).text != BEGUN

    await person.click(message, label)
    await env.playground.until(is_answered, "an answer")
    newest = person.latest(place)
    return None if newest.ephemeral else newest


async def test_a_board_and_a_profile_are_shared_as_strangers_see_them(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A shared message names who shared it, and its one button opens a private copy."""
    await over(env, [ana], [ben])
    await server_speaks(env, env.playground.world.guild.id, "es")
    for command in ("leaderboard", "profile"):
        private = await ana.slash(TABLE, command)
        if command == "leaderboard":
            await ana.click(private, "More")
        public = await shared(env, ana, private.message)
        assert public is not None
        assert "Compartido por Ana" in public.text
        assert public.buttons == ["Abrir"]
        assert list(public.files) == list(private.message.files)
        own = await ben.click(public, "Abrir")
        assert own.ephemeral
    await ana.slash(TABLE, "me hide on")
    mine = await ana.slash(TABLE, "profile")
    assert await shared(env, ana, mine.message) is None


async def test_who_may_not_send_messages_shares_nothing(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Without Send Messages in the channel, sharing is refused, and nothing is posted."""
    await over(env, [ana], [ben])
    board = await ben.slash(TABLE, "leaderboard")
    await ben.click(board, "More")
    ben.channel(TABLE).overwrites.append(
        Overwrite(ben.user.id, 1, 0, int(Permission.SEND_MESSAGES))
    )
    assert await shared(env, ben, board.message) is None


async def test_a_replay_is_shared_only_where_it_was_played(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A replay can be shared in its match's channel, and in no other."""
    await env.result(ana, ben)
    await server_speaks(env, env.playground.world.guild.id, "es")
    (match,) = (await ana.complete(TABLE, "match replay", focused="match", match="")).values()
    replay = await ana.slash(TABLE, "match replay", match=match)
    await ana.click(replay, "More")
    public = await shared(env, ana, replay.message)
    assert public is not None
    assert "Paso 0" in public.text
    assert public.buttons == ["Abrir"]
    away = await ana.slash(TWO, "match replay", match=match)
    await ana.click(away, "More")
    assert await shared(env, ana, away.message, TWO) is None


@pytest.mark.parametrize(
    ("eyes", "expected"),
    [
        ("All hands open", (["Ana", "Ben"], "Step 1 of 12")),
        ("Ana", ([], "Ana")),
        ("Spectator", ([], "Step 1 of 12")),
    ],
)
async def test_open_hands_are_shared_with_their_names(
    env: RunningBot,
    ana: PlaygroundUser,
    ben: PlaygroundUser,
    eyes: str,
    expected: tuple[list[str], str],
) -> None:
    """A shared step says whose hands it shows; a spectator's shows none."""
    open_hands, first = expected
    await env.result(ana, ben)
    replay = await ana.slash(TABLE, "match replay")
    await ana.click(replay, "▶")
    await ana.click(replay, "More")
    await ana.select(replay, "Change viewpoint…", eyes)
    await ana.click(replay, "More")
    public = await shared(env, ana, replay.message)

    assert public is not None
    alt = described(public)
    assert [name for name in ("Ana", "Ben") if holds(name).search(alt)] == open_hands
    assert alt.partition(".")[0] == first


async def test_a_clip_that_fails_leaves_the_replay(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no worker can choose the moments, the step and its buttons stand there again."""
    await env.result(ana, ben)
    replay = await ana.slash(TABLE, "match replay")
    monkeypatch.setattr(Searches, "run", AsyncMock(return_value=None))
    await ana.click(replay, "Play")
    await env.settled()

    assert "▶" in replay.message.buttons


async def test_the_clip_of_a_match_is_shared_where_it_was_played(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A spectator posts a clip whose alt text names its moments; elsewhere nobody does.

    It takes a while, and whoever presses is told so at once. One's own leads back to its step.
    """
    await env.result(ana, ben)
    await server_speaks(env, env.playground.world.guild.id, "es")
    chen = env.person("Chen")
    (match,) = (await chen.complete(TABLE, "match replay", focused="match", match="")).values()
    replay = await chen.slash(TABLE, "match replay", match=match)
    await chen.click(replay, "▶")
    step = replay.text
    played = await chen.click(replay, "Play")
    await env.playground.until(lambda: CLIP in replay.message.buttons, "the clip")
    own = list(replay.message.files)
    public = await shared(env, chen, replay.message, TABLE, CLIP)
    begun = chen.sees(TABLE)[-2]
    await chen.click(replay, "Back to the replay")
    away = await chen.slash(TWO, "match replay", match=match)
    await chen.click(away, "More")

    assert public is not None
    assert begun.ephemeral
    assert begun.text == BEGUN
    assert public.buttons == ["Abrir"]
    assert "Compartido por Chen" in public.text
    assert any(f"· {pair} · clip" in public.text for pair in ("Ana y Ben", "Ben y Ana"))
    [(name, content)] = public.files.items()
    [alt] = [file.description for file in public.value.attachments]
    assert played.ephemeral
    assert own == [name] == ["highlights.webp"]
    assert replay.text == step
    assert content[8:12] == b"WEBP"
    assert "Paso" in (alt or "")
    assert "Ana" in (alt or "")
    assert await shared(env, chen, away.message, TWO, CLIP) is None


async def test_a_clip_that_cannot_be_made_is_refused(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a worker process nothing is posted, and the person can try again."""
    monkeypatch.setattr(Searches, "run", AsyncMock(return_value=None))
    await env.result(ana, ben)
    replay = await ana.slash(TABLE, "match replay")
    await ana.click(replay, "More")

    assert await shared(env, ana, replay.message, TABLE, CLIP) is None
    assert "couldn't make the clip" in ana.latest(TABLE).text
