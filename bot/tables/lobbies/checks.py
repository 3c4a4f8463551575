"""Checks before a lobby opens or changes: the channel, the right to decide, and free seats."""

from bot.tables import errors
from bot.tables.domain.guild_settings import GuildSettings
from bot.tables.domain.player import Player
from bot.tables.domain.seating import host_of
from data.records.matches import Life, Match
from games.core.game import AnyGame


def waiting(match: Match) -> Match:
    """Return the match if it is still a lobby.

    Raises AlreadyStartedError, MatchOverError, CancelledError.
    """
    if match.life is Life.RUNNING:
        raise errors.AlreadyStartedError
    if match.life is Life.CANCELLED:
        raise errors.CancelledError
    if match.life is not Life.LOBBY:
        raise errors.MatchOverError
    return match


def check_is_host(match: Match, by: Player) -> None:
    """Raise NotHostError unless `by` is the host."""
    if host_of(match) != by.id:
        raise errors.NotHostError


def check_room(game: AnyGame, sitters: int) -> None:
    """Raise LobbyFullError if there are too many people and bots for one table."""
    most = game.info.seats[1]
    if sitters > most:
        raise errors.LobbyFullError(most)


def check_channel(channel_id: int, parent_id: int | None, settings: GuildSettings) -> None:
    """Raise ChannelNotAllowedError if the server restricts its tables to other channels."""
    if settings.channels and {channel_id, parent_id}.isdisjoint(settings.channels):
        raise errors.ChannelNotAllowedError(settings.channels)
