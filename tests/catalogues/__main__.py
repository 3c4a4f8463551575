"""Update every catalogue to the messages in the code; new ones wait there for a translation.

Unused messages are removed. A new language starts as `locale/<language>.po` with only a header like
the others': the language, its plurals, and the glossary.
"""

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.ui.i18n.catalogues import CATALOGUES
from tests.catalogues.heard import said_in_full, template


def updated(catalogue: Path, line: Catalog) -> tuple[str, int]:
    """Return what a catalogue's file should hold, and how many messages lack a translation."""
    text = catalogue.read_text(encoding="utf-8")
    known = read_po(io.StringIO(text), locale=catalogue.stem)
    known.update(line, no_fuzzy_matching=True)
    known.obsolete.clear()
    body = io.BytesIO()
    # Babel's own header would contain dates, and change with every update.
    write_po(body, known, width=100, omit_header=True, include_lineno=False)
    head = text.partition("\n\n")[0].strip()
    missing = sum(1 for message in known if message.id and not said_in_full(message))
    return f"{head}\n\n{body.getvalue().decode().strip()}\n", missing


def main() -> None:
    line = template()
    for catalogue in sorted(CATALOGUES.glob("*.po")):
        text, missing = updated(catalogue, line)
        catalogue.write_text(text, encoding="utf-8")
        print(f"{catalogue.name}: {len(line)} messages, {missing} without a translation")


if __name__ == "__main__":
    main()
