"""Reports to the arbiters: about players, messages and games, and the rulings on them."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID, uuid4

import msgspec
from flask import Response

from api.calls.moderation.queue import known_arbiter, known_moderator, send_rows
from api.problems import malformed
from api.requests.blueprint import IDEMPOTENCY_KEY, REPLAYED, Answer, Blueprint, Takes
from api.requests.idempotency import first_answer, record_once, request_key
from api.requests.inputs import parse_game_id, parse_id, read_body, read_query, refuse_query
from api.requests.services import games, known_asker, known_player, services
from api.responses.pages import answer_list, read_place
from api.schemas.fields import is_name
from api.schemas.moderation import NewGameReport, NewReport, NewReportRuling, ReportsQuery, ReportView, view_report
from api.schemas.requests import Paging
from domain.application import errors
from domain.application.moderation.judging import MOST_REPORTS, Ruling, check_impartial, plan_measures
from domain.kernel.language import later
from domain.rows import ReportRow
from eventstore.tables.accounts import moderation
from eventstore.tables.accounts.moderation import Closing

blueprint = Blueprint("reports", url_prefix="/v1", description="Report players and messages, and rule on it")

NEW_REPORT, NEW_GAME_REPORT, NEW_RULING = NewReport(), NewGameReport(), NewReportRuling()
REPORTS, PAGING = ReportsQuery(), Paging()
REPORTED = {201: Answer(ReportView, headers=REPLAYED)}
REFUSED = ["already-reported", "too-many-reports", "key-reused"]


@blueprint.call(
    "/games/<game_id>/reports",
    "POST",
    REPORTED,
    takes=Takes(body=NewGameReport, headers=[IDEMPOTENCY_KEY]),
    problems=["unknown-game", "unknown-message", *REFUSED],
    token=True,
)
def report_game(game_id: str) -> Response:
    """Report a game or a message

    To the arbiters, who rule on it.
    """
    player, _ = known_player()
    wanted = read_body(NEW_GAME_REPORT)
    refuse_query()
    at, message = parse_game_id(game_id), wanted["message"]
    games().queries.describe(at)
    whom = None if message is None else _find_writer(at, message)
    return _report(ReportRow(uuid4(), player, whom, at, message, wanted["reason"], wanted["words"], datetime.now(UTC)))


@blueprint.call(
    "/players/<name>/reports",
    "POST",
    REPORTED,
    takes=Takes(body=NewReport, headers=[IDEMPOTENCY_KEY]),
    problems=["unknown-player", *REFUSED],
    token=True,
)
def report_player(name: str) -> Response:
    """Report a player

    To the arbiters, who rule on it.
    """
    player, _ = known_player()
    wanted = read_body(NEW_REPORT)
    refuse_query()
    if not is_name(name) or not services().parts.players.exists(name):
        raise errors.UnknownPlayer(later("Nobody is called {name!r}.", name=name))
    return _report(ReportRow(uuid4(), player, name, None, None, wanted["reason"], wanted["words"], datetime.now(UTC)))


@blueprint.call("/me/reports", "GET", {200: answer_list(ReportView)}, takes=Takes(query=Paging), token=True)
def list_my_reports() -> Response:
    """List my reports

    What you have reported and how it was ruled on, the newest first.
    """
    player, _ = known_player()
    wanted = read_query(PAGING)
    limit = wanted["limit"]
    found = services().parts.moderation.reports_of(player, read_place(wanted["after"]), limit + 1)
    return send_rows(found, limit, lambda row: view_report(row, to_arbiters=False))


@blueprint.call(
    "/reports",
    "GET",
    {200: answer_list(ReportView)},
    takes=Takes(query=ReportsQuery),
    problems=["not-arbiter"],
    token=True,
)
def list_reports() -> Response:
    """List reports

    For arbiters and the operator, the newest first.
    """
    wanted = read_query(REPORTS)
    known_moderator()
    limit = wanted["limit"]
    found = services().parts.moderation.list_reports(wanted["open"], read_place(wanted["after"]), limit + 1)
    return send_rows(found, limit, _show)


@blueprint.call(
    "/reports/<report_id>/ruling",
    "POST",
    REPORTED,
    takes=Takes(body=NewReportRuling, headers=[IDEMPOTENCY_KEY]),
    problems=["unknown-report", "not-arbiter", "arbiter-concerned", "report-closed", "key-reused"],
    token=True,
)
def rule_on_report(report_id: str) -> Response:
    """Rule on a report

    As an arbiter whom it does not concern: dismiss it, or uphold it and take measures. Those whom it concerns are told.
    """
    arbiter = known_arbiter()
    ruling = Ruling(**read_body(NEW_RULING))
    refuse_query()
    key = request_key(known_asker().owner)
    if (kept := first_answer(services().recorder, key)) is not None:
        return kept
    report = _find(report_id)
    _check_impartial(arbiter, report)
    now = datetime.now(UTC)
    measures = plan_measures(report, ruling, arbiter, now, uuid4)
    closing = Closing(report.id, now, arbiter, ruling.upheld, ruling.words)
    ruled = msgspec.structs.replace(report, closed_at=now, arbiter=arbiter, upheld=ruling.upheld, answer=ruling.words)
    try:
        return record_once(
            services().recorder,
            key,
            _show(ruled),
            lambda answer: services().parts.moderation.close(closing, measures, answer),
        )
    except moderation.AlreadyClosed:
        raise errors.ReportClosed(later("The report was ruled on before.")) from None


def _report(report: ReportRow) -> Response:
    """Add a report of the caller, or answer its repetition."""
    if report.player is not None and report.player == report.reporter:
        raise malformed(later("You cannot report yourself."), pointer="")
    key = request_key(known_asker().owner)
    if (kept := first_answer(services().recorder, key)) is not None:
        return kept
    try:
        return record_once(
            services().recorder,
            key,
            view_report(report, to_arbiters=False),
            lambda answer: services().parts.moderation.add_report(report, MOST_REPORTS, answer),
        )
    except moderation.AlreadyReported:
        raise errors.AlreadyReported(later("You have reported this; an arbiter will rule on it.")) from None
    except moderation.TooManyReports:
        raise errors.TooManyReports(
            later("{most} reports of yours wait for a ruling, which is all that may.", most=MOST_REPORTS)
        ) from None


def _find_writer(game_id: UUID, message: int) -> str | None:
    """Return who wrote a message; None in a game from a file, where the name need not be that of a player here.

    Raises UnknownMessage.
    """
    found = games().talk.find(game_id, message)
    if found is None:
        raise errors.UnknownMessage(later("The game has no message {message}.", message=message))
    return found.player if games().stored.store.imports.of_game(game_id) is None else None


def _find(report_id: str) -> ReportRow:
    """Return a report by its id in a path; raises UnknownReport."""
    report = parse_id(report_id)
    found = services().parts.moderation.find_report(report) if report is not None else None
    if found is None:
        raise errors.UnknownReport(later("There is no report {report!r}.", report=report_id))
    return found


def _check_impartial(arbiter: str, report: ReportRow) -> None:
    seated = games().stored.current(report.game).players if report.game is not None else ()
    check_impartial(arbiter, (report.reporter, report.player, *seated))


def _show(report: ReportRow) -> ReportView:
    """Show a report to arbiters."""
    message = None
    if report.game is not None and report.message is not None:
        message = games().talk.find(report.game, report.message)
    return view_report(report, message.text if message is not None else None, to_arbiters=True)
