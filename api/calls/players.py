"""Players: registration, their pages and their games."""

from __future__ import annotations

import msgspec
from flask import Response

from api.requests.blueprint import IDEMPOTENCY_KEY, REPLAYED, WAIT_FOR, Answer, Blueprint
from api.requests.etags import revalidated
from api.requests.idempotency import again, checked, request_key
from api.requests.identity import ANYONE, digest
from api.requests.inputs import body, no_query, query
from api.requests.pages import page_response
from api.requests.services import services
from api.requests.waiting import read_models
from api.schemas import answers, lists
from api.schemas.fields import is_name
from api.schemas.requests import NewPlayer, Paging
from domain.errors import KeyReused, NameTaken, UnknownPlayer
from domain.rows import FirstAnswer, RequestKey
from eventstore.tables.answers import DuplicateKey
from eventstore.tables.players import NameTaken as Taken
from service import tokens

blueprint = Blueprint("players", __name__, url_prefix="/v1/players", description="Register, look players up")

NEW_PLAYER, PAGING = NewPlayer(), Paging()
SECRET_KEY = IDEMPOTENCY_KEY._replace(
    description=f"{IDEMPOTENCY_KEY.description} Who knows the key gets the token: take a random one, such as a UUID."
)


@blueprint.call(
    "",
    "POST",
    {201: Answer(answers.Registered, headers=REPLAYED)},
    body=NewPlayer,
    headers=[SECRET_KEY],
    problems=["name-taken", "key-reused"],
    token=None,
)
def register() -> Response:
    """Register a player. The token is shown in this answer and kept nowhere."""
    name = body(NEW_PLAYER)["name"]
    no_query()
    key = request_key(ANYONE)
    if key is None:
        return _registered(name, tokens.new_token(), None)
    token = tokens.derived_token(services().registration_key, name, key.key)
    # Without the token: the repetition derives it again.
    kept = FirstAnswer(key.owner, key.key, key.digest, 201, msgspec.json.encode({"name": name}))
    try:
        return _registered(name, token, kept)
    except DuplicateKey:
        return _registered_before(name, token, key)


@blueprint.call(
    "/<name>",
    "GET",
    {200: Answer(lists.Player)},
    headers=[WAIT_FOR],
    problems=["unknown-player"],
    token=None,
)
def show_player(name: str) -> Response:
    """A player and what they have done in each ruleset."""
    no_query()
    page = read_models("players").player(name) if is_name(name) else None
    if page is None:
        raise UnknownPlayer(f"Nobody is called {name!r}.")
    return revalidated(page)


@blueprint.call(
    "/<name>/games",
    "GET",
    {200: Answer(lists.PlayersGames)},
    query=Paging,
    headers=[WAIT_FOR],
    problems=["unknown-player"],
    token=None,
)
def list_games_of(name: str) -> Response:
    """The listed games of a player, the newest first."""
    wanted = query(PAGING)
    if not is_name(name) or not services().players.exists(name):
        raise UnknownPlayer(f"Nobody is called {name!r}.")
    return page_response(read_models("players", "games").player_games(name, **wanted))


def _registered(name: str, token: str, kept: FirstAnswer | None) -> Response:
    try:
        services().players.register(name, digest(token), kept)
    except Taken:
        raise NameTaken(f"Another player is called {name!r}.") from None
    return Response(_shown(name, token), 201, content_type="application/json", headers={"Cache-Control": "no-store"})


def _registered_before(name: str, token: str, key: RequestKey) -> Response:
    checked(services().recorder.first_answer(key.owner, key.key), key)
    if services().players.player_by_token_digest(digest(token)) != name:
        raise KeyReused("The registration was made with another registration.key; its token cannot be shown again.")
    response = again(201, _shown(name, token))
    response.headers["Cache-Control"] = "no-store"
    return response


def _shown(name: str, token: str) -> bytes:
    return msgspec.json.encode({"name": name, "token": token})
