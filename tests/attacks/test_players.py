"""Attacks on identities: tokens, names and registrations; numbered as in docs/tampering.md."""

from __future__ import annotations

from datetime import UTC, datetime

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.rows import PlayerKeyRow
from service.keys.introduce import introduce_keys
from service.keys.token_seals import load_token_seals
from service.keys.tokens import digest_code, digest_token, new_codes
from service.settings import Settings
from tests.api.house import OPERATOR, Person, bearer
from tests.attacks.site import Site, check

pytestmark = pytest.mark.long

MINE = "kifu_of-the-attacker"
CODE = new_codes()[0]
ME = "/v1/me"
UNCHECKED = "SET session_replication_role = replica; "
"""This lets the owner switch off triggers and foreign keys for a session without a trace in the definitions."""


def who(site: Site, token: str) -> tuple[int, str | None]:
    """The player to whom the service attributes a token."""
    with site.client() as client:
        answer = client.get(ME, headers=bearer(token))
        return answer.status_code, (answer.get_json() or {}).get("player")


def test_the_tokens_that_the_service_made_are_taken(site: Site) -> None:
    for name in ("anna", "bela"):
        assert who(site, site.played.tokens[name]) == (200, name)
    check(site)


def test_12_a_token_whose_digest_was_replaced_by_that_of_the_attacker_is_refused_and_named(site: Site) -> None:
    digest = digest_token(MINE).hex()
    site.sql(f"{UNCHECKED}UPDATE kifu.token SET digest = decode('{digest}', 'hex') WHERE player = 'anna'")
    assert who(site, MINE) == (401, None)
    assert any("of anna is not as the service made it" in line for line in site.c())


@pytest.mark.parametrize("seals", [0, 1])
def test_12_a_token_that_the_role_of_the_service_inserts_is_refused_and_named(site: Site, seals: int) -> None:
    ((token,),) = site.sql_as_service(
        "INSERT INTO kifu.token (player, digest, label) VALUES ('anna', %s, 'mine') RETURNING id", digest_token(MINE)
    )
    if seals:
        site.sql_as_service("INSERT INTO kifu.token_seal VALUES (%s, sha256('mine'))", token)
    assert who(site, MINE) == (401, None)
    assert who(site, site.played.tokens["anna"]) == (200, "anna")
    assert any(f"token {token} of anna is not as the service made it" in line for line in site.c())


def test_a_seal_is_no_good_for_another_token_or_another_player(site: Site) -> None:
    site.sql(
        f"{UNCHECKED}UPDATE kifu.token SET player = 'bela' WHERE player = 'anna'; "
        "INSERT INTO kifu.token_seal SELECT t.id, s.seal FROM kifu.token AS t, kifu.token_seal AS s "
        "ON CONFLICT DO NOTHING"
    )
    assert who(site, site.played.tokens["anna"]) == (401, None)
    assert who(site, site.played.tokens["bela"]) == (200, "bela")


def test_13_a_player_who_was_renamed_with_their_tokens_is_refused_and_named(site: Site) -> None:
    site.sql(
        f"{UNCHECKED}UPDATE kifu.player SET name = 'mallory' WHERE name = 'bela'; "
        "UPDATE kifu.token SET player = 'mallory' WHERE player = 'bela'"
    )
    assert who(site, site.played.tokens["bela"]) == (401, None)
    assert any("of mallory is not as the service made it" in line for line in site.c())


def test_13_a_name_alone_cannot_be_changed_while_the_player_has_tokens(site: Site) -> None:
    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        site.sql("UPDATE kifu.player SET name = 'mallory' WHERE name = 'bela'")


def test_a_recovery_code_that_the_role_of_the_service_inserts_gives_no_token(site: Site) -> None:
    site.sql_as_service(
        "WITH made AS (INSERT INTO kifu.account_event (player, kind, by) VALUES ('anna', 'codes-made', 'player') "
        "RETURNING n) INSERT INTO kifu.recovery_code (digest, player, made) SELECT %s, 'anna', n FROM made",
        digest_code(CODE),
    )
    with site.client() as client:
        answer = client.post("/v1/players/anna/recovery", json={"code": CODE})
    assert (answer.status_code, answer.get_json()["code"]) == (403, "wrong-code")


def test_tokens_from_before_there_was_a_key_are_sealed_when_it_is_made(site: Site) -> None:
    site.sql(f"{UNCHECKED}DELETE FROM kifu.token_seal")
    assert who(site, site.played.tokens["anna"]) == (401, None)
    (site.data / "keys" / "tokens.key").unlink()
    assert who(site, site.played.tokens["anna"]) == (200, "anna")
    assert site.c() == []


def test_a_revocation_that_the_owner_deleted_is_found_by_nothing(site: Site) -> None:
    """The player sees that the token is valid again, and can revoke it again."""
    with site.client() as client:
        anna = site.person(client, "anna")
        made = anna.post("/v1/me/tokens", {"label": "phone"}).get_json()
        assert client.delete(f"/v1/me/tokens/{made['id']}", headers=bearer(anna.token)).status_code == 204
    assert who(site, made["token"]) == (401, None)
    site.sql(f"{UNCHECKED}DELETE FROM kifu.account_event WHERE kind = 'token-revoked'")
    assert who(site, made["token"]) == (200, "anna")
    check(site)


def test_41_an_arbiter_whom_the_role_of_the_service_appoints_is_none_and_is_named(site: Site) -> None:
    site.sql_as_service(
        "INSERT INTO kifu.arbiter_note (player, appointed, at, request_id) VALUES ('anna', true, now(), 'mine')"
    )
    with site.client() as client:
        anna = site.person(client, "anna")
        assert anna.get(ME).get_json()["arbiter"] is False
        assert client.get("/v1/arbiters").get_json()["items"] == []
        assert client.put("/v1/arbiters/bela", headers=bearer(OPERATOR)).status_code == 200
        # Neither does a false dismissal end a true appointment.
        site.sql_as_service(
            "INSERT INTO kifu.arbiter_note (player, appointed, at, request_id) VALUES ('bela', false, now(), 'mine')"
        )
        assert site.person(client, "bela").get(ME).get_json()["arbiter"] is True
    check(site, c="the appointment of anna as arbiter")
    assert any("the dismissal of bela as arbiter" in line and FALSE in line for line in site.c())


def test_42_recovery_codes_that_the_role_of_the_service_calls_used_or_void_stay_valid_and_it_is_named(
    site: Site,
) -> None:
    with site.client() as client:
        anna = site.person(client, "anna")
        codes = anna.post(f"{ME}/recovery-codes").get_json()["codes"]
        add = "INSERT INTO kifu.account_event (player, kind, by, code) "
        site.sql_as_service(f"{add} SELECT player, 'code-used', 'recovery', digest FROM kifu.recovery_code")
        for kind in ("codes-made", "codes-revoked"):
            site.sql_as_service(f"{add} VALUES ('anna', '{kind}', 'player', NULL)")
        recover = "/v1/players/anna/recovery"
        assert client.post(recover, json={"code": codes[0]}).status_code == 201
        # A true use counts beside the false one.
        assert client.post(recover, json={"code": codes[0]}).status_code == 403
    check(site, c="of the recovery codes of anna, code-used, is not as the service made it")


def test_appointments_from_before_they_had_seals_are_sealed_once(site: Site) -> None:
    appoint = "INSERT INTO kifu.arbiter_note (player, appointed, at, request_id) VALUES (%s, true, now(), 'earlier')"
    mark = load_token_seals(site.settings).accounts.sign("arbiter", "every row that was there before")
    site.sql(f"{UNCHECKED}DELETE FROM kifu.account_seal WHERE seal = '\\x{mark.hex()}'")
    site.sql_as_service(appoint, "anna")
    assert site.c() == []
    assert "Arbiters (1)" in site.kifu("arbiter")[1]
    introduce_keys(Settings(data=site.data), site.url, datetime.now(UTC))
    site.sql_as_service(appoint, "bela")
    with site.client() as client:
        assert [site.person(client, name).get(ME).get_json()["arbiter"] for name in ("anna", "bela")] == [True, False]


def test_a_look_into_a_running_game_that_the_owner_deleted_is_found_by_nothing(site: Site) -> None:
    with site.client() as client:
        path = f"/v1/games/{site.game}"
        assert client.get(f"{path}/state?as=arbiter", headers=bearer(OPERATOR)).status_code == 200
        anna = site.person(client, "anna")
        assert len(anna.get(f"{path}/looks").get_json()["items"]) == 1
        site.sql(f"{UNCHECKED}DELETE FROM kifu.look")
        assert anna.get(f"{path}/looks").get_json()["items"] == []
    check(site)


REVOKE = (
    "INSERT INTO kifu.account_event (player, kind, by, token) "
    "SELECT player, 'token-revoked', 'player', id FROM kifu.token WHERE player = %s"
)
FALSE = "is not as the service made it; it does not count"


def test_35_a_revocation_that_the_role_of_the_service_writes_does_not_count_and_is_named(site: Site) -> None:
    site.sql_as_service(REVOKE, "anna")
    assert who(site, site.played.tokens["anna"]) == (200, "anna")
    check(site, c=f"of anna {FALSE}")
    with site.client() as client:
        anna = site.person(client, "anna")
        (token,) = anna.get(f"{ME}/tokens").get_json()["items"]
        assert anna.post(f"{ME}/recovery-codes").status_code == 201
        # The true one counts beside the false one.
        assert anna.delete(f"{ME}/tokens/{token['id']}").status_code == 204
    assert who(site, site.played.tokens["anna"]) == (401, None)
    assert not any(FALSE in line for line in site.kifu("checkpoint", "--check")[1].splitlines())


def test_36_a_mark_of_a_bot_that_the_role_of_the_service_writes_does_not_count_and_is_named(site: Site) -> None:
    site.sql_as_service("INSERT INTO kifu.player_kind VALUES ('anna', 'bot')")
    with site.client() as client:
        anna = site.person(client, "anna")
        body = {"seat": 0, "moves": [{"type": "pass"}]}
        assert anna.post(f"/v1/games/{site.game}/outlooks", body).status_code == 403
        assert anna.get("/v1/players/anna").get_json()["bot"] is False
    check(site, c=f"the mark of anna as bot {FALSE}")


def test_37_a_link_that_the_role_of_the_service_writes_opens_nothing_and_is_named(site: Site) -> None:
    with site.client() as client:
        cora = Person(client, "cora")
        path = cora.open(unlisted=True)
        game = path.rpartition("/")[2]
        made = cora.post(f"{path}/link").get_json()["link"]
        site.sql_as_service("INSERT INTO kifu.game_link VALUES (%s, 2, sha256(%s), now())", game, ("A" * 43).encode())
        assert client.get(path, headers={"Kifu-Link": "A" * 43}).status_code == 404
        assert client.get(path, headers={"Kifu-Link": made}).status_code == 200
        again = cora.post(f"{path}/link").get_json()["link"]
        assert client.get(path, headers={"Kifu-Link": again}).status_code == 200
        assert client.get(path, headers={"Kifu-Link": "A" * 43}).status_code == 404
    assert any(f"link 2 of game {game} {FALSE}" in line for line in site.c())


def test_38_keys_and_revocations_that_the_role_of_the_service_writes_do_not_count_and_are_named(site: Site) -> None:
    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    public = key.public_key().public_bytes_raw()
    proof = key.sign(f"kifu key 1\nplayer anna\nkey {public.hex()}\n".encode())
    site.sql_as_service(
        "INSERT INTO kifu.player_key (public, player, since, proof) VALUES (%s, 'anna', now(), %s)", public, proof
    )
    with site.games() as games:
        mine = PlayerKeyRow(bytes(range(32)), datetime.now(UTC), None, bytes(64))
        games.stored.store.player_keys.add("bela", mine)
        site.sql_as_service("INSERT INTO kifu.revoked_player_key VALUES (%s, now())", mine.public)
        assert games.stored.store.player_keys.of_player("anna") == []
        assert games.stored.store.player_keys.of_player("bela") == [mine]
    check(site, c=f"the key {public.hex()[:16]} of anna {FALSE}")
    assert any(f"the revocation of the key {mine.public.hex()[:16]} {FALSE}" in line for line in site.c())


def test_rows_of_before_there_were_seals_are_sealed_once(site: Site) -> None:
    site.sql_as_service("INSERT INTO kifu.player_kind VALUES ('anna', 'bot')")
    site.sql(f"{UNCHECKED}DELETE FROM kifu.account_seal")
    assert site.c() == []
    introduce_keys(Settings(data=site.data), site.url, datetime.now(UTC))
    with site.client() as client:
        assert client.get("/v1/players/anna").get_json()["bot"] is True
    site.sql_as_service("INSERT INTO kifu.player_kind VALUES ('bela', 'bot')")
    with site.client() as client:
        assert client.get("/v1/players/bela").get_json()["bot"] is False
    assert site.c() == [f"Fault: the mark of bela as bot {FALSE}."]
