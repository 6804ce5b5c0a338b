"""Attacks on the events of games, numbered as in docs/tampering.md."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from uuid import UUID, uuid4

import pytest

from domain.proof import chain
from domain.rows import partition_of
from service.checkpoints.checkpoint_file import CheckpointFile
from service.checkpoints.make_checkpoints import Checkpoints
from tests.attacks.site import CHANGED, HERE, LAST, Site, check, version_of
from tests.domain.application.playing import play_one

pytestmark = pytest.mark.long

NOT_THERE = "not-in-history"
BROKEN = "step 6 (version 9): the digest does not follow"
OTHER_EVENT = "version 9 of game"


def other_fact(site: Site) -> None:
    fact = json.loads(site.payload(CHANGED))["facts"][0]
    name = next(name for name, value in fact.items() if isinstance(value, int))
    site.change(CHANGED, f'"{name}":{fact[name]}', f'"{name}":{fact[name] + 1}')


def other_move(site: Site) -> None:
    move = json.loads(site.payload(CHANGED))["move"]
    other = "end-turn" if move["type"] != "end-turn" else "pass"
    site.change(CHANGED, f'"move":{{"type":"{move["type"]}"', f'"move":{{"type":"{other}"')


def hidden_value(site: Site) -> None:
    site.change(CHANGED, '"agenda":[', '"agenda":[{"type":"next-turn","seat":0,"lane":0},')


def other_time(site: Site) -> None:
    site.change(CHANGED, '"timestamp":"20', '"timestamp":"19')


def other_topic(site: Site) -> None:
    site.sql(f"UPDATE kifu.event SET topic = 'kifu:seat-resigned' {HERE}", site.game, version_of(CHANGED))


def last_event_of_the_partition(site: Site) -> None:
    site.sql(
        "DELETE FROM kifu.event AS e WHERE partition = %s AND position = "
        "(SELECT max(position) FROM kifu.event WHERE partition = e.partition)",
        site.partition,
    )


def last_step_of_the_game(site: Site) -> None:
    site.sql(f"DELETE FROM kifu.event {HERE}", site.game, version_of(LAST))


def opening(site: Site) -> None:
    site.sql(f"DELETE FROM kifu.event {HERE}", site.game, 1)


def whole_game(site: Site) -> None:
    site.sql("DELETE FROM kifu.event WHERE game_id = %s", site.game)


def two_steps_swapped(site: Site) -> None:
    first, second = version_of(CHANGED), version_of(CHANGED + 1)
    for old, new in ((first, 9999), (second, first), (9999, second)):
        site.sql(f"UPDATE kifu.event SET version = %s {HERE}", new, site.game, old)


def other_request(body: bytes) -> bytes:
    request = json.loads(body)["request_id"]
    return body.replace(f'"request_id":"{request}"'.encode(), b'"request_id":"other"')


def other_player(body: bytes) -> bytes:
    player = json.loads(body)["player"]
    return body.replace(f'"player":"{player}"'.encode(), b'"player":"mallory"')


def new_digests(site: Site) -> None:
    site.rechain(other_request, signed=False)


def new_digests_and_receipts(site: Site) -> None:
    site.rechain(other_player, signed=True)


def digest_column_detached(site: Site) -> None:
    site.sql("ALTER TABLE kifu.event ALTER COLUMN digest DROP EXPRESSION")
    new_digests_and_receipts(site)


def last_steps_and_renumbered(site: Site) -> None:
    site.sql("DELETE FROM kifu.event WHERE game_id = %s AND version > %s", site.game, version_of(LAST - 2))
    ((kept, last),) = site.sql(
        "SELECT max(position) FILTER (WHERE game_id = %s), max(position) FROM kifu.event WHERE partition = %s",
        site.game,
        site.partition,
    )
    # One after the other, since no position is given twice.
    for at in range(kept + 3, last + 1):
        query = "UPDATE kifu.event SET position = position - 2 WHERE partition = %s AND position = %s"
        site.sql(query, site.partition, at)
    site.sql("UPDATE kifu.feed_head SET position = position - 2 WHERE partition = %s", site.partition)


def step_inserted(site: Site) -> None:
    """A step occurs twice in the game; all later versions, digests and receipts are made to fit."""
    rows, at = site.rows(), version_of(CHANGED)
    seed = bytes.fromhex(json.loads(rows[0].payload)["seed"])
    for version in range(version_of(LAST), at - 1, -1):
        site.sql(f"UPDATE kifu.event SET version = version + 1 {HERE}", site.game, version)
    previous, made = chain.split_digest(rows[at - 2].payload)[1], []
    for version, row in enumerate([rows[at - 1], *rows[at - 1 :]], at):
        body = chain.split_digest(row.payload)[0]
        if version > at:
            n = json.loads(body)["n"]
            body = body.replace(f'"n":{n},'.encode(), f'"n":{n + 1},'.encode())
            old, new = (f'"originator_version":{number},'.encode() for number in (row.version, version))
            body = body.replace(old, new)
        previous = chain.link_digest(body, row.topic, version, previous, seed)
        receipt = site.forge_receipt(site.game, version, body, previous)
        made.append((version, row.topic, f'{body[:-1].decode()},"digest":"{previous}"}}', receipt))
    for version, _, payload, receipt in made[1:]:
        site.sql(f"UPDATE kifu.event SET payload = %s, receipt = %s {HERE}", payload, receipt, site.game, version)
    site.append(site.game, *made[0])


def moved_to_the_end(site: Site) -> None:
    """All events of the game follow the others, as if it had been played later."""
    ((last,),) = site.sql("SELECT position FROM kifu.feed_head WHERE partition = %s", site.partition)
    site.sql("UPDATE kifu.event SET position = position + %s WHERE game_id = %s", last, site.game)
    site.sql(
        "UPDATE kifu.feed_head SET position = position + %s WHERE partition = %s", version_of(LAST), site.partition
    )


def feed_set_forward(site: Site) -> None:
    site.sql("UPDATE kifu.feed_head SET position = position + 3 WHERE partition = %s", site.partition)


def read_from_another_stream(site: Site) -> None:
    """The events of another game are read instead, as if a better file of the game had been imported."""
    site.sql("INSERT INTO kifu.replaced_stream VALUES (%s, 1, %s)", site.game, site.played.finished)


@pytest.mark.parametrize(
    ("deed", "v", "c", "s", "r"),
    [
        pytest.param(other_fact, BROKEN, BROKEN, None, NOT_THERE, id="01"),
        pytest.param(other_move, BROKEN, BROKEN, None, NOT_THERE, id="02"),
        pytest.param(
            last_event_of_the_partition, "24 events of partition", "position 24 of the feed is gone",
            "position 24 of the feed is gone", None, id="03",
        ),
        pytest.param(
            last_step_of_the_game, "positions 15 to 15 of the feed partition are gone after this step",
            "position 15 of the feed is gone", "position 15 of the feed is gone", NOT_THERE, id="03b",
        ),
        pytest.param(opening, "version 1 is missing", "position 1 of", "position 1 of", NOT_THERE, id="04"),
        pytest.param(
            two_steps_swapped, "step 6 (version 9): the event belongs to another place", "version 10 of game",
            "the event at position 9 is not", NOT_THERE, id="05",
        ),
        pytest.param(
            new_digests, "Fault (receipts): step 6 (version 9)", OTHER_EVENT, "the event at position 9 is not",
            NOT_THERE, id="06",
        ),
        pytest.param(
            new_digests_and_receipts, "Fault (checkpoints): step 6 (version 9): the event is not the one", OTHER_EVENT,
            "the event at position 9 is not", NOT_THERE, id="07",
        ),
        pytest.param(
            last_steps_and_renumbered, "24 events of partition", "the event is not the one that was signed",
            "the feed ends with position 22", NOT_THERE, id="09",
        ),
        pytest.param(
            step_inserted, "Fault (checkpoints): step 7 (version 10)", "version 10 of game",
            "the event at position 9 is not", NOT_THERE, id="10",
        ),
        pytest.param(whole_game, "There is no game", "position 1 of", "position 1 of", NOT_THERE, id="21"),
        pytest.param(other_topic, BROKEN, BROKEN, None, NOT_THERE, id="22"),
        pytest.param(other_time, BROKEN, BROKEN, None, NOT_THERE, id="23"),
        pytest.param(
            digest_column_detached, "Fault (checkpoints): step 6 (version 9)", OTHER_EVENT,
            "the column digest of kifu.event is not as the migrations made it", NOT_THERE, id="24",
        ),
        pytest.param(hidden_value, BROKEN, BROKEN, None, NOT_THERE, id="a-hidden-value"),
        pytest.param(moved_to_the_end, None, "position 1 of", "position 1 of", None, id="a-game-at-the-end"),
        pytest.param(
            feed_set_forward, "Fault (store)", None, "position 25 of the feed is gone, of 27", None,
            id="the-feed-set-forward",
        ),
        pytest.param(read_from_another_stream, "version 1: the event belongs to another place",
            "version 1: the event belongs to another place", None, NOT_THERE, id="another-stream"),
    ],
)  # fmt: skip
def test_a_change_of_events_is_found(
    site: Site, deed: Callable[[Site], None], v: str | None, c: str | None, s: str | None, r: str | None
) -> None:
    deed(site)
    check(site, v=v, c=c, s=s, r=r)


def test_nothing_is_found_where_nothing_was_changed(site: Site) -> None:
    check(site)
    assert site.v(site.played.finished) == site.v(site.played.long) == []


@pytest.mark.parametrize("deed", [other_fact, new_digests_and_receipts, last_steps_and_renumbered])
def test_the_call_of_the_api_says_what_the_command_says(site: Site, deed: Callable[[Site], None]) -> None:
    deed(site)
    with site.client() as client:
        found = client.get(f"/v1/games/{site.game}/verification").get_json()
    faults = [part["fault"]["why"] for part in found.values() if isinstance(part, dict) and part.get("fault")]
    assert (found["holds"], bool(faults)) == (False, True)
    assert all(any(why in line for line in site.v()) for why in faults)


def duplicate(
    site: Site, game: UUID, day: str | None = None, *, signed: bool = True, partition: int | None = None
) -> UUID:
    """Append the events of a game again under another id, with digests, and receipts by the stolen key.

    With a `day`, they claim to be recorded then; unless they are `signed`, they have no receipts. The twin is in
    `partition`, if one is named.
    """
    twin = next(one for one in iter(uuid4, None) if partition in (None, partition_of(one)))
    rows, previous = site.rows(game), None
    seed = bytes.fromhex(json.loads(rows[0].payload)["seed"])
    for row in rows:
        body = chain.split_digest(row.payload)[0].replace(str(game).encode(), str(twin).encode())
        if day is not None:
            body = re.sub(rb'"timestamp":"[0-9-]+T', b'"timestamp":"%sT' % day.encode(), body)
        previous = chain.link_digest(body, row.topic, row.version, previous, seed)
        payload = f'{body[:-1].decode()},"digest":"{previous}"}}'
        receipt = site.forge_receipt(twin, row.version, body, previous) if signed else None
        site.append(twin, row.version, row.topic, payload, receipt)
    return twin


def test_17_a_game_that_the_owner_invents_with_the_stolen_key_is_found_by_nothing_but_signatures_of_its_players(
    site: Site,
) -> None:
    twin = duplicate(site, site.played.finished)
    check(site, game=twin)


def test_40_a_game_that_the_owner_invents_without_any_key_lacks_receipts_by_its_place(site: Site) -> None:
    twin = duplicate(site, site.played.finished, "2020-01-01", signed=False)
    check(
        site,
        game=twin,
        v="Fault (receipts): version 1: the event has no receipt, though the log places it behind",
        c=f"game {twin}: version 1: the event has no receipt",
        s=f"of game {twin}, has no receipt, and no import brought it",
    )
    with site.client() as client:
        found = client.get(f"/v1/games/{twin}/verification").get_json()
    assert (found["holds"], found["receipts"]["genuine"]) == (False, 0)


def test_40_the_game_is_named_also_in_a_partition_of_which_nothing_was_signed(site: Site) -> None:
    ((empty,),) = site.sql(
        "SELECT partition FROM kifu.feed_head WHERE partition NOT IN (SELECT partition FROM kifu.tree_head) LIMIT 1"
    )
    twin = duplicate(site, site.played.finished, "2020-01-01", signed=False, partition=empty)
    assert any("Fault (receipts): version 1" in line for line in site.v(twin))
    assert any(f"of game {twin}, has no receipt" in line for line in site.s())


@pytest.mark.parametrize("day", [pytest.param("2020-01-01", id="17b"), pytest.param("2199-01-01", id="17c")])
def test_a_game_that_the_owner_dates_back_or_forward_with_the_stolen_key_is_found(site: Site, day: str) -> None:
    twin = duplicate(site, site.played.finished, day)
    # The heads around it are made before anyone knows of it.
    assert site.kifu("checkpoint")[0] == 0
    named = f"version 1: the event says that it was recorded at {day}T"
    check(site, game=twin, v=f"Fault (checkpoints): {named}", c=f"game {twin}: {named}")
    with site.client() as client:
        found = client.get(f"/v1/games/{twin}/verification").get_json()
    assert (found["holds"], found["checkpoints"]["fault"]["version"]) == (False, 1)


def test_a_head_that_the_role_of_the_service_adds_excuses_no_time(site: Site) -> None:
    twin = duplicate(site, site.played.finished, "2020-01-01")
    assert site.kifu("checkpoint")[0] == 0
    place = "SELECT min(position), max(position), partition FROM kifu.event WHERE game_id = %s GROUP BY partition"
    ((first, last, partition),) = site.sql(place, twin)
    for size in {max(first - 1, 1), first, first + 1, last, last + 1}:
        site.sql_as_service(
            "INSERT INTO kifu.tree_head VALUES (%s, %s, sha256(''), '2020-01-01T00:00:00Z', %s, %s)",
            partition, size, site.signer.key, bytes(64),
        )  # fmt: skip
    assert any("version 1: the event says that it was recorded at 2020" in line for line in site.v(twin))


def test_heads_of_a_clock_that_was_set_right_by_months_leave_no_fault(site: Site) -> None:
    def sign(ahead: timedelta) -> None:
        file = CheckpointFile(site.file)
        made = Checkpoints(site.url, site.signer, site.keyring, file, lambda: datetime.now(UTC) + ahead).make()
        assert (made.is_whole, bool(made.heads)) == (True, True)

    for ahead in (timedelta(days=100), timedelta(0), timedelta(days=-1)):
        with site.games() as games:
            play_one(games, site.game, Random(1))
        sign(ahead)
    check(site)


def append_as_the_service(site: Site, change: Callable[[bytes], bytes]) -> None:
    """Append an event that no rule decided, with a valid digest, using only the rights of the service."""
    last = site.rows()[-1]
    ((digest,),) = site.sql(f"SELECT digest FROM kifu.event {HERE}", site.game, last.version)
    body = chain.split_digest(last.payload)[0]
    n = json.loads(body)["n"]
    body = body.replace(f'"n":{n},'.encode(), f'"n":{n + 1},'.encode())
    old, new = (f'"originator_version":{number},'.encode() for number in (last.version, last.version + 1))
    body = change(body.replace(old, new))
    seed = bytes.fromhex(json.loads(site.rows()[0].payload)["seed"])
    payload = (
        f'{body[:-1].decode()},"digest":"{chain.link_digest(body, last.topic, last.version + 1, digest.hex(), seed)}"}}'
    )
    site.sql_as_service(
        "SELECT kifu.append(%s::smallint, %s, %s, 1, ARRAY[%s], ARRAY[%s], ARRAY[NULL]::bytea[], %s)",
        site.partition, site.game, last.version + 1, last.topic, payload, digest,
    )  # fmt: skip


def test_an_event_that_the_role_of_the_service_appends_by_itself_is_found(site: Site) -> None:
    append_as_the_service(site, lambda body: body)
    named = "step 13 (version 16)"
    check(site, v=f"Fault (receipts): {named}", c=named, s=f"of game {site.game}, has no receipt")


STUB = "UPDATE kifu.event SET payload = 'a1:' || %s::text || ':0:10:' || repeat('0', 32) || right(payload, 77) "


def test_34_a_stub_in_the_place_of_a_payload_is_named_beside_all_other_faults(site: Site) -> None:
    site.sql(STUB + HERE, site.game, site.game, version_of(CHANGED))
    site.sql(f"UPDATE kifu.event SET topic = 'kifu:move-taken-back' {HERE}", site.played.finished, 6)
    found = site.c()
    stub = f"game {site.game}: step {CHANGED} (version {version_of(CHANGED)}): the event claims to have moved to a file"
    assert any(stub in line for line in found), found
    assert any(f"game {site.played.finished}: " in line for line in found), found
    assert "was moved to a file, and KIFU_ARCHIVE says nothing of where" in str(site.v())
    assert site.s() == []


def test_34_a_stub_that_names_the_file_of_a_game_that_moved_is_named(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "moved").mkdir()
    with monkeypatch.context() as patch:
        patch.setenv("KIFU_ARCHIVE", str(tmp_path / "moved"))
        assert site.kifu("archive", "--older-than", "0h")[0] == 0
        assert site.kifu("checkpoint", "--check")[0] == 0
    code, output = site.kifu("checkpoint", "--check")
    assert (code, "in files that were not read, since KIFU_ARCHIVE does not say where" in output) == (0, True), output
    site.sql(STUB + HERE, site.played.finished, site.game, version_of(CHANGED))
    found = site.c()
    assert any(f"game {site.game}: step {CHANGED}" in line and "claims to have moved" in line for line in found), found


def test_a_file_that_is_gone_is_a_fault_beside_others(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "moved").mkdir()
    monkeypatch.setenv("KIFU_ARCHIVE", str(tmp_path / "moved"))
    assert site.kifu("archive", "--older-than", "0h")[0] == 0
    for path in (tmp_path / "moved").rglob("*.kifu"):
        path.unlink()
    site.change(CHANGED, "anna", "olga")
    found = site.c()
    assert any(f"game {site.played.finished}: The file of the game" in line for line in found), found
    assert any(f"game {site.game}: step {CHANGED}" in line for line in found), found
