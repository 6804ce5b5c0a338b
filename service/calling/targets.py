"""Which addresses may be called: public ones by https, and hosts of the operator's choice.

A webhook makes the service send a request wherever a stranger says. So the address is looked up once, each of its
answers is checked, and the connection goes to the address that was checked.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias
from urllib.parse import SplitResult, urlsplit

from domain.kernel.language import Later, later

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

LONGEST_URL = 500
HTTPS_PORT, HTTP_PORT = 443, 80
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""Addresses of this network lead to the IPv4 address in their last four bytes."""
RELAYS = ipaddress.IPv4Network("192.88.99.0/24")
"""Relays of 6to4, which lead into networks that nobody names."""


class BadTarget(Exception):
    """The address must not be called; `why` says what would be right."""

    def __init__(self, why: Later) -> None:
        super().__init__(str(why))
        self.why = why


class Target(NamedTuple):
    """Where to send a call. A trusted one is the operator's choice: by http too, and on private networks."""

    secure: bool
    host: str
    port: int
    path: str
    trusted: bool


def read_target(url: str, trusted: Collection[str] = ()) -> Target:
    """Read the URL of a webhook; `trusted` are hosts, with or without ports, of the operator's choice.

    Raises BadTarget.
    """
    parts, port = _split(url)
    host = (parts.hostname or "").lower()
    if not host or parts.scheme not in ("http", "https"):
        raise BadTarget(later("A webhook is a URL such as https://example.org/kifu."))
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise BadTarget(later("A webhook has no name, password or fragment in its URL."))
    secure = parts.scheme == "https"
    port = port or (HTTPS_PORT if secure else HTTP_PORT)
    is_trusted = host in trusted or f"{host}:{port}" in trusted
    if not secure and not is_trusted:
        raise BadTarget(later("A webhook is called by https:// only, so that nobody on the way can read or change it."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, host, port, path, is_trusted)


def find_address(target: Target) -> str:
    """Look up the address of a target's host. Raises BadTarget if one of its addresses is not public, and OSError."""
    found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    addresses: Sequence[str] = [str(place[0]) for *_, place in found]
    if not target.trusted and not all(is_public(ipaddress.ip_address(one.partition("%")[0])) for one in addresses):
        raise BadTarget(later("{host} is not on the public network.", host=target.host))
    return addresses[0]


def is_public(address: Address) -> bool:
    """Return whether an address belongs to one machine of the public network."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(inner)
        if address.teredo is not None or address.is_site_local:
            return False
    elif address in RELAYS:
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def _split(url: str) -> tuple[SplitResult, int | None]:
    if len(url) > LONGEST_URL or not url.isascii() or any(mark <= " " or mark == "\x7f" for mark in url):
        raise BadTarget(later("The URL of a webhook has at most {most} visible ASCII characters.", most=LONGEST_URL))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadTarget(later("A webhook is a URL such as https://example.org/kifu.")) from None
    return parts, port
