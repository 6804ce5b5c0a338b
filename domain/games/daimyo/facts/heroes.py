"""Facts of heroes: the market, decks, hands and armies."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.daimyo.facts.base import DaimyoFact
from domain.games.daimyo.state import DaimyoState
from domain.kernel.audience import Private, Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.multiset import plus, without
from domain.kernel.words import count_noun, join_words, title


class MarketLaidOut(DaimyoFact, frozen=True, gc=False):
    """The heroes of the market from the first place to the last, and the visible top of the deck."""

    heroes: Public[tuple[str, ...]]
    top: Public[str | None]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        state.offers.market = self.heroes
        state.offers.top_hero = self.top
        taken = {*self.heroes, self.top}
        state.offers.hero_deck = tuple(hero for hero in state.offers.hero_deck if hero not in taken)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        market = say("The hero market: {heroes}.", heroes=join_words(map(title, self.heroes)))
        if self.top is None:
            return market
        return f"{market} {say('{hero} lies face up on the deck.', hero=title(self.top))}"


class MarketRefilled(DaimyoFact, frozen=True, gc=False):
    """The visible hero goes to the last place of the market, and the next card of the deck, if any, is turned up.

    Only games of rules version 1 have this fact; later ones have market-place-filled.
    """

    top: Public[str | None]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        if state.offers.top_hero is not None:
            state.offers.market = (*state.offers.market, state.offers.top_hero)
        state.offers.top_hero = self.top
        state.offers.hero_deck = tuple(hero for hero in state.offers.hero_deck if hero != self.top)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.top is None:
            return say("The visible hero comes to the last place of the hero market.")
        text = mark("The visible hero comes to the last place of the hero market, and {hero} is turned up.")
        return fill(translate(text), hero=title(self.top))


class MarketPlaceFilled(DaimyoFact, frozen=True, gc=False):
    """The visible hero takes the place of the hired one, and the next card of the deck, if any, is turned up.

    Places are counted from 0. Games of rules version 1 have a market-refilled fact instead.
    """

    place: Public[int]
    hero: Public[str]
    top: Public[str | None]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        state.offers.market = (*state.offers.market[: self.place], self.hero, *state.offers.market[self.place :])
        state.offers.top_hero = self.top
        state.offers.hero_deck = tuple(hero for hero in state.offers.hero_deck if hero != self.top)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        hero, place = title(self.hero), self.place + 1
        if self.top is None:
            return say("{hero} comes to place {n} of the hero market.", hero=hero, n=place)
        text = mark("{hero} comes to place {n} of the hero market, and {top} is turned up.")
        return fill(translate(text), hero=hero, n=place, top=title(self.top))


class HeroHired(DaimyoFact, frozen=True, gc=False):
    """A hero of the market goes to the hand of a player, or to the army of an automated side."""

    side: Public[int]
    hero: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.offers.market = without(state.offers.market, self.hero)
        if self.side < state.seats:
            state.hands.hand = replace_at(state.hands.hand, self.side, plus(state.hands.hand[self.side], self.hero))
        else:
            state.hands.discard = replace_at(
                state.hands.discard, self.side, plus(state.hands.discard[self.side], self.hero)
            )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} hires {hero}.", who=names[self.side], hero=title(self.hero))


class HeroDealt(DaimyoFact, frozen=True, gc=False):
    """A side gets a random hero of the deck face down; nobody has seen which."""

    side: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.offers.face_down += 1

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} gets a hero face down.", who=names[self.side])


class ArmyRevealed(DaimyoFact, frozen=True, gc=False):
    """The face-down heroes of a side are revealed."""

    side: Public[int]
    heroes: Public[tuple[str, ...]]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        state.offers.face_down -= len(self.heroes)
        state.offers.hero_deck = tuple(hero for hero in state.offers.hero_deck if hero not in self.heroes)
        state.hands.discard = replace_at(
            state.hands.discard, self.side, plus(state.hands.discard[self.side], *self.heroes)
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} had {heroes} face down.", who=names[self.side], heroes=join_words(map(title, self.heroes)))


class HeroDrawn(DaimyoFact, frozen=True, gc=False):
    """A player draws a hero from their own deck."""

    side: Public[int]
    hero: Private[str]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        state.hands.deck = replace_at(state.hands.deck, self.side, without(state.hands.deck[self.side], self.hero))
        state.hands.hand = replace_at(state.hands.hand, self.side, plus(state.hands.hand[self.side], self.hero))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if not viewer.shares((self.side,)):
            return say("{who} draws a hero.", who=names[self.side])
        return say("{who} draws {hero}.", who=names[self.side], hero=title(self.hero))


class DeckReshuffled(DaimyoFact, frozen=True, gc=False):
    """The discard pile of a player becomes the deck."""

    side: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.hands.deck = replace_at(
            state.hands.deck, self.side, plus(state.hands.deck[self.side], *state.hands.discard[self.side])
        )
        state.hands.discard = replace_at(state.hands.discard, self.side, ())

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} shuffles the discard pile into a new deck.", who=names[self.side])


class HeroPlayed(DaimyoFact, frozen=True, gc=False):
    """A hero is played and stays in play until its ability is resolved."""

    side: Public[int]
    hero: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.hands.hand = replace_at(state.hands.hand, self.side, without(state.hands.hand[self.side], self.hero))
        state.hands.in_play = (*state.hands.in_play, self.hero)
        state.hands.played = (*state.hands.played, self.hero)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} plays {hero}.", who=names[self.side], hero=title(self.hero))


class HeroLaidDown(DaimyoFact, frozen=True, gc=False):
    """A played hero goes to the discard pile."""

    side: Public[int]
    hero: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.hands.in_play = without(state.hands.in_play, self.hero)
        state.hands.discard = replace_at(
            state.hands.discard, self.side, plus(state.hands.discard[self.side], self.hero)
        )


class HeroDiscarded(DaimyoFact, frozen=True, gc=False):
    """A hero goes from hand to the discard pile, face up."""

    side: Public[int]
    hero: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.hands.hand = replace_at(state.hands.hand, self.side, without(state.hands.hand[self.side], self.hero))
        state.hands.discard = replace_at(
            state.hands.discard, self.side, plus(state.hands.discard[self.side], self.hero)
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} discards {hero}.", who=names[self.side], hero=title(self.hero))


class NothingDrawn(DaimyoFact, frozen=True, gc=False):
    """Deck and discard pile are empty, so a number of draws yield nothing."""

    side: Public[int]
    count: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: no card moves."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} has no hero to draw ({count} lost).", who=names[self.side], count=count_noun(self.count, "draw")
        )
