"""A match file gives the same match again, and nothing else passes for one."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.tables.domain.match_secrets import seed_of
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
from bot.tables.history.terminal import file_step
from bot.tables.matches.repository import by_key
from games.core.rng import BY_PURPOSE
from games.core.saving import load_state
from games.core.text import Text
from tests.bot.tables.history.test_replay import honest
from tests.bot.tables.support import ANA, GUILD, PEOPLE, Guest, LocalApp
from tests.games.case import Case
from tests.games.cases import ALL_CASES, GAME_CASES
from tests.toys.seals import SEALS

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
        (lambda whole: whole["moves"][4].update(seat=19), breaks_rules(5)),
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
