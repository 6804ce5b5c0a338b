"""Completing a Mission in its six steps (yedo.mission.steps): shown, met, activated, rewarded, bonus, filed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.games.yedo.effects import requirements
from domain.games.yedo.effects.interaction import ChoosePartner, ChooseTarget, punish, reward_partner, why_no_partner
from domain.games.yedo.effects.pieces import SendToReserve, may_send_to_reserve
from domain.games.yedo.effects.requirements import StandIns
from domain.games.yedo.effects.rival_annexes import asked_annex
from domain.games.yedo.facts.base import card_name
from domain.games.yedo.facts.coop.shogun import ShogunAttacked
from domain.games.yedo.facts.missions import MissionCompleted, MissionShown, RequirementsMet, ShogunKilled
from domain.games.yedo.facts.turns import Activated
from domain.games.yedo.modules.mission_specialists import MissionDone
from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.printed.entries import Mission
from domain.games.yedo.printed.needs import AnyNeed
from domain.games.yedo.printed.parts import Card, Figure
from domain.games.yedo.printed.terms import District
from domain.games.yedo.state import YedoState, annex_on, is_rival
from domain.games.yedo.verbs.asking import Deed, Question, Step, deed_of, do
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.verbs.subjects import card_subjects
from domain.games.yedo.verbs.table import LAST_TWO, YedoTable
from domain.kernel.choice import Move, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import count_noun, explain, join_words, title


def completable(state: YedoState, seat: int, figure: Figure | None = None) -> list[tuple[Card, tuple[District, ...]]]:
    """Return the Missions in hand that a seat could complete now, each with the Districts of its standard part.

    A figure of the kind `figure` in one of them must be activated (yedo.mission.district), or the one on the opponent's
    Annex that the Mission asks for (yedo.ruling.hard-mission-on-annex). The Errand Boy completes none.
    """
    if figure == "errand-boy":
        return []
    standing = requirements.standing_in(state, seat)
    found = []
    for mission in _held(state, seat):
        entry = state.content.missions[mission]
        if requirements.missing_district(standing, entry.districts) is not None:
            continue
        if requirements.missing_need(state, seat, entry.needs, figure=figure) is not None:
            continue
        if _has_nobody_to_send(state, seat, entry):
            continue
        if entry.partner is None or why_no_partner(state, seat, entry.partner, entry) is None:
            found.append((mission, entry.districts))
    return found


def _held(state: YedoState, seat: int) -> tuple[Card, ...]:
    """Return the Missions that a seat may complete: those in its hand, and those open to all."""
    return (*state.hands.missions[seat], *course_of(state).open_missions(state))


def _has_nobody_to_send(state: YedoState, seat: int, entry: Mission) -> bool:
    """Return whether a Mission sends a Disciple to the Reserve but its seat has too few."""
    return SendToReserve() in entry.reward and not may_send_to_reserve(state, seat)


def why_not_complete(state: YedoState, seat: int, mission: Card, space: str) -> IllegalMove:
    """Explain why a seat cannot complete a Mission with its Disciple on a space."""
    name = card_name(mission)
    if mission not in _held(state, seat):
        return IllegalMove("yedo.mission.steps", say("You hold no Mission {name}.", name=name))
    placed = state.on(space)
    if placed is not None and placed.figure == "errand-boy":
        return IllegalMove("yedo.coop.mission-errand-boy", say("The Errand Boy completes no Missions."))
    entry = state.content.missions[mission]
    here = state.district_of(space)
    shown = join_words(map(title, dict.fromkeys(entry.districts)), "or")
    rival = annex_on(space) if is_rival(seat, space) else None
    if rival is not None and asked_annex(entry) != rival:
        why = say("{name} asks for no Disciple on the {rival} of an opponent.", name=name, rival=title(rival))
        return IllegalMove("yedo.icon.requirement-hard-annex", why)
    if rival is None and annex_on(space) is not None:
        why = say(
            "A Disciple on an Annex is in no District: activate one in {shown} for {name}.", shown=shown, name=name
        )
        return IllegalMove("yedo.mission.annex-disciple-not-district", why)
    if rival is None and here not in entry.districts:
        if entry.bonus is not None and here in entry.bonus.districts:
            why = say(
                "Only the bonus part of {name} names this District: activate a Disciple in {shown}.",
                name=name,
                shown=shown,
            )
            return IllegalMove("yedo.icon.requirement-activate", why)
        return IllegalMove(
            "yedo.mission.district", say("{name} needs an activated Disciple in {shown}.", name=name, shown=shown)
        )
    if _has_nobody_to_send(state, seat, entry):
        have = state.disciples(seat)
        why = say(
            "{name} sends a Disciple to the Reserve: you need {last_two} of them, and have {have}.",
            name=name,
            last_two=LAST_TWO + 1,
            have=have,
        )
        return IllegalMove("yedo.icon.reward-send-reserve", why)
    missing = requirements.missing_district(requirements.standing_in(state, seat), entry.districts)
    if missing is not None:
        number = entry.districts.count(missing)
        clause = "yedo.icon.requirement-district-twice" if number > 1 else "yedo.icon.requirement-district"
        why = say(
            "{name} needs {disciples} of yours in the District {missing}.",
            name=name,
            disciples=count_noun(number, "Disciple"),
            missing=title(missing),
        )
        return IllegalMove(clause, why)
    need = requirements.missing_need(state, seat, entry.needs, figure=placed.figure if placed else None)
    if need is None:
        assert entry.partner is not None
        no_partner = why_no_partner(state, seat, entry.partner, entry)
        assert no_partner is not None
        return no_partner
    return course_of(state).why_lacking(state, seat, mission, need)


def why_lacking(state: YedoState, seat: int, mission: Card, need: AnyNeed) -> IllegalMove:
    """Say what a seat lacks for a Mission."""
    why = say("For {name} you lack {need}.", name=card_name(mission), need=need.name_missing())
    return IllegalMove(need.clause, why)


def complete(table: YedoTable, seat: int, mission: Card, space: str) -> None:
    """Complete a Mission with the Disciple on a space; it must be possible.

    One activation completes one Mission (yedo.mission.one-per-activation). Emits the first two steps and puts the
    others on the agenda.
    """
    entry = table.state.content.missions[mission]
    if mission in table.state.hands.missions[seat]:
        with table.citing("yedo.mission.steps"):
            table.emit(MissionShown(table.clause, seat, mission))
    else:
        with table.citing("yedo.coop.kill-available"):
            table.emit(ShogunAttacked(table.clause, seat, mission))
    placed = table.state.on(space)
    figure = None if placed is None or placed.figure == "disciple" else placed.figure
    helpers = requirements.stand_ins(table.state, seat, entry.needs, figure=figure)
    with table.citing("yedo.mission.standard-all"):
        table.emit(RequirementsMet(table.clause, seat, mission, "standard"))
    requirements.give(table, _deed(table.state, seat, mission, space), entry.needs, helpers)
    if entry.partner is not None:
        table.then(ChoosePartner(seat=seat, mission=mission))
    if entry.target:
        table.then(ChooseTarget(seat=seat, mission=mission, space=space))
    table.then(StandardReward(seat, mission, space, helpers, figure))


def _deed(state: YedoState, seat: int, mission: Card, space: str, clause: str = "yedo.mission.standard-reward") -> Deed:
    """Return the deed of a Mission, with the partner and the target that were chosen for it."""
    return replace(
        deed_of(seat, clause, mission, space), partner=state.completion.partner, target=state.completion.target
    )


class StandardReward(Step, frozen=True, gc=False):
    """Activate the Disciple and take the standard reward; `helpers` are the substitutes for the standard part.

    The partner is rewarded after the completing player, then the target is punished. `figure` is the activated figure,
    or None for a regular Disciple; a Specialist adds a bonus when the Mission is completed.
    """

    completer: int
    mission: Card
    space: str
    helpers: StandIns
    figure: Figure | None = None

    clause = "yedo.mission.district"

    def run(self, table: YedoTable) -> None:
        entry = table.state.content.missions[self.mission]
        table.emit(Activated(table.clause, self.completer, self.space, self.mission))
        if course_of(table.state).is_rewarded(entry):
            deed = _deed(table.state, self.completer, self.mission, self.space)
            do(table, deed, entry.reward)
            reward_partner(table, deed, entry)
            punish(table, deed, entry)
            table.then(OfferBonus(self.completer, self.mission, self.space, self.helpers, self.figure))
        table.then(FileMission(self.completer, self.mission))
        if self.figure is not None:
            table.then(MissionDone(self.completer, self.figure))


class OfferBonus(Step, frozen=True, gc=False):
    """Offer the bonus part of a Mission if its requirements are met now (yedo.mission.bonus-after-reward).

    The standard reward comes first, so the bonus part is never completed alone (yedo.mission.bonus-never-alone).
    """

    completer: int
    mission: Card
    space: str
    helpers: StandIns
    figure: Figure | None = None

    clause = "yedo.mission.bonus"

    def run(self, table: YedoTable) -> None:
        entry = table.state.content.missions[self.mission]
        if entry.bonus is None:
            return
        asked = requirements.with_bonus(entry, entry.bonus)
        state, seat = table.state, self.completer
        standing = requirements.standing_in(state, seat, self.space)
        if requirements.missing_district(standing, asked.districts) is not None:
            return
        if requirements.missing_need(state, seat, asked.needs, self.helpers, self.figure) is None:
            part = BonusPart(
                seat=seat, mission=self.mission, space=self.space, helpers=self.helpers, figure=self.figure
            )
            table.then(part)


class TakeBonus(Move, frozen=True, gc=False):
    """Meet the bonus requirements too, and take the bonus reward."""

    def label(self) -> str:
        return say("take the bonus reward")


class SkipBonus(Move, frozen=True, gc=False):
    """Skip the bonus part of the Mission for good."""

    def label(self) -> str:
        return say("leave the bonus part")


class BonusPart(Question[Move], frozen=True, gc=False):
    """Take the bonus part of a Mission, or leave it; its requirements are met."""

    mission: Card
    space: str
    helpers: StandIns
    figure: Figure | None = None

    clause = "yedo.mission.bonus-optional"
    prompt = "Take the bonus part?"

    def question(self, names: Sequence[str]) -> str:
        return say("Take the bonus part of {mission}?", mission=card_name(self.mission))

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        return card_subjects(state, self.mission)

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield TakeBonus()
        yield SkipBonus()

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        bonus = state.content.missions[self.mission].bonus
        if isinstance(move, TakeBonus) and bonus is not None:
            return explain(move.label(), describe(bonus.reward))
        return move.label()

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, SkipBonus):
            return
        entry = table.state.content.missions[self.mission]
        assert entry.bonus is not None
        asked = requirements.with_bonus(entry, entry.bonus)
        helpers = requirements.stand_ins(table.state, self.seat, asked.needs, self.helpers, self.figure)
        deed = _deed(table.state, self.seat, self.mission, self.space, "yedo.mission.bonus")
        with table.citing(deed.clause):
            table.emit(RequirementsMet(table.clause, self.seat, self.mission, "bonus"))
        requirements.give(table, deed, entry.bonus.needs, helpers)
        do(table, deed, entry.bonus.reward)


class FileMission(Step, frozen=True, gc=False):
    """The card joins the completed Missions."""

    completer: int
    mission: Card

    clause = "yedo.mission.steps"

    def run(self, table: YedoTable) -> None:
        course_of(table.state).file_mission(table, self.completer, self.mission)


def file_mission(table: YedoTable, seat: int, mission: Card) -> None:
    """Add a Mission to those that a seat has completed; after Kill the Shogun this is the last round."""
    table.emit(MissionCompleted(table.clause, seat, mission))
    if table.state.content.missions[mission].ends_game:
        with table.citing("yedo.mission.kill-the-shogun-end"):
            table.emit(ShogunKilled(table.clause, seat))
