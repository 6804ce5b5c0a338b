"""Giving things up: losses by cards, and discards as a price (yedo.ruling.which-disciple-is-lost)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from domain.games.yedo import draws, versions
from domain.games.yedo.effects.annexes import ChooseAnnex
from domain.games.yedo.effects.rival_annexes import leave
from domain.games.yedo.facts.base import figure_name, space_name
from domain.games.yedo.facts.goods import GeishaLost
from domain.games.yedo.facts.pieces import DiscipleToReserve
from domain.games.yedo.printed.parts import UNCOUNTED, Figure
from domain.games.yedo.printed.term_words import some, some_of
from domain.games.yedo.printed.terms import Losable
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed, leave_out
from domain.games.yedo.verbs.moves import GiveUpCard, GiveUpWeapon, GivingUp
from domain.games.yedo.verbs.table import LAST_TWO, YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.kernel.audience import Public
from domain.kernel.chance import EVERYONE
from domain.kernel.errors import IllegalMove
from domain.kernel.language import mark, say, translate
from domain.kernel.words import title

CARDS: tuple[Losable, ...] = ("action-card", "bonus-card", "mission")
HARD_GEISHA = "yedo.icon.reward-hard-geisha"
"""The clause under which a lost Geisha leaves the game."""
PUNISHING: dict[str, str] = {
    "disciple": "yedo.icon.reward-hard-disciple",
    "weapon": "yedo.icon.reward-hard-steal-weapon",
    "annex": "yedo.icon.reward-hard-annex",
    "geisha": HARD_GEISHA,
}
"""The clauses of the losses with which Missions punish, by what is lost."""
NOUNS: dict[Losable, str] = {
    "action-card": mark("an Action Card"),
    "bonus-card": mark("a Bonus Card"),
    "mission": mark("a Mission"),
    "weapon": mark("a Weapon"),
    "geisha": mark("a Geisha"),
    "annex": mark("an Annex"),
    "disciple": mark("a Disciple"),
}


class GiveUpGeisha(GivingUp, frozen=True, gc=False):
    """Give up a Geisha of this value."""

    value: Public[int]

    what = "geisha"

    def label(self) -> str:
        return say("give up a Geisha of value {value}", value=self.value)

    def discard(self, table: YedoTable, seat: int) -> None:
        table.emit(GeishaLost(table.clause, seat, self.value, "supply"))

    def give_up(self, table: YedoTable, deed: Deed, to: int | None = None) -> None:
        if deed.clause == HARD_GEISHA and table.state.rules >= versions.GEISHA_LEAVES_THE_GAME:
            table.emit(GeishaLost(table.clause, deed.owner, self.value, "box"))
        else:
            self.discard(table, deed.owner)


class GiveUpDisciple(GivingUp, frozen=True, gc=False):
    """Give up the Disciple or Specialist on a space, or one in the Clan House if `space` is null."""

    space: Public[str | None]
    figure: Public[Figure] = "disciple"

    what = "disciple"

    def label(self) -> str:
        where = say("in the Clan House") if self.space is None else say("on {space}", space=title(self.space))
        return say("give up {figure} {where}", figure=figure_name(self.figure, "the"), where=where)

    def phrase(self, verb: str, names: Sequence[str]) -> str:
        if self.space is None:
            return self.label()
        return say(
            "give up {figure} on {space}",
            figure=figure_name(self.figure, "the"),
            space=space_name(self.space, names),
        )

    def discard(self, table: YedoTable, seat: int) -> None:
        table.emit(DiscipleToReserve(table.clause, seat, self.space, self.figure))

    def give_up(self, table: YedoTable, deed: Deed, to: int | None = None) -> None:
        """Send the Disciple to the Reserve; one of the last two goes home or stays there."""
        placed = None if self.space is None else table.state.on(self.space)
        if placed is not None:
            leave(table, placed)
            table.lose_disciple(placed)
        elif table.state.disciples(deed.owner) > LAST_TWO:
            self.discard(table, deed.owner)
        else:
            with table.citing("yedo.disciples.last-two-protected"):
                leave_out(table, deed, Lose(what="disciple"))


class GiveUp(RaisedByDeed, Question[GivingUp], frozen=True, gc=False):
    """Choose one thing that the deed's owner gives up; it is returned to the supply, or goes to the seat `to`."""

    deed: Deed
    what: Losable
    kind: str
    to: int | None = None

    clause = "yedo.ruling.which-disciple-is-lost"
    prompt = "Choose what to give up."

    def question(self, names: Sequence[str]) -> str:
        whose = say(" of {who}", who=names[self.deed.owner]) if names and self.seat != self.deed.owner else ""
        return say(
            "Choose {what}{whose} to {verb}.",
            what=translate(NOUNS[self.what]),
            whose=whose,
            verb=self._verb(mark("give up")),
        )

    def moves(self, state: YedoState) -> Iterator[GivingUp]:
        return iter(dict.fromkeys(things(state, self.deed.owner, self.what, self.kind)))

    def label(self, state: YedoState, move: GivingUp, names: Sequence[str]) -> str:
        return move.phrase(self._verb(mark("discard")), names)

    def _verb(self, without_receiver: str) -> str:
        """Name what happens to the thing, in words for the choosing seat."""
        if self.to is None:
            return translate(without_receiver)
        return say("take") if self.to == self.seat else say("give")

    def resolve(self, table: YedoTable, move: GivingUp) -> None:
        with table.citing(self.deed.clause):
            move.give_up(table, self.deed, self.to)

    def why_not(self, state: YedoState, move: GivingUp) -> IllegalMove:
        return IllegalMove(
            self.deed.clause,
            say(
                "Choose {what} that is there; you cannot {label}.", what=translate(NOUNS[self.what]), label=move.label()
            ),
        )


class GiveUpHidden(GiveUp, frozen=True, gc=False):
    """Choose a card of your hand to give up."""

    public = False
    automatic = False

    clause = "yedo.clan-board.hidden-cards"


def owned(state: YedoState, seat: int, what: Losable, kind: str = "choice") -> int:
    """Count the things that a seat can give up, in public terms.

    `kind` narrows them to a kind of Weapon or Annex, or to a colour of Missions. A Blackmail Card is never given up
    (yedo.ruling.blackmail-is-no-action-card).
    """
    if what == "blessing":
        return int(state.belongings.blessings[seat])
    return len(things(state, seat, what, kind))


def give_up(
    table: YedoTable,
    deed: Deed,
    what: Losable,
    count: int = 1,
    kind: str = "choice",
    picks: Literal["loser", "owner", "chance"] = "loser",
    to: int | None = None,
) -> None:
    """Make the deed's owner give up `count` things, or all if there are fewer; ask if there is a choice.

    They are returned to the supply, or go to the seat `to`. Its holder picks a card in hand, or chance does, since
    nobody else can see it.
    """
    owner = deed.owner
    if what == "blessing":
        table.give_blessing(owner)
        return
    held = things(table.state, owner, what, kind)
    hidden = what in CARDS
    picker = deed.seat if picks == "owner" else owner
    if picks == "chance" or (hidden and picker != owner):
        for thing in table.chance.pick(draws.LOSS, held, count, (owner,) if hidden else EVERYONE):
            thing.give_up(table, deed, to)
    elif count >= len(held) and what != "disciple":
        for thing in held:
            thing.give_up(table, deed, to)
    else:
        ask = GiveUpHidden if hidden else GiveUp
        question = ask(seat=picker, deed=deed, what=what, kind=kind, to=to)
        table.then(*(question,) * min(count, len(held)))


class Lose(CardEffect, frozen=True, kw_only=True):
    """Give up assets or a Disciple, chosen by the loser, by the seat whose card it is, or at random."""

    what: Losable
    count: int = 1
    kind: str = "choice"
    to: Literal["supply", "owner"] = "supply"
    picks: Literal["loser", "owner", "chance"] = "loser"

    def perform(self, table: YedoTable, deed: Deed) -> None:
        to = deed.seat if self.to == "owner" and deed.seat != deed.owner else None
        give_up(table, deed, self.what, self.count, self.kind, self.picks, to)

    def can(self, state: YedoState, deed: Deed) -> bool:
        if self.what == "disciple" and state.disciples(deed.owner) <= LAST_TWO:
            return any(placed.figure != "errand-boy" for placed in state.placed_by(deed.owner))
        return owned(state, deed.owner, self.what, self.kind) > 0

    def punishing_clause(self) -> str:
        return PUNISHING.get(self.what) or super().punishing_clause()

    def phrase(self, voice: Voice = LIST) -> str:
        what = some(self.count, self.what) if self.kind == "choice" else some_of(self.kind, self.count)
        if self.kind == "choice" or self.picks != "loser":
            what = self._picked(what, voice)
        if self.to == "owner":
            return voice.gives(what)
        if self.what == "disciple":
            return voice.says(
                "{send} {what} to your Reserve (home, if you have only two)",
                "{send} {what} to their Reserve (home, if they have only two)",
                send=voice.does("send"),
                what=what,
            )
        return say("{give} up {what}", give=voice.does("give"), what=what)

    def _picked(self, what: str, voice: Voice) -> str:
        """Say who picks what is lost."""
        if self.picks == "chance":
            return say("{what} by chance", what=what)
        if self.picks == "loser":
            return voice.says("{what} of your choice", "{what} of their choice", what=what)
        if voice.owner == "you":
            return say("{what} that you choose", what=what)
        return say("{what} that {owner} chooses", what=what, owner=translate(voice.owner))


def things(state: YedoState, seat: int, what: Losable, kind: str = "choice") -> tuple[GivingUp, ...]:
    """Return a move for each thing that a seat could give up; equal things have equal moves."""
    match what:
        case "action-card":
            return tuple(GiveUpCard("action", card) for card in state.hands.actions[seat])
        case "bonus-card":
            return tuple(GiveUpCard("bonus", card) for card in state.hands.bonus[seat])
        case "mission":
            colour = state.content.colour_of
            held = state.hands.missions[seat]
            stack = state.content.stack_of
            return tuple(GiveUpCard(stack(card), card) for card in held if kind in ("choice", colour(card)))
        case "weapon":
            return tuple(GiveUpWeapon(weapon) for weapon in state.weaponry.weapons[seat] if kind in ("choice", weapon))
        case "annex":
            return tuple(ChooseAnnex(annex) for annex in state.belongings.annexes[seat] if kind in ("choice", annex))
        case "geisha":
            return tuple(GiveUpGeisha(value) for value in state.belongings.geishas[seat])
        case "disciple":
            at_home = (GiveUpDisciple(None, figure) for figure in state.pieces.house[seat] if figure not in UNCOUNTED)
            placed = (placed for placed in state.placed_by(seat) if placed.figure not in UNCOUNTED)
            return (*at_home, *(GiveUpDisciple(each.space, each.figure) for each in placed))
        case _:
            return ()
