"""The subjects of Daimyo's questions: cards and tiles with what they do, and pieces with their price and supply."""

from __future__ import annotations

from domain.games.daimyo.facts.base import piece_name
from domain.games.daimyo.printed.entries import Face
from domain.games.daimyo.printed.goods import KINDS, NOTHING, Goods, Kind
from domain.games.daimyo.printed.vocabulary import PieceKind
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.board import pieces_left
from domain.games.daimyo.verbs.describe import describe
from domain.kernel.choice import Need, Subject
from domain.kernel.language import say, translate
from domain.kernel.words import capitalise, title


def hero_subject(state: DaimyoState, hero: str, needs: tuple[Need, ...] = ()) -> Subject:
    """Return a hero as the subject of a question."""
    return Subject("card", hero, title(hero), describe(state.content.heroes[hero].effects), needs=needs)


def clan_subject(state: DaimyoState, clan: str) -> Subject:
    """Return a clan with its ability as the subject of a question."""
    entry = state.content.clans[clan]
    return Subject("card", clan, title(clan), describe(entry.ability), entry.clause)


def card_subjects(state: DaimyoState, source: str) -> tuple[Subject, ...]:
    """Return the hero or clan that a source names as the only subject; nothing for other sources."""
    kind, _, card = source.partition("/")
    if kind == "hero" and card in state.content.heroes:
        return (hero_subject(state, card),)
    if kind == "clan" and card in state.content.clans:
        return (clan_subject(state, card),)
    return ()


def tile_subject(tile: str, shown: Face) -> Subject:
    """Return a bonus action tile with what the face that it shows does."""
    return Subject("tile", tile, title(tile), describe(shown.effects), shown.clause)


def piece_subject(state: DaimyoState, side: int, kind: PieceKind, price: Goods = NOTHING) -> Subject:
    """Return a kind of piece; a piece of a seat with what the seat has of its price, and of such pieces."""
    needs: tuple[Need, ...] = ()
    if side < state.seats:
        purse, left = state.holdings.purses[side], pieces_left(state, side, kind) or 0
        costs = (Need(translate(good), price.of(good), purse.of(good), _symbol(good)) for good in KINDS)
        needs = (*(need for need in costs if need.needed), Need(say("in the supply"), 1, left, kind))
    return Subject("piece", kind, capitalise(piece_name(kind)), clause=f"daimyo.component.{kind}s", needs=needs)


def _symbol(good: Kind) -> str:
    return "coin" if good == "gold" else good
