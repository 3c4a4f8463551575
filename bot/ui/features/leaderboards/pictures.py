"""Boards and profiles as values for their scenes."""

from bot.tables.leaderboards.views import EarnedTitle, LeaderboardPage, Profile, RecentResult
from bot.ui.features.leaderboards.messages import feats
from bot.ui.i18n.texts import leaderboard_texts
from data.records.leaderboards import EVER
from games.core.text import Reader, say, speak
from render.scenes.posters import profile as poster
from render.scenes.posters.leaderboard import BoardRow, LeaderboardPoster
from render.scenes.posters.stickers import EarnedSticker


def board_scene(page: LeaderboardPage, viewer_id: int, reader: Reader) -> LeaderboardPoster:
    """Return one page of a board; `reader` names players who are no longer known."""
    return LeaderboardPoster(
        title=leaderboard_texts.game_title(page.game),
        season=leaderboard_texts.season_title(page.season),
        rows=tuple(
            BoardRow(
                place=line.place,
                name=line.name or speak(leaderboard_texts.SOMEBODY, reader),
                rating=line.strength.rating,
                change=line.change,
                matches=line.matches,
                wins=line.wins,
                title=None if line.title is None else _sticker(line.title),
                is_viewer=line.player_id == viewer_id,
            )
            for line in page.lines
        ),
        week=page.week,
        since_ms=None if page.season.season == EVER else page.season.started_at,
        game="" if page.game is None else page.game.info.key,
    )


def profile_scene(profile: Profile, reader: Reader) -> poster.ProfilePoster:
    """Return one player's profile; `reader` names players who are no longer known."""
    line = profile.line
    return poster.ProfilePoster(
        name=profile.name or speak(leaderboard_texts.SOMEBODY, reader),
        season=leaderboard_texts.season_title(profile.season),
        matches=0 if line is None else line.matches,
        wins=0 if line is None else line.wins,
        streak=profile.streak,
        titles=tuple(map(_sticker, profile.titles)),
        games=tuple(
            poster.GameRow(
                game=record.game.info.key,
                title=record.game.info.title,
                matches=record.line.matches,
                place=record.line.place,
                rating=record.line.strength.rating,
                gains=record.gains,
            )
            for record in profile.records
        ),
        facts=() if profile.game is None else _facts(profile),
        curve=() if profile.game is None else _curve(profile),
        best=None if profile.best is None else _best(profile.best),
        game="" if profile.game is None else profile.game.info.key,
    )


def _sticker(title: EarnedTitle) -> EarnedSticker:
    game = "" if title.game is None else title.game.info.key
    return EarnedSticker(game=game, name=title.name, sign=title.sign)


def _facts(profile: Profile) -> tuple[poster.Fact, ...]:
    """The figures of a single game: streaks, podiums and luck."""
    figures = [poster.Fact(label=label, value=value) for label, value in feats(profile.line)]
    luck = (
        poster.Fact(label=leaderboard_texts.LUCK, value=say("{percent}%", percent=chance.percent))
        for chance in profile.chances
    )
    return (*figures, *luck)


def _curve(profile: Profile) -> tuple[poster.RatingPoint, ...]:
    return tuple(
        poster.RatingPoint(
            when_ms=point.at, rating=point.strength.rating, spread=point.strength.spread
        )
        for point in profile.curve
    )


def _best(best: RecentResult) -> poster.BestMatch:
    return poster.BestMatch(
        title=best.game.info.title, when_ms=best.at, of=best.places, change=best.change
    )
