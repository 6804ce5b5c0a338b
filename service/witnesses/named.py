"""The witnesses named by KIFU_WITNESSES."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from domain.proof.notes import BadNote, NoteKey
from domain.proof.witnesses import choose_witnesses, parse_witness_key

_NAMED = re.compile(r"(?P<vkey>[^@\s]+?)(?:@(?P<url>https?://[^/\s@?#]+(?:/[^\s@?#]*)?))?")


class NamedWitness(msgspec.Struct, frozen=True):
    """A witness by its key. One without a URL is no longer asked, but its cosignatures are still shown."""

    key: NoteKey
    url: str | None


def parse_named(texts: Iterable[str]) -> tuple[NamedWitness, ...]:
    """Parse witnesses, each written as `VKEY@URL` or `VKEY`; raises BadNote, which says what is wrong."""
    found = tuple(_parse(text.strip()) for text in texts)
    if found:
        choose_witnesses([witness.key.vkey for witness in found])
    return found


def _parse(text: str) -> NamedWitness:
    match = _NAMED.fullmatch(text)
    if match is None:
        raise BadNote(f"{text!r} is not a witness: write VKEY@URL, as `kifu witness` prints key and URL.")
    return NamedWitness(parse_witness_key(match["vkey"]), match["url"])
