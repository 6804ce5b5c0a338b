"""The log of all events: its signed heads, its proofs, and the check of a proof."""

from __future__ import annotations

import re

import msgspec
from flask import Response

from api.problems import malformed
from api.requests.blueprint import CACHED, Answer, Blueprint, Takes
from api.requests.etags import REVALIDATE
from api.requests.inputs import parse_game_id, parse_step_number, read_query, read_struct, refuse_query
from api.requests.services import asker, games, services
from api.responses.pages import add_next_link, answer_numbered, answer_whole, in_lines
from api.schemas.answers import Numbered
from api.schemas.requests import ConsistencyQuery, HeadsQuery, ProofQuery
from domain.application.errors import UnknownPartition
from domain.application.log import Log
from domain.kernel.language import later
from domain.proof import checkpoints
from domain.proof.checkpoints import Consistency, Inclusion, Proof, ProofCheck, TreeHead

blueprint = Blueprint("checkpoints", description="Prove that nothing was changed since")

LARGEST_PROOF = 32 * 1024
HEADS, CONSISTENCY, PROOF = HeadsQuery(), ConsistencyQuery(), ProofQuery()
SENT: msgspec.json.Decoder[Proof] = msgspec.json.Decoder(Proof)


@blueprint.call("/v1/checkpoints", "GET", {200: answer_whole(Numbered[TreeHead], TreeHead)}, token=None)
def list_latest_checkpoints() -> Response:
    """List the latest checkpoints

    The latest signed head of each feed partition that has one.
    """
    refuse_query()
    found = _log().latest()
    return in_lines(_send(Numbered(found, None)), found)


@blueprint.call(
    "/v1/checkpoints/<partition>",
    "GET",
    {200: answer_numbered(TreeHead)},
    takes=Takes(query=HeadsQuery),
    problems=["unknown-partition"],
    token=None,
)
def list_checkpoints(partition: str) -> Response:
    """List the checkpoints of a partition

    The signed heads of a feed partition, the oldest first.
    """
    number, wanted = _parse_partition(partition), read_query(HEADS)
    found = _log().heads(number, wanted["after"], wanted["limit"])
    following = found[-1].size if len(found) == wanted["limit"] else None
    return add_next_link(in_lines(_send(Numbered(found, following)), found), following)


@blueprint.call(
    "/v1/checkpoints/<partition>/consistency",
    "GET",
    {200: Answer(Consistency, headers=CACHED)},
    takes=Takes(query=ConsistencyQuery),
    problems=["unknown-partition", "unknown-checkpoint", "damaged-record"],
    token=None,
)
def get_consistency_proof(partition: str) -> Response:
    """Get a consistency proof

    A proof that the log at one head begins with the log at an earlier head.
    """
    number, wanted = _parse_partition(partition), read_query(CONSISTENCY)
    old, new = wanted["from_"], wanted["to"]
    if new is not None and old > new:
        raise malformed(later("The later head is not as large as the earlier one."), parameter="to")
    return _send(_log().consistency(number, old, new))


@blueprint.call(
    "/v1/games/<game_id>/proofs/<n>",
    "GET",
    {200: Answer(Inclusion, headers=CACHED)},
    takes=Takes(query=ProofQuery),
    problems=["unknown-game", "unknown-step", "not-covered", "unknown-checkpoint"],
)
def get_inclusion_proof(game_id: str, n: str) -> Response:
    """Get an inclusion proof

    A proof that a step is in the log. It reveals the step's digest and nothing secret.
    """
    by = asker()
    at, size = parse_game_id(game_id), read_query(PROOF)["size"]
    games().queries.viewer(at, by.player)
    found = services().audit.proof(at, parse_step_number(n), size)
    return _send(msgspec.structs.replace(found, heads=services().heads.proof(found.head)))


@blueprint.call(
    "/v1/proofs/check",
    "POST",
    {200: Answer(ProofCheck)},
    takes=Takes(body=Proof),
    token=None,
    spoken=True,
)
def check_proof() -> Response:
    """Check a proof

    A proof is genuine if this service signed its heads and its path leads to their roots.
    """
    sent = read_struct(SENT, LARGEST_PROOF)
    refuse_query()
    return _send(checkpoints.check_proof(sent, services().audit.keyring))


def _log() -> Log:
    return services().audit.log


def _parse_partition(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise UnknownPartition(later("There is no partition {text!r}; they are numbered from 0.", text=text))
    return int(text)


def _send(value: object) -> Response:
    response = Response(msgspec.json.encode(value), content_type="application/json")
    response.headers["Cache-Control"] = REVALIDATE
    return response
