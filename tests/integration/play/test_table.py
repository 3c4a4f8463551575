"""A match over the wire: the public table, hidden hands, the result."""

from __future__ import annotations

from bot.playground.testing.people import PlaygroundUser
from tests.integration.support.running_bot import TABLE, RunningBot, controls, play_out, tells_hand


async def test_two_people_and_two_bots_play_to_the_result(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A match ends in one result with everybody's place, and every picture has a description."""
    table = await env.table(ana, ben, bots=2, cycles=1)
    hands = {person: await env.hand(person, table) for person in (ana, ben)}
    await play_out(env, hands, lambda: "Rematch" in env.public(ana).buttons)
    await env.settled()
    result = env.public(ben)
    alts = [alt for shown in ana.sees(TABLE) for alt in shown.alts]

    assert len(alts) >= 3
    assert all(alt and len(alt) <= 1024 for alt in alts)
    assert all(name in result.text for name in ("Ana", "Ben", "Basil", "Oregano"))
    assert "🥇" in result.text
    assert list(result.files) == ["result.png"]
    assert "My hand" not in table.buttons
    assert "The seed of the deal was" in table.text


async def test_the_public_line_says_who_is_awaited(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """The public line names the player whose turn it is, and only that player is asked."""
    table = await env.table(ana, ben, cycles=1)
    hands = {person: await env.hand(person, table) for person in (ana, ben)}
    asked = [person.name for person, hand in hands.items() if controls(hand)]

    assert len(asked) == 1
    assert table.text.splitlines()[1].startswith(f"**{asked[0]} to ")


async def test_hands_are_their_owners_alone(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """No message or picture that Ben sees contains Ana's hand."""
    table = await env.table(ana, ben, cycles=1)
    hand = await env.hand(ana, table)

    assert hand.ephemeral
    assert hand.id not in [shown.id for shown in ben.sees(TABLE)]
    assert not any("hand.png" in shown.files for shown in ben.sees(TABLE))


async def test_an_open_hand_follows_by_itself(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """After the other player's move the hand shows the next question by itself."""
    table = await env.table(ana, ben, cycles=1)
    hands = {person: await env.hand(person, table) for person in (ana, ben)}
    first = await env.asked(*hands.values())
    mover = next(person for person, hand in hands.items() if hand is first)
    before = {person: hand.text for person, hand in hands.items()}
    await mover.click(first, controls(first)[0])
    await env.settled()

    assert any(hands[p].text != before[p] for p in hands if p is not mover)


async def test_a_new_hand_retires_the_older_one(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """My hand pressed again sends a new message and deletes the old one."""
    table = await env.table(ana, ben, cycles=1)
    older = await env.hand(ana, table)
    newer = await env.hand(ana, table)
    await ana.until(lambda: older.gone, "the older hand to go")

    assert not newer.gone


async def test_public_controls_answer_in_the_channel(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A bid that hides nothing can be made by one press at the table."""
    table = await env.table(ana, ben, cycles=1)
    dealer = ana if "**Ana to" in table.text else ben
    before = table.text
    await dealer.click(table, controls(table)[-1])
    await env.settled()

    assert table.text != before


async def test_a_table_can_be_read(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A spectator can read the table in words, without hidden cards."""
    table = await env.table(ana, ben, cycles=1)
    reading = await chen.click(table, "Text")

    assert reading.ephemeral
    assert "Pot 3." in reading.text
    assert "Your cards" not in reading.text


async def test_leaving_hands_the_seat_to_a_bot(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """After a confirmed Leave a bot plays on for that seat."""
    table = await env.table(ana, ben, bots=1, cycles=1)
    hand = await env.hand(ben, table)
    await env.leave(ben, table)
    refused = await ben.click(table, "My hand")

    assert "You can take your seat back" in refused.text
    assert hand.gone or controls(hand) == []
    assert "My hand" in table.buttons


async def test_without_people_a_match_stops(env: RunningBot, ana: PlaygroundUser) -> None:
    """If the last person leaves, the match stops without a winner."""
    table = await env.table(ana, bots=1, cycles=1)
    await env.leave(ana, table)

    assert "stopped" in env.public(ana).text
    assert "🥇" not in env.public(ana).text


async def test_rematch_opens_a_lobby_with_the_same_people(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A rematch opens a lobby with the player who asked and invites the other."""
    table = await env.table(ana, ben, cycles=1)
    hands = {person: await env.hand(person, table) for person in (ana, ben)}
    await play_out(env, hands, lambda: "Rematch" in env.public(ana).buttons)
    await ben.click(env.public(ben), "Rematch")
    await env.settled()
    lobby = env.public(ana)
    invited = "Invited: Ana" in lobby.text
    await ana.click(lobby, "Join")
    await env.settled()

    assert invited
    assert "Start" in lobby.buttons


async def test_rematch_can_be_typed(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """Any player can type /rematch for their latest or a named match; both join one lobby."""
    nothing = await ana.slash(TABLE, "rematch")
    table = await env.table(ana, ben, cycles=1)
    running = await ana.slash(
        TABLE, "rematch", match=(await env.bot.tables.queries.matches_of(ana.user.id))[0].id
    )
    hands = {person: await env.hand(person, table) for person in (ana, ben)}
    await play_out(env, hands, lambda: "Rematch" in env.public(ana).buttons)
    offered = await ben.complete(TABLE, "rematch", focused="match", match="")
    others = await chen.complete(TABLE, "rematch", focused="match", match="")
    stranger = await chen.slash(TABLE, "rematch", match=next(iter(offered.values())))
    opened = await ben.slash(TABLE, "rematch", match=next(iter(offered.values())))
    await ana.slash(TABLE, "rematch")
    await env.settled()
    lobby = env.public(ana)

    assert "Nothing has been played" in nothing.text
    assert "in progress" in running.text
    assert others == {}
    assert "You don't have a seat" in stranger.text
    assert "Your table is open" in opened.text
    assert sorted(line for line in ("**Ben** (host)", "Ana") if line in lobby.text) == [
        "**Ben** (host)",
        "Ana",
    ]
    assert "Start" in lobby.buttons


async def test_match_commands_ignore_lobbies(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A player with both a match and a lobby in a channel types moves for the match."""
    table = await env.table(ana, ben, cycles=1)
    person = ana if "**Ana to" in table.text else ben
    await person.slash(TABLE, "play tomate")
    offered = await person.complete(TABLE, "move", focused="move", move="")
    made = await person.slash(TABLE, "move", move=next(iter(offered.values())))
    left = await person.slash(TABLE, "leave")

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


async def test_a_leaver_opens_no_rematch(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Only players who held a seat at the end get a rematch."""
    table = await env.table(ana, ben, bots=1, cycles=1)
    hand = await env.hand(ana, table)
    await env.leave(ben, table)
    await play_out(env, {ana: hand}, lambda: "Rematch" in env.public(ana).buttons)
    refused = await ben.click(env.public(ben), "Rematch")

    assert "You don't have a seat at this table" in refused.text


async def test_hidden_moves_are_shown_at_the_end(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """After the result, anybody can read the whole log, including hidden cards."""
    table = await env.table(ana, ben, cycles=1)
    hands = {person: await env.hand(person, table) for person in (ana, ben)}
    await play_out(env, hands, lambda: "Rematch" in env.public(ana).buttons)
    log = await chen.click(env.public(chen), "Log")

    assert log.ephemeral
    assert tells_hand("Ana", log.text)
    assert tells_hand("Ben", log.text)
