"""What a person can answer: legal moves with their questions, families to fill in, and groups of a long list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.choice import AnyChoice, Move
from domain.kernel.table import State
from domain.kernel.words import count_noun
from kifu.playing import filling

MOST_ANSWERS = 20
"""A question with more answers than this is asked in groups, where it has groups."""


class Offer(NamedTuple):
    """A legal move with the question that it answers; None stands for the family of its template.

    `inside` are the legal moves of a group, which are asked for once it is picked; `move` is None then.
    """

    choice: AnyChoice
    move: Move | None
    inside: tuple[Offer, ...] = ()


def list_offers(choice: AnyChoice, state: State, names: Sequence[str]) -> list[Offer]:
    """List the answers to a question in the order of the rules; where there are too many moves, list groups of them."""
    offers = [Offer(choice, move) for move in choice.moves(state)]
    if len(offers) > MOST_ANSWERS:
        offers = _in_groups(offers, state, names)
    return offers if choice.template(state) is None else [*offers, Offer(choice, None)]


def amount(offer: Offer) -> int | None:
    """Return the number that an offer stands for, where a number is asked for."""
    return None if offer.move is None else offer.choice.amount(offer.move)


def label(offer: Offer, state: State, names: Sequence[str]) -> str:
    """Say what an offer is, in a few words for a list."""
    if offer.inside:
        return f"{_group(offer.inside[0], state, names)} ... ({count_noun(len(offer.inside), 'answer')})"
    if offer.move is not None:
        return offer.choice.label(state, offer.move, names)
    template = offer.choice.template(state)
    assert template is not None
    return filling.label(template)


def _in_groups(offers: list[Offer], state: State, names: Sequence[str]) -> list[Offer]:
    """Put moves that share something together; one that shares nothing, or is alone with it, stays as it is."""
    groups: dict[str | int, list[Offer]] = {}
    for number, offer in enumerate(offers):
        groups.setdefault(_group(offer, state, names) or number, []).append(offer)
    if len(groups) == 1:
        return offers
    return [one[0] if len(one) == 1 else Offer(one[0].choice, None, tuple(one)) for one in groups.values()]


def _group(offer: Offer, state: State, names: Sequence[str]) -> str | None:
    assert offer.move is not None
    return offer.choice.group_of(state, offer.move, names)
