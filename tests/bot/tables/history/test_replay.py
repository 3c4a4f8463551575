"""A check finds any changed byte, and a match file gives the same match again."""

import contextlib
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import pytest

from bot.__main__ import main
from bot.tables.domain import audit_digest, match_secrets
from bot.tables.domain.match_secrets import seed_of
from bot.tables.domain.table_state import TableState
from bot.tables.errors import StillPlayedError
from bot.tables.history import match_file
from bot.tables.history.match_file import (
    LARGEST,
    MatchFile,
    MatchFileError,
    breaks_rules,
    export_match,
    import_match,
)
from bot.tables.history.replay import Finding, StoredMatch, examine
from bot.tables.history.terminal import file_step
from bot.tables.matches.repository import by_key
from data.records.matches import Actor, Life, Match, Sitter, StepRecord, Tenure, Terms
from games.core.answer import random_form
from games.core.game import AnyGame, Step, apply_timeout
from games.core.rng import BY_PURPOSE, Rng, seed_hash
from games.core.saving import load_state, save_event, save_move, save_options, save_state
from games.core.text import Text
from tests.bot.tables.support import ANA, GUILD, PEOPLE, Guest, LocalApp
from tests.games.case import Case
from tests.games.cases import ALL_CASES, GAME_CASES
from tests.games.plays import random_turn
from tests.toys.seals import SEALS

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


BY_KEY = by_key([case.game for case in ALL_CASES])
DOCUMENT = Path(__file__).parents[4] / "docs" / "match-file.md"
TOMATE = GAME_CASES[0]


@cache
def exported(case: Case) -> bytes:
    saved = honest(case)
    return export_match(case.game, saved.match, saved.steps, seed_of(saved.match.secret))


@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_every_export_is_the_same_match_again(case: Case) -> None:
    """Options, deal, moves, events, last state and file are equal after an import."""
    saved, content = honest(case), exported(case)
    again = import_match(content, BY_KEY)
    end = file_step(again, len(saved.steps), "open")

    assert again.options.model_dump(mode="json") == json.loads(saved.match.terms.options)["options"]
    assert [(step.seat, step.actor, step.move, step.events) for step in again.steps] == [
        (step.seat, step.actor, step.move, step.events) for step in saved.steps
    ]
    assert end.table.view == case.game.view(load_state(case.game, saved.state), None)
    assert end.table.result is not None
    assert len(content) < LARGEST / 3


Change = Callable[[dict[str, Any]], object]
"""What is done to the content of a file."""


def richer(whole: dict[str, Any]) -> None:
    """One more point for the first seat."""
    whole["result"]["points"][0] += 1


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", match_file.NOT_A_MATCH),
        (b"\x89PNG\r\n", match_file.NOT_A_MATCH),
        (b"[]", match_file.NOT_A_MATCH),
        (b"{}", match_file.NOT_A_MATCH),
        (b"[" * 100_000, match_file.NOT_A_MATCH),
        (b"9" * 5000, match_file.NOT_A_MATCH),
        (b" " * (LARGEST + 1), match_file.TOO_LARGE),
        (lambda whole: whole.update(version=2), match_file.NEWER),
        (lambda whole: whole.update(version=2, novelty=1), match_file.NEWER),
        (lambda whole: whole.update(version="1"), match_file.NOT_A_MATCH),
        (lambda whole: whole.update(novelty=1), match_file.NOT_A_MATCH),
        (lambda whole: whole.update(ended="running"), match_file.NOT_A_MATCH),
        (lambda whole: whole.update(seed="x" * 9000), match_file.NOT_A_MATCH),
        (lambda whole: whole.update(seats=[]), match_file.NOT_A_MATCH),
        (lambda whole: whole.pop("digest"), match_file.NOT_A_MATCH),
        (lambda whole: whole.update(game="chess"), match_file.UNKNOWN_GAME),
        (lambda whole: whole.update(rules=99), match_file.OTHER_RULES),
        (lambda whole: whole.update(seats=[{"bot": None}]), match_file.CHANGED),
        (lambda whole: whole["options"].update(cycles=10**9), match_file.CHANGED),
        (lambda whole: whole.update(digest="0" * 32), match_file.CHANGED),
        (richer, match_file.CHANGED),
        (lambda whole: whole["moves"].pop(), match_file.CHANGED),
        (lambda whole: whole.update(ended="stopped"), match_file.CHANGED),
        (lambda whole: whole["moves"].insert(2, whole["moves"][0]), breaks_rules(3)),
        (lambda whole: whole["moves"][4].update(move={}), breaks_rules(5)),
        (lambda whole: whole["moves"][4]["move"].update(kind="cheat"), breaks_rules(5)),
    ],
)
def test_what_is_no_match_is_refused(content: bytes | Change, text: Text) -> None:
    """Every other file gets a sentence that says what is wrong with it."""
    if not isinstance(content, bytes):
        whole = json.loads(exported(TOMATE))
        content(whole)
        content = json.dumps(whole).encode()
    with pytest.raises(MatchFileError) as refused:
        import_match(content, BY_KEY)
    assert refused.value.text == text


async def test_only_an_ended_match_is_exported(app: LocalApp) -> None:
    """A running one isn't; a stopped one is, names nobody, and can be opened again."""
    archive = app.tables.archive
    running = await app.started(PEOPLE[:3], SEALS)
    await app.press(running.id, (await app.awaited(running.id, PEOPLE[:3]))[0])
    with pytest.raises(StillPlayedError):
        await archive.export(running.id, Guest(ANA.id))
    await app.tables.endings.stop(running.id, ANA, moderator=True)
    export = await archive.export(running.id, Guest(ANA.id))
    step = file_step(import_match(export.content, by_key(app.games)), 1, 0)
    stored = await archive.moment(running.id, 1, 0, Guest(ANA.id))

    assert step.hands[0].view == stored.hands[0].view
    assert step.entry.events == stored.entry.events
    assert not any(player.name in export.content.decode() for player in PEOPLE[:3])
    assert str(ANA.id) not in export.content.decode()


async def test_an_attempt_at_a_daily_deal_is_exported_too(app: LocalApp) -> None:
    """Its seed is of another kind, and gives the same deal again."""
    summary = await app.tables.daily_deals.begin(ANA, guild_id=GUILD)
    if await app.awaited(summary.id, [ANA]):
        await app.press(summary.id, ANA)
    await app.tables.seats.leave(summary.id, ANA)
    guest = Guest(ANA.id, None)
    archive = app.tables.archive
    export = await archive.export(summary.id, guest)
    imported = import_match(export.content, by_key(app.games))
    stored = await archive.moment(summary.id, 1, 0, guest)

    assert BY_PURPOSE in export.content.decode()
    assert file_step(imported, 1, 0).hands[0].view == stored.hands[0].view


def test_a_terminal_prints_every_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every step has its table; with a seat, no other hand is printed; a bad file is named."""
    file = tmp_path / "match.json"
    file.write_bytes(exported(TOMATE))
    whole = main(["replay", str(file)]), capsys.readouterr().out
    seat = main(["replay", str(file), "--seat", "1"]), capsys.readouterr().out
    none = main(["replay", str(file), "--seat", "9"]), capsys.readouterr().err
    file.write_bytes(b"{}")
    bad = main(["replay", str(file)]), capsys.readouterr().err
    gone = main(["replay", str(tmp_path / "gone.json")]), capsys.readouterr().err
    last = len(honest(TOMATE).steps) - 1

    assert (whole[0], seat[0], none[0], bad[0], gone[0]) == (0, 0, 1, 1, 1)
    for step in range(last + 1):
        assert f"== Step {step} of {last}: " in whole[1]
    assert "#2: In hand" in whole[1]
    assert "#2: In hand" not in seat[1]
    assert len(seat[1]) < len(whole[1])
    assert "1 to 2" in none[1]
    assert "isn't a match" in bad[1]
    assert "can't be read" in gone[1]


def test_the_document_names_every_field() -> None:
    """docs/match-file.md has every field of a file, and its version."""
    document = DOCUMENT.read_text(encoding="utf-8")
    schema = MatchFile.model_json_schema()
    fields = {
        *schema["properties"],
        *(name for part in schema["$defs"].values() for name in part.get("properties", ())),
    }

    assert {name for name in fields if f"`{name}`" not in document} == set()
    assert f"version {match_file.VERSION}" in document
