"""Reminders at a table without a clock, and nudges."""

from pathlib import Path

import pytest

from bot.tables import errors
from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import HOUR, MINUTE, SECOND
from bot.tables.time_limits import Limits
from games.core.game import AnyGame
from tests.bot.tables.jobs.test_reminders import FLAG, ROLL
from tests.bot.tables.support import ANA, BEN, CHEN, NOON, LocalApp, local_app
from tests.bot.tables.time_support import clocked, fire, let_pass, next_thing, reminders
from tests.toys.batches import BATCHES
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS

SILENCE = MINUTE
"""How long a question is open before its player is reminded."""
PRESENT = 5 * MINUTE
"""The same for a player who has just pressed."""
AGAIN = 3 * MINUTE
"""How long a table refuses the next nudge."""


async def test_without_a_clock_a_question_calls_once_after_a_silence(app: LocalApp) -> None:
    """Without a clock, a player is reminded once, after a minute."""
    summary = await app.started([ANA, BEN], PLOTS)
    await let_pass(app, SILENCE - 1)
    assert reminders(app) == []
    await let_pass(app, 1)
    await let_pass(app, 24 * HOUR)
    assert reminders(app) == [("asked", (ANA.id,), ())]
    assert {
        (reminder.match_id, reminder.question, reminder.due_at) for reminder in app.notes.reminded
    } == {(summary.id, "0", None)}


@pytest.mark.parametrize("delay", [0, 4 * SECOND])
async def test_a_silence_begins_when_a_premove_would_be_made(tmp_path: Path, delay: int) -> None:
    """A premove waits as long as a bot may, and only then does a question count as open."""
    async with local_app(tmp_path / "a.db", limits=Limits(bot_delay=delay)) as app:
        summary = await app.started([ANA, BEN], PLOTS)
        (row,) = await app.store.deadlines.of_match(summary.id)
    assert (row.kind, row.due_at) == ("asked", NOON + delay * 3 // 2 + SILENCE)


async def test_others_answers_call_nobody_again(app: LocalApp) -> None:
    """A player who was reminded isn't reminded again when somebody else answers the question."""
    summary = await app.started([ANA, BEN, CHEN], BATCHES)
    await let_pass(app, SILENCE)
    await app.press(summary.id, BEN)
    await let_pass(app, HOUR)
    assert reminders(app) == [("asked", (ANA.id, BEN.id, CHEN.id), ())]


async def test_a_table_takes_the_next_nudge_in_time(app: LocalApp) -> None:
    """A nudge is refused until its time is over, and not a moment longer."""
    summary = await app.started([ANA, BEN], PLOTS)
    await app.tables.nudges.nudge(summary.id, BEN)
    app.clock.advance(AGAIN - 1)
    with pytest.raises(errors.NudgedAlreadyError):
        await app.tables.nudges.nudge(summary.id, BEN)
    app.clock.advance(1)
    await app.tables.nudges.nudge(summary.id, BEN)


async def test_a_restart_calls_nobody_again(app: LocalApp) -> None:
    """A pending reminder survives a restart, and a sent one isn't repeated."""
    await app.started([ANA, BEN], PLOTS)
    await let_pass(app, SILENCE // 2)
    await app.second().tables.recovery.recover()
    await let_pass(app, SILENCE)
    await app.second().tables.recovery.recover()
    await let_pass(app, HOUR)
    assert reminders(app) == [("asked", (ANA.id,), ())]


async def test_a_player_who_has_just_pressed_is_given_time(app: LocalApp) -> None:
    """A player's own next question calls them after five minutes, another player's after one."""
    summary = await app.started([ANA, BEN], PLOTS)
    await app.press(summary.id, ANA, ROLL)
    assert await app.awaited(summary.id, [ANA]) == (ANA,)
    await let_pass(app, PRESENT - 1)
    assert reminders(app) == []
    await let_pass(app, 1)
    assert reminders(app) == [("asked", (ANA.id,), ())]
    while await app.awaited(summary.id, [ANA]):
        await app.press(summary.id, ANA)
    await let_pass(app, SILENCE)
    assert reminders(app)[1:] == [("asked", (BEN.id,), ())]


async def test_a_half_filled_form_puts_the_call_off(app: LocalApp) -> None:
    """A player who saves a draft is reminded five minutes later."""
    summary = await app.started([ANA, BEN], PLOTS)
    question = await app.question(summary.id, ANA.id)
    await let_pass(app, SILENCE - 1)
    await app.keep_draft(summary.id, ANA.id, question.ticket, b"{}")
    await let_pass(app, PRESENT - 1)
    assert reminders(app) == []
    await let_pass(app, 1)
    assert reminders(app) == [("asked", (ANA.id,), ())]


async def test_a_lone_player_is_not_called(app: LocalApp) -> None:
    """A player alone with bots is never reminded."""
    await app.started([ANA], PLOTS, bots=1)
    await let_pass(app, HOUR)
    assert reminders(app) == []


@pytest.mark.parametrize(("clock", "at_second"), [("live_30s", 20), ("live_1m", 40)])
async def test_a_quick_clock_reminds_once_near_the_end(
    app: LocalApp, clock: str, at_second: int
) -> None:
    """A clock of a minute or less reminds once, when a third is left."""
    await clocked(app, [ANA, BEN], clock)
    await let_pass(app, at_second * SECOND - 1)
    assert reminders(app) == []
    await let_pass(app, 1)
    assert reminders(app) == [("last", (ANA.id,), ())]


async def test_a_nudge_calls_the_others_at_once(app: LocalApp) -> None:
    """A nudge reminds each other person whose answer is missing, instead of a later reminder."""
    summary = await app.started([ANA, BEN, CHEN], BATCHES, bots=1)
    await app.press(summary.id, CHEN)
    await app.tables.nudges.nudge(summary.id, ANA)
    await let_pass(app, 0)
    assert reminders(app) == [("nudge", (BEN.id,), ())]
    await let_pass(app, HOUR)
    assert reminders(app)[1:] == [("asked", (ANA.id,), ())]


async def test_a_table_is_nudged_once_in_some_minutes(app: LocalApp) -> None:
    """A second nudge within three minutes is refused, also from another player."""
    summary = await app.started([ANA, BEN, CHEN], PLOTS)
    await app.tables.nudges.nudge(summary.id, BEN)
    for passed, minutes in ((0, 3), (MINUTE, 2), (2 * MINUTE + 1, 1)):
        await let_pass(app, NOON + passed - app.clock.now())
        with pytest.raises(errors.NudgedAlreadyError) as refused:
            await app.second().tables.nudges.nudge(summary.id, CHEN)
        assert refused.value.text.args["n"] == minutes
    await let_pass(app, NOON + AGAIN - app.clock.now())
    await app.tables.nudges.nudge(summary.id, CHEN)
    await let_pass(app, 0)
    assert reminders(app) == [("nudge", (ANA.id,), ())] * 2
    assert len({reminder.question for reminder in app.notes.reminded}) == 2


async def test_a_nudge_survives_a_crash(app: LocalApp) -> None:
    """A nudge pressed before a crash is sent once after it."""
    summary = await app.started([ANA, BEN], PLOTS)
    await app.tables.nudges.nudge(summary.id, BEN)
    rows = await app.store.deadlines.of_match(summary.id)
    other = app.second()
    await other.tables.recovery.recover()
    await let_pass(other, 0)
    for row in rows:
        if row.kind == "nudge":
            await fire(app, row)
    assert reminders(app) == [("nudge", (ANA.id,), ())]


async def test_a_nudge_waits_for_quiet_hours(app: LocalApp) -> None:
    """A nudge waits for the end of quiet hours and is dropped if the question is answered."""
    for player in (ANA, BEN):
        await app.tables.preferences.set_quiet(player.id, "7:00", "9:00", "UTC")  # it is 8:00
    summary = await app.started([ANA, BEN, CHEN], BATCHES)
    await app.tables.nudges.nudge(summary.id, CHEN)
    await let_pass(app, HOUR - 1)
    assert reminders(app) == [("asked", (CHEN.id,), ())]
    await app.press(summary.id, BEN)
    await let_pass(app, 1)
    assert reminders(app)[1:] == [("nudge", (ANA.id,), ())]


async def test_a_nudge_tells_nothing_of_secret_choices(app: LocalApp) -> None:
    """If choices are secret, a nudge succeeds for everybody and is sent only by DM."""
    summary = await app.started([ANA, BEN, CHEN], SEALS)
    await app.press(summary.id, BEN, FLAG)
    await app.press(summary.id, CHEN, FLAG)
    changes = len(app.notes.heard)
    await app.tables.nudges.nudge(summary.id, ANA)
    await let_pass(app, AGAIN)
    assert [reminder for reminder in reminders(app) if reminder[0] == "nudge"] == []
    await app.tables.nudges.nudge(summary.id, BEN)
    await let_pass(app, 0)
    assert reminders(app)[-1] == ("nudge", (), (ANA.id,))
    assert len(app.notes.heard) == changes


@pytest.mark.parametrize(
    ("table", "by", "refusal"),
    [
        ((PLOTS, [ANA, BEN], 0), ANA, errors.NobodyToNudgeError),
        ((PLOTS, [ANA, BEN], 0), CHEN, errors.NoSeatError),
        ((SEALS, [ANA], 2), ANA, errors.NobodyToNudgeError),
    ],
    ids=["only the presser is waited for", "no seat", "alone with bots"],
)
async def test_a_nudge_needs_a_seat_and_somebody_to_call(
    app: LocalApp, table: tuple[AnyGame, list[Player], int], by: Player, refusal: type[Exception]
) -> None:
    """A nudge without a seat, or with nobody else to remind, is refused, and nothing is sent."""
    game, players, bots = table
    summary = await app.started(players, game, bots=bots)
    with pytest.raises(refusal):
        await app.tables.nudges.nudge(summary.id, by)
    await let_pass(app, 0)
    assert reminders(app) == []


async def test_a_paused_or_ended_match_is_not_nudged(app: LocalApp) -> None:
    """A paused or ended match refuses nudges."""
    summary = await app.started([ANA, BEN], PLOTS)
    await app.tables.pauses.pause(summary.id, ANA)
    with pytest.raises(errors.PausedError):
        await app.tables.nudges.nudge(summary.id, BEN)
    await app.tables.pauses.resume(summary.id, ANA)
    await app.tables.endings.stop(summary.id, ANA, moderator=True)
    with pytest.raises(errors.MatchOverError):
        await app.tables.nudges.nudge(summary.id, BEN)


async def test_the_limit_goes_by_itself(app: LocalApp) -> None:
    """Three minutes after a nudge, the scheduler holds no row of it."""
    summary = await app.started([ANA, BEN], PLOTS)
    await app.tables.nudges.nudge(summary.id, BEN)
    while await app.store.deadlines.of_match(summary.id):
        await next_thing(app)
    assert app.clock.now() == NOON + AGAIN
