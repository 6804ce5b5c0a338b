"""`kifu token`: what the operator does for a player who has lost all tokens."""

import json
from pathlib import Path

import pytest

from eventstore.postgres.datastore import Datastore
from eventstore.tables.players import Players
from eventstore.tables.tokens import Tokens
from service.keys.tokens import digest_token
from tests.api.house import Person, app_on
from tests.kifu.command import kifu


@pytest.fixture
def anna(datastore: Datastore) -> str:
    Players(datastore).register("Anna", digest_token("the first token"))
    return "Anna"


def test_the_operator_makes_a_new_token_for_a_player_who_sees_it(anna: str, database_url: str, tmp_path: Path) -> None:
    ran = kifu("token", anna, data=tmp_path, KIFU_DATABASE_URL=database_url)
    assert ran.exit_code == 0, ran.err
    token = ran.out.strip()
    assert token not in ran.err
    with app_on(database_url, tmp_path) as app:
        person = Person(app.test_client(), anna, token)
        assert person.get("/v1/me").get_json()["player"] == anna
        newest, oldest = person.get("/v1/me/events").get_json()["items"]
        assert (newest["by"], newest["label"]) == ("operator", "from the operator")
        assert oldest["by"] == "registration"


def test_the_operator_can_revoke_all_other_tokens(
    anna: str, datastore: Datastore, database_url: str, tmp_path: Path
) -> None:
    ran = kifu("token", anna, "--revoke-others", "--json", data=tmp_path, KIFU_DATABASE_URL=database_url)
    said = json.loads(ran.out)
    assert (said["player"], said["revoked_others"]) == (anna, True)
    tokens = Tokens(datastore)
    assert tokens.find(digest_token("the first token")) is None
    found = tokens.find(digest_token(said["token"]))
    assert found is not None
    assert found.player == anna


def test_a_thief_who_made_codes_does_not_come_back_after_others_were_revoked(
    anna: str, datastore: Datastore, database_url: str, tmp_path: Path
) -> None:
    with app_on(database_url, tmp_path) as app:
        thief = Person(app.test_client(), anna, "the first token")
        codes = thief.post("/v1/me/recovery-codes").get_json()["codes"]
        ran = kifu("token", anna, "--revoke-others", data=tmp_path, KIFU_DATABASE_URL=database_url)
        assert "recovery codes of Anna were revoked" in ran.err
        for code in codes:
            answer = app.test_client().post(f"/v1/players/{anna}/recovery", json={"code": code, "revoke_others": True})
            assert (answer.status_code, answer.get_json()["code"]) == (403, "wrong-code")
        robbed = Person(app.test_client(), anna, ran.out.strip())
        assert robbed.get("/v1/me/recovery-codes").get_json() == {"left": 0}
        seen = [(item["kind"], item["by"]) for item in robbed.get("/v1/me/events").get_json()["items"]]
        assert ("codes-revoked", "operator") in seen


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Bela"], "Nobody is called 'Bela'."),
        (["A\udc80"], "Nobody is called 'A\\udc80'."),
        (["Anna", "--label", ""], "A label has 1 to 60 printable characters."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    anna: str, arguments: list[str], said: str, datastore: Datastore, database_url: str, tmp_path: Path
) -> None:
    ran = kifu("token", *arguments, data=tmp_path, KIFU_DATABASE_URL=database_url)
    assert (ran.exit_code, ran.err) == (2, f"Error: {said}\n")
    assert len(Tokens(datastore).list_valid(anna)) == 1
