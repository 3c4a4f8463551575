"""SVG to pixels, and effects on pixels: dimming, framing, shadows."""

import io
from functools import cache, lru_cache

import resvg_py
from PIL import Image, ImageColor, ImageDraw, ImageFilter

from render.engine.text import FONTS

_FACES = [str(FONTS / "Fredoka-600.ttf"), str(FONTS / "Fredoka-700.ttf")]
FINE = 4
"""Smooth edges are drawn this much finer; soft ones this much coarser."""


def document(box: tuple[float, float], body: str) -> str:
    """Return an SVG document of `body` in a box of this width and height."""
    width, height = box
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'


def draw(svg: str, width: int, height: int) -> bytes:
    """Render an SVG document at a size, with our own fonts only, to a PNG file."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, height=height, skip_system_fonts=True, font_files=_FACES
    )
    return bytes(png)


def pixels(png: bytes | memoryview, width: int, height: int) -> Image.Image:
    """Return the drawing at its exact size."""
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    # resvg keeps the proportions of the drawing; rounding may lose a pixel.
    return image if image.size == (width, height) else image.resize((width, height))


def dimmed(image: Image.Image, ground: str) -> Image.Image:
    """Fade an image towards the ground, keeping its colours: not playable now."""
    grey = image.convert("L").convert("RGB")
    soft = Image.blend(image.convert("RGB"), grey, 0.25)
    sunk = Image.blend(soft, Image.new("RGB", image.size, ground), 0.46)
    sunk.putalpha(image.getchannel("A"))
    return sunk


def greyed(image: Image.Image, ground: str) -> Image.Image:
    """Remove an image's colours and fade it by half: out of the game."""
    grey = image.convert("L").convert("RGB")
    sunk = Image.blend(grey, Image.new("RGB", image.size, ground), 0.45)
    sunk.putalpha(image.getchannel("A"))
    return sunk


def rounded(width: int, height: int, radius: int) -> Image.Image:
    """Return a mask with smooth round corners."""
    radius = min(radius, width // 2, height // 2)
    mask = Image.new("L", (width, height), 255)
    if radius < 1:
        return mask
    fine = radius * FINE
    corner = Image.new("L", (fine, fine))
    ImageDraw.Draw(corner).ellipse((0, 0, 2 * fine - 1, 2 * fine - 1), fill=255)
    corner = corner.reduce(FINE)
    flipped = corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    mask.paste(corner, (0, 0))
    mask.paste(flipped, (width - radius, 0))
    upside = Image.Transpose.FLIP_TOP_BOTTOM
    mask.paste(corner.transpose(upside), (0, height - radius))
    mask.paste(flipped.transpose(upside), (width - radius, height - radius))
    return mask


def framed(image: Image.Image, thick: int, colour: str) -> Image.Image:
    """Return a card on a rounded ground of this colour, visible on all sides."""
    size = (image.width + 2 * thick, image.height + 2 * thick)
    whole = Image.new("RGBA", size, rgb(colour))
    whole.putalpha(rounded(*size, round(image.width * 0.075) + thick))
    whole.alpha_composite(image, (thick, thick))
    return whole


def shadowed(
    image: Image.Image, blur: float, drop: int, strength: float
) -> tuple[Image.Image, int]:
    """Return the image over its own soft shadow, and the margin added on every side."""
    dark, margin = shadow(image.getchannel("A"), blur, drop, strength)
    whole = Image.new("RGBA", dark.size)
    whole.putalpha(dark)
    whole.alpha_composite(image, (margin, margin))
    return whole, margin


_UNSEEN = 2
"""Weaker shadows are cut off, because they would make every sprite larger."""


def shadow(
    outline: Image.Image, blur: float, drop: int, strength: float
) -> tuple[Image.Image, int]:
    """Return the shadow of an outline as a mask, and the margin added on every side."""
    margin = round(blur * 2) + drop
    margin += -margin % FINE
    shape = Image.new("L", (outline.width + 2 * margin, outline.height + 2 * margin))
    shape.paste(outline, (margin, margin + drop))
    dark = [round(value * strength) for value in range(256)]
    return soft(shape, blur).point([value if value > _UNSEEN else 0 for value in dark]), margin


def soft(mask: Image.Image, blur: float) -> Image.Image:
    """Blur a mask. Blurring at a quarter of the size looks the same and costs a tenth."""
    small = mask.reduce(FINE).filter(ImageFilter.GaussianBlur(blur / FINE))
    return small.resize(mask.size, Image.Resampling.BICUBIC)


@cache
def rgb(colour: str) -> tuple[int, int, int]:
    """Return a "#RRGGBB" colour as numbers."""
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red, green, blue


@lru_cache(maxsize=512)
def mixed(first: str, other: str, share: float) -> str:
    """Mix two colours; `share` is the part of the other, from 0 to 1."""
    parts = (
        round(mine + (theirs - mine) * share)
        for mine, theirs in zip(rgb(first), rgb(other), strict=True)
    )
    return "#" + "".join(f"{part:02X}" for part in parts)
