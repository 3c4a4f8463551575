"""The menus of tables and people do what buttons and commands do."""

from playground.testing.people import PlaygroundUser
from tests.integration.support.running_bot import TABLE, RunningBot


async def test_a_tables_menu_gives_its_players_a_hand(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """*My hand* on a table shows a player the hand, and refuses everybody else, as the button."""
    table = await env.table(ana, ben, cycles=1)
    words = ben.say(TABLE, "Good luck!")
    hand = await ana.menu(TABLE, "My hand", table)
    refused = await chen.menu(TABLE, "My hand", table)
    pressed = await chen.click(table, "My hand")
    elsewhere = await ana.menu(TABLE, "My hand", words)

    assert hand.ephemeral
    assert hand.message.alts
    assert refused.text == pressed.text
    assert elsewhere.text == "This message shows no table. Use this on a table, a hand or a result."


async def test_a_results_menu_looks_back_and_plays_again(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """*Replay* and *Rematch* wait for the end; then they do what the buttons of the result do."""
    table = await env.table(ana, ben, cycles=1)
    early = [await ana.menu(TABLE, name, table) for name in ("Replay", "Rematch")]
    await env.finish(ana, ben)
    await env.settled()
    result = env.public(ana)
    replay = await ana.menu(TABLE, "Replay", result)
    rematch = await ana.menu(TABLE, "Rematch", result)
    await env.settled()

    assert [answer.message.buttons for answer in early] == [[], []]
    assert "▶" in str(replay.message.buttons)
    assert "as soon as everyone who played" in rematch.text
    assert "Join" in env.public(ben).buttons


async def test_a_persons_menu_shows_the_profile(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """*Profile* answers as `/profile` does."""
    shown = await ana.menu(TABLE, "Profile", ben)
    typed = await ana.slash(TABLE, "profile", player=ben)

    assert shown.ephemeral
    assert shown.message.alts == typed.message.alts
    assert shown.text == typed.text


async def test_a_challenge_opens_a_table_and_invites(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """*Challenge to a game* asks only for the game; the person is invited to its table."""
    form = await ana.menu(TABLE, "Challenge to a game", ben)
    await ana.submit(form, {"Which game?": "dojo"})
    await env.settled()
    lobby = env.public(ana)
    (summary,) = await env.bot.tables.queries.matches_of(ana.user.id)
    view = await env.bot.tables.lobbies.show(summary.id)

    assert summary.game_key == "dojo"
    assert [guest.name for guest in view.invited] == ["Ben"]
    assert "Join" in lobby.buttons


async def test_a_bot_of_discord_is_not_challenged(env: RunningBot, ana: PlaygroundUser) -> None:
    """Nobody can challenge a Discord bot."""
    bot = env.playground.world.bot
    channel = ana.channel(TABLE)
    answer = await ana._answer(ana._acts.use_menu(channel, "Challenge to a game", bot))

    assert "Discord bots can't join" in answer.text
