"""Reading your own writes: Kifu-Wait-For."""

from __future__ import annotations

from api.flask_app import current_request
from api.problems import ApiError, malformed
from api.requests.services import services
from api.server.replies import DEFER, WAITED, WAITING, Deferred
from api.server.waiters import SECONDS
from domain.kernel.language import later
from projections.queries.read import BadPosition, ReadModels

HEADER = "Kifu-Wait-For"


def read_models(*names: str) -> ReadModels:
    """Return the read models, once the named ones have reached the position in Kifu-Wait-For.

    A worker runs the request again later instead of letting a thread wait. Raises ApiError: malformed for a bad header,
    unavailable if a read model has not got that far within a second.
    """
    models = services().parts.read_models
    position = current_request().environ.get("HTTP_KIFU_WAIT_FOR")
    if position is not None:
        for name in names:
            _wait(models, name, position)
    return models


def _wait(models: ReadModels, name: str, position: str) -> None:
    try:
        if models.has_reached(name, position):
            return
        how = current_request().environ.get(WAITING)
        if how == DEFER:
            raise Deferred(name, position)
        if how == WAITED or not models.wait_for(name, position, SECONDS):
            raise ApiError("unavailable", later("The read model {name} has not got that far yet.", name=name))
    except BadPosition:
        raise malformed(later("Send the Kifu-Position of a POST."), header=HEADER) from None
