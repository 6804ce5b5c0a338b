"""A smorest blueprint that documents each call with all its answers, without wrapping the view."""

from __future__ import annotations

import http
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, TypeVar, cast

import flask_smorest
from marshmallow import Schema

from api.documentation.components import ref, schema_of
from api.problems import CONTENT_TYPE, PROBLEMS, Problem
from api.responses.languages import PATTERN as LANGUAGE_RANGES
from api.responses.languages import speak_as_asked
from api.schemas.answers import name_of
from domain.record.seating.lobby import LETTERS
from domain.rows import ANSWER_DAYS, KEY_DAYS

View = TypeVar("View", bound=Callable[..., object])
Document: TypeAlias = dict[str, object]

JSON_TYPE = "application/json"
ALWAYS = ("not-acceptable", "too-many-requests", "internal", "unavailable")
ALWAYS_OF_GAMES = ("damaged-record", "game-archived", "seed-locked", "content-missing")
ALWAYS_WITH_QUERY = ("malformed",)
ALWAYS_WITH_BODY = ("malformed", "unsupported-media-type", "too-large")


def _header(description: str, kind: str = "string") -> Document:
    return {"description": description, "schema": {"type": kind}}


REQUEST_ID = {"X-Request-Id": _header("The id under which the request is logged.")}
RATE_LIMIT = {
    "RateLimit": _header("What remains of each limit (r) for the next t seconds; missing where nothing is counted."),
    "RateLimit-Policy": _header("The quota of each limit (q) in a window of w seconds."),
}
NEXT_PAGE = {"Link": _header("The address of the next page, as rel=next; missing at the end of the list.")}
ETAG = {"ETag": _header('The version of the game, such as `"7"`.'), "Cache-Control": _header("Whether it can change.")}
CACHED = {"Cache-Control": _header("Whether it can change.")}
TAGGED = {"ETag": _header("The tag of the contents; send it as If-None-Match."), **CACHED}
POSITION = {"Kifu-Position": _header("Send it as Kifu-Wait-For to read what this call has written.")}
REPLAYED = {"Idempotent-Replayed": _header("`true` where this is the first answer again.")}
LOCATION = {"Location": _header("Where the new thing is.")}
RETRY_AFTER = {"Retry-After": _header("Seconds to wait.", "integer")}
SPOKEN = {"Content-Language": _header("The language of the words, such as `en`.")}
AUTHENTICATE = {"WWW-Authenticate": _header("`Bearer`.")}


class Header(NamedTuple):
    """A header that a call reads, and the pattern of its values."""

    name: str
    description: str
    pattern: str


_TAG = r'(W/)?"[0-9]{1,9}(-fr)?(-gzip)?"'
_TAGS = rf"^(\*|{_TAG}(, {_TAG})*)$"
IF_MATCH = Header(
    "If-Match", 'The version that the call answers to, such as `"7"`; 412 if there is a later one.', _TAGS
)
IF_NONE_MATCH = Header("If-None-Match", "A version; 304 if it is still the current one.", _TAGS)
_ANY_TAG = r'(W/)?"[!#-~]*"'
HELD_TAG = Header(
    "If-None-Match",
    "The tag of a page that you have; 304 if it is still the same.",
    rf"^(\*|{_ANY_TAG}(, {_ANY_TAG})*)$",
)
IDEMPOTENCY_KEY = Header(
    "Idempotency-Key",
    f"The same key and body get the first answer again for {ANSWER_DAYS} days, and nothing happens twice. "
    f"Afterwards the key is refused as key-expired, and {KEY_DAYS} days after its first use it counts as new.",
    r"^[!-~]{1,200}$",
)
WAIT_FOR = Header(
    "Kifu-Wait-For",
    "The Kifu-Position of a POST: wait up to a second until it can be read here.",
    r"^[0-9]{1,4}:[0-9]{1,18}$",
)
GAME_LINK = Header(
    "Kifu-Link",
    "The secret of the link of an unlisted game, or of an invitation to it, for those who do not sit there.",
    rf"^{LETTERS}$",
)
LAST_EVENT_ID = Header(
    "Last-Event-ID",
    "The version after which the stream continues, with a dot and the number of the last message seen, if any.",
    r"^[0-9]{1,9}(\.[0-9]{1,9})?$",
)

ACCEPT_LANGUAGE = Header(
    "Accept-Language",
    "The languages that you prefer, as in RFC 9110. Words of games are in English by default.",
    LANGUAGE_RANGES,
)

PATH = {
    "game_id": {"description": "The id of a game.", "schema": {"type": "string", "format": "uuid"}},
    "report_id": {"description": "The id of a report.", "schema": {"type": "string", "format": "uuid"}},
    "measure_id": {"description": "The id of a measure.", "schema": {"type": "string", "format": "uuid"}},
    "seek_id": {"description": "The id of a seek.", "schema": {"type": "string", "format": "uuid"}},
    "webhook_id": {"description": "The id of a webhook.", "schema": {"type": "string", "format": "uuid"}},
    "call_id": {"description": "The id of a call.", "schema": {"type": "string", "format": "uuid"}},
    "n": {"description": "The number of a step.", "schema": {"type": "integer", "minimum": 1, "maximum": 999999999}},
    "partition": {
        "description": "The number of a feed partition.",
        "schema": {"type": "integer", "minimum": 0, "maximum": 999},
    },
    "level": {
        "description": "The level of a tile, from 0 to 63, or entries.",
        "schema": {"type": "string", "pattern": "^(entries|[0-9]|[1-5][0-9]|6[0-3])$"},
        "example": "0",
    },
    "index": {
        "description": "The index of a tile and its width, if it is not whole: 042, x001/x234/067 or 042.p/17.",
        "schema": {"type": "string", "pattern": "^(x[0-9]{3}/)*[0-9]{3}([.]p/[1-9][0-9]{0,2})?$"},
        "example": "000.p/1",
    },
    "ruleset": {"description": "The id of a ruleset.", "schema": {"type": "string"}, "example": "micro-dojo"},
    "clause": {"description": "The id of a clause.", "schema": {"type": "string"}},
    "dispute": {
        "description": "The number of a dispute in its game.",
        "schema": {"type": "integer", "minimum": 1, "maximum": 999999999},
    },
    "token_id": {"description": "The id of a token.", "schema": {"type": "string", "format": "uuid"}},
    "name": {"description": "The name of a player.", "schema": {"type": "string"}},
    "key": {"description": "The name of a key.", "schema": {"type": "string", "pattern": "^[0-9a-f]{16}$"}},
}


class Text(NamedTuple):
    """A body that is not a single JSON document: its description, and the struct of each line.

    For server-sent events, `data` are the structs of their data.
    """

    description: str
    struct: object = None
    data: tuple[object, ...] = ()

    def schema(self, media_type: str) -> Document:
        """The schema of the body, which clients get as text; for server-sent events, of each event's data.

        OpenAPI 3.1 cannot describe the events of a stream; client generators that know streams read it this way.
        """
        if self.data:
            kinds = [ref(name_of(struct)) for struct in self.data]
            return {"description": self.description, **(kinds[0] if len(kinds) == 1 else {"anyOf": kinds})}
        found: Document = {"type": "string", "description": self.description, "contentMediaType": media_type}
        return found if self.struct is None else {**found, "contentSchema": schema_of(self.struct, name_of)}


class Answer:
    """A response of a call: the struct that is sent, its own headers, and its other media types."""

    def __init__(
        self,
        struct: object = None,
        *,
        headers: Mapping[str, Document] | None = None,
        types: Mapping[str, Text] | None = None,
        description: str | None = None,
    ) -> None:
        self.struct = struct
        self.headers = headers or {}
        self.types = types or {}
        self.description = description

    @property
    def structs(self) -> list[object]:
        """The structs of the answer."""
        texts = self.types.values()
        named = (self.struct, *(text.struct for text in texts), *(struct for text in texts for struct in text.data))
        return [struct for struct in named if struct is not None]

    def documents(self, status: int, headers: Mapping[str, Document]) -> list[Document]:
        """Return one smorest response for each media type; `headers` are those of the call."""
        common: Document = {
            "description": self.description or http.HTTPStatus(status).phrase,
        }
        if sent := {**self.headers, **headers}:
            common["headers"] = sent
        found: list[Document] = []
        if self.struct is not None:
            found.append({**common, "schema": ref(name_of(self.struct)), "content_type": JSON_TYPE})
        found += [{**common, "schema": text.schema(kind), "content_type": kind} for kind, text in self.types.items()]
        return found or [{**common, "content_type": None}]


class Takes(NamedTuple):
    """What a call reads from a request.

    `body` is a marshmallow schema, or a struct or union of structs that the body is decoded to; `upload` is a body of
    other media types.
    """

    body: object = None
    required: bool = True
    upload: Mapping[str, Text] = MappingProxyType({})
    query: type[Schema] | None = None
    headers: Sequence[Header] = ()


NOTHING = Takes()


class Blueprint(flask_smorest.Blueprint):
    """The calls of one resource.

    `call` registers a view with its documentation: the view's name is the operationId, the first line of its docstring
    the summary and the rest the description. `structs` are the types that the calls send and accept, whose schemas the
    document must have.
    """

    def __init__(self, name: str, *, description: str, url_prefix: str | None = None) -> None:
        super().__init__(name, f"api.calls.{name}", url_prefix=url_prefix, description=description)
        self.structs: list[object] = []

    def call(
        self,
        rule: str,
        method: str,
        answers: Mapping[int, Answer],
        *,
        takes: Takes = NOTHING,
        problems: Iterable[str] = (),
        token: bool | None = False,
        spoken: bool = False,
    ) -> Callable[[View], View]:
        """Register the view for a rule and method.

        `problems` are its own codes; those of every call are added. `token` says whether a token is required (True),
        optional (False) or ignored (None). A `spoken` call answers with words in the caller's preferred language.
        Decorate the view with `use_lane` and `deprecate` before it is registered.
        """
        body = takes.body
        fields = body if isinstance(body, type) and issubclass(body, Schema) else None
        sent = body if fields is None else None
        for answer in answers.values():
            self.structs += answer.structs
        self.structs += [] if sent is None else [sent]

        def decorator(view: View) -> View:
            deprecated = getattr(view, "deprecated", None)
            own = [*takes.headers, GAME_LINK] if "<game_id>" in (self.url_prefix or "") + rule else [*takes.headers]
            own += [ACCEPT_LANGUAGE] if spoken else []
            codes = [*problems, *ALWAYS]
            codes += ALWAYS_WITH_BODY if body or takes.upload else ALWAYS_WITH_QUERY
            codes += ALWAYS_OF_GAMES if "unknown-game" in codes else ()
            codes += ["key-expired"] if any(header.name == IDEMPOTENCY_KEY.name for header in takes.headers) else []
            codes += [] if token is None else ["unauthenticated"]
            content = {kind: text.schema(kind) for kind, text in takes.upload.items()}
            content |= {} if sent is None else {JSON_TYPE: schema_of(sent, name_of)}
            view._apidoc = {  # type: ignore[attr-defined]
                "arguments": {"parameters": _parameters(fields, takes.required, takes.query, own)},
                "response": {"responses": _responses(answers, codes, SPOKEN if spoken else {})},
                "manual_doc": {
                    "operationId": view.__name__,
                    "security": _security(token),
                    **({"deprecated": True} if deprecated else {}),
                    **_body(content),
                },
            }
            view.token = token  # type: ignore[attr-defined]
            answering = cast(View, speak_as_asked(view)) if spoken else view
            names = re.findall(r"<(?:\w+:)?(\w+)>", (self.url_prefix or "") + rule)
            described = [{"in": "path", "name": name, "required": True, **PATH[name]} for name in names]
            self.add_url_rule(rule, view.__name__, answering, methods=[method], parameters=described)
            return view

        return decorator


def _parameters(
    body: type[Schema] | None, required: bool, query: type[Schema] | None, headers: Iterable[Header]
) -> list[Document]:
    found: list[Document] = [
        {
            "in": "header",
            "name": header.name,
            "description": header.description,
            "schema": {"type": "string", "pattern": header.pattern},
        }
        for header in headers
    ]
    if query is not None:
        found.append({"in": "query", "schema": query})
    if body is not None:
        found.append({"in": "json", "required": required, "schema": body})
    return found


def _responses(answers: Mapping[int, Answer], codes: Iterable[str], headers: Mapping[str, Document]) -> Document:
    responses = {str(status): answer.documents(status, headers) for status, answer in answers.items()}
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(PROBLEMS[code].status, []).append(code)
    for status, same in sorted(by_status.items()):
        lines = [f"`{code}`: {PROBLEMS[code].meaning}" for code in same]
        responses[str(status)] = [
            {
                "description": "\n\n".join(lines),
                "schema": ref(name_of(Problem)),
                "content_type": CONTENT_TYPE,
                **({"headers": own} if (own := _problem_headers(status)) else {}),
            }
        ]
    return dict(responses)


def _problem_headers(status: int) -> dict[str, Document]:
    # Every answer has those of 429 and 500, and every problem is spoken and kept by nobody; the document says so once
    # and describes the headers where they matter.
    own: dict[int, dict[str, Document]] = {
        401: AUTHENTICATE,
        429: {**RETRY_AFTER, **RATE_LIMIT, **SPOKEN},
        500: {**REQUEST_ID, **CACHED, **SPOKEN},
        503: RETRY_AFTER,
    }
    return own.get(status, {})


def _body(content: Mapping[str, Document]) -> Document:
    """Describe a body that no marshmallow schema describes, by its media types."""
    if not content:
        return {}
    return {
        "requestBody": {"required": True, "content": {kind: {"schema": schema} for kind, schema in content.items()}}
    }


def _security(token: bool | None) -> list[dict[str, list[str]]]:
    if token is None:
        return []
    return [{"token": []}] if token else [{}, {"token": []}]
