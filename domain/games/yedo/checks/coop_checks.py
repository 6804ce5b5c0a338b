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
from domain.kernel.content_checks import require, require_counts

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
        why = f"{found} of them, but the box holds {COUNTS[colour]}"
        require(found == COUNTS[colour], EMPEROR, f"{colour} cards", why)


def _check_numbers(content: YedoContent, coop: CoopContent) -> None:
    for field in ("rounds", "least_stake", "trade_unit"):
        require(getattr(coop.game, field) >= 1, COOP, f"game, field {field}", "it is 1 or more")
    for field in ("drop_out", "interference", "winning_cards"):
        require(getattr(coop.game, field) >= 0, COOP, f"game, field {field}", "it is 0 or more")
    start = coop.daimyo
    for pool, reserve in (("pool", "reserve"), ("master_pool", "master_reserve")):
        disciples = getattr(start, pool) + getattr(start, reserve)
        why = f"the Daimyo has {DAIMYO_DISCIPLES} Disciples, {pool} and {reserve} together"
        require(disciples == DAIMYO_DISCIPLES and getattr(start, reserve) >= 0, COOP, f"daimyo, field {pool}", why)
    why = f"a side begins with {content.start.house} Disciples, and the Master Daimyo with no fewer than others"
    require(content.start.house <= start.pool <= start.master_pool, COOP, "daimyo, field pool", why)
    why = "it is the second, so that a first card that repeats the one to its right finds it face up"
    require(start.open_card == OPEN_PLACE + 1, COOP, "daimyo, field open_card", why)
    why = "it names every District once"
    require(sorted(start.priorities) == sorted(DISTRICTS), COOP, "daimyo, field priorities", why)


def _check_decks(coop: CoopContent) -> None:
    """Check that each mood and number of players has a stack that the box can fill."""
    rows = Counter((deck.mood, deck.seats) for deck in coop.deck_entries)
    for mood, seats in product(MOODS, SEATS):
        why = f"{rows[mood, seats]} stacks for it: there is one for each mood and 1 to 4 players"
        require(rows[mood, seats] == 1, COOP, f"deck {mood!r} for {seats}", why)
    for deck in coop.deck_entries:
        place = f"deck {deck.mood!r} for {deck.seats}"
        require(deck.seats in SEATS, COOP, f"{place}, field seats", "it is a number from 1 to 4")
        why = f"{deck.clause!r} is not a clause of Yedo"
        require(deck.clause.startswith("yedo."), COOP, f"{place}, field clause", why)
        why = f"it has {len(deck.cards)} cards, but one is turned up in each of {coop.game.rounds} rounds"
        require(len(deck.cards) == coop.game.rounds, COOP, f"{place}, field cards", why)
        apart = Counter[EmperorColour]({"yellow": coop.game.winning_cards})
        for colour, count in (Counter(deck.cards) + apart).items():
            why = f"{count} {colour} cards with those on Winning Conditions, but the box holds {COUNTS[colour]}"
            require(count <= COUNTS[colour], COOP, f"{place}, field cards", why)


def _check_goals(coop: CoopContent) -> None:
    """Check that every column has its three goals; the rulebook does not print them (yedo.coop.objectives-numbers)."""
    names = Counter((goal.column, goal.level) for goal in coop.goal_entries.values())
    for column, level in product(GOAL_COLUMNS, GOAL_LEVELS):
        why = f"{names[column, level]} goals for it: there is one for each column and level"
        require(names[column, level] == 1, COOP, f"goal {column!r} {level!r}", why)
    for goal in coop.goal_entries.values():
        why = 'the rulebook does not print the goals: write "house"'
        require(goal.source != "rulebook", COOP, f"goal {goal.id!r}, field source", why)
        require(goal.target >= 1, COOP, f"goal {goal.id!r}, field target", "it is 1 or more")
    for column in GOAL_COLUMNS:
        targets = [coop.goals[column, level] for level in GOAL_LEVELS]
        why = "a harder goal is not lower than an easier one"
        require(targets == sorted(targets), COOP, f"goal {column!r}, field target", why)
    errands = coop.game.rounds + coop.game.winning_cards
    why = f"there are {errands} Errands in a game"
    require(coop.goals["errands", "hard"] <= errands, COOP, "goal 'errands', field target", why)


def _check_daimyo_cards(content: YedoContent) -> None:
    repeating = sum(card.district == "repeat" for card in content.daimyo_cards.values())
    why = "at most one repeats the card beside it, or two would repeat each other"
    require(repeating <= 1, DAIMYO, "daimyo_card, field district", why)


def _check_left(content: YedoContent, coop: CoopContent) -> None:
    """Check that there are enough cards without the icon for four players (yedo.coop.remove-icon)."""
    for kind in coop.barred_sets:
        for mission in content.missions_of[kind]:
            why = f"the set {kind!r} bears the icon, and so do its cards: coop = false"
            require(not content.missions[mission].coop, MISSION_FILES[kind], f"mission {mission!r}, field coop", why)
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
        why = "this Character comes with a Favor, so it is in every game with the Teahouse"
        fits = character is None or character.coop
        require(fits, "characters.toml", f"character {favor.character!r}, field coop", why)


def _check_sets_left(content: YedoContent, coop: CoopContent) -> None:
    """Check that there are sets of Missions to choose from, and that the sets in each preset have cards."""
    left: list[MissionSet] = [kind for kind in MISSION_SETS if kind not in coop.barred_sets and kind != "specialists"]
    why = "two sets of Missions without the icon are needed beside those of modules"
    require(len(left) >= 2, COOP, "barred_mission_set", why)
    for kind in (*left, *ALWAYS):
        why = "the set bears no icon, but all its cards do"
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
    why = f"{found} cards are left without the icon, but four players need {wanted}"
    require(found >= wanted, file, "field coop", why)
