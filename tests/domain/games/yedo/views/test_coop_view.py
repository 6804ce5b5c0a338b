"""What each viewer sees of Shogun Must Die: the cooperative board, the Daimyo, stakes, goals and open hands."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.yedo.facts.castle import MarkersShifted
from domain.games.yedo.facts.coop.daimyo import DaimyoActed, InterferenceMoved
from domain.games.yedo.facts.coop.errands import ErrandMet
from domain.games.yedo.facts.pieces import DiscipleHome
from domain.games.yedo.facts.turns import EffectWithout, Lasts, OrderSet
from domain.games.yedo.printed.parts import DisplaySlot, Placed, Refusal, Won
from domain.games.yedo.printed.terms import LOTS
from domain.games.yedo.views.board_lines import WIDTH
from domain.games.yedo.views.view import YedoView
from domain.games.yedo.views.view_coop import CoopView
from domain.games.yedo.words.describe_coop import emperor_text
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.scoring import Result, end_together
from domain.kernel.table import Ended
from tests.domain.games.yedo.coop_games import coop, module, new
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given

EVERYBODY = (SPECTATOR, *map(seat_viewer, range(3)), ARBITER)
NAMES = ("Anna", "Bela", "Cora", "The Daimyo")
FREE = next(card.id for card in CONTENT.emperor_cards.values() if not card.errand.space)
SPACED = next(card.id for card in CONTENT.emperor_cards.values() if card.errand.space)
YELLOW = next(card for card in CONTENT.emperor_of["yellow"] if card not in (FREE, SPACED))

DEALT = coop(2).state.parameters
ACTION, BONUS, MISSION = DEALT.action_deck[0], DEALT.bonus_deck[0], DEALT.missions[0]


def seen(game: Position, viewer: Viewer = SPECTATOR) -> YedoView:
    return RULES.view(game.state, viewer)


def board(game: Position, viewer: Viewer = SPECTATOR) -> CoopView:
    found = seen(game, viewer).coop
    assert found is not None
    return found


def prices(game: Position) -> dict[str, int | None]:
    return {lot.lot: lot.price for lot in seen(game).lots}


def drawn(game: Position, viewer: Viewer = SPECTATOR) -> str:
    seats = game.state.seats
    return RULES.looks.board(seen(game, viewer), (*NAMES[:seats], NAMES[-1]))


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_game_without_the_module_has_no_cooperative_board() -> None:
    view = seen(given(3))
    assert view.coop is None
    assert [lot.price for lot in view.lots] == [lot.price for lot in CONTENT.lots.values()]


# The cooperative board


def test_everybody_sees_the_open_emperor_cards_in_words() -> None:
    game = coop(3, upcoming=FREE, current=SPACED)
    for viewer in EVERYBODY:
        view = board(game, viewer)
        assert view.upcoming is not None
        assert view.current is not None
        entry = CONTENT.emperor_cards[FREE]
        assert (view.upcoming.errand.card, view.upcoming.errand.colour) == (FREE, entry.colour)
        assert view.upcoming.errand.districts == entry.errand.districts
        assert view.upcoming.errand.space is None
        assert view.upcoming.prices == entry.prices
        words = f"Event: {view.upcoming.event} Errand: {view.upcoming.errand.text} Penalty: {view.upcoming.penalty}"
        assert words == emperor_text(entry)
        assert view.current.errand.title.lower() == SPACED.replace("-", " ")


@pytest.mark.clause("yedo.coop.emperor-separate", "yedo.coop.deck-size")
def test_of_the_face_down_emperor_cards_the_colours_are_seen() -> None:
    game = new(2)
    view = board(game)
    assert view.stack == module().decks["demanding", 2]
    assert (view.upcoming, view.current, view.bonus, view.bonus_hidden) == (None, None, None, 2)
    raw = msgspec.json.encode(seen(game, ARBITER))
    assert not [card for card in CONTENT.emperor_cards if card.encode() in raw]


@pytest.mark.clause("yedo.coop.kill-no-reward", "yedo.coop.kill-no-early-end")
def test_the_kill_the_shogun_card_says_nothing_of_a_reward_or_of_the_end() -> None:
    shogun = board(coop(2)).shogun
    assert shogun is not None
    assert shogun.districts == CONTENT.missions[shogun.card].districts
    assert shogun.text.endswith("No reward; the game continues.")
    assert "Reward:" not in shogun.text
    assert "last one" not in shogun.text


def test_once_the_shogun_is_dead_everybody_sees_the_bonus_errand() -> None:
    game = coop(2, shogun=None, bonus=YELLOW, bonus_hidden=1)
    for viewer in (SPECTATOR, seat_viewer(0)):
        view = board(game, viewer)
        assert view.shogun is None
        assert view.bonus is not None
        assert (view.bonus.card, view.bonus_hidden) == (YELLOW, 1)


@pytest.mark.clause("yedo.coop.errand-kept")
def test_completed_errands_and_cards_that_left_the_game_lie_open() -> None:
    view = board(coop(2, errands=(FREE,), gone=(SPACED,)))
    assert (view.errands, view.gone) == ((FREE,), (SPACED,))


@pytest.mark.clause("yedo.coop.errand-space")
def test_everybody_sees_who_stands_on_an_errand() -> None:
    space = f"errand/{SPACED}"
    game = coop(2, current=SPACED, placed=(Placed(space, 1),))
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(1)):
        current = board(game, viewer).current
        assert current is not None
        assert current.errand.space is not None
        assert (current.errand.space.space, current.errand.space.seat) == (space, 1)


# Prices


@pytest.mark.clause("yedo.coop.bid-reveal-prices")
def test_the_lots_show_what_they_cost_once_a_card_is_turned_up() -> None:
    assert set(prices(coop(2)).values()) == {None}
    assert prices(coop(2, upcoming=FREE)) == CONTENT.emperor_cards[FREE].prices


@pytest.mark.clause("yedo.coop.bid-interference", "yedo.coop.daimyo-interference-token")
def test_while_the_daimyo_is_first_the_lots_show_the_higher_prices() -> None:
    game = coop(2, upcoming=FREE, track=(2, 0, 1))
    printed = CONTENT.emperor_cards[FREE].prices
    assert prices(game) == {lot: printed[lot] + 1 for lot in LOTS}
    assert board(game).daimyo.interferes
    assert not board(coop(2)).daimyo.interferes


@pytest.mark.clause("yedo.coop.bid-carpenter-coins")
def test_the_lot_of_annexes_shows_the_coins_on_them() -> None:
    game = coop(2, upcoming=FREE, coins=2)
    printed = CONTENT.emperor_cards[FREE].prices
    assert prices(game)["annexes"] == printed["annexes"] + 2
    assert prices(game)["weapons"] == printed["weapons"]
    assert board(game).daimyo.coins == 2


def test_who_took_a_lot_is_seen() -> None:
    lots = seen(coop(2, upcoming=FREE, won=(Won("weapons", 1),))).lots
    assert [lot.won_by for lot in lots if lot.lot == "weapons"] == [1]


# The Daimyo


def test_everybody_sees_the_daimyos_disciples_and_its_open_cards() -> None:
    card, gone = sorted(CONTENT.daimyo_cards)[:2]
    display = (DisplaySlot(None), DisplaySlot(card), DisplaySlot(None, figure=False))
    game = coop(3, placed=(Placed("gates-1", 3),)).on_board(discard=(gone,)).with_state(track=(0, 3, 1, 2))
    game = game.with_state(coop=msgspec.structs.replace(game.state.coop_board, display=display))
    for viewer in EVERYBODY:
        rival = board(game, viewer).daimyo
        assert (rival.side, rival.placed, rival.discard) == (3, ("gates-1",), (gone,))
        assert [slot.card and slot.card.card for slot in rival.display] == [None, card, None]
        assert [slot.figure for slot in rival.display] == [True, True, False]
        assert rival.deck == len(CONTENT.daimyo_cards) - 4
        assert seen(game, viewer).order == (0, 3, 1, 2)


@pytest.mark.clause("yedo.coop.daimyo-disciples")
def test_the_pool_and_the_reserve_of_the_daimyo_are_counted() -> None:
    rival = board(coop(2)).daimyo
    assert (rival.pool, rival.reserve) == (2, 2)


@pytest.mark.clause("yedo.coop.errand-boy")
def test_the_errand_boy_is_seen_where_he_is() -> None:
    boy = board(coop(1)).errand_boy
    assert boy is not None
    assert boy.space is None
    away = board(coop(1, placed=(Placed("gates-1", 0, "errand-boy"),)).with_state(house=((), ()))).errand_boy
    assert away is not None
    assert away.space == "gates-1"
    assert board(coop(2)).errand_boy is None


# Stakes


@pytest.mark.clause("yedo.coop.bid-hidden")
def test_of_a_hidden_stake_others_see_that_it_is_there() -> None:
    game = coop(3, phase="bidding", stakes=(6, 0, None))
    for viewer in (SPECTATOR, seat_viewer(2)):
        assert [(stake.decided, stake.mon) for stake in board(game, viewer).stakes] == [
            (True, None),
            (True, None),
            (False, None),
        ]
    assert [stake.mon for stake in board(game, seat_viewer(0)).stakes] == [6, None, None]
    assert [stake.mon for stake in board(game, seat_viewer(1, 2)).stakes] == [None, 0, None]
    assert [stake.mon for stake in board(game, ARBITER).stakes] == [6, 0, None]


@pytest.mark.clause("yedo.coop.bid-hidden")
def test_once_all_have_decided_the_stakes_are_open() -> None:
    game = coop(3, phase="bidding", stakes=(6, 0, 3))
    for viewer in EVERYBODY:
        assert [stake.mon for stake in board(game, viewer).stakes] == [6, 0, 3]


# Goals


@pytest.mark.clause("yedo.coop.objectives", "yedo.coop.end-all-targets")
def test_everybody_sees_the_goals_and_how_far_the_players_are() -> None:
    goals = module().goals
    view = board(coop(3, points=(4, 9, 2), errands=(FREE,), options={"goals": "easy"}))
    assert [(goal.target, goal.reached) for goal in view.goals] == [
        (1, 0),
        (goals["lowest", "easy"], 2),
        (goals["highest", "easy"], 9),
        (goals["errands", "easy"], 1),
    ]


@pytest.mark.clause("yedo.coop.objectives-solo")
def test_a_player_alone_sees_no_highest_prestige() -> None:
    assert [goal.what for goal in board(coop(1)).goals] == ["Kill the Shogun", "Lowest Prestige", "Errands Completed"]


# Open hands


def holding(**options: object) -> Position:
    return coop(2, options=options).having(0, actions=(ACTION,), bonus=(BONUS,), missions=(MISSION,))


@pytest.mark.clause("yedo.coop.open-talk")
def test_with_open_hands_all_players_see_all_hands() -> None:
    game = holding(open_hands=True)
    hand = seen(game, seat_viewer(1)).seats[0].hand
    assert hand is not None
    assert [card.card for card in (*hand.actions, *hand.bonus, *hand.missions)] == [ACTION, BONUS, MISSION]
    assert seen(game, SPECTATOR).seats[0].hand is None


@pytest.mark.clause("yedo.coop.open-talk")
def test_without_open_hands_a_hand_is_its_owners() -> None:
    game = holding()
    assert seen(game, seat_viewer(1)).seats[0].hand is None
    assert seen(game, seat_viewer(0)).seats[0].hand is not None


@pytest.mark.clause("yedo.coop.open-talk")
def test_open_hands_show_neither_a_clan_power_being_drafted_nor_a_stake() -> None:
    game = new(2, open_hands=True, clan_powers=True).until("ChoosePower")
    drafting = game.asked_seat()
    assert seen(game, seat_viewer(1 - drafting)).seats[drafting].power_hand is None
    hidden = coop(2, options={"open_hands": True}, phase="bidding", stakes=(5, None))
    assert board(hidden, seat_viewer(1)).stakes[0].mon is None


# In a terminal


def crowded() -> Position:
    """Return a game in which every part of the cooperative board has something to show."""
    open_card, used = sorted(CONTENT.daimyo_cards)[:2]
    return coop(
        3,
        phase="bidding",
        upcoming=FREE,
        current=SPACED,
        shogun=None,
        bonus=YELLOW,
        bonus_hidden=1,
        display=(None, open_card),
        discard=(used,),
        coins=2,
        errands=tuple(card for card in CONTENT.emperor_of["red"] if card not in (FREE, SPACED))[:1],
        gone=tuple(card for card in CONTENT.emperor_of["green"] if card not in (FREE, SPACED))[:1],
        stakes=(0, 5, None),
        track=(3, 0, 1, 2),
        refused=(Refusal(2, SPACED),),
        placed=(Placed(f"errand/{SPACED}", 1), Placed("gates-1", 3)),
    )


def test_no_line_of_the_cooperative_board_is_wider_than_the_terminal() -> None:
    for game in (crowded(), coop(1), new(2)):
        for viewer in (SPECTATOR, seat_viewer(0)):
            assert all(len(line) <= WIDTH for line in drawn(game, viewer).splitlines())


def test_the_board_shows_goals_errands_and_the_daimyo() -> None:
    text = drawn(crowded(), seat_viewer(1))
    for line in (
        "Order       The Daimyo, Anna, Bela, Cora",
        "Goals       Kill the Shogun 1 of 1; Lowest Prestige 1 of",
        "Upcoming    ",
        "Current     ",
        "    - Penalty: ",
        "    - Event: ",
        "Winning     ",
        "above 1 card face down",
        "Completed   ",
        "Gone        ",
        "Stakes      Anna has decided, Bela 5 Mon",
        "The Daimyo  0 in its pool, 2 in the Reserve, on Gates 1",
        "  Cards     face down*, ",
        "  Discarded ",
        "  Dearer    all lots while it is first and Annexes by 2 Mon for good",
        " Gates      1 [The Daimyo]",
        "space [Bela]",
        "Refused     Cora gives nothing for ",
    ):
        assert flat(line) in flat(text), line
    assert "Stakes      Anna stays out, Bela has decided" in drawn(crowded(), seat_viewer(0))


def test_the_board_shows_kill_the_shogun_and_the_errand_boy() -> None:
    text = flat(drawn(coop(1)))
    assert ", above 2 cards face down" in text
    assert "No reward; the game continues." in text
    assert "Disciples 2 and the Errand Boy at home" in text
    assert "Errand Boy at home" in text
    assert "Stakes" not in text


# Words


def test_the_daimyo_is_named_within_sentences() -> None:
    for fact, words in (
        (OrderSet("c", (2, 0, 1)), "The Player Order is the Daimyo, Anna and Bela."),
        (MarkersShifted("c", (0, 2)), "The markers of Anna and the Daimyo leave the Player Order Track."),
        (DiscipleHome("c", 2, "gates-1"), "The Disciple of the Daimyo on Gates 1 returns to its pool."),
        (DiscipleHome("c", 1, "gates-1"), "The Disciple of Bela on Gates 1 goes home."),
        (EffectWithout("c", 2, "daimyo", "the Church is empty"), "Nothing comes of this for the Daimyo: the Church is"),
        (DaimyoActed("c", "gates-1", "gates"), "The Daimyo acts in the Gates."),
        (Ended("c", lost()), "The game ends. The players lose together against the Daimyo."),
    ):
        assert (fact.words(("Anna", "Bela", "The Daimyo"), SPECTATOR) or "").startswith(words)


def test_who_plays_alone_meets_what_an_errand_asks_for_alone() -> None:
    met = ErrandMet("c", 0, "a-gift-of-tea")
    assert met.words(("Anna", "The Daimyo"), SPECTATOR) == "Anna meets what A Gift of Tea asks for."
    together = "Together the players meet what A Gift of Tea asks for."
    assert met.words(("Anna", "Bela", "The Daimyo"), SPECTATOR) == together


def test_the_record_says_what_the_interference_of_the_daimyo_means() -> None:
    names = ("Anna", "The Daimyo")
    on = "The Daimyo interferes with the Bidding: all prices are higher while it is first."
    assert InterferenceMoved("c", True).words(names, SPECTATOR) == on
    assert InterferenceMoved("c", False).words(names, SPECTATOR) == "The Daimyo interferes with the Bidding no longer."


def lost() -> Result:
    return end_together("c", "c", RULES.scores(coop(2).state)[:2], board(coop(2)).goals)


def test_everybody_means_all_players_and_not_the_daimyo() -> None:
    def words(seats: tuple[int, ...], names: tuple[str, ...]) -> str | None:
        return Lasts("c", "no-beds-tonight", seats, "round", (), "no bids").words(names, SPECTATOR)

    assert words((0, 1), ("Anna", "Bela", "The Daimyo")) == "For everybody, no bids."
    assert words((0, 1), ("Anna", "Bela", "Cora")) == "For Anna and Bela, no bids."
    assert words((0,), ("Anna", "The Daimyo")) == "For Anna, no bids."
