"""The first leaf of the log of heads, signed before anything is recorded: whatever comes then needs a receipt."""

from __future__ import annotations

from datetime import UTC, datetime

from eventstore.postgres.datastore import Datastore
from eventstore.tables.log import LogTables
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.checkpoints.make_checkpoints import Checkpoints
from service.keys import signing
from service.keys.recorded_keys import RecordedKeyring
from service.keys.token_seals import load_token_seals
from service.settings import Settings


def sign_beginning(settings: Settings, url: str) -> None:
    """Sign that the log is empty, in a database without any event, unless checkpoints are left to the operator.

    Otherwise the first checkpoint would take everything before it for what was there before there were keys.
    """
    if not settings.checkpoint_seconds:
        return
    with Datastore(url, pool_size=1) as datastore:
        tables = LogTables(datastore.read)
        if tables.latest() or any(sizes.position for sizes in tables.sizes()):
            return
        signer, own = signing.load_or_make(settings)
        keyring = RecordedKeyring(own, datastore.read, load_token_seals(settings))
        file = CheckpointFile(settings.data / NAME)
        Checkpoints(url, signer, keyring, file, lambda: datetime.now(UTC), settings.origin).make(thorough=False)
