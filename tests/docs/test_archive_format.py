"""The document of the .kifu file and the second verifier agree with the product."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from domain.archive import reading
from domain.archive.lines import EventLine, Header, Pack
from domain.kernel.content import pack_digest
from domain.proof import chain
from domain.proof.import_note import note_text
from domain.proof.receipts import Keyring
from domain.record.events import TOPICS, MessageSent
from domain.rows import ImportNote
from domain.verification.record import verify_archive
from tests.support.archives import FORMATS, GAMES, chain_again, edit_line, record_file, split_lines
from tests.support.rulesets import product_rulesets
from tests.support.services import ROOT

VERIFIER = ROOT / "examples/verify_archive.js"
NODE = shutil.which("node")
DOCUMENT = (ROOT / "docs/archive.md").read_text("utf-8")
RECORDED = [sorted(GAMES.glob(f"{ruleset.id}-*.kifu"))[:1] for ruleset in product_rulesets()]
FILES = [*sorted(FORMATS.glob("*.kifu")), *(path for paths in RECORDED for path in paths)]


def checked(file: bytes) -> subprocess.CompletedProcess[bytes]:
    if NODE is None:
        pytest.skip("the second verifier runs in Node, and there is no `node` on the PATH")
    return subprocess.run([NODE, VERIFIER, "-"], input=file, capture_output=True, timeout=60, check=False)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_second_verifier_finds_the_same_last_digest(path: Path) -> None:
    done = checked(path.read_bytes())
    assert done.returncode == 0, done.stderr
    found = verify_archive(reading.parse_archive(split_lines(path.read_bytes())), product_rulesets(), Keyring(()))
    assert f"{found.chain.events} events" in done.stdout.decode()
    assert (found.chain.digest is None) == (b"The last is" not in done.stdout)
    unproven = f"Unproven: {found.receipts.missing} of {found.chain.events} events have no receipt of a service."
    assert (found.receipts.missing > 0) == (unproven in done.stdout.decode())
    assert (found.chain.digest or "").encode() in done.stdout


def test_the_second_verifier_names_the_line_that_was_changed() -> None:
    sound, sealed = record_file(product_rulesets()), (FORMATS / "micro-dojo-2-redacted.kifu").read_bytes()
    opened = next(n for n, line in enumerate(split_lines(sealed), 1) if b'{"sealed":"' in line)
    changes = [
        (1, b"[]\n"),
        (2, edit_line(sound, 2, lambda pack: pack["files"].pop("board.toml"))),
        (3, chain_again(sound).replace(b'"seed":"', b'"seed":"ff', 1)),
        (9, edit_line(sound, 9, lambda line: line["event"].update(request_id="x"))),
        (12, b"".join([*split_lines(sound)[:11], *split_lines(sound)[12:]])),
        (opened, sealed.replace(b'{"sealed":"', b'{"sealed":"00', 1)),
    ]
    for line, file in changes:
        done = checked(file)
        assert done.returncode == 1
        assert f"Fault: line {line}: ".encode() in done.stderr, (line, done.stderr)


def test_the_second_verifier_takes_no_salt_of_another_length() -> None:
    sealed = (FORMATS / "micro-dojo-2-redacted.kifu").read_bytes()
    seal = re.search(rb'\{"sealed":"[0-9a-f]{64}"\}', sealed)
    assert seal is not None
    done = checked(sealed.replace(seal[0], b'{"opened":2,"salt":"%s31"}' % (b"00" * 32), 1))
    assert done.returncode == 1
    assert b"a salt is not 64 hexadecimal digits" in done.stderr


def test_the_second_verifier_follows_the_messages() -> None:
    sound = (FORMATS / "micro-dojo-3-talk.kifu").read_bytes()
    assert b"2 messages, 2 digests that follow from one another." in checked(sound).stdout
    *events, first, second = split_lines(sound)
    last = len(events) + 2
    for line, file in (
        (last - 1, sound.replace(b"Well met.", b"Ill met..")),
        (last - 1, b"".join([*events, second, first])),
        (1, b"".join([*events, first])),
        (last + 1, sound + events[-1]),
        (1, sound.replace(b',"messages":2', b"")),
    ):
        done = checked(file)
        assert done.returncode == 1, line
        assert f"Fault: line {line}: ".encode() in done.stderr, (line, done.stderr)


SOUND = record_file(product_rulesets())
LINES = split_lines(SOUND)


@pytest.mark.parametrize(
    ("number", "old", "new", "why"),
    [
        (1, b'"player 0"', b'"Eve"', "the header and the events do not agree on players"),
        (
            1,
            b'"status":"finished"',
            b'"status":"playing"',
            "the header and the events do not agree on status",
        ),
        (1, b'"steps":', b'"steps":1', "the header and the events do not agree on steps"),
        (1, b'"rules":"micro-dojo@', b'"rules":"micro-dojo@7', "the header and the events do not agree on rules"),
        (1, b'"kifu":3', b'"kifu":3.0', "not a .kifu file of a known format"),
        (1, b"{", b'{"x":1,', "not a .kifu file of a known format"),
        (1, b'"game":', b'"x":1,"game":', "the member x is unknown"),
        (1, b"{", b'{"game":"","', "not a .kifu file of a known format"),
        (1, b'"redacted":false', b'"redacted":false,"messages":0', "a number of messages other than 0"),
        (9, b'"event":', b'"event":{"seat":1},"event":', 'the member "event" occurs twice'),
        (9, b'"event":', b'"\\u0065vent":{},"event":', 'the member "event" occurs twice'),
        (9, b'"event":{', b'"event":{"n":1,', 'the member "n" occurs twice'),
        (9, b',"event":', b',\t"event":', "not one JSON object"),
        (9, b"{", b" {", "not one JSON object"),
        (9, b"\n", b"\r\n", "not one JSON object"),
        (9, b"{", b'{"x":1,', "the member x is unknown"),
    ],
)
def test_the_second_verifier_reads_lines_as_strictly_as_ours(number: int, old: bytes, new: bytes, why: str) -> None:
    changed = LINES[number - 1].replace(old, new, 1)
    assert changed != LINES[number - 1]
    done = checked(b"".join([*LINES[: number - 1], changed, *LINES[number:]]))
    assert (done.returncode, why.encode() in done.stderr) == (1, True), done.stderr


def test_the_lines_of_the_document_are_lines_of_files() -> None:
    header, content, event, hidden = re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)
    assert msgspec.json.decode(header, type=Header) == msgspec.json.decode(
        split_lines((GAMES / "micro-dojo-1A-1.kifu").read_bytes())[0], type=Header
    )
    pack = msgspec.json.decode(content, type=Pack)
    assert pack_digest(pack.files) == pack.content
    seat = msgspec.json.decode(event, type=EventLine)
    assert bytes(seat.event) in (FORMATS / "micro-dojo-2.kifu").read_bytes()
    for line in hidden.splitlines():
        wanted = b'{"sealed":"%s"}' % json.loads(line).get("sealed", "").encode()
        body = b'{"a":%s,"hidden":["/a"]}' % line.encode()
        assert (chain.redacted_public_part(body, 1) == body.replace(line.encode(), wanted)) == ("sealed" in line)


def test_every_kind_of_event_is_in_the_document_and_the_note_of_an_import_has_its_lines() -> None:
    for topic in (*TOPICS, MessageSent.TOPIC):
        assert f"| `{topic}` |" in DOCUMENT
    note = ImportNote(msgspec.convert("00000000-0000-0000-0000-000000000001", type=UUID), "", "", b"", 1, b"", None)
    members = [line.partition(" ")[0] for line in note_text(note).decode().splitlines()]
    described = re.search(r"      kifu import 1\n((?:      \w+ .*\n)+)", DOCUMENT)
    assert described is not None
    assert members == ["kifu", *(line.split()[0] for line in described[1].splitlines())]
