"""The keys that sign receipts, as files in the folder `keys` of KIFU_DATA. `signing.key` is the private key, 64
hexadecimal digits readable only by its owner, made at the first start unless KIFU_SIGNING_KEY gives one.
`public.json` has every public key ever in use here with its time; `/.well-known/kifu-keys.json` shows it. To rotate,
remove `signing.key`, or set another KIFU_SIGNING_KEY, and restart. Earlier receipts stay genuine, since their key
stays in `public.json`."""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from domain.proof.receipts import KeyDocument, Keyring, PublicKey, Signer
from service.settings import BadSettings, Settings

FOLDER, PRIVATE, PUBLIC = "keys", "signing.key", "public.json"
SNAPSHOTS = "snapshot.key"


def load_or_make(settings: Settings) -> tuple[Signer, Keyring]:
    """Load the signer of this service and all its public keys; make them at the first start.

    Several processes may start at once: one makes the key, and all use it. Raises BadSettings for files without
    valid keys.
    """
    folder = settings.data / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with lock_folder(folder):
        signer = Signer(bytes.fromhex(settings.signing_key or _read_private_key(folder / PRIVATE)))
        known = _read_public_keys(folder / PUBLIC)
        keys = _close_other_keys(known, signer, datetime.now(UTC))
        if keys != known:
            _write_public_keys(folder / PUBLIC, keys)
    return signer, Keyring(keys)


def load_used(settings: Settings) -> tuple[Signer, Keyring]:
    """Load the service's signer and all its public keys, for commands that sign alongside it.

    Makes and changes no keys, which would invalidate later receipts of the running service. Raises BadSettings if the
    key in use is not available.
    """
    folder = settings.data / FOLDER
    known = _read_public_keys(folder / PUBLIC)
    if not known:
        raise BadSettings({"KIFU_DATA": [f"{folder} has no keys; the service makes them at its first start."]})
    if settings.signing_key is None and not (folder / PRIVATE).exists():
        raise BadSettings(
            {"KIFU_SIGNING_KEY": [f"The private key of {known[-1].key} is needed, as the service has it."]}
        )
    signer = Signer(bytes.fromhex(settings.signing_key or _read_private_key(folder / PRIVATE)))
    if signer.key != known[-1].key:
        raise BadSettings(
            {"KIFU_SIGNING_KEY": [f"The service signs with {known[-1].key}, not with {signer.key}; give the same key."]}
        )
    return signer, Keyring(known)


def load_keyring(settings: Settings) -> Keyring:
    """Load the public keys known here; none before the first start. Raises BadSettings."""
    return Keyring(_read_public_keys(settings.data / FOLDER / PUBLIC))


def replace_public_key(settings: Settings, key: PublicKey) -> None:
    """Rewrite a key in `public.json`, if it is there. Raises BadSettings for a file without valid keys."""
    path = settings.data / FOLDER / PUBLIC
    with lock_folder(path.parent):
        known = _read_public_keys(path)
        if any(one.key == key.key for one in known):
            _write_public_keys(path, tuple(key if one.key == key.key else one for one in known))


def find_own_key(settings: Settings) -> str | None:
    """Return the id of the key that this instance would sign with; None if it would make one. Raises BadSettings."""
    path = settings.data / FOLDER / PRIVATE
    if settings.signing_key is None and not path.exists():
        return None
    return Signer(bytes.fromhex(settings.signing_key or _read_private_key(path))).key


def snapshot_key(settings: Settings, make: bool = True) -> bytes | None:
    """Load the key that seals snapshots, from `snapshot.key` or KIFU_SNAPSHOT_KEY; raises BadSettings.

    It is made at the first start. With `make` false, for read-only commands, it is None if it cannot be read. Removing
    it only makes the service read games from their first event until there are new snapshots.
    """
    if settings.snapshot_key is not None:
        return bytes.fromhex(settings.snapshot_key)
    folder = settings.data / FOLDER
    if not make:
        try:
            return bytes.fromhex(_read_private_key(folder / SNAPSHOTS)) if (folder / SNAPSHOTS).exists() else None
        except PermissionError:
            return None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with lock_folder(folder):
        return bytes.fromhex(_read_private_key(folder / SNAPSHOTS))


def parse_keys(raw: bytes) -> Keyring:
    """Parse a downloaded kifu-keys.json. Raises ValueError that says what is wrong."""
    try:
        return Keyring(msgspec.json.decode(raw, type=KeyDocument).keys)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"no document of keys: {error}") from None


def _close_other_keys(known: tuple[PublicKey, ...], signer: Signer, now: datetime) -> tuple[PublicKey, ...]:
    """Return the keys with only the signer's in use from now on."""
    if known and known[-1].key == signer.key and known[-1].until is None:
        return known
    closed = [msgspec.structs.replace(key, until=key.until or now) for key in known if key.key != signer.key]
    since = next((key.since for key in known if key.key == signer.key), now)
    return (*closed, PublicKey(signer.key, "Ed25519", signer.public.hex(), since))


def _read_private_key(path: Path) -> str:
    if not path.exists():
        write_whole(path, secrets.token_bytes(32).hex().encode() + b"\n", 0o600)
    try:
        text = path.read_text("ascii").strip()
        valid = len(bytes.fromhex(text)) * 2 == len(text) == 64
    except ValueError:
        valid = False
    if not valid:
        raise BadSettings({"KIFU_DATA": [f"{path} holds no key of 64 hexadecimal digits."]})
    return text


def _read_public_keys(path: Path) -> tuple[PublicKey, ...]:
    if not path.exists():
        return ()
    try:
        return parse_keys(path.read_bytes()).keys
    except ValueError as error:
        raise BadSettings({"KIFU_DATA": [f"{path}: {error}."]}) from None


def _write_public_keys(path: Path, keys: tuple[PublicKey, ...]) -> None:
    write_whole(path, msgspec.json.format(msgspec.json.encode(KeyDocument(keys))) + b"\n", 0o644)


def write_whole(path: Path, content: bytes, mode: int) -> None:
    """Write a file atomically."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)
    try:
        with open(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.rename(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Keep other processes from making or changing keys in this folder."""
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
