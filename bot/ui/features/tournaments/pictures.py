"""The pictures of a tournament as values, with the people whose faces they show."""

from datetime import timedelta
from typing import NamedTuple

from bot.tables.competitions.tournaments import MOST_PEOPLE
from bot.tables.competitions.views import TournamentView
from bot.ui.i18n.texts import leaderboard_texts, tournament_texts
from data.records.tournaments import Stage
from games.core.text import Reader, speak
from render.scenes.posters.podium import Podium
from render.scenes.posters.tournament import (
    FACES,
    MOST,
    StandingLine,
    TournamentCover,
    TournamentPoster,
)

ON_PODIUM = 6
"""The most people on the podium and below it; more are in the standings."""


class TournamentScene(NamedTuple):
    """A picture and the people in it, in its order."""

    poster: TournamentCover | TournamentPoster | Podium
    players: tuple[int, ...]
    names: tuple[str, ...] = ()
    """Of the seats of a podium."""


def cover_scene(view: TournamentView, reader: Reader) -> TournamentScene:
    """Return the invitation; `reader` names people who are no longer known."""
    tournament, info = view.tournament, view.game.info
    players = tuple(entrant.player_id for entrant in tournament.entrants)
    shortest, longest = (minutes * tournament.rounds for minutes in info.minutes)
    poster = TournamentCover(
        name=tournament_texts.cup_on(view.starts),
        game=info.key,
        title=info.title,
        starts=view.starts.replace(tzinfo=None).isoformat(),
        zone=_offset(view.starts.utcoffset() or timedelta()),
        table_size=tournament.table_size,
        rounds=tournament.rounds,
        length=(shortest, longest) if view.clock.kind == "live" else view.clock.title,
        people=tuple(_name(view, player, reader) for player in players),
        most=MOST_PEOPLE,
        present=view.present() if view.stage is Stage.CHECK_IN else None,
    )
    return TournamentScene(poster, players[:FACES])


def standings_scene(view: TournamentView, number: int, reader: Reader) -> TournamentScene:
    """Return the standings after a round; `reader` names people who are no longer known."""
    rows = view.standings_after(number)
    poster = TournamentPoster(
        title=view.game.info.title,
        subtitle=tournament_texts.standings_after(number, view.tournament.rounds),
        rows=tuple(
            StandingLine(
                place=row.place,
                name=_name(view, row.player_id, reader),
                points=row.shown,
                firsts=row.firsts,
                places=view.places_of(row.player_id, number),
            )
            for row in rows
        ),
        game=view.game.info.key,
    )
    return TournamentScene(poster, tuple(row.player_id for row in rows[:MOST]))


def has_podium(view: TournamentView) -> bool:
    """Whether somebody has won, and not more people than there is room for."""
    return view.is_won and sum(row.place == 1 for row in view.rows) <= ON_PODIUM


def end_scene(view: TournamentView, reader: Reader) -> TournamentScene:
    """Return the podium of a finished tournament: the first places, tied people together."""
    rows = view.rows[:ON_PODIUM]
    places = sorted({row.place for row in rows})
    ranking = tuple(
        tuple(seat for seat, row in enumerate(rows) if row.place == place) for place in places
    )
    names = tuple(_name(view, row.player_id, reader) for row in rows)
    cup = tournament_texts.cup_on(view.starts)
    poster = Podium(
        game=view.game.info.key,
        title=cup,
        reason=tournament_texts.cup_of(cup, view.game.info.title),
        ranking=ranking,
        points=tuple(row.shown for row in rows),
        headline=tournament_texts.won(ranking[0]),
        rounds=tuple(view.places_of(row.player_id, view.last_round) for row in rows),
        people=len(view.rows),
    )
    return TournamentScene(poster, tuple(row.player_id for row in rows), names)


def _name(view: TournamentView, player_id: int, reader: Reader) -> str:
    return view.name_of(player_id) or speak(leaderboard_texts.SOMEBODY, reader)


def _offset(ahead: timedelta) -> str:
    """A time zone as people write it: "UTC", "UTC+1", "UTC+5:30"."""
    minutes = round(ahead.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    if not minutes:
        return "UTC"
    return f"UTC{'+' if minutes > 0 else '-'}{hours}" + (f":{rest:02}" if rest else "")
