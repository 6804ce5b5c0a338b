"""The database of the commands that need one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from domain.application.games import Games
from domain.application.stored.stored_games import Keys
from domain.kernel.words import count_noun
from domain.proof.receipts import Keyring, Signer
from eventstore.codec import use_archive
from eventstore.postgres import embedded, migrate, pooler, role
from eventstore.postgres.datastore import Datastore
from kifu.shared.faults import Fault
from kifu.shared.rules import load_rulesets
from service import structured_logging
from service.keys import signing
from service.keys.introduce import check_signing_key, introduce_keys
from service.keys.recorded_keys import RecordedKeyring
from service.keys.seed_keys import load_seed_keys
from service.keys.token_seals import load_token_seals
from service.parts import believe_sealed, build_games
from service.settings import Settings, read_settings


@dataclass(frozen=True)
class Database:
    """The URLs of one database: for its `owner`, who can alter its tables, and for the `service`."""

    owner: str
    service: str


@contextmanager
def database(create: bool = False) -> Iterator[Database]:
    """Open the database of `KIFU_DATABASE_URL`, or the embedded one in `KIFU_DATA`.

    The embedded server of a running `kifu serve` is shared; otherwise one is started, and stopped afterwards. Raises
    Fault if there is no embedded database yet, unless it may be created, and PoolerError for a URL through a pooler
    without sessions.
    """
    settings = read_settings()
    use_archive(settings.archive)
    if settings.database_url is not None:
        pooler.check_direct(settings.database_url)
        yield Database(settings.database_url, role.url_for_service(settings.database_url))
        return
    if not create:
        _check_exists(settings)
    server = embedded.start(settings.data)
    try:
        yield Database(server.url, server.service_url)
    finally:
        server.stop()


@contextmanager
def migrated_database(as_owner: bool = False) -> Iterator[str]:
    """Return the URL of the service, or of the owner for commands that alter tables.

    Raises Fault as `database` does, and if migrations are missing.
    """
    with database() as found:
        lacking = migrate.pending_migrations(found.owner)
        if lacking:
            missing = count_noun(len(lacking), "migration")
            raise Fault(f"The database lacks {missing}, from {lacking[0]} on. Run `kifu migrate`.")
        yield found.owner if as_owner else found.service


@contextmanager
def open_games(as_owner: bool = False) -> Iterator[Games]:
    """Open the games in the database, for the service or for its owner."""
    settings = read_settings()
    with migrated_database(as_owner) as url:
        games = build_games(
            load_rulesets(),
            url,
            keys=Keys(snapshots=signing.snapshot_key(settings, make=False), seeds=load_seed_keys(settings)),
            connections=1,
        )
        seals = load_token_seals(settings)
        with Datastore(url, pool_size=1) as datastore:
            # After an upgrade, the first start of the service seals what is there.
            if seals is not None and seals.accounts.has_sealed(datastore):
                believe_sealed(games.stored, seals)
        try:
            yield games
        finally:
            games.close()


def load_signing_keys(settings: Settings) -> tuple[Signer, Keyring]:
    """Load the signer that the service uses and the public keys of all instances, within `open_games`.

    Before the first start of the service, its keys are made and recorded. Raises BadSettings if the keys here differ
    from those of the instances that use the database.
    """
    with migrated_database() as url:
        if signing.load_keyring(settings).keys:
            check_signing_key(settings, url)
        else:
            with structured_logging.only_warnings():
                introduce_keys(settings, url, datetime.now(UTC))
        signer, own = signing.load_used(settings)
        return signer, load_keys(settings, own)


def load_keys(settings: Settings, own: Keyring | None = None) -> Keyring:
    """Load the public keys of all instances of the service, within `open_games` or `migrated_database`.

    `own` are this instance's keys, if already loaded. Without its token key, only they count.
    """
    own = own or signing.load_keyring(settings)
    with migrated_database() as url, Datastore(url, pool_size=1) as datastore:
        return Keyring(RecordedKeyring(own, datastore.read, load_token_seals(settings)).keys)


def _check_exists(settings: Settings) -> None:
    if not (settings.data / "postgres").is_dir():
        raise Fault(f"There is no database in {settings.data} yet. `kifu serve` or `kifu migrate` makes one.")
