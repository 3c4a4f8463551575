"""What a release consists of: packages, a list of all their parts, and the sums of the files.

    python -m tests.release [FOLDER]

The newest commit is built twice, in two clones; files that differ are no release. The list is a
software bill of materials (CycloneDX 1.6) of `requirements.lock`, the fonts and the icons.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from bot import __version__

ROOT = Path(__file__).parent.parent
DISTRIBUTIONS = (".", "playground")
ASSETS = ROOT / "render" / "assets"
TERMS = {"SIL OPEN FONT LICENSE Version 1.1": "OFL-1.1", "MIT License": "MIT"}
"""What the text of an asset's licence says, and its name in SPDX's list."""
STATED = {"Apache 2.0": "Apache-2.0", "OSI Approved :: MIT License": "MIT"}
"""Licences as older libraries state them, and their names in SPDX's list."""
UNSTATED = {"audioop-lts": "PSF-2.0", "resvg-py": "MIT", "tzdata": "Apache-2.0"}
"""Of libraries that state it only in a text, or that few machines install."""


class Part(NamedTuple):
    """Something of somebody else's that a running bot consists of."""

    name: str
    licence: str
    """An expression of SPDX's names; empty if nothing is known."""
    version: str = ""
    hashes: tuple[str, ...] = ()
    """Of a library, those of all its files."""


def libraries(lock: str) -> Iterator[Part]:
    """Yield what a lock names, for whatever machine it is."""
    blocks = re.split(r"^(?=\w)", (ROOT / lock).read_text(encoding="utf-8"), flags=re.MULTILINE)
    for block in blocks[1:]:
        pin = re.match(r"([\w.-]+)[^=]*==(\S+)", block)
        assert pin is not None  # uv writes no other lines
        hashes = tuple(re.findall(r"sha256:(\w+)", block))
        yield Part(pin[1], _licence(pin[1]), pin[2], hashes)


def _licence(name: str) -> str:
    try:
        stated = metadata(name).json
    except PackageNotFoundError:
        return UNSTATED.get(name, "")
    if expression := stated.get("license_expression"):
        return str(expression)
    word = str(stated.get("license", ""))
    classes = [entry.removeprefix("License :: ") for entry in stated.get("classifier", ())]
    names = [STATED[entry] for entry in (word, *classes) if entry in STATED]
    if re.fullmatch(r"\S+", word):
        names.insert(0, word)
    return names[0] if names else UNSTATED.get(name, "")


def assets() -> Iterator[Part]:
    """Yield the fonts and icons by their licence files, which are named after them."""
    for path in sorted(ASSETS.glob("*/*.txt")):
        text = path.read_text(encoding="utf-8")
        names = [name for words, name in TERMS.items() if words in text]
        yield Part(path.stem.split("-")[1], names[0] if names else "")


def bill_of_materials() -> dict[str, Any]:
    """Return the parts of a running bot as CycloneDX; the same for the same commit."""
    name = f"tomato-table@{__version__}"
    parts = [*libraries("requirements.lock"), *assets()]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, f'pkg:pypi/{name} {parts}')}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": name,
                "name": "tomato-table",
                "version": __version__,
                "purl": f"pkg:pypi/{name}",
                "licenses": [{"expression": "MIT AND OFL-1.1"}],
            }
        },
        "components": [_component(part) for part in parts],
    }


def _component(part: Part) -> dict[str, Any]:
    shown = {"name": part.name, "licenses": [{"expression": part.licence}]}
    if not part.version:
        return {"type": "file", **shown}
    address = f"https://pypi.org/project/{part.name}/{part.version}/"
    hashes = [{"alg": "SHA-256", "content": value} for value in part.hashes]
    return {
        "type": "library",
        **shown,
        "version": part.version,
        "purl": f"pkg:pypi/{part.name}@{part.version}",
        "externalReferences": [{"type": "distribution", "url": address, "hashes": hashes}],
    }


def _built(clone: Path, into: Path) -> None:
    """Build every distribution of the newest commit."""
    subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), str(clone)], check=True)
    for name in DISTRIBUTIONS:
        command = [sys.executable, "-m", "hatchling", "build", "-d", str(into)]
        result = subprocess.run(
            command, cwd=clone / name, capture_output=True, text=True, check=False
        )
        if result.returncode:
            raise SystemExit(result.stderr)


def _sums(folder: Path) -> str:
    """Return the sums of a folder's files, as `sha256sum --check` reads them."""
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    return "".join(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def main(folder: Path) -> int:
    """Write a release into an empty folder; return nonzero if it can't be built alike twice."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        print(f"{folder} isn't empty.")
        return 1
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        _built(work / "first", folder)
        _built(work / "second", work / "again")
        if _sums(folder) != _sums(work / "again"):
            print(f"Two builds of one commit differ:\n{_sums(folder)}{_sums(work / 'again')}")
            return 1
    bill = folder / f"tomato_table-{__version__}.cdx.json"
    bill.write_text(json.dumps(bill_of_materials(), indent=1) + "\n", encoding="utf-8")
    (folder / "SHA256SUMS").write_text(_sums(folder), encoding="utf-8")
    print((folder / "SHA256SUMS").read_text(encoding="utf-8"), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path((sys.argv[1:] or ["dist"])[0]).resolve()))
