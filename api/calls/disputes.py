"""Disputes: what a player holds against a step, and how the arbiter rules."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from flask import Response

from api.requests.blueprint import (
    CACHED,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    LOCATION,
    POSITION,
    REPLAYED,
    WAIT_FOR,
    Answer,
    Blueprint,
)
from api.requests.etags import fresh
from api.requests.inputs import body, dispute_number, no_query, query
from api.requests.inputs import game_id as id_of
from api.requests.pages import add_next_link, page_response
from api.requests.services import asker, command, games, known_asker, sent, services
from api.requests.waiting import read_models
from api.schemas import dispute_answers, lists
from api.schemas.requests import As, DisputedClausesQuery, DisputesQuery, GameDisputesQuery, NewDispute, NewRuling
from domain.application import dispute_audit
from domain.application.arbitration import Claim, Verdict
from projections.queries.items import Page

T = TypeVar("T")

blueprint = Blueprint("disputes", __name__, url_prefix="/v1", description="Dispute a step, and rule on it")

NEW_DISPUTE, NEW_RULING, AS = NewDispute(), NewRuling(), As()
DISPUTES, CLAUSES, OF_GAME = DisputesQuery(), DisputedClausesQuery(), GameDisputesQuery()
RECORDED = {**POSITION, **REPLAYED}
GAME = "/games/<game_id>/disputes"
REFUSED_RULINGS = ["dispute-closed", "cannot-annul", "game-over", "not-asked", "illegal-move"]
REFUSED_CLAIMS = ["not-your-seat", "not-started", "already-disputed", "too-many-disputes"]
CHANGES = ["unknown-game", "version-conflict", "key-reused"]


@blueprint.call(
    GAME,
    "POST",
    {201: Answer(dispute_answers.DisputeRecorded, headers={**LOCATION, **RECORDED})},
    body=NewDispute,
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    problems=[*CHANGES, "unknown-seat", "unknown-step", *REFUSED_CLAIMS],
    token=True,
)
def raise_dispute(game_id: str) -> Response:
    """Dispute a step for a seat of yours. The arbiter rules on it; the game waits if it has `pause_on_dispute`."""
    by = known_asker()
    claim = Claim(**body(NEW_DISPUTE))
    no_query()
    at = id_of(game_id)
    response = sent(games().dispute(command(by, lambda: games().describe(at).version), at, claim))
    number = msgspec.json.decode(response.get_data())["dispute"]
    response.headers["Location"] = f"/v1/games/{at}/disputes/{number}"
    return response


@blueprint.call(
    GAME,
    "GET",
    {200: Answer(dispute_answers.GameDisputes, headers=CACHED)},
    query=GameDisputesQuery,
    problems=["unknown-game"],
    token=None,
)
def list_disputes_of_game(game_id: str) -> Response:
    """The disputes of a game, in order."""
    wanted = query(OF_GAME)
    size = wanted["limit"]
    found = dispute_audit.list_disputes(games(), id_of(game_id), wanted["after"], size + 1)
    following = found[size - 1].number if len(found) > size else None
    return add_next_link(fresh({"items": found[:size], "next": following}), following)


@blueprint.call(
    f"{GAME}/<dispute>",
    "GET",
    {200: Answer(dispute_answers.DisputeAudit, headers=CACHED)},
    query=As,
    problems=["unknown-game", "unknown-dispute", "unknown-seat", "not-your-seat"],
)
def show_dispute(game_id: str, dispute: str) -> Response:
    """A dispute with the audit of its step and with what the rules engine says of it."""
    by = asker()
    at, as_ = id_of(game_id), query(AS)["as_"]
    viewer = games().viewer(at, by.player, by.arbiter, as_)
    return fresh(dispute_audit.audit_dispute(games(), services().audit, at, dispute_number(dispute), viewer))


@blueprint.call(
    f"{GAME}/<dispute>/ruling",
    "POST",
    {201: Answer(dispute_answers.DisputeRecorded, headers=RECORDED)},
    body=NewRuling,
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    problems=[*CHANGES, "unknown-dispute", "not-arbiter", *REFUSED_RULINGS],
    token=True,
)
def rule(game_id: str, dispute: str) -> Response:
    """Rule on a dispute, as the arbiter: uphold the step, annul it, correct it, or note something about it."""
    by = known_asker()
    wanted = body(NEW_RULING)
    no_query()
    move = wanted.pop("move")
    verdict = Verdict(**wanted, move=None if move is None else msgspec.json.encode(move))
    at, number = id_of(game_id), dispute_number(dispute)
    return sent(games().rule(command(by, lambda: games().describe(at).version), at, number, verdict))


@blueprint.call(
    f"{GAME}/<dispute>/withdrawal",
    "POST",
    {201: Answer(dispute_answers.DisputeRecorded, headers=RECORDED)},
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    problems=[*CHANGES, "unknown-dispute", "not-your-seat", "dispute-closed"],
    token=True,
)
def withdraw(game_id: str, dispute: str) -> Response:
    """Withdraw a dispute of yours, as long as it is open."""
    by = known_asker()
    no_query()
    at, number = id_of(game_id), dispute_number(dispute)
    return sent(games().withdraw(command(by, lambda: games().describe(at).version), at, number))


@blueprint.call("/disputes", "GET", {200: Answer(lists.Disputes)}, query=DisputesQuery, headers=[WAIT_FOR])
def list_disputes() -> Response:
    """The disputes of all listed games, the newest first; with the operator's token those of unlisted games too."""
    by = asker()
    wanted = query(DISPUTES)
    return _listed(read_models("disputes").disputes(**wanted, unlisted=by.arbiter))


@blueprint.call(
    "/disputes/clauses",
    "GET",
    {200: Answer(lists.DisputedClauses)},
    query=DisputedClausesQuery,
    headers=[WAIT_FOR],
)
def list_disputed_clauses() -> Response:
    """How often each clause was disputed, and how it was ruled; the most disputed first.

    Counts the disputes that GET /v1/disputes lists for the caller.
    """
    by = asker()
    wanted = query(CLAUSES)
    return _listed(read_models("disputes").disputed_clauses(**wanted, unlisted=by.arbiter))


def _listed(page: Page[T]) -> Response:
    response = page_response(page)
    response.headers["Vary"] = "Authorization"
    return response
