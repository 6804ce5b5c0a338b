"""The options of a game and the parameters that follow from them."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.entries import Edition
from domain.games.daimyo.printed.vocabulary import parts
from domain.kernel.language import later
from domain.kernel.options import BadOptions, GameOptions

LEAST_HEROES = 12
"""The least number of heroes: a market, a visible card and a few more."""


class DaimyoOptions(GameOptions, frozen=True, forbid_unknown_fields=True):
    """The options of a game.

    `heroes` are the cards of the common deck that the players agreed on; an empty list means all of them. `difficulty`
    is only for the solo game, where null means normal.
    """

    edition: Literal["2021", "2019"] = "2021"
    boards: Literal["basic", "advanced"] = "basic"
    aggressive_heroes: bool = True
    difficulty: Literal["easy", "normal", "difficult"] | None = None
    heroes: tuple[str, ...] = ()


class Parameters(msgspec.Struct, frozen=True):
    """The parameters that options and seats determine for the whole game.

    `sides` are the kinds of all sides: the players by seat, then the mercenaries or the empire. `dice` counts blue,
    green and red dice. `heroes` is the common deck before the deal. `islands` names the islands in play, and thereby
    the colours of the relic tiles in the bag (daimyo.setup.relic-bag.1p, daimyo.setup.relic-bag.2p,
    daimyo.setup.relic-bag.3p, daimyo.setup.relic-bag.4p).
    """

    edition: Edition
    boards: Literal["basic", "advanced"]
    difficulty: Literal["easy", "normal", "difficult"] | None
    seats: int
    sides: tuple[Literal["player", "mercenaries", "empire"], ...]
    islands: tuple[str, ...]
    dice: tuple[int, int, int]
    heroes: tuple[str, ...]

    @property
    def solo(self) -> bool:
        """Whether one human plays against the empire."""
        return self.seats == 1


def seats_of(options: DaimyoOptions) -> range:
    """Return how many may play: 2 to 4 by the rules of 2019, 1 to 4 by those of 2021 (daimyo.solo.overview)."""
    return range(2, 5) if options.edition == "2019" else range(1, 5)


def check(content: DaimyoContent, options: DaimyoOptions, seats: int) -> None:
    """Raise BadOptions for a combination that no edition of the rules allows."""
    if options.edition == "2019" and options.boards == "advanced":
        why = later("The advanced sides of the mini-boards came with the edition of 2021; 2019 has the basic ones.")
        raise BadOptions("/options/boards", why, "daimyo.setup.player.mini-boards.basic")
    if options.difficulty is not None and seats > 1:
        why = later("Only the solo game has a difficulty; leave it out with two players or more.")
        raise BadOptions("/options/difficulty", why, "daimyo.solo.setup.normal")
    _check_heroes(content, options)
    left = len(_heroes(content, options, seats))
    if left < LEAST_HEROES:
        why = later(
            "Only {left} heroes would be in the deck; at least {least} are needed.", left=left, least=LEAST_HEROES
        )
        raise BadOptions("/options/heroes", why, "daimyo.setup.hero-market")


def _check_heroes(content: DaimyoContent, options: DaimyoOptions) -> None:
    known = set(content.common_heroes)
    seen: set[str] = set()
    for place, hero in enumerate(options.heroes):
        pointer = f"/options/heroes/{place}"
        if hero not in known:
            raise BadOptions(
                pointer,
                later("There is no hero {hero!r} in the common deck.", hero=hero),
                "daimyo.component.hero-cards",
            )
        if hero in seen:
            why = later("The hero {hero!r} is named twice; there is one card of each.", hero=hero)
            raise BadOptions(pointer, why, "daimyo.component.hero-cards")
        seen.add(hero)


def parameters(content: DaimyoContent, options: DaimyoOptions, seats: int) -> Parameters:
    """Compute the parameters of checked options for a number of players."""
    sides: list[Literal["player", "mercenaries", "empire"]] = ["player"] * seats
    # daimyo.mercenaries.module, daimyo.mercenaries.none.2019, daimyo.solo.overview
    if seats == 1:
        sides.append("empire")
    elif seats == 2 and options.edition == "2021":
        sides.append("mercenaries")
    pool = next(p for p in content.dice if (p.edition, p.seats) == (options.edition, seats))
    return Parameters(
        options.edition,
        options.boards,
        (options.difficulty or "normal") if seats == 1 else None,
        seats,
        tuple(sides),
        content.islands_in_play[seats],
        (pool.blue, pool.green, pool.red),
        _heroes(content, options, seats),
    )


def _heroes(content: DaimyoContent, options: DaimyoOptions, seats: int) -> tuple[str, ...]:
    """Return the common deck (daimyo.setup.heroes-aggressive-optional, daimyo.solo.setup.heroes-removed)."""
    chosen = options.heroes or content.common_heroes
    solo = seats == 1
    kept = [
        hero
        for hero in chosen
        if not (content.heroes[hero].aggressive and (solo or not options.aggressive_heroes))
        and not (solo and uses_an_opponents_clan(content, hero))
    ]
    return tuple(sorted(kept))


def uses_an_opponents_clan(content: DaimyoContent, hero: str) -> bool:
    """Return whether a hero uses the ability of an opponent's clan (daimyo.hero-card.sample-opponent-clan-ability)."""
    return any(part.of_opponents for part in parts(content.heroes[hero].effects))
