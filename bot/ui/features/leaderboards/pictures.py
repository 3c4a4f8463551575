"""Boards and profiles as values for their scenes."""

from __future__ import annotations

from bot.tables.leaderboards.views import LeaderboardPage, Profile
from bot.ui.features.leaderboards.messages import facts
from bot.ui.i18n.texts import leaderboard_texts
from games.core.text import Reader, Text, say, speak
from render.scenes.posters.leaderboard import BoardRow, LeaderboardPoster
from render.scenes.posters.profile import Fact, RatingPoint, RecentMatch
from render.scenes.posters.profile import ProfilePoster as ProfileScene


def board_scene(page: LeaderboardPage, viewer_id: int, reader: Reader) -> LeaderboardPoster:
    """Return one page of a board; `reader` names players who are no longer known."""
    return LeaderboardPoster(
        title=leaderboard_texts.game_title(page.game),
        subtitle=leaderboard_texts.season_title(page.season),
        rows=tuple(
            BoardRow(
                place=line.place,
                name=line.name or speak(leaderboard_texts.SOMEBODY, reader),
                rating=line.strength.rating,
                spread=line.strength.spread,
                matches=line.matches,
                wins=line.wins,
                streak=line.streak,
                is_viewer=line.player_id == viewer_id,
            )
            for line in page.lines
        ),
    )


def _figures(profile: Profile) -> list[tuple[Text, Text]]:
    """Return the facts and, for a single game, the player's luck, each as short as possible."""
    if profile.game is None:
        return facts(profile)
    luck = [
        (leaderboard_texts.LUCK, say("{percent}%", percent=chance.percent))
        for chance in profile.chances
    ]
    return [*facts(profile), *luck]


def profile_scene(profile: Profile, reader: Reader) -> ProfileScene:
    """Return one player's profile; `reader` names players who are no longer known."""
    return ProfileScene(
        name=profile.name or speak(leaderboard_texts.SOMEBODY, reader),
        title=leaderboard_texts.headline(profile.game, profile.season),
        facts=tuple(Fact(label=label, value=value) for label, value in _figures(profile)),
        curve=tuple(
            RatingPoint(
                when_ms=point.at, rating=point.strength.rating, spread=point.strength.spread
            )
            for point in profile.curve
        ),
        recent=tuple(
            RecentMatch(
                title=match.game.info.title, place=match.place, of=match.places, change=match.change
            )
            for match in profile.recent
        ),
        titles=tuple(title.name for title in profile.titles),
        game="" if profile.game is None else profile.game.info.key,
    )
