"""Replays a stored match and checks it against what was stored."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.tables.domain import audit_digest, match_secrets
from bot.tables.domain.table_state import table_state_of
from data.records import matches
from games.core import saving
from games.core.errors import GameError
from games.core.game import AnyGame, Result, Step, apply, apply_timeout
from games.core.rng import Rng, seed_hash

BROKEN = (GameError, ValueError, KeyError)
"""Errors from damaged stored data: invalid JSON, a wrong type or a broken rule."""


class Finding(StrEnum):
    """The result of checking a match against its published and stored data."""

    AGREES = "agrees"
    OLD_RULES = "old_rules"
    """The seed matches its hash, but the match used rules that no longer exist."""
    SEED = "seed"
    SETUP = "setup"
    STEP = "step"
    END = "end"
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """All stored data of a finished match."""

    match: matches.Match
    steps: tuple[matches.StepRecord, ...] = field(repr=False)
    state: matches.Saved = field(repr=False)


def again(game: AnyGame, state: Any, record: matches.StepRecord) -> Step[Any]:
    """Make a stored move again; raises one of `BROKEN` if that fails."""
    if record.move is None or record.seat is None:
        raise ValueError("only the setup has no move")
    move = saving.load_move(game, record.move)
    if record.actor is matches.Actor.TIMEOUT:
        absent, step = apply_timeout(game, state, record.seat, move.model_dump(mode="json"))
        if saving.save_move(game, absent) == record.move:
            return step
    return apply(game, state, record.seat, move)


def examine(game: AnyGame, stored_match: StoredMatch) -> tuple[Finding, int]:
    """Replay a match from its seed and compare; returns the finding and its step.

    If everything agrees, the step is the last one.
    """
    match = stored_match.match
    seed = match_secrets.seed_of(match.secret)
    if seed_hash(seed) != match.seed_hash:
        return Finding.SEED, 0
    if match.state_version != game.info.state_version:
        return Finding.OLD_RULES, 0
    if [record.step for record in stored_match.steps] != list(range(match.step + 1)):
        return Finding.RECORD, 0
    wrong = _played_wrong(game, stored_match, seed)
    if wrong is not None:
        return wrong
    if table_state_of(match).audit_digest not in (None, _digest(stored_match)):
        return Finding.RECORD, match.step
    return Finding.AGREES, match.step


def _played_wrong(
    game: AnyGame, stored_match: StoredMatch, seed: str
) -> tuple[Finding, int] | None:
    match, steps = stored_match.match, stored_match.steps
    try:
        options = saving.load_options(game, match.terms.options)
        made: Step[Any] = game.setup(len(match.holders), options, Rng(seed))
    except BROKEN:
        return Finding.SETUP, 0
    if not _same(game, made, steps[0]):
        return Finding.SETUP, 0
    for record in steps[1:]:
        try:
            made = again(game, made.state, record)
            is_whole = (
                saving.save_move(game, saving.load_move(game, record.move or b"")) == record.move
            )
        except BROKEN:
            return Finding.STEP, record.step
        if not is_whole or not _same(game, made, record):
            return Finding.STEP, record.step
    if not _ends_so(game.result(made.state), match.result):
        return Finding.END, match.step
    return (
        None
        if saving.save_state(game, made.state) == stored_match.state
        else (Finding.END, match.step)
    )


def _ends_so(result: Result | None, stored: matches.Json | None) -> bool:
    """Compare places and points only, since the wording of the reason may have changed."""
    if result is None or stored is None:
        return result is None and stored is None
    ended = result.model_dump(mode="json")
    return all(ended[name] == stored.get(name) for name in ("ranking", "points"))


def _same(game: AnyGame, made: Step[Any], record: matches.StepRecord) -> bool:
    return record.events == tuple(saving.save_event(game, event) for event in made.events)


def digest_of(match: matches.Match, steps: Sequence[matches.StepRecord]) -> str:
    """The audit digest of a match after these steps."""
    digest = audit_digest.begun(match.seed_hash or "", match.terms.options, steps[0].events)
    for record in steps[1:]:
        digest = audit_digest.grown(digest, record)
    return digest


def _digest(stored_match: StoredMatch) -> str:
    match, digest = stored_match.match, digest_of(stored_match.match, stored_match.steps)
    return digest if match.result is None else audit_digest.closed(digest, match.result)


def state_after(game: AnyGame, state: Any, records: Sequence[matches.StepRecord]) -> Any:
    """Apply moves to a stored state; raises one of `BROKEN`."""
    for record in records:
        state = again(game, state, record).state
    return state
