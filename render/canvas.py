"""What scenes paint on: a picture that also writes down what it was given.

Scenes speak in pixels of a design 1200 wide; the canvas multiplies. Everything it pastes is a
cached tile, sprite or label, so a warm picture is composed in milliseconds. The log of words and
sprites lets a test compare a picture with the facts of its view.
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
    """A line of text as it was given and as it stands in the picture."""

    given: str
    drawn: str
    at: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Left, top, right and bottom of its ink, in pixels of the picture."""
    size: int = 0
    """Of the font, in pixels of the picture."""
    colour: str = TEXT


class Fixed(NamedTuple):
    """A box or a sprite that lies on every picture of a kind: painted into its ground once."""

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
    0.17, lambda part: 4 * part.image.width * part.image.height
)
_grounds: PictureCache[Hashable, Sprite] = shared(0.1, lambda made: made.size)


class Canvas:
    """One picture in the making; not shared between threads."""

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
        self._left = self._top = 0  # where `image` begins while a part is painted
        whole = (0, 0, round(WIDTH * self.zoom), self._px(height))
        self.image = on or self._bare_piece(whole)

    def _px(self, length: float) -> int:
        return round(length * self.zoom)

    def box(self, at: Spot, box: Box) -> None:
        """Paste a rounded box with its corner at `at`."""
        self._paste(shapes.tile(box.zoomed(self.zoom)), at)

    def sprite(self, name: str, at: Spot, size: Spot, look: Look = PLAIN) -> None:
        """Paste a sprite of this width and height; `at` is the corner of its unturned frame."""
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
        """Write one line, its capitals centred on the height of `at`; return how wide it became.

        With `room` it shrinks as far as its style allows and is cut then.
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
        """Paste a picture cut to a disc; False, and nothing, where the bytes are no picture."""
        made = portrait(data, self._px(2 * radius))
        if made is None:
            return False
        self.sprites.append(f"portrait:{digest(data)}")
        self._paste(made, (centre[0] - radius, centre[1] - radius))
        return True

    def stain(self, mask: Image.Image, at: Spot, colour: str) -> None:
        """Colour the picture through a mask of its own pixels, whose corner lies at `at`."""
        left, top = self._px(at[0]) - self._left, self._px(at[1]) - self._top
        self.image.paste(rgb(colour), (left, top), mask)

    def part(self, key: Hashable, at: Spot, size: Spot, painter: Callable[[], None]) -> None:
        """Paste a part of the picture that `key` tells all about, straight onto the bare ground.

        When it was painted before, its pixels are pasted at once and its log is repeated: after a
        move most seats look as they did. What the painter lets stick out is cut off every time.
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
        """Let the painter paint on a piece of the bare ground, which is all it can reach."""
        mine = self.image, self.texts, self.sprites
        self.image, self.texts, self.sprites = self._bare_piece(box), [], []
        self._left, self._top = box[:2]
        painter()
        part = PaintedPart(self.image, tuple(self.texts), tuple(self.sprites))
        self._left = self._top = 0
        self.image, self.texts, self.sprites = mine
        return part

    def _bare_piece(self, box: tuple[int, int, int, int]) -> Image.Image:
        """A copy of a piece of the bare ground."""
        left, top, right, bottom = box
        piece = Image.new("RGB", (right - left, bottom - top), None)
        for x, y, image, _, width, height in _ground(*self._kind).pieces:
            at = (x - left, y - top)
            piece.im.paste(image.im, (*at, at[0] + width, at[1] + height))
        return piece

    def _paste(self, thing: Sprite, at: Spot) -> None:
        left, top = self._px(at[0]) - self._left, self._px(at[1]) - self._top
        # Some fifty pieces make a picture: asked each time what it is given, Pillow's own `paste`
        # takes longer than its pixels do. These are always loaded, and RGBA is its own mask.
        paste = self.image.im.paste
        for x, y, image, is_opaque, width, height in thing.pieces:
            box = (left + x, top + y, left + x + width, top + y + height)
            core = image.im
            if is_opaque:
                paste(core, box)
            else:
                paste(core, box, core)


def _ground(height: int, palette: Palette, size: Size, fixed: tuple[Fixed, ...]) -> Sprite:
    """The picture before anything that may change lies on it; shared, so copy before painting."""
    kind = (height, palette, size, fixed)
    kept = _grounds.get(kind)
    if kept is not None:
        return kept
    return _grounds.put(kind, finished(f"ground {kind!r}", lambda: cut(_bare(*kind), 0, 0)))


def _bare(height: int, palette: Palette, size: Size, fixed: tuple[Fixed, ...]) -> Image.Image:
    wide, high = round(WIDTH * size.value), round(height * size.value)
    canvas = Canvas(
        height, palette, size, on=shapes.ground(wide, high, palette.top, palette.bottom)
    )
    for what, at, measures, look in fixed:
        if isinstance(what, str):
            canvas.sprite(what, at, measures, look)
        else:
            canvas.box(at, what)
    return canvas.image
