"""The Teahouse's Characters in play: recruiting them, using their abilities, and paying their fees."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo.facts.base import card_name
from domain.games.yedo.facts.modules.teahouse import CharacterRecruited, CharacterUsed
from domain.games.yedo.facts.pieces import RoninCame
from domain.games.yedo.facts.turns import Activated
from domain.games.yedo.modules.teahouse import recruitable
from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.printed.entries import CharacterMoment
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.printed.terms import District, When
from domain.games.yedo.state import YedoState, annex_on, errand_on
from domain.games.yedo.verbs.activating import Activation
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, Step, Use, can_any, deed_of, do
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.verbs.holding import describe_unless_ids
from domain.games.yedo.verbs.modifiers import modifiers
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.words.describe_teahouse import character_text
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import mark, say, translate

MOMENTS: dict[CharacterMoment, str] = {
    "any": mark("while a question is open that may be interrupted, and never in the middle of something else"),
    "own-assignment": mark("when you assign a Disciple"),
    "own-activation": mark("when you activate a Disciple"),
    "mission": mark("before you complete a Mission"),
    "passive": mark("by nobody: its ability holds by itself as long as the Character is active"),
}
"""The moments at which Characters are used, in words that follow "is used"."""


class RecruitCharacter(Activation, frozen=True, gc=False):
    """With the Disciple on a space, recruit a Character of the Teahouse for the next round."""

    character: Public[str]

    def deed(self) -> str:
        return say("recruit {character}", character=card_name(self.character))

    def aim(self) -> tuple[str, str]:
        return self.character, ""

    def activate(self, table: YedoTable, seat: int) -> None:
        with table.citing("yedo.teahouse.recruit"):
            table.emit(Activated(table.clause, seat, self.space, f"character/{self.character}"))
            table.emit(CharacterRecruited(table.clause, seat, self.character))

    def why_not(self, state: YedoState, seat: int) -> IllegalMove:
        if (refusal := _why_absent(state, RecruitCharacter)) is not None:
            return refusal
        clause, name = "yedo.teahouse.recruit", card_name(self.character)
        if annex_on(self.space) is not None or errand_on(self.space) is not None:
            where = say("an Annex") if errand_on(self.space) is None else say("an Errand")
            return IllegalMove(
                clause, say("A Disciple on {where} cannot recruit: activate one on the board.", where=where)
            )
        recruited = state.characters.recruited[seat]
        if recruited is not None:
            why = say(
                "You have recruited {recruited} in this round; a second Character must wait.",
                recruited=card_name(recruited),
            )
            return IllegalMove("yedo.ruling.one-recruit-a-round", why)
        return IllegalMove(clause, say("{name} is not in the Teahouse: choose a Character on display.", name=name))


class UseCharacter(Use, frozen=True, gc=False):
    """Use the ability of your active Character, and discard it."""

    character: Public[str]

    def label(self) -> str:
        return say("use {character}", character=card_name(self.character))

    def use(self, table: YedoTable, seat: int) -> None:
        """Discard the Character and carry out its ability."""
        effects = table.state.content.characters[self.character].effects
        with table.citing("yedo.teahouse.ability-once"):
            told = describe_unless_ids(table.state, effects)
            table.emit(CharacterUsed(table.clause, seat, self.character, told))
        do(table, _deed(seat, self.character), effects)

    def why_not(self, state: YedoState, seat: int) -> IllegalMove:
        if (refusal := _why_absent(state, UseCharacter)) is not None:
            return refusal
        clause, name = "yedo.teahouse.ability-once", card_name(self.character)
        if state.characters.recruited[seat] == self.character:
            why = say(
                "{name} is yours from the next round on: no Character is used in the round in which it was recruited.",
                name=name,
            )
            return IllegalMove("yedo.teahouse.not-same-round", why)
        if state.characters.active[seat] != self.character:
            return IllegalMove(clause, say("{name} is not your active Character.", name=name))
        entry = state.content.characters[self.character]
        if next(uses(state, seat, entry.when), None) is None and entry.when != "passive":
            return IllegalMove(
                clause, say("{name} would do nothing now: {effects}.", name=name, effects=describe(entry.effects))
            )
        return IllegalMove(clause, say("{name} is used {when}.", name=name, when=translate(MOMENTS[entry.when])))


class ChooseCharacter(Move, frozen=True, gc=False):
    """Choose a Character of the Teahouse."""

    character: Public[str]

    def label(self) -> str:
        return say("recruit {character}", character=card_name(self.character))


def recruits(state: YedoState, seat: int) -> Iterator[RecruitCharacter]:
    """Yield the possible recruitments by a seat's Disciples; one on an Annex or an Errand cannot recruit."""
    found = recruitable(state, seat)
    if found:
        for placed in state.placed_by(seat):
            if annex_on(placed.space) is None and errand_on(placed.space) is None:
                yield from (RecruitCharacter(placed.space, character) for character in found)


def _why_absent(state: YedoState, move: type[Move]) -> IllegalMove | None:
    """Return why a Teahouse move is illegal in a game without the module, or None with it."""
    clause = course_of(state).absent.get(move)
    return None if clause is None else IllegalMove(clause, say("The Teahouse is not part of this game."))


def uses(state: YedoState, seat: int, when: When | CharacterMoment) -> Iterator[UseCharacter]:
    """Yield the use of a seat's active Character, if this is its moment and it would have an effect."""
    character = state.characters.active[seat]
    if character is None:
        return
    entry = state.content.characters[character]
    if entry.when == when and can_any(entry.effects, state, _deed(seat, character)):
        yield UseCharacter(character)


def _deed(seat: int, character: Card) -> Deed:
    return deed_of(seat, "yedo.teahouse.ability-once", character)


class PickCharacter(Question[ChooseCharacter], frozen=True, gc=False):
    """Choose the Character that a card recruits."""

    clause = "yedo.teahouse.recruit"
    prompt = "Which Character do you recruit for the next round?"

    def moves(self, state: YedoState) -> Iterator[ChooseCharacter]:
        return map(ChooseCharacter, recruitable(state, self.seat))

    def label(self, state: YedoState, move: ChooseCharacter, names: object) -> str:
        return f"{move.label()}. {character_text(state.content.characters[move.character])}"

    def resolve(self, table: YedoTable, move: ChooseCharacter) -> None:
        table.emit(CharacterRecruited(table.clause, self.seat, move.character))

    def why_not(self, state: YedoState, move: ChooseCharacter) -> IllegalMove | None:
        return IllegalMove(self.clause, say("{character} is not in the Teahouse.", character=card_name(move.character)))


class Recruit(CardEffect, frozen=True, kw_only=True):
    """Recruit a Character of the Teahouse for the next round."""

    module = "teahouse"

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.then(PickCharacter(seat=deed.owner))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return bool(course_of(state).recruitable(state, deed.owner))

    def phrase(self, voice: Voice = LIST) -> str:
        return voice.says(
            "{recruit} a Character of the Teahouse for the next round, if you have recruited none in this one",
            "{recruit} a Character of the Teahouse for the next round, if they have recruited none in this one",
            recruit=voice.does("recruit"),
        )


class BringRonin(CardEffect, frozen=True, kw_only=True):
    """The Ronin comes to the Clan House for this round."""

    suits = ("own-assignment",)
    module = "teahouse"

    def perform(self, table: YedoTable, deed: Deed) -> None:
        with table.citing("yedo.teahouse.ronin"):
            table.emit(RoninCame(table.clause, deed.owner))

    def can(self, state: YedoState, deed: Deed) -> bool:
        """Return whether the one Ronin of the box is free to come."""
        at_home = any("ronin" in figures for figures in state.pieces.house)
        return not at_home and all(placed.figure != "ronin" for placed in state.pieces.placed)

    def phrase(self, voice: Voice = LIST) -> str:
        if voice.single:
            return say(
                "the Ronin comes to {who}'s Clan House and serves them as a further Disciple until the end of this"
                " round",
                who=translate(voice.subject),
            )
        return voice.says(
            "the Ronin comes to your Clan House and serves you as a further Disciple until the end of this round",
            "the Ronin comes to their Clan House and serves them as a further Disciple until the end of this round",
        )


class PayFees(Step, frozen=True, gc=False):
    """After an action in a District, a seat pays those who collect a fee there, as far as it has Mon."""

    payer: int
    district: District

    clause = "yedo.teahouse.harbor-master"

    def run(self, table: YedoTable) -> None:
        for seat in table.state.order:
            for found in modifiers(table.state, seat) if seat != self.payer else ():
                fee = found.fee(self.district)
                table.hand_over_mon(self.payer, seat, min(fee, table.state.belongings.mon[self.payer]))


def collect_fees(table: YedoTable, seat: int, district: District) -> None:
    """Make a seat pay the fees for an action of a District, unless it is exempt.

    A Clan Power may exempt it (yedo.clan.tenacious-harbor-master).
    """
    if any(found.pays_no_fees for found in modifiers(table.state, seat)):
        return
    others = (other for other in table.state.order if other != seat)
    if any(found.fee(district) for other in others for found in modifiers(table.state, other)):
        table.then(PayFees(payer=seat, district=district))


ABSENT: dict[type[Move], str] = {
    RecruitCharacter: "yedo.teahouse.recruit",
    UseCharacter: "yedo.teahouse.ability-once",
}
"""The Teahouse's moves and their clauses, for games without it."""
