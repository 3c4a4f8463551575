"""Who holds or may take a seat, and the names of bot seats."""

from collections.abc import Iterable

from bot.tables.domain.table_state import table_state_of
from bot.tables.errors import AlreadySeatedError, KickedError, NotInvitedError
from data.records import matches
from games.core.ai.memory import Level
from games.core.values import Seat

NAMES = (
    "Basil",
    "Oregano",
    "Thyme",
    "Rosemary",
    "Sage",
    "Parsley",
    "Marjoram",
    "Pepper",
    "Garlic",
    "Saffron",
    "Chive",
    "Bay Leaf",
    "Dill",
)


def new_bot(others: Iterable[matches.Sitter], level: Level = Level.NORMAL) -> matches.Sitter:
    """Return a bot for one more seat, with a name that is free at this table."""
    taken = {sitter.bot.casefold() for sitter in others if sitter.bot is not None}
    free = (name for name in NAMES if name.casefold() not in taken)
    number = len(taken)  # beyond the list the names count on
    name = next(free, f"{NAMES[number % len(NAMES)]} {number // len(NAMES) + 1}")
    return matches.Sitter(bot=name, level=level)


def usual_level(sitters: Iterable[matches.Sitter]) -> Level:
    """The level of one more bot: that of the bot that sat down last, normal for the first."""
    levels = [sitter.level for sitter in sitters if sitter.bot is not None]
    return levels[-1] if levels else Level.NORMAL


def with_bots(
    sitters: Iterable[matches.Sitter], count: int, level: Level = Level.NORMAL
) -> tuple[matches.Sitter, ...]:
    """Return the sitters with this many more bots."""
    seated = tuple(sitters)
    for _ in range(count):
        seated = (*seated, new_bot(seated, level))
    return seated


def people(sitters: Iterable[matches.Sitter]) -> tuple[int, ...]:
    """Return the ids of the people among the sitters, in seat order, without stand-ins."""
    players = (sitter.player_id for sitter in sitters)
    return tuple(
        player for player in players if player is not None and not matches.is_stand_in(player)
    )


def host_of(match: matches.Match) -> int:
    """Return the host: the player who opened the table, or the first person after they left."""
    seated = people(sitters_of(match))
    host = match.terms.host_id
    return host if host in seated or not seated else seated[0]


def open_seats(match: matches.Match) -> tuple[Seat, ...]:
    """Return the seats that bots hold for absent players, which others may take."""
    if match.life is not matches.Life.RUNNING:
        return ()
    return tuple(
        seat for seat in range(len(match.holders)) if player_behind_bot(match, seat) is not None
    )


def may_return(match: matches.Match, player_id: int) -> Seat | None:
    """Return the seat that a player may take back; None if somebody else has held it since."""
    mine = (seat for seat in open_seats(match) if player_behind_bot(match, seat) == player_id)
    return next(mine, None)


def player_behind_bot(match: matches.Match, seat: Seat) -> int | None:
    """Return the player for whom a bot holds this seat, None if there is none."""
    if not match.holders or match.holders[seat].sitter.bot is None:
        return None
    return match.last_players[seat]


def still_known(player_id: int | None) -> int | None:
    return None if matches.is_stand_in(player_id) else player_id


def sitters_of(match: matches.Match) -> tuple[matches.Sitter, ...]:
    """Return who holds the seats; in a lobby, who waits for the match."""
    if match.holders:
        return tuple(tenure.sitter for tenure in match.holders)
    return match.terms.sitters


def check_welcome(match: matches.Match, player_id: int) -> None:
    if player_id in people(match.terms.sitters):
        raise AlreadySeatedError
    if player_id in match.people.kicked:
        raise KickedError
    if table_state_of(match).invite_only and player_id not in match.people.invited:
        raise NotInvitedError
