"""Checks of Shogun Must Die in a content pack: its numbers and tables, and the remaining cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product

from domain.games.yedo.checks.emperor_checks import check_emperor_cards
from domain.games.yedo.printed.content import MISSION_FILES, YedoContent
from domain.games.yedo.printed.coop_content import COOP, DAIMYO, EMPEROR, OPEN_PLACE, CoopContent
from domain.games.yedo.printed.emperor_entries import EMPEROR_COLOURS, GOAL_COLUMNS, GOAL_LEVELS, MOODS, EmperorColour
from domain.games.yedo.printed.entries import MISSION_SETS, HasIcon, MissionSet
from domain.games.yedo.printed.terms import DISTRICTS
from domain.kernel.content_checks import in_field, require, require_counts
from domain.kernel.language import Later, later

COUNTS: dict[EmperorColour, int] = {"green": 9, "yellow": 9, "red": 12}
"""The Emperor Cards of the box by colour (yedo.coop.components)."""
DAIMYO_DISCIPLES = 4
"""The Disciples of the Daimyo (yedo.coop.daimyo-color)."""
SEATS = range(1, 5)
ALWAYS: tuple[MissionSet, ...] = ("basic", "kill-the-shogun")
"""The sets of Missions that are in every game."""
MOST = 4
"""The most players that the module allows (yedo.coop.player-count)."""


def check_coop(content: YedoContent) -> None:
    """Raise BadContent with file, entry and reason unless Shogun Must Die can be played, if the pack has it."""
    if content.coop is None:
        return
    _check_box(content)
    _check_numbers(content, content.coop)
    _check_decks(content.coop)
    _check_goals(content.coop)
    _check_daimyo_cards(content)
    _check_left(content, content.coop)
    check_emperor_cards(content)


def _check_box(content: YedoContent) -> None:
    box = {component.id: component.count for component in content.components.values()}
    cards = (("emperor-card", EMPEROR, len(content.emperor_cards)), ("daimyo-card", DAIMYO, len(content.daimyo_cards)))
    require_counts(box, cards)
    for colour in EMPEROR_COLOURS:
        found = len(content.emperor_of[colour])
        why = later("{found} of them, but the box holds {count}", found=found, count=COUNTS[colour])
        require(found == COUNTS[colour], EMPEROR, later("{colour} cards", colour=colour), why)


def _check_numbers(content: YedoContent, coop: CoopContent) -> None:
    for field in ("rounds", "least_stake", "trade_unit"):
        require(getattr(coop.game, field) >= 1, COOP, in_field("game", field), later("it is 1 or more"))
    for field in ("drop_out", "interference", "winning_cards"):
        require(getattr(coop.game, field) >= 0, COOP, in_field("game", field), later("it is 0 or more"))
    start = coop.daimyo
    for pool, reserve in (("pool", "reserve"), ("master_pool", "master_reserve")):
        disciples = getattr(start, pool) + getattr(start, reserve)
        why = later(
            "the Daimyo has {disciples} Disciples, {pool} and {reserve} together",
            disciples=DAIMYO_DISCIPLES,
            pool=pool,
            reserve=reserve,
        )
        require(disciples == DAIMYO_DISCIPLES and getattr(start, reserve) >= 0, COOP, in_field("daimyo", pool), why)
    why = later(
        "a side begins with {house} Disciples, and the Master Daimyo with no fewer than others",
        house=content.start.house,
    )
    require(content.start.house <= start.pool <= start.master_pool, COOP, in_field("daimyo", "pool"), why)
    why = later("it is the second, so that a first card that repeats the one to its right finds it face up")
    require(start.open_card == OPEN_PLACE + 1, COOP, in_field("daimyo", "open_card"), why)
    why = later("it names every District once")
    require(sorted(start.priorities) == sorted(DISTRICTS), COOP, in_field("daimyo", "priorities"), why)


def _check_decks(coop: CoopContent) -> None:
    """Check that each mood and number of players has a stack that the box can fill."""
    rows = Counter((deck.mood, deck.seats) for deck in coop.deck_entries)
    for mood, seats in product(MOODS, SEATS):
        why = later("{found} stacks for it: there is one for each mood and 1 to 4 players", found=rows[mood, seats])
        require(rows[mood, seats] == 1, COOP, _name_deck(mood, seats), why)
    for deck in coop.deck_entries:
        place = _name_deck(deck.mood, deck.seats)
        require(deck.seats in SEATS, COOP, in_field(place, "seats"), later("it is a number from 1 to 4"))
        why = later("{clause!r} is not a clause of Yedo", clause=deck.clause)
        require(deck.clause.startswith("yedo."), COOP, in_field(place, "clause"), why)
        why = later(
            "it has {cards} cards, but one is turned up in each of {rounds} rounds",
            cards=len(deck.cards),
            rounds=coop.game.rounds,
        )
        require(len(deck.cards) == coop.game.rounds, COOP, in_field(place, "cards"), why)
        apart = Counter[EmperorColour]({"yellow": coop.game.winning_cards})
        for colour, count in (Counter(deck.cards) + apart).items():
            why = later(
                "{count} {colour} cards with those on Winning Conditions, but the box holds {held}",
                count=count,
                colour=colour,
                held=COUNTS[colour],
            )
            require(count <= COUNTS[colour], COOP, in_field(place, "cards"), why)


def _name_deck(mood: str, seats: int) -> Later:
    return later("deck {mood!r} for {seats}", mood=mood, seats=seats)


def _check_goals(coop: CoopContent) -> None:
    """Check that every column has its three goals; the rulebook does not print them (yedo.coop.objectives-numbers)."""
    names = Counter((goal.column, goal.level) for goal in coop.goal_entries.values())
    for column, level in product(GOAL_COLUMNS, GOAL_LEVELS):
        why = later("{found} goals for it: there is one for each column and level", found=names[column, level])
        require(names[column, level] == 1, COOP, f"goal {column!r} {level!r}", why)
    for goal in coop.goal_entries.values():
        why = later('the rulebook does not print the goals: write "house"')
        require(goal.source != "rulebook", COOP, in_field(f"goal {goal.id!r}", "source"), why)
        require(goal.target >= 1, COOP, in_field(f"goal {goal.id!r}", "target"), later("it is 1 or more"))
    for column in GOAL_COLUMNS:
        targets = [coop.goals[column, level] for level in GOAL_LEVELS]
        why = later("a harder goal is not lower than an easier one")
        require(targets == sorted(targets), COOP, in_field(f"goal {column!r}", "target"), why)
    errands = coop.game.rounds + coop.game.winning_cards
    why = later("there are {errands} Errands in a game", errands=errands)
    require(coop.goals["errands", "hard"] <= errands, COOP, in_field("goal 'errands'", "target"), why)


def _check_daimyo_cards(content: YedoContent) -> None:
    repeating = sum(card.district == "repeat" for card in content.daimyo_cards.values())
    why = later("at most one repeats the card beside it, or two would repeat each other")
    require(repeating <= 1, DAIMYO, in_field("daimyo_card", "district"), why)


def _check_left(content: YedoContent, coop: CoopContent) -> None:
    """Check that there are enough cards without the icon for four players (yedo.coop.remove-icon)."""
    for kind in coop.barred_sets:
        for mission in content.missions_of[kind]:
            why = later("the set {kind!r} bears the icon, and so do its cards: coop = false", kind=kind)
            require(
                not content.missions[mission].coop, MISSION_FILES[kind], in_field(f"mission {mission!r}", "coop"), why
            )
    _check_sets_left(content, coop)
    wanted = MOST * content.limits.bonus_cards + content.bidding.look
    _enough("bonus_cards.toml", _fitting(content.bonus_cards), wanted)
    if content.clan_powers:
        _enough("clan_powers.toml", _fitting(content.clan_powers), MOST + 1)
    if content.teahouse is not None:
        display = max(MOST + content.teahouse.beyond_players, content.teahouse.fewest)
        _enough("characters.toml", _fitting(content.characters), MOST + display)
    for favor in content.favors.values():
        character = content.characters.get(favor.character)
        why = later("this Character comes with a Favor, so it is in every game with the Teahouse")
        fits = character is None or character.coop
        require(fits, "characters.toml", in_field(f"character {favor.character!r}", "coop"), why)


def _check_sets_left(content: YedoContent, coop: CoopContent) -> None:
    """Check that there are sets of Missions to choose from, and that the sets in each preset have cards."""
    left: list[MissionSet] = [kind for kind in MISSION_SETS if kind not in coop.barred_sets and kind != "specialists"]
    why = later("two sets of Missions without the icon are needed beside those of modules")
    require(len(left) >= 2, COOP, "barred_mission_set", why)
    for kind in (*left, *ALWAYS):
        why = later("the set bears no icon, but all its cards do")
        fits = any(content.missions[mission].coop for mission in content.missions_of[kind])
        require(fits, MISSION_FILES[kind], f"set {kind!r}", why)
    wanted = MOST * (content.start.action_cards + content.limits.action_cards)
    for preset in content.presets.values():
        if not set(preset.mission_sets) & set(coop.barred_sets):
            cards = content.action_deck(preset.action_sets)
            _enough("action_cards.toml", sum(content.action_cards[card].coop for card in cards), wanted)


def _fitting(cards: Mapping[str, HasIcon]) -> int:
    return sum(card.coop for card in cards.values())


def _enough(file: str, found: int, wanted: int) -> None:
    why = later("{found} cards are left without the icon, but four players need {wanted}", found=found, wanted=wanted)
    require(found >= wanted, file, later("field {field}", field="coop"), why)
