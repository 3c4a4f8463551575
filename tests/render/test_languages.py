"""Pictures are translated into every language and have room for its words."""

import pytest

from bot.ui.i18n.catalogues import ENGLISH, languages
from bot.ui.i18n.readers import plain_reader
from games import GAMES
from games.core.game import AnyGame
from render import paint
from render.engine.text import ELLIPSIS
from render.paint import Picture
from render.tools.contact_sheet import NAMES as SHEETS
from render.tools.contact_sheet import standings
from tests.render.support import Moment, match

NAMES = ("Ana", "Ben", "Chen", "Dora", "Ed", "Fee", "Gil", "Hana", "Ida", "Jo", "Kim", "Lu", "Mo")
LONGEST = 400
TAKEN = 5
"""How many moments of a match are painted."""

everywhere = pytest.mark.parametrize("language", languages()[1:])
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)


def painted(moment: Moment, language: str) -> list[Picture]:
    """Return the table and an awaited seat's hand in this language."""
    reader = plain_reader(language, NAMES[: moment.seats])
    viewer = moment.awaited[0] if moment.awaited else 0
    return [
        paint.paint_table(moment.tableau(), reader, moment.view()),
        paint.paint_hand(moment.tableau(viewer), reader, moment.view(viewer)),
    ]


@pytest.mark.usefixtures("sketched")
@everywhere
@every_game
def test_words_are_not_cut(game: AnyGame, language: str) -> None:
    """In a full match with short names, no word of a picture is cut."""
    moments = list(match(game, game.info.seats[1], most=LONGEST))
    taken = moments[:: max(1, len(moments) // TAKEN)]
    lines = [line for moment in taken for item in painted(moment, language) for line in item.texts]

    assert [
        line for line in lines if line.drawn.endswith(ELLIPSIS) and line.drawn != line.given
    ] == []


@pytest.mark.usefixtures("sketched")
@everywhere
def test_words_of_posters_are_not_cut(language: str) -> None:
    """On boards, profiles, deals and tournaments, only names are cut."""
    lines = [line for poster in standings(plain_reader(language)) for line in poster.texts]

    assert [
        line.given
        for line in lines
        if line.drawn.endswith(ELLIPSIS) and line.drawn != line.given and line.given not in SHEETS
    ] == []


@everywhere
def test_pictures_change_with_the_language(language: str) -> None:
    """In another language, the same moment has a different picture and description."""
    moment = next(iter(match(GAMES[0], 4)))
    text, english = painted(moment, language), painted(moment, ENGLISH)

    assert all(line.png != other.png for line, other in zip(text, english, strict=True))
    assert all(wording.alt != other.alt for wording, other in zip(text, english, strict=True))
