"""The Watch Patrol Phase: the patrol moves, cards redirect it or save Disciples, and the others are arrested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from domain.games.yedo.effects.needs import give, lacking
from domain.games.yedo.facts.base import space_name
from domain.games.yedo.facts.cards import NothingPlayed
from domain.games.yedo.facts.patrol import BlackmailUsed, DiscipleSaved, PatrolSkipped
from domain.games.yedo.facts.pieces import DiscipleArrested
from domain.games.yedo.phases.playing import PlayCard, has_moment, plays
from domain.games.yedo.phases.windows import is_in_use, next_asked
from domain.games.yedo.printed.needs import Needs
from domain.games.yedo.printed.parts import UNCOUNTED, Placed
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, Step, do
from domain.games.yedo.verbs.modifiers import modifiers, of_figure
from domain.games.yedo.verbs.moves import ChooseSpace
from domain.games.yedo.verbs.table import LAST_TWO, YedoTable
from domain.games.yedo.voice import LIST, PRONOUNS, Voice
from domain.games.yedo.words.describe_needs import describe_needs, describe_who
from domain.games.yedo.worth import ACTION_CARD, GOOD_MOMENT, Prospect
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate
from domain.kernel.moves import DECLINE


class UseBlackmail(Move, frozen=True, gc=False):
    """Use a Blackmail Card: none of your Disciples in the patrol's District is arrested."""

    def label(self) -> str:
        return say("use Blackmail")


class PatrolPhase(Step, frozen=True, gc=False):
    """Carry out the four steps of the phase; the last round has none (yedo.patrol.last-round-skip).

    The rulebook shows one at the Red Light (yedo.patrol.example-red-light).
    """

    clause = "yedo.patrol.steps"

    def run(self, table: YedoTable) -> None:
        if table.state.is_last_round:
            with table.citing("yedo.patrol.last-round-skip"):
                table.emit(PatrolSkipped(table.clause))
        else:
            table.then(*self.steps(table.state))

    def steps(self, state: YedoState) -> tuple[Step, ...]:
        """Return the steps of the phase, in their order."""
        return Advance(), InfluenceStep(), SaveStep(), ArrestStep()


class Advance(Step, frozen=True, gc=False):
    """Step A: the patrol moves to the next District, in the direction of its colour (yedo.patrol.direction)."""

    clause = "yedo.patrol.move-one"

    def run(self, table: YedoTable) -> None:
        table.move_patrol(1)


class InfluenceStep(Step, frozen=True, gc=False):
    """Step B: in Player Order, each seat may play a card that redirects the patrol."""

    clause = "yedo.patrol.card-order"

    def run(self, table: YedoTable) -> None:
        if is_in_use(table.state, "patrol-move"):
            table.then(AskForInfluence(left=table.state.order))


class AskForInfluence(Step, frozen=True, gc=False):
    """The seats still to be asked in step B: those that hold Action Cards."""

    left: tuple[int, ...]

    clause = "yedo.patrol.card-order"

    def run(self, table: YedoTable) -> None:
        found = next_asked(self.left, lambda seat: has_moment(table.state, seat, "patrol-move"))
        if found is not None:
            seat, left = found
            table.then(Influence(seat=seat), AskForInfluence(left=left))


class Influence(Question[Move], frozen=True, gc=False):
    """Play one card that redirects the patrol, or none.

    Cards of any time and answers remain playable meanwhile (yedo.patrol.other-cards-free).
    """

    clause = "yedo.patrol.step-b-one-card"
    prompt = "Play a card that moves the Watch Patrol, or pass."
    window = True
    public = False
    automatic = False
    interruptible = True

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield from plays(state, self.seat, "patrol-move")
        yield DECLINE

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        return say("play no card") if move == DECLINE else move.label()

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, PlayCard):
            move.use(table, self.seat)
        else:
            pass_step(table, self.seat)


class SaveStep(Step, frozen=True, gc=False):
    """Step C: in Player Order, each seat with Disciples at risk may play a card that saves some."""

    clause = "yedo.patrol.card-order"

    def run(self, table: YedoTable) -> None:
        table.then(AskForSaving(left=table.state.order))


class AskForSaving(Step, frozen=True, gc=False):
    """The seats still to be asked in step C: those at risk that hold Action Cards or Blackmail.

    Cards of any time can also rescue a Disciple (yedo.patrol.other-cards-free), so holders of any Action Card are
    asked.
    """

    left: tuple[int, ...]

    clause = "yedo.patrol.card-order"

    def run(self, table: YedoTable) -> None:
        state = table.state
        cards = is_in_use(state, "patrol-save") or is_in_use(state, "any")
        found = next_asked(
            self.left,
            lambda seat: (
                number_at_risk(state, seat) > 0
                and (state.hands.blackmail[seat] > 0 or (cards and has_moment(state, seat, "patrol-save")))
            ),
        )
        if found is not None:
            seat, left = found
            table.then(SaveOwn(seat=seat), AskForSaving(left=left))


class SaveOwn(Question[Move], frozen=True, gc=False):
    """Play one card that saves Disciples from arrest, or Blackmail, or nothing."""

    clause = "yedo.patrol.step-c-one-card"
    prompt = "Save Disciples from arrest with a card, or pass."
    window = True
    public = False
    automatic = False
    interruptible = True

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield from plays(state, self.seat, "patrol-save")
        if state.hands.blackmail[self.seat]:
            yield UseBlackmail()
        yield DECLINE

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        return say("play no card") if move == DECLINE else move.label()

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, PlayCard):
            move.use(table, self.seat)
        elif isinstance(move, UseBlackmail):
            use_blackmail(table, self.seat)
        else:
            pass_step(table, self.seat)

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, UseBlackmail):
            return None
        return IllegalMove("yedo.blackmail.use", say("You have no Blackmail Card."))


def pass_step(table: YedoTable, seat: int) -> None:
    """Let a seat play nothing in a step."""
    with table.citing("yedo.patrol.card-order"):
        table.emit(NothingPlayed(table.clause, seat))


def use_blackmail(table: YedoTable, seat: int) -> None:
    """Save all Disciples of a seat by a Blackmail Card, which cannot be answered (yedo.blackmail.no-counter)."""
    with table.citing("yedo.blackmail.removed"):
        table.emit(BlackmailUsed(table.clause, seat))
    with table.citing("yedo.ruling.blackmail-saves-all"):
        table.emit(DiscipleSaved(table.clause, seat))


class ArrestStep(Step, frozen=True, gc=False):
    """Step D: unsaved Disciples are arrested, seat by seat in Player Order."""

    clause = "yedo.patrol.arrest"

    def run(self, table: YedoTable) -> None:
        table.then(Arrests(left=table.state.order))


class Arrests(Step, frozen=True, gc=False):
    """The seats whose Disciples are still to be arrested."""

    left: tuple[int, ...]

    clause = "yedo.patrol.arrest"

    def run(self, table: YedoTable) -> None:
        for place, seat in enumerate(self.left):
            while at_risk := number_at_risk(table.state, seat):
                figures = exposed(table.state, seat)
                if needs_choice(table.state, seat, figures, at_risk):
                    table.then(ChooseArrested(seat=seat), Arrests(left=self.left[place:]))
                    return
                arrest(table, figures[0])


class ChooseArrested(Question[ChooseSpace], frozen=True, gc=False):
    """Choose which Disciple is arrested, if some are spared and their kinds or spaces differ."""

    clause = "yedo.ruling.which-disciple-is-lost"
    prompt = "Choose a Disciple that is arrested."

    def moves(self, state: YedoState) -> Iterator[ChooseSpace]:
        return (ChooseSpace(placed.space) for placed in exposed(state, self.seat))

    def label(self, state: YedoState, move: ChooseSpace, names: Sequence[str]) -> str:
        return say("the one on {space}", space=space_name(move.space, names))

    def resolve(self, table: YedoTable, move: ChooseSpace) -> None:
        placed = table.state.on(move.space)
        assert placed is not None
        with table.citing("yedo.patrol.arrest"):
            arrest(table, placed)

    def why_not(self, state: YedoState, move: ChooseSpace) -> IllegalMove | None:
        return IllegalMove(self.clause, say("Choose one of your own Disciples in the District of the Watch Patrol."))


def arrest(table: YedoTable, placed: Placed) -> None:
    """Send a Disciple to the Reserve, or home if it is one of the last two of its seat or the Errand Boy."""
    if placed.figure == "errand-boy":
        with table.citing("yedo.ruling.errand-boy-caught"):
            table.send_home(placed)
    elif placed.figure != "ronin" and table.state.disciples(placed.seat) <= LAST_TWO:
        with table.citing("yedo.patrol.arrest-last-two"):
            table.send_home(placed)
    else:
        table.emit(DiscipleArrested(table.clause, placed.seat, placed.space, placed.figure))


def number_at_risk(state: YedoState, seat: int) -> int:
    """Count the Disciples of a seat that would be arrested now (yedo.patrol.annex-safe, yedo.ruling.how-many-saved).

    Those on Annexes are in no District. A card saves as many as it says.
    """
    there = len(exposed(state, seat))
    if not there or any(found.protects(state.watch.patrol) for found in modifiers(state, seat)):
        return 0
    saved = [saved.count for saved in state.watch.saved if saved.seat == seat]
    return 0 if None in saved else max(there - sum(count or 0 for count in saved), 0)


def exposed(state: YedoState, seat: int) -> tuple[Placed, ...]:
    """Return the figures of a seat in the patrol's District that it may arrest."""
    if state.watch.patrol is None:
        return ()
    return tuple(placed for placed in state.placed_in(state.watch.patrol, seat) if not is_unarrested(state, placed))


def is_unarrested(state: YedoState, placed: Placed) -> bool:
    """Return whether the Watch Patrol never arrests a figure: a Ninja (yedo.patrol.specialist-ninja)."""
    return any(found.protects_figure for found in of_figure(state, placed.figure))


def needs_choice(state: YedoState, seat: int, figures: Sequence[Placed], at_risk: int) -> bool:
    """Return whether a seat picks which of its exposed figures is arrested next.

    Some may be saved, and figures of different kinds may go home as the last two of their seat
    (yedo.ruling.which-disciple-is-lost).
    """
    if at_risk < len(figures):
        return are_different(state, figures)
    kinds = [placed.figure for placed in figures if placed.figure not in UNCOUNTED]
    return len({*kinds}) > 1 and 0 < state.disciples(seat) - LAST_TWO < len(kinds)


def are_different(state: YedoState, figures: Sequence[Placed]) -> bool:
    """Return whether it matters which of some figures in a District stays, since they or their spaces differ."""
    spaces = state.content.spaces
    return len({(p.figure, spaces[p.space].action, spaces[p.space].bower) for p in figures}) > 1


class Save(CardEffect, frozen=True, kw_only=True):
    """Keep Disciples in the patrol's District from being arrested in this round, for a price."""

    count: int | Literal["all"] = "all"
    whose: Literal["own", "everybody"] = "own"
    price: Needs = ()

    suits = ("patrol-save",)

    def perform(self, table: YedoTable, deed: Deed) -> None:
        if self.price:
            give(table, deed, self.price)
            do(table, deed, (Save(count=self.count, whose=self.whose),))
            return
        count = None if self.count == "all" else self.count
        with table.citing("yedo.patrol.step-c-one-card"):
            for seat in self._saved_by(table.state, deed):
                table.emit(DiscipleSaved(table.clause, seat, count))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return lacking(self.price, state, deed) is None and bool(self._saved_by(state, deed))

    def phrase(self, voice: Voice = LIST) -> str:
        count = say("all") if self.count == "all" else self.count
        if self.whose != "own":
            disciples = say("the Disciples of all players")
        elif voice.single and not self.price:
            disciples = say("{who}'s Disciples", who=translate(voice.subject))
        else:
            disciples = voice.says("your Disciples", "their Disciples")
        saved = say(
            "in this round the Watch Patrol spares {count} of {disciples} in its District",
            count=count,
            disciples=disciples,
        )
        return say("{price}: {effect}", price=_paid(self.price, voice), effect=saved) if self.price else saved

    def worth(self, prospect: Prospect) -> float:
        return ACTION_CARD + GOOD_MOMENT

    def asks(self) -> Iterable[Needs]:
        return (self.price,)

    def _saved_by(self, state: YedoState, deed: Deed) -> tuple[int, ...]:
        """Return the seats whose Disciples an effect saves."""
        seats = (deed.owner,) if self.whose == "own" else state.order
        return tuple(seat for seat in seats if number_at_risk(state, seat))


def _paid(price: Needs, voice: Voice) -> str:
    does = describe_who(price) if voice.single else describe_needs(price)
    if not voice.subject:
        return does
    if voice.subject in PRONOUNS:
        return say("you {does}", does=does) if voice.subject == "you" else say("they {does}", does=does)
    return say("{who} {does}", who=translate(voice.subject), does=does)
