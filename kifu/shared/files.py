"""Files on a command line: .kifu files, key documents, and games that may also be named by id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

import msgspec

from domain.archive import reading
from domain.archive.lines import Archive, BadArchive, read_lines
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.words import say_json_fault
from domain.proof.receipts import Keyring
from domain.proof.signatures import PlayerKey, PlayerKeys
from domain.verification.signatures import KnownKeys
from kifu.shared.faults import Fault
from service.keys import signing


def parse_archive(path: Path) -> Archive:
    """Parse a .kifu file without decoding its events; raises Fault."""
    with path.open("rb") as file, naming_file(path):
        return reading.parse_archive(read_lines(file.read))


@contextmanager
def naming_file(path: Path | str) -> Iterator[None]:
    """Turn BadArchive into a Fault that names the file."""
    try:
        yield
    except BadArchive as error:
        raise Fault(say("{path}, {why}.", path=path, why=error)) from None


def read_keys(path: Path) -> Keyring:
    """Read the keys from a downloaded document; raises Fault."""
    try:
        return signing.parse_keys(path.read_bytes())
    except ValueError as error:
        raise Fault(say("{path}: {why}.", path=path, why=error)) from None


def read_player_keys(paths: Sequence[Path]) -> KnownKeys:
    """Read players' keys from downloaded documents, by name; raises Fault."""
    known: dict[str, tuple[PlayerKey, ...]] = {}
    for path in paths:
        try:
            document = msgspec.json.decode(path.read_bytes(), type=PlayerKeys)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            text = mark("{path} holds no keys of a player: {why}. Save what /v1/players/NAME/keys gives.")
            raise Fault(fill(translate(text), path=path, why=say_json_fault(str(error)))) from None
        known[document.player] = (*known.get(document.player, ()), *document.keys)
    return known


def parse_game_id(text: str) -> UUID:
    """Parse the id of a game that is not named by a file; raises Fault."""
    try:
        return UUID(text)
    except ValueError:
        wrong = mark("There is no game {name!r}. A game is a .kifu file, or an id such as {example}.")
        raise Fault(fill(translate(wrong), name=text, example=UUID(int=0))) from None
