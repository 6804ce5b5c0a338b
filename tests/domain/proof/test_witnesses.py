"""Which signatures count as witnesses, and how many are enough."""

from __future__ import annotations

import pytest

from domain.proof.notes import WITNESS_KEY, BadNote, Note, NoteKey, NoteSignature, cosign
from domain.proof.receipts import Signer
from domain.proof.witnesses import check_quorum, choose_witnesses, describe_time, parse_witness_file
from tests.support.witnesses import ToyLog

SIGNERS = [Signer(bytes([n]) * 32) for n in (1, 2, 3)]
KEYS = [NoteKey(f"w{n}.example", WITNESS_KEY, signer.public) for n, signer in enumerate(SIGNERS)]
VKEYS = [key.vkey for key in KEYS]


def cosigned(*numbers: int) -> str:
    note = ToyLog(leaves=["a"]).note()
    made = (cosign(note, KEYS[n].name, SIGNERS[n], 1_700_000_000 + n) for n in numbers)
    return Note(note.text, (*note.signatures, *made)).encode()


def test_more_than_half_are_enough_unless_a_quorum_is_named() -> None:
    assert [choose_witnesses(VKEYS[:n]).quorum for n in (1, 2, 3)] == [1, 2, 2]
    assert check_quorum(cosigned(0, 2), choose_witnesses(VKEYS)).enough
    assert not check_quorum(cosigned(0), choose_witnesses(VKEYS)).enough
    assert check_quorum(cosigned(0), choose_witnesses(VKEYS, 1)).enough
    found = check_quorum(cosigned(2, 0), choose_witnesses(VKEYS, 3))
    assert (found.enough, found.missing) == (False, ("w1.example",))
    assert found.why == (
        "Cosigned by 2 of 3 witnesses, 3 demanded: w2.example at 2023-11-14T22:13:22Z, w0.example at "
        "2023-11-14T22:13:20Z."
    )


def test_a_witness_counts_once_whatever_its_names_and_signatures() -> None:
    again = NoteKey("other.example", WITNESS_KEY, SIGNERS[0].public).vkey
    with pytest.raises(BadNote, match="they are one"):
        choose_witnesses([VKEYS[0], again])
    assert not check_quorum(cosigned(0, 0, 0), choose_witnesses(VKEYS)).enough


def test_a_false_signature_of_a_witness_makes_the_checkpoint_worthless() -> None:
    false = NoteSignature(KEYS[1].name, KEYS[1].id, bytes(72)).line
    with pytest.raises(BadNote, match=r"w1\.example"):
        check_quorum(cosigned(0, 2) + false, choose_witnesses(VKEYS))
    assert check_quorum(cosigned(0, 2) + false, choose_witnesses([VKEYS[0], VKEYS[2]])).enough


@pytest.mark.parametrize(
    ("vkeys", "quorum"), [([], None), (VKEYS, 0), (VKEYS, 4), ([ToyLog().key.vkey], None), (["x"], 1)]
)
def test_witnesses_and_quorums_that_cannot_be_are_refused(vkeys: list[str], quorum: int | None) -> None:
    with pytest.raises(BadNote):
        choose_witnesses(vkeys, quorum)


def test_a_file_has_a_key_a_line() -> None:
    text = f"# ours\n\n{VKEYS[0]}\n  witness anna {VKEYS[1]} https://a.example\nwitness bela {VKEYS[2]}\n"
    assert parse_witness_file(text) == VKEYS
    for line in ("quorum anna", "witness anna", f"group a all {VKEYS[0]} {VKEYS[1]}"):
        with pytest.raises(BadNote, match="Line 1 "):
            parse_witness_file(line)


def test_times_that_no_calendar_has_are_told_in_seconds() -> None:
    assert describe_time(0) == "1970-01-01T00:00:00Z"
    assert describe_time(253_402_300_799) == "9999-12-31T23:59:59Z"
    assert describe_time(2**63 - 1) == "second 9223372036854775807 since 1970"
