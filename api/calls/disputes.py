"""Disputes: a player's objection to a step, and the arbiter's ruling."""

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
    Takes,
)
from api.requests.etags import send_uncached
from api.requests.identity import Asker
from api.requests.inputs import LARGEST_BODY, parse_dispute_number, parse_game_id, read_body, read_query, refuse_query
from api.requests.looking import SEEN, find_viewer, is_arbiter
from api.requests.services import asker, games, known_asker, read_command, send_outcome, services
from api.requests.signatures import KIFU_SIGNATURE
from api.requests.waiting import read_models
from api.responses.pages import answer_list, answer_numbered, answer_whole, send_numbered, send_page
from api.schemas.requests import As, DisputedClausesQuery, DisputesQuery, GameDisputesQuery, NewDispute, NewRuling
from domain.application import dispute_audit
from domain.application.arbitration import Claim, DisputeAnswer, Verdict
from domain.application.dispute_audit import DisputeAudit, DisputeView
from projections.queries.items import DisputedClause, DisputeItem, Page

T = TypeVar("T")

blueprint = Blueprint("disputes", url_prefix="/v1", description="Dispute a step, and rule on it")

NEW_DISPUTE, NEW_RULING, AS = NewDispute(), NewRuling(), As()
DISPUTES, CLAUSES, OF_GAME = DisputesQuery(), DisputedClausesQuery(), GameDisputesQuery()
RECORDED = {**POSITION, **REPLAYED}
GAME = "/games/<game_id>/disputes"
REFUSED_RULINGS = ["dispute-closed", "cannot-annul", "game-over", "not-asked", "illegal-move"]
NOT_JUDGES = ["not-arbiter", "arbiter-plays"]
REFUSED_CLAIMS = ["not-your-seat", "not-started", "has-resigned", "already-disputed", "too-many-disputes"]
UNSIGNED = ["signature-required", "wrong-signature"]
CHANGES = ["unknown-game", "version-conflict", "key-reused"]


@blueprint.call(
    GAME,
    "POST",
    {201: Answer(DisputeAnswer, headers={**LOCATION, **RECORDED})},
    takes=Takes(body=NewDispute, headers=[IF_MATCH, IDEMPOTENCY_KEY, KIFU_SIGNATURE]),
    problems=[*CHANGES, *UNSIGNED, "unknown-seat", "unknown-step", *REFUSED_CLAIMS],
    token=True,
)
def raise_dispute(game_id: str) -> Response:
    """Raise a dispute

    Disputes a step for a seat of yours. The arbiter rules on it; until then the game waits if it was opened
    with `pause_on_dispute`.
    """
    by = known_asker()
    claim = Claim(**read_body(NEW_DISPUTE, limit=LARGEST_BODY))
    refuse_query()
    at = parse_game_id(game_id)
    response = send_outcome(
        games().recording.dispute(read_command(by, lambda: games().queries.describe(at).version), at, claim)
    )
    number = msgspec.json.decode(response.get_data())["dispute"]
    response.headers["Location"] = f"/v1/games/{at}/disputes/{number}"
    return response


@blueprint.call(
    GAME,
    "GET",
    {200: answer_numbered(DisputeView)},
    takes=Takes(query=GameDisputesQuery),
    problems=["unknown-game"],
    token=None,
)
def list_game_disputes(game_id: str) -> Response:
    """List the disputes of a game

    In the order in which they were raised.
    """
    wanted = read_query(OF_GAME)
    limit = wanted["limit"]
    found = dispute_audit.list_disputes(games().stored, parse_game_id(game_id), wanted["after"], limit + 1)
    return send_numbered(found, limit, lambda dispute: dispute.number)


@blueprint.call(
    f"{GAME}/<dispute>",
    "GET",
    {200: Answer(DisputeAudit, headers=CACHED)},
    takes=Takes(query=As),
    problems=[*SEEN, "unknown-dispute"],
    spoken=True,
)
def get_dispute(game_id: str, dispute: str) -> Response:
    """Get a dispute

    A dispute with the audit of its step and the rules engine's finding.
    """
    by = asker()
    at, as_ = parse_game_id(game_id), read_query(AS)["as_"]
    viewer = find_viewer(by, at, as_)
    return send_uncached(
        dispute_audit.audit_dispute(games().stored, services().audit, at, parse_dispute_number(dispute), viewer)
    )


@blueprint.call(
    f"{GAME}/<dispute>/ruling",
    "POST",
    {201: Answer(DisputeAnswer, headers=RECORDED)},
    takes=Takes(body=NewRuling, headers=[IF_MATCH, IDEMPOTENCY_KEY]),
    problems=[*CHANGES, "unknown-dispute", *NOT_JUDGES, *REFUSED_RULINGS],
    token=True,
)
def rule_on_dispute(game_id: str, dispute: str) -> Response:
    """Rule on a dispute

    As an arbiter, with your token as a player: uphold the step, annul it, correct it, or add a note. An arbiter with a
    seat in the game may not rule on it.
    """
    by = known_asker()
    wanted = read_body(NEW_RULING, limit=LARGEST_BODY)
    refuse_query()
    move = wanted.pop("move")
    verdict = Verdict(**wanted, move=None if move is None else msgspec.json.encode(move))
    at, number = parse_game_id(game_id), parse_dispute_number(dispute)
    command = read_command(by, lambda: games().queries.describe(at).version, arbiter=is_arbiter(by))
    return send_outcome(games().recording.rule(command, at, number, verdict))


@blueprint.call(
    f"{GAME}/<dispute>/withdrawal",
    "POST",
    {201: Answer(DisputeAnswer, headers=RECORDED)},
    takes=Takes(headers=[IF_MATCH, IDEMPOTENCY_KEY, KIFU_SIGNATURE]),
    problems=[*CHANGES, *UNSIGNED, "unknown-dispute", "not-your-seat", "dispute-closed"],
    token=True,
)
def withdraw_dispute(game_id: str, dispute: str) -> Response:
    """Withdraw a dispute

    Withdraws your dispute if it is still open.
    """
    by = known_asker()
    refuse_query()
    at, number = parse_game_id(game_id), parse_dispute_number(dispute)
    return send_outcome(
        games().recording.withdraw(read_command(by, lambda: games().queries.describe(at).version), at, number)
    )


@blueprint.call(
    "/disputes",
    "GET",
    {200: answer_list(DisputeItem)},
    takes=Takes(query=DisputesQuery, headers=[WAIT_FOR]),
)
def list_disputes() -> Response:
    """List disputes

    The disputes of all listed games, the newest first; for arbiters and the operator those of unlisted games too.
    """
    by = asker()
    wanted = read_query(DISPUTES)
    return _send_page(read_models("disputes").disputes(**wanted, unlisted=_finds_unlisted(by)))


@blueprint.call(
    "/disputes/clauses",
    "GET",
    {200: answer_whole(Page[DisputedClause], DisputedClause)},
    takes=Takes(query=DisputedClausesQuery, headers=[WAIT_FOR]),
)
def list_disputed_clauses() -> Response:
    """List disputed clauses

    How often each clause was disputed, and the rulings, the most disputed first. Counts the disputes that GET
    /v1/disputes lists for the caller.
    """
    by = asker()
    wanted = read_query(CLAUSES)
    return _send_page(read_models("disputes").disputed_clauses(**wanted, unlisted=_finds_unlisted(by)))


def _finds_unlisted(by: Asker) -> bool:
    """Return whether the caller sees disputes of unlisted games, as arbiters and the operator do."""
    return by.operator or is_arbiter(by)


def _send_page(page: Page[T]) -> Response:
    response = send_page(page)
    response.headers["Vary"] = "Authorization"
    return response
