"""The first signatures of a new database: everything recorded after them needs a receipt."""

from __future__ import annotations

from datetime import UTC, datetime

from eventstore.postgres.datastore import Datastore
from eventstore.tables.log import LogTables, open_log
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.checkpoints.make_checkpoints import Checkpoints
from service.keys import signing
from service.keys.recorded_keys import RecordedKeyring
from service.keys.token_seals import load_token_seals
from service.settings import Settings


def sign_beginning(settings: Settings, url: str) -> None:
    """Sign that the log is empty if the database has no events, and otherwise which streams may lack receipts.

    Does nothing if the operator makes the checkpoints: `kifu checkpoint` then signs the list, and treats everything
    before the first checkpoint as older than the keys.
    """
    if not settings.checkpoint_seconds:
        return
    with Datastore(url, pool_size=1) as datastore:
        tables = LogTables(datastore.read)
        is_new = not tables.latest() and not any(sizes.position for sizes in tables.sizes())
        signer, own = signing.load_or_make(settings)
        keyring = RecordedKeyring(own, datastore.read, load_token_seals(settings))
        file = CheckpointFile(settings.data / NAME)
        checkpoints = Checkpoints(url, signer, keyring, file, lambda: datetime.now(UTC), settings.origin)
        if is_new:
            checkpoints.make(thorough=False)
        elif not file.is_empty() or tables.file_since() is None:
            with open_log(url) as log:
                checkpoints.sign_early(log)
