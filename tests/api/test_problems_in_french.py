"""Problems in French: a caller who asks for French reads no English except what they sent, codes and names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from flask.testing import FlaskClient

from api.problems import PROBLEMS
from domain.kernel.language import speaking, translate
from tests.api.house import STRANGER, Person, bearer
from tests.support.foreign import SPELLING, WORDS

FRENCH = {"Accept-Language": "fr"}


def english_of(document: dict[str, Any]) -> set[str]:
    """The English words of a problem document."""
    texts = [document["title"], document["detail"], document.get("why", ""), document.get("text", "")]
    texts += [fault["detail"] for fault in document.get("errors", ())]
    return {word for text in texts for word in re.findall(r"[a-z_]+", SPELLING.sub("", text).lower())} & WORDS


def provoke(client: FlaskClient, ada: Person, bob: Person, game: str) -> Iterator[tuple[str, Any]]:
    """Send every request that is refused and takes no more than a game; yield each code with its answer."""
    mine, his = {**FRENCH, **bearer(ada.token)}, {**FRENCH, **bearer(bob.token)}
    seat = ada.get(game).get_json()["to_move"][0]
    mover, other = ((mine, his), (his, mine))[seat]

    def post(path: str, body: object, headers: dict[str, str] = mine, **more: str) -> Any:
        return client.post(path, json=body, headers={**headers, **more})

    opening = {"ruleset": "micro-dojo", "seats": 2}
    for change in (
        {"seats": "2"}, {"seats": None}, {"seats": 0}, {"options": []}, {"unlisted": 1}, {"seed": "00"}, {"wrong": 1},
        {"reserved": [{"seat": 0}, {"seat": 0}]},
    ):  # fmt: skip
        yield "malformed", post("/v1/games", opening | change)
    for change in (
        {"options": {"mode": "7"}}, {"options": {"colour": "red"}}, {"seats": 3},
        {"options": {"pause_on_dispute": "a"}},
        {"ruleset": "daimyo", "options": {"edition": "2019", "boards": "advanced"}},
        {"ruleset": "daimyo", "options": {"difficulty": "normal"}}, {"ruleset": "daimyo", "options": {"heroes": ["x"]}},
        {"ruleset": "yedo", "options": {"second_temple_space": True}}, {"ruleset": "yedo", "seats": 1},
    ):  # fmt: skip
        yield "bad-options", post("/v1/games", opening | change)
    yield "unknown-ruleset", post("/v1/games", opening | {"ruleset": "chess"})
    for body in (b"{", b"[1]", b'{"name": "\\ud800"}', b"\xff", b"[" * 9000):
        yield "malformed", client.post("/v1/players", data=body, content_type="application/json", headers=FRENCH)
    for name in ("", "Ａda", "x" * 41):
        yield "malformed", post("/v1/players", {"name": name}, FRENCH)
    yield "name-taken", post("/v1/players", {"name": "Ada"}, FRENCH)
    yield "name-taken", post("/v1/players", {"name": "Аda"}, FRENCH)
    yield "name-reserved", post("/v1/players", {"name": "Operator"}, FRENCH)
    yield "unsupported-media-type", client.post("/v1/players", data=b"a", content_type="text/plain", headers=FRENCH)
    yield "too-large", client.post("/v1/players", data=b" " * 20_000, content_type="application/json", headers=FRENCH)
    yield "unauthenticated", client.get("/v1/me", headers=FRENCH)
    yield "unauthenticated", client.get("/v1/me", headers={**FRENCH, "Authorization": "Bearer kifu_wrong"})
    yield "unauthenticated", client.get("/v1/me", headers={**FRENCH, "Authorization": "Basic a"})
    yield "not-found", client.get("/v1/nowhere", headers=FRENCH)
    yield "method-not-allowed", client.delete("/v1/rulesets", headers=FRENCH)
    yield "not-acceptable", client.get("/v1/rulesets", headers={**FRENCH, "Accept": "image/png"})
    yield "unknown-game", client.get(STRANGER, headers=FRENCH)
    yield "unknown-game", client.get("/v1/games/7", headers=FRENCH)
    yield "unknown-step", client.get(f"{game}/steps/99", headers=FRENCH)
    yield "unknown-step", client.get(f"{game}/steps/none", headers=FRENCH)
    yield "unknown-seat", client.get(f"{game}/legal-moves?seat=9", headers=FRENCH)
    yield "unknown-clause", client.get("/v1/rulesets/micro-dojo/clauses/none", headers=FRENCH)
    yield "unknown-player", client.get("/v1/players/Nobody", headers=FRENCH)
    yield "malformed", client.get("/v1/games?limit=0", headers=FRENCH)
    yield "malformed", client.get("/v1/games?limit=a&status=lost", headers=FRENCH)
    yield "malformed", client.get("/v1/games?after=***", headers=FRENCH)
    yield "malformed", client.get(f"{game}?colour=red", headers=FRENCH)
    for move in ({"type": "fly"}, {"type": "move-meeple"}, {"type": "move-meeple", "meeple": 1}, {}, 7):
        yield "malformed", post(f"{game}/moves", {"seat": seat, "move": move}, mover)
    yield "illegal-move", post(f"{game}/moves", {"seat": seat, "move": {"type": "end-turn"}}, mover)
    yield "not-asked", post(f"{game}/moves", {"seat": 1 - seat, "move": {"type": "end-turn"}}, other)
    yield "not-your-seat", post(f"{game}/moves", {"seat": seat, "move": {"type": "end-turn"}}, other)
    yield (
        "version-conflict",
        post(f"{game}/moves", {"seat": seat, "move": {"type": "end-turn"}}, mover, **{"If-Match": '"1"'}),
    )
    yield "malformed", post(f"{game}/moves", {"seat": seat, "move": {"type": "end-turn"}}, mover, **{"If-Match": "one"})
    yield "not-your-seat", client.get(f"{game}/state?as=arbiter", headers=mine)
    yield "cannot-take-back", post(f"{game}/take-back", {"seat": seat}, mover)
    yield "not-bot", post(f"{game}/outlooks", {"seat": seat, "moves": [{"type": "end-turn"}]}, mover)
    yield "unknown-dispute", post(f"{game}/disputes/7/withdrawal", {}, mine)
    yield "not-operator", client.put("/v1/arbiters/Ada", headers=mine)
    yield "seat-taken", post(f"{game}/seats", {}, mine)
    yield "unknown-seek", client.get("/v1/seeks/none", headers=FRENCH)
    seek = post("/v1/seeks", {"games": [{"ruleset": "micro-dojo", "seats": [2]}]}, mine).headers["Location"]
    yield "not-seeker", client.delete(seek, headers=his)
    guest = client.post("/v1/guests", json={}).get_json()["token"]
    webhook = {"url": "https://kifu.invalid/calls"}
    yield "guest", post("/v1/me/webhooks", webhook, {**bearer(guest), **FRENCH})
    yield "unknown-webhook", client.delete("/v1/me/webhooks/none", headers=mine)
    yield "last-token", client.delete(f"/v1/me/tokens/{_own_token(ada)}", headers=mine)
    yield "unknown-token", client.delete("/v1/me/tokens/00000000-0000-4000-8000-000000000000", headers=mine)
    yield "wrong-code", post("/v1/players/Ada/recovery", {"code": "a" * 24}, FRENCH)
    waiting = post("/v1/games", opening | {"reserved": [{"seat": 1, "player": "Bob"}]}).headers["Location"]
    assert post(f"{waiting}/seats", {"seat": 0}).status_code == 201
    yield "not-started", post(f"{waiting}/moves", {"seat": 0, "move": {"type": "end-turn"}}, mine)
    yield "seat-taken", post(f"{waiting}/seats", {"seat": 0}, his)
    yield "seat-reserved", post(f"{waiting}/seats", {"seat": 1}, mine)
    yield "bad-invitation", post(f"{waiting}/seats", {"invitation": "a" * 43}, mine)
    yield "not-opener", post(f"{waiting}/cancellation", {}, his)
    yield "already-started", post(f"{game}/departure", {"seat": seat}, mover)
    yield "not-reserved", post(f"{waiting}/reservations/withdrawal", {"seat": 0})
    yield "no-link", post(f"{game}/link", {})
    yield "malformed", post(f"{game}/messages", {"text": "two\nlines", "seat": seat}, mover)
    yield "unknown-step", post(f"{game}/disputes", {"step": 99, "claim": "Not so.", "seat": seat}, mover)
    yield "malformed", post(f"{game}/disputes", {"step": 1, "claim": "\u200b", "seat": seat}, mover)
    yield "not-arbiter", post(f"{game}/disputes/1/ruling", {"ruling": "note", "clause": "a", "words": "b"}, mine)
    yield "malformed", post(f"{game}/branches", {"step": 1, "listed": 7}, mine)
    yield "unknown-checkpoint", client.get("/checkpoint", headers=FRENCH)
    yield "unknown-partition", client.get("/v1/checkpoints/99", headers=FRENCH)
    yield "unknown-tile", client.get("/tile/99/000", headers=FRENCH)
    yield "not-covered", client.get(f"{game}/proofs/1", headers=FRENCH)
    yield "bad-proof", post("/v1/me/keys", {"public": "a" * 64, "proof": "b" * 128})
    yield "not-operator", client.post("/v1/archives", data=b"", content_type="application/x-ndjson", headers=mine)


def _own_token(person: Person) -> str:
    found: str = person.get("/v1/me/tokens").get_json()["items"][0]["id"]
    return found


def test_every_title_of_a_problem_is_in_the_catalogue() -> None:
    with speaking("fr"):
        assert [kind.title for kind in PROBLEMS.values() if translate(kind.title) == kind.title] == []
