"""A change of a record by SQL is found by `kifu verify`, which names the step, or by a player's receipt."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import psycopg
import pytest
from click.testing import CliRunner

from domain.application.audit import Audit
from domain.application.games import Games
from domain.application.stored.stored_games import Keys, StoredGames
from domain.proof import chain
from domain.proof.receipts import Keyring, Receipt, Signer, pack_receipt
from domain.record.damage import DamagedRecord
from kifu.main import main
from service.keys import signing
from service.settings import Settings
from tests.domain.application.playing import body, new_game, play_one
from tests.support.rulesets import product_rulesets

CHANGED = 6
"""The step that the tests change."""
LAST = 10


@dataclass
class Record:
    """A running game of ten steps, the receipts of its players, and direct access to the database."""

    url: str
    data: Path
    games: Games
    keyring: Keyring
    signer: Signer
    game_id: UUID
    receipts: list[Receipt]

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Carry out a statement with the rights of somebody who has the database's password."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def version(self, step: int) -> int:
        return step + 3

    def payload(self, step: int) -> str:
        query = "SELECT payload FROM kifu.event WHERE game_id = %s AND version = %s"
        return str(self.sql(query, self.game_id, self.version(step))[0][0])

    def write(self, step: int, payload: str) -> None:
        query = "UPDATE kifu.event SET payload = %s WHERE game_id = %s AND version = %s"
        self.sql(query, payload, self.game_id, self.version(step))

    def change(self, step: int, old: str, new: str) -> None:
        before = self.payload(step)
        assert old in before
        self.write(step, before.replace(old, new, 1))

    def kifu(self, *arguments: str, typed: str | None = None) -> tuple[int, str]:
        """Exit code and output of a `kifu` command on this database."""
        environment = {"KIFU_DATABASE_URL": self.url, "KIFU_DATA": str(self.data)}
        ran = CliRunner().invoke(main, arguments, env=environment, input=typed)
        assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
        return ran.exit_code, ran.output

    def found(self) -> str:
        """The first fault in the words of `kifu verify`, which must find one."""
        exit_code, output = self.kifu("verify", str(self.game_id))
        assert exit_code == 1, output
        return output

    def verdict(self, receipt: Receipt) -> str:
        return Audit(self.games.stored, self.games.queries, self.keyring).check(receipt).verdict


@pytest.fixture
def record(database_url: str, tmp_path: Path) -> Iterator[Record]:
    signer, keyring = signing.load_or_make(Settings(data=tmp_path))
    env = {"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": database_url}
    entropy = Random(3).randbytes
    with Games(
        StoredGames(
            product_rulesets(), keys=Keys(signer=signer), clock=lambda: datetime.now(UTC), entropy=entropy, env=env
        )
    ) as games:
        game_id = new_game(games, movement="1A")
        random = Random(4)
        answers = [body(play_one(games, game_id, random)) for _ in range(LAST - 1)]
        receipts = [msgspec.convert(json.loads(body)["receipt"], Receipt) for body in answers]
        assert games.queries.describe(game_id).status == "playing"
        yield Record(database_url, tmp_path, games, keyring, signer, game_id, receipts)


def test_an_untouched_record_holds_and_has_what_every_receipt_promises(record: Record) -> None:
    exit_code, output = record.kifu("verify", str(record.game_id))
    assert exit_code == 0, output
    assert f"{LAST} steps: {LAST} unchanged" in output
    assert f"{LAST + 3} genuine receipts" in output
    assert "Digests from version 1 on" in output
    assert [record.verdict(receipt) for receipt in record.receipts] == ["in-history"] * (LAST - 1)
    stored = record.sql(
        "SELECT digest FROM kifu.event WHERE game_id = %s AND version > 4 ORDER BY version", record.game_id
    )
    assert [digest.hex() for (digest,) in stored] == [receipt.digest for receipt in record.receipts]


def other_fact(record: Record) -> None:
    fact = json.loads(record.payload(CHANGED))["facts"][0]
    name = next(name for name, value in fact.items() if isinstance(value, int))
    record.change(CHANGED, f'"{name}":{fact[name]}', f'"{name}":{fact[name] + 1}')


def other_move(record: Record) -> None:
    move = json.loads(record.payload(CHANGED))["move"]
    record.change(CHANGED, f'"move":{{"type":"{move["type"]}"', '"move":{"type":"end-turn"')


def other_time(record: Record) -> None:
    record.change(CHANGED, '"timestamp":"20', '"timestamp":"19')


def other_hidden_value(record: Record) -> None:
    record.change(CHANGED, '"agenda":[', '"agenda":[{"type":"next-turn","seat":0,"lane":0},')


def other_digest(record: Record) -> None:
    payload = record.payload(CHANGED)
    record.write(CHANGED, payload[:-66] + f"{int(payload[-66], 16) ^ 1:x}" + payload[-65:])


def no_digest(record: Record) -> None:
    record.write(CHANGED, record.payload(CHANGED)[:-78] + "}")


def other_kind(record: Record) -> None:
    query = "UPDATE kifu.event SET topic = 'kifu:game-started' WHERE game_id = %s AND version = %s"
    record.sql(query, record.game_id, record.version(CHANGED))


def more_in_it(record: Record) -> None:
    record.change(CHANGED, '"request_id"', '"also":1,"request_id"')


def written_twice(record: Record) -> None:
    record.change(CHANGED, '"facts":[', '"facts":[],"facts":[')


def time_without_zone(record: Record) -> None:
    record.change(CHANGED, 'Z","request_id"', '","request_id"')
    query = "UPDATE kifu.event SET receipt = NULL WHERE game_id = %s AND version = %s"
    record.sql(query, record.game_id, record.version(CHANGED))


def no_json(record: Record) -> None:
    record.change(CHANGED, "{", "")


def middle_gone(record: Record) -> None:
    query = "DELETE FROM kifu.event WHERE game_id = %s AND version = %s"
    record.sql(query, record.game_id, record.version(CHANGED))


def middle_gone_and_closed_up(record: Record) -> None:
    middle_gone(record)
    for step in range(CHANGED + 1, LAST + 1):
        payload = record.payload(step).replace(
            f'_version":{record.version(step)},', f'_version":{record.version(step) - 1},'
        )
        payload = payload.replace(f'"n":{step},', f'"n":{step - 1},')
        query = "UPDATE kifu.event SET version = version - 1, payload = %s WHERE game_id = %s AND version = %s"
        record.sql(query, payload, record.game_id, record.version(step))


def swapped(record: Record) -> None:
    one, other = record.payload(CHANGED), record.payload(CHANGED + 1)
    record.write(CHANGED, "{}")
    record.write(CHANGED + 1, one)
    record.write(CHANGED, other)


def swapped_and_renumbered(record: Record) -> None:
    one, other = record.payload(CHANGED), record.payload(CHANGED + 1)
    here, next_one = record.version(CHANGED), record.version(CHANGED + 1)
    record.write(CHANGED, "{}")
    numbers = (f'_version":{here},', f'_version":{next_one},')
    steps = (f'"n":{CHANGED},', f'"n":{CHANGED + 1},')
    record.write(CHANGED + 1, one.replace(*numbers).replace(*steps))
    record.write(CHANGED, other.replace(*reversed(numbers)).replace(*reversed(steps)))


@pytest.mark.parametrize(
    "attack",
    [
        other_fact,
        other_move,
        other_time,
        other_hidden_value,
        other_digest,
        no_digest,
        other_kind,
        more_in_it,
        written_twice,
        time_without_zone,
        no_json,
        middle_gone,
        middle_gone_and_closed_up,
        swapped,
        swapped_and_renumbered,
    ],
)
def test_a_changed_step_is_named(record: Record, attack: Callable[[Record], None]) -> None:
    attack(record)
    assert f"Fault (chain): step {CHANGED} (version {record.version(CHANGED)})" in record.found()
    assert record.verdict(record.receipts[CHANGED - 3]) == "in-history"
    assert record.verdict(record.receipts[CHANGED - 2]) == "not-in-history"
    assert record.verdict(record.receipts[-1]) == "not-in-history"


def test_steps_that_are_gone_from_the_end_leave_a_gap_in_the_feed(record: Record) -> None:
    record.sql("DELETE FROM kifu.event WHERE game_id = %s AND version > %s", record.game_id, record.version(LAST - 2))
    output = record.found()
    assert f"Fault (store): step {LAST - 2}" in output
    assert "positions 12 to 13" in output
    assert record.verdict(record.receipts[-1]) == "not-in-history"
    assert record.verdict(record.receipts[-3]) == "in-history"


def test_another_seed_in_the_opening_is_found(record: Record) -> None:
    record.sql(
        'UPDATE kifu.event SET payload = regexp_replace(payload, \'"seed":"..\', \'"seed":"zz\') '
        "WHERE game_id = %s AND version = 1",
        record.game_id,
    )
    assert "Fault (chain): version 1" in record.found()


def test_other_rules_in_the_opening_are_found(record: Record) -> None:
    record.sql(
        'UPDATE kifu.event SET payload = replace(payload, \'"ruleset":"micro-dojo"\', \'"ruleset":"go"\') '
        "WHERE game_id = %s AND version = 1",
        record.game_id,
    )
    assert "Fault (chain): version 1" in record.found()


def rechained(record: Record, signer: Signer | None) -> None:
    """Change the facts of a step and give all steps from it on valid digests, and receipts by some key."""
    seed = json.loads(
        str(record.sql("SELECT payload FROM kifu.event WHERE game_id = %s AND version = 1", record.game_id)[0][0])
    )["seed"]
    previous = chain.split_digest(record.payload(CHANGED - 1).encode())[1]
    other_fact(record)
    for step in range(CHANGED, LAST + 1):
        version = record.version(step)
        body, _ = chain.split_digest(record.payload(step).encode())
        topic = record.sql("SELECT topic FROM kifu.event WHERE game_id = %s AND version = %s", record.game_id, version)[
            0
        ][0]
        previous = chain.link_digest(body, topic, version, previous, bytes.fromhex(seed))
        record.write(step, f'{body[:-1].decode()},"digest":"{previous}"}}')
        if signer is not None:
            at = datetime.fromisoformat(json.loads(body)["timestamp"])
            receipt = signer.sign_receipt(record.game_id, step, version, previous, at)
            query = "UPDATE kifu.event SET receipt = %s WHERE game_id = %s AND version = %s"
            record.sql(query, pack_receipt(receipt), record.game_id, version)


def test_a_game_with_new_valid_digests_is_found_by_its_receipts(record: Record) -> None:
    rechained(record, None)
    output = record.found()
    assert "Fault (chain)" not in output
    assert f"Fault (receipts): step {CHANGED}" in output
    assert f"First difference: step {CHANGED}" in output


def test_receipts_by_a_key_that_is_not_the_service_s_are_found(record: Record) -> None:
    rechained(record, Signer(bytes(32)))
    assert f"Fault (receipts): step {CHANGED}" in record.found()


def test_receipts_that_are_gone_are_found(record: Record) -> None:
    record.sql("UPDATE kifu.event SET receipt = NULL WHERE game_id = %s", record.game_id)
    assert "Fault (receipts): version 1: the event has no receipt" in record.found()


def test_whoever_has_the_key_too_is_found_by_the_receipts_that_players_hold(record: Record) -> None:
    rechained(record, record.signer)
    # Moves and facts disagree, but nothing else does: an operator could have changed a move and all its facts.
    assert "Fault" not in record.found()
    verdicts = [record.verdict(receipt) for receipt in record.receipts]
    assert verdicts == ["in-history"] * (CHANGED - 2) + ["not-in-history"] * (LAST - CHANGED + 1)
    exit_code, output = record.kifu("receipt", "-", typed=msgspec.json.encode(record.receipts[-1]).decode())
    assert exit_code == 1
    assert output.startswith("Genuine, and NOT in the history")


def test_a_game_goes_on_only_from_the_digest_that_is_stored(record: Record) -> None:
    other_digest_of_last = record.payload(LAST)
    record.write(
        LAST, other_digest_of_last[:-66] + f"{int(other_digest_of_last[-66], 16) ^ 1:x}" + other_digest_of_last[-65:]
    )
    with pytest.raises(DamagedRecord, match=f"after version {record.version(LAST)} was stored"):
        play_one(record.games, record.game_id, Random(1))
    assert record.sql("SELECT max(version) FROM kifu.event WHERE game_id = %s", record.game_id) == [
        (record.version(LAST),)
    ]


def test_an_event_that_is_copied_over_the_next_one_is_found(record: Record) -> None:
    record.write(CHANGED + 1, record.payload(CHANGED))
    assert "the event belongs to another place" in record.found()


def test_a_forged_receipt_is_not_genuine(record: Record) -> None:
    receipt = msgspec.structs.replace(record.receipts[0], step=99)
    exit_code, output = record.kifu("receipt", "-", typed=msgspec.json.encode(receipt).decode())
    assert (exit_code, output.partition(":")[0]) == (1, "Not genuine")
    assert record.verdict(msgspec.structs.replace(record.receipts[0], key="0" * 16)) == "not-genuine"


def test_a_game_that_was_recorded_before_digests_goes_on_and_says_from_when_it_has_them(record: Record) -> None:
    query = (
        "UPDATE kifu.event SET receipt = NULL, payload = regexp_replace(regexp_replace(payload, "
        """',"hidden":.*$', '}'), '"timestamp":"20', '"timestamp":"19') WHERE game_id = %s"""
    )
    record.sql(query, record.game_id)
    env = {"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": record.url}
    with Games(
        StoredGames(
            product_rulesets(),
            keys=Keys(signer=record.signer),
            clock=lambda: datetime.now(UTC),
            entropy=Random(1).randbytes,
            env=env,
        )
    ) as games:
        assert games.stored.current(record.game_id).digest is None
        exit_code, output = record.kifu("verify", str(record.game_id))
        assert (exit_code, "No digests" in output) == (0, True), output
        play_one(games, record.game_id, Random(2))
        play_one(games, record.game_id, Random(2))
    exit_code, output = record.kifu("verify", str(record.game_id))
    assert exit_code == 0, output
    assert f"Digests from version {record.version(LAST) + 1} on" in output
    assert "2 genuine receipts" in output
