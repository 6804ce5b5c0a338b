"""The OpenAPI document as the standard for everything sent."""

from __future__ import annotations

import copy
import gzip
import json
from typing import Any

import jsonschema_rs
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from api.app import CALLS, describe_calls
from api.documentation.openapi import complete, operations
from api.documentation.sharing import DEFAULT, join_usual
from tests.support.rulesets import product_rulesets

GZIP = b"\x1f\x8b"


class Contract:
    """Checks values by a document, more strictly than a client would: nothing may be sent that is not documented."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self._components = copy.deepcopy(document["components"])
        _close(self._components)
        self.operations = {operation["operationId"]: operation for operation in operations(document)}
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def faults(self, schema: dict[str, Any], value: object) -> list[str]:
        """The faults of a value according to a schema of the document."""
        key = repr(schema)
        if key not in self._validators:
            closed = copy.deepcopy(schema)
            _close(closed)
            self._validators[key] = jsonschema_rs.Draft202012Validator(
                {**closed, "components": self._components}, validate_formats=True
            )
        return [
            f"{'/'.join(map(str, error.instance_path))}: {error.message[:500]}"
            for error in self._validators[key].iter_errors(value)
        ]

    def check(self, name: str, value: object) -> None:
        """Raise AssertionError unless a value matches the component of this name."""
        assert self.faults({"$ref": f"#/components/schemas/{name}"}, value) == [], name

    def check_answer(self, operation: str, status: int, media_type: str | None, body: bytes) -> None:
        """Raise AssertionError unless an operation may answer like this; only JSON is examined."""
        responses = self.operations[operation]["responses"]
        described = DEFAULT if str(status) in join_usual(responses) else str(status)
        assert described in responses, (operation, status, body[:500])
        content = responses[described].get("content", {})
        assert not content or media_type in content, (operation, status, media_type)
        if body.startswith(GZIP):
            body = gzip.decompress(body)
        if body and media_type and media_type.endswith("json"):
            found = self.faults(content[media_type]["schema"], json.loads(body))
            assert found == [], (operation, status, found[:3])


class ContractClient(FlaskClient):
    """A client that compares every answer with the app's document, in every test."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Send a request; raise AssertionError if its answer is not documented."""
        response = super().open(*args, **kwargs)
        sent = response.request
        operation = operation_of(self.application, sent.method, sent.path)
        if operation is not None and response.status_code not in ANYWHERE and sent.method != "HEAD":
            body = b"" if response.is_streamed and not response.is_json else response.data
            contract_of(self.application).check_answer(operation, response.status_code, response.mimetype, body)
        return response


def operation_of(app: Flask, method: str, path: str) -> str | None:
    """The operationId of a request; None if it is not documented."""
    try:
        endpoint, _ = app.url_map.bind("").match(path, "GET" if method == "HEAD" else method)
    except HTTPException:
        return None
    blueprint, _, name = str(endpoint).rpartition(".")
    return None if blueprint in ("", "docs") else name


ANYWHERE = (405, 413, 414, 431)
"""Statuses that any address may answer with, and that need not be documented for each call."""


def contract_of(app: Flask) -> Contract:
    """The document of an app."""
    known: Contract | None = app.extensions.get("contract")
    if known is None:
        document = FlaskClient(app, app.response_class).get("/openapi.json").get_json()
        known = app.extensions["contract"] = Contract(inlined(document))
    return known


def whole_document() -> dict[str, Any]:
    """The document before what calls share is taken out of them, with the examples that the pages show."""
    structs = [struct for call in CALLS for struct in call.blueprint.structs]
    return complete(describe_calls(), structs, product_rulesets())


def _close(schema: Any) -> None:
    if isinstance(schema, list):
        for inner in schema:
            _close(inner)
    elif isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
            schema.setdefault("additionalProperties", False)
        for inner in schema.values():
            _close(inner)


def inlined(document: dict[str, Any]) -> dict[str, Any]:
    """A served document whose calls describe their headers, responses and parameters in place."""
    components = document["components"]

    def walk(value: Any) -> Any:
        if isinstance(value, list):
            return [walk(inner) for inner in value]
        if not isinstance(value, dict):
            return value
        kind, _, name = str(value.get("$ref", "")).removeprefix("#/components/").partition("/")
        if kind in ("headers", "responses", "parameters"):
            return walk(components[kind][name])
        return {key: walk(inner) for key, inner in value.items()}

    return {**document, "paths": walk(document["paths"])}
