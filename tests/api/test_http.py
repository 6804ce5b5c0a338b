"""What all calls have in common over HTTP: types, pages, limits, compression, other origins, odd requests."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.responses.compression import SMALLEST
from service.settings import BadSettings, read_settings
from tests.api.house import Person, app_on, bearer, play_on
from tests.api.test_read_models import position
from tests.support.contract import whole_document

NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
GZIP = {"Accept_Encoding": "gzip"}
ALWAYS_GZIP = {"Accept_Encoding": "gzip, identity;q=0"}


@pytest.fixture
def bare(app: Flask) -> FlaskClient:
    """A client for requests that the document does not describe."""
    return FlaskClient(app)


# The type of an answer


@pytest.mark.parametrize(
    ("accept", "given"),
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("*", "application/json"),
        ("application/*", "application/json"),
        ("application/json; charset=utf-8", "application/json"),
        ("text/html, application/*;q=0.1", "application/json"),
        ("application/json;q=0, */*", NDJSON),
        ("application/json;q=0.4, application/x-ndjson;q=0.5", NDJSON),
        (NDJSON, NDJSON),
        (";;;", "application/json"),
        ("application/json;q=nan", "application/json"),
    ],
)
def test_steps_come_in_the_type_that_accept_prefers(ada: Person, game: str, accept: str, given: str) -> None:
    answer = ada.get(f"{game}/steps", Accept=accept)
    assert (answer.status_code, answer.content_type) == (200, given)
    assert {"Accept", "Authorization", "Accept-Encoding"} <= answer.vary.as_set(preserve_casing=True)


@pytest.mark.parametrize(
    "accept", ["text/html", "video/*", "application/json;q=0", "*/*;q=0", "application/xml, text/html"]
)
def test_what_cannot_be_given_is_not_acceptable_on_any_call(ada: Person, app: Flask, game: str, accept: str) -> None:
    document = whole_document()
    for path, methods in document["paths"].items():
        for method in {"get", "post", "put", "delete"} & methods.keys():
            answer = ada.client.open(path, method=method.upper(), headers={"Accept": accept})
            if not any(
                answers.get("content") for status, answers in methods[method]["responses"].items() if status < "3"
            ):
                # An empty answer is acceptable to every client.
                assert answer.status_code != 406
                continue
            assert (answer.status_code, answer.get_json()["code"]) == (406, "not-acceptable"), (method, path)
            assert answer.content_type == "application/problem+json"
            assert "406" in methods[method]["responses"]


def test_a_move_that_could_not_be_answered_is_not_played(ada: Person, game: str) -> None:
    answer = ada.post(f"{game}/resignation", {"seat": 0}, Accept="text/html")
    assert answer.status_code == 406
    assert "application/json" in answer.get_json()["detail"]
    assert ada.get(game).get_json()["status"] == "playing"


def test_a_problem_is_json_whatever_is_accepted(ada: Person, game: str) -> None:
    answer = ada.get(f"{game}/steps/999", Accept="application/json")
    assert (answer.status_code, answer.content_type) == (404, "application/problem+json")
    assert ada.get("/v1/nowhere", Accept="text/html").content_type == "application/problem+json"


# Pages


def follow(person: Person, path: str) -> Iterator[dict[str, Any]]:
    """The pages of a list, following the links."""
    following: str | None = path
    while following is not None:
        answer = person.get(following)
        assert answer.status_code == 200, answer.data
        yield answer.get_json()
        link = answer.headers.get("Link")
        assert (link is None) == (answer.get_json()["next"] is None)
        following = None
        if link is not None:
            target, _, rel = link.partition("; ")
            assert rel == 'rel="next"'
            following = target.strip("<>")


@pytest.mark.usefixtures("projector")
def test_the_next_page_is_linked_with_all_that_was_asked_for(ada: Person) -> None:
    person = Person(ada.client, "Zoë Ω")
    games = [person.open() for _ in range(3)]
    for game in games:
        person.post(f"{game}/seats")
    name = quote(person.name)
    for model in ("/v1/games", f"/v1/players/{name}/games"):
        for game in games:
            person.get(model, Kifu_Wait_For=position(person, game))
    pages = [
        list(follow(person, f"/v1/games?limit=2&player={name}&status=waiting")),
        list(follow(person, f"/v1/players/{name}/games?limit=2")),
        list(follow(person, "/v1/me/games?limit=2&to_move=false")),
    ]
    for found in pages:
        assert [len(page["items"]) for page in found] == [2, 1]
    first = person.get(f"/v1/games?limit=2&player={name}&status=waiting").headers["Link"]
    assert "status=waiting" in first
    assert f"player={quote(person.name).replace('%20', '+')}" in first


def test_the_steps_and_disputes_of_a_game_are_linked_too(ada: Person, bob: Person, game: str) -> None:
    play_on([ada, bob], game, most=4)
    steps = [step["n"] for page in follow(ada, f"{game}/steps?limit=2&as=spectator") for step in page["items"]]
    assert steps == [1, 2, 3, 4, 5]
    for step in (2, 3, 4):
        ada.post(f"{game}/disputes", {"step": step, "claim": "Not so."})
    assert [len(page["items"]) for page in follow(ada, f"{game}/disputes?limit=2")] == [2, 1]


# Limits


def test_every_counted_answer_says_what_is_left(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, rate_limit="3/minute;50/hour", rate_limit_players="1/hour") as app:
        client = app.test_client()
        answers = [client.get("/v1/rulesets") for _ in range(4)]
        for left, answer in zip((2, 1, 0), answers, strict=False):
            assert answer.headers["RateLimit-Policy"] == '"requests-60s";q=3;w=60, "requests-3600s";q=50;w=3600'
            assert answer.headers["RateLimit"].startswith(f'"requests-60s";r={left};t=')
        refused = answers[3]
        assert (refused.status_code, refused.get_json()["detail"]) == (429, "The limit is 3 requests a minute.")
        assert refused.headers["RateLimit"] == f'"requests-60s";r=0;t={refused.headers["Retry-After"]}'
        for free in ("/healthz", "/openapi.json"):
            assert "RateLimit" not in client.get(free).headers


def test_a_registration_is_counted_by_three_policies(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, rate_limit="9/minute", rate_limit_players="1/hour") as app:
        first, second = (app.test_client().post("/v1/players", json={"name": name}) for name in ("Ada", "Bob"))
        assert first.headers["RateLimit-Policy"].split(", ") == [
            '"requests-60s";q=9;w=60',
            '"registrations-3600s";q=1;w=3600',
            '"changes-of-an-address-86400s";q=1000000;w=86400',
        ]
        assert second.status_code == 429
        assert int(second.headers["Retry-After"]) > 60


def statuses(app: Flask, *addresses: str) -> list[int]:
    client = app.test_client()
    return [client.get("/v1/rulesets", headers={"X-Forwarded-For": address}).status_code for address in addresses]


def test_behind_a_trusted_proxy_each_address_is_counted_for_itself(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, rate_limit="1/minute", trusted_proxies=1) as app:
        found = statuses(app, "192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.9, 192.0.2.2", "192.0.2.2, 192.0.2.3")
        assert found == [200, 200, 429, 429, 200]


def test_without_a_trusted_proxy_a_forwarded_address_means_nothing(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, rate_limit="1/minute") as app:
        assert statuses(app, "192.0.2.1", "192.0.2.2") == [200, 429]


# Compression


def unzipped(data: bytes) -> bytes:
    return gzip.decompress(data)


def test_large_answers_are_compressed_for_those_who_take_it(ada: Person, bob: Person, game: str) -> None:
    play_on([ada, bob], game, most=20)
    path = f"{game}/steps?limit=1000"
    plain, packed = ada.get(path), ada.get(path, **GZIP)
    assert "Content-Encoding" not in plain.headers
    assert (packed.headers["Content-Encoding"], unzipped(packed.data)) == ("gzip", plain.data)
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 4
    head = ada.client.head(path, headers={**bearer(ada.token), "Accept-Encoding": "gzip"})
    assert (head.headers["Content-Encoding"], head.headers["Content-Length"]) == ("gzip", str(len(packed.data)))


@pytest.mark.parametrize(
    ("encodings", "compressed"),
    [
        ("gzip", True),
        ("x-gzip", True),
        ("*", True),
        ("br, gzip;q=0.1", True),
        ("identity;q=0.5, gzip", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("identity, gzip;q=0.5", False),
        ("*;q=0", False),
        ("gzip;q=x", False),
    ],
)
def test_accept_encoding_decides(client: FlaskClient, encodings: str, compressed: bool) -> None:
    answer = client.get("/v1/rulesets/micro-dojo/clauses", headers={"Accept-Encoding": encodings})
    assert len(answer.data) > 100
    assert ("Content-Encoding" in answer.headers) == compressed
    assert "Accept-Encoding" in answer.headers["Vary"]


def test_a_small_answer_is_compressed_only_where_plain_bytes_are_refused(client: FlaskClient) -> None:
    plain = client.get("/healthz", headers={"Accept-Encoding": "gzip"})
    assert len(plain.data) < SMALLEST
    assert "Content-Encoding" not in plain.headers
    packed = client.get("/healthz", headers={"Accept-Encoding": "gzip, identity;q=0"})
    assert unzipped(packed.data) == plain.data


def test_an_archive_and_lines_are_compressed_as_they_are_sent(ada: Person, bob: Person, game: str) -> None:
    play_on([ada, bob], game, most=10)
    for path, accept in ((f"{game}/archive", NDJSON), (f"{game}/steps", NDJSON)):
        plain, packed = ada.get(path, Accept=accept), ada.get(path, Accept=accept, **GZIP)
        assert packed.headers["Content-Encoding"] == "gzip"
        assert packed.headers.get("Content-Length") in (None, str(len(packed.data)))
        assert unzipped(packed.data) == plain.data


def test_a_live_stream_is_never_compressed(ada: Person, game: str) -> None:
    for accept in (SSE, NDJSON):
        answer = ada.get(f"{game}/live", Accept=accept, **GZIP)
        assert "Content-Encoding" not in answer.headers
        assert "no-transform" in answer.headers["Cache-Control"]
        next(answer.iter_encoded())
        answer.close()


def test_the_tag_of_compressed_bytes_is_another_one_and_both_name_the_version(
    ada: Person, bob: Person, game: str
) -> None:
    path = f"{game}/legal-moves?seat={ada.get(game).get_json()['to_move'][0]}"
    mover = [ada, bob][int(path[-1])]
    plain, packed = mover.get(path), mover.get(path, **ALWAYS_GZIP)
    assert (plain.headers["ETag"], packed.headers["ETag"]) == ('"4"', '"4-gzip"')
    for sent in ('"4"', '"4-gzip"', 'W/"4-gzip"', '"1", "4-gzip"'):
        for headers in ({}, ALWAYS_GZIP):
            held = mover.get(path, If_None_Match=sent, **headers)
            assert (held.status_code, held.data) == (304, b"")
            assert held.headers["ETag"] in sent
            assert "Accept-Encoding" in held.headers["Vary"]
    assert mover.get(path, If_None_Match='"3-gzip"').status_code == 200
    move = plain.get_json()["choices"][0]["moves"][0]["move"]
    body = {"seat": int(path[-1]), "move": move}
    assert mover.post(f"{game}/moves", body, If_Match='"3-gzip"').status_code == 412
    assert mover.post(f"{game}/moves", body, If_Match='"4-gzip"').status_code == 201


# Other origins

PREFLIGHT = {"Origin": "https://play.example", "Access-Control-Request-Method": "GET"}


def test_any_page_may_read_with_a_token_and_sees_our_headers(client: FlaskClient, bare: FlaskClient) -> None:
    for path in ("/v1/rulesets", "/v1/games/nonsense", "/nowhere", "/openapi.json"):
        answer = client.get(path, headers={"Origin": "https://play.example"})
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        exposed = answer.headers["Access-Control-Expose-Headers"].split(", ")
        assert {"ETag", "Link", "Kifu-Position", "RateLimit", "X-Request-Id", "Location"} <= set(exposed)
        assert "Access-Control-Allow-Credentials" not in answer.headers
    asked = {**PREFLIGHT, "Access-Control-Request-Headers": "authorization"}
    preflight = bare.options("/v1/me", headers=asked)
    assert (preflight.status_code, preflight.data) == (204, b"")
    assert preflight.headers["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "Authorization" in preflight.headers["Access-Control-Allow-Headers"].split(", ")
    assert int(preflight.headers["Access-Control-Max-Age"]) > 0


def test_no_other_page_sees_the_answer_of_a_call_that_writes(client: FlaskClient) -> None:
    writing = [
        (rule.rule, method)
        for rule in client.application.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"})
    ]
    assert {("/v1/guests", "POST"), ("/v1/players", "POST"), ("/v1/players/<name>/recovery", "POST")} <= set(writing)
    for path, method in writing:
        path = re.sub("<[^>]*>", "nothing", path)
        answer = client.open(path, method=method, json={}, headers={"Origin": "https://evil.example"})
        assert not any(name.startswith("Access-Control") for name, _ in answer.headers), path


def test_pages_of_named_origins_may_write_and_no_others(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, cors_origins=("https://play.example",)) as app:
        client = FlaskClient(app)
        named = client.options("/v1/games", headers=PREFLIGHT)
        assert named.headers["Access-Control-Allow-Origin"] == "https://play.example"
        assert "POST" in named.headers["Access-Control-Allow-Methods"]
        other = client.options("/v1/games", headers={**PREFLIGHT, "Origin": "https://evil.example"})
        for answer in (other, client.get("/v1/games"), client.get("/v1/games", headers={"Origin": "null"})):
            assert not any(name.startswith("Access-Control") for name, _ in answer.headers)
            assert "Origin" in answer.headers["Vary"]


def test_other_origins_can_be_shut_out(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, cors_origins=()) as app:
        answer = FlaskClient(app).options("/v1/games", headers=PREFLIGHT)
        assert not any(name.startswith("Access-Control") for name, _ in answer.headers)


@pytest.mark.parametrize(("value", "right"), [("*", True), ("", True), ("https://a.example,http://b:81", True)])
def test_origins_are_a_setting(monkeypatch: pytest.MonkeyPatch, value: str, right: bool) -> None:
    monkeypatch.setenv("KIFU_CORS_ORIGINS", value)
    assert read_settings().cors_origins == tuple(filter(None, value.split(",")))


@pytest.mark.parametrize("value", ["play.example", "https://a.example/", "null", "https://*.example", "* *"])
def test_what_is_no_origin_is_a_bad_setting(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("KIFU_CORS_ORIGINS", value)
    with pytest.raises(BadSettings, match="KIFU_CORS_ORIGINS"):
        read_settings()


# Headers of every answer
