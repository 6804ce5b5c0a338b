"""The Teahouse from set-up to the end: set-up, the display, and which Characters become active.

All Characters are public: those on display, the active ones, and those that wait face down for the next round
(yedo.ruling.recruited-open). Nobody has more than one active Character (yedo.teahouse.one-active).
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo import draws, versions
from domain.games.yedo.effects.cards import draw_from
from domain.games.yedo.facts.modules.teahouse import (
    CharacterDiscarded,
    CharacterFlipped,
    CharactersLaidOut,
    CharactersLeftOver,
    CharactersReshuffled,
    CharacterTaken,
    TeahouseCleared,
)
from domain.games.yedo.facts.pieces import RoninLeft
from domain.games.yedo.printed.modifiers import Modifiers
from domain.games.yedo.printed.parts import Card, Points, Teahouse
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Step, deed_of
from domain.games.yedo.verbs.course import Moment
from domain.games.yedo.verbs.table import YedoTable


def display_size(state: YedoState) -> int:
    """Return the number of Characters on display (yedo.teahouse.display-size)."""
    entry = state.content.teahouse
    assert entry is not None
    return max(state.seats + entry.beyond_players, entry.fewest)


def prepare(state: YedoState) -> None:
    """Put one Character next to each Favor, and set the others aside (yedo.teahouse.set-aside)."""
    paired = sorted(favor.character for favor in state.content.favors.values())
    beside = tuple(character for character in paired if character in state.parameters.characters)
    others = tuple(character for character in state.parameters.characters if character not in beside)
    nobody: tuple[Card | None, ...] = (None,) * state.seats
    state.teahouse = Teahouse(beside, others, nobody, nobody)


def modifiers_of_character(state: YedoState, seat: int) -> Modifiers:
    """Return the modifiers of the active Character of a seat."""
    character = state.characters.active[seat]
    return () if character is None else state.content.characters[character].modifiers


def favor_character(state: YedoState, favor: str) -> Card | None:
    """Return the Character that comes with a Favor; in Shogun Must Die some have none (yedo.coop.with-teahouse)."""
    character = state.content.favors[favor].character
    return character if character in state.parameters.characters else None


def take_character(table: YedoTable, seat: int, character: Card) -> None:
    """Take the Character that comes with a Favor; it can be used in the first round (yedo.ruling.first-characters)."""
    with table.citing("yedo.teahouse.favor-pairs"):
        table.emit(CharacterTaken(table.clause, seat, character))


def open_teahouse(table: YedoTable) -> None:
    """Add the untaken Characters to the deck, and lay out the first ones.

    This is the set-up of the module, which comes before the first round (yedo.advanced.modules-first).
    """
    beside = table.state.characters.beside
    if beside:
        with table.citing("yedo.teahouse.leftover-characters"):
            table.emit(CharactersLeftOver(table.clause, beside))
    with table.citing("yedo.teahouse.deck"):
        lay_out(table)


def lay_out(table: YedoTable) -> None:
    """Draw Characters for the display; if the deck runs out, the discarded ones are shuffled."""
    wanted = display_size(table.state)
    drawn = _draw(table, wanted)
    if drawn < wanted and table.state.characters.discard:
        table.emit(CharactersReshuffled(table.clause))
        _draw(table, wanted - drawn)


def _draw(table: YedoTable, count: int) -> int:
    drawn = table.chance.pick(draws.CHARACTER_DECK, table.state.characters.deck, count)
    if drawn:
        table.emit(CharactersLaidOut(table.clause, drawn))
    return len(drawn)


class DiscardUnused(Step, frozen=True, gc=False):
    """Every active Character is discarded, and its owner draws a Bonus Card if the ability was not used.

    In Preparation this comes before the new Characters are turned up (yedo.teahouse.prep-order). A passive ability
    counts as used (yedo.ruling.passive-characters).
    """

    clause = "yedo.teahouse.prep-discard-unused"

    def run(self, table: YedoTable) -> None:
        for seat in table.state.order:
            character = table.state.characters.active[seat]
            if character is None:
                continue
            if table.state.content.characters[character].when == "passive":
                with table.citing("yedo.ruling.passive-characters"):
                    table.emit(CharacterDiscarded(table.clause, seat, character))
            else:
                table.emit(CharacterDiscarded(table.clause, seat, character))
                draw_from(table, deed_of(seat, table.clause), "bonus", 1)


class DiscardLast(DiscardUnused, frozen=True, gc=False):
    """The same at the end of the game, before the scoring."""

    clause = "yedo.teahouse.end-unused"


class DiscardUnscored(Step, frozen=True, gc=False):
    """Against the Daimyo, Characters from earlier rounds are discarded at the end without points or Bonus Cards."""

    clause = "yedo.ruling.coop-scoring"

    def run(self, table: YedoTable) -> None:
        for seat in table.state.order:
            character = table.state.characters.active[seat]
            if character is not None:
                table.emit(CharacterDiscarded(table.clause, seat, character))


class FlipRecruited(Step, frozen=True, gc=False):
    """The Characters recruited in the previous round are turned up and become active.

    In Shogun Must Die they replace any that are still active (yedo.coop.with-teahouse).
    """

    clause = "yedo.teahouse.prep-flip"

    def run(self, table: YedoTable) -> None:
        for seat in table.state.order:
            held = table.state.characters
            character, former = held.recruited[seat], held.active[seat]
            if character is not None:
                if former is not None:
                    with table.citing("yedo.coop.with-teahouse"):
                        table.emit(CharacterDiscarded(table.clause, seat, former))
                table.emit(CharacterFlipped(table.clause, seat, character))


class FlipLast(FlipRecruited, frozen=True, gc=False):
    """The Characters recruited in the last round are turned up, for their points."""

    clause = "yedo.teahouse.end-flip"


class SendRoninAway(Step, frozen=True, gc=False):
    """The Ronin, who served a player for one round, leaves the game."""

    clause = "yedo.ruling.ronin-serves-a-round"

    def run(self, table: YedoTable) -> None:
        for seat in table.state.order:
            if "ronin" in table.state.pieces.house[seat]:
                table.emit(RoninLeft(table.clause, seat))


class RefreshTeahouse(Step, frozen=True, gc=False):
    """After the Event the Teahouse gets new Characters (yedo.teahouse.refresh-timing-conflict)."""

    clause = "yedo.teahouse.event-refresh"

    def run(self, table: YedoTable) -> None:
        table.emit(TeahouseCleared(table.clause))
        lay_out(table)


def steps(state: YedoState, moment: Moment) -> tuple[Step, ...]:
    """Return what the Teahouse adds to a competitive game; it is not refreshed in the first round."""
    match moment:
        case "preparation":
            return SendRoninAway(), DiscardUnused(), FlipRecruited()
        case "end":
            return DiscardLast(), FlipLast()
        case _:
            return refresh(state, moment)


def steps_together(state: YedoState, moment: Moment) -> tuple[Step, ...]:
    """Return what the Teahouse adds to Shogun Must Die.

    Unused Characters stay, and no Bonus Card is drawn for them (yedo.coop.teahouse-no-bonus-card).
    """
    match moment:
        case "preparation":
            return SendRoninAway(), FlipRecruited()
        case "end":
            unscored = (DiscardUnscored(),) if state.rules >= versions.UNUSED_CHARACTERS_DO_NOT_SCORE else ()
            return *unscored, FlipLast()
        case _:
            return refresh(state, moment)


def refresh(state: YedoState, moment: Moment) -> tuple[Step, ...]:
    """Return what the Teahouse adds to an Event Phase: nothing in the first round."""
    return (RefreshTeahouse(),) if moment == "event-phase" and state.turns.round > 1 else ()


def character_points(state: YedoState, seat: int) -> Iterator[Points]:
    """Yield the points of a seat's face-up Character (yedo.teahouse.example-beggar).

    It scores against the Daimyo as well (yedo.ruling.coop-scoring).
    """
    if (character := state.characters.active[seat]) is not None:
        worth = state.content.characters[character].points
        yield Points(seat, "yedo.end.character", f"card/{character}", worth)


def recruitable(state: YedoState, seat: int) -> tuple[Card, ...]:
    """Return the Characters that a seat can recruit now: at most one each round (yedo.ruling.one-recruit-a-round).

    An active Character does not prevent it (yedo.teahouse.recruit-while-active).
    """
    held = state.characters
    return held.display if held.recruited[seat] is None else ()
