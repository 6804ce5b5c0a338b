"""The log over all events: its signed heads, its proofs, and whether a proof is genuine."""

from __future__ import annotations

import re

import msgspec
from flask import Response

from api.problems import malformed
from api.requests.blueprint import CACHED, Answer, Blueprint
from api.requests.etags import REVALIDATE
from api.requests.inputs import game_id as id_of
from api.requests.inputs import no_query, query, step_number, struct
from api.requests.pages import add_next_link
from api.requests.services import asker, games, services
from api.schemas import checkpoint_answers as answers
from domain.application.log import Log
from domain.errors import UnknownPartition
from domain.proof import checkpoints
from domain.proof.checkpoints import Proof

blueprint = Blueprint("checkpoints", __name__, description="Prove that nothing was changed since")

LARGEST_PROOF = 32 * 1024
HEADS, CONSISTENCY, PROOF = answers.HeadsQuery(), answers.ConsistencyQuery(), answers.ProofQuery()
SENT: msgspec.json.Decoder[Proof] = msgspec.json.Decoder(Proof)


@blueprint.call("/v1/checkpoints", "GET", {200: Answer(answers.TreeHeads, headers=CACHED)}, token=None)
def latest() -> Response:
    """The latest signed head of each feed partition that has one."""
    no_query()
    return _sent({"items": _log().latest(), "next": None})


@blueprint.call(
    "/v1/checkpoints/<partition>",
    "GET",
    {200: Answer(answers.TreeHeads, headers=CACHED)},
    query=answers.HeadsQuery,
    problems=["unknown-partition"],
    token=None,
)
def heads(partition: str) -> Response:
    """The signed heads of a feed partition, the oldest first."""
    number, wanted = _partition(partition), query(HEADS)
    found = _log().heads(number, wanted["after"], wanted["limit"])
    following = found[-1].size if len(found) == wanted["limit"] else None
    return add_next_link(_sent({"items": found, "next": following}), following)


@blueprint.call(
    "/v1/checkpoints/<partition>/consistency",
    "GET",
    {200: Answer(answers.Consistency, headers=CACHED)},
    query=answers.ConsistencyQuery,
    problems=["unknown-partition", "unknown-checkpoint", "damaged-record"],
    token=None,
)
def consistency(partition: str) -> Response:
    """The proof that the log at one head begins with that of an earlier one."""
    number, wanted = _partition(partition), query(CONSISTENCY)
    old, new = wanted["from_"], wanted["to"]
    if new is not None and old > new:
        raise malformed("The later head is not as large as the earlier one.", parameter="to")
    return _sent(_log().consistency(number, old, new))


@blueprint.call(
    "/v1/games/<game_id>/proofs/<n>",
    "GET",
    {200: Answer(answers.Inclusion, headers=CACHED)},
    query=answers.ProofQuery,
    problems=["unknown-game", "unknown-step", "not-covered", "unknown-checkpoint"],
)
def proof(game_id: str, n: str) -> Response:
    """The proof that a step is in the log; it shows its digest and nothing that is secret."""
    by = asker()
    at, size = id_of(game_id), query(PROOF)["size"]
    games().viewer(at, by.player, by.arbiter)
    return _sent(services().audit.proof(at, step_number(n), size))


@blueprint.call("/v1/proofs/check", "POST", {200: Answer(answers.CheckedProof)}, body=answers.ProofSent, token=None)
def check_proof() -> Response:
    """Whether a proof is genuine: its heads are signed by this service, and its path leads where it says."""
    sent = struct(SENT, LARGEST_PROOF)
    no_query()
    return _sent(checkpoints.check_proof(sent, services().audit.keyring))


def _log() -> Log:
    return services().audit.log


def _partition(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise UnknownPartition(f"There is no partition {text!r}; they are numbered from 0.")
    return int(text)


def _sent(value: object) -> Response:
    response = Response(msgspec.json.encode(value), content_type="application/json")
    response.headers["Cache-Control"] = REVALIDATE
    return response
