"""The base of a District's actions: the obstacles to each, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from domain.games.yedo.districts.place import Place
from domain.games.yedo.effects.foresight import ForesightDeck, can_look, decks_named, look_ahead
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed, deed_of
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import join_words

Bar: TypeAlias = Callable[[YedoState, int], IllegalMove | None]
"""Returns why a seat may not choose an action, or None if it may."""
Act: TypeAlias = Callable[[YedoTable, Deed], None]
"""Carries out an action, citing its clause."""


class Action(NamedTuple):
    """An action of a District: its clause, its obstacles, and what it does."""

    clause: str
    bar: Bar
    act: Act


class DistrictActions(Place):
    """The actions of a District, by their names; any of them may be chosen (yedo.district.free-choice)."""

    __slots__ = ("_actions",)

    def __init__(self, actions: Mapping[str, Action]) -> None:
        self._actions = dict(actions)

    def actions(self, state: YedoState, seat: int, space: str) -> Iterator[str]:
        return (name for name, action in self._actions.items() if action.bar(state, seat) is None)

    def act(self, table: YedoTable, seat: int, space: str, action: str) -> None:
        chosen = self._actions[action]
        with table.citing(chosen.clause):
            chosen.act(table, deed_of(seat, chosen.clause, space=space))

    def why_not(self, state: YedoState, seat: int, space: str, action: str) -> IllegalMove:
        chosen = self._actions.get(action)
        if chosen is not None and (barred := chosen.bar(state, seat)) is not None:
            return barred
        return IllegalMove(
            "yedo.district.free-choice", say("The actions here are {actions}.", actions=join_words(self._actions, "or"))
        )


def no_cards(what: str) -> IllegalMove:
    """Return the refusal of an action whose cards have run out; `what` says so."""
    return IllegalMove("yedo.ruling.decks-run-out", what)


def foresight_action(clause: str, *named: ForesightDeck) -> Action:
    """Return a District's Foresight action, for one of the named decks."""

    def bar(state: YedoState, seat: int) -> IllegalMove | None:
        if any(can_look(state, deck) for deck in decks_named(state, named)):
            return None
        return no_cards(say("Nothing is left to look at."))

    def act(table: YedoTable, deed: Deed) -> None:
        look_ahead(table, deed, decks_named(table.state, named))

    return Action(clause, bar, act)
