"""A database whose disk is full: nothing is recorded, and every caller is told why."""

from __future__ import annotations

import psycopg

from tests.api.house import Person

MICRO_DOJO = {"ruleset": "micro-dojo", "seats": 2}
FULL = """
CREATE FUNCTION kifu.full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON kifu.event FOR EACH ROW EXECUTE FUNCTION kifu.full_disk()
"""


def readiness(person: Person) -> tuple[str, str]:
    """The readiness of the service, and of its disk."""
    ready = person.get("/readyz").get_json()
    (disk,) = (check for check in ready["checks"] if check["name"] == "disk")
    return ready["status"], disk["says"]


def test_a_full_disk_is_said_at_once(database_url: str, ada: Person) -> None:
    with psycopg.connect(database_url) as owner:
        owner.execute(FULL)
    refused = ada.post("/v1/games", MICRO_DOJO)
    assert (refused.status_code, refused.get_json()["code"]) == (503, "unavailable")
    assert refused.get_json()["detail"] == "The disk of the database is full, so nothing was recorded; try again later."
    assert readiness(ada) == ("degraded", "The disk of the database was full when something was last to be recorded.")
    with psycopg.connect(database_url) as owner:
        owner.execute("DROP TRIGGER full_disk ON kifu.event")
    assert ada.post("/v1/games", MICRO_DOJO).status_code == 201
    assert readiness(ada) == ("ready", "")
