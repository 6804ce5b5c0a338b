"""Players: registration, their pages and their games."""

from __future__ import annotations

import msgspec
from flask import Response

from api.requests.blueprint import IDEMPOTENCY_KEY, NEXT_PAGE, REPLAYED, WAIT_FOR, Answer, Blueprint
from api.requests.etags import send_revalidated
from api.requests.idempotency import check_key, request_key, send_again
from api.requests.identity import ANYONE, digest_token
from api.requests.inputs import read_body, read_query, refuse_query
from api.requests.services import services
from api.requests.waiting import read_models
from api.responses.pages import send_page
from api.schemas.answers import Registered
from api.schemas.fields import is_name
from api.schemas.requests import NewPlayer, Paging
from domain.errors import KeyReused, NameTaken, UnknownPlayer
from domain.rows import FirstAnswer, RequestKey
from eventstore.tables.answers import DuplicateKey
from eventstore.tables.players import NameTaken as Taken
from projections.queries.items import Page, PlayerGame, PlayerPage
from service import tokens

blueprint = Blueprint("players", url_prefix="/v1/players", description="Register, look players up")

NEW_PLAYER, PAGING = NewPlayer(), Paging()
SECRET_KEY = IDEMPOTENCY_KEY._replace(
    description=f"{IDEMPOTENCY_KEY.description} Who knows the key gets the token: take a random one, such as a UUID."
)


@blueprint.call(
    "",
    "POST",
    {201: Answer(Registered, headers=REPLAYED)},
    body=NewPlayer,
    headers=[SECRET_KEY],
    problems=["name-taken", "key-reused"],
    token=None,
)
def register_player() -> Response:
    """Register a player

    The token is shown in this answer only; the service keeps its digest.
    """
    name = read_body(NEW_PLAYER)["name"]
    refuse_query()
    key = request_key(ANYONE)
    if key is None:
        return _register(name, tokens.new_token(), None)
    token = tokens.derived_token(services().registration_key, name, key.key)
    # Without the token: the repetition derives it again.
    kept = FirstAnswer(key.owner, key.key, key.digest, 201, msgspec.json.encode({"name": name}))
    try:
        return _register(name, token, kept)
    except DuplicateKey:
        return _repeat_registration(name, token, key)


@blueprint.call(
    "/<name>",
    "GET",
    {200: Answer(PlayerPage)},
    headers=[WAIT_FOR],
    problems=["unknown-player"],
    token=None,
)
def get_player(name: str) -> Response:
    """Get a player

    A player and what they have done in each ruleset. Games that are won or lost together are counted apart.
    """
    refuse_query()
    page = read_models("players").player(name) if is_name(name) else None
    if page is None:
        raise UnknownPlayer(f"Nobody is called {name!r}.")
    return send_revalidated(page)


@blueprint.call(
    "/<name>/games",
    "GET",
    {200: Answer(Page[PlayerGame], headers=NEXT_PAGE)},
    query=Paging,
    headers=[WAIT_FOR],
    problems=["unknown-player"],
    token=None,
)
def list_player_games(name: str) -> Response:
    """List the games of a player

    The listed games of a player, the newest first.
    """
    wanted = read_query(PAGING)
    if not is_name(name) or not services().players.exists(name):
        raise UnknownPlayer(f"Nobody is called {name!r}.")
    return send_page(read_models("players", "games").player_games(name, **wanted))


def _register(name: str, token: str, kept: FirstAnswer | None) -> Response:
    try:
        services().players.register(name, digest_token(token), kept)
    except Taken:
        raise NameTaken(f"Another player is called {name!r}.") from None
    return Response(
        _encode_token(name, token), 201, content_type="application/json", headers={"Cache-Control": "no-store"}
    )


def _repeat_registration(name: str, token: str, key: RequestKey) -> Response:
    check_key(services().recorder.first_answer(key.owner, key.key), key)
    if services().players.player_by_token_digest(digest_token(token)) != name:
        raise KeyReused("The registration was made with another registration.key; its token cannot be shown again.")
    response = send_again(201, _encode_token(name, token))
    response.headers["Cache-Control"] = "no-store"
    return response


def _encode_token(name: str, token: str) -> bytes:
    return msgspec.json.encode(Registered(name, token))
