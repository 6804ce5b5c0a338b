"""CPU time of a move in the thread of a worker, from the request to its answer, with the database in another process.

Only this thread is counted, so other load on the machine matters little. Trees of other versions take turns with this
one: python -m benchmarks.web_layer [MOVES [TREE ...]]
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import quantiles
from typing import Any

from api.app import create_app
from api.server.environs import make_environ
from benchmarks.games_over_http import prepare
from domain.rulesets import registry
from eventstore.postgres import embedded
from eventstore.postgres.migrate import migrate
from service import structured_logging
from service.metrics_files import FOLDER, make_folder, remove_folder
from service.parts import build_parts
from service.settings import Settings

RULESET = "micro-dojo"
MOVES, CHUNK = 5000, 50
HERE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Share:
    """A tree's microseconds of CPU for each request: the lower quartile of its turns, the least disturbed ones."""

    tree: Path
    move: float
    state: float


class InProcess:
    """A service without its server: requests go to the WSGI app as a worker passes them on."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings, build_parts(settings))

    def call(self, method: str, path: str, body: object = None, token: str | None = None) -> Any:
        """A request whose answer is JSON; raises OSError unless it is a success."""
        who = f"Authorization: Bearer {token}\r\n" if token else ""
        content = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nContent-Type: application/json\r\n{who}Content-Length: {len(content)}"
        status, answer = self.send(head.encode() + b"\r\n\r\n" + content)
        if status >= 300:
            raise OSError(f"{method} {path}: {status} {answer!r}")
        return json.loads(answer)

    def send(self, request: bytes) -> tuple[int, bytes]:
        """Send a complete request; return the status and the body of the answer."""
        return self.carry_out(*read_request(request))

    def carry_out(self, scope: dict[str, Any], body: bytes) -> tuple[int, bytes]:
        """Carry out a parsed request."""
        statuses: list[int] = []

        def start(line: str, _headers: object, _: object = None) -> Any:
            statuses.append(int(line[:3]))

        environ = make_environ(scope)
        environ["wsgi.input"] = io.BytesIO(body)
        parts: Any = self.app.wsgi_app(environ, start)
        answer = b"".join(parts)
        if hasattr(parts, "close"):
            parts.close()
        return statuses[0], answer


def read_request(request: bytes) -> tuple[dict[str, Any], bytes]:
    """Parse a request as the server does."""
    head, _, body = request.partition(b"\r\n\r\n")
    line, *fields = head.split(b"\r\n")
    method, target, _ = line.split(b" ")
    path, _, query = target.partition(b"?")
    named = [field.split(b": ", 1) for field in fields]
    return {
        "method": method.decode(),
        "raw_path": path,
        "query_string": query,
        "http_version": "1.1",
        "server": ("127.0.0.1", 8000),
        "client": ("127.0.0.1", 50000),
        "headers": [(name.lower(), value) for name, value in named],
    }, body


def run(moves: int = MOVES, trees: tuple[Path, ...] = ()) -> list[Share]:
    """Measure this tree and the others on one embedded server, some moves of each in turn."""
    with tempfile.TemporaryDirectory(prefix="kifu-bench-", ignore_cleanup_errors=True) as folder, ExitStack() as stack:
        server = embedded.start(Path(folder))
        stack.callback(server.stop)
        migrate(server.url)
        asked = {tree: stack.enter_context(_Worker(tree, server.service_url, folder, moves)) for tree in (*trees, HERE)}
        found: dict[Path, list[tuple[float, float]]] = {tree: [] for tree in asked}
        for _ in range(moves // CHUNK):
            for tree, worker in asked.items():
                found[tree].append(worker.measure())
        return [
            Share(tree, *(quantiles(took)[0] for took in zip(*parts, strict=True))) for tree, parts in found.items()
        ]


class _Worker:
    """A process that carries out requests with the code of a tree."""

    def __init__(self, tree: Path, url: str, folder: str, moves: int) -> None:
        self._metrics = make_folder(Path(folder) / f"data-{tree.name}", 1)
        environment = {**os.environ, FOLDER: str(self._metrics), "PYTHONPATH": str(tree)}
        command = [sys.executable, "-P", __file__, "--worker", url, folder, str(moves)]
        self._process = subprocess.Popen(
            command, cwd=tree, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.measure()

    def __enter__(self) -> _Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()
        remove_folder(self._metrics)

    def measure(self) -> tuple[float, float]:
        """Return the microseconds of CPU that the next moves take, and a state."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        move, state = json.loads(self._process.stdout.readline())
        return move, state


def work(url: str, folder: str, moves: int) -> None:
    """For each input line, play some moves and read some states in this thread, and print the cost."""
    settings = Settings(data=Path(folder) / "data", database_url=url, unlimited=True)
    structured_logging.configure(settings.log_level)
    kifu = InProcess(settings)
    ruleset = {ruleset.id: ruleset for ruleset in registry()}[RULESET]
    tokens = [kifu.call("POST", "/v1/players", {"name": f"{name}-{os.getpid()}"})["token"] for name in ("ann", "bob")]
    scripts: list[tuple[dict[str, Any], bytes]] = []
    seed = 1
    while len(scripts) < moves + CHUNK:
        game, requests = prepare(kifu, ruleset, tokens, seed)  # type: ignore[arg-type]
        scripts += [read_request(request) for request in requests]
        seed += 1
    read = read_request(f"GET /v1/games/{game}/state HTTP/1.1\r\nAuthorization: Bearer {tokens[0]}\r\n\r\n".encode())
    left = iter(scripts)
    for _ in sys.stdin:
        took = _play(kifu, list(islice(left, CHUNK)), 201), _play(kifu, [read] * (CHUNK // 2), 200)
        print(json.dumps(took), flush=True)


def _play(kifu: InProcess, requests: list[tuple[dict[str, Any], bytes]], expected: int) -> float:
    began = time.thread_time()
    for scope, body in requests:
        status, answer = kifu.carry_out(scope, body)
        if status != expected:
            raise RuntimeError(f"{status}: {answer!r}")
    return (time.thread_time() - began) / len(requests) * 1e6


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        work(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        count = int(sys.argv[1]) if len(sys.argv) > 1 else MOVES
        for share in run(count, tuple(Path(tree).resolve() for tree in sys.argv[2:])):
            print(f"{share.tree.name}: {share.move:.0f} us a move, {share.state:.0f} us a state")
