"""What a person can answer: legal moves with their questions, families to fill in, and groups of long lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.choice import AnyChoice, Move, group_moves
from domain.kernel.language import say
from domain.kernel.table import State
from domain.kernel.words import count_noun
from kifu.playing import filling


class Offer(NamedTuple):
    """A legal move with the question it answers; None stands for the family of its template.

    For a group, `move` is None, `inside` are its legal moves, offered once the group is picked, and `group` says what
    they share.
    """

    choice: AnyChoice
    move: Move | None
    inside: tuple[Offer, ...] = ()
    group: str = ""


def list_offers(choice: AnyChoice, state: State, names: Sequence[str]) -> list[Offer]:
    """List the answers to a question in the order of the rules, grouped if there are too many."""
    found: dict[str | int, list[Offer]] = {}
    for number, (move, group) in enumerate(group_moves(choice, state, names)):
        found.setdefault(number if group is None else group, []).append(Offer(choice, move, group=group or ""))
    offers = [one[0] if not one[0].group else Offer(choice, None, tuple(one), one[0].group) for one in found.values()]
    return offers if choice.template(state) is None else [*offers, Offer(choice, None)]


def amount(offer: Offer) -> int | None:
    """Return the number that an offer stands for, if the question asks for a number."""
    return None if offer.move is None else offer.choice.amount(offer.move)


def label(offer: Offer, state: State, names: Sequence[str]) -> str:
    """Describe an offer in a few words, for a list."""
    if offer.inside:
        answers = count_noun(len(offer.inside), "answer")
        return say("{group} ... ({answers})", group=offer.group, answers=answers)
    if offer.move is not None:
        return offer.choice.label(state, offer.move, names)
    template = offer.choice.template(state)
    assert template is not None
    return filling.label(template)
