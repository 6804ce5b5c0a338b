"""Where a Disciple can be placed: free spaces of accessible Districts, its seat's free Annexes, spaces of modules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from domain.games.yedo.effects.rival_annexes import why_not_place
from domain.games.yedo.printed.terms import ANNEXES
from domain.games.yedo.state import YedoState, annex_space, errand_on
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.verbs.modifiers import closed_spaces, lasting, own_spaces
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import title


def open_spaces(state: YedoState, seat: int) -> Iterator[str]:
    """Yield the spaces of the board that are open with this number of players and not closed to a seat."""
    closed = closed_spaces(state, seat)
    return (space for space in state.parameters.spaces if space not in closed)


def free_spaces(state: YedoState, seat: int, leaving: str = "") -> Iterator[str]:
    """Yield the open spaces for a seat's Disciple, who may come from the space `leaving`.

    The seat's own space is always included (yedo.clan.seaworthy-mission).
    """
    spaces = state.content.spaces
    taken = {placed.space for placed in state.pieces.placed}
    bower = is_at_bower(state, seat, leaving)
    for space in open_spaces(state, seat):
        if space not in taken and not (bower and spaces[space].bower is not None):
            yield space
    for own in own_spaces(state, seat):
        if own.space not in taken:
            yield own.space


def free_annexes(state: YedoState, seat: int) -> Iterator[str]:
    """Yield a seat's own Annexes that hold no figure; nothing closes them (yedo.assign.annex-district)."""
    for annex in state.belongings.annexes[seat]:
        if state.on(space := annex_space(seat, annex)) is None:
            yield space


def places(state: YedoState, seat: int) -> Iterator[str]:
    """Return where a seat could place a Disciple now: on the board, on its own Annexes, and on spaces that modules
    add."""
    return chain(free_spaces(state, seat), free_annexes(state, seat), course_of(state).extra_spaces(state))


def has_place(state: YedoState, seat: int) -> bool:
    """Return whether a seat could place a Disciple somewhere now."""
    return next(places(state, seat), None) is not None


def why_not(state: YedoState, seat: int, space: str, leaving: str = "") -> IllegalMove:
    """Explain why a seat may not place a Disciple on a space."""
    if space.startswith("annex/"):
        return _why_not_annex(state, seat, space)
    if errand_on(space) is not None:
        return _why_not_errand(state, space)
    entry = state.content.spaces.get(space)
    if entry is None:
        return IllegalMove(
            "yedo.assign.where", say("There is no space {space!r}; choose a free one of the board.", space=space)
        )
    name = title(space)
    if space in state.content.own_spaces and all(own.space != space for own in own_spaces(state, seat)):
        why = say("{name} is the space of the player with that Clan Power alone.", name=name)
        return IllegalMove("yedo.clan.seaworthy-location", why)
    if space not in state.content.own_spaces and space not in state.parameters.spaces:
        needed = entry.seats - state.parameters.stand_in
        why = say("{name} is covered: it is open from {needed} players on.", name=name, needed=needed)
        return IllegalMove("yedo.assign.one-per-space", why)
    if space not in state.content.own_spaces and space in closed_spaces(state, seat):
        if any(entry.district in found.closed_districts for _, found in lasting(state, seat)):
            why = say(
                "The District {district} is inaccessible until the next Event Phase.", district=title(entry.district)
            )
            return IllegalMove("yedo.assign.closed-district", why)
        return IllegalMove(
            "yedo.event.closed-locations-tokens", say("{name} is closed until the next Event Phase.", name=name)
        )
    if state.on(space) is not None:
        return IllegalMove("yedo.assign.one-per-space", say("{name} is taken: a space holds one Disciple.", name=name))
    if entry.bower is not None and is_at_bower(state, seat, leaving):
        return IllegalMove("yedo.assign.bower-one", say("You have a Disciple at the Bower already."))
    return IllegalMove("yedo.assign.where", say("A Disciple cannot go to {name}.", name=name))


def _why_not_annex(state: YedoState, seat: int, space: str) -> IllegalMove:
    for annex in ANNEXES:
        if space == annex_space(seat, annex):
            if annex not in state.belongings.annexes[seat]:
                return IllegalMove("yedo.annex.own-only", say("You have not built the {annex}.", annex=title(annex)))
            return IllegalMove(
                "yedo.assign.one-per-space", say("A Disciple stands on your {annex} already.", annex=title(annex))
            )
    return why_not_place(state, seat, space)


def _why_not_errand(state: YedoState, space: str) -> IllegalMove:
    taken = state.on(space) is not None
    why = (
        say("A Disciple stands on this Errand already.") if taken else say("No open Errand has this assignment space.")
    )
    return IllegalMove("yedo.coop.errand-space", why)


def is_at_bower(state: YedoState, side: int, leaving: str = "") -> bool:
    """Return whether a side has a Disciple at the Bower, apart from the one on the space `leaving`."""
    spaces = state.content.spaces
    return any(
        placed.space in spaces and spaces[placed.space].bower is not None and placed.space != leaving
        for placed in state.placed_by(side)
    )
