"""Presses that are late, repeated, forged, simultaneous, or that change a sealed answer."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from unittest.mock import AsyncMock

import pytest

from bot.tables import errors
from bot.tables.application import Application
from bot.tables.bots.memories import Memories
from bot.tables.domain.player import Player
from bot.tables.domain.views import Answered
from bot.tables.history.match_file import import_match
from bot.tables.history.replay import Finding
from bot.tables.matches.moves import Press
from bot.tables.matches.repository import MatchRepository, by_key
from bot.tables.matches.snapshot import Snapshot
from bot.tables.ports import Reminder
from data.records.matches import Life
from games.core.answer import random_form
from games.core.errors import InvalidMoveError, NotYourTurnError, StaleAnswerError
from games.core.game import AnyGame
from games.core.prompt import Form
from games.core.rng import Rng
from games.core.text import PLAIN, speak
from games.dojo import DOJO
from games.karate_tomate import KARATE_TOMATE
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHEN,
    DORA,
    PEOPLE,
    POOL,
    SEALS_FOR_TWELVE,
    Guest,
    LocalApp,
)
from tests.bot.tables.time_support import made
from tests.support.sampling import leading
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS

FLAG: Form = {"kind": "choose", "card": "flag"}


@pytest.mark.parametrize("interaction_id", [7, None], ids=["one interaction", "a double click"])
async def test_a_repeated_press_is_answered_the_same_again(
    app: LocalApp, interaction_id: int | None
) -> None:
    """A repeated interaction or click is known in any process, and changes nothing."""
    summary = await app.started(PEOPLE[:3])
    ticket = (await app.question(summary.id, ANA.id)).ticket
    first = await app.press(summary.id, ANA, FLAG, ticket=ticket, interaction_id=interaction_id)
    count = len(app.notes.heard)
    assert not first.repeated
    for process in (app, app.second()):
        again = await process.press(
            summary.id, ANA, FLAG, ticket=ticket, interaction_id=interaction_id
        )
        assert again == Answered(first.step, first.events, repeated=True)
    assert (await app.summary(summary.id)).step == 1
    assert len(app.notes.heard) == count


async def test_a_press_is_repeated_while_its_move_is_taken_back(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repeated press whose move is taken back between two reads is told that it was made."""
    summary = await app.started(PEOPLE[:3])
    await app.press(summary.id, ANA, FLAG, interaction_id=7)
    monkeypatch.setattr(app.store.history, "steps", AsyncMock(return_value=()))

    again = await app.press(summary.id, ANA, FLAG, interaction_id=7)
    assert again == Answered(1, (), repeated=True)


async def test_a_double_click_on_the_last_move_is_told_that_it_was_made(app: LocalApp) -> None:
    """A repeat of the press that ended the match is recognized."""
    summary = await app.started([ANA], PLOTS, rounds=1)
    last = ("", FLAG)
    while (question := (await app.view(summary.id, ANA.id)).question) is not None:
        last = (question.ticket, random_form(question.prompt, Rng(question.ticket)))
        await app.press(summary.id, ANA, last[1])
    assert (await app.summary(summary.id)).life is Life.FINISHED
    assert (await app.press(summary.id, ANA, last[1], ticket=last[0])).repeated


@pytest.mark.parametrize("interaction_id", [None, 7], ids=["two clicks", "two processes"])
async def test_two_presses_at_the_same_moment_make_one_move(
    app: LocalApp, interaction_id: int | None
) -> None:
    """Of two clicks at once, or one that reaches two processes, one moves; both report the move."""
    summary = await app.started(PEOPLE[:3])
    ticket = (await app.question(summary.id, ANA.id)).ticket
    processes = (app, app if interaction_id is None else app.second())
    both = await asyncio.gather(
        *(
            process.press(summary.id, ANA, FLAG, ticket=ticket, interaction_id=interaction_id)
            for process in processes
        )
    )
    assert sorted(answered.repeated for answered in both) == [False, True]
    assert (await app.summary(summary.id)).step == 1


async def test_an_old_button_changes_nothing(app: LocalApp) -> None:
    """A used ticket is refused for any other answer, and the match doesn't change."""
    summary = await app.started(PEOPLE[:3])
    question = await app.question(summary.id, ANA.id)
    await app.press(summary.id, ANA, FLAG)
    before = await app.view(summary.id, ANA.id)
    held = question.prompt.actions[0].slots[0]
    assert held.slot == "pick_one"
    with pytest.raises(StaleAnswerError):
        await app.press(
            summary.id, ANA, {"kind": "choose", "card": held.choices[0].id}, ticket=question.ticket
        )
    assert await app.view(summary.id, ANA.id) == before


async def test_others_answers_do_not_spoil_mine(app: LocalApp) -> None:
    """A question asked of several players keeps its ticket while others answer it."""
    summary = await app.started(PEOPLE[:3])
    ticket = (await app.question(summary.id, ANA.id)).ticket
    await app.press(summary.id, BEN, FLAG)
    assert (await app.question(summary.id, ANA.id)).ticket == ticket
    assert not (await app.press(summary.id, ANA, FLAG, ticket=ticket)).repeated


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"kind": "abdicate"},
        {"kind": "choose"},
        {"kind": "choose", "card": "z9"},
        {"kind": "choose", "card": 5},
        {"kind": "choose", "card": ["flag"]},
        {"kind": "choose", "card": "flag", "points": 100},
        {"kind": "choose", "card": 10**30},
        {"kind": "draw"},
    ],
    ids=str,
)
async def test_a_forged_form_is_refused(app: LocalApp, form: Form) -> None:
    """A form that no control of ours can send is refused, and nothing changes."""
    summary = await app.started(PEOPLE[:3])
    count = len(app.notes.heard)
    with pytest.raises(InvalidMoveError):
        await app.press(summary.id, ANA, form)
    assert (await app.summary(summary.id)).step == 0
    assert len(app.notes.heard) == count


async def test_nobody_answers_for_another_seat(app: LocalApp) -> None:
    """Another seat's control is refused, even with that seat's own ticket."""
    summary = await app.started(PEOPLE[:3])
    ticket = (await app.question(summary.id, BEN.id)).ticket
    with pytest.raises(errors.NotYourSeatError):
        await app.press(summary.id, ANA, FLAG, ticket=ticket, seat=1)
    with pytest.raises(errors.NoSeatError):
        await app.press(summary.id, DORA, FLAG, ticket=ticket, seat=1)
    assert (await app.summary(summary.id)).step == 0


async def test_who_is_not_asked_cannot_answer(app: LocalApp) -> None:
    """A seat without a question is told that it is not its turn."""
    summary = await app.started([ANA, BEN], PLOTS)
    waiting = [p for p in (ANA, BEN) if p not in await app.awaited(summary.id, (ANA, BEN))]
    assert len(waiting) == 1
    with pytest.raises(NotYourTurnError):
        await app.press(summary.id, waiting[0], {"kind": "roll"})


async def test_an_answer_needs_a_match_that_runs(app: LocalApp) -> None:
    """Unknown, unstarted and ended matches refuse answers, each with its own error."""
    lobby = await app.opened()
    over = await app.played([ANA], PLOTS, rounds=1)
    expected: list[tuple[str, type[errors.TableError]]] = [
        ("nowhere", errors.NoSuchMatchError),
        (lobby.summary.id, errors.NotStartedError),
        (over, errors.MatchOverError),
    ]
    for match_id, error in expected:
        with pytest.raises(error):
            await app.tables.answers.answer(
                match_id,
                Press(interaction_id=1, player_id=ANA.id, seat=0, ticket="9-aaaaaaaaaa", form=FLAG),
            )


async def test_ten_answers_from_two_processes_all_count(app: LocalApp) -> None:
    """Two processes that share only the store take ten simultaneous answers and lose none."""
    players = PEOPLE[:10]
    summary = await app.started(players, SEALS_FOR_TWELVE)
    second = app.second()
    answered = await asyncio.gather(
        *(
            process.press(summary.id, player, FLAG)
            for process, player in zip([app, second] * 5, players, strict=True)
        )
    )
    assert sorted(answer.step for answer in answered) == list(range(1, 11))


async def test_a_player_is_told_what_the_answer_brought_and_no_more(app: LocalApp) -> None:
    """An answer returns only the events that its player sees, also when it's repeated."""
    summary = await app.started(PEOPLE[:3], rounds=1)
    for player, line in ((ANA, "#1 chooses white flag."), (BEN, "#2 chooses white flag.")):
        assert await spoken(app.press(summary.id, player, FLAG)) == [line]
    mine, *everybodys = await spoken(app.press(summary.id, CHEN, FLAG))
    assert mine == "#3 chooses white flag."
    assert everybodys[0].startswith("The seals are broken")
    for player in (ANA, BEN):
        assert await spoken(app.press(summary.id, player, {"kind": "draw"})) == []
    ticket = (await app.question(summary.id, CHEN.id)).ticket
    for _ in range(2):
        drawn = await spoken(app.press(summary.id, CHEN, {"kind": "draw"}, ticket=ticket))
        assert sum(" gets " in line for line in drawn) == 1
        assert sum("draws 1" in line for line in drawn) == 3


async def spoken(pressing: Awaitable[Answered]) -> list[str]:
    return [speak(text, PLAIN) for text in (await pressing).events]


async def test_the_messenger_is_called_outside_every_lock(app: LocalApp) -> None:
    """The messenger is called outside the match's lock, so it can answer in the same match."""
    summary = await app.started(PEOPLE[:3])
    later: list[asyncio.Task[Answered]] = []

    class Eager:
        async def changed(self, snapshot: Snapshot) -> None:
            if not later:
                match_id = snapshot.match.match_id
                later.append(asyncio.create_task(app.press(match_id, BEN, FLAG)))
                await later[0]

        def mark(self, match_id: str) -> None: ...

        async def competition_changed(self, guild_id: int, tournament_id: str) -> None:
            raise AssertionError("no tournament is open")

        async def deal_changed(self, guild_id: int, post_id: str) -> None:
            raise AssertionError("no channel is set")

        async def remind(self, reminder: Reminder) -> Mapping[int, str]:
            raise AssertionError("nobody is reminded where no clock runs")

    app.tables = Application(app.store, app.clock, Eager(), games=POOL)
    assert (await app.press(summary.id, ANA, FLAG)).step == 1
    assert (await later[0]).step == 2


async def test_a_messenger_that_fails_does_not_undo_a_move(
    app: LocalApp, caplog: pytest.LogCaptureFixture
) -> None:
    """If showing a committed move fails, the move stays, and the failure is logged."""
    summary = await app.started(PEOPLE[:3])
    app.notes.on_change = fail(OSError("the line is dead"))
    assert (await app.press(summary.id, ANA, FLAG)).step == 1
    assert (await app.summary(summary.id)).step == 1
    assert "the line is dead" in caplog.text


def fail(error: Exception) -> Callable[[str], None]:
    def raise_it(match_id: str) -> None:
        raise error

    return raise_it


async def test_a_form_that_is_saved_late_is_no_substitutes(app: LocalApp) -> None:
    """A form that a player saves while a substitute takes their seat isn't the substitute's."""
    summary = await app.started(PEOPLE[:3])
    opened = await app.tables.queries.open(summary.id)
    question = opened.question(1)
    assert question is not None
    await app.tables.seats.leave(summary.id, BEN)
    await app.tables.seats.take_seat(summary.id, DORA)
    await app.tables.queries.keep_draft(opened, BEN.id, question.ticket, b"{}")

    assert (await app.view(summary.id, DORA.id)).draft is None


async def test_a_draft_lasts_as_long_as_its_question(app: LocalApp) -> None:
    """A draft is its player's until it is cleared or the question answered; then it's refused."""
    summary = await app.started(PEOPLE[:3])
    ticket = (await app.question(summary.id, ANA.id)).ticket
    await app.keep_draft(summary.id, ANA.id, ticket, b'{"card": "flag"}')
    app = app.second()
    assert (await app.view(summary.id, ANA.id)).draft == b'{"card": "flag"}'
    assert (await app.view(summary.id, BEN.id)).draft is None
    await app.keep_draft(summary.id, ANA.id, ticket, None)
    assert (await app.view(summary.id, ANA.id)).draft is None
    with pytest.raises(errors.NoSeatError):
        await app.keep_draft(summary.id, DORA.id, ticket, b"{}")
    await app.keep_draft(summary.id, ANA.id, ticket, b"{}")
    await app.press(summary.id, ANA, FLAG)
    assert (await app.view(summary.id, ANA.id)).draft is None
    with pytest.raises(StaleAnswerError):
        await app.keep_draft(summary.id, ANA.id, ticket, b"{}")


CHANGEABLE = leading((SEALS, KARATE_TOMATE, DOJO), 2)
HERE = Guest(ANA.id)


async def changing(app: LocalApp, match_id: str, players: Sequence[Player], times: int) -> int:
    """Play to the end; whoever has answered changes that answer. Returns the number of changes."""
    changes = 0
    while owing := await app.awaited(match_id, players):
        await app.press(match_id, owing[0])
        for _ in range(times):
            view = await app.view(match_id, owing[0].id)
            if view.question is not None and owing[0] not in await app.awaited(match_id, players):
                await app.press(match_id, owing[0])
                changes += 1
    return changes


async def test_changes_in_a_row_leave_one_step(app: LocalApp) -> None:
    """However often a seat changes its answer, the first answer and the last change are kept."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.press(summary.id, BEN)
    for _ in range(9):
        await app.press(summary.id, ANA)
        match = await app.match(summary.id)
        assert len(await made(app, summary.id)) == match.step

    assert [seat for seat, _ in await made(app, summary.id)] == [1, 0, 0]
    assert (await app.match(summary.id)).moves_made == (9, 1, 0)


async def test_a_change_starts_no_new_wait(app: LocalApp) -> None:
    """A table that waits for others waits on, so that what it offers tells of no change."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.press(summary.id, ANA)
    before = (await app.summary(summary.id)).waiting_since
    app.clock.advance(5)
    await app.press(summary.id, ANA)
    changed = (await app.summary(summary.id)).waiting_since
    await app.press(summary.id, BEN)

    assert changed == before
    assert (await app.summary(summary.id)).waiting_since == before + 5


async def test_every_change_makes_older_buttons_stale(app: LocalApp) -> None:
    """A change that replaces a step has a result of its own, and a repeat of it is recognized."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.press(summary.id, ANA)
    tickets = set()
    for interaction in (71, 72, 73):
        question = await app.question(summary.id, ANA.id)
        tickets.add(question.ticket)
        made = await app.press(summary.id, ANA, interaction_id=interaction)
        again = await app.press(summary.id, ANA, interaction_id=interaction)
        assert (made.step, made.repeated, again.step, again.repeated) == (2, False, 2, True)
        assert again.events == made.events
    assert len(tickets) == 3


async def test_other_processes_read_a_replaced_step(app: LocalApp) -> None:
    """Whoever has cached a match, or a seat's memory of it, reads the answer as it was changed."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.press(summary.id, ANA)
    there, saved = MatchRepository(app.store, by_key(app.games)), Memories(app.store)
    for presser in (ANA, ANA, ANA, BEN):
        await app.press(summary.id, presser)
        snapshot = await there.open(summary.id)
        assert snapshot.position.state == await app.state(summary.id)
        for seat in range(3):
            whole = await Memories(app.store).of(snapshot.match, SEALS, seat)
            assert await saved.of(snapshot.match, SEALS, seat) == whole


async def test_a_change_leaves_the_step_of_an_earlier_holder(app: LocalApp) -> None:
    """Somebody who takes a seat over changes the answer in a step of their own."""
    summary = await app.started([ANA, BEN, CHEN])
    for _ in range(3):
        await app.press(summary.id, ANA)
    await app.tables.seats.leave(summary.id, ANA)
    await app.tables.seats.take_back(summary.id, ANA)
    for _ in range(3):
        await app.press(summary.id, ANA)
    assert [seat for seat, _ in await made(app, summary.id)] == [0, 0, 0]


@pytest.mark.parametrize("game", CHANGEABLE, ids=lambda game: game.info.key)
async def test_a_match_with_changed_answers_is_whole(app: LocalApp, game: AnyGame) -> None:
    """The check, a replay and an export of a match agree, however often answers were changed."""
    players = PEOPLE[:3]
    summary = await app.started(players, game)
    changes = await changing(app, summary.id, players, times=3)
    archive = app.tables.archive
    end = await archive.moment(summary.id, 10**6, "open", HERE)
    export = await archive.export(summary.id, HERE)

    assert changes > 6
    assert (await archive.verify(summary.id, HERE)).finding is Finding.AGREES
    assert end.table.result == (await app.view(summary.id, None)).result
    steps = await app.store.history.steps(summary.id)
    again = import_match(export.content, by_key(app.games)).steps
    assert [item.events for item in again] == [step.events for step in steps]
    match = await app.match(summary.id)
    assert len(steps) - 1 == sum(match.moves_made) - 2 * changes // 3
