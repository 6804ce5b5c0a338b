"""The rulesets and their rulebooks."""

from __future__ import annotations

import msgspec
from flask import Response

from api.documentation.played import options_schema
from api.requests.blueprint import CACHED, WAIT_FOR, Answer, Blueprint, Takes
from api.requests.inputs import refuse_query
from api.requests.services import games
from api.requests.waiting import read_models
from api.responses.pages import answer_whole, in_lines, send_page
from api.schemas.answers import IntroductionInfo, OptionGroupInfo, OptionPreset, RulesetInfo
from api.server.lanes import Lane, use_lane
from domain.application.errors import UnknownClause
from domain.kernel.language import later, translate
from domain.kernel.rulebook import Clause
from domain.kernel.ruleset import AnyRuleset
from projections.queries.clauses import ClauseCount
from projections.queries.items import Page
from service.draws import Draws, list_draws

blueprint = Blueprint("rulesets", url_prefix="/v1/rulesets", description="Games, editions and rulebooks")


@blueprint.call("", "GET", {200: answer_whole(Page[RulesetInfo], RulesetInfo)}, token=None, spoken=True)
def list_rulesets() -> Response:
    """List the rulesets

    Every ruleset with its options, as JSON Schema.
    """
    refuse_query()
    found = [_describe(ruleset) for ruleset in games().stored.rulesets]
    return in_lines(_send(Page(found)), found)


@blueprint.call(
    "/<ruleset>",
    "GET",
    {200: Answer(RulesetInfo, headers=CACHED)},
    problems=["unknown-ruleset"],
    token=None,
    spoken=True,
)
def get_ruleset(ruleset: str) -> Response:
    """Get a ruleset

    One ruleset with its options, as JSON Schema.
    """
    refuse_query()
    return _send(_describe(games().stored.rulesets[ruleset]))


@blueprint.call(
    "/<ruleset>/draws",
    "GET",
    {200: Answer(Draws, headers=CACHED)},
    problems=["unknown-ruleset"],
    token=None,
    spoken=True,
)
@use_lane(Lane.READERS)
def list_ruleset_draws(ruleset: str) -> Response:
    """Get what chance decides

    Every purpose for which a ruleset's code draws: how, in which order within a step, within which bounds, and what it
    decides. An outcome for any other purpose was not drawn by the rules.
    """
    refuse_query()
    return _send(list_draws(games().stored.rulesets[ruleset]))


@blueprint.call(
    "/<ruleset>/clauses",
    "GET",
    {200: answer_whole(Page[Clause], Clause)},
    problems=["unknown-ruleset"],
    token=None,
    spoken=True,
)
@use_lane(Lane.READERS)
def list_clauses(ruleset: str) -> Response:
    """Get a rulebook

    The clauses of a ruleset, in the order of the printed rulebook.
    """
    refuse_query()
    found = [clause.translated() for clause in games().stored.rulesets[ruleset].rulebook]
    return in_lines(_send(Page(found)), found)


@blueprint.call(
    "/<ruleset>/clauses/<clause>",
    "GET",
    {200: Answer(Clause, headers=CACHED)},
    problems=["unknown-ruleset", "unknown-clause"],
    token=None,
    spoken=True,
)
def get_clause(ruleset: str, clause: str) -> Response:
    """Get a clause

    One clause of a rulebook.
    """
    refuse_query()
    rulebook = games().stored.rulesets[ruleset].rulebook
    if clause not in rulebook:
        raise UnknownClause(
            later("The rulebook of {ruleset} has no clause {clause!r}.", ruleset=ruleset, clause=clause)
        )
    return _send(rulebook[clause].translated())


@blueprint.call(
    "/<ruleset>/clause-counts",
    "GET",
    {200: answer_whole(Page[ClauseCount], ClauseCount)},
    takes=Takes(headers=[WAIT_FOR]),
    problems=["unknown-ruleset"],
    token=None,
)
@use_lane(Lane.READERS)
def list_clause_counts(ruleset: str) -> Response:
    """Count what clauses did

    How often each clause of a ruleset decided a step, refused a move or was disputed, in the order of the rulebook.
    Only finished, listed games count.
    """
    refuse_query()
    found = games().stored.rulesets[ruleset]
    clauses = [clause.id for clause in found.rulebook]
    return send_page(read_models("clauses", "disputes", "games").clause_counts(found.id, clauses))


def _describe(ruleset: AnyRuleset) -> RulesetInfo:
    return RulesetInfo(
        id=ruleset.id,
        title=ruleset.title,
        version=ruleset.version,
        seats=list(ruleset.most_seats),
        options=options_schema(ruleset),
        content=ruleset.content.digest,
        clauses=len(ruleset.rulebook),
        introduction=_introduce(ruleset),
    )


def _introduce(ruleset: AnyRuleset) -> IntroductionInfo | None:
    said = ruleset.introduction
    if said is None:
        return None
    return IntroductionInfo(
        sentence=translate(said.sentence),
        minutes=said.minutes,
        weight=said.weight,
        presets=[
            OptionPreset(
                id=preset.id,
                title=translate(preset.title),
                words=translate(preset.words),
                options=preset.options,
                seats=preset.seats or list(ruleset.most_seats),
            )
            for preset in said.presets
        ],
        groups=[OptionGroupInfo(translate(group.title), group.options, group.needs or None) for group in said.groups],
    )


def _send(value: object) -> Response:
    response = Response(msgspec.json.encode(value), content_type="application/json")
    response.headers["Cache-Control"] = "public, max-age=60"
    return response
