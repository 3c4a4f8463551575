"""A match as one JSON file, to keep or to show elsewhere; docs/match-file.md describes it.

The file has what the rules need to play the match again: seed, options and moves. It names nobody,
because a file that was passed on can't be deleted with somebody's data. Reading it plays every move
by the rules and compares the digest, so a file with changes is refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, ValidationError

from bot.tables.domain import audit_digest
from bot.tables.errors import TableError
from bot.tables.history.replay import BROKEN, again
from data.records import matches
from games.core import exact_json, saving
from games.core.ai.memory import Level
from games.core.game import AnyGame, Result, Step
from games.core.options import Options
from games.core.rng import BY_PURPOSE, Rng, seed_hash
from games.core.tableau import Figure
from games.core.text import PLAIN, Text, say, speak
from games.core.values import Frozen

FORMAT, VERSION = "tomato-table-match", 1
LARGEST = 512 * 1024
"""The most bytes of a file; long matches take about a tenth of it."""

Values: TypeAlias = dict[Annotated[str, Field(max_length=40)], Any]
"""A form or options, as the game saves them; the game checks their content."""


class FileSeat(Frozen):
    """Who played a seat at the end: a person, or a bot of some level."""

    bot: Level | None = None


class FileMove(Frozen):
    """One move, in the order in which they were made."""

    seat: Annotated[int, Field(ge=0, lt=20)]
    actor: Literal["player", "bot", "timeout", "host"]
    move: Values


class FileResult(Frozen):
    """The places from the first, tied seats together, and the points by seat."""

    ranking: Annotated[tuple[tuple[int, ...], ...], Field(max_length=20)]
    points: Annotated[tuple[int, ...], Field(max_length=20)]


class MatchFile(Frozen):
    """The whole content of a file."""

    format: Literal["tomato-table-match"] = "tomato-table-match"
    version: Literal[1] = 1
    game: Annotated[str, Field(max_length=40)]
    rules: int
    """The version of the game's rules."""
    seed: Annotated[str, Field(pattern=f"^({BY_PURPOSE})?[0-9a-f]{{16,128}}$")]
    options: Values
    seats: Annotated[tuple[FileSeat, ...], Field(min_length=1, max_length=20)]
    moves: Annotated[tuple[FileMove, ...], Field(max_length=5000)]
    ended: Literal["finished", "stopped"]
    result: FileResult | None
    """None if the match was stopped."""
    digest: Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
    """Over seed, options, moves, events and result."""


class MatchFileError(TableError):
    """A file that can't be shown as a match; its text says why."""

    def __str__(self) -> str:
        return speak(self.text, PLAIN)


NOT_A_MATCH = say("This file isn't a match. Export one with /match replay.")
TOO_LARGE = say(
    "This file is too large for a match: {most} KB is the maximum.", most=LARGEST // 1024
)
NEWER = say(
    "This file comes from a newer version of the bot. Ask whoever runs the bot to update it."
)
UNKNOWN_GAME = say("This bot doesn't have the game of this file.")
OTHER_RULES = say("The match in this file was played under other rules than this bot's.")
CHANGED = say("This file was changed after its export, so it no longer agrees with itself.")


def breaks_rules(step: int) -> Text:
    return say("This file was changed after its export: step {step} breaks the rules.", step=step)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedMatch:
    """A match from a file, played again by the rules."""

    game: AnyGame
    options: Options
    seats: tuple[FileSeat, ...]
    life: matches.Life
    seed: str = field(repr=False)
    first: matches.Saved = field(repr=False)
    """The state after the deal."""
    steps: tuple[matches.StepRecord, ...] = field(repr=False)
    rounds: tuple[tuple[int, Figure], ...]
    """The first step of each round, and its number."""


def export_match(
    game: AnyGame, match: matches.Match, steps: Sequence[matches.StepRecord], seed: str
) -> bytes:
    """Write an ended match of the present rules as a file."""
    return match_file(
        game,
        saving.load_options(game, match.terms.options),
        tuple(
            FileSeat(bot=holder.sitter.level if holder.sitter.bot is not None else None)
            for holder in match.holders
        ),
        steps,
        seed=seed,
        life=match.life,
        result=None if match.result is None else Result.model_validate(match.result),
    )


def match_file(
    game: AnyGame,
    options: Options,
    seats: tuple[FileSeat, ...],
    steps: Sequence[matches.StepRecord],
    *,
    seed: str,
    life: matches.Life,
    result: Result | None,
) -> bytes:
    """Write a match as a file; `steps` begin with the deal."""
    places = None if result is None else FileResult(ranking=result.ranking, points=result.points)
    moves = [
        FileMove(
            seat=record.seat or 0,
            actor=record.actor.value,
            move=saving.load_move(game, record.move or b"").model_dump(mode="json"),
        )
        for record in steps[1:]
    ]
    whole = MatchFile(
        game=game.info.key,
        rules=game.info.state_version,
        seed=seed,
        options=options.model_dump(mode="json"),
        seats=seats,
        moves=tuple(moves),
        ended="finished" if life is matches.Life.FINISHED else "stopped",
        result=places,
        digest=_digest(game, seed, options, steps, places),
    )
    return exact_json.dumps(whole.model_dump(mode="json"), indent=1) + b"\n"


def import_match(content: bytes, games: Mapping[str, AnyGame]) -> ImportedMatch:
    """Read a file and play its moves; raises MatchFileError."""
    match_file = _parsed(content)
    game = games.get(match_file.game)
    if game is None:
        raise MatchFileError(UNKNOWN_GAME)
    if match_file.rules != game.info.state_version:
        raise MatchFileError(OTHER_RULES)
    least, most = game.info.seats
    if not least <= len(match_file.seats) <= most:
        raise MatchFileError(CHANGED)
    try:
        options = game.options.model_validate(match_file.options)
        made: Step[Any] = game.setup(len(match_file.seats), options, Rng(match_file.seed))
    except BROKEN:
        raise MatchFileError(CHANGED) from None
    steps, rounds = [_record(game, 0, made)], dict[int, tuple[int, Figure]]()
    first = saving.save_state(game, made.state)
    _note_round(rounds, game, 0, made.state)
    for number, move in enumerate(match_file.moves, 1):
        if move.seat >= len(match_file.seats):
            raise MatchFileError(breaks_rules(number))
        try:
            made = again(game, made.state, _asked(game, number, move))
        except BROKEN:
            raise MatchFileError(breaks_rules(number)) from None
        steps.append(_record(game, number, made, move))
        _note_round(rounds, game, number, made.state)
    _check_end(game, match_file, made.state)
    if match_file.digest != _digest(game, match_file.seed, options, steps, match_file.result):
        raise MatchFileError(CHANGED)
    return ImportedMatch(
        game=game,
        options=options,
        seats=match_file.seats,
        life=matches.Life(match_file.ended),
        seed=match_file.seed,
        first=first,
        steps=tuple(steps),
        rounds=tuple(rounds.values()),
    )


def _parsed(content: bytes) -> MatchFile:
    if len(content) > LARGEST:
        raise MatchFileError(TOO_LARGE)
    try:
        values = exact_json.loads(content)
    except (ValueError, RecursionError):
        raise MatchFileError(NOT_A_MATCH) from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise MatchFileError(NOT_A_MATCH)
    version = values.get("version")
    if isinstance(version, int) and version > VERSION:
        raise MatchFileError(NEWER)
    try:
        return MatchFile.model_validate(values)
    except (ValidationError, RecursionError):
        # Without its cause, which would quote the file.
        raise MatchFileError(NOT_A_MATCH) from None


def _asked(game: AnyGame, number: int, move: FileMove) -> matches.StepRecord:
    return matches.StepRecord(
        match_id="",
        step=number,
        seat=move.seat,
        actor=matches.Actor(move.actor),
        move=saving.save_move(game, game.move.validate_python(move.move)),
        events=(),
        made_at=0,
    )


def _record(
    game: AnyGame, number: int, made: Step[Any], move: FileMove | None = None
) -> matches.StepRecord:
    return matches.StepRecord(
        match_id="",
        step=number,
        seat=None if move is None else move.seat,
        actor=matches.Actor.SETUP if move is None else matches.Actor(move.actor),
        move=None if move is None else saving.save_move(game, game.move.validate_python(move.move)),
        events=tuple(saving.save_event(game, event) for event in made.events),
        made_at=0,
    )


def _note_round(
    rounds: dict[int, tuple[int, Figure]], game: AnyGame, step: int, state: Any
) -> None:
    progress = game.tableau(game.view(state, None)).progress
    if progress is not None:
        rounds.setdefault(progress.value, (step, progress))


def _check_end(game: AnyGame, stored: MatchFile, state: Any) -> None:
    """Raise MatchFileError unless the moves lead to the result of the file."""
    result = game.result(state)
    reached = None if result is None else FileResult(ranking=result.ranking, points=result.points)
    if reached != stored.result or (stored.ended == "finished") is (reached is None):
        raise MatchFileError(CHANGED)


def _digest(
    game: AnyGame,
    seed: str,
    options: Options,
    steps: Sequence[matches.StepRecord],
    result: FileResult | None,
) -> str:
    """The digest of a match without the times of its moves."""
    setup, *moves = steps
    digest = audit_digest.begun(seed_hash(seed), saving.save_options(game, options), setup.events)
    for record in _timeless(moves):
        digest = audit_digest.grown(digest, record)
    return digest if result is None else audit_digest.closed(digest, result.model_dump(mode="json"))


def _timeless(records: Sequence[matches.StepRecord]) -> Iterator[matches.StepRecord]:
    for record in records:
        yield matches.StepRecord(
            match_id="",
            step=record.step,
            seat=record.seat,
            actor=record.actor,
            move=record.move,
            events=record.events,
            made_at=0,
        )
