"""A long log of heads, made without the events that it would have taken."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg

from domain.proof import merkle
from domain.proof.checkpoints import sign_head
from eventstore.tables.log import open_log
from service.checkpoints.log_heads import HeadsSigner
from service.keys import signing
from service.settings import Settings


def grow_log(url: str, data: Path, size: int, origin: str = "kifu.example") -> None:
    """Let an empty log of heads grow to this size, a head of partition 5 a leaf."""
    signer, keyring = signing.load_or_make(Settings(data=data))
    add = HeadsSigner(signer, keyring, origin, 64).add
    now = datetime.now(UTC)
    with psycopg.connect(url) as connection, open_log(url) as log:
        kept = None
        for events in range(1, size + 1):
            head = sign_head(signer, 5, events, merkle.leaf_hash(b"%d" % events), now)
            connection.execute(
                "INSERT INTO kifu.tree_head VALUES (5, %s, %s, %s, %s, %s)",
                (events, bytes.fromhex(head.root), head.time, head.key, bytes.fromhex(head.signature)),
            )
            connection.commit()
            made = add(log, {5: head}, kept, now + timedelta(seconds=events), thorough=False)
            assert made.refused is None
            kept = made.root
