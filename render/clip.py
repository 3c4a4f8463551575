"""A clip of a match: pictures of its key moments, each above a band of chances or points.

All bounds follow from constants: the number of frames, how long each is shown, and their size.
"""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from games.core.text import Reader, Text, say, seat, speak
from games.core.values import Frozen
from render.alt_text import sentences
from render.canvas import Canvas
from render.engine import theme
from render.engine.display_names import clean, initials
from render.engine.raster import rgb
from render.engine.shapes import Box
from render.scenes.common.layout import seat_disc
from render.subject import fitting

MOST_FRAMES = 8
FRAME_MS = 2_400
"""How long a frame is shown: eight of them take less than 20 seconds."""
UNVEILING_MS = 4_000
BLINK_MS = 20
"""Browsers show anything shorter for a tenth of a second."""
WIDE, TALL = 800, 1_000
"""The most pixels of a frame, enough for a phone."""
QUALITY, METHOD = 75, 2
_BAND, _TOP, _BAR = 196, 14, 72
_FEW = 6
"""The most points in one line."""
_ROOM = 92
"""The least width of a part of the bar with words on it."""


class Caption(Frozen):
    """What is written below one frame; `chances` are None if they aren't known."""

    step: int
    last: int
    chances: tuple[float, ...] | None
    points: tuple[int, ...]
    order: tuple[int, ...]
    """The seats as they are named: people before bots."""


def paint_clip(
    game: str, tables: Sequence[bytes], captions: Sequence[Caption], reader: Reader
) -> bytes:
    """Return a clip of these pictures of tables, each with its caption."""
    pictures = [Image.open(BytesIO(table)) for table in tables]
    tall = max(picture.height for picture in pictures)
    bands = (band(game, caption, reader) for caption in captions)
    return clip([frame(game, *pair, tall) for pair in zip(pictures, bands, strict=True)])


def describe(title: Text, captions: Sequence[Caption], reader: Reader) -> str:
    """The moments in words, as many as fit."""
    texts = [say("Key moments, {title}.", title=title)]
    for caption in captions:
        if caption.chances is None:
            lines = [
                say("{who} {points}", who=seat(who), points=caption.points[who])
                for who in caption.order
            ]
        else:
            lines = [
                say("{who} {chance}%", who=seat(who), chance=round(100 * caption.chances[who]))
                for who in caption.order
            ]
        texts.append(say("Step {step}: {shares}.", step=caption.step, shares=lines))
    return sentences(texts, reader)


def band(game: str, caption: Caption, reader: Reader) -> Image.Image:
    """Paint what is below a frame: a bar of chances or everybody's points, and the step.

    The lower left corner, which Discord covers, stays free.
    """
    canvas = Canvas(_BAND, theme.palette_of(game), theme.Size.STANDARD)
    step = say("Step {step} of {last}", step=caption.step, last=caption.last)
    what = say("Points") if caption.chances is None else say("Chances to win")
    words = f"{speak(step, reader)} · {speak(what, reader)}"
    right = (theme.WIDTH - theme.MARGIN, _BAND - 38)
    canvas.write(words, right, theme.CAPTION, theme.TEXT, align="right", room=theme.WIDTH - 300)
    names = [clean(reader.name(who), who) for who in range(len(caption.points))]
    codes = initials(names)
    if caption.chances is None:
        _points(canvas, caption, codes, reader)
    else:
        _bar(canvas, caption, codes, reader)
    return canvas.image


def _bar(canvas: Canvas, caption: Caption, codes: Sequence[str], reader: Reader) -> None:
    """One bar, divided among the seats by their chances."""
    whole, x = theme.WIDTH - 2 * theme.MARGIN, float(theme.MARGIN)
    for who in caption.order:
        chance = (caption.chances or ())[who]
        wide = whole * chance
        if wide >= 2:
            canvas.box((x, _TOP), Box(round(wide), _BAR, 6, theme.SEATS[who % len(theme.SEATS)]))
        if wide >= _ROOM:
            share = speak(say("{percent}%", percent=round(100 * chance)), reader)
            words = f"{codes[who]} {share}" if wide > 2 * _ROOM else codes[who]
            canvas.write(
                words,
                (x + wide / 2, _TOP + _BAR / 2),
                theme.NAME,
                theme.INK,
                align="middle",
                room=wide,
            )
        x += wide


def _points(canvas: Canvas, caption: Caption, codes: Sequence[str], reader: Reader) -> None:
    """A disc with the points of each seat, side by side in one or two lines."""
    lines = 1 if len(caption.points) <= _FEW else 2
    across = -(-len(caption.points) // lines)
    wide = (theme.WIDTH - 2 * theme.MARGIN) / across
    for place, who in enumerate(caption.order):
        x = theme.MARGIN + place % across * wide + 30
        y = _TOP + _BAR * (place // across + 0.5) / lines
        radius = 28 if lines == 1 else 17
        seat_disc(canvas, codes[who], who, (x, y), radius=radius)
        left, room = x + radius + 14, wide - radius - 52
        words = fitting(caption.points[who], reader.language, theme.NAME, room)
        canvas.write(words, (left, y), theme.NAME, theme.TEXT, room=room)


def frame(game: str, table: Image.Image, below: Image.Image, tall: int) -> Image.Image:
    """Put a table above its band, on a ground of this height for tables."""
    ground = Image.new(
        "RGB", (theme.WIDTH, tall + below.height), rgb(theme.palette_of(game).bottom)
    )
    ground.paste(table, (0, (tall - table.height) // 2))
    ground.paste(below, (0, tall))
    scale = min(WIDE / ground.width, TALL / ground.height)
    size = (round(ground.width * scale), round(ground.height * scale))
    return ground.resize(size, Image.Resampling.LANCZOS)


def clip(frames: Sequence[Image.Image]) -> bytes:
    """Encode at most `MOST_FRAMES` frames of one size as an animated WebP that repeats."""
    shown = frames[-MOST_FRAMES:]
    return _animated(shown, [FRAME_MS] * len(shown), loop=0)


def unveiled(steps: Sequence[Image.Image], whole: Image.Image) -> bytes:
    """Encode the steps to a whole picture, which stays, as an animated WebP.

    It begins with the whole picture for a moment: clients that play no animations show the first.
    """
    times = [BLINK_MS, *(UNVEILING_MS // len(steps) for _ in steps), FRAME_MS]
    first = whole.copy()  # an image that refers to itself stays until garbage is collected
    return _animated([first, *steps, whole], times, loop=1)


def _animated(frames: Sequence[Image.Image], times: Sequence[int], *, loop: int) -> bytes:
    first, *others = frames
    file = BytesIO()
    first.save(
        file,
        "WEBP",
        save_all=True,
        append_images=others,
        duration=list(times),
        loop=loop,
        quality=QUALITY,
        method=METHOD,
        minimize_size=False,
        kmin=len(frames),  # whole frames in between take a quarter of the bytes
        kmax=len(frames) + 1,
    )
    return file.getvalue()
