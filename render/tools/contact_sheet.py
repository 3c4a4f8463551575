"""Sheets with every kind of picture, and their parts, at the sizes at which people see them.

    python -m render.tools.contact_sheet [FOLDER] [WHAT ...]

Matches of all games are played, so the sheets show real situations. After every change, look at
those at 350 and 400 pixels: anything hard to see is too small. WHAT are beginnings of names:
"dojo" or "tomate-05"; without any, all sheets are written.
"""

import io
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from PIL import Image

from games import FULL_GAMES, GAMES
from games.core.ai.memory import NO_MEMORY, Level
from games.core.game import AnyGame, Result, apply
from games.core.options import Options, option_fields
from games.core.rng import Rng
from games.core.text import Reader, Text, say, symbol
from games.core.values import Seat
from render import paint
from render.canvas import Canvas
from render.engine import theme
from render.engine.png import png
from render.paint import Picture
from render.scenes import wanted
from render.scenes.posters import daily, profile
from render.scenes.posters.leaderboard import ROWS, BoardRow, LeaderboardPoster
from render.scenes.posters.lobby import LobbyPoster, LobbySeat
from render.scenes.posters.podium import Podium
from render.scenes.posters.stickers import EarnedSticker
from render.scenes.posters.tournament import MOST, StandingLine, TournamentCover, TournamentPoster
from render.subject import USUAL, PictureStyle
from render.tools.colour_vision import VISIONS
from render.tools.pages import PageStyle, pages

STYLES = (
    PageStyle(1200, 2),
    PageStyle(400, 4),
    PageStyle(350, 4),
    *(PageStyle(350, 4, vision) for vision in VISIONS[1:]),
)
"""As painted, in a client, on a phone, and on a phone as colour-blind people see it."""
NAMES = (
    "Lola", "Mateo_92", "Зоя", "Grandmaster Tomatillo", "Ana", "Señor Ñandú", "Bo",
    "xX_Slicer_Xx_2nd", "Ingrid", "Tomás", "محمد", "Kei", "Anaïs",
)  # fmt: skip
_LONGEST = 3000
"""Number of moves after which a match is abandoned."""
_LABEL = theme.Style(theme.ROUND, 20, 14)
_CELL, _UNDER, _ABOVE = 16, 34, 30
_DAY = 86_400_000
_SEASON = symbol("Season 3")
_READER = Reader()


def main(folder: Path, chosen: tuple[str, ...]) -> None:
    """Write the sheets whose names begin with a chosen word, or all."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, pictures in subjects():
        if chosen and not name.startswith(chosen):
            continue
        images = list(pictures)
        for style in STYLES:
            for number, page in enumerate(pages(images, style), start=1):
                path = folder / f"{name}-{style.name}-{number}.png"
                path.write_bytes(png(page))
        print(f"{name}: {len(images)} pictures")  # noqa: T201  # a command line tool speaks there


def subjects() -> Iterator[tuple[str, Iterator[Image.Image]]]:
    """Return every sheet by name; its pictures are painted on request."""
    yield "sprites", sprites()
    yield "standings", map(_image, standings())
    for game in GAMES:
        least, most = game.info.seats
        for seats in range(least, most + 1):
            name = f"{game.info.key}-{seats:02}"
            yield name, map(_image, match(game, seats, game.options()))
        yield f"{game.info.key}-variants", map(_image, match(game, most, variants(game)))


def _image(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png))


def sprites() -> Iterator[Image.Image]:
    """Return a picture for each family, each sprite at the smallest size in use."""
    least: dict[str, tuple[float, float]] = {}
    for thing in wanted():
        if isinstance(thing.what, str):
            least[thing.what] = min(thing.size, least.get(thing.what, thing.size))
    for _, family in groupby(sorted(least), lambda name: name.partition(":")[0]):
        yield _family([(name, *least[name]) for name in family])


def _family(things: list[tuple[str, float, float]]) -> Image.Image:
    """Draw sprites in lines, each above its name."""
    wide = max(126, *(width for _, width, _ in things)) + _CELL
    high = max(height for *_, height in things) + _UNDER + _CELL
    across = max(1, int((theme.WIDTH - 2 * theme.MARGIN) // wide))
    lines = -(-len(things) // across)
    canvas = Canvas(round(2 * _ABOVE + lines * high), theme.PLUM)
    for place, (name, width, height) in enumerate(things):
        x = theme.MARGIN + place % across * wide + wide / 2
        y = _ABOVE + place // across * high
        canvas.sprite(name, (x - width / 2, y), (width, height))
        spot = (x, y + height + _UNDER / 2)
        canvas.write(name, spot, _LABEL, theme.TEXT_SOFT, align="middle", room=wide - 8)
    return canvas.image


def standings(reader: Reader = _READER) -> Iterator[Picture]:
    """Paint leaderboards, profiles, daily deals and tournaments, full ones and empty ones."""
    game = FULL_GAMES[0]
    for settled, new in ((5, 2), (ROWS, 0), (0, 3), (0, 0)):
        rows = tuple(_board_row(place, game) for place in (*range(settled), *range(11, 11 + new)))
        board = LeaderboardPoster(
            title=game.info.title, season=_SEASON, rows=rows, week=14, since_ms=_DAY * 272,
            game=game.info.key,
        )  # fmt: skip
        yield paint.paint_poster(board, reader)
    for game in FULL_GAMES:
        yield paint.paint_poster(_profile(game), reader)
    yield paint.paint_poster(_whole_profile(), reader)
    yield paint.paint_poster(profile.ProfilePoster(name="Bo", season=_SEASON), reader)
    for number, game in enumerate(FULL_GAMES):
        yield paint.paint_poster(_daily_deal(game, number), reader)
    for count, game in zip((MOST, 5, 0), FULL_GAMES, strict=False):
        lines = tuple(_standing(place) for place in range(count))
        subtitle = symbol("after round 3 of 3")
        poster = TournamentPoster(
            title=game.info.title, subtitle=subtitle, rows=lines, game=game.info.key
        )
        yield paint.paint_poster(poster, reader)
    lost = Podium(
        game="diced_tomatoes", title=symbol("Diced Tomatoes"), ranking=((0,),), points=(0,),
        out=(0,), progress=(5, 6), minutes=9, reason=symbol("The dice ran out."),
    )  # fmt: skip
    yield paint.paint_poster(lost, replace(reader, names=NAMES[:1]))
    for game, ranking in zip(FULL_GAMES, (((0,), (1,), (2,), (3,), (4,)), ((0, 1),)), strict=False):
        yield paint.paint_poster(_cup_end(game, ranking), replace(reader, names=NAMES[:5]))
    for game, count in zip(FULL_GAMES, (9, 0, 64), strict=False):
        yield paint.paint_poster(_cover(game, count), reader)


def _cup_end(game: AnyGame, ranking: tuple[tuple[Seat, ...], ...]) -> Podium:
    count = sum(map(len, ranking))
    return Podium(
        game=game.info.key, title=symbol("Friday cup"), ranking=ranking,
        points=tuple(280 - 40 * (seat - seat % 2) for seat in range(count)),
        headline=symbol("Lola wins the tournament."), people=12,
        reason=symbol(f"Friday cup: {game.info.key}."),
        rounds=tuple((1 + seat % 3, 1, 4 - seat % 4) for seat in range(count)),
    )  # fmt: skip


def _cover(game: AnyGame, people: int) -> TournamentCover:
    return TournamentCover(
        name=symbol("Friday cup"), game=game.info.key, title=game.info.title,
        starts="2026-11-27T20:30", zone="UTC+1", table_size=4, rounds=3,
        length=(60, 90) if people else symbol("1 day"),
        people=tuple(NAMES[index % len(NAMES)] for index in range(people)), most=64,
        present=40 if people > 40 else None,
    )  # fmt: skip


def _board_row(place: int, game: AnyGame) -> BoardRow:
    titles = (_stickers(game)[0], None, None, _stickers(game)[-1])
    return BoardRow(
        place=place + 1, name=NAMES[place % len(NAMES)], rating=1_480 - 61 * place,
        change=(21, -8, 12, 63, 0)[place % 5], matches=max(140 - 12 * place, 14 - place),
        wins=60 - 5 * place, title=titles[place % 4], is_viewer=place == 3,
    )  # fmt: skip


def _standing(place: int) -> StandingLine:
    return StandingLine(
        place=1 + place - place % 3 // 2, name=NAMES[place % len(NAMES)],
        points=max(0, 300 - 21 * place), firsts=max(0, 3 - place),
        places=(1 + place // 5, 1 + place % 4, place % 5),
    )  # fmt: skip


def _profile(game: AnyGame) -> profile.ProfilePoster:
    rng = Rng(game.info.key)
    rating, curve = 1000, []
    for match_number in range(30):
        curve.append(
            profile.RatingPoint(when_ms=_DAY * 3 * match_number, rating=rating, spread=150)
        )
        rating += rng.choice((-34, -11, 16, 42))
    facts = tuple(
        profile.Fact(label=symbol(label), value=symbol(f"{len(label)}"))
        for label in ("podiums", "best streak", "luck")
    )
    return profile.ProfilePoster(
        name="Grandmaster Tomatillo", season=_SEASON, matches=30, wins=8, game=game.info.key,
        games=(_record(game, 30),), facts=facts, curve=tuple(curve), best=_best(game),
        titles=_stickers(game),
    )  # fmt: skip


def _whole_profile() -> profile.ProfilePoster:
    """A player with every title, who is new to one game."""
    records = tuple(_record(game, 33 - 6 * number) for number, game in enumerate(FULL_GAMES))
    titles = tuple(title for game in FULL_GAMES for title in _stickers(game))
    return profile.ProfilePoster(
        name="Ana", season=_SEASON, matches=105, wins=31, streak=12, titles=titles,
        games=records, best=_best(FULL_GAMES[-1]),
    )  # fmt: skip


def _record(game: AnyGame, matches: int) -> profile.GameRow:
    return profile.GameRow(
        game=game.info.key, title=game.info.title, matches=matches, place=1 + matches // 3,
        rating=900 + 9 * matches, gains=(42, -11, 16, 0, -34, 8),
    )  # fmt: skip


def _stickers(game: AnyGame) -> tuple[EarnedSticker, ...]:
    return tuple(
        EarnedSticker(game=game.info.key, name=title.name, sign=title.sign) for title in game.titles
    )


def _best(game: AnyGame) -> profile.BestMatch:
    return profile.BestMatch(title=game.info.title, when_ms=_DAY * 90, of=5, change=42)


def _daily_deal(game: AnyGame, number: int) -> daily.DailyPoster:
    """A deal before it is played, as its result, in a channel, or as a week, in turn."""
    rounds, title = (4, 3, 8, 1, 5)[number % 5], symbol("Daily deal")
    has_result, is_shared = number % 2 == 1, number % 4 == 2
    margins = tuple((number + index * 3) % 7 - 3 for index in range(rounds))
    rows = [
        daily.DealRow(
            name=NAMES[seat], margins=margins[: rounds - seat // 2], streak=seat * 5,
            rank=seat + 1 if has_result else None, points=40 - 21 * seat if has_result else None,
            is_over=seat < 2 or has_result, is_playing=seat >= 2 and not has_result,
        )
        for seat in range(daily.ROWS)
    ]  # fmt: skip
    week = daily.OwnWeek(streak=number + 1, finished=(True, True, False) + (False,) * 4, today=2)
    return daily.DailyPoster(
        game=game.info.key, title=game.info.title, caption=title, date=symbol("Thu, Nov 26"),
        rounds=rounds, rows=tuple(rows), of=daily.ROWS, result=rows[1] if has_result else None,
        week=None if is_shared else week, longest=tuple(rows[1:]) if is_shared else (),
    )  # fmt: skip


def variants(game: AnyGame) -> Options:
    """Return options with every switch on and every choice at its last value."""
    last = {
        field.name: True if field.kind == "flag" else field.choices[-1][0]
        for field in option_fields(game.options)
        if field.kind != "number"
    }
    agreed: Options = game.options.model_validate(last)
    return agreed


def match(
    game: AnyGame, seats: int, options: Options, style: PictureStyle = USUAL
) -> Iterator[Picture]:
    """Paint the lobby, the match whenever its table looks different, and the end."""
    yield paint.paint_poster(lobby(game, seats), Reader())
    reader = Reader(names=NAMES[:seats])
    seen: set[str] = set()
    state: Any = None
    for state in course(game, seats, options):
        awaited = sorted(game.awaited(state))
        sign = _sign(game, state, awaited)
        if sign not in seen:
            seen.add(sign)
            yield from _pictures(game, state, reader, style)
    result = game.result(state)
    if result is not None:
        yield paint.paint_poster(podium(game, result), reader)


def course(game: AnyGame, seats: int, options: Options) -> Iterator[Any]:
    """Yield the states of a match that is mostly played well, and sometimes at random."""
    rng = Rng(f"sheet {seats}")
    state = game.setup(seats, options, rng.fork("deal")).state
    for number in range(_LONGEST):
        yield state
        awaited = sorted(game.awaited(state))
        if not awaited:
            return
        seat = rng.choice(awaited)
        move = game.policy(game.view(state, seat), NO_MEMORY, Level.NORMAL, rng.fork(str(number)))
        if number % 3 == 0:
            move = rng.choice(list(game.moves(state, seat)))
        state = apply(game, state, seat, move).state


def lobby(game: AnyGame, seats: int) -> LobbyPoster:
    """Return a lobby that waits for one more player."""
    info = game.info
    taken = tuple(
        LobbySeat(name=NAMES[seat], host=seat == 0, level=say("normal") if seat == 2 else None)
        for seat in range(seats - 1)
    )
    return LobbyPoster(
        game=info.key, title=info.title, tagline=info.tagline, seats=taken, least=info.seats[0],
        most=seats, minutes=info.minutes, options=_agreed(game)[: seats % 4],
    )  # fmt: skip


def _agreed(game: AnyGame) -> tuple[Text, ...]:
    """Return a few changed options for a poster."""
    fields = option_fields(game.options)
    return tuple(
        say("{option}: {value}", option=field.title, value=field.shown(field.default))
        for field in fields
    )


def podium(game: AnyGame, result: Result) -> Podium:
    """Return the podium of an ended match."""
    return Podium(
        game=game.info.key, title=game.info.title, ranking=result.ranking, points=result.points,
        reason=result.reason, headline=result.headline,
    )  # fmt: skip


def _sign(game: AnyGame, state: Any, awaited: list[Seat]) -> str:
    """Return the kind of situation: the question, how full the table is, the last events."""
    prompt = game.prompt(game.view(state, awaited[0])) if awaited else None
    asked = prompt.actions[0].kind if prompt is not None else ""
    tableau = game.tableau(game.view(state, None))
    full = max((len(zone.tokens) for zone in tableau.centre), default=0)
    return f"{asked} {full // 4} {len(tableau.aftermath) > 1}"


def _pictures(game: AnyGame, state: Any, reader: Reader, style: PictureStyle) -> Iterator[Picture]:
    """Paint the table, the aftermath, and the hand of a seat that must answer."""
    view = game.view(state, None)
    tableau = game.tableau(view)
    yield paint.paint_table(tableau, reader, view, style)
    after = paint.paint_aftermath(tableau, reader, view, style)
    if after is not None:
        yield after
    for seat in sorted(game.awaited(state))[:1]:
        mine = game.view(state, seat)
        yield paint.paint_hand(game.tableau(mine), reader, mine, style)


if __name__ == "__main__":
    arguments = sys.argv[1:] or ["sheets"]
    main(Path(arguments[0]), tuple(arguments[1:]))
