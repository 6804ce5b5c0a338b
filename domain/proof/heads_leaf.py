"""A leaf of the log of heads: a text with the size and root of every partition after a run of the checkpointer."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from domain.kernel.language import say
from domain.proof import merkle

_LINE = re.compile("([0-9]{1,3}) (0|[1-9][0-9]{0,14}) ([0-9a-f]{64})", re.ASCII)
_TIME = re.compile("time ([0-9T:.Z+-]{20,40})", re.ASCII)
FIRST_LINE = "kifu heads 1"


class BadLeaf(ValueError):
    """A text that is not a leaf of the log of heads; says why."""


class PartitionRoot(msgspec.Struct, frozen=True):
    """The number of leaves in a partition's log, and the root over them, 32 bytes."""

    size: int
    root: bytes


NO_EVENTS = PartitionRoot(0, merkle.EMPTY)
"""The leaf entry of a partition without signed events."""


class HeadsLeaf(msgspec.Struct, frozen=True):
    """The contents of a leaf: the time of the run, and the roots of all partitions, by number."""

    time: str
    roots: tuple[PartitionRoot, ...]

    @property
    def text(self) -> str:
        """The text that is hashed and published."""
        lines = [f"{n} {one.size} {one.root.hex()}\n" for n, one in enumerate(self.roots)]
        return f"{FIRST_LINE}\ntime {self.time}\n{''.join(lines)}"

    @property
    def hash(self) -> bytes:
        """The hash of the leaf."""
        return merkle.leaf_hash(self.text.encode())


def parse_leaf(text: str) -> HeadsLeaf:
    """Parse a leaf; raises BadLeaf."""
    lines = text.split("\n")
    time = _TIME.fullmatch(lines[1]) if len(lines) > 2 else None
    if lines[0] != FIRST_LINE or time is None or lines[-1]:
        raise BadLeaf(
            say("A leaf starts with the lines {line!r} and `time`, and ends with a line break.", line=FIRST_LINE)
        )
    return HeadsLeaf(time[1], _parse_roots(lines[2:-1]))


def _parse_roots(lines: Sequence[str]) -> tuple[PartitionRoot, ...]:
    found = []
    for n, line in enumerate(lines):
        match = _LINE.fullmatch(line)
        if match is None or match[1] != str(n):
            raise BadLeaf(
                say(
                    "Line {line} of the leaf is not that of partition {partition}: its number, size and root.",
                    line=n + 3,
                    partition=n,
                )
            )
        found.append(PartitionRoot(int(match[2]), bytes.fromhex(match[3])))
    return tuple(found)
