"""Substitutes, pauses, early ends and reminder preferences."""

from dataclasses import replace

from bot.ui.i18n.readers import reader
from bot.ui.match.messages.more import seats_message
from playground.testing.people import PlaygroundUser
from tests.bot.tables.support import ManualClock
from tests.integration.support.running_bot import TABLE, RunningBot, controls

DAY = 24 * 60 * 60 * 1000


async def test_a_seat_that_was_left_is_taken_and_taken_back(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A player who left returns with one press; a substitute chooses the seat."""
    dora = env.person("Dora")
    table = await env.table(ana, ben, dora, cycles=1)
    await env.leave(ben, table)
    left = table.text
    back = await ben.click(table, "Take over a seat")
    welcome, files = back.text, list(back.message.files)
    await env.settled()
    whole = ("Take over a seat" in table.buttons, "is playing for" in table.text)
    await env.leave(ben, table)
    asked = await chen.click(table, "Take over a seat")
    which = asked.text
    sat = await chen.click(asked, next(b for b in asked.message.buttons if "'s seat" in b))
    await env.settled()
    late = await ben.slash(TABLE, "table sit")
    seated = await chen.slash(TABLE, "table sit")

    assert f"is playing for {ben.mention}" in left
    assert "yours again" in welcome
    assert files == ["hand.png"]
    assert whole == (False, False)
    assert "Which seat" in which
    assert list(sat.message.files) == ["hand.png"]
    assert "There's no free seat here" in late.text
    assert "You're already at this table" in seated.text


async def test_a_hand_that_was_left_offers_its_seat_while_that_is_free(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """The hand of somebody who left offers the seat until somebody else takes it."""
    table, hands = await env.seated(ana, ben, env.person("Dora"))
    await env.leave(ben, table)
    await env.settled()
    free = hands[ben].buttons
    asked = await chen.click(table, "Take over a seat")
    await chen.click(asked, asked.message.buttons[0])
    await env.settled()

    assert free == ["Take my seat back"]
    assert hands[ben].buttons == []
    assert "can't take your seat back any more" in hands[ben].text


async def test_a_table_is_paused_and_resumed(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """The host or a moderator pauses a table, which then asks nothing until it is resumed."""
    table, hands = await env.seated(ben, chen)
    menu = await chen.click(table, "More")
    offered = menu.message.buttons
    refused = await chen.slash(TABLE, "table pause")
    asked = await env.asked(*hands.values())
    before = controls(asked)
    rested = await ben.click(await ben.click(table, "More"), "Pause")
    await env.settled()
    resting = table.text
    paused = [controls(hand) for hand in hands.values()]
    held = asked.text
    not_host = await chen.click(table, "Resume")
    by_moderator = await ana.click(table, "Resume")
    await env.settled()

    assert "Pause" not in offered
    assert "Only the host" in refused.text
    assert "Resume" in rested.message.buttons
    assert "This table is paused" in resting
    assert "This table is paused" in held
    assert paused == [[], []]
    assert "Only the host" in not_host.text
    assert "The match continues" in by_moderator.text
    assert "This table is paused" not in table.text
    assert controls(asked) == before


async def test_a_vote_is_secret_until_it_carries(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """The first of two votes changes nothing in public, and the second stops the match."""
    table = await env.table(ana, ben, cycles=1)
    before = [(shown.id, shown.text) for shown in ben.sees(TABLE)]
    menu = await ana.click(await ana.click(table, "More"), "Vote to stop")
    await env.settled()
    after = [(shown.id, shown.text) for shown in ben.sees(TABLE)]
    buttons = menu.message.buttons
    await ana.click(menu, "Withdraw vote")
    await ben.slash(TABLE, "table vote")
    alive = "My hand" in table.buttons
    carried = await ana.slash(TABLE, "table vote", stop=True)
    await env.settled()

    assert after == before
    assert "Withdraw vote" in buttons
    assert alive
    assert "is stopped" in carried.text
    assert "no winner, nothing rated" in env.public(ben).text


async def test_players_agree_on_another_clock(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A wish for another clock is named at the table, and the last who agrees changes it."""
    table = await env.table(ana, ben, cycles=1)
    wished = await ana.click(await ana.click(table, "More"), "Clock")
    await ana.select(wished, "Which clock do you want?", "Live: 5 minutes per answer")
    await env.settled()
    named = env.public(ben).text
    label = "Live: 5 minutes per answer"
    clocks = await ben.complete(TABLE, "table clock", focused="clock", clock="5 min")
    agreed = await ben.slash(TABLE, "table clock", clock=clocks[label])
    await env.settled()

    assert "Ana wants another clock: Live: 5 minutes per answer" in named
    assert "**Clock**: Live: 5 minutes per answer" in agreed.text
    assert "wants another clock" not in env.public(ben).text
    assert "Time is up" in env.public(ben).text


async def test_a_mis_click_is_taken_back_by_consent(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A player asks for it at the table, the other agrees, and everybody reads that it's done."""
    table, hands = await env.seated(ana, ben)
    while True:
        mover = await env.press(hands)
        hand = hands[mover]
        asked = await mover.click(table, "More")
        if "Take back my move" in asked.message.buttons:
            break
    before = controls(hand)
    await mover.click(asked, "Take back my move")
    await env.settled()
    named, other = table.text, ben if mover is ana else ana
    await other.slash(TABLE, "table take_back")
    await env.settled()

    assert "wants to take back the last move" in named
    assert "has taken back the last move" in table.text
    assert before == []
    assert controls(hand)


async def test_a_moderator_stops_a_match_and_a_host_only_a_stuck_one(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """Only who may stop a match is asked to confirm; others are told why not, and what to do."""
    dora = env.person("Dora")
    table = await env.table(ben, chen, cycles=1)
    stranger = await dora.slash(TABLE, "table stop")
    early = await ben.click(await ben.click(table, "More"), "Stop the match")
    await env.settled()
    alive = "My hand" in table.buttons
    await ana.click(await ana.slash(TABLE, "table stop"), "Yes, stop it")
    await env.settled()

    assert "Yes, stop it" not in {*stranger.message.buttons, *early.message.buttons}
    assert "Only the host" in stranger.text
    assert "isn't stuck" in early.text
    assert alive
    assert "no winner, nothing rated" in env.public(ben).text


REMINDERS: tuple[tuple[str, dict[str, str], str], ...] = (
    ("way", {"way": "dm"}, "by direct message"),
    ("way", {"way": "none"}, "You don't get any reminders"),
    ("quiet", {"begin": "22:00", "end": "7:30", "zone": "+02:00"}, "from 22:00 to 7:30 (+02:00)"),
    ("quiet", {"begin": "7", "end": "7", "zone": "UTC"}, "two different times"),
    ("quiet", {"begin": "22", "end": "7", "zone": "Garden/Shed"}, "don't know this time zone"),
    ("holiday", {"until": "soon"}, "2027-08-31"),
    ("way", {"way": "mention"}, "You get a mention in the channel"),
    ("holiday", {}, "You get a mention in the channel"),
    ("loud", {}, "You get a mention in the channel"),
)
"""Commands about reminders, their options, and a part of the answer."""


async def test_reminder_settings_are_private(env: RunningBot, ana: PlaygroundUser) -> None:
    """Each command confirms the setting privately, or says what to type instead."""
    for line, options, wording in REMINDERS:
        answer = await ana.slash(TABLE, f"me reminders {line}", **options)

        assert answer.ephemeral
        assert wording in answer.text


async def test_a_holiday_is_shown_until_it_is_over(
    timed: RunningBot, clock: ManualClock, ana: PlaygroundUser
) -> None:
    """Settings tell of a holiday until it is over by the bot's clock."""
    away = (await ana.slash(TABLE, "me reminders holiday", until="2027-01-15")).text
    clock.advance(2 * DAY)
    back = (await ana.slash(TABLE, "me reminders show")).text

    assert ["Slow clocks wait for you" in item for item in (away, back)] == [True, False]


async def test_a_replaced_player_is_offered_the_seat(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """The DM, old hand, My hand and /hand all offer to take the seat back."""
    table = await env.table(ana, ben)
    hand = await env.hand(ben, table)
    await env.leave(ben, table)
    await env.remind(ana, "taken_over", question="taken_over-1", write=(ben.user.id,))
    letter = ben.latest("@bot")
    pressed = await ben.click(table, "My hand")
    typed = await ben.slash(TABLE, "hand")
    offers = [shown.buttons for shown in (letter, hand, pressed.message, typed.message)]
    back = await ben.click(letter, "Take my seat back")
    await env.settled()

    assert ["Take my seat back" in buttons for buttons in offers] == [True] * 4
    assert "yours again" in back.text
    assert list(back.message.files) == ["hand.png"]
    assert letter.gone


async def test_a_seat_is_named_on_its_button_as_it_is(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A button has no markdown, so a name on it has no backslashes."""
    table = await env.table(ana, ben, chen)
    await env.leave(ben, table)
    match = (await env.bot.store.matches.all_open())[0]
    summary = await env.bot.tables.queries.summary(match.match_id)
    named = tuple(replace(occupant, name="snake_case_") for occupant in summary.occupants)
    message = seats_message(replace(summary, occupants=named), reader("en"))
    labels = [part.label for row in message.items for part in getattr(row, "children", ())]

    assert labels == ["snake_case_'s seat"]


async def test_watchers_guess_who_wins(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A guess shows nowhere before the end, and the result names those who were right."""
    table = await env.table(ana, ben, cycles=1)
    before = [(shown.id, shown.text) for shown in ben.sees(TABLE)]
    offered = (await ben.click(table, "More")).message.buttons
    guessed = await chen.click(await chen.click(table, "More"), "Guess who wins")
    await chen.until(lambda: "Guess who wins" in guessed.message.menus, "the menu")
    await chen.select(guessed, "Guess who wins", "Ana wins")
    first = guessed.text
    seats = {
        person: await person.complete(TABLE, "table guess", focused="winner", winner="")
        for person in (ben, chen)
    }
    second = await chen.slash(TABLE, "table guess", winner=seats[chen]["Ben"])
    await env.settled()
    after = [(shown.id, shown.text) for shown in ben.sees(TABLE)]
    await env.finish(ana, ben)
    await env.settled()
    result = env.public(ben)

    assert "Guess who wins" not in offered
    assert "Your guess: Ana wins, for 2 points." in first
    assert "Your guess: Ben wins, for 2 points." in second.text
    assert (seats[ben], {*seats[chen]}) == ({}, {"Ana", "Ben"})
    assert [row for row in after if row in before] == before
    right = "Guessed the winner: Chen +2" in result.text
    assert right is any(alt and "Ben wins" in alt for alt in result.alts)
    assert right or "No watcher guessed the winner" in result.text
