"""Logs that a test can grow and split, witnesses as processes, and requests to them."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from uvicorn.config import Config
from uvicorn.server import Server

from domain.proof import merkle
from domain.proof.notes import LOG_KEY, Checkpoint, Note, NoteKey, encode_base64, parse_vkey, sign_note
from domain.proof.receipts import Signer
from tests.support.services import ROOT
from witness.app import App, Witness
from witness.judging import Logs
from witness.records import Records, load_or_make_key


@dataclass
class ToyLog:
    """A log whose leaves are strings."""

    origin: str = "club.example/kifu"
    signer: Signer = field(default_factory=lambda: Signer(bytes(range(32))))
    leaves: list[str] = field(default_factory=list)

    @property
    def key(self) -> NoteKey:
        return NoteKey(self.origin, LOG_KEY, self.signer.public)

    def grow(self, count: int, word: str = "leaf") -> None:
        self.leaves += [f"{word} {len(self.leaves) + n}" for n in range(count)]

    def checkpoint(self, size: int | None = None) -> Checkpoint:
        size = len(self.leaves) if size is None else size
        return Checkpoint(self.origin, size, merkle.root(size, self.subtree))

    def note(self, size: int | None = None) -> Note:
        text = self.checkpoint(size).text
        return Note(text, (sign_note(text, self.origin, self.signer),))

    def subtree(self, height: int, index: int) -> bytes:
        leaves = self.leaves[index << height : (index + 1) << height]
        return merkle.fold_hashes(b"".join(merkle.leaf_hash(leaf.encode()) for leaf in leaves))

    def submission(self, old: int, size: int | None = None) -> bytes:
        size = len(self.leaves) if size is None else size
        proof = merkle.prove_consistency(old, size, self.subtree) if 0 < old <= size else []
        return submission(old, proof, self.note(size))


def submission(old: int | str, proof: list[bytes], note: Note) -> bytes:
    lines = "".join(f"{encode_base64(step)}\n" for step in proof)
    return f"old {old}\n{lines}\n{note.encode()}".encode()


@dataclass(frozen=True)
class RunningWitness:
    key: NoteKey
    url: str
    process: subprocess.Popen[str]

    @property
    def setting(self) -> str:
        """The witness in the service's settings."""
        return f"{self.key.vkey}@{self.url}"


@contextmanager
def served(app: App) -> Iterator[str]:
    """Serve an app from a thread of this process; yield its URL."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        server = Server(Config(app, lifespan="off", ws="none", log_config=None, log_level="error"))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(60)


@dataclass
class Friend:
    """A witness in this process, with a stopped clock."""

    folder: Path
    key: NoteKey
    url: str

    @property
    def setting(self) -> str:
        return f"{self.key.vkey}@{self.url}"


@contextmanager
def friend(folder: Path, *logs: NoteKey, name: str = "friend.example/w", at: int = 1_700_000_000) -> Iterator[Friend]:
    """A witness of these logs at a URL."""
    signer, key = load_or_make_key(folder, name)
    with served(App(Witness(key, signer, Logs(logs), Records(folder), lambda: at))) as url:
        yield Friend(folder, key, url)


@contextmanager
def running_witness(
    data: Path, *logs: NoteKey, name: str = "friend.example/w", port: int = 0
) -> Iterator[RunningWitness]:
    """A witness of these logs as a process, until the end of the block."""
    watched = [part for log in logs for part in ("--log", log.vkey)]
    command = [sys.executable, "-m", "kifu", "witness", "--data", str(data), "--name", name, "--port", str(port)]
    with (data.parent / f"{data.name}.log").open("a") as errors:
        process = subprocess.Popen([*command, *watched], cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    try:
        key = parse_vkey(process.stdout.readline().strip())
        yield RunningWitness(key, process.stdout.readline().split()[-1], process)
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()
