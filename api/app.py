"""The Flask app: its calls, its documentation, and what every request has in common."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import flask_smorest
from flask import Flask

from api.calls import (
    archives,
    audit,
    branches,
    chance,
    checkpoints,
    disputes,
    drawings,
    endings,
    games,
    heads,
    history,
    live,
    moves,
    operations,
    outlooks,
    replay,
    rulesets,
    scores,
    seeks,
)
from api.calls.accounts import arbiters, bots, guests, keys, me, players, tokens, turns, webhooks
from api.calls.moderation import measures, reports
from api.documentation import document as docs
from api.documentation import openapi
from api.flask_app import KifuFlask
from api.requests import errors, lifecycle
from api.requests.budgets import CpuBudgets
from api.requests.identity import Identity
from api.requests.inputs import LARGEST_BODY
from api.requests.openings import Openings
from api.requests.services import EXTENSION, Services
from api.requests.streams import Streams
from api.requests.turns import CHANCE_LISTS_WAITING, OUTLOOKS_WAITING, Turns
from api.responses.kept_answers import KeptAnswers
from api.responses.preferred import preferred_language
from api.responses.recent import Recent
from api.responses.told_games import tell_game
from api.server.addresses import ClientFinder
from api.streaming.hub import Hub
from domain.application.audit import Audit
from domain.application.importer import Importer
from domain.kernel.language import mark
from page import serving
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.parts import Parts
from service.settings import Settings
from service.version import VERSION
from service.witnesses.heads import build_log_of_heads

CALLS = (
    rulesets,
    games,
    seeks,
    moves,
    outlooks,
    replay,
    drawings,
    audit,
    archives,
    checkpoints,
    heads,
    live,
    chance,
    branches,
    endings,
    disputes,
    scores,
    history,
    players,
    guests,
    bots,
    turns,
    tokens,
    me,
    keys,
    webhooks,
    arbiters,
    reports,
    measures,
    operations,
)


class Api(flask_smorest.Api):
    """smorest's documentation without its error handlers: our calls answer with problem documents."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        pass


def create_app(settings: Settings, parts: Parts) -> Flask:
    """Build the app of one worker from its parts, after the fork.

    The caller closes `parts`. Without `settings.operator_token`, nobody is the operator.
    """
    app = KifuFlask("kifu", static_folder=None)
    identity = Identity(parts.tokens, parts.revocations, settings.operator_token)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_BODY, ORIGIN=settings.origin)
    app.config.update(TELL_GAME=tell_game, PREFERRED_LANGUAGE=preferred_language)
    app.url_map.merge_slashes = False
    app.extensions[EXTENSION] = Services(
        settings=settings,
        parts=parts,
        identity=identity,
        budgets=CpuBudgets(None if settings.unlimited else settings.cpu_budget, identity),
        metrics=Recent(),
        kept_answers=KeptAnswers(),
        streams=Streams(settings.max_streams, settings.streams_per_address, parts.games.stored.caches),
        hub=Hub(parts.feed, parts.games.queries.describe),
        audit=Audit(parts.games.stored, parts.games.queries, parts.keyring, CheckpointFile(settings.data / NAME)),
        heads=build_log_of_heads(settings, parts.games.stored.store.log, parts.keyring, parts.signer),
        verifications=Turns(mark("verifications")),
        chance_lists=Turns(mark("lists of outcomes"), waiting=CHANCE_LISTS_WAITING),
        pictures=Turns(mark("pictures")),
        outlooks=Turns(mark("outlooks"), waiting=OUTLOOKS_WAITING),
        openings=Openings(parts.games.stored, parts.read_models, settings.waiting_games),
        importer=Importer(parts.games.stored, parts.signer, parts.keyring),
    )
    errors.register_handlers(app)
    for call in CALLS:
        app.register_blueprint(call.blueprint)
    structs = [struct for call in CALLS for struct in call.blueprint.structs]
    spec = describe_calls()
    rulesets = parts.games.stored.rulesets
    docs.install(app, lambda: openapi.complete(spec, structs, rulesets), rulesets)
    app.register_blueprint(serving.blueprint)
    lifecycle.install(app, spec)
    app.wsgi_app = ClientFinder(app.wsgi_app, settings.trusted_proxies)  # type: ignore[assignment,method-assign]
    return app


@cache
def describe_calls() -> Mapping[str, Any]:
    """Collect the calls' own descriptions for the OpenAPI document, once for all apps of a process."""
    app = Flask("kifu", static_folder=None)
    app.config.update(API_TITLE="Kifu", API_VERSION=VERSION, OPENAPI_VERSION="3.1.0")
    api = Api(app)
    for call in CALLS:
        api.register_blueprint(call.blueprint)
    described: Mapping[str, Any] = api.spec.to_dict()
    return described
