"""Every HTML page of the service in another language: what is English in it is marked as English, or is a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from domain.kernel.language import LANGUAGES
from page.serving import ADDRESSES
from tests.support.foreign import find_english

OTHERS = LANGUAGES[1:]
READ_ALOUD = ("placeholder", "aria-label", "data-text", "content")
"""The attributes that people read or hear."""
ID = re.compile(r"[\w./{}-]+( · Kifu [\d.]+)?")
"""Tags, names of groups of schemas, and codes are the same in every language."""
CODE = ("code", "pre", "script", "style")
VOID = ("meta", "link", "input", "br", "wbr")


class Read(HTMLParser):
    """The texts of a page in its language, without code, and the addresses that it leads to."""

    def __init__(self, text: str, language: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.links: list[str] = []
        self._language = language
        self._open: list[tuple[str, bool]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        if "lang" in own:
            skipped = own["lang"] != self._language
        else:
            skipped = tag in CODE or bool(self._open and self._open[-1][1])
        if tag == "a":
            self.links.append(own.get("href", "").partition("#")[0])
        if not skipped:
            self.texts += [own[name] for name in READ_ALOUD if name in own and own.get("name") != "viewport"]
        if tag not in VOID:
            self._open.append((tag, skipped))

    def handle_endtag(self, tag: str) -> None:
        # HTML leaves out the ends of cells and paragraphs.
        while any(name == tag for name, _ in self._open) and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not ID.fullmatch(data.strip() or "-") and not (self._open and self._open[-1][1]):
            self.texts.append(data.strip())


def read_documents(client: FlaskClient, language: str) -> Iterator[tuple[str, list[str]]]:
    """Read the documentation, following its links, then the page at its addresses and where there is none."""
    asked = {"Accept-Language": language, "Accept": "text/html"}
    todo, seen = ["/docs"], set[str]()
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = client.get(path, headers=asked)
        assert answer.status_code == 200, path
        assert answer.headers["Content-Language"] == language
        page = Read(answer.text, language)
        todo += [link for link in page.links if link.startswith("/docs")]
        yield path, page.texts
    # The other client compares answers with the OpenAPI document, which does not describe these.
    client = FlaskClient(client.application, client.response_wrapper)
    for path in (*(address for address in ADDRESSES if "<" not in address), "/nowhere"):
        yield path, Read(client.get(path, headers=asked).text, language).texts


@pytest.mark.parametrize("language", OTHERS)
def test_no_page_has_english_that_is_not_marked(client: FlaskClient, language: str) -> None:
    read = dict(read_documents(client, language))
    found = {text: path for path, texts in read.items() for text in texts if find_english(text, language)}
    assert found == {}
    assert {"/docs", "/docs/moves", "/docs/guide", "/docs/schemas/service", "/", "/nowhere"} <= read.keys()
    assert sum(map(len, read.values())) > 300


@pytest.mark.parametrize("language", OTHERS)
def test_english_would_be_found(language: str) -> None:
    page = Read(
        f'<html lang="{language}"><p>Take a die first<p lang="en">Move a meeple<b>Take a die first</b>', language
    )
    assert [text for text in page.texts if find_english(text, language)] == ["Take a die first"]
