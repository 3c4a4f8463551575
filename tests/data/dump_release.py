"""Write a small database of the newest schema as SQL, for the tests of later migrations.

Run this before each release that has migrations: `python -m tests.data.dump_release`.
"""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from data.engine.migrations import APPLICATION_ID, MIGRATIONS, newest_version
from data.records.daily_deals import OpeningMove, StoredDeal
from data.records.matches import (
    NOWHERE,
    Ending,
    Extra,
    Life,
    MatchPeople,
    OwedAnswer,
    Premove,
    SurfaceKind,
)
from data.records.tournaments import TournamentTable
from data.store import Store, open_store
from tests.data.builders import (
    ANNE,
    BRAM,
    CHANNEL,
    DAY,
    GUILD,
    attempt,
    deadline,
    deal,
    lobby,
    opening,
    playing,
    pressed,
    step,
    surface,
    tournament,
)
from tests.data.contract.test_leaderboards import add_up, outcome

RELEASED = Path(__file__).parent / "released"


async def fill(store: Store) -> None:
    """Leave something in every table: an ended match, a running one, and a lobby."""
    await store.guilds.change(
        GUILD, lambda entry: replace(entry, language="es", settings={"threads": "never"})
    )
    await store.people.change(ANNE, lambda item: replace(item, language="nl", prefers_dm=True))
    await store.people.saw(GUILD, ANNE, "Anne's 🍅")
    await store.people.saw(GUILD, BRAM, "Bram")
    opened = (await store.lobbies.create(lobby("over"), pressed(1))).match
    match = await store.matches.start("over", opened.revision, deal())
    ending = Ending(life=Life.FINISHED, ended_at=9000, result={"ranking": [[0], [1]]})
    await store.matches.commit_step(
        "over", match.revision, step(), b'{"n":1}', moves_made=(1, 0), ending=ending,
        extra=pressed(2),
    )  # fmt: skip
    await store.leaderboards.count(GUILD, outcome("over", ANNE, BRAM), add_up)
    await store.reviews.request("over", ANNE)
    await store.reviews.save("over", ANNE, {"good": 3})
    await store.daily_deals.add(StoredDeal(day=DAY, game="tomate", secret=b"pepper"))
    await store.daily_deals.open(DAY, "tomate", (OpeningMove(0, "{}"),))
    practice = lobby("deal", guild_id=NOWHERE, channel_id=NOWHERE)
    await store.daily_deals.begin(practice, attempt("deal", ANNE), deal(), opening())
    await store.daily_deals.show_in(GUILD, "deal")
    await store.deal_posts.open("post", GUILD, DAY, CHANNEL, "nonce")
    opened = (await store.lobbies.create(lobby("running"))).match
    along = Extra(
        deadlines=(deadline("running"), replace(deadline("running", seat=1), player_id=BRAM)),
        people=MatchPeople(votes=(BRAM,)),
        table_state='{"version":1,"clock":"live_5m"}',
    )
    match = await store.matches.start("running", opened.revision, deal(), along)
    await store.matches.commit_step(
        "running", match.revision, step(), b'{"n":1}', moves_made=(1, 0)
    )
    owed = (OwedAnswer(ANNE, "1-t"), OwedAnswer(BRAM, "-"))
    await store.surfaces.add(
        surface("table", "running"), surface("call", "running", kind=SurfaceKind.NOTICE, owed=owed)
    )
    await store.surfaces.save(
        surface("table", "running", version=1, channel_id=CHANNEL, message_id=55)
    )
    await store.drafts.save("running", 1, "0-t", {"card": 3})
    ahead = Premove(match_id="running", seat=0, about="bid", form={"n": 1}, given_at=3500)
    await store.premoves.save(ahead, match.revision + 1)
    await store.lobbies.create(lobby("lobby", rematch_of="over"))
    table = TournamentTable(round=1, number=1, match_id="running", players=(BRAM, ANNE))
    await playing(store, tournament("cup"), table)
    await store.tournament_messages.add(
        surface("", "cup", nonce="n", channel_id=CHANNEL, message_id=66, ticket="0")
    )
    await store.deadlines.beat(3600)


async def left(path: Path) -> str:
    """Fill a new file and return it as SQL."""
    store = await open_store(path)
    try:
        await fill(store)
    finally:
        await store.close()
    version = newest_version(MIGRATIONS)
    with closing(sqlite3.connect(path)) as connection:
        made = "\n".join(connection.iterdump())
    return (
        f"-- A small database as version {version} of the file left it.\n{made}\n"
        f"PRAGMA application_id = {APPLICATION_ID};\nPRAGMA user_version = {version};\n"
    )


def main() -> None:
    with TemporaryDirectory() as folder:
        made = asyncio.run(left(Path(folder) / "tables.db"))
    target = RELEASED / f"{newest_version(MIGRATIONS)}.sql"
    target.write_text(made, encoding="utf-8")
    print(f"{target} is written.")


if __name__ == "__main__":
    main()
