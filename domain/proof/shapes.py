"""The types of the numbers and paths in proofs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.proof.receipts import Hex64

LONGEST_PATH = 64
"""No tree of fewer than 2**64 leaves has a longer proof."""

Partition: TypeAlias = Annotated[int, Meta(ge=0, le=999)]
Size: TypeAlias = Annotated[int, Meta(ge=1, le=999_999_999_999_999)]
Index: TypeAlias = Annotated[int, Meta(ge=0, le=999_999_999_999_999)]
PositiveCount: TypeAlias = Annotated[int, Meta(ge=1, le=999_999_999)]
Path: TypeAlias = Annotated[tuple[Hex64, ...], Meta(max_length=LONGEST_PATH)]


def path_bytes(path: tuple[str, ...]) -> list[bytes]:
    """Parse the hashes of a path from hexadecimal."""
    return [bytes.fromhex(step) for step in path]


def path_digits(path: Sequence[bytes]) -> tuple[str, ...]:
    """Write the hashes of a path in hexadecimal."""
    return tuple(step.hex() for step in path)
