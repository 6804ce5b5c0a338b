"""The move step: moving a meeple, the Influence token, the Stables."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.micro_dojo import alternative_movement, facts
from domain.games.micro_dojo.content import MEEPLES, SPACES, Meeple
from domain.games.micro_dojo.remaining import MeepleMove
from domain.games.micro_dojo.state import AROUND, BIT_SETS, NEIGHBOURS, MicroDojoState, space_name
from domain.games.micro_dojo.table import MicroDojoTable, Question
from domain.games.micro_dojo.words import the
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import title


class OrdinaryMove(MeepleMove, frozen=True, gc=False):
    """A move of a meeple over neighbouring spaces, to a space (1 to 9)."""

    meeple: Public[Meeple]
    to: Public[int]

    def why_not(self, state: MicroDojoState, seat: int) -> IllegalMove:
        if self.meeple in state.markers:
            why = say("The {meeple} carries a Daimyo marker.", meeple=title(self.meeple))
            return IllegalMove("micro-dojo.move.marked-unavailable", why)
        if self.to not in SPACES:
            why = say("There is no space {space}; spaces are numbered 1 to 9.", space=self.to)
            return IllegalMove("micro-dojo.setup.board", why)
        if (unpaid := self.why_unpaid(state, seat)) is not None:
            return unpaid
        if self.to == state.barrier:
            why = say("The Guard House stands on {space}.", space=space_name(self.to))
            return IllegalMove("micro-dojo.move.guard-house-blocks", why)
        return self.why_out_of_reach(state)

    def why_unpaid(self, state: MicroDojoState, seat: int) -> IllegalMove | None:
        """Explain why a seat cannot pay for it; None if it can."""
        return None

    def why_out_of_reach(self, state: MicroDojoState) -> IllegalMove:
        """Explain why the meeple cannot reach the space."""
        raise NotImplementedError


class MoveMeeple(OrdinaryMove, frozen=True, gc=False):
    """One step of a meeple to a space (1 to 9)."""

    def label(self) -> str:
        return say("move {meeple} to {space}", meeple=the(self.meeple), space=space_name(self.to))

    def carry_out(self, table: MicroDojoTable, seat: int) -> Meeple:
        table.move_meeple(seat, self.meeple, self.to)
        return self.meeple

    def why_out_of_reach(self, state: MicroDojoState) -> IllegalMove:
        space = space_name(self.to).capitalize()
        if self.to in state.meeples:
            why = say("{space} is not empty.", space=space)
        else:
            why = say("{space} is not next to {meeple}.", space=space, meeple=the(self.meeple))
        return IllegalMove("micro-dojo.move.orthogonal", why)


class RideMeeple(OrdinaryMove, frozen=True, gc=False):
    """With the Stables: two steps of a meeple, ending on a space (1 to 9)."""

    def label(self) -> str:
        meeple, space = the(self.meeple), space_name(self.to)
        return say("move {meeple} two spaces to {space} (Stables)", meeple=meeple, space=space)

    def carry_out(self, table: MicroDojoTable, seat: int) -> Meeple:
        back = self.to == table.state.space_of(self.meeple)
        with table.citing("micro-dojo.building.stables"):
            table.pay(seat, food=stables_price(table.state, seat) or 0)
        with table.citing("micro-dojo.building.stables-ordinary" if back else "micro-dojo.building.stables"):
            table.move_meeple(seat, self.meeple, self.to)
        return self.meeple

    def why_unpaid(self, state: MicroDojoState, seat: int) -> IllegalMove | None:
        price = stables_price(state, seat)
        if price is None:
            return IllegalMove("micro-dojo.building.stables", say("You do not own the Stables."))
        if state.food[seat] < price:
            return IllegalMove("micro-dojo.building.stables", say("The Stables cost {price} food.", price=price))
        return None

    def why_out_of_reach(self, state: MicroDojoState) -> IllegalMove:
        why = say("Two steps over empty spaces do not lead to {space}.", space=space_name(self.to))
        return IllegalMove("micro-dojo.building.stables", why)


class DiscardInfluence(Move, frozen=True, gc=False):
    """Spend the Influence token to take the marker off a meeple before moving."""

    meeple: Public[Meeple]

    def label(self) -> str:
        return say("spend the Influence token to free {meeple}", meeple=the(self.meeple))

    def why_not(self, state: MicroDojoState, seat: int) -> IllegalMove:
        """Explain why a seat may not spend the token for this meeple now."""
        clause = "micro-dojo.influence.remove-marker"
        if state.influence != seat:
            return IllegalMove(clause, say("You do not hold the Influence token, or it is spent."))
        return IllegalMove(clause, say("The {meeple} carries no Daimyo marker.", meeple=title(self.meeple)))


STEP = {meeple: [MoveMeeple(meeple, to) for to in (0, *SPACES)] for meeple in MEEPLES}
RIDE = {meeple: [RideMeeple(meeple, to) for to in (0, *SPACES)] for meeple in MEEPLES}
FREE = {meeple: DiscardInfluence(meeple) for meeple in MEEPLES}
STEPS = {
    meeple: {
        space: {
            occupied: tuple(STEP[meeple][to] for to in NEIGHBOURS[space] if not occupied >> to & 1)
            for occupied in BIT_SETS
            if occupied & ~AROUND[space] == 0
        }
        for space in SPACES
    }
    for meeple in MEEPLES
}
"""The steps of a meeple from a space, by which of its neighbours are occupied: a table, for speed."""


class MoveStep(Question[MeepleMove | DiscardInfluence], frozen=True, gc=False):
    """The first step of a turn: move one available meeple."""

    prompt = "Move a meeple."
    public = True
    clause = "micro-dojo.move.orthogonal"

    def moves(self, state: MicroDojoState) -> list[MeepleMove | DiscardInfluence]:
        found: list[MeepleMove | DiscardInfluence] = [*movements(state, self.seat)]
        if state.influence == self.seat:
            found += _influence_uses(state)
        return found

    def resolve(self, table: MicroDojoTable, move: MeepleMove | DiscardInfluence) -> None:
        seat = self.seat
        if isinstance(move, DiscardInfluence):
            with table.citing("micro-dojo.influence.remove-marker"):
                table.emit(facts.InfluenceDiscarded(table.clause, seat))
                table.unmark(move.meeple)
            table.then(MoveStep(seat))
            return
        table.mark(seat, move.carry_out(table, seat))

    def refuse(self, state: MicroDojoState, move: Move) -> IllegalMove:
        if isinstance(move, MeepleMove | DiscardInfluence):
            return move.why_not(state, self.seat)
        return IllegalMove("micro-dojo.turn.alternate", say("Move a meeple first; then activate the space."))


def movements(state: MicroDojoState, seat: int) -> list[MeepleMove]:
    """List every way in which `seat` can move a meeple now, ordinary or alternative."""
    found: list[MeepleMove] = [*ordinary_steps(state)]
    if state.buildings[seat] and (price := stables_price(state, seat)) is not None and state.food[seat] >= price:
        found += _stables_uses(state)
    if state.abilities:
        found += alternative_movement.moves(state, seat)
    return found


def ordinary_steps(state: MicroDojoState) -> list[MoveMeeple]:
    """List the ordinary steps of the meeples that carry no marker."""
    occupied, markers = state.occupied, state.markers
    found: list[MoveMeeple] = []
    for meeple, space in zip(MEEPLES, state.meeples, strict=True):
        if meeple not in markers:
            found += STEPS[meeple][space][occupied & AROUND[space]]
    return found


def _stables_uses(state: MicroDojoState) -> Iterator[RideMeeple]:
    """List the uses of the Stables."""
    for meeple, space in zip(MEEPLES, state.meeples, strict=True):
        if meeple not in state.markers:
            second = spaces_in_two_steps(state, space)
            yield from (RIDE[meeple][to] for to in SPACES if second >> to & 1)


def spaces_in_two_steps(state: MicroDojoState, space: int) -> int:
    """Return the spaces that two steps over empty spaces reach from `space`, itself included, as a bit set."""
    left_behind = state.occupied & ~(1 << space)
    second = 0
    for via in NEIGHBOURS[space]:
        if not left_behind >> via & 1:
            second |= AROUND[via]
    return second & ~left_behind


def _influence_uses(state: MicroDojoState) -> Iterator[DiscardInfluence]:
    """List the uses of the Influence token: three free meeples can never all be blocked, so a move can follow."""
    return (FREE[meeple] for meeple in state.markers if meeple is not None)


def stables_price(state: MicroDojoState, seat: int) -> int | None:
    """Return the food that one more step costs this seat; None if it does not own the Stables."""
    extra = state.content.extra_steps
    for building in state.buildings[seat]:
        if building in extra:
            return extra[building].food
    return None


def can_move(state: MicroDojoState, seat: int) -> bool:
    """Return whether `seat` could move a meeple if it were its turn now, using the Influence token if it has it."""
    return bool(MoveStep(seat).moves(state))
