"""Cross-origin requests: what scripts of other web pages may do here (the CORS protocol of the Fetch standard).

No cookie protects anything here, so a page can do only what its visitor's token allows, and only if it has the token.
Any page may therefore read, but no more: a registration would come from its visitor's address, and its response holds a
token. Only pages of origins named by the operator may write.
"""

from __future__ import annotations

from flask import Request, Response

ANY = "*"
READ = "GET, HEAD"
READ_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
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


EXPOSED = ("Access-Control-Expose-Headers", RESPONSE_HEADERS)
FOR_ANY = (("Access-Control-Allow-Origin", ANY), EXPOSED)
PREFLIGHT = (("Access-Control-Allow-Headers", REQUEST_HEADERS), ("Access-Control-Max-Age", MAX_AGE))


class CrossOrigin:
    """The origins whose pages may use the service; `*` stands for any, which may only read."""

    def __init__(self, origins: tuple[str, ...]) -> None:
        self._any = ANY in origins
        self._named = frozenset(origins) - {ANY}

    def allow(self, response: Response, request: Request) -> tuple[tuple[str, str], ...]:
        """Return the headers that let the requesting page read the response; none if it may not.

        The response to a preflight says what the page may send.
        """
        reads = request.method in READ_METHODS
        origin: str = request.environ.get("HTTP_ORIGIN", "")
        is_named = origin in self._named
        if self._named:
            vary = response.headers.get("Vary")
            response.headers["Vary"] = f"{vary}, Origin" if vary else "Origin"
        if not is_named and not (self._any and reads):
            return ()
        # If any page may read, the answer is the same with or without an Origin, so one cached answer serves all.
        allowed: tuple[tuple[str, str], ...] = (
            (("Access-Control-Allow-Origin", origin), EXPOSED) if is_named else FOR_ANY
        )
        if request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.environ:
            methods = ("Access-Control-Allow-Methods", WRITE if is_named else READ)
            return (*allowed, methods, *PREFLIGHT)
        return allowed
