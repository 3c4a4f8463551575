"""A short name for what one viewer is shown, to tell whether it must be painted anew."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from hashlib import blake2b

import orjson

from bot.tables.sights import MatchCard
from games.core.game import View


def fingerprint(card: MatchCard, view: View) -> str:
    """Hash a view with the stage of the match's life and the names on its seats.

    The names belong to it because they are painted: a substitute is a change that people see.
    """
    shown = {
        "life": card.life,
        "seats": [(occupant.name, occupant.is_bot) for occupant in card.occupants],
        # As the fields' values are, not as they are declared, or a subclass's fields are lost.
        "view": view.model_dump(serialize_as_any=True),
    }
    options = orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS
    return blake2b(orjson.dumps(shown, default=_plain, option=options), digest_size=12).hexdigest()


def _plain(value: object) -> object:
    """Order a set, so that equal sets are written alike in every process."""
    if isinstance(value, AbstractSet):
        return sorted(value)
    raise TypeError(f"a view holds a {type(value).__name__}, which JSON does not know")
