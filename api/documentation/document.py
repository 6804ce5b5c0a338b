"""The OpenAPI document as it is served, for programs and as pages."""

from __future__ import annotations

import gzip
import hashlib
from base64 import b64encode
from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

import msgspec
from flask import Blueprint, Flask, Response
from werkzeug.exceptions import NotFound

from api.documentation.openapi import Document
from api.documentation.pages import SCRIPT, write_pages
from api.documentation.played import prefix
from api.documentation.sharing import share
from api.flask_app import current_request
from api.requests.etags import held_tag, send_unchanged
from api.responses.compression import LEVEL, TAG_SUFFIX, prefers_gzip
from api.responses.languages import speak_as_asked
from api.server.lanes import Lane, use_lane
from domain.kernel.language import once_a_language
from domain.kernel.ruleset import AnyRuleset


def install(app: Flask, build: Callable[[], Document], rulesets: Iterable[AnyRuleset]) -> None:
    """Serve an OpenAPI document at /openapi.json and as pages at /docs.

    `build` makes the document of a service with these `rulesets`, at the first request.
    """
    digest = b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    blueprint = Blueprint("docs", __name__, template_folder="templates")

    @cache
    def document() -> Document:
        return build()

    @cache
    def encoded() -> Kept:
        return Kept.of(msgspec.json.encode(share(document())))

    @once_a_language(1)
    def pages() -> dict[str, Kept]:
        written = write_pages(document(), {ruleset.id: prefix(ruleset) for ruleset in rulesets})
        return {path: Kept.of(text.encode()) for path, text in written.items()}

    @blueprint.get("/openapi.json")
    @use_lane(Lane.READERS)
    def openapi() -> Response:
        return encoded().send("application/json")

    @blueprint.get("/docs")
    @blueprint.get("/docs/<path:name>")
    @use_lane(Lane.READERS)
    @speak_as_asked
    def page(name: str = "") -> Response:
        found = pages().get(f"/docs/{name}" if name else "/docs")
        if found is None:
            raise NotFound
        response = found.send("text/html; charset=utf-8")
        response.headers["Content-Security-Policy"] = policy
        return response

    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.register_blueprint(blueprint)


class Kept(NamedTuple):
    """A body that never changes while the service runs, plain and compressed, with its entity tag."""

    plain: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, body: bytes) -> Kept:
        """Keep a body."""
        return cls(body, gzip.compress(body, LEVEL, mtime=0), hashlib.sha256(body).hexdigest()[:16])

    def send(self, content_type: str) -> Response:
        """Return the response: the body in the encoding that the client accepts, or 304 if the client has it."""
        held = held_tag(self.tag)
        if held is not None:
            return send_unchanged(held, cache="no-cache")
        response = Response(content_type=content_type, headers={"Cache-Control": "no-cache"})
        if prefers_gzip(current_request().environ):
            response.set_data(self.packed)
            response.set_etag(f"{self.tag}{TAG_SUFFIX}")
            response.headers["Content-Encoding"] = "gzip"
        else:
            response.set_data(self.plain)
            response.set_etag(self.tag)
        return response
