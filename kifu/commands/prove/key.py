"""`kifu key`: keys with which a player signs moves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from kifu.shared.faults import Fault
from kifu.shared.files import FILE
from kifu.shared.groups import Command, CommandGroup
from kifu.shared.terminal import show_json

if TYPE_CHECKING:
    from domain.proof.signatures import PlayerSigner

LARGEST = 1 << 20


@click.group(
    cls=CommandGroup,
    examples=("kifu key new ada.key --player Ada", "kifu key sign ada.key problem.json"),
)
def key() -> None:
    """Make a key that signs your moves, and sign with it."""


@key.command(cls=Command, examples=("kifu key new ada.key --player Ada > new-key.json",))
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--player", required=True, help="Your name at the service.")
def new(path: Path, player: str) -> None:
    """Make a key and keep it in FILE.

    Prints the body of the POST to /v1/me/keys that registers it. Whoever has the file can sign as you.
    """
    from domain.proof.signatures import PlayerSigner

    private = os.urandom(32)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{private.hex()}\n")
    except FileExistsError:
        raise Fault(f"{path} exists already. Choose another name, or move it away.") from None
    except OSError as error:
        raise Fault(f"{path} cannot be written: {error.strerror}.") from None
    signer = PlayerSigner(private)
    show_json({"public": signer.public, "proof": signer.prove(player)})


@key.command(cls=Command, examples=("kifu key sign ada.key problem.json",))
@click.argument("path", metavar="FILE", type=FILE)
@click.argument("problem", type=click.File("rb"))
def sign(path: Path, problem: BinaryIO) -> None:
    """Sign what a service asks for, and print the header Kifu-Signature to send with the same request.

    PROBLEM is the answer signature-required or wrong-signature; - is standard input. What is signed is shown on
    standard error: look whether it is what you mean to do.
    """
    import msgspec

    from domain.proof.signatures import ToSign

    signer, raw = _read_key(path), problem.read(LARGEST + 1)
    try:
        wanted = msgspec.json.decode(msgspec.json.decode(raw, type=dict[str, msgspec.Raw])["to_sign"], type=ToSign)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, KeyError):
        raise Fault("This answer does not say what to sign. Save the whole answer signature-required.") from None
    if signer.public not in wanted.keys:
        raise Fault(f"{path} is not a key of this seat.")
    salt = os.urandom(32).hex()
    text = wanted.with_salt(salt)
    click.echo(f"{text}content is {wanted.content}", err=True)
    click.echo(f"{signer.key}.{salt}.{signer.sign_text(text.encode())}")


def _read_key(path: Path) -> PlayerSigner:
    from domain.proof.signatures import PlayerSigner

    try:
        private = bytes.fromhex(path.read_text("ascii").strip())
    except ValueError:
        private = b""
    if len(private) != 32:
        raise Fault(f"{path} is not a key, which is 64 hexadecimal digits as `kifu key new` writes them.")
    return PlayerSigner(private)
