"""The cost of encrypted seeds, sealed snapshots and cosigned checkpoints: moves over HTTP with and without all three.

The services take turns, so that other load on the machine affects both, and both sign checkpoints far more often than
by default. Games of Daimyo are long enough for snapshots. Two runs of the same service differ by more than all of this
costs, so the parts are also measured one by one. python -m benchmarks.trust_cost [MOVES [ROUNDS]]
"""

from __future__ import annotations

import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from uuid import UUID, uuid4

import psycopg

from benchmarks.cpu import cpu_seconds
from benchmarks.moves_over_http import Spent, measure_moves
from benchmarks.service import Service, service
from domain.application.stored.stored_games import SNAPSHOT_EVERY, Keys
from domain.kernel.rulesets import Rulesets
from domain.proof.heads_log import default_origin
from domain.proof.notes import LOG_KEY, NoteKey
from domain.proof.receipts import Keyring, Signer
from domain.proof.snapshot_seal import SEALED, open_state, seal_state
from domain.record.locked_seed import SeedKeys
from domain.rulesets import registry
from eventstore.postgres import embedded
from service.keys.seed_keys import load_seed_keys
from service.parts import build_games
from service.settings import Settings

RULESET = "daimyo"
MOVES, ROUNDS, WITNESSES = 10_000, 5, 2
SETTINGS = {"KIFU_CHECKPOINT_SECONDS": "5"}
GOAL = 0.05
WITHOUT = "untrusting"
MOVES_A_GAME, STATE_BYTES, TIMES = 250, 10_000, 5_000
NO_SEAL = bytes([*SEALED, *bytes(32)])
LOCKED = """
SELECT count(*), count(*) FILTER (WHERE payload LIKE '%"seed":"locked:%') FROM kifu.event WHERE version = 1
"""
HEADS = "SELECT DISTINCT substring(state FROM 1 FOR 33) FROM kifu.snapshot"


@dataclass(frozen=True)
class Round:
    """The cost of one round's moves; `witnesses` are the CPU seconds of the witnesses meanwhile."""

    spent: Spent
    witnesses: float

    @property
    def microseconds_of_witnesses(self) -> float:
        """The witnesses' CPU time for each move."""
        return self.witnesses / len(self.spent.load.latencies) * 1e6


@dataclass(frozen=True)
class Cost:
    """The rounds with and without."""

    trusting: list[Round]
    untrusting: list[Round]

    @property
    def moves(self) -> int:
        """The moves of a round."""
        return len(self.trusting[0].spent.load.latencies)

    @property
    def share(self) -> float:
        """The lost share of the moves a second: the median of all pairs of neighbouring rounds."""
        return 1 - median(a.spent.load.per_second / b.spent.load.per_second for a, b in self._pairs)

    @property
    def share_of_cpu(self) -> float:
        """The growth of a move's CPU time, computed in the same way; the witnesses run elsewhere."""
        return median(a.spent.microseconds / b.spent.microseconds for a, b in self._pairs) - 1

    @property
    def _pairs(self) -> list[tuple[Round, Round]]:
        return list(zip(self.trusting, self.untrusting, strict=True))


def per_second(rounds: list[Round]) -> float:
    """Return the median of the moves a second."""
    return median(one.spent.load.per_second for one in rounds)


def microseconds(rounds: list[Round]) -> float:
    """Return the median of the CPU time a move."""
    return median(one.spent.microseconds for one in rounds)


def run(moves: int = MOVES, rounds: int = ROUNDS) -> Cost:
    """Play about `moves` moves in each round with each service; they take turns going first."""
    cost = Cost([], [])
    for number in range(rounds):
        turns = [(cost.trusting, _play_trusting), (cost.untrusting, _play_untrusting)]
        for found, play in turns if number % 2 == 0 else reversed(turns):
            found.append(play(moves))
    for one in (*cost.trusting, *cost.untrusting):
        if set(one.spent.load.statuses) != {201}:
            raise RuntimeError(f"not all moves were accepted: {one.spent.load.statuses}")
    return cost


@dataclass(frozen=True)
class Parts:
    """Microseconds of CPU for encrypting and decrypting a seed, and for sealing and opening a snapshot."""

    seed: float
    snapshot: float

    @property
    def a_move(self) -> float:
        """The cost of both for each move: a seed once a game, and a snapshot every hundred versions."""
        return self.seed / MOVES_A_GAME + self.snapshot / SNAPSHOT_EVERY


def measure_parts() -> Parts:
    """Measure an opening and a snapshot of the size that they have in Daimyo, each with its own key."""
    game, seed, key, state = uuid4(), secrets.token_bytes(32), secrets.token_bytes(32), secrets.token_bytes(STATE_BYTES)
    opening = b'{"seed":"%s","commitment":"","hidden":["/seed"]}' % seed.hex().encode()
    keys = SeedKeys([key], secrets.token_bytes)
    if keys.unlock(game, keys.lock(game, opening), lambda: ()) != opening or keys.lock(game, opening) == opening:
        raise RuntimeError("the seed was not encrypted, or not decrypted")
    return Parts(
        _microseconds(lambda: keys.unlock(game, keys.lock(game, opening), lambda: ())),
        _microseconds(lambda: open_state(key, game, 100, "t", seal_state(key, game, 100, "t", state))),
    )


def _microseconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    for _ in range(TIMES):
        work()
    return (time.process_time() - began) / TIMES * 1e6


def _play_trusting(moves: int) -> Round:
    key = secrets.token_hex(32)
    signer = Signer(bytes.fromhex(key))
    log = NoteKey(default_origin(Keyring(()), signer), LOG_KEY, signer.public)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kifu-bench-")))
        witnesses = [stack.enter_context(_witness(folder / str(n), log)) for n in range(WITNESSES)]
        settings = {"KIFU_SIGNING_KEY": key, "KIFU_WITNESSES": ",".join(setting for setting, _ in witnesses)}
        kifu = stack.enter_context(service(settings={**SETTINGS, **settings}))
        pids = [pid for _, pid in witnesses]
        before = cpu_seconds(pids)
        spent = _play(kifu, moves, trusting=True)
        seconds = cpu_seconds(pids) - before
        _check_cosigned(kifu, len(witnesses))
        return Round(spent, seconds)


def _play_untrusting(moves: int) -> Round:
    with service(without=WITHOUT, settings=SETTINGS) as kifu:
        return Round(_play(kifu, moves, trusting=False), 0)


def _play(kifu: Service, moves: int, *, trusting: bool) -> Spent:
    """Play games with secret seeds, read from the database with the service's keys, and check what was stored."""
    ruleset = next(ruleset for ruleset in registry() if ruleset.id == RULESET)
    server = embedded.start(kifu.data)
    try:
        keys = load_seed_keys(Settings(data=kifu.data)) if trusting else ()
        with build_games(Rulesets([ruleset]), server.url, 1, keys=Keys(seeds=keys)) as games:
            spent = measure_moves(kifu, ruleset, moves, seed_of=lambda game: games.stored.current(UUID(game)).seed)
        _check_stored(server.url, trusting=trusting)
    finally:
        server.stop()
    return spent


@contextmanager
def _witness(folder: Path, log: NoteKey) -> Iterator[tuple[str, int]]:
    """Run a witness of a log; yields the service's setting for it, and its process."""
    command = [sys.executable, "-m", "kifu", "witness", "--data", str(folder), "--name", f"{folder.name}.example/w"]
    with subprocess.Popen(
        [*command, "--port", "0", "--log", log.vkey], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        key, url = process.stdout.readline().strip(), process.stdout.readline().split()[-1]
        try:
            yield f"{key}@{url}", process.pid
        finally:
            process.terminate()


def _check_stored(url: str, *, trusting: bool) -> None:
    """Check in the database that seeds are encrypted and snapshots sealed, or not, as expected of this service."""
    with psycopg.connect(url) as connection:
        ((games, locked),) = connection.execute(LOCKED).fetchall()
        heads = {bytes(head) for (head,) in connection.execute(HEADS).fetchall()}
    sealed = NO_SEAL not in heads if trusting else heads == {NO_SEAL}
    if not heads or locked != (games if trusting else 0) or not sealed:
        raise RuntimeError(f"{locked} of {games} seeds are encrypted, and there are {len(heads)} kinds of seals")


def _check_cosigned(kifu: Service, witnesses: int) -> None:
    counted = re.findall(
        r"^kifu_cosignatures_total\{.*?\} ([\d.e+]+)$", kifu.read("GET", "/metrics").decode(), re.MULTILINE
    )
    if len(counted) != witnesses or min(map(float, counted)) < 1:
        raise RuntimeError(f"the witnesses did not all cosign while moves were played: {counted}")


if __name__ == "__main__":
    cost = run(*(int(argument) for argument in sys.argv[1:]))
    for name, rounds in (("with", cost.trusting), ("without", cost.untrusting)):
        for one in rounds:
            print(
                f"{name}: {one.spent.load.per_second:,.0f} moves/s, {one.spent.microseconds:,.0f} us of CPU a move, "
                f"{one.microseconds_of_witnesses:,.0f} us of the witnesses, {one.spent.stolen:.0%} stolen"
            )
    print(f"{cost.moves} moves: {100 * cost.share:.1f} % fewer moves/s, {100 * cost.share_of_cpu:.1f} % more CPU")
