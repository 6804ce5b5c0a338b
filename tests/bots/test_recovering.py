"""A bot recovers from whatever a service answers, and never floods it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from bots import player
from bots.player import Account, Player

GAME = {"status": "playing", "seats": [{"seat": 0, "player": "Ann"}, {"seat": 1, "player": "Bot", "bot": True}]}
ASKED = {"choices": [{"seat": 1, "prompt": "?", "clause": "c", "moves": [{"move": {"type": "go"}, "label": "Go"}]}]}
TURN = {"event": "turn", "data": {"game": "g", "ruleset": "toy", "seat": 1, "version": 5}}
EXPLAINED = {"legal": True}


class Sent(NamedTuple):
    """A request of the bot."""

    method: str
    path: str
    body: Any
    headers: dict[str, str]
    at: float


class Script:
    """The answers of a service: by the last word of the path, a status and body each time; the last repeats."""

    def __init__(self) -> None:
        self.answers: dict[str, list[tuple[int, object]]] = {
            "g": [(200, GAME)],
            "legal-moves": [(200, {**ASKED, "version": 5})],
            "moves": [(201, {})],
            "seats": [(201, {})],
            "explanations": [(200, EXPLAINED)],
        }
        self.streams: list[list[object]] = [[TURN]]
        self.sent: list[Sent] = []
        self.ended = threading.Event()

    def of(self, word: str) -> list[Sent]:
        """The requests whose path ends with this word."""
        return [one for one in self.sent if one.path.partition("?")[0].endswith(f"/{word}")]

    def wait_for(self, word: str, count: int, seconds: float = 60.0) -> list[Sent]:
        deadline = time.monotonic() + seconds
        while len(found := self.of(word)) < count:
            assert time.monotonic() < deadline, self.sent
            time.sleep(0.01)
        return found


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    script: Script

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""

    def do_GET(self) -> None:
        self._answer("GET", None)

    def do_POST(self) -> None:
        self._answer("POST", json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _answer(self, method: str, body: object) -> None:
        word = self.path.partition("?")[0].rpartition("/")[2]
        self.script.sent.append(Sent(method, self.path, body, dict(self.headers), time.monotonic()))
        if word == "turns":
            self._stream()
            return
        answers = self.script.answers[word]
        status, found = answers.pop(0) if len(answers) > 1 else answers[0]
        if status == 0:
            # The connection breaks off.
            self.close_connection = True
            return
        raw = json.dumps(found).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(raw)))
        self.send_header("Retry-After", "1")
        self.end_headers()
        self.wfile.write(raw)

    def _stream(self) -> None:
        self.close_connection = True
        lines = self.script.streams.pop(0) if self.script.streams else []
        if lines == [503]:
            self.send_response(503)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        self.end_headers()
        for line in lines:
            self.wfile.write(b"\n" + (line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n")
        if not self.script.streams:
            self.script.ended.wait()


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def start(script: Script) -> Iterator[Callable[[], None]]:
    """Let a random bot play against the script until the end of the test."""
    handler = type("Scripted", (Handler,), {"script": script})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    stop = threading.Event()
    bot = Player(f"http://127.0.0.1:{server.server_port}", Account("Bot", "random", "kifu_x"), stop)
    thread = threading.Thread(target=bot.run, daemon=True)
    yield thread.start
    stop.set()
    script.ended.set()
    thread.join(60)
    server.shutdown()
    server.server_close()
    assert not thread.is_alive()


def test_a_turn_is_answered_once_with_what_makes_it_safe(script: Script, start: Callable[[], None]) -> None:
    start()
    (move,) = script.wait_for("moves", 1)
    assert move.body == {"seat": 1, "move": {"type": "go"}}
    assert move.headers["If-Match"] == '"5"'
    assert len(move.headers["Idempotency-Key"]) >= 32
    assert move.headers["Authorization"] == "Bearer kifu_x"
    time.sleep(0.3)
    assert len(script.of("moves")) == 1


def test_after_412_it_looks_again_and_plays_at_the_new_version(script: Script, start: Callable[[], None]) -> None:
    script.answers["moves"] = [(412, {}), (201, {})]
    script.answers["legal-moves"] = [(200, {**ASKED, "version": 5}), (200, {**ASKED, "version": 6})]
    start()
    assert [move.headers["If-Match"] for move in script.wait_for("moves", 2)] == ['"5"', '"6"']


@pytest.mark.parametrize("status", [401, 403, 404, 409])
def test_what_no_repetition_can_change_is_left_alone(script: Script, start: Callable[[], None], status: int) -> None:
    script.answers["moves"] = [(status, {"code": "x"})]
    start()
    script.wait_for("moves", 1)
    time.sleep(0.5)
    assert len(script.of("moves")) == 1


@pytest.mark.long
def test_a_busy_service_is_asked_again_when_it_says_and_one_that_fails_ever_later(
    script: Script, start: Callable[[], None]
) -> None:
    script.answers["moves"] = [(429, {}), (503, {}), (500, {}), (201, {})]
    start()
    times = [move.at for move in script.wait_for("moves", 4)]
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert pauses[0] >= 1.0
    assert player.FIRST_PAUSE <= pauses[1] < pauses[2]
    assert len({move.headers["Idempotency-Key"] for move in script.of("moves")}) == 4


def test_a_request_whose_answer_is_lost_is_sent_again_under_its_key(script: Script, start: Callable[[], None]) -> None:
    script.answers["moves"] = [(0, None), (201, {})]
    start()
    first, second = script.wait_for("moves", 2)
    assert first.headers["Idempotency-Key"] == second.headers["Idempotency-Key"]
    assert first.body == second.body


def test_a_game_that_always_fails_is_given_up_until_the_next_stream(
    script: Script, start: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "LONGEST_PAUSE", 0.05)
    monkeypatch.setattr(player, "FIRST_PAUSE", 0.01)
    script.answers["legal-moves"] = [(500, {})]
    start()
    script.wait_for("legal-moves", player.MOST_ATTEMPTS)
    time.sleep(0.5)
    assert len(script.of("legal-moves")) == player.MOST_ATTEMPTS
    assert script.of("moves") == []


def test_a_lost_stream_is_opened_again_and_what_it_says_anew_is_taken_up(
    script: Script, start: Callable[[], None]
) -> None:
    script.streams = [[503], [TURN, b'{"event": "tu'], [TURN], [b"", TURN, TURN]]
    start()
    streams = script.wait_for("turns", 4)
    # A repeated event counts once while the bot is still working on it.
    script.wait_for("moves", 1)
    assert streams[1].at - streams[0].at >= player.FIRST_PAUSE
    versions = [asked.path for asked in script.of("legal-moves")]
    assert set(versions) == {"/v1/games/g/legal-moves?seat=1"}
    assert 1 <= len(versions) <= 4


def test_what_is_settled_before_its_time_comes_is_not_done(script: Script, start: Callable[[], None]) -> None:
    others = [{**TURN, "data": {**TURN["data"], "game": f"g{number}"}} for number in range(player.AT_ONCE)]  # type: ignore[dict-item]
    for number in range(player.AT_ONCE):
        script.answers[f"g{number}"] = [(429, {})]
    script.answers["legal-moves"] = [(429, {})]
    script.streams = [[*others, TURN, {**TURN, "event": "settled"}]]
    start()
    script.wait_for("legal-moves", player.AT_ONCE)
    time.sleep(1.5)
    assert not [asked for asked in script.of("legal-moves") if "/g/" in asked.path]


def test_moves_from_a_template_are_asked_about_before_they_are_played(
    script: Script, start: Callable[[], None]
) -> None:
    template = {"type": "pay", "bounds": {"gold": [1, 3]}, "note": "", "sets": {}}
    choices = [{"seat": 1, "prompt": "?", "clause": "c", "moves": [], "template": template}]
    script.answers["legal-moves"] = [(200, {"version": 5, "choices": choices})]
    script.answers["explanations"] = [(200, {"legal": False}), (200, {"legal": False}), (200, {"legal": True})]
    start()
    (move,) = script.wait_for("moves", 1)
    assert move.body["move"] == script.of("explanations")[-1].body["move"]
    assert len(script.of("explanations")) == 3


def test_an_invitation_is_taken_unless_moves_are_signed(script: Script, start: Callable[[], None]) -> None:
    signed = {"status": "waiting", "seats": GAME["seats"], "options": {"signed_moves": True}}
    script.answers["g"] = [(200, signed)]
    script.answers["h"] = [(200, {"status": "waiting", "seats": GAME["seats"], "options": {}})]
    invited = {**TURN, "event": "invited"}
    script.streams = [[invited, {**invited, "data": {**TURN["data"], "game": "h"}}]]  # type: ignore[dict-item]
    start()
    script.wait_for("seats", 1)
    time.sleep(0.3)
    assert [(taken.path, taken.body) for taken in script.of("seats")] == [("/v1/games/h/seats", {"seat": 1})]
