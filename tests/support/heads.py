"""A long log of heads, made without the events behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg

from domain.proof import merkle
from domain.proof.checkpoints import TreeHead, sign_head
from domain.proof.receipts import Signer
from eventstore.tables.log import open_log
from service.checkpoints.log_heads import HeadsSigner
from service.keys import signing
from service.settings import Settings


def grow_log(url: str, data: Path, size: int, origin: str = "kifu.example") -> None:
    """Grow an empty log of heads to this size, with a head of partition 5 in each leaf."""
    add_leaves(url, data, ({5: events} for events in range(1, size + 1)), origin)


def add_leaves(url: str, data: Path, leaves: Iterable[Mapping[int, int]], origin: str = "kifu.example") -> None:
    """Add these leaves to an empty log of heads, each with the event counts that change in it."""
    signer, keyring = signing.load_or_make(Settings(data=data))
    add = HeadsSigner(signer, keyring, origin, 64).add
    now = datetime.now(UTC)
    with psycopg.connect(url) as connection, open_log(url) as log:
        kept = None
        for seconds, sizes in enumerate(leaves):
            heads = {partition: make_head(signer, partition, events, now) for partition, events in sizes.items()}
            for head in heads.values():
                connection.execute(
                    "INSERT INTO kifu.tree_head VALUES (%s, %s, %s, %s, %s, %s)",
                    (
                        head.partition,
                        head.size,
                        bytes.fromhex(head.root),
                        head.time,
                        head.key,
                        bytes.fromhex(head.signature),
                    ),
                )
            connection.commit()
            made = add(log, heads, kept, now + timedelta(seconds=seconds), thorough=False)
            assert made.refused is None
            kept = made.root


def make_head(signer: Signer, partition: int, events: int, at: datetime) -> TreeHead:
    """A signed head of a partition whose tree depends only on the number of its events."""
    return sign_head(signer, partition, events, merkle.leaf_hash(b"%d" % events), at)
