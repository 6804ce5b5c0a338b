"""Proofs that a head is in the log of heads, and that this log has only grown; anyone with the keys can check them.

The roots of the log of heads are signed notes, C2SP checkpoints, which witnesses can cosign.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.language import say
from domain.proof import merkle
from domain.proof.heads_leaf import BadLeaf, PartitionRoot, parse_leaf
from domain.proof.notes import LOG_KEY, BadNote, Checkpoint, NoteKey, parse_checkpoint, parse_note, verify_note
from domain.proof.receipts import Keyring, PublicKey
from domain.proof.shapes import Index, Path, path_bytes

LONGEST_LEAF, LONGEST_NOTE = 1 << 14, 1 << 14
"""Characters in a proof."""

SignedNote = Annotated[str, Meta(max_length=LONGEST_NOTE)]


class HeadsProof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The proof that a head is in the log of heads: the leaf that names it, and the path from it to a signed root."""

    leaf: Annotated[
        str,
        Meta(max_length=LONGEST_LEAF, description="The text of the leaf, with size and root of every partition."),
    ]
    index: Annotated[Index, Meta(description="The leaf of the log of heads, from 0.")]
    path: Annotated[Path, Meta(description="The hashes that lead from the leaf to the root.")]
    checkpoint: Annotated[SignedNote, Meta(description="The signed note with the root, as at /checkpoint.")]


class HeadsConsistency(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="heads", tag_field="type"):
    """The proof that the log of heads of one checkpoint begins with that of an earlier one."""

    earlier: Annotated[SignedNote, Meta(description="The earlier checkpoint.")] = msgspec.field(name="from")
    later: Annotated[SignedNote, Meta(description="The later checkpoint.")] = msgspec.field(name="to")
    path: Annotated[Path, Meta(description="The hashes that lead from one root to the other.")]


def note_keys(origin: str, keyring: Keyring) -> dict[NoteKey, PublicKey]:
    """Return the keys of a service as they sign the notes of this origin."""
    return {NoteKey(origin, LOG_KEY, bytes.fromhex(key.public)): key for key in keyring.sound}


def read_checkpoint(note: str, keyring: Keyring, since: str | None = None) -> Checkpoint:
    """Return the checkpoint of a note that one of these keys signed; raises BadNote.

    It cannot have been signed before `since`.
    """
    parsed = parse_note(note)
    checkpoint = parse_checkpoint(parsed.text)
    keys = note_keys(checkpoint.origin, keyring)
    signed_by = [keys[found.key] for found in verify_note(parsed, keys)]
    if not signed_by:
        raise BadNote(say("No key of this service signed the checkpoint."))
    if since is not None and not any(_is_used_after(key, since) for key in signed_by):
        raise BadNote(say("The key of the checkpoint was out of use at {since}, the time of its leaf.", since=since))
    return checkpoint


def check_heads_proof(proof: HeadsProof, partition: int, head: PartitionRoot, keyring: Keyring) -> str:
    """Say which checkpoint covers a head of a partition; raises BadNote or BadLeaf if the proof does not hold."""
    leaf = parse_leaf(proof.leaf)
    if partition >= len(leaf.roots) or leaf.roots[partition] != head:
        raise BadLeaf(
            say("The leaf of the log of heads has another head of partition {partition}.", partition=partition)
        )
    checkpoint = read_checkpoint(proof.checkpoint, keyring, leaf.time)
    path = path_bytes(proof.path)
    if not merkle.is_included(leaf.hash, proof.index, checkpoint.size, path, checkpoint.root):
        raise BadLeaf(say("The path does not lead from the leaf of the log of heads to the root of the checkpoint."))
    return describe_checkpoint(checkpoint)


def describe_heads_consistency(proof: HeadsConsistency, keyring: Keyring) -> str:
    """Say that a log of heads has only grown; raises BadNote if the proof does not hold."""
    found = []
    for name, note in (("from", proof.earlier), ("to", proof.later)):
        try:
            found.append(read_checkpoint(note, keyring))
        except BadNote as fault:
            raise BadNote(say("The checkpoint `{name}`: {fault}", name=name, fault=fault)) from None
    old, new = found
    if old.origin != new.origin:
        raise BadNote(
            say("The checkpoints are of two logs, {earlier} and {later}.", earlier=old.origin, later=new.origin)
        )
    if not merkle.is_extension(old.size, old.root, new.size, new.root, path_bytes(proof.path)):
        raise BadNote(
            say(
                "The path does not show that the {size} leaves begin with the {earlier}.",
                size=new.size,
                earlier=old.size,
            )
        )
    return say(
        "The log of heads of {size} leaves begins with that of {earlier}; its name is {origin}.",
        size=new.size,
        earlier=old.size,
        origin=new.origin,
    )


def describe_checkpoint(checkpoint: Checkpoint) -> str:
    """Name a checkpoint in words."""
    return say("the checkpoint of {size} leaves of {origin}", size=checkpoint.size, origin=checkpoint.origin)


def _is_used_after(key: PublicKey, time: str) -> bool:
    try:
        at = msgspec.convert(time, datetime)
    except msgspec.ValidationError:
        raise BadLeaf(say("The time of the leaf is not a valid timestamp with a time zone.")) from None
    if at.tzinfo is None:
        raise BadLeaf(say("The time of the leaf is not a valid timestamp with a time zone."))
    return key.until is None or at <= key.until
