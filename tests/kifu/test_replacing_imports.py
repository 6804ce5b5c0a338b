"""A worse copy of a game that was imported first does not keep the genuine file out, and nothing is deleted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from click.testing import CliRunner

from domain.application.arbitration import Claim
from domain.application.audit import Audit
from domain.application.commands import Recorded, Request
from domain.application.stored.stored_games import Keys
from domain.kernel.audience import SPECTATOR
from eventstore.postgres.migrate import migrate
from eventstore.postgres.role import url_for_service
from kifu.main import main
from projections.running.rebuild import check, rebuild
from service.keys import signing
from service.parts import build_games, build_projections
from service.settings import Settings
from tests.domain.application.logged import house
from tests.domain.application.playing import ANNA, BELA
from tests.projections.running import carry
from tests.support.archives import FORMATS, chain_again, edit_line, split_lines
from tests.support.rulesets import product_rulesets

pytestmark = pytest.mark.long

GENUINE, KEYS = (FORMATS / "micro-dojo-2.kifu").read_bytes(), str(FORMATS / "keys.json")
GAME = json.loads(split_lines(GENUINE)[0])["game"]
EVENTS = len(split_lines(GENUINE)) - 1
STEP = 40


def without_receipts(file: bytes) -> bytes:
    for number in range(2, len(split_lines(file)) + 1):
        file = edit_line(file, number, lambda line: line.pop("receipt", None))
    return file


def told_otherwise(file: bytes) -> bytes:
    """Another history, with valid digests: somebody else requested a step."""
    changed = without_receipts(edit_line(file, STEP, lambda line: line["event"].update(request_id="mallory")))
    header, *events = split_lines(changed)
    header, _, *events = split_lines(chain_again(b"".join((header, b"\n", *events))))
    return b"".join((header, *events))


class Place:
    """A service's database and folder, with a worse copy of the game."""

    def __init__(self, url: str, data: Path, genuine: bytes = GENUINE) -> None:
        self.url, self.data = url, data
        self.genuine = data / "genuine.kifu"
        self.genuine.write_bytes(genuine)

    def kifu(self, *arguments: str, exit_code: int = 0) -> str:
        environment = {"KIFU_DATABASE_URL": self.url, "KIFU_DATA": str(self.data)}
        ran = CliRunner().invoke(main, arguments, env=environment)
        assert ran.exit_code == exit_code, (ran.output, ran.exception)
        return ran.output

    def import_copy(self, file: bytes) -> None:
        copy = self.data / "copy.kifu"
        copy.write_bytes(file)
        assert "counts in no leaderboard" in self.kifu("import", str(copy))
        carry(self.url, build_projections(product_rulesets()))

    def replace(self, *arguments: str, exit_code: int = 0) -> str:
        return self.kifu("import", "--replace", str(self.genuine), *arguments, exit_code=exit_code)

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url) as connection:
            return connection.execute(statement.encode()).fetchall()


def talked_game(url: str, data: Path) -> tuple[UUID, bytes]:
    """A game with talk that another service recorded, and its file."""
    with house(url, data) as found:
        game_id = found.game(4)
        for who, text in ((ANNA, "Well met."), (BELA, "Likewise."), (ANNA, "I must go.")):
            found.games.talk.say(who, game_id, text)
        found.games.recording.resign(ANNA, game_id, 0)
        return game_id, Audit(found.games.stored, found.games.queries, found.keyring).archive(game_id, SPECTATOR)


def test_the_talk_of_a_game_is_replaced_with_it_and_nothing_of_it_is_deleted(
    empty_database_url: str, database_url: str, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    game_id, file = talked_game(database_url, elsewhere)
    migrate(empty_database_url)
    place = Place(empty_database_url, tmp_path, file)
    place.import_copy(without_receipts(file))
    place.kifu("checkpoint")
    before = place.rows("SELECT partition, position, payload FROM kifu.event")
    assert "replaced" in place.replace("--keys", str(elsewhere / "keys" / "public.json"))
    place.kifu("checkpoint")
    found = json.loads(place.kifu("verify", str(game_id), "--json"))
    assert (found["holds"], found["talk"]["messages"], found["talk"]["genuine"]) == (True, 3, 3)
    kept = place.rows("SELECT partition, position, payload FROM kifu.event")
    assert set(before) < set(kept)
    assert len(kept) == 2 * len(before)
    place.kifu("archive", str(game_id), "-o", str(tmp_path / "again.kifu"))
    assert told(tmp_path / "again.kifu") == told(place.genuine)
    assert place.kifu("verify", "--all") == "1 game verified, 0 at fault.\n"
    assert "Fault" not in place.kifu("checkpoint", "--check")
    with build_games(product_rulesets(), url_for_service(place.url), 1) as games:
        assert [message.text for message in games.talk.messages(game_id)] == ["Well met.", "Likewise.", "I must go."]


@pytest.fixture
def place(database_url: str, tmp_path: Path) -> Place:
    return Place(database_url, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("copy", [without_receipts, told_otherwise])
def test_the_genuine_file_takes_the_place_of_a_worse_copy_of_which_nothing_is_deleted(
    place: Place, copy: Callable[[bytes], bytes]
) -> None:
    place.import_copy(copy(GENUINE))
    place.kifu("checkpoint")
    before = place.rows("SELECT partition, position, payload FROM kifu.event ORDER BY partition, position")
    assert place.rows("SELECT * FROM kifu_read.standing") == []
    assert f"{GAME}: replaced; {EVENTS} receipts are genuine, and 0 were\n" in place.replace("--keys", KEYS)
    place.kifu("archive", GAME, "-o", str(place.data / "again.kifu"))
    assert told(place.data / "again.kifu") == told(place.genuine)
    place.kifu("checkpoint")
    found = json.loads(place.kifu("verify", GAME, "--json"))
    assert (found["holds"], found["receipts"]["genuine"], found["checkpoints"]["covered"]) == (True, EVENTS, EVENTS)
    assert place.kifu("verify", "--all") == "1 game verified, 0 at fault.\n"
    assert place.kifu("checkpoint", "--check").count("in 1 unbroken chain") == 2
    kept = place.rows("SELECT partition, position, payload FROM kifu.event ORDER BY partition, position")
    assert set(before) < set(kept)
    assert len(kept) == 2 * EVENTS
    assert {row[0] for row in place.rows("SELECT player FROM kifu_read.standing")} == {"player 0", "player 1"}
    assert place.rows("SELECT DISTINCT games FROM kifu_read.standing") == [(1,)]


def told(path: Path) -> list[tuple[str, object, object]]:
    """Return the events of a file with their receipts; the lines around them differ between formats."""
    lines = [json.loads(line) for line in split_lines(path.read_bytes())]
    return [(line["topic"], line["event"], line.get("receipt")) for line in lines if "topic" in line]


def test_the_read_models_are_those_of_the_file_in_force(place: Place) -> None:
    place.import_copy(told_otherwise(GENUINE))
    place.replace("--keys", KEYS)
    projections = build_projections(product_rulesets())
    assert not any(check(url_for_service(place.url), projections=projections).values())
    # A projection that keeps running reads later events of the game as before.
    carry(place.url, projections)
    rebuild(place.url, projections=projections)
    assert not any(check(url_for_service(place.url), projections=projections).values())
    assert place.rows("SELECT count(*) FROM kifu_read.game") == [(1,)]


def test_a_file_that_proves_no_more_replaces_nothing(place: Place) -> None:
    place.import_copy(without_receipts(GENUINE))
    output = place.replace(exit_code=2)
    assert "does not prove more than the game" in output
    assert "0 of its receipts are genuine by the known keys, and 0 of those here" in output
    place.replace("--keys", KEYS)
    assert f"{EVENTS} of its receipts are genuine by the known keys, and {EVENTS} of" in place.replace(
        "--keys", KEYS, exit_code=2
    )
    assert place.rows("SELECT count(*) FROM kifu.event") == [(2 * EVENTS,)]


def test_the_operator_vouches_later_for_a_file_that_is_here_already(place: Place) -> None:
    place.import_copy(GENUINE)
    assert place.rows("SELECT * FROM kifu_read.standing") == []
    assert "replaced" in place.replace("--keys", KEYS)
    assert place.rows("SELECT count(*) FROM kifu.event") == [(EVENTS,)]
    assert json.loads(place.kifu("verify", GAME, "--json"))["holds"] is True
    assert place.rows("SELECT DISTINCT games FROM kifu_read.standing") == [(1,)]


def test_only_an_imported_game_is_replaced(place: Place) -> None:
    assert "was not imported here" in place.replace("--keys", KEYS, exit_code=2)
    assert place.rows("SELECT count(*) FROM kifu.event") == [(0,)]


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO kifu.replaced_stream VALUES (gen_random_uuid(), 1, gen_random_uuid())",
        "INSERT INTO kifu.reimported SELECT partition, game_id, 1, time, '', file, 1, record, NULL, receipt, true "
        "FROM kifu.imported",
    ],
)
def test_the_service_replaces_no_game(place: Place, statement: str) -> None:
    place.import_copy(without_receipts(GENUINE))
    with (
        psycopg.connect(url_for_service(place.url)) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(statement.encode())


def test_what_happens_later_follows_the_file_in_force(place: Place) -> None:
    place.import_copy(told_otherwise(GENUINE))
    place.replace("--keys", KEYS)
    projections, game_id = build_projections(product_rulesets()), UUID(GAME)
    signer, keyring = signing.load_used(Settings(data=place.data))
    with build_games(product_rulesets(), url_for_service(place.url), 1, Keys(signer, seeds=(bytes(32),))) as games:
        claim = Claim(STEP, claim="That was not allowed.")
        disputed = games.recording.dispute(Request("player 0"), game_id, claim)
        assert isinstance(disputed, Recorded)
        assert games.queries.describe(game_id).version == EVENTS + 1
        verified = Audit(games.stored, games.queries, keyring).verification(game_id, None, arbiter=True)
        assert (verified.holds, verified.receipts.genuine) == (True, EVENTS + 1)
    carry(place.url, projections)
    assert place.rows("SELECT game_id::text FROM kifu_read.dispute") == [(GAME,)]
    assert not any(check(url_for_service(place.url), projections=projections).values())
    assert place.rows("SELECT count(DISTINCT game_id) FROM kifu.event") == [(2,)]
    # The copy may have committed to another seed; that of the current file is kept with it.
    assert place.rows("SELECT game_id FROM kifu.opened_seed") == place.rows("SELECT by FROM kifu.replaced_stream")
