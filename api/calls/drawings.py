"""Pictures of games: SVG and PNG after one step, and trees that a page renders after many."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import chain

import msgspec
from flask import Response

from api.problems import malformed
from api.requests.blueprint import (
    CACHED,
    ETAG,
    IF_NONE_MATCH,
    Answer,
    Blueprint,
    Takes,
    Text,
)
from api.requests.etags import IMMUTABLE, REVALIDATE, answer_held, send_tagged_bytes
from api.requests.inputs import parse_game_id, parse_step_number, read_query, refuse_query
from api.requests.looking import SEEN, find_viewer
from api.requests.negotiation import NDJSON
from api.requests.services import asker, games, services
from api.responses.languages import keep_speaking
from api.responses.png import draw_png
from api.responses.previews import draw_preview
from api.responses.svg import style_policy, write_svg
from api.schemas.fields import QueryInteger
from api.schemas.requests import As
from api.server.lanes import Lane, use_lane
from domain.application.drawings import DrawnStep, draw_steps, picture_step
from domain.kernel.language import current_language, later

blueprint = Blueprint("drawings", url_prefix="/v1/games/<game_id>", description="Look at a game as a picture")

SVG, PNG = "image/svg+xml", "image/png"
PROBLEMS = [*SEEN, "unknown-step"]
HELD = Answer(headers=ETAG, description="The client has this picture already.")


class PictureQuery(As):
    """The layout of a picture, and for whose eyes it is."""

    columns = QueryInteger(
        load_default=3,
        least=1,
        most=6,
        metadata={
            "description": "How many columns the panels flow into: 1 for a phone, 3 unless given. A wide board has "
            "as many as it needs."
        },
    )


class DrawingsQuery(As):
    """A range of pictures: after each step from `from` to `to`."""

    from_ = QueryInteger(
        load_default=1, data_key="from", metadata={"description": "The number of the first step; 1 unless given."}
    )
    to = QueryInteger(
        load_default=None, metadata={"description": "The number of the last step; that of the game unless given."}
    )


PICTURE, DRAWINGS = PictureQuery(), DrawingsQuery()


@blueprint.call(
    "/states/<n>.svg",
    "GET",
    {200: Answer(headers=CACHED, types={SVG: Text("The picture, in light and dark colours.")})},
    takes=Takes(query=PictureQuery),
    problems=PROBLEMS,
    spoken=True,
)
@use_lane(Lane.READERS)
def get_picture(game_id: str, n: str) -> Response:
    """Get a picture of a state

    What the caller may see after a step, as SVG. Whatever the step changed is outlined differently.
    """
    svg, over = _write_picture(game_id, n)
    return _send(svg, SVG, svg, over)


@blueprint.call(
    "/states/<n>.png",
    "GET",
    {200: Answer(headers=CACHED, types={PNG: Text("The picture, in light colours.")})},
    takes=Takes(query=PictureQuery),
    problems=PROBLEMS,
    spoken=True,
)
@use_lane(Lane.READERS)
def get_preview(game_id: str, n: str) -> Response:
    """Get a picture of a state as PNG

    The same picture for link previews and chats, which do not show SVG.
    """
    svg, over = _write_picture(game_id, n)
    return _send(_draw(svg), PNG, svg, over)


@blueprint.call(
    "/picture.png",
    "GET",
    {200: Answer(headers=ETAG, types={PNG: Text("The picture, in light colours.")}), 304: HELD},
    takes=Takes(headers=[IF_NONE_MATCH]),
    problems=["unknown-game"],
    spoken=True,
)
@use_lane(Lane.READERS)
def get_picture_of_game(game_id: str) -> Response:
    """Get a picture of a game

    The preview that chats show for a link to the game, 1,200 x 630 pixels: the table as a spectator sees it now, who
    plays, and how many points they have at the end. Before the set-up it shows an empty table.
    """
    at = parse_game_id(game_id)
    refuse_query()
    game = games().stored.current(at)
    if (unchanged := answer_held(game.version)) is not None:
        return unchanged

    def make() -> bytes:
        with services().pictures.take():
            return draw_preview(game)

    key = at, game.version, current_language()
    return send_tagged_bytes(services().kept_answers.find(key, make), PNG, game.version)


@blueprint.call(
    "/drawings",
    "GET",
    {200: Answer(headers=CACHED, types={NDJSON: Text("One step per line.", DrawnStep)})},
    takes=Takes(query=DrawingsQuery),
    problems=PROBLEMS,
    spoken=True,
)
@use_lane(Lane.READERS)
def list_drawings(game_id: str) -> Response:
    """List the drawings of steps

    What the caller may see after each step from `from` to `to`, as trees of shapes, one line a step: the first in full,
    each later one as its differences from the previous line.
    """
    by = asker()
    wanted = read_query(DRAWINGS)
    at = parse_game_id(game_id)
    info = games().queries.describe(at)
    first, last = wanted["from_"], wanted["to"]
    if last is None:
        last = info.step
    viewer = find_viewer(by, at, wanted["as_"])
    if first > last and wanted["to"] is not None:
        raise malformed(later("No steps are from {first} to {last}.", first=first, last=last), parameter="to")
    games().stored.check_step(at, max(first, last))
    drawn = draw_steps(games().stored, at, first, last, viewer)
    encoder = msgspec.json.Encoder()

    def lines() -> Iterator[bytes]:
        for step in drawn:
            yield encoder.encode(step) + b"\n"

    written = lines()
    if info.is_over:
        key = at, info.version, first, last, viewer, current_language()
        written = services().kept_answers.find_lines(key, written)
    # Before the answer begins: errors of the game can still be reported.
    beginning = next(written)
    response = Response(keep_speaking(chain((beginning,), written)), content_type=NDJSON)
    return _add_cache_headers(response, info.is_over and wanted["to"] is not None)


def _write_picture(game_id: str, n: str) -> tuple[bytes, bool]:
    """Write a picture as SVG, or return the cached bytes; with whether the game is over."""
    by = asker()
    wanted = read_query(PICTURE)
    at = parse_game_id(game_id)
    info = games().queries.describe(at)
    step, viewer = parse_step_number(n), find_viewer(by, at, wanted["as_"])

    def make() -> bytes:
        picture = picture_step(games().stored, at, step, viewer)
        return write_svg(picture.drawing, picture.marked, wanted["columns"]).encode()

    key = at, info.version, step, viewer, wanted["columns"], current_language()
    return services().kept_answers.find(key, make), info.is_over


def _draw(svg: bytes) -> bytes:
    """Draw a picture as PNG, or return the cached bytes: viewers who see the same share them."""

    def make() -> bytes:
        with services().pictures.take():
            return draw_png(svg.decode())

    return services().kept_answers.find(hashlib.sha256(svg).digest(), make)


def _send(body: bytes, media_type: str, svg: bytes, over: bool) -> Response:
    response = Response(body, content_type=media_type)
    response.headers["Content-Security-Policy"] = style_policy(svg.decode())
    return _add_cache_headers(response, over)


def _add_cache_headers(response: Response, over: bool) -> Response:
    response.headers["Cache-Control"] = IMMUTABLE if over else REVALIDATE
    response.headers["Vary"] = "Authorization"
    return response
