"""Whether the public table asks something new, told from what everybody may read on it."""

from __future__ import annotations

from games.core.game import Awaiting


def asked(awaiting: Awaiting) -> str:
    """Whom the table waits for, as one word to be kept beside the message that showed it."""
    if awaiting.seats:
        return "seats " + ",".join(map(str, sorted(awaiting.seats)))
    return f"missing {(awaiting.of or 0) - (awaiting.answered or 0)}"


def is_new_question(before: str | None, now: str) -> bool:
    """Tell whether somebody is waited for who was not before.

    When one of several has answered, the others still owe the same answer: nothing new is asked.
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
