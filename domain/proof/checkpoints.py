"""Checkpoints: signed heads of the log of all events, and proofs that anyone with the keys can check.

The log has one Merkle tree a feed partition; the event at position p is leaf p - 1. docs/checkpoints.md describes it.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.kernel.language import mark, say
from domain.proof import chain, merkle
from domain.proof.heads_leaf import BadLeaf, PartitionRoot
from domain.proof.heads_proof import HeadsConsistency, HeadsProof, check_heads_proof, describe_heads_consistency
from domain.proof.notes import BadNote
from domain.proof.receipts import Hex16, Hex64, Hex128, Keyring, Signer, Time, format_time
from domain.proof.shapes import Index, Partition, Path, PositiveCount, Size, path_bytes
from domain.rows import HeadRow, LeafRow, Row, partition_of


class TreeHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The signed statement that the log of a partition had this root when it had this many leaves."""

    partition: Annotated[Partition, Meta(description="The feed partition.")]
    size: Annotated[Size, Meta(description="How many events it covers, from the first.")]
    root: Annotated[Hex64, Meta(description="The root of the Merkle tree over them (RFC 6962).")]
    time: Annotated[Time, Meta(description="When it was signed.")]
    key: Annotated[Hex16, Meta(description="The key, listed at /.well-known/kifu-keys.json.")]
    signature: Annotated[Hex128, Meta(description="Ed25519 over the text that docs/checkpoints.md describes.")]


class Inclusion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="inclusion", tag_field="type"):
    """The proof that the log has this version of a game, with this digest, as leaf `index`.

    `step` is for the reader: the leaf says the version. The hashes of `path` lead from the leaf to the root. `heads`
    proves that the head is under a checkpoint of the log of heads; earlier proofs have none.
    """

    game: UUID
    step: Annotated[PositiveCount, Meta(description="The step, for the reader; the leaf has its version.")]
    version: Annotated[PositiveCount, Meta(description="The version of the game.")]
    digest: Annotated[Hex64, Meta(description="The digest of the step, or the SHA-256 of its event.")]
    partition: Annotated[Partition, Meta(description="The partition of the game, which follows from its id.")]
    index: Annotated[Index, Meta(description="The leaf of the log, from 0.")]
    path: Annotated[Path, Meta(description="The hashes that lead from the leaf to the root.")]
    head: TreeHead
    heads: Annotated[
        HeadsProof | msgspec.UnsetType, Meta(description="The way from the head to the checkpoint of all partitions.")
    ] = msgspec.UNSET


class Consistency(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="consistency", tag_field="type"):
    """The proof that the log of one head begins with that of an earlier one: nothing was changed or removed."""

    partition: Partition
    earlier: Annotated[TreeHead, Meta(description="The earlier head.")] = msgspec.field(name="from")
    later: Annotated[TreeHead, Meta(description="The later head.")] = msgspec.field(name="to")
    path: Annotated[Path, Meta(description="The hashes that lead from one root to the other.")]


Proof: TypeAlias = Inclusion | Consistency | HeadsConsistency


class ProofCheck(msgspec.Struct, frozen=True):
    """The verdict on a proof, and why."""

    genuine: Annotated[bool, Meta(description="Whether the proof is genuine.")]
    why: Annotated[str, Meta(description="The verdict in words.")]


def leaf_bytes(game: UUID | str, version: int, digest: str) -> bytes:
    """Return the bytes of a leaf; `digest` is that of the event, in hexadecimal."""
    return f"kifu leaf 1\ngame {game}\nversion {version}\ndigest {digest}\n".encode()


def leaf_hash(game: UUID | str, version: int, digest: str) -> bytes:
    """Return the hash of a leaf."""
    return merkle.leaf_hash(leaf_bytes(game, version, digest))


def stored_leaf_hash(row: LeafRow) -> bytes:
    """Return the hash of the leaf for a stored event."""
    return leaf_hash(row.game_id, row.version, row.digest.hex())


def leaf_digest(row: Row) -> str:
    """Return the digest of a stored event in the log: its own, or the SHA-256 of its JSON if it has none."""
    return chain.split_digest(row.payload)[1] or hashlib.sha256(row.payload).hexdigest()


def head_text(partition: int, size: int, root: str, time: str) -> bytes:
    """Return the text that the signature of a head covers."""
    return f"kifu tree head 1\npartition {partition}\nsize {size}\nroot {root}\ntime {time}\n".encode()


def sign_head(signer: Signer, partition: int, size: int, root: bytes, at: datetime) -> TreeHead:
    """Sign the head of a tree."""
    time = format_time(at)
    signature = signer.sign(head_text(partition, size, root.hex(), time))
    return TreeHead(partition, size, root.hex(), time, signer.key, signature)


def tree_head(row: HeadRow) -> TreeHead:
    """Convert a stored head."""
    return TreeHead(row.partition, row.size, row.root.hex(), row.time, row.key, row.signature.hex())


def head_fault(head: TreeHead, keyring: Keyring) -> str | None:
    """Return why a head is not genuine; None if it is."""
    signed = head_text(head.partition, head.size, head.root, head.time)
    return keyring.signature_fault(signed, head.time, head.key, head.signature, mark("the head"))


def checkpoint_of(proof: Proof) -> str | None:
    """Return the checkpoint of all partitions that a proof leads to; None if it leads to none."""
    if isinstance(proof, HeadsConsistency):
        return proof.later
    heads = proof.heads if isinstance(proof, Inclusion) else msgspec.UNSET
    return None if heads is msgspec.UNSET else heads.checkpoint


def check_proof(proof: Proof, keyring: Keyring) -> ProofCheck:
    """Check whether the heads of a proof are signed with these keys, and whether its path leads to the claimed root."""
    if isinstance(proof, HeadsConsistency):
        try:
            return ProofCheck(True, describe_heads_consistency(proof, keyring))
        except BadNote as fault:
            return ProofCheck(False, str(fault))
    return _check_inclusion(proof, keyring) if isinstance(proof, Inclusion) else _check_consistency(proof, keyring)


def _check_inclusion(proof: Inclusion, keyring: Keyring) -> ProofCheck:
    head = proof.head
    own = partition_of(proof.game)
    if proof.partition != own:
        # Otherwise a game could be in two trees, with a different history in each.
        return ProofCheck(
            False,
            say(
                "The game belongs to partition {own} by its id, not to {partition}.", own=own, partition=proof.partition
            ),
        )
    if head.partition != proof.partition:
        return ProofCheck(
            False,
            say("The head is of partition {partition}, not of {own}.", partition=head.partition, own=proof.partition),
        )
    fault = head_fault(head, keyring)
    if fault is not None:
        return ProofCheck(False, say("The head: {fault}", fault=fault))
    found = leaf_hash(proof.game, proof.version, proof.digest)
    if not merkle.is_included(found, proof.index, head.size, path_bytes(proof.path), bytes.fromhex(head.root)):
        return ProofCheck(False, say("The path does not lead from this version and digest to the signed root."))
    said = say(
        "Version {version} of the game, with this digest, is leaf {index} of the {size} that "
        "were signed of partition {own} at {time}",
        version=proof.version,
        index=proof.index,
        size=head.size,
        own=own,
        time=head.time,
    )
    if proof.heads is msgspec.UNSET:
        return ProofCheck(True, f"{said}.")
    try:
        under = check_heads_proof(proof.heads, own, PartitionRoot(head.size, bytes.fromhex(head.root)), keyring)
    except (BadNote, BadLeaf) as fault:
        return ProofCheck(False, str(fault))
    return ProofCheck(True, say("{said}, under {under}.", said=said, under=under))


def _check_consistency(proof: Consistency, keyring: Keyring) -> ProofCheck:
    for name, head in (("from", proof.earlier), ("to", proof.later)):
        if head.partition != proof.partition:
            return ProofCheck(
                False,
                say(
                    "The head `{name}` is of partition {partition}, not of {own}.",
                    name=name,
                    partition=head.partition,
                    own=proof.partition,
                ),
            )
        fault = head_fault(head, keyring)
        if fault is not None:
            return ProofCheck(False, say("The head `{name}`: {fault}", name=name, fault=fault))
    old, new = proof.earlier, proof.later
    roots = bytes.fromhex(old.root), bytes.fromhex(new.root)
    if not merkle.is_extension(old.size, roots[0], new.size, roots[1], path_bytes(proof.path)):
        return ProofCheck(
            False,
            say(
                "The path does not show that the {size} leaves begin with the {earlier}.",
                size=new.size,
                earlier=old.size,
            ),
        )
    return ProofCheck(
        True,
        say(
            "The {size} leaves of partition {partition} signed at {time} begin with the {earlier} "
            "signed at {earlier_time}.",
            size=new.size,
            partition=proof.partition,
            time=new.time,
            earlier=old.size,
            earlier_time=old.time,
        ),
    )
