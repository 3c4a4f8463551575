"""The entry: paint pictures of tables, hands, lobbies and results.

A picture is a pure function of its content, size, language and colours: the same input gives the
same pixels. Callers paint in a thread, and a semaphore lets only one compose at a time.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import BoundedSemaphore
from typing import Any, ParamSpec

from games.core.game import View
from games.core.names import plain_name
from games.core.tableau import Tableau
from games.core.tableau_text import ALT_LIMIT, alt_text, read_head, read_seats
from games.core.text import Reader, Text
from render.alt_text import sentences
from render.canvas import Canvas, Written
from render.clip import unveiled
from render.composing import composed, encoded
from render.engine import theme
from render.engine.avatars import Portraits
from render.engine.display_names import clean
from render.engine.theme import Size
from render.scenes import scene
from render.scenes.common import callouts, decisions, replays
from render.scenes.game_scene import Painter
from render.scenes.posters.legend import LegendPoster
from render.scenes.posters.poster import Poster
from render.subject import (
    USUAL,
    DecisionFrame,
    LessonFrame,
    PictureStyle,
    ReplayFrame,
    Subject,
    drawable_names,
    subject_of,
)

P = ParamSpec("P")
_permit = BoundedSemaphore(1)
"""Composing holds the interpreter lock most of the time. Two at once would only delay the event
loop twice as long. Encoding releases the lock, and runs beside the next composing.
"""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: its file, its alt text, and the log of its words and sprites."""

    png: bytes
    alt: str
    width: int
    height: int
    texts: tuple[Written, ...]
    sprites: tuple[str, ...]
    digest: str = ""
    """Names the file: equal pictures have equal digests."""
    moving: bytes = b""
    """The file of its moving version, if it has one."""

    def says(self, words: str) -> bool:
        """Tell whether a line of the picture is exactly these words."""
        return any(line.given == words for line in self.texts)


def paint_table(
    tableau: Tableau, reader: Reader, view: View | None = None, style: PictureStyle = USUAL
) -> Picture:
    """Paint the table of a game as the tableau's viewer sees it.

    `reader` holds the plain names of the seats, unescaped. `view` is for hand-made scenes that need
    more than the tableau.
    """
    subject = subject_of(tableau, reader, view, style)
    public = subject.tableau.model_copy(update={"hand": ()})
    return _painted(lambda: alt_text(public, _heard(reader)), scene(tableau.game).table, subject)


def paint_hand(
    tableau: Tableau,
    reader: Reader,
    view: View | None = None,
    style: PictureStyle = USUAL,
    *,
    filled: Mapping[str, Any] | None = None,
) -> Picture:
    """Paint the hand of the tableau's viewer, for that viewer only, with what it has filled in."""
    subject = replace(subject_of(tableau, reader, view, style), filled=filled or {})
    return _painted(
        lambda: alt_text(subject.tableau, _heard(reader)), scene(tableau.game).hand, subject
    )


def paint_aftermath(
    tableau: Tableau,
    reader: Reader,
    view: View | None = None,
    style: PictureStyle = USUAL,
    *,
    moves: bool = False,
) -> Picture | None:
    """Paint the result of the last move (a reckoning); None if the table itself shows it all.

    With `moves` there is a moving version too, if the game has one.
    """
    painter = scene(tableau.game).aftermath(view)
    if painter is None:
        return None
    subject = subject_of(tableau, reader, view, style)
    shown = subject.tableau
    # Where it stands for the table, the rest of the table follows.
    rest = (*read_head(shown), *read_seats(shown)) if stands_alone(shown) else ()
    texts = (*shown.aftermath, *rest)
    picture = _painted(lambda: sentences(texts, _heard(reader)), painter, subject)
    steps = scene(tableau.game).steps
    if not moves or not steps:
        return picture
    return replace(picture, moving=moving_version(subject, painter, steps))


def paint_lesson(
    tableau: Tableau,
    reader: Reader,
    view: View,
    lesson: LessonFrame,
    style: PictureStyle = USUAL,
    *,
    filled: Mapping[str, Any] | None = None,
) -> Picture:
    """Paint the hand of a lesson's question, or what its answer brought, with the labels on it."""
    usual = subject_of(tableau, reader, view, style)
    subject = replace(usual, lesson=lesson, filled=filled or {})
    game_scene = scene(tableau.game)
    outcome = game_scene.aftermath(view) if lesson.is_answer else None
    heard = _heard(reader)
    words = sentences([lesson.title, *lesson.labels.values()], heard)
    rest = alt_text(tableau, heard) if outcome is None else sentences(tableau.aftermath, heard)
    painter = outcome or game_scene.hand
    return _painted(lambda: f"{words} {rest}", _framed, callouts.drawn_on, painter, subject)


def paint_decision(
    tableau: Tableau,
    reader: Reader,
    view: View,
    decision: DecisionFrame,
    style: PictureStyle = USUAL,
) -> Picture:
    """Paint the hand at a decision, with the answer that was given and a better one."""
    subject = replace(subject_of(tableau, reader, view, style), decision=decision)

    def described() -> str:
        heard = _heard(reader)
        words = sentences(decisions.sentences_of(subject), heard)
        return f"{words} {alt_text(tableau, heard, ALT_LIMIT - len(words) - 1)}"

    return _painted(described, _framed, decisions.drawn_on, scene(tableau.game).hand, subject)


def paint_replay(
    tableau: Tableau, reader: Reader, view: View, replay: ReplayFrame, style: PictureStyle = USUAL
) -> Picture:
    """Paint a step: a seat's hand, else what the step brought, else the table; and its frame."""
    game_scene = scene(tableau.game)
    outcome = game_scene.aftermath(view) if tableau.viewer is None else None
    if outcome is not None:
        replay = replay._replace(events=(), hands=())  # the picture shows them
    is_last = replay.step == replay.last
    is_hand = tableau.viewer is not None and not is_last
    painter = outcome or (game_scene.hand if is_hand else game_scene.table)
    subject = replace(subject_of(tableau, reader, view, style), replay=replay)

    def described() -> str:
        heard = _heard(reader)
        words = sentences(replays.sentences_of(subject), heard)
        rest = ALT_LIMIT - len(words) - 1
        if outcome is not None:
            return f"{words} {sentences(tableau.aftermath, heard, rest)}"
        return f"{words} {alt_text(tableau, heard, rest)}"

    return _painted(described, _framed, replays.drawn_on, painter, subject)


def _framed(
    frame: Callable[[Canvas, Subject], Canvas], painter: Painter, subject: Subject
) -> Canvas:
    return frame(painter(subject), subject)


def moving_version(subject: Subject, painter: Painter, steps: int) -> bytes:
    """Return the file of the steps to a picture."""
    palette = replace(subject.palette, colours="")
    small = replace(subject, size=Size.SMALL, palette=palette)
    with _permit:
        *shown, whole = [painter(replace(small, step=step)).image for step in (*range(steps), None)]
    return unveiled(shown, whole)


def has_outcome(game: str, view: View) -> bool:
    """Whether what the last move brought fills a picture of its own."""
    return scene(game).aftermath(view) is not None


def stands_alone(tableau: Tableau) -> bool:
    """Whether the aftermath stands for the table too, because a screen has no room for both."""
    return scene(tableau.game).replaces_table


def hand_grown(game: str, view: View) -> float:
    """By which part of its width a hand is higher than usual, as its player can answer nothing."""
    return scene(game).grown(view) / theme.WIDTH


def paint_tables(
    tableau: Tableau,
    reader: Reader,
    view: View | None = None,
    style: PictureStyle = USUAL,
    *,
    goes_on: bool = True,
    moves: bool = False,
) -> dict[str, Picture]:
    """Paint the public table, and what the last move did where that is a picture of its own.

    Some of the latter stand for the table too while the match goes on.
    """
    brought = paint_aftermath(tableau, reader, view, style, moves=moves)
    if brought is not None and goes_on and stands_alone(tableau):
        return {"table": brought}
    pictures = {"table": paint_table(tableau, reader, view, style)}
    if brought is not None:
        pictures["aftermath"] = brought
    return pictures


def paint_poster(
    poster: Poster, reader: Reader, size: Size = Size.STANDARD, portraits: Portraits = ()
) -> Picture:
    """Paint a poster; `reader` holds the plain names of the seats, portraits are files."""
    names = drawable_names(reader.names, len(reader.names))
    drawn = replace(reader, names=names, escape=lambda name: clean(name, 0))
    return _painted(lambda: poster.describe(_heard(reader)), poster.paint, drawn, size, portraits)


def legend_poster(game: str, title: Text) -> LegendPoster:
    """Return the legend of a game: every sign of its pictures, with the words for it."""
    return LegendPoster(game, title, scene(game).signs)


def deck_poster(game: str) -> Poster | None:
    """Return the cards or dice of a game with their names; None for a draft without a scene."""
    return scene(game).deck


def _heard(reader: Reader) -> Reader:
    """Return the reader for an alt text: names without control characters, but in any script."""
    names = tuple(clean(name, seat, drawn=False) for seat, name in enumerate(reader.names))
    return replace(reader, names=names, escape=plain_name)


def _painted(
    describe: Callable[[], str], painter: Callable[P, Canvas], *content: P.args, **named: P.kwargs
) -> Picture:
    """Return the picture that `painter` makes of its content."""
    with _permit:
        canvas, alt = painter(*content, **named), describe()
        rows = composed(canvas)
    texts, sprites = tuple(canvas.texts), tuple(canvas.sprites)
    file, digest = encoded(rows)
    return Picture(file, alt, *canvas.pixels, texts, sprites, digest)
