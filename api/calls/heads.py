"""The log of heads for other programs: C2SP checkpoints and tiles, and consistency proofs."""

from __future__ import annotations

import re

import msgspec
from flask import Response

from api.problems import malformed
from api.requests.blueprint import CACHED, Answer, Blueprint, Takes, Text
from api.requests.etags import IMMUTABLE, REVALIDATE
from api.requests.inputs import read_query, refuse_query
from api.requests.services import services
from api.schemas.requests import ConsistencyQuery
from domain.application.errors import UnknownTile
from domain.kernel.language import later
from domain.proof.heads_proof import HeadsConsistency
from domain.proof.tiles import WIDTH

blueprint = Blueprint("heads", description="One signed root over all games, for witnesses and other readers of logs")

NOTE, TILE = "text/plain", "application/octet-stream"
CONSISTENCY = ConsistencyQuery()
ENTRIES = "entries"
LEVEL = re.compile("[0-9]|[1-5][0-9]|6[0-3]", re.ASCII)
INDEX = re.compile(r"((?:x[0-9]{3}/)*)([0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?", re.ASCII)
MOST_GROUPS = 7
"""The most groups of three digits in the index of a tile; no log is that long."""


@blueprint.call(
    "/checkpoint",
    "GET",
    {200: Answer(types={NOTE: Text("A signed note (C2SP tlog-checkpoint).")}, headers=CACHED)},
    problems=["unknown-checkpoint"],
    token=None,
)
def get_checkpoint() -> Response:
    """Get the checkpoint of all games

    How many leaves the log of heads has, and its root, as a note that the service signed.
    """
    refuse_query()
    note = services().heads.note().encode()
    return Response(note, headers={"Cache-Control": "public, max-age=5"}, content_type=f"{NOTE}; charset=utf-8")


@blueprint.call(
    "/tile/<level>/<path:index>",
    "GET",
    {200: Answer(types={TILE: Text("Hashes of 32 bytes, or entries, each after its length.")}, headers=CACHED)},
    problems=["unknown-tile", "damaged-record"],
    token=None,
)
def get_tile(level: str, index: str) -> Response:
    """Get a tile

    Hashes of the log of heads, or its entries, as C2SP tlog-tiles describes it.
    """
    refuse_query()
    number, width = _parse_index(index)
    heads = services().heads
    if level == ENTRIES:
        found = heads.entries(number, width)
    elif LEVEL.fullmatch(level):
        found = heads.tile(int(level), number, width)
    else:
        raise UnknownTile(later("Tiles have a level from 0 to 63, or are called entries."))
    return Response(found, headers={"Cache-Control": IMMUTABLE}, content_type=TILE)


@blueprint.call(
    "/v1/heads/consistency",
    "GET",
    {200: Answer(HeadsConsistency, headers=CACHED)},
    takes=Takes(query=ConsistencyQuery),
    problems=["unknown-checkpoint", "damaged-record"],
    token=None,
)
def get_heads_consistency_proof() -> Response:
    """Prove that the log of heads has only grown

    A proof that one checkpoint continues an earlier one.
    """
    wanted = read_query(CONSISTENCY)
    old, new = wanted["from_"], wanted["to"]
    if new is not None and old > new:
        raise malformed(later("The later checkpoint is not as large as the earlier one."), parameter="to")
    found = services().heads.consistency(old, new)
    return Response(msgspec.json.encode(found), headers={"Cache-Control": REVALIDATE}, content_type="application/json")


def _parse_index(text: str) -> tuple[int, int]:
    """Return the number and the width of a tile; raises UnknownTile."""
    match = INDEX.fullmatch(text)
    if match is None or match[1].count("/") >= MOST_GROUPS or match[1].startswith("x000/"):
        raise UnknownTile(later("The index of a tile is written as 042, x001/x234/067 or 042.p/17."))
    number = int(re.sub("[x/]", "", match[1]) + match[2])
    width = int(match[3]) if match[3] else WIDTH
    if match[3] and width >= WIDTH:
        raise UnknownTile(later("The width after .p/ is at most {last}; a whole tile has none.", last=WIDTH - 1))
    return number, width
