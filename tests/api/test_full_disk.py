"""A database whose disk is full: nothing is recorded, and everybody is told why."""

from __future__ import annotations

import psycopg

from tests.api.house import Person

MICRO_DOJO = {"ruleset": "micro-dojo", "seats": 2}
FULL = """
CREATE FUNCTION kifu.full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON kifu.event FOR EACH ROW EXECUTE FUNCTION kifu.full_disk()
"""


def test_a_full_disk_is_said_at_once(database_url: str, ada: Person) -> None:
    with psycopg.connect(database_url) as owner:
        owner.execute(FULL)
    refused = ada.post("/v1/games", MICRO_DOJO)
    assert (refused.status_code, refused.get_json()["code"]) == (503, "unavailable")
    assert refused.get_json()["detail"] == "The disk of the database is full, so nothing was recorded; try again later."
    with psycopg.connect(database_url) as owner:
        owner.execute("DROP TRIGGER full_disk ON kifu.event")
    assert ada.post("/v1/games", MICRO_DOJO).status_code == 201
