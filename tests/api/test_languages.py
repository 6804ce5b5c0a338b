"""Accept-Language: games speak English or French, and everything stored is English."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from tests.api.house import Person

FRENCH = {"Accept_Language": "fr-CA, fr;q=0.9, en;q=0.5"}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("fr", "fr"),
        ("FR-ca", "fr"),
        ("en, fr;q=0.9", "en"),
        ("en;q=0.2, fr;q=0.9", "fr"),
        ("de, fr;q=0.1", "fr"),
        ("fr-CA, en;q=0.5", "fr"),
        ("en;q=0, *", "fr"),
        ("de", "en"),
        ("fr;q=0", "en"),
        ("*", "en"),
        ("fr;q=x,,;;=", "en"),
        ("x" * 5000, "en"),
    ],
)
def test_the_language_is_what_accept_language_prefers_and_english_otherwise(
    client: FlaskClient, header: str | None, language: str
) -> None:
    headers = {} if header is None else {"Accept-Language": header}
    answer = client.get("/v1/rulesets/micro-dojo/clauses/micro-dojo.end.winner", headers=headers)
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]
    assert answer.get_json()["title"] == {"en": "End: winner", "fr": "Fin\N{NO-BREAK SPACE}: vainqueur"}[language]


def test_questions_moves_steps_and_refusals_are_said_in_french(ada: Person, bob: Person, game: str) -> None:
    seat = ada.get(game).get_json()["to_move"][0]
    mover = [ada, bob][seat]
    asked = mover.get(f"{game}/legal-moves", **FRENCH)
    choice = asked.get_json()["choices"][0]
    assert choice["prompt"] == "Déplacez un personnage."
    assert all(
        move["label"].startswith("déplacer ") for move in choice["moves"] if move["move"]["type"] == "move-meeple"
    )
    assert mover.get(f"{game}/legal-moves").get_json()["choices"][0]["prompt"] == "Move a meeple."
    wrong = {"seat": seat, "move": {"type": "end-turn"}}
    explained = mover.post(f"{game}/explanations", wrong, **FRENCH)
    assert explained.get_json()["why"].startswith("Déplacez d’abord un personnage")
    refused = mover.post(f"{game}/moves", wrong, **FRENCH)
    assert (refused.status_code, refused.headers["Content-Language"]) == (422, "fr")
    told = refused.get_json()
    assert told["title"] == "Les règles ne permettent pas ce coup"
    assert told["why"] == told["detail"] == explained.get_json()["why"]
    assert told["text"] == explained.get_json()["text"]
    assert mover.post(f"{game}/moves", wrong).get_json()["why"].startswith("Move a meeple first")
    move = choice["moves"][0]["move"]
    assert mover.post(f"{game}/moves", {"seat": seat, "move": move}, **FRENCH).status_code == 201
    french, english = mover.get(f"{game}/steps/2", **FRENCH), mover.get(f"{game}/steps/2")
    assert " déplace " in french.get_json()["words"]
    assert " moves " in english.get_json()["words"]
    assert french.get_json()["facts"] == english.get_json()["facts"]
    assert " déplace " in mover.get(f"{game}/steps", **FRENCH).get_json()["items"][1]["words"]
    lines = mover.get(f"{game}/steps", Accept="application/x-ndjson", **FRENCH).data.splitlines()
    assert " déplace " in json.loads(lines[1])["words"]
    audit = mover.get(f"{game}/audit/2", **FRENCH)
    assert audit.headers["Content-Language"] == "fr"
    assert " déplace " in json.dumps(audit.get_json(), ensure_ascii=False)


def test_a_live_stream_speaks_the_language_of_each_of_its_listeners(ada: Person, game: str) -> None:
    said = {}
    for language in ("fr", "en", "fr"):
        with ada.client.get(
            f"{game}/live", headers={"Accept-Language": language, "Accept": "text/event-stream"}
        ) as answer:
            parts = answer.iter_encoded()
            said[language] = b"".join(next(parts) for _ in range(2)).decode()
        assert answer.headers["Content-Language"] == language
    assert "prennent place dans les coins" in said["fr"]
    assert "take the corners" in said["en"]


def test_an_answer_in_one_language_is_no_copy_of_one_in_another(ada: Person, bob: Person, game: str) -> None:
    path = f"{game}/legal-moves"
    english, french = ada.get(path).headers["ETag"], ada.get(path, **FRENCH).headers["ETag"]
    assert (english, french) == ('"4"', '"4-fr"')
    assert ada.get(path, If_None_Match=english, **FRENCH).status_code == 200
    assert ada.get(path, If_None_Match=french).status_code == 200
    assert ada.get(path, If_None_Match=french, **FRENCH).status_code == 304
    packed = ada.get(path, If_None_Match='"4-fr-gzip"', **FRENCH)
    assert (packed.status_code, packed.headers["ETag"]) == (304, '"4-fr-gzip"')
    seat = ada.get(game).get_json()["to_move"][0]
    mover = [ada, bob][seat]
    body = {"seat": seat, "move": mover.get(path).get_json()["choices"][0]["moves"][0]["move"]}
    assert mover.post(f"{game}/moves", body, If_Match='"3-fr"').status_code == 412
    assert mover.post(f"{game}/moves", body, If_Match=french).status_code == 201


def test_a_picture_is_labelled_in_french(ada: Person, game: str) -> None:
    picture = ada.get(f"{game}/states/1.svg", **FRENCH)
    assert picture.headers["Content-Language"] == "fr"
    assert "Plateau" in picture.text
    lines = ada.get(f"{game}/drawings", **FRENCH).data.splitlines()
    assert "Plateau" in lines[0].decode()
    assert "Board" in ada.get(f"{game}/drawings").data.decode()
