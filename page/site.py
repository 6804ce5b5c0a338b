"""The files of the page, read once: the bytes of each, plain and compressed, under a path with the digest of all."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from posixpath import normpath
from typing import NamedTuple

TYPES = {
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "mjs": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
LEVEL = 9
FOR_READERS = re.compile(rb"^ *(?://.*)?", re.MULTILINE)
"""The indentation and the comments of a module, which only people need.

`make lint` allows texts of several lines only in templates of elements, where indentation means nothing.
"""

STYLES = ("app.css", "drawing.css", "play.css", "audit.css", "replay.css")
"""The style sheets in the order in which they apply. They are sent as one, `page.css`: nothing is painted before."""

IMPORT = re.compile(r'from ?"(\.[^"]+)"')
"""A module's static imports; dynamic imports, which load later, have brackets."""


class File(NamedTuple):
    """A file to send: its media type, its bytes, and their gzip."""

    media_type: str
    plain: bytes
    gzipped: bytes


class Site(NamedTuple):
    """All files by name, and the digest of all of them, which is part of their addresses."""

    files: dict[str, File]
    digest: str

    def needed_by(self, *names: str) -> list[str]:
        """Return these modules and everything that they import, in the order in which a browser finds them."""
        found: dict[str, None] = {}
        waiting = list(names)
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found[name] = None
                folder = PurePosixPath(name).parent
                waiting += [normpath(folder / wanted) for wanted in IMPORT.findall(self.files[name].plain.decode())]
        return list(found)


ENGLISH = "en"


@cache
def list_languages() -> list[str]:
    """List the languages of the page, one for each folder of catalogues."""
    folders = (resources.files("page") / "catalogues").iterdir()
    return sorted(folder.name for folder in folders if folder.is_dir())


@cache
def read_words(language: str) -> Mapping[str, str | Mapping[str, str]]:
    """Read the catalogues of a language as one: texts by key, of those with a plural each form by its name.

    A text that the language lacks is English.
    """
    folder = resources.files("page") / "catalogues" / language
    joined = dict(read_words(ENGLISH)) if language != ENGLISH else {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        joined |= json.loads(file.read_text("utf-8"))
    return joined


@cache
def read_site() -> Site:
    """Read the static files and the catalogue of each language."""
    page = resources.files("page")
    contents = dict(_walk(page / "static", ""))
    contents["page.css"] = b"".join(contents.pop(name) for name in STYLES)
    for language in list_languages():
        words = json.dumps(read_words(language), ensure_ascii=False, separators=(",", ":"))
        contents[f"words/{language}.json"] = words.encode()
    whole = hashlib.sha256()
    for name in sorted(contents):
        whole.update(f"{name}\n{len(contents[name])}\n".encode() + contents[name])
    files = {
        name: File(TYPES[name.rpartition(".")[2]], body, gzip.compress(body, LEVEL, mtime=0))
        for name, body in contents.items()
    }
    return Site(files, whole.hexdigest()[:16])


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, _trim(prefix + entry.name, entry.read_bytes())


def _trim(name: str, body: bytes) -> bytes:
    """Strip comments and indentation from our modules, an eighth of the page; lines keep their numbers."""
    return body if name.startswith("vendor/") or not name.endswith(".mjs") else FOR_READERS.sub(b"", body)
