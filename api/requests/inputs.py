"""Strict parsing of bodies and queries: missing, unknown or mistyped members are refused with their place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import RequestEntityTooLarge

from api.flask_app import current_request
from api.problems import ApiError, Fault, malformed
from api.schemas.faults import say_invalid
from domain.application.errors import UnknownDispute, UnknownGame, UnknownStep
from domain.kernel.language import Later, later
from domain.kernel.words import say_fault

T = TypeVar("T")

LARGEST_BODY = 64 * 1024
"""The largest body of any call except the import of a file."""
SMALL_BODY = 16 * 1024
MOST_FAULTS = 20

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_GAME_ID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_PLACE = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_FIELD = re.compile(r"field `(?P<name>[^`]*)`")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


def read_body(schema: Schema, *, optional: bool = False, limit: int = SMALL_BODY) -> dict[str, Any]:
    """Read a body of at most `limit` bytes with a schema; a missing `optional` body is an empty object.

    Raises ApiError malformed with pointers to the first faults, unsupported-media-type or too-large.
    """
    raw = _read_json(limit, optional)
    if not raw and optional:
        raw = b"{}"
    try:
        document = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise malformed(_explain_syntax(error), pointer="") from None
    if not isinstance(document, dict):
        raise malformed(later("The body must be a JSON object."), pointer="")
    try:
        loaded: dict[str, Any] = schema.load(document)
    except ValidationError as error:
        raise _report_invalid(error, "pointer") from None
    return loaded


def read_struct(decoder: msgspec.json.Decoder[T], limit: int) -> T:
    """Read a body of at most `limit` bytes with a msgspec decoder, faster than a schema. Raises as `read_body`."""
    try:
        return decoder.decode(_read_json(limit, optional=False))
    except msgspec.ValidationError as error:
        raise malformed(
            later("{why}.", why=say_fault(_PLACE.sub("", str(error)))), pointer=_find_pointer(str(error))
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise malformed(_explain_syntax(error), pointer="") from None


def read_query(schema: Schema) -> dict[str, Any]:
    """Read the query parameters with a schema. Raises ApiError malformed with the name of the parameter."""
    values = {}
    for name, given in current_request().args.lists():
        if len(given) > 1:
            raise malformed(later("This parameter is given more than once."), parameter=name)
        values[name] = given[0]
    try:
        loaded: dict[str, Any] = schema.load(values)
    except ValidationError as error:
        raise _report_invalid(error, "parameter") from None
    return loaded


def refuse_query() -> None:
    """Refuse all query parameters, for calls that have none. Raises ApiError malformed."""
    if current_request().environ.get("QUERY_STRING"):
        for name in current_request().args:
            raise malformed(later("This call takes no such parameter."), parameter=name)


@lru_cache(4096)
def parse_id(text: str) -> UUID | None:
    """Return the id in a path, which is in small letters; None if it cannot be one."""
    return UUID(text) if _ID.fullmatch(text) else None


def parse_game_id(text: str) -> UUID:
    """Parse a game id in a path; only the canonical spelling is accepted. Raises UnknownGame."""
    if not _GAME_ID.fullmatch(text):
        raise UnknownGame(later("There is no game {text!r}.", text=text))
    return UUID(text)


def parse_step_number(text: str) -> int:
    """Parse the number of a step in a path. Raises UnknownStep."""
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) == 0:
        raise UnknownStep(later("There is no step {text!r}; steps are counted from 1.", text=text))
    return int(text)


def parse_dispute_number(text: str) -> int:
    """Parse the number of a dispute in a path. Raises UnknownDispute."""
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) == 0:
        raise UnknownDispute(later("There is no dispute {text!r}; those of a game are counted from 1.", text=text))
    return int(text)


def _read_json(limit: int, optional: bool) -> bytes:
    sent = current_request()
    sent.max_content_length = limit
    raw = sent.get_data()
    announced = sent.content_length
    if announced is None and len(raw) >= limit:
        # A body without announced length is silently cut at the limit.
        raise RequestEntityTooLarge
    if len(raw) < (announced or 0):
        # A server other than ours may pass on an incomplete request.
        raise malformed(
            later("The body has {raw} bytes; Content-Length announced {announced}.", raw=len(raw), announced=announced)
        )
    if sent.environ.get("HTTP_CONTENT_ENCODING", "identity").strip().lower() not in ("", "identity"):
        raise ApiError("unsupported-media-type", later("Send the body as it is, without a Content-Encoding."))
    if not (sent.mimetype == "application/json" or (optional and not raw)):
        raise ApiError("unsupported-media-type", later("Send the body as application/json."))
    return raw


def _explain_syntax(error: Exception) -> Later:
    if isinstance(error, RecursionError):
        return later("The JSON is nested too deeply.")
    if isinstance(error, UnicodeDecodeError):
        return later("The body is not UTF-8.")
    return later("The body is not JSON: {error}.", error=say_fault(str(error)))


def _find_pointer(message: str) -> str:
    place = _PLACE.search(message)
    steps = [name or index for name, index in _STEP.findall(place["path"])] if place else []
    field = _FIELD.search(message)
    if field:
        steps.append(field["name"])
    return "".join("/" + _escape(step) for step in steps)


def _report_invalid(error: ValidationError, where: str) -> ApiError:
    messages: object = error.normalized_messages()  # type: ignore[no-untyped-call]
    found = list(islice(_list_faults(messages, ""), MOST_FAULTS))
    faults: list[Fault] = []
    for place, why in found:
        faults.append({where: place if where == "pointer" else place.strip("/"), "detail": why})
    first = found[0]
    shown = first[0] if where == "pointer" else first[0].strip("/")
    return ApiError("malformed", first[1], {where: shown, "errors": faults})


def _list_faults(messages: object, place: str) -> Iterator[tuple[str, Later]]:
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            yield from _list_faults(inner, place if name == "_schema" else f"{place}/{_escape(str(name))}")
    elif isinstance(messages, list):
        yield place, Later(_join_sentences, messages)
    else:
        yield place, say_invalid(messages)


def _join_sentences(messages: Iterable[object]) -> str:
    return " ".join(str(say_invalid(message)) for message in messages)


def _escape(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")
