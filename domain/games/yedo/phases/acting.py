"""The Actions Phase: in Player Order, over and over, each seat activates one placed Disciple.

A Disciple on the board completes a Mission, performs an action of its District or recruits a Character of the Teahouse;
one on an Annex uses the Annex. In Shogun Must Die a Disciple may resolve an Errand instead. A Mission completed from
the Bower does not trigger it (yedo.bower.mission-no-trigger).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from domain.games.yedo.coop import daimyo_acting
from domain.games.yedo.coop.errands import ResolveErrand, begin, why_not_resolve
from domain.games.yedo.districts import market_district
from domain.games.yedo.districts.action_costs import priced
from domain.games.yedo.districts.district_actions import place_of
from domain.games.yedo.effects.rival_annexes import ShowImpossible, missions_for, show, why_not_show
from domain.games.yedo.facts.base import card_name, space_name
from domain.games.yedo.facts.turns import Activated, ActsAgain, WillActAgain, action_name
from domain.games.yedo.modules import characters
from domain.games.yedo.modules.characters import RecruitCharacter, UseCharacter
from domain.games.yedo.phases import missions, playing
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.state import YedoState, annex_on, is_rival
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, Step
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

IDLE = "go-home"
"""The purpose of activating a Disciple to do nothing."""


class CompleteMission(Move, frozen=True, gc=False):
    """Complete a Mission of your hand with the Disciple on a space."""

    space: Public[str]
    mission: Public[str]

    def label(self) -> str:
        return say("{space}: {deed}", space=title(self.space), deed=self.deed())

    def deed(self) -> str:
        """Say what the Disciple does, without its space."""
        return say("complete {mission}", mission=card_name(self.mission))


class Perform(Move, frozen=True, gc=False):
    """Perform an action with the Disciple on a space: one of its District, or "annex" for that of an Annex."""

    space: Public[str]
    action: Public[str]

    def label(self) -> str:
        return say("{space}: {deed}", space=title(self.space), deed=self.deed())

    def deed(self) -> str:
        """Say what the Disciple does, without its space."""
        return action_name(self.action)


class Idle(Move, frozen=True, gc=False):
    """Send the Disciple on a space home without doing anything."""

    space: Public[str]

    def label(self) -> str:
        return say("{space}: {deed}", space=title(self.space), deed=self.deed())

    def deed(self) -> str:
        """Say what the Disciple does, without its space."""
        return say("go home")


OfDisciple: TypeAlias = CompleteMission | Perform | RecruitCharacter | Idle | ShowImpossible | ResolveErrand
"""The moves that activate a Disciple."""


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

    Every Disciple on the board or on an own Annex may go home without doing anything (yedo.ruling.idle-always); a seat
    whose Disciples have since left the board declines.
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

        A seat that has given the Mission away meanwhile, or completed it with another Disciple, sends this one home.
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
        """List each Mission, action and Character once, and going home: it hardly matters which figure does it."""
        seen: set[tuple[str, str | None]] = set()
        for move in self.moves(state):
            match move:
                case CompleteMission(mission=mission):
                    what: tuple[str, str | None] = (mission, None)
                case Perform(action=action, space=space):
                    annex = space if annex_on(space) is not None else None
                    what = (action, annex)
                case ResolveErrand(errand=errand):
                    what = (errand, None)
                case RecruitCharacter(character=character):
                    what = (character, None)
                case Idle():
                    what = (IDLE, None)
                case _:
                    yield move
                    continue
            if what not in seen:
                seen.add(what)
                yield move

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        if isinstance(move, OfDisciple) and names:
            what = move.deed()
            if isinstance(move, Perform):
                bought = market_district.purchase(state, self.seat, move.action)
                what = bought or priced(state, self.seat, move.space, move.action) or what
            return say("{space}: {deed}", space=space_name(move.space, names), deed=what)
        return move.label()

    def group_of(self, state: YedoState, move: Move, names: Sequence[str]) -> str | None:
        return space_name(move.space, names) if isinstance(move, OfDisciple) and names else None

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, PlayCard):
            playing.play(table, self.seat, move.card)
            table.then(self)
            return
        if isinstance(move, UseCharacter):
            characters.use(table, self.seat, move.character)
            table.then(self)
            return
        if isinstance(move, ResolveErrand):
            begin(table, self.seat, move)
            table.then(AfterErrand(self.seat, move.errand, move.space))
            return
        if isinstance(move, CompleteMission):
            missions.complete(table, self.seat, move.mission, move.space)
        elif isinstance(move, Perform):
            act(table, self.seat, move.space, move.action)
        elif isinstance(move, RecruitCharacter):
            characters.recruit(table, self.seat, move.space, move.character)
        elif isinstance(move, Idle):
            with table.citing("yedo.ruling.idle-always"):
                table.emit(Activated(table.clause, self.seat, move.space, IDLE))
        elif isinstance(move, ShowImpossible):
            with table.citing("yedo.ruling.hard-mission-on-annex"):
                table.emit(Activated(table.clause, self.seat, move.space, IDLE))
            show(table, self.seat, move)
        if isinstance(move, OfDisciple):
            table.then(ReturnHome(actor=self.seat, space=move.space))
        table.then(NextToAct())

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if isinstance(move, Decline):
            why = say("You have a Disciple on the board and must activate one; it may go home without doing anything.")
            return IllegalMove("yedo.action.mandatory", why)
        if not isinstance(move, OfDisciple):
            return None
        placed = state.on(move.space)
        if placed is None or placed.seat != self.seat:
            where = say("that Annex") if annex_on(move.space) is not None else title(move.space)
            return IllegalMove("yedo.action.turns", say("You have no Disciple on {where} to activate.", where=where))
        if isinstance(move, CompleteMission):
            return missions.why_not_complete(state, self.seat, move.mission, move.space)
        if isinstance(move, ResolveErrand):
            return why_not_resolve(state, self.seat, move)
        if isinstance(move, RecruitCharacter):
            return characters.why_not_recruit(state, self.seat, move.space, move.character)
        if isinstance(move, ShowImpossible):
            return why_not_show(state, self.seat, move)
        action = move.action if isinstance(move, Perform) else IDLE
        return place_of(state, self.seat, move.space).why_not(state, self.seat, move.space, action)


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


def act(table: YedoTable, seat: int, space: str, action: str) -> None:
    """Carry out an action with the Disciple on a space; the caller has checked that it is possible."""
    state = table.state
    place, district = place_of(state, seat, space), state.district_of(space)
    with table.citing(place.clause):
        table.emit(Activated(table.clause, seat, space, action))
    place.act(table, seat, space, action)
    if district is not None:
        for follow in course_of(state).after_action:
            follow(table, seat, district)


class ActAgain(CardEffect, frozen=True, kw_only=True):
    """The owner activates another Disciple after this one."""

    special = True

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.emit(WillActAgain(table.clause, deed.owner))

    def can(self, state: YedoState, deed: Deed) -> bool:
        """Return whether the owner has a second Disciple to activate in this turn."""
        return not state.turns.act_again and sum(1 for _ in state.placed_by(deed.owner)) > 1

    def phrase(self, voice: Voice = LIST) -> str:
        return say("{activate} another Disciple after this one", activate=voice.does("activate"))

    def worth(self, prospect: Prospect) -> float:
        return ACTION_CARD + GOOD_MOMENT
