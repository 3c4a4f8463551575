"""Everything that is stored of one match, but its history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from data.records.matches import (
    Deadline,
    GuildRecord,
    Json,
    Match,
    PersonRecord,
    Premove,
    Saved,
    Surface,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRows:
    """The rows of one match, all read at one moment.

    `state` is None before the deal, and where the reader has it already. `names` are the display
    names in the match's server of everybody who holds or held a seat, or is invited. `drafts` are
    the half-filled forms by seat and ticket. `answer` is what the interaction that asks was
    answered before.
    """

    match: Match
    state: Saved | None = field(repr=False)
    names: Mapping[int, str]
    people: Mapping[int, PersonRecord]
    guild: GuildRecord
    surfaces: tuple[Surface, ...]
    deadlines: tuple[Deadline, ...]
    drafts: Mapping[tuple[int, str], Json] = field(repr=False)
    premoves: tuple[Premove, ...] = field(repr=False)
    answer: Json | None = None

    def person(self, player_id: int) -> PersonRecord:
        """What a player prefers, the defaults for one never seen."""
        return self.people.get(player_id) or PersonRecord(player_id=player_id)
