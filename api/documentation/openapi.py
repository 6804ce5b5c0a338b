"""The OpenAPI document: the calls' own descriptions, the schemas of what is sent and played, and examples."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Any, TypeAlias, cast

from api.documentation.components import Schema, components, nullable, portable, reachable, ref
from api.documentation.narrowing import narrow
from api.documentation.played import played, prefix
from api.documentation.vocabulary import name_words
from api.problems import Problem
from api.schemas.answers import SIGNED, TYPED, name_of
from domain.kernel.ruleset import AnyRuleset
from service.calling.words import CallBody

Document: TypeAlias = dict[str, Any]

INFO = {
    "title": "Kifu",
    "summary": "Plays large board games by their rules and records every move.",
    "description": (
        "Plays large board games by their rules, records every move, replays any step, and proves what happened.\n\n"
        "A move that is answered with 201 is stored for good. Errors are problem documents (RFC 9457).\n\n"
        "Every answer has the header X-Request-Id, the id under which the request is logged, and every answer to a "
        "call that is counted has RateLimit and RateLimit-Policy. Cache-Control says whether an answer may be kept. "
        "Every call takes Accept-Language for its problems, and what is said in words has Content-Language. The answer "
        "by default describes these headers."
    ),
    "license": {"name": "Apache 2.0", "identifier": "Apache-2.0"},
}
TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token of a player, which POST /v1/players answers with, or that of the operator.",
}
CALL = {
    "operationId": "receive_call",
    "summary": "Be called",
    "description": "Posted to your webhook of the form standard, signed as Standard Webhooks say.",
    "tags": ["webhooks"],
    "security": [],
    "requestBody": {"content": {"application/json": {"schema": ref("CallBody")}}},
    "responses": {"2XX": {"description": "The call is not sent again."}},
}
"""What the service sends to webhooks."""
JSON, EVENTS = "application/json", "text/event-stream"
METHODS = ("get", "post", "put", "delete")


def complete(spec: Mapping[str, Any], structs: Iterable[object], rulesets: Iterable[AnyRuleset]) -> Document:
    """Return the document of the service.

    `spec` is what smorest collected from the calls; `structs` are the types that they send and accept besides
    marshmallow's.
    """
    rulesets = tuple(rulesets)
    # The schemas of played games come last, since they replace the empty base class Move.
    own = components([*structs, Problem, CallBody], name_of, TYPED)
    schemas = {**spec["components"]["schemas"], **own, **played(rulesets)}
    schemas = cast(dict[str, Schema], portable(schemas))
    for signed in SIGNED:
        schemas[name_of(signed)]["required"].append("receipt")  # type: ignore[attr-defined]
    _type_bodies(schemas)
    narrow(schemas, {ruleset.id: prefix(ruleset) for ruleset in rulesets})
    schemas = name_words(schemas, "", "domain.record")
    document: Document = {
        "openapi": spec["openapi"],
        "info": {**INFO, "version": spec["info"]["version"]},
        "servers": [{"url": "/", "description": "This service."}],
        "tags": spec["tags"],
        "paths": portable(spec["paths"]),
    }
    for operation in operations(document):
        _add_examples(operation)
    document["webhooks"] = {"call": {"post": CALL}}
    document["components"] = {
        "schemas": reachable([document["paths"], document["webhooks"]], schemas),
        "securitySchemes": {"token": TOKEN},
    }
    return document


def operations(document: Mapping[str, Any]) -> Iterator[Document]:
    """Yield every operation of a document."""
    for methods in document["paths"].values():
        for method in METHODS:
            if method in methods:
                yield methods[method]


def examples() -> dict[str, Any]:
    """Return recorded requests and responses of a real game, by operation; see `tests/contract/examples.py`."""
    text = resources.files("api.documentation").joinpath("examples.json").read_text("utf-8")
    return dict(json.loads(text))


def _type_bodies(schemas: dict[str, Schema]) -> None:
    """Give types to the bodies that marshmallow accepts as any object."""
    loose = (
        ("NewGame", "options", ref("NewOptions")),
        ("NewRuling", "move", nullable(ref("Move"))),
    )
    for name, member, schema in loose:
        properties: dict[str, Schema] = schemas[name]["properties"]  # type: ignore[assignment]
        properties[member] = {**schema, "description": properties[member]["description"]}


def _add_examples(operation: Document) -> None:
    own = EXAMPLES.get(operation["operationId"], {})
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        if kind in own.get("request", {}):
            content["example"] = own["request"][kind]
    for status, response in operation["responses"].items():
        if "content" in response:
            response["content"] = dict(sorted(response["content"].items(), key=lambda item: _rank(item[0])))
        for kind, content in response.get("content", {}).items():
            found = own.get("responses", {}).get(status, {})
            if kind in found:
                content["example"] = _first_event(found[kind]) if kind == EVENTS else found[kind]


def _rank(media_type: str) -> int:
    """Return the rank of a media type: clients take the first, and few know lines of JSON."""
    return (JSON, EVENTS).index(media_type) if media_type in (JSON, EVENTS) else 2


def _first_event(stream: str) -> object:
    """Return the data of the first of some recorded server-sent events."""
    return json.loads(next(line.removeprefix("data: ") for line in stream.splitlines() if line.startswith("data: ")))


EXAMPLES = examples()
