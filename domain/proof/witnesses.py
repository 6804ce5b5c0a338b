"""Trusted witnesses, and whether enough of them cosigned a checkpoint."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.language import fill, mark, say, translate
from domain.proof.notes import WITNESS_KEY, BadNote, NoteKey, parse_note, parse_vkey, verify_note
from domain.proof.receipts import format_time

LATEST = 253_402_300_799
"""The last second of the year 9999."""


class Cosigner(msgspec.Struct, frozen=True):
    """A witness that cosigned a checkpoint, and when."""

    witness: Annotated[str, Meta(description="The name of the witness.")]
    vkey: Annotated[str, Meta(description="Its key.")]
    time: Annotated[str, Meta(description="When it cosigned, by its own clock.")]


class QuorumCheck(msgspec.Struct, frozen=True):
    """Whether enough witnesses cosigned a checkpoint, and which."""

    enough: Annotated[bool, Meta(description="Whether as many cosigned as were demanded.")]
    why: Annotated[str, Meta(description="The verdict in words.")]
    quorum: Annotated[int, Meta(description="How many are demanded.")]
    signed: Annotated[tuple[Cosigner, ...], Meta(description="Those that cosigned.")]
    missing: Annotated[tuple[str, ...], Meta(description="The names of those that did not.")]


class Witnesses(msgspec.Struct, frozen=True):
    """The keys of witnesses, and how many of them must have cosigned."""

    keys: tuple[NoteKey, ...]
    quorum: int


def choose_witnesses(vkeys: Sequence[str], quorum: int | None = None) -> Witnesses:
    """Return these witnesses; without a given quorum, it is more than half of them. Raises BadNote."""
    keys = tuple(parse_witness_key(vkey) for vkey in vkeys)
    if not keys:
        raise BadNote(say("No witness is named."))
    if len({key.public for key in keys}) < len(keys):
        raise BadNote(say("Two of the witnesses have the same public key: they are one."))
    wanted = len(keys) // 2 + 1 if quorum is None else quorum
    if not 1 <= wanted <= len(keys):
        text = mark("A quorum is at least 1 and at most the number of witnesses, {most}: not {wanted}.")
        raise BadNote(fill(translate(text), most=len(keys), wanted=wanted))
    return Witnesses(keys, wanted)


def parse_witness_key(vkey: str) -> NoteKey:
    """Parse the key of a witness; raises BadNote, also for the key of a log."""
    key = parse_vkey(vkey)
    if key.type != WITNESS_KEY:
        raise BadNote(say("{vkey} is the key of a log, not of a witness.", vkey=vkey))
    return key


def parse_witness_file(text: str) -> list[str]:
    """Return the keys in a file: a line each, alone or as `witness NAME KEY [URL]`; raises BadNote."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) == 1:
            found.append(words[0])
        elif words[0] == "witness" and len(words) in (3, 4):
            found.append(words[2])
        else:
            raise BadNote(say("Line {number} is neither a key nor `witness NAME KEY`.", number=number))
    return found


def check_quorum(note: str, witnesses: Witnesses) -> QuorumCheck:
    """Find which of these witnesses cosigned a checkpoint, and whether they are enough.

    Raises BadNote, also if the note has a false signature of one of them.
    """
    found = verify_note(parse_note(note), witnesses.keys)
    signed = tuple(Cosigner(one.key.name, one.key.vkey, describe_time(one.time or 0)) for one in found)
    signers = {one.key for one in found}
    missing = tuple(key.name for key in witnesses.keys if key not in signers)
    enough = len(signed) >= witnesses.quorum
    return QuorumCheck(enough, _say_verdict(signed, witnesses), witnesses.quorum, signed, missing)


def _say_verdict(signed: Sequence[Cosigner], witnesses: Witnesses) -> str:
    who = ", ".join(say("{witness} at {time}", witness=one.witness, time=one.time) for one in signed) or say("nobody")
    text = mark("Cosigned by {signed} of {n} witnesses, {quorum} demanded: {who}.")
    return fill(translate(text), signed=len(signed), n=len(witnesses.keys), quorum=witnesses.quorum, who=who)


def describe_time(seconds: int) -> str:
    """Write the time of a cosignature, in seconds since 1970."""
    if seconds > LATEST:
        return say("second {seconds} since 1970", seconds=seconds)
    return format_time(datetime.fromtimestamp(seconds, UTC))
