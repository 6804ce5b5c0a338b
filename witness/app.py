"""The HTTP of a witness, an ASGI app: `POST /add-checkpoint` and `GET /HASH/checkpoint`."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any, NamedTuple, TypeAlias

import structlog

from domain.proof.notes import Note, NoteKey, cosign, parse_checkpoint
from domain.proof.receipts import Signer
from witness.judging import Logs, Refusal, Submission, check_continues, check_old_size, parse_submission
from witness.records import BadRecords, Records

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

LARGEST_BODY = 128 * 1024
"""In bytes: the longest proof, and a checkpoint with sixteen signatures of the longest specified kind."""
TEXT, SIZE = "text/plain; charset=utf-8", "text/x.tlog.size"
_PUBLISHED = re.compile("/([0-9a-f]{64})/checkpoint", re.ASCII)

log = structlog.get_logger("kifu.witness")


class Answer(NamedTuple):
    """A response to a request."""

    status: HTTPStatus
    body: bytes
    content_type: str = TEXT
    allow: str | None = None


class Witness:
    """Cosigns checkpoints of the logs that it knows. `clock` tells the seconds since 1970."""

    def __init__(self, key: NoteKey, signer: Signer, logs: Logs, records: Records, clock: Callable[[], float]) -> None:
        self._key = key
        self._signer = signer
        self._logs = logs
        self._records = records
        self._clock = clock

    def add_checkpoint(self, body: bytes) -> str:
        """Return the line with our cosignature. Raises Refusal, and BadRecords or OSError if it cannot be stored."""
        asked = parse_submission(body)
        signed = self._logs.verify(asked)
        check_old_size(asked)
        origin = asked.checkpoint.origin
        with self._records.lock(origin):
            latest = self._records.latest(origin)
            try:
                check_continues(asked, parse_checkpoint(latest.text) if latest is not None else None)
            except Refusal as refusal:
                _report(asked, refusal)
                raise
            ours = cosign(asked.note, self._key.name, self._signer, int(self._clock()))
            note = Note(asked.note.text, (*(one.signature for one in signed), ours))
            # A constantly repeated request must not keep the disk busy.
            if note != latest:
                self._records.replace(origin, note)
        log.info("cosigned", origin=origin, size=asked.checkpoint.size)
        return ours.line

    def published(self, origin_hash: str) -> bytes | None:
        """Return the last checkpoint of a log with our cosignature; None if there was none."""
        return self._records.published(origin_hash)

    def describe(self) -> str:
        """Return the name of this witness and the logs that it watches, one a line."""
        return "\n".join((self._key.vkey, *self._logs.origins, ""))


class App:
    """Answers requests to a witness, doing work that waits for the disk in threads."""

    def __init__(self, witness: Witness) -> None:
        self._witness = witness

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        body = await _read_body(receive)
        if body is None:
            return
        answer = await asyncio.to_thread(self._answer, scope["method"], scope["path"], body)
        headers = [("content-type", answer.content_type), ("content-length", str(len(answer.body)))]
        if answer.allow is not None:
            headers.append(("allow", answer.allow))
        encoded = [(name.encode(), value.encode()) for name, value in headers]
        await send({"type": "http.response.start", "status": answer.status.value, "headers": encoded})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else answer.body})

    def _answer(self, method: str, path: str, body: bytes) -> Answer:
        try:
            if path == "/add-checkpoint":
                return self._add(body) if method == "POST" else _refuse_method("POST")
            published = _PUBLISHED.fullmatch(path)
            if published is None and path != "/":
                return _text(HTTPStatus.NOT_FOUND, "There is POST /add-checkpoint and GET /HASH/checkpoint.")
            if method not in ("GET", "HEAD"):
                return _refuse_method("GET, HEAD")
            if published is None:
                return Answer(HTTPStatus.OK, self._witness.describe().encode())
            found = self._witness.published(published[1])
            return Answer(HTTPStatus.OK, found) if found is not None else _nothing_cosigned()
        except (BadRecords, OSError):
            log.exception("nothing cosigned: the records cannot be used")
            return _text(HTTPStatus.SERVICE_UNAVAILABLE, "The witness cannot use its records; nothing was cosigned.")
        except Exception:
            log.exception("request failed")
            return _text(HTTPStatus.INTERNAL_SERVER_ERROR, "The witness failed; nothing was cosigned.")

    def _add(self, body: bytes) -> Answer:
        if len(body) > LARGEST_BODY:
            return _text(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"The body has more than {LARGEST_BODY} bytes.")
        try:
            return Answer(HTTPStatus.OK, self._witness.add_checkpoint(body).encode())
        except Refusal as refusal:
            if refusal.size is not None:
                return Answer(refusal.status, f"{refusal.size}\n".encode(), SIZE)
            return _text(refusal.status, str(refusal))


def _report(asked: Submission, refusal: Refusal) -> None:
    """Log a signed checkpoint that does not continue the cosigned one; the note is the evidence."""
    if refusal.alarming:
        log.error("checkpoint refused", why=str(refusal), note=asked.note.encode())


def _text(status: HTTPStatus, line: str) -> Answer:
    return Answer(status, f"{line}\n".encode())


def _nothing_cosigned() -> Answer:
    return _text(HTTPStatus.NOT_FOUND, "This witness has cosigned no checkpoint of such a log.")


def _refuse_method(allow: str) -> Answer:
    return _text(HTTPStatus.METHOD_NOT_ALLOWED, f"Only {allow}.")._replace(allow=allow)


async def _read_body(receive: Receive) -> bytes | None:
    """Return the body, or as much of it as shows that it is too long; None if the client has gone."""
    parts, size, more = list[bytes](), 0, True
    while more and size <= LARGEST_BODY:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        more = message.get("more_body", False)
    return b"".join(parts)
