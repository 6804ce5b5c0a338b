"""The rulesets and their rulebooks."""

from __future__ import annotations

import msgspec
from flask import Response

from api.requests.blueprint import CACHED, Answer, Blueprint
from api.requests.inputs import no_query
from api.requests.services import games
from api.schemas import answers
from domain.errors import UnknownClause
from domain.rulesets import AnyRuleset

blueprint = Blueprint("rulesets", __name__, url_prefix="/v1/rulesets", description="Games, editions and rulebooks")


@blueprint.call("", "GET", {200: Answer(answers.Rulesets, headers=CACHED)}, token=None)
def list_rulesets() -> Response:
    """All rulesets with their options."""
    no_query()
    return _sent({"items": [_described(ruleset) for ruleset in games().rulesets], "next": None})


@blueprint.call(
    "/<ruleset>", "GET", {200: Answer(answers.Ruleset, headers=CACHED)}, problems=["unknown-ruleset"], token=None
)
def show_ruleset(ruleset: str) -> Response:
    """One ruleset."""
    no_query()
    return _sent(_described(games().rulesets[ruleset]))


@blueprint.call(
    "/<ruleset>/clauses",
    "GET",
    {200: Answer(answers.Clauses, headers=CACHED)},
    problems=["unknown-ruleset"],
    token=None,
)
def list_clauses(ruleset: str) -> Response:
    """The rulebook of a ruleset, in the order of the printed one."""
    no_query()
    return _sent({"items": list(games().rulesets[ruleset].rulebook), "next": None})


@blueprint.call(
    "/<ruleset>/clauses/<clause>",
    "GET",
    {200: Answer(answers.Clause, headers=CACHED)},
    problems=["unknown-ruleset", "unknown-clause"],
    token=None,
)
def show_clause(ruleset: str, clause: str) -> Response:
    """One clause of a rulebook."""
    no_query()
    rulebook = games().rulesets[ruleset].rulebook
    if clause not in rulebook:
        raise UnknownClause(f"The rulebook of {ruleset} has no clause {clause!r}.")
    return _sent(rulebook[clause])


def _described(ruleset: AnyRuleset) -> dict[str, object]:
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "seats": list(ruleset.most_seats),
        "options": msgspec.json.schema(ruleset.options_type),
        "content": ruleset.content.digest,
        "clauses": len(ruleset.rulebook),
    }


def _sent(value: object) -> Response:
    response = Response(msgspec.json.encode(value), content_type="application/json")
    response.headers["Cache-Control"] = "public, max-age=60"
    return response
