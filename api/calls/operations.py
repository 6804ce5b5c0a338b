"""The state of the service, for its operator."""

from __future__ import annotations

from functools import partial

import msgspec
from flask import Response

from api.requests.blueprint import Answer, Blueprint, Text
from api.requests.services import Services, asker, services
from api.schemas.answers import Health, Readiness
from api.server.lanes import Lane, use_lane
from domain.application.errors import NotOperator
from domain.kernel.language import later
from eventstore.postgres.away import AWAY
from eventstore.postgres.datastore import NoSuchTable
from service import metrics
from service.verify_all import read_verified

blueprint = Blueprint("operations", description="How the service is")

EXPOSITION = "text/plain; version=0.0.4; charset=utf-8"


@blueprint.call(
    "/healthz",
    "GET",
    {200: Answer(Health)},
    token=None,
)
@use_lane(Lane.OPEN)
def get_health() -> Response:
    """Ask whether the process is alive

    The answer does not depend on the database.
    """
    return _send(Health())


@blueprint.call("/readyz", "GET", {200: Answer(Readiness)}, token=None)
@use_lane(Lane.PROBES)
def get_readiness() -> Response:
    """Ask whether the service is ready

    Whether the database answers, and how far each read model has got. The status is degraded if a read model has
    stopped or does not match the events, if commits wait for a synchronous standby, or if one of the checks is not ok.
    While the database is unavailable the answer is an immediate 503.
    """
    known = services().parts.readiness
    projections, confirming, checks = known.projections(), known.is_confirming(), known.checks()
    stale = any(projection.stopped or projection.false for projection in projections)
    degraded = confirming is False or stale or any(check.state != "ok" for check in checks)
    readiness = Readiness("degraded" if degraded else "ready", projections, checks)
    if confirming is not None:
        readiness = msgspec.structs.replace(readiness, commits="confirmed" if confirming else "waiting")
    return _send(readiness)


@blueprint.call(
    "/metrics",
    "GET",
    {200: Answer(types={EXPOSITION.partition(";")[0]: Text("The text format of Prometheus.")})},
    problems=["not-operator"],
)
@use_lane(Lane.PROBES)
def get_metrics() -> Response:
    """Get the metrics

    Counts and times for Prometheus, over all processes, up to a second old. While the database is unavailable they lack
    the progress of the read models. They are for the operator, unless a setting of the service opens them to everyone.
    """
    here = services()
    if not here.settings.metrics_open and not asker().operator:
        raise NotOperator(later("The metrics need the operator's token; KIFU_METRICS_OPEN=1 opens them to everybody."))
    return Response(here.metrics.get(partial(_write_metrics, here)), content_type=EXPOSITION)


def _write_metrics(here: Services) -> bytes:
    try:
        behind = {projection.name: projection.behind for projection in here.parts.readiness.projections()}
    except (*AWAY, NoSuchTable):
        behind = {}
    return metrics.exposition(behind, read_verified(here.settings.data))


def _send(value: object) -> Response:
    response = Response(msgspec.json.encode(value), content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
