"""The rows of the messages in which servers show the deal of a day: one for each day."""

from data.engine.database import Database, DatabaseRow, Transaction
from data.records.columns import columns, record
from data.records.daily_deals import DealPost
from data.records.matches import GuildRecord, Surface, SurfaceKind
from data.stores.guilds import guild_of

_OTHERS = ("surface_id", "match_id", "kind", "player_id", "guild_id", "ticket", "owed", "retired")
_UNUSED = ("token", "token_until")
"""The fields of a row that are no columns of the table."""
_REMEMBERED = 7
"""Days after which nobody edits a message any more."""
_REVISION = (
    "(SELECT COUNT(*) + COUNT(settled_at) FROM attempt_places JOIN attempts USING (match_id)"
    " WHERE attempt_places.guild_id = deal_posts.guild_id AND attempts.day = deal_posts.day"
    " AND counts = 1)"
)
"""Grows when somebody begins or ends an attempt that the server shows."""

SHOW_DEALS_AGAIN = (
    "UPDATE deal_posts SET shown_revision = NULL, version = version + 1"
    " WHERE EXISTS (SELECT 1 FROM attempt_places JOIN attempts USING (match_id)"
    " WHERE attempt_places.guild_id = deal_posts.guild_id AND attempts.day = deal_posts.day"
    " AND player_id = :player)"
)
"""Makes the messages stale that show an attempt of somebody who is deleted or hides."""


class DealPostStore:
    """Rows in, rows out, as for the messages of matches. A row is never retired."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, post_id: str, guild_id: int, day: int, channel_id: int, nonce: str) -> str:
        """Begin a server's message of a day; returns its id, or that of the one it has."""

        def work(transaction: Transaction) -> str:
            values = {"guild": guild_id, "day": day}
            transaction.run(
                "DELETE FROM deal_posts WHERE guild_id = :guild AND day < :oldest",
                {"guild": guild_id, "oldest": day - _REMEMBERED},
            )
            transaction.run(
                "INSERT INTO deal_posts (post_id, guild_id, day, nonce, channel_id, pictures)"
                " VALUES (:post, :guild, :day, :nonce, :channel, '[]') ON CONFLICT DO NOTHING",
                {**values, "post": post_id, "nonce": nonce, "channel": channel_id},
            )
            row = transaction.row(
                "SELECT post_id FROM deal_posts WHERE guild_id = :guild AND day = :day", values
            )
            assert row is not None  # it was just written
            return str(row["post_id"])

        return await self._database.transaction("open deal post", work)

    async def find(self, post_id: str) -> DealPost | None:
        """Return what a message is about, and its revision."""
        row = await self._database.row(
            f"SELECT post_id, guild_id, day, {_REVISION} AS revision FROM deal_posts"  # noqa: S608 - our own words
            " WHERE post_id = ?",
            (post_id,),
        )
        return None if row is None else record(DealPost, row)

    async def of(self, post_id: str) -> tuple[Surface, ...]:
        """Return the row of a message."""
        rows = await self._database.rows("SELECT * FROM deal_posts WHERE post_id = ?", (post_id,))
        return tuple(map(_surface, rows))

    async def of_day(self, guild_id: int, day: int) -> str | None:
        """Return the id of a server's message of a day, if it has one."""
        row = await self._database.row(
            "SELECT post_id FROM deal_posts WHERE guild_id = ? AND day = ?", (guild_id, day)
        )
        return None if row is None else str(row["post_id"])

    async def behind(self) -> tuple[DealPost, ...]:
        """Return the messages that show less than is so now, or lack their picture."""
        rows = await self._database.rows(
            "SELECT * FROM (SELECT post_id, guild_id, day, shown_revision, lacks_pictures,"  # noqa: S608 - our own words
            f" {_REVISION} AS revision FROM deal_posts) AS posts WHERE lacks_pictures = 1"
            " OR shown_revision IS NULL OR shown_revision < revision"
        )
        return tuple(
            DealPost(row["post_id"], row["guild_id"], row["day"], row["revision"]) for row in rows
        )

    async def latest(self, setting: str) -> tuple[tuple[GuildRecord, int | None], ...]:
        """Return the servers that ever chose this setting, each with the last day it showed."""
        rows = await self._database.rows(
            "SELECT guilds.*, (SELECT MAX(day) FROM deal_posts"
            " WHERE deal_posts.guild_id = guilds.guild_id) AS day FROM guilds"
            " WHERE removed_at IS NULL AND settings LIKE ? ORDER BY guild_id",
            (f'%"{setting}"%',),
        )
        return tuple((guild_of(row), row["day"]) for row in rows)

    async def add(self, *surfaces: Surface) -> None:
        """Save new messages; their rows are there already."""
        await self.save(*surfaces)

    async def save(self, *surfaces: Surface) -> None:
        """Save changed messages, each unless a newer version of it is stored."""

        def work(transaction: Transaction) -> None:
            for surface in surfaces:
                row = columns(surface, *_OTHERS, *_UNUSED)
                sets = ", ".join(f"{name} = :{name}" for name in row)
                transaction.run(
                    f"UPDATE deal_posts SET {sets} WHERE post_id = :post"  # noqa: S608 - our own field names
                    " AND version < :version",
                    {**row, "post": surface.match_id},
                )

        await self._database.transaction("save deal posts", work)


def _surface(row: DatabaseRow) -> Surface:
    return record(
        Surface,
        row,
        surface_id=row["post_id"],
        match_id=row["post_id"],
        kind=SurfaceKind.DEAL,
        player_id=None,
        ticket=str(row["day"]),
        token=None,
        token_until=None,
        retired=False,
        owed=(),
    )
