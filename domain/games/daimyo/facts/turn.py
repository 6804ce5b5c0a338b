"""Facts of set-up, rounds and turns."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.games.daimyo.facts.base import DaimyoFact, action_name
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.entries import Colour
from domain.games.daimyo.printed.vocabulary import Effects, find_verb
from domain.games.daimyo.state import DaimyoState, Die, Laid, Placed
from domain.kernel.audience import English, Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say, translate
from domain.kernel.words import join_words, title


class StartPlayerDrawn(DaimyoFact, frozen=True, gc=False):
    """The start player is drawn and gets the Mighty Helmet. The order lists the seats clockwise from there."""

    side: Public[int]
    order: Public[tuple[int, ...]]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        state.turns.helmet = self.side
        state.turns.order = self.order

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} begins and takes the Mighty Helmet.", who=names[self.side])


class ClanChosen(DaimyoFact, frozen=True, gc=False):
    """A player picks a clan, whose heroes form the player's deck."""

    side: Public[int]
    clan: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.clan_boards.clans = replace_at(state.clan_boards.clans, self.side, self.clan)
        state.hands.deck = replace_at(state.hands.deck, self.side, state.content.clan_heroes[self.clan])

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} plays the {clan} clan.", who=names[self.side], clan=title(self.clan))


class ClanLent(DaimyoFact, frozen=True, gc=False):
    """The mercenaries or the empire use the pieces of a clan that nobody plays."""

    side: Public[int]
    clan: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.clan_boards.clans = replace_at(state.clan_boards.clans, self.side, self.clan)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The {clan} pieces serve {who}.", clan=title(self.clan), who=names[self.side])


class MiniBoardTaken(DaimyoFact, frozen=True, gc=False):
    """A player gets a construction mini-board with a bonus action tile under each building."""

    side: Public[int]
    board: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.clan_boards.boards = replace_at(
            state.clan_boards.boards, self.side, (*state.clan_boards.boards[self.side], self.board)
        )
        tiles = state.content.mini_boards[self.board].tiles
        state.clan_boards.under = replace_at(
            state.clan_boards.under, self.side, (*state.clan_boards.under[self.side], *tiles)
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} takes the mini-board {board}.", who=names[self.side], board=title(self.board))


class BonusTileLaid(DaimyoFact, frozen=True, gc=False):
    """The tile that a building uncovered is laid on a space of the clan board.

    Version 2 of the rules stored what the tile does; version 3 added the face that it shows.
    """

    side: Public[int]
    tile: Public[str]
    space: Public[str]
    does: Public[English | msgspec.UnsetType] = msgspec.UNSET
    face: Public[str | msgspec.UnsetType] = msgspec.UNSET

    def evolve(self, state: DaimyoState) -> None:
        side = self.side
        state.clan_boards.under = replace_at(
            state.clan_boards.under, side, tuple(tile for tile in state.clan_boards.under[side] if tile != self.tile)
        )
        state.clan_boards.laid = replace_at(
            state.clan_boards.laid, side, (*state.clan_boards.laid[side], Laid(self.space, self.tile))
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        does = say(": {does}", does=self.does) if self.does else ""
        return say(
            "{who} lays the bonus action tile {tile} on {space}{does}.",
            who=names[self.side],
            tile=title(self.tile),
            space=title(self.space),
            does=does,
        )

    def find_effects(self, content: DaimyoContent) -> Effects:
        found = content.faces.get(self.face) if self.face else None
        return () if found is None else found.effects


class RoundBegan(DaimyoFact, frozen=True, gc=False):
    """A round begins: the round marker, the order of the turns, and empty boards."""

    round: Public[int]
    order: Public[tuple[int, ...]]

    def evolve(self, state: DaimyoState) -> None:
        state.turns.round = self.round
        state.turns.order = self.order
        state.turns.turn = 0
        state.dice.placed = ((),) * len(state.dice.placed)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "Round {round} begins: {order}.", round=self.round, order=join_words(names[side] for side in self.order)
        )


class DiceRolled(DaimyoFact, frozen=True, gc=False):
    """The dice of the pool, sorted by value."""

    side: Public[int]
    dice: Public[tuple[Die, ...]]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        state.dice.pool = self.dice

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} rolls {dice}.",
            who=names[self.side],
            dice=join_words(f"{translate(die.colour)} {die.value}" for die in self.dice),
        )


class TurnBegan(DaimyoFact, frozen=True, gc=False):
    """A side begins its turn. Turns are counted from 1 in each round."""

    side: Public[int]
    turn: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.turns.active = self.side
        state.turns.turn = self.turn
        state.hands.played = ()


class TurnEnded(DaimyoFact, frozen=True, gc=False):
    """A side ends its turn."""

    side: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.turns.active = None
        state.hands.played = ()

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} ends the turn.", who=names[self.side])


class DieTaken(DaimyoFact, frozen=True, gc=False):
    """A die goes from the pool to a space: of the player's clan board, of the mercenaries, or of a solo card."""

    side: Public[int]
    die: Public[Die]
    space: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        place = state.dice.pool.index(self.die)
        state.dice.pool = state.dice.pool[:place] + state.dice.pool[place + 1 :]
        placed = (*state.dice.placed[self.side], Placed(self.space, self.die))
        state.dice.placed = replace_at(state.dice.placed, self.side, placed)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        card, _, number = self.space.partition("/")
        where = say("space {n} of {card}", n=number, card=title(card)) if number else action_name(card)
        return say(
            "{who} puts the {colour} {value} on {where}.",
            who=names[self.side],
            colour=translate(self.die.colour),
            value=self.die.value,
            where=where,
        )


class NoDieFits(DaimyoFact, frozen=True, gc=False):
    """No die of the pool fits a free space of the active side."""

    side: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("No die fits the board of {who}.", who=names[self.side])


class DieChanged(DaimyoFact, frozen=True, gc=False):
    """The value of the die on a space changes."""

    side: Public[int]
    space: Public[str]
    colour: Public[Colour]
    value: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        placed = tuple(
            Placed(p.space, Die(p.die.colour, self.value)) if p.space == self.space else p
            for p in state.dice.placed[self.side]
        )
        state.dice.placed = replace_at(state.dice.placed, self.side, placed)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} turns the {colour} die on {space} to {value}.",
            who=names[self.side],
            colour=translate(self.colour),
            space=title(self.space),
            value=self.value,
        )


class HelmetTaken(DaimyoFact, frozen=True, gc=False):
    """A side takes the Mighty Helmet in a round."""

    side: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.turns.helmet = self.side

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} takes the Mighty Helmet.", who=names[self.side])


class HelmetPassed(DaimyoFact, frozen=True, gc=False):
    """At the end of a round the owner keeps the Mighty Helmet or hands it to somebody."""

    side: Public[int]
    to: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.turns.helmet = self.to

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.to == self.side:
            return say("{who} keeps the Mighty Helmet.", who=names[self.side])
        return say("{who} hands the Mighty Helmet to {whom}.", who=names[self.side], whom=names[self.to])


class MainActionBegun(DaimyoFact, frozen=True, gc=False):
    """A side does the main action of its die."""

    side: Public[int]
    action: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: the rest of the turn is on the agenda."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} does the main action {action}.", who=names[self.side], action=action_name(self.action))


class ClanAbilityUsed(DaimyoFact, frozen=True, gc=False):
    """A side uses its clan ability, or through a hero an opponent's."""

    side: Public[int]
    clan: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: the rest of the turn is on the agenda."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} uses the ability of the {clan} clan.", who=names[self.side], clan=title(self.clan))


class BonusTileUsed(DaimyoFact, frozen=True, gc=False):
    """A side uses the bonus action tile on a space of its clan board; version 2 stored what it does."""

    side: Public[int]
    space: Public[str]
    tile: Public[str]
    face: Public[str]
    does: Public[English | msgspec.UnsetType] = msgspec.UNSET

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: the rest of the turn is on the agenda."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        does = self.does if self.does else title(self.face.removesuffix("-2019"))
        return say(
            "{who} uses the bonus action tile on {space}: {does}.",
            who=names[self.side],
            space=title(self.space),
            does=does,
        )

    def find_effects(self, content: DaimyoContent) -> Effects:
        found = content.faces.get(self.face)
        return () if found is None else found.effects


class EffectWithout(DaimyoFact, frozen=True, gc=False):
    """An effect of a card cannot be carried out and is left out.

    `effect` names its kind. Version 2 of the rules added the card by name and, in `what`, the effect in words; version
    3 added the effect itself.
    """

    side: Public[int]
    effect: Public[str]
    what: Public[English | msgspec.UnsetType] = msgspec.UNSET
    card: Public[English | msgspec.UnsetType] = msgspec.UNSET
    effects: Public[Effects | msgspec.UnsetType] = msgspec.UNSET

    def evolve(self, state: DaimyoState) -> None:
        if state.may(self.side).consoled_when_incomplete:
            state.solo.fell_short = True

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        by = f" ({self.card})" if self.card else ""
        if self.what:
            return say("{who} cannot do this: {what}{by}.", who=names[self.side], what=self.what, by=by)
        return say("{who} cannot {do}{by}.", who=names[self.side], do=translate(find_verb(self.effect)), by=by)

    def find_effects(self, content: DaimyoContent) -> Effects:
        return self.effects or ()


class NothingToDo(DaimyoFact, frozen=True, gc=False):
    """The empire complies in full with a card by doing nothing.

    The card counts something absent, or takes the Mighty Helmet that the empire already has.
    """

    side: Public[int]
    effect: Public[str]
    what: Public[English | msgspec.UnsetType] = msgspec.UNSET
    card: Public[English | msgspec.UnsetType] = msgspec.UNSET
    effects: Public[Effects | msgspec.UnsetType] = msgspec.UNSET

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        by = f" ({self.card})" if self.card else ""
        return say("{who} has nothing to do for this: {what}{by}.", who=names[self.side], what=self.what or "", by=by)

    def find_effects(self, content: DaimyoContent) -> Effects:
        return self.effects or ()


class Shortfall(DaimyoFact, frozen=True, gc=False):
    """An effect could only be done in part."""

    side: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.solo.fell_short = True


class ShortfallSettled(DaimyoFact, frozen=True, gc=False):
    """An action of the empire that could not be done in full is over."""

    side: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.solo.fell_short = False
