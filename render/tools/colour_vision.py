"""Simulate colour-blind vision, and measure how different colours look.

Used for review and in tests, never while a match is shown.
"""

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from render.engine.raster import rgb

Vision = Literal["usual", "protan", "deutan", "tritan", "grey"]
VISIONS: tuple[Vision, ...] = get_args(Vision)
Numbers = NDArray[np.float64]

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency" (2009), severity 1.0, for linear light; grey is the luminance of sRGB (IEC 61966-2-1).
_SEEN: dict[Vision, Numbers] = {
    "usual": np.eye(3),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritan": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
    "grey": np.array([[0.2126, 0.7152, 0.0722]] * 3),
}
_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
"""From linear sRGB."""
_WHITE = _XYZ.sum(axis=1)


def linear(shown: Numbers) -> Numbers:
    """Return linear light of sRGB values, both from 0 to 1."""
    return np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)


def _shown(light: Numbers) -> Numbers:
    light = np.clip(light, 0.0, 1.0)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def seen(image: Image.Image, vision: Vision) -> Image.Image:
    """Return the picture as somebody with this vision sees it."""
    if vision == "usual":
        return image.convert("RGB")
    light = linear(np.asarray(image.convert("RGB"), dtype=np.float64) / 255)
    return Image.fromarray(np.rint(_shown(light @ _SEEN[vision].T) * 255).astype(np.uint8))


def lab(colour: str, vision: Vision = "usual") -> Numbers:
    """Return a "#RRGGBB" colour in CIELAB (D65) as somebody with this vision sees it."""
    light = np.clip(_SEEN[vision] @ linear(np.array(rgb(colour)) / 255), 0.0, 1.0)
    share = _XYZ @ light / _WHITE
    root = np.where(share > 216 / 24389, np.cbrt(share), (24389 / 27 * share + 16) / 116)
    x, y, z = root
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(first: str, other: str, vision: Vision = "usual") -> float:
    """Return the distance of two colours (CIE76: 2 is barely seen, 100 is black and white)."""
    return float(np.linalg.norm(lab(first, vision) - lab(other, vision)))


def shape(image: Image.Image) -> Numbers:
    """Return the shape in a picture, for `likeness`; colour, brightness and contrast don't count.

    It is a vector of length 1; that of an empty picture has no length.
    """
    levels: Numbers = np.asarray(image.convert("L"), dtype=np.float64).ravel()
    levels = levels - levels.mean()
    length = float(np.linalg.norm(levels))
    return levels / length if length else levels


def likeness(first: Numbers, other: Numbers) -> float:
    """Return how similar two shapes of one size are, from 0 to 1."""
    return abs(float(first @ other))


def luminance(shown: Numbers) -> Numbers:
    """Return WCAG 2's relative luminance of pixels, whose last axis is red, green and blue."""
    light: Numbers = linear(shown / 255) @ _SEEN["grey"][0]
    return light


def contrasts(pixels: NDArray[np.uint8], colour: str) -> Numbers:
    """Return WCAG 2's contrast ratio between a colour and each of these pixels."""
    first, other = luminance(pixels.astype(np.float64)), luminance(np.array(rgb(colour), float))
    return (np.maximum(first, other) + 0.05) / (np.minimum(first, other) + 0.05)


def contrast(first: str, other: str) -> float:
    """Return WCAG 2's contrast ratio between two colours."""
    return float(contrasts(np.array(rgb(first), np.uint8), other))
