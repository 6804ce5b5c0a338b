"""Replay: the steps of a game and the states after them."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import msgspec
from flask import Response

from api.requests.blueprint import CACHED, NEXT_PAGE, Answer, Blueprint, Takes, Text
from api.requests.etags import IMMUTABLE, REVALIDATE
from api.requests.inputs import parse_game_id, parse_step_number, read_query
from api.requests.looking import SEEN, find_viewer
from api.requests.negotiation import NDJSON, media_type
from api.requests.services import asker, games
from api.responses.languages import keep_speaking
from api.responses.pages import add_next_link
from api.schemas.answers import Numbered
from api.schemas.requests import As, StepsQuery
from api.server.lanes import Lane, use_lane
from domain.kernel.audience import Viewer
from domain.record.views import StateView, StepView

blueprint = Blueprint("replay", url_prefix="/v1/games/<game_id>", description="Look back, step by step")

STEPS_A_PAGE = 100
STEPS, AS = StepsQuery(), As()
LINES = {NDJSON: Text("One step per line.", StepView)}


@blueprint.call(
    "/steps",
    "GET",
    {200: Answer(Numbered[StepView], headers={**CACHED, **NEXT_PAGE}, types=LINES)},
    takes=Takes(query=StepsQuery),
    problems=SEEN,
    spoken=True,
)
@use_lane(Lane.READERS)
def list_steps(game_id: str) -> Response:
    """List the steps

    The steps after step `after`: a page of them, or all of them one per line if Accept asks for
    application/x-ndjson.
    """
    by = asker()
    wanted = read_query(STEPS)
    after, limit = wanted["after"], wanted["limit"]
    at = parse_game_id(game_id)
    over = _is_over(at)
    viewer = find_viewer(by, at, wanted["as_"])
    if media_type() == NDJSON:
        lines = keep_speaking(_stream_lines(at, viewer, after, limit))
        return _add_cache_headers(Response(lines, content_type=NDJSON), False)
    size = limit or STEPS_A_PAGE
    found = games().queries.steps(at, viewer, after, size + 1)
    following = found[size - 1].n if len(found) > size else None
    page = msgspec.json.encode(Numbered(found[:size], following))
    # The last page may still change: disputes can add steps to a finished game.
    response = _add_cache_headers(Response(page, content_type="application/json"), over and following is not None)
    return add_next_link(response, following)


@blueprint.call(
    "/steps/<n>",
    "GET",
    {200: Answer(StepView, headers=CACHED)},
    takes=Takes(query=As),
    problems=[*SEEN, "unknown-step"],
    spoken=True,
)
def get_step(game_id: str, n: str) -> Response:
    """Get a step

    One step of a game.
    """
    by = asker()
    as_ = read_query(AS)["as_"]
    at = parse_game_id(game_id)
    over = _is_over(at)
    step = games().queries.step(at, parse_step_number(n), find_viewer(by, at, as_))
    return _add_cache_headers(Response(msgspec.json.encode(step), content_type="application/json"), over)


@blueprint.call(
    "/states/<n>",
    "GET",
    {200: Answer(StateView, headers=CACHED)},
    takes=Takes(query=As),
    problems=[*SEEN, "unknown-step"],
    spoken=True,
)
@use_lane(Lane.READERS)
def get_state_at(game_id: str, n: str) -> Response:
    """Get the state after a step

    The state after a step, as far as the caller may see it.
    """
    by = asker()
    as_ = read_query(AS)["as_"]
    at = parse_game_id(game_id)
    over = _is_over(at)
    state = games().queries.state_at(at, parse_step_number(n), find_viewer(by, at, as_))
    return _add_cache_headers(Response(msgspec.json.encode(state), content_type="application/json"), over)


def _is_over(game_id: UUID) -> bool:
    # Checked before reading the steps: a game that ends in between must not be cached without its last step.
    return games().queries.describe(game_id).is_over


def _add_cache_headers(response: Response, over: bool) -> Response:
    response.headers["Cache-Control"] = IMMUTABLE if over else REVALIDATE
    response.headers["Vary"] = "Authorization"
    return response


def _stream_lines(game_id: UUID, viewer: Viewer, after: int, limit: int | None) -> Iterator[bytes]:
    encoder = msgspec.json.Encoder()
    left = limit
    source = games()

    def following() -> list[StepView]:
        size = STEPS_A_PAGE if left is None else min(left, STEPS_A_PAGE)
        return source.queries.steps(game_id, viewer, after, size) if size else []

    # Before the answer begins: errors can still be reported.
    steps = following()

    def lines() -> Iterator[bytes]:
        nonlocal after, left, steps
        while steps:
            yield encoder.encode_lines(steps)
            after = steps[-1].n
            left = None if left is None else left - len(steps)
            steps = following()

    return lines()
