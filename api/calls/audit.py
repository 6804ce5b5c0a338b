"""The audit: what happened in a step, whether the record is intact, and the record as a file."""

from __future__ import annotations

from uuid import UUID

import msgspec
from flask import Response

from api.requests.blueprint import CACHED, Answer, Blueprint, Takes, Text
from api.requests.etags import REVALIDATE
from api.requests.identity import Asker
from api.requests.inputs import parse_game_id, parse_step_number, read_query, read_struct, refuse_query
from api.requests.looking import SEEN, find_viewer, looker
from api.requests.negotiation import NDJSON
from api.requests.services import asker, games, services
from api.schemas.requests import As
from api.server.lanes import Lane, use_lane
from domain.application.audit import StepAudit
from domain.application.log_of_heads import Evidence
from domain.kernel.errors import UnreadableRecord
from domain.proof.receipts import KeyDocument, Receipt, ReceiptCheck
from domain.verification.record import Verification

blueprint = Blueprint("audit", description="Prove what happened")

LARGEST_RECEIPT = 16 * 1024
AS = As()
LINES = {NDJSON: Text("The .kifu file: a header, then one event per line.")}
RECEIPT = msgspec.json.Decoder(Receipt)


@blueprint.call(
    "/v1/games/<game_id>/audit/<n>",
    "GET",
    {200: Answer(StepAudit, headers=CACHED)},
    takes=Takes(query=As),
    problems=[*SEEN, "unknown-step"],
    spoken=True,
)
@use_lane(Lane.READERS)
def audit_step(game_id: str, n: str) -> Response:
    """Audit a step

    Who did what in a step and when, what else was legal, under which clauses, and the proof.
    """
    by = asker()
    at, as_ = parse_game_id(game_id), read_query(AS)["as_"]
    viewer = find_viewer(by, at, as_)
    return _send(services().audit.step(at, parse_step_number(n), viewer))


@blueprint.call(
    "/v1/games/<game_id>/verification",
    "GET",
    {200: Answer(Verification, headers=CACHED)},
    takes=Takes(query=As),
    problems=SEEN,
    spoken=True,
)
@use_lane(Lane.READERS)
def verify_game(game_id: str) -> Response:
    """Verify a game

    Checks the chain of digests, the receipts and the commitment, replays every move, and reports the first fault.
    Values that a running game hides from the caller are left out.
    """
    by = asker()
    at, as_ = parse_game_id(game_id), read_query(AS)["as_"]
    everything = as_ is not None and _sees_all(by, at, as_)
    player = by.player if as_ is None else None
    with services().verifications.take():
        return _send(services().audit.verification(at, player, everything))


@blueprint.call(
    "/v1/games/<game_id>/archive",
    "GET",
    {200: Answer(headers=CACHED, types=LINES)},
    takes=Takes(query=As),
    problems=SEEN,
)
@use_lane(Lane.READERS)
def get_archive(game_id: str) -> Response:
    """Download the archive

    The game as a .kifu file. While the game runs, the file seals what the caller may not see.
    """
    by = asker()
    at, as_ = parse_game_id(game_id), read_query(AS)["as_"]
    viewer = find_viewer(by, at, as_)
    evidence = Evidence(services().audit.log, services().heads)
    response = Response(services().audit.archive(at, viewer, evidence), content_type=NDJSON)
    response.headers["Content-Disposition"] = f'attachment; filename="{at}.kifu"'
    # Even the archive of a finished game may change: a dispute adds to it.
    return _add_cache_headers(response)


@blueprint.call(
    "/v1/receipts/check",
    "POST",
    {200: Answer(ReceiptCheck)},
    takes=Takes(body=Receipt),
    token=None,
    spoken=True,
)
def check_receipt() -> Response:
    """Check a receipt

    Says whether a receipt is genuine, and whether the record still contains what it promises.
    """
    receipt = read_struct(RECEIPT, LARGEST_RECEIPT)
    refuse_query()
    return _add_cache_headers(
        Response(msgspec.json.encode(services().audit.check(receipt)), content_type="application/json")
    )


@blueprint.call("/.well-known/kifu-keys.json", "GET", {200: Answer(KeyDocument)}, token=None)
def get_keys() -> Response:
    """Get the public keys

    The public keys of receipts and checkpoints, when each was in use, and the name of the log.
    """
    refuse_query()
    document = msgspec.structs.replace(services().audit.keyring.document(), log=services().heads.name)
    return _add_cache_headers(
        Response(msgspec.json.encode(document), content_type="application/json"), "public, max-age=60"
    )


def _sees_all(by: Asker, game_id: UUID, as_: str) -> bool:
    """Return whether the caller sees all of a game; the operator does even if its record cannot be read."""
    try:
        return find_viewer(by, game_id, as_).sees_all
    except UnreadableRecord:
        if not by.operator or as_ != "arbiter":
            return False
        games().queries.keep_look(game_id, looker(by), as_, None)
        return True


def _send(value: object) -> Response:
    # Never cached, not even for a finished game: the audit describes the record at this moment.
    return _add_cache_headers(Response(msgspec.json.encode(value), content_type="application/json"))


def _add_cache_headers(response: Response, cache: str = REVALIDATE) -> Response:
    response.headers["Cache-Control"] = cache
    response.headers["Vary"] = "Authorization"
    return response
