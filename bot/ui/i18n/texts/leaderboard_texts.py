"""Texts on leaderboards and profiles."""

from collections.abc import Sequence

from bot.tables.leaderboards import views
from bot.tables.leaderboards.ratings import SETTLED
from data.records.leaderboards import EVER, Participation, Season
from games.core.game import AnyGame
from games.core.text import Loose, Person, Text, say, say_many, symbol

ALL_GAMES = say("All games")
ALL_SEASONS = say("All seasons")
THIS_SEASON = say("This season")
IN_WORDS = say("As text")
AS_PICTURE = say("As a picture")
MY_PROFILE = say("My profile")
TO_BOARD = say("Leaderboard")
ANOTHER_BOARD = say("Another leaderboard…")
ANOTHER_GAME = say("Another game…")
YOU_TWO = say("Head-to-head")
SOMEBODY = say("Someone")
EMPTY = say("Nobody is ranked here yet. A match counts if at least two people finish it.")
COUNTS = say("A match counts if at least two people finish it.")
NOT_PLAYED = say("No match has counted here yet. A match counts if at least two people finish it.")
RECENT = say("**Last matches**")
BEST = say("**Best match**")
DETAILS = say("Details")
TITLES = say("**Titles**")
MISSING_TITLES = say("**Titles you can still earn**")
YOU_ARE_HIDDEN = say("-# You're hidden on the leaderboards here. Only you can see this note.")
HIDDEN = say("You no longer appear on the leaderboards here. Use /me hide off to undo this.")
SHOWN = say("You're back on the leaderboards here, with everything you've played.")

PODIUMS = say("Podiums")
BEST_STREAK = say("Best streak")
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
    """Return the name of a board and its season."""
    return say("{game}, {season}", game=game_title(game), season=season_title(season))


def board_head(game: AnyGame | None, season: Season) -> Text:
    emoji = "🏆" if game is None else game.info.emoji
    return say("### {emoji} {board}", emoji=symbol(emoji), board=headline(game, season))


def who(name: str) -> Text:
    """Return a player's name; "somebody" if unknown."""
    return say("{who}", who=Person(name=name)) if name else SOMEBODY


def board_line(line: views.LeaderboardLine) -> Text:
    """Return the line of a player with a rank on a board."""
    values: dict[str, Loose] = {
        "place": line.place,
        "who": who(line.name),
        "rating": say(
            "{rating} ({change})", rating=line.strength.rating, change=signed(line.change)
        ),
        "won": line.wins,
    }
    if line.title is not None:
        return say_many(
            "**{place}.** **{who}** {rating} · {n} match, {won} won · {title}",
            "**{place}.** **{who}** {rating} · {n} matches, {won} won · {title}",
            line.matches,
            title=line.title.name,
            **values,
        )
    return say_many(
        "**{place}.** **{who}** {rating} · {n} match, {won} won",
        "**{place}.** **{who}** {rating} · {n} matches, {won} won",
        line.matches,
        **values,
    )


def new_players(lines: Sequence[views.LeaderboardLine]) -> Text:
    """Return everybody without a rank in one line, with the matches that each has played."""
    played = [say("**{who}** ({n})", who=who(line.name), n=line.matches) for line in lines]
    return say("New, ranked after {of} matches: {played}", of=SETTLED, played=played)


def own_place(line: views.LeaderboardLine) -> Text:
    if line.is_new:
        return say("-# New players come after everyone with a rating.")
    return say(
        "-# You're ranked number {place}, with a rating of {rating}.",
        place=line.place,
        rating=line.strength.rating,
    )


def until_settled(line: views.LeaderboardLine) -> Text:
    """Return how many matches a new player needs."""
    return say_many(
        "{n} more match, and you have a rank.",
        "{n} more matches, and you have a rank.",
        SETTLED - line.matches,
    )


def next_place(goal: views.NextPlace) -> Text:
    """Return how far away a player's next medal is."""
    if goal.place == 1:
        return say_many("{n} point to first place.", "{n} points to first place.", goal.points)
    if goal.place == 2:
        return say_many("{n} point to second place.", "{n} points to second place.", goal.points)
    return say_many("{n} point to third place.", "{n} points to third place.", goal.points)


def play_game(game: AnyGame) -> Text:
    return say("Play {game}", game=game.info.title)


def still_to_come(games: Sequence[AnyGame]) -> Text:
    """Return an invitation to the games that a player has not played yet."""
    return say("Still to come: {games}.", games=[game.info.title for game in games])


def counted(line: views.LeaderboardLine) -> Text:
    if not line.wins:
        return say_many("{n} match", "{n} matches", line.matches)
    return say_many("{n} match, {won} won", "{n} matches, {won} won", line.matches, won=line.wins)


def record_line(record: views.GameRecord) -> Text:
    """Return how a player stands in one game; a new one has no rating yet."""
    title, line = record.game.info.title, record.line
    if line.is_new:
        return say(
            "- {game}: new, {n} of {of} matches played", game=title, n=line.matches, of=SETTLED
        )
    return say(
        "- {game}: rank {place}, rating {rating}",
        game=title,
        place=line.place,
        rating=line.strength.rating,
    )


def chance_line(chance: views.LuckSummary) -> Text:
    """Return a player's luck as a percentage of the average."""
    return say(
        "{measure}: **{percent}%** of the average", measure=chance.measure, percent=chance.percent
    )


def recent_line(recent: views.RecentResult) -> Text:
    """Return one match of a list: game, place and change of the rating."""
    values: dict[str, Loose] = {
        "game": recent.game.info.title,
        "place": recent.place,
        "of": recent.places,
        "change": signed(recent.change),
    }
    if recent.part is Participation.LEFT:
        return say("- {game}: left early, place {place} of {of} ({change})", **values)
    if recent.part is Participation.SUBSTITUTE:
        return say("- {game}: as a substitute, place {place} of {of} ({change})", **values)
    return say("- {game}: place {place} of {of} ({change})", **values)


def signed(change: int) -> Text:
    """Return a change of a rating, with its sign."""
    return say("+{n}", n=change) if change > 0 else say("{n}", n=change)


def rivalry_line(rivalry: views.Rivalry) -> Text:
    return say_many(
        "- {game}: {n} match, ahead in {ahead}, behind in {behind}",
        "- {game}: {n} matches, ahead in {ahead}, behind in {behind}",
        rivalry.matches,
        game=rivalry.game.info.title,
        ahead=rivalry.ahead,
        behind=rivalry.behind,
    )


def change_line(change: views.RatingChange) -> Text:
    """Return how a match changed a player's rating in its game, for the result's message."""
    return say(
        "-# {game} rating: {who} {rating} ({change})",
        game=change.game.info.title,
        who=who(change.name),
        rating=change.after.rating,
        change=signed(change.after.rating - change.before.rating),
    )


def title_line(new: views.NewTitle) -> Text:
    """Return a title that a player has just earned, for the result's message."""
    return say(
        "-# 🏅 {who} earns the title “{title}”. {how}",
        who=who(new.name),
        title=new.title.name,
        how=new.title.how,
    )


def earned_line(title: views.EarnedTitle) -> Text:
    """Return one title of a list, earned or not."""
    return say("- {title}: {how}", title=title.name, how=title.how)


def reset_asked(game: AnyGame | None) -> Text:
    return say(
        "Reset the leaderboard “{board}” for everyone this season? `/server season undo` brings"
        " everything back.",
        board=game_title(game),
    )


RESET_SURELY = say("Yes, reset it")


def reset_done(game: AnyGame | None, matches: int) -> Text:
    return say_many(
        "Done: {n} match no longer counts on the leaderboard “{board}” this season. `/server"
        " season undo` brings it back.",
        "Done: {n} matches no longer count on the leaderboard “{board}” this season. `/server"
        " season undo` brings them back.",
        matches,
        board=game_title(game),
    )


def reset_undone(game: AnyGame | None) -> Text:
    return say(
        "The last reset is undone: the leaderboard “{board}” counts again.", board=game_title(game)
    )


def season_begun(season: Season) -> Text:
    return say(
        "{season} has begun, and its leaderboards are empty. `/leaderboard` still shows earlier"
        " seasons. `/server season undo` takes this back.",
        season=season_title(season),
    )


NEW_SEASON = say("Begin a new season?")
SEASON_NAME = say("Name of the new season")


def season_ends(season: Season) -> Text:
    """Return a note on what a new season does, for its form; at most 100 characters."""
    return say(
        "Season {n} ends and all leaderboards start empty. /server season undo takes it back.",
        n=season.season,
    )


def season_undo_asked(begun: views.Begun) -> Text:
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
