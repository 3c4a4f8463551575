"""ISA-L's checksums, and what to do after all that it does.

ISA-L leaves the upper halves of the AVX registers in use. As long as they are, instructions of SSE,
which most of Pillow consists of, take up to three times as long in that thread.
"""

from isal import isal_zlib


def crc32(pixels: bytes | memoryview) -> int:
    """Return the CRC-32 of pixels, as `zlib.crc32` does."""
    check = isal_zlib.crc32(pixels)
    clear_registers()
    return check


def clear_registers() -> None:
    """Make Pillow fast again in a thread that has called ISA-L."""
    import numpy as np  # noqa: PLC0415 - a start draws nothing, and loading it takes long

    few = np.zeros(64, dtype=np.uint8)
    np.subtract(few, few)  # numpy clears them after its own work with AVX
