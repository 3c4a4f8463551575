"""The canvas that scenes draw on: a list of cached tiles, sprites and labels, each in its place.

Scenes use the pixels of a design 1200 wide; the canvas scales them. Two pictures of a table have
most of their rows in common, so only the others need to be painted. The log of words and sprites
lets a test compare a picture with the facts of its view.
"""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Literal, NamedTuple

from PIL import Image

from render.disk.part import PixelPart
from render.engine import shapes, text, theme
from render.engine.avatars import digest, portrait
from render.engine.cache import PictureCache, shared
from render.engine.raster import rgb
from render.engine.shapes import Box
from render.engine.sprite_image import Sprite, cut, finished
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
    colour: str = theme.TEXT


class Fixed(NamedTuple):
    """A box or a sprite of one size, which can be drawn in advance."""

    what: Box | str
    at: Spot
    size: Spot = (0, 0)
    look: Look = PLAIN


class Drawn(NamedTuple):
    """One thing on a picture, not yet painted."""

    key: Hashable
    """Names its pixels and their place: things with equal keys look the same."""
    top: int
    bottom: int
    """Its first row, and the first row below it."""
    paint: Callable[[Image.Image, int], None]
    """Paints it on rows of the picture; the number is the first of them."""


_grounds: PictureCache[Hashable, Sprite] = shared(lambda made: made.size)
_LIT = 640
"""Rows of a design where its ground is lit and fades; below, it has one colour."""


class Canvas:
    """One picture while it is put together; not shared between threads.

    It only lists what is drawn. Its pixels are painted in rows, when they are needed.
    """

    def __init__(
        self, height: int, palette: theme.Palette, size: theme.Size = theme.Size.STANDARD
    ) -> None:
        """Begin with the bare ground."""
        self.palette = palette
        self.zoom = size.value
        self.height = height
        self.texts: list[Written] = []
        self.sprites: list[str] = []
        self.spots: list[Fixed] = []
        """Every sprite in its place."""
        self.pixels = (round(theme.WIDTH * self.zoom), self._px(height))
        self._kind = (palette, size)
        self._drawn: list[Drawn] = []

    @property
    def bottom(self) -> float:
        """The end of the lowest thing that is drawn."""
        return max((layer.bottom for layer in self._drawn), default=0) / self.zoom

    def extend(self, height: int) -> None:
        """Make the picture taller."""
        self.height, self.pixels = height, (self.pixels[0], self._px(height))

    def _px(self, length: float) -> int:
        return round(length * self.zoom)

    def box(self, spot: Spot, box: Box) -> None:
        """Paste a rounded box with its corner at `at`."""
        box = box.zoomed(self.zoom)
        self._paste(box, shapes.tile(box), spot)

    def sprite(self, name: str, spot: Spot, size: Spot, look: Look = PLAIN) -> None:
        """Paste a sprite of this size; `at` is the corner of its frame before turning."""
        self.sprites.append(name if look.tint == "plain" else f"{name} {look.tint}")
        self.spots.append(Fixed(name, spot, size, look))
        if self.zoom != 1.0:
            frame, shadow = round(look.frame * self.zoom), look.shadow * self.zoom
            look = look._replace(frame=frame, shadow=shadow)
        key = (name, self._px(size[0]), self._px(size[1]), look)
        self._paste(key, sprite(*key), spot)

    def place(self, *things: Fixed) -> None:
        """Paste things of one size in their places."""
        for what, spot, size, look in things:
            if isinstance(what, str):
                self.sprite(what, spot, size, look)
            else:
                self.box(spot, what)

    def write(
        self,
        words: str,
        spot: Spot,
        style: theme.Style,
        colour: str = theme.TEXT,
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
        start = self._px(spot[0])
        if align == "middle":
            start -= label.width // 2
        elif align == "right":
            start -= label.width
        left = start + label.left
        top = self._px(spot[1]) + (text.cap_height(style.face, pixels) + 1) // 2 + label.top
        width, height = label.mask.size
        ink = (left, top, left + width, top + height)
        self.texts.append(Written(words, drawn, ink, pixels, colour))
        key = (drawn, style.face, pixels, colour, left, top)
        paint = partial(_colour, label.mask, colour, (left, top))
        self._drawn.append(Drawn(key, top, top + height, paint))
        return label.width / self.zoom

    def portrait(self, data: bytes, centre: Spot, radius: float) -> bool:
        """Paste a portrait cut to a disc; return False if it is no valid picture."""
        side = self._px(2 * radius)
        made = portrait(data, side, self.palette.colours)
        if made is None:
            return False
        self.sprites.append(f"portrait:{digest(data)}")
        key = (self.sprites[-1], side)
        self._paste(key, made, (centre[0] - radius, centre[1] - radius))
        return True

    def stain(self, mask: Image.Image, spot: Spot, colour: str) -> None:
        """Colour the picture through a mask of its own pixels, with its corner at `at`."""
        left, top = self._px(spot[0]), self._px(spot[1])
        key = (digest(mask.tobytes()), mask.size, colour, left, top)
        paint = partial(_colour, mask, colour, (left, top))
        self._drawn.append(Drawn(key, top, top + mask.height, paint))

    def _paste(self, key: Hashable, thing: Sprite, spot: Spot) -> None:
        left, top = self._px(spot[0]), self._px(spot[1])
        paint = partial(_stamp, thing, (left, top))
        above, below = thing.rows
        self._drawn.append(Drawn((key, left, top), top + above, top + below, paint))

    @property
    def image(self) -> Image.Image:
        """The whole picture as drawn so far."""
        return self.painted(0, self.pixels[1])

    def painted(self, top: int, bottom: int) -> Image.Image:
        """Return these rows of the picture."""
        rows = self._bare_rows(top, bottom)
        for layer in self._drawn:
            if layer.top < bottom and layer.bottom > top:
                layer.paint(rows, top)
        return rows

    def bands(self, high: int) -> list[Hashable]:
        """Return a key for each band of so many rows: bands with equal keys look the same."""
        end = self.pixels[1]
        bands: list[list[Hashable]] = [
            [self._kind, top, min(high, end - top)] for top in range(0, end, high)
        ]
        for layer in self._drawn:
            for band in bands[max(0, layer.top // high) : max(0, -(-layer.bottom // high))]:
                band.append(layer.key)
        return [tuple(band) for band in bands]

    def _bare_rows(self, top: int, bottom: int) -> Image.Image:
        """Return a copy of some rows of the bare ground."""
        size = (self.pixels[0], bottom - top)
        lit = self._px(_LIT)
        rows = Image.new("RGB", size, rgb(self.palette.bottom) if bottom > lit else None)
        if top < lit:
            _stamp(_ground(*self._kind), (0, 0), rows, top)
        return rows


def _stamp(thing: Sprite, spot: tuple[int, int], rows: Image.Image, first: int) -> None:
    """Paint a sprite on rows of a picture; `at` is its place in the picture."""
    # A picture has some fifty pieces. Pillow's own `paste` checks its arguments each time,
    # which takes longer than the pixels. These are always loaded, and RGBA is its own mask.
    paste, left, top = rows.im.paste, spot[0], spot[1] - first
    for x, y, image, is_opaque, width, height in thing.pieces:
        box = (left + x, top + y, left + x + width, top + y + height)
        core = image if isinstance(image, tuple) else image.im
        if is_opaque:
            paste(core, box)
        else:
            paste(core, box, core)


def _colour(
    mask: Image.Image, colour: str, spot: tuple[int, int], rows: Image.Image, first: int
) -> None:
    """Colour rows of a picture through a mask."""
    left, top = spot[0], spot[1] - first
    box = (left, top, left + mask.width, top + mask.height)
    rows.im.paste(rgb(colour), box, mask.im)


def _ground(palette: theme.Palette, size: theme.Size) -> Sprite:
    """Return the lit rows of a ground, the same for pictures of all heights."""
    kind = (palette.top, palette.bottom, size.value)
    ground = _grounds.get(kind)
    if ground is not None:
        return ground
    return _grounds.put(kind, finished(f"ground {kind!r}", lambda: _lit(*kind)))


def _lit(top: str, bottom: str, zoom: float) -> PixelPart:
    from render.engine.pixels import ground  # noqa: PLC0415 - loads numpy

    return cut(ground(round(theme.WIDTH * zoom), round(_LIT * zoom), top, bottom), 0, 0)
