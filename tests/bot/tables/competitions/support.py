"""Tournaments for tests: opened, begun, and played round by round."""

from collections.abc import Sequence

from bot.tables.competitions.rounds import CHECK_IN
from bot.tables.competitions.tournaments import NewTournament
from bot.tables.competitions.views import TournamentView
from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import HOUR
from tests.bot.tables.support import ANA, BEN, CHANNEL, CHEN, DORA, GUILD, NOON, PEOPLE, LocalApp

ELI = PEOPLE[4]
FIVE = (ANA, BEN, CHEN, DORA, ELI)
START = NOON + HOUR


def opening(**values: object) -> NewTournament:
    base = {
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "host": ANA,
        "game_key": "seals_for_twelve",
        "rounds": 2,
        "table_size": 3,
        "starts_at": START,
    }
    return NewTournament(**(base | values))  # type: ignore[arg-type]  # each test sets its fields


async def due(app: LocalApp) -> None:
    """Do what the scheduler would do now."""
    for row in await app.store.deadlines.due(app.clock.now()):
        if row.kind == "tournament":
            await app.tables.tournaments.rounds.act(row)


async def until(app: LocalApp, moment: int) -> None:
    app.clock.advance(moment - app.clock.now())
    await due(app)


async def signed_up(app: LocalApp, *players: Player, **values: object) -> str:
    """A tournament for which these people have signed up."""
    cup = (await app.tables.tournaments.open(opening(**values))).id
    for player in players:
        await app.tables.tournaments.join(cup, player)
    return cup


async def begun(app: LocalApp, players: Sequence[Player] = FIVE, **values: object) -> str:
    """A tournament whose first round is being played by these people."""
    service = app.tables.tournaments
    cup = await signed_up(app, *players, **values)
    await until(app, START - CHECK_IN)
    for player in players:
        await service.check_in(cup, player)
    await until(app, START)
    return cup


async def playing(app: LocalApp, cup: str) -> TournamentView:
    return await app.tables.tournaments.queries.show(cup)


def matches(view: TournamentView) -> list[str]:
    """The matches of the current round."""
    tables = view.tournament.tables_of(view.tournament.round)
    return [table.match_id for table in tables if table.match_id]


async def finish_round(app: LocalApp, cup: str) -> None:
    """Play all tables of the round to the end."""
    for match_id in matches(await playing(app, cup)):
        await app.play_out(match_id, PEOPLE)
    await due(app)
