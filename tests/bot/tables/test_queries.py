"""Players see their own secrets and nobody else's."""

import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.tables.domain import match_secrets
from bot.tables.domain.match_secrets import SecretSource
from bot.tables.domain.views import MatchView
from bot.tables.errors import TableError, UnreadableMatchError
from data.records.matches import Actor, Life, NewStep
from games.core.errors import GameError
from games.core.event import Event, is_for
from games.core.game import AnyGame, View
from games.core.saving import load_event
from games.core.text import PLAIN, Text, speak
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, PEOPLE, PLAYED, Guest, LocalApp, running
from tests.toys.batches import BATCHES
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS

FLAG = {"kind": "choose", "card": "flag"}


async def test_a_sight_is_the_rules_view_of_the_viewers_seat(app: LocalApp) -> None:
    """A player sees the rules' view of their seat and its prompt; others see the public view."""
    summary = await app.started([ANA, BEN, CHEN])
    state = await app.state(summary.id)
    seats = {ANA.id: 0, BEN.id: 1, CHEN.id: 2, DORA.id: None, None: None}
    for player_id, seat in seats.items():
        match_view = await app.view(summary.id, player_id)
        assert match_view.view == SEALS.view(state, seat)
        assert match_view.tableau == match_view.summary.game.tableau(match_view.view)
        question = match_view.question
        prompt = None if seat is None else SEALS.prompt(SEALS.view(state, seat))
        assert prompt == (question and question.prompt)
        if question is not None:
            assert (question.match, question.seat) == (summary.id, seat)
            assert question.ticket.startswith("0-")
        assert match_view.viewer == player_id


async def test_what_a_position_shows_is_worked_out_once(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each view is computed once per step, by the step itself or by the first who asks for it."""
    asked: list[int | None] = []
    look = SEALS.view

    def view(game: Any, state: Any, viewer: int | None) -> View:
        asked.append(viewer)
        return look(state, viewer)

    summary = await app.started([ANA, BEN, CHEN])
    monkeypatch.setattr(type(SEALS), "view", view)
    for player_id in (ANA.id, None, BEN.id, ANA.id, None):
        await app.view(summary.id, player_id)
    assert sorted(asked, key=str) == [0, 1, None]
    asked.clear()
    await app.press(summary.id, ANA, FLAG)
    before = (await app.view(summary.id, ANA.id)).view
    assert before == look(await app.state(summary.id), 0)
    for player_id in (None, BEN.id):
        await app.view(summary.id, player_id)
    assert (asked.count(None), asked.count(1)) == (1, 1)


async def test_equal_views_have_equal_fingerprints(app: LocalApp) -> None:
    """A step keeps the fingerprint of every view that it doesn't change."""
    summary = await app.started([ANA, BEN, CHEN])
    await app.press(summary.id, ANA, FLAG)
    before = {who: await app.view(summary.id, who) for who in (None, ANA.id, BEN.id)}
    choice = before[ANA.id].question
    assert choice is not None
    slot = choice.prompt.actions[0].slots[0]
    assert slot.slot == "pick_one"
    await app.press(summary.id, ANA, {"kind": "choose", "card": slot.choices[0].id})
    after = {who: await app.view(summary.id, who) for who in (None, ANA.id, BEN.id)}
    assert after[None].summary.step == before[None].summary.step + 1
    assert after[None].fingerprint == before[None].fingerprint
    assert after[BEN.id].fingerprint == before[BEN.id].fingerprint
    assert after[ANA.id].fingerprint != before[ANA.id].fingerprint


async def test_a_change_that_is_seen_changes_the_fingerprint(app: LocalApp) -> None:
    """Each player's leaving changes the fingerprint."""
    summary = await app.started([ANA, BEN, CHEN])
    seen = {(await app.view(summary.id, None)).fingerprint}
    for player in (BEN, CHEN, ANA):
        await app.tables.seats.leave(summary.id, player)
        seen.add((await app.view(summary.id, None)).fingerprint)
    assert len(seen) == 4


async def test_the_log_of_a_running_match_keeps_secrets(app: LocalApp) -> None:
    """A running match's log shows each reader their own events; afterwards it shows all."""
    summary = await app.started([ANA, BEN, CHEN], rounds=1)
    assert await log_lines(app, summary.id, None) == []
    (mine,) = await log_lines(app, summary.id, ANA.id)
    (bens,) = await log_lines(app, summary.id, BEN.id)
    assert mine.startswith("#1 gets")
    await app.play_out(summary.id, [ANA, BEN, CHEN])
    everything = await log_lines(app, summary.id, None)
    assert {mine, bens} <= set(everything)
    assert everything == await log_lines(app, summary.id, ANA.id)


async def log_lines(app: LocalApp, match_id: str, viewer: int | None) -> list[str]:
    return [speak(text, PLAIN) for text in await log_texts(app, match_id, viewer)]


async def log_texts(app: LocalApp, match_id: str, viewer: int | None) -> tuple[Text, ...]:
    """Return the log as this player, or a spectator on the server, may read it."""
    visitor = Guest(viewer or 1)
    return (await app.tables.archive.log(match_id, visitor)).events


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.info.key)
async def test_no_secret_is_told_while_a_match_runs(
    app: LocalApp, game: AnyGame, caplog: pytest.LogCaptureFixture
) -> None:
    """Seed, secret and ticket key appear in no returned value, error or log line."""
    caplog.set_level(logging.DEBUG)
    players = PEOPLE[: max(2, game.info.seats[0])]
    bots = 1 if game.info.seats[1] > len(players) else 0
    texts: list[str] = []
    async with running(app):
        summary = await app.started(players, game, bots=bots)
        match = await app.match(summary.id)
        count = len(app.notes.heard)
        while summary.life is Life.RUNNING and summary.step < 20:  # no match is over by then
            texts += [
                repr(summary),
                *[repr(match_view) async for match_view in all_sights(app, summary.id)],
            ]
            owing = await app.awaited(summary.id, players)
            if owing:
                texts.append(repr(await app.press(summary.id, owing[0])))
            else:
                await app.notes.until(count + 1)
            with pytest.raises((TableError, GameError)) as refused:
                await app.press(summary.id, players[0], {"kind": "forged"}, ticket="0-forged")
            texts += [repr(refused.value), str(refused.value)]
            count = len(app.notes.heard)  # the bot may end the match once the summary is read
            summary = await app.summary(summary.id)
    secrets = (
        match_secrets.seed_of(match.secret),
        match.secret.hex(),
        repr(match.secret),
        match_secrets.ticket_key(match.secret).hex(),
    )
    everything = "\n".join([*texts, caplog.text, repr(match)])
    assert not [secret for secret in secrets if secret in everything]


async def all_sights(app: LocalApp, match_id: str) -> AsyncIterator[MatchView]:
    for player in (*PEOPLE[:3], None):
        yield await app.view(match_id, player.id if player else None)


async def test_a_sealed_answer_is_in_no_log(
    app: LocalApp, caplog: pytest.LogCaptureFixture
) -> None:
    """A sealed answer is logged neither when it is accepted nor when it is refused."""
    caplog.set_level(logging.DEBUG)
    summary = await app.started([ANA, BEN, CHEN])
    await app.press(summary.id, ANA, FLAG)
    with pytest.raises(GameError):
        await app.press(summary.id, BEN, {"kind": "choose", "card": "flagship"})
    assert "flag" not in caplog.text


async def test_a_damaged_state_is_refused_without_being_shown(
    app: LocalApp, caplog: pytest.LogCaptureFixture
) -> None:
    """An unreadable state is refused without quoting it in the error or the log."""
    summary = await app.started([ANA], PLOTS)
    await spoil(app, summary.id)
    with pytest.raises(UnreadableMatchError) as refused:
        await app.second().tables.queries.match_view(summary.id, ANA.id)
    shown = repr(refused.value) + str(refused.value.__cause__) + caplog.text
    assert "ace of spades" not in shown
    assert refused.value.__suppress_context__


async def spoil(app: LocalApp, match_id: str) -> None:
    """Store an invalid state as the match's next step."""
    match = await app.match(match_id)
    await app.store.matches.commit_step(
        match_id,
        match.revision,
        NewStep(seat=0, actor=Actor.HOST, move=None, events=(), made_at=0),
        b'{"version": 1, "state": {"hands": "ace of spades"}}',
        moves_made=match.moves_made,
    )


def test_what_is_derived_from_one_secret_tells_nothing_of_the_rest() -> None:
    """The values derived from a match's secret all differ from each other and from it."""
    secret = bytes(range(32))
    derived = [
        match_secrets.seed_of(secret),
        match_secrets.ticket_key(secret).hex(),
        match_secrets.seat_rng(secret).seed,
        match_secrets.policy_rng(secret, 0, 0).seed,
        match_secrets.policy_rng(secret, 0, 1).seed,
        match_secrets.policy_rng(secret, 1, 0).seed,
        secret.hex(),
    ]
    assert len(set(derived)) == len(derived)


async def test_what_may_not_be_looked_up_again_is_in_no_log(app: LocalApp) -> None:
    """Events that may be seen only once are left out of the log until the match ends."""
    summary = await app.started([ANA, BEN], BATCHES)
    while not hidden(await steps_of(app, summary.id)):
        owing = await app.awaited(summary.id, [ANA, BEN])
        await app.press(summary.id, owing[0])
    seat, secret = hidden(await steps_of(app, summary.id))[0]
    player = (ANA, BEN)[seat]
    assert (await app.summary(summary.id)).life is Life.RUNNING
    assert secret not in await log_texts(app, summary.id, player.id)
    await app.play_out(summary.id, [ANA, BEN])
    assert secret in await log_texts(app, summary.id, player.id)


async def steps_of(app: LocalApp, match_id: str) -> list[Event]:
    game = (await app.summary(match_id)).game
    steps = await app.store.history.steps(match_id)
    return [load_event(game, saved) for step in steps for saved in step.events]


def hidden(events: list[Event]) -> list[tuple[int, Text]]:
    """Return the seat that saw each event kept out of the log, with its text."""
    return [
        (seat, event.text())
        for event in events
        for seat in (0, 1)
        if is_for(seat, event.seen_by()) and not is_for(seat, event.logged_for())
    ]


def test_new_codes_have_no_signs_of_layout() -> None:
    """A table's code has 12 ASCII letters and digits, so Discord's formatting can't change it."""
    codes = {SecretSource().match_id() for _ in range(500)}

    assert all(code.isascii() and code.isalnum() and len(code) == 12 for code in codes)
    assert len(codes) == 500
