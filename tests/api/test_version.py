"""The version of Kifu, as a running service reports it."""

from __future__ import annotations

from flask.testing import FlaskClient

from service.version import VERSION


def test_the_service_says_its_version(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"status": "alive", "version": VERSION}
    assert f'kifu_build_info{{version="{VERSION}"}} 1.0' in client.get("/metrics").text
    assert client.get("/openapi.json").get_json()["info"]["version"] == VERSION
