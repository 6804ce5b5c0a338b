"""Signing and checking work in pieces: an interrupted run is resumed and finds the same."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest

from domain.application.audit import Audit
from domain.proof import log_check
from domain.proof.checkpoints import TreeHead
from domain.proof.heads_log import SignedRoot
from eventstore.partition import PARTITIONS, partition_of
from eventstore.postgres.datastore import Datastore
from eventstore.tables.log import LogTables
from kifu.shared import progress
from service.checkpoints.check_log import CheckRun, LogChecker, read_check
from service.checkpoints.checkpoint_file import CheckpointFile
from service.checkpoints.make_checkpoints import Checkpoints
from tests.domain.application.logged import House, house
from tests.domain.application.playing import play_one
from tests.domain.application.test_checkpoints import events, kept, leaves, naive_root
from tests.domain.application.test_missing_log import other_fact
from tests.support.services import ROOT, environment


@pytest.fixture
def home(database_url: str, tmp_path: Path) -> Iterator[House]:
    with house(database_url, tmp_path) as found:
        yield found


def signing(home: House, most_events: int, file: CheckpointFile | None = None) -> Checkpoints:
    file = file or CheckpointFile(home.file)
    return Checkpoints(home.url, home.signer, home.keyring, file, lambda: datetime.now(UTC), most_events=most_events)


def stored_heads(home: House) -> list[tuple[int, int, bytes]]:
    return [
        (partition, size, bytes(root))
        for partition, size, root in home.sql("SELECT partition, size, root FROM kifu.tree_head ORDER BY 1, 2")
    ]


def assert_all_signed(home: House) -> None:
    """The last head of every partition covers all of its events, and the file has every head of the table."""
    last = {partition: (size, root) for partition, size, root in stored_heads(home)}
    for partition in range(PARTITIONS):
        hashes = leaves(home, partition)
        assert last.get(partition) == ((len(hashes), naive_root(hashes)) if hashes else None)
    in_file = {(head.partition, head.size, bytes.fromhex(head.root)) for head in kept(home)}
    assert set(stored_heads(home)) <= in_file
    assert all(root == naive_root(leaves(home, partition)[:size]) for partition, size, root in in_file)


def test_much_is_signed_in_pieces_while_more_is_recorded(home: House) -> None:
    for partition, count in ((3, 30), (7, 2_300), (9, 400)):
        events(home, partition, count)
    before = 0
    for at, (made, far) in enumerate(signing(home, 700).pieces()):
        size = home.sql("SELECT sum(size) FROM (SELECT max(size) AS size FROM kifu.tree_head GROUP BY partition) AS s")
        assert size == [(far.events,)]
        assert 0 <= far.events - before <= 700
        assert made.refused == ()
        before = far.events
        if at == 0:
            assert (far.events, far.left) == (700, 2_030)
            events(home, 9, 50)
    assert (before, far.left) == (2_780, 0)
    assert [size for partition, size, _ in stored_heads(home) if partition == 7] == [670, 1_370, 2_070, 2_300]
    assert_all_signed(home)


KILLED = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from domain.proof.receipts import EarlyStreams
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.checkpoints.make_checkpoints import Checkpoints
from service.keys import signing
from service.settings import Settings

url, data, pieces, where = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]

class File(CheckpointFile):
    appended = 0
    def append(self, signed):
        super().append(signed)
        of_a_piece = not isinstance(signed[0], EarlyStreams)
        self.appended += of_a_piece
        if where == "before the first commit" or (where == "before the commit" and self.appended == pieces):
            os.kill(os.getpid(), signal.SIGKILL)

signer, keyring = signing.load_or_make(Settings(data=data))
made = Checkpoints(url, signer, keyring, File(data / NAME), lambda: datetime.now(UTC), most_events=10).pieces()
for _ in range(pieces):
    next(made)
os.kill(os.getpid(), signal.SIGKILL)
"""


def run_script(home: House, script: str, *arguments: str) -> int:
    command = [sys.executable, "-c", script, home.url, str(home.data), *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment(home.data), timeout=120, check=False).returncode


@pytest.mark.long
@pytest.mark.parametrize("where", ["before the first commit", "before the commit", "between two pieces"])
def test_signing_that_was_killed_is_continued_with_the_result_of_one_that_was_not(home: House, where: str) -> None:
    games = [home.game(moves) for moves in (12, 30)]
    assert run_script(home, KILLED, "2", where) == -9
    signed = sum(size for _, size, _ in stored_heads(home))
    assert (signed > 0) == (where != "before the first commit")
    assert signed < sum(len(leaves(home, partition)) for partition in range(PARTITIONS))
    play_one(home.games, games[0], home.random)
    made = home.checkpoint()
    assert (made.refused, made.noticed, made.log.refused, made.log.noticed) == ((), (), None, ())
    assert_all_signed(home)
    assert home.kifu("checkpoint", "--check")[0] == 0


class Check:
    """Checks of a house's log that read it in small pieces."""

    def __init__(self, home: House) -> None:
        self.home = home

    def pieces(self, datastore: Datastore, *, resume: bool = False) -> Iterator[CheckRun]:
        audit = Audit(self.home.games.stored, self.home.games.queries, self.home.keyring)
        file = CheckpointFile(self.home.file)
        return LogChecker(audit, LogTables(datastore.read), file, lambda: datetime.now(UTC), lambda _: False).check(
            resume=resume
        )

    def whole(self, *, resume: bool = False) -> CheckRun:
        with Datastore(self.home.url, pool_size=1) as datastore:
            *_, last = self.pieces(datastore, resume=resume)
            return last

    def stop_after(self, pieces: int) -> None:
        """Begin a check and end it early."""
        with Datastore(self.home.url, pool_size=1) as datastore:
            run = self.pieces(datastore)
            for _ in range(pieces):
                next(run)
            run.close()


@pytest.fixture
def check(home: House, monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.setattr(log_check, "COMPARED_AFTER", 5)
    return Check(home)


@pytest.fixture
def games(home: House) -> list[UUID]:
    """Games in the order of the check; the log covers all of them."""
    found = sorted((home.game(moves) for moves in (7, 18, 11)), key=partition_of)
    home.checkpoint()
    return found


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_a_check_that_was_interrupted_is_continued_and_finds_the_same(
    home: House, games: Sequence[UUID], check: Check, share: float
) -> None:
    other_fact(home, games[0])
    other_fact(home, games[2])
    with Datastore(home.url, pool_size=1) as datastore:
        pieces = list(check.pieces(datastore))
    assert sum(one.fault is not None for one in pieces[-1].found) >= 1
    stop = int(share * len(pieces))
    check.stop_after(stop)
    assert read_check(home.data) is not None
    play_one(home.games, games[1], home.random)
    home.checkpoint()
    resumed = check.whole(resume=True)
    assert [(one.partition, one.fault, one.chains) for one in resumed.found] == [
        (one.partition, one.fault, one.chains) for one in pieces[-1].found
    ]
    # Only partitions not yet reached are compared with their newer heads.
    more = {one.partition: one.events for one in resumed.found}
    assert all(more[one.partition] - one.events in (0, 1) for one in pieces[-1].found)
    assert read_check(home.data) is None


CHECKED = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from domain.application.audit import Audit
from eventstore.postgres.datastore import Datastore
from eventstore.tables.log import LogTables
from service.checkpoints import check_log
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.keys import signing
from service.settings import Settings
from tests.domain.application.logged import house

check_log.SAVE_SECONDS = 0.0
url, data, pieces = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
with house(url, data) as home, Datastore(url, pool_size=1) as datastore:
    file = CheckpointFile(data / NAME)
    audit = Audit(home.games.stored, home.games.queries, home.keyring, file)
    log = LogTables(datastore.read)
    run = check_log.LogChecker(audit, log, file, lambda: datetime.now(UTC), lambda _: False).check()
    for _ in range(pieces):
        next(run)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.long
def test_a_check_that_was_killed_continues_where_it_was(home: House, games: Sequence[UUID], check: Check) -> None:
    whole = check.whole()
    assert run_script(home, CHECKED, "40") == -9
    begun = read_check(home.data)
    assert begun is not None
    assert begun.partition > 0
    code, output = home.kifu("checkpoint", "--check", "--resume", "--json")
    partitions = json.loads(output.splitlines()[-1])["partitions"]
    assert (code, [(one["partition"], one["events"], one["chains"]) for one in partitions]) == (
        0,
        [(one.partition, one.events, one.chains) for one in whole.found],
    )


def test_a_kept_state_with_a_head_that_is_not_genuine_is_a_fault(
    home: House, games: Sequence[UUID], check: Check
) -> None:
    with Datastore(home.url, pool_size=1) as datastore:
        run = check.pieces(datastore)
        next(one for one in run if one.comparison is not None and one.comparison.head is not None)
        run.close()
    path = home.data / "checked.json"
    state = json.loads(path.read_bytes())
    state["comparison"]["head"]["size"] += 1
    state["comparison"]["is_over"] = False
    path.write_text(json.dumps(state))
    (fault,) = (one.fault for one in check.whole(resume=True).found if one.fault is not None)
    assert "is not genuine" in fault


def test_a_head_that_is_in_the_file_and_not_in_the_table_yet_is_no_fault(home: House, games: Sequence[UUID]) -> None:
    play_one(home.games, games[0], home.random)
    written, go_on = threading.Event(), threading.Event()

    class SlowFile(CheckpointFile):
        def append(self, signed: Sequence[TreeHead | SignedRoot]) -> None:
            super().append(signed)
            written.set()
            go_on.wait(60)

    signer = threading.Thread(target=signing(home, 100, SlowFile(home.file)).make)
    signer.start()
    try:
        assert written.wait(60)
        threading.Timer(0.5, go_on.set).start()
        code, output = home.kifu("checkpoint", "--check")
    finally:
        go_on.set()
        signer.join()
    assert code == 0, output


def test_a_program_reads_how_far_it_is_as_json(
    home: House, games: Sequence[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    play_one(home.games, games[0], home.random)
    for arguments, what in ((("--json",), "events signed"), (("--check", "--json"), "events read")):
        code, output = home.kifu("checkpoint", *arguments)
        said = [json.loads(line)["progress"] for line in output.splitlines() if '"progress"' in line]
        assert (code, said[-1]["what"], said[-1]["done"]) == (0, what, said[-1]["total"])
    code, output = home.kifu("checkpoint", "--check")
    total = 2 * sum(len(leaves(home, partition)) for partition in range(PARTITIONS))
    assert f"{total:,} of {total:,} events read" in output


def test_only_a_check_is_resumed(home: House) -> None:
    code, output = home.kifu("checkpoint", "--resume")
    assert (code, "Only --check can be resumed" in output) == (2, True)
