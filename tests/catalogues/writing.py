"""Rewrite the catalogues: every text that the code uses, with its translation if there is one.

`make words` runs it. New texts have an empty translation, which a test finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from domain.kernel.language import ENGLISH, LANGUAGES
from tests.catalogues.extracting import ROOT, find_texts, list_rooms

WIDTH = 120
HEADER = ("Content-Type", "Content-Transfer-Encoding", "Language:", "MIME-Version", "Plural-Forms", "msg", "#")
"""The meaningful lines of the header; dates would change with every run."""


def list_catalogues() -> Iterator[tuple[Path, str]]:
    """Yield every room with catalogues, with each language that is not English."""
    for room in list_rooms():
        for language in LANGUAGES:
            if language != ENGLISH:
                yield room, language


def find_file(room: Path, language: str) -> Path:
    """Find the catalogue of a room in a language."""
    return room / "catalogues" / f"{language}.po"


def read_catalogue(file: Path, language: str) -> Catalog:
    """Read a catalogue; one that is missing is empty."""
    return read_po(BytesIO(file.read_bytes() if file.exists() else b""), locale=language.replace("-", "_"))


def renew(room: Path, language: str) -> bytes:
    """Return the catalogue of a room with the texts in use."""
    old, new = read_catalogue(find_file(room, language), language), Catalog(locale=language.replace("-", "_"))
    for found in find_texts(room):
        known = old.get(found.text[0] if isinstance(found.text, tuple) else found.text)
        new.add(found.text, _keep(known, found.text), locations=[(found.file, 0)])
    out = BytesIO()
    write_po(out, new, width=WIDTH, include_lineno=False, sort_by_file=True)
    return _drop_dates(out.getvalue().decode()).encode()


def _keep(known: Message | None, text: str | tuple[str, str]) -> str | tuple[str, ...]:
    """Return the existing translation if it is for a text of this kind; otherwise an empty one."""
    many = isinstance(text, tuple)
    if known is None or isinstance(known.string, tuple) != many:
        return ("", "") if many else ""
    return known.string


def _drop_dates(text: str) -> str:
    head, blank, rest = text.partition("\n\n")
    kept = [line for line in head.splitlines() if line.strip('"').startswith(HEADER) and not line.startswith("#")]
    return "\n".join(kept) + blank + rest


def main() -> None:
    """Write every catalogue, and say how many of its texts lack a translation."""
    for room, language in list_catalogues():
        file = find_file(room, language)
        file.write_bytes(renew(room, language))
        texts = [message for message in read_catalogue(file, language) if message.id]
        lacking = sum(not all(message.string) if message.pluralizable else not message.string for message in texts)
        print(f"{file.relative_to(ROOT)}: {len(texts)} texts, {lacking} without a translation")


if __name__ == "__main__":
    main()
