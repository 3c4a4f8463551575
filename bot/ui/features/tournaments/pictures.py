"""The standings of a tournament as a value for their scene."""

from __future__ import annotations

from bot.tables.competitions.views import TournamentView
from bot.ui.i18n.texts import leaderboard_texts, tournament_texts
from games.core.text import Reader, speak
from render.scenes.posters.tournament import StandingLine, TournamentPoster


def standings_scene(view: TournamentView, number: int, reader: Reader) -> TournamentPoster:
    """Return the standings after a round; `reader` names people who are no longer known."""
    return TournamentPoster(
        title=view.game.info.title,
        subtitle=tournament_texts.standings_after(number, view.tournament.rounds),
        rows=tuple(
            StandingLine(
                place=row.place,
                name=view.name_of(row.player_id) or speak(leaderboard_texts.SOMEBODY, reader),
                points=row.shown,
                firsts=row.firsts,
                rounds=row.rounds,
            )
            for row in view.standings_after(number)
        ),
        game=view.game.info.key,
    )
