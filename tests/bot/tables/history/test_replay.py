"""The check of a match detects a change of any single byte."""

import contextlib
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import orjson
import pytest

from bot.tables.domain import audit_digest, match_secrets
from bot.tables.domain.table_state import TableState
from bot.tables.history.replay import Finding, StoredMatch, examine
from data.records.matches import Actor, Life, Match, Sitter, StepRecord, Tenure, Terms
from games.core.answer import random_form
from games.core.game import AnyGame, Step, apply_timeout
from games.core.rng import Rng, seed_hash
from games.core.saving import save_event, save_move, save_options, save_state
from tests.games.case import Case
from tests.games.cases import ALL_CASES
from tests.games.plays import random_turn

SECRET = b"a secret that no two matches share"
CHANGES = 24
"""How many single-byte changes are tried per match."""


@cache
def honest(case: Case) -> StoredMatch:
    """Play a match with the fewest seats, some timeouts among its moves, as the store keeps it.

    A timeout move uses what its seat had filled in.
    """
    game, seats = case.game, case.game.info.seats[0]
    options = game.options.model_validate(case.brief)
    made: Step[Any] = game.setup(seats, options, Rng(match_secrets.seed_of(SECRET)))
    rng, steps = Rng("honest"), [record(game, made, 0)]
    while awaited := sorted(game.awaited(made.state)):
        seat = rng.choice(awaited)
        if rng.below(8):
            turn = random_turn(game, made.state, seat, rng)
            move, actor, made = turn.move, Actor.PLAYER, turn.step
        else:
            prompt = game.prompt(game.view(made.state, seat))
            assert prompt is not None
            form = random_form(prompt, rng)
            begun = {name: value for name, value in form.items() if rng.below(2)}
            move, made = apply_timeout(game, made.state, seat, begun)
            actor = Actor.TIMEOUT
        steps.append(
            record(game, made, len(steps), seat=seat, actor=actor, move=save_move(game, move))
        )
    result = game.result(made.state)
    assert result is not None
    match = Match(
        match_id="m",
        guild_id=1,
        channel_id=2,
        game=game.info.key,
        life=Life.FINISHED,
        terms=Terms(host_id=3, options=save_options(game, options)),
        revision=9,
        step=len(steps) - 1,
        created_at=1,
        state_version=game.info.state_version,
        secret=SECRET,
        seed_hash=seed_hash(match_secrets.seed_of(SECRET)),
        holders=tuple(tenure(seat) for seat in range(seats)),
        result=result.model_dump(mode="json"),
    )
    table_state = TableState(audit_digest=chained(match, steps)).saved()
    return StoredMatch(
        replace(match, table_state=table_state), tuple(steps), save_state(game, made.state)
    )


def record(
    game: AnyGame,
    made: Step[Any],
    number: int,
    *,
    seat: int | None = None,
    actor: Actor = Actor.SETUP,
    move: bytes | None = None,
) -> StepRecord:
    return StepRecord(
        match_id="m",
        step=number,
        seat=seat,
        actor=actor,
        move=move,
        events=tuple(save_event(game, event) for event in made.events),
        made_at=number,
    )


def tenure(seat: int) -> Tenure:
    return Tenure(
        tenure_id=seat,
        match_id="m",
        seat=seat,
        sitter=Sitter(player_id=100 + seat),
        from_step=0,
        started_at=1,
        reason="joined",
    )


def chained(match: Match, steps: list[StepRecord]) -> str:
    digest = audit_digest.begun(match.seed_hash or "", match.terms.options, steps[0].events)
    for step in steps[1:]:
        digest = audit_digest.grown(digest, step)
    return audit_digest.closed(digest, match.result or {})


def another(old: bytes, place: int, chance: random.Random) -> bytes:
    """Return the bytes with one of them replaced."""
    new = chance.choice([byte for byte in range(32, 127) if byte != old[place]])
    return old[:place] + bytes([new]) + old[place + 1 :]


def tampered(saved: StoredMatch, chance: random.Random) -> Iterator[tuple[str, StoredMatch]]:
    """Yield copies of the match with one byte changed in its seed, moves, events or result."""
    match = saved.match
    secret = another(match.secret, chance.randrange(len(match.secret)), chance)
    yield "seed", replace(saved, match=replace(match, secret=secret))
    for result in results(match, chance):
        yield f"result {result}", replace(saved, match=replace(match, result=result))
    for _ in range(CHANGES):
        place = chance.randrange(1, len(saved.steps))
        step = saved.steps[place]
        assert step.move is not None
        if chance.random() < 0.5 or not step.events:
            move = another(step.move, chance.randrange(len(step.move)), chance)
            changed = replace(step, move=move)
            name = f"move {place}: {move!r}"
        else:
            which = chance.randrange(len(step.events))
            event = step.events[which]
            event = another(event, chance.randrange(len(event)), chance)
            changed = replace(step, events=(*step.events[:which], event, *step.events[which + 1 :]))
            name = f"event of {place}: {event!r}"
        yield name, replace(saved, steps=(*saved.steps[:place], changed, *saved.steps[place + 1 :]))


def results(match: Match, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yield results with one byte changed, as far as they are still JSON."""
    saved = orjson.dumps(match.result)
    for _ in range(CHANGES):
        with contextlib.suppress(orjson.JSONDecodeError):
            yield orjson.loads(another(saved, chance.randrange(len(saved)), chance))


@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_an_honest_match_agrees(case: Case) -> None:
    """The check of an unchanged match agrees at every step, timeout moves included."""
    saved = honest(case)

    assert examine(case.game, saved) == (Finding.AGREES, saved.match.step)


@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_one_changed_byte_is_found(case: Case) -> None:
    """A change of any tried byte in seed, moves, events or result makes the check fail."""
    believed = [
        name
        for name, saved in tampered(honest(case), random.Random(7))
        if examine(case.game, saved)[0] is Finding.AGREES
    ]

    assert not believed


@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_the_step_that_does_not_agree_is_named(case: Case) -> None:
    """The check names the step whose events were removed."""
    saved = honest(case)
    place = next(step.step for step in saved.steps if step.step > 3 and step.events)
    silent = replace(saved.steps[place], events=())
    steps = (*saved.steps[:place], silent, *saved.steps[place + 1 :])

    assert examine(case.game, replace(saved, steps=steps)) == (Finding.STEP, place)


def test_a_step_that_is_gone_is_missed() -> None:
    """The check fails if the last step is missing."""
    saved = honest(ALL_CASES[0])

    assert examine(ALL_CASES[0].game, replace(saved, steps=saved.steps[:-1]))[0] is Finding.RECORD


def test_under_older_rules_only_the_seed_is_checked() -> None:
    """A match under older rules isn't replayed, but its seed is still checked."""
    saved = honest(ALL_CASES[0])
    old = replace(saved.match, state_version=0)
    lied = replace(old, secret=b"another secret")

    assert examine(ALL_CASES[0].game, replace(saved, match=old))[0] is Finding.OLD_RULES
    assert examine(ALL_CASES[0].game, replace(saved, match=lied))[0] is Finding.SEED
