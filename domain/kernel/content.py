"""Content: the printed numbers and cards of a game, as data in TOML files with a schema per game.

A content pack is a folder of TOML files. A later pack replaces a file of the same name, so that the owner of a
printed game can put its values in a folder of their own. Every entry says whether it is `"rulebook"` (a number that
the rulebook states) or `"house"` (ours, because the rulebook does not print it).
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal, Protocol, TypeVar

import msgspec

C = TypeVar("C", bound=msgspec.Struct)


class Named(Protocol):
    """An entry with an id."""

    @property
    def id(self) -> str:
        """By what other entries and games name it."""
        ...


R = TypeVar("R", bound=Named)

Source = Literal["rulebook", "house"]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something printed: `source` says whether the rulebook states its numbers or they are ours."""

    source: Source


class BadContent(ValueError):
    """A content pack that cannot be used: the message names the file, the entry, the field and why."""


class Content:
    """What every game's content has: the digest of the pack it was read from, by which games remember it."""

    __slots__ = ("digest",)

    digest: str


def read_pack(package: str, overlays: Iterable[Traversable] = ()) -> dict[str, bytes]:
    """The files of a game's content by name: those in its package's `content`, replaced by those of later packs."""
    folders = [resources.files(package).joinpath("content"), *overlays]
    return {
        entry.name: entry.read_bytes()
        for folder in folders
        if folder.is_dir()
        for entry in sorted(folder.iterdir(), key=lambda e: e.name)
        if entry.name.endswith(".toml")
    }


def digest_of(files: dict[str, bytes]) -> str:
    """The SHA-256 of a pack in hexadecimal: over names and digests of its files, by name."""
    lines = (f"{name} {hashlib.sha256(files[name]).hexdigest()}\n" for name in sorted(files))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def parse(files: dict[str, bytes], name: str, schema: type[C]) -> C:
    """One file of a pack as `schema`; raises BadContent with file, place and reason."""
    if name not in files:
        raise BadContent(f"{name}: the file is missing")
    try:
        return msgspec.convert(tomllib.loads(files[name].decode("utf-8")), schema)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise BadContent(f"{name}: {error}") from error


def by_id(name: str, entries: Iterable[R]) -> dict[str, R]:
    """Entries by their field `id`, in order; raises BadContent where an id occurs twice."""
    found: dict[str, R] = {}
    for entry in entries:
        key = entry.id
        if key in found:
            raise BadContent(f"{name}: {key!r} occurs twice")
        found[key] = entry
    return found
