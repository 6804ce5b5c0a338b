"""Seals snapshots on their way to the store and checks them on the way back, so that only our own are trusted."""

from __future__ import annotations

from uuid import UUID

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import StoredEvent

from domain.proof.snapshot_seal import open_state, seal_state
from domain.record.events import EventMapper


class SnapshotMapper(EventMapper):
    """Snapshots to sealed JSON and back; the seal is made with `key`."""

    def __init__(self, key: bytes) -> None:
        super().__init__()
        self._key = key

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        """Encode and seal a snapshot."""
        plain = super().to_stored_event(domain_event)
        game, version = plain.originator_id, plain.originator_version
        assert isinstance(game, UUID)
        return _with_state(plain, seal_state(self._key, game, version, plain.topic, plain.state))

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        """Decode a snapshot; raises NoSeal, FalseSeal, and MapperDeserialisationError if it has other JSON."""
        game, version = stored_event.originator_id, stored_event.originator_version
        assert isinstance(game, UUID)
        state = open_state(self._key, game, version, stored_event.topic, stored_event.state)
        return super().to_domain_event(_with_state(stored_event, state))


def _with_state(stored: StoredEvent, state: bytes) -> StoredEvent:
    return StoredEvent(stored.originator_id, stored.originator_version, stored.topic, state)
