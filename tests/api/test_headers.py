"""The headers of every answer, and what request headers and methods mean for every call."""

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import structlog
from flask import Flask
from flask.testing import FlaskClient
from structlog.testing import LogCapture

from api.requests.blueprint import Answer, Blueprint
from api.responses.deprecation import Deprecated, deprecate
from tests.api.house import Person, bearer, play_on

NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
GZIP = {"Accept_Encoding": "gzip"}
ALWAYS_GZIP = {"Accept_Encoding": "gzip, identity;q=0"}


@pytest.fixture
def bare(app: Flask) -> FlaskClient:
    """A client for requests that the document does not describe."""
    return FlaskClient(app)


# The type of an answer


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


@pytest.mark.usefixtures("database_url")
def test_a_deprecated_call_says_since_when_and_until_when(app: Flask) -> None:
    blueprint = Blueprint("old", url_prefix="/v1/old", description="Calls of a test")
    notice = Deprecated(
        since=datetime(2026, 1, 1, tzinfo=UTC),
        sunset=datetime(2027, 1, 31, 23, 59, 59, tzinfo=UTC),
        link="https://kifu.example/versions#old",
    )

    @blueprint.call(
        "",
        "GET",
        {200: Answer()},
        token=None,
    )
    @deprecate(notice)
    def show_old() -> dict[str, str]:
        """A deprecated call."""
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
def test_a_list_of_tags_that_is_none_is_malformed_for_a_move_and_no_tag_for_a_reader(
    ada: Person, game: str, tags: str
) -> None:
    refused = ada.post(f"{game}/moves", {"seat": 0, "move": {}}, If_Match=tags)
    assert (refused.status_code, refused.get_json()["header"]) == (400, "If-Match")
    for path in (game, "/v1/leaderboards/micro-dojo", "/openapi.json"):
        assert ada.get(path, If_None_Match=tags).status_code == 200


@pytest.mark.parametrize("path", ["/v1/leaderboards/micro-dojo", "game", "/openapi.json", "/docs"])
def test_what_the_client_has_already_is_not_sent_again_whatever_has_become_of_its_tag(
    ada: Person, game: str, path: str
) -> None:
    path = game if path == "game" else path
    tag = ada.get(path).headers["ETag"]
    for sent in (tag, f"W/{tag}", f'"other", {tag}', f'{tag[:-1]}-gzip"', "*"):
        held = ada.get(path, If_None_Match=sent)
        assert (held.status_code, held.data, "Content-Type" in held.headers) == (304, b"", False), sent
        assert held.headers["ETag"] in (sent if sent != "*" else tag)
    assert ada.get(path, If_None_Match='"other"').status_code == 200


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
