"""A picture, its table and its description state the same facts."""

import re
from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from games import GAMES
from games.core.game import AnyGame
from games.core.tableau import Token
from games.core.tableau_text import ALT_LIMIT, alt_text, read_stakes, read_table
from games.core.text import SYMBOL, Reader, speak
from games.diced_tomatoes.questions.views import DicedView
from render.engine.display_names import clean, initials
from render.subject import drawable_names, number
from render.tools.contact_sheet import NAMES
from tests.render.album import Page, album, match_pages, matches

ESSENTIAL = 250
"""Characters of a description that every client shows and every screen reader reads."""
LABELS = set("123456")
"""Labels of dojo rows and of empty garden slots, which are not facts."""
NUMBER = re.compile(r"\d+(?:,\d{3})*")
WORD = re.compile(r"(?!I{1,3}$|IV$)[^\W\d_]{2}")
"""At least two letters that are not a Roman numeral."""
BARE = re.compile(r"[-+×±/\d,.\N{MINUS SIGN}]+")
CARDS = ("spanish", "spanish-mini", "veg", "tatami", "tatami-wide", "tatami-tall", "tatami-mini",
         "tomatomat", "die-mini")  # fmt: skip
LAID_OUT = {"karate_tomate", "dojo", "diced_tomatoes"}
"""Games whose tables show every open card of the tableau; others leave out past ones."""


def pages(*kinds: str) -> Iterator[Page]:
    """Yield the pictures of these kinds."""
    return (page for page in album() if page.kind in kinds)


def words_of(page: Page) -> str:
    """Return everything that the page's table says in words."""
    assert page.tableau is not None
    return " ".join(speak(text, page.reader) for text in read_table(page.tableau))


def value(sprite: str) -> str:
    """Return the card or die that a sprite shows, whatever its size and look."""
    return sprite.split(" ", maxsplit=1)[0].partition(":")[2]


def tokens(page: Page, *, hand: bool = True) -> Iterator[Token]:
    """Yield the tokens on the page's table."""
    assert page.tableau is not None
    table = page.tableau
    zones = [*table.centre, *(zone for panel in table.seats for zone in panel.zones)]
    yield from (token for zone in zones for token in zone.tokens)
    if hand:
        yield from (token for zone in table.hand for token in zone.tokens)


def test_no_number_is_painted_that_is_not_told() -> None:
    """Every number in a picture is told by its table's words or counts answers."""
    for page in pages("table", "hand", "aftermath"):
        assert page.view is not None
        lines = set(NUMBER.findall(words_of(page))) | LABELS
        lines |= {str(page.view.awaiting.answered), str(page.view.awaiting.of)}
        codes = initials(drawable_names(page.reader.names, len(page.reader.names)))
        bare = [line.given for line in page.picture.texts if BARE.fullmatch(line.given)]
        shown = {item for text in bare if text not in codes for item in NUMBER.findall(text)}
        assert shown <= lines, page.name


def test_the_table_names_everybody_and_their_points() -> None:
    """A table writes every seat's name and points."""
    for page in pages("table"):
        assert page.tableau is not None
        for panel in page.tableau.seats:
            assert page.picture.says(clean(page.reader.names[panel.seat], panel.seat))
            assert panel.points is None or page.picture.says(number(panel.points.value, "en"))


def test_no_card_is_painted_that_is_not_told() -> None:
    """Every open card or die in a picture is open in the same viewer's tableau.

    Slots of Diced Tomatoes show what a vine was worth as a die; the tableau tells it in words.
    """
    seen = 0
    for page in pages("table", "hand"):
        shown = {value(name) for name in page.picture.sprites if name.partition(":")[0] in CARDS}
        text = {value(token.sprite) for token in tokens(page)} | {"used"}
        assert shown <= text, page.name
        seen += len(shown)
    assert seen > 200


def test_no_open_card_of_the_table_is_left_out() -> None:
    """Every open card of the tableau is painted on its table; a track may be shown elsewhere."""
    for page in pages("table"):
        assert page.tableau is not None
        if page.tableau.game not in LAID_OUT:
            continue
        drawn = {value(name) for name in page.picture.sprites}
        if isinstance(page.view, DicedView):
            drawn |= {f"red-{worth}" for track in page.view.tracks for _, worth in track}
        open_cards = {
            value(token.sprite)
            for token in tokens(page, hand=False)
            if token.sprite.partition(":")[0] in CARDS
        }
        assert open_cards <= drawn, page.name


def test_every_picture_is_described() -> None:
    """Each description fits an attachment and ends with a finished sentence."""
    for page in album():
        assert 0 < len(page.picture.alt) <= ALT_LIMIT
        assert page.picture.alt[-1] in ".!?…"


@pytest.mark.parametrize("name", ["", "W" * 32])
def test_the_essentials_come_first(name: str) -> None:
    """A description's first 250 characters say whose turn it is and, usually, what is at stake."""
    for page in pages("table"):
        assert page.tableau is not None
        reader = Reader(names=[name or each_name for each_name in page.reader.names])
        first = alt_text(page.tableau, reader)[:ESSENTIAL]
        assert speak(page.tableau.headline, reader) in first, page.name
        if not name:
            assert speak(read_stakes(page.tableau)[0], reader) in first, page.name


class Marked(NullTranslations):
    """A catalogue that marks every translated word, so that untranslated ones stand out."""

    def gettext(self, message: str) -> str:
        return " ".join(f"¿{word}" for word in message.split(" "))

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return self.gettext(singular if n == 1 else plural)

    def pgettext(self, context: str, message: str) -> str:
        return message if context == SYMBOL else self.gettext(message)


@pytest.mark.usefixtures("sketched")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_word_of_a_picture_follows_the_language(game: AnyGame) -> None:
    """Words in pictures and descriptions are translated, and players' names are not."""
    played = next(iter(matches(game)))
    reader = Reader(tuple(f"#{seat + 1}" for seat in range(played[1])), "de", Marked())
    seen = 0
    for page in match_pages(*played, reader):
        words = [line.given for line in page.picture.texts if WORD.search(line.given)]
        assert [word for word in words if "¿" not in word and word not in NAMES] == [], page.name
        assert page.picture.alt.startswith("¿")
        seen += len(words)
    assert seen
