"""Rounded boxes with lines, shadows and glows, as tiles that are made once and pasted often."""

from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from render.disk.part import Middle, PixelPart
from render.engine import raster
from render.engine.cache import PictureCache, shared
from render.engine.sprite_image import Sprite, cut, finished
from render.engine.theme import GOLD


class Box(NamedTuple):
    """A rounded rectangle. `foot` is the colour it fades to at its lower edge."""

    width: int
    height: int
    radius: int
    fill: str
    foot: str = ""
    line: str = ""
    thick: int = 0
    dash: int = 0
    """Length of the line's dashes; 0 for a solid line."""
    shadow: int = 0
    """Blur of the shadow, in pixels."""
    glow: int = 0
    """Blur of a golden glow, in pixels."""

    def zoomed(self, zoom: float) -> "Box":
        """Return the same box for a picture that is `zoom` times larger."""
        if zoom == 1.0:
            return self
        return self._replace(
            width=round(self.width * zoom),
            height=round(self.height * zoom),
            radius=round(self.radius * zoom),
            thick=round(self.thick * zoom),
            dash=round(self.dash * zoom),
            shadow=round(self.shadow * zoom),
            glow=round(self.glow * zoom),
        )


_WORTH_LEAVING_OUT = 15_000
"""Pixels of the inside of a box that aren't kept; smaller ones are pasted faster as a whole."""
_tiles: PictureCache[Box, Sprite] = shared(lambda made: made.size)


def tile(box: Box) -> Sprite:
    """Return the finished tile of a box, with its shadow or glow."""
    return _tiles.get(box) or _tiles.put(
        box, finished(f"tile {box!r}", lambda: _make(box), box.fill)
    )


def _make(box: Box) -> PixelPart:
    face = _face(box)
    blur = max(box.shadow, box.glow)
    plain = _plain(box)
    if not blur:
        return cut(face, 0, 0, plain)
    drop = box.shadow // 2
    margin = blur * 2 + drop
    margin += -margin % raster.FINE
    size = (box.width + 2 * margin, box.height + 2 * margin)
    size = (size[0] + -size[0] % raster.FINE, size[1] + -size[1] % raster.FINE)
    shape = Image.new("L", size)
    outline = raster.rounded(box.width, box.height, box.radius)
    shape.paste(outline, (margin, margin + drop))
    strength = 0.6 if box.glow else 0.34
    shape = raster.soft(shape, blur).point([round(value * strength) for value in range(256)])
    whole = Image.new("RGBA", size, raster.rgb(GOLD) if box.glow else (0, 0, 0))
    whole.putalpha(shape)
    whole.alpha_composite(face, (margin, margin))
    if plain is not None:
        x0, y0, x1, y1 = plain
        plain = x0 + margin, y0 + margin, x1 + margin, y1 + margin
    return cut(whole, -margin, -margin, plain)


def _plain(box: Box) -> Middle | None:
    """Return the inside of a large box if it is clear or of one colour."""
    across, down = box.thick, min(box.radius, box.height // 2)
    if box.width > box.height:
        across, down = min(box.radius, box.width // 2), box.thick
    inside = across, down, box.width - across, box.height - down
    is_large = (inside[2] - across) * (inside[3] - down) > _WORTH_LEAVING_OUT
    glows = not box.fill and (box.shadow or box.glow)
    return None if box.foot or glows or not is_large else inside


def _face(box: Box) -> Image.Image:
    """Draw the box alone: filled, with a line inside its edge."""
    from render.engine.pixels import gradient  # noqa: PLC0415 - loads numpy

    outer = raster.rounded(box.width, box.height, box.radius)
    face = Image.new("RGBA", (box.width, box.height), (0, 0, 0, 0))
    if box.fill:
        face = gradient(box.width, box.height, box.fill, box.foot or box.fill).convert("RGBA")
        face.putalpha(outer)
    if box.line and box.thick:
        face.paste(raster.rgb(box.line), (0, 0), _line(box, outer))
    return face


def _line(box: Box, outer: Image.Image) -> Image.Image:
    thick = box.thick
    inner = raster.rounded(
        box.width - 2 * thick, box.height - 2 * thick, max(1, box.radius - thick)
    )
    hole = Image.new("L", outer.size)
    hole.paste(inner, (thick, thick))
    line = ImageChops.subtract(outer, hole)
    if box.dash:
        draw = ImageDraw.Draw(line)
        for start in range(box.radius, box.width - box.radius, box.dash * 2):
            draw.rectangle((start, 0, start + box.dash - 1, thick), fill=0)
            draw.rectangle(
                (start, box.height - thick - 1, start + box.dash - 1, box.height), fill=0
            )
        for start in range(box.radius, box.height - box.radius, box.dash * 2):
            draw.rectangle((0, start, thick, start + box.dash - 1), fill=0)
            draw.rectangle((box.width - thick - 1, start, box.width, start + box.dash - 1), fill=0)
    return line
