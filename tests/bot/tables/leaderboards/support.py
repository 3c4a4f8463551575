"""A server's leaderboards for tests, some of its players, and finished matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from bot.tables.leaderboards.service import Leaderboards
from bot.tables.leaderboards.views import LeaderboardPage, Profile
from data.engine.database import Transaction
from data.records.leaderboards import ALL
from data.records.matches import Actor, Deal, Ending, Life, NewLobby, NewStep, Sitter, Terms
from data.store import Store
from games.core.event import Event
from games.core.game import AnyGame, Result
from games.core.saving import save_event, save_options
from games.core.text import say
from games.tomate import TOMATE

GUILD, CHANNEL = 900, 910
_numbers = count(1)


async def finish(
    store: Store,
    *ranking: Sequence[int],
    guild_id: int = GUILD,
    game: AnyGame = TOMATE,
    events: Sequence[Event] = (),
    rated: bool = True,
) -> str:
    """Write a finished match, ranked by groups of tied players; return its id."""
    number = next(_numbers)
    match_id = f"over-{number}"
    players = [player for tied in ranking for player in tied]
    sitters = tuple(Sitter(player) for player in players)
    options = save_options(game, game.options())
    lobby = NewLobby(
        match_id=match_id,
        guild_id=guild_id,
        channel_id=CHANNEL,
        game=game.info.key,
        terms=Terms(host_id=players[0], options=options, sitters=sitters),
        created_at=number * 1000,
    )
    opened = (await store.lobbies.create(lobby)).match
    deal = Deal(
        sitters=sitters,
        state_version=game.info.state_version,
        secret=b"pepper",
        seed_hash="5eed",
        state=b"{}",
        started_at=number * 1000 + 1,
    )
    match = await store.matches.start(match_id, opened.revision, deal)
    seats = iter(range(len(players)))
    result = Result(
        ranking=tuple(tuple(next(seats) for _ in tied) for tied in ranking),
        points=tuple(range(len(players), 0, -1)),
        reason=say("It is over."),
    )
    step = NewStep(
        seat=0,
        actor=Actor.PLAYER,
        move=b"{}",
        events=tuple(save_event(game, event) for event in events),
        made_at=number * 1000 + 2,
    )
    ending = Ending(
        life=Life.FINISHED,
        ended_at=number * 1000 + 2,
        result=result.model_dump(mode="json"),
        rated=rated,
    )
    await store.matches.commit_step(
        match_id, match.revision, step, b"{}", moves_made=(1,) * len(players), ending=ending
    )
    return match_id


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


async def change(store: Store, statement: str, match_id: str) -> None:
    """Write into the database without going through the store."""

    def work(transaction: Transaction) -> None:
        transaction.run(statement, (match_id,))

    await store.leaderboards._database.transaction("change", work)
