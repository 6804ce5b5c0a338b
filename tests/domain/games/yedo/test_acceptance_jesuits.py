"""The Jesuits and Sakoku in one game of four: before it, after it, and what stays."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.yedo.facts.cards import CardDiscarded, CardDrawn
from domain.games.yedo.facts.events import EventRevealed
from domain.games.yedo.facts.modules.jesuits import EventVoided, JesuitsDiscarded, JesuitsGone, JesuitsOpened
from domain.games.yedo.phases.acting import ActionPhase, Perform
from domain.games.yedo.phases.events import EventPhase
from domain.games.yedo.phases.final_scoring import LastCall
from domain.games.yedo.verbs.moves import GiveUpCard
from domain.kernel.options import BadOptions
from tests.domain.games.yedo.game import CONTENT, Position, opened, set_up

SETS = {"sets": "own", "action_sets": ("neutrals",), "event_sets": ("cruel-fate", "neutral")}
OPTIONS = {**SETS, "mission_sets": ("neutral", "money"), "rounds": 8, "jesuits": True}
ARRIVE, SAKOKU = "the-jesuits-arrive", "sakoku"


def revealing(game: Position, round: int, *events: str) -> Position:
    """Put these Events on top of the deck, and carry out the Event Phase of a round."""
    pile = game.state.pile("events")
    rest = tuple(sorted({*pile.cards} - {*events}))
    game = game.with_state(phase="event", round=round)
    game.state.put_pile("events", type(pile)(rest=tuple(sorted((*rest, *events)))))
    return game.on_top("events", *events).asking(EventPhase(), LastCall(seat=0)).running()


def acting(game: Position, *placed: tuple[str, int]) -> Position:
    return game.with_state(phase="actions").placed(*placed).asking(ActionPhase()).running()


@pytest.mark.slow
@pytest.mark.clause("yedo.jesuits.setup", "yedo.jesuits.length")
def test_the_event_lies_among_the_first_four_of_the_deck() -> None:
    rounds: Counter[int] = Counter()
    for seed in range(1, 41):
        game = set_up(4, seed, **OPTIONS)
        packet = game.state.pile("events").packet
        assert len(packet) == 4
        assert ARRIVE in packet
        rounds[packet.index(ARRIVE)] += 1
    with pytest.raises(BadOptions) as refused:
        opened(4, **{**OPTIONS, "rounds": 6})
    assert refused.value.clause == "yedo.jesuits.length"


@pytest.mark.clause("yedo.jesuits.event", "yedo.jesuits.new-action", "yedo.jesuits.return-bottom")
@pytest.mark.clause("yedo.jesuits.sakoku-after", "yedo.jesuits.completed-safe")
def test_the_jesuits_come_and_sakoku_ends_them() -> None:
    game = revealing(set_up(4, **OPTIONS), 2, ARRIVE).citing("yedo.jesuits.event", JesuitsOpened)
    first = game.state.order[0]
    game = game.having(first, annexes=("yashiki",)).with_state(missions=((),) * 4)
    game = acting(game, ("harbor-1", first), (f"annex/{first}/yashiki", first))
    game = game.when(first, Perform("harbor-1", "jesuits/yellow")).citing("yedo.jesuits.new-action", CardDrawn)
    (drawn,) = game.state.hands.missions[first]
    assert CONTENT.missions[drawn].set == "jesuits"

    swapped = game.when(first, Perform(f"annex/{first}/yashiki", "annex")).until("ChooseColour")
    swapped.citing("yedo.annex.yashiki-active", CardDiscarded)
    assert drawn in swapped.state.pile("jesuits-yellow").cards
    assert GiveUpCard("jesuits-yellow", drawn) not in swapped.offered(first)

    other = next(m for m in CONTENT.missions_of["jesuits"] if CONTENT.missions[m].colour == "red")
    pile = game.state.pile("jesuits-red")
    game = game.with_state(done=tuple((other,) if seat == first else () for seat in range(4)), church=4)
    game.state.put_pile("jesuits-red", type(pile)(rest=tuple(m for m in pile.rest if m != other)))
    game = revealing(game, 3, SAKOKU).citing("yedo.jesuits.sakoku-after", JesuitsGone)
    assert [(fact.seat, fact.missions) for fact in game.of_type(JesuitsDiscarded)] == [(first, (drawn,))]
    game.then(first, missions=(), done=(other,)).then(church=0, church_burnt=True, jesuits="gone")
    game = acting(game, ("harbor-2", first))
    game.when(first, Perform("harbor-2", "church")).refused("yedo.harbor.church-unavailable")
    game.when(first, Perform("harbor-2", "jesuits/red")).refused("yedo.jesuits.new-action")


@pytest.mark.clause("yedo.jesuits.sakoku-before")
def test_after_sakoku_the_event_of_the_jesuits_is_discarded_and_another_one_drawn_in_the_same_round() -> None:
    game = revealing(set_up(4, **OPTIONS), 2, SAKOKU).citing("yedo.jesuits.sakoku-before", JesuitsGone)
    game = revealing(game, 3, ARRIVE, "empty-bowls").citing("yedo.jesuits.sakoku-before", EventVoided)
    assert [fact.event for fact in game.of_type(EventRevealed)] == ["empty-bowls"]
    game.then(event="empty-bowls", jesuits="gone").without(JesuitsOpened)
