"""All rows of one match, except its history."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from data.records import matches


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRows:
    """The rows of one match, all read at the same moment.

    `state` is None before the deal, or if the reader has it already. `names` are display names in
    the match's server: of everybody who holds or held a seat or is invited. `drafts` are
    half-filled forms by seat and ticket. `answer` is the earlier answer to the same interaction, if
    any. `loaded` is a number that whoever loads them gives: the rows of a greater one are newer.
    `since` is the number of the load to which a form was added that was saved since then.
    """

    match: matches.Match
    state: matches.Saved | None = field(repr=False)
    names: Mapping[int, str]
    people: Mapping[int, matches.PersonRecord]
    guild: matches.GuildRecord
    surfaces: tuple[matches.Surface, ...]
    deadlines: tuple[matches.Deadline, ...]
    drafts: Mapping[tuple[int, str], matches.Json] = field(repr=False)
    premoves: tuple[matches.Premove, ...] = field(repr=False)
    answer: matches.Json | None = None
    loaded: int = 0
    since: int | None = None

    def person(self, player_id: int) -> matches.PersonRecord:
        """Return a player's preferences; the defaults if the player is unknown."""
        return self.people.get(player_id) or matches.PersonRecord(player_id=player_id)
