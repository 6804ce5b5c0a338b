"""Facts hold ids and effects since version 3 of the rules, and are told as those of version 2, which held phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import msgspec
import pytest
from msgspec import UNSET, UnsetType

from domain.games.yedo.coop.goals import goals
from domain.games.yedo.facts import sources
from domain.games.yedo.facts.base import CARD_NOUNS
from domain.games.yedo.facts.cards import CardPlayed
from domain.games.yedo.facts.coop.emperor import EmperorEventBegan, PenaltyBegan
from domain.games.yedo.facts.coop.errands import ErrandRewarded
from domain.games.yedo.facts.coop.stakes import EmperorRevealed, prices_text
from domain.games.yedo.facts.events import EventRevealed
from domain.games.yedo.facts.goods import PrestigeGained, PrestigeLost
from domain.games.yedo.facts.modules.teahouse import CharacterUsed
from domain.games.yedo.facts.sources import KINDS, SOURCES, is_source, name_source
from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.printed.options import YedoOptions
from domain.games.yedo.printed.term_words import MEASURES
from domain.games.yedo.views.phrases import name_or_retell
from domain.games.yedo.words.describe_cards import tell_event
from domain.games.yedo.words.describe_coop import list_penalty
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from domain.kernel.fact import Fact, english_fields, find_prose
from domain.kernel.language import LANGUAGES, speaking
from domain.kernel.table import Ended
from tests.domain.games.yedo.coop_games import coop
from tests.domain.games.yedo.game import CONTENT, RULES

NAMES = ("Anna", "Bela", "Cora", "Dora", "Elsa")
NEW = {"effects", "ends_jesuits"}
"""The fields that version 3 added."""
MODULES = {"teahouse": True, "specialists": True, "clan_powers": True}
GAMES: dict[str, tuple[dict[str, object], int]] = {
    "jesuits": ({"sets": "classic", "jesuits": True}, 2),
    "modules": ({"sets": "blades", **MODULES}, 4),
    "together": ({"shogun_must_die": True, **MODULES}, 3),
}


def steps(version: str, game: str) -> Iterator[tuple[Fact, ...]]:
    """Play a random game, the same one under every version, and yield the facts of each step."""
    rules, (options, seats), random = RULES.with_version(version), GAMES[game], Random(game)
    chance = Chance(random.randbytes(32))
    outcome = rules.open(msgspec.convert(options, YedoOptions), seats, chance)
    for number in range(2, 4000):
        yield outcome.facts
        if outcome.state.result is not None:
            return
        seat = rules.asked(outcome.state)[0]
        choice = next(found for found in rules.choices(outcome.state) if found.seat == seat)
        move = random.choice(list(choice.moves(outcome.state)))
        outcome = rules.decide(outcome.state, seat, move, chance.begin_step(number))
    raise AssertionError(f"the game {game} does not end")


@cache
def played(version: str, game: str) -> tuple[Fact, ...]:
    with speaking("en"):
        return tuple(fact for facts in steps(version, game) for fact in facts)


def told(version: str, game: str) -> list[str | None]:
    options, seats = GAMES[game]
    names = (*NAMES[:seats], *RULES.side_names(msgspec.convert(options, YedoOptions), seats))
    return [RULES.tell(fact, names, SPECTATOR) for fact in played(version, game)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_told_alike_whether_its_facts_hold_phrases_or_ids(game: str, language: str) -> None:
    with speaking(language):
        assert told("2", game) == told("3", game)


@pytest.mark.parametrize("game", GAMES)
def test_facts_of_version_3_hold_no_english_and_say_nothing_else_than_those_of_version_2(game: str) -> None:
    old, new = played("2", game), played("3", game)
    assert any(find_prose(fact) for fact in old)
    assert not any(find_prose(fact) for fact in new)
    for before, after in zip(old, new, strict=True):
        apart = {*english_fields(type(after)), *NEW, "result"}
        kept = [field for field in type(after).__struct_fields__ if field not in apart]
        assert type(before) is type(after)
        assert [getattr(before, field) for field in kept] == [getattr(after, field) for field in kept]
        if isinstance(after, PrestigeGained | PrestigeLost):
            assert is_source(after.what)


def test_the_games_hold_every_kind_of_fact_that_held_english() -> None:
    kinds = {fact for fact in RULES.fact_types if isinstance(fact, type) and english_fields(fact)}
    assert kinds - {type(fact) for game in GAMES for fact in played("3", game)} == {ErrandRewarded}


def card_facts(text: Callable[[str], str | UnsetType]) -> Iterator[Fact]:
    """Yield every fact that names a card, with `text` of the list that older versions stored."""
    for action in CONTENT.action_cards.values():
        yield CardPlayed("c", 0, action.id, text(describe(action.effects)))
    for character in CONTENT.characters.values():
        yield CharacterUsed("c", 0, character.id, text(describe(character.effects)))
    for event in CONTENT.events.values():
        for jesuits in (False, True):
            ends = jesuits and event.ends_jesuits
            yield EventRevealed("c", event.id, text(tell_event(event, jesuits)), ends if text("") is UNSET else UNSET)
    for card in CONTENT.emperor_cards.values():
        yield EmperorEventBegan("c", card.id, text(describe(card.event)))
        yield PenaltyBegan("c", card.id, text(list_penalty(card.penalty)))
        yield EmperorRevealed("c", card.id, text(prices_text(card.prices)))
        for option, reward in enumerate(card.errand.rewards, start=1):
            yield ErrandRewarded("c", 0, card.id, option, text(describe(reward)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_told_alike_whether_a_fact_holds_its_text_or_not(language: str) -> None:
    old, new = tuple(card_facts(lambda text: text)), tuple(card_facts(lambda text: UNSET))
    assert not any(map(find_prose, new))
    with speaking(language):
        for before, after in zip(old, new, strict=True):
            assert RULES.tell(before, NAMES, SPECTATOR) == RULES.tell(after, NAMES, SPECTATOR)


def test_every_source_is_named_in_words() -> None:
    ones = {
        "card": CONTENT.action_cards,
        "bonus-card": CONTENT.bonus_cards,
        "annex": CONTENT.annexes,
        "measure": MEASURES,
        "swap": CARD_NOUNS,
        "drawn-weapon": ("4",),
    }
    assert set(ones) == set(KINDS)
    found = [*SOURCES, *(f"{kind}/{one}" for kind, several in ones.items() for one in several)]
    names = [name_source(source) for source in found]
    assert all(map(is_source, found))
    assert all(name and "/" not in name for name in names)
    assert len(set(names)) == len(names)


def test_no_phrase_that_older_versions_stored_is_taken_for_an_id_of_something_else() -> None:
    phrases = {name_source(source) for source in SOURCES}
    assert {phrase for phrase in phrases if is_source(phrase) and name_source(phrase) != phrase} == set()


@pytest.mark.parametrize("text", ["swap/none", "measure/none", "card/none", "drawn-weapon/none", "none/such"])
def test_an_id_that_nothing_has_is_told_all_the_same(text: str) -> None:
    assert name_or_retell(text, CONTENT)
    assert RULES.tell(PrestigeGained("yedo.end.bonus", 0, 2, text), NAMES, SPECTATOR)


def test_goals_are_counted_by_ids_and_named_in_the_language_spoken() -> None:
    counted = [goal.what for goal in goals(coop(3).state)]
    assert counted == [sources.KILL_THE_SHOGUN, sources.LOWEST, sources.HIGHEST, sources.ERRANDS]
    (ended,) = (fact for fact in played("3", "together") if isinstance(fact, Ended))
    (words,) = (text for text in told("3", "together") if text and text.startswith("The game ends."))
    assert [goal.what for goal in ended.result.goals] == counted
    assert "Kill the Shogun 0 of 1, missed; Lowest Prestige" in words
    named = RULES.name_goals(ended.result)
    assert [goal.what for goal in named.goals][:2] == ["Kill the Shogun", "Lowest Prestige"]
    with speaking("fr"):
        assert RULES.name_goals(ended.result) == RULES.name_goals(named) != named
