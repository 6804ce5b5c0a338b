"""Every problem that the API can return: its code, its HTTP status and its title (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias

import msgspec
from flask import Response
from msgspec import Meta

from api.flask_app import current_request
from api.responses.preferred import preferred_language
from domain.kernel.language import Later, mark, speaking, translate
from domain.proof.signatures import ToSign
from domain.record.views import StepView

JSON: TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"
Fault: TypeAlias = "dict[str, str | Later]"
"""One of several faults in a request, as `InvalidField` has it."""

CONTENT_TYPE = "application/problem+json"
RETRY_AFTER = "1"


@dataclass(frozen=True)
class Kind:
    """One kind of problem: its code, its HTTP status, a title and one sentence of documentation."""

    code: str
    status: int
    title: str
    meaning: str

    @property
    def uri(self) -> str:
        """Where the kind of problem is documented, relative to the service."""
        return f"/docs#{self.code}"


_ALL = (
    Kind(
        "malformed",
        400,
        mark("The request cannot be read"),
        "The request is not what this call takes; see the pointer.",
    ),
    Kind("unauthenticated", 401, mark("Nobody is signed in"), "A valid token is needed, or the token sent is unknown."),
    Kind("not-your-seat", 403, mark("This seat is not yours"), "The seat or the view belongs to somebody else."),
    Kind("not-operator", 403, mark("Only the operator may do this"), "The call needs the operator's token."),
    Kind("not-arbiter", 403, mark("Only an arbiter may do this"), "The call needs the token of an appointed player."),
    Kind(
        "arbiter-plays",
        403,
        mark("You play in this game"),
        "An arbiter cannot judge a game in which they have a seat.",
    ),
    Kind(
        "nothing-to-judge",
        403,
        mark("No dispute is waiting for a ruling"),
        "An arbiter looks only while a dispute is open.",
    ),
    Kind("wrong-code", 403, mark("The recovery code is wrong"), "The player has no unused code like this one."),
    Kind(
        "seat-reserved",
        403,
        mark("The seat is reserved"),
        "The seat is reserved for somebody else, or by an invitation.",
    ),
    Kind(
        "bad-invitation", 403, mark("The invitation does not fit"), "It is wrong, was used, or was replaced by another."
    ),
    Kind(
        "not-opener",
        403,
        mark("Only the opener may do this"),
        "The player who opened the game or the operator may do it.",
    ),
    Kind("not-seeker", 403, mark("This seek is not yours"), "Only the player who seeks or the operator may do it."),
    Kind("guest", 403, mark("Guests cannot do this"), "It takes a player with a name of their own."),
    Kind("not-seated", 403, mark("You did not play in this game"), "Only those who had a seat in the game may do it."),
    Kind(
        "muted", 403, mark("You may not write"), "An arbiter or the operator has muted you; the detail says until when."
    ),
    Kind("suspended", 403, mark("You are suspended"), "You may finish your games and begin none; see the detail."),
    Kind("arbiter-concerned", 403, mark("The case concerns you"), "Another arbiter has to judge it."),
    Kind("not-found", 404, mark("There is nothing here"), "Nothing is served at this path."),
    Kind("unknown-game", 404, mark("There is no such game"), "No game has this id."),
    Kind("unknown-step", 404, mark("The game has no such step"), "No step of the game has this number."),
    Kind("unknown-seat", 404, mark("The game has no such seat"), "No seat of the game has this number."),
    Kind("unknown-ruleset", 404, mark("There is no such ruleset"), "No ruleset has this id."),
    Kind("unknown-clause", 404, mark("The rulebook has no such clause"), "No clause of the rulebook has this id."),
    Kind("unknown-dispute", 404, mark("The game has no such dispute"), "No dispute of the game has this number."),
    Kind("unknown-arbiter", 404, mark("There is no such arbiter"), "The player is not an arbiter."),
    Kind("unknown-player", 404, mark("There is no such player"), "No player has this name."),
    Kind("unknown-token", 404, mark("There is no such token"), "You have no valid token with this id."),
    Kind("unknown-seek", 404, mark("There is no such seek"), "No open seek has this id, and none of yours."),
    Kind("unknown-message", 404, mark("The game has no such message"), "No message of the game has this number."),
    Kind("unknown-report", 404, mark("There is no such report"), "No report has this id."),
    Kind("unknown-measure", 404, mark("There is no such measure"), "No measure has this id, and none against you."),
    Kind("unknown-webhook", 404, mark("There is no such webhook"), "You have no webhook, or no call, with this id."),
    Kind("unknown-partition", 404, mark("The feed has no such partition"), "No partition of the feed has this number."),
    Kind(
        "unknown-checkpoint", 404, mark("There is no such checkpoint"), "No checkpoint of the partition has this size."
    ),
    Kind("unknown-tile", 404, mark("There is no such tile"), "No checkpoint of the log of heads needs this tile."),
    Kind("unknown-key", 404, mark("There is no such key"), "You have no key with this name."),
    Kind("method-not-allowed", 405, mark("The path takes other methods"), "The header Allow lists them."),
    Kind("not-acceptable", 406, mark("No answer of an accepted type"), "The call has no answer of a type in Accept."),
    Kind("too-slow", 408, mark("The request came too slowly"), "The head or the body did not arrive in time."),
    Kind("not-bot", 403, mark("Only bots may ask this"), "Otherwise people could use it against each other."),
    Kind("not-asked", 409, mark("The game is waiting for another seat"), "The rules ask nothing of this seat now."),
    Kind(
        "has-resigned", 409, mark("The seat was resigned"), "The others play on; nobody moves or speaks for this seat."
    ),
    Kind("too-late", 409, mark("The time of the seat has run out"), "The game has a clock, and this came too late."),
    Kind("game-over", 409, mark("The game is over"), "The game has ended; nothing more can be played."),
    Kind("not-over", 409, mark("The game is not over"), "The game has not come to the end that this is about."),
    Kind("not-started", 409, mark("The game is waiting for players"), "Some seats are still free."),
    Kind("already-started", 409, mark("The game has started"), "Its seats can no longer be left or reserved."),
    Kind("not-reserved", 409, mark("The seat is not reserved"), "There is no reservation to withdraw."),
    Kind("no-link", 409, mark("The game has no link"), "Everyone who knows its id may read it."),
    Kind("too-many-changes", 409, mark("Too much was changed before the start"), "The detail says what the limit is."),
    Kind("seat-taken", 409, mark("The seat is taken"), "The seat is taken, or no seat is free."),
    Kind("name-taken", 409, mark("The name is taken"), "Another player has this name, or one that looks like it."),
    Kind(
        "name-reserved",
        409,
        mark("The name is reserved"),
        "The name is, or looks like, a word that no player may have.",
    ),
    Kind("token-shown", 409, mark("The token was shown already"), "A registration was repeated without its secret."),
    Kind(
        "last-token", 409, mark("This is your only token"), "Make another one, or recovery codes, before you revoke it."
    ),
    Kind("too-many-tokens", 409, mark("You have too many tokens"), "Revoke one before you make another."),
    Kind("key-required", 409, mark("The game is played with keys"), "Register a key before you sit down."),
    Kind(
        "key-taken",
        409,
        mark("The key is taken"),
        "A key is registered once: another player has it, or it was revoked.",
    ),
    Kind("too-many-keys", 409, mark("You have too many keys"), "Revoke one before you register another."),
    Kind("game-exists", 409, mark("There is another game with this id"), "The archive has the id of another game."),
    Kind("cannot-take-back", 409, mark("The move can no longer be taken back"), "The detail says what forbids it."),
    Kind(
        "paused",
        409,
        mark("The game is waiting for the arbiter"),
        "A dispute is open, and the game pauses until the ruling.",
    ),
    Kind(
        "already-disputed",
        409,
        mark("You have already disputed this step"),
        "The seat has an open dispute about this step.",
    ),
    Kind("too-many-disputes", 409, mark("You have raised too many disputes"), "Withdraw one before you raise another."),
    Kind(
        "too-many-games",
        409,
        mark("Too many of your games are waiting for players"),
        "Fill one before you open another.",
    ),
    Kind("too-many-webhooks", 409, mark("You have too many webhooks"), "Remove one before you add another."),
    Kind("too-many-seeks", 409, mark("You have too many open seeks"), "Withdraw one before you open another."),
    Kind("seek-matched", 409, mark("The seek has led to a game"), "A seat is kept for you in the game that it names."),
    Kind("already-reported", 409, mark("You have reported this"), "Your report waits for an arbiter."),
    Kind("too-many-reports", 409, mark("You have too many open reports"), "Wait until arbiters have ruled on some."),
    Kind("report-closed", 409, mark("The report is closed"), "An arbiter has ruled on it."),
    Kind("already-decided", 409, mark("Nothing is left to decide"), "The measure was appealed, or decided on, before."),
    Kind("talk-closed", 409, mark("Nothing can be said in this game"), "The game was restored from a file."),
    Kind(
        "too-many-messages",
        409,
        mark("You have sent too many messages"),
        "The seat has sent all that it may in a game.",
    ),
    Kind(
        "key-expired",
        409,
        mark("The idempotency key is used up"),
        "Its first answer is no longer kept; nothing was done.",
    ),
    Kind("dispute-closed", 409, mark("The dispute is closed"), "The dispute was ruled on or withdrawn."),
    Kind("cannot-annul", 409, mark("The game cannot go back to before this step"), "The detail says why."),
    Kind("not-covered", 409, mark("No checkpoint covers this step yet"), "Try again after the next checkpoint."),
    Kind(
        "damaged-record", 409, mark("The record of this game was changed"), "The verification of the game says where."
    ),
    Kind(
        "version-conflict", 412, mark("The game has moved on"), "If-Match names a version that is not the current one."
    ),
    Kind("too-large", 413, mark("The body is too large"), "The body is larger than this call takes."),
    Kind("uri-too-long", 414, mark("The address is too long"), "The address is longer than the service accepts."),
    Kind(
        "unsupported-media-type", 415, mark("The body has the wrong media type"), "The call takes another Content-Type."
    ),
    Kind("illegal-move", 422, mark("The rules do not allow this move"), "The clause says what forbids the move."),
    Kind(
        "signature-required",
        422,
        mark("The seat signs what it does"),
        "Sign the text in to_sign with a key of the seat.",
    ),
    Kind(
        "wrong-signature",
        422,
        mark("The signature is not the one needed"),
        "Sign the text in to_sign, if there is one.",
    ),
    Kind("bad-proof", 422, mark("The key is not proven to be yours"), "Sign the text in the detail with the key."),
    Kind(
        "bad-options",
        422,
        mark("The game cannot be played with these options"),
        "The pointer names the option at fault.",
    ),
    Kind("bad-archive", 422, mark("The file is not a sound archive"), "The member line names the first line at fault."),
    Kind("key-reused", 422, mark("The idempotency key belongs to another request"), "Use a new key for each request."),
    Kind("too-many-requests", 429, mark("Too many requests"), "Wait as many seconds as Retry-After says."),
    Kind(
        "headers-too-large", 431, mark("The headers are too large"), "The headers are larger than the service accepts."
    ),
    Kind("internal", 500, mark("The service has a defect"), "The defect has been logged."),
    Kind(
        "game-archived",
        503,
        mark("The file of this game is unavailable"),
        "It was moved to a file that cannot be read now.",
    ),
    Kind("seed-locked", 503, mark("The key of the seed is missing"), "The game can be read here, but not played."),
    Kind(
        "content-missing",
        503,
        mark("The content pack is missing"),
        "The content pack of the game is not installed here.",
    ),
    Kind(
        "unavailable", 503, mark("Unavailable at the moment"), "The database, a read model or a stream is unavailable."
    ),
)
PROBLEMS: Mapping[str, Kind] = {kind.code: kind for kind in _ALL}


class InvalidField(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of several faults in a request."""

    detail: Annotated[str, Meta(description="What is wrong.")]
    pointer: Annotated[str | None, Meta(description="JSON pointer into the body.")] = None
    parameter: Annotated[str | None, Meta(description="The query parameter.")] = None


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A problem document (RFC 9457)."""

    type: Annotated[
        str,
        Meta(
            description="The address at which this kind of problem is documented.",
            extra_json_schema={"format": "uri-reference"},
        ),
    ]
    title: Annotated[str, Meta(description="The kind of problem in words, the same for every problem of its type.")]
    status: Annotated[int, Meta(description="The HTTP status.")]
    detail: Annotated[str, Meta(description="What is wrong this time.")]
    code: Annotated[
        str, Meta(description="The kind of problem, for programs.", extra_json_schema={"enum": list(PROBLEMS)})
    ]
    pointer: Annotated[str | None, Meta(description="JSON pointer into the body.")] = None
    parameter: Annotated[str | None, Meta(description="The query parameter at fault.")] = None
    header: Annotated[str | None, Meta(description="The header at fault.")] = None
    errors: Annotated[tuple[InvalidField, ...] | None, Meta(description="The first faults, at most 20.")] = None
    clause: Annotated[str | None, Meta(description="The clause that forbids it.")] = None
    text: Annotated[str | None, Meta(description="The wording of that clause.")] = None
    why: Annotated[str | None, Meta(description="How the clause applies here.")] = None
    version: Annotated[int | None, Meta(description="The current version of the game.")] = None
    missed: Annotated[
        tuple[StepView, ...] | None, Meta(description="The steps since the version of If-Match, at most 100.")
    ] = None
    more: Annotated[bool | None, Meta(description="Whether more steps were missed than are shown.")] = None
    line: Annotated[int | None, Meta(description="The first line of the archive at fault.")] = None
    content: Annotated[str | None, Meta(description="SHA-256 of the content pack that is missing.")] = None
    to_sign: Annotated[ToSign | None, Meta(description="What the seat has to sign.")] = None


class ApiError(Exception):
    """A problem found by the API itself; `extra` are further members of the document, `headers` those of the
    response."""

    def __init__(
        self,
        code: str,
        detail: Later,
        extra: Mapping[str, JSON | Later | list[Fault]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})


def malformed(detail: Later, **place: str) -> ApiError:
    """Return a fault in the request; `place` is `pointer` into the body, `parameter` of the query or `header`."""
    return ApiError("malformed", detail, place)


def encode_problem(kind: Kind, detail: Later, extra: Mapping[str, object] | None = None) -> bytes:
    """Encode the problem document of a kind, in the current language; `extra` are its further members."""
    title = translate(kind.title)
    members = {"type": kind.uri, "title": title, "status": kind.status, "detail": detail, "code": kind.code}
    return msgspec.json.encode(msgspec.convert(_say_all({**(extra or {}), **members}), Problem))


def _say_all(value: object) -> object:
    """Say the deferred texts in the members of a problem."""
    if isinstance(value, Later):
        return str(value)
    if isinstance(value, dict):
        return {name: _say_all(inner) for name, inner in value.items()}
    return [_say_all(inner) for inner in value] if isinstance(value, list) else value


def send_problem(
    code: str, detail: Later, extra: Mapping[str, object] | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """Return the problem document of a code as a response, in the caller's preferred language.

    A code that is not listed here counts as an internal error.
    """
    kind = PROBLEMS.get(code, PROBLEMS["internal"])
    language = preferred_language(current_request().environ)
    with speaking(language):
        response = Response(encode_problem(kind, detail, extra), kind.status, content_type=CONTENT_TYPE)
    response.headers["Content-Language"] = language
    if kind.status in (429, 503):
        response.headers["Retry-After"] = RETRY_AFTER
    if kind.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    response.headers["Cache-Control"] = "no-store"
    response.headers.update(headers or {})
    return response
