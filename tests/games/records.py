"""Writes a game's records; read the diff before you commit it.

    python -m tests.games.records KEY

They are its bots' moves, a match in which each title is earned, and a saved match of its newest
version. A saved match is never overwritten.
"""

import sys

import orjson

from games.core.ai.memory import Level
from tests.games.case import RECORDS, Case
from tests.games.cases import ALL_CASES
from tests.games.laws.test_saved_matches import middle, saved_name
from tests.games.laws.test_titles import first_example
from tests.games.test_bot_moves import answers


def write(case: Case) -> None:
    """Write the records of a game into its own tests."""
    saved = case.home / saved_name(case.game.info.state_version)
    if not saved.exists():
        saved.write_bytes(as_json(middle(case.game)))
    titles = {title.key: first_example(case, title) for title in case.game.titles}
    moves = {level.value: answers(case.game, level) for level in Level}
    (case.home / RECORDS).write_bytes(as_json({"bot moves": moves, "titles": titles}))


def as_json(value: object) -> bytes:
    """Return JSON that is easy to read and to compare."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n"


if __name__ == "__main__":
    write(next(case for case in ALL_CASES if repr(case) == sys.argv[1]))
