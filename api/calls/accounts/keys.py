"""The keys with which players sign their actions."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from flask import Response

from api.calls.accounts.players import find_player
from api.requests.blueprint import Answer, Blueprint, Takes
from api.requests.etags import send_revalidated, send_uncached
from api.requests.inputs import read_body, refuse_query
from api.requests.services import known_asker, services
from api.responses.pages import answer_whole, in_lines
from api.schemas.accounts import NewKey
from domain.application.commands import Request, require_player
from domain.application.player_keys import list_keys, register_key, revoke_key
from domain.proof.signatures import PlayerKey, PlayerKeys

blueprint = Blueprint("keys", url_prefix="/v1", description="Keys with which players sign what they do")

NEW_KEY = NewKey()


def _require_player() -> str:
    by = known_asker()
    return require_player(Request(by.player, by.operator))


@blueprint.call(
    "/me/keys",
    "POST",
    {201: Answer(PlayerKey)},
    takes=Takes(body=NewKey),
    problems=["not-your-seat", "bad-proof", "key-taken", "too-many-keys"],
    token=True,
)
def register_key_of_player() -> Response:
    """Register a key

    An Ed25519 key of yours, with a proof that you have it. From then on you sign when you sit down, and everything that
    you do on that seat. Repeating the request gives the same answer.
    """
    player = _require_player()
    wanted = read_body(NEW_KEY)
    refuse_query()
    keys = services().recorder.player_keys
    key = register_key(keys, player, wanted["public"], wanted["proof"], datetime.now(UTC))
    return Response(msgspec.json.encode(key), 201, content_type="application/json")


@blueprint.call("/me/keys", "GET", {200: answer_whole(PlayerKeys, PlayerKey)}, problems=["not-your-seat"], token=True)
def list_my_keys() -> Response:
    """List my keys

    Your keys in the order in which you registered them, including revoked ones.
    """
    player = _require_player()
    refuse_query()
    found = list_keys(services().recorder.player_keys, player)
    return in_lines(send_uncached(PlayerKeys(player, found)), found)


@blueprint.call(
    "/me/keys/<key>",
    "DELETE",
    {200: Answer(PlayerKey)},
    problems=["not-your-seat", "unknown-key"],
    token=True,
)
def revoke_key_of_player(key: str) -> Response:
    """Revoke a key

    From now on the key signs nothing, not even in running games. What it signed before still counts.
    """
    player = _require_player()
    refuse_query()
    revoked = revoke_key(services().recorder.player_keys, player, key, datetime.now(UTC))
    return send_uncached(revoked)


@blueprint.call(
    "/players/<name>/keys",
    "GET",
    {200: answer_whole(PlayerKeys, PlayerKey)},
    problems=["unknown-player"],
    token=None,
)
def list_player_keys(name: str) -> Response:
    """List the keys of a player

    Every key that a player ever registered, open to everyone. Keep the answer: with it, `kifu verify` detects games
    that someone else played in the player's name.
    """
    refuse_query()
    find_player(services().parts.read_models, name)
    found = list_keys(services().recorder.player_keys, name)
    return in_lines(send_revalidated(PlayerKeys(name, found)), found)
