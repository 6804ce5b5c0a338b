"""Schemathesis looks for holes in the service, given what it cannot guess: ids of games, tokens, proofs, legal
moves."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import requests

from api.documentation.openapi import operations as operations_of
from tests.service.test_service import FAST, Player
from tests.support.services import ROOT, environment, running_service
from tests.support.waiting import eventually

OPERATOR = "of-the-operator-" * 3
LIVE, TURNS, IMPORT = "/v1/games/{game_id}/live", "/v1/me/turns", "/v1/archives"
STATUSES = "not_a_server_error,status_code_conformance,content_type_conformance"
EXAMPLES = "10"
CHECKS = f"{STATUSES},response_schema_conformance"


def proof_of(base: str, game: str) -> dict[str, Any]:
    """The proof of the first step of a game, once there is one."""
    found: list[requests.Response] = []

    def is_covered() -> bool:
        found.append(requests.get(f"{base}{game}/proofs/1", timeout=60))
        return found[-1].status_code == 200

    eventually(is_covered, 60)
    return dict(found[-1].json())


def write_known(base: str, folder: Path, game: str) -> Path:
    """Write what schemathesis is told: a game, its place in the log, and the parameters of its paths."""
    proof = proof_of(base, game)
    size = int(requests.get(f"{base}/checkpoint", timeout=60).text.splitlines()[1])
    known = {
        "game_id": game.rpartition("/")[2], "n": 1, "ruleset": "micro-dojo", "name": "Ada", "dispute": 1,
        "clause": "micro-dojo.build.pay", "partition": proof["partition"], "level": "0", "index": f"000.p/{size}",
    }  # fmt: skip
    lines = ["[parameters]", *(f'"path.{name}" = {json.dumps(value)}' for name, value in known.items())]
    lines += ['"query.from" = 1', "[checks.not_a_server_error]"]
    # A position that is never reached is answered with 503, as documented.
    lines.append('expected-statuses = ["2xx", "3xx", "4xx", "503"]')
    lines += ["[[operations]]", 'include-operation-id = "get_consistency_proof"']
    lines.append(f'parameters = {{ "query.from" = {proof["head"]["size"]} }}')
    path = folder / "schemathesis.toml"
    path.write_text("\n".join(lines))
    return path


def search(base: str, known: Path, token: str, game: str, *options: str, checks: str = CHECKS) -> None:
    """Let schemathesis send requests as a player; fails with what it finds."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(known), "run", f"{base}/openapi.json"]
    command += ["--checks", checks, "--phases", "examples,coverage,fuzzing", "--seed", "1", "--no-color"]
    # It cannot write lines of JSON; tests/api/test_bad_archives.py sends them.
    command += ["--request-timeout", "10", "--exclude-path", IMPORT, *options]
    own = {"SCHEMATHESIS_HOOKS": "tests.service.true_requests", "PYTHONPATH": str(ROOT), "KIFU_BASE": base}
    own |= {
        "KIFU_COVERED": game.rpartition("/")[2],
        "KIFU_TOKEN": token,
        "KIFU_OPERATOR_TOKEN": OPERATOR,
        "KIFU_ANSWERED": str(known.parent / "answered"),
    }
    found = subprocess.run(
        command, cwd=known.parent, capture_output=True, text=True, timeout=800, check=False,
        env=environment(known.parent, **own),
    )  # fmt: skip
    assert found.returncode == 0, found.stdout[-6000:] + found.stderr[-2000:]


def answered(folder: Path) -> dict[str, set[int]]:
    """The statuses with which each operation was answered."""
    found: dict[str, set[int]] = {}
    for line in (folder / "answered").read_text().splitlines():
        operation, status = line.split()
        found.setdefault(operation, set()).add(int(status))
    return found


@pytest.mark.long
@pytest.mark.timeout(1500)
def test_schemathesis_finds_no_500_and_every_operation_is_carried_out_meanwhile(
    tmp_path: Path, database_url: str
) -> None:
    settings = {
        "KIFU_CHECKPOINT_SECONDS": "1",
        "KIFU_OPERATOR_TOKEN": OPERATOR,
        "KIFU_WAITING_GAMES": "100000",
        "KIFU_TRUSTED_PROXIES": "1",
    }
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url, **FAST, **settings) as base:
        player = Player(base, "Ada")
        token = str(player.session.headers["Authorization"]).removeprefix("Bearer ")
        path, over = player.game(), player.game()
        player.call("POST", f"{over}/resignation", {"seat": 0})
        for game in (path, over):
            player.call("POST", f"{game}/disputes", {"step": 1, "claim": "Not so."})
        known = write_known(base, tmp_path, path)
        # A stream of a running game or of an account never ends; that of a game which is over ends.
        search(base, known, token, path, "--exclude-path", LIVE, "--exclude-path", TURNS, "--max-examples", EXAMPLES)
        known = write_known(base, tmp_path, over)
        # It mistakes the schema of a stream, a text, for that of each event; tests/api/test_live.py compares events.
        search(base, known, token, over, "--include-path", LIVE, "--max-examples", EXAMPLES, checks=STATUSES)
        document = requests.get(f"{base}/openapi.json", timeout=60).json()
    found = answered(tmp_path)
    # The player is not a bot: moves are compared in tests/api/test_outlooks.py.
    operations = {each["operationId"] for each in operations_of(document)} - {
        "import_game",
        "watch_my_turns",
        "compare_moves",
    }
    assert {one: sorted(found.get(one, ())) for one in operations if min(found.get(one, {404})) >= 300} == {}
