"""How a match can end, as events with their words."""

from __future__ import annotations

from typing import Literal

from games.core.event import Event
from games.core.text import Loose, Text, say, seat
from games.core.values import Seat
from games.diced_tomatoes.rules.records import Score
from games.diced_tomatoes.rules.texts import points, tell_alone, tell_winners


class BushelEmpty(Event):
    """No dice were left to draw when a turn was to start."""

    kind: Literal["bushel_empty"] = "bushel_empty"
    seat: Seat

    def text(self) -> Text:
        return say("The bushel is empty at the start of {who}'s turn, so the match is over.",
                   who=seat(self.seat))  # fmt: skip


class SeatScored(Event):
    """The final reckoning of a seat."""

    kind: Literal["seat_scored"] = "seat_scored"
    seat: Seat
    score: Score

    def text(self) -> Text:
        args: dict[str, Loose] = {
            "who": seat(self.seat),
            "total": points(self.score.total),
            "tomatoes": self.score.tomatoes,
            "karma": self.score.karma,
            "vines": self.score.vines,
        }
        if not self.score.first:
            return say(
                "{who} has {total}: {tomatoes} from tomatoes, {karma} from karma, {vines} from"
                " vines.",
                **args,
            )
        return say(
            "{who} has {total}: {tomatoes} from tomatoes, {first} for being first to six,"
            " {karma} from karma, {vines} from vines.",
            **args,
            first=self.score.first,
        )


class MatchEnded(Event):
    """The result of a match of several."""

    kind: Literal["match_ended"] = "match_ended"
    ranking: tuple[tuple[Seat, ...], ...]
    best: int

    def text(self) -> Text:
        return tell_winners(self.ranking, self.best)


class AloneEnded(Event):
    """The result of a match alone."""

    kind: Literal["alone_ended"] = "alone_ended"
    slots: int
    """Matched slots."""
    harvested: bool

    def text(self) -> Text:
        return tell_alone(self.slots, self.harvested)
