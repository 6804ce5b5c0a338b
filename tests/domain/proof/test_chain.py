"""The digest chain, recomputed here from its description alone, and what a redacted record reveals and hides."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, cast
from uuid import UUID

import msgspec
import pytest

from domain.archive import reading, writing
from domain.archive.lines import BadArchive, FiledEvent
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.rulesets import Rulesets
from domain.proof import chain
from domain.proof.receipts import Keyring, Signer
from domain.record.events import EVENTS, MAPPER, AnyEvent, GameOpened, MovePlayed, link
from domain.record.game import fold
from domain.record.reading import hidden_pointers, visible_pointers
from domain.verification.record import verify, verify_archive
from kifu.fuzzing.combinations import combinations
from kifu.selfplay.recording import Setup, record_game
from tests.domain.kernel.toy import Toy
from tests.support.archives import read_archive
from tests.support.rulesets import product_rulesets

ROOT = Path(__file__).resolve().parents[3]
RULESETS = product_rulesets()
MICRO_DOJO = RULESETS["micro-dojo"]
EVENTS_OF_GAME = record_game(RULESETS, Setup(MICRO_DOJO, MICRO_DOJO.parse_options({}), 2), "chain")
TOYS = Rulesets([Toy()])
TOY_GAME = record_game(TOYS, Setup(TOYS["toy"], TOYS["toy"].parse_options({}), 3), "chain")
NO_KEYS = Keyring(())


def stored(events: list[AnyEvent]) -> list[FiledEvent]:
    return [FiledEvent(e.originator_version, e.TOPIC, MAPPER.to_stored_event(e).state) for e in events]


def by_hand(rows: list[FiledEvent], seed: bytes) -> list[str]:
    """Return the digests of a game as described, but computed differently: the text is cut at the values' own JSON."""
    digests, previous = [], bytes(32)
    for row in rows:
        event = json.loads(row.payload)
        text = row.payload[: -len(',"digest":""}') - 64] + b"}"
        for pointer in event["hidden"]:
            value = at(event, pointer)
            raw = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
            salt = hmac.new(seed, f"seal/{row.version}{pointer}".encode(), hashlib.sha256).digest()
            put(event, pointer, {"sealed": hashlib.sha256(salt + raw).hexdigest()})
        del event["digest"]
        public = json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode()
        assert event["hidden"] or public == text
        previous = hashlib.sha256(previous + row.topic.encode() + b"\n" + public).digest()
        digests.append(previous.hex())
    return digests


def at(value: Any, pointer: str) -> Any:
    for member in pointer.split("/")[1:]:
        value = value[int(member)] if isinstance(value, list) else value[member]
    return value


def put(value: Any, pointer: str, new: object) -> None:
    above, _, last = pointer.rpartition("/")
    at(value, above)[last] = new


@pytest.mark.slow
@pytest.mark.parametrize("name", ["toy", *(ruleset.id for ruleset in RULESETS)])
def test_the_digests_are_those_of_the_description(name: str) -> None:
    rulesets = TOYS if name == "toy" else RULESETS
    found = combinations(rulesets[name])[-1]
    events = record_game(rulesets, Setup(rulesets[name], found.options, found.seats), "chain")
    opened = events[0]
    assert isinstance(opened, GameOpened)
    assert by_hand(stored(events), bytes.fromhex(opened.seed)) == [event.digest for event in events]


def test_the_test_vector_of_the_decision_holds() -> None:
    seed, body = bytes(range(32)), b'{"originator_version":5,"facts":[{"card":7}],"hidden":["/facts/0/card"]}'
    vector = (ROOT / "docs/decisions/008-digest-chain.md").read_text("utf-8")
    public = chain.public_part(body, seed, 5)
    digest = chain.digest(None, "kifu:move-played", public)
    receipt = Signer(seed).sign_receipt(UUID(int=1), 2, 5, digest, datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    for line in (body.decode(), chain.salt(seed, 5, "/facts/0/card").hex(), public.decode(), digest, receipt.signature):
        assert f"\n    {line}\n" in vector


def test_hidden_and_digest_are_the_last_fields_of_every_event_and_of_its_json() -> None:
    for event in EVENTS:
        assert event.__struct_fields__[-2:] == ("hidden", "digest")
    for event in (*EVENTS_OF_GAME, *TOY_GAME):
        assert list(json.loads(MAPPER.to_stored_event(event).state))[-2:] == ["hidden", "digest"]


def test_what_is_hidden_of_an_event_is_what_its_facts_and_its_move_keep_from_somebody() -> None:
    opened, *others = TOY_GAME
    assert opened.hidden == ("/seed",)
    picks = [event for event in others if isinstance(event, MovePlayed) and b'"type":"pick"' in bytes(event.move)]
    assert picks
    assert all("/move/card" in event.hidden and "/facts/0/card" in event.hidden for event in picks)
    assert all(any(pointer.endswith("/agenda") for pointer in e.hidden) for e in others if isinstance(e, MovePlayed))


def test_the_fold_of_a_game_ends_with_the_digest_of_its_last_event() -> None:
    game = fold(TOY_GAME, TOYS)
    assert game is not None
    assert game.digest == TOY_GAME[-1].digest


RUNNING = TOY_GAME[: len(TOY_GAME) // 2]


def redacted(viewer: Viewer, events: list[AnyEvent] = RUNNING) -> list[bytes]:
    game = fold(events, TOYS)
    assert game is not None
    return list(writing.write_redacted(stored(events), events, game, viewer))


@pytest.mark.parametrize("viewer", [SPECTATOR, seat_viewer(0), seat_viewer(1, 2), ARBITER])
def test_the_chain_of_a_redacted_file_can_be_checked_and_the_seed_is_not_in_it(viewer: Viewer) -> None:
    lines = redacted(viewer)
    found = verify_archive(reading.parse_archive(lines), TOYS, NO_KEYS)
    assert (found.holds, found.chain.events, found.rules) == (True, len(RUNNING), None)
    assert found.chain.digest == RUNNING[-1].digest
    opened = RUNNING[0]
    assert isinstance(opened, GameOpened)
    assert opened.seed.encode() not in b"".join(lines)
    with pytest.raises(BadArchive, match="redacted"):
        read_archive(lines, TOYS)


def opened_in(lines: list[bytes]) -> set[tuple[int, str]]:
    """The version and pointer of every value that a redacted file shows."""
    found = set()
    for line in lines[2:]:
        event = json.loads(line)["event"]
        shown = {pointer: at(event, pointer) for pointer in event["hidden"]}
        found |= {(event["originator_version"], pointer) for pointer, value in shown.items() if "opened" in value}
    return found


def test_a_redacted_file_opens_to_a_seat_what_the_seat_may_see_and_no_more() -> None:
    ruleset = TOYS["toy"]
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(1, 2), ARBITER):
        may = {(e.originator_version, pointer) for e in RUNNING for pointer in visible_pointers(e, ruleset, viewer)}
        assert opened_in(redacted(viewer)) == may
    assert opened_in(redacted(SPECTATOR)) == set()
    one, other = opened_in(redacted(seat_viewer(0))), opened_in(redacted(seat_viewer(1)))
    assert one
    assert other
    assert one.isdisjoint(other)
    everything = {(e.originator_version, pointer) for e in RUNNING for pointer in e.hidden}
    assert opened_in(redacted(ARBITER)) == everything - {(1, "/seed")}


@pytest.mark.parametrize("old", [b'"card":{"sealed":"', b'"salt":"', b'"opened":['])
def test_a_value_that_was_changed_in_a_redacted_file_is_found(old: bytes) -> None:
    lines = redacted(seat_viewer(0))
    place = next(number for number, line in enumerate(lines) if old in line)
    at_value = lines[place].index(old) + len(old)
    char = lines[place][at_value : at_value + 1]
    other = b"1" if char != b"1" else b"2"
    lines[place] = lines[place][:at_value] + other + lines[place][at_value + 1 :]
    found = verify_archive(reading.parse_archive(lines), TOYS, NO_KEYS)
    assert found.chain.fault is not None
    assert found.chain.fault.version == place - 1


def longer_salt(line: bytes) -> bytes:
    """The line of an event, in which a value of two digits is opened as its second digit: the first joins the salt."""
    shown = re.search(rb'\{"opened":(\d)(\d),"salt":"([0-9a-f]{64})"\}', line)
    assert shown is not None
    first, second, salt = shown.groups()
    return line.replace(shown[0], b'{"opened":%s,"salt":"%s"}' % (second, salt + first.hex().encode()))


def with_a_card_of_two_digits() -> list[bytes]:
    """The redacted file, for seat 0, of a game in which seat 0 has just chosen the card 12 in secret."""
    secret = bytes.fromhex(cast(GameOpened, TOY_GAME[0]).seed)
    event = MovePlayed(
        originator_id=TOY_GAME[0].originator_id,
        originator_version=6,
        timestamp=TOY_GAME[5].timestamp,
        n=2,
        rules="toy@1",
        seat=0,
        player="player 0",
        move=msgspec.Raw(b'{"type":"pick","card":12}'),
        facts=msgspec.Raw(b"[]"),
    )
    event = link(event, ("/move/card",), cast(str, TOY_GAME[4].digest), secret)
    game = fold(TOY_GAME[:5], TOYS)
    assert game is not None
    events = [*TOY_GAME[:5], event]
    lines = list(writing.write_redacted(stored(events[:5]), events[:5], game, seat_viewer(0)))
    body, digest = chain.split_digest(MAPPER.to_stored_event(event).state)
    shown = chain.redact(body, secret, 6, event.hidden, event.hidden)[:-1] + b',"digest":"%s"}' % digest.encode()
    return [*lines[2:], b'{"topic":"kifu:move-played","event":%s}' % shown]


def chain_of(lines: list[bytes]) -> chain.ChainCheck:
    """Follow the chain of these lines of events."""
    events = [msgspec.json.decode(line, type=dict[str, msgspec.Raw]) for line in lines]
    rows = [
        FiledEvent(version, msgspec.json.decode(event["topic"]), bytes(event["event"]))
        for version, event in enumerate(events, 1)
    ]
    return chain.check_chain(rows, str(TOY_GAME[0].originator_id), chain.redacted_public_part)


def test_a_hidden_12_cannot_be_opened_as_a_2_with_a_longer_salt() -> None:
    lines = with_a_card_of_two_digits()
    assert b'"card":{"opened":12,"salt":"' in lines[-1]
    assert chain_of(lines).fault is None
    forged = [*lines[:-1], longer_salt(lines[-1])]
    assert b'"card":{"opened":2,"salt":"' in forged[-1]
    fault = chain_of(forged).fault
    assert fault is not None
    assert (fault.version, fault.why) == (6, "the salt of the value at /move/card is not 64 hexadecimal digits")


@pytest.mark.parametrize("salt", ["", "00", "0" * 63, "0" * 66, "0 " * 32, "é" * 64])
def test_a_salt_of_another_length_is_refused(salt: str) -> None:
    lines = with_a_card_of_two_digits()
    lines[-1] = re.sub(rb'"salt":"[0-9a-f]{64}"', f'"salt":"{salt}"'.encode(), lines[-1])
    fault = chain_of(lines).fault
    assert fault is not None
    assert "64 hexadecimal digits" in fault.why


def test_a_redacted_file_that_was_cut_or_whose_header_was_changed_is_refused() -> None:
    lines = redacted(SPECTATOR)
    with pytest.raises(BadArchive, match="ends with step"):
        verify_archive(reading.parse_archive(lines[:-1]), TOYS, NO_KEYS)
    for old, new in ((b'"player 1"', b'"player 9"'), (b'"rules":"toy@', b'"rules":"toy@9')):
        with pytest.raises(BadArchive, match="header"):
            verify_archive(reading.parse_archive([lines[0].replace(old, new), *lines[1:]]), TOYS, NO_KEYS)


def test_the_file_of_a_game_that_began_before_digests_is_redacted_too() -> None:
    old = [msgspec.structs.replace(e, hidden=msgspec.UNSET, digest=msgspec.UNSET) for e in RUNNING]
    lines = redacted(seat_viewer(0), old)
    assert opened_in(lines) == opened_in(redacted(seat_viewer(0)))
    assert b'"seed":{"sealed"' in lines[2]
    found = verify_archive(reading.parse_archive(lines), TOYS, NO_KEYS)
    assert (found.holds, found.chain.since) == (True, None)


def twin(card: int) -> AnyEvent:
    """The step of a player who chose this card in secret, in a game with a secret seed."""
    ruleset = Toy()
    chance = Chance(b"s" * 32)
    state = ruleset.open(ruleset.parse_options({}), 3, chance).state
    state.hands = ((1, 2, 3), *state.hands[1:])
    move = ruleset.decode_move(b'{"type":"pick","card":%d}' % card)
    outcome = ruleset.decide(state, 0, move, chance.begin_step(2))
    game = fold(TOY_GAME[:5], TOYS)
    assert game is not None
    event = MovePlayed(
        originator_id=game.id,
        originator_version=6,
        timestamp=TOY_GAME[5].timestamp,
        n=2,
        rules="toy@1",
        seat=0,
        player="player 0",
        move=msgspec.Raw(msgspec.json.encode(move)),
        facts=msgspec.Raw(ruleset.encode_facts(outcome.facts)),
    )
    return link(event, hidden_pointers(outcome.facts, move), game.digest, b"s" * 32)


def public_of(event: AnyEvent, seed: bytes) -> bytes:
    body, _ = chain.split_digest(MAPPER.to_stored_event(event).state)
    return chain.public_part(body, seed, event.originator_version)


def test_two_secret_moves_differ_in_their_seals_only_and_nobody_can_try_them_out() -> None:
    one, other = twin(1), twin(2)
    assert one.digest != other.digest
    parts = [json.loads(public_of(event, b"s" * 32)) for event in (one, other)]
    for pointer in one.hidden:
        assert at(parts[0], pointer).keys() == {"sealed"}
        for part in parts:
            put(part, pointer, None)
    assert parts[0] == parts[1]
    # Knowing the move but not the salt, nobody can find the seal: neither without a salt nor with another game's.
    seals = {at(json.loads(public_of(one, b"s" * 32)), pointer)["sealed"] for pointer in one.hidden}
    guesses = [hashlib.sha256(b"%d" % card).hexdigest() for card in range(100)]
    assert seals.isdisjoint(guesses)
    assert public_of(one, b"s" * 32) != public_of(one, b"t" * 32)


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        (b'{"a":1}', ["/b"]),
        (b'{"a":1}', ["a"]),
        (b'{"a":1}', [""]),
        (b'{"a":[1]}', ["/a/1"]),
        (b'{"a":[1]}', ["/a/x"]),
        (b'{"a":{"b":1}}', ["/a", "/a/b"]),
        (b'{"a":{"b":1}}', ["/a/b", "/a"]),
        (b'{"a":{"b":1}}', ["/a", "/a"]),
        (b'{"a": 1}', ["/a"]),
        (b'{"a":1,"a":2}', ["/a"]),
        (b'{"a":1', ["/a"]),
        (b"7", ["/a"]),
        (b'{"a":1}', ["/a/b"]),
        (b'{"a":1}', ["/a" * 100]),
        (b"\xff", ["/a"]),
    ],
)
def test_what_no_digest_can_be_made_of_is_refused(body: bytes, pointers: list[str]) -> None:
    with pytest.raises(chain.Unchainable):
        chain.replace_values(body, pointers, lambda _, value: value)


def test_any_change_of_any_byte_of_a_record_is_found() -> None:
    rows = stored(TOY_GAME)
    assert verify(rows, TOY_GAME[0].originator_id, TOYS, NO_KEYS).holds
    random = Random(11)
    seed = chain.read_seed(rows)
    assert seed is not None
    for _ in range(300):
        version = random.randrange(2, len(rows) + 1)
        payload = bytearray(rows[version - 1].payload)
        payload[random.randrange(len(payload))] ^= 1 << random.randrange(7)
        changed = [
            *rows[: version - 1],
            FiledEvent(version, rows[version - 1].topic, bytes(payload)),
            *rows[version:],
        ]
        fault = chain.check_chain(changed, str(TOY_GAME[0].originator_id), chain.public_part_by_seed(seed)).fault
        assert fault is not None
        assert fault.version == version
