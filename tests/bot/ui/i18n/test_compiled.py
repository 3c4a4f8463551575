"""Catalogues are compiled once; whatever happens to the cache folder, the texts are the same."""

import errno
import gettext
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from babel.messages import pofile

from bot.ui.i18n.compiled import compiled
from render.disk.part_cache import use

FRENCH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

msgid "Join"
msgstr "{}"
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A catalogue with one message."""
    path = tmp_path / "fr.po"
    path.write_text(FRENCH.format("Rejoindre"), encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The cache folder, used and not made yet."""
    use(tmp_path / "cache")
    yield tmp_path / "cache"
    use(None)


def join(source: Path) -> str:
    return gettext.GNUTranslations(io.BytesIO(compiled(source))).gettext("Join")


def full(*_: object, **__: object) -> NoReturn:
    raise OSError(errno.ENOSPC, "no space left on device")


def unneeded(*_: object, **__: object) -> NoReturn:
    raise AssertionError("a kept catalogue is compiled again")


def test_a_second_start_compiles_nothing(
    source: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first start keeps what it compiled, in one file, and later ones read it."""
    first = join(source)
    monkeypatch.setattr(pofile, "read_po", unneeded)

    assert (first, join(source)) == ("Rejoindre", "Rejoindre")
    assert [path.name for path in folder.iterdir()] == ["catalogue-fr.bin"]


@pytest.mark.usefixtures("folder")
def test_changed_texts_are_compiled_again(source: Path) -> None:
    """A changed catalogue replaces what was kept of it."""
    before = join(source)
    source.write_text(FRENCH.format("Participer"), encoding="utf-8")

    assert (before, join(source)) == ("Rejoindre", "Participer")


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda _: b"of another program",
        lambda item: item[:-1],
        lambda element: bytes([element[0] ^ 1]) + element[1:],
        lambda entry: entry.replace(b"Rejoindre", b"Sejoindre"),
    ],
)
def test_a_damaged_catalogue_is_compiled_again(
    source: Path, folder: Path, damage: Callable[[bytes], bytes]
) -> None:
    """A kept catalogue that is damaged or foreign is replaced."""
    join(source)
    path = folder / "catalogue-fr.bin"
    saved = path.read_bytes()
    path.write_bytes(damage(saved))

    assert path.read_bytes() != saved
    assert join(source) == "Rejoindre"
    assert path.read_bytes() == saved


@pytest.mark.parametrize("failing", ["mkdir", "replace"])
def test_a_folder_that_takes_nothing_costs_time_only(
    source: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    """A folder that can't be made, or a full one, gets no file, and the texts are the same."""
    monkeypatch.setattr(Path, failing, full)

    assert join(source) == "Rejoindre"
    assert list(folder.glob("*")) == []


def test_a_host_may_have_no_cache_folder(source: Path) -> None:
    """Without a cache folder, the texts are the same."""
    use(None)

    assert join(source) == "Rejoindre"
