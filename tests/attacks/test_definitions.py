"""Attacks on functions, triggers, rights and migrations of the database, numbered as in docs/tampering.md."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import psycopg
import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from eventstore.postgres.datastore import Datastore
from eventstore.postgres.definitions import find_changes
from service.checkpointer import Job
from tests.attacks.site import Site, check
from tests.domain.application.playing import play_one

pytestmark = pytest.mark.long

APPEND = "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'kifu'::regnamespace AND proname = 'append'"
CHANGED = "Fault: the database was changed: "


def replace_append(site: Site, old: str, new: str) -> None:
    ((definition,),) = site.sql(APPEND)
    assert old in definition
    site.sql(definition.replace(old, new))


def test_19_a_function_that_no_longer_checks_the_digest_is_found(site: Site) -> None:
    replace_append(site, "IF before IS DISTINCT FROM previous", "IF false AND before IS DISTINCT FROM previous")
    with site.games() as games:
        play_one(games, site.game, Random(1))
    found = f"{CHANGED}the text of the function kifu.append("
    check(site, c=found, s=found)


def test_19b_a_function_that_rewrites_what_it_is_given_is_found_with_what_it_wrote(site: Site) -> None:
    replace_append(site, "topics[1], payloads[1],", 'topics[1], replace(payloads[1], \'"player":"\', \'"player":"x\'),')
    with site.games() as games:
        play_one(games, site.game, Random(1))
    broken = "step 13 (version 16): the digest does not follow"
    check(site, v=broken, c=broken, s="the text of the function kifu.append(")


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        pytest.param(
            "GRANT UPDATE, DELETE ON kifu.event TO kifu_service",
            "the role kifu_service may DELETE kifu.event, which no migration granted", id="20",
        ),
        pytest.param(
            "GRANT UPDATE (payload) ON kifu.event TO kifu_service",
            "the role kifu_service may UPDATE (payload) kifu.event, which no migration granted", id="20-a-column",
        ),
        pytest.param(
            "GRANT INSERT ON kifu.event TO PUBLIC",
            "everybody may INSERT kifu.event, which no migration granted", id="20-everybody",
        ),
        pytest.param(
            "DELETE FROM public.kifu_migration WHERE id = '0041_true_hashes'",
            "Error: The database lacks 1 migration, from 0041_true_hashes on", id="25-gone",
        ),
        pytest.param(
            "UPDATE public.kifu_migration SET digest = '' WHERE id = '0041_true_hashes'",
            "0041_true_hashes was changed after it was applied", id="25-changed",
        ),
        pytest.param(
            "INSERT INTO public.kifu_migration VALUES ('9999_future', '')",
            "migration 9999_future was applied, which this version of Kifu does not know", id="25-unknown",
        ),
        pytest.param(
            "ALTER TABLE kifu.imported DISABLE TRIGGER append_only",
            "the trigger append_only of kifu.imported is disabled", id="a-trigger-disabled",
        ),
        pytest.param(
            "DROP TRIGGER opened_seed_promised ON kifu.opened_seed",
            "the trigger opened_seed_promised of kifu.opened_seed is gone", id="a-trigger-dropped",
        ),
        pytest.param(
            "CREATE TRIGGER mine BEFORE INSERT ON kifu.event FOR EACH ROW "
            "EXECUTE FUNCTION suppress_redundant_updates_trigger()",
            "the trigger mine of kifu.event is not one that the migrations made", id="a-trigger-added",
        ),
        pytest.param(
            "CREATE RULE mine AS ON INSERT TO kifu.refused_move DO INSTEAD NOTHING",
            "the rule mine of kifu.refused_move is not one that the migrations made", id="a-rule",
        ),
        pytest.param(
            "ALTER TABLE kifu.event ENABLE ROW LEVEL SECURITY; CREATE POLICY mine ON kifu.event USING (version < 10)",
            "the table kifu.event is not as the migrations made it: it is 'logged with row security'", id="rows-hidden",
        ),
        pytest.param(
            "ALTER TABLE kifu.snapshot OWNER TO kifu_service", "kifu.snapshot belongs to kifu_service",
            id="a-table-of-the-service",
        ),
        pytest.param(
            "CREATE FUNCTION kifu.mine() RETURNS void LANGUAGE sql AS ''",
            "the function kifu.mine() is not one that the migrations made", id="a-function-added",
        ),
        pytest.param(
            "ALTER FUNCTION kifu.check_opened_seed() SET search_path = public",
            "the function kifu.check_opened_seed() is not as the migrations made it", id="29-a-search-path",
        ),
        pytest.param(
            "ALTER FUNCTION kifu.refuse_change() SECURITY DEFINER",
            "the function kifu.refuse_change() is not as the migrations made it", id="29-a-definer",
        ),
        pytest.param(
            "ALTER FUNCTION kifu.refuse_change() STABLE",
            "the function kifu.refuse_change() is not as the migrations made it", id="29-volatility",
        ),
        pytest.param(
            "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA kifu TO PUBLIC",
            "everybody may EXECUTE the function kifu.move_out(", id="29-everybody-may",
        ),
        pytest.param(
            "ALTER TABLE kifu.event ADD CONSTRAINT mine CHECK (version < 9) NOT VALID",
            "the constraint mine of kifu.event is not one that the migrations made: CHECK ((version < 9)) NOT VALID",
            id="30-a-constraint",
        ),
        pytest.param(
            "ALTER TABLE kifu.idempotency DROP CONSTRAINT idempotency_pkey",
            "the constraint idempotency_pkey of kifu.idempotency is gone", id="30-a-key-dropped",
        ),
        pytest.param(
            "CREATE UNIQUE INDEX mine ON kifu.snapshot (partition)",
            "the index mine of kifu.snapshot is not one that the migrations made", id="an-index",
        ),
        pytest.param(
            "ALTER TABLE kifu_read.rating ALTER COLUMN ordinal DROP EXPRESSION",
            "the column ordinal of kifu_read.rating is not as the migrations made it", id="31-a-column",
        ),
        pytest.param(
            "ALTER TABLE kifu_read.player_record ALTER COLUMN together SET DEFAULT 5",
            "the column together of kifu_read.player_record is not as the migrations made it", id="31-a-default",
        ),
        pytest.param(
            "CREATE SCHEMA mine; CREATE TABLE mine.x () INHERITS (kifu_read.standing)",
            "the table that inherits mine.x of kifu_read.standing is not one that the migrations made", id="32-a-child",
        ),
        pytest.param(
            "ALTER TABLE kifu_read.standing RENAME TO kept; CREATE VIEW kifu_read.standing AS TABLE kifu_read.kept",
            "the view kifu_read.standing is not one that the migrations made", id="32-a-view",
        ),
        pytest.param(
            "DO $$ BEGIN EXECUTE format('ALTER ROLE kifu_service IN DATABASE %I SET search_path = mine, pg_catalog', "
            "current_database()); END $$",
            "the role kifu_service has the setting search_path=mine, pg_catalog", id="33-in-this-database",
        ),
        pytest.param(
            "GRANT CREATE ON SCHEMA kifu TO kifu_service",
            "the role kifu_service may CREATE the schema kifu, which no migration granted", id="20-a-schema",
        ),
        pytest.param(
            "ALTER DEFAULT PRIVILEGES IN SCHEMA kifu GRANT UPDATE ON TABLES TO kifu_service",
            "the role kifu_service may UPDATE later tables of kifu, which no migration granted", id="20-later-tables",
        ),
        pytest.param(
            "GRANT INSERT ON kifu.event TO pg_monitor",
            "the role pg_monitor may INSERT kifu.event, which no migration granted", id="20-somebody-else",
        ),
        pytest.param(
            "REVOKE SELECT ON kifu.look FROM kifu_service",
            "the role kifu_service may not SELECT kifu.look, which a migration granted", id="a-right-taken",
        ),
    ],
)  # fmt: skip
def test_a_change_of_what_the_database_does_is_named_by_the_commands(site: Site, statement: str, named: str) -> None:
    site.sql(statement)
    assert any(named in line for line in site.s())
    assert any(named in line for line in site.c())


def test_30_players_of_a_game_that_a_constraint_stops_are_not_told_that_the_record_was_changed(site: Site) -> None:
    site.sql(f"ALTER TABLE kifu.event ADD CONSTRAINT mine CHECK (game_id <> '{site.game}') NOT VALID")
    with site.client() as client:
        anna = site.person(client, "anna")
        answer = anna.post(f"/v1/games/{site.game}/resignation", {"seat": 0})
        assert answer.status_code == 503, answer.data
        assert "a constraint that somebody added" in answer.get_json()["detail"]
    check(site, c="the constraint mine of kifu.event", s="the constraint mine of kifu.event")


def test_20_rights_that_are_granted_while_the_service_runs_are_an_alarm_at_the_next_run(site: Site) -> None:
    with Datastore(site.settings.database_url or "", pool_size=1) as datastore:
        job = Job(site.settings, datastore)
        job.tick()
        assert REGISTRY.get_sample_value("kifu_definition_faults") == 0
        site.sql("GRANT DELETE ON kifu.event TO kifu_service")
        with capture_logs() as told:
            job.tick()
            job.tick()
        assert REGISTRY.get_sample_value("kifu_definition_faults") == 1
        site.sql("REVOKE DELETE ON kifu.event FROM kifu_service")
        job.tick()
    assert [(line["event"], line["log_level"]) for line in told] == [("the database was changed", "error")]
    assert REGISTRY.get_sample_value("kifu_definition_faults") == 0


@pytest.mark.parametrize(
    ("statements", "named"),
    [
        pytest.param(
            ("CREATE ROLE kifu_attacker", "GRANT kifu_attacker TO kifu_service"),
            ["the role kifu_service is a member of kifu_attacker"],
            id="33-a-member",
        ),
        pytest.param(
            ("ALTER ROLE kifu_service CREATEROLE",),
            ["the role kifu_service has attributes that no migration gave it"],
            id="33-attributes",
        ),
        pytest.param(
            ("ALTER ROLE kifu_service SET search_path = mine, pg_catalog",),
            ["the role kifu_service has the setting search_path=mine, pg_catalog, which no migration gave it"],
            id="33-a-setting",
        ),
        pytest.param(
            ("ALTER ROLE ALL SET session_replication_role = replica",),
            ["every role has the setting session_replication_role=replica, which no migration gave it"],
            id="33-of-everybody",
        ),
        pytest.param(("ALTER ROLE kifu_service SET lock_timeout = '2s'",), [], id="a-timeout-of-the-operator"),
    ],
)
def test_what_a_role_became_is_named(site: Site, statements: Sequence[str], named: list[str]) -> None:
    # Roles belong to the server, which other tests use: nothing of this is committed.
    with psycopg.connect(site.url) as connection:
        for statement in statements:
            connection.execute(statement.encode())
        found = find_changes(
            lambda statement, values: connection.execute(statement.encode(), values or None).fetchall()
        )
        connection.rollback()
    assert found == named
