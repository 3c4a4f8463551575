"""A server's leaderboards for tests, and some of its players."""

from dataclasses import dataclass

from bot.tables.leaderboards.service import Leaderboards
from bot.tables.leaderboards.views import LeaderboardPage, Profile
from data.records.leaderboards import ALL
from data.store import Store
from tests.bot.tables.leaderboards.support import GUILD

ANA, BEN, CHEN, DORA = range(1, 5)
NAMES = {ANA: "Ana", BEN: "Ben", CHEN: "Chen"}
OTHER = GUILD + 1


@dataclass(frozen=True)
class Hall:
    store: Store
    boards: Leaderboards

    async def page(self, board: str = ALL, viewer: int = DORA, **which: int) -> LeaderboardPage:
        return await self.boards.page(GUILD, board, viewer_id=viewer, **which)

    async def profile(
        self, player: int, board: str = ALL, viewer: int | None = None, **which: int
    ) -> Profile:
        return await self.boards.profile(
            GUILD,
            board,
            player_id=player,
            name="as seen now",
            viewer_id=player if viewer is None else viewer,
            **which,
        )
