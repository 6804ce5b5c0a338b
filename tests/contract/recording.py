"""Plays games through the app and keeps requests and answers as the examples of the OpenAPI document. `python -m
tests.contract.recording` rewrites them.
"""

from __future__ import annotations

import json
import tempfile
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from eventstore.postgres import embedded
from eventstore.postgres.migrate import migrate
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.checkpoints.make_checkpoints import Checkpoints
from service.keys import signing
from service.settings import Settings
from tests.api.house import OPERATOR, Person, app_on, bearer, play_on, projecting, some_move
from tests.support.contract import operation_of
from tests.support.databases import create_database
from tests.support.signing import SigningClient

FILE = Path(__file__).resolve().parents[2] / "api" / "documentation" / "examples.json"
LONGEST_LIST = 2
"""Longer lists are cut in the examples."""
SHORT = 500
"""Texts of up to this many characters are kept whole."""
BINARY = ("image/", "application/zip")
"""The media types of pictures and zips, which examples do not show."""
LONGEST_LINE = 600
LINED = "application/x-ndjson"
LINES = 2
"""Streams and files are cut after this many lines."""
KEPT_WHOLE = {"enum", "path"}
BARE = {"choices", "items", "refused"}


class Recorder(FlaskClient):
    """A client that keeps the first request and answer of every operation and status."""

    kept: dict[str, Any]

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Send a request and keep it, unless a similar one was kept before."""
        response = super().open(*args, **kwargs)
        operation = operation_of(self.application, response.request.method, response.request.path)
        if operation is not None:
            self._keep(operation, response, kwargs)
        return response

    def _keep(self, operation: str, response: TestResponse, sent: dict[str, Any]) -> None:
        own = self.kept.setdefault(operation, {})
        answers = own.setdefault("responses", {}).setdefault(str(response.status_code), {})
        kind = response.mimetype
        if (
            kind
            and not kind.startswith(BINARY)
            and _is_bare(answers.get(kind))
            and response.status_code not in (204, 304)
        ):
            answers[kind] = _short(response)
        if response.status_code < 300 and "request" not in own:
            if sent.get("json") is not None:
                own["request"] = {"application/json": sent["json"]}
            elif sent.get("data") is not None:
                own["request"] = {sent["content_type"]: _lines(sent["data"].decode())}


def _is_bare(answer: object) -> bool:
    """Whether an answer shows little, because it is missing or contains an empty list."""
    return answer is None or (isinstance(answer, dict) and bool(BARE & {k for k, v in answer.items() if v == []}))


def _short(response: TestResponse) -> object:
    if response.is_json:
        return _cut(response.get_json())
    if response.mimetype == "text/event-stream":
        return b"".join(response.iter_encoded()).decode()
    # Tiles are bytes; the example of a tile of entries shows the text of the first entry.
    return _lines(response.data.decode("utf-8" if response.mimetype != "application/octet-stream" else "latin-1"))


def _lines(text: str) -> str:
    if len(text) < SHORT:
        return text
    lines = text.splitlines()[:LINES]
    return "".join(f"{line[:LONGEST_LINE]}...\n" if len(line) > LONGEST_LINE else f"{line}\n" for line in lines)


def _cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: inner if key in KEPT_WHOLE else _cut(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_cut(inner) for inner in value[:LONGEST_LIST]]
    return value


def record(url: str, elsewhere: str, data: Path, recorder: type[Recorder] = Recorder) -> dict[str, Any]:
    """Requests and answers of games played on a database, by operation, status and media type. `elsewhere` is another
    database, into which a game is imported. Both are fresh. A `recorder` of another kind sees every request and answer.
    """
    kept: dict[str, Any] = {}
    client_class = type("KeptRecorder", (recorder,), {"kept": kept})
    with app_on(url, data) as app, projecting(url):
        app.test_client_class = client_class
        client = app.test_client()
        people = [Person(client, "Ada"), Person(client, "Bob")]
        operator = Person(client, "operator", OPERATOR)
        _look_around(client)
        game = _open(people)
        _wait(people)
        _seek(people[0])
        _be_called(people[0])
        _play(people, game)
        _talk(people, game)
        _checkpoint(url, data)
        _disputes(people, operator, game)
        _moderate(people, operator, game)
        play_on(people, game)
        _checkpoint(url, data)
        _resign(people)
        _look_back(people[0], game)
        _prove(people[0], game)
        _read_lists(people[0])
        _tokens(people[0])
        _sign(people[1])
        _hear(people[0])
        archive = FlaskClient(app, app.response_class).get(f"{game}/archive").data
    with app_on(elsewhere, data) as app:
        app.test_client_class = client_class
        headers = bearer(OPERATOR)
        for _ in range(2):
            app.test_client().post("/v1/archives", data=archive, headers=headers, content_type="application/x-ndjson")
    return dict(sorted(kept.items()))


def _get_both(person: Person, path: str, **headers: str) -> None:
    """Read a list as a page and as lines."""
    for accept in ("application/json", LINED):
        person.get(path, Accept=accept, **headers)


def _look_around(client: FlaskClient) -> None:
    for path in ("/healthz", "/readyz", "/metrics", "/.well-known/kifu-keys.json", "/v1/rulesets"):
        client.get(path)
    client.get("/v1/rulesets", headers={"Accept": LINED})
    clause = client.get("/v1/rulesets/micro-dojo/clauses").get_json()["items"][0]["id"]
    client.get("/v1/rulesets/micro-dojo")
    client.get("/v1/rulesets/micro-dojo/draws")
    client.get(f"/v1/rulesets/micro-dojo/clauses/{clause}")
    client.get("/v1/rulesets/go")
    client.post("/v1/guests", json={})


def _open(people: list[Person]) -> str:
    ada, bob = people
    options = {"objectives": "advanced", "movement": "1A"}
    ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2, "options": {"movement": "3A"}})
    answer = ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2, "options": options})
    game: str = answer.headers["Location"]
    ada.post(f"{game}/seats", {"seat": 0, "entropy": "Ada's coins: HTTHT"})
    bob.post(f"{game}/seats", {"seat": 1})
    return game


def _wait(people: list[Person]) -> None:
    ada, bob = people
    game = ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2, "unlisted": True}).headers["Location"]
    ada.post(f"{game}/reservations", {"seat": 1})
    ada.post(f"{game}/reservations", {"seat": 0, "player": "Bob"})
    bob.post(f"{game}/seats", {"seat": 0})
    bob.post(f"{game}/departure", {"seat": 0})
    ada.post(f"{game}/reservations/withdrawal", {"seat": 1})
    ada.post(f"{game}/link")
    ada.post(f"{game}/cancellation")


def _be_called(ada: Person) -> None:
    """Add a webhook, test it, and list what was sent."""
    webhook = ada.post("/v1/me/webhooks", {"url": "https://example.org/kifu"}).get_json()["id"]
    path = f"/v1/me/webhooks/{webhook}"
    test = ada.post(f"{path}/test").get_json()["id"]
    ada.post(f"{path}/calls/{test}/repetition")
    for accept in ("application/json", "application/x-ndjson"):
        ada.get(f"{path}/calls", Accept=accept)
    _get_both(ada, "/v1/me/webhooks")
    ada.delete(path)


def _seek(ada: Person) -> None:
    games = [{"ruleset": "micro-dojo", "seats": [2]}, {"ruleset": "yedo", "seats": [4, 3]}]
    seek = ada.post("/v1/seeks", {"games": games, "rating_within": 5, "minutes": 90}).headers["Location"]
    _get_both(ada, "/v1/seeks")
    _get_both(ada, "/v1/me/seeks")
    ada.get(seek)
    ada.delete(seek)


def _play(people: list[Person], game: str) -> None:
    seat, move = _asked(people, game)
    mover = people[seat]
    mover.get(game)
    mover.get(f"{game}/state")
    mover.post(f"{game}/explanations", {"seat": seat, "move": {"type": "end-turn"}})
    mover.post(f"{game}/moves", {"seat": seat, "move": {"type": "end-turn"}})
    people[1 - seat].post(f"{game}/moves", {"seat": 1 - seat, "move": move})
    mover.post(f"{game}/moves", {"seat": seat, "move": move}, If_Match='"4"')
    mover.post(f"{game}/moves", {"seat": seat, "move": move}, If_Match='"4"')
    mover.post(f"{game}/take-back", {"seat": seat})
    play_on(people, game, most=4)


def _asked(people: list[Person], game: str) -> tuple[int, dict[str, Any]]:
    found = some_move(people, game)
    assert found is not None
    return found


def _talk(people: list[Person], game: str) -> None:
    people[0].post(f"{game}/messages", {"text": "Your ninja stands well there."})
    people[1].post(f"{game}/messages", {"text": "Too well, I hope!", "seat": 1})
    _get_both(people[0], f"{game}/messages")


def _disputes(people: list[Person], operator: Person, game: str) -> None:
    ada, bob = people
    arbiter = Person(operator.client, "Cleo")
    operator.put("/v1/arbiters/Cleo")
    _get_both(operator, "/v1/arbiters")
    clause = "micro-dojo.move.orthogonal"
    claim = "The meeple may not move to that space."
    for step in (3, 4):
        bob.post(f"{game}/disputes", {"step": step, "clause": clause, "claim": claim})
    _get_both(ada, f"{game}/disputes")
    arbiter.get(f"{game}/disputes/1?as=arbiter")
    _get_both(ada, f"{game}/looks")
    words = "The space is next to it, in the same row."
    arbiter.post(f"{game}/disputes/1/ruling", {"ruling": "uphold", "clause": clause, "words": words})
    bob.post(f"{game}/disputes/2/withdrawal")
    operator.delete("/v1/arbiters/Cleo")


def _moderate(people: list[Person], operator: Person, game: str) -> None:
    ada, bob = people
    arbiter = Person(operator.client, "Dora")
    operator.put("/v1/arbiters/Dora")
    sent = {"reason": "insult", "words": "Nobody should talk like this."}
    report = ada.post(f"{game}/reports", {**sent, "message": 2}).get_json()["id"]
    ada.post("/v1/players/Bob/reports", {**sent, "reason": "stalling"})
    for accept in ("application/json", LINED):
        ada.get("/v1/me/reports", Accept=accept)
        arbiter.get("/v1/reports?open=true", Accept=accept)
    ruling = {"upheld": True, "words": "We do not mock our opponents here.", "hide": True}
    arbiter.post(f"/v1/reports/{report}/ruling", ruling)
    for accept in ("application/json", LINED):
        bob.get("/v1/me/measures", Accept=accept)
        arbiter.get("/v1/measures", Accept=accept)
    measure = bob.get("/v1/me/measures").get_json()["items"][0]["id"]
    bob.post(f"/v1/me/measures/{measure}/appeal", {"words": "It was meant kindly."})
    operator.post(f"/v1/measures/{measure}/decision", {"lift": True, "words": "Kindly meant indeed."})
    ada.get("/v1/moderation")
    operator.delete("/v1/arbiters/Dora")


def _resign(people: list[Person]) -> None:
    game = _open(people)
    seat, _ = _asked(people, game)
    people[seat].post(f"{game}/resignation", {"seat": seat})
    people[seat].post(f"{game}/branches", {"at": 1})


def _look_back(person: Person, game: str) -> None:
    last = person.get(game).get_json()["step"]
    for _ in range(2):
        person.post(f"{game}/rematch")
    for path in (
        f"/steps?after={last - 3}",
        "/steps/2",
        "/states/2",
        "/states/2.svg?columns=1",
        "/states/2.png?columns=1",
        "/picture.png",
        "/drawings?from=2&to=2",
        "/chance",
        "/audit/2",
        "/archive",
        "/verification",
        "/ending",
    ):
        person.get(f"{game}{path}")
    person.get(f"{game}/steps?after={last - 2}", Accept="application/x-ndjson")
    person.get(f"{game}/drawings?from=1&to=3")
    for accept in ("text/event-stream", "application/x-ndjson"):
        person.get(f"{game}/live?after={last - 1}", Accept=accept)


def _prove(person: Person, game: str) -> None:
    played = person.get(f"{game}/audit/2").get_json()
    person.post("/v1/receipts/check", played["receipt"])
    _get_both(person, "/v1/checkpoints")
    proof = person.get(f"{game}/proofs/2").get_json()
    person.post("/v1/proofs/check", proof)
    partition = proof["partition"]
    heads = person.get(f"/v1/checkpoints/{partition}").get_json()["items"]
    person.get(f"/v1/checkpoints/{partition}", Accept=LINED)
    person.get(f"/v1/checkpoints/{partition}/consistency?from={heads[0]['size']}")
    for path in ("/checkpoint", "/tile/entries/000.p/1", "/tile/0/000", "/v1/heads/consistency?from=1"):
        person.get(path)


def _read_lists(person: Person) -> None:
    answer = person.post("/v1/games", {"ruleset": "daimyo", "seats": 2})
    position = answer.headers["Kifu-Position"]
    lists = ("/v1/games", "/v1/scores", "/v1/history", "/v1/me/games", "/v1/players/Ada/games", "/v1/disputes")
    person.get("/v1/players/Ada", Kifu_Wait_For=position)
    for path in ("/v1/leaderboards/micro-dojo", "/v1/disputes/clauses"):
        _get_both(person, path, Kifu_Wait_For=position)
    for path in lists:
        person.get(path, Kifu_Wait_For=position)
        person.get(f"{path}?limit=1", Kifu_Wait_For=position, Accept=LINED)
    person.get("/v1/players/Ada/statistics", Kifu_Wait_For=position)
    group = "ruleset=micro-dojo&seats=2"
    for path in (f"/v1/standings?{group}", f"/v1/standings/leaders?{group}"):
        _get_both(person, path, Kifu_Wait_For=position)
    changes = f"/v1/players/Ada/rating-changes?{group}"
    for path in (f"/v1/ratings?{group}", "/v1/players/Ada/ratings", changes):
        _get_both(person, path, Kifu_Wait_For=position)
    person.get("/v1/me")
    for path in ("/v1/rulesets/micro-dojo/clauses", "/v1/rulesets/micro-dojo/clause-counts"):
        _get_both(person, path)


def _tokens(person: Person) -> None:
    phone = person.post("/v1/me/tokens", {"label": "phone"}).get_json()["id"]
    rotated = person.post(f"/v1/me/tokens/{phone}/rotation").get_json()["id"]
    _get_both(person, "/v1/me/tokens")
    person.get("/v1/me/export")
    person.client.delete(f"/v1/me/tokens/{rotated}", headers=bearer(person.token))
    codes = person.post("/v1/me/recovery-codes").get_json()["codes"]
    person.client.post("/v1/players/Ada/recovery", json={"code": codes[0]})
    person.get("/v1/me/recovery-codes")
    _get_both(person, "/v1/me/events")


def _sign(person: Person) -> None:
    signing_client = SigningClient(person)
    _get_both(person, "/v1/me/keys")
    _get_both(person, f"/v1/players/{person.name}/keys")
    game = person.open(options={"signed_moves": True})
    person.post(f"{game}/seats", {"seat": 0})
    key = f"/v1/me/keys/{signing_client.signer.key}"
    person.client.delete(key, headers=bearer(person.token))


def _hear(person: Person) -> None:
    """Listen as a bot that Ada asks to play, until the token is revoked, which ends a stream."""
    bot = Person(person.client, **person.client.post("/v1/players", json={"name": "Hal", "bot": True}).get_json())
    person.open(reserved=[{"seat": 0, "player": "Hal"}])
    for accept in ("text/event-stream", "application/x-ndjson"):
        token = bot.post("/v1/me/tokens", {"label": accept}).get_json()
        ending = threading.Timer(1.0, bot.delete, [f"/v1/me/tokens/{token['id']}"])
        ending.start()
        Person(person.client, "Hal", token["token"]).get("/v1/me/turns?rulesets=micro-dojo", Accept=accept)
        ending.join()
    _get_both(person, "/v1/bots")
    game = person.open(reserved=[{"seat": 1, "player": "Hal"}])
    people = [person, bot]
    for seat, player in enumerate(people):
        player.post(f"{game}/seats", {"seat": seat})
    while (asked := _asked(people, game))[0] != 1:
        person.post(f"{game}/moves", {"seat": 0, "move": asked[1]})
    bot.post(f"{game}/outlooks", {"seat": 1, "moves": [asked[1]]})


def _checkpoint(url: str, data: Path) -> None:
    signer, keyring = signing.load_or_make(Settings(data=data))
    Checkpoints(url, signer, keyring, CheckpointFile(data / NAME), lambda: datetime.now(UTC)).make()


def main() -> None:
    """Rewrite the examples."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = embedded.start(Path(folder))
        try:
            urls = [create_database(server.url, name) for name in ("here", "elsewhere")]
            for url in urls:
                migrate(url)
            kept = record(*urls, Path(folder))
        finally:
            server.stop()
    FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
