"""What the calls answer, for the documentation; the answers themselves are encoded from the structs of the domain."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from api.schemas.requests import anything, string
from domain.record.disputes import RULINGS
from domain.record.events import STEP_KINDS
from domain.record.game import GAME_STATUSES


def number(description: str, **options: object) -> fields.Field:
    """An integer, described."""
    return fields.Integer(metadata={"description": description}, **options)


def seat_list(description: str) -> fields.Field:
    """A list of seats."""
    return fields.List(fields.Integer(), required=True, metadata={"description": description})


def page(item: type[Schema], name: str) -> type[Schema]:
    """A page of items with the cursor of the next one."""
    members = {
        "items": fields.List(fields.Nested(item), required=True),
        "next": fields.Raw(
            required=True,
            allow_none=True,
            metadata={
                "description": "The `after` of the next page; null at the end.",
                "type": ["string", "integer", "null"],
            },
        ),
    }
    return type(name, (Schema,), {"__doc__": f"A page of {name}.", **members})


class Registered(Schema):
    """A new player with the token, which is shown only now."""

    name = fields.String(required=True)
    token = string("Send it as `Authorization: Bearer TOKEN`.", required=True)


class Ruleset(Schema):
    """A game in one edition."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    version = string("Changes when the rules decide otherwise.", required=True)
    seats = seat_list("The numbers of seats that can be played.")
    options = anything("JSON Schema of the options.", required=True)
    content = string("SHA-256 of the content pack.", required=True)
    clauses = number("How many clauses the rulebook has.", required=True)


class Clause(Schema):
    """One rule of a rulebook."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    text = fields.String(required=True)
    source = string("Where the printed rulebook states it, or `ruling`.", required=True)
    edition = string("The edition that it holds for; absent: all of them.")
    players = string("The numbers of players that it holds for, as 2 or 2-4; absent: all of them.")
    note = string("What the rulebook leaves unclear, and how sure this reading is; absent: nothing.")


class SeatOf(Schema):
    """A seat and who sits there."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True, allow_none=True)


class ScoreLine(Schema):
    """Points by the clause that gives them."""

    clause = fields.String(required=True)
    what = fields.String(required=True)
    points = fields.Integer(required=True)


class SeatScore(Schema):
    """The points of one seat, or of a side that is no seat."""

    seat = number("Sides that are no seats are numbered after the seats.", required=True)
    points = fields.Integer(required=True)
    rank = number("1 for the winners.", required=True)
    lines = fields.List(fields.Nested(ScoreLine), required=True)


class Result(Schema):
    """How a game ended."""

    ended_by = string("The clause that ended it.", required=True)
    decided_by = string("The clause that told the winners apart.", required=True)
    scores = fields.List(fields.Nested(SeatScore), required=True)


class Branch(Schema):
    """Where a branch comes from."""

    game = fields.UUID(required=True)
    step = number("The step of that game after which it goes on.", required=True)


ENTROPIES = {"description": "What the players added to the seed, by seat; null where nothing was."}
DERIVATION = "How the seed of chance is made of the server's and the entropies; null: it is the server's alone."


class Game(Schema):
    """A game as everyone may see it."""

    id = fields.UUID(required=True)
    ruleset = fields.String(required=True)
    rules_version = fields.String(required=True)
    options = anything("As chosen when it was opened.", required=True)
    seats = fields.List(fields.Nested(SeatOf), required=True)
    sides = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The names of the sides that are no seats, numbered after the seats."},
    )
    status = fields.String(required=True, validate=validate.OneOf(GAME_STATUSES))
    version = number("How often the game has changed; the entity tag.", required=True)
    step = number("The number of the last step, 0 before the set-up.", required=True)
    to_move = seat_list("Who is asked for a move now.")
    commitment = string("SHA-256 of the server's secret seed.", required=True)
    teaching = fields.Boolean(required=True, metadata={"description": "Whether it was opened with a known seed."})
    seed = string("The server's seed, once it is no secret.", required=True, allow_none=True)
    content = string("SHA-256 of the content pack.", required=True)
    unlisted = fields.Boolean(required=True)
    opened_by = fields.String(required=True, allow_none=True)
    opened_at = fields.String(required=True)
    result = fields.Nested(Result, required=True, allow_none=True)
    derivation = string(DERIVATION, required=True, allow_none=True)
    entropies = fields.List(fields.String(allow_none=True), required=True, metadata=ENTROPIES)
    branch = fields.Nested(Branch, required=True, allow_none=True)
    paused = fields.Boolean(required=True, metadata={"description": "Whether it waits for the arbiter's ruling."})
    open_disputes = fields.List(
        fields.Integer(), required=True, metadata={"description": "The numbers of the disputes not ruled on yet."}
    )


class Outcome(Schema):
    """A random outcome, from 0 to `bound` - 1; both are missing while what it decided is secret."""

    step = fields.Integer(required=True)
    purpose = string("What was drawn for.", required=True)
    counter = number("Which number of this step and purpose it is made from, from 0.", required=True)
    bound = fields.Integer()
    result = fields.Integer()


class Chance(Schema):
    """The chance of a game."""

    version = fields.Integer(required=True)
    commitment = string("SHA-256 of the server's seed, known since the game was opened.", required=True)
    derivation = string(DERIVATION, required=True, allow_none=True)
    entropies = fields.List(fields.String(allow_none=True), required=True, metadata=ENTROPIES)
    server_seed = string("The server's seed, once it is no secret.", required=True, allow_none=True)
    seed = string("The seed of the game, once it is fixed and no secret.", required=True, allow_none=True)
    outcomes = fields.List(fields.Nested(Outcome), required=True)
    changed = fields.List(
        fields.Integer(),
        required=True,
        metadata={"description": "Steps whose outcomes cannot be told, since the rules have changed."},
    )


class Receipt(Schema):
    """That the service has recorded this, signed."""

    game = fields.UUID(required=True)
    step = number("0 before the set-up.", required=True)
    version = fields.Integer(required=True)
    digest = string("The digest of the game at this version.", required=True)
    time = string("When it was recorded.", required=True)
    key = string("The key, see /.well-known/kifu-keys.json.", required=True)
    signature = string("Ed25519, in hexadecimal.", required=True)


class OpenedGame(Game):
    """A game that was opened."""

    receipt = fields.Nested(Receipt, required=True)


class SeatGiven(Schema):
    """The seat that the caller has now."""

    seat = fields.Integer(required=True)
    version = number("The version of the game now.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(GAME_STATUSES))
    receipt = fields.Nested(Receipt, required=True)


class Recorded(Schema):
    """A step that was recorded."""

    step = number("Its number.", required=True)
    version = number("The version of the game now.", required=True)
    to_move = seat_list("Who is asked next.")
    status = fields.String(required=True, validate=validate.OneOf(GAME_STATUSES))
    receipt = fields.Nested(Receipt, required=True)


class State(Schema):
    """A state as the viewer may see it."""

    version = fields.Integer(required=True)
    step = fields.Integer(required=True)
    state = anything("As the ruleset shows it; null before the set-up.", required=True, allow_none=True)


class LegalMove(Schema):
    """A move that would be accepted."""

    move = anything("Send it as it is.", required=True)
    label = string("The move in words.", required=True)


class Choice(Schema):
    """What a seat is asked."""

    seat = fields.Integer(required=True)
    prompt = fields.String(required=True)
    clause = fields.String(required=True)
    moves = fields.List(fields.Nested(LegalMove), metadata={"description": "Missing for those who may not know them."})
    template = fields.Raw(metadata={"description": "Where the moves are too many to list: how one is made."})


class LegalMoves(Schema):
    """All legal moves at a version."""

    version = fields.Integer(required=True)
    choices = fields.List(fields.Nested(Choice), required=True)


class Explanation(Schema):
    """Whether a move would be legal, and by which clause not."""

    legal = fields.Boolean(required=True)
    clause = fields.String(required=True, allow_none=True)
    text = fields.String(required=True, allow_none=True)
    why = fields.String(required=True, allow_none=True)


class OpenChoice(Schema):
    """A choice that was open after a step."""

    seat = fields.Integer(required=True)
    prompt = fields.String(required=True)
    clause = fields.String(required=True)


class Step(Schema):
    """One step as the viewer may see it."""

    n = number("Its number, from 1.", required=True)
    version = fields.Integer(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(STEP_KINDS.values()))
    seat = number("Missing at the set-up and at rulings.")
    player = string("Missing at the set-up and at rulings.")
    move = anything("Missing where nothing was played.")
    facts = fields.List(fields.Dict(), required=True, metadata={"description": "What happened, by which clause."})
    open = fields.List(fields.Nested(OpenChoice), required=True)
    words = string("The step in words.", required=True)
    time = fields.String(required=True)
    to = number("Of a take-back, and of a ruling that annuls: the step that the game went back to.")
    undone = number("Of a take-back: the step that it undid.")
    dispute = number("The number of the dispute that it is about; a move with one was played by the arbiter's ruling.")
    annulled = fields.List(fields.Integer(), metadata={"description": "Of a ruling: the steps that count no more."})
    disputed = number("Of a dispute and of a ruling: the step that it is about.")
    clause = string("Of a dispute: the clause that the claim names, if it names one. Of a ruling: the one it follows.")
    claim = string("Of a dispute: what the seat holds against the step, in its own words.")
    ruling = fields.String(validate=validate.OneOf(RULINGS), metadata={"description": "Of a ruling: what it does."})
    reason = string("Of a ruling: why, in the words of the arbiter.")


class Health(Schema):
    """The process lives."""

    status = fields.String(required=True)


class Projection(Schema):
    """How far a read model is."""

    name = fields.String(required=True)
    behind = number("Events that it has yet to see.", required=True)
    stopped = fields.Boolean(required=True)
    error = string("Why it stopped.", required=True, allow_none=True)
    position = string("PARTITION:POSITION of the event at which it stopped.", required=True, allow_none=True)
    game = fields.UUID(required=True, allow_none=True)
    since = fields.String(required=True, allow_none=True)


class Readiness(Schema):
    """Whether the service can do its work."""

    status = fields.String(required=True, validate=validate.OneOf(["ready", "degraded"]))
    projections = fields.List(fields.Nested(Projection), required=True)


Rulesets = page(Ruleset, "Rulesets")
Clauses = page(Clause, "Clauses")
Steps = page(Step, "Steps")
