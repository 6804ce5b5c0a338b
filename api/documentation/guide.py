"""The guide to the API, `docs/api.md`, as HTML in which mentions of calls link to them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

MENTION = re.compile(r"(?:(GET|POST|PUT|DELETE) )?(/v1/[^\s?]*)[^\s]*")
"""A call in code: `GET /v1/games/{id}/drawings?from=&to=`, or its path alone."""
WORD = re.compile(r"[^\w\s-]")


class Section(NamedTuple):
    """A part of the guide under a heading, by the anchor of the heading."""

    anchor: str
    title: str


class Guide(NamedTuple):
    """The guide.

    `mentions` maps the anchor of a call to the sections that mention it.
    """

    html: str
    sections: tuple[Section, ...]
    mentions: Mapping[str, tuple[Section, ...]]


class Calls:
    """Finds calls as the guide writes them, whatever the names of their parameters."""

    def __init__(self, links: Mapping[tuple[str, str], str]) -> None:
        """`links` has the address of each call's description by method and path."""
        self._links = {(method, _shape(path)): link for (method, path), link in links.items()}

    def find(self, code: str) -> str | None:
        """Return the address of the call that a piece of code names, or None; a path alone names its first call."""
        mention = MENTION.fullmatch(code)
        if not mention:
            return None
        shape = _shape(mention[2])
        methods = [mention[1]] if mention[1] else ["GET", "POST", "PUT", "DELETE"]
        return next((self._links[method, shape] for method in methods if (method, shape) in self._links), None)


def read_guide(links: Mapping[tuple[str, str], str]) -> Guide:
    """Render the guide; `links` has the address of each call's description, `page#anchor`, by method and path."""
    text = resources.files("api.documentation").joinpath("guide.md").read_text("utf-8")
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    sections: list[Section] = []
    mentions: dict[str, list[Section]] = {}
    calls = Calls(links)
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following is not None:
            section = Section(_anchor(following.content), following.content)
            sections.append(section)
            token.attrSet("id", section.anchor)
        if token.type == "inline":
            token.children, named = _linked(token.children or [], calls)
            for anchor in named:
                if sections[-1] not in mentions.setdefault(anchor, []):
                    mentions[anchor].append(sections[-1])
    html = markdown.renderer.render(tokens, markdown.options, {})
    # The first heading is the title of the guide.
    return Guide(html, tuple(sections[1:]), {anchor: tuple(found) for anchor, found in mentions.items()})


def _linked(tokens: list[Token], calls: Calls) -> tuple[list[Token], list[str]]:
    """Link code that names a call, and unlink other documents, which the service does not have.

    Returns the tokens and the anchors of the calls.
    """
    linked: list[Token] = []
    anchors = []
    elsewhere = False
    for token in tokens:
        if token.type == "link_open":
            elsewhere = not str(token.attrGet("href")).startswith(("#", "http"))
        if token.type in ("link_open", "link_close") and elsewhere:
            continue
        found = calls.find(token.content) if token.type == "code_inline" else None
        if found:
            anchors.append(found.partition("#")[2])
            linked += [Token("link_open", "a", 1, attrs={"href": found}), token, Token("link_close", "a", -1)]
        else:
            linked.append(token)
    return linked, anchors


def _shape(path: str) -> str:
    """A path whose parameters, in braces or in capitals, have no names."""
    return "/".join(
        "*" if part.startswith("{") or part.isupper() else part for part in re.sub(r"\}\.", "}/.", path).split("/")
    )


def _anchor(heading: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return WORD.sub("", heading.lower()).replace(" ", "-")
