"""Attacks on who is who: tokens, names and registrations; numbered as in docs/tampering.md."""

from __future__ import annotations

import psycopg
import pytest

from service.keys.tokens import digest_code, digest_token, new_codes
from tests.api.house import OPERATOR, bearer
from tests.attacks.site import Site, check

pytestmark = pytest.mark.slow

MINE = "kifu_of-the-attacker"
CODE = new_codes()[0]
ME = "/v1/me"
UNCHECKED = "SET session_replication_role = replica; "
"""With it the owner switches off triggers and foreign keys for a session, and leaves no trace in the definitions."""


def who(site: Site, token: str) -> tuple[int, str | None]:
    """Whom the service takes the owner of a token for."""
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


def test_an_arbiter_who_was_appointed_by_sql_is_found_by_nothing_but_stands_in_the_list(site: Site) -> None:
    site.sql_as_service(
        "INSERT INTO kifu.arbiter_note (player, appointed, at, request_id) VALUES ('anna', true, now(), 'mine')"
    )
    with site.client() as client:
        assert "anna" in client.get("/v1/arbiters").get_data(as_text=True)
    check(site)


def test_a_look_into_a_running_game_that_the_owner_deleted_is_found_by_nothing(site: Site) -> None:
    with site.client() as client:
        path = f"/v1/games/{site.game}"
        assert client.get(f"{path}/state?as=arbiter", headers=bearer(OPERATOR)).status_code == 200
        anna = site.person(client, "anna")
        assert len(anna.get(f"{path}/looks").get_json()["items"]) == 1
        site.sql(f"{UNCHECKED}DELETE FROM kifu.look")
        assert anna.get(f"{path}/looks").get_json()["items"] == []
    check(site)
