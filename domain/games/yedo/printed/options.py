"""The options of a game and the parameters that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.coop_options import CoopOptions, check_coop
from domain.games.yedo.printed.entries import (
    ACTION_SETS,
    EVENT_SETS,
    MISSION_SETS,
    ActionSet,
    ChosenMissionSet,
    EventSet,
    HasIcon,
)
from domain.games.yedo.printed.terms import Colour
from domain.kernel.language import Later, later
from domain.kernel.options import BadOptions
from domain.kernel.words import title

SHORT_GAME = 6
"""The rounds of the shortest game, which has no Kill the Shogun card (yedo.setup.kill-the-shogun-short-game)."""
FEWEST, MOST = 2, 5
"""The number of players for which the board is printed."""
MISSIONS_PER_SEAT = 4
"""The Basic Missions in a game for each seat (yedo.setup.basic-mission-count)."""


class YedoOptions(CoopOptions, frozen=True, forbid_unknown_fields=True):
    """The options of a game; its length follows yedo.advanced.game-length.

    `sets` names a combination of card sets; with "own" the three lists name them, otherwise they stay empty. `black`
    says whether there are Black Missions; "auto" leaves them out where the rulebook advises it. With `gifts` a trade
    may give something for nothing. `teahouse`, `specialists`, `clan_powers` and `jesuits` are modules; every length of
    the game allows them, except that the shortest excludes the Jesuits (yedo.advanced.long-game-modules). The other
    options belong to the module Shogun Must Die, whose board gives the number of rounds.
    """

    rounds: Literal[6, 8, 11] = 6
    sets: Literal["first-game", "classic", "crossroads", "blades", "own"] = "first-game"
    black: Literal["auto", "in", "out"] = "auto"
    action_sets: tuple[ActionSet, ...] = ()
    event_sets: tuple[EventSet, ...] = ()
    mission_sets: tuple[ChosenMissionSet, ...] = ()
    gifts: bool = False
    specialists: bool = False
    teahouse: bool = False
    clan_powers: bool = False
    jesuits: bool = False

    @property
    def counts_earnings(self) -> bool:
        """Whether Mon gained from a Mission are counted, as a Mission of the Specialists requires."""
        return self.specialists


MODULES = ("teahouse", "specialists", "clan_powers", "jesuits", "shogun_must_die")
"""The options that choose modules."""
PRINTED: tuple[tuple[str, Later, Callable[[YedoContent], object]], ...] = (
    (
        "specialists",
        later("This content has no Specialists."),
        lambda content: content.specialists and content.missions_of["specialists"],
    ),
    ("teahouse", later("This content has no Characters."), lambda content: content.characters),
    ("clan_powers", later("This content has no Clan Powers."), lambda content: content.clan_powers),
)
"""The options of modules that a content pack may lack, the message for that case, and the required printed things."""


class Parameters(msgspec.Struct, frozen=True):
    """The parameters that options and seats determine for the whole game.

    `spaces` are the assignment spaces that the number of seats leaves open. `colours` are the Mission decks in play.
    `action_deck`, `event_deck` and `missions` are the cards before the deal, sorted; chance brings some of `basic`, and
    one or none of `shogun`, into the game. `jesuits` are the Missions of that module.

    With Shogun Must Die `coop` is True, and `solo` says whether one player plays alone; `bonus_deck`, `characters`,
    `powers` and the other lists leave out what does not fit. `winning` are the Kill the Shogun cards, one of which is
    on Winning Conditions.
    """

    seats: int
    rounds: int
    spaces: tuple[str, ...]
    colours: tuple[Colour, ...]
    groups: bool
    annexes: int
    geishas: tuple[int, ...]
    action_deck: tuple[str, ...]
    event_deck: tuple[str, ...]
    missions: tuple[str, ...]
    basic: tuple[str, ...]
    basic_count: int
    shogun: tuple[str, ...]
    jesuits: tuple[str, ...] = ()
    coop: bool = False
    solo: bool = False
    bonus_deck: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    winning: tuple[str, ...] = ()

    @property
    def daimyo(self) -> int | None:
        """The side of the Daimyo, the number after the last seat, or None in a game without it."""
        return self.seats if self.coop else None

    @property
    def stand_in(self) -> int:
        """The number of players beyond the real ones for whom spaces are counted (yedo.coop.extra-player-setup)."""
        return int(self.coop)


class Sets(msgspec.Struct, frozen=True):
    """The sets of cards in a game."""

    action: tuple[ActionSet, ...]
    event: tuple[EventSet, ...]
    mission: tuple[ChosenMissionSet, ...]


def chosen_sets(content: YedoContent, options: YedoOptions) -> Sets:
    """Return the sets that options name, in the order of the rulebook.

    The Missions of the Specialists replace the last set of a preset.
    """
    if options.sets == "own":
        named = Sets(options.action_sets, options.event_sets, options.mission_sets)
    else:
        preset = content.presets[options.sets]
        missions = preset.mission_sets
        if options.specialists and "specialists" not in missions:
            missions = (*missions[:-1], "specialists")
        named = Sets(preset.action_sets, preset.event_sets, missions)
    return Sets(
        tuple(name for name in ACTION_SETS if name in named.action),
        tuple(name for name in EVENT_SETS if name in named.event),
        tuple(name for name in MISSION_SETS if name in named.mission),
    )


def check(content: YedoContent, options: YedoOptions, seats: int) -> None:
    """Raise BadOptions for sets and modules that cannot be combined, or that the content lacks."""
    for name, why, printed in PRINTED:
        if getattr(options, name) and not printed(content):
            raise BadOptions(f"/options/{name}", why, "yedo.components.modules")
    check_coop(content, options, seats)
    if options.shogun_must_die:
        _check_with_coop(content, options)
    if options.jesuits:
        _check_jesuits(content, options)
    lists: tuple[tuple[str, Sequence[str]], ...] = (
        ("action_sets", options.action_sets),
        ("event_sets", options.event_sets),
        ("mission_sets", options.mission_sets),
    )
    for name, chosen in lists:
        if options.sets != "own" and chosen:
            why = later(
                'The sets of "{sets}" are given: leave {name} empty, or choose "own" sets.',
                sets=options.sets,
                name=name,
            )
            raise BadOptions(f"/options/{name}", why, "yedo.setup.first-game-sets")
        for place, kind in enumerate(chosen):
            if kind in chosen[:place]:
                why = later("The set {kind!r} is named twice; there is one of each.", kind=kind)
                raise BadOptions(f"/options/{name}/{place}", why, "yedo.ruling.number-of-sets")
    if options.sets == "own":
        _check_own_sets(options)


def _check_with_coop(content: YedoContent, options: YedoOptions) -> None:
    """Raise BadOptions for anything that Shogun Must Die excludes."""
    if options.rounds != YedoOptions().rounds:
        why = later("Shogun Must Die is played over 7 rounds: leave rounds out.")
        raise BadOptions("/options/rounds", why, "yedo.coop.rounds")
    if options.black == "out":
        why = later("Shogun Must Die has Black Missions: leave black out.")
        raise BadOptions("/options/black", why, "yedo.ruling.black-deck")
    if options.jesuits:
        why = later("The Jesuits come with an Event, and Shogun Must Die has none: leave the module out.")
        raise BadOptions("/options/jesuits", why, "yedo.ruling.coop-modules")
    for kind in chosen_sets(content, options).mission:
        if kind in content.together.barred_sets:
            where = "mission_sets" if options.sets == "own" else "sets"
            why = later(
                "The Missions of the set {kind} are not for Shogun Must Die: choose other sets.",
                kind=Later(title, kind),
            )
            raise BadOptions(f"/options/{where}", why, "yedo.components.no-coop-icon")
    cards = content.action_deck(chosen_sets(content, options).action)
    if cards and not any(content.action_cards[card].coop for card in cards):
        why = later("None of these Action Cards are for Shogun Must Die: name another set.")
        raise BadOptions("/options/action_sets", why, "yedo.coop.remove-icon")


def _check_jesuits(content: YedoContent, options: YedoOptions) -> None:
    if not (content.jesuits_events and content.missions_of["jesuits"]):
        raise BadOptions("/options/jesuits", later("This content has no Jesuits."), "yedo.components.modules")
    if options.rounds == SHORT_GAME:
        why = later("Jesuits Bidding needs time: play 8 or 11 rounds, or leave the module out.")
        raise BadOptions("/options/jesuits", why, "yedo.jesuits.length")


def _check_own_sets(options: YedoOptions) -> None:
    if not options.action_sets:
        why = later("Name at least one set of Action Cards; two or three are recommended.")
        raise BadOptions("/options/action_sets", why, "yedo.setup.action-set-count")
    if options.shogun_must_die:
        if options.event_sets:
            why = later("Shogun Must Die is played without Event Cards: leave event_sets empty.")
            raise BadOptions("/options/event_sets", why, "yedo.coop.no-events")
    elif len(options.event_sets) < 2:
        why = later("Name at least two sets of Event Cards.")
        raise BadOptions("/options/event_sets", why, "yedo.advanced.event-sets")
    if {"closed-districts", "closed-locations"} <= set(options.event_sets):
        why = later("Closed Districts and Closed Locations cannot be combined: together they close too much.")
        raise BadOptions("/options/event_sets", why, "yedo.ruling.closing-events-apart")
    if len(options.mission_sets) < 2:
        why = later("Name at least two sets of Missions besides Basic; exactly two are recommended.")
        raise BadOptions("/options/mission_sets", why, "yedo.setup.mission-sets")
    if "specialists" in options.mission_sets and not options.specialists:
        why = later("The Missions of the Specialists need the module: play with specialists, or name another set.")
        raise BadOptions("/options/mission_sets", why, "yedo.components.specialist-missions-module")


def parameters(content: YedoContent, options: YedoOptions, seats: int) -> Parameters:
    """Compute the parameters of checked options for a number of players.

    With the Daimyo no Kill the Shogun card is in the Black deck (yedo.coop.kill-apart), and a solo player uses the
    numbers for two if none are printed for one (yedo.ruling.solo-set-up).
    """
    coop = options.shogun_must_die
    rounds = content.together.game.rounds if coop else options.rounds
    sets = chosen_sets(content, options)
    black = options.black == "in" or (options.black == "auto" and not _first_game(options))
    shogun = content.missions_of["kill-the-shogun"]
    in_deck = black and not coop and (rounds != SHORT_GAME or uses_modules(options))
    missions = content.chosen_missions(sets.mission)
    jesuits = content.missions_of["jesuits"] if options.jesuits else ()
    entry = content.seats[max(seats, FEWEST)]

    def fitting(cards: Iterable[str], entries: Mapping[str, HasIcon]) -> tuple[str, ...]:
        return tuple(card for card in cards if not coop or entries[card].coop)

    return Parameters(
        seats=seats,
        rounds=rounds,
        spaces=_open_spaces(content, options, seats),
        colours=("green", "yellow", "red", "black") if black else ("green", "yellow", "red"),
        groups=entry.groups and not coop,
        annexes=entry.annexes,
        geishas=tuple(sorted(content.seats[max(seats + coop, FEWEST)].geishas)),
        action_deck=fitting(content.action_deck(sets.action), content.action_cards),
        event_deck=() if coop else content.event_deck(sets.event),
        missions=fitting((m for m in missions if black or content.missions[m].colour != "black"), content.missions),
        basic=fitting(content.missions_of["basic"], content.missions),
        basic_count=MISSIONS_PER_SEAT * seats,
        shogun=shogun if in_deck else (),
        jesuits=tuple(m for m in jesuits if black or content.missions[m].colour != "black"),
        coop=coop,
        solo=coop and seats == 1,
        bonus_deck=fitting(sorted(content.bonus_cards), content.bonus_cards),
        characters=fitting(sorted(content.characters), content.characters),
        powers=fitting(sorted(content.clan_powers), content.clan_powers),
        winning=shogun if coop else (),
    )


def _open_spaces(content: YedoContent, options: YedoOptions, seats: int) -> tuple[str, ...]:
    """Return the spaces that stay open: with the Daimyo those for one more player, but for two players in a solo game.

    See yedo.coop.extra-player-setup, yedo.coop.extra-player-solo and yedo.coop.temple-option.
    """
    counted = max(seats + options.shogun_must_die, FEWEST)
    covered = [space.id for space in content.spaces.values() if counted < space.seats <= MOST]
    uncovered = [space for space in covered if content.spaces[space].district == "temple"]
    more = uncovered[:1] if options.second_temple_space else []
    return tuple(space.id for space in content.spaces.values() if space.seats <= counted or space.id in more)


def uses_modules(options: YedoOptions) -> bool:
    """Return whether any module is in use, which brings Kill the Shogun into short games (yedo.ruling.black-deck)."""
    return any(getattr(options, name) for name in MODULES)


def _first_game(options: YedoOptions) -> bool:
    """Return whether the rulebook advises against Black Missions.

    It does for the first game, unless both the Specialists and the Teahouse are used
    (yedo.setup.black-removed-first-game, yedo.ruling.black-deck).
    """
    if options.shogun_must_die:
        return False
    both = options.specialists and options.teahouse
    return options.sets == "first-game" and options.rounds == SHORT_GAME and not both
