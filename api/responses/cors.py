"""Cross-origin requests: what scripts of other web pages may do here (the CORS protocol of the Fetch standard).

Nothing here is protected by a cookie, so a page can do only what its visitor's token allows it, and only if it has the
token. Any page may therefore read. Writing without a token, such as registering players in the name of an address, is
left to pages of the origins that the operator names.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response, request

ANY = "*"
READ = "GET, HEAD"
WRITE = "GET, HEAD, POST, PUT, DELETE"
MAX_AGE = "7200"
REQUEST_HEADERS = ", ".join(
    (
        "Authorization",
        "Content-Type",
        "Idempotency-Key",
        "If-Match",
        "If-None-Match",
        "Kifu-Link",
        "Kifu-Signature",
        "Kifu-Wait-For",
        "Last-Event-ID",
        "X-Request-Id",
        "traceparent",
    )
)
RESPONSE_HEADERS = ", ".join(
    (
        "Content-Disposition",
        "Deprecation",
        "ETag",
        "Idempotent-Replayed",
        "Kifu-Position",
        "Link",
        "Location",
        "RateLimit",
        "RateLimit-Policy",
        "Retry-After",
        "Sunset",
        "WWW-Authenticate",
        "X-Request-Id",
    )
)


class CrossOrigin:
    """The origins whose pages may use the service: `*` stands for any, which may read only."""

    def __init__(self, origins: tuple[str, ...]) -> None:
        self._any = ANY in origins
        self._named = frozenset(origins) - {ANY}

    def headers(self) -> Mapping[str, str]:
        """The headers that let the page which sent the current request have the answer; none if it may not."""
        origin = request.environ.get("HTTP_ORIGIN")
        if origin in self._named:
            return {"Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": RESPONSE_HEADERS}
        if self._any:
            # Whether an Origin was sent or not: so one cached answer serves all pages.
            return {"Access-Control-Allow-Origin": ANY, "Access-Control-Expose-Headers": RESPONSE_HEADERS}
        return {}

    def add_headers(self, response: Response) -> None:
        """Add them to an answer, and to the answer to a preflight what the page may send."""
        for name, value in self.headers().items():
            response.headers.add(name, value)
        if self._named:
            vary = response.headers.get("Vary")
            response.headers["Vary"] = f"{vary}, Origin" if vary else "Origin"
        preflight = request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.environ
        if preflight and "Access-Control-Allow-Origin" in response.headers:
            named = request.environ.get("HTTP_ORIGIN") in self._named
            response.headers["Access-Control-Allow-Methods"] = WRITE if named else READ
            response.headers["Access-Control-Allow-Headers"] = REQUEST_HEADERS
            response.headers["Access-Control-Max-Age"] = MAX_AGE
