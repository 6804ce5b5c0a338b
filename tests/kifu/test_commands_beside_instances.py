"""Commands in a folder without the keys of the instances that use the database: they say so and make no keys."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from eventstore.postgres.datastore import Datastore
from eventstore.postgres.role import ROLE
from eventstore.tables.players import Players
from eventstore.tables.tokens import Tokens
from service.keys import signing
from service.keys.introduce import introduce_keys
from service.keys.token_seals import load_token_seals
from service.keys.tokens import digest_token
from service.settings import Settings
from tests.kifu.command import Ran, kifu
from tests.support.archives import FORMATS
from tests.support.databases import logged_in_as

pytestmark = [pytest.mark.slow, pytest.mark.long]

FILE = FORMATS / "micro-dojo-1.kifu"
SHARED = {"KIFU_SIGNING_KEY": "01" * 32, "KIFU_TOKEN_KEY": "0a" * 32, "KIFU_SEED_KEYS": "0b" * 32}
OTHER = "02" * 32


@pytest.fixture
def in_use(tmp_path: Path, database_url: str, datastore: Datastore) -> str:
    """The URL of a database that an instance with the shared keys uses, with the player Anna."""
    settings = Settings(
        data=tmp_path / "instance",
        signing_key=SHARED["KIFU_SIGNING_KEY"],
        token_key=SHARED["KIFU_TOKEN_KEY"],
        seed_keys=(SHARED["KIFU_SEED_KEYS"],),
    )
    introduce_keys(settings, logged_in_as(database_url, ROLE), datetime.now(UTC))
    Players(datastore, load_token_seals(settings)).register("Anna", digest_token("the first token"))
    return database_url


def count_tokens(url: str) -> tuple[int, int]:
    """The numbers of tokens and of seals."""
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT (SELECT count(*) FROM kifu.token), (SELECT count(*) FROM kifu.token_seal)")
        (tokens, seals) = found.fetchall()[0]
    return tokens, seals


def refuse(ran: Ran, data: Path, *said: str) -> None:
    """Check that a command was refused with a sentence, and that its folder is empty."""
    assert (ran.exit_code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert [one for one in said if one not in ran.err] == []
    assert list(data.rglob("*.key*")) + list(data.rglob("*.json")) == []


@pytest.mark.parametrize("arguments", [("import", str(FILE)), ("token", "Anna")])
def test_a_command_in_a_fresh_folder_makes_no_keys_beside_those_in_use(
    arguments: tuple[str, ...], in_use: str, tmp_path: Path
) -> None:
    fresh, before = tmp_path / "fresh", count_tokens(in_use)
    ran = kifu(*arguments, data=fresh, KIFU_DATABASE_URL=in_use)
    refuse(ran, fresh, "KIFU_TOKEN_KEY: The tokens of this database", "no key here yet", "kifu serve --new-key")
    assert count_tokens(in_use) == before


def test_a_file_is_not_imported_under_a_signing_key_that_the_record_does_not_know(in_use: str, tmp_path: Path) -> None:
    fresh, shared = tmp_path / "fresh", {**SHARED, "KIFU_DATABASE_URL": in_use}
    refuse(kifu("import", str(FILE), data=fresh, **{**shared, "KIFU_SIGNING_KEY": OTHER}), fresh, "would sign with")
    del shared["KIFU_SIGNING_KEY"]
    refuse(kifu("import", str(FILE), data=fresh, **shared), fresh, "would make a signing key of its own")


def test_a_folder_with_keys_of_another_service_signs_nothing(in_use: str, tmp_path: Path) -> None:
    stray = tmp_path / "stray"
    signing.load_or_make(Settings(data=stray))
    shared = {"KIFU_DATABASE_URL": in_use, "KIFU_TOKEN_KEY": SHARED["KIFU_TOKEN_KEY"]}
    for arguments in (("import", str(FILE)), ("checkpoint",)):
        ran = kifu(*arguments, data=stray, **shared)
        assert (ran.exit_code, ran.err.count("\n")) == (2, 1)
        assert "which the record does not know" in ran.err


def test_with_the_shared_keys_a_command_works_in_a_fresh_folder(in_use: str, tmp_path: Path) -> None:
    shared = {**SHARED, "KIFU_DATABASE_URL": in_use}
    ran = kifu("import", str(FILE), data=tmp_path / "one", **shared)
    assert (ran.exit_code, ran.err) == (0, "")
    ran = kifu("token", "Anna", data=tmp_path / "other", **shared)
    assert ran.exit_code == 0, ran.err
    assert count_tokens(in_use) == (2, 2)
    # It needs no files, since all keys are given.
    assert list((tmp_path / "other").rglob("*.key*")) == []


def test_a_key_of_tokens_that_no_instance_was_started_with_yet_seals_no_token(in_use: str, tmp_path: Path) -> None:
    before = count_tokens(in_use)
    ran = kifu("token", "Anna", data=tmp_path / "instance", KIFU_DATABASE_URL=in_use, KIFU_TOKEN_KEY=OTHER)
    assert (ran.exit_code, ran.out) == (2, "")
    assert "start the service with it" in ran.err
    assert count_tokens(in_use) == before


def test_an_instance_that_is_added_vouches_for_no_token_that_the_others_did_not_seal(
    in_use: str, tmp_path: Path, datastore: Datastore
) -> None:
    Tokens(datastore).make("Anna", digest_token("forged"), "forged", "operator")
    settings = Settings(
        data=tmp_path / "added",
        signing_key=SHARED["KIFU_SIGNING_KEY"],
        token_key=SHARED["KIFU_TOKEN_KEY"],
        seed_keys=(SHARED["KIFU_SEED_KEYS"],),
    )
    introduce_keys(settings, logged_in_as(in_use, ROLE), datetime.now(UTC))
    seals = load_token_seals(settings)
    assert seals is not None
    assert [player for _, player in seals.find_false(datastore)] == ["Anna"]
    tokens = Tokens(datastore, seals)
    assert tokens.find(digest_token("forged")) is None
    assert tokens.find(digest_token("the first token")) is not None
