"""Pictures and a film for the page of an app directory, in the language of a reader.

Real matches are played by bots, always the same ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.readers import plain_reader
from bot.ui.pictures.attachments import game_strip
from games import FULL_GAMES
from games.core.ai.memory import NO_MEMORY, Level
from games.core.game import AnyGame, apply
from games.core.rng import Rng
from games.core.text import Reader, Text, say
from render import paint
from render.engine import theme
from render.engine.png import png
from render.scenes.posters.podium import Podium
from render.slides import SlideImage, film, painted_slide

PICTURES = 5
"""How many of the film's slides are pictures too: the first ones."""
_NAMES = ("Ana", "Ben", "Chen", "Dora")


class Slide(NamedTuple):
    """What one slide says, and whose picture it shows."""

    headline: Text
    claim: Text
    game: str = ""
    turn: int = 0
    """Which question of the first seat is shown; the end of the match if it is 0."""


SLIDES = (
    Slide(say("Five games, one command"), say("Type /play in any channel. No sign-up.")),
    Slide(
        say("Your cards, your eyes only"),
        say("Your hand is private. The table is for everyone."),
        "tomate",
        7,
    ),
    Slide(
        say("Tonight, or all week"),
        say("Live clocks, slow clocks, and bots for empty seats."),
        "karate_tomate",
        6,
    ),
    Slide(
        say("Learn in two minutes"),
        say("Short lessons, hints for every move, and reviews."),
        "dojo",
        6,
    ),
    Slide(
        say("Every match has a story"),
        say("Ratings, titles, replays, and clips to share."),
        "diced_tomatoes",
    ),
    Slide(
        say("One deal a day"),
        say("Three minutes, the same cards for everyone, and a streak."),
        "tomatomat",
        4,
    ),
    Slide(
        say("Made for everyone"),
        say("Every picture in words, every button as a command."),
        "diced_tomatoes",
        9,
    ),
    Slide(say("Add it, type /play"), say("No privileged intent. Reads no messages.")),
)


def slides(reader: Reader) -> Iterator[SlideImage]:
    """Paint all slides of the film; the first ones are the pictures."""
    reader = replace(reader, names=_NAMES)
    for slide in SLIDES:
        picture = _shown(slide, reader)
        yield painted_slide(slide.headline, slide.claim, picture, slide.game, reader)


def publish(folder: Path) -> Iterator[str]:
    """Write pictures and film of each language into its folder, and yield what is done.

    Raises OSError.
    """
    for language in languages():
        shown, place = list(slides(plain_reader(language))), folder / language
        place.mkdir(parents=True, exist_ok=True)
        for number, picture in enumerate(pictures(shown), 1):
            (place / f"{number}.png").write_bytes(picture)
        (place / "film.avi").write_bytes(film(shown))
        yield f"{place} has {PICTURES} pictures and a film."


def pictures(shown: Sequence[SlideImage]) -> list[bytes]:
    """Return the first slides as PNG files."""
    return [png(image) for image in shown[:PICTURES]]


def _shown(slide: Slide, reader: Reader) -> bytes:
    if not slide.game:
        strip = game_strip(FULL_GAMES)
        return paint.paint_poster(strip, reader, theme.Size.LARGE).png
    game = next(game for game in FULL_GAMES if game.info.key == slide.game)
    state = _state(game, slide.turn)
    if slide.turn:
        view = game.view(state, 0)
        return paint.paint_hand(game.tableau(view), reader, view).png
    result = game.result(state)
    assert result is not None  # the match was played to its end
    podium = Podium(
        game=game.info.key,
        title=game.info.title,
        ranking=result.ranking,
        points=result.points,
        headline=result.headline,
        reason=result.reason,
    )
    return paint.paint_poster(podium, reader, theme.Size.LARGE).png


def _state(game: AnyGame, turn: int) -> object:
    """Play a match until the first seat is asked for the n-th time, or with 0 to its end."""
    rng = Rng("store")
    state = game.setup(len(_NAMES), game.options(), rng.fork("deal")).state
    asked = 0
    while awaited := sorted(game.awaited(state)):
        asked += awaited[0] == 0
        if turn and asked == turn:
            break
        seat = awaited[0]
        fork = rng.fork(f"{asked} {seat} {len(awaited)}")
        move = game.policy(game.view(state, seat), NO_MEMORY, Level.NORMAL, fork)
        state = apply(game, state, seat, move).state
    return state
