"""Reads a `.po` file.

Babel's reader also keeps comments and places, and took a tenth of the time of a start.
"""

from __future__ import annotations

import re
from gettext import NullTranslations, c2py
from pathlib import Path

_LINE = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) )?"(.*)"')
_PLURAL = re.compile(r"plural=(.*?);")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


class PoFile(NullTranslations):
    """The messages of a file; one that isn't translated there stays as it is."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._forms: dict[str, tuple[str, ...]] = {}
        for entry in path.read_text(encoding="utf-8").split("\n\n"):
            self._add(_parts(entry))
        (header,) = self._forms.pop("")
        found = _PLURAL.search(header)
        self._plural = c2py(found[1] if found else "n != 1")

    def _add(self, parts: dict[str, str]) -> None:
        key = "\4".join(parts[name] for name in ("msgctxt", "msgid") if name in parts)
        forms = tuple(text for name, text in parts.items() if name.startswith("msgstr"))
        if forms and all(forms):
            self._forms[key] = forms

    def gettext(self, message: str) -> str:
        return self._forms.get(message, (message,))[0]

    def pgettext(self, context: str, message: str) -> str:
        return self._forms.get(f"{context}\4{message}", (message,))[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self._forms.get(msgid1)
        return super().ngettext(msgid1, msgid2, n) if forms is None else forms[self._plural(n)]


def _parts(entry: str) -> dict[str, str]:
    """Return the strings of an entry by their keywords, in the order of the file."""
    parts: dict[str, str] = {}
    name = ""
    for found in map(_LINE.fullmatch, entry.split("\n")):
        if found is not None:
            name = found[1] or name
            parts[name] = parts.get(name, "") + _ESCAPE.sub(_unescaped, found[2])
    return parts


def _unescaped(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[1], found[1])
