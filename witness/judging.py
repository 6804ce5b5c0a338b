"""Decides whether a witness may cosign what it was sent, without files, clock or HTTP."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from http import HTTPStatus

import msgspec

from domain.proof import merkle
from domain.proof.notes import (
    LOG_KEY,
    BadNote,
    Checkpoint,
    Note,
    NoteKey,
    VerifiedSignature,
    decode_base64,
    parse_checkpoint,
    parse_note,
    verify_note,
)

LONGEST_PROOF = 63
"""In hashes; no tree of fewer than 2**63 leaves has a longer proof."""
_OLD = re.compile("old (0|[1-9][0-9]{0,18})", re.ASCII)


class Refusal(Exception):
    """A refusal to cosign a checkpoint: the HTTP status, and why.

    `size` is that of the last checkpoint if the request started from another; `alarming` says that the log signed two
    histories, or sent a proof that does not hold.
    """

    def __init__(self, status: HTTPStatus, why: str, size: int | None = None, *, alarming: bool = False) -> None:
        super().__init__(why)
        self.status = status
        self.size = size
        self.alarming = alarming


class Submission(msgspec.Struct, frozen=True):
    """A checkpoint to cosign, with the proof that it continues the one of `old` leaves."""

    old: int
    proof: tuple[bytes, ...]
    note: Note
    checkpoint: Checkpoint


class Logs:
    """The logs that a witness watches: the keys of each, by its origin."""

    def __init__(self, keys: Iterable[NoteKey]) -> None:
        self._keys: dict[str, list[NoteKey]] = {}
        for key in keys:
            if key.type != LOG_KEY:
                raise BadNote(f"{key.vkey} is the key of a witness, not of a log.")
            self._keys.setdefault(key.name, []).append(key)

    @property
    def origins(self) -> tuple[str, ...]:
        """The names of the logs."""
        return tuple(self._keys)

    def verify(self, submission: Submission) -> list[VerifiedSignature]:
        """Return the signatures of the log's keys; raises Refusal for an unknown log, and if none is genuine."""
        keys = self._keys.get(submission.checkpoint.origin)
        if keys is None:
            raise Refusal(HTTPStatus.NOT_FOUND, "This witness does not know the log of this origin.")
        try:
            signed = verify_note(submission.note, keys)
        except BadNote as error:
            raise Refusal(HTTPStatus.FORBIDDEN, str(error)) from None
        if not signed:
            raise Refusal(HTTPStatus.FORBIDDEN, "No key that this witness knows of the log has signed the checkpoint.")
        return signed


def parse_submission(body: bytes) -> Submission:
    """Parse the body of a request; raises Refusal."""
    try:
        return _parse_text(body.decode("utf-8"))
    except UnicodeDecodeError:
        raise Refusal(HTTPStatus.BAD_REQUEST, "The body is not UTF-8.") from None
    except BadNote as error:
        raise Refusal(HTTPStatus.BAD_REQUEST, str(error)) from None


def _parse_text(text: str) -> Submission:
    head, blank, note = text.partition("\n\n")
    if not blank:
        raise BadNote("The body is a line `old SIZE`, the lines of the proof, an empty line and a checkpoint.")
    first, *lines = head.split("\n")
    old = _OLD.fullmatch(first)
    if old is None:
        raise BadNote("The first line is not `old` and a decimal number without leading zeros.")
    found = parse_note(note)
    return Submission(int(old[1]), _parse_proof(lines), found, parse_checkpoint(found.text))


def _parse_proof(lines: Sequence[str]) -> tuple[bytes, ...]:
    if len(lines) > LONGEST_PROOF:
        raise BadNote(f"The proof has {len(lines)} lines; at most {LONGEST_PROOF} are read.")
    proof = tuple(decode_base64(line, "A line of the proof") for line in lines)
    if any(len(step) != merkle.HASH for step in proof):
        raise BadNote(f"A line of the proof is not a hash of {merkle.HASH} bytes.")
    return proof


def check_old_size(submission: Submission) -> None:
    """Raise Refusal for a proof that would lead from a larger log to a smaller one."""
    if submission.old > submission.checkpoint.size:
        raise Refusal(HTTPStatus.BAD_REQUEST, "The old size is larger than that of the checkpoint.")


def check_continues(submission: Submission, latest: Checkpoint | None) -> None:
    """Raise Refusal unless the checkpoint continues the latest cosigned one, which is None if there is none."""
    old, new = submission.old, submission.checkpoint
    known = latest.size if latest is not None else 0
    if old != known:
        raise Refusal(HTTPStatus.CONFLICT, f"The last checkpoint that was cosigned has {known} leaves.", known)
    if new.size == 0 and new.root != merkle.EMPTY:
        raise Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "The root of a log without leaves is the hash of nothing.")
    if old == new.size and latest is not None and new.root != latest.root:
        why = f"Another log of {old} leaves was cosigned: this one has another root."
        raise Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, why, alarming=True)
    if old == 0:
        if submission.proof:
            raise Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "A proof that begins with no leaves has no lines.")
        return
    root = latest.root if latest is not None else merkle.EMPTY
    if not merkle.is_extension(old, root, new.size, new.root, submission.proof):
        why = f"The proof does not show that the log of {new.size} leaves begins with the {old} that were cosigned."
        raise Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, why, alarming=True)
