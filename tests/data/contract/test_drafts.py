"""Laws of half-filled forms and of answered interactions."""

import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from data.engine.errors import AlreadyAnsweredError
from data.records.matches import Premove, ShownPicture
from data.store import Store, open_store
from tests.data.builders import running, seen, surface


async def test_a_draft_is_kept_for_its_question(store: Store) -> None:
    """Each seat and ticket has its own form, and the newest version counts."""
    await running(store)
    await store.drafts.save("m1", 0, "t1", {"card": 7})
    await store.drafts.save("m1", 0, "t1", {"card": 7, "places": [1, 2]})
    assert await store.drafts.find("m1", 0, "t1") == {"card": 7, "places": [1, 2]}
    assert await store.drafts.find("m1", 0, "t2") is None
    assert await store.drafts.find("m1", 1, "t1") is None
    await store.drafts.drop("m1", 0)
    assert await store.drafts.find("m1", 0, "t1") is None


@pytest.mark.parametrize("damaged", ["", "{", "[]", "7"])
async def test_damaged_forms_cost_no_match(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damaged: str
) -> None:
    """A damaged draft, premove, answer or picture counts as missing, and its match is read."""
    path = tmp_path / "tables.db"
    store = await open_store(path)
    match = await running(store)
    await store.drafts.save("m1", 0, "t1", {"card": 7})
    ahead = Premove(match_id="m1", seat=0, about="bid", form={"n": 1}, given_at=5)
    await store.premoves.save(ahead, match.revision)
    await store.interactions.remember(seen(77, said="hello"))
    await store.surfaces.add(surface("t", pictures=(ShownPicture("a.png", "d", 5),)))
    await store.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for table, column in (("drafts", "form"), ("premoves", "form"), ("surfaces", "pictures"),
                              ("interactions", "answer")):  # fmt: skip
            connection.execute(f"UPDATE {table} SET {column} = ?", (damaged,))
        connection.commit()
    store = await open_store(path)
    rows = await store.snapshots.load("m1", 77)
    await store.close()

    assert rows is not None
    assert (rows.drafts, rows.premoves, rows.answer) == ({}, (), {})
    assert rows.surfaces == (surface("t"),)
    assert "a draft of match m1 cannot be read" in caplog.text


async def test_an_answer_is_given_again(store: Store) -> None:
    """An interaction is answered once, and the first answer is remembered."""
    assert await store.interactions.recall(77) is None
    await store.interactions.remember(seen(77, said="hello"))
    with pytest.raises(AlreadyAnsweredError) as caught:
        await store.interactions.remember(seen(77, said="again"))
    assert caught.value.answer == {"said": "hello"}
    assert await store.interactions.recall(77) == {"said": "hello"}


async def test_old_answers_are_pruned(store: Store) -> None:
    """Answers older than the given time are deleted; the others stay."""
    await store.interactions.remember(replace(seen(1), seen_at=100))
    await store.interactions.remember(replace(seen(2), seen_at=200))
    assert await store.interactions.prune(seen_before=200) == 1
    assert await store.interactions.recall(1) is None
    assert await store.interactions.recall(2) == {}
