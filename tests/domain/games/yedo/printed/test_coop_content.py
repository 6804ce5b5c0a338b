"""The content of Shogun Must Die: its cards, stacks and goals, and which other cards stay in the box."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.yedo.checks.pack import read
from domain.games.yedo.effects.belongings import GiveBlessing, HasAnnex, HasGeisha, HasWeapon, PayMon
from domain.games.yedo.effects.combining import Choose, For, If, Per
from domain.games.yedo.effects.conditions import AtLeast
from domain.games.yedo.effects.goods import LoseMon
from domain.games.yedo.effects.lasting import Modify
from domain.games.yedo.effects.losing import Lose
from domain.games.yedo.printed.coop_content import FILES, CoopContent
from domain.games.yedo.printed.emperor_entries import GOAL_COLUMNS, GOAL_LEVELS, MOODS, EmperorEntry
from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.terms import DISTRICTS, WEAPONS
from domain.games.yedo.printed.vocabulary import parts
from domain.games.yedo.verbs.measures import measure
from domain.games.yedo.words.describe_coop import daimyo_card_text, emperor_text, errand_text, penalty_text
from tests.domain.games.yedo.game import CONTENT, given
from tests.domain.games.yedo.packs import files, refusal

DECK = ".".join(("yedo", "coop", "deck"))
COLOURS = {"G": "green", "Y": "yellow", "R": "red"}
CARDS = list(CONTENT.emperor_cards.values())
each_card = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)


def coop() -> CoopContent:
    assert CONTENT.coop is not None
    return CONTENT.coop


def at_base(card: EmperorEntry) -> list[str]:
    return [lot for lot, price in card.prices.items() if price == CONTENT.lots[lot].price]


# The files


def test_a_pack_may_do_without_the_module() -> None:
    content = read({name: text for name, text in files().items() if name not in FILES})
    assert content.coop is None
    assert not content.emperor_cards
    assert not content.daimyo_cards


@pytest.mark.parametrize("name", FILES)
def test_a_pack_with_a_part_of_the_module_lacks_the_rest(name: str) -> None:
    rest = {other: text for other, text in files().items() if other != name}
    assert refusal(rest).startswith(f"{name}: the file is missing")


# The box


@pytest.mark.clause("yedo.coop.components", "yedo.coop.emperor-separate")
def test_there_are_30_emperor_cards_in_three_colours_and_8_daimyo_cards() -> None:
    assert {colour: len(cards) for colour, cards in CONTENT.emperor_of.items()} == {"green": 9, "yellow": 9, "red": 12}
    assert len(CONTENT.emperor_cards) == CONTENT.components["emperor-card"].count == 30
    assert len(CONTENT.daimyo_cards) == CONTENT.components["daimyo-card"].count == 8


@pytest.mark.clause("yedo.coop.daimyo-current-card")
def test_the_daimyo_has_a_card_for_each_district_and_one_that_repeats() -> None:
    assert Counter(card.district for card in CONTENT.daimyo_cards.values()) == Counter((*DISTRICTS, "repeat"))


@pytest.mark.clause("yedo.coop.patrol-b", "yedo.coop.patrol-c-blessing")
def test_daimyo_cards_show_each_icon_of_the_watch_patrol() -> None:
    assert {card.patrol for card in CONTENT.daimyo_cards.values()} == {None, "colour", "one-more", "two-more"}
    assert any(card.blessing_saves for card in CONTENT.daimyo_cards.values())


# The stacks and the numbers


@pytest.mark.clause(
    "yedo.coop.deck-gentle-1",
    "yedo.coop.deck-gentle-2",
    "yedo.coop.deck-gentle-3",
    "yedo.coop.deck-gentle-4",
    "yedo.coop.deck-demanding-1",
    "yedo.coop.deck-demanding-2",
    "yedo.coop.deck-demanding-3",
    "yedo.coop.deck-demanding-4",
    "yedo.coop.deck-insatiable-1",
    "yedo.coop.deck-insatiable-2",
    "yedo.coop.deck-insatiable-3",
    "yedo.coop.deck-insatiable-4",
    "yedo.ruling.deck-as-printed",
)
@pytest.mark.parametrize(
    ("mood", "rows"),
    [
        ("gentle", ("GGGGGYY", "GGYYYYR", "GYYYYRR", "YYYYRRR")),
        ("demanding", ("GGGYYYR", "YYYYRRR", "YYYYRRR", "YYYRRRR")),
        ("insatiable", ("GGYYYRR", "YYRRRRR", "YRRRRRR", "RRRRRRR")),
    ],
)
def test_the_emperor_deck_is_stacked_by_mood_and_players(mood: str, rows: tuple[str, ...]) -> None:
    for seats, row in enumerate(rows, start=1):
        assert coop().decks[mood, seats] == tuple(COLOURS[letter] for letter in row)
        assert coop().deck_clauses[mood, seats] == f"{DECK}-{mood}-{seats}"


@pytest.mark.clause("yedo.coop.deck-size", "yedo.coop.moods", "yedo.coop.rounds")
def test_each_deck_has_a_card_for_each_of_seven_rounds() -> None:
    assert coop().game.rounds == 7
    assert set(coop().decks) == {(mood, seats) for mood in MOODS for seats in range(1, 5)}
    assert {len(cards) for cards in coop().decks.values()} == {7}


@pytest.mark.clause("yedo.coop.objectives-numbers", "yedo.coop.objectives")
def test_each_goal_says_that_it_is_not_from_the_rulebook() -> None:
    assert set(coop().goals) == {(column, level) for column in GOAL_COLUMNS for level in GOAL_LEVELS}
    assert {goal.source for goal in coop().goal_entries.values()} == {"house"}


@pytest.mark.clause("yedo.coop.daimyo-disciples", "yedo.coop.master-daimyo")
def test_the_daimyo_begins_with_2_disciples_and_the_master_with_3() -> None:
    start = coop().daimyo
    assert (start.pool, start.reserve, start.master_pool, start.master_reserve) == (2, 2, 3, 1)


@pytest.mark.clause("yedo.coop.daimyo-action-priority")
def test_the_daimyo_prefers_the_harbor_and_thinks_of_the_temple_last() -> None:
    assert coop().daimyo.priorities == ("harbor", "market", "red-light", "gates", "castle", "tavern", "temple")


# The Emperor Cards


@each_card
@pytest.mark.clause("yedo.coop.bid-price-range")
def test_prices_exceed_those_of_the_board_by_2_on_green_and_by_3_on_other_cards_at_most(card: EmperorEntry) -> None:
    most = 2 if card.colour == "green" else 3
    assert set(card.prices) == set(CONTENT.lots)
    for lot, price in card.prices.items():
        assert 0 <= price - CONTENT.lots[lot].price <= most


@pytest.mark.clause("yedo.coop.bid-price-range")
def test_a_red_card_has_fewer_lots_at_the_price_of_the_board_but_at_least_one() -> None:
    others = [len(at_base(card)) for card in CARDS if card.colour != "red"]
    for card in CARDS:
        if card.colour == "red":
            assert 1 <= len(at_base(card)) < min(others)


@each_card
@pytest.mark.clause("yedo.coop.errand-rewards", "yedo.coop.errand-green-reward")
def test_a_green_errand_has_a_single_reward_and_any_other_one_a_choice(card: EmperorEntry) -> None:
    assert (len(card.errand.rewards) == 1) == (card.colour == "green")


@each_card
def test_every_errand_can_be_done_by_one_player_with_two_disciples_and_the_errand_boy(card: EmperorEntry) -> None:
    errand = card.errand
    assert len(errand.districts) + errand.space <= 3
    assert len(errand.districts) == len(set(errand.districts))
    assert errand.needs
    assert _count(card, HasWeapon) <= CONTENT.limits.weapons
    assert _count(card, HasGeisha) <= min(CONTENT.limits.geishas, len(CONTENT.seats[2].geishas))
    assert sum(isinstance(need, GiveBlessing) for need in errand.needs) <= CONTENT.limits.blessing


def _count(card: EmperorEntry, kind: type) -> int:
    return sum(need.count for need in card.errand.needs if isinstance(need, kind))


def test_errands_grow_with_their_colour() -> None:
    weights = {
        colour: [_weight(CONTENT.emperor_cards[card]) for card in cards] for colour, cards in CONTENT.emperor_of.items()
    }
    mean = {colour: sum(found) / len(found) for colour, found in weights.items()}
    assert mean["green"] < mean["yellow"] < mean["red"]
    assert max(weights["green"]) < min(weights["red"])


def _weight(card: EmperorEntry) -> int:
    """Estimate in Mon what an Errand asks for: the prices of the board, and 4 for each figure."""
    errand = card.errand
    weapons, geishas, annexes = _count(card, HasWeapon), _count(card, HasGeisha), _count(card, HasAnnex)
    mon = sum(need.amount for need in errand.needs if isinstance(need, PayMon))
    blessings = sum(isinstance(need, GiveBlessing) for need in errand.needs)
    figures = len(errand.districts) + errand.space
    return 4 * figures + 3 * weapons + 4 * geishas + 4 * annexes + 4 * blessings + mon


def test_errands_name_every_district_and_every_weapon() -> None:
    districts = Counter(district for card in CARDS for district in card.errand.districts)
    assert set(districts) == set(DISTRICTS)
    assert max(districts.values()) <= 2 * min(districts.values())
    asked = {need.kind for card in CARDS for need in card.errand.needs if isinstance(need, HasWeapon)}
    assert asked == {*WEAPONS, "any"}


def test_some_errands_of_each_colour_have_a_space() -> None:
    assert {card.colour for card in CARDS if card.errand.space} == {"green", "yellow", "red"}


@pytest.mark.clause("yedo.coop.event-emperor")
def test_some_events_depend_on_the_number_of_players() -> None:
    counting = [card.id for card in CARDS if _counts_players(card)]
    assert {"a-price-for-every-clerk", "gold-under-the-throne"} < {*counting}
    assert len(counting) < len(CARDS) / 2
    assert measure(given(3).state, 1, "players") == 3


def _counts_players(card: EmperorEntry) -> bool:
    for effect in parts(card.event):
        if isinstance(effect, Per) and effect.measure == "players":
            return True
        if isinstance(effect, If) and any(isinstance(n, AtLeast) and n.measure == "players" for n in effect.needs):
            return True
    return False


@pytest.mark.clause("yedo.coop.event-two-disciples")
def test_an_event_leaves_the_choice_of_a_disciple_or_4_mon() -> None:
    (choice,) = [
        effect for effect in parts(CONTENT.emperor_cards["not-one-stone-left"].event) if isinstance(effect, Choose)
    ]
    assert choice.options == ((Lose(what="disciple"),), (LoseMon(amount=4),))


def test_some_events_close_spaces() -> None:
    closing = [effect for card in CARDS for effect in parts(card.event) if isinstance(effect, Modify)]
    assert any(isinstance(modifier, Closed) for effect in closing for modifier in effect.modifiers)


@pytest.mark.clause("yedo.coop.prep-penalty-different")
def test_some_red_cards_let_each_player_lose_a_different_asset() -> None:
    listing = [card for card in CARDS if card.penalty.one_each_of]
    assert {card.colour for card in listing} == {"red"}
    assert len(listing) == 4
    for card in listing:
        assert "Each player who can give up none loses 3 Prestige Points" in penalty_text(card.penalty)


# The examples of the rulebook


@pytest.mark.clause("yedo.coop.example-death-in-the-market")
def test_death_in_the_market_is_as_in_the_example() -> None:
    card = CONTENT.emperor_cards["death-in-the-market"]
    assert errand_text(card.errand) == (
        "A Disciple in the Market; 2 Weapons, a Geisha and 3 Mon to pay. Only the Disciple on the space of the card"
        " resolves it. Rewards, a different one for each contributor: take 5 Mon / take a Blessing from the Temple, if"
        " you have none / draw the top Bonus Card."
    )
    assert penalty_text(card.penalty) == "Each player loses 3 Prestige Points (never below 0)."


@pytest.mark.clause("yedo.coop.example-smoke-and-geishas")
def test_smoke_and_geishas_is_as_in_the_example() -> None:
    card = CONTENT.emperor_cards["smoke-and-geishas"]
    assert errand_text(card.errand) == (
        "A Disciple in the Red Light District and one in the Temple; a Metsubushi, a Weapon, 2 Geishas, a Karesansui"
        " and a Blessing to give back. Rewards, a different one for each contributor: take a Disciple from your Reserve"
        " to your Clan House / gain 2 Prestige Points."
    )


@pytest.mark.clause("yedo.coop.example-what-friends-are-for")
def test_what_friends_are_for_is_as_in_the_example() -> None:
    card = CONTENT.emperor_cards["what-friends-are-for"]
    assert errand_text(card.errand).startswith(
        "A Disciple in the Tavern and one in the Castle; a Yumi and a Karesansui. Rewards, "
    )
    assert penalty_text(card.penalty) == (
        "Each player gives up a different one of these: a Mission, an Action Card or a Bonus Card. Each player who can"
        " give up none loses 3 Prestige Points (never below 0)."
    )


# Words


@each_card
def test_every_emperor_card_has_words(card: EmperorEntry) -> None:
    text = emperor_text(card)
    assert text.startswith("Event: ")
    assert " Errand: A Disciple in " in text
    assert " Penalty: Each player" in text
    assert "nothing" not in text.replace("for nothing", "")


def test_a_green_reward_is_for_one_contributor() -> None:
    assert errand_text(CONTENT.emperor_cards["a-gift-of-tea"].errand) == (
        "A Disciple in the Tavern; 3 Mon to pay. Reward for one contributor: gain 2 Prestige Points."
    )


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("armourers", "The Disciple goes to the Market."),
        (
            "tax-collectors",
            "The Disciple goes to the Harbor. The Watch Patrol moves on by 1 District more.",
        ),
        (
            "night-guests",
            "The Disciple goes to the Red Light District. A Blessing given back keeps a Disciple from being arrested.",
        ),
        (
            "in-the-shadow",
            "The Disciple goes where the card to the left says; from the first card, where the one to the right says."
            " The Watch Patrol moves on by 2 Districts more.",
        ),
    ],
)
def test_a_daimyo_card_says_where_its_disciple_goes_and_what_the_patrol_does(card: str, words: str) -> None:
    assert daimyo_card_text(CONTENT.daimyo_cards[card]) == words


# What stays in the box


@pytest.mark.clause("yedo.components.no-coop-icon", "yedo.ruling.unfit-for-coop")
def test_the_sets_of_soft_hard_and_jesuits_missions_bear_the_icon() -> None:
    assert set(coop().barred_sets) == {"soft", "hard", "jesuits"}
    barred = {mission.set for mission in CONTENT.missions.values() if not mission.coop}
    assert barred == {"soft", "hard", "jesuits"}


@pytest.mark.clause("yedo.coop.remove-icon", "yedo.ruling.unfit-for-coop")
def test_action_cards_against_others_bear_the_icon() -> None:
    out = {card.id for card in CONTENT.action_cards.values() if not card.coop}
    assert out == {card.id for card in CONTENT.action_cards.values() if card.set == "hard"} | {"walls-have-ears"}


@pytest.mark.clause("yedo.coop.remove-icon", "yedo.ruling.generous-left-out")
def test_cards_that_need_rivals_bear_the_icon() -> None:
    assert [power.id for power in CONTENT.clan_powers.values() if not power.coop] == ["generous"]
    assert [character.id for character in CONTENT.characters.values() if not character.coop] == ["harbor-master"]
    bonus = [card.number for card in CONTENT.bonus_cards.values() if not card.coop]
    assert bonus == ["B20", "B21", "B22", "B23", "B24", "B25", "B31"]


@pytest.mark.clause("yedo.coop.opponents-meaning")
def test_an_action_card_that_stays_gives_its_opponents_2_mon() -> None:
    card = CONTENT.action_cards["an-open-hand"]
    assert card.coop
    assert any(isinstance(effect, For) and effect.whom == "each-opponent" for effect in card.effects)
