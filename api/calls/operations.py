"""The state of the service, for its operator."""

from __future__ import annotations

import msgspec
from flask import Response

from api.requests.blueprint import Answer, Blueprint, Text
from api.requests.services import services
from api.schemas.answers import Health, Readiness
from api.server.lanes import Lane
from eventstore.postgres.datastore import AWAY, NoSuchTable
from service import metrics
from service.verify_all import read_verified

blueprint = Blueprint("operations", description="How the service is")

EXPOSITION = "text/plain; version=0.0.4; charset=utf-8"


@blueprint.call("/healthz", "GET", {200: Answer(Health)}, token=None, lane=Lane.OPEN)
def get_health() -> Response:
    """Ask whether the process is alive

    The answer says nothing about the database.
    """
    return _send(Health())


@blueprint.call("/readyz", "GET", {200: Answer(Readiness)}, token=None)
def get_readiness() -> Response:
    """Ask whether the service is ready

    Whether the database answers, and how far each read model is; degraded if one has stopped or is not
    what the events give, if what is recorded waits for a synchronous standby, if a thread has ended with an error
    and is started again, or if a witness has seen another log than this service has.
    """
    projections = services().read_models.lag()
    confirming = services().standby.is_confirming()
    failing = metrics.failing_threads()
    stale = any(projection.stopped or projection.false for projection in projections)
    contradicting = metrics.contradicting_witnesses()
    degraded = confirming is False or stale or bool(failing) or bool(contradicting)
    readiness = Readiness("degraded" if degraded else "ready", projections, failing, contradicting)
    if confirming is not None:
        readiness = msgspec.structs.replace(readiness, commits="confirmed" if confirming else "waiting")
    return _send(readiness)


@blueprint.call(
    "/metrics",
    "GET",
    {200: Answer(types={EXPOSITION.partition(";")[0]: Text("The text format of Prometheus.")})},
    token=None,
)
def get_metrics() -> Response:
    """Get the metrics

    Counts and times for Prometheus, over all workers.
    """
    try:
        behind = {projection.name: projection.behind for projection in services().read_models.lag()}
    except (*AWAY, NoSuchTable):
        behind = {}
    return Response(metrics.exposition(behind, read_verified(services().settings.data)), content_type=EXPOSITION)


def _send(value: object) -> Response:
    response = Response(msgspec.json.encode(value), content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
