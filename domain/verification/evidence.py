"""The evidence of a file: whether its last event is under a checkpoint, and which witnesses cosigned that."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.archive.lines import Archive
from domain.kernel.language import say
from domain.kernel.words import count_noun
from domain.proof import merkle
from domain.proof.checkpoints import Inclusion, check_proof, leaf_digest, leaf_hash
from domain.proof.heads_leaf import BadLeaf, PartitionRoot, parse_leaf
from domain.proof.heads_proof import HeadsProof, describe_checkpoint
from domain.proof.notes import BadNote, parse_checkpoint, parse_note
from domain.proof.receipts import Keyring
from domain.proof.shapes import path_bytes
from domain.proof.witnesses import QuorumCheck, Witnesses, check_quorum
from domain.rows import partition_of
from domain.verification.record import Verification


class EvidenceCheck(msgspec.Struct, frozen=True):
    """What a file's evidence proves."""

    holds: Annotated[bool, Meta(description="Whether it proves what was asked of it.")]
    why: Annotated[str, Meta(description="The verdict in words.")]
    quorum: Annotated[QuorumCheck | None, Meta(description="The witnesses; null if none were named.")] = None


class FileVerification(Verification, frozen=True, kw_only=True):
    """The verification of a file; `evidence` is null if it has none and no witnesses were named."""

    evidence: EvidenceCheck | None = None


def check_evidence(archive: Archive, keyring: Keyring, witnesses: Witnesses | None) -> EvidenceCheck | None:
    """Check the evidence of a file with the known keys of its service, and with witnesses.

    If witnesses are named, the whole game must be under a checkpoint that enough of them cosigned. None if there is
    nothing to check.
    """
    proof = archive.evidence
    if proof is None:
        if witnesses is None:
            return None
        return EvidenceCheck(False, say("The file has no evidence: no witness cosigned it when it was written."))
    try:
        said = _check_paths(archive, proof)
    except (BadNote, BadLeaf) as error:
        return EvidenceCheck(False, str(error))
    if keyring.since is not None:
        checked = check_proof(proof, keyring)
        if not checked.genuine:
            return EvidenceCheck(False, checked.why)
    return _check_witnesses(archive, proof, witnesses, said)


def with_evidence(found: Verification, evidence: EvidenceCheck | None) -> FileVerification:
    """Add the check of its evidence to the verification of a file."""
    values = {name: getattr(found, name) for name in found.__struct_fields__}
    holds = found.holds and (evidence is None or evidence.holds)
    return FileVerification(**{**values, "holds": holds}, evidence=evidence)


def _check_witnesses(archive: Archive, proof: Inclusion, witnesses: Witnesses | None, said: str) -> EvidenceCheck:
    if witnesses is None:
        return EvidenceCheck(
            True, say("{said}; its cosignatures are not checked, since no witnesses are named.", said=said)
        )
    assert isinstance(proof.heads, HeadsProof)
    try:
        quorum = check_quorum(proof.heads.checkpoint, witnesses)
    except BadNote as error:
        return EvidenceCheck(False, str(error))
    beyond = len(archive.rows) - proof.version
    if quorum.enough and beyond:
        why = say(
            "{said}, but {events} after that are under no cosigned checkpoint yet.",
            said=said,
            events=count_noun(beyond, "event"),
        )
        return EvidenceCheck(False, why, quorum)
    return EvidenceCheck(quorum.enough, say("{said}. {why}", said=said, why=quorum.why), quorum)


def _check_paths(archive: Archive, proof: Inclusion) -> str:
    """Say what the hashes prove, whether signed or not; raises BadNote or BadLeaf."""
    if proof.game != archive.header.game or proof.partition != partition_of(proof.game):
        raise BadLeaf(say("The evidence is that of another game."))
    if not isinstance(proof.heads, HeadsProof):
        raise BadLeaf(say("The evidence does not lead to a checkpoint."))
    row = archive.rows[proof.version - 1] if proof.version <= len(archive.rows) else None
    if row is None or leaf_digest(row) != proof.digest:
        raise BadLeaf(
            say("The evidence is of another event than version {version} of this file.", version=proof.version)
        )
    head = PartitionRoot(proof.head.size, bytes.fromhex(proof.head.root))
    found = leaf_hash(proof.game, proof.version, proof.digest)
    if not merkle.is_included(found, proof.index, head.size, path_bytes(proof.path), head.root):
        raise BadLeaf(say("The path of the evidence does not lead from the event to the head of its partition."))
    leaf, checkpoint = parse_leaf(proof.heads.leaf), parse_checkpoint(parse_note(proof.heads.checkpoint).text)
    if proof.partition >= len(leaf.roots) or leaf.roots[proof.partition] != head:
        raise BadLeaf(say("The leaf of the evidence has another head of the partition."))
    path = path_bytes(proof.heads.path)
    if not merkle.is_included(leaf.hash, proof.heads.index, checkpoint.size, path, checkpoint.root):
        raise BadLeaf(say("The path of the evidence does not lead from the heads to the root of the checkpoint."))
    return say(
        "Version {version} and all before it are under {checkpoint}",
        version=proof.version,
        checkpoint=describe_checkpoint(checkpoint),
    )
