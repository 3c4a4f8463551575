"""A match over the wire: the public table, hidden hands, the result."""

from playground.testing.people import PlaygroundUser
from tests.integration.support.running_bot import TABLE, RunningBot, controls, play_out, words


async def test_two_people_and_two_bots_play_to_the_result(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A match ends in one result, which the table links to; every picture has a description."""
    table = await env.table(ana, ben, bots=2, cycles=1)
    hands = {person: await env.hand(person, table) for person in (ana, ben)}
    await play_out(env, hands, lambda: "Rematch" in env.public(ana).buttons)
    await env.settled()
    result = env.public(ben)
    alts = [alt for shown in ana.sees(TABLE) for alt in shown.alts]

    assert len(alts) >= 2
    assert all(alt and len(alt) <= 1024 for alt in alts)
    assert all(name in words(result) for name in ("Ana", "Ben", "Basil", "Oregano"))
    assert "Place 1: " in str(result.alts)
    assert list(result.files) == ["result.png"]
    assert result.buttons == ["Rematch", "Clip", "Review", "More"]
    assert table.buttons == []
    assert "[Result ↓](https://discord.com/channels/" in table.text
    assert str(result.id) in table.text


async def test_public_controls_answer_in_the_channel(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A bid that hides nothing can be made by one press at the table."""
    table = await env.table(ana, ben, cycles=1)
    dealer = ana if "**Ana's turn" in table.text else ben
    before = table.text
    await dealer.click(table, controls(table)[-1])
    await env.settled()

    assert table.text != before


LOOKING_BACK = ("table rematch", "match review", "match replay", "match verify")


async def test_rematch_can_be_typed(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """Any player can type /table rematch for their latest or a named match; all start it.

    Whoever has finished no match here is told so, or that theirs is still in progress.
    """
    nothing = await ana.slash(TABLE, "table rematch")
    await env.table(ana, ben, cycles=1)
    (match,) = await env.bot.tables.queries.matches_of(ana.user.id)
    running = await ana.slash(TABLE, "table rematch", match=match.id)
    latest = [await ana.slash(TABLE, line) for line in LOOKING_BACK]
    await env.finish(ana, ben)
    await env.settled()  # else the result may be newer than the lobby
    offered = await ben.complete(TABLE, "table rematch", focused="match", match="")
    others = await chen.complete(TABLE, "table rematch", focused="match", match="")
    spectator = [await chen.slash(TABLE, line) for line in LOOKING_BACK[:2]]
    stranger = await chen.slash(TABLE, "table rematch", match=next(iter(offered.values())))
    opened = await ben.slash(TABLE, "table rematch", match=next(iter(offered.values())))
    lobby = words(env.public(ana))
    started = await ana.slash(TABLE, "table rematch")
    await env.settled()

    assert "You haven't played a match to its end here yet" in nothing.text
    assert ["in progress" in shown.text for shown in (running, *latest)] == [True] * 5
    assert ["to its end here yet" in shown.text for shown in spectator] == [True] * 2
    assert others == {}
    assert "Only those who played" in stranger.text
    assert "as soon as everyone who played" in opened.text
    assert "Ben (host)" in lobby
    assert "The match has begun" in started.text
    assert "My hand" in env.public(ana).buttons


async def test_match_commands_ignore_lobbies(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A player with both a match and a lobby in a channel types moves for the match."""
    table = await env.table(ana, ben, cycles=1)
    person = ana if "**Ana's turn" in table.text else ben
    await person.slash(TABLE, "play", game="tomate")
    offered = await person.complete(TABLE, "move", focused="move", move="")
    made = await person.slash(TABLE, "move", move=next(iter(offered.values())))
    left = await person.slash(TABLE, "table leave")

    assert "Done." in made.text
    assert "more than one table" in left.text


async def test_a_leaver_is_named_at_the_end(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """The result names the player who left and says they rank last."""
    table = await env.table(ana, ben, chen, cycles=1)
    hands = {person: await env.hand(person, table) for person in (ana, ben)}
    await env.leave(chen, table)
    await play_out(env, hands, lambda: "Rematch" in env.public(ana).buttons)
    await env.settled()

    assert "Chen left the match and ranks below everyone else." in env.public(ana).text


async def test_the_last_person_is_warned_that_the_match_stops(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """Leaving as the only person warns that the match stops, and then confirms it."""
    table = await env.table(ana, bots=2, cycles=1)
    asked = await env.ask_to_leave(ana, table)
    before = asked.text
    await ana.click(asked, "Yes, leave")
    await env.settled()

    assert "it stops without a winner" in before
    assert "Nobody is left to play, so it has stopped" in asked.text
