"""The OpenAPI document, and the same as a page that needs no other host."""

from __future__ import annotations

import gzip
import hashlib
import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import msgspec
from flask import Blueprint, Flask, Response, render_template_string, request

from api.documentation.openapi import METHODS, Document, operations
from api.documentation.page import PAGE, SCRIPT
from api.documentation.sharing import share
from api.problems import PROBLEMS
from api.responses.compression import LEVEL, TAG_SUFFIX, prefers_gzip
from api.server.lanes import Lane, use_lane


def install(app: Flask, build: Callable[[], Document]) -> None:
    """Serve an OpenAPI document at /openapi.json and as a page at /docs, to which / leads.

    `build` makes the document. It is called at the first request for it.
    """
    digest = b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    blueprint = Blueprint("docs", __name__)

    @cache
    def document() -> Document:
        return build()

    @cache
    def encoded() -> Kept:
        return Kept.of(msgspec.json.encode(share(document())))

    @cache
    def rendered() -> Kept:
        text = render_template_string(
            PAGE,
            document=document(),
            groups=list(_groups(document())),
            schemas=sorted(document()["components"]["schemas"].items()),
            problems=sorted(PROBLEMS.values(), key=lambda problem: (problem.status, problem.code)),
            script=SCRIPT,
            kind=_kind,
            example_text=_example_text,
            usual=_usual_statuses(document()),
        )
        return Kept.of(text.encode())

    @blueprint.get("/openapi.json")
    @use_lane(Lane.READERS)
    def openapi() -> Response:
        return encoded().send("application/json")

    @blueprint.get("/docs")
    @use_lane(Lane.READERS)
    def page() -> Response:
        response = rendered().send("text/html; charset=utf-8")
        response.headers["Content-Security-Policy"] = policy
        return response

    app.register_blueprint(blueprint)


class Kept(NamedTuple):
    """A body that stays the same while the service runs, plain and compressed, with its entity tag."""

    plain: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, body: bytes) -> Kept:
        """Keep a body."""
        return cls(body, gzip.compress(body, LEVEL, mtime=0), hashlib.sha256(body).hexdigest()[:16])

    def send(self, content_type: str) -> Response:
        """The answer to the request: the body as the client takes it, or 304 if the client has it."""
        response = Response(content_type=content_type, headers={"Cache-Control": "no-cache"})
        if prefers_gzip(request.environ):
            response.set_data(self.packed)
            response.set_etag(f"{self.tag}{TAG_SUFFIX}")
            response.headers["Content-Encoding"] = "gzip"
        else:
            response.set_data(self.plain)
            response.set_etag(self.tag)
        response.make_conditional(request)
        return response


def _example_text(example: object) -> str:
    return example if isinstance(example, str) else json.dumps(example, indent=2, ensure_ascii=False)


def _usual_statuses(document: Document) -> set[str]:
    """The statuses that every call may answer with."""
    return set.intersection(*(set(operation["responses"]) for operation in operations(document)))


def _groups(document: Mapping[str, object]) -> Iterator[tuple[Mapping[str, str], list[dict[str, object]]]]:
    operations: list[dict[str, object]] = []
    paths: Mapping[str, Mapping[str, Mapping[str, object]]] = document["paths"]  # type: ignore[assignment]
    for path, methods in paths.items():
        shared: list[object] = methods.get("parameters", [])  # type: ignore[assignment]
        for method in METHODS:
            if method in methods:
                operation = dict(methods[method])
                operation["parameters"] = [*shared, *operation.get("parameters", [])]  # type: ignore[misc]
                anchor = f"{method}{path}".replace("/", "-").replace("{", "").replace("}", "")
                operations.append({"path": path, "method": method.upper(), "anchor": anchor, **operation})
    tags: list[Mapping[str, str]] = document["tags"]  # type: ignore[assignment]
    for tag in tags:
        yield tag, [operation for operation in operations if tag["name"] in operation["tags"]]  # type: ignore[operator]


def _kind(schema: Mapping[str, object]) -> dict[str, str]:
    """A schema in short: its words and, where it is one of ours, the anchor of its description."""
    reference = schema.get("$ref")
    if isinstance(reference, str):
        name = reference.rpartition("/")[2]
        return {"words": name, "anchor": f"schema-{name}"}
    several = schema.get("anyOf") or schema.get("oneOf")
    if isinstance(several, list):
        inner = [_kind(one) for one in several]
        anchor = next((one["anchor"] for one in inner if one["anchor"]), "")
        return {"words": " or ".join(one["words"] for one in inner), "anchor": anchor}
    items = schema.get("items")
    if isinstance(items, dict):
        of = _kind(items)
        return {"words": f"list of {of['words']}", "anchor": of["anchor"]}
    if "const" in schema:
        return {"words": str(schema["const"]), "anchor": ""}
    kind = schema.get("type", "any")
    words = " or ".join(map(str, kind)) if isinstance(kind, list) else str(kind)
    if "enum" in schema:
        words += ": " + ", ".join(map(str, schema["enum"]))  # type: ignore[call-overload]
    if "format" in schema:
        words += f" ({schema['format']})"
    return {"words": words, "anchor": ""}
