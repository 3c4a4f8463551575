"""Laws of half-filled forms and of answered interactions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data.engine.errors import AlreadyAnsweredError
from data.store import Store
from tests.data.builders import running, seen


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
