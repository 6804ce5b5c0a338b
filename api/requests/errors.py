"""Turns every exception of a request into a problem document."""

from __future__ import annotations

import structlog
from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from api.flask_app import current_request
from api.problems import ApiError, send_problem
from domain.application.errors import TooManyRequests, Unauthenticated
from domain.kernel.errors import KifuError
from domain.kernel.language import Later, later, mark, translate
from domain.kernel.words import join_words, say_fault
from domain.record.damage import UNREADABLE, DamagedRecord, damaged_record_error
from eventstore.archive_files import FileAway
from eventstore.postgres.away import AWAY
from eventstore.postgres.datastore import ConstraintError, DiskFull, NoSuchTable, Unconfirmed
from eventstore.postgres.definitions import is_made_by_migrations
from eventstore.postgres.nodes import NodeAway
from eventstore.tables.tokens import RevokedToken
from page.serving import show_missing
from projections.queries.cursor import BadCursor
from service.metrics import DISK_FULL, REFUSALS

log = structlog.get_logger("kifu.api")

CODES = {
    400: "malformed",
    404: "not-found",
    405: "method-not-allowed",
    411: "malformed",
    413: "too-large",
    414: "uri-too-long",
    415: "unsupported-media-type",
    429: "too-many-requests",
    431: "headers-too-large",
}
LONGEST_PATH, LONGEST_SAYING = 200, 500
AWAY_FILES = (
    mark("The file of the game {game} cannot be read: the bucket did not answer a moment ago."),
    mark("The file of the game {game} cannot be read: no such bucket, or no such file in it."),
    mark("The file of the game {game} cannot be read: the bucket does not allow it."),
    mark("The file of the game {game} cannot be read: the bucket does not answer as it should."),
    mark("The file of the game {game} cannot be read: the variables AWS_* make no address of a bucket."),
    mark("The file of the game {game} cannot be read: {why}."),
    mark("The game {game} was moved to a file, and KIFU_ARCHIVE says nothing of where."),
)
"""Store errors that mean files are unavailable."""
UNREAD = mark("The browser (or proxy) sent a request that this server could not understand.")
"""Werkzeug errors for requests that cannot be read."""


def register_handlers(app: Flask) -> None:
    """Make the app answer every exception with a problem document."""
    app.register_error_handler(KifuError, _answer_refusal)
    app.register_error_handler(ApiError, _answer_fault)
    app.register_error_handler(HTTPException, _answer_http)
    app.register_error_handler(BadCursor, _answer_bad_cursor)
    app.register_error_handler(RevokedToken, _answer_revoked_token)
    app.register_error_handler(DamagedRecord, _answer_damage)
    app.register_error_handler(FileAway, _answer_file_away)
    for unreadable in UNREADABLE:
        app.register_error_handler(unreadable, _answer_unreadable)
    for away in AWAY:
        app.register_error_handler(away, _answer_absence)
    app.register_error_handler(NoSuchTable, _answer_missing_table)
    app.register_error_handler(Exception, _answer_defect)


def _answer_refusal(error: KifuError) -> Response:
    clause = error.extra.get("clause")
    REFUSALS.labels(error.code, clause if isinstance(clause, str) else "").inc()
    if error.code == "unavailable":
        log.warning("unavailable", why=error.detail, often=True)
    headers = {"Retry-After": str(error.seconds)} if isinstance(error, TooManyRequests) else None
    return send_problem(error.code, error.said, error.extra, headers)


def _answer_fault(error: ApiError) -> Response:
    REFUSALS.labels(error.code, "").inc()
    return send_problem(error.code, error.detail, error.extra, error.headers)


def _answer_bad_cursor(_: BadCursor) -> Response:
    REFUSALS.labels("malformed", "").inc()
    return send_problem("malformed", later("Not a cursor of this list."), {"parameter": "after"})


def _answer_revoked_token(_: RevokedToken) -> Response:
    return _answer_refusal(Unauthenticated(later("This token was revoked just now.")))


def _answer_damage(error: DamagedRecord) -> Response:
    # Only the kind of the cause, since its message may quote secrets of the game.
    cause = error.__cause__
    table, constraint = (cause.table, cause.constraint) if isinstance(cause, ConstraintError) else (None, None)
    if table and constraint and not is_made_by_migrations(table, constraint):
        return _answer_added_constraint(table, constraint)
    why = type(cause).__name__ if cause is not None else error.detail
    log.error("record changed", path=current_request().path, why=why)
    return _answer_refusal(error)


def _answer_added_constraint(table: str, constraint: str) -> Response:
    REFUSALS.labels("unavailable", "").inc()
    log.error("constraint that no migration made", table=table, constraint=constraint)
    return send_problem(
        "unavailable",
        later(
            "The database refuses to record anything in this game, by a constraint that somebody added to it. The "
            "record is as it was; `kifu checkpoint --check` names the constraint to the operator."
        ),
    )


def _answer_file_away(error: FileAway) -> Response:
    REFUSALS.labels("game-archived", "").inc()
    log.error("file of a moved game away", path=current_request().path, why=str(error), cause=error.cause, often=True)
    return send_problem(
        "game-archived",
        later("{why} Nothing is lost; the operator knows where it should be.", why=say_fault(str(error), AWAY_FILES)),
    )


def _answer_unreadable(error: Exception) -> Response:
    found = damaged_record_error()
    found.__cause__ = error
    return _answer_damage(found)


def _answer_http(error: HTTPException) -> Response:
    if error.code is None or error.code < 400:
        return Response(error.get_response().get_data(), error.code, dict(error.get_headers()))
    sent = current_request()
    if error.code == 404 and sent.url_rule is None and (page := show_missing()) is not None:
        return page
    code = CODES.get(error.code, "malformed" if error.code < 500 else "internal")
    headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    detail = Later(translate, error.description or UNREAD)
    if error.code == 404:
        detail = later("Nothing is served at {path}.", path=sent.path[:LONGEST_PATH])
    if error.code == 405:
        allowed = [
            method for method in (getattr(error, "valid_methods", None) or ()) if method not in ("HEAD", "OPTIONS")
        ]
        detail = later(
            "{path} takes {methods}, not {method}.",
            path=sent.path[:LONGEST_PATH],
            methods=Later(join_words, allowed),
            method=sent.method,
        )
    if error.code == 413:
        detail = later("This call takes a body of at most {most} bytes.", most=sent.max_content_length)
    REFUSALS.labels(code, "").inc()
    return send_problem(code, detail, headers=headers)


def _answer_absence(error: Exception) -> Response:
    REFUSALS.labels("unavailable", "").inc()
    if isinstance(error, DiskFull):
        DISK_FULL.set(1)
        log.error("disk of the database full", says=str(error), often=True)
        return send_problem(
            "unavailable", later("The disk of the database is full, so nothing was recorded; try again later.")
        )
    if isinstance(error, Unconfirmed):
        log.error("not confirmed by the standby", says=str(error), often=True)
        return send_problem(
            "unavailable",
            later("The standby of the database has not confirmed it; send it again soon, with the same key."),
        )
    if isinstance(error, NodeAway):
        log.warning("worker of the cluster away", says=str(error), often=True)
        return send_problem(
            "unavailable",
            later("The part of the database that this needs is away, and the rest continues; try again soon."),
        )
    # Messages of the server itself, for example about too many clients or its shutdown.
    log.warning("database away", why=type(error).__name__, says=str(error)[:LONGEST_SAYING], often=True)
    return send_problem("unavailable", later("The database is away; try again soon."))


def _answer_missing_table(error: NoSuchTable) -> Response:
    if "kifu_read." not in str(error):
        return _answer_defect(error)
    REFUSALS.labels("unavailable", "").inc()
    log.error("read models gone", says=str(error), what="kifu rebuild makes them again", often=True)
    return send_problem(
        "unavailable",
        later("The database has no read models. The operator makes them again with the command kifu rebuild."),
    )


def _answer_defect(error: Exception) -> Response:
    sent = current_request()
    log.error("unexpected error", method=sent.method, path=sent.path, exc_info=error)
    return send_problem(
        "internal",
        later("The service has a defect; it is logged under request {request_id}.", request_id=sent.request_id),
    )
