"""Heroes: drawing, playing by strength or by an ability, discarding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from domain.games.daimyo.actions import dice
from domain.games.daimyo.facts.heroes import HeroDiscarded, HeroLaidDown, HeroPlayed
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import CardEffect, Deed, Question, Step, deed_of, do, name_card
from domain.games.daimyo.verbs.describe import HEROES, describe, some
from domain.games.daimyo.verbs.subjects import hero_subject
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.games.daimyo.verbs.turn_menu import TurnAction, TurnMenu
from domain.kernel.audience import Public
from domain.kernel.choice import Move, Subject
from domain.kernel.content import KEPT
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import explain, title


class PlayHeroCard(TurnAction, frozen=True, gc=False):
    """Play a hero from hand."""

    hero: Public[str]

    rank = 2

    @classmethod
    def offered(cls, state: DaimyoState, menu: TurnMenu) -> Iterable[PlayHeroCard]:
        return map(PlayHeroCard, heroes_matching_dice(state, menu.seat)) if menu.hero else ()

    def label(self) -> str:
        return say("play {hero}", hero=title(self.hero))

    def deed(self, state: DaimyoState, menu: TurnMenu) -> str:
        return label_of_play(state, self)

    def act(self, table: DaimyoTable, menu: TurnMenu) -> TurnMenu:
        with table.citing("daimyo.hero.exact-strength"):
            play(table, menu.seat, self.hero)
        return replace(menu, hero=False)

    def why_not(self, state: DaimyoState, menu: TurnMenu) -> IllegalMove:
        if not menu.hero:
            return IllegalMove(
                "daimyo.hero.one-per-turn", say("You have already played a hero by strength in this turn.")
            )
        if self.hero not in playable_heroes(state, menu.seat):
            return why_not_play(state, menu.seat, self.hero)
        strength = state.content.heroes[self.hero].strength
        return IllegalMove(
            "daimyo.hero.exact-strength", say("No dice of yours add up to {strength}.", strength=strength)
        )


class DiscardForDie(TurnAction, frozen=True, gc=False):
    """Discard a hero to turn the die on a space by 1."""

    hero: Public[str]
    space: Public[str]
    by: Public[int]

    rank = 5

    @classmethod
    def offered(cls, state: DaimyoState, menu: TurnMenu) -> Iterable[DiscardForDie]:
        hand = state.hands.hand[menu.seat]
        turns = dice.possible_turns(state, menu.seat, (1, -1)) if hand else ()
        return (DiscardForDie(hero, space, by) for hero in hand for space, by in turns)

    def label(self) -> str:
        return say(
            "discard {hero}: {by:+} on the die on {space}", hero=title(self.hero), by=self.by, space=title(self.space)
        )

    def act(self, table: DaimyoTable, menu: TurnMenu) -> TurnMenu:
        with table.citing("daimyo.hero-discard.modify-die"):
            table.emit(HeroDiscarded(table.clause, menu.seat, self.hero))
            dice.turn_die(table, menu.seat, self.space, self.by)
        return menu

    def why_not(self, state: DaimyoState, menu: TurnMenu) -> IllegalMove:
        if self.hero not in state.hands.hand[menu.seat]:
            why = say("You do not hold {hero!r}.", hero=title(self.hero))
            return IllegalMove("daimyo.hero-discard.modify-die", why)
        return dice.why_not_turn(state, menu.seat, self.space)


class DiscardHeroCard(Move, frozen=True, gc=False):
    """Discard a hero from hand."""

    hero: Public[str]

    def label(self) -> str:
        return say("discard {hero}", hero=title(self.hero))


class LayDownHero(Step, frozen=True, gc=False):
    """A hero whose ability has been resolved goes to the discard pile."""

    seat: int
    hero: str

    clause = "daimyo.hero.to-discard"

    def run(self, table: DaimyoTable) -> None:
        table.emit(HeroLaidDown(table.clause, self.seat, self.hero))


class ChooseHeroToPlay(Question[PlayHeroCard], frozen=True, gc=False):
    """Play a hero without matching its strength."""

    deed: Deed

    clause = "daimyo.clan-ability.noble"
    prompt = "Choose a hero to play without dice."
    public = False
    automatic = False

    def subjects(self, state: DaimyoState) -> tuple[Subject, ...]:
        return tuple(hero_subject(state, hero) for hero in playable_heroes(state, self.deed.owner))

    def moves(self, state: DaimyoState) -> Iterator[PlayHeroCard]:
        return map(PlayHeroCard, playable_heroes(state, self.deed.owner))

    def label(self, state: DaimyoState, move: PlayHeroCard, names: Sequence[str]) -> str:
        return label_of_play(state, move)

    def resolve(self, table: DaimyoTable, move: PlayHeroCard) -> None:
        play(table, self.deed.owner, move.hero)

    def why_not(self, state: DaimyoState, move: PlayHeroCard) -> IllegalMove | None:
        return why_not_play(state, self.deed.owner, move.hero)


class ChooseHeroToDiscard(Question[DiscardHeroCard], frozen=True, gc=False):
    """Discard a number of heroes from hand."""

    deed: Deed
    left: int

    # daimyo.tile.adv.build-by-discard is one of the tiles that ask this question.
    clause = "daimyo.component.hero-card-anatomy"
    prompt = "Choose a hero to discard."
    public = False
    automatic = False

    def subjects(self, state: DaimyoState) -> tuple[Subject, ...]:
        return tuple(hero_subject(state, hero) for hero in state.hands.hand[self.deed.owner])

    def moves(self, state: DaimyoState) -> Iterator[DiscardHeroCard]:
        return map(DiscardHeroCard, state.hands.hand[self.deed.owner])

    def resolve(self, table: DaimyoTable, move: DiscardHeroCard) -> None:
        with table.citing(self.deed.clause):
            table.emit(HeroDiscarded(table.clause, self.deed.owner, move.hero))
        if self.left > 1 and table.state.hands.hand[self.deed.owner]:
            table.then(replace(self, left=self.left - 1))

    def why_not(self, state: DaimyoState, move: DiscardHeroCard) -> IllegalMove | None:
        return IllegalMove(self.deed.clause, say("The hero {hero!r} is not in your hand.", hero=title(move.hero)))


def playable_heroes(state: DaimyoState, seat: int) -> list[str]:
    """Return the heroes in hand that were not played this turn (daimyo.hero.faq.replay-in-round)."""
    return [hero for hero in state.hands.hand[seat] if hero not in state.hands.played]


def heroes_matching_dice(state: DaimyoState, seat: int) -> list[str]:
    """Return the playable heroes whose strength some of the placed dice add up to (daimyo.hero.exact-strength)."""
    sums = strengths(tuple(sorted(placed.die.value for placed in state.dice.placed[seat])))
    heroes = state.content.heroes
    return [hero for hero in playable_heroes(state, seat) if heroes[hero].strength in sums]


@lru_cache(KEPT)
def strengths(values: tuple[int, ...]) -> frozenset[int]:
    """Return all sums of one or more of these dice; heroes do not use dice up (daimyo.hero.dice-not-consumed)."""
    return frozenset(sum(pick) for count in range(1, len(values) + 1) for pick in combinations(values, count))


def label_of_play(state: DaimyoState, move: PlayHeroCard) -> str:
    """Name the played hero and say what it does."""
    return explain(move.label(), describe(state.content.heroes[move.hero].effects))


def why_not_play(state: DaimyoState, seat: int, hero: str) -> IllegalMove:
    """Explain why a hero cannot be played, whatever its strength."""
    if hero in state.hands.played:
        return IllegalMove(
            "daimyo.hero.faq.replay-in-round", say("{hero} has already been played in this turn.", hero=title(hero))
        )
    return IllegalMove("daimyo.hero.exact-strength", say("The hero {hero!r} is not in your hand.", hero=title(hero)))


def play(table: DaimyoTable, seat: int, hero: str) -> None:
    """Play a hero: first its ability, then it goes to the discard pile (daimyo.hero.faq.empty-deck-and-discard).

    The dice stay as they are: in daimyo.example.turn they also serve the clan ability.
    """
    table.emit(HeroPlayed(table.clause, seat, hero))
    card = table.state.content.heroes[hero]
    do(table, deed_of(seat, table.clause, name_card(table.state, f"hero/{hero}")), card.effects)
    table.then(LayDownHero(seat=seat, hero=hero))


class Draw(CardEffect, frozen=True):
    """Draw heroes from the owner's deck."""

    verb = "draw a hero"

    count: int = 1

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.draw(deed.owner, self.count)

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return deed.owner < state.seats

    def phrase(self) -> str:
        return say("draw {heroes}", heroes=some(self.count, HEROES))


class PlayHero(CardEffect, frozen=True):
    """Play a hero from hand without matching its strength."""

    verb = "play a hero"

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(ChooseHeroToPlay(seat=deed.seat, deed=deed))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return bool(playable_heroes(state, deed.owner))

    def phrase(self) -> str:
        return say("play a hero whatever its strength")


class DiscardHero(CardEffect, frozen=True):
    """Discard heroes from hand."""

    verb = "discard a hero"
    is_price = True

    count: int = 1

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(ChooseHeroToDiscard(seat=deed.seat, deed=deed, left=self.count))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return bool(state.hands.hand[deed.owner])

    def can_in_full(self, state: DaimyoState, deed: Deed) -> bool:
        return len(state.hands.hand[deed.owner]) >= self.count

    def phrase(self) -> str:
        return say("discard {heroes}", heroes=some(self.count, HEROES))
