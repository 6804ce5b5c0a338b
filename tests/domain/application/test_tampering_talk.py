"""Talk is proven like the moves of a game: changes are named, and the game's file contains it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from domain.application.audit import Audit
from domain.application.errors import UnknownGame
from domain.archive import reading
from domain.archive.lines import BadArchive
from domain.kernel.audience import ARBITER, SPECTATOR
from domain.proof import chain
from domain.proof.receipts import Keyring, Receipt, pack_receipt
from domain.record.damage import DamagedRecord
from domain.record.talk import talk_id
from domain.verification.record import verify_archive
from tests.domain.application.logged import House, house
from tests.domain.application.playing import (
    ANNA,
    BELA,
    WHO,
    play_one,
    refused,
    said,
)
from tests.support.rulesets import product_rulesets

pytestmark = pytest.mark.long

UNCHECKED = "SET session_replication_role = replica; "
"""What a superuser may do: no trigger refuses the change."""
CHANGED, LAST = 3, 5
"""The message that the tests change, and how many there are."""


@pytest.fixture
def service(database_url: str, tmp_path: Path) -> Iterator[House]:
    with house(database_url, tmp_path) as found:
        yield found


@pytest.fixture
def talked(service: House) -> UUID:
    """A running game with a message after each of its first steps."""
    game_id = service.game(0)
    for number in range(LAST):
        service.games.talk.say(WHO[number % 2], game_id, f"message {number + 1}")
        play_one(service.games, game_id, service.random)
    return game_id


def test_the_stream_of_the_talk_is_no_game(service: House, talked: UUID) -> None:
    stream, games = talk_id(talked), service.games
    refused(UnknownGame, lambda: games.queries.describe(stream))
    refused(UnknownGame, lambda: games.talk.say(ANNA, stream, "Hello?"))
    refused(UnknownGame, lambda: games.stored.recorded_events(stream))
    refused(
        UnknownGame,
        lambda: Audit(games.stored, games.queries, service.keyring).verification(stream, None, arbiter=True),
    )
    refused(UnknownGame, lambda: Audit(games.stored, games.queries, service.keyring).archive(stream, ARBITER))


def test_untouched_talk_holds_and_its_receipts_are_in_the_history(service: House, talked: UUID) -> None:
    service.checkpoint()
    exit_code, output = service.kifu("verify", str(talked))
    assert exit_code == 0, output
    assert f"{LAST} messages of the players." in output
    outcome = service.games.talk.say(BELA, talked, "Signed.")
    receipt = msgspec.convert(said(outcome)["receipt"], Receipt)
    assert (receipt.game, receipt.version, receipt.step) == (talk_id(talked), LAST + 1, 0)
    audit = Audit(service.games.stored, service.games.queries, service.keyring)
    assert audit.check(receipt).verdict == "in-history"
    service.sql("DELETE FROM kifu.event WHERE game_id = %s AND version = %s", talk_id(talked), LAST + 1)
    assert audit.check(receipt).verdict == "not-in-history"


def payload(service: House, game_id: UUID, n: int) -> str:
    query = "SELECT payload FROM kifu.event WHERE game_id = %s AND version = %s"
    return str(service.sql(query, talk_id(game_id), n)[0][0])


def write(service: House, game_id: UUID, n: int, text: str) -> None:
    service.sql("UPDATE kifu.event SET payload = %s WHERE game_id = %s AND version = %s", text, talk_id(game_id), n)


def seal_of(service: House, game_id: UUID) -> str:
    return str(json.loads(payload(service, game_id, CHANGED))["text"]["sealed"])


def change(service: House, game_id: UUID, old: str, new: str) -> None:
    before = payload(service, game_id, CHANGED)
    assert old in before
    write(service, game_id, CHANGED, before.replace(old, new, 1))


def other_seal(service: House, game_id: UUID) -> None:
    change(service, game_id, seal_of(service, game_id), "ab" * 32)


def other_text(service: House, game_id: UUID) -> None:
    service.sql(f"{UNCHECKED}UPDATE kifu.personal_value SET value = 'I resign' WHERE value = 'message 3'")


def no_text(service: House, game_id: UUID) -> None:
    service.sql("DELETE FROM kifu.personal_value WHERE value = 'message 3'")


def other_speaker(service: House, game_id: UUID) -> None:
    change(service, game_id, '"seat":0,"player":"anna"', '"seat":1,"player":"bela"')


def other_topic(service: House, game_id: UUID) -> None:
    statement = "UPDATE kifu.event SET topic = 'kifu:seat-taken' WHERE game_id = %s AND version = %s"
    service.sql(statement, talk_id(game_id), CHANGED)


def deleted(service: House, game_id: UUID) -> None:
    service.sql("DELETE FROM kifu.event WHERE game_id = %s AND version = %s", talk_id(game_id), CHANGED)


def swapped(service: House, game_id: UUID) -> None:
    first, second = payload(service, game_id, CHANGED), payload(service, game_id, CHANGED + 1)
    write(service, game_id, CHANGED, "{}")
    write(service, game_id, CHANGED + 1, first)
    write(service, game_id, CHANGED, second)


def without_receipt(service: House, game_id: UUID) -> None:
    statement = "UPDATE kifu.event SET receipt = NULL WHERE game_id = %s AND version = %s"
    service.sql(statement, talk_id(game_id), CHANGED)


def chained_again(service: House, game_id: UUID) -> None:
    """The messages with another text and matching digests, but the old receipts."""
    previous = chain.split_digest(payload(service, game_id, CHANGED - 1).encode())[1]
    rewritten = {}
    for n in range(CHANGED, LAST + 1):
        body, _ = chain.split_digest(payload(service, game_id, n).encode())
        body = body.replace(seal_of(service, game_id).encode(), b"ab" * 32) if n == CHANGED else body
        previous = chain.digest(previous, "kifu:message-sent", body)
        rewritten[n] = (body[:-1] + b',"digest":"%s"}' % previous.encode()).decode()
    for n, text in rewritten.items():
        write(service, game_id, n, text)


@pytest.mark.parametrize(
    "attack",
    [
        *(other_seal, other_text, no_text, other_speaker, other_topic, deleted, swapped, without_receipt),
        chained_again,
    ],
)
def test_a_message_that_was_changed_is_named(
    service: House, talked: UUID, attack: Callable[[House, UUID], None]
) -> None:
    attack(service, talked)
    assert f"Fault (talk): message {CHANGED}: " in service.found(talked)


def sign_again(service: House, game_id: UUID) -> None:
    """Sign the current messages with the stolen key."""
    for n in range(CHANGED, LAST + 1):
        event = json.loads(payload(service, game_id, n))
        at = datetime.fromisoformat(event["timestamp"])
        receipt = service.signer.sign_receipt(talk_id(game_id), 0, n, event["digest"], at)
        statement = "UPDATE kifu.event SET receipt = %s WHERE game_id = %s AND version = %s"
        service.sql(statement, pack_receipt(receipt), talk_id(game_id), n)


def test_with_the_signing_key_only_the_log_contradicts(service: House, talked: UUID) -> None:
    service.checkpoint()
    chained_again(service, talked)
    sign_again(service, talked)
    assert f"Fault (talk): message {CHANGED}: " in service.found(talked)
    exit_code, output = service.kifu("checkpoint", "--check")
    assert exit_code == 1, output


def test_the_last_message_cannot_vanish_nor_all_of_them(service: House, talked: UUID) -> None:
    service.checkpoint()
    service.sql("DELETE FROM kifu.event WHERE game_id = %s AND version = %s", talk_id(talked), LAST)
    assert f"Fault (talk): message {LAST - 1}: " in service.found(talked)
    service.sql("DELETE FROM kifu.event WHERE game_id = %s", talk_id(talked))
    exit_code, output = service.kifu("checkpoint", "--check")
    assert exit_code == 1, output


def test_a_message_that_no_seat_of_the_game_can_have_sent_is_found(service: House, talked: UUID) -> None:
    for old, new, why in (
        ('"player":"anna"', '"player":"carl"', "seat 0 is not that of 'carl'"),
        ('"step":3', '"step":99', "the message cannot have been sent after step 99"),
        (f'{{"sealed":"{seal_of(service, talked)}"}}', '"message\\n3"', "the text is empty, too long"),
        (f'"game":"{talked}"', '"game":"00000000-0000-4000-8000-000000000000"', "the message is of another game"),
    ):
        before = [payload(service, talked, n) for n in range(1, LAST + 1)]
        previous = chain.split_digest(before[CHANGED - 2].encode())[1]
        assert old in before[CHANGED - 1]
        for n in range(CHANGED, LAST + 1):
            body, _ = chain.split_digest(before[n - 1].encode())
            body = body.replace(old.encode(), new.encode()) if n == CHANGED else body
            previous = chain.digest(previous, "kifu:message-sent", body)
            write(service, talked, n, (body[:-1] + b',"digest":"%s"}' % previous.encode()).decode())
        sign_again(service, talked)
        assert f"Fault (talk): message {CHANGED}: {why}" in service.found(talked)
        for n in range(CHANGED, LAST + 1):
            write(service, talked, n, before[n - 1])


def test_nothing_is_added_to_talk_whose_end_cannot_be_read(service: House, talked: UUID) -> None:
    write(service, talked, LAST, "{}")
    refused(DamagedRecord, lambda: service.games.talk.say(BELA, talked, "And now?"))
    assert f"Fault (talk): message {LAST}: " in service.found(talked)


def test_a_digest_cannot_be_taken_away(service: House, talked: UUID) -> None:
    last = payload(service, talked, LAST)
    write(service, talked, LAST, last[: last.rindex(',"digest"')] + "}")
    assert f"Fault (talk): message {LAST}: the event has no digest" in service.found(talked)


def test_the_file_of_a_game_holds_its_talk(service: House, talked: UUID, tmp_path: Path) -> None:
    audit = Audit(service.games.stored, service.games.queries, service.keyring)
    for viewer in (SPECTATOR, ARBITER):
        found = reading.parse_archive(audit.archive(talked, viewer).splitlines(keepends=True))
        assert found.header.redacted
        assert (found.header.messages, len(found.talk)) == (LAST, LAST)
        checked = verify_archive(found, product_rulesets(), service.keyring)
        assert checked.holds
        assert checked.talk is not None
        assert (checked.talk.messages, checked.talk.genuine) == (LAST, LAST)
    service.games.recording.resign(ANNA, talked, 0)
    path = tmp_path / "game.kifu"
    path.write_bytes(audit.archive(talked, SPECTATOR))
    assert verify_archive(reading.parse_archive([*path.open("rb")]), product_rulesets(), service.keyring).holds
    assert service.kifu("verify", str(path))[0] == 0
    answer = said(service.games.talk.say(BELA, talked, "Bye."))
    exit_code, output = service.kifu("receipt", "-", "--archive", str(path), typed=json.dumps(answer))
    assert (exit_code, "NOT in the history" in output) == (1, True)
    path.write_bytes(audit.archive(talked, SPECTATOR))
    assert service.kifu("receipt", "-", "--archive", str(path), typed=json.dumps(answer))[0] == 0


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b"}", b',"x":1}', "events of this kind have no member 'x'"),
        (b'Z","', b'+00:00","', "its time is not written as the service writes times"),
    ],
)
def test_a_message_of_a_file_is_written_as_the_service_writes_it(
    service: House, talked: UUID, old: bytes, new: bytes, why: str
) -> None:
    *lines, last = (
        Audit(service.games.stored, service.games.queries, service.keyring)
        .archive(talked, SPECTATOR)
        .splitlines(keepends=True)
    )
    before, message = (msgspec.json.decode(line, type=dict[str, msgspec.Raw])["event"] for line in (lines[-1], last))
    body = new.join(chain.split_digest(bytes(message))[0].rsplit(old, 1))
    assert body != chain.split_digest(bytes(message))[0]
    digest = chain.digest(chain.split_digest(bytes(before))[1], "kifu:message-sent", body)
    lines.append(b'{"topic":"kifu:message-sent","event":%s,"digest":"%s"}}\n' % (body[:-1], digest.encode()))
    with pytest.raises(BadArchive, match=why):
        verify_archive(reading.parse_archive(lines), product_rulesets(), Keyring(()))


def test_the_file_of_a_game_without_talk_says_nothing_of_it(service: House) -> None:
    game_id = service.game(2)
    file = Audit(service.games.stored, service.games.queries, service.keyring).archive(game_id, SPECTATOR)
    assert b"messages" not in file.splitlines()[0]
    assert b"kifu:message-sent" not in file
