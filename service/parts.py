"""The parts of the service, assembled from its settings in this one place, without HTTP or terminal."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import structlog

from domain.application.games import Games
from domain.application.memory.sized_cache import MEBIBYTE, Caches
from domain.application.stored.stored_games import NO_KEYS, Keys, RefusedSnapshot, StoredGames
from domain.kernel.rulesets import Rulesets
from domain.proof.receipts import Keyring, Signer
from domain.proof.snapshot_seal import NoSeal, Unsealed
from domain.record.words import Reader
from eventstore.codec import use_archive
from eventstore.feed import Feed
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.standby import StandbyProbe
from eventstore.recorder import FeedRecorder
from eventstore.revocations import Revocations
from eventstore.siblings import Siblings
from eventstore.tables.accounts.kinds import PlayerKinds
from eventstore.tables.accounts.moderation import Moderation
from eventstore.tables.accounts.seeks import Seeks
from eventstore.tables.accounts.webhooks import Webhooks
from eventstore.tables.arbiters import Arbiters
from eventstore.tables.players import Players
from eventstore.tables.recovery import RecoveryCodes
from eventstore.tables.token_seals import TokenSeals
from eventstore.tables.tokens import Tokens
from projections.contract import Projection
from projections.queries.read import ReadModels
from projections.read_models.catalogue import all_projections
from projections.read_models.stored_events import StoredReader
from service import metrics
from service.keys import signing
from service.keys.recorded_keys import RecordedKeyring
from service.keys.seed_keys import load_or_make_seed_keys
from service.keys.token_seals import load_or_make_token_seals
from service.prepared_types import prepare_types
from service.readiness import Readiness
from service.rulesets import build_rulesets
from service.settings import Settings

log = structlog.get_logger("kifu.parts")

GAME_CONNECTIONS, READ_CONNECTIONS, OTHER_CONNECTIONS = 12, 8, 4
"""The most database connections of a worker: for games, for read models, and for everything else."""


@dataclass(frozen=True)
class Parts:
    """The dependencies of one worker's calls.

    `signer` signs the receipts of `games`. `keyring` has the keys of all instances of the service.
    """

    games: Games
    players: Players
    player_kinds: PlayerKinds
    arbiters: Arbiters
    tokens: Tokens
    recovery_codes: RecoveryCodes
    seeks: Seeks
    moderation: Moderation
    webhooks: Webhooks
    revocations: Revocations
    read_models: ReadModels
    feed: Feed
    signer: Signer
    keyring: Keyring
    datastore: Datastore
    readiness: Readiness
    standby: StandbyProbe

    def close(self) -> None:
        """Stop their threads and close their connections."""
        self.readiness.close()
        self.feed.close()
        self.revocations.close()
        self.read_models.close()
        self.games.close()
        self.standby.close()
        self.datastore.close()


def build_games(
    rulesets: Rulesets,
    url: str,
    connections: int,
    keys: Keys = NO_KEYS,
    refused: RefusedSnapshot | None = None,
    pooled_url: str | None = None,
    caches: Caches | None = None,
) -> Games:
    """Build the games of a database, with this machine's clock and randomness and at most `connections`.

    Snapshots not sealed with the key are reported to `refused`. Statements go through the pooler of `pooled_url` if
    there is one. `caches` bounds what is kept in memory.
    """
    env = {
        "PERSISTENCE_MODULE": "eventstore.factory",
        "KIFU_DATABASE_URL": url,
        "KIFU_POOL_SIZE": str(connections),
        "KIFU_POOLED_DATABASE_URL": pooled_url or "",
    }

    def clock() -> datetime:
        now = datetime.now(UTC)
        return keys.keyring.date(keys.signer.key, now) if keys.keyring is not None and keys.signer is not None else now

    return Games(
        StoredGames(
            rulesets, keys=keys, clock=clock, entropy=secrets.token_bytes, env=env, refused=refused, caches=caches
        )
    )


def _report_refused_snapshot(game_id: UUID, version: int, why: Unsealed) -> None:
    unsealed = isinstance(why, NoSeal)
    metrics.REFUSED_SNAPSHOTS.labels("no-seal" if unsealed else "false-seal").inc()
    # Snapshots of an earlier version have no seal, so only a false seal is alarming.
    tell = log.info if unsealed else log.warning
    tell("snapshot refused", game=str(game_id), version=version, why=str(why))


def _recorder(stored: StoredGames) -> FeedRecorder:
    recorder = stored.recorder
    assert isinstance(recorder, FeedRecorder)
    return recorder


def _report_commit(requests: int) -> None:
    metrics.COMMITTED.observe(requests)
    metrics.DISK_FULL.set(0)


def _count_commits(stored: StoredGames) -> None:
    appender = _recorder(stored).appender
    appender.tell = _report_commit
    metrics.WAITING_COMMITS.set_function(appender.count_waiting)


def _watch_pool(name: str, size: int, count: Callable[[], int]) -> None:
    metrics.POOL_CONNECTIONS.labels(name).set(size)
    metrics.POOL_IN_USE.labels(name).set_function(count)


def believe_sealed(stored: StoredGames, seals: TokenSeals) -> None:
    """Accept only links and player keys that the service wrote. Before it starts, it has sealed the existing ones."""
    recorder = _recorder(stored)
    recorder.links.seals = recorder.player_keys.seals = seals.accounts


def build_projections(rulesets: Rulesets) -> list[Projection]:
    """Build every projection, which reads stored events with these rulesets."""
    return all_projections(StoredReader(Reader(rulesets)))


def build_parts(settings: Settings, rulesets: Rulesets | None = None, siblings: Siblings | None = None) -> Parts:
    """Build the parts of a worker, after the fork; `rulesets` override those of the settings.

    `siblings` are the other workers of this machine.

    Makes the keys for receipts, snapshots, seeds and tokens if missing. Raises ValueError if the settings name no
    database, BadSettings for key files without keys, and BadContent.
    """
    url, pooled = settings.database_url, settings.pooled_database_url
    if url is None:
        raise ValueError("a worker needs KIFU_DATABASE_URL")
    prepare_types()
    use_archive(settings.archive)
    signer, own_keys = signing.load_or_make(settings)
    datastore = Datastore(url, pool_size=OTHER_CONNECTIONS, pooled=pooled)
    rulesets = rulesets or build_rulesets(settings)
    seals = load_or_make_token_seals(settings, datastore)
    keyring = RecordedKeyring(own_keys, datastore.read, seals)
    games = build_games(
        rulesets,
        url,
        GAME_CONNECTIONS,
        Keys(signer, signing.snapshot_key(settings), load_or_make_seed_keys(settings), keyring),
        _report_refused_snapshot,
        pooled,
        Caches.divide(settings.cache_mib * MEBIBYTE, lambda name, held: metrics.CACHE_BYTES.labels(name).set(held)),
    )
    games.stored.siblings = siblings
    _count_commits(games.stored)
    believe_sealed(games.stored, seals)
    read_models = ReadModels(url, StoredReader(Reader(rulesets)), READ_CONNECTIONS, pooled)
    _watch_pool("games", GAME_CONNECTIONS, _recorder(games.stored).datastore.count_in_use)
    _watch_pool("reads", READ_CONNECTIONS, read_models.count_in_use)
    _watch_pool("other", OTHER_CONNECTIONS, datastore.count_in_use)
    feed = Feed(datastore)
    metrics.UNREADABLE_NOTICES.set_function(lambda: feed.unreadable)
    standby = StandbyProbe(url)
    return Parts(
        games=games,
        players=Players(datastore, seals),
        player_kinds=PlayerKinds(datastore, seals.accounts),
        arbiters=Arbiters(datastore, seals.accounts),
        tokens=Tokens(datastore, seals),
        recovery_codes=RecoveryCodes(datastore, seals),
        seeks=Seeks(datastore),
        moderation=Moderation(datastore),
        webhooks=Webhooks(datastore),
        revocations=Revocations(url),
        read_models=read_models,
        feed=feed,
        signer=signer,
        keyring=keyring,
        datastore=datastore,
        readiness=Readiness(read_models.lag, read_models.away, standby.is_confirming, settings.data),
        standby=standby,
    )
