"""Taking snapshots of games, and restoring games from them."""

from __future__ import annotations

import msgspec

from domain.kernel.rulesets import Rulesets
from domain.record.events import AnyEvent, GameOpened, GameSnapshot
from domain.record.game import Game, rules_label


def take_snapshot(game: Game, event: AnyEvent) -> GameSnapshot:
    """Take a snapshot of a game after `event`, without the seed, which is only in the opening."""
    assert game.state is not None
    return GameSnapshot(
        originator_id=game.id,
        originator_version=game.version,
        timestamp=event.timestamp,
        opened=_without_seed(game.opened),
        players=game.players,
        step=game.step,
        origin=game.origin,
        rules=rules_label(game.ruleset),
        state=msgspec.Raw(game.ruleset.encode_state(game.state)),
        entropies=game.entropies,
        digest=game.digest,
        disputes=game.disputes,
        draws=game.draws,
        resigned_seats=game.resigned_seats,
        keys=game.keys,
        clocks=game.clocks,
    )


def _without_seed(opened: GameOpened) -> GameOpened:
    return msgspec.structs.replace(opened, seed="")


def is_taken_of(taken: GameSnapshot, opened: GameOpened) -> bool:
    """Return whether a snapshot belongs to the game that began with `opened`."""
    # Options are raw JSON, so their bytes are compared.
    return msgspec.json.encode(taken.opened) == msgspec.json.encode(_without_seed(opened))


def restore_snapshot(taken: GameSnapshot, opened: GameOpened, rulesets: Rulesets) -> Game | None:
    """Restore the game of a snapshot, which began with `opened`.

    Returns None if it was taken under other rules, whose state may have another shape.
    """
    ruleset = rulesets.with_content(opened.ruleset, opened.content).with_version(opened.rules_version)
    if taken.rules != rules_label(ruleset):
        return None
    return Game(
        ruleset=ruleset,
        opened=opened,
        players=taken.players,
        version=taken.originator_version,
        step=taken.step,
        origin=taken.origin,
        state=ruleset.decode_state(bytes(taken.state)),
        entropies=taken.entropies or (None,) * opened.seats,
        digest=taken.digest,
        disputes=taken.disputes,
        draws=taken.draws,
        resigned_seats=taken.resigned_seats,
        keys=taken.keys or ((),) * opened.seats,
        clocks=taken.clocks,
    )
