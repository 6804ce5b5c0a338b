"""Archives: restores a game of another service, or of an earlier installation of this one, from its file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Lock

import msgspec
from flask import Response

from api.flask_app import current_request
from api.problems import ApiError
from api.requests.blueprint import IDEMPOTENCY_KEY, LOCATION, POSITION, REPLAYED, Answer, Blueprint, Takes, Text
from api.requests.idempotency import PostKey, first_answer, request_digest, send_and_remember, sent_key
from api.requests.inputs import refuse_query
from api.requests.negotiation import NDJSON
from api.requests.services import add_location, known_asker, send_created, services
from api.responses.preferred import preferred_language
from domain.application.commands import Request
from domain.application.errors import NotOperator
from domain.archive import reading
from domain.archive.lines import Archive, BadArchive, digest_while_reading, read_lines
from domain.kernel.language import later, speaking
from domain.record.views import GameInfo

blueprint = Blueprint("archives", description="Restore a game from its file")

LARGEST_ARCHIVE = 32 * 1024 * 1024
OPERATOR_ONLY = later(
    "Only the operator may import: a file can claim any moves of anyone, so its importer answers for where it "
    "comes from."
)
UPLOAD = {NDJSON: Text("A .kifu file, as GET /v1/games/{game_id}/archive answers with.")}
RESTORED = {**LOCATION, **POSITION, **REPLAYED}
_importing = Lock()
"""One import at a time in each worker, since the file is held in memory while it is checked."""


@blueprint.call(
    "/v1/archives",
    "POST",
    {
        201: Answer(GameInfo, headers=RESTORED),
        200: Answer(GameInfo, headers=RESTORED, description="The game is here already, byte for byte the same."),
    },
    takes=Takes(upload=UPLOAD, headers=[IDEMPOTENCY_KEY]),
    problems=["not-operator", "bad-archive", "game-exists", "key-reused"],
    token=True,
)
def import_game() -> Response:
    """Import a game

    Restores a finished game from its .kifu file with the same ids, digests and receipts, or refuses the file and names
    its first faulty line. Only for the operator.
    """
    by = known_asker()
    if not by.operator:
        raise NotOperator(OPERATOR_ONLY)
    refuse_query()
    key = sent_key()
    _check_media_type()
    with _import_alone():
        file, whole = hashlib.sha256(), request_digest()
        archive = _parse_body(file, whole)
        named = PostKey(by.owner, key, whole.digest()) if key is not None else None
        kept = first_answer(services().recorder, named)
        if kept is not None:
            return add_location(kept)
        language = preferred_language(current_request().environ)
        asked = Request(operator=True, request_id=current_request().request_id, key=named, language=language)
        with _report_bad_archive():
            restored = services().importer.restore(archive, file.digest(), asked, datetime.now(UTC))
        if restored.already_here:
            # Nothing was recorded, so there was no transaction in which to keep the answer.
            send_and_remember(services().recorder, named, 200, msgspec.json.encode(restored.game))
        else:
            services().parts.feed.wake(restored.game.id)
        return add_location(send_created(restored.game, restored.position, 200 if restored.already_here else 201))


def _check_media_type() -> None:
    sent = current_request()
    if sent.mimetype != NDJSON:
        raise ApiError("unsupported-media-type", later("Send the file as {media_type}.", media_type=NDJSON))
    if sent.headers.get("Content-Encoding", "identity") != "identity":
        raise ApiError("unsupported-media-type", later("Send the file as it is, without a Content-Encoding."))


@contextmanager
def _import_alone() -> Iterator[None]:
    if not _importing.acquire(blocking=False):
        raise ApiError("unavailable", later("Another file is being imported; try again soon."))
    try:
        yield
    finally:
        _importing.release()


def _parse_body(*digests: hashlib._Hash) -> Archive:
    """Parse the body line by line; nothing after the first bad line is read."""
    sent = current_request()
    # A body without announced length is silently cut at the limit: reading one more byte shows whether there is more.
    sent.max_content_length = LARGEST_ARCHIVE + (sent.content_length is None)
    with _report_bad_archive():
        return reading.parse_archive(read_lines(digest_while_reading(sent.stream.read, *digests), LARGEST_ARCHIVE))


@contextmanager
def _report_bad_archive() -> Iterator[None]:
    """Turns BadArchive into its problem document, in the language that the caller prefers."""
    try:
        with speaking(preferred_language(current_request().environ)):
            yield
    except BadArchive as error:
        raise ApiError(
            "bad-archive", later("Line {line}: {why}.", line=error.line, why=error.why), {"line": error.line}
        ) from None
