"""A short hash of what one viewer is shown, to tell whether it must be redrawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from games.core import exact_json
from games.core.game import View
from games.core.tableau import RecentAction

if TYPE_CHECKING:
    from bot.tables.domain.views import MatchSummary


def fingerprint(
    summary: MatchSummary, view: Mapping[str, Any], recent: Sequence[RecentAction] = ()
) -> str:
    """Hash a plain view with the stage of the match's life, the names on its seats, and its time.

    All of it is shown: a substitute is a change that people see, and so is a deadline put off.
    `recent` are the table's recent actions, which hands don't show.
    """
    return digest(
        {
            "life": summary.life,
            "seats": [
                (seat.name, seat.is_bot, seat.stands_in_for, seat.open_to_substitutes)
                for seat in summary.occupants
            ],
            "time": (summary.paused, summary.due_at),
            "view": view,
            "recent": [action.model_dump() for action in recent],
        }
    )


def plain(view: View) -> dict[str, Any]:
    """A view as plain values: as its fields are, not as they are declared, or some are lost."""
    return view.model_dump(serialize_as_any=True)


def digest(shown: object) -> str:
    """A short name that equal plain values share, in every process."""
    whole = exact_json.dumps(shown, default=_ordered, sort_keys=True)
    return blake2b(whole, digest_size=12).hexdigest()


def _ordered(value: object) -> object:
    """Order a set, so that equal sets are written alike in every process."""
    if isinstance(value, AbstractSet):
        return sorted(value)
    raise TypeError(f"a view holds a {type(value).__name__}, which JSON does not know")
