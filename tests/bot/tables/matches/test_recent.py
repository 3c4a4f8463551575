"""Recent events stay on the table until everybody could see them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from bot.tables.domain.position import Position
from bot.tables.domain.recent import RecentSteps, actions_of, recent_after
from bot.tables.matches.deadlines import ASKED, BOT
from bot.tables.time_limits import Limits
from data.records.matches import Sitter
from games.core.game import AnyGame, Step, apply
from games.core.rng import Rng
from games.core.saving import load_event
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.rules.events import VineHarvested
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.moves import TOMATO
from games.karate_tomate.rules.state import State
from games.tomate import TOMATE
from games.tomate.rules.events import CardPlayed
from render.tools.contact_sheet import course
from tests.bot.tables.support import ANA, BEN, CHEN, local_app
from tests.bot.tables.time_support import next_thing

DELAY = 1000


async def test_the_table_shows_every_card_since_each_persons_last_move(tmp_path: Path) -> None:
    """The table shows every card played since each person's own last move."""
    people = (ANA, BEN, CHEN)
    looked = 0
    async with local_app(tmp_path / "a.db", games=(TOMATE,)) as app:
        card = await app.started(people, TOMATE, cycles=0)
        for _ in range(40):
            (player, *_) = await app.awaited(card.id, people)
            await app.press(card.id, player)
            steps = await app.store.history.steps(card.id, 0)
            last = {step.seat: place for place, step in enumerate(steps)}
            first = min(last.values()) if len(last) == len(people) else 0
            events = [load_event(TOMATE, saved) for step in steps[first:] for saved in step.events]
            played = {f"spanish:{event.card}" for event in events if isinstance(event, CardPlayed)}
            table = (await app.tables.queries.match_view(card.id, None)).tableau
            shown = {token.sprite for deed in table.recent_actions for token in deed.tokens}
            assert played <= shown
            looked += len(played)
    assert looked > 20


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_the_order_of_secret_answers_leaves_no_trace(order: tuple[int, ...]) -> None:
    """Sealed answers add no recent action until the last one, whatever their order."""
    step: Step[State] = KARATE_TOMATE.setup(3, KARATE_TOMATE.options(), Rng("recent"))
    states = [step.state]
    for seat in order:
        states.append(apply(KARATE_TOMATE, states[-1], seat, TOMATO).state)
    saved: RecentSteps = ()
    shown = []
    for seat, (before, after) in zip(order, pairwise(map(_position, states)), strict=True):
        saved = recent_after(saved, before, after, seat)
        shown.append(len(actions_of(saved)))
    assert shown[:2] == [0, 0]
    assert shown[2] >= 3
    assert [step.movers for step in saved] == [(0, 1, 2)]


def _position(state: object, game: AnyGame = KARATE_TOMATE) -> Position:
    return Position(
        match_id="match",
        game=game,
        state=state,
        sitters=tuple(Sitter(player_id=100 + seat) for seat in range(3)),
        moves_made=(0, 0, 0),
        secret=bytes(32),
    )


async def test_bots_let_people_read_how_a_hand_ended(tmp_path: Path) -> None:
    """A bot waits longer for the first move after a hand ends, and as usual for any other.

    Nobody is called before a bot would have moved, since a premove waits as long.
    """
    waits: dict[bool, set[int]] = {True: set(), False: set()}
    calls: dict[bool, set[int]] = {True: set(), False: set()}
    async with local_app(tmp_path / "a.db", games=(TOMATE,), limits=Limits(bot_delay=DELAY)) as app:
        card = await app.started([ANA], TOMATE, bots=2, cycles=0, clock="slow_1d")
        hand = 1
        for _ in range(60):
            if await app.awaited(card.id, [ANA]):
                await app.press(card.id, ANA)
            else:
                await next_thing(app)
            state = await app.state(card.id)
            for row in await app.store.deadlines.of_match(card.id):
                times = {BOT: waits, ASKED: calls}.get(row.kind)
                if times is not None and not TOMATE.view(state, None).awaiting.answered:
                    times[state.hand_number != hand].add(row.due_at - app.clock.now())
            hand = state.hand_number
    assert waits == {True: {6250}, False: {1250}}
    assert calls == {True: {11_500}, False: {6500}}


def test_a_harvest_gives_everybody_time() -> None:
    """Bots wait after a move with a harvest, whether or not it ends a round."""
    game = DICED_TOMATOES
    states = list(course(game, 3, game.options()))
    within = []
    for before, after in pairwise(states):
        first, second = (_position(state, game) for state in (before, after))
        if first.round() == second.round():
            has_harvest = any(isinstance(event, VineHarvested) for event in after.recent)
            if not after.ending:
                within.append((has_harvest, second.is_great_after(first)))
    assert set(within) == {(True, True), (False, False)}
