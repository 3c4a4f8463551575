"""User installs: what the bot does in servers where it is not a member."""

from playground.testing.people import PlaygroundUser
from tests.integration.support.running_bot import TABLE, RunningBot, controls

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
