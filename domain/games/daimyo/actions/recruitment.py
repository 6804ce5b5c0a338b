"""Recruitment: governors and shadows for rice, at a price that rises along the recruitment track."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from domain.games.daimyo.actions.advantage import pick_overtaking_removals
from domain.games.daimyo.facts.base import place_name
from domain.games.daimyo.facts.pieces import ShadowPlaced
from domain.games.daimyo.printed.goods import Goods, one
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed, deed_of
from domain.games.daimyo.verbs.board import (
    free_governor_sites,
    free_shadow_spaces,
    has_left,
    places_on_island,
)
from domain.games.daimyo.verbs.describe import UP_TO_UNITS, some
from domain.games.daimyo.verbs.moves import ChooseSite, PlaceMove
from domain.games.daimyo.verbs.subjects import piece_subject
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.games.daimyo.verbs.turn_menu import ActionElsewhere
from domain.kernel.audience import Public
from domain.kernel.choice import Move, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import Later, later, say


class RecruitGovernor(PlaceMove, frozen=True, gc=False):
    """Recruit a governor for a production site."""

    site: Public[str]

    def place_id(self) -> str:
        return self.site

    def label(self) -> str:
        return say("recruit a governor for {site}", site=place_name(self.site))


class RecruitShadow(PlaceMove, frozen=True, gc=False):
    """Recruit a shadow for a space of a rough neighborhood."""

    space: Public[str]

    def place_id(self) -> str:
        return self.space

    def label(self) -> str:
        return say("recruit a shadow for {space}", space=place_name(self.space))


class StopRecruiting(Move, frozen=True, gc=False):
    """Stop recruiting in this action."""

    def label(self) -> str:
        return say("stop recruiting")


class PayReset(ActionElsewhere, frozen=True, gc=False):
    """Pay gold to put the recruitment pawn back on the first space."""

    def label(self) -> str:
        return say("pay to reset the recruitment track")

    def why_not_in_turn(self, state: DaimyoState, seat: int) -> IllegalMove:
        return why_no_reset(state, seat)


class Recruitment(RaisedByDeed, Question[Move], frozen=True, gc=False):
    """Recruit one unit after the other, governors and shadows in any mix (daimyo.recruitment.mix).

    At most `left` units, or any number if it is None; each is `discount` rice cheaper, or costs `exactly` that much. A
    building on the site of a new governor does not matter (daimyo.recruitment.governor.faq-building-site). See
    daimyo.example.recruitment.
    """

    deed: Deed
    left: int | None = None
    discount: int = 0
    exactly: int | None = None

    clause = "daimyo.recruitment.any-number"
    prompt = "Recruit a unit, or stop."

    def subjects(self, state: DaimyoState) -> tuple[Subject, ...]:
        owner, price = self.deed.owner, one("rice", self.price(state))
        units = [piece_subject(state, owner, kind, price) for kind in UNITS]
        return (*super().subjects(state), *units)

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        owner = self.deed.owner
        if state.holdings.purses[owner].rice >= self.price(state):
            if has_left(state, owner, "governor"):
                yield from map(RecruitGovernor, free_governor_sites(state))
            if has_left(state, owner, "shadow"):
                yield from map(RecruitShadow, free_shadow_spaces(state))
        yield StopRecruiting()

    def only_move(self, state: DaimyoState) -> Move | None:
        return None if may_reset(state, self.deed.owner) else super().only_move(state)

    def price(self, state: DaimyoState) -> int:
        """Return the rice that the next unit costs (daimyo.recruitment.cost, daimyo.ruling.discount-floor)."""
        if self.exactly is not None:
            return self.exactly
        return max(0, track_price(state, self.deed.owner) - self.discount)

    def payable(self, state: DaimyoState) -> bool:
        """Return whether the next unit can be paid for, at once or after a reset."""
        rice = state.holdings.purses[self.deed.owner].rice
        if rice >= self.price(state):
            return True
        first = state.content.numbers.recruitment[0]
        return self.exactly is None and may_reset(state, self.deed.owner) and rice >= first - self.discount

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        """Pay, advance the pawn, place the unit, resolve its effects (daimyo.recruitment.steps)."""
        if isinstance(move, StopRecruiting):
            return
        owner = self.deed.owner
        with table.citing("daimyo.recruitment.cost"):
            table.pay(owner, one("rice", self.price(table.state)))
        with table.citing("daimyo.recruitment.advance-any-source"):
            table.advance_recruitment(owner)
        if isinstance(move, RecruitGovernor):
            # The governor collects nothing now: daimyo.recruitment.governor.no-harvest.
            with table.citing("daimyo.recruitment.governor.place"):
                table.place_governor(owner, move.site)
        elif isinstance(move, RecruitShadow):
            place_shadow(table, self.deed, move.space, gold=True)
        left = None if self.left is None else self.left - 1
        if left != 0:
            table.then(replace(self, left=left))

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if isinstance(move, PayReset):
            return why_no_reset(state, self.deed.owner)
        if not isinstance(move, RecruitGovernor | RecruitShadow):
            return None
        price = self.price(state)
        if state.holdings.purses[self.deed.owner].rice < price:
            return IllegalMove("daimyo.recruitment.cost", say("The next unit costs {price} rice.", price=price))
        if isinstance(move, RecruitGovernor):
            return self._why_no_governor(state, move)
        if not has_left(state, self.deed.owner, "shadow"):
            return IllegalMove("daimyo.recruitment.shadow.limit", say("All your shadows are on the board."))
        return IllegalMove(
            "daimyo.recruitment.shadow.place",
            say("The place {space!r} is not a free shadow space in play.", space=move.space),
        )

    def _why_no_governor(self, state: DaimyoState, move: RecruitGovernor) -> IllegalMove:
        if not has_left(state, self.deed.owner, "governor"):
            return IllegalMove("daimyo.component.governors", say("All your governors are on the board."))
        if move.site in state.content.sites and state.content.island_of[move.site] in state.parameters.islands:
            return IllegalMove("daimyo.island.site-slots", say("Another governor stands on that site."))
        return IllegalMove(
            "daimyo.recruitment.governor.place",
            say("The place {site!r} is not a production site in play.", site=move.site),
        )


class RemoveGovernor(RaisedByDeed, Question[ChooseSite], frozen=True, gc=False):
    """Remove a governor of one of the sides in `of` from these islands; the chooser picks it.

    Only governors are ever removed (daimyo.recruitment.shadow.targets, daimyo.construction.indestructible).
    """

    deed: Deed
    of: tuple[int, ...]
    islands: tuple[str, ...]

    clause = "daimyo.ruling.eliminate-choice"
    prompt = "Choose the governor to remove."

    def label(self, state: DaimyoState, move: ChooseSite, names: Sequence[str]) -> str:
        owner = next((side for side in self.of if move.site in state.pieces.governors[side]), None)
        place = super().label(state, move, names)
        if owner is None or not names:
            return place
        return say("the governor of {who} on {place}", who=names[owner], place=place)

    def moves(self, state: DaimyoState) -> Iterator[ChooseSite]:
        sites = governors_of(state, self.of, self.islands)
        return map(
            ChooseSite, pick_overtaking_removals(state, self.deed.owner, sites) if self.deed.advantage else sites
        )

    def resolve(self, table: DaimyoTable, move: ChooseSite) -> None:
        owner = next(side for side in self.of if move.site in table.state.pieces.governors[side])
        with table.citing(self.deed.clause):
            table.remove_governor(owner, move.site, by=self.deed.owner)

    def why_not(self, state: DaimyoState, move: ChooseSite) -> IllegalMove | None:
        if move.site in governors_of(state, self.of, self.islands):
            return IllegalMove(
                "daimyo.solo.to-its-advantage", say("The empire overtakes you where it can: remove another.")
            )
        return IllegalMove(
            "daimyo.recruitment.shadow.targets", say("No enemy governor to remove stands on {site!r}.", site=move.site)
        )


class ResetOffer(Question[PayReset], frozen=True, gc=False):
    """During its owner's turn, the pawn on the last space may be put back for gold at any moment.

    It may also stay there, while each unit costs the last price (daimyo.recruitment.reset-optional).
    """

    clause = "daimyo.recruitment.reset-timing"
    prompt = "You may pay 2 gold to reset the recruitment track."
    standing = True
    automatic = False

    def moves(self, state: DaimyoState) -> Iterator[PayReset]:
        if may_reset(state, self.seat):
            yield PayReset()

    def resolve(self, table: DaimyoTable, move: PayReset) -> None:
        edition = table.state.parameters.edition
        with table.citing(RESET_CLAUSE[edition]):
            table.pay(self.seat, one("gold", table.state.content.numbers.reset_gold))
            table.reset_recruitment(self.seat)

    def refuse(self, state: DaimyoState, move: Move) -> IllegalMove:
        return why_no_reset(state, self.seat)


UNITS: tuple[Literal["governor", "shadow"], ...] = ("governor", "shadow")
RESET_CLAUSE = {"2019": "daimyo.recruitment.reset.2019", "2021": "daimyo.recruitment.reset.2021"}


def track_price(state: DaimyoState, side: int) -> int:
    """Return the rice that the recruitment pawn shows (daimyo.recruitment.track)."""
    return state.content.numbers.recruitment[state.clan_boards.recruitment[side]]


def may_reset(state: DaimyoState, seat: int) -> bool:
    """Return whether a seat can reset the track now; in 2019 only after a unit at the last price."""
    if state.turns.active != seat or seat >= state.seats:
        return False
    numbers = state.content.numbers
    return (
        state.clan_boards.recruitment[seat] == len(numbers.recruitment) - 1
        and state.holdings.purses[seat].gold >= numbers.reset_gold
        and (state.parameters.edition == "2021" or state.clan_boards.paid_last[seat])
    )


def why_no_reset(state: DaimyoState, seat: int) -> IllegalMove:
    """Explain why the track cannot be reset."""
    numbers = state.content.numbers
    edition = state.parameters.edition
    if state.turns.active != seat:
        return IllegalMove("daimyo.recruitment.reset-timing", say("The track can be reset only in your own turn."))
    if state.clan_boards.recruitment[seat] < len(numbers.recruitment) - 1:
        return IllegalMove("daimyo.recruitment.reset-not-early", say("The pawn has not reached the last space."))
    if edition == "2019" and not state.clan_boards.paid_last[seat]:
        return IllegalMove(RESET_CLAUSE[edition], say("Recruit a unit at the last price first."))
    return IllegalMove(RESET_CLAUSE[edition], say("A reset costs {gold} gold.", gold=numbers.reset_gold))


def offer_reset(table: DaimyoTable) -> None:
    """Keep the standing offer of a reset in line with the state."""
    state = table.state
    wanted = state.turns.active is not None and may_reset(state, state.turns.active)
    if wanted != table.has_item(ResetOffer):
        if wanted and state.turns.active is not None:
            table.first(ResetOffer(seat=state.turns.active))
        else:
            table.withdraw(ResetOffer)


def place_shadow(table: DaimyoTable, deed: Deed, space: str, gold: bool) -> None:
    """Place a shadow: its gold, its influence, then the removal of an enemy governor (daimyo.ruling.shadow-order).

    If there is no such governor, nothing more happens (daimyo.ruling.shadow-without-target).
    """
    state, owner = table.state, deed.owner
    with table.citing("daimyo.recruitment.shadow.place"):
        table.emit(ShadowPlaced(table.clause, owner, space))
    if gold:
        with table.citing("daimyo.recruitment.shadow.gold"):
            table.gain(owner, one("gold", state.content.shadow_spaces[space].gold))
    island = state.content.island_of[space]
    eliminate(table, replace(deed, clause="daimyo.recruitment.shadow.eliminate"), (island,))


def enemies_of(state: DaimyoState, deed: Deed) -> tuple[int, ...]:
    """Return the sides whose governors a deed may remove: all but the owner.

    A side without turns of its own spares the player who acts for it (daimyo.mercenaries.shadow-removes-opponent).
    """
    spared = deed.owner if state.may(deed.owner).takes_turns else deed.seat
    return tuple(side for side in range(state.sides) if side not in (deed.owner, spared))


def eliminate(table: DaimyoTable, deed: Deed, islands: tuple[str, ...]) -> bool:
    """Remove an enemy governor on these islands, if there is one; return whether there was one."""
    enemies = enemies_of(table.state, deed)
    if not governors_of(table.state, enemies, islands):
        return False
    table.then(RemoveGovernor(seat=deed.seat, deed=deed, of=enemies, islands=islands))
    return True


def governors_of(state: DaimyoState, sides: tuple[int, ...], islands: tuple[str, ...]) -> list[str]:
    """Return the sites on these islands that hold governors of these sides."""
    return [
        site
        for side in sides
        for island in islands
        for site in places_on_island(state, state.pieces.governors[side], island)
    ]


def begin(table: DaimyoTable, seat: int) -> None:
    """Begin the Recruitment main action."""
    table.then(Recruitment(seat=seat, deed=deed_of(seat, "daimyo.recruitment.any-number")))


class Recruit(CardEffect, frozen=True):
    """Recruit up to `count` units, each for `discount` rice less than the track shows, or for `exactly` that much."""

    verb = "recruit a unit"

    count: int = 1
    discount: int = 0
    exactly: int | None = None

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(
            Recruitment(seat=deed.seat, deed=deed, left=self.count, discount=self.discount, exactly=self.exactly)
        )

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        owner = deed.owner
        asked = Recruitment(seat=deed.seat, deed=deed, discount=self.discount, exactly=self.exactly)
        return asked.payable(state) and bool(
            (has_left(state, owner, "governor") and free_governor_sites(state))
            or (has_left(state, owner, "shadow") and free_shadow_spaces(state))
        )

    def phrase(self) -> str:
        units = some(self.count, UP_TO_UNITS)
        if self.exactly:
            found = say("recruit {units} for exactly {goods}", units=units, goods=Goods(rice=self.exactly))
        elif self.exactly is not None:
            found = say("recruit {units} for nothing", units=units)
        elif self.discount:
            found = say("recruit {units} for {goods} less", units=units, goods=Goods(rice=self.discount))
        else:
            found = say("recruit {units}", units=units)
        return say("{effect} each", effect=found) if self.count > 1 else found

    def fault(self, islands: Collection[str]) -> Later | None:
        both = self.exactly is not None and self.discount
        return later("recruit with a discount and an exact price") if both else None


class ResetRecruitment(CardEffect, frozen=True):
    """Put the recruitment pawn back on the first space."""

    verb = "reset the recruitment track"

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.reset_recruitment(deed.owner)

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return state.clan_boards.recruitment[deed.owner] > 0

    def phrase(self) -> str:
        return say("put the recruitment pawn back on its first space")
