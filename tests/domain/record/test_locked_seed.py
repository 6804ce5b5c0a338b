"""Locking and unlocking the seed in the JSON of an opening."""

from __future__ import annotations

import json
from typing import cast
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.kernel.rulesets import Rulesets
from domain.proof import chain
from domain.record.events import MAPPER, GameOpened
from domain.record.game import fold
from domain.record.locked_seed import SeedKeys, SeedLocked, describe_locked, is_locked, key_id, read_locked
from tests.domain.kernel.toy import Toy
from tests.domain.verification.test_chance import SERVER, TOY, begun

GAME = UUID(int=7)
KEY, OTHER = bytes(range(32)), bytes(range(1, 33))
NONCE = b"n" * 12
OPENED = cast(GameOpened, begun(TOY, (None, None, None))[0][0])
PAYLOAD = MAPPER.to_stored_event(OPENED).state


def keys(*held: bytes) -> SeedKeys:
    return SeedKeys(held, lambda size: NONCE[:size])


def nothing() -> list[bytes]:
    return []


def test_a_locked_seed_is_what_the_description_says_and_all_else_stays_byte_for_byte() -> None:
    locked = keys(OTHER, KEY).lock(GAME, PAYLOAD)
    text = json.loads(locked)["seed"]
    version, used, data = text.removeprefix("locked:").split(":")
    assert (version, used) == ("1", key_id(KEY))
    raw = bytes.fromhex(data)
    associated = f"kifu locked seed 1\ngame {GAME}\n".encode()
    assert (raw[:12], AESGCM(KEY).decrypt(raw[:12], raw[12:], associated)) == (NONCE, SERVER)
    assert locked == PAYLOAD.replace(SERVER.hex().encode(), text.encode())
    assert chain.split_digest(locked)[1] == chain.split_digest(PAYLOAD)[1] == OPENED.digest


def test_any_key_that_is_held_unlocks_and_the_bytes_are_those_of_before() -> None:
    locked = keys(KEY).lock(GAME, PAYLOAD)
    for held in (keys(KEY), keys(KEY, OTHER), keys(OTHER, KEY)):
        assert held.unlock(GAME, locked, nothing) == PAYLOAD


def test_without_the_key_for_another_game_or_changed_it_stays_locked() -> None:
    locked = keys(KEY).lock(GAME, PAYLOAD)
    changed = locked.replace(NONCE.hex().encode(), b"00" * 12)
    for held, game, stored in (
        (keys(), GAME, locked),
        (keys(OTHER), GAME, locked),
        (keys(KEY), UUID(int=8), locked),
        (keys(KEY), GAME, changed),
        (keys(KEY), GAME, locked.replace(b"locked:1:", b"locked:2:")),
    ):
        assert held.unlock(game, stored, nothing) == stored
        assert read_locked(stored) is not None
    assert read_locked(PAYLOAD) is None


def test_a_seed_that_was_opened_counts_only_if_it_was_committed_to() -> None:
    locked = keys(KEY).lock(GAME, PAYLOAD)
    assert keys().unlock(GAME, locked, lambda: [bytes(32), b"short", SERVER]) == PAYLOAD
    assert keys().unlock(GAME, locked, lambda: [bytes(32)]) == locked


def test_the_seed_of_a_teaching_game_is_public_and_without_keys_none_is_locked() -> None:
    teaching = MAPPER.to_stored_event(begun(TOY, (None, None, None), SERVER)[0][0]).state
    assert keys(KEY).lock(GAME, teaching) == teaching
    assert keys().lock(GAME, PAYLOAD) == PAYLOAD


def test_a_game_whose_seed_is_locked_says_which_key_is_missing() -> None:
    locked = keys(KEY).lock(OPENED.originator_id, PAYLOAD)
    stored = MAPPER.to_stored_event(OPENED)
    opened = MAPPER.to_domain_event(type(stored)(stored.originator_id, 1, stored.topic, locked))
    game = fold([cast(GameOpened, opened)], Rulesets([Toy()]))
    assert game is not None
    assert is_locked(game.opened.seed)
    assert game.public_secret is None
    with pytest.raises(SeedLocked, match=f"encrypted under the key {key_id(KEY)}"):
        _ = game.seed
    assert str(describe_locked("locked:nonsense")).endswith("it was changed")
