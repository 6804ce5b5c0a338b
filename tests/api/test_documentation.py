"""The pages at /docs: they show all of the document, lead to each other, and are small enough to read on a phone."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.documentation.guide import Calls
from api.problems import PROBLEMS
from tests.support.contract import contract_of

LARGEST = 150_000
STRING = re.compile("&#34;[^&]*&#34;")
"""A string in an example, which a page only shows."""
GUIDE = Path(__file__).parents[2] / "docs" / "api.md"


class Page(HTMLParser):
    """The ids and links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        if own.get("id"):
            self.ids.append(own["id"] or "")
        if tag == "a":
            self.links.append(own.get("href") or "")


@pytest.fixture
def document(app: Flask) -> dict[str, Any]:
    return contract_of(app).document


@pytest.fixture
def pages(client: FlaskClient) -> dict[str, Page]:
    """Every page of the documentation that links lead to from the first."""
    found: dict[str, Page] = {}
    todo = ["/docs"]
    while todo:
        path = todo.pop()
        if path not in found:
            answer = client.get(path)
            assert answer.status_code == 200, path
            assert answer.content_type.startswith("text/html")
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            found[path] = Page(answer.text)
            todo += [link.partition("#")[0] for link in found[path].links if link.startswith("/docs")]
    return found


def test_every_link_between_the_pages_leads_to_something(pages: dict[str, Page]) -> None:
    for path, page in pages.items():
        assert len(set(page.ids)) == len(page.ids), path
        for link in page.links:
            if link.startswith(("/docs", "#")):
                target, _, anchor = link.partition("#")
                assert not anchor or anchor in pages[target or path].ids, (path, link)
            else:
                assert link in ("/", "/openapi.json") or path == "/docs/guide", (path, link)


def test_each_page_can_be_read_on_a_phone(pages: dict[str, Page]) -> None:
    assert len(pages) > 30
    for path, page in pages.items():
        assert len(page.text.encode()) < LARGEST, path


def test_the_pages_show_every_call_and_schema_once_and_ask_no_other_host(
    pages: dict[str, Page], document: dict[str, Any]
) -> None:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                page = pages[f"/docs/{operation['tags'][0]}"]
                anchor = f"{method}{path}".replace("/", "-").replace("{", "").replace("}", "")
                assert f"<code>{path}</code>" in page.text
                assert anchor in page.ids
                assert anchor in pages["/docs"].ids, "addresses of calls on the first page stay"
    described = [name for path, page in pages.items() if "/schemas/" in path for name in page.ids]
    assert sorted(described) == sorted(f"schema-{name}" for name in document["components"]["schemas"])
    for path, page in pages.items():
        if path != "/docs/guide":
            asked = STRING.sub("", page.text)
            assert "http://" not in asked
            assert "https://" not in asked
            assert "`" not in page.text.partition("<script>")[0], path


def test_what_every_call_answers_is_shown_once_a_page_and_what_differs_with_its_call(pages: dict[str, Page]) -> None:
    moves = pages["/docs/moves"].text
    assert moves.count("<code>too-many-requests</code>") == 1
    assert "<code>not-your-seat</code>" in moves.partition('id="answers-of-every-call"')[0]


def test_every_kind_of_problem_has_its_own_title_and_a_place_on_the_first_page(pages: dict[str, Page]) -> None:
    assert len({kind.title for kind in PROBLEMS.values()}) == len(PROBLEMS)
    for kind in PROBLEMS.values():
        path, _, anchor = kind.uri.partition("#")
        assert anchor in pages[path].ids


def test_the_guide_leads_to_the_calls_that_it_names_and_they_lead_back(pages: dict[str, Page]) -> None:
    guide = pages["/docs/guide"]
    assert '<a href="/docs/moves#post-v1-games-game_id-moves"><code>POST /v1/games/{id}/moves</code></a>' in guide.text
    assert "/docs/guide#games-versions-and-steps" in pages["/docs/moves"].links
    sections = re.findall(r"(?m)^## (.*)$", GUIDE.read_text("utf-8"))
    assert re.findall(r"<h2 [^>]*>([^<]*)</h2>", guide.text) == sections


def test_every_call_that_the_guide_names_exists(document: dict[str, Any]) -> None:
    links = {
        (method.upper(), path): path
        for path, methods in document["paths"].items()
        for method in methods
        if method != "parameters"
    }
    calls = Calls(links)
    named = re.findall(r"`((?:GET|POST|PUT|DELETE) /v1/[^`]*)`", GUIDE.read_text("utf-8"))
    assert len(named) > 20
    for code in named:
        assert calls.find(code), code


def test_code_that_names_no_call_is_no_link() -> None:
    calls = Calls({("GET", "/v1/games/{game_id}"): "/docs/games#get"})
    assert calls.find("GET /v1/games/{id}") == calls.find("/v1/games/ID") == calls.find("GET /v1/games/{id}?as=1")
    assert calls.find("GET /v1/games/{id}") == "/docs/games#get"
    for code in ("POST /v1/games/{id}", "/v1/players/{name}", "If-Match", "GET /healthz"):
        assert calls.find(code) is None


def test_an_address_that_is_no_page_is_not_found(client: FlaskClient) -> None:
    assert client.get("/docs/nothing").status_code == 404
