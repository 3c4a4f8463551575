"""Sprites: every drawn thing on a table, by name, at its exact final size, cached.

A name is `family:value`, the same as in a tableau ("spanish:12E", "back:spanish"). A sprite is a
shared image: never draw on it. Making one takes milliseconds and opens files, so sprites are also
cached on disk.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import Image

from render.disk.part import PixelPart, file_part
from render.disk.part_cache import current
from render.engine import raster, sprite_image
from render.engine.cache import PictureCache, shared
from render.engine.theme import GOLD
from render.sprites import diced_tomatoes, dojo, karate_tomate, tomate, tomatomat
from render.sprites.tokens import TOKENS
from render.sprites.turned import UPRIGHT, Upright, around, turned, upright_of, upright_part

ICONS = Path(__file__).parent.parent / "assets" / "icons"

Tint = Literal["plain", "dim", "grey"]


class Look(NamedTuple):
    """Effects on a sprite after it is drawn."""

    tint: Tint = "plain"
    ground: str = "#000000"
    """The colour that "dim" and "grey" fade towards."""
    turn: float | None = None
    """Degrees clockwise for a card in a fan, which may be 0; None for everything else."""
    shadow: float = 0.0
    """Blur of the shadow in pixels; 0 for none."""
    frame: int = 0
    """Width of a golden frame around it in pixels; 0 for none."""


PLAIN = Look()


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
    if name == "tatami":
        return dojo.back()
    if name in tomatomat.BACKS:
        return tomatomat.back(tomatomat.BACKS[name])
    return tomate.back(*_BACKS[name])


_FAMILIES: dict[str, Callable[[str], str]] = {
    "spanish": tomate.card,
    "spanish-mini": tomate.mini,
    "suit": tomate.suit_alone,
    "back": _back,
    "icon": _icon,
    "token": _token,
    "die": diced_tomatoes.die,
    "die-mini": diced_tomatoes.mini,
    "garden": diced_tomatoes.garden,
    **dojo.FAMILIES,
    **karate_tomate.FAMILIES,
    **tomatomat.FAMILIES,
}
_RATIOS = {
    "spanish": 1.5,
    "spanish-mini": 1.4,
    "back": 1.5,
    **dojo.RATIOS,
    **karate_tomate.RATIOS,
    **tomatomat.RATIOS,
}


def drawing(name: str) -> str:
    """Return the SVG of a sprite; a name without a family is a token's.

    Raises UnknownSpriteError if nothing draws it.
    """
    family, _, value = name.rpartition(":")
    try:
        return _FAMILIES[family or "token"](value)
    except (KeyError, ValueError, OSError) as error:
        raise UnknownSpriteError(name) from error


class _Known:
    """Remembers which names can be drawn, because every token of a tableau asks."""

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
    """Return height by width of a family's sprites."""
    return _RATIOS.get(name, _RATIOS.get(name.partition(":")[0], 1.0))


def for_width(name: str, width: float) -> str:
    """Return the name of the drawing for this width: small cards have a simpler face."""
    if width < 100 and name.startswith("spanish:"):
        return "spanish-mini:" + name.removeprefix("spanish:")
    return name


_sprites: PictureCache[tuple[str, int, int, Look], sprite_image.Sprite] = shared(
    lambda made: made.size
)
_cards: PictureCache[tuple[str, int, int, Look], sprite_image.Sprite] = shared(
    lambda made: made.size
)
"""Turned cards, without shadow and frame."""
_uprights: PictureCache[tuple[str, int, int], Upright] = shared(lambda made: made.size)


def _drawn(name: str, width: int, height: int) -> Image.Image:
    """Return a drawing before effects.

    Drawing is slow and holds the interpreter lock; reading the file takes a tenth of the time.
    """
    made = current().part(
        f"drawing {(name, width, height)!r}",
        lambda: file_part(raster.draw(drawing(name), width, height)),
    )
    return raster.pixels(made.pixels, width, height)


def _tinted(image: Image.Image, look: Look) -> Image.Image:
    if look.tint == "plain":
        return image
    return (raster.dimmed if look.tint == "dim" else raster.greyed)(image, look.ground)


def _make(name: str, width: int, height: int, look: Look) -> PixelPart:
    image = _tinted(_drawn(name, width, height), look)
    if look.frame:
        image = raster.framed(image, look.frame, GOLD)
    left, top = (width - image.width) // 2, (height - image.height) // 2
    if look.shadow:
        image, margin = raster.shadowed(image, look.shadow, round(look.shadow * 0.6), 0.42)
        left, top = left - margin, top - margin
    return sprite_image.cut(image, left, top)


def sprite(name: str, width: int, height: int, look: Look = PLAIN) -> sprite_image.Sprite:
    """Return the sprite of this name at this size; raises UnknownSpriteError."""
    if look.turn is not None:
        return _turned(name, width, height, look, look.turn)
    key = (name, width, height, look)
    cached = _sprites.get(key)
    if cached is not None:
        return cached
    made = sprite_image.finished(f"sprite {key!r}", lambda: _make(name, width, height, look))
    return _sprites.put(key, made)


def _turned(name: str, width: int, height: int, look: Look, turn: float) -> sprite_image.Sprite:
    large, size = max(width, UPRIGHT), (width, height)
    upright = _upright(name, large, round(large * height / width))
    ground = PLAIN.ground if look.tint == "plain" else look.ground
    bare = Look(look.tint, ground, turn or None)
    key = (name, width, height, bare)
    card = _cards.get(key) if turn else sprite(*key)
    if card is None:
        plain = _cards.get((name, width, height, Look(turn=turn)))
        image, left, top = (
            sprite_image.joined(plain) if plain else turned(upright.image, size, turn)
        )
        card = _cards.put(
            key, sprite_image.sprite_of(sprite_image.cut(_tinted(image, look), left, top))
        )
    if look.frame or look.shadow:
        rim = around(upright, size, turn, (look.frame, look.shadow))
        (top, bottom), (above, below) = card.rows, rim.rows
        rows = min(top, above), max(bottom, below)
        return sprite_image.Sprite((*rim.pieces, *card.pieces), card.size, rows)
    return card


def _upright(name: str, width: int, height: int) -> Upright:
    key = (name, width, height)
    cached = _uprights.get(key)
    if cached is not None:
        return cached
    part = current().part(f"upright {key!r}", lambda: upright_part(_drawn(name, width, height)))
    return _uprights.put(key, upright_of(part))
