"""Instances of one service: whose keys count, and how an instance with unknown keys is refused."""

from __future__ import annotations

import random
import re
import secrets
import shutil
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest
import requests

from domain.proof.receipts import Keyring, Signer
from domain.record.locked_seed import key_id
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.role import ROLE
from eventstore.tables.service_keys import KeyStatement, add_statements
from service.keys import introduce, signing
from service.keys.introduce import announce_again, announce_forever, introduce_keys
from service.keys.recorded_keys import RecordedKeyring
from service.keys.token_seals import load_token_seals
from service.settings import BadSettings, Settings, read_settings
from tests.kifu.command import kifu
from tests.service.test_service import Player
from tests.service.test_signing import receipt
from tests.support.databases import logged_in_as
from tests.support.services import ROOT, running_service
from tests.support.waiting import eventually

pytestmark = pytest.mark.long

SHARED = {"token_key": "0a" * 32, "seed_keys": ("0b" * 32,)}
ONE, OTHER = "01" * 32, "02" * 32
FIRST, SECOND = (Signer(bytes.fromhex(key)).key for key in (ONE, OTHER))


def now() -> datetime:
    return datetime.now(UTC)


def instance(data: Path, signing_key: str | None = ONE, **settings: object) -> Settings:
    """The settings of an instance with a folder of its own and the shared keys, except for those given."""
    return Settings(data=data, signing_key=signing_key, **{**SHARED, **settings})  # type: ignore[arg-type]


def start(settings: Settings, url: str) -> None:
    """Do what a start does with keys."""
    introduce_keys(settings, logged_in_as(url, ROLE), now())


def refusal(settings: Settings, url: str) -> str:
    """The message to an instance that does not start; nothing must be made or recorded."""
    before = rows(url), sorted(settings.data.rglob("*.key*")), sorted(settings.data.rglob("*.json"))
    with pytest.raises(BadSettings) as caught:
        start(settings, url)
    assert before == (rows(url), sorted(settings.data.rglob("*.key*")), sorted(settings.data.rglob("*.json")))
    return str(caught.value)


def rows(url: str) -> list[tuple[str, str, bool]]:
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT kind, key, used FROM kifu.service_key ORDER BY time, kind, key, used")
        return [(str(kind), str(key), bool(used)) for kind, key, used in found]


def keyring(settings: Settings, store: Datastore) -> RecordedKeyring:
    return RecordedKeyring(signing.load_keyring(settings), store.read, load_token_seals(settings))


def test_the_first_instance_records_its_keys_without_a_word_and_once(tmp_path: Path, database_url: str) -> None:
    for _ in range(2):
        start(instance(tmp_path), database_url)
    assert sorted(rows(database_url)) == [("seeds", key_id(b"\x0b" * 32), True), ("signing", FIRST, True)]


def test_a_second_signing_key_is_refused_and_counts_beside_the_first_once_it_is_said_to_be_new(
    tmp_path: Path, database_url: str, datastore: Datastore
) -> None:
    one, other = instance(tmp_path / "one"), instance(tmp_path / "other", OTHER)
    start(one, database_url)
    of_one = keyring(one, datastore)
    said = refusal(other, database_url)
    assert f"KIFU_SIGNING_KEY: This instance would sign with {SECOND}" in said
    assert f"while {FIRST} is in use" in said
    assert "kifu serve --new-key" in said
    start(instance(tmp_path / "other", OTHER, new_key=True), database_url)
    start(other, database_url)
    signed = [receipt(Signer(bytes.fromhex(key))) for key in (ONE, OTHER)]
    for known in (of_one, keyring(one, datastore), keyring(other, datastore)):
        assert [known.receipt_fault(found) for found in signed] == [None, None]
        assert {key.key for key in known.document().keys} == {FIRST, SECOND}


def test_an_instance_without_any_key_makes_none_beside_others(tmp_path: Path, database_url: str) -> None:
    start(instance(tmp_path / "one"), database_url)
    said = refusal(instance(tmp_path / "other", None), database_url)
    assert "would make a signing key of its own" in said


def test_a_keyring_learns_of_keys_that_are_recorded_later(
    tmp_path: Path, database_url: str, datastore: Datastore
) -> None:
    one, moment = instance(tmp_path / "one"), [0.0]
    start(one, database_url)
    known = RecordedKeyring(signing.load_keyring(one), datastore.read, load_token_seals(one), lambda: moment[0])
    assert not known.has_key(SECOND)
    start(instance(tmp_path / "other", OTHER, new_key=True), database_url)
    moment[0] += 2.0
    assert known.has_key(SECOND)


def test_a_rotation_needs_no_word_and_takes_the_old_key_out_of_use(
    tmp_path: Path, database_url: str, datastore: Datastore
) -> None:
    start(instance(tmp_path), database_url)
    old = receipt(Signer(bytes.fromhex(ONE)))
    rotated = instance(tmp_path, OTHER)
    start(rotated, database_url)
    late = receipt(Signer(bytes.fromhex(ONE)), now() + timedelta(minutes=1))
    for known in (keyring(rotated, datastore), RecordedKeyring(Keyring(()), datastore.read, load_token_seals(rotated))):
        assert known.receipt_fault(old) is None
        assert "not in use" in str(known.receipt_fault(late))
    start(instance(tmp_path), database_url)
    assert keyring(instance(tmp_path), datastore).receipt_fault(late) is None


def test_an_instance_that_still_signs_with_a_key_that_another_rotated_says_that_it_is_in_use(
    tmp_path: Path, database_url: str, datastore: Datastore
) -> None:
    one, other = instance(tmp_path / "one"), instance(tmp_path / "other")
    for each in (one, other):
        start(each, database_url)
    seals = load_token_seals(other)
    assert seals is not None
    assert not announce_again(datastore, FIRST, seals, now())
    start(instance(tmp_path / "one", OTHER), database_url)
    meanwhile = receipt(Signer(bytes.fromhex(ONE)), now())
    # Even with a clock that is behind.
    assert announce_again(datastore, FIRST, seals, now() - timedelta(hours=1))
    assert not announce_again(datastore, FIRST, seals, now())
    assert keyring(one, datastore).receipt_fault(meanwhile) is None
    assert keyring(one, datastore).receipt_fault(receipt(Signer(bytes.fromhex(OTHER)))) is None


def test_an_instance_looks_by_itself_whether_its_key_is_said_to_be_in_use(
    tmp_path: Path, database_url: str, datastore: Datastore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(introduce, "ANNOUNCE_SECONDS", 0.05)
    one, other, stop = instance(tmp_path / "one"), instance(tmp_path / "other", database_url=database_url), Event()
    for each in (one, other):
        start(each, database_url)
    start(instance(tmp_path / "one", OTHER), database_url)
    late = receipt(Signer(bytes.fromhex(ONE)), now() + timedelta(minutes=1))
    looking = Thread(target=announce_forever, args=(other, stop))
    looking.start()
    try:
        eventually(lambda: keyring(one, datastore).receipt_fault(late) is None, 60)
    finally:
        stop.set()
        looking.join()


def test_a_row_that_the_role_of_the_service_inserts_makes_no_receipt_genuine(
    tmp_path: Path, database_url: str, datastore: Datastore
) -> None:
    one = instance(tmp_path)
    start(one, database_url)
    forger = Signer(secrets.token_bytes(32))
    forged = KeyStatement("signing", forger.key, forger.public, now() - timedelta(days=1), True)
    closed = KeyStatement("signing", FIRST, Signer(bytes.fromhex(ONE)).public, now() - timedelta(days=1), False)
    with psycopg.connect(logged_in_as(database_url, ROLE)) as connection:
        assert len(add_statements(connection, [forged, closed], b"not the key of tokens")) == 2
        for change in ("UPDATE kifu.service_key SET used = false", "DELETE FROM kifu.service_key"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
                connection.execute(change.encode())
    known = keyring(one, datastore)
    assert "No key of this service" in str(known.receipt_fault(receipt(forger)))
    assert known.receipt_fault(receipt(Signer(bytes.fromhex(ONE)))) is None
    start(one, database_url)
    checked = kifu(
        "checkpoint", "--check", data=tmp_path, KIFU_DATABASE_URL=database_url, KIFU_TOKEN_KEY=SHARED["token_key"]
    )
    assert checked.exit_code == 1
    assert f"for the key {forger.key} is not as the service made it; it is passed over" in checked.err


def test_the_name_of_a_key_cannot_be_given_to_another(tmp_path: Path, database_url: str) -> None:
    false = KeyStatement("signing", FIRST, bytes(32), now(), True)
    with psycopg.connect(database_url) as connection, pytest.raises(psycopg.errors.CheckViolation):
        add_statements(connection, [false], b"any")


def test_an_instance_that_could_not_open_the_tokens_of_the_others_says_so(tmp_path: Path, database_url: str) -> None:
    start(instance(tmp_path / "one"), database_url)
    for settings, here in (
        (instance(tmp_path / "other", token_key="0c" * 32), "the key here is another one"),
        (instance(tmp_path / "third", token_key=None), "there is no key here yet"),
    ):
        said = refusal(settings, database_url)
        assert "KIFU_TOKEN_KEY: The tokens of this database are sealed" in said
        assert here in said
    # If the key is lost, existing rows are sealed with the new one, and both signing keys count.
    start(instance(tmp_path / "third", OTHER, token_key=None, new_key=True), database_url)
    start(instance(tmp_path / "third", OTHER, token_key=None), database_url)
    assert {key for kind, key, _ in rows(database_url) if kind == "signing"} == {FIRST, SECOND}


def test_the_key_of_tokens_is_rotated_by_an_instance_that_has_both(
    tmp_path: Path, database_url: str, datastore: Datastore
) -> None:
    start(instance(tmp_path / "one"), database_url)
    start(instance(tmp_path / "other", OTHER, new_key=True), database_url)
    rotated = instance(tmp_path / "one", token_key="0d" * 32)
    start(rotated, database_url)
    assert keyring(rotated, datastore).has_key(SECOND)
    assert "KIFU_TOKEN_KEY" in refusal(instance(tmp_path / "new", token_key="0e" * 32), database_url)


def test_an_instance_without_the_key_that_new_seeds_take_says_so(tmp_path: Path, database_url: str) -> None:
    old, new = "0b" * 32, "0e" * 32
    start(instance(tmp_path / "one"), database_url)
    said = refusal(instance(tmp_path / "other", seed_keys=(new,)), database_url)
    assert f"KIFU_SEED_KEYS: The key of seeds {key_id(bytes.fromhex(old))} is missing here" in said
    start(instance(tmp_path / "one", seed_keys=(old, new)), database_url)
    assert key_id(bytes.fromhex(new)) in refusal(instance(tmp_path / "other", seed_keys=(old,)), database_url)
    # No game needs the old one any more, so it may go.
    start(instance(tmp_path / "one", seed_keys=(new,)), database_url)
    start(instance(tmp_path / "other", seed_keys=(new,)), database_url)
    start(instance(tmp_path / "other", seed_keys=("0f" * 32,), new_key=True), database_url)
    start(instance(tmp_path / "other", seed_keys=("0f" * 32,)), database_url)
    assert "KIFU_SEED_KEYS" in refusal(instance(tmp_path / "one", seed_keys=(new,)), database_url)


def test_the_setting_for_containers_says_that_keys_are_new(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not read_settings().new_key
    monkeypatch.setenv("KIFU_NEW_KEY", "1")
    assert read_settings().new_key


def test_every_file_of_keys_has_a_setting_by_which_instances_can_share_it(tmp_path: Path, database_url: str) -> None:
    settings = Settings(data=tmp_path)
    start(settings, database_url)
    signing.snapshot_key(settings)
    named = dict(re.findall(r"^\| `keys/(\S+)` \| `KIFU_(\w+)` \|", (ROOT / "docs" / "running.md").read_text(), re.M))
    assert {path.name for path in (tmp_path / "keys").iterdir()} - {".lock", "public.json"} == named.keys()
    assert {name.lower() for name in named.values()} <= {field.name for field in fields(Settings)}
    # With the settings, none of them is needed.
    given = dict.fromkeys(("signing_key", "token_key", "snapshot_key"), "07" * 32) | {"seed_keys": ("07" * 32,)}
    other = Settings(data=tmp_path / "other", new_key=True, **given)  # type: ignore[arg-type]
    start(other, database_url)
    assert signing.snapshot_key(other) == b"\x07" * 32
    # The token key is kept, so that its rotation is noticed.
    assert {path.name for path in (tmp_path / "other" / "keys").iterdir()} == {".lock", "public.json", "tokens.key"}


@pytest.mark.long
@pytest.mark.slow
def test_two_instances_with_keys_of_their_own_verify_the_games_of_each_other(tmp_path: Path, database_url: str) -> None:
    shared = {
        "KIFU_DATABASE_URL": database_url,
        "KIFU_TOKEN_KEY": SHARED["token_key"],
        "KIFU_SEED_KEYS": "0b" * 32,
        "KIFU_CHECKPOINT_SECONDS": "1",
    }
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir(mode=0o700)
    with running_service(one, **shared, KIFU_SIGNING_KEY=ONE) as base:
        player = Player(base, "Ada")
        games, chance = [player.game()], random.Random(1)
        assert player.move(games[0], chance) is not None
        second = {**shared, "KIFU_SIGNING_KEY": OTHER, "KIFU_PORT": "1"}
        refused = kifu("serve", data=other, **second)
        assert (refused.exit_code, refused.err.count("\n")) == (2, 1)
        assert f"would sign with {SECOND}, which the record does not know" in refused.err
        with running_service(other, **{**shared, "KIFU_SIGNING_KEY": OTHER, "KIFU_NEW_KEY": "1"}) as beside:
            player.base = beside
            games.append(player.game())
            # Moves of both in each game.
            for path in games:
                for player.base in (base, beside):
                    assert player.move(path, chance) is not None
            for path in games:
                for asked in (base, beside):
                    found = requests.get(f"{asked}{path}/verification", timeout=30).json()
                    assert found["holds"], found
                    assert (found["receipts"]["genuine"] > 3, found["receipts"]["unknown"]) == (True, 0)
    ran = kifu("verify", "--all", data=one, **shared)
    assert (ran.exit_code, ran.out) == (0, "2 games verified, 0 at fault.\n"), ran.err


def test_an_older_database_that_was_signed_by_the_present_key_starts_and_another_key_is_refused(
    tmp_path: Path, database_url: str
) -> None:
    one = instance(tmp_path / "one")
    signing.load_or_make(one)
    with psycopg.connect(database_url) as connection:
        connection.execute(
            "INSERT INTO kifu.tree_head (partition, size, root, time, key, signature) "
            "VALUES (1, 1, sha256(''), '2026-01-01T00:00:00Z', %s, %s)",
            (FIRST, bytes(64)),
        )
    said = refusal(instance(tmp_path / "other", OTHER), database_url)
    assert f"while {FIRST} is in use" in said
    shutil.copytree(one.data, tmp_path / "copy")
    start(one, database_url)
    start(instance(tmp_path / "copy"), database_url)
