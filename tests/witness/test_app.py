"""A witness answers as c2sp.org/tlog-witness says, and cosigns only what continues what it cosigned before."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from domain.proof import merkle
from domain.proof.notes import (
    Checkpoint,
    Note,
    NoteKey,
    NoteSignature,
    encode_base64,
    parse_checkpoint,
    parse_note,
    parse_signatures,
    sign_note,
    verify_note,
)
from domain.proof.receipts import Signer
from tests.support.witnesses import ToyLog, submission
from witness.app import LARGEST_BODY, App, Witness
from witness.judging import Logs
from witness.records import CHECKPOINT, Records, hash_origin, load_or_make_key

NAME, AT = "friend.example/w", 1_700_000_000


class House:
    """A witness in a folder, called without a socket."""

    def __init__(self, folder: Path, *logs: ToyLog) -> None:
        self.folder = folder
        self.now = float(AT)
        signer, self.key = load_or_make_key(folder, NAME)
        watched = Logs(log.key for log in logs)
        self.app = App(Witness(self.key, signer, watched, Records(folder), lambda: self.now))

    def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, dict[str, str], bytes]:
        sent: list[Any] = []
        pieces = [body[n : n + 9000] for n in range(0, len(body), 9000)] or [b""]

        async def receive() -> dict[str, Any]:
            piece = pieces.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(pieces)}

        async def send(message: Any) -> None:
            sent.append(message)

        asyncio.run(self.app({"type": "http", "method": method, "path": path}, receive, send))
        start, answer = sent
        headers = {name.decode(): value.decode() for name, value in start["headers"]}
        return start["status"], headers, answer["body"]

    def add(self, body: bytes) -> tuple[int, str, str]:
        status, headers, answer = self.ask("POST", "/add-checkpoint", body)
        return status, headers["content-type"], answer.decode()

    def published(self, log: ToyLog) -> tuple[int, bytes]:
        status, _, answer = self.ask("GET", f"/{hash_origin(log.origin)}/checkpoint")
        return status, answer

    def size(self, log: ToyLog) -> int:
        found = Records(self.folder).latest(log.origin)
        return parse_checkpoint(found.text).size if found is not None else 0


@pytest.fixture
def log() -> ToyLog:
    found = ToyLog()
    found.grow(3)
    return found


@pytest.fixture
def house(tmp_path: Path, log: ToyLog) -> House:
    return House(tmp_path / "w", log)


@pytest.fixture
def at_three(house: House, log: ToyLog) -> House:
    assert house.add(log.submission(0))[0] == 200
    log.grow(4)
    return house


def test_the_first_checkpoint_is_cosigned_with_the_time(house: House, log: ToyLog) -> None:
    status, kind, answer = house.add(log.submission(0))
    assert (status, kind) == (200, "text/plain; charset=utf-8")
    note = log.note()
    found = verify_note(Note(note.text, parse_signatures(answer)), [house.key])
    assert [(one.key, one.time) for one in found] == [(house.key, AT)]
    assert answer.startswith(f"— {NAME} ")
    assert answer.endswith("\n")


@pytest.mark.parametrize("grown", [0, 1, 4, 5, 253, 300])
def test_a_checkpoint_that_continues_the_last_is_cosigned(house: House, log: ToyLog, grown: int) -> None:
    house.add(log.submission(0))
    log.grow(grown)
    assert house.add(log.submission(3))[0] == 200
    assert house.size(log) == 3 + grown


def test_the_empty_log_is_cosigned_and_continued(house: House, log: ToyLog) -> None:
    assert house.add(log.submission(0, 0))[0] == 200
    assert house.add(log.submission(0))[0] == 200
    assert house.size(log) == 3


def test_what_was_cosigned_is_published_with_both_signatures(at_three: House, log: ToyLog) -> None:
    stranger = NoteSignature("other.example", b"\0\0\0\0", bytes(64))
    note = log.note()
    signed = Note(note.text, (stranger, *note.signatures))
    proof = merkle.prove_consistency(3, 7, log.subtree)
    _, _, cosigned = at_three.add(submission(3, proof, signed))
    status, published = at_three.published(log)
    found = parse_note(published.decode())
    assert status == 200
    assert found == Note(note.text, (*note.signatures, *parse_signatures(cosigned)))
    assert [one.key for one in verify_note(found, [log.key, at_three.key])] == [log.key, at_three.key]


def test_nothing_is_published_before_something_was_cosigned(house: House, log: ToyLog) -> None:
    assert house.published(log)[0] == 404
    assert house.published(ToyLog("other.example"))[0] == 404


def test_another_old_size_is_a_conflict_that_says_the_size(at_three: House, log: ToyLog) -> None:
    for old in (0, 2, 4, 7):
        assert at_three.add(log.submission(old)) == (409, "text/x.tlog.size", "3\n")
    assert at_three.add(log.submission(3))[0] == 200


def test_an_old_size_above_that_of_the_checkpoint_is_malformed(at_three: House, log: ToyLog) -> None:
    assert at_three.add(submission(8, [], log.note()))[0] == 400


def test_a_smaller_log_is_a_conflict(at_three: House, log: ToyLog) -> None:
    assert at_three.add(log.submission(2, 2)) == (409, "text/x.tlog.size", "3\n")


def test_another_log_of_the_same_size_is_not_cosigned(at_three: House) -> None:
    other = ToyLog(leaves=["other"] * 3)
    assert at_three.add(other.submission(3))[0] == 422
    assert at_three.published(other)[1].decode().startswith(ToyLog(leaves=["leaf 0", "leaf 1", "leaf 2"]).note().text)


def test_a_log_with_another_history_is_not_cosigned_whatever_the_proof(at_three: House, log: ToyLog) -> None:
    other = ToyLog(leaves=["other", *log.leaves[1:]])
    proofs = [merkle.prove_consistency(3, 7, one.subtree) for one in (log, other)]
    for proof in (*proofs, [], [bytes(32)], [bytes(32)] * 63):
        assert at_three.add(submission(3, proof, other.note()))[0] == 422
    assert at_three.size(log) == 3


def test_a_proof_where_none_is_needed_is_refused(house: House, at_three: House, log: ToyLog) -> None:
    assert at_three.add(submission(3, [bytes(32)], log.note(3)))[0] == 422


def test_a_first_proof_with_lines_and_an_empty_log_with_a_root_are_refused(house: House, log: ToyLog) -> None:
    assert house.add(submission(0, [bytes(32)], log.note()))[0] == 422
    text = Checkpoint(log.origin, 0, bytes(32)).text
    assert house.add(submission(0, [], Note(text, (sign_note(text, log.origin, log.signer),))))[0] == 422
    assert house.size(log) == 0


def test_an_unknown_log_is_not_found(house: House) -> None:
    other = ToyLog("other.example")
    assert house.add(other.submission(0))[0] == 404


def test_a_checkpoint_without_a_genuine_signature_of_the_log_is_forbidden(house: House, log: ToyLog) -> None:
    note = log.note()
    false = NoteSignature(log.origin, log.key.id, bytes(64))
    stranger = sign_note(note.text, log.origin, Signer(bytes(32)))
    cosigner = NoteKey(log.origin, 4, log.signer.public)
    wrong_type = NoteSignature(log.origin, cosigner.id, note.signatures[0].signature)
    for signatures in ((stranger,), (false,), (false, *note.signatures), (wrong_type,)):
        assert house.add(submission(0, [], Note(note.text, signatures)))[0] == 403
    assert house.add(submission(0, [], Note(note.text, (stranger, *note.signatures))))[0] == 200


def test_a_log_may_have_several_keys(tmp_path: Path, log: ToyLog) -> None:
    rotated = ToyLog(signer=Signer(bytes(32)), leaves=log.leaves)
    house = House(tmp_path / "w", log, rotated)
    assert house.add(log.submission(0))[0] == 200
    assert house.add(rotated.submission(3))[0] == 200


def test_logs_do_not_mix(tmp_path: Path, log: ToyLog) -> None:
    other = ToyLog("other.example", leaves=["x"])
    house = House(tmp_path / "w", log, other)
    assert house.add(log.submission(0))[0] == 200
    assert house.add(other.submission(0))[0] == 200
    assert (house.size(log), house.size(other)) == (3, 1)


@pytest.mark.parametrize(
    "change",
    [
        lambda body: b"",
        lambda body: b"\xff" + body,
        lambda body: body.replace(b"old 0", b"old  0"),
        lambda body: body.replace(b"old 0", b"old 00"),
        lambda body: body.replace(b"old 0", b"old -1"),
        lambda body: body.replace(b"old 0", "old \u0660".encode()),
        lambda body: body.replace(b"old 0\n", b"old 0"),
        lambda body: body.replace(b"old 0", b"old " + b"9" * 5000),
        lambda body: body.replace(b"old 0\n", b"old 0\nAAAA\n"),
        lambda body: body.replace(b"old 0\n", b"old 0\n" + b"A" * 43 + b"\n"),
        lambda body: body.replace(b"old 0\n", b"old 0\n" + encode_base64(bytes(32)).encode() + b"\r\n"),
        lambda body: body.replace(b"old 0\n", b"old 0\n" + (encode_base64(bytes(32)) + "\n").encode() * 64),
        lambda body: body.replace(b"\n3\n", b"\n03\n"),
        lambda body: body.replace(b"\n3\n", b"\n"),
        lambda body: body[:-1],
        lambda body: body + b"\n",
    ],
)
def test_a_malformed_request_is_refused(house: House, log: ToyLog, change: Callable[[bytes], bytes]) -> None:
    body = log.submission(0)
    assert change(body) != body
    status, kind, answer = house.add(change(body))
    assert (status, kind) == (400, "text/plain; charset=utf-8")
    assert len(answer) > 20
    assert house.size(log) == 0


def test_a_long_body_is_refused(house: House) -> None:
    assert house.add(b"old 0\n" + b"A" * LARGEST_BODY)[0] == 413


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/add-checkpoint", 405),
        ("DELETE", "/", 405),
        ("POST", f"/{'0' * 64}/checkpoint", 405),
        ("GET", "/nothing", 404),
        ("GET", f"/{'A' * 64}/checkpoint", 404),
        ("GET", "/../checkpoint", 404),
    ],
)
def test_other_calls_are_refused(house: House, method: str, path: str, status: int) -> None:
    found, headers, _ = house.ask(method, path)
    assert found == status
    assert ("allow" in headers) == (status == 405)


def test_a_witness_says_who_it_is(house: House, log: ToyLog) -> None:
    assert house.ask("GET", "/")[2].decode().split() == [house.key.vkey, log.origin]
    assert house.ask("HEAD", "/")[2] == b""


def test_of_many_that_ask_at_once_the_largest_is_kept(at_three: House, log: ToyLog) -> None:
    # Each proves from 3 leaves: when one has been cosigned, the others must be told of its size.
    bodies = [log.submission(3, size) for size in (4, 5, 6, 7)] * 4
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(at_three.add, bodies))
    sizes = [4, 5, 6, 7] * 4
    first = next(size for size, (status, *_) in zip(sizes, found, strict=True) if status == 200)
    for size, (status, _, answer) in zip(sizes, found, strict=True):
        assert (status, answer) == (409, f"{first}\n") if size != first else status in (200, 409)
    assert at_three.size(log) == first


def test_what_was_cosigned_lasts_beyond_the_process(at_three: House, log: ToyLog) -> None:
    again = House(at_three.folder, log)
    assert again.key == at_three.key
    assert again.add(log.submission(0)) == (409, "text/x.tlog.size", "3\n")


def test_nothing_is_cosigned_that_cannot_be_kept(at_three: House, log: ToyLog, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("witness.records.os.fsync", fail)
        status, _, answer = at_three.add(log.submission(3))
        assert (status, NAME in answer) == (503, False)
    assert at_three.size(log) == 3
    assert at_three.add(log.submission(3))[0] == 200


@pytest.mark.parametrize("content", [b"", b"broken\n", b"\xff"])
def test_a_damaged_record_stops_the_cosigning_of_its_log(at_three: House, log: ToyLog, content: bytes) -> None:
    (at_three.folder / hash_origin(log.origin) / CHECKPOINT).write_bytes(content)
    for old in (0, 3):
        assert at_three.add(log.submission(old))[0] == 503


def test_the_same_checkpoint_again_is_cosigned_with_the_new_time(at_three: House, log: ToyLog) -> None:
    at_three.now += 60
    _, _, answer = at_three.add(log.submission(3, 3))
    found = verify_note(Note(log.note(3).text, parse_signatures(answer)), [at_three.key])
    assert [one.time for one in found] == [AT + 60]
    assert hashlib.sha256(log.origin.encode()).hexdigest() == hash_origin(log.origin)
