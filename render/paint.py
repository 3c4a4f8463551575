"""The entry: pictures of tables, hands, lobbies and results.

A picture is a pure function of what it shows, its size, language and colours: the same input gives
the same bytes, so finished pictures are kept by the digest of their input. Painting takes tens of
milliseconds: callers do it in a worker thread, and a semaphore here lets only one compose.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from threading import BoundedSemaphore

from games.core.game import View
from games.core.tableau import Tableau
from games.core.tableau_text import alt_text
from games.core.text import Reader
from render.alt_text import sentences
from render.canvas import Canvas, Written
from render.engine.avatars import Portraits, digest
from render.engine.cache import PictureCache, shared
from render.engine.display_names import clean
from render.engine.freed_memory import freed
from render.engine.png import png
from render.engine.theme import Size
from render.scenes import Painter, scene
from render.scenes.common import recent_actions as strips
from render.scenes.posters import game_head as heads
from render.scenes.posters import leaderboard as boards
from render.scenes.posters import lobby as lobbies
from render.scenes.posters import podium as podiums
from render.scenes.posters import profile as profiles
from render.scenes.posters.game_head import GameHead
from render.scenes.posters.leaderboard import LeaderboardPoster
from render.scenes.posters.lobby import LobbyPoster
from render.scenes.posters.podium import Podium
from render.scenes.posters.profile import ProfilePoster
from render.subject import USUAL, PictureStyle, Subject, subject_of

_permit = BoundedSemaphore(1)
"""Composing holds the interpreter most of the time: two at once would only keep the event loop
waiting twice as long. Encoding gives it free, and goes on beside the next composing."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: its file, its description, and the log of what stands in it."""

    png: bytes
    alt: str
    width: int
    height: int
    texts: tuple[Written, ...]
    sprites: tuple[str, ...]
    digest: str = ""
    """Names the file: equal files have equal digests."""

    def says(self, words: str) -> bool:
        """Whether a line of the picture was given exactly these words."""
        return any(line.given == words for line in self.texts)


_A_LINE = 300
"""About the bytes that a line of the log takes."""
_pictures: PictureCache[bytes, Picture] = shared(
    0.12, lambda picture: len(picture.png) + _A_LINE * len(picture.texts)
)


def paint_table(
    tableau: Tableau, reader: Reader, view: View | None = None, manner: PictureStyle = USUAL
) -> Picture:
    """The table of a game as the tableau's viewer sees it.

    `reader` holds the plain names of the seats, unescaped. `view` is what hand-made scenes paint
    from where the tableau alone would not tell them enough.
    """
    subject = subject_of(tableau, reader, view, manner)
    return _painted("table", subject, reader, scene(tableau.game).table)


def paint_hand(
    tableau: Tableau, reader: Reader, view: View | None = None, manner: PictureStyle = USUAL
) -> Picture:
    """What the tableau's viewer holds, for their eyes only."""
    subject = subject_of(tableau, reader, view, manner)
    return _painted("hand", subject, reader, scene(tableau.game).hand)


def paint_aftermath(
    tableau: Tableau, reader: Reader, view: View | None = None, manner: PictureStyle = USUAL
) -> Picture | None:
    """What the last move brought (a reckoning), or None where the table itself shows it all."""
    subject = subject_of(tableau, reader, view, manner)
    painter = scene(tableau.game).aftermath(subject)
    return None if painter is None else _painted("aftermath", subject, reader, painter)


def paint_strip(tableau: Tableau, reader: Reader, manner: PictureStyle = USUAL) -> Picture:
    """What just happened at a table, in little pictures, to stand below it."""
    subject = subject_of(tableau, reader, None, manner)
    return _painted("strip", subject, reader, strips.paint)


def paint_lobby(
    lobby: LobbyPoster, reader: Reader, size: Size = Size.STANDARD, portraits: Portraits = ()
) -> Picture:
    """The poster of a table that has not started; portraits are files, by seat."""
    parts = ("lobby", lobby.model_dump_json(), reader.language, size.name, _told_apart(portraits))
    return kept(
        parts,
        lambda: lobbies.paint(lobby, reader, size, portraits),
        lambda: lobbies.describe(lobby, reader),
    )


def _told_apart(portraits: Portraits) -> str:
    return repr([None if one is None else digest(one) for one in portraits])


def paint_game_head(head: GameHead, reader: Reader, size: Size = Size.STANDARD) -> Picture:
    """A game as the list of games shows it."""
    return kept(
        ("game", repr(head), reader.language, size.name),
        lambda: heads.paint(head, reader, size),
        lambda: heads.describe(head, reader),
    )


def paint_podium(
    podium: Podium, reader: Reader, size: Size = Size.STANDARD, portraits: Portraits = ()
) -> Picture:
    """How a match ended; `reader` holds the plain names of the seats, portraits are files."""
    heard = _heard(reader)
    looks = (repr(reader.names), reader.language, size.name, _told_apart(portraits))
    return kept(
        ("podium", podium.model_dump_json(), *looks),
        lambda: podiums.paint(podium, reader, size, portraits),
        lambda: podiums.describe(podium, heard),
    )


def paint_board(board: LeaderboardPoster, reader: Reader, size: Size = Size.STANDARD) -> Picture:
    """One page of a leaderboard."""
    parts = ("board", board.model_dump_json(), reader.language, size.name)
    return kept(
        parts, lambda: boards.paint(board, reader, size), lambda: boards.describe(board, reader)
    )


def paint_profile(
    profile: ProfilePoster,
    reader: Reader,
    size: Size = Size.STANDARD,
    portrait: bytes | None = None,
) -> Picture:
    """One person's rating, facts and last matches; the portrait is a file."""
    looks = (reader.language, size.name, _told_apart([portrait]))
    parts = ("profile", profile.model_dump_json(), *looks)
    return kept(
        parts,
        lambda: profiles.paint(profile, reader, size, portrait),
        lambda: profiles.describe(profile, reader),
    )


def _heard(reader: Reader) -> Reader:
    """The reader for a description: names without control characters, but in any script."""
    names = tuple(clean(name, seat, drawn=False) for seat, name in enumerate(reader.names))
    return Reader(names, reader.language, reader.catalogue)


def _painted(kind: str, subject: Subject, reader: Reader, painter: Painter) -> Picture:
    heard = _heard(reader)
    tableau = subject.tableau
    parts = (
        kind,
        tableau.model_dump_json(),
        "" if subject.view is None else subject.view.model_dump_json(),
        repr((heard.names, subject.reader.names)),
        reader.language,
        repr(subject.palette),
        subject.size.name,
        _told_apart(subject.portraits),
    )
    if kind == "strip":
        return kept(parts, lambda: painter(subject), lambda: strips.describe(tableau, heard))
    if kind == "aftermath":
        return kept(parts, lambda: painter(subject), lambda: sentences(tableau.aftermath, heard))
    return kept(parts, lambda: painter(subject), lambda: alt_text(tableau, heard))


def kept(
    parts: tuple[str, ...], painter: Callable[[], Canvas], describe: Callable[[], str]
) -> Picture:
    """The picture of these parts, kept or painted now; `parts` must tell all that it shows."""
    key = hashlib.blake2b("\0".join(parts).encode(), digest_size=20).digest()
    found = _pictures.get(key)
    if found is not None:
        return found
    with _permit:
        canvas, alt = painter(), describe()
    image = canvas.image
    texts, sprites = tuple(canvas.texts), tuple(canvas.sprites)
    file = png(image)
    named = hashlib.blake2b(file, digest_size=12).hexdigest()
    picture = Picture(file, alt, image.width, image.height, texts, sprites, named)
    freed.painted()
    return _pictures.put(key, picture)


def forget() -> None:
    """Drop all finished pictures; benches and tests measure painting, not remembering."""
    _pictures.clear()
