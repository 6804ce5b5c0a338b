"""Every problem that the API can answer with: its code, its HTTP status and its title (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import msgspec
from flask import Response

JSON: TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"

CONTENT_TYPE = "application/problem+json"
RETRY_AFTER = "1"


@dataclass(frozen=True)
class Problem:
    """One kind of problem: its code, its HTTP status, a title and one sentence of documentation."""

    code: str
    status: int
    title: str
    meaning: str


_ALL = (
    Problem("malformed", 400, "Malformed request", "The request is not what this call takes; see the pointer."),
    Problem("unauthenticated", 401, "Who is asking?", "A valid token is needed, or the one sent is not known."),
    Problem("not-your-seat", 403, "Not your seat", "The seat or the view belongs to somebody else."),
    Problem("not-arbiter", 403, "Not the arbiter", "Only the operator's token may do this."),
    Problem("not-found", 404, "No such page", "Nothing is served at this path."),
    Problem("unknown-game", 404, "Unknown game", "No game has this id."),
    Problem("unknown-step", 404, "Unknown step", "The game has no step of this number."),
    Problem("unknown-seat", 404, "Unknown seat", "The game has no seat of this number."),
    Problem("unknown-ruleset", 404, "Unknown ruleset", "No ruleset has this id."),
    Problem("unknown-clause", 404, "Unknown clause", "The rulebook has no clause of this id."),
    Problem("unknown-dispute", 404, "Unknown dispute", "The game has no dispute of this number."),
    Problem("unknown-player", 404, "Unknown player", "No player has this name."),
    Problem("unknown-partition", 404, "Unknown partition", "The feed has no partition of this number."),
    Problem("unknown-checkpoint", 404, "Unknown checkpoint", "No checkpoint of the partition has this size."),
    Problem("method-not-allowed", 405, "Method not allowed", "The path takes other methods; see Allow."),
    Problem("not-acceptable", 406, "Not acceptable", "The call has no answer of a type that Accept takes."),
    Problem("not-asked", 409, "Not asked", "The rules ask nothing of this seat now."),
    Problem("game-over", 409, "The game is over", "The game has ended; nothing can be played any more."),
    Problem("not-started", 409, "The game has not started", "Seats are still free."),
    Problem("seat-taken", 409, "Seat taken", "The seat is taken, or no seat is free."),
    Problem("name-taken", 409, "Name taken", "Another player has this name."),
    Problem("game-exists", 409, "The game exists", "There is another game with the id of the archive."),
    Problem("cannot-take-back", 409, "Cannot take back", "The rules forbid to take this move back."),
    Problem("paused", 409, "The game is paused", "A dispute is open, and the game waits for the arbiter."),
    Problem("already-disputed", 409, "Disputed already", "The seat has an open dispute about this step."),
    Problem("too-many-disputes", 409, "Too many disputes", "The seat has as many disputes as it may; withdraw one."),
    Problem("dispute-closed", 409, "Dispute closed", "The dispute was ruled on or withdrawn."),
    Problem("cannot-annul", 409, "Cannot annul", "The game cannot go back to before this step."),
    Problem("not-covered", 409, "Not covered yet", "The checkpoint does not cover this step; try again later."),
    Problem("version-conflict", 412, "The game has moved on", "If-Match names a version that is not the current one."),
    Problem("too-large", 413, "Body too large", "The body is larger than this call takes."),
    Problem("uri-too-long", 414, "Address too long", "The address is longer than is served."),
    Problem("unsupported-media-type", 415, "Unsupported media type", "The body must be application/json."),
    Problem("illegal-move", 422, "Illegal move", "The rules forbid this move; see the clause."),
    Problem("bad-options", 422, "Bad options", "The ruleset cannot be played with these options; see the pointer."),
    Problem("bad-archive", 422, "Bad archive", "The file is no sound archive of a game; see the line."),
    Problem("key-reused", 422, "Idempotency key reused", "The key was used before, for another request."),
    Problem("headers-too-large", 431, "Headers too large", "The headers are larger than is served."),
    Problem("too-many-requests", 429, "Too many requests", "Slow down; see Retry-After."),
    Problem("internal", 500, "Internal error", "A defect of the service; it has been logged."),
    Problem("damaged-record", 409, "Record changed", "The stored game was changed; ask for its verification."),
    Problem("content-missing", 503, "Content missing", "The content pack of the game is not installed here."),
    Problem("unavailable", 503, "Unavailable", "The database, a read model or a live stream is not to be had now."),
)
PROBLEMS: Mapping[str, Problem] = {problem.code: problem for problem in _ALL}


class ApiError(Exception):
    """A problem found by the API itself. `extra` are further members of the document, `headers` of the answer."""

    def __init__(
        self, code: str, detail: str, extra: Mapping[str, JSON] | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})


def malformed(detail: str, **place: str) -> ApiError:
    """A fault in the request; `place` is `pointer` into the body, `parameter` of the query or `header`."""
    return ApiError("malformed", detail, place)


def answer(
    code: str,
    detail: str,
    extra: Mapping[str, JSON] | None = None,
    headers: Mapping[str, str] | None = None,
    title: str | None = None,
) -> Response:
    """The problem document of a code as a response. Codes that are not listed here count as internal errors."""
    problem = PROBLEMS.get(code, PROBLEMS["internal"])
    document = {
        "type": f"/docs#{problem.code}",
        "title": title or problem.title,
        "status": problem.status,
        "detail": detail,
        "code": problem.code,
        **(extra or {}),
    }
    response = Response(msgspec.json.encode(document), problem.status, content_type=CONTENT_TYPE)
    if problem.status in (429, 503):
        response.headers["Retry-After"] = RETRY_AFTER
    if problem.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    response.headers["Cache-Control"] = "no-store"
    response.headers.update(headers or {})
    return response
