"""Prints the table of RELIABILITY.md: whole matches on a phone.

python -m tests.screens [QUESTIONS [FOLDER]]

Pictures of the first minute go into the folder.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.browser import launched
from tests.screens.measuring import SEATS, measure, measure_first_minute, phone


async def main(questions: int, films: Path | None) -> None:
    """Measure the first minute, which is filmed too, and every game."""
    with tempfile.TemporaryDirectory() as folder:
        async with launched() as browser:
            page = await phone(browser)
            print(await measure_first_minute(page, Path(folder), films), flush=True)
            for game in SEATS:
                screens = await measure(page, Path(folder), game, questions)
                print(screens.row(game), flush=True)


if __name__ == "__main__":
    asyncio.run(
        main(
            int(sys.argv[1]) if len(sys.argv) > 1 else 60,
            Path(sys.argv[2]) if len(sys.argv) > 2 else None,
        )
    )
