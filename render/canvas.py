"""The canvas that scenes paint on; it also logs the words and sprites it was given.

Scenes use the pixels of a design 1200 wide; the canvas scales them. Everything pasted is a cached
tile, sprite or label, so a warm picture is composed in milliseconds. The log lets a test compare a
picture with the facts of its view.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Literal, NamedTuple

from PIL import Image

from render.engine import shapes, text
from render.engine.avatars import digest, portrait
from render.engine.cache import PictureCache, shared
from render.engine.raster import rgb
from render.engine.shapes import Box
from render.engine.sprite_image import Sprite, cut, finished
from render.engine.theme import TEXT, WIDTH, Palette, Size, Style
from render.sprites import PLAIN, Look, sprite

Spot = tuple[float, float]
Align = Literal["left", "middle", "right"]


class Written(NamedTuple):
    """A line of text as given, and its place in the picture."""

    given: str
    drawn: str
    at: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Left, top, right and bottom of its ink, in pixels of the picture."""
    size: int = 0
    """Of the font, in pixels of the picture."""
    colour: str = TEXT


class Fixed(NamedTuple):
    """A box or a sprite that is in every picture of a kind: painted into the ground once."""

    what: Box | str
    at: Spot
    size: Spot = (0, 0)
    look: Look = PLAIN


class PaintedPart(NamedTuple):
    """A finished part of a picture with its log."""

    image: Image.Image
    texts: tuple[Written, ...]
    sprites: tuple[str, ...]


_parts: PictureCache[Hashable, PaintedPart] = shared(
    1000, lambda part: 4 * part.image.width * part.image.height
)
_grounds: PictureCache[Hashable, Sprite] = shared(3000, lambda made: made.size)


class Canvas:
    """One picture while it is painted; not shared between threads."""

    def __init__(
        self,
        height: int,
        palette: Palette,
        size: Size = Size.STANDARD,
        fixed: tuple[Fixed, ...] = (),
        on: Image.Image | None = None,
    ) -> None:
        """Begin with the bare ground, or with a picture that the canvas then owns."""
        self.palette = palette
        self.zoom = size.value
        self.height = height
        self.texts: list[Written] = []
        self.sprites: list[str] = []
        self._kind = (height, palette, size, fixed)
        self._left = self._top = 0  # the offset of `image` while a part is painted
        whole = (0, 0, round(WIDTH * self.zoom), self._px(height))
        self.image = on or self._bare_piece(whole)

    def _px(self, length: float) -> int:
        return round(length * self.zoom)

    def box(self, at: Spot, box: Box) -> None:
        """Paste a rounded box with its corner at `at`."""
        self._paste(shapes.tile(box.zoomed(self.zoom)), at)

    def sprite(self, name: str, at: Spot, size: Spot, look: Look = PLAIN) -> None:
        """Paste a sprite of this size; `at` is the corner of its frame before turning."""
        self.sprites.append(name if look.tint == "plain" else f"{name} {look.tint}")
        if self.zoom != 1.0:
            frame, shadow = round(look.frame * self.zoom), look.shadow * self.zoom
            look = look._replace(frame=frame, shadow=shadow)
        self._paste(sprite(name, self._px(size[0]), self._px(size[1]), look), at)

    def write(
        self,
        words: str,
        at: Spot,
        style: Style,
        colour: str = TEXT,
        *,
        align: Align = "left",
        room: float | None = None,
    ) -> float:
        """Write one line with its capitals centred on the height of `at`; return its width.

        With `room` it shrinks as far as its style allows, and is then cut.
        """
        size, drawn = style.size, words
        if room is not None:
            drawn, size = text.fit(drawn, style, int(room))
        pixels = self._px(size)
        label = text.label(drawn, style.face, pixels)
        start = self._px(at[0])
        if align == "middle":
            start -= label.width // 2
        elif align == "right":
            start -= label.width
        left = start + label.left
        top = self._px(at[1]) + (text.cap_height(style.face, pixels) + 1) // 2 + label.top
        width, height = label.mask.size
        ink = (left, top, left + width, top + height)
        self.texts.append(Written(words, drawn, ink, pixels, colour))
        x, y = left - self._left, top - self._top
        self.image.im.paste(rgb(colour), (x, y, x + width, y + height), label.mask.im)
        return label.width / self.zoom

    def portrait(self, data: bytes, centre: Spot, radius: float) -> bool:
        """Paste a portrait cut to a disc; return False if it is no valid picture."""
        made = portrait(data, self._px(2 * radius))
        if made is None:
            return False
        self.sprites.append(f"portrait:{digest(data)}")
        self._paste(made, (centre[0] - radius, centre[1] - radius))
        return True

    def stain(self, mask: Image.Image, at: Spot, colour: str) -> None:
        """Colour the picture through a mask of its own pixels, with its corner at `at`."""
        left, top = self._px(at[0]) - self._left, self._px(at[1]) - self._top
        self.image.paste(rgb(colour), (left, top), mask)

    def part(self, key: Hashable, at: Spot, size: Spot, painter: Callable[[], None]) -> None:
        """Paste a part of the picture straight onto the bare ground; `key` must name all that it
        shows.

        A part that was painted before is pasted from the cache, and its log is repeated: most seats
        look the same after a move. Pixels outside of the part are always cut off.
        """
        whole = (self._kind, at, size, key)
        left, top = self._px(at[0]), self._px(at[1])
        part = _parts.get(whole)
        if part is None:
            box = (left, top, left + self._px(size[0]), top + self._px(size[1]))
            part = _parts.put(whole, self._part(box, painter))
        self.image.paste(part.image, (left, top))
        self.texts += part.texts
        self.sprites += part.sprites

    def _part(self, box: tuple[int, int, int, int], painter: Callable[[], None]) -> PaintedPart:
        """Paint on a copy of a piece of the bare ground, so that nothing else is affected."""
        mine = self.image, self.texts, self.sprites
        self.image, self.texts, self.sprites = self._bare_piece(box), [], []
        self._left, self._top = box[:2]
        painter()
        part = PaintedPart(self.image, tuple(self.texts), tuple(self.sprites))
        self._left = self._top = 0
        self.image, self.texts, self.sprites = mine
        return part

    def _bare_piece(self, box: tuple[int, int, int, int]) -> Image.Image:
        """Return a copy of a piece of the bare ground."""
        left, top, right, bottom = box
        piece = Image.new("RGB", (right - left, bottom - top), None)
        for x, y, image, _, width, height in _ground(*self._kind).pieces:
            at = (x - left, y - top)
            piece.im.paste(image.im, (*at, at[0] + width, at[1] + height))
        return piece

    def _paste(self, thing: Sprite, at: Spot) -> None:
        left, top = self._px(at[0]) - self._left, self._px(at[1]) - self._top
        # A picture has some fifty pieces. Pillow's own `paste` checks its arguments each time,
        # which takes longer than the pixels. These are always loaded, and RGBA is its own mask.
        paste = self.image.im.paste
        for x, y, image, is_opaque, width, height in thing.pieces:
            box = (left + x, top + y, left + x + width, top + y + height)
            core = image.im
            if is_opaque:
                paste(core, box)
            else:
                paste(core, box, core)


def _ground(height: int, palette: Palette, size: Size, fixed: tuple[Fixed, ...]) -> Sprite:
    """Return the picture before anything variable is on it; it is shared, so paint on a copy."""
    kind = (height, palette, size, fixed)
    kept = _grounds.get(kind)
    if kept is not None:
        return kept
    return _grounds.put(kind, finished(f"ground {kind!r}", lambda: cut(_bare(*kind), 0, 0)))


def _bare(height: int, palette: Palette, size: Size, fixed: tuple[Fixed, ...]) -> Image.Image:
    from render.engine.pixels import ground  # noqa: PLC0415 - loads numpy

    wide, high = round(WIDTH * size.value), round(height * size.value)
    canvas = Canvas(height, palette, size, on=ground(wide, high, palette.top, palette.bottom))
    for what, at, measures, look in fixed:
        if isinstance(what, str):
            canvas.sprite(what, at, measures, look)
        else:
            canvas.box(at, what)
    return canvas.image
