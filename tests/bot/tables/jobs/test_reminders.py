"""Reminders: who gets one, when, how, and when none is sent."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from bot.tables.domain.absence import TAKEN_OVER
from bot.tables.domain.availability import Availability
from bot.tables.domain.time_controls import DAY, HOUR, MINUTE, SECOND
from bot.tables.errors import BadDateError, BadWayError
from bot.tables.jobs.scheduler import PACE, REMINDED
from bot.tables.ports import Reminder
from data.records.matches import Deadline
from games import GAMES
from games.core.game import AnyGame
from tests.bot.tables.support import ANA, BEN, CHEN, NOON, LocalApp, local_app, running
from tests.bot.tables.time_support import SOON, clocked, let_pass, next_thing, reminders
from tests.toys.batches import BATCHES
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS

FLAG = {"kind": "choose", "card": "flag"}
KARATE = next(game for game in GAMES if game.info.key == "karate_tomate")
ROLL = {"kind": "roll", "count": "1"}


async def test_a_slow_table_tells_of_each_question_and_twice_more(app: LocalApp) -> None:
    """A slow table reminds of a question when asked, at half time and when a tenth is left."""
    summary = await clocked(app, [ANA, BEN], "slow_1d")
    times: list[int] = []
    while len(app.notes.reminded) < 3:
        await next_thing(app)
        times += [app.clock.now() - NOON] * (len(app.notes.reminded) > len(times))
    assert reminders(app) == [(why, (ANA.id,), ()) for why in ("asked", "half", "last")]
    assert times == [SOON, DAY // 2, DAY - DAY // 10]
    assert {reminder.question for reminder in app.notes.reminded} == {"0"}
    assert {(reminder.match_id, reminder.due_at) for reminder in app.notes.reminded} == {
        (summary.id, NOON + DAY)
    }


async def test_a_live_table_tells_at_half_time_alone(app: LocalApp) -> None:
    """A live table reminds of a question once, at half time."""
    await clocked(app, [ANA, BEN], "live_10m")
    await let_pass(app, 10 * MINUTE - 1)
    assert reminders(app) == [("half", (ANA.id,), ())]


PAUSES = [5 * SECOND, 15 * SECOND, 45 * SECOND, 135 * SECOND]
"""The first pauses between the tries of a reminder; each is three times as long as the last."""
LONGEST = 5 * MINUTE
"""The pauses after these."""


def pauses(moments: list[int]) -> list[int]:
    """The pauses between these moments, those of full length left out at the end."""
    results = [after - before for before, after in pairwise(moments)]
    while results and results[-1] == LONGEST:
        results.pop()
    return results


def tries(app: LocalApp) -> list[tuple[int, str]]:
    """Collect the time and reason of each reminder sent from now on."""
    sent: list[tuple[int, str]] = []
    app.notes.on_change = lambda _: (
        sent.append((app.clock.now(), app.notes.reminded[-1].why))
        if len(app.notes.reminded) > len(sent)
        else None
    )
    return sent


async def test_a_reminder_is_tried_until_it_arrives(
    app: LocalApp, caplog: pytest.LogCaptureFixture
) -> None:
    """A reminder that can't be sent is tried after growing pauses, however long that lasts."""
    await clocked(app, [ANA, BEN], "slow_1d")
    sent = tries(app)
    app.notes.unreached = {ANA.id: "503 Service Unavailable"}
    await let_pass(app, DAY // 2 - 1)
    moments = [moment for moment, _ in sent]
    assert pauses(moments) == PAUSES
    assert app.clock.now() - moments[-1] < LONGEST
    assert {why for _, why in sent} == {"asked"}
    assert caplog.text.count(": 503 Service Unavailable") == 1

    app.notes.unreached = {}
    await let_pass(app, LONGEST)
    count = len(sent)
    await let_pass(app, HOUR)
    assert len(sent) == count, "it has arrived"


async def test_a_later_reminder_waits_for_the_next_try(app: LocalApp) -> None:
    """A reminder due during the retries of an earlier one adds no try and shortens no pause."""
    summary = await clocked(app, [ANA, BEN], "slow_1d")
    (half,) = [row for row in await app.store.deadlines.of_match(summary.id) if row.kind == "half"]
    await app.store.deadlines.postpone(half, NOON + 10 * MINUTE)
    sent = tries(app)
    app.notes.unreached = {ANA.id: "503"}
    await let_pass(app, DAY // 2 - 1)
    assert pauses([moment for moment, _ in sent]) == PAUSES
    assert [why for _, why in sent[:7]] == ["asked"] * 6 + ["half"]
    assert {why for _, why in sent[7:]} == {"half"}


async def test_one_players_refusal_costs_no_other_a_reminder(app: LocalApp) -> None:
    """If one player can't be reached, the others still get every reminder, once and in time."""
    await clocked(app, [ANA, BEN], "slow_1d", BATCHES)
    for player in (ANA, BEN):
        await app.tables.preferences.set_way(player.id, "dm")
    sent = tries(app)
    app.notes.unreached = {ANA.id: "403"}
    await let_pass(app, DAY - 1)
    for_ben = [
        pair
        for pair, reminder in zip(sent, app.notes.reminded, strict=True)
        if BEN.id in reminder.write
    ]
    assert for_ben == [
        (NOON + SOON, "asked"),
        (NOON + DAY // 2, "half"),
        (NOON + DAY - DAY // 10, "last"),
    ]


async def test_a_call_back_to_a_seat_is_tried_until_it_arrives_too(app: LocalApp) -> None:
    """A message about a bot taking over a seat is tried after growing pauses too."""
    summary = await app.started([BEN, ANA, CHEN], PLOTS)
    sent = tries(app)
    row = Deadline(
        kind=TAKEN_OVER, match_id=summary.id, seat=1, ticket="7", due_at=NOON, player_id=ANA.id
    )
    await app.tables.seats.leave(summary.id, ANA)
    await app.store.deadlines.arm(row)
    app.notes.unreached = {ANA.id: "403"}
    await let_pass(app, HOUR)
    moments = [moment for moment, why in sent if why == "taken_over"]
    assert pauses(moments) == PAUSES
    assert app.clock.now() - moments[-1] < LONGEST


async def test_nobody_is_told_in_vain(app: LocalApp) -> None:
    """A player who answers before the first reminder is due gets none."""
    summary = await clocked(app, [ANA, BEN], "slow_1d")
    await let_pass(app, SOON - 1)
    await app.press(summary.id, ANA, ROLL)
    await let_pass(app, HOUR)
    assert reminders(app) == []
    while await app.awaited(summary.id, [ANA]):
        await app.press(summary.id, ANA)
    await let_pass(app, HOUR)
    assert reminders(app) == [("asked", (BEN.id,), ())]


async def test_those_who_are_asked_together_are_told_together(app: LocalApp) -> None:
    """One reminder names every player who owes an answer, and nobody who has answered."""
    summary = await clocked(app, [ANA, BEN, CHEN], "slow_1d", BATCHES)
    await let_pass(app, SOON)
    await app.press(summary.id, BEN)
    await let_pass(app, DAY // 2)
    assert reminders(app) == [
        ("asked", (ANA.id, BEN.id, CHEN.id), ()),
        ("half", (ANA.id, CHEN.id), ()),
    ]


async def test_reminders_begin_one_after_another(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many reminders due together one begins at a time, and few are sent at once.

    What else is due waits for none of them, and none is left out.
    """
    tables = {(await clocked(app, [ANA, BEN], "slow_1d")).id for _ in range(REMINDED + 2)}
    app.clock.advance(SOON)
    others = await app.started([ANA, BEN], SEALS, bots=1)
    sent, may_end = list[str](), asyncio.Event()

    async def send(reminder: Reminder) -> dict[int, str]:
        sent.append(reminder.match_id)
        await may_end.wait()
        return {}

    monkeypatch.setattr(app.notes, "remind", send)
    async with running(app):
        await app.until_moved(others.id)
        counts = list[int]()
        for _ in range(REMINDED + 2):
            await app.clock.until_asleep()
            counts.append(len(app.tables.scheduler._firing))
            app.clock.advance(PACE)
        assert counts == [*range(1, REMINDED + 1), REMINDED, REMINDED]
        may_end.set()
        while len(sent) < len(tables):
            await app.clock.until_asleep()
            app.clock.advance(PACE)
    assert set(sent) == tables


async def test_nobody_is_mentioned_whom_the_table_does_not_name(app: LocalApp) -> None:
    """If choices are secret, reminders are DMs to those who haven't chosen."""
    summary = await clocked(app, [ANA, BEN, CHEN], "slow_1d", SEALS)
    await app.press(summary.id, BEN, FLAG)
    told_of_it = len(app.notes.heard)
    await let_pass(app, DAY // 2)
    assert reminders(app) == [("asked", (), (ANA.id, CHEN.id)), ("half", (), (ANA.id, CHEN.id))]
    assert len(app.notes.heard) == told_of_it


async def test_everybody_is_told_in_the_own_way(app: LocalApp) -> None:
    """Reminders follow the player's preference; if DMs are closed, the player is mentioned."""
    await app.tables.preferences.set_way(BEN.id, "dm")
    await app.tables.preferences.set_way(CHEN.id, "none")
    await clocked(app, [ANA, BEN, CHEN], "slow_1d", BATCHES)
    await let_pass(app, SOON)
    await app.tables.people.set_dm_closed(BEN.id, closed=True)
    await let_pass(app, DAY // 2)
    assert reminders(app) == [("asked", (ANA.id,), (BEN.id,)), ("half", (ANA.id, BEN.id), ())]
    with pytest.raises(BadWayError):
        await app.tables.preferences.set_way(ANA.id, "pigeon")


async def test_quiet_hours_put_reminders_off(app: LocalApp) -> None:
    """Reminders due in quiet hours are sent at their end, only the last of several."""
    await app.tables.preferences.set_quiet(ANA.id, "7:00", "10:00", "UTC")  # it is 8:00
    await clocked(app, [ANA, BEN], "slow_3h", BATCHES)
    await let_pass(app, 2 * HOUR - 1)
    assert reminders(app) == [("asked", (BEN.id,), ()), ("half", (BEN.id,), ())]
    await let_pass(app, 1)
    assert reminders(app)[2:] == [("half", (ANA.id,), ())]
    await app.tables.preferences.no_quiet(ANA.id)
    assert (await app.tables.preferences.availability(ANA.id)).quiet is None


async def test_what_would_come_too_late_is_not_told(app: LocalApp) -> None:
    """A reminder is dropped if quiet hours outlast the deadline; the deadline still holds."""
    await app.tables.preferences.set_quiet(ANA.id, "7:00", "10:00", "UTC")  # it is 8:00
    summary = await clocked(app, [ANA, BEN], "slow_1h")
    await let_pass(app, HOUR)
    assert reminders(app) == []
    assert (await app.summary(summary.id)).step > 0


async def test_a_holiday_puts_slow_clocks_off(app: LocalApp) -> None:
    """A holiday defers a slow deadline and its reminders; the whole time runs after it."""
    summary = await clocked(app, [ANA, BEN], "slow_1d", BATCHES)
    await let_pass(app, HOUR)
    availability = await app.tables.preferences.set_holiday(ANA.id, "2027-01-18")
    assert availability.holiday_until == NOON + 4 * DAY - 8 * HOUR
    assert (await app.view(summary.id, ANA.id)).due_at == availability.holiday_until + DAY
    assert (await app.view(summary.id, BEN.id)).due_at == NOON + DAY
    app.notes.reminded.clear()
    await app.press(summary.id, BEN)
    await let_pass(app, availability.holiday_until - app.clock.now())
    assert reminders(app) == []
    await let_pass(app, DAY // 2)
    assert reminders(app) == [("half", (ANA.id,), ())]
    await let_pass(app, DAY // 2)
    assert (await app.summary(summary.id)).step >= 2


async def test_a_holiday_that_nobody_has_ends_without_more_time(app: LocalApp) -> None:
    """Ending a holiday gives no question more time than it has."""
    summary = await clocked(app, [ANA, BEN], "slow_1d", PLOTS)
    due_at = (await app.view(summary.id, ANA.id)).due_at
    app.clock.advance(HOUR)
    await app.tables.preferences.set_holiday(ANA.id, None)
    assert (await app.view(summary.id, ANA.id)).due_at == due_at


async def test_a_question_put_in_a_holiday_waits_too(app: LocalApp) -> None:
    """A question asked during a holiday gets its whole time and its reminders after it."""
    until = (await app.tables.preferences.set_holiday(ANA.id, "2027-01-17")).holiday_until
    assert until is not None
    summary = await clocked(app, [ANA, BEN], "slow_1d")
    assert summary.due_at == until + DAY
    await let_pass(app, until - NOON)
    assert reminders(app) == [("asked", (ANA.id,), ())]


async def test_a_pause_that_ends_in_a_holiday_defers_all_reminders(app: LocalApp) -> None:
    """Resuming in a holiday starts a slow clock and each of its reminders after the holiday."""
    summary = await clocked(app, [ANA, BEN], "slow_1d", BATCHES)
    await let_pass(app, HOUR)
    await app.tables.pauses.pause(summary.id, ANA)
    until = (await app.tables.preferences.set_holiday(ANA.id, "2027-01-18")).holiday_until
    assert until is not None
    await app.tables.pauses.resume(summary.id, ANA)
    rows = await app.store.deadlines.of_match(summary.id)
    due = {(row.kind, row.seat): row.due_at for row in rows}
    assert due["clock", 0] == until + 23 * HOUR
    assert due["half", 0] == until + 11 * HOUR
    assert due["half", 1] == app.clock.now() + 11 * HOUR


async def test_a_holiday_moves_no_live_clock(app: LocalApp) -> None:
    """A holiday doesn't stop live clocks."""
    await app.tables.preferences.set_holiday(ANA.id, "2027-01-15")
    assert (await clocked(app, [ANA, BEN], "live_5m")).due_at == NOON + 5 * MINUTE


async def test_who_is_back_early_is_asked_again(app: LocalApp) -> None:
    """Ending a holiday early sets the deadline to the clock's whole time from now."""
    await app.tables.preferences.set_holiday(ANA.id, "2027-01-24")
    summary = await clocked(app, [ANA, BEN], "slow_1d")
    await let_pass(app, HOUR)
    assert (await app.tables.preferences.set_holiday(ANA.id, None)).holiday_until is None
    assert (await app.summary(summary.id)).due_at == app.clock.now() + DAY


@pytest.mark.parametrize("game", [SEALS, KARATE], ids=lambda game: game.info.key)
async def test_time_tells_nobody_who_has_not_chosen(tmp_path: Path, game: AnyGame) -> None:
    """Deadlines and reminders in public never show which players have chosen."""
    worlds: list[list[object]] = []
    for number, (chooser, away, asleep) in enumerate(
        [(ANA, None, None), (BEN, None, None), (ANA, BEN, BEN), (BEN, BEN, BEN)]
    ):
        async with local_app(tmp_path / f"{number}.db") as app:
            summary = await clocked(app, [ANA, BEN, CHEN], "slow_1d", game)
            if asleep is not None:
                await app.tables.preferences.set_quiet(asleep.id, "0:00", "23:59", "UTC")
            await app.press(summary.id, chooser)
            if away is not None:
                await app.tables.preferences.set_holiday(away.id, "2027-01-17")
            worlds.append(await seen_in_public(app, summary.id))
    assert worlds[0] == worlds[1]
    assert worlds[2] == worlds[3]
    assert worlds[0] != worlds[2]


async def seen_in_public(app: LocalApp, match_id: str) -> list[object]:
    """Everything a spectator sees and hears until the deadline."""
    seen: list[object] = []
    due = (await app.summary(match_id)).due_at
    assert due is not None
    for part in (0.1, 0.6, 0.95, 0.9999):
        await let_pass(app, round((due - NOON) * part) + NOON - app.clock.now())
        match_view = await app.view(match_id, None)
        mentions = [reminder.mention for reminder in app.notes.reminded if reminder.mention]
        seen.append((match_view, len(app.notes.heard), mentions))
    return seen


@pytest.mark.parametrize("last_day", ["yesterday", "2020-01-01", "9999-12-31", "2027-02-30", ""])
async def test_a_holiday_has_a_last_day_in_reach(app: LocalApp, last_day: str) -> None:
    """An invalid, past or distant last day is refused, and nothing changes."""
    with pytest.raises(BadDateError):
        await app.tables.preferences.set_holiday(ANA.id, last_day)
    assert await app.tables.preferences.availability(ANA.id) == Availability()


async def test_who_loses_the_seat_to_a_bot_is_told_once(app: LocalApp) -> None:
    """A player replaced by a bot is told once, and not after taking the seat back."""
    summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
    for _ in range(2):
        await app.press(summary.id, ANA)
        await let_pass(app, MINUTE)
    texts = [reminder for reminder in app.notes.reminded if reminder.why == "taken_over"]
    assert [(text.mention, text.write, text.due_at) for text in texts] == [((BEN.id,), (), None)]
    await app.tables.seats.take_back(summary.id, BEN)
    again = Deadline(
        kind="taken_over",
        match_id=summary.id,
        seat=1,
        ticket="late",
        due_at=app.clock.now(),
        player_id=BEN.id,
    )
    await app.store.deadlines.arm(again)
    await let_pass(app, 0)
    assert [reminder for reminder in app.notes.reminded if reminder.why == "taken_over"] == texts
    assert again not in await app.store.deadlines.of_match(summary.id)
