"""A stored game keeps the version of the rules that it was opened under when the service learns a later one."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from uuid import UUID

from domain.application.games import Games
from domain.application.stored.stored_games import SNAPSHOT_EVERY, Keys, StoredGames
from domain.games.daimyo import pack
from domain.games.daimyo.ruleset import Daimyo
from domain.kernel.rulesets import Rulesets
from domain.proof.receipts import Keyring
from domain.verification.record import verify
from tests.domain.application.playing import SNAPSHOT_KEY, WHO, mover, play_one


class OfVersion1(Daimyo):
    """The ruleset as it was before there was a version 2."""

    versions = range(1, 2)


def opened(games: Games) -> UUID:
    """A game for two after its set-up."""
    game_id = games.lobby.open_game(WHO[0], "daimyo", {}, 2).game_id
    assert game_id is not None
    for seat, who in enumerate(WHO):
        games.lobby.take_seat(who, game_id, seat)
    return game_id


def test_a_game_begun_under_version_1_is_played_on_and_verified_under_it(
    database_url: str, process: Callable[[], Games]
) -> None:
    env = {"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": database_url}
    rules = Rulesets([OfVersion1(pack.load())])
    before = Games(
        StoredGames(
            rules,
            keys=Keys(snapshots=SNAPSHOT_KEY),
            clock=lambda: datetime.now(UTC),
            entropy=secrets.token_bytes,
            env=env,
        )
    )
    random = Random(1)
    try:
        game_id = opened(before)
        while before.queries.describe(game_id).version < SNAPSHOT_EVERY + 20:
            play_one(before, game_id, random)
    finally:
        before.close()
    after = process()
    assert after.queries.describe(game_id).rules_version == "1"
    while mover(after, game_id) is not None:
        play_one(after, game_id, random)
    steps = after.stored.recorded_events(game_id)[3:]
    assert {step.rules for step in steps} == {"daimyo@1"}  # type: ignore[union-attr]
    found = verify(after.stored.store.rows(game_id), game_id, after.stored.rulesets, Keyring(()))
    assert found.holds
    assert found.rules is not None
    assert found.rules.first is None
    assert after.queries.describe(opened(after)).rules_version == "3"
