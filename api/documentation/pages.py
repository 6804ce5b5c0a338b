"""The OpenAPI document as pages that need no other host: all calls, one page for each tag, schemas, and the guide."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from flask import render_template

from api.documentation.guide import read_guide
from api.documentation.openapi import METHODS, Document, operations
from api.problems import PROBLEMS
from domain.kernel.language import current_language, say, translate
from domain.kernel.words import explain

SCRIPT = """
const box = document.querySelector("#find");
const rows = [...document.querySelectorAll(".row")];
const holders = [...document.querySelectorAll("div.group, div.group details")];
const nothing = document.querySelector("#nothing");
box.addEventListener("input", () => {
  const wanted = box.value.trim().toLowerCase();
  for (const row of rows)
    row.hidden = !`${row.textContent} ${row.dataset.words ?? ""}`.toLowerCase().includes(wanted);
  for (const holder of holders) {
    holder.hidden = !holder.querySelector(".row:not([hidden])");
    if (holder.localName === "details") holder.open = wanted !== "" && !holder.hidden;
  }
  nothing.hidden = !rows.every((row) => row.hidden);
  nothing.textContent = nothing.dataset.text.replace("{what}", box.value.trim());
});
addEventListener("hashchange", () => { box.value = ""; box.dispatchEvent(new Event("input")); });
"""
SERVICE = "service"
"""The group of schemas that belong to no ruleset."""
REQUESTS, LISTS = "requests", "lists"
"""The groups of those that are the bodies of requests, and of those that hold the items of a list."""


class Tag(NamedTuple):
    """Calls of one subject."""

    name: str
    description: str


def write_pages(document: Document, prefixes: Mapping[str, str]) -> dict[str, str]:
    """Return the pages as HTML by path, in the current language; `prefixes` are the prefixes of rulesets' schema names.

    What the document and the guide say is English in every language, and marked so. Needs an application context whose
    app has the templates.
    """
    groups = list(_tagged(document))
    guide = read_guide(
        {
            (call["method"], call["path"]): f"/docs/{tag.name}#{call['anchor']}"
            for tag, calls in groups
            for call in calls
        }
    )
    schemas = document["components"]["schemas"]
    schema_groups = _group_schemas(document, prefixes)
    pages = {name: f"/docs/schemas/{group}" for group, names in schema_groups.items() for name in names}
    frame = {
        "info": document["info"],
        "groups": groups,
        "schema_groups": schema_groups,
        "guide": guide,
        "kind": lambda schema: _kind(schema, pages),
        "example_text": _example_text,
        "usual": _usual_answers(document),
        "problems": sorted(PROBLEMS.values(), key=lambda problem: (problem.status, problem.code)),
        "script": SCRIPT,
        "language": current_language(),
        "words": say_words(),
        "translate": translate,
        "explain": explain,
    }

    def page(template: str, here: str, **more: object) -> tuple[str, str]:
        return here, render_template(template, here=here, **frame, **more)

    return dict(
        [
            page("index.html", "/docs"),
            page("guide.html", "/docs/guide"),
            *(page("calls.html", f"/docs/{tag.name}", tag=tag, calls=calls) for tag, calls in groups),
            *(
                page("schemas.html", f"/docs/schemas/{group}", group=group, schemas=[(n, schemas[n]) for n in names])
                for group, names in schema_groups.items()
            ),
        ]
    )


class Words(NamedTuple):
    """The texts of the pages around what the document says."""

    documentation: str
    games: str
    everything: str
    guide: str
    calls: str
    schemas: str
    problems: str
    find: str
    nothing: str
    begin: str
    programs: str
    sections: str
    mentioned: str
    example: str
    parameter: str
    where: str
    kind: str
    meaning: str
    answer: str
    body: str
    left_out: str
    usual: str


def say_words() -> Words:
    """Say the texts of the pages in the current language."""
    return Words(
        documentation=say("Documentation"),
        games=say("To the games"),
        everything=say("All calls and problems"),
        guide=say("Guide"),
        calls=say("Calls"),
        schemas=say("Schemas"),
        problems=say("Problems"),
        find=say("Find a call, a problem or a schema"),
        nothing=say("Nothing here contains “{what}”.", what="{what}"),
        begin=say("Begin with the guide"),
        programs=say("For programs"),
        sections=say("Sections"),
        mentioned=say("In the guide"),
        example=say("Example"),
        parameter=say("Parameter"),
        where=say("In"),
        kind=say("Type"),
        meaning=say("Meaning"),
        answer=say("Answer"),
        body=say("Body"),
        left_out=say("it may be left out"),
        usual=say("Answers that every call has"),
    )


def _tagged(document: Document) -> Iterator[tuple[Tag, list[dict[str, Any]]]]:
    """The calls by their tags, each with its method, path and anchor."""
    calls = []
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                call = dict(methods[method])
                call["parameters"] = [*methods.get("parameters", []), *call.get("parameters", [])]
                anchor = f"{method}{path}".replace("/", "-").replace("{", "").replace("}", "")
                calls.append({"path": path, "method": method.upper(), "anchor": anchor, **call})
    for tag in document["tags"]:
        yield Tag(**tag), [call for call in calls if tag["name"] in call["tags"]]


def _group_schemas(document: Document, prefixes: Mapping[str, str]) -> dict[str, list[str]]:
    """Group the names of schemas: those of the service, its requests or its lists, of a ruleset, or of its facts."""
    bodies = [operation["requestBody"] for operation in operations(document) if "requestBody" in operation]
    sent = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(bodies)))
    groups: dict[str, list[str]] = {SERVICE: [], REQUESTS: [], LISTS: []}
    for name, schema in sorted(document["components"]["schemas"].items()):
        owner = next((ruleset for ruleset, prefix in prefixes.items() if name.startswith(prefix)), None)
        if owner is None:
            own = LISTS if "items" in schema.get("properties", ()) else SERVICE
            groups[REQUESTS if name in sent else own].append(name)
        else:
            facts = name.startswith(f"{prefixes[owner]}Fact")
            groups.setdefault(f"{owner}-facts" if facts else owner, []).append(name)
    return groups


def _usual_answers(document: Document) -> dict[str, dict[str, Any]]:
    """The answers that every call may give, by status, without descriptions specific to one call."""
    every = list(operations(document))
    statuses = set.intersection(*(set(operation["responses"]) for operation in every))
    answers = {}
    for status in sorted(statuses):
        said = [operation["responses"][status] for operation in every]
        answers[status] = max(said, key=said.count)
    return answers


def _example_text(example: object) -> str:
    return example if isinstance(example, str) else json.dumps(example, indent=2, ensure_ascii=False)


class Kind(NamedTuple):
    """A schema in brief; `link` leads to its description if it is one of ours, or is empty."""

    words: str
    link: str = ""


def _kind(schema: Mapping[str, Any], pages: Mapping[str, str]) -> Kind:
    """Put a schema into words, English in every language; `pages` has the page of each component by name."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Kind(name, f"{pages[name]}#schema-{name}")
    several = schema.get("anyOf") or schema.get("oneOf")
    if several:
        inner = [_kind(one, pages) for one in several]
        return Kind(" or ".join(one.words for one in inner), next((one.link for one in inner if one.link), ""))
    if isinstance(schema.get("items"), dict):
        of = _kind(schema["items"], pages)
        return Kind(f"list of {of.words}", of.link)
    if "const" in schema:
        return Kind(str(schema["const"]))
    kind = schema.get("type", "any")
    words = " or ".join(map(str, kind)) if isinstance(kind, list) else str(kind)
    if "enum" in schema:
        words += ": " + ", ".join(map(str, schema["enum"]))
    if "format" in schema:
        words += f" ({schema['format']})"
    return Kind(words)
