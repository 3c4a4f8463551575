"""Sprites: every drawn thing on a table, by name, at its exact final size, kept once made.

A name is `family:value`, the same that a tableau uses ("spanish:12E", "back:spanish"). A sprite is
a shared image: nothing may draw on it. Making one costs milliseconds and opens files, so `warm`
makes the usual ones before the bot starts.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Literal, NamedTuple

from PIL import Image

from render.sprites import spanish
from render.sprites.raster import dimmed, framed, greyed, raster, shadowed, turned
from render.sprites.tokens import TOKENS
from render.theme import GOLD

ICONS = Path(__file__).parent.parent / "assets" / "icons"
_BYTES_KEPT = 96 * 1024 * 1024

Tint = Literal["plain", "dim", "grey"]


class Look(NamedTuple):
    """What is done to a sprite after it was drawn."""

    tint: Tint = "plain"
    ground: str = "#000000"
    """What "dim" and "grey" sink towards."""
    turn: float = 0.0
    """Degrees clockwise."""
    shadow: float = 0.0
    """Blur of the shadow in pixels; 0 for none."""
    frame: int = 0
    """Width of a golden frame around it in pixels; 0 for none."""


PLAIN = Look()


class Sprite(NamedTuple):
    """A finished image; (`left`, `top`) lead from the place asked for to its corner."""

    image: Image.Image
    left: int
    top: int


class UnknownSpriteError(KeyError):
    """No family draws a sprite of this name."""


def _icon(name: str) -> str:
    return (ICONS / f"{name}.svg").read_text(encoding="utf-8")


def _token(name: str) -> str:
    return TOKENS[name]()


_BACKS = {
    "spanish": ("#23765C", "#12503E", "#8FD3B4"),
    "tomato": ("#C4342B", "#8B1D18", "#FFB3A6"),
    "night": ("#3A4A82", "#1E2A57", "#A9B8F0"),
}


def _back(name: str) -> str:
    return spanish.back(*_BACKS[name])


_FAMILIES: dict[str, Callable[[str], str]] = {
    "spanish": spanish.card,
    "spanish-mini": spanish.mini,
    "suit": spanish.suit_alone,
    "back": _back,
    "icon": _icon,
    "token": _token,
}
_RATIOS = {"spanish": 1.5, "spanish-mini": 1.4, "back": 1.5}


def drawing(name: str) -> str:
    """The SVG of a sprite; a name without a family is a token's.

    Raises UnknownSpriteError when nothing draws it.
    """
    family, _, value = name.rpartition(":")
    try:
        return _FAMILIES[family or "token"](value)
    except (KeyError, ValueError, OSError) as error:
        raise UnknownSpriteError(name) from error


class _Known:
    """Which names can be drawn, asked for each token of a tableau: remembered."""

    def __init__(self) -> None:
        self._answers: dict[str, bool] = {}

    def __call__(self, name: str) -> bool:
        answer = self._answers.get(name)
        if answer is None:
            try:
                drawing(name)
                answer = True
            except UnknownSpriteError:
                answer = False
            if len(self._answers) < 4096:
                self._answers[name] = answer
        return answer


known = _Known()


def ratio(name: str) -> float:
    """Height by width of a family's sprites."""
    return _RATIOS.get(name.partition(":")[0], 1.0)


def for_width(name: str, width: float) -> str:
    """The name of the drawing to use at this width: small cards have a simpler face."""
    if width < 100 and name.startswith("spanish:"):
        return "spanish-mini:" + name.removeprefix("spanish:")
    return name


class _Sprites:
    """Finished sprites, the most recently used of them, bounded by their bytes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, int, Look], Sprite] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, name: str, width: int, height: int, look: Look) -> Sprite:
        key = (name, width, height, look)
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        made = _make(name, width, height, look)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self._bytes += _size(made)
            while self._bytes > _BYTES_KEPT:
                _, dropped = self._kept.popitem(last=False)
                self._bytes -= _size(dropped)
        return made


def _size(sprite: Sprite) -> int:
    return sprite.image.width * sprite.image.height * 4


def _make(name: str, width: int, height: int, look: Look) -> Sprite:
    scale = 2 if look.turn else 1
    image = raster(drawing(name), width * scale, height * scale)
    if look.tint == "dim":
        image = dimmed(image, look.ground)
    elif look.tint == "grey":
        image = greyed(image, look.ground)
    if look.frame:
        image = framed(image, look.frame * scale, GOLD)
    left = top = -look.frame
    if look.turn:
        image = turned(image, look.turn)
        left, top = (width - image.width) // 2, (height - image.height) // 2
    if look.shadow:
        image, margin = shadowed(image, look.shadow, round(look.shadow * 0.6), 0.42)
        left, top = left - margin, top - margin
    return Sprite(image, left, top)


_sprites = _Sprites()


def sprite(name: str, width: int, height: int, look: Look = PLAIN) -> Sprite:
    """The sprite of this name at this size; raises UnknownSpriteError for an unknown name."""
    return _sprites.get(name, width, height, look)
