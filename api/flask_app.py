"""Flask as this service uses it: without sessions, host matching and coroutines, and with bodies as lists of bytes.

Each of these would cost every request some microseconds, and nothing here needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import IO, TYPE_CHECKING, Any, cast

from flask import Flask, Request, Response, current_app, request
from flask.sessions import NullSession, SessionInterface
from werkzeug.datastructures import Headers
from werkzeug.routing import MapAdapter, Rule
from werkzeug.utils import cached_property

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment
WITHOUT_BODY = (204, 304)
REWRITTEN = frozenset({"location", "content-location"})
"""Headers whose addresses werkzeug rewrites."""


class KifuRequest(Request):
    """A request whose body is read at once if its announced length is within the limit.

    Its members are what the steps around every request find out: the id for the logs, when it began by `perf_counter`,
    the limits that it counted against with what is left of them, the negotiated media type, and whether its game is
    unlisted.
    """

    request_id = ""
    began = 0.0
    limits: Sequence[tuple[str, str]] = ()
    media_type: str | None = None
    is_unlisted = False

    @cached_property
    def stream(self) -> IO[bytes]:
        """The body; reading it raises RequestEntityTooLarge if it is longer than the limit."""
        length, limit = self.content_length, self.max_content_length
        if length is None or limit is None or length > limit or "wsgi.input_terminated" not in self.environ:
            return super().stream
        return cast(IO[bytes], self.environ["wsgi.input"])


class KifuResponse(Response):
    """A response with `common` headers, which are appended unchecked after its own."""

    common: tuple[tuple[str, str], ...] = ()

    def get_wsgi_headers(self, environ: WSGIEnvironment) -> Headers:
        """Return this response's headers; let werkzeug complete them only if necessary."""
        names = {name.lower() for name, _ in self.headers}
        if self.status_code in WITHOUT_BODY or "content-length" not in names or not REWRITTEN.isdisjoint(names):
            return super().get_wsgi_headers(environ)
        return self.headers

    def get_app_iter(self, environ: WSGIEnvironment) -> Iterable[bytes]:
        """Return the body, as a list unless it is streamed."""
        whole = self.is_sequence and not self._on_close and self.status_code not in WITHOUT_BODY
        if not whole or environ["REQUEST_METHOD"] == "HEAD":
            return super().get_app_iter(environ)
        return list(self.iter_encoded())

    def get_wsgi_response(self, environ: WSGIEnvironment) -> tuple[Iterable[bytes], str, list[tuple[str, str]]]:
        """Return body, status and headers."""
        parts, status, headers = super().get_wsgi_response(environ)
        return parts, status, [*headers, *self.common]


class NoSessions(SessionInterface):
    """Gives every request the same empty, read-only session."""

    def __init__(self) -> None:
        self._none = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """Return the empty session."""
        return self._none


class MatchedRule(Rule):
    """A rule that matches requests and builds no URLs.

    Compiling its URL builders would take most of the time needed to make an app.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        return _build_no_address


def _build_no_address(rule: Rule, **values: object) -> tuple[str, str]:
    raise NotImplementedError(f"{rule.rule} is only matched; write the address as text")


class KifuFlask(Flask):
    """A Flask app of synchronous views on a single host."""

    request_class = KifuRequest
    url_rule_class = MatchedRule
    response_class = KifuResponse
    session_interface = NoSessions()

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Match by path and method alone."""
        if request is None:
            return None
        environ = request.environ
        path = environ["PATH_INFO"].encode("latin-1").decode(errors="replace")
        return MapAdapter(self.url_map, "", environ["SCRIPT_NAME"], "", "http", path, environ["REQUEST_METHOD"])

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchanged."""
        return func


def current_request() -> KifuRequest:
    """Return the current request itself: each attribute read through Flask's proxy takes ten times as long."""
    return cast(KifuRequest, request._get_current_object())  # type: ignore[attr-defined]


def current_flask() -> Flask:
    """Return the app of the current request itself rather than its proxy."""
    return cast(Flask, current_app._get_current_object())  # type: ignore[attr-defined]
