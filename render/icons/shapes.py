"""Shared parts of small pictures: a box of 100 by 100, tiles, digits, parts of sprites."""

from collections.abc import Callable

from render.engine.raster import document

Drawing = Callable[[], str]
"""Makes the SVG of one icon."""

PAPER = "#FFFBF2"
INK = "#211A1D"


def boxed(*parts: str) -> str:
    """Return a document of these parts."""
    return document((100, 100), "".join(parts))


def tile(fill: str, edge: str, width: float = 8) -> str:
    """Draw a rounded square that fills the box; its edge shows on light and dark grounds."""
    inset = width / 2
    side = 100 - width
    return (
        f'<rect x="{inset:g}" y="{inset:g}" width="{side:g}" height="{side:g}" rx="18"'
        f' fill="{fill}" stroke="{edge}" stroke-width="{width:g}"/>'
    )


def disc(fill: str, edge: str, width: float = 8) -> str:
    """Draw a disc that fills the box."""
    return (
        f'<circle cx="50" cy="50" r="{50 - width / 2:g}" fill="{fill}" stroke="{edge}"'
        f' stroke-width="{width:g}"/>'
    )


def digits(figure: str, x: float, foot: float, size: float, ink: str, *, halo: str = "") -> str:
    """Draw a number with its middle at `x`, standing on `foot`; `halo` is an outline's colour."""
    font = 'font-family="Fredoka" font-weight="700" text-anchor="middle"'
    text = f'<text x="{x:g}" y="{foot:g}" {font} font-size="{size:g}"'
    ring = (
        f'{text} fill="{halo}" stroke="{halo}" stroke-width="{size * 0.22:g}"'
        f' stroke-linejoin="round">{figure}</text>'
        if halo
        else ""
    )
    return f'{ring}{text} fill="{ink}">{figure}</text>'


def placed(svg: str, x: float, y: float, side: float) -> str:
    """Return a whole document as a part of another, in a square with this corner."""
    inside = svg.strip()
    head, _, rest = inside.partition(">")
    box = head.partition('viewBox="')[2].partition('"')[0]
    return f'<svg x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" viewBox="{box}">{rest}'
