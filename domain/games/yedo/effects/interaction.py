"""Interactions with other players: a Mission's partner, a card's target, and swapped cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from domain.games.yedo import draws, versions
from domain.games.yedo.effects.needs import meets
from domain.games.yedo.effects.rival_annexes import asked_annex
from domain.games.yedo.facts.base import card_name, card_noun
from domain.games.yedo.facts.cards import CardAimed, CardHandedOver
from domain.games.yedo.facts.missions import PartnerChosen, TargetChosen
from domain.games.yedo.facts.turns import OptionChosen
from domain.games.yedo.printed.entries import Mission, Partner
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.printed.term_words import some
from domain.games.yedo.printed.terms import COLOURS, Deck
from domain.games.yedo.printed.vocabulary import TARGET, Effects, parts
from domain.games.yedo.state import YedoState, annex_on, annex_owner, is_rival
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed, can_any, do
from domain.games.yedo.verbs.holding import hold_source
from domain.games.yedo.verbs.modifiers import price
from domain.games.yedo.verbs.moves import ChooseDeck, GiveUpCard
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.kernel.content import KEPT
from domain.kernel.errors import IllegalMove
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.moves import ChooseSeat
from domain.kernel.words import join_words

SOFT, PAYMENT = "yedo.icon.requirement-soft", "yedo.icon.requirement-soft-payment"
SWAP = "yedo.icon.reward-hard-swap"


class _ChooseOther(Question[ChooseSeat], frozen=True, gc=False):
    """Choose another player from a public list."""

    def label(self, state: YedoState, move: ChooseSeat, names: Sequence[str]) -> str:
        return names[move.seat] if names else move.label()

    def why_not(self, state: YedoState, move: ChooseSeat) -> IllegalMove | None:
        return IllegalMove(self.clause, say("Choose another player who is named among your moves."))


class ChoosePartner(_ChooseOther, frozen=True, gc=False):
    """Choose the partner of a Mission, and pay them; they are not asked (yedo.ruling.soft-partner)."""

    mission: Card

    clause = SOFT
    prompt = "Choose your partner for the Mission."

    def moves(self, state: YedoState) -> Iterator[ChooseSeat]:
        return map(ChooseSeat, partners(state, self.seat, state.content.missions[self.mission]))

    def resolve(self, table: YedoTable, move: ChooseSeat) -> None:
        table.emit(PartnerChosen(table.clause, self.seat, move.seat))
        partner = table.state.content.missions[self.mission].partner
        assert partner is not None
        with table.citing(PAYMENT):
            table.hand_over_mon(self.seat, move.seat, payment(table.state, self.seat, partner))


class ChooseTarget(_ChooseOther, frozen=True, gc=False):
    """Choose the target of a Mission that the Disciple on `space` completes."""

    mission: Card
    space: str

    clause = TARGET
    prompt = "Choose the target of the Mission."

    def moves(self, state: YedoState) -> Iterator[ChooseSeat]:
        return map(ChooseSeat, targets(state, self.seat, state.content.missions[self.mission], self.space))

    def resolve(self, table: YedoTable, move: ChooseSeat) -> None:
        table.emit(TargetChosen(table.clause, self.seat, move.seat))


class Aim(RaisedByDeed, _ChooseOther, frozen=True, gc=False):
    """Choose the target of an Action Card, an opponent whom it would affect, if any; then the card takes effect.

    `seat` is the card's player.
    """

    deed: Deed
    effects: Effects

    clause = "yedo.components.action-anatomy"
    prompt = "Choose at whom the card is aimed."

    def moves(self, state: YedoState) -> Iterator[ChooseSeat]:
        others = [seat for seat in state.order if seat != self.seat]
        aimed = tuple(effect for effect in self.effects if aims((effect,)))
        hit = [seat for seat in others if can_any(aimed, state, replace(self.deed, target=seat))]
        return map(ChooseSeat, hit or others)

    def resolve(self, table: YedoTable, move: ChooseSeat) -> None:
        table.emit(CardAimed(table.clause, self.seat, self.deed.source, move.seat))
        self.follow(table, move.seat)

    def follow(self, table: YedoTable, target: int) -> None:
        """Continue once the card is aimed."""
        do(table, replace(self.deed, target=target), self.effects)


class ChooseSwap(RaisedByDeed, Question[ChooseDeck], frozen=True, gc=False):
    """Choose the type of card that you get from the deed's owner (yedo.ruling.swapped-card)."""

    deed: Deed
    decks: tuple[Deck, ...]

    clause = SWAP
    prompt = "Choose which kind of card you swap."

    def moves(self, state: YedoState) -> Iterator[ChooseDeck]:
        return map(ChooseDeck, self.decks)

    def label(self, state: YedoState, move: ChooseDeck, names: Sequence[str]) -> str:
        return say("take {cards} for one of yours", cards=card_noun(move.deck))

    def resolve(self, table: YedoTable, move: ChooseDeck) -> None:
        option = self.decks.index(move.deck) + 1
        table.emit(OptionChosen(table.clause, self.seat, option, hold_source(table.state, f"swap/{move.deck}")))
        table.then(GiveForSwap(seat=self.seat, deed=self.deed, deck=move.deck))

    def why_not(self, state: YedoState, move: ChooseDeck) -> IllegalMove | None:
        return IllegalMove(self.clause, say("Swap a type of card of which both of you hold one."))


class GiveForSwap(RaisedByDeed, Question[GiveUpCard], frozen=True, gc=False):
    """Choose the card that you give for one drawn at random from the hand of the deed's owner."""

    deed: Deed
    deck: Deck

    clause = "yedo.ruling.swapped-card"
    prompt = "Choose the card that you give."
    public = False
    automatic = False

    def moves(self, state: YedoState) -> Iterator[GiveUpCard]:
        deck_of = state.content.deck_of
        held = state.hand(self.seat, self.deck)
        return (GiveUpCard(deck_of(card), card) for card in dict.fromkeys(held))

    def label(self, state: YedoState, move: GiveUpCard, names: Sequence[str]) -> str:
        return say("give {card}", card=card_name(move.card))

    def resolve(self, table: YedoTable, move: GiveUpCard) -> None:
        other = self.deed.owner
        held = [card for card in table.state.hand(other, self.deck) if table.state.content.deck_of(card) == self.deck]
        (taken,) = table.chance.pick(draws.SWAP, held, 1, (self.seat, other))
        with table.citing(self.deed.clause):
            table.emit(CardHandedOver(table.clause, self.seat, other, move.deck, move.card))
            table.emit(CardHandedOver(table.clause, other, self.seat, self.deck, taken))

    def why_not(self, state: YedoState, move: GiveUpCard) -> IllegalMove | None:
        return IllegalMove(
            self.clause, say("You cannot give {card}: give a card of the same type.", card=card_name(move.card))
        )


def partners(state: YedoState, seat: int, mission: Mission) -> list[int]:
    """Return the other seats, in Player Order, that by themselves meet everything a Mission asks of a partner."""
    assert mission.partner is not None
    asked = mission.partner.needs
    return [other for other in state.order if other != seat and meets(asked, state, other)]


def why_no_partner(state: YedoState, seat: int, partner: Partner, mission: Mission) -> IllegalMove | None:
    """Return why a seat cannot have the partner that a Mission asks for; None if it can.

    The partner is paid in addition to the Mission's other costs.
    """
    name = card_name(mission.id)
    if not partners(state, seat, mission):
        return IllegalMove(SOFT, say("No other player meets what {name} asks of a partner.", name=name))
    own = sum(price(state, seat, "mission", need.mon) for need in mission.needs if need.mon)
    theirs = payment(state, seat, partner)
    if state.belongings.mon[seat] < own + theirs:
        return IllegalMove(PAYMENT, say("For {name} you pay {theirs} Mon to a partner.", name=name, theirs=theirs))
    return None


def payment(state: YedoState, seat: int, partner: Partner) -> int:
    """Return the Mon that a seat pays to the partner of a Mission, which is a cost (yedo.ruling.tenacious-partner)."""
    return partner.mon if state.rules < versions.PARTNER_PAID_LESS else price(state, seat, "mission", partner.mon)


def targets(state: YedoState, seat: int, mission: Mission, space: str) -> list[int]:
    """Return the seats that may be the target of a Mission completed by the Disciple on a space.

    If the Mission requires an opponent's Annex, the target is the owner of the Annex with the Disciple; otherwise any
    opponent.
    """
    if mission.target == "choice":
        return [other for other in state.order if other != seat]
    kind = asked_annex(mission)
    there = [p.space for p in state.placed_by(seat) if is_rival(seat, p.space) and annex_on(p.space) == kind]
    return [annex_owner(space)] if space in there else sorted(annex_owner(found) for found in there)


def reward_partner(table: YedoTable, deed: Deed, mission: Mission) -> None:
    """Give the partner of a Mission their part of the reward."""
    if mission.partner is not None and deed.partner is not None:
        theirs = replace(deed, owner=deed.partner, clause="yedo.icon.reward-soft", apart=True)
        do(table, theirs, mission.partner.reward)


def punish(table: YedoTable, deed: Deed, mission: Mission) -> None:
    """Punish the target of a Mission, each punishment by its own clause."""
    if deed.target is not None:
        for effect in mission.punishment:
            do(table, replace(deed, owner=deed.target, clause=effect.punishing_clause(), apart=True), (effect,))


@lru_cache(KEPT)
def aims(effects: Effects) -> bool:
    """Return whether effects of an Action Card target an opponent, to be chosen first."""
    return any(effect.is_aimed() for effect in parts(effects))


class Swap(CardEffect, frozen=True, kw_only=True):
    """Swap a card with the seat whose card this is; that seat chooses the type and takes a card at random."""

    what: tuple[Literal["mission", "action-card", "bonus-card"], ...]

    is_swap = True

    def perform(self, table: YedoTable, deed: Deed) -> None:
        """Swap a card between the owner and the seat whose card this is (yedo.ruling.swap-with-target)."""
        table.then(ChooseSwap(seat=deed.seat, deed=deed, decks=tuple(self._swappable(table.state, deed))))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return next(self._swappable(state, deed), None) is not None

    def punishing_clause(self) -> str:
        return SWAP

    def phrase(self, voice: Voice = LIST) -> str:
        kinds, swap = join_words((some(1, kind) for kind in self.what), "or"), voice.does("swap")
        if voice.owner != "you":
            return voice.says(
                "{swap} {kinds} with {owner}, who chooses the type and takes one of yours by chance",
                "{swap} {kinds} with {owner}, who chooses the type and takes one of theirs by chance",
                swap=swap,
                kinds=kinds,
                owner=translate(voice.owner),
            )
        if len(self.what) > 1:
            text = mark("{swap} {kinds} with you; you choose the type and take one of theirs by chance")
        else:
            text = mark("{swap} {kinds} with you; you take one of theirs by chance")
        return fill(translate(text), swap=swap, kinds=kinds)

    def _swappable(self, state: YedoState, deed: Deed) -> Iterator[Deck]:
        """Yield the decks in which the owner holds a card that could be swapped for one of the same type."""
        if "action-card" in self.what and state.hands.actions[deed.seat] and state.hands.actions[deed.owner]:
            yield "action"
        if "bonus-card" in self.what and state.hands.bonus[deed.seat] and state.hands.bonus[deed.owner]:
            yield "bonus"
        if "mission" in self.what and state.hands.missions[deed.seat]:
            held = state.mission_colours(deed.owner)
            yield from (colour for colour in COLOURS if colour in held)
