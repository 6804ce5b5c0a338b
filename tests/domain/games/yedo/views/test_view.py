"""What each viewer sees of a game of Yedo, and what they do not see."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.yedo.effects.goods import Mon
from domain.games.yedo.printed.modifier_words import Closed, CostLess
from domain.games.yedo.printed.parts import Auction, Goods, InPlay, Lasting, Looking, Offer, Saved, Won
from domain.games.yedo.views.view import DeckView, YedoView
from domain.games.yedo.views.view_seats import YedoSeatView
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.scoring import Result, SeatScore
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given, opened

EVERYBODY = (SPECTATOR, *map(seat_viewer, range(3)), ARBITER)


def seen(game: Position, viewer: Viewer = SPECTATOR) -> YedoView:
    return RULES.view(game.state, viewer)


def seat(game: Position, number: int, viewer: Viewer = SPECTATOR) -> YedoSeatView:
    return seen(game, viewer).seats[number]


def deck(game: Position, name: str, viewer: Viewer) -> DeckView:
    return next(found for found in seen(game, viewer).decks if found.deck == name)


@pytest.mark.clause("yedo.clan-board.weapons-face-up", "yedo.bidding.mon-public", "yedo.blackmail.open")
def test_everybody_sees_what_lies_open_before_a_player() -> None:
    game = given(3).having(
        0, weapons=("katana", "yumi"), mon=7, blackmail=1, geishas=(2,), annexes=("dojo",), blessings=True
    )
    for viewer in EVERYBODY:
        view = seat(game, 0, viewer)
        assert view.weapons == ("katana", "yumi")
        assert (view.mon, view.blackmail, view.geishas, view.blessing) == (7, 1, (2,), True)
        assert [(annex.annex, annex.space, annex.occupied) for annex in view.annexes] == [
            ("dojo", "annex/0/dojo", False)
        ]


@pytest.mark.clause("yedo.clan-board.hidden-cards", "yedo.bonus.secret", "yedo.ruling.mission-backs")
def test_the_cards_in_a_hand_are_seen_by_their_owner_and_counted_by_the_others() -> None:
    game = given(3).having(
        0, actions=("feint", "turncoat"), bonus=("landlord",), missions=("the-smoking-garden", "one-breath")
    )
    for viewer in (SPECTATOR, seat_viewer(1), seat_viewer(1, 2)):
        view = seat(game, 0, viewer)
        assert view.hand is None
        assert (view.action_cards, view.bonus_cards) == (2, 1)
        assert view.mission_colours == ("red", "yellow")
        raw = msgspec.json.encode(seen(game, viewer))
        for card in (b"feint", b"turncoat", b"landlord", b"the-smoking-garden", b"one-breath"):
            assert card not in raw
    for viewer in (seat_viewer(0), seat_viewer(0, 2), ARBITER):
        hand = seat(game, 0, viewer).hand
        assert hand is not None
        assert [card.title for card in hand.actions] == ["Feint", "Turncoat"]
        assert hand.bonus[0].text == "5 Prestige Points if you have 3 Annexes; 3 if another player does as well."
        assert [mission.category for mission in hand.missions] == ["assassination", "kidnapping"]


@pytest.mark.clause("yedo.clan-board.power-character-face-up")
def test_a_card_outside_the_hand_is_seen_by_all() -> None:
    game = given(3).having(1, favors="money")
    for viewer in EVERYBODY:
        favor = seat(game, 1, viewer).favor
        assert favor is not None
        assert (favor.title, favor.text) == ("Favor: Mon", "Take 7 Mon.")


@pytest.mark.clause("yedo.clan-board.completed-missions", "yedo.ruling.completed-missions-open")
def test_any_number_of_completed_missions_can_be_looked_up_by_all() -> None:
    done = CONTENT.missions_of["basic"][:10]
    game = given(3).having(2, done=done)
    for viewer in EVERYBODY:
        assert tuple(mission.card for mission in seat(game, 2, viewer).done) == done


@pytest.mark.clause("yedo.object.score-track")
def test_the_points_are_public_and_a_token_counts_each_lap() -> None:
    game = given(3).having(0, points=53)
    for viewer in EVERYBODY:
        view = seat(game, 0, viewer)
        assert (view.prestige, view.track_space, view.fifty_tokens) == (53, 3, 1)


def test_the_points_are_listed_with_their_clauses() -> None:
    game = opened(3)
    (line,) = seat(game, 0).lines
    assert (line.clause, line.points) == ("yedo.setup.start-prestige", 1)


@pytest.mark.clause("yedo.limit.mon")
def test_there_is_no_limit_to_mon() -> None:
    game = given(3).having(0, mon=60).effects(0, Mon(amount=10))
    assert seat(game, 0).mon == 70


@pytest.mark.clause("yedo.foresight.secret", "yedo.ruling.foresight-remembered")
def test_cards_that_a_seat_arranged_are_known_to_that_seat_alone() -> None:
    game = given(3).on_top("events", "sakoku", "sanctuary", known_to=(1,))
    known = deck(game, "events", seat_viewer(1)).known
    assert [(each.place, each.card.title) for each in known] == [(1, "Sakoku"), (2, "Sanctuary")]
    assert known[0].card.text.startswith("The Church burns down")
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(2)):
        view = deck(game, "events", viewer)
        assert (view.known, view.size) == ((), game.state.pile("events").size)
        assert b"sakoku" not in msgspec.json.encode(seen(game, viewer))
    assert len(deck(game, "events", ARBITER).known) == 2


@pytest.mark.clause("yedo.foresight.secret")
def test_cards_that_a_seat_looks_at_are_seen_by_that_seat_alone() -> None:
    game = given(3).with_state(looking=Looking(1, "events", ("sakoku", "sanctuary")))
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(2)):
        looking = seen(game, viewer).looking
        assert looking is not None
        assert (looking.seat, looking.deck, looking.count, looking.cards) == (1, "events", 2, None)
    for viewer in (seat_viewer(1), ARBITER):
        looking = seen(game, viewer).looking
        assert looking is not None
        assert looking.cards is not None
        assert [card.card for card in looking.cards] == ["sakoku", "sanctuary"]


def test_weapons_drawn_to_choose_from_are_seen_by_all_and_a_secret_look_at_the_bag_is_not() -> None:
    drawn = given(3)
    bag = drawn.state.pile("weapons")
    drawn.state.put_pile("weapons", bag.without_top("yumi", "yumi"))
    before = seen(drawn).unseen_weapons["yumi"]
    openly = drawn.with_state(looking=Looking(0, "weapons", ("yumi", "yumi"), open=True))
    secretly = drawn.with_state(looking=Looking(0, "weapons", ("yumi", "yumi")))
    looking = seen(openly).looking
    assert looking is not None
    assert looking.cards is not None
    assert [card.card for card in looking.cards] == ["yumi", "yumi"]
    assert seen(openly).unseen_weapons["yumi"] == before - 2
    assert seen(secretly).unseen_weapons["yumi"] == before
    hidden = seen(secretly).looking
    assert hidden is not None
    assert (hidden.count, hidden.cards) == (2, None)


def test_a_card_laid_under_openly_is_known_to_all() -> None:
    game = given(3)
    game.state.put_pile("action", game.state.pile("action").lay_under(("feint",), None))
    for viewer in EVERYBODY:
        (known,) = deck(game, "action", viewer).known
        assert (known.place, known.card.title) == (game.state.pile("action").size, "Feint")


def test_the_cards_of_a_deck_are_listed_for_who_sees_everything() -> None:
    game = given(3)
    assert deck(game, "bonus", SPECTATOR).cards is None
    assert deck(game, "bonus", ARBITER).cards == tuple(sorted(CONTENT.bonus_cards))


def test_the_cards_of_an_offer_are_seen_by_their_giver() -> None:
    offer = Offer(1, 2, Goods(mon=2, actions=1), Goods(weapons=("katana",)), ("feint",))
    game = given(3, phase="trade").with_state(offer=offer, floor=1)
    for viewer, cards in (
        (SPECTATOR, None),
        (seat_viewer(2), None),
        (seat_viewer(1), ("feint",)),
        (ARBITER, ("feint",)),
    ):
        view = seen(game, viewer)
        assert view.floor == 1
        assert view.offer is not None
        assert (view.offer.given, view.offer.wanted, view.offer.cards) == (offer.given, offer.wanted, cards)


def test_the_cards_that_a_partner_fixed_before_are_seen_by_the_partner() -> None:
    offer = Offer(1, 2, Goods(mon=2), Goods(actions=1), fixed=("feint",), suits=True)
    game = given(3, phase="trade").with_state(offer=offer)
    for viewer, fixed in (
        (SPECTATOR, None),
        (seat_viewer(1), None),
        (seat_viewer(2), ("feint",)),
        (ARBITER, ("feint",)),
    ):
        view = seen(game, viewer)
        assert view.offer is not None
        assert (view.offer.fixed, view.offer.suits) == (fixed, True)


def test_the_spaces_show_who_stands_there_and_to_whom_they_are_closed() -> None:
    closed = (
        Lasting("no-beds-tonight", (0, 1, 2), "round", (Closed(districts=("tavern",)),)),
        Lasting("wet-plaster", (0, 2), "round", (Closed(spaces=("gates-1",)),)),
    )
    game = given(3).placed(("shogun", 2), ("annex/0/dojo", 0)).with_state(lasting=closed)
    spaces = {space.space: space for district in seen(game).districts for space in district.spaces}
    assert (spaces["shogun"].seat, spaces["bakufu"].seat) == (2, None)
    assert (spaces["tavern-1"].closed_to, spaces["gates-1"].closed_to, spaces["gates-2"].closed_to) == (
        (0, 1, 2),
        (0, 2),
        (),
    )
    assert "tavern-3" not in spaces, "a space for four players"
    assert [held.text for held in seen(game).lasting] == [
        "until the next Event is revealed: no Disciple can be assigned to the Tavern",
        "until the next Event is revealed: no Disciple can be assigned to the space Gates 1",
    ]
    assert (seat(game, 0).placed, seat(game, 0).house) == (("annex/0/dojo",), 1)


def test_the_lots_show_who_won_them_by_category_for_three_players() -> None:
    auction = Auction("black", 0, 7, 1, (2,))
    game = given(3, phase="bidding").with_state(won=(Won("white", 2),), auction=auction)
    assert [(lot.lot, lot.won_by) for lot in seen(game).lots] == [
        ("action", 2),
        ("bonus", 2),
        ("weapons", 2),
        ("annexes", None),
        ("geishas", None),
        ("disciples", None),
        ("missions", None),
    ]
    assert seen(game).auction == auction


def test_the_market_shows_prices_and_the_supplies_what_is_left() -> None:
    game = given(3).selling(None, "katana", "katana", "yumi").having(0, annexes=("dojo",), blessings=True)
    assert [(space.place, space.weapon, space.price) for space in seen(game).market] == [
        (1, None, 8),
        (2, "katana", 8),
        (3, "katana", 6),
        (4, "yumi", 6),
    ]
    assert seen(game).unseen_weapons["katana"] == 3
    assert seen(game).annex_supply == {"dojo": 1, "karesansui": 2, "kobudo-ryu": 2, "yashiki": 2}
    assert seen(game).temple_blessings == 2


def test_what_is_happening_is_shown_with_its_texts() -> None:
    game = given(3, phase="patrol").with_state(
        event="rice-ships",
        ignored=(1,),
        in_play=(InPlay(0, "turncoat", negated=True),),
        shown=(2, "one-breath"),
        saved=(Saved(0, 1), Saved(1)),
        lasting=(Lasting("cheap-timber", (0,), "next-use", (CostLess(of="annex", by=5),)),),
    )
    view = seen(game)
    assert view.event is not None
    assert view.event.text == "In Player Order, each player takes 3 Mon. 2 Mon of the bank are laid on the Church."
    assert view.ignored == (1,)
    assert [(played.card.title, played.negated) for played in view.in_play] == [("Turncoat", True)]
    assert view.shown is not None
    assert (view.shown.seat, view.shown.mission.title) == (2, "One Breath")
    assert [(saved.seat, saved.count) for saved in view.saved] == [(0, 1), (1, None)]
    assert [(held.title, held.text) for held in view.lasting] == [("Cheap Timber", "once: an Annex costs 5 Mon less")]


def test_the_favors_that_are_left_can_be_read_in_set_up() -> None:
    game = opened(3)
    assert [favor.card for favor in seen(game).favors] == ["action", "bonus", "weapon", "money", "blessing"]
    taken = given(3).having(0, favors="money").having(1, favors="bonus").having(2, favors="action")
    assert seen(taken).favors == ()


def test_everything_is_open_once_the_game_is_over() -> None:
    result = Result("yedo.end.when", "yedo.end.winner", tuple(SeatScore(number, 1, 1) for number in range(3)))
    game = given(3).having(1, actions=("feint",)).on_top("events", "sakoku").with_state(result=result, agenda=())
    view = seen(game)
    assert all(each.hand is not None for each in view.seats)
    assert view == seen(game, ARBITER)
