"""The Actions Phase: in Player Order, over and over, each seat activates one placed Disciple.

A Disciple on the board completes a Mission, performs an action of its District or recruits a Character of the Teahouse;
one on an Annex uses the Annex. In Shogun Must Die a Disciple may resolve an Errand instead. A Mission completed from
the Bower does not trigger it (yedo.bower.mission-no-trigger).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.coop import daimyo_acting
from domain.games.yedo.coop.errands import ResolveErrand
from domain.games.yedo.districts import market_district
from domain.games.yedo.districts.action_costs import priced
from domain.games.yedo.districts.beside_board import RIVAL_ANNEX
from domain.games.yedo.districts.district_actions import place_of
from domain.games.yedo.effects.rival_annexes import ShowImpossible, missions_for
from domain.games.yedo.facts.base import card_name, space_name
from domain.games.yedo.facts.turns import Activated, ActsAgain, WillActAgain, action_name
from domain.games.yedo.phases import missions, playing
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.state import YedoState, annex_on, is_rival
from domain.games.yedo.verbs.activating import IDLE, Activation
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, Step, Use
from domain.games.yedo.verbs.course import abilities, activations, course_of
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.verbs.turns import sides_after
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.worth import ACTION_CARD, GOOD_MOMENT, Prospect
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.moves import DECLINE, Decline
from domain.kernel.words import title


class CompleteMission(Activation, frozen=True, gc=False):
    """Complete a Mission of your hand with the Disciple on a space."""

    mission: Public[str]

    def deed(self) -> str:
        return say("complete {mission}", mission=card_name(self.mission))

    def aim(self) -> tuple[str, str]:
        return self.mission, ""

    def activate(self, table: YedoTable, seat: int) -> None:
        missions.complete(table, seat, self.mission, self.space)

    def why_not(self, state: YedoState, seat: int) -> IllegalMove:
        return missions.why_not_complete(state, seat, self.mission, self.space)


class Perform(Activation, frozen=True, gc=False):
    """Perform an action with the Disciple on a space: one of its District, or "annex" for that of an Annex."""

    action: Public[str]

    def deed(self) -> str:
        return action_name(self.action)

    def priced_deed(self, state: YedoState, seat: int) -> str:
        bought = market_district.purchase(state, seat, self.action)
        return bought or priced(state, seat, self.space, self.action) or self.deed()

    def aim(self) -> tuple[str, str]:
        return self.action, self.space if annex_on(self.space) is not None else ""

    def activate(self, table: YedoTable, seat: int) -> None:
        state = table.state
        place, district = place_of(state, seat, self.space), state.district_of(self.space)
        with table.citing(place.clause):
            table.emit(Activated(table.clause, seat, self.space, self.action))
        place.act(table, seat, self.space, self.action)
        if district is not None:
            for follow in course_of(state).after_action:
                follow(table, seat, district)

    def why_not(self, state: YedoState, seat: int) -> IllegalMove:
        return place_of(state, seat, self.space).why_not(state, seat, self.space, self.action)


class Idle(Activation, frozen=True, gc=False):
    """Send the Disciple on a space home without doing anything."""

    def deed(self) -> str:
        return say("go home")

    def aim(self) -> tuple[str, str]:
        return IDLE, ""

    def activate(self, table: YedoTable, seat: int) -> None:
        with table.citing("yedo.ruling.idle-always"):
            table.emit(Activated(table.clause, seat, self.space, IDLE))

    def why_not(self, state: YedoState, seat: int) -> IllegalMove | None:
        if not is_rival(seat, self.space):
            return None
        return RIVAL_ANNEX.why_not(state, seat, self.space, IDLE)


class ActionPhase(Step, frozen=True, gc=False):
    """Run the Actions Phase."""

    clause = "yedo.action.turns"

    def run(self, table: YedoTable) -> None:
        table.then(NextToAct())


class NextToAct(Step, frozen=True, gc=False):
    """Ask the next seat after the one that acted to activate a Disciple, or the same one again.

    The track's current order applies (yedo.bower.next-player).
    """

    clause = "yedo.action.turns"

    def run(self, table: YedoTable) -> None:
        state = table.state
        last = state.turns.acting
        if state.turns.act_again and last is not None:
            table.emit(ActsAgain(table.clause, last))
            if any(True for _ in state.placed_by(last)):
                table.then(Activate(seat=last))
                return
        for seat in sides_after(state, last):
            if any(True for _ in state.placed_by(seat)):
                if seat == state.daimyo:
                    daimyo_acting.act(table)
                    table.then(NextToAct())
                else:
                    table.then(Activate(seat=seat))
                return


class Activate(Question[Move], frozen=True, gc=False):
    """Activate one placed Disciple, after playing any cards of this moment.

    Every Disciple on the board or on its owner's Annex may go home without doing anything (yedo.ruling.idle-always); a
    seat whose Disciples have since left the board declines.
    """

    clause = "yedo.action.one-per-turn"
    prompt = "Activate a Disciple."
    public = False
    automatic = False
    interruptible = True

    def moves(self, state: YedoState) -> Iterator[Move]:
        seat = self.seat
        placed_here = tuple(state.placed_by(seat))
        able = {figure: missions.completable(state, seat, figure) for figure in {p.figure for p in placed_here}}
        for placed in placed_here:
            space, here = placed.space, state.district_of(placed.space)
            if is_rival(seat, space):
                yield from self._on_rival_annex(state, space, [mission for mission, _ in able[placed.figure]])
                continue
            for mission, districts in able[placed.figure]:
                if here in districts:
                    yield CompleteMission(space, mission)
            for action in place_of(state, seat, space).actions(state, seat, space):
                yield Perform(space, action)
            yield Idle(space)
        yield from activations(state, seat)
        if not placed_here:
            yield DECLINE
        yield from playing.plays(state, seat, "own-activation")
        yield from playing.plays(state, seat, "mission")
        yield from abilities(state, seat, "own-activation")
        yield from abilities(state, seat, "mission")

    def _on_rival_annex(self, state: YedoState, space: str, able: list[Card]) -> Iterator[Move]:
        """Yield what a Disciple on an opponent's Annex can do: complete its Mission, or show that it cannot.

        A seat that has since given the Mission away, or completed it with another Disciple, sends this one home.
        """
        wanted = missions_for(state, self.seat, space)
        possible = [mission for mission in wanted if mission in able]
        for mission in possible:
            yield CompleteMission(space, mission)
        if not possible:
            for mission in wanted:
                yield ShowImpossible(space, mission)
        if not wanted:
            yield Idle(space)

    def suggestions(self, state: YedoState) -> Iterator[Move]:
        """List each Mission, action and Character once, and going home: which figure does it hardly matters."""
        seen: set[tuple[str, str]] = set()
        for move in self.moves(state):
            if isinstance(move, Activation):
                if (aim := move.aim()) in seen:
                    continue
                seen.add(aim)
            yield move

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        if isinstance(move, Activation) and names:
            deed = move.priced_deed(state, self.seat)
            return say("{space}: {deed}", space=space_name(move.space, names), deed=deed)
        return move.label()

    def group_of(self, state: YedoState, move: Move, names: Sequence[str]) -> str | None:
        return space_name(move.space, names) if isinstance(move, Activation) and names else None

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, Use):
            move.use(table, self.seat)
            table.then(self)
            return
        if isinstance(move, Activation):
            move.activate(table, self.seat)
            if isinstance(move, ResolveErrand):
                table.then(AfterErrand(self.seat, move.errand, move.space))
                return
            table.then(ReturnHome(actor=self.seat, space=move.space))
        table.then(NextToAct())

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if isinstance(move, Decline):
            why = say("You have a Disciple on the board and must activate one; it may go home without doing anything.")
            return IllegalMove("yedo.action.mandatory", why)
        if not isinstance(move, Activation):
            return None
        placed = state.on(move.space)
        if placed is None or placed.seat != self.seat:
            where = say("that Annex") if annex_on(move.space) is not None else title(move.space)
            return IllegalMove("yedo.action.turns", say("You have no Disciple on {where} to activate.", where=where))
        return move.why_not(state, self.seat)


class AfterErrand(Step, frozen=True, gc=False):
    """The Errand is done and its Disciple goes home; if somebody refused to contribute, the seat is asked again."""

    activator: int
    errand: Card
    space: str

    clause = "yedo.ruling.sharing-an-errand"

    def run(self, table: YedoTable) -> None:
        if self.errand in table.state.coop_board.open_errands:
            table.then(Activate(seat=self.activator))
        else:
            table.then(ReturnHome(actor=self.activator, space=self.space), NextToAct())


class ReturnHome(Step, frozen=True, gc=False):
    """The action is done: the activated Disciple goes home, unless it has already left its space."""

    actor: int
    space: str

    clause = "yedo.action.return-home"

    def run(self, table: YedoTable) -> None:
        placed = table.state.on(self.space)
        if placed is not None and placed.seat == self.actor:
            table.send_home(placed)


class ActAgain(CardEffect, frozen=True, kw_only=True):
    """The owner activates another Disciple after this one."""

    suits = ("reward", "own-activation")

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.emit(WillActAgain(table.clause, deed.owner))

    def can(self, state: YedoState, deed: Deed) -> bool:
        """Return whether the owner has a second Disciple to activate in this turn."""
        return not state.turns.act_again and sum(1 for _ in state.placed_by(deed.owner)) > 1

    def phrase(self, voice: Voice = LIST) -> str:
        return say("{activate} another Disciple after this one", activate=voice.does("activate"))

    def worth(self, prospect: Prospect) -> float:
        return ACTION_CARD + GOOD_MOMENT
