"""Says once what an OpenAPI document says of many calls.

Most calls describe the same headers, answers and parameters. In the served document those are components, and the calls
refer to them. An error has one answer for each status, whichever call gives it.
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
    """Return the document with shared headers, responses and parameters as components, and without what they repeat."""
    found: Document = json.loads(json.dumps(document))
    _join_errors(found)
    _drop_headers(found)
    _drop_examples(found)
    for operation in operations(found):
        if operation.get("parameters") == []:
            del operation["parameters"]
    # Parts come before the responses that have them.
    for kind, places in KINDS.items():
        found["components"][kind] = _refer(kind, list(places(found)))
    return found


def _join_errors(document: Document) -> None:
    """Give all calls one answer for each status of an error; the call's description names its own codes.

    Statuses that do not depend on the call stand together, as the answer that calls have by default.
    """
    joined: dict[str, Document] = {}
    for operation in operations(document):
        responses = operation["responses"]
        own: list[str] = []
        usual = join_usual(responses)
        for status in [status for status in responses if int(status) >= 400]:
            response = responses.pop(status)
            place = DEFAULT if status in usual else status
            lines = response["description"].split("\n\n")
            whole = joined.setdefault(place, {"description": {}, "headers": {}, "content": {}})
            whole["description"] |= dict.fromkeys(f"{status} {line}" if place != status else line for line in lines)
            whole["headers"] |= response.get("headers", {})
            if not any("example" in content for content in whole["content"].values()):
                whole["content"] = response["content"]
            own += [] if status in JOINED else [line.split(":")[0] for line in lines]
            responses[place] = whole
        if own:
            operation["description"] += f"\n\nProblems: {', '.join(own)}."
    for whole in joined.values():
        whole["description"] = "\n\n".join(sorted(whole["description"]))


def join_usual(statuses: Iterable[str]) -> tuple[str, ...]:
    """Return which statuses stand together for a call with these ones.

    Linters look for an answer to faults of clients, so 400 stays by itself in a call that has no other one.
    """
    other = any("400" < status < "500" and status not in JOINED for status in statuses)
    return JOINED if other else tuple(status for status in JOINED if status != "400")


def _drop_headers(document: Document) -> None:
    """Drop from answers the headers that the document's introduction describes for all of them."""
    for operation in operations(document):
        for status, response in operation["responses"].items():
            if status < "400":
                for name in TOLD_ONCE:
                    response.get("headers", {}).pop(name, None)
            if response.get("headers") == {}:
                del response["headers"]


def _drop_examples(document: Document) -> None:
    """Drop the examples of answers, and of bodies that are the answer of another call; the pages at /docs show them."""
    for operation in operations(document):
        body = operation.get("requestBody", {})
        for content in body.get("content", {}).values():
            if len(json.dumps(content.get("example"))) > LONGEST_EXAMPLE:
                del content["example"]
        for status, response in operation["responses"].items():
            for content in response.get("content", {}).values() if status < "400" else ():
                content.pop("example", None)


def _headers(document: Document) -> Iterator[Place]:
    for operation in operations(document):
        for response in operation["responses"].values():
            for name in response.get("headers", {}):
                yield Place(response["headers"], name, name)


def _responses(document: Document) -> Iterator[Place]:
    for operation in operations(document):
        for status in operation["responses"]:
            yield Place(operation["responses"], status, _title(status))


def _parameters(document: Document) -> Iterator[Place]:
    for holder in (*document["paths"].values(), *operations(document)):
        for number, parameter in enumerate(holder.get("parameters", ())):
            yield Place(holder["parameters"], number, parameter["name"])


def _title(status: str) -> str:
    return "Other Problem" if status == DEFAULT else HTTPStatus(int(status)).phrase.title()


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


LONGEST_EXAMPLE = 500
"""Characters; bodies that people write are shorter."""
DEFAULT = "default"
JOINED = ("400", "401", "406", "413", "415", "429", "500", "503")
"""The statuses of errors that do not depend on the call."""
TOLD_ONCE = ("Cache-Control", "Content-Language")
KINDS: dict[str, Callable[[Document], Iterator[Place]]] = {
    "headers": _headers,
    "responses": _responses,
    "parameters": _parameters,
}
