"""What the calls about disputes answer, for the documentation."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from api.schemas.answers import Recorded, number, page
from api.schemas.audit_answers import CitedClause, StepAudit
from api.schemas.requests import string
from domain.record.disputes import DISPUTE_STATUSES, RULINGS


class DisputeRecorded(Recorded):
    """A step about a dispute that was recorded."""

    dispute = number("The number of the dispute in its game.", required=True)
    paused = fields.Boolean(required=True, metadata={"description": "Whether the game waits for a ruling now."})


class Ruling(Schema):
    """How the arbiter ruled."""

    n = number("The step of the ruling.", required=True)
    ruling = fields.String(required=True, validate=validate.OneOf(RULINGS))
    clause = fields.String(required=True)
    words = fields.String(required=True)
    undone = fields.List(fields.Integer(), required=True, metadata={"description": "The steps that count no more."})


class GameDispute(Schema):
    """A dispute of a game."""

    status = fields.String(required=True, validate=validate.OneOf(DISPUTE_STATUSES))
    n = number("The step in which it was raised.", required=True)
    step = number("The step that it is about.", required=True)
    seat = fields.Integer(required=True)
    player = fields.String(required=True)
    clause = string("The clause that the claim names.", required=True, allow_none=True)
    claim = fields.String(required=True)
    raised_at = fields.String(required=True)
    closed_at = fields.String(required=True, allow_none=True)
    ruling = fields.Nested(Ruling, required=True, allow_none=True)
    withdrawn = number("The step in which it was withdrawn.", required=True, allow_none=True)
    # Last, since it hides the function of this name.
    number = fields.Integer(required=True, metadata={"description": "Its number in the game, from 1."})


class Finding(Schema):
    """What the rules engine says of the step."""

    verdict = fields.String(
        required=True,
        validate=validate.OneOf(["follows", "differs", "refused", "no-move"]),
        metadata={"description": "`no-move`: the rules of the game have no part in the step."},
    )
    words = fields.String(required=True)
    cites = fields.List(fields.String(), required=True, metadata={"description": "The clauses of its facts."})
    disputed_clause_cited = fields.Boolean(
        required=True, allow_none=True, metadata={"description": "Null where the claim names no clause."}
    )
    by_chance = fields.Boolean(required=True, metadata={"description": "Whether chance has a part in the step."})
    expected = fields.Raw(
        required=True, allow_none=True, metadata={"description": "The first fact that differs, by the rules."}
    )
    recorded = fields.Raw(required=True, allow_none=True, metadata={"description": "The same, as recorded."})


class DisputeAudit(Schema):
    """A dispute with what helps to rule on it."""

    dispute = fields.Nested(GameDispute, required=True)
    stands = fields.Boolean(
        required=True, metadata={"description": "False where the step was taken back, or undone by a ruling, since."}
    )
    disputed_clause = fields.Nested(
        CitedClause, required=True, allow_none=True, metadata={"description": "The clause that the claim names."}
    )
    ruling_clause = fields.Nested(
        CitedClause, required=True, allow_none=True, metadata={"description": "The clause by which it was ruled."}
    )
    audit = fields.Nested(StepAudit, required=True)
    finding = fields.Nested(Finding, required=True)


GameDisputes = page(GameDispute, "GameDisputes")
