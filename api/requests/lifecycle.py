"""The steps around every request.

Before the call runs, the request gets its id for the logs, is counted against the limits, and its media type is
negotiated, in this order. The response then gets the common headers, is compressed, counted and logged.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache

import structlog
from flask import Flask, Response, current_app
from prometheus_client import Counter, Histogram

from api.flask_app import KifuResponse, current_request
from api.requests.limits import Limits
from api.requests.negotiation import negotiate, offered_types
from api.requests.readers import check_reader, keep_private
from api.requests.services import EXTENSION, Services
from api.requests.tracing import begin_trace
from api.responses.compression import compress
from api.responses.cors import CrossOrigin
from api.responses.deprecation import Deprecated
from api.server.addresses import network_of
from service.metrics import LATENCY, REQUESTS

log = structlog.get_logger("kifu.api")

UNLIMITED = frozenset({"operations", "docs", "page"})
"""The blueprints whose calls are exempt from the limits."""

POLICY = "Content-Security-Policy"
NOTHING = "default-src 'none'"
NO_FRAMES = "frame-ancestors 'none'"
SAFETY: tuple[tuple[str, str], ...] = (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"))
SAFETY_OF_DATA = (*SAFETY, (POLICY, f"{NOTHING}; {NO_FRAMES}"))
"""The headers of a response without a policy of its own; pages bring theirs."""


def install(app: Flask, document: Mapping[str, object]) -> None:
    """Install these steps around every request of the app; its calls are registered and described by `document`."""
    services: Services = app.extensions[EXTENSION]
    limits = Limits(services.settings)
    cross_origin = CrossOrigin(services.settings.cors_origins)
    offered = offered_types(document, app.url_map)

    @app.before_request
    def begin() -> Response | None:
        sent = current_request()
        sent.began = time.perf_counter()
        environ = sent.environ
        begin_trace(environ)
        if sent.method == "OPTIONS" and sent.url_rule is not None:
            return _allowed_methods()
        endpoint = sent.endpoint
        if sent.blueprint not in UNLIMITED:
            known = services.identity.known(environ.get("HTTP_AUTHORIZATION"))
            limits.count(endpoint, sent.method, known, network_of(environ.get("REMOTE_ADDR", "")))
        types = offered.get(endpoint or "")
        if types:
            negotiate(types)
        check_reader()
        return None

    @app.after_request
    def finish(response: KifuResponse) -> KifuResponse:
        sent = current_request()
        call = sent.endpoint or "none"
        safety = SAFETY_OF_DATA
        if POLICY in response.headers:
            response.headers[POLICY] += f"; {NO_FRAMES}"
            safety = SAFETY
        _announce_deprecation(response, app.view_functions.get(call))
        keep_private(response)
        if len(offered.get(call, ())) > 1:
            response.vary.add("Accept")
        allowed = cross_origin.allow(response, sent)
        response.common = (("X-Request-Id", sent.request_id), *safety, *limits.headers(), *allowed)
        compress(response, sent.environ)
        seconds = time.perf_counter() - sent.began
        _requests(call, response.status_code).inc()
        _latency(call).observe(seconds)
        log.debug("request", call=call, status=response.status_code, seconds=seconds)
        return response


def _allowed_methods() -> Response:
    """Return the answer to OPTIONS."""
    response = current_app.make_default_options_response()
    response.status_code = 204
    del response.headers["Content-Type"]
    return response


def _announce_deprecation(response: Response, view: object) -> None:
    notice: Deprecated | None = getattr(view, "deprecated", None)
    if notice is None:
        return
    for name, value in notice.headers().items():
        # A page already has a link to the next one.
        response.headers.add(name, value)


@cache
def _requests(call: str, status: int) -> Counter:
    return REQUESTS.labels(call, status)


@cache
def _latency(call: str) -> Histogram:
    return LATENCY.labels(call)
