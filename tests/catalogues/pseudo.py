"""A language that nobody speaks, en-XA: the English texts with accents and a third longer, in the catalogues of a copy.
Run as `python -m tests.catalogues.pseudo ROOT`, it writes the catalogues of en-XA into the copy of this tree at ROOT.
"""

from __future__ import annotations

import json
import re
import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from tests.catalogues.extracting import ROOT, find_texts, list_rooms

LANGUAGE = "en-XA"
VALUE = re.compile(r"(\{[^}]*\})")
ACCENTED = str.maketrans("acegiknorsuyzACEGIKNORSUYZ", "áçéğíķñóŕšúýžÁÇÉĞÍĶÑÓŔŠÚÝŽ")
LENGTHENED = re.compile("[áéíóúÁÉÍÓÚ]")


def speak(text: str) -> str:
    """Put accents on a text and double its vowels; the values in it stay as they are."""
    parts = VALUE.split(text)
    return "".join(
        part if number % 2 else LENGTHENED.sub(lambda vowel: vowel[0] + vowel[0].lower(), part.translate(ACCENTED))
        for number, part in enumerate(parts)
    )


def write_catalogues(root: Path) -> None:
    """Write the catalogues of the language into a copy of this tree."""
    for room in list_rooms():
        catalogue = Catalog(locale=LANGUAGE.replace("-", "_"))
        for found in find_texts(room):
            said = tuple(map(speak, found.text)) if isinstance(found.text, tuple) else speak(found.text)
            catalogue.add(found.text, said, locations=[(found.file, 0)])
        out = BytesIO()
        write_po(out, catalogue)
        (root / room.relative_to(ROOT) / "catalogues" / f"{LANGUAGE}.po").write_bytes(out.getvalue())
    folder = root / "page" / "catalogues" / LANGUAGE
    folder.mkdir()
    for file in (ROOT / "page" / "catalogues" / "en").iterdir():
        texts = {key: _speak_forms(text) for key, text in json.loads(file.read_text("utf-8")).items()}
        (folder / file.name).write_text(json.dumps(texts, ensure_ascii=False), "utf-8")


def _speak_forms(text: str | dict[str, str]) -> str | dict[str, str]:
    return speak(text) if isinstance(text, str) else {form: speak(said) for form, said in text.items()}


if __name__ == "__main__":
    write_catalogues(Path(sys.argv[1]))
