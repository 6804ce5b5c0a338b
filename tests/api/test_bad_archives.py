"""Unsound files over HTTP: each is refused with its first line at fault, and changes nothing."""

from __future__ import annotations

import gzip
import json
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.archive.lines import LONGEST_LINE
from projections.running.batch import advance
from projections.running.database import connect
from service.parts import build_projections
from tests.api.house import OPERATOR
from tests.api.test_archives import OLD, SOUND, execute, fault, send, stored
from tests.support.archives import chain_again, edit_line, split_lines
from tests.support.rulesets import product_rulesets
from tests.support.services import processes_of, running_service


def changed_step(n: int) -> bytes:
    return edit_line(SOUND, 12, lambda line: line["event"].update(n=n))


SOUND_LINES = split_lines(SOUND)


def twice(number: int, member: bytes) -> tuple[bytes, int, str]:
    """A line in which a member occurs twice, first with another value."""
    line = SOUND_LINES[number - 1]
    assert line.startswith(b"{")
    changed = [*SOUND_LINES[: number - 1], b"{" + member + b"," + line[1:], *SOUND_LINES[number:]]
    name = json.loads(b"{" + member + b"}").popitem()[0]
    return b"".join(changed), number, f"the member {name!r} stands twice"


def other_time(change: Callable[[str], str]) -> tuple[bytes, int, str]:
    """The time of an event in another notation, under valid digests."""

    def edit(line: dict[str, Any]) -> None:
        line["event"]["timestamp"] = change(line["event"]["timestamp"])

    return chain_again(edit_line(SOUND, 9, edit)), 9, "its time is not written as the service writes times"


BAD: dict[str, tuple[bytes, int, str]] = {
    "empty": (b"", 1, "empty"),
    "zeros": (bytes(3 * LONGEST_LINE), 1, "longer than"),
    "gzip": (gzip.compress(SOUND), 1, "gzip"),
    "BOM": (b"\xef\xbb\xbf" + SOUND, 1, "byte order mark"),
    "UTF-16": (SOUND.decode().encode("utf-16"), 1, "UTF-16"),
    "CRLF": (SOUND.replace(b"\n", b"\r\n"), 1, "carriage return"),
    "CRLF in one line": (b"".join([*SOUND_LINES[:5], SOUND_LINES[5][:-1] + b"\r\n", *SOUND_LINES[6:]]), 6, "carriage"),
    "NUL": (b"".join([*SOUND_LINES[:5], SOUND_LINES[5].replace(b"0", b"\0", 1)]), 6, "control character"),
    "not UTF-8": (b"".join([*SOUND_LINES[:3], SOUND_LINES[3].replace(b"player", b"pl\xffyer", 1)]), 4, "not UTF-8"),
    "lone surrogate": (SOUND.replace(b'"player":"player', b'"player":"\\ud800', 1), 4, ""),
    "escaped NUL": (
        chain_again(edit_line(SOUND, 9, lambda line: line["event"].update(request_id="\0"))),
        9,
        "character",
    ),
    "number too large": (edit_line(OLD, 9, lambda line: line["event"].update(seat=10**30)), 9, "no seat"),
    "number too large for JSON": (b"".join([*SOUND_LINES[:6], b'{"topic":1e999}\n']), 7, "Number"),
    "deep nesting": (b"".join([*SOUND_LINES[:6], b'{"topic":"x","event":' + b"[" * 500_000]), 7, "nested too deeply"),
    "deep nesting in an event": (
        chain_again(edit_line(SOUND, 9, lambda line: line["event"].update(x=[]))).replace(
            b'"x":[]', b'"x":' + b"[" * 300 + b"]" * 300
        ),
        9,
        "",
    ),
    "long line": (b"".join([*SOUND_LINES[:4], b" " * (LONGEST_LINE + 1)]), 5, "longer than"),
    "truncated": (SOUND[:-100], len(SOUND_LINES), ""),
    "cut at a line": (b"".join(SOUND_LINES[:-1]), len(SOUND_LINES) - 1, "ends too early"),
    "only a header": (SOUND_LINES[0], 2, "not the content"),
    "only header and content": (b"".join(SOUND_LINES[:2]), 3, "opening"),
    "a step twice": (b"".join([*SOUND_LINES[:9], SOUND_LINES[8], *SOUND_LINES[9:]]), 10, ""),
    "steps swapped": (b"".join([*SOUND_LINES[:8], SOUND_LINES[9], SOUND_LINES[8], *SOUND_LINES[10:]]), 9, ""),
    "a step of another number": (changed_step(99), 12, "does not follow"),
    "two games": (SOUND + OLD, len(SOUND_LINES) + 1, "one game"),
    "another format": (edit_line(SOUND, 1, lambda header: header.update(kifu=6)), 1, "format 6"),
    "another topic": (SOUND.replace(b"kifu:seat-taken", b"kifu:seat-taker", 1), 4, "topic"),
    "another ruleset": (SOUND.replace(b'"ruleset":"micro-dojo"', b'"ruleset":"go"'), 1, "no ruleset"),
    "more steps than lines can be": (
        edit_line(SOUND, 1, lambda header: header.update(steps=10**400)),
        1,
        "Expected `int` <= 100000",
    ),
    "a header that lies": (edit_line(SOUND, 1, lambda header: header.update(players=["x", "y"])), 1, "header"),
    "a seat that is not there": (edit_line(OLD, 3, lambda line: line["event"].update(seat=7)), 3, "no seat 7"),
    "a seat taken twice": (edit_line(OLD, 4, lambda line: line["event"].update(seat=0)), 4, "taken already"),
    "a name that nobody has": (
        edit_line(OLD, 3, lambda line: line["event"].update(player="a\nb")),
        3,
        "name of a player",
    ),
    "somebody else's move": (edit_line(OLD, 9, lambda line: line["event"].update(player="Eve")), 9, "'Eve'"),
    "a move that the rules refuse": (
        edit_line(OLD, 6, lambda line: line["event"].update(move={"type": "end-turn"})),
        6,
        "refused",
    ),
    "no time zone": (
        edit_line(OLD, 9, lambda line: line["event"].update(timestamp="2026-01-01T00:00:00")),
        9,
        "time zone",
    ),
    "another era": (
        edit_line(OLD, 9, lambda line: line["event"].update(timestamp="0001-01-01T00:00:00Z")),
        9,
        "between",
    ),
    "the future": (edit_line(OLD, 9, lambda line: line["event"].update(timestamp="2999-01-01T00:00:00Z")), 9, "future"),
    "another seed": (edit_line(OLD, 2, lambda line: line["event"].update(seed="ab" * 32)), 2, "committed"),
    "no seed": (edit_line(OLD, 2, lambda line: line["event"].update(seed="")), 2, ""),
    "half a digest": (edit_line(OLD, 9, lambda line: line["event"].update(digest="X" * 64)), 9, "digest"),
    "a changed move": (edit_line(SOUND, 9, lambda line: line["event"].update(seat=0, request_id="x")), 9, ""),
    "an unknown member": (edit_line(SOUND, 9, lambda line: line.update(x=1)), 9, "unknown field"),
    "a header that says something twice": twice(1, b'"status":"playing"'),
    "the content twice": twice(2, b'"content":"' + b"0" * 64 + b'"'),
    "a file of the content twice": (
        b"".join(
            [SOUND_LINES[0], SOUND_LINES[1].replace(b'"files":{', b'"files":{"board.toml":"",', 1), *SOUND_LINES[2:]]
        ),
        2,
        "the member 'board.toml' stands twice",
    ),
    "the topic twice": twice(9, b'"topic":"kifu:seat-left"'),
    "an event twice": twice(9, b'"event":{"seat":1}'),
    "an event twice, written otherwise": twice(9, b'"\\u0065vent":{"seat":1}'),
    "a receipt twice": twice(9, b'"receipt":null,"receipt":null'),
    "a member of an event twice": (
        b"".join([*SOUND_LINES[:8], SOUND_LINES[8].replace(b'"event":{', b'"event":{"n":1,', 1), *SOUND_LINES[9:]]),
        9,
        "the member 'n' stands twice",
    ),
    "a tab between members": (
        b"".join([*SOUND_LINES[:8], SOUND_LINES[8].replace(b',"event"', b',\t"event"', 1), *SOUND_LINES[9:]]),
        9,
        "control character",
    ),
    "a space before a line": (
        b"".join([*SOUND_LINES[:8], b" " + SOUND_LINES[8], *SOUND_LINES[9:]]),
        9,
        "spaces around",
    ),
    "an id in capitals": (
        edit_line(SOUND, 1, lambda header: header.update(game=header["game"].upper())),
        1,
        "the id of the game is written as",
    ),
    "an id without dashes": (
        edit_line(SOUND, 1, lambda header: header.update(game=header["game"].replace("-", ""))),
        1,
        "the id of the game is written as",
    ),
    "a time in another zone": other_time(lambda time: time.removesuffix("Z") + "+00:00"),
    "a time with a space": other_time(lambda time: time.replace("T", " ")),
    "a time with more decimals": other_time(lambda time: time.removesuffix("Z") + ("0Z" if "." in time else ".0Z")),
    "rules that do not exist": (
        chain_again(edit_line(SOUND, 9, lambda line: line["event"].update(rules="micro-dojo@7"))),
        9,
        "no rules micro-dojo@7 are known here",
    ),
    "a malformed receipt": (
        edit_line(SOUND, 9, lambda line: line.update(receipt={"key": "x", "signature": ""})),
        9,
        "",
    ),
}


def test_a_bad_file_is_refused_with_its_first_line_at_fault(client: FlaskClient, database_url: str) -> None:
    for name, (file, line, why) in BAD.items():
        at, said = fault(client, file)
        assert (at, why in said) == (line, True), (name, said)
    assert stored(database_url) == (0, 0, 0)


VALUES: list[object] = [None, True, -1, 0, 1, 2**31, 10**40, 1.5, "", "x", "\0", "é" * 50, [], {}, [[]], "0" * 64]
VALUES += ["2026-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00", "kifu:seat-resigned", "player 1", {"type": "ended"}]


def places(value: object, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places in a value that contain other values."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*place, key)
            yield from places(inner, (*place, key))


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A sound file with one or two changes, sometimes with recomputed digests."""
    whole = split_lines(draw(st.sampled_from([SOUND, OLD])))
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(whole) - 1))
        match draw(
            st.sampled_from(["value", "value", "value", "member", "byte", "drop", "repeat", "swap", "cut", "insert"])
        ):
            case "value" | "member" as kind:
                try:
                    value = json.loads(whole[at])
                    *path, last = draw(st.sampled_from(list(places(value))))
                except (ValueError, IndexError):
                    continue
                inner = value
                for key in path:
                    inner = inner[key]
                if kind == "value":
                    inner[last] = draw(st.sampled_from(VALUES))
                else:
                    del inner[last]
                whole[at] = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
            case "byte":
                spot = draw(st.integers(0, len(whole[at]) - 1))
                whole[at] = whole[at][:spot] + bytes([draw(st.integers(0, 255))]) + whole[at][spot + 1 :]
            case "drop":
                del whole[at]
            case "repeat":
                whole.insert(draw(st.integers(0, len(whole))), whole[at])
            case "swap":
                other = draw(st.integers(0, len(whole) - 1))
                whole[at], whole[other] = whole[other], whole[at]
            case "cut":
                del whole[at + 1 :]
                whole[at] = whole[at][: draw(st.integers(0, len(whole[at])))]
            case "insert":
                whole.insert(at, draw(st.binary(max_size=40)))
        if not whole:
            return b""
    file = b"".join(whole)
    if draw(st.booleans()):
        try:
            file = chain_again(file)
        except Exception:
            return file
    return file


@pytest.mark.long
@pytest.mark.slow
def test_no_mutation_of_a_file_breaks_the_service_or_leaves_half_a_game(client: FlaskClient, database_url: str) -> None:
    projections = build_projections(product_rulesets())

    @settings(max_examples=200, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(mutated())
    def send_it(file: bytes) -> None:
        before = stored(database_url)
        answer = send(client, file)
        if answer.status_code != 201:
            assert answer.status_code in (200, 409, 422), answer.data[:500]
            assert answer.status_code != 422 or answer.get_json()["line"] >= 1
            assert stored(database_url) == before
            return
        # Accepted files are sound, and every reader copes with them.
        game = answer.headers["Location"]
        assert client.get(f"{game}/verification").get_json()["holds"] is True
        assert client.get(f"{game}/archive").status_code == 200
        with connect(database_url) as connection:
            while advance(connection, {projection.name: projection for projection in projections}, 1000).events:
                pass
        for table in ("event", "imported"):
            execute(database_url, f"TRUNCATE kifu.{table}")

    send_it()


@pytest.mark.slow
def test_a_gigabyte_of_zeros_does_not_take_the_service_down(tmp_path: Path, database_url: str) -> None:
    headers = f"-H 'Authorization: Bearer {OPERATOR}' -H 'Content-Type: application/x-ndjson'"
    settings = {"KIFU_DATABASE_URL": database_url, "KIFU_OPERATOR_TOKEN": OPERATOR, "KIFU_WORKERS": "1"}
    with running_service(tmp_path, **settings) as base:
        processes = processes_of("api.web", tmp_path)

        def cpu_seconds() -> float:
            return sum(sum(process.cpu_times()[:2]) for process in processes)

        before = cpu_seconds()
        asking = f"curl -s -m 60 -w '\\n%{{size_upload}}' -X POST {base}/v1/archives {headers} -T -"
        sending = f"head -c 1073741824 /dev/zero | {asking}"
        done = subprocess.run(["bash", "-c", sending], capture_output=True, text=True, timeout=90, check=False)
        answer, _, sent = done.stdout.rpartition("\n")
        assert json.loads(answer)["line"] == 1
        # It is refused after its first megabyte; what comes before the sender reads that is thrown away unread.
        assert int(sent) < 1 << 29
        assert cpu_seconds() - before < 2
        with urllib.request.urlopen(f"{base}/healthz", timeout=60) as answer:
            assert answer.status == 200
