"""A process that makes steps and prints the number of each once it is on disk."""

import asyncio
import sys
from pathlib import Path

from data.engine.errors import DatabaseError
from data.store import open_store
from tests.data.builders import pressed, running, step

REFUSED = 3


async def write_for_ever(path: Path) -> None:
    store = await open_store(path)
    match = await running(store)
    number = 0
    while True:
        rows = await store.matches.commit_step(
            "m1",
            match.revision + number,
            step(),
            b'{"n":%d}' % (number + 1),
            moves_made=(number + 1, 0),
            extra=pressed(1000 + number),
        )
        number = rows.match.step
        print(number, flush=True)


if __name__ == "__main__":
    try:
        asyncio.run(write_for_ever(Path(sys.argv[1])))
    except DatabaseError as error:
        print(error)
        sys.exit(REFUSED)
