"""Compiled catalogues, kept in the cache folder, because Babel takes 0.1 s to compile them.

A kept catalogue that is missing, damaged or of other texts only costs time: it is compiled again.
"""

import hashlib
import io
from contextlib import suppress
from pathlib import Path

import babel

from render.disk.part_cache import current, write_whole

_DIGEST = 16
"""Bytes of the digest before the compiled catalogue."""


def compiled(path: Path) -> bytes:
    """Return a `.po` file's texts as the `.mo` file that gettext reads."""
    source, folder = path.read_bytes(), current().folder
    if folder is None:
        return _compile(source, path.stem)
    file = folder / f"catalogue-{path.stem}.bin"
    with suppress(OSError):
        content = file.read_bytes()
        digest, messages = content[:_DIGEST], content[_DIGEST:]
        if digest == _digest(source, messages):
            return messages
    messages = _compile(source, path.stem)
    with suppress(OSError):
        write_whole(file, _digest(source, messages) + messages)
    return messages


def _compile(source: bytes, language: str) -> bytes:
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - most starts compile nothing
    from babel.messages.pofile import read_po  # noqa: PLC0415 - as above

    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(source), locale=language))
    return compiled.getvalue()


def _digest(source: bytes, messages: bytes) -> bytes:
    """Return a digest that fits only these texts, compiled by this Babel."""
    digest = hashlib.blake2b(babel.__version__.encode(), digest_size=_DIGEST)
    for content in (source, messages):
        digest.update(hashlib.blake2b(content).digest())
    return digest.digest()
