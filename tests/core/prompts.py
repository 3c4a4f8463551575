"""Questions of every shape, made up by hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from games.core.prompt import (
    Action,
    Allocate,
    Choice,
    Move,
    PickNumber,
    PickOne,
    PickSome,
    Prompt,
    Slot,
)
from games.core.text import Text, say

WORDS = st.sampled_from(["yes", "no", "a card", "{braces}", "zwölf", "7"]).map(say)
REASON = say("Not now.")
IDS = ("a", "b", "c", "d")


def choices(depth: int, path: str, least: int = 1) -> st.SearchStrategy[tuple[Choice, ...]]:
    """Choices with different ids, some blocked, some in copies, some opening more slots."""
    return st.integers(least, len(IDS)).flatmap(
        lambda count: st.tuples(*(_choice(id, depth, f"{path}x") for id in IDS[:count]))
    )


def _choice(id: str, depth: int, path: str) -> st.SearchStrategy[Choice]:
    then: st.SearchStrategy[Sequence[Slot]] = st.just(())
    if depth:
        then = slots(depth - 1, path, most=1)
    return st.builds(
        Choice,
        id=st.just(id),
        label=WORDS,
        hint=st.none() | WORDS,
        blocked=st.sampled_from([None, None, None, REASON]),
        copies=st.integers(1, 3),
        then=then.map(tuple),
    )


def slots(depth: int, path: str, most: int = 2) -> st.SearchStrategy[Sequence[Slot]]:
    """Slots whose names differ along every path; two branches may use the same name."""
    return st.integers(0, most).flatmap(
        lambda count: st.tuples(*(_slot(depth, f"{path}{place}") for place in range(count)))
    )


def _slot(depth: int, name: str) -> st.SearchStrategy[Slot]:
    named: dict[str, Any] = {"name": st.just(name), "ask": WORDS}
    number = st.integers(0, 3)
    return st.one_of(
        st.builds(PickOne, **named, choices=choices(depth, name)),
        st.builds(PickSome, **named, choices=choices(0, name), least=st.just(0), most=number),
        st.builds(PickSome, **named, choices=choices(0, name), least=st.just(1), most=st.just(2)),
        st.builds(PickNumber, **named, least=st.just(-1), most=number),
        st.builds(Allocate, **named, choices=choices(0, name), total=number),
    )


def actions(kind: str) -> st.SearchStrategy[Action]:
    return st.builds(
        Action,
        kind=st.just(kind),
        label=WORDS,
        blocked=st.sampled_from([None, None, None, REASON]),
        slots=slots(1, "s").map(tuple),
        take_back=st.booleans(),
    )


def prompts() -> st.SearchStrategy[Prompt]:
    """Return any question that a game could ask, and some that none would."""
    return st.builds(
        Prompt,
        ask=WORDS,
        waiting=WORDS,
        actions=st.tuples(actions("one"), actions("two")),
        on_timeout=st.just(Move(kind="one")),
    )


def reworded(prompt: Prompt) -> Prompt:
    """Return the same question in other words: another language, other hints, nothing blocked."""
    return prompt.model_copy(
        update={"ask": OTHER, "actions": tuple(_reword(action) for action in prompt.actions)}
    )


OTHER: Text = say("Other words.")


def _reword(thing: Any) -> Any:
    changes: dict[str, Any] = {}
    for name in ("ask", "label", "hint"):
        if name in type(thing).model_fields:
            changes[name] = OTHER
    if "blocked" in type(thing).model_fields:
        changes["blocked"] = None if thing.blocked else REASON
    for name in ("slots", "choices", "then"):
        if name in type(thing).model_fields:
            changes[name] = tuple(_reword(part) for part in getattr(thing, name))
    return thing.model_copy(update=changes)
