"""What somebody wrote is erased, and no proof notices: digests, receipts, checkpoints and earlier files stay valid."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from domain.application.audit import Audit
from domain.application.games import Games
from domain.archive import reading
from domain.archive.lines import Archive
from domain.kernel.audience import SPECTATOR
from domain.record.talk import talk_id
from domain.verification.record import Verification, verify_archive
from tests.domain.application.logged import House, house
from tests.domain.application.playing import ANNA, BELA, keyed, play_one, said
from tests.support.databases import temporary_database
from tests.support.rulesets import product_rulesets
from tests.support.services import ROOT

pytestmark = pytest.mark.long

NODE, VERIFIER = shutil.which("node"), ROOT / "examples/verify_archive.js"
SECRET, OTHER = "Anna lives at 12 Elm Street", "That is nobody's business."


@pytest.fixture
def service(database_url: str, tmp_path: Path) -> Iterator[House]:
    with house(database_url, tmp_path) as found:
        yield found


@pytest.fixture
def told(service: House) -> UUID:
    """A game that is over, in which Anna told something and Bela answered."""
    game_id = service.game(0)
    service.games.talk.say(ANNA, game_id, SECRET)
    play_one(service.games, game_id, service.random)
    service.games.talk.say(BELA, game_id, OTHER)
    service.games.recording.resign(BELA, game_id, 1)
    service.checkpoint()
    return game_id


def texts(games: Games, game_id: UUID) -> list[str]:
    return [message.text for message in games.talk.messages(game_id)]


def audit(service: House) -> Audit:
    return Audit(service.games.stored, service.games.queries, service.keyring)


def file_of(service: House, game_id: UUID) -> bytes:
    return audit(service).archive(game_id, SPECTATOR)


def parsed(file: bytes) -> Archive:
    return reading.parse_archive(file.splitlines(keepends=True))


def verified(service: House, file: bytes) -> Verification:
    return verify_archive(parsed(file), product_rulesets(), service.keyring)


def erase(service: House, what: str) -> str:
    exit_code, output = service.kifu("erase", what, "--reason", "asked for by its writer")
    assert exit_code == 0, output
    return output


def everything_stored(service: House) -> str:
    """Every row of every table, as text."""
    tables = service.sql(
        "SELECT oid::regclass::text FROM pg_class "
        "WHERE relkind IN ('r', 'p') AND relnamespace IN ('kifu'::regnamespace, 'kifu_read'::regnamespace)"
    )
    rows = [row for (table,) in tables for row in service.sql(f"SELECT t::text FROM {table} AS t")]
    return "\n".join(text for (text,) in rows)


def everything_filed(service: House) -> bytes:
    return b"\n".join(path.read_bytes() for path in service.data.rglob("*") if path.is_file())


def test_an_erased_message_is_empty_and_the_others_stay(service: House, told: UUID) -> None:
    assert erase(service, f"{told}/1") == "1 text erased.\n"
    assert texts(service.games, told) == ["", OTHER]


def test_an_erasure_changes_no_event_and_the_record_holds(service: House, told: UUID) -> None:
    rows, before = service.games.stored.store.rows(talk_id(told)), file_of(service, told)
    erase(service, f"{told}/1")
    assert service.games.stored.store.rows(talk_id(told)) == rows
    exit_code, output = service.kifu("verify", str(told))
    assert exit_code == 0, output
    assert "2 messages of the players." in output
    assert "1 text was erased." in output
    assert service.kifu("checkpoint", "--check")[0] == 0
    for file, erased in ((before, 0), (file_of(service, told), 1)):
        found = verified(service, file)
        assert found.holds
        assert found.talk is not None
        assert (found.talk.genuine, found.talk.erased) == (2, erased)


def test_a_file_written_after_an_erasure_has_the_same_events_without_the_text(service: House, told: UUID) -> None:
    before = parsed(file_of(service, told))
    erase(service, f"{told}/1")
    after = file_of(service, told)
    assert SECRET.encode() not in after
    assert OTHER.encode() in after
    assert [row.payload for row in parsed(after).talk] == [row.payload for row in before.talk]


def test_an_erased_text_is_found_nowhere_though_it_was_written_in_forty_games(service: House) -> None:
    games = [service.game(0) for _ in range(40)]
    for number, game_id in enumerate(games):
        service.games.talk.say(keyed("anna", f"k{number}", SECRET), game_id, f"{SECRET} ({number})")
        service.games.talk.say(BELA, game_id, OTHER)
    service.checkpoint()
    assert everything_stored(service).count(SECRET) == 40
    assert erase(service, "anna") == "40 texts erased.\n"
    assert SECRET not in everything_stored(service)
    assert SECRET.encode() not in everything_filed(service)
    for game_id in games:
        assert SECRET.encode() not in file_of(service, game_id)
        assert texts(service.games, game_id) == ["", OTHER]
        assert audit(service).verification(game_id, None, arbiter=True).holds


def test_a_repeated_request_is_answered_without_the_text_once_it_is_erased(service: House) -> None:
    game_id, request = service.game(0), keyed("anna", "k", SECRET)
    first = said(service.games.talk.say(request, game_id, SECRET))
    assert said(service.games.talk.say(request, game_id, SECRET)) == first
    erase(service, f"{game_id}/1")
    assert said(service.games.talk.say(request, game_id, SECRET)) == {**first, "text": ""}


def test_the_writer_reads_that_it_was_erased_when_and_by_whom(service: House, told: UUID) -> None:
    service.sql("INSERT INTO kifu.player (name) VALUES ('anna'), ('bela')")
    erase(service, f"{told}/1")
    events = service.sql("SELECT player, kind, by, game_id, version FROM kifu.account_event")
    assert events == [("anna", "message-erased", "operator", told, 1)]
    notes = service.sql("SELECT game_id, kind, version, by, reason FROM kifu.erasure")
    assert notes == [(told, "message", 1, "operator", "asked for by its writer")]


def test_a_text_that_is_gone_without_an_erasure_is_a_fault(service: House, told: UUID) -> None:
    service.sql("DELETE FROM kifu.personal_value WHERE version = 1")
    assert "Fault (talk): message 1: the text is gone, and no erasure says why" in service.found(told)


def test_a_file_with_another_text_is_refused(service: House, told: UUID) -> None:
    found = verified(service, file_of(service, told).replace(SECRET.encode(), b"Anna lives nowhere at all"))
    assert not found.holds
    assert found.talk is not None
    assert found.talk.fault is not None
    assert (found.talk.fault.version, found.talk.fault.why) == (1, "the text is not the one that was sealed")


def test_the_second_verifier_says_the_same_of_texts_that_are_there_erased_and_changed(
    service: House, told: UUID
) -> None:
    if NODE is None:
        pytest.skip("the second verifier runs in Node, and there is no `node` on the PATH")

    def checked(file: bytes) -> tuple[int, bytes]:
        done = subprocess.run([NODE or "", VERIFIER, "-"], input=file, capture_output=True, timeout=60, check=False)
        return done.returncode, done.stdout + done.stderr

    whole = file_of(service, told)
    assert checked(whole)[0] == 0
    assert b"Erased" not in checked(whole)[1]
    assert checked(whole.replace(SECRET.encode(), b"Anna lives nowhere at all"))[0] == 1
    assert checked(whole.replace(b'"opened":{"/text"', b'"opened":{"/player"'))[0] == 1
    erase(service, f"{told}/1")
    code, output = checked(file_of(service, told))
    assert code == 0, output
    assert b"Erased: 1 texts of messages" in output


def test_a_text_comes_back_with_its_game_but_not_where_it_was_erased(
    service: House, told: UUID, postgres_url: str, template: str, tmp_path: Path
) -> None:
    file = file_of(service, told)
    with temporary_database(postgres_url, template) as url, house(url, tmp_path / "elsewhere") as other:
        path = tmp_path / "game.kifu"
        path.write_bytes(file)
        assert other.kifu("import", str(path))[0] == 0
        assert texts(other.games, told) == [SECRET, OTHER]
        erase(other, f"{told}/1")
        other.kifu("import", str(path))
        assert texts(other.games, told) == ["", OTHER]
        assert SECRET not in everything_stored(other)


def test_a_dry_run_names_what_would_be_erased_and_erases_nothing(service: House, told: UUID) -> None:
    exit_code, output = service.kifu("erase", "anna", "--reason", "none", "--dry-run")
    assert (exit_code, output) == (0, f"{told}/1\n1 text would be erased.\n")
    assert texts(service.games, told) == [SECRET, OTHER]


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("GAME/3", "has no message 3 that can be erased"),
        ("carl", "Nothing of 'carl' can be erased."),
        ("\udcff", "can be erased"),
        ("nonsense/1", "nonsense"),
    ],
)
def test_what_is_not_there_is_not_erased_and_the_command_says_so(
    service: House, told: UUID, what: str, why: str
) -> None:
    exit_code, output = service.kifu("erase", what.replace("GAME", str(told)), "--reason", "a mistake")
    assert exit_code != 0
    assert why in output
    assert texts(service.games, told) == [SECRET, OTHER]


@pytest.mark.parametrize("reason", ["", "x" * 501, "two\nlines"])
def test_an_erasure_needs_a_reason_that_can_be_kept(service: House, told: UUID, reason: str) -> None:
    assert service.kifu("erase", f"{told}/1", "--reason", reason)[0] != 0
    assert texts(service.games, told) == [SECRET, OTHER]


def test_the_record_of_a_game_names_no_text_of_its_players(service: House, told: UUID) -> None:
    events = [json.loads(row.payload) for row in service.games.stored.store.rows(talk_id(told))]
    assert [list(event["text"]) for event in events] == [["sealed"], ["sealed"]]
    assert all(event["hidden"] == [] for event in events)
