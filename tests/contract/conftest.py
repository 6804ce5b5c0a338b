"""The OpenAPI document as a file, and the tools that read it."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.api.house import app_on

HERE = Path(__file__).parent
BIN = HERE / "node_modules" / ".bin"
NodeTool: TypeAlias = Callable[..., str]


@pytest.fixture
def document(database_url: str, tmp_path: Path) -> dict[str, Any]:
    with app_on(database_url, tmp_path) as app:
        found: dict[str, Any] = app.test_client().get("/openapi.json").get_json()
        return found


@pytest.fixture
def document_file(document: dict[str, Any], tmp_path: Path) -> Path:
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(document))
    return path


@pytest.fixture
def node_tool() -> NodeTool:
    """Runs a tool of package.json and returns what it prints; skips the test where Node is not installed, except in
    CI."""

    def run(name: str, *arguments: str | Path, cwd: Path = HERE) -> str:
        if not (BIN / name).exists():
            why = (
                "the tools of tests/contract/package.json are not installed; `make test` installs them if there is Node"
            )
            if os.environ.get("CI"):
                pytest.fail(why)
            pytest.skip(why)
        ran = subprocess.run([BIN / name, *arguments], capture_output=True, text=True, cwd=cwd, timeout=240)
        assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr[-5000:]
        return ran.stdout + ran.stderr

    return run
