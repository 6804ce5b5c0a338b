"""The work of `kifu key`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

import click
import msgspec

from domain.proof.signatures import PlayerSigner, ToSign
from kifu.shared.faults import Fault
from kifu.shared.terminal import show_json

LARGEST = 1 << 20


def new(path: Path, player: str) -> None:
    """Make a key and keep it in FILE."""
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


def sign(path: Path, problem: BinaryIO) -> None:
    """Sign what a service asks for, and print the header Kifu-Signature to send with the same request."""
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
    try:
        private = bytes.fromhex(path.read_text("ascii").strip())
    except ValueError:
        private = b""
    if len(private) != 32:
        raise Fault(f"{path} is not a key, which is 64 hexadecimal digits as `kifu key new` writes them.")
    return PlayerSigner(private)
