"""Recovery codes: each gives one token to a player who has lost all tokens, and nothing to anybody else."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from api.requests.identity import WRONG_TOKENS
from eventstore.tables.recovery import MOST_WRONG
from service.keys import tokens
from tests.api.house import Person
from tests.api.test_refusals import problem
from tests.api.test_tokens import codes_of, current, events, recover, revoke, status, token_of

pytestmark = pytest.mark.usefixtures("database_url")


def test_a_recovery_code_gives_one_token_and_what_was_done_is_seen(ada: Person) -> None:
    codes = codes_of(ada)
    assert len(set(codes)) == tokens.CODES
    recovered = token_of(ada, recover(ada, codes[0]).get_json()["token"])
    assert status(recovered) == status(ada) == 200
    problem(recover(ada, codes[0]), 403, "wrong-code")
    assert ada.get("/v1/me/recovery-codes").get_json() == {"left": tokens.CODES - 1}
    assert events(ada)[:4] == [
        ("code-refused", "recovery"),
        ("token-made", "recovery"),
        ("code-used", "recovery"),
        ("codes-made", "player"),
    ]
    assert recover(ada, codes[1].lower().replace("-", " "), revoke_others=True).status_code == 201
    assert (status(recovered), status(ada)) == (401, 401)


def test_who_revokes_all_others_with_a_code_revokes_the_codes_that_are_left(ada: Person) -> None:
    """Whoever had one of the other tokens may have made the codes."""
    used, *left = codes_of(ada)
    robbed = token_of(ada, recover(ada, used, revoke_others=True).get_json()["token"])
    problem(recover(ada, left[0]), 403, "wrong-code")
    assert robbed.get("/v1/me/recovery-codes").get_json() == {"left": 0}
    assert ("codes-revoked", "recovery") in events(robbed)
    problem(revoke(robbed, current(robbed)), 409, "last-token")
    anew, *_ = codes_of(robbed)
    assert recover(robbed, anew).status_code == 201


def test_a_code_is_valid_for_one_player_and_until_others_are_made(ada: Person, bob: Person) -> None:
    old, new = codes_of(ada), codes_of(ada)
    problem(recover(ada, old[0]), 403, "wrong-code")
    problem(recover(bob, new[0]), 403, "wrong-code")
    assert recover(ada, new[0]).status_code == 201
    problem(recover(Person(ada.client, "Nobody", "x"), new[1]), 404, "unknown-player")


def test_of_two_who_send_one_code_at_a_time_one_gets_a_token(ada: Person) -> None:
    code, *_ = codes_of(ada)
    begin, answers = threading.Barrier(4), []

    def client() -> None:
        begin.wait()
        answers.append(recover(ada, code).status_code)

    threads = [threading.Thread(target=client) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [201, 403, 403, 403]


def test_wrong_codes_are_limited_by_address_and_a_right_one_is_taken(ada: Person, bob: Person) -> None:
    code, *_ = codes_of(ada)
    for number in range(WRONG_TOKENS.amount):
        problem(recover([ada, bob][number % 2], "wrong"), 403, "wrong-code")
    problem(recover(bob, "wrong"), 429, "too-many-requests")
    assert recover(ada, code).status_code == 201


def test_wrong_codes_are_limited_by_player_and_a_right_one_is_taken(ada: Person) -> None:
    code, *_ = codes_of(ada)

    def tried(number: int, sent: str) -> Any:
        address = {"REMOTE_ADDR": f"198.51.{number}.7"}
        return ada.client.post("/v1/players/Ada/recovery", json={"code": sent}, environ_overrides=address)

    for number in range(MOST_WRONG):
        problem(tried(number, "7Q2MX-0FKD9-RB4ZT-W81NC"), 403, "wrong-code")
    answer = tried(200, "7Q2MX-0FKD9-RB4ZT-W81NC")
    problem(answer, 429, "too-many-requests")
    assert 3000 < int(answer.headers["Retry-After"]) <= 3600
    assert events(ada).count(("code-refused", "recovery")) == MOST_WRONG
    assert tried(201, code).status_code == 201
    assert ada.get("/v1/me/recovery-codes").get_json() == {"left": tokens.CODES - 1}
