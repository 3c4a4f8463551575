"""One picture of every kind, for the laws about all pictures.

Each game is played with the fewest seats and with the most under every variant, and at night with
the most and no variant. The first match gives pictures of its first move and its end, the second
of its middle and its end; at night each gives more. Then come moments in which much needs room.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from bot.ui.i18n.readers import picture_reader
from games import GAMES
from games.core.game import AnyGame, View, apply
from games.core.options import Options
from games.core.rng import Rng
from games.core.tableau import Tableau
from games.core.text import Reader, speak
from games.dojo import DOJO
from games.dojo.rules.state import State as DojoState
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.notation import cards, position
from games.tomate import TOMATE
from games.tomate.rules.moves import PLAY
from games.tomate.rules.state import State as TomateState
from render import paint
from render.paint import Picture
from render.tools.contact_sheet import NAMES, course, lobby, podium, standings, variants
from tests.games.random_moves import random_move
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
    pages += crowded()
    pages += [Page("standing", f"standing {n}", picture) for n, picture in enumerate(standings())]
    return tuple(pages)


def matches(game: AnyGame) -> Iterator[tuple[AnyGame, int, Options]]:
    """Yield the matches that are painted, with their seats and options."""
    least, most = game.info.seats
    yield game, least, game.options()
    yield game, most, variants(game)
    if THOROUGH:
        yield game, most, game.options()


def crowded() -> Iterator[Page]:
    """Yield pictures in which the most stands that can."""
    for seats in (9, 11, 13):
        reader = Reader(names=[f"Name {seat}" for seat in range(seats)])
        ended = moment_pages(TOMATE, all_played(seats), reader, f"tomate {seats} who all play")
        yield from (page for page in ended if page.kind == "aftermath")
    fight = position("heat", [f"T{number} {MANY}" for number in (4, 9, 2)])
    fight.drawn = [cards("C2 C4 K1 K3 B1")] * 3
    yield from moment_pages(KARATE_TOMATE, fight, Reader(names=NAMES[:3]), "many kinds")
    german = picture_reader("de", ("Ana", "Ben", "Chen", "Dora", "Emil"))
    yield from moment_pages(DOJO, tied(), german, "dojo 5 with a tie")


MANY = "C1 C2 C2 C3 C4 C4 C5 K1 K2 K3 K3 K4 K5 B1 B2 B2 B3 B4"
"""Number cards of Karate Tomate of fourteen kinds."""


def all_played(seats: int) -> TomateState:
    """Return the first end of a hand of Tomate that nobody has passed."""
    rng = Rng(f"all of {seats} play")
    state = TOMATE.setup(seats, TOMATE.options(), rng.branch("deal")).state
    while state.settlement is None:
        seat = min(TOMATE.awaited(state))
        form = TOMATE.prompt(TOMATE.view(state, seat))
        assert form is not None
        plays = form.action("play") is not None
        move = PLAY if plays else random_move(TOMATE, TOMATE.view(state, seat), rng)
        state = apply(TOMATE, state, seat, move).state
    return state


def tied() -> DojoState:
    """Return the end of a match of Dojo with five seats in which trophies broke a tie."""
    for number in range(30):
        rng = Rng(f"tie {number}")
        state = DOJO.setup(5, DOJO.options(), rng.branch("deal")).state
        while awaited := DOJO.awaited(state):
            seat = min(awaited)
            move = random_move(DOJO, DOJO.view(state, seat), rng)
            state = apply(DOJO, state, seat, move).state
        last = DOJO.tableau(DOJO.view(state, None)).last
        if last is not None and "breaking the tie" in speak(last.text, Reader(names=NAMES[:5])):
            return state
    raise AssertionError("no match of thirty was tied")


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
