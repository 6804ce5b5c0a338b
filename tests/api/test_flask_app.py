"""The parts of Flask that the service omits, and those that it must keep."""

import io
import json
from typing import Any

import pytest
from flask import Flask, Response, session, url_for

from api.flask_app import KifuFlask
from api.server.gateway import make_environ


def ask(app: Flask, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[str, dict[str, str], Any]:
    """Send a request as the server does; return the status, the headers and the body from the app."""
    sent = {"host": "kifu.example", "content-type": "application/json", **headers}
    if body:
        sent["content-length"] = str(len(body))
    environ = make_environ(
        {
            "method": method,
            "raw_path": path.encode(),
            "query_string": b"",
            "http_version": "1.1",
            "server": ("127.0.0.1", 8000),
            "client": ("127.0.0.1", 50000),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        }
    )
    environ["wsgi.input"] = io.BytesIO(body)
    answers: list[tuple[str, dict[str, str]]] = []
    parts = app.wsgi_app(environ, lambda status, fields, _=None: answers.append((status, dict(fields))))  # type: ignore[arg-type,misc,return-value]
    return *answers[0], parts


def test_the_body_of_an_answer_is_one_piece_in_a_list(app: Flask) -> None:
    status, headers, parts = ask(app, "POST", "/v1/players", b'{"name": "Ada"}')
    assert status == "201 CREATED"
    assert isinstance(parts, list)
    (body,) = parts
    assert json.loads(body)["name"] == "Ada"
    assert headers["Content-Length"] == str(len(body))


def test_an_answer_to_head_has_the_headers_of_get_and_no_body(app: Flask) -> None:
    _, wanted, parts = ask(app, "GET", "/v1/rulesets")
    assert len(b"".join(parts)) == int(wanted["Content-Length"])
    _, headers, parts = ask(app, "HEAD", "/v1/rulesets")
    assert headers["Content-Length"] == wanted["Content-Length"]
    assert b"".join(parts) == b""


@pytest.mark.parametrize("host", ["kifu.example", f"{'a' * 64}.example", "no host at all", ""])
def test_the_name_of_the_host_means_nothing(app: Flask, host: str) -> None:
    status, _, _ = ask(app, "GET", "/healthz", host=host)
    assert status == "200 OK"


def test_a_path_that_is_not_utf8_is_not_found(app: Flask) -> None:
    status, _, _ = ask(app, "GET", "/v1/%ff")
    assert status == "404 NOT FOUND"


def test_no_request_has_a_session() -> None:
    app = KifuFlask("empty")

    @app.get("/")
    def remember() -> Response:
        session["visits"] = 1
        return Response()

    app.testing = True
    with pytest.raises(RuntimeError, match="session is unavailable"):
        app.test_client().get("/")
    assert "Set-Cookie" not in app.test_client().get("/nowhere").headers


def test_addresses_in_headers_are_written_in_ascii() -> None:
    app = KifuFlask("empty")

    @app.get("/")
    def lead() -> Response:
        return Response("there", 201, {"Location": "/v1/players/Zoë"})

    assert app.test_client().get("/").headers["Location"] == "/v1/players/Zo%C3%AB"


def test_addresses_are_matched_and_never_built(app: Flask) -> None:
    with app.test_request_context("/healthz"), pytest.raises(NotImplementedError, match="/healthz is only matched"):
        url_for("operations.get_health")
