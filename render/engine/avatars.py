"""Avatars of people, cut to a disc.

They are shown with a name: on posters, podiums, profiles and at the seats of a table. A seat's
initial stays beside its portrait, because cards are marked with it.
"""

import hashlib
import io
import struct
from collections.abc import Sequence

from PIL import Image, ImageOps

from render.engine.cache import PictureCache, shared
from render.engine.colours import colours_of
from render.engine.raster import rounded
from render.engine.sprite_image import Sprite, cut, sprite_of

Portraits = Sequence[bytes | None]
"""Avatar files by seat; None for a person without one."""

_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
_MOST_PIXELS = 2048 * 2048
"""Larger pictures are not decoded, so that uploads of strangers can't fill the memory."""

_NONE = Sprite((), 1, (0, 0))
_portraits: PictureCache[tuple[str, int, str], Sprite] = shared(lambda made: made.size)


def portrait_of(portraits: Portraits, seat: int) -> bytes | None:
    """Return the avatar file of the person in a seat, if there is one."""
    return portraits[seat] if seat < len(portraits) else None


def digest(data: bytes) -> str:
    """Return a short digest of a file."""
    return hashlib.blake2b(data, digest_size=12).hexdigest()


def portrait(data: bytes, side: int, colours: str = "") -> Sprite | None:
    """Return a round sprite with this diameter, in the numbered colours of a game.

    None for files that can't or mustn't be decoded.
    """
    key = (digest(data), side, colours)
    cached = _portraits.get(key) or _portraits.put(key, _made(data, side, colours))
    return cached if cached.pieces else None


def _made(data: bytes, side: int, colours: str) -> Sprite:
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
            if image.width * image.height > _MOST_PIXELS:
                return _NONE
            whole = image.convert("RGBA")
    # Pillow's decoders raise all of these for broken files; then the initial is shown.
    except (OSError, ValueError, SyntaxError, EOFError, struct.error, Image.DecompressionBombError):
        return _NONE
    square = ImageOps.fit(whole, (side, side), Image.Resampling.LANCZOS)
    ground = Image.new("RGBA", (side, side), "#FFFBF2")  # a transparent avatar must stay visible
    ground.alpha_composite(square)
    if colours:
        ground = colours_of(colours).diffused(ground.convert("RGB"))
    ground.putalpha(rounded(side, side, side // 2))
    return sprite_of(cut(ground, 0, 0))
