"""Moves packed as earlier versions stored them: databases still contain such moves, although nothing writes them
today."""

from __future__ import annotations

import zlib
from base64 import b64encode
from uuid import UUID

import psycopg

from eventstore.codec import DICTIONARY, PACKED, TAIL

MOVE = "kifu:move-played"


def pack(payload: bytes) -> bytes:
    """Pack the payload of an event that has a digest."""
    deflater = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS, 8, zlib.Z_DEFAULT_STRATEGY, DICTIONARY)
    return PACKED.encode() + b64encode(deflater.compress(payload[:-TAIL]) + deflater.flush()) + payload[-TAIL:]


def pack_stored_moves(url: str, game_id: UUID) -> int:
    """Replace all moves of a game by packed payloads, and return their number."""
    where = "WHERE game_id = %s AND version = %s"
    with psycopg.connect(url) as connection:
        query = "SELECT version, payload FROM kifu.event WHERE game_id = %s AND topic = %s AND payload LIKE '{%%'"
        moves = connection.execute(query, (game_id, MOVE)).fetchall()
        for version, text in moves:
            packed = pack(text.encode()).decode()
            connection.execute(f"UPDATE kifu.event SET payload = %s {where}", (packed, game_id, version))
    return len(moves)
