"""Files: attachments as uploaded, and an avatar drawn for each user."""

import mimetypes
import struct
import zlib
from functools import cache
from html import escape

from aiohttp import web

from playground.world.world import World

EDGE = 128  # pixels of an avatar's side


def attachment(world: World, id: int, name: str) -> web.Response:
    """Serve an uploaded file with the content type of its name."""
    body = world.store.file(id)
    if body is None:
        return web.Response(status=404, text="There is no such file.")
    headers = {
        "Content-Type": content_type(name),
        "Cache-Control": "private, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
        # A page or picture that a bot uploads must not run scripts on our origin.
        "Content-Security-Policy": "sandbox; default-src 'none'",
    }
    return web.Response(body=body, headers=headers)


def emoji(world: World, id: int) -> web.Response:
    """The picture of an emoji."""
    known = world.emojis.get(id)
    return attachment(world, id if known else 0, f"{known.name}.png" if known else "none")


def content_type(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def avatar(world: World, user_id: int, suffix: str) -> web.Response:
    """An avatar in the user's colour: a disc with the initial as SVG, or a face as PNG."""
    user = world.users.get(user_id)
    color = user.color if user else "#5865f2"
    initial = escape((user.display_name if user else "?")[0])
    if suffix != "svg":
        return web.Response(body=_face(color), content_type="image/png")
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
        f'<circle cx="20" cy="20" r="20" fill="{color}"/>'
        f'<text x="20" y="27" font-family="sans-serif" font-size="20" font-weight="600" '
        f'text-anchor="middle" fill="#fff">{initial}</text></svg>'
    )
    return web.Response(text=text, content_type="image/svg+xml")


@cache
def _face(color: str) -> bytes:
    """Return a PNG of a simple face in this colour, like an uploaded avatar."""
    skin, ink = bytes.fromhex(color[1:]), b"\x2b\x10\x14"
    rows = bytearray()
    for y in range(EDGE):
        rows.append(0)
        for x in range(EDGE):
            rows += ink if _is_ink(x - EDGE / 2, y - EDGE / 2) else skin
    header = struct.pack(">IIBBBBB", EDGE, EDGE, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )


def _is_ink(x: float, y: float) -> bool:
    """Whether a pixel, relative to the centre, belongs to an eye or to the smile."""
    eye = (abs(x) - 22) ** 2 + (y + 14) ** 2 < 81
    smile = 26**2 < x**2 + (y - 4) ** 2 < 34**2 and y > 14
    return eye or smile
