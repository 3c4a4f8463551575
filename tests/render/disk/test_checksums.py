"""ISA-L's work, after which a thread must be as fast as before."""

import zlib
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from isal import isal_zlib
from PIL import Image

from render.disk import checksums
from render.engine import png
from render.engine.colours import BAND

PIXELS = bytes(range(256))
WORK: tuple[Callable[[], object], ...] = (
    lambda: checksums.crc32(PIXELS),
    lambda: png.png(Image.new("RGB", (40, 2 * BAND))),
)


@pytest.mark.parametrize("work", WORK, ids=["checksum", "picture"])
def test_registers_are_cleared_last(
    work: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a checksum or a picture, the registers are cleared, and ISA-L isn't called again."""
    done: list[str] = []

    def counted(name: str) -> Callable[..., object]:
        def call(*given: object) -> object:
            done.append("isal")
            return getattr(isal_zlib, name)(*given)

        return call

    names = ("compressobj", "crc32", "adler32")
    counting = SimpleNamespace(**vars(isal_zlib) | {name: counted(name) for name in names})
    for module in (checksums, png):
        monkeypatch.setattr(module, "isal_zlib", counting)
        monkeypatch.setattr(module, "clear_registers", lambda: done.append("cleared"))
    work()
    assert (done[0], done[-1]) == ("isal", "cleared")


def test_a_checksum_is_the_usual_one() -> None:
    """Parts keep their checksums, whichever library computes them."""
    assert checksums.crc32(PIXELS) == zlib.crc32(PIXELS)
