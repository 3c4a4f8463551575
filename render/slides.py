"""Slides: a headline and a claim beside a picture, as large as a screen, and a film of them.

The film is a Motion JPEG in an AVI file, which needs no encoder but Pillow's.
"""

import struct
from collections.abc import Sequence
from io import BytesIO
from typing import TypeAlias

from PIL import Image, ImageDraw

from games.core.text import Reader, Text, speak
from render.canvas import Canvas
from render.engine import theme
from render.scenes.common import layout

SlideImage: TypeAlias = Image.Image
WIDE, TALL = 1920, 1080
RATE, SECONDS = 25, 20
FADE = 10
"""Frames from one slide to the next."""
_HEADLINE = theme.Style(theme.BOLD, 76, 48)
_CLAIM = theme.Style(theme.STRONG, 36, 28)
_LEFT, _TEXT_ROOM = 56, 404
_PICTURE = (500, 38, 652, 600)
"""Left, top, greatest width and height of a slide's picture, on a canvas 1200 by 675."""


def painted_slide(
    headline: Text, claim: Text, picture: bytes, game: str, reader: Reader
) -> SlideImage:
    """Paint a headline and a claim beside a picture, on the ground of a game."""
    canvas = Canvas(675, theme.palette_of(game), theme.Size.LARGE)
    lines = layout.lines(speak(headline, reader), _HEADLINE, _TEXT_ROOM)
    claims = layout.lines(speak(claim, reader), _CLAIM, _TEXT_ROOM)
    canvas.sprite("token:mascot", (_LEFT - 8, 36), (104, 104))
    y = 352 - 39 * len(lines) - 24 * len(claims)
    for line in lines:
        y += 78
        canvas.write(line, (_LEFT, y), _HEADLINE, room=_TEXT_ROOM)
    y += 40
    for line in claims:
        y += 48
        canvas.write(line, (_LEFT, y), _CLAIM, theme.TEXT_SOFT, room=_TEXT_ROOM)
    image = canvas.image.resize((WIDE, TALL), Image.Resampling.LANCZOS)
    scale = WIDE / theme.WIDTH
    left, top, wide, tall = (round(length * scale) for length in _PICTURE)
    shown = Image.open(BytesIO(picture)).convert("RGB")
    shown.thumbnail((wide, tall), Image.Resampling.LANCZOS)
    mask = Image.new("L", (2 * shown.width, 2 * shown.height))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, 2 * shown.width, 2 * shown.height), 64, fill=255)
    spot = (left + (wide - shown.width) // 2, top + (tall - shown.height) // 2)
    image.paste(shown, spot, mask.resize(shown.size, Image.Resampling.LANCZOS))
    return image


def film(shown: Sequence[SlideImage]) -> bytes:
    """Encode slides as an AVI file; a frame that doesn't change is an empty chunk."""
    each = RATE * SECONDS // len(shown)
    chunks: list[bytes] = []
    for index, image in enumerate(shown):
        before = shown[index - 1] if index else image
        steps = (Image.blend(before, image, step / FADE) for step in range(1, FADE + 1))
        chunks += [*map(_jpeg, steps), *[b""] * (each - FADE)]
    chunks += [b""] * (RATE * SECONDS - len(chunks))
    return _avi(chunks)


def _jpeg(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "JPEG", quality=88)
    return file.getvalue()


def _avi(chunks: Sequence[bytes]) -> bytes:
    """Return a RIFF file with one video stream, and an index of its frames."""
    largest, count = max(map(len, chunks)), len(chunks)
    heads = struct.pack("<10I16x", 1_000_000 // RATE, largest * RATE, 0, 16, count, 0, 1, largest,
                        WIDE, TALL)  # fmt: skip
    stream = struct.pack("<4s4sIHHIIIIIIII4H", b"vids", b"MJPG", 0, 0, 0, 0, 1, RATE, 0, count,
                         largest, 0xFFFFFFFF, 0, 0, 0, WIDE, TALL)  # fmt: skip
    look = struct.pack("<IiiHH4sIiiII", 40, WIDE, TALL, 1, 24, b"MJPG", WIDE * TALL * 3, 0, 0, 0, 0)
    header = _list(
        b"hdrl",
        _chunk(b"avih", heads) + _list(b"strl", _chunk(b"strh", stream) + _chunk(b"strf", look)),
    )
    frames, index = BytesIO(), BytesIO()
    for chunk in chunks:
        flags = 16 if chunk else 0
        index.write(struct.pack("<4sIII", b"00dc", flags, frames.tell() + 4, len(chunk)))
        frames.write(_chunk(b"00dc", chunk))
    body = header + _list(b"movi", frames.getvalue()) + _chunk(b"idx1", index.getvalue())
    return _chunk(b"RIFF", b"AVI " + body)


def _list(name: bytes, body: bytes) -> bytes:
    return _chunk(b"LIST", name + body)


def _chunk(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)
