"""The empire of the solo game: three solo cards a round, steered by the human (daimyo.solo.overview).

It never draws or plays a hero (daimyo.solo.no-hero-play) and gets the Mighty Helmet only by its cards, never by a blue
die (daimyo.ruling.empire-helmet). The human plays by the normal rules (daimyo.solo.human-turns).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from domain.games.daimyo import draws
from domain.games.daimyo.facts.solo import EmpireAbilityCame, SoloCardRevealed
from domain.games.daimyo.facts.sources import INCOMPLETE_ACTION
from domain.games.daimyo.facts.turn import DieTaken, ShortfallSettled
from domain.games.daimyo.printed.entries import Colour, SoloCard
from domain.games.daimyo.state import DaimyoState, Die
from domain.games.daimyo.verbs.asking import Deed, DoEffects, Question, Step, describe_if_named, do, name_card
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate

HUMAN = 0
Group = Literal["1-2", "3-4", "5"]


class DieForEmpire(Move, frozen=True, gc=False):
    """Take a die for the empire and put it on a space of the solo card, 1 being the top one."""

    colour: Public[Colour]
    value: Public[int]
    space: Public[int]

    def label(self) -> str:
        return say(
            "the empire's die: {colour} {value} on space {space}",
            colour=translate(self.colour),
            value=self.value,
            space=self.space,
        )


class EmpireDie(Question[DieForEmpire], frozen=True, gc=False):
    """The human takes a die for the empire; then the two other spaces are carried out from top to bottom."""

    side: int

    clause = "daimyo.solo.empire-turn"
    prompt = "Take a die for the empire and put it on its card."

    def moves(self, state: DaimyoState) -> Iterator[DieForEmpire]:
        card = card_in_play(state)
        for die in dict.fromkeys(state.dice.pool):
            for number, space in enumerate(card.spaces, start=1):
                if space.colour == die.colour:
                    yield DieForEmpire(die.colour, die.value, number)

    def resolve(self, table: DaimyoTable, move: DieForEmpire) -> None:
        card = card_in_play(table.state)
        die = Die(move.colour, move.value)
        table.emit(DieTaken(table.clause, self.side, die, f"{card.id}/{move.space}"))
        for number in range(1, len(card.spaces) + 1):
            if number != move.space:
                table.then(EmpireAction(side=self.side, card=card.id, space=number), ActionOver(side=self.side))
        table.then(NextCard())

    def why_not(self, state: DaimyoState, move: DieForEmpire) -> IllegalMove | None:
        if Die(move.colour, move.value) not in state.dice.pool:
            return IllegalMove(
                self.clause,
                say("There is no {colour} {value} in the pool.", colour=translate(move.colour), value=move.value),
            )
        colours = ", ".join(translate(space.colour) for space in card_in_play(state).spaces)
        return IllegalMove(
            "daimyo.solo.card-structure", say("From the top, the spaces of the card are {colours}.", colours=colours)
        )


class EmpireAction(Step, frozen=True, gc=False):
    """One action of the solo card is carried out for the empire."""

    side: int
    card: str
    space: int

    clause = "daimyo.solo.empire-turn"

    def run(self, table: DaimyoTable) -> None:
        effects = table.state.content.solo_cards[self.card].spaces[self.space - 1].effects
        do(table, Deed(self.side, HUMAN, self.clause, card=name_card(table.state, f"solo-card/{self.card}")), effects)


class ActionOver(Step, frozen=True, gc=False):
    """An action that could not be done in full gives the empire a point (daimyo.solo.incomplete-action)."""

    side: int

    clause = "daimyo.solo.incomplete-action"

    def run(self, table: DaimyoTable) -> None:
        if table.state.solo.fell_short:
            table.score(self.side, 1, INCOMPLETE_ACTION)
            table.emit(ShortfallSettled(table.clause, self.side))


class NextCard(Step, frozen=True, gc=False):
    """The next card of the round group is turned up for the empire's next turn in this round."""

    clause = "daimyo.solo.next-card"

    def run(self, table: DaimyoTable) -> None:
        state = table.state
        if len(state.solo.solo_seen) < state.turns.round * state.content.numbers.turns:
            reveal(table, state.turns.round)


class RoundAbility(Step, frozen=True, gc=False):
    """The total of the empire's three dice names an Empire Ability (daimyo.solo.setup.abilities-card)."""

    clause = "daimyo.solo.round-end-ability"

    def run(self, table: DaimyoTable) -> None:
        side = table.state.automated
        assert side is not None
        total = table.state.dice_total(side)
        effects = table.state.content.empire_abilities[total].effects
        table.emit(EmpireAbilityCame(table.clause, side, total, describe_if_named(table.state, effects)))
        deed = Deed(side, HUMAN, self.clause, card=name_card(table.state, f"empire-ability/{total}"))
        table.then(DoEffects(deed, effects), ActionOver(side=side))


def take_turn(table: DaimyoTable, side: int) -> None:
    """Begin the empire's turn."""
    table.then(EmpireDie(seat=HUMAN, side=side))


def card_in_play(state: DaimyoState) -> SoloCard:
    """Return the last solo card turned up."""
    return state.content.solo_cards[state.solo.solo_seen[-1]]


def group_of(round: int) -> Group:
    """Return the group of solo cards of a round (daimyo.solo.setup.decks)."""
    if round >= 5:
        return "5"
    return "1-2" if round <= 2 else "3-4"


def reveal(table: DaimyoTable, round: int) -> None:
    """Turn up an unseen card of this round's group; nobody knows which of them are in the deck."""
    group = group_of(round)
    seen = set(table.state.solo.solo_seen)
    pool = [card.id for card in table.state.content.solo_cards.values() if card.group == group and card.id not in seen]
    (card,) = table.chance.pick(draws.SOLO_CARDS, pool, 1)
    table.emit(SoloCardRevealed(table.clause, card))
