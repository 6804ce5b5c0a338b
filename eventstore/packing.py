"""Moves as a service may store them to save room: deflated, with what they have in common left out.

A packed move is `z1:`, the base64 of the deflated event without its digest, and the digest as it ends the event. So the
end of the payload, from which the database takes the digest, is the same for both. What most moves have in common
(names of members, clauses, moves and facts) is in a dictionary that is part of the code and never changes, since what
was packed with it can only be read with it. Reading gives the bytes that were recorded: files, digests and proofs know
no packed moves. Openings are never packed, because the database looks into them.
"""

from __future__ import annotations

import binascii
import zlib
from base64 import b64encode
from binascii import a2b_base64
from pathlib import Path

from domain.rows import STUB
from eventstore import moved

MOVE = "kifu:move-played"
PREFIX = b"z1:"
DIGEST, TAIL = b',"digest":"', 77
"""How the end of an event with a digest begins, and how many bytes it has."""
LARGEST = 1 << 24
"""Bytes of an unpacked move; what would be larger was not packed by us."""

DICTIONARY = (Path(__file__).parent / "moves-1.dictionary").read_bytes()
# Both are copied for each move, which is quicker than to read the dictionary again.
_deflater = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS, 8, zlib.Z_DEFAULT_STRATEGY, DICTIONARY)
_inflater = zlib.decompressobj(-zlib.MAX_WBITS, DICTIONARY)


def pack(topic: str, payload: bytes) -> bytes:
    """Pack the payload of a move that has a digest; other payloads, and what would become longer, stay as they are."""
    if topic != MOVE or payload[-TAIL : len(DIGEST) - TAIL] != DIGEST:
        return payload
    deflater = _deflater.copy()
    packed = PREFIX + b64encode(deflater.compress(payload[:-TAIL]) + deflater.flush()) + payload[-TAIL:]
    return packed if len(packed) < len(payload) else payload


def unpack(stored: bytes) -> bytes:
    """Return the payload that was recorded, be it packed or moved to a file; one that was damaged, as it is stored.

    Raises FileAway if the file that it was moved to cannot be read.
    """
    if not stored.startswith(PREFIX):
        return moved.read_moved(stored) if stored.startswith(STUB) else stored
    inflater = _inflater.copy()
    try:
        body = inflater.decompress(a2b_base64(stored[len(PREFIX) : -TAIL], strict_mode=True), LARGEST)
    except (zlib.error, binascii.Error):
        return stored
    return body + stored[-TAIL:] if inflater.eof and not inflater.unused_data else stored
