"""What counts as one address where an address has a limit."""

from __future__ import annotations

from ipaddress import AddressValueError, IPv6Address

HOST_BITS = 64


def network_of(address: str) -> str:
    """Return the address itself, or the network of an IPv6 address: one customer has all 2**64 addresses of it."""
    if ":" not in address:
        return address
    try:
        parsed = IPv6Address(address.partition("%")[0])
    except AddressValueError:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> HOST_BITS << HOST_BITS)}/{HOST_BITS}"
