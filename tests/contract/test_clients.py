"""Clients are generated from the OpenAPI document, and play whole games against a service."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from api.documentation.openapi import operations
from tests.contract.conftest import HERE, NodeTool
from tests.support.services import running_service

pytestmark = [pytest.mark.slow, pytest.mark.long]
RULESETS = ("micro-dojo", "daimyo", "yedo")


@pytest.fixture
def python_client(document_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Imports a module of the generated client."""
    folder = tmp_path / "client"
    arguments = ["--path", document_file, "--config", HERE / "client.yaml", "--output-path", folder]
    ran = subprocess.run(
        [Path(sys.executable).with_name("openapi-python-client"), "generate", *arguments],
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "warning" not in (ran.stdout + ran.stderr).lower(), ran.stdout
    monkeypatch.syspath_prepend(str(folder))
    return lambda name: import_module(f"kifu_client.{name}")


def test_the_python_client_has_every_call_and_plays_a_game_of_each_ruleset(
    document: dict[str, Any], python_client: Callable[[str], Any], tmp_path: Path
) -> None:
    calls = {
        operation["operationId"]: python_client(f"api.{operation['tags'][0]}.{operation['operationId']}")
        for operation in operations(document)
    }
    assert len(calls) > 40
    client, models = python_client("client"), python_client("models")
    with running_service(tmp_path) as address:
        anyone = client.Client(base_url=address)
        people = []
        for name in ("Ada", "Bob"):
            registered = calls["register_player"].sync(client=anyone, body=models.NewPlayer(name=name))
            people.append(client.AuthenticatedClient(base_url=address, token=registered.token))
        for ruleset in RULESETS:
            body = models.NewGame(ruleset=ruleset, seats=2)
            game = calls["open_game"].sync(client=people[0], body=body)
            for seat, person in enumerate(people):
                calls["take_seat"].sync(game.id, client=person, body=models.SeatWanted(seat=seat))
            play(calls, models, people, game.id)
            ended = calls["get_game"].sync(game.id, client=anyone)
            assert ended.status == "finished"
            assert ended.result.scores
            assert type(ended.options).__name__.lower() == f"{ruleset.replace('-', '')}options"
            steps = calls["list_steps"].sync(game.id, client=anyone, limit=1000)
            facts = [fact.to_dict() for step in steps.items for fact in step.facts]
            assert len({fact["type"] for fact in facts}) > 10
            answer = anyone.get_httpx_client().get(f"/v1/games/{game.id}/steps?limit=1000")
            assert facts == [fact for step in answer.json()["items"] for fact in step["facts"]]


def play(calls: dict[str, Any], models: Any, people: list[Any], game_id: Any) -> None:
    """Play random legal moves until nobody is asked any more."""
    chance = random.Random(1)
    while True:
        asked = calls["get_game"].sync(game_id, client=people[0]).to_move
        if not asked:
            return
        seat = asked[0]
        choices = calls["get_legal_moves"].sync(game_id, client=people[seat], seat=seat).choices
        move = chance.choice(choices[0].moves).move
        recorded = calls["play_move"].sync(game_id, client=people[seat], body=models.MoveOfSeat(seat=seat, move=move))
        assert type(recorded).__name__ == "RecordedStep", recorded


def with_types(tool: NodeTool, document: Path) -> str:
    """Generate types for openapi-fetch, and return the text that names the calls."""
    types = document.parent / "kifu.d.ts"
    # Without the option, members with a default would be required in requests.
    said = tool("openapi-typescript", document, "--default-non-nullable=false", "--output", types)
    assert "warn" not in said.lower().replace("npm warn", ""), said
    return types.read_text()


def with_hey_api(tool: NodeTool, document: Path) -> str:
    """Generate a client with @hey-api/openapi-ts, and return the text that names the calls."""
    output = {"path": "hey", "importFileExtension": ".js"}
    settings = json.dumps({"input": document.name, "output": output, "plugins": ["@hey-api/client-fetch"]})
    (document.parent / "openapi-ts.config.mjs").write_text(f"export default {settings};")
    tool("openapi-ts", cwd=document.parent)
    return (document.parent / "hey" / "sdk.gen.ts").read_text()


def with_orval(tool: NodeTool, document: Path) -> str:
    """Generate functions with orval, and return their text."""
    tool("orval", "--input", document.name, "--output", "orval/kifu.ts", "--client", "fetch", cwd=document.parent)
    return (document.parent / "orval" / "kifu.ts").read_text()


def camel(name: str) -> str:
    """The name of a call as JavaScript writes it."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


@pytest.mark.parametrize(
    ("client", "generate", "declared"),
    [
        ("openapi-fetch", with_types, lambda name: f"    {name}: {{"),
        ("hey-api", with_hey_api, lambda name: f"export const {camel(name)} = <"),
        ("orval", with_orval, lambda name: f"export const {camel(name)} = async ("),
    ],
    ids=["openapi-typescript", "hey-api", "orval"],
)
def test_a_typescript_client_has_every_call_and_plays_a_game_of_each_ruleset(
    client: str,
    generate: Callable[[NodeTool, Path], str],
    declared: Callable[[str], str],
    document: dict[str, Any],
    document_file: Path,
    node_tool: NodeTool,
    tmp_path: Path,
) -> None:
    text = generate(node_tool, document_file)
    for operation in operations(document):
        assert declared(operation["operationId"]) in text, operation["operationId"]
    (tmp_path / "node_modules").symlink_to(HERE / "node_modules")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for name in ("play", client):
        (tmp_path / f"{name}.ts").write_text((HERE / "clients" / f"{name}.ts").read_text())
    strict = ["--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext"]
    node_tool("tsc", *strict, "--skipLibCheck", "--outDir", tmp_path, tmp_path / f"{client}.ts", cwd=tmp_path)
    with running_service(tmp_path) as address:
        ran = subprocess.run(
            ["node", f"{client}.js", address, *RULESETS], capture_output=True, text=True, cwd=tmp_path, timeout=280
        )
        assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]
        games = [json.loads(line) for line in ran.stdout.splitlines()]
        assert [game["status"] for game in games] == ["finished"] * len(RULESETS)
        assert all(game["told"] >= 2 for game in games)
