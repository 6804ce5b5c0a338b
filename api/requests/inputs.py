"""Reads bodies and queries strictly: what is missing, unknown or of another type is refused with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from flask import request
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import RequestEntityTooLarge

from api.problems import JSON, ApiError, malformed
from domain.errors import UnknownDispute, UnknownGame, UnknownStep

T = TypeVar("T")

LARGEST_BODY = 1024 * 1024

_GAME_ID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_PLACE = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_FIELD = re.compile(r"field `(?P<name>[^`]*)`")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


def body(schema: Schema, *, optional: bool = False) -> dict[str, Any]:
    """The body loaded by a schema; with `optional`, no body at all is an empty object.

    Raises ApiError malformed with a pointer, unsupported-media-type or too-large.
    """
    raw = _json_bytes(optional)
    if not raw and optional:
        raw = b"{}"
    try:
        document = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise malformed(_syntax(error), pointer="") from None
    if not isinstance(document, dict):
        raise malformed("The body must be a JSON object.", pointer="")
    try:
        loaded: dict[str, Any] = schema.load(document)
    except ValidationError as error:
        raise _invalid(error, "pointer") from None
    return loaded


def struct(decoder: msgspec.json.Decoder[T], limit: int) -> T:
    """The body by a msgspec decoder, where a schema would cost too much; `limit` in bytes. Raises as `body`."""
    request.max_content_length = limit
    try:
        return decoder.decode(_json_bytes(optional=False))
    except msgspec.ValidationError as error:
        raise malformed(_PLACE.sub("", str(error)) + ".", pointer=_pointer(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise malformed(_syntax(error), pointer="") from None


def query(schema: Schema) -> dict[str, Any]:
    """The parameters of the query loaded by a schema. Raises ApiError malformed naming the parameter."""
    values = {}
    for name, given in request.args.lists():
        if len(given) > 1:
            raise malformed("This parameter is given more than once.", parameter=name)
        values[name] = given[0]
    try:
        loaded: dict[str, Any] = schema.load(values)
    except ValidationError as error:
        raise _invalid(error, "parameter") from None
    return loaded


def no_query() -> None:
    """Refuse any parameter, for calls that take none. Raises ApiError malformed naming one."""
    if request.environ.get("QUERY_STRING"):
        for name in request.args:
            raise malformed("This call takes no such parameter.", parameter=name)


def game_id(text: str) -> UUID:
    """The id of a game as it stands in a path, in its one usual spelling. Raises UnknownGame."""
    if not _GAME_ID.fullmatch(text):
        raise UnknownGame(f"There is no game {text!r}.")
    return UUID(text)


def step_number(text: str) -> int:
    """The number of a step as it stands in a path. Raises UnknownStep."""
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) == 0:
        raise UnknownStep(f"There is no step {text!r}; steps are counted from 1.")
    return int(text)


def dispute_number(text: str) -> int:
    """The number of a dispute as it stands in a path. Raises UnknownDispute."""
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) == 0:
        raise UnknownDispute(f"There is no dispute {text!r}; those of a game are counted from 1.")
    return int(text)


def _json_bytes(optional: bool) -> bytes:
    raw = request.get_data()
    if request.content_length is None and len(raw) >= (request.max_content_length or LARGEST_BODY):
        # A body of no announced length is cut at the limit without a word.
        raise RequestEntityTooLarge
    if request.environ.get("HTTP_CONTENT_ENCODING", "identity").strip().lower() not in ("", "identity"):
        raise ApiError("unsupported-media-type", "Send the body as it is, without a Content-Encoding.")
    if not (request.mimetype == "application/json" or (optional and not raw)):
        raise ApiError("unsupported-media-type", "Send the body as application/json.")
    return raw


def _syntax(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "The JSON is nested too deeply."
    if isinstance(error, UnicodeDecodeError):
        return "The body is not UTF-8."
    return f"The body is not JSON: {error}."


def _pointer(message: str) -> str:
    place = _PLACE.search(message)
    steps = [name or index for name, index in _STEP.findall(place["path"])] if place else []
    field = _FIELD.search(message)
    if field:
        steps.append(field["name"])
    return "".join("/" + _escaped(step) for step in steps)


def _invalid(error: ValidationError, where: str) -> ApiError:
    messages: object = error.normalized_messages()  # type: ignore[no-untyped-call]
    found = list(_leaves(messages, ""))
    faults: list[JSON] = []
    for place, why in found:
        faults.append({where: place if where == "pointer" else place.strip("/"), "detail": why})
    first = found[0]
    shown = first[0] if where == "pointer" else first[0].strip("/")
    return ApiError("malformed", first[1], {where: shown, "errors": faults})


def _leaves(messages: object, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            yield from _leaves(inner, place if name == "_schema" else f"{place}/{_escaped(str(name))}")
    elif isinstance(messages, list):
        yield place, " ".join(map(str, messages))
    else:
        yield place, str(messages)


def _escaped(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")
