"""What the calls of the audit answer, for the documentation."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from api.schemas.answers import Choice, Receipt, number
from api.schemas.requests import anything, string
from domain.record.disputes import RULINGS
from domain.record.events import STEP_KINDS


class CitedClause(Schema):
    """A clause with its wording."""

    clause = fields.String(required=True)
    text = string("Null where the rulebook of now has it no more.", required=True, allow_none=True)
    source = string("Where the printed rulebook states it.", required=True, allow_none=True)


class CitedFact(Schema):
    """A fact with the clause that it follows from."""

    fact = anything("As the steps show it.", required=True)
    clause = fields.String(required=True)
    text = string("The wording of the clause; null where the rulebook of now has it no more.", allow_none=True)
    source = string("Where the printed rulebook states it.", allow_none=True)


class RefusedAttempt(Schema):
    """A move that the rules refused."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True, allow_none=True)
    move = string("What was sent.", required=True)
    clause = string("The clause that forbade it.", required=True, allow_none=True)
    why = fields.String(required=True)
    at = fields.String(required=True)


class Imported(Schema):
    """That a game was not played here but restored from a file."""

    time = string("When it was imported.", required=True)
    request_id = string("The X-Request-Id of the import.", required=True)
    file = string("SHA-256 of the file.", required=True)
    version = number("How many events came with it.", required=True)


class CheckedImport(Imported):
    """An import with what is wrong with the signed note of it."""

    fault = fields.String(required=True, allow_none=True)


class StepAudit(Schema):
    """All that is to be known of a step, as far as the caller may see."""

    game = fields.UUID(required=True)
    n = number("The number of the step.", required=True)
    version = fields.Integer(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(STEP_KINDS.values()))
    seat = fields.Integer(required=True, allow_none=True)
    player = fields.String(required=True, allow_none=True)
    move = fields.Dict(required=True, allow_none=True, metadata={"description": "Null where nothing was played."})
    facts = fields.List(fields.Nested(CitedFact), required=True)
    words = fields.String(required=True)
    time = fields.String(required=True)
    to = fields.Integer(required=True, allow_none=True)
    undone = fields.Integer(required=True, allow_none=True)
    dispute = number("The dispute that it is about.", required=True, allow_none=True)
    annulled = fields.List(
        fields.Integer(), required=True, metadata={"description": "Of a ruling: the steps that count no more."}
    )
    disputed = number("Of a dispute and of a ruling: the step that it is about.", required=True, allow_none=True)
    clause = string("The clause that a claim names, or that a ruling follows.", required=True, allow_none=True)
    claim = string("Of a dispute: the words of the seat.", required=True, allow_none=True)
    ruling = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf(RULINGS),
        metadata={"description": "Of a ruling: what it does."},
    )
    reason = string("Of a ruling: the words of the arbiter.", required=True, allow_none=True)
    request_id = string("The X-Request-Id of the call that made it.", required=True)
    rules = string("The ruleset that made it, as id@version.", required=True)
    content = string("SHA-256 of the content pack.", required=True)
    legal = fields.List(
        fields.Nested(Choice), required=True, metadata={"description": "What was asked before it, with what was legal."}
    )
    refused = fields.List(
        fields.Nested(RefusedAttempt),
        required=True,
        metadata={"description": "Attempts refused since the last step."},
    )
    hidden = fields.List(
        fields.String(), required=True, metadata={"description": "JSON pointers to what is sealed in the digest."}
    )
    previous = string("The digest before it.", required=True, allow_none=True)
    digest = fields.String(required=True, allow_none=True)
    receipt = fields.Nested(Receipt, required=True, allow_none=True)
    imported = fields.Nested(Imported, required=True, allow_none=True)


class Fault(Schema):
    """Where the record was changed."""

    version = number("The version of the first event at fault.", required=True)
    step = number("The step that it is, if it is one.", required=True, allow_none=True)
    why = fields.String(required=True)


class ChainChecked(Schema):
    """What following the chain of digests found."""

    events = number("How many events follow from one another.", required=True)
    since = number("The first version with a digest; null: none has.", required=True, allow_none=True)
    digest = string("The last digest.", required=True, allow_none=True)
    fault = fields.Nested(Fault, required=True, allow_none=True)


class ReceiptsChecked(Schema):
    """What came of the stored receipts."""

    checked = fields.Boolean(required=True, metadata={"description": "False where no key is known."})
    genuine = number("How many are genuine.", required=True)
    fault = fields.Nested(Fault, required=True, allow_none=True)
    unknown = number("How many of an imported game are by keys that are not known here.", required=True)


class Difference(Schema):
    """The first step at which the rules and the record disagree."""

    step = fields.Integer(required=True)
    rules = string("The ruleset that made the step.", required=True)
    now = string("The ruleset that was asked.", required=True)
    why = fields.String(required=True)
    expected = anything("The fact that the rules give.", required=True, allow_none=True)
    recorded = anything("The fact that was recorded.", required=True, allow_none=True)
    refused = fields.Boolean(required=True, metadata={"description": "Whether the rules refuse the step altogether."})
    superseded = fields.Boolean(
        required=True,
        metadata={"description": "Whether the step was made by a version of the rules that is not carried out here."},
    )


class PlayedAgain(Schema):
    """What came of carrying out every move again."""

    steps = fields.Integer(required=True)
    unchanged = fields.Integer(required=True)
    changed = fields.Integer(required=True)
    illegal = fields.Integer(required=True)
    first = fields.Nested(Difference, required=True, allow_none=True)
    outcomes = number("How many random outcomes were drawn again in unchanged steps.", required=True)
    superseded = number(
        "How many differ and were made by a version of the rules that is not carried out here.", required=True
    )


class ChanceChecked(Schema):
    """What came of drawing every random outcome again."""

    outcomes = number("How many came out as they are recorded.", required=True)
    fault = fields.Nested(Fault, required=True, allow_none=True)


class LogChecked(Schema):
    """What came of comparing the game with the log and its signed checkpoints."""

    checked = fields.Boolean(required=True, metadata={"description": "False where no checkpoint covers any of it yet."})
    heads = number("How many signed heads it was compared with.", required=True)
    covered = number("How many events of the game they cover.", required=True)
    fault = fields.Nested(Fault, required=True, allow_none=True)


class Verification(Schema):
    """What a look at the whole record found."""

    holds = fields.Boolean(required=True, metadata={"description": "Whether nothing is at fault."})
    chain = fields.Nested(ChainChecked, required=True)
    receipts = fields.Nested(ReceiptsChecked, required=True)
    commitment = fields.Boolean(
        required=True, allow_none=True, metadata={"description": "Whether the seed is the one committed to."}
    )
    rules = fields.Nested(PlayedAgain, required=True, allow_none=True)
    feed = fields.Nested(Fault, required=True, allow_none=True)
    imported = fields.Nested(CheckedImport, required=True, allow_none=True)
    checkpoints = fields.Nested(LogChecked, required=True, allow_none=True)
    chance = fields.Nested(ChanceChecked, required=True, allow_none=True)


class CheckedReceipt(Schema):
    """What is to be said of a receipt."""

    verdict = fields.String(required=True, validate=validate.OneOf(["in-history", "not-in-history", "not-genuine"]))
    why = fields.String(required=True)


class Key(Schema):
    """A public key."""

    key = string("What receipts call it.", required=True)
    algorithm = fields.String(required=True, validate=validate.OneOf(["Ed25519"]))
    public = string("The key, 32 bytes in hexadecimal.", required=True)
    since = fields.String(required=True, data_key="from", metadata={"description": "In use from then on."})
    until = string("In use until then; null: still.", required=True, allow_none=True)


class Keys(Schema):
    """All public keys of the service."""

    keys = fields.List(fields.Nested(Key), required=True)
