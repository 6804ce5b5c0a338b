"""Moves repeated parts of an OpenAPI document into components.

Most calls describe the same headers, answers and parameters, and some have the same example. In the served document
those are components, and the calls refer to them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus
from typing import Any, NamedTuple

from api.documentation.openapi import Document, operations


class Place(NamedTuple):
    """The place of a description: the object that holds it, its key there, and the name for its component."""

    holder: Any
    key: str | int
    name: str


def share(document: Document) -> Document:
    """Return the document with shared headers, examples, responses and parameters as components."""
    found: Document = json.loads(json.dumps(document))
    # Parts come before the responses that have them.
    for kind, places in KINDS.items():
        found["components"][kind] = _refer(kind, list(places(found)))
    return found


def _headers(document: Document) -> Iterator[Place]:
    for operation in operations(document):
        for response in operation["responses"].values():
            for name in response.get("headers", {}):
                yield Place(response["headers"], name, name)


def _responses(document: Document) -> Iterator[Place]:
    for operation in operations(document):
        for status in operation["responses"]:
            yield Place(operation["responses"], status, HTTPStatus(int(status)).phrase.title())


def _examples(document: Document) -> Iterator[Place]:
    """Yield the examples that several bodies have, each moved into `examples`, where it may be a reference."""
    contents = [
        (operation["operationId"], content)
        for operation in operations(document)
        for body in (operation.get("requestBody", {}), *operation["responses"].values())
        for content in body.get("content", {}).values()
        if "example" in content
    ]
    texts = [json.dumps(content["example"], sort_keys=True) for _, content in contents]
    often = Counter(texts)
    for (name, content), text in zip(contents, texts, strict=True):
        if often[text] > 1:
            content["examples"] = {RECORDED: {"value": content.pop("example")}}
            yield Place(content["examples"], RECORDED, name)


def _parameters(document: Document) -> Iterator[Place]:
    for holder in (*document["paths"].values(), *operations(document)):
        for number, parameter in enumerate(holder.get("parameters", ())):
            yield Place(holder["parameters"], number, parameter["name"])


def _refer(kind: str, places: Iterable[Place]) -> Document:
    """Replace whatever is described more than once with references; return the components."""
    texts = [json.dumps(place.holder[place.key], sort_keys=True) for place in places]
    often = Counter(texts)
    names: dict[str, str] = {}
    components: Document = {}
    for place, text in zip(places, texts, strict=True):
        if often[text] > 1:
            if text not in names:
                names[text] = _free_name(place.name, components)
                components[names[text]] = place.holder[place.key]
            place.holder[place.key] = {"$ref": f"#/components/{kind}/{names[text]}"}
    return components


def _free_name(wanted: str, components: Document) -> str:
    """Return the wanted component name, with a number if it is taken by something else."""
    plain = "".join(part[:1].upper() + part[1:] for part in wanted.replace("-", "_").replace(" ", "_").split("_"))
    taken = sum(1 for name in components if name.rstrip("0123456789") == plain)
    return f"{plain}{taken + 1}" if taken else plain


RECORDED = "recorded"
KINDS: dict[str, Callable[[Document], Iterator[Place]]] = {
    "headers": _headers,
    "examples": _examples,
    "responses": _responses,
    "parameters": _parameters,
}
