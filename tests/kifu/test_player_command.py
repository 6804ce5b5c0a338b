"""`kifu player`: the operator suspends players, who read why."""

import re
from pathlib import Path
from uuid import UUID

import pytest

from eventstore.postgres.datastore import Datastore
from eventstore.tables.accounts.moderation import Moderation
from eventstore.tables.players import Players
from eventstore.tables.tokens import Tokens
from tests.kifu.test_arbiter_command import Run, run

__all__ = ["run"]

pytestmark = pytest.mark.long
WHY = "plays under three names"


def test_a_player_is_suspended_for_some_days_and_told_why(database_url: str, tmp_path: Path, run: Run) -> None:
    with Datastore(database_url, pool_size=1) as store:
        Players(store).register("Bob", b"digest")
        ran = run("player", "suspend", "Bob", "--days", "30", "--reason", WHY)
        said = re.fullmatch(r"Bob is suspended until [0-9-]+ [0-9:]+ UTC: measure (\S+)\.\n", ran.out)
        assert said is not None, (ran.out, ran.err)
        (measure,) = Moderation(store).standing("Bob")
        event = Tokens(store).events("Bob", None, 1)[0]
    assert (measure.id, measure.kind, measure.words, measure.arbiter) == (UUID(said[1]), "suspend", WHY, None)
    assert measure.until is not None
    assert (measure.until - measure.at).days == 30
    assert (event.kind, event.by, event.measure) == ("measure-taken", "operator", measure.id)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("Nobody", "--days", "1", "--reason", WHY), "Error: Nobody is called 'Nobody'.\n"),
        (("Bob", "--days", "1", "--reason", ""), "Error: A reason has 1 to 1,000 printable characters.\n"),
        (("Bob", "--days", "0", "--reason", WHY), "0 is not in the range 1<=x<=3650"),
    ],
)
def test_a_suspension_that_cannot_be_is_refused_and_says_why(
    arguments: tuple[str, ...], said: str, run: Run, database_url: str
) -> None:
    with Datastore(database_url, pool_size=1) as store:
        Players(store).register("Bob", b"digest")
        ran = run("player", "suspend", *arguments)
        assert (ran.exit_code, said in ran.err) == (2, True)
        assert Moderation(store).standing("Bob") == []
