"""A player's turn: a die on a main action, the action itself, and bonus actions before and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from domain.games.daimyo.actions import (
    bonus_tiles,
    clans,
    construction,
    dice,
    production,
    recruitment,
    relics,
    villagers,
)
from domain.games.daimyo.actions.bonus_tiles import CLAN_ABILITY
from domain.games.daimyo.actions.recruitment import PayReset, why_no_reset
from domain.games.daimyo.actions.relics import BuyFromMercenaries, Shop
from domain.games.daimyo.effects import heroes
from domain.games.daimyo.effects.heroes import PlayHeroCard
from domain.games.daimyo.facts.heroes import HeroDiscarded
from domain.games.daimyo.facts.turn import DieTaken, MainActionBegun, NoDieFits, TurnEnded
from domain.games.daimyo.printed.entries import Colour
from domain.games.daimyo.state import DaimyoState, Die
from domain.games.daimyo.verbs.asking import Question
from domain.games.daimyo.verbs.describe import describe
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate
from domain.kernel.words import title


class TakeDie(Move, frozen=True, gc=False):
    """Take a die from the pool and put it on a main action."""

    colour: Public[Colour]
    value: Public[int]
    space: Public[str]

    def label(self) -> str:
        return say(
            "{colour} {value} on {space}", colour=translate(self.colour), value=self.value, space=title(self.space)
        )


class GoWithoutDie(Move, frozen=True, gc=False):
    """Take no die, since none in the pool fits a free space."""

    def label(self) -> str:
        return say("take no die")


class DoMainAction(Move, frozen=True, gc=False):
    """Do the main action of this turn's die."""

    def label(self) -> str:
        return say("do the main action")


class UseAbility(Move, frozen=True, gc=False):
    """Use the clan ability."""

    def label(self) -> str:
        return say("use the clan ability")


class UseTile(Move, frozen=True, gc=False):
    """Use the bonus action tile on a space of the clan board."""

    space: Public[str]

    def label(self) -> str:
        return say("use the tile on {space}", space=title(self.space))


class DiscardForDie(Move, frozen=True, gc=False):
    """Discard a hero to turn the die on a space by 1."""

    hero: Public[str]
    space: Public[str]
    by: Public[int]

    def label(self) -> str:
        return say(
            "discard {hero}: {by:+} on the die on {space}", hero=title(self.hero), by=self.by, space=title(self.space)
        )


class EndTurn(Move, frozen=True, gc=False):
    """End the turn."""

    def label(self) -> str:
        return say("end the turn")


NO_SPACE = "none"
"""The space recorded for a turn without a die."""
DO_MAIN_ACTION, USE_ABILITY, END_TURN = DoMainAction(), UseAbility(), EndTurn()


def _tax(table: DaimyoTable, seat: int) -> None:
    with table.citing("daimyo.tax.gain"):
        table.gain(seat, table.state.content.prices.tax)


MAIN_ACTIONS: dict[str, Callable[[DaimyoTable, int], None]] = {
    "villagers": villagers.begin,
    "production": production.begin,
    "relic": relics.begin,
    "recruitment": recruitment.begin,
    "construction": construction.begin,
    "tax": _tax,
}
"""What each main action does; the value of the die does not matter (daimyo.main.colour-only)."""


class PlaceDie(Question[Move], frozen=True, gc=False):
    """Begin a turn: take a die and put it on a free main action of its colour.

    Tax takes every colour (daimyo.tax.any-colour); see daimyo.main.five-actions. If no die fits, there are only bonus
    actions (daimyo.ruling.no-die-fits).
    """

    clause = "daimyo.turn.choose-die"
    prompt = "Take a die and put it on a main action."

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        taken = {placed.space for placed in state.dice.placed[self.seat]}
        free = [action for action in state.content.actions.values() if action.id not in taken]
        fits = False
        for die in dict.fromkeys(state.dice.pool):
            for action in free:
                if action.colour is None or action.colour == die.colour:
                    fits = True
                    yield TakeDie(die.colour, die.value, action.id)
        if not fits:
            yield GoWithoutDie()

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        if not isinstance(move, TakeDie):
            table.emit(NoDieFits("daimyo.ruling.no-die-fits", self.seat))
            table.then(TurnMenu(seat=self.seat, space=NO_SPACE, main=False, tile=False))
            return
        table.emit(DieTaken(table.clause, self.seat, Die(move.colour, move.value), move.space))
        table.then(TurnMenu(seat=self.seat, space=move.space))

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if isinstance(move, PayReset):
            return why_no_reset(state, self.seat)
        if isinstance(move, GoWithoutDie):
            return IllegalMove("daimyo.ruling.no-die-fits", say("A die of the pool fits a free space: take one."))
        if not isinstance(move, TakeDie):
            return IllegalMove(self.clause, say("Take a die first."))
        if Die(move.colour, move.value) not in state.dice.pool:
            return IllegalMove(
                self.clause,
                say("There is no {colour} {value} in the pool.", colour=translate(move.colour), value=move.value),
            )
        action = state.content.actions.get(move.space)
        if action is None:
            return IllegalMove(
                "daimyo.main.five-actions",
                say("The space {space!r} is not a main action of a clan board.", space=move.space),
            )
        if any(placed.space == move.space for placed in state.dice.placed[self.seat]):
            return IllegalMove(
                "daimyo.turn.one-die-per-action", say("A die already lies on {title}.", title=translate(action.title))
            )
        return IllegalMove(
            self.clause,
            say("{title} takes {colour} dice.", title=translate(action.title), colour=translate(action.colour or "")),
        )


class TurnMenu(Question[Move], frozen=True, gc=False):
    """The actions that remain for a player in this turn, in any order (daimyo.turn.main-and-bonus,
    daimyo.bonus.before-or-after).

    The fields say what is still open; each bonus action is allowed once a turn (daimyo.bonus.once-per-turn), except
    discarding heroes (daimyo.hero-discard.modify-die, daimyo.hero-discard.faq-four-cards). One action is finished
    before the next begins, since it lies above this menu (daimyo.turn.finish-before-next). A hero or tile may repeat
    the action (daimyo.turn.repeat-by-other-source).
    """

    space: str
    main: bool = True
    hero: bool = True
    ability: bool = True
    tile: bool = True
    clan_tile: bool = True

    clause = "daimyo.turn.main-and-bonus"
    prompt = "Your turn: main action, bonus actions, or end."
    public = False
    automatic = False

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        seat = self.seat
        if self.main:
            yield DO_MAIN_ACTION
        else:
            yield END_TURN
        if self.hero:
            yield from map(PlayHeroCard, heroes.heroes_matching_dice(state, seat))
        if self.ability and clans.usable(state, seat):
            yield USE_ABILITY
        if self.tile and bonus_tiles.usable(state, seat, self.space):
            yield UseTile(self.space)
        if self.clan_tile and clans.has_total(state, seat) and bonus_tiles.usable(state, seat, CLAN_ABILITY):
            yield UseTile(CLAN_ABILITY)
        if state.hands.hand[seat]:
            turns = dice.possible_turns(state, seat, (1, -1))
            for hero in state.hands.hand[seat]:
                for space, by in turns:
                    yield DiscardForDie(hero, space, by)

    def label(self, state: DaimyoState, move: Move, names: Sequence[str]) -> str:
        match move:
            case PlayHeroCard():
                return heroes.label_of_play(state, move)
            case UseAbility():
                return say(
                    "{label}: {does}", label=move.label(), does=describe(clans.clan_of(state, self.seat).ability)
                )
            case UseTile(space) if (tile := state.tile_on(self.seat, space)) is not None:
                return say("{label}: {does}", label=move.label(), does=describe(bonus_tiles.face(state, tile).effects))
            case DoMainAction():
                return say(
                    "{label}: {title}", label=move.label(), title=translate(state.content.actions[self.space].title)
                )
        return move.label()

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        seat, left = self.seat, self
        match move:
            case DoMainAction():
                action = table.state.content.actions[self.space]
                table.emit(MainActionBegun(action.clause, seat, action.id))
                MAIN_ACTIONS[self.space](table, seat)
                left = replace(self, main=False)
            case PlayHeroCard(hero):
                with table.citing("daimyo.hero.exact-strength"):
                    heroes.play(table, seat, hero)
                left = replace(self, hero=False)
            case UseAbility():
                clans.use(table, seat)
                left = replace(self, ability=False)
            case UseTile(space):
                left = self._use_tile(table, space)
            case DiscardForDie(hero, space, by):
                with table.citing("daimyo.hero-discard.modify-die"):
                    table.emit(HeroDiscarded(table.clause, seat, hero))
                    dice.turn_die(table, seat, space, by)
            case _:
                table.emit(TurnEnded("daimyo.turn.end", seat))
                return
        table.then(left)

    def _use_tile(self, table: DaimyoTable, space: str) -> TurnMenu:
        if space == CLAN_ABILITY:
            with table.citing("daimyo.bonus-tile.clan-ability"):
                bonus_tiles.use(table, self.seat, space)
            return replace(self, clan_tile=False)
        with table.citing("daimyo.bonus-tile.main-action"):
            bonus_tiles.use(table, self.seat, space)
        return replace(self, tile=False)

    def refuse(self, state: DaimyoState, move: Move) -> IllegalMove:
        seat = self.seat
        match move:
            case DoMainAction():
                return IllegalMove("daimyo.turn.choose-die", say("You have already done the main action of this die."))
            case EndTurn():
                return IllegalMove("daimyo.ruling.main-action-due", say("Do the main action before you end the turn."))
            case PlayHeroCard(hero):
                return self._why_no_hero(state, hero)
            case UseAbility():
                return self._why_no_ability(state)
            case UseTile(space):
                return self._why_no_tile(state, space)
            case DiscardForDie(hero, space, _):
                if hero not in state.hands.hand[seat]:
                    return IllegalMove(
                        "daimyo.hero-discard.modify-die", say("You do not hold {hero!r}.", hero=title(hero))
                    )
                return dice.why_not_turn(state, seat, space)
            case PayReset():
                return why_no_reset(state, seat)
            case TakeDie():
                return IllegalMove("daimyo.turn.choose-die", say("You have already taken your die for this turn."))
            case Shop() | BuyFromMercenaries():
                return IllegalMove(
                    "daimyo.relic.shop-only-in-relic-action", say("Buying belongs to the Relic main action.")
                )
        return IllegalMove(self.clause, say("That is part of an action: begin the action first."))

    def _why_no_hero(self, state: DaimyoState, hero: str) -> IllegalMove:
        if not self.hero:
            return IllegalMove(
                "daimyo.hero.one-per-turn", say("You have already played a hero by strength in this turn.")
            )
        if hero not in heroes.playable_heroes(state, self.seat):
            return heroes.why_not_play(state, self.seat, hero)
        strength = state.content.heroes[hero].strength
        return IllegalMove(
            "daimyo.hero.exact-strength", say("No dice of yours add up to {strength}.", strength=strength)
        )

    def _why_no_ability(self, state: DaimyoState) -> IllegalMove:
        if not self.ability:
            return IllegalMove(
                "daimyo.bonus.once-per-turn", say("You have already used your clan ability in this turn.")
            )
        if not clans.has_total(state, self.seat):
            total, needed = state.dice_total(self.seat), state.content.numbers.clan_ability_total
            return IllegalMove(
                "daimyo.clan-ability.threshold",
                say("Your dice total {total}; {needed} are needed.", total=total, needed=needed),
            )
        return IllegalMove(clans.clan_of(state, self.seat).clause, say("Your clan ability would do nothing now."))

    def _why_no_tile(self, state: DaimyoState, space: str) -> IllegalMove:
        if space not in (self.space, CLAN_ABILITY):
            why = say("Only the tile on this turn's main action and the one on the clan ability can be used.")
            return IllegalMove("daimyo.bonus-tile.main-action", why)
        if not (self.clan_tile if space == CLAN_ABILITY else self.tile):
            return IllegalMove("daimyo.bonus.once-per-turn", say("You have already used that tile in this turn."))
        tile = state.tile_on(self.seat, space)
        if tile is None:
            return IllegalMove(
                "daimyo.bonus-tile.covered-inactive", say("No bonus action tile lies on {space}.", space=title(space))
            )
        if space == CLAN_ABILITY and not clans.has_total(state, self.seat):
            needed = state.content.numbers.clan_ability_total
            return IllegalMove(
                "daimyo.bonus-tile.clan-ability", say("Your dice have to total {needed} for that tile.", needed=needed)
            )
        return IllegalMove(bonus_tiles.face(state, tile).clause, say("That tile would do nothing now."))
