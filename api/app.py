"""The Flask app: its calls, its documentation, and what every request has in common."""

from __future__ import annotations

import re
import secrets
import time
from functools import cache

import flask_smorest
import structlog
from flask import Flask, Response, g, request
from prometheus_client import Counter, Histogram

from api.calls import (
    archives,
    audit,
    branches,
    chance,
    checkpoints,
    disputes,
    games,
    history,
    live,
    me,
    moves,
    operations,
    players,
    replay,
    rulesets,
    scores,
)
from api.documentation import document as docs
from api.requests import errors
from api.requests.identity import Identity
from api.requests.inputs import LARGEST_BODY
from api.requests.limits import Limits
from api.requests.services import EXTENSION, Services
from api.requests.streams import Streams
from domain.application.audit import Audit
from domain.application.games import Games
from domain.application.importer import Importer
from domain.proof.receipts import Keyring, Signer
from eventstore.feed import Feed
from eventstore.tables.players import Players
from projections.queries.read import ReadModels
from service import tokens
from service.checkpoint_file import NAME, CheckpointFile
from service.metrics import LATENCY, REQUESTS
from service.settings import Settings

log = structlog.get_logger("kifu.api")

VERSION = "1"
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,100}")
UNLIMITED = frozenset({"operations", "docs"})
CALLS = (
    *(rulesets, games, moves, replay, audit, archives, checkpoints, live, chance, branches, disputes),
    *(scores, history, players, me, operations),
)
DESCRIPTION = (
    "Plays large board games by their rules, records every move, replays any step.\n"
    "A move is answered with 201 when it is stored for good. Errors are problem documents (RFC 9457)."
)


class Api(flask_smorest.Api):
    """smorest's documentation without its error handlers: ours answer with problem documents."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        pass


def create_app(
    settings: Settings,
    games: Games,
    players: Players,
    read_models: ReadModels,
    feed: Feed,
    signer: Signer,
    keyring: Keyring,
) -> Flask:
    """The app of one worker, built after the fork. It closes nothing that it is given.

    `signer` is that of `games`, and `keyring` has the public keys of its receipts. Without `settings.operator_token`
    nobody is arbiter. Writes the registration key into `settings.data` if there is none yet.
    """
    app = Flask("kifu", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_BODY, API_TITLE="Kifu", API_VERSION=VERSION, OPENAPI_VERSION="3.1.0")
    app.url_map.merge_slashes = False
    app.extensions[EXTENSION] = Services(
        settings=settings,
        games=games,
        players=players,
        read_models=read_models,
        feed=feed,
        identity=Identity(players, settings.operator_token),
        streams=Streams(settings.max_streams),
        audit=Audit(games, keyring, CheckpointFile(settings.data / NAME)),
        importer=Importer(games, signer, keyring),
        registration_key=tokens.registration_key(settings.data),
    )
    _around_requests(app, Limits(settings))
    errors.register(app)
    api = Api(app, spec_kwargs={"info": {"description": DESCRIPTION}})
    api.spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    for call in CALLS:
        api.register_blueprint(call.blueprint)
    docs.install(app, api.spec.to_dict())
    return app


def _around_requests(app: Flask, limits: Limits) -> None:
    services: Services = app.extensions[EXTENSION]

    @app.before_request
    def begin() -> None:
        g.started = time.perf_counter()
        sent = request.environ.get("HTTP_X_REQUEST_ID")
        g.request_id = sent if sent and REQUEST_ID.fullmatch(sent) else secrets.token_hex(8)
        if request.blueprint not in UNLIMITED:
            known = services.identity.known(request.environ.get("HTTP_AUTHORIZATION"))
            limits.count(request.endpoint, known or request.environ.get("REMOTE_ADDR", ""))

    @app.after_request
    def finish(response: Response) -> Response:
        response.headers["X-Request-Id"] = g.request_id
        seconds = time.perf_counter() - g.started
        call = request.endpoint or "none"
        _requests(call, response.status_code).inc()
        _latency(call).observe(seconds)
        log.debug("request", call=call, status=response.status_code, seconds=seconds, request_id=g.request_id)
        return response


@cache
def _requests(call: str, status: int) -> Counter:
    return REQUESTS.labels(call, status)


@cache
def _latency(call: str) -> Histogram:
    return LATENCY.labels(call)
