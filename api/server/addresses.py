"""Groups network addresses that count as one for the limits."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import AddressValueError, IPv6Address
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication

from werkzeug.middleware.proxy_fix import ProxyFix

HOST_BITS = 64


def network_of(address: str) -> str:
    """Return the address, or the network of an IPv6 address, since one customer has all its 2**64 addresses."""
    if ":" not in address:
        return address
    try:
        parsed = IPv6Address(address.partition("%")[0])
    except AddressValueError:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> HOST_BITS << HOST_BITS)}/{HOST_BITS}"


class ClientFinder:
    """WSGI middleware that puts the client's address into the environ if `proxies` are trusted to name it.

    Nothing else from proxies is used. Doing it twice is harmless, since the header stays.
    """

    def __init__(self, app: WSGIApplication, proxies: int) -> None:
        self._app = app
        fixed = {"x_for": proxies, "x_proto": 0, "x_host": 0, "x_port": 0, "x_prefix": 0}
        self._fix = ProxyFix(lambda _environ, _start: [], **fixed) if proxies else None

    def find(self, environ: dict[str, Any]) -> None:
        """Put the address of the client into an environ."""
        if self._fix is not None:
            self._fix(environ, _start_nothing)

    def __call__(self, environ: dict[str, Any], start: StartResponse) -> Iterable[bytes]:
        """Answer a request, as WSGI demands."""
        self.find(environ)
        return self._app(environ, start)


def _start_nothing(_status: str, _headers: object, _error: object = None) -> Any:
    """A start_response that sends nothing to a client."""
