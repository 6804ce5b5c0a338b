"""Keys of players: registering, revoking, and what they protect against."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.application import commands
from domain.application.commands import Request
from domain.proof.chain import digest_bytes
from domain.proof.signatures import MOST_KEYS, PlayerSigner
from tests.api.house import Person, some_move
from tests.support.signing import SigningClient

pytestmark = pytest.mark.usefixtures("database_url")


def offered(player: str, signer: PlayerSigner) -> dict[str, str]:
    return {"public": signer.public, "proof": signer.prove(player)}


def new_signer() -> PlayerSigner:
    return PlayerSigner(secrets.token_bytes(32))


def test_a_key_is_registered_with_a_proof_and_everybody_can_read_it(ada: Person, client: FlaskClient) -> None:
    signer = new_signer()
    made = ada.post("/v1/me/keys", offered("Ada", signer))
    assert made.status_code == 201, made.data
    assert made.get_json()["until"] is None
    assert ada.post("/v1/me/keys", offered("Ada", signer)).get_json()["from"] == made.get_json()["from"]
    mine = ada.get("/v1/me/keys").get_json()
    assert mine == {"player": "Ada", "keys": [made.get_json()]}
    assert client.get("/v1/players/Ada/keys").get_json() == mine
    assert client.get("/v1/players/Nobody/keys").get_json()["code"] == "unknown-player"


def test_a_key_needs_the_proof_of_its_owner_for_this_player(ada: Person, bob: Person, operator: Person) -> None:
    signer = new_signer()
    refused = bob.post("/v1/me/keys", offered("Ada", signer))
    assert (refused.status_code, refused.get_json()["code"]) == (422, "bad-proof")
    assert "player Bob" in refused.get_json()["detail"]
    assert ada.post("/v1/me/keys", {"public": "zz", "proof": ""}).get_json()["code"] == "malformed"
    assert ada.post("/v1/me/keys", {"public": "ff" * 32, "proof": "00" * 64}).get_json()["code"] == "bad-proof"
    assert operator.post("/v1/me/keys", offered("operator", signer)).get_json()["code"] == "not-your-seat"
    assert ada.post("/v1/me/keys", offered("Ada", signer)).status_code == 201
    assert bob.post("/v1/me/keys", offered("Bob", signer)).get_json()["code"] == "key-taken"
    assert bob.get("/v1/me/keys").get_json()["keys"] == []


def test_a_revoked_key_stays_in_the_list_and_never_comes_back(ada: Person, bob: Person) -> None:
    signer = new_signer()
    ada.post("/v1/me/keys", offered("Ada", signer))
    path = f"/v1/me/keys/{signer.key}"
    refused = bob.client.delete(path, headers={"Authorization": f"Bearer {bob.token}"})
    assert (refused.status_code, refused.get_json()["code"]) == (404, "unknown-key")
    headers = {"Authorization": f"Bearer {ada.token}"}
    revoked = ada.client.delete(path, headers=headers).get_json()
    assert revoked["until"] > revoked["from"]
    assert ada.client.delete(path, headers=headers).get_json() == revoked
    assert ada.get("/v1/me/keys").get_json()["keys"] == [revoked]
    assert ada.post("/v1/me/keys", offered("Ada", signer)).get_json()["code"] == "key-taken"


def test_a_player_has_a_few_keys_at_a_time_and_signs_with_any(ada: Person, bob: Person) -> None:
    signers = [new_signer() for _ in range(MOST_KEYS)]
    for signer in signers:
        assert ada.post("/v1/me/keys", offered("Ada", signer)).status_code == 201
    assert ada.post("/v1/me/keys", offered("Ada", new_signer())).get_json()["code"] == "too-many-keys"
    anna = SigningClient(ada, registered=False)
    anna.signer = signers[3]
    path = ada.open()
    content = {"player": "Ada", "keys": [signer.public for signer in signers], "entropy": None}
    header = anna.sign(path, "seat", 0, content)
    assert ada.post(f"{path}/seats", {"seat": 0}, Kifu_Signature=header).status_code == 201
    assert len(bob.get(path).get_json()["seats"][0]["keys"]) == MOST_KEYS


@pytest.mark.parametrize("header", ["x", "00.11.22", f"{'0' * 16}.{'0' * 64}.{'0' * 127}g", f"{'0' * 16}:{'0' * 64}"])
def test_a_malformed_signature_is_refused_by_its_header(game: str, ada: Person, header: str) -> None:
    refused = ada.post(f"{game}/take-back", {"seat": 0}, Kifu_Signature=header)
    assert (refused.status_code, refused.get_json()["header"]) == (400, "Kifu-Signature")


def test_a_signature_of_a_seat_without_keys_is_refused(ada: Person, bob: Person, game: str) -> None:
    found = some_move([ada, bob], game)
    assert found is not None
    seat, move = found
    player = SigningClient([ada, bob][seat])
    assert player.play(game, seat, move).get_json()["code"] == "wrong-signature"
    assert player.person.post(f"{game}/moves", {"seat": seat, "move": move}).status_code == 201


def test_a_revoked_key_signs_nothing_more_not_even_in_running_games(ada: Person, bob: Person) -> None:
    players = [SigningClient(ada), SigningClient(bob)]
    path = ada.open()
    for seat, player in enumerate(players):
        assert player.sit_down(path, seat).status_code == 201
    found = some_move([ada, bob], path)
    assert found is not None
    seat, move = found
    mover = players[seat]
    key = f"/v1/me/keys/{mover.signer.key}"
    assert ada.client.delete(key, headers={"Authorization": f"Bearer {mover.person.token}"}).status_code == 200
    refused = mover.play(path, seat, move)
    assert refused.get_json()["code"] == "wrong-signature"
    assert "revoked" in refused.get_json()["detail"]
    assert mover.person.post(f"{path}/resignation", {"seat": seat}).status_code == 201
    assert bob.get(f"{path}/verification").get_json()["holds"]


def write_seat(app: Flask, path: str, player: str, signer: PlayerSigner | None) -> None:
    """Seat a player on seat 0 as somebody with write access to the database could: with another key, or with none."""
    games = app.extensions["kifu"].parts.games
    game = games.stored.current(UUID(path.rpartition("/")[2]))
    req = Request(player)
    if signer is not None:
        content = {"player": player, "keys": [signer.public], "entropy": None}
        made = signer.sign("seat", game.id, game.version, game.digest, 0, content, "00" * 32)
        req = Request(player, keys=(signer.public,), signature=made)
    seat = commands.take_seat(game, req, 0, datetime.now(UTC) + timedelta(hours=1)).events
    games.stored.events.put(seat, previous=digest_bytes(game.digest), receipts=[None])


@pytest.mark.parametrize("stolen", [True, False])
def test_a_seat_that_the_service_took_in_the_name_of_a_player_is_named(
    app: Flask, ada: Person, bob: Person, stolen: bool
) -> None:
    SigningClient(ada)
    path = bob.open()
    write_seat(app, path, "Ada", new_signer() if stolen else None)
    assert bob.post(f"{path}/seats", {"seat": 1}).status_code == 201
    checked = bob.get(f"{path}/verification").get_json()
    assert not checked["holds"]
    why = "is not known as a key of 'Ada'" if stolen else "the seat was taken without a signature, though 'Ada'"
    assert why in checked["signatures"]["fault"]["why"]
    assert checked["signatures"]["fault"]["version"] == 2
