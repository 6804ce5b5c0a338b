"""Files on a command line: .kifu files, documents of keys, and games that may also be named by their id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import click

from kifu.shared.faults import Fault

if TYPE_CHECKING:
    from domain.archive.lines import Archive
    from domain.proof.receipts import Keyring
    from domain.proof.signatures import PlayerKey
    from domain.verification.signatures import KnownKeys

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
keys_option = click.option("--keys", type=FILE, help="The service's keys: its /.well-known/kifu-keys.json as a file.")


player_keys_option = click.option(
    "--player-keys",
    type=FILE,
    multiple=True,
    help="The keys of a player, from /v1/players/NAME/keys; can be given for several.",
)


def parse_archive(path: Path) -> Archive:
    """The archive in a .kifu file, its events not decoded; raises Fault."""
    from domain.archive import reading
    from domain.archive.lines import read_lines

    with path.open("rb") as file, naming_file(path):
        return reading.parse_archive(read_lines(file.read))


@contextmanager
def naming_file(path: Path | str) -> Iterator[None]:
    """Turn BadArchive into a Fault that names the file."""
    from domain.archive.lines import BadArchive

    try:
        yield
    except BadArchive as error:
        raise Fault(f"{path}, {error}.") from None


def read_keys(path: Path) -> Keyring:
    """The keys in a downloaded document; raises Fault."""
    from service.keys import signing

    try:
        return signing.parse_keys(path.read_bytes())
    except ValueError as error:
        raise Fault(f"{path}: {error}.") from None


def read_player_keys(paths: Sequence[Path]) -> KnownKeys:
    """The keys of players in downloaded documents, by their names; raises Fault."""
    import msgspec

    from domain.proof.signatures import PlayerKeys

    known: dict[str, tuple[PlayerKey, ...]] = {}
    for path in paths:
        try:
            document = msgspec.json.decode(path.read_bytes(), type=PlayerKeys)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Fault(f"{path} holds no keys of a player: {error}. Save what /v1/players/NAME/keys gives.") from None
        known[document.player] = (*known.get(document.player, ()), *document.keys)
    return known


def parse_game_id(text: str) -> UUID:
    """The id of a game that is not named by a file; raises Fault."""
    try:
        return UUID(text)
    except ValueError:
        raise Fault(f"There is no game {text!r}. A game is a .kifu file, or an id such as {UUID(int=0)}.") from None
