"""Versions of the rules: since version 2, a fact names by an id what points were given for."""

from __future__ import annotations

import pytest

from domain.games.micro_dojo.building import GiveBuilding
from domain.games.micro_dojo.facts import Scored
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from domain.kernel.language import speaking
from domain.kernel.scoring import ScoreLine
from tests.domain.games.micro_dojo.game import RULES, given


@pytest.mark.parametrize(("version", "what"), [(1, "gift to the town"), (2, "gift")])
def test_a_gift_to_the_town_is_named_by_its_id_since_version_2_and_told_alike(version: int, what: str) -> None:
    state = given(at="activation of space 7", buildings=(("shrine",), ()), rules=version).state
    outcome = RULES.with_version(str(version)).decide(state, 0, GiveBuilding("shrine"), Chance(bytes(32), 1))
    (scored,) = (fact for fact in outcome.facts if isinstance(fact, Scored))
    assert scored.what == what
    assert RULES.scores(outcome.state)[0].lines == (ScoreLine("micro-dojo.build.gift", what, 1),)
    assert RULES.tell(scored, ("Anna", "Bela"), SPECTATOR) == "Anna scores 1 (gift to the town)."
    with speaking("fr"):
        assert RULES.name_source(what) == "don à la ville"


def test_cards_and_donations_are_named_as_ever() -> None:
    assert [RULES.name_source(what) for what in ("donation", "gold-mine")] == ["donation", "gold-mine"]
    with speaking("fr"):
        assert [RULES.name_source(what) for what in ("donation", "gold-mine")] == ["don", "Mine d’or"]
