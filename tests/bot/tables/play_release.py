"""Leave the database that people of this version played on, for the tests of later versions.

Run this once for every version, before it is released: `python -m tests.bot.tables.play_release`.
"""

import asyncio
import io
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from bot import __version__
from bot.tables.leaderboards.recompute import Recompute
from games import GAMES
from games.tomate import TOMATE
from tests.bot.tables.support import ANA, BEN, CHEN, GUILD, LocalApp, local_app
from tests.bot.tables.test_played_releases import PLAYED, dump

PEOPLE = (ANA, BEN, CHEN)
WHOLE = ("tomate", "karate_tomate", "tomatomat")
"""Games of which a match is played to its end."""
MIDDLE = 12
"""Steps of the other matches."""


async def fill(app: LocalApp) -> None:
    """Play matches of each game, begin the deal of the day and open a lobby."""
    for player in PEOPLE:
        await app.store.people.saw(GUILD, player.id, player.name)
    for game in GAMES:
        if game.info.key in WHOLE:
            await app.played(PEOPLE, game)
        begun = await app.started(PEOPLE, game)
        for _ in range(MIDDLE):
            owing = await app.awaited(begun.id, PEOPLE)
            await app.press(begun.id, owing[0])
    await app.tables.daily_deals.begin(ANA, guild_id=GUILD)
    await app.opened(ANA, TOMATE)
    [_ async for _ in Recompute(app.store, GAMES).run(write=True)]


async def left(path: Path) -> str:
    async with local_app(path, games=GAMES) as app:
        await fill(app)
    return "\n".join(dump(path))


def main() -> None:
    with tarfile.open(PLAYED) as archive:
        files = {item.name: archive.extractfile(item) for item in archive}
        contents = {name: file.read() for name, file in files.items() if file is not None}
    with TemporaryDirectory() as folder:
        name = f"{__version__}.sql"
        contents[name] = asyncio.run(left(Path(folder, "tables.db"))).encode()
    with tarfile.open(PLAYED, "w:xz", preset=9) as archive:
        for name, content in sorted(contents.items()):
            about = tarfile.TarInfo(name)
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))
    print(f"{PLAYED} has {__version__} now.")


if __name__ == "__main__":
    main()
