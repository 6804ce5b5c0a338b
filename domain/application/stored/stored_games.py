"""Games from stored events: loaded from the nearest snapshot, kept in memory, and caught up with the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, TypeAlias, cast
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import EventStore, Mapper, StoredEvent

from domain.application.commands import AnswerKey
from domain.application.errors import UnknownGame, UnknownStep
from domain.application.memory.game_cache import GameCache
from domain.application.memory.sized_cache import Caches
from domain.application.stored.kept_answers import check_answer
from domain.application.stored.snapshots import is_taken_of, restore_snapshot, take_snapshot
from domain.application.stored.store import GameStore, find_pack, make_pack
from domain.kernel.language import later
from domain.kernel.rulesets import Rulesets
from domain.proof.chain import digest_bytes
from domain.proof.receipts import Keyring, Receipt, Signer, pack_receipt
from domain.proof.snapshot_seal import FalseSeal, Unsealed
from domain.record.damage import UNREADABLE, DamagedRecord, damaged_record_error, reading_record
from domain.record.events import MAPPER, AnyEvent, GameOpened, GameSnapshot, MessageSent, recorded_digest
from domain.record.game import CannotRewind, Game, fold
from domain.record.locked_seed import SeedKeys
from domain.record.snapshots import SnapshotMapper
from domain.record.words import Reader
from domain.rows import FirstAnswer, KeptAnswer, MetSeeks, PersonalValue

SNAPSHOT_EVERY = 100
"""The number of versions between two snapshots of a game."""


RefusedSnapshot: TypeAlias = Callable[[UUID, int, Unsealed], None]
"""Called with each rejected snapshot: the game, the version, and why."""


@dataclass(frozen=True)
class Keys:
    """The keys that games are stored under.

    Without a `signer` nothing is signed, for processes that only read. `snapshots` seals snapshots; without it none is
    stored or used. The last of `seeds`, if there is one, encrypts the seeds of new games, and any of them decrypts
    those of stored games. `keyring` has the public keys of all instances of the service.
    """

    signer: Signer | None = field(default=None, repr=False)
    snapshots: bytes | None = field(default=None, repr=False)
    seeds: Sequence[bytes] = field(default=(), repr=False)
    keyring: Keyring | None = field(default=None, repr=False)


NO_KEYS = Keys()


class Told(Protocol):
    """Events that another process has just stored."""

    @property
    def game_id(self) -> UUID: ...

    @property
    def first_version(self) -> int: ...

    @property
    def previous(self) -> bytes | None:
        """The digest of the event before them."""
        ...

    def stored(self) -> Sequence[StoredEvent]:
        """Return the events as the store returns them."""
        ...


class Telling(Protocol):
    """Tells other processes what was stored, and hears from them; messages may get lost."""

    def tell(self, events: Sequence[StoredEvent], previous: bytes | None) -> None:
        """Tell the others that these events of one game were stored after the event with the digest `previous`."""
        ...

    def hear(self) -> Iterable[Told]:
        """Return what the others have told since the last call."""
        ...


class StoredGames(Application[UUID]):
    """The games of an event store.

    `clock` tells the time and `entropy` returns random bytes: both come from outside, since the rules may know neither.
    `env` configures the library: `PERSISTENCE_MODULE` and the settings of that module. Snapshots not sealed by `keys`
    are ignored and reported to `refused`. `caches` limits what is kept in memory.
    """

    name = "kifu"
    is_snapshotting_enabled = True

    def __init__(
        self,
        rulesets: Rulesets,
        *,
        clock: Callable[[], datetime],
        entropy: Callable[[int], bytes],
        env: Mapping[str, str] | None = None,
        keys: Keys = NO_KEYS,
        refused: RefusedSnapshot | None = None,
        caches: Caches | None = None,
    ) -> None:
        self.siblings: Telling | None = None
        """Processes that play the same games, and hear what is stored here."""
        self._snapshot_key = keys.snapshots
        self._refused = refused
        super().__init__(dict(env or {}))
        self.rulesets = rulesets = rulesets.with_packs(lambda *pack: find_pack(self.store, *pack))
        self.reader = Reader(rulesets)
        self.clock = clock
        self.entropy = entropy
        self.caches = caches or Caches()
        self._cache = GameCache(self.caches)
        self.signer = keys.signer
        self._packs: set[tuple[str, str]] = set()
        self.store = cast(GameStore, self.recorder)
        self.seed_keys = SeedKeys(keys.seeds, entropy)
        self.store.lock_seeds(self.seed_keys)

    def construct_mapper(self) -> Mapper[UUID]:
        """Return the mapper of our events."""
        return MAPPER

    def construct_snapshot_store(self) -> EventStore[UUID]:
        """Return the store of snapshots, which seals and unseals them."""
        recorder = self.factory.aggregate_recorder(purpose="snapshots")
        return self.factory.event_store(mapper=SnapshotMapper(self._snapshot_key or b""), recorder=recorder)

    def stored_snapshots(self, game_id: UUID) -> Sequence[StoredEvent]:
        """Return the stored snapshots of a game by version, without checking that they are genuine."""
        assert self.snapshots is not None
        return self.snapshots.recorder.select_events(game_id)

    def recorded_events(self, game_id: UUID) -> list[AnyEvent]:
        """Return all events of a game with their secrets, for the arbiter's archive and for verification.

        Raises UnknownGame.
        """
        events = self.read_events(game_id)
        if not events or isinstance(events[0], MessageSent):
            raise UnknownGame(later("There is no game {game_id}.", game_id=game_id))
        return events

    def store_events(
        self,
        events: Sequence[AnyEvent | MessageSent],
        *,
        idempotency: FirstAnswer | None,
        previous: bytes | None,
        receipts: Sequence[Receipt | None],
        opened_seed: bytes | None = None,
        met: MetSeeks | None = None,
        values: Sequence[PersonalValue] = (),
    ) -> int:
        """Store events of one stream, with their personal values, and return the position of the last.

        Raises what the recorder raises.

        The library's `put` would also create notifications, which nobody reads.
        """
        stored = [MAPPER.to_stored_event(cast(DomainEventProtocol[UUID], event)) for event in events]
        positions = self.recorder.insert_events(
            stored,
            idempotency=idempotency,
            previous=previous,
            receipts=[pack_receipt(receipt) if receipt is not None else None for receipt in receipts],
            opened_seed=opened_seed,
            met=met,
            values=values,
        )
        assert positions is not None
        # An opening contains the seed, and no other process has its game yet.
        if self.siblings is not None and events[0].originator_version > 1:
            self.siblings.tell(stored, previous)
        return positions[-1]

    def current(self, game_id: UUID) -> Game:
        """Return the current game from the store; raises UnknownGame."""
        return self.catch_up(game_id, self._cache.get(game_id))

    def check_step(self, game_id: UUID, step: int) -> Game:
        """Return the current game from the store if it has this step; raises UnknownGame, UnknownStep."""
        game = self.current(game_id)
        if not 1 <= step <= game.step:
            raise UnknownStep(game.describe_missing_step(step))
        return game

    def at_step(self, game_id: UUID, step: int) -> Game:
        """Return the game as it was after a step; raises UnknownGame, UnknownStep."""
        return self.back_at(self.check_step(game_id, step), step)

    def back_at(self, game: Game, step: int) -> Game:
        """Return a game as it was after an existing step."""
        if step == game.step:
            return game
        found = self._load(game.id, game.version_of(step))
        assert found is not None
        return found

    def events_after(self, game: Game, step: int) -> list[AnyEvent]:
        """Return the events of the steps after that of `game`, up to an existing step; raises DamagedRecord."""
        return self.read_events(game.id, gt=game.version, lte=game.version_of(step))

    def has_answered(self, key: AnswerKey) -> bool:
        """Return whether a request with this key was answered; raises KeyReused for another request, and KeyExpired."""
        return self.kept_answer(key) is not None

    def kept_answer(self, key: AnswerKey | None) -> KeptAnswer | None:
        """Return the first answer under this key; raises KeyReused and KeyExpired."""
        return check_answer(self.store.first_answer(key.owner, key.key, key.game), key) if key is not None else None

    def last_seen(self, game_id: UUID) -> Game:
        """Return the game as this process saw it last: enough to try a command, since the store refuses a stale one."""
        self._hear_siblings()
        return self._cache.get(game_id) or self.catch_up(game_id, None)

    def _hear_siblings(self) -> None:
        """Fold what siblings have stored into the games in memory, as if it had been read from the store."""
        for told in self.siblings.hear() if self.siblings is not None else ():
            game = self._cache.get(told.game_id)
            if game is None or game.version != told.first_version - 1 or digest_bytes(game.digest) != told.previous:
                continue
            try:
                with reading_record():
                    events = [cast(AnyEvent, MAPPER.to_domain_event(stored)) for stored in told.stored()]
                later_game = self._fold(events, game)
            except (CannotRewind, DamagedRecord):
                # The next command reads the game from the store.
                continue
            if later_game is not None:
                self._cache.put(later_game)

    def known(self, game_id: UUID) -> Game | None:
        """Return the game as this process saw it last, if it is still in memory."""
        return self._cache.get(game_id)

    def opening(self, game_id: UUID) -> GameOpened:
        """Return the opening of a game, readable even if a later event is damaged; raises UnknownGame."""
        known = self._cache.get(game_id)
        if known is not None:
            return known.opened
        with reading_record():
            first = next(iter(self.events.get(game_id, lte=1)), None)
        if not isinstance(first, GameOpened):
            raise UnknownGame(later("There is no game {game_id}.", game_id=game_id))
        return first

    def remember(self, game: Game, events: Sequence[AnyEvent]) -> None:
        """Remember a game after these events, which were just stored, and take a snapshot now and then."""
        self._cache.put(game)
        self._keep_snapshot(game, events)

    def catch_up(self, game_id: UUID, game: Game | None) -> Game:
        """Return the current game from the store, starting from the last seen version; raises UnknownGame."""
        if game is None:
            game = self._load(game_id, None)
            if game is None:
                raise UnknownGame(later("There is no game {game_id}.", game_id=game_id))
        else:
            try:
                game = self._fold(self.read_events(game_id, gt=game.version), game) or game
            except CannotRewind:
                game = self._from_first(game_id, None) or game
        self._cache.put(game)
        return game

    def _load(self, game_id: UUID, version: int | None) -> Game | None:
        """Load the game at a version (None: the last one) from the nearest snapshot; None if there is no such game."""
        start = self._nearest_snapshot(game_id, version)
        if start is not None:
            try:
                # Read the last event of the snapshot too, which shows whether it was taken of this history.
                events = self.read_events(game_id, gt=start.version - 1, lte=version)
                if events and recorded_digest(events[0]) == start.digest:
                    return self._fold(events[1:], start) or start
                self._report_refused(game_id, start.version, FalseSeal("the snapshot was taken of other events"))
            except CannotRewind:
                pass
        return self._from_first(game_id, version)

    def _nearest_snapshot(self, game_id: UUID, version: int | None) -> Game | None:
        """Load the game of the last snapshot at or below a version; None unless it is there, genuine and readable."""
        if self._snapshot_key is None or self.snapshots is None:
            return None
        for stored in self.snapshots.recorder.select_events(game_id, lte=version, desc=True, limit=1):
            try:
                taken = cast(GameSnapshot, self.snapshots.mapper.to_domain_event(stored))
                opened = next(iter(self.events.get(game_id, lte=1)), None)
                if not isinstance(opened, GameOpened) or not is_taken_of(taken, opened):
                    raise FalseSeal("the snapshot was taken of a game that was opened otherwise")
                return restore_snapshot(taken, opened, self.rulesets)
            except Unsealed as why:
                self._report_refused(game_id, stored.originator_version, why)
            except UNREADABLE:
                pass
        return None

    def _report_refused(self, game_id: UUID, version: int, why: Unsealed) -> None:
        if self._refused is not None:
            self._refused(game_id, version, why)

    def with_open_moves(self, game: Game, seat: int) -> Game:
        """Return the game with every move that `seat` may take back; a snapshot lacks the earlier ones."""
        if (game.mover == seat and game.open_moves) or game.mover not in (None, seat):
            return game
        return self._from_first(game.id, game.version) or game

    def _from_first(self, game_id: UUID, version: int | None) -> Game | None:
        return self._fold(self.read_events(game_id, lte=version))

    def _fold(self, events: Sequence[AnyEvent], game: Game | None = None) -> Game | None:
        with reading_record():
            return fold(events, self.rulesets, game)

    def history(self, game: Game) -> list[AnyEvent]:
        """Return the events of a game up to its version; raises DamagedRecord unless they lead to a game."""
        events = self.read_events(game.id, lte=game.version)
        self._fold(events)
        return events

    def read_events(self, game_id: UUID, *, gt: int | None = None, lte: int | None = None) -> list[AnyEvent]:
        """Return the events of the versions above `gt` and up to `lte`, which must all exist; raises DamagedRecord."""
        with reading_record():
            found = cast(list[AnyEvent], list(self.events.get(game_id, gt=gt, lte=lte)))
        first = (gt or 0) + 1
        wanted = range(first, first + len(found) if lte is None else lte + 1)
        if [event.originator_version for event in found] != list(wanted):
            raise damaged_record_error(later("an event is missing"))
        return found

    def event_of_step(self, game: Game, n: int) -> AnyEvent | None:
        """Return the event of a step; None if the game has no such step."""
        if not 1 <= n <= game.step:
            return None
        version = game.version_of(n)
        return self.read_events(game.id, gt=version - 1, lte=version)[0]

    def _keep_snapshot(self, game: Game, events: Sequence[AnyEvent]) -> None:
        """Take a snapshot now and then. It is only a cache: the move is recorded even if this fails."""
        before = game.version - len(events)
        if game.version // SNAPSHOT_EVERY == before // SNAPSHOT_EVERY or game.state is None:
            return
        if self._snapshot_key is None or self.snapshots is None:
            return
        if game.resignation is not None:
            # A snapshot does not contain it, and the game would continue from there.
            return
        try:
            self.snapshots.put([cast(DomainEventProtocol[UUID], take_snapshot(game, events[-1]))])
        except Exception:
            return

    def keep_pack(self, game: Game) -> None:
        """Store the content of a new game: the installed content may change while it runs."""
        pack = game.ruleset.id, game.opened.content
        if pack not in self._packs:
            self.store.imports.keep(make_pack(game.ruleset))
            self._packs.add(pack)
