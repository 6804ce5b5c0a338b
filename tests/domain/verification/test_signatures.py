"""Signatures reveal games played in somebody else's name, and invented games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from domain.application import commands as command
from domain.application import resigning
from domain.application.commands import Request
from domain.application.errors import SignatureRequired, WrongSignature
from domain.application.stored.snapshots import restore_snapshot, take_snapshot
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.proof.signatures import PlayerSigner, encode_canonically, is_genuine
from domain.record.events import GameOpened, MovePlayed, link
from domain.record.game import Game, fold
from domain.verification.signatures import check_signatures
from tests.support.archives import chain_again, edit_line, split_lines
from tests.support.signed_games import NOW, PLAYERS, RULESETS, SignedGame, parsed, verified

FIRST_MOVE = 7
"""The line of the first move in a file for two: header, content, opening, two seats and the set-up come before it."""


@pytest.fixture(scope="module")
def sound() -> SignedGame:
    """A finished signed game."""
    return SignedGame(options={"signed_moves": True}).moves(12).resign(0)


def fault(file: bytes, *known: Any) -> tuple[int | None, str]:
    """The step and the words of the fault in a file's signatures; no other check may find one."""
    found = verified(file, *known)
    assert not found.holds
    assert found.chain.fault is None
    assert found.signatures is not None
    assert found.signatures.fault is not None
    return found.signatures.fault.step, found.signatures.fault.why


def forged(game: SignedGame, line: int, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The file of a game in which the holder of its seed has changed an event and recomputed all digests."""
    return chain_again(edit_line(game.file(), line, lambda filed: change(filed["event"])))


def test_a_signed_game_holds_and_its_signatures_are_counted(sound: SignedGame) -> None:
    found = verified(sound.file(), sound.known)
    assert found.holds, found
    assert found.signatures is not None
    assert (found.signatures.signed, found.signatures.unsigned, found.signatures.sealed) == (15, (), 0)


def test_the_signature_can_be_checked_by_hand(sound: SignedGame) -> None:
    seats, moves = split_lines(sound.file())[3:5], split_lines(sound.file())[FIRST_MOVE - 1 :]
    before, event = json.loads(split_lines(sound.file())[FIRST_MOVE - 2])["event"], json.loads(moves[0])["event"]
    keys = {json.loads(line)["event"]["seat"]: json.loads(line)["event"]["keys"] for line in seats}
    signed = event["signed"]
    move = json.dumps(event["move"], sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert hashlib.sha256(bytes.fromhex(signed["salt"]) + move).hexdigest() == signed["content"]
    text = (
        f"kifu move 1\ngame {event['originator_id']}\nversion 4\ndigest {before['digest']}\n"
        f"seat {event['seat']}\ncontent {signed['content']}\n"
    )
    assert is_genuine(keys[event["seat"]][0], signed["signature"], text.encode())


def test_the_operator_cannot_move_for_a_player_with_a_new_token() -> None:
    game = SignedGame().moves(3)
    seat, move = game.choose()
    with pytest.raises(SignatureRequired):
        command.play_move(game.game, Request(PLAYERS[seat]), seat, move, NOW)
    impostor = PlayerSigner(b"\x66" * 32)
    game.signers[seat] = impostor
    with pytest.raises(WrongSignature):
        command.play_move(game.game, game.request(seat, "move", json.loads(move)), seat, move, NOW)


def test_a_move_that_was_put_into_the_record_without_a_signature_is_named() -> None:
    game = SignedGame().moves(3)
    seat, move = game.choose()
    played = command.carry_out_move(msgspec.structs.replace(game.game, keys=((), ())), Request(), seat, move, NOW)[0]
    game.events.append(played)
    assert fault(game.file()) == (5, f"seat {seat} has keys, but {PLAYERS[seat]!r} did not sign this")


def test_a_game_that_the_service_invented_is_named_by_the_keys_that_the_player_published(sound: SignedGame) -> None:
    invented = SignedGame(signers=[PlayerSigner(b"\x66" * 32), sound.signers[1]]).moves(4).resign(0)
    assert verified(invented.file()).holds, "alone, a file cannot say whose keys they are"
    step, why = fault(invented.file(), sound.known)
    assert step is None
    assert "is not known as a key of 'anna'" in why


def test_a_game_that_was_invented_without_keys_is_named_by_the_keys_in_force(sound: SignedGame) -> None:
    invented = SignedGame(signers=[None, None]).moves(4).resign(0, signed=False)
    assert verified(invented.file()).signatures is None
    _, why = fault(invented.file(), sound.known)
    assert why == f"the seat was taken without a signature, though 'anna' had the key {sound.signers[0].key}"


def test_a_game_that_was_copied_to_another_id_is_named(sound: SignedGame) -> None:
    other = "00000000-0000-4000-8000-0000000000aa"
    file = sound.file().replace(str(sound.game.id).encode(), other.encode())
    step, why = fault(chain_again(file))
    assert step is None
    assert why == f"the signature is not that of key {sound.signers[0].key} for this place in this game"


@pytest.mark.parametrize("deed", ["seat", "move", "resignation"])
def test_a_signature_that_was_taken_away_or_changed_is_named(sound: SignedGame, deed: str) -> None:
    line = {"seat": 4, "move": FIRST_MOVE, "resignation": len(split_lines(sound.file()))}[deed]
    other = forged(sound, line, lambda event: event["signed"].update(signature="00" * 64))
    assert "is not that of key" in fault(other)[1]
    longer = forged(sound, line, lambda event: event["signed"].update(content="00" * 32))
    assert "is not that of key" in fault(longer)[1]
    salted = forged(sound, line, lambda event: event["signed"].update(salt="00" * 32))
    assert fault(salted)[1] == "the player signed something else than what was recorded"


def test_another_move_under_the_signature_of_the_player_is_named() -> None:
    game = SignedGame()
    seat, move = game.choose()
    other = next(found for found in (game.choose()[1] for _ in range(200)) if found != move)
    game.play(seat, move)
    signed = game.events[-1]
    assert isinstance(signed, MovePlayed)
    played = command.carry_out_move(msgspec.structs.replace(before(game), keys=((), ())), Request(), seat, other, NOW)[
        0
    ]
    swapped = msgspec.structs.replace(played, signed=signed.signed, digest=msgspec.UNSET)
    game.events[-1] = link(swapped, tuple(played.hidden or ()), before(game).digest, game.game.secret)
    assert fault(game.file()) == (2, "the player signed something else than what was recorded")


def before(game: SignedGame) -> Game:
    """The game after its set-up."""
    found = fold(game.events[:4], RULESETS)
    assert found is not None
    return found


def test_seats_whose_keys_were_taken_away_are_named_where_the_game_demands_keys(sound: SignedGame) -> None:
    def strip(event: dict[str, Any]) -> None:
        del event["keys"], event["signed"]

    assert fault(forged(sound, 4, strip))[1] == "seat 0 was taken without a key, though the game demands one"


def test_what_cannot_be_read_as_a_signature_is_named(sound: SignedGame) -> None:
    for change in ({"signed": "x"}, {"keys": 7}, {"signed": {"key": "x"}}):
        file = edit_line(sound.file(), 4, lambda filed, change=change: filed["event"].update(change))
        found = check_signatures(parsed(file).rows, sound.game.id)
        assert found is not None
        assert found.fault is not None
        assert (found.fault.version, found.fault.why.startswith("what was signed cannot be read")) == (2, True)
    upper = forged(sound, 4, lambda event: event.update(keys=[event["keys"][0].upper()]))
    assert fault(upper)[1] == "the keys of seat 0 are not keys"


def test_an_unsigned_resignation_is_listed_and_no_fault(sound: SignedGame) -> None:
    found = verified(SignedGame().moves(2).resign(1, signed=False).file())
    assert found.holds
    assert found.signatures is not None
    assert found.signatures.unsigned == (4,)


def hidden_move() -> SignedGame:
    """A game of Yedo up to the first move that not everyone may see."""
    game = SignedGame("yedo", {"signed_moves": True}, 2, number=4)
    for _ in range(300):
        game.moves(1)
        if "/signed/salt" in (game.events[-1].hidden or ()):
            return game
    raise AssertionError("nobody hid a move")


def test_a_hidden_move_stays_hidden_behind_its_signature() -> None:
    game = hidden_move()
    played = game.events[-1]
    assert isinstance(played, MovePlayed)
    assert played.signed
    for viewer, sealed in ((SPECTATOR, 1), (seat_viewer(1 - played.seat), 1), (seat_viewer(played.seat), 0)):
        file = game.redacted(viewer)
        found = verified(file)
        assert found.holds, found
        assert found.signatures is not None
        assert (found.signatures.signed, found.signatures.sealed) == (game.game.version - 2, sealed)
        assert (played.signed.salt.encode() in file) == (sealed == 0)
    changed = game.redacted(SPECTATOR).replace(played.signed.signature.encode(), b"00" * 64)
    found_change = check_signatures(parsed(changed).rows, game.game.id, redacted=True)
    assert found_change is not None
    assert found_change.fault is not None
    assert found_change.fault.step == played.n


def test_when_the_game_is_over_the_hidden_move_is_compared_with_what_was_signed() -> None:
    game = hidden_move().resign(0)
    found = verified(game.file(), game.known)
    assert found.holds, found
    assert found.signatures is not None
    assert found.signatures.sealed == 0


def test_the_canonical_json_is_that_of_rfc_8785() -> None:
    value = {"b": [1, True, None], "ä": 'é\u2028\x07\n"\\/', "a": {"z": "\U0001f600", "y": -7}}
    expected = '{"a":{"y":-7,"z":"😀"},"b":[1,true,null],"ä":"é\u2028\\u0007\\n\\"\\\\/"}'
    assert encode_canonically(value).decode() == expected


def test_a_key_of_small_order_verifies_nothing() -> None:
    # With the neutral point as the key and as R, and S = 0, the equation of Ed25519 holds for every text.
    neutral = "01" + "00" * 31
    assert not is_genuine(neutral, neutral + "00" * 32, b"any text")


def test_a_snapshot_keeps_the_keys_of_the_seats() -> None:
    game = SignedGame().moves(2)
    opened = game.events[0]
    assert isinstance(opened, GameOpened)
    restored = restore_snapshot(take_snapshot(game.game, game.events[-1]), opened, RULESETS)
    assert restored is not None
    assert restored.keys == game.game.keys == tuple((signer.public,) for signer in game.signers)


def test_moves_by_rule_of_a_seat_that_resigned_need_no_signature_and_are_listed() -> None:
    game = SignedGame("yedo", seats=3, number=6).moves(4).resign(0)
    for _ in range(12):
        by_rule, game.game = resigning.play_by_rule(game.game, Request(), NOW + timedelta(days=1))
        game.events += by_rule
        game.moves(1)
    found = verified(game.file())
    assert found.holds, found
    assert found.signatures is not None
    expected = tuple(e.n for e in game.events if isinstance(e, MovePlayed) and e.automatic)
    assert found.signatures.unsigned == expected != ()
