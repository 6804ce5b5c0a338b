"""Records the public keys of an instance, after comparing its keys with those of the service's other instances.

Instances share the token key and the seed keys: without them, one could not accept another's players or continue its
games. Each may have its own signing key, as long as all know the public ones. An instance that would break this does
not start, unless the operator declares its keys to be new.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from threading import Event

import psycopg
import structlog

from domain.kernel.words import count_noun
from domain.proof.receipts import PublicKey
from domain.record.locked_seed import key_id
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.outage import server_says
from eventstore.tables.seeds import Seeds
from eventstore.tables.service_keys import KeyStatement, add_statements, list_key_rows, list_named_keys, lock
from eventstore.tables.token_seals import TokenSeals
from service.keys import seed_keys, signing, token_seals
from service.keys.recorded_keys import RecordedKey, genuine_statements, sum_up
from service.settings import BadSettings, Settings

log = structlog.get_logger("kifu.keys")

ANNOUNCE_SECONDS = 60.0
NEW = "start once with `kifu serve --new-key`"


def introduce_keys(settings: Settings, url: str, now: datetime) -> None:
    """Record this instance's keys, and make missing ones, unless the service already uses others.

    Raises BadSettings that names the keys missing here, before any is made or recorded.
    """
    with Datastore(url, pool_size=1) as datastore, psycopg.connect(url) as connection:
        # One instance at a time, so of two with different keys that start together, one comes second.
        lock(connection)
        _Introduction(settings, datastore).carry_out(connection, now)


def check_signing_key(settings: Settings, url: str) -> None:
    """Raise BadSettings if this instance's signing key is not recorded while another is in use.

    For commands that sign alongside the service; makes and records nothing.
    """
    with Datastore(url, pool_size=1) as datastore:
        found = _Introduction(settings, datastore)
        _refuse(found.token_fault(), found.signing_fault())


def find_key_faults(settings: Settings, datastore: Datastore) -> dict[str, str]:
    """Return why this instance could not start next to the others, by missing setting; changes nothing."""
    found = _Introduction(settings, datastore)
    return _name_faults(found.token_fault(), found.signing_fault(), found.seed_fault())


def load_seals_in_use(settings: Settings, datastore: Datastore) -> TokenSeals:
    """Load the token seals for a command alongside the service; make a key only if no instance has one.

    Raises BadSettings if the key here differs from that of the instances.
    """
    found = _Introduction(settings, datastore)
    _refuse(found.token_fault(), None)
    if not found.has_sealed():
        return token_seals.load_or_make_token_seals(settings, datastore)
    seals = found.seals[-1]
    if not found.knows(seals):
        _refuse("The service has another key of tokens than this. Give the same, or start the service with it.", None)
    return seals


def announce_again(datastore: Datastore, signer_key: str, seals: TokenSeals, now: datetime) -> bool:
    """Record that our signing key is in use, if another instance with the same key has said otherwise; return
    whether."""
    if seals.key is None:
        return False
    known = sum_up(genuine_statements(list_key_rows(datastore.read), seals.key))
    own = known.get(("signing", signer_key))
    if own is None or own.used:
        return False
    with psycopg.connect(datastore.url, autocommit=True) as connection:
        add_statements(connection, [own.say(True, now)], seals.key)
    return True


def announce_forever(settings: Settings, stop: Event) -> None:
    """Check every minute, until `stop` is set, that our signing key is recorded as in use; see `announce_again`."""
    signer, seals = signing.load_or_make(settings)[0], token_seals.load_token_seals(settings)
    if settings.database_url is None or seals is None:
        return
    with Datastore(settings.database_url, pool_size=1) as datastore:
        while not stop.wait(ANNOUNCE_SECONDS):
            try:
                again = announce_again(datastore, signer.key, seals, datetime.now(UTC))
            except Exception as error:
                log.warning("signing key not looked at", says=server_says(error))
            else:
                if again:
                    log.warning("our signing key was said to be out of use, and is in use", key=signer.key)


class _Introduction:
    """The keys found here before any is made, and the recorded ones."""

    def __init__(self, settings: Settings, datastore: Datastore) -> None:
        self._settings = settings
        self._datastore = datastore
        self._rows = list_key_rows(datastore.read)
        self.seals = token_seals.list_seals(settings)
        self._stated = [one for seals in self.seals for one in genuine_statements(self._rows, seals.key or b"")]
        self._recorded = sum_up(self._stated)

    def carry_out(self, connection: psycopg.Connection, now: datetime) -> None:
        """Compare, make and record."""
        if not self._settings.new_key:
            _refuse(self.token_fault(), self.signing_fault(), self.seed_fault())
        if self._rows and not self._recorded:
            # The token key is declared new, so existing rows are sealed with it, as tokens are.
            self._stated = [row.statement for row in self._rows]
            self._recorded = sum_up(self._stated)
            log.warning("keys taken over", keys=sorted({one.key for one in self._recorded.values()}))
        seals = token_seals.load_or_make_token_seals(self._settings, self._datastore)
        assert seals.key is not None
        # Once, after an upgrade from a version that sealed nothing but tokens.
        seals.accounts.seal_what_is_there(self._datastore)
        signer, keyring = signing.load_or_make(self._settings)
        seeds = [key_id(key) for key in seed_keys.load_or_make_seed_keys(self._settings)]
        said = [
            # Repeated in case the token key has changed; under the same key the seals exist already.
            *self._stated,
            *self._say_signing(keyring.keys, signer.key, now),
            *self._say_seeds(seeds, now),
        ]
        for one in add_statements(connection, said, seals.key):
            log.info("key recorded", kind=one.kind, key=one.key, used=one.used)

    def has_sealed(self) -> bool:
        """Return whether an instance has recorded keys or sealed tokens, under any token key."""
        return bool(self._rows) or _has_seals(self._datastore)

    def knows(self, seals: TokenSeals) -> bool:
        """Return whether recorded keys or tokens have seals under this key."""
        return bool(genuine_statements(self._rows, seals.key or b"")) or seals.knows_one(self._datastore)

    def token_fault(self) -> str | None:
        """Return why the token key here differs from the others'; None if it matches, or if there are no others."""
        foreign = bool(self._rows) and not self._recorded
        if not self._rows:
            foreign = _has_seals(self._datastore) and not any(seals.knows_one(self._datastore) for seals in self.seals)
        if not foreign:
            return None
        here = "the key here is another one" if self.seals else "there is no key here yet"
        return (
            f"The tokens of this database are sealed with a key of tokens that other instances have, and {here}: "
            "players would be refused. Give it the KIFU_TOKEN_KEY of the others, which is in keys/tokens.key of their "
            f"KIFU_DATA; or, if that key is lost, {NEW}, and all tokens are sealed with a new one."
        )

    def signing_fault(self) -> str | None:
        """Return why this signing key must not be used alongside the recorded ones; None if it may be."""
        own = signing.find_own_key(self._settings)
        ours = {key.key for key in signing.load_keyring(self._settings).keys} | ({own} if own else set())
        signing_keys = self._of("signing")
        used = {one.key for one in signing_keys if one.used}
        if not self._rows:
            # Keys were not recorded yet, but the signatures show which were used.
            used = list_named_keys(self._datastore.read)
        if not used or used & ours or own in {one.key for one in signing_keys}:
            return None
        here = f"This instance would sign with {own}" if own else "This instance would make a signing key of its own"
        return (
            f"{here}, which the record does not know, while {_join(used)} is in use. "
            f"Give it the KIFU_SIGNING_KEY of the other instances, or {NEW}: then both keys count."
        )

    def seed_fault(self) -> str | None:
        """Return which required seed keys are missing here, if any."""
        lacking = self._lacking_seeds()
        if not lacking:
            return None
        latest = max((one for one in self._of("seeds") if one.used), key=lambda one: one.last).key
        needed = dict(Seeds(self._datastore).locked())
        games = sum(needed.get(key, 0) for key in lacking)
        if latest not in lacking and not games:
            return None
        return (
            f"The key of seeds {_join(lacking)} is missing here, which new games take or running ones need "
            f"({count_noun(games, 'game')} now): they could not be played on. Give it the KIFU_SEED_KEYS of the other "
            f"instances, which are in keys/seed.keys of their KIFU_DATA; or, if the key is lost, {NEW}."
        )

    def _lacking_seeds(self) -> set[str]:
        ours = {key_id(key) for key in seed_keys.load_seed_keys(self._settings)}
        return {one.key for one in self._of("seeds") if one.used} - ours

    def _of(self, kind: str) -> list[RecordedKey]:
        return [one for one in self._recorded.values() if one.kind == kind]

    def _say_signing(self, ours: Sequence[PublicKey], in_use: str, now: datetime) -> list[KeyStatement]:
        said = []
        for key in ours:
            public = bytes.fromhex(key.public)
            before = self._recorded.get(("signing", key.key))
            said.append(KeyStatement("signing", key.key, public, key.since, True))
            if key.until is not None:
                said.append(KeyStatement("signing", key.key, public, key.until, False))
            if key.key == in_use and before is not None and not before.used:
                said.append(before.say(True, now))
        return said

    def _say_seeds(self, ours: Sequence[str], now: datetime) -> list[KeyStatement]:
        recorded = {one.key: one for one in self._of("seeds")}
        said = [recorded[key].say(False, now) for key in self._lacking_seeds()]
        latest = max((one for one in recorded.values() if one.used), key=lambda one: one.last, default=None)
        if ours[-1] not in recorded:
            said.append(KeyStatement("seeds", ours[-1], None, now, True))
        elif latest is None or latest.key != ours[-1]:
            said.append(recorded[ours[-1]].say(True, now))
        return said


def _refuse(tokens: str | None, signing_key: str | None, seeds: str | None = None) -> None:
    """Raise BadSettings if any of these faults is present."""
    faults = _name_faults(tokens, signing_key, seeds)
    if faults:
        raise BadSettings({name: [why] for name, why in faults.items()})


def _name_faults(tokens: str | None, signing_key: str | None, seeds: str | None) -> dict[str, str]:
    # Without the token key, nobody can tell which of the other keys are genuine.
    found = {"KIFU_TOKEN_KEY": tokens} if tokens else {"KIFU_SIGNING_KEY": signing_key, "KIFU_SEED_KEYS": seeds}
    return {name: why for name, why in found.items() if why is not None}


def _has_seals(datastore: Datastore) -> bool:
    return bool(datastore.read("SELECT FROM kifu.token_seal LIMIT 1", ()))


def _join(keys: set[str]) -> str:
    first, *more = sorted(keys)
    return f"{first} (and {len(more)} more)" if more else first
