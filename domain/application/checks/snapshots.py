"""Checks whether the snapshots of a game, sealed or not, match its events."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from uuid import UUID

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.application.stored.snapshots import restore_snapshot
from domain.kernel.language import say
from domain.kernel.rulesets import Rulesets
from domain.proof.chain import Fault, step_of_version
from domain.proof.envelope import Unreadable, read_envelope
from domain.proof.snapshot_seal import strip_seal
from domain.record.damage import FOLD_ERRORS
from domain.record.events import MAPPER, AnyEvent, GameOpened, GameSnapshot, GameStarted
from domain.record.game import Game, replay
from domain.record.words import decode_event
from domain.rows import Row
from domain.verification.snapshots import SnapshotsCheck

KEPT = ("players", "version", "step", "origin", "entropies", "digest", "disputes", "draws", "resigned_seats", "keys")
"""The parts of a game in a snapshot besides its opening and state."""


def digest_snapshots(stored: Iterable[StoredEvent]) -> bytes:
    """Return a digest of stored snapshots, which changes if any is added, changed or moved."""
    found = hashlib.sha256()
    for one in stored:
        head = f"{one.originator_version} {one.topic} {len(one.state)}\n"
        found.update(head.encode() + one.state)
    return found.digest()


def check_stored_snapshots(
    stored: Sequence[StoredEvent], rows: Sequence[Row], game_id: UUID, rulesets: Rulesets
) -> SnapshotsCheck | None:
    """Compare the stored snapshots of a game with the fold of its stored events; None if there are none."""
    if not stored:
        return None
    events: list[AnyEvent] = []
    with suppress(*FOLD_ERRORS):
        for row in rows:
            events.append(decode_event(row.topic, game_id, row.version, row.payload))
    return check_snapshots(stored, events, rulesets, whole=len(events) == len(rows))


def check_snapshots(
    stored: Iterable[StoredEvent], events: Sequence[AnyEvent], rulesets: Rulesets, whole: bool = True
) -> SnapshotsCheck | None:
    """Compare stored snapshots, by version, with the fold of all events of their game; None if there are none.

    If the events end early, because they are not the `whole` game or do not fold, later snapshots are not compared;
    other checks find the reason.
    """
    found = list(stored)
    opened = events[0] if events and isinstance(events[0], GameOpened) else None
    taken = {one.originator_version: game for one in found if (game := _restored(one, opened, rulesets)) is not None}
    if not found:
        return None
    same: set[int] = set()
    reached = 0
    try:
        for event, game in replay(events, rulesets):
            reached = event.originator_version
            if game is not None and reached in taken and _kept(game) == _kept(taken[reached]):
                same.add(reached)
    except FOLD_ERRORS:
        whole = False
    false = {
        version: say("the snapshot of version {version} is not what the events up to there add up to", version=version)
        for version in taken
        if version not in same and (whole or version <= reached)
    }
    false |= {one.originator_version: why for one in found if (why := _misplaced(one)) is not None}
    fault = _fault(min(false), false[min(false)], events) if false else None
    return SnapshotsCheck(len(same), len(found) - len(same) - len(false), fault)


def _misplaced(stored: StoredEvent) -> str | None:
    """Return the game or version that a snapshot claims, if it is stored under another."""
    try:
        taken = read_envelope(strip_seal(stored.state))
    except Unreadable:
        return None
    if not taken.originator_id or (taken.originator_id, taken.originator_version) == (
        str(stored.originator_id),
        stored.originator_version,
    ):
        return None
    return say(
        "the snapshot that is stored for version {version} was taken of version {other} of game {game}",
        version=stored.originator_version,
        other=taken.originator_version,
        game=taken.originator_id,
    )


def _restored(stored: StoredEvent, opened: GameOpened | None, rulesets: Rulesets) -> Game | None:
    """Return the game of a snapshot with its own opening, for comparison; the missing seed comes from `opened`."""
    plain = StoredEvent(stored.originator_id, stored.originator_version, stored.topic, strip_seal(stored.state))
    try:
        taken = MAPPER.to_domain_event(plain)
        if not isinstance(taken, GameSnapshot):
            return None
        seed = taken.opened.seed or (opened.seed if opened is not None else "")
        return restore_snapshot(taken, msgspec.structs.replace(taken.opened, seed=seed), rulesets)
    except Exception:
        # Anything may be stored there, but no game continues from an unreadable snapshot.
        return None


def _kept(game: Game) -> tuple[object, ...]:
    """Return the contents of a snapshot, with raw JSON and objects encoded."""
    state = game.ruleset.encode_state(game.state) if game.state is not None else b""
    return msgspec.json.encode(game.opened), bytes(state), *(getattr(game, name) for name in KEPT)


def _fault(version: int, why: str, events: Sequence[AnyEvent]) -> Fault:
    before = next((event.originator_version - 1 for event in events if isinstance(event, GameStarted)), None)
    return Fault(version, step_of_version(version, before), why)
