"""Attacks on functions, triggers, rights and migrations of the database, numbered as in docs/tampering.md."""

from __future__ import annotations

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

pytestmark = pytest.mark.slow

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
    found = f"{CHANGED}the function kifu.append is not the one that the migrations made."
    check(site, c=found, s=found)


def test_19b_a_function_that_rewrites_what_it_is_given_is_found_with_what_it_wrote(site: Site) -> None:
    replace_append(site, "topics[1], payloads[1],", 'topics[1], replace(payloads[1], \'"player":"\', \'"player":"x\'),')
    with site.games() as games:
        play_one(games, site.game, Random(1))
    broken = "step 13 (version 16): the digest does not follow"
    check(site, v=broken, c=broken, s="the function kifu.append is not the one")


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        pytest.param(
            "GRANT UPDATE, DELETE ON kifu.event TO kifu_service",
            "the role kifu_service may DELETE kifu.event, which no migration granted", id="20",
        ),
        pytest.param(
            "GRANT UPDATE (payload) ON kifu.event TO kifu_service",
            "the role kifu_service may UPDATE kifu.event, which no migration granted", id="20-a-column",
        ),
        pytest.param(
            "GRANT INSERT ON kifu.event TO PUBLIC",
            "the role kifu_service may INSERT kifu.event, which no migration granted", id="20-everybody",
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
            "kifu.refused_move has a rule, which no migration gave it", id="a-rule",
        ),
        pytest.param(
            "ALTER TABLE kifu.event ENABLE ROW LEVEL SECURITY; CREATE POLICY mine ON kifu.event USING (version < 10)",
            "kifu.event has row security, which no migration gave it", id="rows-hidden",
        ),
        pytest.param(
            "ALTER TABLE kifu.snapshot OWNER TO kifu_service", "the role kifu_service owns kifu.snapshot",
            id="a-table-of-the-service",
        ),
        pytest.param(
            "CREATE FUNCTION kifu.mine() RETURNS void LANGUAGE sql AS ''",
            "the function kifu.mine is not the one that the migrations made", id="a-function-added",
        ),
    ],
)  # fmt: skip
def test_a_change_of_what_the_database_does_is_named_by_the_commands(site: Site, statement: str, named: str) -> None:
    site.sql(statement)
    assert any(named in line for line in site.s())
    assert any(named in line for line in site.c())


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


def test_a_role_that_became_a_member_of_the_owner_s_is_named(site: Site) -> None:
    # Roles belong to the server, which other tests use: nothing of this is committed.
    with psycopg.connect(site.url) as connection:
        connection.execute("CREATE ROLE kifu_attacker")
        connection.execute("GRANT kifu_attacker TO kifu_service")
        found = find_changes(
            lambda statement, values: connection.execute(statement.encode(), values or None).fetchall()
        )
        connection.rollback()
    assert found == ["the role kifu_service is a member of kifu_attacker"]
