"""Moves that players sign with keys of their own."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from domain.proof.signatures import deed_text
from tests.api.house import Person, some_move, started
from tests.support.archives import chain_again, edit_line
from tests.support.signed_games import SignedGame
from tests.support.signing import SigningClient

pytestmark = pytest.mark.usefixtures("database_url")


@pytest.fixture
def anna(ada: Person) -> SigningClient:
    return SigningClient(ada)


@pytest.fixture
def bela(bob: Person) -> SigningClient:
    return SigningClient(bob)


@pytest.fixture
def table(anna: SigningClient, bela: SigningClient) -> str:
    """The path of a running game in which both sign."""
    path = anna.person.open(options={"signed_moves": True})
    assert anna.sit_down(path, 0).status_code == 201
    assert bela.sit_down(path, 1, entropy="Straße").status_code == 201
    return path


def turn(players: list[SigningClient], path: str, chance: random.Random | None = None) -> tuple[int, dict[str, Any]]:
    found = some_move([player.person for player in players], path, chance)
    assert found is not None
    return found


def verification(person: Person, path: str) -> dict[str, Any]:
    return dict(person.get(f"{path}/verification").get_json())


def test_a_whole_game_is_played_signed_and_verified(anna: SigningClient, bela: SigningClient, table: str) -> None:
    players, chance = [anna, bela], random.Random(5)
    moves = 0
    while (found := some_move([anna.person, bela.person], table, chance)) is not None:
        seat, move = found
        answer = players[seat].play(table, seat, move)
        assert answer.status_code == 201, answer.data
        moves += 1
    checked = verification(anna.person, table)
    assert checked["holds"], checked
    assert checked["signatures"] == {"signed": moves + 2, "unsigned": [], "sealed": 0, "fault": None}
    audit = anna.person.get(f"{table}/audit/2").get_json()
    game = anna.person.get(table).get_json()
    seat = audit["seat"]
    assert audit["signed"]["key"] == players[seat].signer.key
    assert game["seats"][seat]["keys"] == [players[seat].signer.public]


def test_a_move_without_a_signature_is_refused_with_the_text_to_sign(
    anna: SigningClient, bela: SigningClient, table: str
) -> None:
    seat, move = turn([anna, bela], table)
    mover = [anna, bela][seat]
    refused = mover.person.post(f"{table}/moves", {"seat": seat, "move": move})
    assert (refused.status_code, refused.get_json()["code"]) == (422, "signature-required")
    to_sign = refused.get_json()["to_sign"]
    assert json.loads(to_sign["content"]) == move
    assert to_sign["text"].startswith(f"kifu move 1\ngame {table.rpartition('/')[2]}\nversion 4\ndigest ")
    assert to_sign["keys"] == [mover.signer.public]
    assert mover.person.get(table).get_json()["version"] == 4


def test_the_text_of_a_wrong_signature_is_the_one_that_is_accepted(
    anna: SigningClient, bela: SigningClient, table: str
) -> None:
    seat, move = turn([anna, bela], table)
    mover = [anna, bela][seat]
    refused = mover.act(table, "moves", "take-back", seat, {"seat": seat, "move": move})
    assert (refused.status_code, refused.get_json()["code"]) == (422, "wrong-signature")
    now = mover.person.get(table).get_json()
    text = refused.get_json()["to_sign"]["text"]
    content = text.rpartition("content ")[2].strip()
    assert text.encode() == deed_text("move", now["id"], now["version"], now["digest"], seat, content)


def test_a_signature_for_an_earlier_version_is_stale(anna: SigningClient, bela: SigningClient, table: str) -> None:
    before = anna.person.get(table).get_json()
    seat, move = turn([anna, bela], table)
    assert [anna, bela][seat].play(table, seat, move).status_code == 201
    seat, move = turn([anna, bela], table)
    mover = [anna, bela][seat]
    stale = mover.sign(table, "move", seat, move, game=before)
    refused = mover.person.post(f"{table}/moves", {"seat": seat, "move": move}, Kifu_Signature=stale)
    assert refused.get_json()["code"] == "wrong-signature"
    assert "version 5" in refused.get_json()["detail"]


def test_a_repetition_with_the_same_key_gets_the_first_answer_whatever_its_signature(
    anna: SigningClient, bela: SigningClient, table: str
) -> None:
    seat, move = turn([anna, bela], table)
    mover = [anna, bela][seat]
    first = mover.play(table, seat, move, Idempotency_Key="one")
    again = mover.play(table, seat, move, Idempotency_Key="one")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.data == first.data
    assert again.headers["Idempotent-Replayed"] == "true"


def test_nobody_sits_down_without_a_key_where_moves_are_signed(ada: Person) -> None:
    path = ada.open(options={"signed_moves": True})
    refused = ada.post(f"{path}/seats", {"seat": 0})
    assert (refused.status_code, refused.get_json()["code"]) == (409, "key-required")
    assert ada.get(path).get_json()["options"]["signed_moves"] is True


def test_a_player_with_a_key_signs_in_every_game_and_others_do_not(anna: SigningClient, bob: Person) -> None:
    path = anna.person.open()
    refused = anna.person.post(f"{path}/seats", {"seat": 0})
    assert refused.get_json()["code"] == "signature-required"
    assert anna.sit_down(path, 0).status_code == 201
    assert bob.post(f"{path}/seats", {"seat": 1}).status_code == 201
    for _ in range(6):
        found = some_move([anna.person, bob], path)
        assert found is not None
        seat, move = found
        answer = anna.play(path, 0, move) if seat == 0 else bob.post(f"{path}/moves", {"seat": 1, "move": move})
        assert answer.status_code == 201, answer.data
    checked = verification(bob, path)
    assert checked["holds"]
    steps = bob.get(f"{path}/steps").get_json()["items"]
    assert [bool(step.get("signed")) for step in steps[1:]] == [step["seat"] == 0 for step in steps[1:]]
    assert checked["signatures"]["signed"] == 1 + sum(step.get("seat") == 0 for step in steps)


def test_take_backs_and_disputes_are_signed_too(anna: SigningClient, bela: SigningClient) -> None:
    path = anna.person.open(options={"movement": "1A"}, seed="5e" * 32)
    for seat, player in enumerate((anna, bela)):
        assert player.sit_down(path, seat).status_code == 201
    players, chance = [anna, bela], random.Random(2)
    for _ in range(60):
        seat, move = turn(players, path, chance)
        assert players[seat].play(path, seat, move).status_code == 201
        back = players[seat].person.post(f"{path}/take-back", {"seat": seat})
        if back.get_json()["code"] == "signature-required":
            break
    else:
        raise AssertionError("no move could be taken back")
    assert players[seat].act(path, "take-back", "take-back", seat, {"seat": seat}).status_code == 201
    claim = {"step": 1, "claim": 'Not so – "nie".', "clause": None}
    body = {"step": 1, "claim": claim["claim"], "seat": 0}
    assert anna.person.post(f"{path}/disputes", body).get_json()["code"] == "signature-required"
    assert anna.act(path, "disputes", "dispute", 0, body, claim).status_code == 201
    withdrawal = f"{path}/disputes/1/withdrawal"
    assert anna.person.post(withdrawal).get_json()["code"] == "signature-required"
    assert anna.act(path, "disputes/1/withdrawal", "withdrawal", 0, {}, {"dispute": 1}).status_code == 201
    checked = verification(anna.person, path)
    assert checked["holds"], checked
    assert checked["signatures"]["unsigned"] == []


def test_a_lost_key_leaves_resignation_which_verification_names(anna: SigningClient, table: str) -> None:
    assert anna.person.post(f"{table}/resignation", {"seat": 0}).status_code == 201
    checked = verification(anna.person, table)
    assert checked["holds"]
    assert checked["signatures"] == {"signed": 2, "unsigned": [2], "sealed": 0, "fault": None}


def test_a_correction_is_the_arbiters_and_carries_no_signature(
    anna: SigningClient, bela: SigningClient, table: str, arbiter: Person
) -> None:
    seat, move = turn([anna, bela], table)
    others = [
        legal["move"]
        for choice in [anna, bela][seat].person.get(f"{table}/legal-moves?seat={seat}").get_json()["choices"]
        for legal in choice["moves"]
        if legal["move"] != move
    ]
    assert [anna, bela][seat].play(table, seat, move).status_code == 201
    claim = {"step": 2, "clause": None, "claim": "Not so."}
    assert anna.act(table, "disputes", "dispute", 0, {"step": 2, "claim": "Not so."}, claim).status_code == 201
    ruling = {"ruling": "correct", "clause": "micro-dojo.build.pay", "words": "So it is.", "move": others[0]}
    assert arbiter.post(f"{table}/disputes/1/ruling", ruling).status_code == 201
    checked = verification(anna.person, table)
    assert checked["holds"], checked
    assert checked["signatures"]["unsigned"] == [5]


def test_started_games_of_players_without_keys_have_no_signatures(ada: Person, bob: Person) -> None:
    assert verification(ada, started(ada, bob))["signatures"] is None


def test_the_file_of_a_signed_game_is_imported_and_one_with_a_forged_signature_is_not(operator: Person) -> None:
    def send(file: bytes) -> Any:
        headers = {"Authorization": f"Bearer {operator.token}", "Content-Type": "application/x-ndjson"}
        return operator.client.post("/v1/archives", data=file, headers=headers)

    file = SignedGame().moves(3).resign(0).file()
    forged = chain_again(edit_line(file, 8, lambda filed: filed["event"]["signed"].update(salt="00" * 32)))
    refused = send(forged)
    assert (refused.status_code, refused.get_json()["line"]) == (422, 8)
    assert "the player signed something else" in refused.get_json()["detail"]
    imported = send(file)
    assert imported.status_code == 201, imported.data
    checked = verification(operator, f"/v1/games/{imported.get_json()['id']}")
    assert checked["holds"], checked
    assert checked["signatures"]["signed"] == 6
