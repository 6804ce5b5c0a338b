"""Players: registration, their pages and their games."""

from __future__ import annotations

import hashlib
import secrets

import msgspec
from flask import Response

from api.flask_app import current_request
from api.problems import malformed
from api.requests.blueprint import IDEMPOTENCY_KEY, REPLAYED, WAIT_FOR, Answer, Blueprint, Takes
from api.requests.etags import send_revalidated
from api.requests.idempotency import request_key, send_again
from api.requests.identity import ANYONE
from api.requests.inputs import read_body, read_query, refuse_query
from api.requests.services import services
from api.requests.waiting import read_models
from api.responses.pages import answer_list, answer_whole, send_page
from api.schemas.accounts import NewPlayer
from api.schemas.answers import Registered
from api.schemas.fields import is_name
from api.schemas.ratings import PlayerRatingsQuery, RatingChangesQuery, StatisticsQuery
from api.schemas.requests import NewestFirst
from api.server.addresses import network_of
from domain.application.errors import NameReserved, NameTaken, TokenShown, UnknownPlayer
from domain.application.stored.kept_answers import check_answer
from domain.kernel.language import later
from domain.record import names
from domain.rows import FirstAnswer, RequestKey
from eventstore.tables.accounts.kinds import BOTS, Kind
from eventstore.tables.answers import DuplicateKey
from eventstore.tables.names import Look
from eventstore.tables.players import NameTaken as Taken
from projections.queries.items import Page, PlayerGame, PlayerPage
from projections.queries.ratings import PlayerRating, RatingChange
from projections.queries.read import ReadModels
from projections.queries.statistics import PlayerStatistics
from service.keys import tokens

GO_ON = later(
    "If the player is yours, ask the operator for a new token; otherwise take another name and another key. "
    "Send a `secret` with the key to get the token again after a lost answer."
)

blueprint = Blueprint("players", url_prefix="/v1/players", description="Register, look players up")

NEW_PLAYER, NEWEST_FIRST, RATINGS, RATING = NewPlayer(), NewestFirst(), PlayerRatingsQuery(), RatingChangesQuery()
STATISTICS = StatisticsQuery()
KEY_WITH_SECRET = IDEMPOTENCY_KEY._replace(
    description="Makes the registration repeatable. Send a secret with it: only who knows both gets the token again."
)


@blueprint.call(
    "",
    "POST",
    {201: Answer(Registered, headers=REPLAYED)},
    takes=Takes(body=NewPlayer, headers=[KEY_WITH_SECRET]),
    problems=["name-taken", "name-reserved", "key-reused", "token-shown"],
    token=None,
)
def register_player() -> Response:
    """Register a player

    The token is shown in this answer only; the service keeps its digest. If the answer may get lost, send an
    Idempotency-Key and a secret: the same request gets the same token again.
    """
    wanted = read_body(NEW_PLAYER)
    name, secret = wanted["name"], wanted["secret"]
    kind: Kind | None = "bot" if wanted["bot"] else None
    refuse_query()
    _refuse_reserved(name)
    key = request_key(_sender())
    if key is None:
        if secret is not None:
            raise malformed(later("A secret belongs to an Idempotency-Key; send both or neither."), pointer="/secret")
        return add_player(name, tokens.new_token(), kind=kind)
    salt = secrets.token_bytes(32)
    token = tokens.derived_token(secret, salt, name) if secret is not None else tokens.new_token()
    # Without the token: with the secret, the repetition derives it again.
    kept = FirstAnswer(key.owner, key.key, key.digest, 201, msgspec.json.encode(_Kept(name, salt)))
    try:
        return add_player(name, token, kept, kind)
    except DuplicateKey:
        return _repeat_registration(name, secret, key)


@blueprint.call(
    "/<name>",
    "GET",
    {200: Answer(PlayerPage)},
    takes=Takes(headers=[WAIT_FOR]),
    problems=["unknown-player"],
    token=None,
)
def get_player(name: str) -> Response:
    """Get a player

    A player and their results in each ruleset. Cooperative games are counted separately.
    """
    refuse_query()
    page = find_player(read_models("players"), name)
    # A mark counts only if the service made it, and a guest without an account has none.
    kind = services().parts.player_kinds.find_all([name]).get(name, "guest")
    return send_revalidated(msgspec.structs.replace(page, guest=kind == "guest", bot=kind in BOTS))


@blueprint.call(
    "/<name>/games",
    "GET",
    {200: answer_list(PlayerGame)},
    takes=Takes(query=NewestFirst, headers=[WAIT_FOR]),
    problems=["unknown-player"],
    token=None,
)
def list_player_games(name: str) -> Response:
    """List the games of a player

    The listed games of a player, the newest first.
    """
    wanted = read_query(NEWEST_FIRST)
    models = read_models("players", "games")
    find_player(models, name)
    return send_page(models.player_games(name, **wanted))


@blueprint.call(
    "/<name>/ratings",
    "GET",
    {200: answer_whole(Page[PlayerRating], PlayerRating)},
    takes=Takes(query=PlayerRatingsQuery, headers=[WAIT_FOR]),
    problems=["unknown-player"],
    token=None,
)
def list_player_ratings(name: str) -> Response:
    """List the ratings of a player

    One rating for each ruleset and number of seats, all on one page, each with the latest games that changed it.
    """
    wanted = read_query(RATINGS)
    models = read_models("ratings")
    find_player(models, name)
    return send_page(models.player_ratings(name, **wanted))


@blueprint.call(
    "/<name>/rating-changes",
    "GET",
    {200: answer_list(RatingChange)},
    takes=Takes(query=RatingChangesQuery, headers=[WAIT_FOR]),
    problems=["unknown-player", "unknown-ruleset"],
    token=None,
)
def list_rating_changes(name: str) -> Response:
    """List the changes of a rating

    Every game that changed one rating of a player, the newest first.
    """
    wanted = read_query(RATING)
    models = read_models("ratings")
    find_player(models, name)
    wanted["ruleset"] = services().parts.games.stored.rulesets[wanted["ruleset"]].id
    return send_page(models.rating_changes(name, **wanted))


@blueprint.call(
    "/<name>/statistics",
    "GET",
    {200: Answer(PlayerStatistics)},
    takes=Takes(query=StatisticsQuery, headers=[WAIT_FOR]),
    problems=["unknown-player"],
    token=None,
)
def get_player_statistics(name: str) -> Response:
    """Get the statistics of a player

    The player's latest finished games, with rank and points, and totals: placements, rulesets and streaks. Only games
    that count in scores: no teaching games, branches or unlisted games.
    """
    wanted = read_query(STATISTICS)
    models = read_models("scores")
    find_player(models, name)
    return send_revalidated(models.statistics(name, **wanted))


def find_player(models: ReadModels, name: str) -> PlayerPage:
    """Return the page of a player, or of a deleted guest who has played; raises UnknownPlayer for anybody else."""
    page = models.player(name) if is_name(name) else None
    if page is None:
        raise UnknownPlayer(later("Nobody is called {name!r}.", name=name))
    return page


class _Kept(msgspec.Struct, frozen=True):
    """A registration as kept under its idempotency key."""

    name: str
    salt: bytes = b""


def _refuse_reserved(name: str) -> None:
    sides = (side for ruleset in services().parts.games.stored.rulesets for side in ruleset.every_side())
    word = names.find_reserved(name, sides)
    if word is not None:
        raise NameReserved(
            later(
                "{name!r} is, or looks like, {word!r}, which no player may be called; take another name.",
                name=name,
                word=word,
            )
        )


def add_player(name: str, token: str, kept: FirstAnswer | None = None, kind: Kind | None = None) -> Response:
    """Register a player and return the answer with the token. Raises NameTaken, DuplicateKey."""
    try:
        look = Look(names.skeleton_version(), names.skeletons(name))
        services().parts.players.register(name, tokens.digest_token(token), kept, look, kind)
    except Taken as taken:
        if taken.holder == name:
            raise NameTaken(later("Another player is called {name!r}.", name=name)) from None
        why = later(
            "{name!r} looks like {holder!r}, the name of another player; take one that cannot be mistaken.",
            name=name,
            holder=taken.holder,
        )
        raise NameTaken(why) from None
    return Response(
        _encode_token(name, token), 201, content_type="application/json", headers={"Cache-Control": "no-store"}
    )


def _sender() -> str:
    """Return the owner of a registration's key: the address, so that nobody elsewhere can use it up."""
    network = network_of(current_request().environ.get("REMOTE_ADDR", ""))
    return f"{ANYONE}:{hashlib.sha256(network.encode()).hexdigest()[:16]}"


def _repeat_registration(name: str, secret: str | None, key: RequestKey) -> Response:
    first = check_answer(services().recorder.first_answer(key.owner, key.key), key)
    if first is None or secret is None:
        raise TokenShown(
            later(
                "{name!r} is registered, and the token was in the first answer to this request. {go_on}",
                name=name,
                go_on=GO_ON,
            )
        )
    token = tokens.derived_token(secret, msgspec.json.decode(first.body, type=_Kept).salt, name)
    found = services().parts.tokens.find(tokens.digest_token(token))
    if found is None or found.player != name:
        raise TokenShown(
            later(
                "{name!r} is registered, but the token of the first answer was revoked. {go_on}", name=name, go_on=GO_ON
            )
        )
    response = send_again(201, _encode_token(name, token))
    response.headers["Cache-Control"] = "no-store"
    return response


def _encode_token(name: str, token: str) -> bytes:
    return msgspec.json.encode(Registered(name, token))
