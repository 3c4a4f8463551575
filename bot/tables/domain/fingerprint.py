"""A short hash of what one viewer is shown, to tell whether it must be redrawn."""

from hashlib import blake2b
from typing import Any

from bot.tables.domain.views import MatchSummary
from games.core import exact_json
from games.core.game import View


def fingerprint(summary: MatchSummary, view: View) -> str:
    """Hash a view with the stage of the match's life and the names on its seats.

    All of it is shown: a substitute is a change that people see. Deadlines are words of a message,
    and not part of this.
    """
    seats = [
        (seat.name, seat.is_bot, seat.stands_in_for, seat.open_to_substitutes)
        for seat in summary.occupants
    ]
    hashed = blake2b(repr((summary.game.info.key, summary.life, seats)).encode(), digest_size=12)
    # As its fields are, not as they are declared, or some are lost.
    hashed.update(view.model_dump_json(serialize_as_any=True).encode())
    return hashed.hexdigest()


def plain(view: View) -> dict[str, Any]:
    """A view as plain values: as its fields are, not as they are declared, or some are lost."""
    return view.model_dump(serialize_as_any=True)


def digest(shown: object) -> str:
    """A short name that equal plain values share, in every process."""
    return blake2b(exact_json.dumps(shown, sort_keys=True), digest_size=12).hexdigest()
