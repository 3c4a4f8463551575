"""Detects a new question on the public table, using only public facts."""

from __future__ import annotations

from games.core.game import Awaiting


def asked(awaiting: Awaiting) -> str:
    """The players the table waits for, as one string stored with the message that showed it."""
    if awaiting.seats:
        return "seats " + ",".join(map(str, sorted(awaiting.seats)))
    return f"missing {(awaiting.of or 0) - (awaiting.answered or 0)}"


def is_new_question(before: str | None, now: str) -> bool:
    """Return whether the table now waits for somebody it did not wait for before.

    When one of several players has answered, the others still owe the same answer, so nothing is
    new.
    """
    if before is None:
        return True
    kind_before, _, who_before = before.partition(" ")
    kind, _, who = now.partition(" ")
    if kind != kind_before:
        return True
    if kind == "seats":
        return not set(who.split(",")) < set(who_before.split(","))
    return not int(who) < int(who_before)
