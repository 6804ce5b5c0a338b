"""The seed of a game: the server's seed, and what the players have added to it.

The server's seed is published as its SHA-256 when the game opens, before anyone sits down. A player may add entropy, a
short text, when taking a seat; it is public at once. When the last seat is taken the seed of the game is fixed: if
nobody has added anything, it is the server's seed, otherwise the HMAC-SHA-256 under the server's seed of the name of
the derivation, a zero byte and, seat after seat, the length of its text in UTF-8 (four bytes, big-endian; 0 for none)
and the text. Neither the server nor any player can choose it alone; docs/fair-chance.md says what this does not
guarantee.

The derivation also says under which numbers outcomes are drawn. With "kifu-seed-1", or if a game names none, it is the
number of the step. Disputes and take-backs are steps too, so somebody who knew the seed could try until a number suited
them. With "kifu-seed-2", the steps in which chance decided something are counted separately, from 1: nothing else
advances that count, and nothing sets it back, not even a ruling that undoes the step.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

Derivation: TypeAlias = Literal["kifu-seed-1", "kifu-seed-2"]

DERIVATION: Derivation = "kifu-seed-2"
"""The derivation of new games; a game keeps the one that its opening names."""
LONGEST_ENTROPY = 128

ENTROPY = rf"[^\x00-\x1f\x7f\ud800-\udfff]{{1,{LONGEST_ENTROPY}}}"
"""The pattern of the text that a player may add: 1 to 128 characters without control characters."""


def is_entropy(text: str) -> bool:
    """Return whether a player may add this text to the seed."""
    return re.fullmatch(ENTROPY, text) is not None


def counts_draws(derivation: Derivation | msgspec.UnsetType) -> bool:
    """Return whether outcomes are drawn under the count of the steps that drew, not under the number of the step."""
    return derivation is not msgspec.UNSET and derivation != "kifu-seed-1"


def derive_seed(server_seed: bytes, entropies: Sequence[str | None], derivation: Derivation) -> bytes:
    """Derive the seed of a game from the server's part and the entropy of each seat; None for no entropy."""
    if not any(entropies):
        return server_seed
    message = [derivation.encode(), b"\0"]
    for entropy in entropies:
        text = (entropy or "").encode()
        message += [len(text).to_bytes(4, "big"), text]
    return hmac.digest(server_seed, b"".join(message), hashlib.sha256)
