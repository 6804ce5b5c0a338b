"""The module Jesuits Bidding: its Missions at the Harbor, the Event that brings them, and the one that removes them."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from domain.games.yedo import draws
from domain.games.yedo.checks import pack
from domain.games.yedo.effects.cards import Draw
from domain.games.yedo.effects.foresight import Foresight
from domain.games.yedo.effects.losing import Lose
from domain.games.yedo.facts.cards import CardDiscarded, CardDrawn, CardsLookedAt
from domain.games.yedo.facts.events import EventRevealed
from domain.games.yedo.facts.missions import MissionCompleted
from domain.games.yedo.facts.modules.jesuits import (
    EventShuffledIn,
    EventVoided,
    JesuitsDiscarded,
    JesuitsGone,
    JesuitsOpened,
)
from domain.games.yedo.facts.trade import CardsHandedOver
from domain.games.yedo.modules.jesuits import shuffle_in_event
from domain.games.yedo.phases.acting import CompleteMission, Perform
from domain.games.yedo.phases.auction_rewards import give_reward
from domain.games.yedo.phases.events import Endure, GiveBlessing
from domain.games.yedo.phases.final_scoring import LastCall
from domain.games.yedo.phases.offers import OfferTrade
from domain.games.yedo.phases.trade import AcceptTrade, TradePhase
from domain.games.yedo.printed.terms import COLOURS, JESUITS_DECKS
from domain.games.yedo.verbs.measures import measure
from domain.games.yedo.verbs.moves import ChooseDeck, GiveUpCard, KeepCard
from domain.games.yedo.words.describe_cards import event_text
from domain.kernel.audience import seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.content import BadContent, read_pack
from domain.kernel.multiset import without
from domain.kernel.options import BadOptions
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given, opened, set_up
from tests.domain.games.yedo.jesuits import (
    ARRIVE,
    BELL,
    KEY,
    MISSIONS,
    OPTIONS,
    SAKOKU,
    acting,
    check_conserved,
    holding,
    jesuits,
    revealed,
)
from tests.support.states import with_fields


@pytest.mark.clause("yedo.jesuits.length")
def test_the_module_is_for_longer_games() -> None:
    for rounds in (8, 11):
        assert opened(2, rounds=rounds, jesuits=True).state.jesuits == "aside"
    with pytest.raises(BadOptions) as refused:
        opened(2, rounds=6, jesuits=True)
    assert (refused.value.clause, refused.value.pointer) == ("yedo.jesuits.length", "/options/jesuits")


@pytest.mark.clause("yedo.jesuits.setup", "yedo.advanced.jesuits-apart", "yedo.event.jesuits-set-single")
def test_the_missions_lie_apart_and_the_event_is_among_the_first_four() -> None:
    game = set_up(4, **OPTIONS)
    (fact,) = [fact for fact in last_facts(4) if isinstance(fact, EventShuffledIn)]
    assert (fact.event, len(fact.top)) == (ARRIVE, 3)
    state = game.state
    assert state.pile("events").size + (state.events.event is not None) == 21
    assert CONTENT.events[ARRIVE].number == "E61"
    coloured = [card for colour in COLOURS for card in state.pile(colour).cards]
    coloured += [card for hand in state.hands.missions for card in hand]
    assert not {*MISSIONS} & {*coloured}
    assert {deck: state.pile(deck).size for deck in JESUITS_DECKS} == dict.fromkeys(JESUITS_DECKS, 2)
    assert sorted(CONTENT.missions[card].number for card in MISSIONS) == [f"M0{number}" for number in range(91, 97)]
    plain = set_up(4, rounds=8, sets="classic").state
    assert plain.jesuits is None
    assert plain.pile("events").size + (plain.events.event is not None) == 20
    assert len(plain.stacks.piles) == 8


def last_facts(seats: int) -> tuple[object, ...]:
    """Return the facts of the last step of a set-up."""
    game = opened(seats, 1, **OPTIONS)
    while game.state.turns.phase is None:
        game = game.when(game.asked_seat(), game.any_move())
    return game.facts


@pytest.mark.clause("yedo.jesuits.setup")
def test_the_event_comes_in_one_of_the_first_four_rounds_all_equally_often() -> None:
    state = jesuits(2, "aside").state
    pile = state.pile("events")
    places: Counter[int] = Counter()
    for seed in range(600):
        chance = Chance(seed.to_bytes(32, "big"), 2)
        table = RULES.table(with_fields(state), chance)
        table.state.put_pile("events", replace(pile, rest=without(pile.rest, ARRIVE)))
        shuffle_in_event(table)
        places[table.state.pile("events").pick(chance, draws.EVENT_DECK, 5).index(ARRIVE)] += 1
    assert sorted(places) == [0, 1, 2, 3]
    assert all(100 < count < 200 for count in places.values())


@pytest.mark.clause("yedo.jesuits.event")
def test_the_event_opens_the_decks_at_the_harbor() -> None:
    game = jesuits(3, "aside").on_top("events", ARRIVE)
    game = revealed(game).citing("yedo.jesuits.event", JesuitsOpened)
    game.then(jesuits="open", event=ARRIVE)
    offered = acting(game.with_state(phase="actions").placed(("harbor-1", 0))).offered(0, Perform)
    decks = {move.action for move in offered if move.action.startswith("jesuits/")}
    assert decks == {"jesuits/yellow", "jesuits/red", "jesuits/black"}
    assert {card for deck in JESUITS_DECKS for card in game.state.pile(deck).cards} == {*MISSIONS}


@pytest.mark.parametrize("colour", ["yellow", "red", "black"])
@pytest.mark.clause("yedo.jesuits.new-action")
def test_a_disciple_at_the_harbor_draws_the_top_mission_of_a_deck(colour: str) -> None:
    game = acting(jesuits().placed(("harbor-1", 0)))
    game = game.when(0, Perform("harbor-1", f"jesuits/{colour}")).citing("yedo.jesuits.new-action", CardDrawn)
    (mission,) = game.state.hands.missions[0]
    assert mission in MISSIONS
    assert CONTENT.missions[mission].colour == colour
    assert game.state.pile(f"jesuits-{colour}").size == 1


@pytest.mark.clause("yedo.jesuits.new-action")
def test_no_mission_is_drawn_before_the_event_without_the_module_or_elsewhere() -> None:
    for game in (jesuits(2, "aside"), given(2), jesuits(2, "gone")):
        there = acting(game.placed(("harbor-1", 0)))
        there.when(0, Perform("harbor-1", "jesuits/red")).refused("yedo.jesuits.new-action")
    elsewhere = acting(jesuits(2).placed(("temple-1", 0)))
    elsewhere.when(0, Perform("temple-1", "jesuits/red")).refused("yedo.district.free-choice")
    empty = holding(holding(jesuits(2), 1, *[m for m in MISSIONS if CONTENT.missions[m].colour == "red"]), 1)
    there = acting(empty.placed(("harbor-1", 0)))
    there.when(0, Perform("harbor-1", "jesuits/red")).refused("yedo.ruling.decks-run-out")


@pytest.mark.clause("yedo.ruling.jesuits-decks-apart")
def test_nothing_else_reaches_the_decks() -> None:
    draw = jesuits(2).effects(0, Draw(deck="mission"))
    assert {move.deck for move in draw.offered(0, ChooseDeck)} == {*COLOURS}
    look = jesuits(2).effects(0, Foresight(deck="choice"))
    assert not {move.deck for move in look.offered(0, ChooseDeck)} & {*JESUITS_DECKS}
    bakufu = acting(jesuits(2).placed(("bakufu", 0)))
    assert {move.action for move in bakufu.offered(0, Perform)} == {f"bakufu/{colour}" for colour in COLOURS}
    table = RULES.table(jesuits(2, phase="bidding").state, Chance(bytes(32), 2))
    give_reward(table, 0, "missions")
    table.advance()
    auction = Position(table.outcome().state)
    assert {move.deck for move in auction.offered(0, ChooseDeck)} == {*COLOURS}
    without_black = opened(2, **{**OPTIONS, "black": "out"}).state
    assert [without_black.pile(deck).size for deck in JESUITS_DECKS] == [2, 2, 0]


@pytest.mark.clause("yedo.jesuits.return-bottom")
def test_a_mission_that_leaves_a_hand_goes_under_its_own_stack() -> None:
    others = tuple(m for m in CONTENT.missions_of["basic"] if m in given(2).state.pile("green").cards)[:3]
    game = holding(jesuits(2).having(0, missions=others), 0, BELL).asking(LastCall(seat=0))
    game = game.happening(CardDrawn("yedo.jesuits.new-action", 0, "jesuits-yellow", KEY))
    assert game.asks()[0] == (0, "Spare")
    assert GiveUpCard("yellow", KEY) not in game.offered(0)
    game = game.when(0, GiveUpCard("jesuits-yellow", KEY)).citing("yedo.limit.missions", CardDiscarded)
    pile = game.state.pile("jesuits-yellow")
    assert [known.card for known in pile.under] == [KEY]
    assert KEY not in game.state.pile("yellow").cards
    assert game.state.hands.missions[0] == tuple(sorted((*others, BELL)))


@pytest.mark.clause("yedo.jesuits.return-bottom")
def test_a_yashiki_returns_a_mission_of_the_jesuits_under_its_stack() -> None:
    game = holding(jesuits(2).having(0, annexes=("yashiki",)), 0, BELL).placed(("annex/0/yashiki", 0))
    game = acting(game).when(0, Perform("annex/0/yashiki", "annex"))
    while BELL in game.state.hands.missions[0]:
        game = game.when(0, game.any_move())
    assert game.state.pile("jesuits-yellow").known_to(seat_viewer(0)) == (BELL,)


@pytest.mark.clause("yedo.jesuits.return-bottom", "yedo.ruling.jesuits-backs")
def test_a_mission_passes_to_another_player_by_its_back() -> None:
    game = holding(jesuits(3, phase="trade"), 0, BELL).having(1, mon=5).placed(("tavern-1", 0), ("tavern-2", 1))
    game = game.asking(TradePhase()).running()
    game = game.when(0, OfferTrade(partner=1, cards=(BELL,), for_mon=2)).when(1, AcceptTrade())
    (fact,) = game.of_type(CardsHandedOver)
    assert fact.decks == ("yellow",)
    game.then(1, missions=(BELL,)).then(0, missions=())
    assert RULES.view(game.state, seat_viewer(2)).seats[1].mission_colours == ("yellow",)


def test_a_mission_of_the_jesuits_is_completed_like_any_other() -> None:
    game = holding(jesuits(2, church=3), 0, BELL).having(0, mon=9).placed(("harbor-1", 0), ("gates-1", 1))
    game = acting(game).when(0, CompleteMission("harbor-1", BELL)).citing("yedo.mission.steps", MissionCompleted)
    game.then(0, done=(BELL,), points=1 + 4, mon=9 - 4).then(church=5)
    check_conserved(game.state)


# Sakoku


@pytest.mark.clause("yedo.jesuits.sakoku-before")
def test_sakoku_before_the_jesuits_keeps_them_out_and_their_event_is_replaced() -> None:
    game = jesuits(3, "aside").on_top("events", SAKOKU, ARRIVE, "empty-bowls")
    game = revealed(game).citing("yedo.jesuits.sakoku-before", JesuitsGone)
    game.then(jesuits="gone", event=SAKOKU, church_burnt=True)
    assert all(not game.state.pile(deck).size for deck in JESUITS_DECKS)
    check_conserved(game.state)
    game = revealed(Position(with_fields(game.state, round=3)))
    assert game.of_type(EventVoided) == [EventVoided("yedo.jesuits.sakoku-before", ARRIVE)]
    assert [fact.event for fact in game.of_type(EventRevealed)] == ["empty-bowls"]
    game.then(event="empty-bowls", past_events=(ARRIVE, SAKOKU)).without(JesuitsOpened)
    check_conserved(game.state)


@pytest.mark.clause("yedo.jesuits.sakoku-after", "yedo.jesuits.completed-safe")
def test_sakoku_after_the_jesuits_takes_uncompleted_missions_and_leaves_completed_ones() -> None:
    red = next(m for m in CONTENT.missions_of["money"] if CONTENT.missions[m].colour == "red")
    game = holding(jesuits(3), 0, BELL, KEY)
    game = game.with_state(done=((BELL,), (), ()), missions=((KEY,), (), ())).having(1, missions=(red,))
    game = revealed(game.on_top("events", SAKOKU)).citing("yedo.jesuits.sakoku-after", JesuitsGone)
    assert game.of_type(JesuitsDiscarded) == [
        JesuitsDiscarded("yedo.jesuits.sakoku-after", 0, ("jesuits-yellow",), (KEY,))
    ]
    game.then(0, missions=(), done=(BELL,)).then(1, missions=(red,)).then(jesuits="gone")
    assert not any(game.state.pile(deck).size for deck in JESUITS_DECKS)
    assert measure(game.state, 0, "missions-done", "yellow") == 1
    there = acting(game.with_state(phase="actions").placed(("harbor-1", 2)))
    there.when(2, Perform("harbor-1", "church")).refused("yedo.harbor.church-unavailable")
    there.when(2, Perform("harbor-1", "jesuits/red")).refused("yedo.jesuits.new-action")


def spared(seat: int = 0) -> Position:
    """Return a game in which Sakoku came and this seat ignored it, each seat with a Mission of the Jesuits in hand."""
    game = holding(holding(jesuits(3), seat, BELL), (seat + 1) % 3, KEY).having(seat, blessings=True)
    return revealed(game.on_top("events", SAKOKU)).asked((seat, "IgnoreEvent")).when(seat, GiveBlessing())


@pytest.mark.clause("yedo.ruling.spared-missions", "yedo.ruling.ignored-event")
def test_who_ignores_sakoku_keeps_the_missions_in_hand_and_can_complete_them() -> None:
    game = spared().citing("yedo.jesuits.sakoku-after", JesuitsGone)
    assert [fact.seat for fact in game.of_type(JesuitsDiscarded)] == [1]
    game.then(0, missions=(BELL,)).then(1, missions=()).then(jesuits="gone", church_burnt=True)
    check_conserved(game.state)
    game = acting(game.with_state(phase="actions").having(0, mon=9).placed(("harbor-1", 0), ("gates-1", 1)))
    game = game.when(0, CompleteMission("harbor-1", BELL)).then(0, missions=(), done=(BELL,))
    check_conserved(game.state)


@pytest.mark.clause("yedo.ruling.spared-missions")
def test_a_spared_mission_can_be_traded_later() -> None:
    game = spared().having(1, mon=5).with_state(phase="trade").placed(("tavern-1", 0), ("tavern-2", 1))
    game = game.asking(TradePhase()).running()
    game = game.when(game.asked_seat(), OfferTrade(partner=1, cards=(BELL,), for_mon=2)).when(1, AcceptTrade())
    game.then(1, missions=(BELL,)).then(0, missions=())
    check_conserved(game.state)


@pytest.mark.clause("yedo.ruling.spared-missions")
def test_a_spared_mission_that_is_discarded_leaves_the_game() -> None:
    game = spared().effects(0, Lose(what="mission"), then=(LastCall(seat=0),))
    assert game.of_type(JesuitsDiscarded) == [
        JesuitsDiscarded("yedo.components.action-anatomy", 0, ("jesuits-yellow",), (BELL,))
    ]
    game.then(0, missions=())
    assert not any(game.state.pile(deck).size for deck in JESUITS_DECKS)
    check_conserved(game.state)


@pytest.mark.clause("yedo.ruling.spared-missions", "yedo.ruling.jesuits-backs")
def test_a_branch_keeps_the_colours_of_hands_where_a_mission_was_spared() -> None:
    game = spared()
    for viewer in (seat_viewer(1), seat_viewer(2)):
        for seed in range(5):
            dealt = RULES.redeal(game.state, viewer, Chance(seed.to_bytes(32, "big"), 2))
            assert [dealt.mission_colours(seat) for seat in range(3)] == [("yellow",), (), ()]
            check_conserved(dealt)


@pytest.mark.clause("yedo.jesuits.sakoku-after", "yedo.event.blessing-ignore")
def test_sakoku_says_that_missions_are_at_stake_where_the_module_is_in_play() -> None:
    game = revealed(holding(jesuits(3), 0, BELL).having(0, blessings=True).on_top("events", SAKOKU))
    (fact,) = game.of_type(EventRevealed)
    at_stake = "The Missions of the Jesuits leave the game, uncompleted ones in hands too"
    assert at_stake in (RULES.tell(fact, ("A", "B", "C"), seat_viewer(1)) or "")
    (question,) = [choice for choice in RULES.choices(game.state) if not choice.standing]
    assert at_stake in question.label(game.state, Endure(), ())
    assert at_stake in RULES.view(game.state, seat_viewer(1)).event.text
    assert at_stake not in event_text(CONTENT.events[SAKOKU])


def test_sakoku_without_the_module_only_burns_the_church() -> None:
    game = revealed(given(2, phase="event").on_top("events", SAKOKU))
    game.then(church_burnt=True, jesuits=None).without(JesuitsGone)
    assert event_text(CONTENT.events[SAKOKU]).startswith("The Church burns down")


def test_the_wise_looks_at_the_missions_of_the_jesuits_too() -> None:
    game = acting(jesuits(2).with_powers("wise", "wealthy").placed(("harbor-1", 0)))
    game = game.when(0, Perform("harbor-1", "jesuits/red")).citing("yedo.jesuits.new-action", CardsLookedAt)
    assert len(game.state.stacks.looking.cards) == 2
    kept = game.state.stacks.looking.cards[0]
    game = game.when(0, KeepCard(kept)).then(0, missions=(kept,))
    assert game.state.pile("jesuits-red").size == 1


# The cards


@pytest.mark.clause("yedo.components.modules")
def test_a_pack_may_come_without_the_jesuits_and_then_they_are_not_offered() -> None:
    files = read_pack("domain.games.yedo")
    less = {name: text for name, text in files.items() if "jesuits" not in name}
    rules = type(RULES)(pack.read(less))
    with pytest.raises(BadOptions) as refused:
        rules.check_opening(rules.parse_options({"jesuits": True, "rounds": 8}), 3)
    assert refused.value.clause == "yedo.components.modules"
    green = files["missions_jesuits.toml"].replace(b'colour = "yellow"', b'colour = "green"')
    elsewhere = files["events.toml"].replace(b"burn-church", b"open-jesuits")
    for broken in ({"missions_jesuits.toml": green}, {"events.toml": elsewhere}):
        with pytest.raises(BadContent):
            pack.read({**files, **broken})


def test_the_missions_of_the_jesuits_are_two_of_each_colour_and_ask_for_the_harbor() -> None:
    found = [CONTENT.missions[card] for card in MISSIONS]
    assert Counter(mission.colour for mission in found) == {"yellow": 2, "red": 2, "black": 2}
    assert all("harbor" in mission.districts for mission in found)
    assert len({mission.category for mission in found}) == 5
    assert event_text(CONTENT.events[ARRIVE]) == "From now on the Missions of the Jesuits can be drawn at the Harbor."


@pytest.mark.clause("yedo.advanced.long-game-modules")
def test_modules_in_the_long_game_are_allowed() -> None:
    for modules in ({"clan_powers": True}, {"jesuits": True}, {"clan_powers": True, "jesuits": True}):
        assert opened(2, rounds=11, **modules).state.parameters.rounds == 11
