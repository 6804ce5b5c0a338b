"""Every call of the API asked in French: no answer has English except what players wrote, stored text, and names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.documentation.openapi import operations
from eventstore.postgres.migrate import migrate
from tests.contract.recording import Recorder, record
from tests.support.contract import inlined, operation_of
from tests.support.databases import create_database, drop_database
from tests.support.foreign import STYLE, find_english

LANGUAGE = "fr"
ID = re.compile(r"[\w./:#{}*\\-]*")
"""Ids, codes, digests, names of members and paths are the same in every language."""
WRITTEN = {
    "facts": "stored with ids and data of the content",
    "refused": "stored with the words in which it was refused",
    "claim": "a player wrote it",
    "entropies": "players wrote them",
}
"""Members that never hold words of the service, and why."""
WRITTEN_HERE = {
    ("list_messages", "/items/text"): "players wrote it",
    ("list_disputes", "/items/words"): "an arbiter wrote it",
    ("list_clauses", "/items/source"): "the place in the printed rules, by its heading",
    ("get_dispute", "/disputed_clause/source"): "the place in the printed rules, by its heading",
    ("list_rulesets", "/items/options/description"): "a part of the OpenAPI document, which is English",
    ("get_ruleset", "/options/description"): "a part of the OpenAPI document, which is English",
    ("list_rulesets", "/items/options/properties/clock/description"): "a part of the OpenAPI document as well",
    ("get_ruleset", "/options/properties/clock/description"): "a part of the OpenAPI document as well",
    ("take_seat", "/to_sign/text"): "the text of the protocol that is signed, byte for byte",
}
"""Members of answers that hold no words of the service, by call, and why."""
FOR_PROGRAMS = {"get_metrics": "Prometheus reads it"}
"""Calls whose answers people do not read, and why."""


def list_texts(value: object, place: str = "", without: Collection[str] = WRITTEN.keys()) -> Iterator[tuple[str, str]]:
    """The texts of an answer with their places, without the members named."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name not in without:
                yield from list_texts(inner, f"{place}/{name}", without)
    elif isinstance(value, list):
        for inner in value:
            yield from list_texts(inner, place, without)
    elif isinstance(value, str) and not ID.fullmatch(value):
        yield place, value


def read_answer(answer: TestResponse) -> Iterator[tuple[str, str]]:
    """The texts of an answer: of its JSON, or those between the tags of a picture."""
    if answer.is_json:
        yield from list_texts(answer.get_json())
    elif "svg" in answer.mimetype:
        yield from (("", text) for text in re.findall(r">([^<]+)<", STYLE.sub("", answer.text)))


class Asked(Recorder):
    """A client that asks in French, and keeps the English in answers and problems."""

    asked: set[str]
    read: list[str]
    found: dict[str, str]
    sent: list[str]
    """Texts that people wrote, which answers repeat unchanged."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Send a request in French and check its answer."""
        kwargs["headers"] = {**dict(kwargs.get("headers") or {}), "Accept-Language": LANGUAGE}
        self.sent += [text for _, text in list_texts(kwargs.get("json"), without=())]
        answer = super().open(*args, **kwargs)
        request = answer.request
        operation = operation_of(self.application, request.method, request.path) or request.path
        self.asked.add(operation)
        if operation not in FOR_PROGRAMS:
            for place, text in read_answer(answer):
                self.read.append(text)
                if (wrong := find_english(self.without_sent(text), LANGUAGE)) and (
                    operation,
                    place,
                ) not in WRITTEN_HERE:
                    self.found[text] = f"{operation} {answer.status_code} {place}: {sorted(wrong)}"
        return answer

    def without_sent(self, text: str) -> str:
        """Return a text without what people wrote in it."""
        for sent in self.sent:
            text = text.replace(sent, "")
        return text


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_no_answer_of_any_call_has_english(database_url: str, tmp_path: Path, document: dict[str, Any]) -> None:
    kept: dict[str, Any] = {"asked": set(), "read": [], "found": {}, "sent": []}
    elsewhere = create_database(database_url, "kifu_french")
    try:
        migrate(elsewhere)
        record(database_url, elsewhere, tmp_path, type("French", (Asked,), kept))
    finally:
        drop_database(elsewhere)
    assert {operation["operationId"] for operation in operations(inlined(document))} <= kept["asked"]
    assert kept["found"] == {}
    assert len(kept["read"]) > 500


@pytest.mark.parametrize("text", ["It was moved.", "Move a meeple.", "Dojo: piocher", "Pas de the"])
def test_english_would_be_found(text: str) -> None:
    assert find_english(text, LANGUAGE)


@pytest.mark.parametrize("text", ["Anna déplace un personnage.", "Dojo\u00a0: piocher", "« the » n’est pas un coup."])
def test_french_passes(text: str) -> None:
    assert not find_english(text, LANGUAGE)
