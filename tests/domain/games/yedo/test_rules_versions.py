"""What the rules of version 1 did differently; games opened under it continue and are verified by its rules."""

from __future__ import annotations

from domain.games.yedo import versions
from domain.games.yedo.coop.errands import ResolveErrand
from domain.games.yedo.coop_phases.stakes import Stake
from domain.games.yedo.course.shogun_must_die import COOP_STEPS
from domain.games.yedo.facts.coop.errands import ErrandRewarded
from domain.games.yedo.facts.events import EventRevealed
from domain.games.yedo.facts.modules.jesuits import JesuitsDiscarded
from domain.games.yedo.phases.events import GiveBlessing
from domain.games.yedo.phases.final_scoring import FinalScoring
from domain.games.yedo.phases.playing import PlayCard
from domain.kernel.moves import DECLINE, ChooseOption, ChooseSeat
from tests.domain.games.yedo.action_cards import GIFTS, WALLS, interruptible
from tests.domain.games.yedo.coop_games import coop
from tests.domain.games.yedo.coop_phases.test_coop_bidding import OPTIONS, OVER, bidding
from tests.domain.games.yedo.effects.test_interaction import LITTER, YASHIKI, done, litter, position
from tests.domain.games.yedo.errands import FRIENDS, acting, together
from tests.domain.games.yedo.game import CONTENT, RULES, Position, pays, set_up
from tests.domain.games.yedo.jesuits import BELL, KEY, SAKOKU, holding, jesuits, revealed
from tests.domain.games.yedo.test_coop_modules import in_teahouse

BEFORE = RULES.with_version("1")


def before(game: Position) -> Position:
    """Return this position in a game that was opened under version 1."""
    return Position(BEFORE.decode_state(BEFORE.encode_state(game.state)))


def test_new_games_are_opened_under_the_last_version() -> None:
    assert set_up(2).state.rules == 3
    assert {value for name, value in vars(versions).items() if name.isupper()} == {2, 3}


def test_a_geisha_lost_by_a_hard_mission_went_back_to_the_supply() -> None:
    card = "a-guest-taken-along"
    game = position(2).having(0, missions=(card,), weapons=("nawa",)).having(1, annexes=("yashiki",), geishas=(1,))
    game = before(game.placed((YASHIKI, 0), ("red-light-1", 0)))
    supply = game.state.belongings.geisha_supply
    done(game, YASHIKI, card).then(1, geishas=()).then(geisha_supply=(1, *supply), geishas_gone=())


def test_who_ignored_sakoku_lost_the_missions_of_the_jesuits_all_the_same() -> None:
    game = holding(holding(jesuits(3), 0, BELL), 1, KEY).having(0, blessings=True)
    game = revealed(before(game.on_top("events", SAKOKU)))
    (fact,) = game.of_type(EventRevealed)
    assert isinstance(fact.text, str)
    assert "Jesuits" not in fact.text
    game = game.when(0, GiveBlessing()).then(0, missions=()).then(1, missions=())
    assert [fact.seat for fact in game.of_type(JesuitsDiscarded)] == [0, 1]


def test_who_stayed_out_of_the_stakes_had_no_moment_for_cards() -> None:
    game = before(bidding(2).having(1, actions=("good-harvest",)))
    game.when(0, Stake(0)).when(1, Stake(0)).asked((0, "LastCall"))


def test_a_card_was_aimed_after_it_was_answered() -> None:
    game = before(interruptible(seat_0=("light-fingers",), seat_1=("walls-have-ears",), seat_2=("feint",)))
    game = game.when(0, PlayCard("light-fingers")).asked((1, "React"))
    game.when(1, WALLS).until("Influence").then(2, mon=12)
    game = game.when(1, DECLINE).when(2, DECLINE).asked((0, "Aim")).when(0, ChooseSeat(2))
    game.asked((0, "Influence")).then(2, mon=9).then(in_play=())


def test_nobody_ahead_in_player_order_was_asked_before_a_card_of_any_time() -> None:
    game = before(interruptible(seat_1=("feint", GIFTS.card), seat_2=(GIFTS.card,)))
    game = game.when(2, GIFTS).asked((1, "React"))
    assert GIFTS not in game.offered(1)


def test_the_tenacious_paid_a_partner_in_full() -> None:
    game = before(litter(1, mon=3).with_powers("tenacious", "wise", "generous"))
    done(game, "red-light-1", LITTER).then(0, mon=pays(LITTER)[1]).then(1, mon=15)


def test_of_two_players_who_shared_a_district_neither_had_contributed() -> None:
    game = together(3, current=FRIENDS).having(0, weapons=("yumi",), annexes=("karesansui",), house=3)
    game = acting(before(game.placed(("tavern-1", 0), ("shogun", 1), ("bakufu", 2))))
    game = game.when(0, ResolveErrand("tavern-1", FRIENDS)).when(0, ChooseOption(1))
    assert [fact.seat for fact in game.of_type(ErrandRewarded)] == [0]


def test_every_unused_character_scored_against_the_daimyo() -> None:
    name = next(name for name in CONTENT.characters if CONTENT.characters[name].coop)
    game = coop(2, round=7, patrol=None, shogun=None, points=(5, 5), mon=(0, 0), options={"teahouse": True})
    game = before(in_teahouse(game, active=(name, None))).asking(FinalScoring()).running()
    game.then(0, points=5 + CONTENT.characters[name].points)


def test_a_player_alone_was_asked_for_cards_that_could_not_be_played() -> None:
    game = coop(1, phase="patrol", options=OPTIONS).having(0, actions=("good-harvest",))
    before(game.asking(COOP_STEPS["patrol"](), OVER)).running().asked((0, "InfluenceBefore"))
