"""Hooks for schemathesis that make some requests of each operation succeed. What schemathesis generates has no valid
token, receipt, legal move or code, so most operations would always refuse it. The environment names the service, the
tokens of a player and of the operator, and the file for the answers. Each request comes from an address of its own,
since one that sends wrong tokens has to wait.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path
from typing import Any

import requests
import schemathesis
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.proof.signatures import key_text

BASE, OPERATOR = os.environ.get("KIFU_BASE", ""), os.environ.get("KIFU_OPERATOR_TOKEN", "")
COVERED = os.environ.get("KIFU_COVERED", "")
"""A game whose first step is under a checkpoint."""
TOKEN, ANSWERED = os.environ.get("KIFU_TOKEN", ""), Path(os.environ.get("KIFU_ANSWERED", "answered"))
OFTEN, MOST = 2, 8
"""Every second request of an operation is valid, up to this number."""
MADE_UP = 8
"""After this many requests, one has the token that schemathesis generated, if any."""
CLAUSE = "micro-dojo.move.orthogonal"
WEBHOOK = {"url": "https://kifu.invalid/calls"}
SEEK = {"games": [{"ruleset": "micro-dojo", "seats": [2]}]}
numbers, seen = count(1), Counter[str]()


def address() -> str:
    """An unused address."""
    return str(IPv4Address((10 << 24) + (os.getpid() % 4096 << 12) + next(numbers) % 4096))


class Someone:
    """A new player, alone on all seats of their games."""

    def __init__(self) -> None:
        self.name = f"Player {os.getpid()} {next(numbers)}"
        self.token = OPERATOR
        self.token = self.call("POST", "/v1/players", {"name": self.name})["token"]

    def call(self, method: str, path: str, body: object = None, token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token or self.token}", "X-Forwarded-For": address()}
        answer = requests.request(method, BASE + path, json=body, headers=headers, timeout=60)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def game(self, seats: int = 2) -> str:
        options = {"objectives": "advanced", "movement": "1A"}
        game = self.call("POST", "/v1/games", {"ruleset": "micro-dojo", "seats": 2, "options": options})["id"]
        for seat in range(seats):
            self.call("POST", f"/v1/games/{game}/seats", {"seat": seat})
        return str(game)

    def move(self, game: str) -> dict[str, Any]:
        """A legal move, as sent."""
        choice = self.call("GET", f"/v1/games/{game}/legal-moves")["choices"][0]
        return {"seat": choice["seat"], "move": choice["moves"][0]["move"]}

    def disputed(self) -> str:
        game = self.game()
        self.call("POST", f"/v1/games/{game}/disputes", {"step": 1, "claim": "Not so."})
        return game


Made = dict[str, Any]
"""The valid parts of a request: `body`, `token`, and parameters of the path by name."""


def take_back(who: Someone) -> Made:
    game = who.game()
    move = who.move(game)
    who.call("POST", f"/v1/games/{game}/moves", move)
    return {"game_id": game, "body": {"seat": move["seat"]}}


def move(who: Someone) -> Made:
    game = who.game()
    return {"game_id": game, "body": who.move(game)}


def finished(who: Someone) -> Made:
    game = who.game()
    who.call("POST", f"/v1/games/{game}/resignation", {"seat": 0})
    return {"game_id": game}


def branch(who: Someone) -> Made:
    return {**finished(who), "body": {"at": 1}}


def ruling(who: Someone) -> Made:
    judge = Someone()
    who.call("PUT", f"/v1/arbiters/{judge.name}", token=OPERATOR)
    body = {"ruling": "uphold", "clause": CLAUSE, "words": "The rulebook is clear."}
    return {"game_id": who.disputed(), "dispute": 1, "body": body, "token": judge.token}


def another_token(who: Someone) -> Made:
    return {"token_id": who.call("POST", "/v1/me/tokens", {"label": "phone"})["id"]}


def recovery(who: Someone) -> Made:
    return {"name": who.name, "body": {"code": who.call("POST", "/v1/me/recovery-codes")["codes"][0]}}


def arbiter(who: Someone) -> Made:
    who.call("PUT", f"/v1/arbiters/{who.name}", token=OPERATOR)
    return {"name": who.name, "token": OPERATOR}


def key(who: Someone) -> Made:
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes_raw().hex()
    return {"body": {"public": public, "proof": private.sign(key_text(who.name, public)).hex()}}


def registered_key(who: Someone) -> Made:
    return {"key": who.call("POST", "/v1/me/keys", key(who)["body"])["key"]}


def receipt(who: Someone) -> Made:
    return {"body": who.call("GET", f"/v1/games/{who.game()}/audit/1")["receipt"]}


def reserved(who: Someone) -> Made:
    game = who.game(seats=0)
    who.call("POST", f"/v1/games/{game}/reservations", {"seat": 1})
    return {"game_id": game, "body": {"seat": 1}}


def unlisted(who: Someone) -> Made:
    opened = who.call("POST", "/v1/games", {"ruleset": "micro-dojo", "seats": 2, "unlisted": True})
    return {"game_id": opened["id"]}


def seek(who: Someone) -> Made:
    return {"seek_id": who.call("POST", "/v1/seeks", SEEK)["id"]}


REPORT = {"reason": "other", "words": "Something is wrong."}


def report(who: Someone) -> Made:
    judge = Someone()
    who.call("PUT", f"/v1/arbiters/{judge.name}", token=OPERATOR)
    found = who.call("POST", f"/v1/players/{Someone().name}/reports", REPORT)["id"]
    body = {"upheld": True, "words": "So it is.", "mute_days": 1}
    return {"report_id": found, "body": body, "token": judge.token}


def measure(who: Someone) -> Made:
    judge = Someone()
    who.call("PUT", f"/v1/arbiters/{judge.name}", token=OPERATOR)
    found = Someone().call("POST", f"/v1/players/{who.name}/reports", REPORT)["id"]
    body = {"upheld": True, "words": "So it is.", "mute_days": 1}
    who.call("POST", f"/v1/reports/{found}/ruling", body, token=judge.token)
    return {"measure_id": who.call("GET", "/v1/me/measures")["items"][0]["id"], "body": {"words": "It is not."}}


def webhook(who: Someone) -> Made:
    made = who.call("POST", "/v1/me/webhooks", WEBHOOK)["id"]
    return {"webhook_id": made, "call_id": who.call("POST", f"/v1/me/webhooks/{made}/test")["id"]}


def own_game(who: Someone) -> Made:
    return {"game_id": who.game()}


TRUE: dict[str, Callable[[Someone], Made]] = {
    **dict.fromkeys(("get_state", "get_chance", "get_legal_moves", "get_archive", "list_steps"), own_game),
    **dict.fromkeys(("get_seek", "withdraw_seek"), seek),
    **dict.fromkeys(("list_calls", "remove_webhook", "repeat_call", "test_webhook"), webhook),
    "add_webhook": lambda who: {"body": WEBHOOK},
    "open_seek": lambda who: {"body": SEEK},
    "take_seat": lambda who: {"game_id": who.game(seats=0), "body": {"seat": 1}},
    "reserve_seat": lambda who: {"game_id": who.game(seats=0), "body": {"seat": 1}},
    "withdraw_reservation": reserved,
    "leave_seat": lambda who: {"game_id": who.game(seats=1), "body": {"seat": 0}},
    "cancel_game": lambda who: {"game_id": who.game(seats=0)},
    "renew_link": unlisted,
    "play_move": move,
    "explain_move": move,
    "take_back": take_back,
    "resign": lambda who: {"game_id": who.game(), "body": {"seat": 0}},
    "send_message": lambda who: {"game_id": who.game(), "body": {"text": "Well met.", "seat": 0}},
    "open_branch": branch,
    "report_game": lambda who: {"game_id": who.game(), "body": REPORT},
    "report_player": lambda who: {"name": Someone().name, "body": REPORT},
    "rule_on_report": report,
    "appeal": measure,
    "decide_on_measure": lambda who: {**measure(who), "body": {"lift": True, "words": "Not so."}, "token": OPERATOR},
    "list_reports": lambda who: {"token": OPERATOR},
    "list_measures": lambda who: {"token": OPERATOR},
    "get_ending": finished,
    "ask_for_rematch": finished,
    "raise_dispute": lambda who: {"game_id": who.game(), "body": {"step": 1, "claim": "Not so."}},
    "withdraw_dispute": lambda who: {"game_id": who.disputed(), "dispute": 1},
    "rule_on_dispute": ruling,
    "check_receipt": receipt,
    "get_inclusion_proof": lambda who: {"game_id": COVERED, "n": 1},
    "register_player": lambda who: {"body": {"name": f"{who.name} too"}},
    "open_game": lambda who: {"body": {"ruleset": "micro-dojo", "seats": 2}},
    "make_token": lambda who: {"body": {"label": "phone"}},
    "revoke_token": another_token,
    "rotate_token": another_token,
    "recover_player": recovery,
    "register_key_of_player": key,
    "revoke_key_of_player": registered_key,
    "appoint_arbiter": lambda who: {"name": who.name, "token": OPERATOR},
    "dismiss_arbiter": arbiter,
}


PLAIN = {
    "list_disputes",
    "list_my_games",
    "list_my_measures",
    "list_my_reports",
    "list_my_seeks",
    "list_disputed_clauses",
}
"""Operations that need only the player's token: valid requests of them have no query."""


@schemathesis.hook
def before_call(context: schemathesis.HookContext, case: schemathesis.Case, kwargs: dict[str, Any]) -> None:
    """Replace some requests by valid ones, and send each as a player from an address of its own."""
    operation = operation_of(case)
    seen[operation] += 1
    token = TOKEN
    if seen[operation] % OFTEN == 1 and seen[operation] <= OFTEN * MOST:
        if operation in TRUE:
            who = Someone()
            made = TRUE[operation](who)
            token = made.pop("token", who.token)
            if "body" in made:
                case.body, case.media_type = made.pop("body"), "application/json"
            case.path_parameters.update(made)
        if operation in TRUE or operation in PLAIN:
            case.query.clear()
            case.headers.clear()
    if seen[operation] % MADE_UP:
        case.headers["Authorization"] = f"Bearer {token}"
    case.headers["X-Forwarded-For"] = address()


@schemathesis.hook
def after_call(context: schemathesis.HookContext, case: schemathesis.Case, response: schemathesis.Response) -> None:
    """Keep what was answered."""
    if case.method.upper() == case.operation.method.upper():
        with ANSWERED.open("a") as file:
            file.write(f"{operation_of(case)} {response.status_code}\n")


def operation_of(case: schemathesis.Case) -> str:
    return str(case.operation.definition.raw["operationId"])
