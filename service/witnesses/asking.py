"""Requests to a witness, and the meaning of its answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Protocol

import msgspec

from domain.proof.notes import (
    BadNote,
    Checkpoint,
    Note,
    NoteKey,
    encode_base64,
    parse_checkpoint,
    parse_signatures,
    verify_note,
)
from service.witnesses.client import Answer, Unreachable

ROUNDS = 4
"""How many times at most a witness is asked until it names the size from which a proof must start."""
_SIZE = re.compile(b"(0|[1-9][0-9]{0,18})\n")
OK, FORBIDDEN, NOT_FOUND, CONFLICT, UNPROCESSABLE = 200, 403, 404, 409, 422


class State(Enum):
    """The outcome of asking a witness."""

    COSIGNED = "cosigned"
    AWAY = "away"
    """It did not answer, or said that it cannot work now."""
    WRONG = "wrong"
    """Its answer does not match the request, or its signature is false."""
    CONTRADICTED = "contradicted"
    """It saw a log other than ours: ours was rolled back or split, or its key was used by someone else."""


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of asking a witness to cosign a checkpoint of `size` leaves; `cosignature` starts with its time."""

    witness: str
    state: State
    size: int
    why: str | None = None
    root: bytes = b""
    cosignature: bytes = b""
    forgot: bool = False


class Roots(Protocol):
    """The log of heads, as shown to a witness."""

    def latest(self) -> Note | None:
        """Return the newest signed checkpoint; None if there is none yet."""
        ...

    def prove(self, old: int, size: int) -> Sequence[bytes]:
        """Prove that the log of this size begins with the one of `old` leaves; raises BrokenLog."""
        ...


class Asked(Protocol):
    """A witness that can be asked over the network."""

    def add_checkpoint(self, body: bytes) -> Answer:
        """Send a checkpoint; raises Unreachable."""
        ...


def ask(witness: NoteKey, client: Asked, roots: Roots, cosigned: int, *, again: bool = False) -> Outcome | None:
    """Ask a witness to cosign the latest checkpoint; None if there is none, or if it already has.

    `cosigned` is the largest size known to be cosigned. With `again`, it is asked in any case, which shows whether it
    saw more than we know. Raises BrokenLog.
    """
    return _Round(witness, client, roots, cosigned).ask(again)


class _Round:
    def __init__(self, witness: NoteKey, client: Asked, roots: Roots, cosigned: int) -> None:
        self._witness = witness
        self._client = client
        self._roots = roots
        self._old = self._known = cosigned

    def ask(self, again: bool) -> Outcome | None:
        note = self._roots.latest()
        if note is None:
            return None
        checkpoint = parse_checkpoint(note.text)
        if checkpoint.size == self._known and not again:
            return None
        for _ in range(ROUNDS):
            if self._old > checkpoint.size:
                # The witness may already have seen a larger checkpoint, which another process has made meanwhile.
                note = self._roots.latest() or note
                checkpoint = parse_checkpoint(note.text)
                if self._old > checkpoint.size:
                    return self._contradict(checkpoint)
            found = self._send(note, checkpoint)
            if found is not None:
                return found
        return self._outcome(State.WRONG, checkpoint.size, "It names another size each time it is asked.")

    def _send(self, note: Note, checkpoint: Checkpoint) -> Outcome | None:
        """Send a checkpoint; None if the witness wants a proof from another size, which comes next."""
        proof = self._roots.prove(self._old, checkpoint.size) if self._old else ()
        lines = "".join(f"{encode_base64(step)}\n" for step in proof)
        try:
            answer = self._client.add_checkpoint(f"old {self._old}\n{lines}\n{note.encode()}".encode())
        except Unreachable as error:
            return self._outcome(State.AWAY, checkpoint.size, str(error))
        if answer.status == OK:
            return self._take(answer, note, checkpoint)
        if answer.status == CONFLICT:
            return self._take_size(answer, checkpoint)
        if answer.status == UNPROCESSABLE:
            return self._contradict(checkpoint)
        return self._refused(answer, checkpoint)

    def _take(self, answer: Answer, note: Note, checkpoint: Checkpoint) -> Outcome:
        try:
            signatures = parse_signatures(answer.body.decode("utf-8"))
            found = verify_note(Note(note.text, signatures), [self._witness])
        except (BadNote, UnicodeDecodeError) as error:
            return self._outcome(State.WRONG, checkpoint.size, f"Its cosignature is false: {error}")
        if not found:
            return self._outcome(State.WRONG, checkpoint.size, "Its answer has no signature of its key.")
        return Outcome(
            self._witness.name,
            State.COSIGNED,
            checkpoint.size,
            None,
            checkpoint.root,
            found[0].signature.signature,
            self._old < self._known,
        )

    def _take_size(self, answer: Answer, checkpoint: Checkpoint) -> Outcome | None:
        match = _SIZE.fullmatch(answer.body)
        if answer.content_type != "text/x.tlog.size" or match is None:
            return self._outcome(State.WRONG, checkpoint.size, "It says 409 without the size that it has cosigned.")
        self._old = int(match[1])
        return None

    def _refused(self, answer: Answer, checkpoint: Checkpoint) -> Outcome:
        if answer.status >= 500 or answer.status == 429:
            return self._outcome(State.AWAY, checkpoint.size, f"It answered with status {answer.status}.")
        reasons = {NOT_FOUND: "it does not know this log", FORBIDDEN: "it trusts no key that signed the checkpoint"}
        why = reasons.get(answer.status, "a witness does not answer so")
        return self._outcome(State.WRONG, checkpoint.size, f"It answered with status {answer.status}: {why}.")

    def _contradict(self, checkpoint: Checkpoint) -> Outcome:
        if self._old > checkpoint.size:
            why = f"It has cosigned {self._old} leaves of this log, which has only {checkpoint.size} now"
        elif self._old:
            why = f"It has cosigned {self._old} leaves with which this log of {checkpoint.size} does not begin"
        else:
            why = f"It refuses the first {checkpoint.size} leaves of this log"
        return self._outcome(
            State.CONTRADICTED,
            checkpoint.size,
            f"{why}: an old backup was restored, or there are two logs under one key.",
        )

    def _outcome(self, state: State, size: int, why: str) -> Outcome:
        return Outcome(self._witness.name, state, size, why)
