"""A PostgreSQL that refuses connections: its message reaches the operator."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path

import pytest
from structlog.testing import CapturingLogger

from eventstore.postgres.datastore import Datastore
from eventstore.postgres.outage import Outage
from projections.read_models.catalogue import all_projections
from projections.running import projector
from service import checkpointer
from service.jobs import expirer
from service.parts import build_parts
from service.settings import Settings
from tests.kifu.command import kifu
from tests.projections.running import running
from tests.projections.scripted import ScriptReader
from tests.support.rulesets import product_rulesets
from tests.support.waiting import eventually

SLOTS = "sorry, too many clients already"
REFUSALS = [
    ("53300", SLOTS, "Raise max_connections of the server, or lower KIFU_WORKERS."),
    ("57P03", "the database system is starting up", "Start again when it is up."),
    (
        "28P01",
        'password authentication failed for user "kifu"',
        "Check the login and the password in KIFU_DATABASE_URL.",
    ),
]


@contextmanager
def refusing_server(code: str, sentence: str) -> Iterator[str]:
    """The URL of a server that answers each start of a connection with this error."""
    fields = b"".join(
        kind + value.encode() + b"\0" for kind, value in ((b"S", "FATAL"), (b"C", code), (b"M", sentence))
    )
    refusal = b"E" + (len(fields) + 5).to_bytes(4) + fields + b"\0"
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    with connection, suppress(OSError):
                        connection.recv(4096)
                        connection.sendall(refusal)

        threading.Thread(target=answer, daemon=True).start()
        yield f"postgresql://kifu@127.0.0.1:{listener.getsockname()[1]}/kifu?sslmode=disable&gssencmode=disable"
        listener.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(("code", "sentence", "advice"), REFUSALS)
def test_a_service_that_is_refused_at_its_start_says_why_and_what_to_do(
    code: str, sentence: str, advice: str, tmp_path: Path
) -> None:
    with refusing_server(code, sentence) as url:
        ran = kifu("serve", data=tmp_path, KIFU_DATABASE_URL=url, KIFU_PORT="1")
    assert (ran.exit_code, ran.err.count("\n")) == (2, 1), ran.err
    assert ran.err.startswith("Error: The database cannot be reached: ")
    assert ran.err.endswith(f"{sentence}. {advice}\n")


def test_the_projector_logs_once_what_a_server_says_that_refuses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told = CapturingLogger()
    monkeypatch.setattr(projector, "log", told)
    with refusing_server("53300", SLOTS) as url, running(url, all_projections(ScriptReader())[:1]):
        eventually(lambda: len(told.calls) > 0)
    (call,) = told.calls
    assert (call.method_name, call.args) == ("warning", ("database away",))
    assert SLOTS in call.kwargs["says"]


def test_another_reason_is_told_again_and_so_is_the_same_one_after_the_database_was_there() -> None:
    outage, one, other = Outage(), OSError("one"), OSError("other")
    assert [outage.is_new(error) for error in (one, one, other, other, one)] == [True, False, True, False, True]
    outage.end()
    assert outage.is_new(one)


def test_the_jobs_log_what_a_server_says_that_refuses_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, database_url: str
) -> None:
    told = CapturingLogger()
    for module in (checkpointer, expirer):
        monkeypatch.setattr(module, "log", told)
    build_parts(Settings(data=tmp_path, database_url=database_url), product_rulesets()).close()
    with refusing_server("53300", SLOTS) as url:
        settings = Settings(data=tmp_path, database_url=url)
        with Datastore(url, pool_size=1) as datastore:
            checkpointer.Job(settings, datastore).tick()
        parts = build_parts(settings, product_rulesets())
        assert expirer.Job(parts, timedelta(hours=1)).tick() == 0
        parts.close()
    assert len(told.calls) == 2
    for call in told.calls:
        assert SLOTS in call.kwargs["says"], call
