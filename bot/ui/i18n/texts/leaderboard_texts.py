"""What is said on leaderboards and profiles."""

from __future__ import annotations

from bot.tables.leaderboards.views import (
    Begun,
    LeaderboardLine,
    LuckSummary,
    RatingChange,
    RecentResult,
    Rivalry,
)
from data.records.leaderboards import EVER, Participation, Season
from games.core.game import AnyGame
from games.core.text import Loose, Person, Text, say, say_many, symbol

ALL_GAMES = say("All games together")
ALL_SEASONS = say("All seasons")
THIS_SEASON = say("This season")
IN_WORDS = say("In words")
AS_PICTURE = say("As a picture")
MY_PROFILE = say("My profile")
TO_BOARD = say("Leaderboard")
ANOTHER_BOARD = say("Another leaderboard …")
ANOTHER_GAME = say("Another game …")
YOU_TWO = say("You two")
SOMEBODY = say("Somebody")
EMPTY = say("Nobody stands here yet. A match counts when two people or more end it.")
HOW = say("-# Places go by what is sure: the rating less its ±. Bots are left out of ratings.")
NOT_PLAYED = say("No match has counted here yet. A match counts when two people or more end it.")
RECENT = say("**Last matches**")
YOU_ARE_HIDDEN = say("-# You are hidden on this server's leaderboards: nobody else is told this.")
HIDDEN = say("You appear nowhere on this server's leaderboards now. /hideme takes it back.")
SHOWN = say("You appear on this server's leaderboards again, with all that you have played.")

RATING = say("Rating")
PLACE = say("Place")
MATCHES = say("Matches")
WINS = say("Won")
PODIUMS = say("On the podium")
STREAK = say("Won in a row")
BEST_STREAK = say("Best run")
LUCK = say("Luck")


def game_title(game: AnyGame | None) -> Text:
    return ALL_GAMES if game is None else game.info.title


def season_title(season: Season) -> Text:
    if season.season == EVER:
        return ALL_SEASONS
    if season.name is None:
        return say("Season {n}", n=season.season)
    return say("Season {n}: {name}", n=season.season, name=Person(name=season.name))


def headline(game: AnyGame | None, season: Season) -> Text:
    """Which board of which season."""
    return say("{game}, {season}", game=game_title(game), season=season_title(season))


def board_head(game: AnyGame | None, season: Season) -> Text:
    emoji = "🏆" if game is None else game.info.emoji
    return say("### {emoji} {board}", emoji=symbol(emoji), board=headline(game, season))


def who(name: str) -> Text:
    """A player by name; whoever is no longer known is somebody."""
    return say("{who}", who=Person(name=name)) if name else SOMEBODY


def plus_minus(line: LeaderboardLine) -> Text:
    return say("{rating} ±{spread}", rating=line.strength.rating, spread=line.strength.spread)


def board_line(line: LeaderboardLine) -> Text:
    """One player of a board, whole."""
    values: dict[str, Loose] = {
        "place": line.place,
        "who": who(line.name),
        "rating": plus_minus(line),
        "won": line.wins,
    }
    if line.streak > 1:
        return say_many(
            "**{place}.** **{who}** {rating} · {n} match, {won} won, the last {streak} in a row",
            "**{place}.** **{who}** {rating} · {n} matches, {won} won, the last {streak} in a row",
            line.matches,
            streak=line.streak,
            **values,
        )
    return say_many(
        "**{place}.** **{who}** {rating} · {n} match, {won} won",
        "**{place}.** **{who}** {rating} · {n} matches, {won} won",
        line.matches,
        **values,
    )


def own_place(line: LeaderboardLine) -> Text:
    return say(
        "You stand in place {place} with {rating}.", place=line.place, rating=plus_minus(line)
    )


def rating_of(game: AnyGame | None) -> Text:
    """Return which rating a profile shows, and how matches changed it."""
    if game is None:
        return say("-# Ratings and changes are for all games together. Each game has its own too.")
    return say("-# Ratings and changes are for {game} only.", game=game.info.title)


def chance_line(chance: LuckSummary) -> Text:
    """What chance gave, beside what it gives on average."""
    return say(
        "{measure}: **{percent} %** of the average", measure=chance.measure, percent=chance.percent
    )


def recent_line(recent: RecentResult) -> Text:
    """One match in a list: game, place, what it did to the rating."""
    values: dict[str, Loose] = {
        "game": recent.game.info.title,
        "place": recent.place,
        "of": recent.places,
        "change": signed(recent.change),
    }
    if recent.part is Participation.LEFT:
        return say("- {game}: left, so place {place} of {of} ({change})", **values)
    if recent.part is Participation.SUBSTITUTE:
        return say("- {game}: as a substitute place {place} of {of} ({change})", **values)
    return say("- {game}: place {place} of {of} ({change})", **values)


def signed(change: int) -> Text:
    """A change of a rating, with its sign."""
    return say("+{n}", n=change) if change > 0 else say("{n}", n=change)


def rivalry_line(rivalry: Rivalry) -> Text:
    return say_many(
        "- {game}: {n} match, {ahead} times ahead, {behind} times behind",
        "- {game}: {n} matches, {ahead} times ahead, {behind} times behind",
        rivalry.matches,
        game=rivalry.game.info.title,
        ahead=rivalry.ahead,
        behind=rivalry.behind,
    )


def change_line(change: RatingChange) -> Text:
    """Return what a match did to a player's rating in its game, for the result's message."""
    difference = change.after.rating - change.before.rating
    values: dict[str, Loose] = {
        "who": who(change.name),
        "game": change.game.info.title,
        "rating": change.after.rating,
        "spread": change.after.spread,
    }
    if difference > 0:
        return say(
            "-# {game} rating: {who} rises by {n} to {rating} ±{spread}.", n=difference, **values
        )
    if difference < 0:
        return say(
            "-# {game} rating: {who} falls by {n} to {rating} ±{spread}.", n=-difference, **values
        )
    return say("-# {game} rating: {who} stays at {rating} ±{spread}.", **values)


def reset_asked(game: AnyGame | None) -> Text:
    return say(
        "Empty {board} for everybody in this season? `/season undo` puts everything back.",
        board=game_title(game),
    )


RESET_SURELY = say("Yes, empty it")


def reset_done(game: AnyGame | None, matches: int) -> Text:
    return say_many(
        "Done: {n} match of {board} counts no more in this season. `/season undo` takes it back.",
        "Done: {n} matches of {board} count no more in this season. `/season undo` takes it back.",
        matches,
        board=game_title(game),
    )


def reset_undone(game: AnyGame | None) -> Text:
    return say("The last reset is undone: {board} counts again.", board=game_title(game))


def season_begun(season: Season) -> Text:
    return say(
        "{season} has begun, and its leaderboards are empty. `/leaderboard` still shows earlier"
        " seasons. `/season undo` takes this back.",
        season=season_title(season),
    )


NEW_SEASON = say("Begin a new season?")
SEASON_NAME = say("Name of the new season")


def season_ends(season: Season) -> Text:
    """What a new season does, under the field of its name; at most 100 characters."""
    return say(
        "Season {n} ends and all leaderboards start empty. /season undo takes it back.",
        n=season.season,
    )


def season_undo_asked(begun: Begun) -> Text:
    return say_many(
        "Take back the start of {season}? Its {n} match will count in the season before."
        " This cannot be undone.",
        "Take back the start of {season}? Its {n} matches will count in the season before."
        " This cannot be undone.",
        begun.matches,
        season=season_title(begun.season),
    )


UNDO_SURELY = say("Yes, take it back")


def season_reopened(season: Season) -> Text:
    return say(
        "{season} is open again, with everything that has counted since.",
        season=season_title(season),
    )
