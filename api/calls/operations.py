"""How the service is: for whoever runs it."""

from __future__ import annotations

import msgspec
from flask import Response

from api.requests.blueprint import Answer, Blueprint
from api.requests.services import services
from api.schemas import answers
from eventstore.postgres.datastore import AWAY
from service import metrics

blueprint = Blueprint("operations", __name__, description="How the service is")

EXPOSITION = "text/plain; version=0.0.4; charset=utf-8"


@blueprint.call("/healthz", "GET", {200: Answer(answers.Health)}, token=None)
def healthz() -> Response:
    """Whether this process answers; says nothing of the database."""
    return _sent({"status": "alive"})


@blueprint.call("/readyz", "GET", {200: Answer(answers.Readiness)}, token=None)
def readyz() -> Response:
    """Whether the database answers, and how far each read model is: degraded if one has stopped."""
    projections = services().read_models.lag()
    degraded = any(projection.stopped for projection in projections)
    return _sent({"status": "degraded" if degraded else "ready", "projections": projections})


@blueprint.call(
    "/metrics",
    "GET",
    {200: Answer(types={EXPOSITION.partition(";")[0]: {"type": "string"}})},
    token=None,
)
def prometheus() -> Response:
    """Counts and times for Prometheus, over all workers."""
    try:
        behind = {projection.name: projection.behind for projection in services().read_models.lag()}
    except AWAY:
        behind = {}
    return Response(metrics.exposition(behind), content_type=EXPOSITION)


def _sent(value: object) -> Response:
    response = Response(msgspec.json.encode(value), content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
