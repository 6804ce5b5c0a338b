"""What the calls of the log answer and take, for the documentation."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from api.schemas.answers import page
from api.schemas.fields import QueryInteger, StrictInteger
from api.schemas.requests import LONGEST_PAGE, Strict, hexadecimal, signed_time
from domain.proof.checkpoints import LONGEST_PATH

MOST_LEAVES = 999_999_999_999_999
MOST_VERSIONS = 999_999_999


def _count(description: str, least: int, most: int) -> fields.Field:
    return StrictInteger(required=True, validate=validate.Range(least, most), metadata={"description": description})


class TreeHead(Strict):
    """The signed head of the log of a partition."""

    partition = _count("The feed partition.", 0, 999)
    size = _count("How many events it covers: the first so many of the partition.", 1, MOST_LEAVES)
    root = hexadecimal(64, "The root of the Merkle tree over them (RFC 6962).", required=True)
    time = signed_time("When it was signed.")
    key = hexadecimal(16, "The key, see /.well-known/kifu-keys.json.", required=True)
    signature = hexadecimal(128, "Ed25519 over the text that docs/checkpoints.md describes.", required=True)


def _path() -> fields.Field:
    return fields.List(
        hexadecimal(64, "A hash."),
        required=True,
        validate=validate.Length(max=LONGEST_PATH),
        metadata={"description": "The hashes that lead to the root."},
    )


class Inclusion(Strict):
    """The proof that a step is in the log."""

    type = fields.String(required=True, validate=validate.OneOf(["inclusion"]))
    game = fields.UUID(required=True)
    step = _count("The step, for the reader: what is proven is its version and digest.", 1, MOST_VERSIONS)
    version = _count("The version of the game.", 1, MOST_VERSIONS)
    digest = hexadecimal(64, "The digest of the step; without one, the SHA-256 of its event.", required=True)
    partition = _count("The feed partition.", 0, 999)
    index = _count("Which leaf of the log it is, from 0.", 0, MOST_LEAVES)
    path = _path()
    head = fields.Nested(TreeHead, required=True)


class Consistency(Strict):
    """The proof that the log of one head begins with that of an earlier one."""

    type = fields.String(required=True, validate=validate.OneOf(["consistency"]))
    partition = _count("The feed partition.", 0, 999)
    earlier = fields.Nested(TreeHead, required=True, data_key="from")
    later = fields.Nested(TreeHead, required=True, data_key="to")
    path = _path()


class ProofSent(Strict):
    """A proof as one of the calls that give proofs has answered it, whole.

    `game`, `step`, `version`, `digest`, `index` and `head` are those of an inclusion, `from` and `to` of a consistency.
    """

    type = fields.String(required=True, validate=validate.OneOf(["inclusion", "consistency"]))
    partition = _count("The feed partition.", 0, 999)
    path = _path()
    game = fields.UUID()
    step = StrictInteger(validate=validate.Range(1, MOST_VERSIONS))
    version = StrictInteger(validate=validate.Range(1, MOST_VERSIONS))
    digest = hexadecimal(64, "The digest of the step.")
    index = StrictInteger(validate=validate.Range(0, MOST_LEAVES))
    head = fields.Nested(TreeHead)
    earlier = fields.Nested(TreeHead, data_key="from")
    later = fields.Nested(TreeHead, data_key="to")


class CheckedProof(Schema):
    """What is to be said of a proof."""

    genuine = fields.Boolean(required=True)
    why = fields.String(required=True)


class HeadsQuery(Strict):
    """Which heads."""

    after = QueryInteger(load_default=0, metadata={"description": "Heads of more than so many events."})
    limit = QueryInteger(
        load_default=50, validate=validate.Range(1, LONGEST_PAGE), metadata={"description": "How many at most."}
    )


class ConsistencyQuery(Strict):
    """From which head to which."""

    from_ = QueryInteger(
        data_key="from",
        required=True,
        validate=validate.Range(1),
        metadata={"description": "The size of the earlier head."},
    )
    to = QueryInteger(
        load_default=None,
        validate=validate.Range(1),
        metadata={"description": "The size of the later head; the latest unless it is given."},
    )


class ProofQuery(Strict):
    """At which head."""

    size = QueryInteger(
        load_default=None,
        validate=validate.Range(1),
        metadata={"description": "The size of a head; the latest unless it is given."},
    )


TreeHeads = page(TreeHead, "TreeHeads")
