"""Arbiters: which players may rule on disputes, and who has looked into running games."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Response

from api.flask_app import current_request
from api.requests.blueprint import Answer, Blueprint, Takes
from api.requests.etags import send_uncached
from api.requests.inputs import parse_game_id, read_query, refuse_query
from api.requests.services import asker, games, known_asker, services
from api.responses.pages import answer_numbered, answer_whole, in_lines, send_numbered
from api.schemas.fields import is_name
from api.schemas.requests import LooksQuery
from domain.application.arbiters import ArbiterTerm, last_term, list_terms
from domain.application.errors import NotOperator, UnknownArbiter, UnknownPlayer
from domain.application.looking import LookView
from domain.kernel.language import later
from projections.queries.items import Page

blueprint = Blueprint("arbiters", url_prefix="/v1", description="See who rules, and who has looked")

LOOKS = LooksQuery()


@blueprint.call("/arbiters", "GET", {200: answer_whole(Page[ArbiterTerm], ArbiterTerm)}, token=None)
def list_arbiters() -> Response:
    """List the arbiters

    All players whom the operator has ever appointed as arbiters, in order of appointment.
    """
    refuse_query()
    found = list_terms(services().parts.arbiters.notes())
    return in_lines(send_uncached(Page(found)), found)


@blueprint.call(
    "/arbiters/<name>",
    "PUT",
    {200: Answer(ArbiterTerm)},
    problems=["not-operator", "unknown-player"],
    token=True,
)
def appoint_arbiter(name: str) -> Response:
    """Appoint an arbiter

    From now on the player can rule on disputes, with their own token. Only for the operator. Appointing an arbiter
    again changes nothing.
    """
    _require_operator()
    refuse_query()
    if not is_name(name) or not services().parts.players.exists(name):
        raise UnknownPlayer(later("Nobody is called {name!r}.", name=name))
    services().parts.arbiters.note(name, True, datetime.now(UTC), current_request().request_id)
    return send_uncached(last_term(services().parts.arbiters.notes(), name))


@blueprint.call(
    "/arbiters/<name>",
    "DELETE",
    {200: Answer(ArbiterTerm)},
    problems=["not-operator", "unknown-arbiter"],
    token=True,
)
def dismiss_arbiter(name: str) -> Response:
    """Dismiss an arbiter

    The player can no longer rule on disputes; their earlier rulings stand. Only for the operator.
    """
    _require_operator()
    refuse_query()
    request_id = current_request().request_id
    if not is_name(name) or not services().parts.arbiters.note(name, False, datetime.now(UTC), request_id):
        raise UnknownArbiter(later("No arbiter is called {name!r}.", name=name))
    return send_uncached(last_term(services().parts.arbiters.notes(), name))


@blueprint.call(
    "/games/<game_id>/looks",
    "GET",
    {200: answer_numbered(LookView)},
    takes=Takes(query=LooksQuery),
    problems=["unknown-game", "not-your-seat"],
)
def list_looks(game_id: str) -> Response:
    """List who has looked into a game

    Every time an arbiter or the operator saw what the running game would otherwise hide from them: who, when, and in
    which call. For the players of the game, and after its end for everyone.
    """
    by = asker()
    wanted = read_query(LOOKS)
    limit = wanted["limit"]
    found = games().queries.looks(parse_game_id(game_id), by.player, wanted["after"], limit + 1, wanted["since"])
    return send_numbered(found, limit, lambda look: look.n)


def _require_operator() -> None:
    if not known_asker().operator:
        raise NotOperator(later("The operator appoints and dismisses arbiters, with the operator's token."))
