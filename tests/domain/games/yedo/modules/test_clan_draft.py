"""The draft of the Clan Powers, its secrets, and how it changes the set-up."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from domain.games.yedo.checks import pack
from domain.games.yedo.facts.modules.clan_powers import PowerKept, PowerPassed, PowersDrawn, PowersRevealed
from domain.games.yedo.facts.setup import FavorTaken
from domain.games.yedo.modules.clan_powers import KeepPower
from domain.games.yedo.phases.favors import TakeFavor
from domain.games.yedo.printed.parts import Draft
from domain.games.yedo.verbs.moves import KeepWeapon
from domain.games.yedo.words.describe_powers import power_text
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.content import BadContent, read_pack
from domain.kernel.options import BadOptions
from tests.domain.games.yedo.clan_powers import CLAN, POWERS, drafted, favored, having_power
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given, opened
from tests.support.noninterference import Pair, Secretly, check

# The draft


@pytest.mark.clause("yedo.clan.draft-order")
def test_the_last_player_in_order_drafts_first_and_before_the_favors() -> None:
    game = opened(4, **CLAN)
    order = game.state.order
    assert game.asks() == [(order[3], "ChoosePower")]
    game.citing("yedo.clan.draft", PowersDrawn)
    asked = []
    while game.asks()[0][1] == "ChoosePower":
        asked.append(game.asked_seat())
        game = game.when(game.asked_seat(), game.any_move())
    assert asked == [*reversed(order)]
    assert game.asks() == [(order[3], "PickFavor")]
    assert "ChoosePower" not in [kind for _, kind in opened(4, rounds=8).asks()]


def test_a_player_is_told_where_the_other_card_goes() -> None:
    game = opened(2, **CLAN)
    last, first = game.state.order[::-1]
    names = ["Anna", "Bela"]
    said = RULES.choices(game.state)[0].question(names)
    assert said == f"Choose the Clan Power that you keep; {names[first]} gets the other one."
    game = game.when(last, game.any_move())
    said = RULES.choices(game.state)[0].question(names)
    assert said == "Choose the Clan Power that you keep; the other one is laid aside."


@pytest.mark.clause("yedo.clan.draft")
def test_a_player_keeps_one_of_two_and_the_neighbour_chooses_between_the_other_and_a_new_one() -> None:
    game = opened(3, **CLAN)
    last, middle, _ = game.state.order[::-1]
    first, second = game.state.clans.draft.hand
    stranger = next(power for power in POWERS if power not in (first, second))
    game.when(last, KeepPower(stranger)).refused("yedo.clan.draft")
    game = game.when(last, KeepPower(first)).citing("yedo.clan.draft", PowerKept)
    assert game.of_type(PowerPassed) == [PowerPassed("yedo.clan.draft", last, middle, second)]
    assert [len(fact.powers) for fact in game.of_type(PowersDrawn)] == [1]
    hand = game.state.clans.draft.hand
    assert len(hand) == 2
    assert second in hand
    assert first not in hand
    assert {move.power for move in game.offered(middle, KeepPower)} == {*hand}


@pytest.mark.clause("yedo.clan.draft-end")
def test_the_draft_ends_when_each_player_has_one_and_five_players_saw_all_six() -> None:
    game = drafted(5)
    assert game.state.clans.draft.deck == ()
    assert len(game.state.clans.draft.hand) == 1
    assert sorted((*game.state.clans.draft.kept, *game.state.clans.draft.hand)) == [*POWERS]
    game.citing("yedo.clan.draft-end", PowerPassed)
    two = drafted(2)
    assert len(two.state.clans.draft.deck) == 3
    assert None not in two.state.clans.draft.kept


@pytest.mark.clause("yedo.clan.secret", "yedo.clan-board.power-character-face-up")
def test_powers_are_secret_until_all_favors_are_chosen_and_open_from_then_on() -> None:
    game = drafted(3)
    order, kept = game.state.order, game.state.clans.draft.kept
    for _ in range(3):
        for seat in range(3):
            mine = RULES.view(game.state, seat_viewer(seat)).seats
            assert [view.power.card if view.power else None for view in mine] == [
                kept[seat] if other == seat else None for other in range(3)
            ]
        assert all(view.power is None for view in RULES.view(game.state, SPECTATOR).seats)
        favors = iter(("money", "blessing", "weapon"))
        game = game.when(game.asked_seat(), TakeFavor(next(f for f in favors if f not in game.state.hands.favors)))
    assert game.of_type(PowersRevealed) == [PowersRevealed("yedo.clan.secret", kept)]
    assert order
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(2)):
        assert [view.power.card for view in RULES.view(game.state, viewer).seats] == [*kept]


def test_the_player_who_drafts_sees_the_hand_and_the_one_who_passed_a_card_remembers_it() -> None:
    game = opened(3, **CLAN)
    last, middle, _ = game.state.order[::-1]
    first, second = game.state.clans.draft.hand
    hand = RULES.view(game.state, seat_viewer(last)).seats[last].power_hand
    assert {card.card for card in hand} == {first, second}
    assert RULES.view(game.state, seat_viewer(middle)).seats[last].power_hand is None
    game = game.when(last, KeepPower(first))
    assert RULES.view(game.state, seat_viewer(last)).seats[last].power_passed.card == second
    assert RULES.view(game.state, seat_viewer(middle)).seats[last].power_passed is None
    assert "The Seaworthy" in "".join(RULES.looks.board(RULES.view(drafted(5).state, ARBITER), "ABCDE"))


def twins(game: Position, mine: int, random: Random) -> Position | None:
    """Swap the power that a seat kept with one that nobody drew: nobody else knows either."""
    draft = game.state.clans.draft
    if draft.kept[mine] is None or not draft.deck:
        return None
    kept, other = draft.kept[mine], random.choice(draft.deck)
    deck = tuple(sorted(kept if power == other else power for power in draft.deck))
    swapped = tuple(other if seat == mine else power for seat, power in enumerate(draft.kept))
    return game.with_state(draft=replace(draft, deck=deck, kept=swapped))


@pytest.mark.clause("yedo.clan.secret")
def test_nobody_else_can_tell_which_power_a_player_kept() -> None:
    random, compared = Random(3), 0
    for seed in range(1, 6):
        game = opened(3, seed, **CLAN)
        while game.state.clans.draft is not None:
            for seat in range(3):
                other = twins(game, seat, random)
                if other is None or any(
                    game.state.clans.draft.passed[s] in other.state.clans.draft.kept for s in range(3)
                ):
                    continue
                RULES.check_state(other.state)
                for viewer in (SPECTATOR, seat_viewer(*(each for each in range(3) if each != seat))):
                    if viewer.seats and any(
                        game.state.clans.draft.passed[s] == other.state.clans.draft.kept[seat] for s in range(3)
                    ):
                        continue
                    pair = Pair(viewer, Secretly(game.state, bytes(32)), Secretly(other.state, bytes(32)))
                    check(RULES, pair, lambda state: [KeepPower(power) for power in POWERS])
                    compared += 1
            game = game.when(game.asked_seat(), random.choice(game.offered(game.asked_seat())))
    assert compared > 30


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [SPECTATOR, seat_viewer(0), seat_viewer(1), seat_viewer(0, 2)])
def test_a_branch_deals_powers_anew_that_fit_what_the_viewer_knows(viewer: Viewer) -> None:
    dealt_otherwise = 0
    for seed in range(1, 8):
        game = opened(3, seed, **CLAN)
        while game.state.clans.draft is not None:
            for number in range(4):
                dealt = RULES.redeal(game.state, viewer, Chance(bytes([number]) * 32, 0))
                RULES.check_state(dealt)
                assert RULES.view(dealt, viewer) == RULES.view(game.state, viewer)
                dealt_otherwise += dealt.clans.draft.kept != game.state.clans.draft.kept
                later = set(dealt.clans.draft.hand)
                for seat in dealt.order:
                    if seat in viewer.seats and (passed := dealt.clans.draft.passed[seat]) is not None:
                        assert passed in later
                    later.add(dealt.clans.draft.kept[seat])
            game = game.when(game.asked_seat(), game.any_move())
    assert dealt_otherwise > 5


def test_the_card_that_a_viewer_has_just_passed_on_is_in_the_next_hand_of_a_branch() -> None:
    draft = Draft(
        deck=("tenacious", "wealthy", "wise"),
        kept=(None, None, "duplicitous"),
        passed=(None, None, "generous"),
        drafting=1,
        hand=("generous", "seaworthy"),
    )
    state = given(3, options=CLAN).with_state(draft=draft, track=(0, 1, 2)).state
    hands = {RULES.redeal(state, seat_viewer(2), Chance(bytes([n]) * 32, 0)).clans.draft.hand for n in range(20)}
    assert len(hands) > 2
    assert all("generous" in hand for hand in hands)


# Favors


@pytest.mark.clause("yedo.clan.setup-conflict-timing")
def test_no_favor_takes_effect_before_all_are_chosen_and_the_powers_lie_open() -> None:
    game = drafted(3)
    order = game.state.order[::-1]
    for seat, favor in zip(order[:2], ("money", "blessing"), strict=True):
        game = game.when(seat, TakeFavor(favor)).citing("yedo.setup.favor-choice-order", FavorTaken)
        assert game.state.belongings.mon == (12, 12, 12)
        assert game.state.belongings.blessings == (False,) * 3
        assert game.state.hands.blackmail == (0, 0, 0)
    game = game.when(order[2], TakeFavor("bonus"))
    kinds = [type(fact).__name__ for fact in game.facts]
    assert kinds.index("PowersRevealed") < kinds.index("BlessingTaken") < kinds.index("CardsLookedAt")
    assert kinds.index("BlackmailTaken") < kinds.index("BlessingTaken")


@pytest.mark.clause("yedo.clan.favor-interaction", "yedo.clan.wise-auction")
def test_the_wise_sees_five_weapons_with_the_favor_of_weapons() -> None:
    game = having_power("wise")
    wise = game.state.order[-1]
    game = favored(game, "weapon", "money", "blessing")
    assert game.asks() == [(wise, "KeepDrawn")]
    drawn = game.state.stacks.looking.cards
    assert len(drawn) == 5
    game = game.when(wise, KeepWeapon(drawn[0]))
    assert game.state.weaponry.weapons[wise] == (drawn[0],)
    assert Counter(game.state.weaponry.weapon_discard) == Counter(drawn[1:])


# The module


@pytest.mark.clause("yedo.advanced.modules-first")
def test_the_regular_set_up_holds_where_the_module_says_nothing() -> None:
    game = drafted(3)
    assert game.state.belongings.mon == (12, 12, 12)
    assert {len(hand) for hand in game.state.hands.missions} == {4}
    assert game.state.scoring.points == (1, 1, 1)


@pytest.mark.clause("yedo.limit.clan-power-or-character")
def test_a_player_has_one_clan_power() -> None:
    game = favored(drafted(4), "blessing", "money", "bonus", "weapon")
    assert len(set(game.state.clans.powers)) == 4


@pytest.mark.clause("yedo.setup.kill-the-shogun-short-game", "yedo.ruling.black-deck")
def test_kill_the_shogun_is_in_a_short_game_with_a_module() -> None:
    def shoguns(**options: object) -> int:
        state = opened(3, rounds=6, sets="classic", **options).state
        return sum(CONTENT.missions[m].set == "kill-the-shogun" for m in state.pile("black").cards)

    assert (shoguns(), shoguns(clan_powers=True)) == (0, 1)


@pytest.mark.clause("yedo.components.modules")
def test_a_pack_may_come_without_clan_powers_and_then_they_are_not_offered() -> None:
    files = read_pack("domain.games.yedo")
    without = pack.read({name: text for name, text in files.items() if name != "clan_powers.toml"})
    assert without.clan_powers == {}
    assert len(CONTENT.clan_powers) == 6
    rules = type(RULES)(without)
    with pytest.raises(BadOptions) as refused:
        rules.check_opening(rules.parse_options({"clan_powers": True}), 3)
    assert refused.value.clause == "yedo.components.modules"
    five = files["clan_powers.toml"].replace(b'id = "wise"', b'id = "wealthy"')
    with pytest.raises(BadContent):
        pack.read({**files, "clan_powers.toml": five})


def test_every_power_is_described() -> None:
    texts = {power.id: power_text(power) for power in CONTENT.clan_powers.values()}
    assert texts["wealthy"].startswith("Begin with more Mon: 10 in 6 rounds")
    assert texts["wise"] == "Whenever you draw cards of a deck or Weapons from the bag, look at 2 more."
    assert len(set(texts.values())) == 6
    label = next(choice for choice in RULES.choices(opened(2, **CLAN).state) if not choice.standing)
    state = opened(2, **CLAN).state
    assert all(label.label(state, move, "AB").startswith("keep The ") for move in label.moves(state))
