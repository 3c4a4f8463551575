"""The public view of a lobby."""

from bot.tables.domain import table_options
from bot.tables.domain.guild_settings import read_settings
from bot.tables.domain.views import LobbySitter, LobbyView, TableOption
from bot.tables.lobbies.expiry import LOBBY
from bot.tables.matches.snapshot import Snapshot
from data.records.matches import Life


def lobby_view(snapshot: Snapshot) -> LobbyView:
    """A lobby as its message shows it; raises what `Snapshot.summary` raises."""
    match, summary, names = snapshot.match, snapshot.summary, snapshot.rows.names
    least, most = summary.game.info.seats
    offered = table_options.offered(read_settings(snapshot.rows.guild))
    ready, invited, state = match.people.ready, match.people.invited, snapshot.table_state
    return LobbyView(
        summary=summary,
        sitters=tuple(
            LobbySitter(
                occupant.player_id,
                occupant.name,
                occupant.is_bot,
                is_ready=occupant.player_id in ready,
                level=occupant.level,
            )
            for occupant in summary.occupants
        ),
        least=least,
        most=most,
        can_start=match.life is Life.LOBBY and least <= len(summary.occupants) <= most,
        invited=tuple(
            LobbySitter(player, names.get(player, ""), is_bot=False) for player in invited
        ),
        options=tuple(
            TableOption(field, table_options.value_of(state, field.name))
            for field in table_options.FIELDS
            if field in offered or table_options.value_of(state, field.name)
        ),
        expires_at=next((row.due_at for row in snapshot.rows.deadlines if row.kind == LOBBY), None),
    )
