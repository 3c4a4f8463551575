"""One picture of every kind, for the laws about all pictures.

Each game is played with the fewest seats and with the most under every variant, and at night with
the most and no variant. The first match gives pictures of its first move and its end, the second
of its middle and its end; at night each gives more.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from games import GAMES
from games.core.game import AnyGame, View
from games.core.options import Options
from games.core.tableau import Tableau
from games.core.text import Reader
from render import paint
from render.paint import Picture
from render.tools.contact_sheet import NAMES, course, lobby, podium, standings, variants
from tests.support.sampling import THOROUGH


class Page(NamedTuple):
    """A picture with what it was painted from."""

    kind: str
    """Table, hand, aftermath, lobby, podium or standing."""
    name: str
    picture: Picture
    tableau: Tableau | None = None
    view: View | None = None
    reader: Reader = Reader()


@cache
def album() -> tuple[Page, ...]:
    """Every page, painted once."""
    pages = [page for game in GAMES for match in matches(game) for page in match_pages(*match)]
    pages += [Page("standing", f"standing {n}", picture) for n, picture in enumerate(standings())]
    return tuple(pages)


def matches(game: AnyGame) -> Iterator[tuple[AnyGame, int, Options]]:
    """Yield the matches that are painted, with their seats and options."""
    least, most = game.info.seats
    yield game, least, game.options()
    yield game, most, variants(game)
    if THOROUGH:
        yield game, most, game.options()


def match_pages(
    game: AnyGame, seats: int, options: Options, text: Reader | None = None
) -> Iterator[Page]:
    """Yield the pictures of one match, for the usual reader or this one."""
    states = list(course(game, seats, options))
    reader = text or Reader(names=NAMES[:seats])
    name = f"{game.info.key} {seats}"
    last = len(states) - 1
    some = (1, last) if options == game.options() else (last // 2, last)
    for number in (1, last // 2, last - 1, last) if THOROUGH else some:
        yield from moment_pages(game, states[number], reader, f"{name} after {number}")
    yield Page("lobby", name, paint.paint_poster(lobby(game, seats), reader), reader=reader)
    result = game.result(states[-1])
    if result is not None:
        picture = paint.paint_poster(podium(game, result), reader)
        yield Page("podium", name, picture, reader=reader)


def moment_pages(game: AnyGame, state: object, reader: Reader, name: str) -> Iterator[Page]:
    """Yield a moment's public pictures, and the hand of the first awaited seat."""
    view = game.view(state, None)
    tableau = game.tableau(view)
    table = paint.paint_table(tableau, reader, view)
    yield Page("table", name, table, tableau, view, reader)
    after = paint.paint_aftermath(tableau, reader, view)
    if after is not None:
        yield Page("aftermath", name, after, tableau, view, reader)
    for seat in sorted(game.awaited(state))[:1] or [0]:
        own = game.view(state, seat)
        mine = game.tableau(own)
        yield Page("hand", name, paint.paint_hand(mine, reader, own), mine, own, reader)
