"""The titles of a server's players: a first win of each game, and what its game adds.

They follow from the counted matches of all seasons, so a reset takes them away too. The title for
a week's deals follows from the server's board of that week, so earlier weeks count.
"""

from collections.abc import Mapping, Sequence

from bot.tables.leaderboards.views import EarnedTitle
from data.records.leaderboards import ALL, Honours
from games.core.game import AnyGame
from games.core.text import say

Games = Mapping[str, AnyGame]


LEAST = 3
"""How many people a server's board of a week's deals needs for a title."""
WEEK_WON = EarnedTitle(
    game=None,
    name=say("Week of deals won"),
    how=say(
        "Have the most points from a week's daily deals on this server, among at least {least}"
        " people.",
        least=LEAST,
    ),
)


def titles_of(
    honours: Sequence[Honours], games: Games, board: str, *, won_week: bool = False
) -> tuple[EarnedTitle, ...]:
    """One player's titles, of a game or (`ALL`) of all; first wins, which are common, come last.

    `won_week` says whether they ever won a week's deals.
    """
    earned = [title for honour in honours for title in _of_match(honour, games)]
    earned += [WEEK_WON] if won_week else []
    return tuple(title for title in _all_titles(games, board) if title in earned)


def keyed_titles(games: Games) -> dict[str, EarnedTitle]:
    """Every title that matches bring, by a key that stays the same."""
    first = {f"{key} first win": _first_win(game) for key, game in games.items()}
    others = {
        f"{key} {entry.key}": _title(game, entry.key)
        for key, game in games.items()
        for entry in game.titles
    }
    return first | others


def missing_titles(had: Sequence[EarnedTitle], games: Games, board: str) -> tuple[EarnedTitle, ...]:
    """The titles of one game that can still be earned; none of `ALL`, which would be many."""
    if board == ALL:
        return ()
    return tuple(title for title in _all_titles(games, board) if title not in had)


def rarest_title(titles: Sequence[EarnedTitle], games: Games) -> EarnedTitle | None:
    """The title that stands for a player on a board; none for first wins, which are common."""
    common = [_first_win(game) for game in games.values()]
    return next((title for title in titles if title not in common), None)


def new_titles(
    honours: Sequence[Honours], games: Games, match_id: str
) -> tuple[tuple[int, EarnedTitle], ...]:
    """The titles that players earned for the first time in a match, with each player's id."""
    match = [honour for honour in honours if honour.match_id == match_id]
    results: list[tuple[int, EarnedTitle]] = []
    for honour in match:
        before = [
            earlier
            for earlier in honours
            if earlier.player_id == honour.player_id and earlier.number < honour.number
        ]
        had = titles_of(before, games, honour.game)
        now = titles_of([honour], games, honour.game)
        results += [(honour.player_id, title) for title in now if title not in had]
    return tuple(results)


def _of_match(honours: Honours, games: Games) -> list[EarnedTitle]:
    game = games.get(honours.game)
    if game is None:
        return []
    of_events = [_title(game, title.key) for title in game.titles if title.key in honours.titles]
    return [_first_win(game), *of_events] if honours.place == 1 else of_events


def _all_titles(games: Games, board: str) -> list[EarnedTitle]:
    wanted = games.values() if board == ALL else [games[board]]
    rare = [_title(game, entry.key) for game in wanted for entry in game.titles]
    return [*rare, *([WEEK_WON] if board == ALL else []), *map(_first_win, wanted)]


def _first_win(game: AnyGame) -> EarnedTitle:
    return EarnedTitle(
        game=game,
        name=say("First win: {game}", game=game.info.title),
        how=say("Win a match of {game}.", game=game.info.title),
    )


def _title(game: AnyGame, key: str) -> EarnedTitle:
    definition = next(title for title in game.titles if title.key == key)
    return EarnedTitle(game=game, name=definition.name, how=definition.how, sign=definition.sign)
