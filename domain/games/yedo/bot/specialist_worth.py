"""What Specialists are worth to a seat, in Prestige Points, for bots."""

from __future__ import annotations

from domain.games.yedo.bot.mission_worth import Outlook, rounds_left
from domain.games.yedo.modules.specialists import has, no_specialist
from domain.games.yedo.printed.terms import SpecialistKind
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.modifiers import disciple_limit
from domain.games.yedo.worth import DISCIPLE, SPECIALIST


def worth_of_specialists(state: YedoState, seat: int) -> float:
    """Value the Specialists of a seat in excess of regular Disciples."""
    return SPECIALIST * rounds_left(state) * sum(figure != "disciple" for figure in state.figures(seat))


def worth_of_specialist(state: YedoState, seat: int, kind: SpecialistKind, outlook: Outlook, rounds: int) -> float:
    """Value a Specialist gained for some rounds; without room it replaces a regular Disciple."""
    room = state.disciples(seat) < disciple_limit(state, seat)
    return (DISCIPLE * room + SPECIALIST) * rounds + outlook.gains.get(kind, 0.0)


def worth_of_token(state: YedoState, seat: int, outlook: Outlook) -> float:
    """Value the Specialist on the Reserve for a winner who can use it in this round."""
    if state.specialist_supply.token is None or has(state, seat, state.specialist_supply.token):
        return 0.0
    return worth_of_specialist(state, seat, state.specialist_supply.token, outlook, rounds_left(state) + 1)


def worth_of_recruit(state: YedoState, seat: int, outlook: Outlook) -> float:
    """Value the best Specialist that a seat could recruit at the Gates."""
    left = rounds_left(state)
    open_to = (
        kind
        for kind in state.specialist_supply.token_gates
        if kind is not None and no_specialist(kind, state, seat) is None
    )
    return max((worth_of_specialist(state, seat, kind, outlook, left) for kind in open_to), default=0.0)
