"""Counts of what clauses decided, over HTTP."""

from __future__ import annotations

from collections import Counter

import pytest
from flask.testing import FlaskClient

from projections.queries import clauses
from tests.api.house import Person, dispute, play_on, some_move, started
from tests.api.test_read_models import position


def counts_of(person: Person, game: str, kind: str) -> dict[str, int]:
    """Return the counts above 0 by clause, after the read model has read the whole game."""
    found = person.get("/v1/rulesets/micro-dojo/clause-counts", Kifu_Wait_For=position(person, game)).get_json()[
        "items"
    ]
    return {count["clause"]: count[kind] for count in found if count[kind]}


@pytest.mark.usefixtures("projector")
def test_the_counts_of_clauses_are_those_of_the_steps_the_refusals_and_the_disputes(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clauses, "FRESH_SECONDS", 0.0)
    game = started(ada, bob)
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    here = ada.get(f"{game}/state").get_json()["state"]["meeples"][move["meeple"]]
    refusal = (ada, bob)[seat].post(f"{game}/moves", {"seat": seat, "move": {**move, "to": here}}).get_json()
    play_on([ada, bob], game, most=12)
    dispute(ada, game, 3, clause="micro-dojo.activate.gain")
    assert counts_of(ada, game, "decided") == counts_of(ada, game, "refused") == {}
    assert counts_of(ada, game, "disputed") == {"micro-dojo.activate.gain": 1}
    assert bob.post(f"{game}/resignation", {"seat": 1}).status_code == 201
    found = ada.get("/v1/rulesets/micro-dojo/clause-counts", Kifu_Wait_For=position(ada, game)).get_json()["items"]
    rulebook = ada.get("/v1/rulesets/micro-dojo/clauses").get_json()["items"]
    assert [count["clause"] for count in found] == [clause["id"] for clause in rulebook]
    steps = ada.get(f"{game}/steps?limit=1000").get_json()["items"]
    cited = Counter(clause for step in steps for clause in {fact["clause"] for fact in step.get("facts", ())})
    assert sum(cited.values()) > 12
    assert {count["clause"]: count["decided"] for count in found if count["decided"]} == cited
    refused = {count["clause"]: count["refused"] for count in found if count["refused"]}
    assert refused == {refusal["clause"]: 1}
    assert {count["clause"]: count["disputed"] for count in found if count["disputed"]} == {
        "micro-dojo.activate.gain": 1
    }


def test_only_rulesets_that_exist_have_counts(client: FlaskClient) -> None:
    answer = client.get("/v1/rulesets/chess/clause-counts")
    assert (answer.status_code, answer.get_json()["code"]) == (404, "unknown-ruleset")
    assert client.get("/v1/rulesets/yedo/clause-counts?x=1").status_code == 400
