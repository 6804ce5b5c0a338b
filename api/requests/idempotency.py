"""Idempotency keys: which request a key stands for, and its first answer."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from uuid import UUID

import msgspec
from flask import Response

from api.flask_app import current_request
from api.problems import malformed
from domain.application.stored.kept_answers import check_answer
from domain.kernel.language import later
from domain.rows import FirstAnswer, RequestKey
from eventstore.recorder import FeedRecorder
from eventstore.tables.answers import DuplicateKey

HEADER = "Idempotency-Key"
_KEY = re.compile(r"[\x21-\x7e]{1,200}")


class PostKey(RequestKey, frozen=True):
    """The key of a POST that creates something; its answer is stored as JSON with status 201."""

    def first_answer(self, answer: msgspec.Struct) -> FirstAnswer:
        """Return the row that stores `answer` under this key."""
        return FirstAnswer(self.owner, self.key, self.digest, 201, msgspec.json.encode(answer), self.game)


def request_key(owner: str) -> PostKey | None:
    """Return the key of the current request, or None; raises ApiError malformed for an invalid key."""
    key = sent_key()
    if key is None:
        return None
    whole = request_digest()
    whole.update(current_request().get_data())
    return PostKey(owner, key, whole.digest(), _named_game())


def _named_game() -> UUID | None:
    """Return the game in the path of the current request, or None."""
    named = (current_request().view_args or {}).get("game_id")
    try:
        return UUID(named) if named else None
    except ValueError:
        return None


def sent_key() -> str | None:
    """Return only the key of the current request, or None; raises ApiError malformed for an invalid key."""
    key = current_request().environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not _KEY.fullmatch(key):
        raise malformed(later("An idempotency key is 1 to 200 visible ASCII characters."), header=HEADER)
    return key


def request_digest() -> hashlib._Hash:
    """Return the SHA-256 state of the current request, to which the body is to be added."""
    sent = current_request()
    return hashlib.sha256(f"{sent.method} {sent.path}\n".encode())


def first_answer(recorder: FeedRecorder, key: RequestKey | None) -> Response | None:
    """Return the first answer under a key exactly as sent, or None; raises KeyReused and KeyExpired."""
    first = check_answer(recorder.first_answer(key.owner, key.key, key.game), key) if key else None
    return send_again(first.status, first.body) if first else None


def send_and_remember(recorder: FeedRecorder, key: RequestKey | None, status: int, body: bytes) -> Response:
    """Answer a POST that recorded nothing else, and store the answer under its key.

    If a concurrent request with the same key was faster, send its answer. Raises KeyReused, KeyExpired.
    """
    try:
        if key is not None:
            recorder.record_answer(FirstAnswer(key.owner, key.key, key.digest, status, body, key.game))
    except DuplicateKey:
        first = first_answer(recorder, key)
        if first is not None:
            return first
    return Response(body, status, content_type="application/json")


def record_once(
    recorder: FeedRecorder,
    key: PostKey | None,
    answer: msgspec.Struct,
    write: Callable[[FirstAnswer | None], None],
) -> Response:
    """Answer a POST with 201 after `write` has stored what it records, together with the answer under its key.

    If a concurrent request with the same key was faster, send its answer. Raises KeyReused, KeyExpired, and what
    `write` raises.
    """
    try:
        write(key.first_answer(answer) if key is not None else None)
    except DuplicateKey:
        first = first_answer(recorder, key)
        if first is None:
            raise
        return first
    return Response(msgspec.json.encode(answer), 201, content_type="application/json")


def send_again(status: int, body: bytes) -> Response:
    """Send an answer that was given before."""
    return Response(body, status, {"Idempotent-Replayed": "true"}, content_type="application/json")
