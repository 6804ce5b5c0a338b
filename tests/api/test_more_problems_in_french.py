"""Problems in French that take more than a game to provoke: arbiters, disputes, ends, keys; and those that no test
provokes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask.testing import FlaskClient

from api.problems import PROBLEMS
from domain.kernel.language import speaking, translate
from tests.api.house import OPERATOR, Person, bearer
from tests.api.test_problems_in_french import FRENCH, english_of, provoke
from tests.support.signing import SigningClient

LIMITS = "as many are needed as the service allows"
SERVER = "the server of connections answers before there is a call"
BROKEN = "something of the service has to be broken or lost"
NOT_PROVOKED = {
    "too-many-changes": LIMITS,
    "too-many-tokens": LIMITS,
    "too-many-keys": LIMITS,
    "too-many-disputes": LIMITS,
    "too-many-games": LIMITS,
    "too-many-seeks": LIMITS,
    "too-many-reports": LIMITS,
    "too-many-webhooks": LIMITS,
    "seek-matched": "the process that matches seeks has to run",
    "too-many-messages": LIMITS,
    "too-many-requests": LIMITS,
    "too-slow": SERVER,
    "too-late": "the time of a seat has to run out",
    "uri-too-long": SERVER,
    "headers-too-large": SERVER,
    "internal": BROKEN,
    "damaged-record": BROKEN,
    "game-archived": BROKEN,
    "seed-locked": BROKEN,
    "content-missing": BROKEN,
    "unavailable": BROKEN,
    "key-expired": "a first answer has to be older than it is kept",
    "token-shown": "a registration has to be repeated by a client that lost its secret",
    "game-exists": "a file of another service has to hold the id of a game",
    "talk-closed": "a game has to be restored from a file",
    "has-resigned": "a game for three or more has to be played on",
    "cannot-annul": "the record has to hold what cannot be undone",
    "key-taken": "two players have to register one key",
}
"""The kinds that no request here provokes, and why; the catalogue has their titles and details nevertheless."""


def provoke_more(client: FlaskClient, ada: Person, bob: Person) -> Iterator[tuple[str, Any]]:
    """Send requests that are refused when games are disputed, over, or played with keys; yield each code with its
    answer."""
    cleo, people = Person(client, "Cleo"), (ada, bob)
    game = _start(people, {})
    seat = ada.get(game).get_json()["to_move"][0]
    mover, other = people[seat], people[1 - seat]

    def post(person: Person, path: str, body: object = None, **more: str) -> Any:
        return person.post(path, body, Accept_Language="fr", **more)

    def act(method: str, path: str, **more: Any) -> Any:
        return client.open(path, method=method, headers={**FRENCH, **bearer(OPERATOR)}, **more)

    yield "unknown-arbiter", act("DELETE", "/v1/arbiters/Nobody")
    yield "bad-archive", act("POST", "/v1/archives", data=b"x", content_type="application/x-ndjson")
    yield "unknown-key", ada.client.delete("/v1/me/keys/0123456789abcdef", headers={**FRENCH, **bearer(ada.token)})
    yield "not-over", post(mover, f"{game}/rematch")
    yield "key-reused", _reuse_key(ada)
    act("PUT", "/v1/arbiters/Cleo")
    yield "nothing-to-judge", cleo.get(f"{game}/state?as=arbiter", Accept_Language="fr")
    dispute = {"step": 1, "claim": "Pas comme ça.", "seat": seat}
    assert post(mover, f"{game}/disputes", dispute).status_code == 201
    yield "already-disputed", post(mover, f"{game}/disputes", dispute)
    act("PUT", f"/v1/arbiters/{mover.name}")
    ruling = {"ruling": "note", "clause": "micro-dojo.move.orthogonal", "words": "Bien."}
    yield "arbiter-plays", post(mover, f"{game}/disputes/1/ruling", ruling)
    act("DELETE", f"/v1/arbiters/{mover.name}")
    assert post(cleo, f"{game}/disputes/1/ruling", ruling).status_code == 201
    yield "dispute-closed", post(mover, f"{game}/disputes/1/withdrawal")
    assert post(mover, f"{game}/resignation", {"seat": seat}).status_code == 201
    yield "game-over", post(mover, f"{game}/moves", {"seat": seat, "move": {"type": "end-turn"}})
    yield "not-seated", post(cleo, f"{game}/rematch")
    yield from _provoke_arbiters(cleo, ada, bob, game)
    paused = _start(people, {"pause_on_dispute": True})
    to_move = ada.get(paused).get_json()["to_move"][0]
    assert post(other, f"{paused}/disputes", {**dispute, "seat": 1 - seat}).status_code == 201
    yield "paused", post(people[to_move], f"{paused}/moves", {"seat": to_move, "move": {"type": "end-turn"}})
    signed, signer = ada.open(options={"signed_moves": True}), SigningClient(bob)
    yield "key-required", post(ada, f"{signed}/seats", {"seat": 0})
    yield "signature-required", post(bob, f"{signed}/seats", {"seat": 0})
    wrong = signer.sign(signed, "seat", 1, {})
    yield "wrong-signature", post(bob, f"{signed}/seats", {"seat": 0}, Kifu_Signature=wrong)


def _provoke_arbiters(cleo: Person, ada: Person, bob: Person, game: str) -> Iterator[tuple[str, Any]]:
    """Send what is refused about reports and measures; `cleo` is an arbiter. In the end, Dora is suspended."""
    dora = Person(ada.client, "Dora")
    report, ruling = {"reason": "insult", "words": "Très impoli."}, {"upheld": True, "words": "Très impoli."}

    def post(person: Person, path: str, body: object) -> Any:
        return person.post(path, body, Accept_Language="fr")

    yield "unknown-message", post(ada, f"{game}/reports", {**report, "message": 99})
    yield "malformed", post(ada, "/v1/players/Ada/reports", report)
    about = f"/v1/reports/{post(ada, '/v1/players/Dora/reports', report).get_json()['id']}/ruling"
    yield "already-reported", post(ada, "/v1/players/Dora/reports", report)
    yield "not-arbiter", post(ada, about, ruling)
    yield "not-arbiter", ada.get("/v1/reports", Accept_Language="fr")
    yield "unknown-report", post(cleo, "/v1/reports/none/ruling", ruling)
    own = f"/v1/reports/{post(cleo, '/v1/players/Dora/reports', report).get_json()['id']}/ruling"
    yield "arbiter-concerned", post(cleo, own, ruling)
    yield "malformed", post(cleo, about, {**ruling, "upheld": False, "mute_days": 1})
    yield "malformed", post(cleo, about, {**ruling, "hide": True})
    seated = ada.open()
    dora.post(f"{seated}/seats", {"seat": 1})
    assert post(cleo, about, {**ruling, "mute_days": 1}).status_code == 201
    yield "report-closed", post(cleo, about, ruling)
    yield "muted", post(dora, f"{seated}/messages", {"text": "Ah ?"})
    (measure,) = dora.get("/v1/me/measures").get_json()["items"]
    yield "malformed", post(cleo, f"/v1/measures/{measure['id']}/decision", {"lift": False, "words": "Non."})
    appeal = f"/v1/me/measures/{measure['id']}/appeal"
    yield "unknown-measure", post(ada, appeal, {"words": "Non."})
    assert post(dora, appeal, {"words": "Non."}).status_code == 201
    yield "already-decided", post(dora, appeal, {"words": "Non."})
    again = post(bob, "/v1/players/Dora/reports", report).get_json()["id"]
    assert post(cleo, f"/v1/reports/{again}/ruling", {**ruling, "suspend_days": 1}).status_code == 201
    yield "suspended", post(dora, "/v1/games", {"ruleset": "micro-dojo", "seats": 2})


def _reuse_key(person: Person) -> Any:
    body = {"ruleset": "micro-dojo", "seats": 2}
    person.post("/v1/games", body, Idempotency_Key="same")
    return person.post("/v1/games", {**body, "unlisted": True}, Idempotency_Key="same", Accept_Language="fr")


def _start(people: tuple[Person, ...], options: dict[str, Any]) -> str:
    game = people[0].open(options=options)
    for seat, person in enumerate(people):
        assert person.post(f"{game}/seats", {"seat": seat}).status_code == 201
    return game


def test_every_kind_of_problem_is_said_in_french_or_named_with_the_reason(
    client: FlaskClient, ada: Person, bob: Person, game: str
) -> None:
    sent = [*provoke_more(client, ada, bob), *provoke(client, ada, bob, game)]
    answers = [(code, answer.get_json()) for code, answer in sent]
    assert [(code, told) for code, told in answers if told["code"] != code] == []
    assert {answer.headers["Content-Language"] for _, answer in sent} == {"fr"}
    with speaking("fr"):
        titles = {code: translate(PROBLEMS[code].title) for code, _ in answers}
    assert [told for code, told in answers if not told["title"] == titles[code] != PROBLEMS[code].title] == []
    assert [told for _, told in answers if english_of(told)] == []
    assert titles.keys() | NOT_PROVOKED.keys() == PROBLEMS.keys()
    assert titles.keys() & NOT_PROVOKED.keys() == set()
