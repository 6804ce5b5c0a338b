"""What the service sends to a witness, and how it interprets each answer."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import structlog
from prometheus_client.registry import REGISTRY

from domain.proof import merkle
from domain.proof.notes import BadNote, Note, NoteKey, NoteSignature, sign_note
from service.witnesses.asking import Outcome, State, ask
from service.witnesses.client import Answer, Client, Unreachable
from service.witnesses.keeper import Watch
from service.witnesses.named import parse_named
from tests.support.witnesses import Friend, ToyLog, friend
from witness.app import Witness
from witness.judging import Logs, Refusal
from witness.records import Records, load_or_make_key

AT = 1_700_000_000


class ToyRoots:
    """A toy log in place of the service's."""

    def __init__(self, log: ToyLog) -> None:
        self.log = log

    def latest(self) -> Note | None:
        return self.log.note() if self.log.leaves else None

    def prove(self, old: int, size: int) -> Sequence[bytes]:
        return merkle.prove_consistency(old, size, self.log.subtree)


class Direct:
    """A witness without a network in between; it remembers the first lines of each request."""

    def __init__(self, key: NoteKey, witness: Witness) -> None:
        self.key = key
        self.witness = witness
        self.asked: list[bytes] = []

    def add_checkpoint(self, body: bytes) -> Answer:
        self.asked.append(body.partition(b"\n")[0])
        try:
            return Answer(200, "text/plain", self.witness.add_checkpoint(body).encode())
        except Refusal as refusal:
            size = refusal.size
            kind = "text/plain" if size is None else "text/x.tlog.size"
            return Answer(refusal.status, kind, f"{size if size is not None else refusal}\n".encode())


class Says:
    """A witness that gives these answers to any request."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)

    def add_checkpoint(self, body: bytes) -> Answer:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@pytest.fixture
def log() -> ToyLog:
    found = ToyLog()
    found.grow(5)
    return found


@pytest.fixture
def roots(log: ToyLog) -> ToyRoots:
    return ToyRoots(log)


@pytest.fixture
def direct(tmp_path: Path, log: ToyLog) -> Direct:
    signer, key = load_or_make_key(tmp_path / "w", "friend.example/w")
    return Direct(key, Witness(key, signer, Logs([log.key]), Records(tmp_path / "w"), lambda: AT))


def state(found: Outcome | None) -> State | None:
    return found.state if found is not None else None


def asked(direct: Direct, roots: ToyRoots, cosigned: int, *, again: bool = False) -> Outcome | None:
    return ask(direct.key, direct, roots, cosigned, again=again)


def test_a_witness_is_asked_for_what_it_has_not_cosigned(direct: Direct, roots: ToyRoots, log: ToyLog) -> None:
    assert asked(direct, ToyRoots(ToyLog()), 0) is None
    found = asked(direct, roots, 0)
    assert found is not None
    assert (found.state, found.size, found.cosignature[:8]) == (State.COSIGNED, 5, AT.to_bytes(8, "big"))
    assert asked(direct, roots, 5) is None
    log.grow(3)
    assert state(asked(direct, roots, 5)) is State.COSIGNED
    assert direct.asked == [b"old 0", b"old 5"]


def test_a_witness_that_has_another_size_gets_a_proof_from_there(direct: Direct, roots: ToyRoots, log: ToyLog) -> None:
    asked(direct, roots, 0)
    log.grow(4)
    found = asked(direct, roots, 0)
    assert (state(found), direct.asked[1:]) == (State.COSIGNED, [b"old 0", b"old 5"])


def test_a_witness_that_was_set_up_anew_is_noticed(direct: Direct, roots: ToyRoots) -> None:
    found = asked(direct, roots, 3)
    assert found is not None
    assert (found.state, found.forgot) == (State.COSIGNED, True)


def test_a_log_that_was_rolled_back_is_contradicted(direct: Direct, roots: ToyRoots, log: ToyLog) -> None:
    asked(direct, roots, 0)
    del log.leaves[3:]
    for again in (False, True):
        found = asked(direct, roots, 0 if not again else 3, again=again)
        assert state(found) is State.CONTRADICTED
        assert found is not None
        assert found.why is not None
        assert "has cosigned 5 leaves of this log, which has only 3 now: an old backup was restored" in found.why


@pytest.mark.parametrize("grown", [2, 3, 9])
def test_a_log_that_was_rolled_back_and_went_on_is_contradicted(
    direct: Direct, roots: ToyRoots, log: ToyLog, grown: int
) -> None:
    asked(direct, roots, 0)
    del log.leaves[3:]
    log.grow(grown, "other")
    found = asked(direct, roots, 0)
    assert state(found) is State.CONTRADICTED
    assert found is not None
    assert "has cosigned 5 leaves" in str(found.why)


def test_a_checkpoint_that_another_process_made_meanwhile_is_no_contradiction(
    direct: Direct, roots: ToyRoots, log: ToyLog
) -> None:
    log.grow(2)
    asked(direct, roots, 0)
    notes = [log.note(5), log.note(7)]

    class Late(ToyRoots):
        def latest(self) -> Note | None:
            return notes.pop(0) if len(notes) > 1 else notes[0]

    assert state(asked(direct, Late(log), 0)) is State.COSIGNED


def test_a_false_cosignature_is_refused(direct: Direct, roots: ToyRoots, log: ToyLog) -> None:
    key = direct.key
    false = [
        NoteSignature(key.name, key.id, bytes(72)).line.encode(),
        sign_note("x\n", "other.example", log.signer).line.encode(),
        log.note().signatures[0].line.encode(),
        b"",
        b"\xff",
        b"thank you\n",
    ]
    stale = direct.add_checkpoint(log.submission(0, 4)).body
    for body in (*false, stale):
        found = ask(key, Says(Answer(200, "text/plain", body)), roots, 0)
        assert state(found) is State.WRONG, body


@pytest.mark.parametrize(
    ("status", "kind", "body", "expected"),
    [
        (404, "text/plain", b"", State.WRONG),
        (403, "text/plain", b"", State.WRONG),
        (302, "text/html", b"", State.WRONG),
        (409, "text/plain", b"5\n", State.WRONG),
        (409, "text/x.tlog.size", b"05\n", State.WRONG),
        (409, "text/x.tlog.size", b"", State.WRONG),
        (429, "text/plain", b"", State.AWAY),
        (503, "text/plain", b"", State.AWAY),
        (422, "text/plain", b"", State.CONTRADICTED),
        (409, "text/x.tlog.size", b"6\n", State.CONTRADICTED),
    ],
)
def test_an_answer_that_is_no_cosignature_is_told_apart(
    direct: Direct, roots: ToyRoots, status: int, kind: str, body: bytes, expected: State
) -> None:
    assert state(ask(direct.key, Says(Answer(status, kind, body)), roots, 0)) is expected


def test_a_witness_that_names_other_sizes_all_the_time_is_left(direct: Direct, roots: ToyRoots) -> None:
    sizes = [Answer(409, "text/x.tlog.size", f"{n}\n".encode()) for n in (1, 2, 3, 1, 2, 3, 1, 2, 3)]
    found = ask(direct.key, Says(*sizes), roots, 0)
    assert state(found) is State.WRONG


@pytest.fixture
def neighbour(tmp_path: Path, log: ToyLog) -> Iterator[Friend]:
    with friend(tmp_path / "neighbour", log.key) as found:
        yield found


def test_the_client_keeps_its_connection(neighbour: Friend, log: ToyLog) -> None:
    client = Client(f"{neighbour.url}/", 5)
    assert client.add_checkpoint(log.submission(0)).status == 200
    before = client._connection.sock
    assert client.add_checkpoint(log.submission(1)) == Answer(409, "text/x.tlog.size", b"5\n")
    assert before is not None
    assert client._connection.sock is before
    client.close()
    assert client.add_checkpoint(log.submission(5)).status == 200
    client.close()


class Handler(BaseHTTPRequestHandler):
    """Answers once, and closes the connection without notice."""

    protocol_version = "HTTP/1.1"
    drip = False

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Length", "1000000" if self.drip else "2")
        self.end_headers()
        if self.drip:
            with suppress(OSError):
                while True:
                    self.wfile.write(b"x")
                    time.sleep(0.05)
        else:
            self.wfile.write(b"ok")
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def fake() -> Iterator[Callable[[bool], str]]:
    servers: list[HTTPServer] = []

    def start(drip: bool) -> str:
        servers.append(HTTPServer(("127.0.0.1", 0), type("H", (Handler,), {"drip": drip})))
        threading.Thread(target=servers[-1].serve_forever, args=(0.01,), daemon=True).start()
        return f"http://127.0.0.1:{servers[-1].server_port}"

    yield start
    for server in servers:
        threading.Thread(target=server.shutdown, daemon=True).start()


def test_a_connection_that_was_closed_meanwhile_is_opened_again(fake: Callable[[bool], str]) -> None:
    client = Client(fake(False), 5)
    for _ in range(3):
        assert client.add_checkpoint(b"old 0\n").body == b"ok"
        time.sleep(0.02)


def test_an_answer_that_never_ends_is_cut_off_at_the_deadline(
    fake: Callable[[bool], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    timers: list[threading.Timer] = []

    class Timer(threading.Timer):
        def start(self) -> None:
            timers.append(self)
            super().start()

    monkeypatch.setattr(threading, "Timer", Timer)
    client = Client(fake(True), 0.3)
    with pytest.raises(Unreachable, match=r"within 0\.3 seconds"):
        client.add_checkpoint(b"old 0\n")
    assert [timer.interval for timer in timers] == [0.3]


def test_nobody_there_is_unreachable(fake: Callable[[bool], str]) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        with pytest.raises(Unreachable):
            Client(f"http://127.0.0.1:{port}", 1).add_checkpoint(b"old 0\n")


def test_the_setting_names_key_and_url(direct: Direct, log: ToyLog) -> None:
    vkey = direct.key.vkey
    (found,) = parse_named([f"{vkey}@https://friend.example/kifu"])
    assert (found.key, found.url) == (direct.key, "https://friend.example/kifu")
    assert parse_named([vkey])[0].url is None
    assert parse_named([]) == ()
    bad = [
        vkey[:-3],
        f"{vkey}@ftp://a",
        f"{vkey}@https://u@a",
        f"{vkey}@https://a?b",
        f"{vkey}@",
        log.key.vkey,
        "",
        "x",
    ]
    for text in bad:
        with pytest.raises(BadNote):
            parse_named([text])
    with pytest.raises(BadNote, match="they are one"):
        parse_named([vkey, f"{vkey}@https://friend.example"])


class Asker:
    """Gives these outcomes, one after the other."""

    def __init__(self, *states: State) -> None:
        self.left = [Outcome("metric.example", one, 5, "so it says") for one in states]

    def ask(self, again: bool) -> Outcome:
        return self.left.pop(0)

    def close(self) -> None:
        pass


def test_what_witnesses_answer_is_counted_and_a_contradiction_is_an_alarm() -> None:
    states = (State.AWAY, State.AWAY, State.WRONG, State.CONTRADICTED, State.CONTRADICTED, State.COSIGNED)
    watch = Watch("metric.example", Asker(*states))
    alarms = []
    with structlog.testing.capture_logs() as logged:
        for _ in states:
            watch._ask(again=False)
            alarms.append(value("kifu_witness_contradictions"))
    assert alarms == [None, None, None, 1, 1, 0]
    assert value("kifu_cosignatures_total") == 1
    assert value("kifu_witness_failures_total", why="away") == 2
    assert value("kifu_witness_failures_total", why="contradicted") == 2
    told = [(entry["log_level"], entry.get("state")) for entry in logged]
    assert told == [("warning", "away"), ("error", "wrong"), ("error", "contradicted"), ("info", None)]


def test_a_witness_that_is_away_for_long_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([0.0, 10.0, 4000.0, 4001.0, 8000.0])
    monkeypatch.setattr("service.witnesses.keeper.time.monotonic", lambda: next(now))
    watch = Watch("away.example", Asker(*[State.AWAY] * 4))
    with structlog.testing.capture_logs() as logged:
        for _ in range(3):
            watch._ask(again=False)
    assert [entry["event"] for entry in logged if entry["log_level"] == "error"] == [
        "witness has not cosigned for an hour"
    ]


def value(name: str, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(name, {"witness": "metric.example", **labels})
