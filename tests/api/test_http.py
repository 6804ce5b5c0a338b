"""What all calls have in common over HTTP: types, pages, limits, compression, other origins, odd requests."""

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import structlog
from flask import Flask
from flask.testing import FlaskClient
from structlog.testing import LogCapture

from api.requests.blueprint import Answer, Blueprint
from api.requests.compression import SMALLEST
from api.requests.deprecation import Deprecated
from service.settings import BadSettings, read_settings
from tests.api.house import Person, app_on, bearer, play_on
from tests.api.test_read_models import position

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
    "accept", ["text/html", "image/*", "application/json;q=0", "*/*;q=0", "application/xml, text/html"]
)
def test_what_cannot_be_given_is_not_acceptable_on_any_call(ada: Person, app: Flask, game: str, accept: str) -> None:
    document = ada.get("/openapi.json").get_json()
    for path, methods in document["paths"].items():
        for method in {"get", "post"} & methods.keys():
            answer = ada.client.open(path, method=method.upper(), headers={"Accept": accept})
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
    assert ada.get("/nowhere", Accept="text/html").content_type == "application/problem+json"


# Pages


def follow(person: Person, path: str) -> Iterator[dict[str, Any]]:
    """The pages of a list, from link to link."""
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
        person.get("/v1/games", Kifu_Wait_For=position(person, game))
    name = quote(person.name)
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


def test_a_registration_is_counted_by_two_policies(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, rate_limit="9/minute", rate_limit_players="1/hour") as app:
        first, second = (app.test_client().post("/v1/players", json={"name": name}) for name in ("Ada", "Bob"))
        assert first.headers["RateLimit-Policy"] == '"requests-60s";q=9;w=60, "registrations-3600s";q=1;w=3600'
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


def test_no_answer_can_be_framed_sniffed_or_leaks_its_address(client: FlaskClient) -> None:
    for path in ("/docs", "/v1/rulesets", "/nowhere", "/healthz", "/openapi.json"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert headers["Referrer-Policy"] == "no-referrer"


TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


@pytest.fixture
def logged() -> Iterator[LogCapture]:
    captured, before = LogCapture(), structlog.get_config()
    structlog.configure(processors=[structlog.contextvars.merge_contextvars, captured])
    yield captured
    structlog.configure(**before)


@pytest.mark.parametrize(
    ("header", "known"),
    [
        (f"00-{TRACE}-{SPAN}-01", True),
        (f"cc-{TRACE}-{SPAN}-01-what-will-come", True),
        (f"00-{TRACE}-{SPAN}-01-more", False),
        (f"ff-{TRACE}-{SPAN}-01", False),
        (f"00-{'0' * 32}-{SPAN}-01", False),
        (f"00-{TRACE}-{'0' * 16}-01", False),
        (f"00-{TRACE.upper()}-{SPAN}-01", False),
        ("00", False),
        ("", False),
    ],
)
def test_the_trace_of_the_caller_is_in_the_logs(
    client: FlaskClient, logged: LogCapture, header: str, known: bool
) -> None:
    client.get("/v1/rulesets", headers={"traceparent": header, "X-Request-Id": "r-1"})
    (line,) = [entry for entry in logged.entries if entry["event"] == "request"]
    assert line["request_id"] == "r-1"
    assert (line.get("trace_id"), line.get("span_id")) == ((TRACE, SPAN) if known else (None, None))
    client.get("/healthz")
    assert "trace_id" not in logged.entries[-1], "of the request before"


# Deprecation


def test_a_deprecated_call_says_since_when_and_until_when(app: Flask) -> None:
    blueprint = Blueprint("old", url_prefix="/v1/old", description="Calls of a test")
    notice = Deprecated(
        since=datetime(2026, 1, 1, tzinfo=UTC),
        sunset=datetime(2027, 1, 31, 23, 59, 59, tzinfo=UTC),
        link="https://kifu.example/versions#old",
    )

    @blueprint.call("", "GET", {200: Answer()}, token=None, deprecated=notice)
    def show_old() -> dict[str, str]:
        """Show something old."""
        return {"old": "yes"}

    app.register_blueprint(blueprint)
    answer = FlaskClient(app).get("/v1/old")
    assert answer.headers["Deprecation"] == "@1767225600"
    assert answer.headers["Sunset"] == "Sun, 31 Jan 2027 23:59:59 GMT"
    assert answer.headers["Link"] == '<https://kifu.example/versions#old>; rel="deprecation"; type="text/html"'
    assert show_old._apidoc["manual_doc"]["deprecated"] is True  # type: ignore[attr-defined]
    assert "Deprecation" not in app.test_client().get("/v1/rulesets").headers


def test_a_call_cannot_end_before_it_is_deprecated() -> None:
    with pytest.raises(ValueError, match="before"):
        Deprecated(datetime(2026, 1, 2, tzinfo=UTC), "https://kifu.example", datetime(2026, 1, 1, tzinfo=UTC))


# Odd requests


def test_options_name_the_methods_of_a_path(bare: FlaskClient, game: str) -> None:
    for path, methods in (
        ("/v1/games", {"GET", "HEAD", "OPTIONS", "POST"}),
        (f"{game}/moves", {"OPTIONS", "POST"}),
        ("/healthz", {"GET", "HEAD", "OPTIONS"}),
    ):
        answer = bare.options(path)
        assert (answer.status_code, answer.data) == (204, b"")
        assert set(answer.headers["Allow"].split(", ")) == methods
        assert "Content-Type" not in answer.headers
    assert bare.options("/nowhere").status_code == 404


def test_head_answers_as_get_without_a_body(ada: Person, game: str) -> None:
    for path in (game, f"{game}/steps", f"{game}/archive", "/v1/rulesets", "/metrics", "/docs"):
        get, head = ada.get(path), ada.client.head(path, headers=bearer(ada.token))
        assert (head.status_code, head.data, head.content_type) == (200, b"", get.content_type), path
        for name in ("ETag", "Vary", "Cache-Control", "Content-Length"):
            if path != "/metrics":
                assert head.headers.get(name) == get.headers.get(name), (path, name)


def test_a_method_that_a_path_lacks_is_refused_with_those_it_has(client: FlaskClient, game: str) -> None:
    for method, path in (("HEAD", f"{game}/moves"), ("GET", f"{game}/moves"), ("PUT", game), ("TRACE", game)):
        answer = client.open(path, method=method)
        assert answer.status_code == 405
        assert "OPTIONS" in answer.headers["Allow"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Range": "bytes=0-10"},
        {"Range": "nonsense"},
        {"If-Range": '"4"', "Range": "bytes=0-1"},
        {"If-Modified-Since": "yesterday"},
        {"Accept-Language": "\x80;q=nan"},
        {"Accept-Charset": "none;q=0"},
        {"Origin": "null"},
        {"Access-Control-Request-Method": "GET"},
        {"X-Forwarded-For": "not an address,,"},
        {"Accept": "a" * 5000},
        {"Accept-Encoding": ";;;q=,"},
        {"Prefer": "return=minimal"},
    ],
)
def test_headers_that_mean_nothing_here_change_nothing(ada: Person, game: str, headers: dict[str, str]) -> None:
    plain = ada.get(game)
    answer = ada.client.get(game, headers={**bearer(ada.token), **headers})
    assert (answer.status_code, answer.data) == (200, plain.data)


@pytest.mark.parametrize("coding", ["gzip", "br", "identity, gzip"])
def test_a_compressed_body_is_not_taken_for_json(ada: Person, coding: str) -> None:
    body = gzip.compress(b'{"ruleset": "micro-dojo", "seats": 2}')
    headers = {**bearer(ada.token), "Content-Type": "application/json", "Content-Encoding": coding}
    answer = ada.client.post("/v1/games", data=body, headers=headers)
    assert (answer.status_code, answer.get_json()["code"]) == (415, "unsupported-media-type")


@pytest.mark.parametrize("tags", ["4", '"4', '"4" "5"', "W/4", '"a\tb"', ",", '"' + "4" * 2000 + '"'])
def test_a_list_of_tags_that_is_none_is_malformed(ada: Person, game: str, tags: str) -> None:
    answer = ada.get(game, If_None_Match=tags)
    assert (answer.status_code, answer.get_json()["header"]) == (400, "If-None-Match")


def test_a_live_stream_can_be_read_line_by_line(ada: Person, bob: Person) -> None:
    path = ada.open()
    watching = ada.get(f"{path}/live", Accept=NDJSON)
    assert watching.content_type == NDJSON
    lines = (line for chunk in watching.iter_encoded() for line in chunk.splitlines() if line)
    assert json.loads(next(lines))["event"] == "game"
    ada.post(f"{path}/seats")
    assert json.loads(next(lines))["data"]["seats"][0]["player"] == "Ada"
    bob.post(f"{path}/seats")
    play_on([ada, bob], path, most=2)
    ada.post(f"{path}/resignation", {"seat": 0})
    rest = [json.loads(line) for line in lines]
    assert [(event["event"], event["id"]) for event in rest] == [
        *(("step", version) for version in (4, 5, 6, 7)),
        ("end", 7),
    ]
    steps = ada.get(f"{path}/steps").get_json()["items"]
    assert [event["data"] for event in rest[:-1]] == steps
    assert rest[-1]["data"]["status"] == "resigned"
    resumed = ada.get(f"{path}/live", Accept=NDJSON, Last_Event_ID="5").data.splitlines()
    assert [json.loads(line)["id"] for line in resumed if line] == [6, 7, 7]


def test_watching_with_both_forms_at_once_mixes_nothing(ada: Person, game: str) -> None:
    forms = {accept: next_event(ada, game, accept) for accept in (SSE, NDJSON, "*/*")}
    assert forms[SSE] == forms["*/*"]
    assert forms[SSE].startswith(b"id: 4\ndata: {")
    assert forms[NDJSON].startswith(b'{"event":"step","id":4,')
    assert ada.get(f"{game}/live", Accept="application/json").status_code == 406


def next_event(person: Person, game: str, accept: str) -> bytes:
    answer = person.get(f"{game}/live", Accept=accept)
    chunks = answer.iter_encoded()
    next(chunks)
    event = next(chunks)
    answer.close()
    return event
