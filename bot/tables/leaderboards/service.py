"""A server's leaderboards, as the Discord side uses them.

Nothing is shown of another server, and hidden players are not shown to others. While leaderboards
are turned off, matches are still counted and appear once they are on again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.tables.domain import deal_days
from bot.tables.domain.guild_settings import read_settings
from bot.tables.errors import NoSuchGameError
from bot.tables.leaderboards import errors, views
from bot.tables.leaderboards.counting import Counting
from bot.tables.leaderboards.feed import Feed
from bot.tables.leaderboards.outcomes import leavers_of
from bot.tables.leaderboards.profiles import (
    best_of,
    chances_of,
    change_of,
    curve_of,
    gains_of,
    recent_of,
)
from bot.tables.leaderboards.ratings import fold, strength
from bot.tables.leaderboards.standings import AllSeasons, SeasonStandings, Standings
from bot.tables.leaderboards.titles import (
    LEAST,
    missing_titles,
    new_titles,
    rarest_title,
    titles_of,
)
from bot.tables.ports import Clock
from data.records import leaderboards
from data.records.matches import ELSEWHERE
from data.store import Store
from games import GAMES
from games.core.game import MEDALS, AnyGame

LINES = 10
"""Players on one page of a board."""
LONGEST_NAME = 40
WEEK = 7 * 86_400_000
"""Milliseconds."""


class Leaderboards:
    """Shows boards and keeps them. A board is named by a game's key, or `ALL`."""

    def __init__(self, store: Store, clock: Clock, *, games: Sequence[AnyGame] = GAMES) -> None:
        self._store = store
        self._clock = clock
        self._games = {game.info.key: game for game in games}
        self._counting = Counting(store, self._games)
        self._all_seasons = AllSeasons(store)
        self.feed = Feed(store, clock, self._counting)

    async def page(
        self, guild_id: int, board: str, *, viewer_id: int, season: int | None = None, page: int = 0
    ) -> views.LeaderboardPage:
        """One page of a board; a page beyond the last is the last.

        Without a season it is of the current one, with `EVER` of all seasons together.

        Raises BoardsOffError, NoSuchGameError, NoSuchSeasonError.
        """
        game = self.game(board)
        chosen, standing, is_only = await self._season(guild_id, season)
        size = await standing.size(board)
        pages = max(1, -(-size // LINES))
        page = min(page, pages - 1)
        ratings = await standing.page(board, after=page * LINES, most=LINES)
        viewer = None
        if not await self._store.leaderboards.is_hidden(guild_id, viewer_id):
            viewer = await self._line_of(guild_id, standing, board, viewer_id)
        lines = await self._lines(guild_id, standing, board, ratings, page * LINES)
        return views.LeaderboardPage(
            game=game,
            season=chosen,
            is_only=is_only,
            page=page,
            pages=pages,
            lines=await self._decorated(guild_id, standing, board, lines),
            viewer=viewer,
            next_place=await self._next_place(standing, board, viewer),
            week=await standing.since(board, self._clock.now() - WEEK),
        )

    async def _decorated(
        self, guild_id: int, standing: Standings, board: str, lines: Sequence[views.LeaderboardLine]
    ) -> tuple[views.LeaderboardLine, ...]:
        """Lines with what the last match did, and with each player's rarest title."""
        players = [line.player_id for line in lines]
        latest = await standing.latest(board, players)
        honours = await self._store.leaderboards.honours(guild_id, players)
        decorated: list[views.LeaderboardLine] = []
        for line in lines:
            mark = latest[line.player_id]
            mine = [honour for honour in honours if honour.player_id == line.player_id]
            title = rarest_title(titles_of(mine, self._games, board), self._games)
            decorated.append(line._replace(change=change_of(mark), title=title))
        return tuple(decorated)

    async def _next_place(
        self, standing: Standings, board: str, viewer: views.LeaderboardLine | None
    ) -> views.NextPlace | None:
        """The next medal of a player whose rating is settled; None for the first and for ties."""
        if viewer is None or viewer.is_new or viewer.place == 1:
            return None
        place = min(MEDALS, viewer.place - 1)
        (ahead,) = await standing.page(board, after=place - 1, most=1)
        points = strength(ahead.mu, ahead.sigma).rating - viewer.strength.rating
        return views.NextPlace(place, points) if points else None

    async def profile(
        self,
        guild_id: int,
        board: str,
        *,
        player_id: int,
        name: str,
        viewer_id: int,
        season: int | None = None,
    ) -> views.Profile:
        """A player on a board; `name` is their name for the person who asks.

        Raises BoardsOffError, NoSuchGameError, NoSuchSeasonError, and NothingKnownError for
        another player who hides or has never been rated.
        """
        game = self.game(board)
        chosen, standing, _ = await self._season(guild_id, season)
        hidden = await self._store.leaderboards.is_hidden(guild_id, player_id)
        ratings = await standing.of_player(player_id)
        is_own = player_id == viewer_id
        if not is_own and (hidden or not ratings):
            raise errors.NothingKnownError(name)
        boards = {rating.board for rating in ratings}
        played = await standing.played(board, player_id)
        names = await self._store.people.names(guild_id, (player_id,))
        honours = await self._store.leaderboards.honours(guild_id, (player_id,))
        titles = titles_of(
            honours, self._games, board, won_week=await self._has_won_week(guild_id, player_id)
        )
        missing = missing_titles(titles, self._games, board) if is_own else ()
        return views.Profile(
            player_id=player_id,
            name=names.get(player_id) or name,
            game=game,
            season=chosen,
            is_hidden=hidden,
            line=await self._line_of(guild_id, standing, board, player_id),
            curve=curve_of(played),
            recent=recent_of(played, self._games),
            chances=chances_of(played, self._games),
            games=tuple(entry for entry in self._games.values() if entry.info.key in boards),
            unplayed=tuple(entry for entry in self._games.values() if entry.info.key not in boards),
            records=await self._records(guild_id, standing, board, player_id),
            best=best_of(played, self._games),
            streak=await self._streak(guild_id, player_id) if is_own and game is None else 0,
            titles=titles,
            missing=missing,
            has_board=guild_id != ELSEWHERE,
        )

    async def _records(
        self, guild_id: int, standing: Standings, board: str, player_id: int
    ) -> tuple[views.GameRecord, ...]:
        """A player's record in the game of a board, in all games with `ALL`."""
        records: list[views.GameRecord] = []
        for key, game in self._games.items():
            if board in {leaderboards.ALL, key} and (
                line := await self._line_of(guild_id, standing, key, player_id)
            ):
                gains = gains_of(await standing.played(key, player_id))
                records.append(views.GameRecord(game=game, line=line, gains=gains))
        return tuple(records)

    async def _has_won_week(self, guild_id: int, player_id: int) -> bool:
        monday = deal_days.monday_of(deal_days.first_open(self._clock.now()))
        weeks = await self._store.daily_deals.weeks_won(
            guild_id, player_id, before_day=monday, least=LEAST
        )
        return bool(weeks)

    async def _streak(self, guild_id: int, player_id: int) -> int:
        """How many days in a row a player has finished the deal of the day."""
        zone = read_settings(await self._store.guilds.find(guild_id)).timezone
        days = (await self._store.daily_deals.days_of([player_id]))[player_id]
        return deal_days.streak_of(days, deal_days.day_at(self._clock.now(), zone))

    async def head_to_head(
        self, guild_id: int, *, viewer_id: int, other_id: int, name: str
    ) -> views.HeadToHead:
        """The head-to-head results of the person who asks; `name` is the other player's.

        Raises BoardsOffError, and NothingKnownError if they never met or the other hides.
        """
        await self._check_on(guild_id)
        await self._counting.catch_up(guild_id)
        duels = await self._store.leaderboards.duels(guild_id, viewer_id, other_id)
        hidden = await self._store.leaderboards.is_hidden(guild_id, other_id)
        known = [duel for duel in duels if duel.game in self._games]
        if hidden or not known:
            raise errors.NothingKnownError(name)
        names = await self._store.people.names(guild_id, (viewer_id, other_id))
        return views.HeadToHead(
            name=names.get(viewer_id, ""),
            other_name=names.get(other_id) or name,
            rivalries=tuple(
                views.Rivalry(
                    game=self._games[duel.game],
                    matches=duel.matches,
                    ahead=duel.ahead,
                    behind=duel.behind,
                )
                for duel in known
            ),
        )

    async def outcome(self, guild_id: int, match_id: str) -> views.Outcome:
        """What a finished match changed for its players."""
        left = leavers_of(await self._store.matches.tenures(match_id))
        names = await self._store.people.names(guild_id, left)
        return views.Outcome(
            leavers=tuple(names[player_id] for player_id in left if player_id in names),
            changes=await self.changes(guild_id, match_id),
            titles=await self.titles(guild_id, match_id),
        )

    async def changes(self, guild_id: int, match_id: str) -> tuple[views.RatingChange, ...]:
        """The rating changes of a match, greatest gain first.

        Empty if it is not rated or leaderboards are off.
        """
        if not await self._are_on(guild_id):
            return ()
        await self._counting.catch_up(guild_id)
        marks = [
            row
            for row in await self._store.leaderboards.marks(guild_id, match_id)
            if row.board in self._games
        ]
        players = tuple(mark.player_id for mark in marks)
        names = await self._store.people.names(guild_id, players)
        changes = [
            views.RatingChange(
                player_id=mark.player_id,
                name=names.get(mark.player_id, ""),
                game=self._games[mark.board],
                before=strength(mark.mu_before, mark.sigma_before),
                after=strength(mark.mu, mark.sigma),
            )
            for mark in marks
        ]
        return tuple(sorted(changes, key=lambda change: change.before.rating - change.after.rating))

    async def titles(self, guild_id: int, match_id: str) -> tuple[views.NewTitle, ...]:
        """The titles earned for the first time in a match, without those of hidden players.

        Empty if it is not rated or leaderboards are off.
        """
        if not await self._are_on(guild_id):
            return ()
        await self._counting.catch_up(guild_id)
        honours = await self._store.leaderboards.honours_after(guild_id, match_id)
        earned = new_titles(honours, self._games, match_id)
        names = await self._store.people.names(guild_id, tuple(player for player, _ in earned))
        return tuple(
            views.NewTitle(player_id=player, name=names.get(player, ""), title=title)
            for player, title in earned
        )

    async def seasons(self, guild_id: int) -> tuple[leaderboards.Season, ...]:
        """A server's seasons, the newest first: the current one is there from the start."""
        seasons = await self._store.leaderboards.seasons(guild_id)
        return seasons or (self._first(guild_id),)

    async def new_season(
        self, guild_id: int, name: str | None, *, after: int | None = None
    ) -> leaderboards.Season:
        """Begin a season; matches that finished earlier count in the previous one.

        `after` is the season to end. Raises BadSeasonNameError, and SeasonChangedError if another
        season is open by now.
        """
        name = (name or "").strip() or None
        if name is not None and len(name) > LONGEST_NAME:
            raise errors.BadSeasonNameError(LONGEST_NAME)
        await self._counting.catch_up(guild_id)
        now = self._clock.now()
        if not await self._store.leaderboards.seasons(guild_id):
            # The first season would end unplayed.
            await self._store.leaderboards.new_season(guild_id, None, now)
        begun = await self._store.leaderboards.new_season(guild_id, name, now, after=after)
        if begun is None:
            raise errors.SeasonChangedError
        return begun

    async def last_begun(self, guild_id: int) -> views.Begun:
        """The open season, if it replaced another one; raises NothingToUndoError."""
        await self._counting.catch_up(guild_id)
        season = (await self.seasons(guild_id))[0]
        if season.season == 1:
            raise errors.NothingToUndoError
        counted = await self._store.leaderboards.counted(guild_id, season.season)
        return views.Begun(season, len(counted))

    async def undo_season(self, guild_id: int, season: int) -> leaderboards.Season:
        """Undo the start of a season; returns the season that is open again.

        Matches counted since then move there. Raises NothingToUndoError if this season is not
        open, is the first, or has a reset that must be undone before.
        """
        await self._counting.catch_up(guild_id)
        if not await self._store.leaderboards.undo_season(guild_id, season, fold):
            raise errors.NothingToUndoError
        return (await self.seasons(guild_id))[0]

    async def reset(self, guild_id: int, board: str, *, by: int) -> views.ClearedBoard:
        """Reset a board of the current season; returns how many matches were removed.

        `ALL` resets every board. Raises NoSuchGameError, NothingToResetError.
        """
        game = self.game(board)
        await self._counting.catch_up(guild_id)
        taken = await self._store.leaderboards.reset(
            guild_id, board, fold, by=by, now=self._clock.now()
        )
        if not taken:
            raise errors.NothingToResetError
        return views.ClearedBoard(game, taken)

    async def undo_reset(self, guild_id: int) -> AnyGame | None:
        """Undo the last reset of this season; returns its game, None for all boards.

        Raises NothingToUndoError.
        """
        await self._counting.catch_up(guild_id)
        undone = await self._store.leaderboards.undo_reset(guild_id, fold, self._clock.now())
        if undone is None:
            raise errors.NothingToUndoError
        return self._games.get(undone.board)

    async def hide(self, guild_id: int, player_id: int, *, hidden: bool) -> None:
        """Hide a player on this server's boards, or show them again."""
        await self._store.leaderboards.hide(guild_id, player_id, hidden=hidden)

    def game(self, board: str) -> AnyGame | None:
        """The game of a board, None for the one over all; raises NoSuchGameError."""
        if board == leaderboards.ALL:
            return None
        if board not in self._games:
            raise NoSuchGameError
        return self._games[board]

    async def _season(
        self, guild_id: int, number: int | None
    ) -> tuple[leaderboards.Season, Standings, bool]:
        """The requested season, all its standings, and whether it is the only one."""
        await self._check_on(guild_id)
        await self._counting.catch_up(guild_id)
        seasons = await self.seasons(guild_id)
        is_only = len(seasons) == 1
        if number == leaderboards.EVER:
            return self._ever(seasons), await self._all_seasons.of(guild_id), is_only
        wanted = seasons[0].season if number is None else number
        chosen = next((candidate for candidate in seasons if candidate.season == wanted), None)
        if chosen is None:
            raise errors.NoSuchSeasonError
        return chosen, SeasonStandings(self._store, guild_id, chosen.season), is_only

    @staticmethod
    def _ever(seasons: Sequence[leaderboards.Season]) -> leaderboards.Season:
        """All seasons combined, as an open season."""
        return replace(seasons[-1], season=leaderboards.EVER, name=None, ended_at=None)

    def _first(self, guild_id: int) -> leaderboards.Season:
        """A server's first season, before anything was counted."""
        return leaderboards.Season(
            guild_id=guild_id, season=1, name=None, started_at=self._clock.now()
        )

    async def _are_on(self, guild_id: int) -> bool:
        return read_settings(await self._store.guilds.find(guild_id)).leaderboard

    async def _check_on(self, guild_id: int) -> None:
        if not await self._are_on(guild_id):
            raise errors.BoardsOffError

    async def _lines(
        self,
        guild_id: int,
        standing: Standings,
        board: str,
        ratings: Sequence[leaderboards.Rating],
        after: int,
    ) -> tuple[views.LeaderboardLine, ...]:
        """The ratings after the first `after` of a board, with places; equal scores tie."""
        if not ratings:
            return ()
        names = await self._store.people.names(
            guild_id, tuple(entry.player_id for entry in ratings)
        )
        place = 1 + await standing.better(board, ratings[0].score)
        score = ratings[0].score
        lines: list[views.LeaderboardLine] = []
        for number, rating in enumerate(ratings, start=after + 1):
            if rating.score != score:
                place, score = number, rating.score
            lines.append(_line(place, rating, names))
        return tuple(lines)

    async def _line_of(
        self, guild_id: int, standing: Standings, board: str, player_id: int
    ) -> views.LeaderboardLine | None:
        mine = await standing.of_player(player_id)
        rating = next((entry for entry in mine if entry.board == board), None)
        if rating is None:
            return None
        ahead = await standing.better(board, rating.score)
        names = await self._store.people.names(guild_id, (player_id,))
        return _line(ahead + 1, rating, names)


def _line(
    place: int, rating: leaderboards.Rating, names: Mapping[int, str]
) -> views.LeaderboardLine:
    return views.LeaderboardLine(
        place=place,
        player_id=rating.player_id,
        name=names.get(rating.player_id, ""),
        strength=strength(rating.mu, rating.sigma),
        matches=rating.matches,
        wins=rating.wins,
        podiums=rating.podiums,
        streak=rating.streak,
        best_streak=rating.best_streak,
    )
