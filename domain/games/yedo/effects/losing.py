"""Giving things up: losses by cards, and discards as a price (yedo.ruling.which-disciple-is-lost)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from domain.games.yedo import draws, versions
from domain.games.yedo.effects.rival_annexes import leave
from domain.games.yedo.facts.base import card_name, figure_name, space_name
from domain.games.yedo.facts.cards import CardHandedOver
from domain.games.yedo.facts.goods import GeishaLost
from domain.games.yedo.facts.pieces import DiscipleToReserve
from domain.games.yedo.facts.weapons import WeaponHandedOver
from domain.games.yedo.printed.parts import UNCOUNTED, Figure
from domain.games.yedo.printed.term_words import some, some_of
from domain.games.yedo.printed.terms import Asset
from domain.games.yedo.state import YedoState, annex_space
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed, leave_out
from domain.games.yedo.verbs.moves import ChooseAnnex, GiveUpCard, GiveUpWeapon
from domain.games.yedo.verbs.table import LAST_TWO, YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.kernel.audience import Public
from domain.kernel.chance import EVERYONE
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import mark, say, translate
from domain.kernel.words import title

Losable: TypeAlias = Asset | Literal["disciple"]
CARDS: tuple[Losable, ...] = ("action-card", "bonus-card", "mission")
HARD_GEISHA = "yedo.icon.reward-hard-geisha"
PUNISHING: dict[str, str] = {
    "disciple": "yedo.icon.reward-hard-disciple",
    "weapon": "yedo.icon.reward-hard-steal-weapon",
    "annex": "yedo.icon.reward-hard-annex",
    "geisha": HARD_GEISHA,
}
"""The clauses of the losses with which Missions punish, by what is lost."""
"""The clause under which a lost Geisha leaves the game."""
NOUNS: dict[Losable, str] = {
    "action-card": mark("an Action Card"),
    "bonus-card": mark("a Bonus Card"),
    "mission": mark("a Mission"),
    "weapon": mark("a Weapon"),
    "geisha": mark("a Geisha"),
    "annex": mark("an Annex"),
    "disciple": mark("a Disciple"),
}


class GiveUpGeisha(Move, frozen=True, gc=False):
    """Give up a Geisha of this value."""

    value: Public[int]

    def label(self) -> str:
        return say("give up a Geisha of value {value}", value=self.value)


class GiveUpDisciple(Move, frozen=True, gc=False):
    """Give up the Disciple or Specialist on a space, or one in the Clan House if `space` is null."""

    space: Public[str | None]
    figure: Public[Figure] = "disciple"

    def label(self) -> str:
        where = say("in the Clan House") if self.space is None else say("on {space}", space=title(self.space))
        return say("give up {figure} {where}", figure=figure_name(self.figure, "the"), where=where)


class GiveUp(RaisedByDeed, Question[Move], frozen=True, gc=False):
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

    def moves(self, state: YedoState) -> Iterator[Move]:
        return iter(dict.fromkeys(things(state, self.deed.owner, self.what, self.kind)))

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        if isinstance(move, GiveUpDisciple) and move.space is not None:
            return say(
                "give up {figure} on {space}",
                figure=figure_name(move.figure, "the"),
                space=space_name(move.space, names),
            )
        if isinstance(move, GiveUpWeapon):
            return say("{verb} the {weapon}", verb=self._verb(mark("discard")), weapon=card_name(move.weapon))
        return move.label()

    def _verb(self, without_receiver: str) -> str:
        """Name what happens to the thing, in words for the choosing seat."""
        if self.to is None:
            return translate(without_receiver)
        return say("take") if self.to == self.seat else say("give")

    def resolve(self, table: YedoTable, move: Move) -> None:
        with table.citing(self.deed.clause):
            _give_up(table, self.deed, move, self.to)

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, GiveUpCard | GiveUpWeapon | GiveUpGeisha | GiveUpDisciple | ChooseAnnex):
            return None
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
            _give_up(table, deed, thing, to)
    elif count >= len(held) and what != "disciple":
        for thing in held:
            _give_up(table, deed, thing, to)
    else:
        ask = GiveUpHidden if hidden else GiveUp
        question = ask(seat=picker, deed=deed, what=what, kind=kind, to=to)
        table.then(*(question,) * min(count, len(held)))


class Lose(CardEffect, frozen=True, kw_only=True):
    """Give up assets or a Disciple, chosen by the loser, by the seat whose card it is, or at random."""

    what: Asset | Literal["disciple"]
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


def things(state: YedoState, seat: int, what: Losable, kind: str = "choice") -> tuple[Move, ...]:
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


def _give_up(table: YedoTable, deed: Deed, thing: Move, to: int | None) -> None:
    """Take a thing from the deed's owner."""
    owner = deed.owner
    match thing:
        case GiveUpCard(deck, card):
            if to is None:
                table.discard(owner, deck, card)
            else:
                table.emit(CardHandedOver(table.clause, owner, to, deck, card))
        case GiveUpWeapon(weapon):
            if to is None:
                table.discard_weapon(owner, weapon)
            else:
                table.emit(WeaponHandedOver(table.clause, owner, to, weapon))
        case GiveUpGeisha(value):
            leaves = deed.clause == HARD_GEISHA and table.state.rules >= versions.GEISHA_LEAVES_THE_GAME
            table.emit(GeishaLost(table.clause, owner, value, "box" if leaves else "supply"))
        case ChooseAnnex(annex):
            if (placed := table.state.on(annex_space(owner, annex))) is not None:
                leave(table, placed)
            table.lose_annex(owner, annex)
        case GiveUpDisciple(space, figure):
            _lose_disciple(table, deed, space, figure)


def _lose_disciple(table: YedoTable, deed: Deed, space: str | None, figure: Figure) -> None:
    """Send a Disciple to the Reserve; one of the last two goes home or stays there."""
    if space is not None:
        placed = table.state.on(space)
        assert placed is not None
        leave(table, placed)
        table.lose_disciple(placed)
    elif table.state.disciples(deed.owner) > LAST_TWO:
        table.emit(DiscipleToReserve(table.clause, deed.owner, None, figure))
    else:
        with table.citing("yedo.disciples.last-two-protected"):
            leave_out(table, deed, Lose(what="disciple"))
