"""Measures against players and messages: who they are told to, appeals, and how often each was taken."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from flask import Response

from api.calls.moderation.queue import known_moderator, send_rows
from api.problems import malformed
from api.requests.blueprint import IDEMPOTENCY_KEY, REPLAYED, Answer, Blueprint, Takes
from api.requests.etags import send_revalidated
from api.requests.idempotency import first_answer, record_once, request_key
from api.requests.inputs import parse_id, read_body, read_query, refuse_query
from api.requests.services import known_asker, known_player, services
from api.responses.pages import answer_list, read_place
from api.schemas.moderation import (
    MeasuresQuery,
    MeasureView,
    ModerationCounts,
    NewAppeal,
    NewDecision,
    view_measure,
)
from api.schemas.requests import Paging
from domain.application import errors
from domain.application.moderation.judging import check_impartial
from domain.kernel.language import later
from domain.rows import MeasureRow
from eventstore.tables.accounts.moderation import AlreadyClosed, Decision

blueprint = Blueprint("measures", url_prefix="/v1", description="See what arbiters did, and appeal")

NEW_APPEAL, NEW_DECISION, MEASURES, PAGING = NewAppeal(), NewDecision(), MeasuresQuery(), Paging()
DECIDED = {201: Answer(MeasureView, headers=REPLAYED)}


@blueprint.call("/me/measures", "GET", {200: answer_list(MeasureView)}, takes=Takes(query=Paging), token=True)
def list_my_measures() -> Response:
    """List the measures against me

    Messages of yours that are hidden, and when you were muted or suspended, the newest first.
    """
    player, _ = known_player()
    wanted = read_query(PAGING)
    limit, now = wanted["limit"], datetime.now(UTC)
    found = services().parts.moderation.measures_of(player, read_place(wanted["after"]), limit + 1)
    return send_rows(found, limit, lambda row: view_measure(row, now, to_arbiters=False))


@blueprint.call(
    "/me/measures/<measure_id>/appeal",
    "POST",
    DECIDED,
    takes=Takes(body=NewAppeal, headers=[IDEMPOTENCY_KEY]),
    problems=["unknown-measure", "already-decided", "key-reused"],
    token=True,
)
def appeal(measure_id: str) -> Response:
    """Appeal against a measure

    Once, if the measure is against you. Another arbiter than the one who took it decides, or the operator.
    """
    player, _ = known_player()
    words = read_body(NEW_APPEAL)["words"]
    refuse_query()
    key = request_key(known_asker().owner)
    if (kept := first_answer(services().recorder, key)) is not None:
        return kept
    measure = _find(measure_id)
    if measure.player != player:
        raise _unknown_error(measure_id)
    now = datetime.now(UTC)
    view = view_measure(msgspec.structs.replace(measure, appealed_at=now, appeal=words), now, to_arbiters=False)
    try:
        return record_once(
            services().recorder,
            key,
            view,
            lambda answer: services().parts.moderation.appeal(measure.id, now, words, answer),
        )
    except AlreadyClosed:
        raise errors.AlreadyDecided(later("You have appealed before, or the measure was lifted.")) from None


@blueprint.call(
    "/measures",
    "GET",
    {200: answer_list(MeasureView)},
    takes=Takes(query=MeasuresQuery),
    problems=["not-arbiter"],
    token=True,
)
def list_measures() -> Response:
    """List measures

    For arbiters and the operator, the newest first.
    """
    wanted = read_query(MEASURES)
    known_moderator()
    limit, now = wanted["limit"], datetime.now(UTC)
    place = read_place(wanted["after"])
    found = services().parts.moderation.list_measures(wanted["appealed"], place, limit + 1)
    return send_rows(found, limit, lambda row: view_measure(row, now, to_arbiters=True))


@blueprint.call(
    "/measures/<measure_id>/decision",
    "POST",
    DECIDED,
    takes=Takes(body=NewDecision, headers=[IDEMPOTENCY_KEY]),
    problems=["unknown-measure", "not-arbiter", "arbiter-concerned", "already-decided", "key-reused"],
    token=True,
)
def decide_on_measure(measure_id: str) -> Response:
    """Decide on a measure

    As an arbiter or the operator: lift it, or refuse the appeal. Who took it does not decide on the appeal against it.
    """
    by = known_moderator()
    wanted = read_body(NEW_DECISION)
    refuse_query()
    key = request_key(by.owner)
    if (kept := first_answer(services().recorder, key)) is not None:
        return kept
    measure, now = _find(measure_id), datetime.now(UTC)
    is_appealed = measure.appealed_at is not None and measure.decided_at is None
    if by.player is not None:
        check_impartial(by.player, (measure.player, measure.arbiter if is_appealed else None))
    if not wanted["lift"] and measure.decided_at is None and not is_appealed:
        raise malformed(later("Nobody has appealed, so there is nothing to refuse."), pointer="/lift")
    decision = Decision(measure.id, now, by.player, wanted["lift"], wanted["words"])
    decided = msgspec.structs.replace(
        measure, decided_at=now, decided_by=by.player, lifted=decision.lifted, answer=decision.answer
    )
    try:
        return record_once(
            services().recorder,
            key,
            view_measure(decided, now, to_arbiters=True),
            lambda answer: services().parts.moderation.decide(decision, answer),
        )
    except AlreadyClosed:
        raise errors.AlreadyDecided(later("The measure was decided on before.")) from None


@blueprint.call("/moderation", "GET", {200: Answer(ModerationCounts)}, token=None)
def count_moderation() -> Response:
    """Count reports and measures

    How much was reported, upheld, hidden, muted, suspended and appealed against, for everybody to see.
    """
    refuse_query()
    return send_revalidated(ModerationCounts(services().parts.moderation.counts()))


def _find(measure_id: str) -> MeasureRow:
    """Return a measure by its id in a path; raises UnknownMeasure."""
    measure = parse_id(measure_id)
    found = services().parts.moderation.find_measure(measure) if measure is not None else None
    if found is None:
        raise _unknown_error(measure_id)
    return found


def _unknown_error(measure_id: str) -> errors.UnknownMeasure:
    return errors.UnknownMeasure(later("There is no measure {measure!r} for you.", measure=measure_id))
