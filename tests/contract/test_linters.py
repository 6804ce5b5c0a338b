"""The OpenAPI document is valid according to common tools."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.contract.conftest import HERE


@pytest.mark.long
def test_the_document_is_valid_by_the_schema_of_openapi(document: dict[str, Any]) -> None:
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []


@pytest.mark.long
@pytest.mark.slow
def test_redocly_finds_nothing_to_say(document_file: Path, node_tool: Callable[..., str]) -> None:
    said = node_tool("redocly", "lint", document_file, "--extends=recommended", "--format=json")
    found = json.loads(said[said.index("{") : said.rindex("}") + 1])
    assert found["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}, found["problems"][:5]


@pytest.mark.long
@pytest.mark.slow
def test_spectral_finds_no_error(document_file: Path, node_tool: Callable[..., str]) -> None:
    said = node_tool("spectral", "lint", document_file, "--ruleset", HERE / "spectral.yaml", "--fail-severity=error")
    assert re.search(r"\b0 errors|No results", said), said[-2000:]
