"""The deals of a day and of a week as values for their scene."""

from collections.abc import Sequence

from babel.dates import format_skeleton

from bot.tables.competitions.daily_boards import BoardLine
from bot.tables.competitions.daily_deals import DealView, PostView, WeekView
from bot.tables.domain import deal_days
from bot.ui.i18n.catalogues import known_language
from data.records.daily_deals import Attempt
from games.core.text import Text, say, symbol
from render.scenes.posters.daily import ROWS, DailyPoster, DealRow, OwnWeek

DAILY, WEEKLY = say("Daily deal"), say("This week's deals")
YESTERDAY = say("Yesterday's best")


def deal_scene(deal: DealView, viewer_id: int, name: str, language: str) -> DailyPoster:
    """A deal as this person sees it: before an attempt, or with its result."""
    lines = [line for line in deal.lines if line.player_id != viewer_id]
    place = next((line for line in deal.lines if line.player_id == viewer_id), None)
    own = _own(deal, place, name)
    if own.points is not None:
        rows = _around([_row(line, viewer_id) for line in deal.lines if line.rank], own)
    else:
        takes_part = deal.own is not None or deal.is_open or deal.is_deleted
        rows = [own] if takes_part else []
        rows += [_row(line, viewer_id) for line in lines]
    today = deal.day - deal_days.monday_of(deal.day)
    monday = deal_days.monday_of(deal.day)
    finished = tuple(monday + day in deal.week for day in range(deal_days.WEEK))
    return _poster(
        deal,
        rows,
        language,
        result=own if own.points is not None else None,
        of=sum(line.rank is not None for line in deal.lines),
        week=OwnWeek(streak=deal.streak, finished=finished, today=today),
    )


def shared_scene(deal: DealView, own: Attempt, name: str, language: str) -> DailyPoster:
    """Somebody's result for everybody: its squares, and nothing about the deal."""
    line = next((line for line in deal.lines if line.attempt.match_id == own.match_id), None)
    row = _own(deal, line, name).model_copy(update={"is_viewer": False})
    of = sum(line.rank is not None for line in deal.lines)
    return _poster(deal, (), language, result=row, of=of)


def post_scene(post: PostView, language: str) -> DailyPoster:
    """A deal for everybody in a server: the latest to finish, or the best of an ended day.

    Until somebody begins, the rows are yesterday's best.
    """
    lines = sorted(
        post.deal.lines or post.best,
        key=lambda line: (line.rank or 1 << 62, line.attempt.ended_at or 1 << 62),
    )
    shown = lines[-ROWS:] if post.deal.is_open else lines[:ROWS]
    longest = tuple(_row(line, None) for line in post.streaks[:3])
    scene = _poster(post.deal, [_row(line, None) for line in shown], language, longest=longest)
    return scene.model_copy(update={"heading": YESTERDAY if post.best else None})


def week_scene(week: WeekView, game_key: str, viewer_id: int, language: str) -> DailyPoster:
    """What everybody's deals of a week are worth together, in the colours of a game."""
    rows = [
        DealRow(
            name=line.name,
            rank=line.rank,
            points=line.total.total,
            is_over=True,
            is_viewer=line.total.player_id == viewer_id,
        )
        for line in week.lines
    ]
    mine = next((row for row in rows if row.is_viewer), None)
    return DailyPoster(
        game=game_key,
        title=WEEKLY,
        caption=DAILY,
        date=_date(week.monday, language),
        rounds=0,
        rows=tuple(rows if mine is None else _around(rows, mine)),
        has_totals=True,
    )


def date_text(day: int, language: str) -> Text:
    """A day as people write it shortly: "Thu, Nov 26"."""
    locale = known_language(language)
    return symbol(format_skeleton("MMMEd", deal_days.date_of(day), locale=locale))


_date = date_text


def _poster(
    deal: DealView,
    rows: Sequence[DealRow],
    language: str,
    *,
    result: DealRow | None = None,
    of: int = 0,
    week: OwnWeek | None = None,
    longest: tuple[DealRow, ...] = (),
) -> DailyPoster:
    info = deal.game.info
    return DailyPoster(
        game=info.key,
        title=info.title,
        caption=DAILY,
        date=_date(deal.day, language),
        rounds=info.deal_rounds * info.round_parts,
        rows=tuple(rows[:ROWS]),
        result=result,
        of=of,
        week=week,
        longest=longest,
    )


def _own(deal: DealView, line: BoardLine | None, name: str) -> DealRow:
    attempt = deal.own
    if attempt is None:
        return DealRow(name=name, is_over=deal.is_spent, is_viewer=True)
    return DealRow(
        name=name,
        margins=attempt.margins,
        rank=None if line is None else line.rank,
        points=None if attempt.place is None else attempt.points,
        is_over=attempt.settled_at is not None,
        is_playing=attempt.settled_at is None,
        is_viewer=True,
    )


def _row(line: BoardLine, viewer_id: int | None) -> DealRow:
    attempt = line.attempt
    return DealRow(
        name=line.name,
        margins=attempt.margins,
        rank=line.rank,
        points=None if line.rank is None else attempt.points,
        is_over=attempt.settled_at is not None,
        is_playing=attempt.settled_at is None,
        streak=0 if line.rank else line.streak,
        is_viewer=line.player_id == viewer_id,
    )


def _around(rows: Sequence[DealRow], own: DealRow) -> list[DealRow]:
    """The best rows and one's own, in their order."""
    index = next((number for number, row in enumerate(rows) if row.is_viewer), None)
    if index is None or index < ROWS:
        return list(rows[:ROWS]) or [own]
    return [*rows[: ROWS - 1], rows[index]]
