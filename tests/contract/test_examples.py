"""Every call has an example of its body and its answer, taken from a game that was played."""

from pathlib import Path

import pytest

from api.documentation.openapi import examples, operations
from eventstore.postgres.migrate import migrate
from tests.contract.recording import BINARY, record
from tests.support.contract import Contract, whole_document
from tests.support.databases import create_database, drop_database


def test_every_call_has_an_example_of_its_body_and_of_its_answer() -> None:
    for operation in operations(whole_document()):
        bodies = operation.get("requestBody", {}).get("content", {}).items()
        answers = [
            found
            for status, response in operation["responses"].items()
            if int(status) < 300
            for found in response.get("content", {}).items()
        ]
        for kind, content in [*bodies, *answers]:
            if kind.startswith(BINARY):
                continue
            assert "example" in content, (operation["operationId"], kind)


def test_the_examples_are_what_the_schemas_say() -> None:
    document = whole_document()
    contract = Contract(document)
    for operation in operations(document):
        contents = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in (found for one in contents for found in one.get("content", {}).values()):
            if "example" in content:
                assert contract.faults(content["schema"], content["example"]) == [], operation["operationId"]


@pytest.mark.long
@pytest.mark.slow
def test_the_examples_have_the_shape_of_what_is_sent_and_answered_now(database_url: str, tmp_path: Path) -> None:
    elsewhere = create_database(database_url, "kifu_examples")
    try:
        migrate(elsewhere)
        now, kept = record(database_url, elsewhere, tmp_path), examples()
    finally:
        drop_database(elsewhere)
    assert now.keys() == kept.keys()
    for operation, own in kept.items():
        assert now[operation].get("request", {}).keys() == own.get("request", {}).keys(), operation
        for status, answers in own["responses"].items():
            for kind, answer in answers.items():
                assert _members(now[operation]["responses"][status][kind]) == _members(answer), operation


def _members(answer: object) -> set[str] | None:
    """The names of the members; those of moves and facts differ between games."""
    return set(answer) if isinstance(answer, dict) else None
