"""The requirements of a Mission: what is missing, what can substitute for it, and what it costs.

Each thing shown meets only one requirement: a Weapon shown for the standard part does not count for the bonus part.
Geishas are counted, whatever their values (yedo.mission.geisha-value).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from domain.games.yedo.effects import needs
from domain.games.yedo.facts.missions import StoodIn
from domain.games.yedo.facts.turns import LastingOver
from domain.games.yedo.printed.entries import Mission, Part
from domain.games.yedo.printed.needs import AnyNeed, Needs, Thing
from domain.games.yedo.printed.parts import Figure
from domain.games.yedo.printed.terms import AnnexKind, District
from domain.games.yedo.state import YedoState, annex_space
from domain.games.yedo.verbs.asking import Deed
from domain.games.yedo.verbs.modifiers import lasting, of_figure
from domain.games.yedo.verbs.table import YedoTable


class StandIn(msgspec.Struct, frozen=True, gc=False):
    """A substitute for one required thing.

    It is a played card, the Disciple on one of the seat's Annexes, who goes home for it, or the activated Specialist.

    A card that this uses up has the duration "next-use".
    """

    need: Thing
    source: str
    sends_home: AnnexKind | None = None
    is_used_up: bool = False


StandIns: TypeAlias = tuple[StandIn, ...]


class Asked(msgspec.Struct, frozen=True, gc=False):
    """The requirements for the bonus part of a Mission: Districts by name, and needs.

    They cover everything that both parts must show, but only the costs of the bonus part.
    """

    districts: tuple[District, ...]
    needs: Needs


def with_bonus(mission: Mission, bonus: Part) -> Asked:
    """Return the requirements when the bonus part is shown, after the costs of the standard part have been paid.

    Both parts add up (yedo.ruling.bonus-part-adds).
    """
    shown = tuple(need for need in mission.needs if need.is_shown)
    return Asked((*mission.districts, *bonus.districts), (*shown, *bonus.needs))


def standing_in(state: YedoState, seat: int, space: str = "") -> list[District | None]:
    """Return the District of each placed figure of a seat, None for an Annex.

    The figure activated on `space` counts until the card is filed, even if it has left (yedo.ruling.until-filed). The
    Errand Boy does not count (yedo.coop.mission-errand-boy).
    """
    spaces = [placed.space for placed in state.placed_by(seat) if placed.figure != "errand-boy"]
    if space and space not in spaces:
        spaces.append(space)
    return [state.district_of(found) for found in spaces]


def missing_district(standing: list[District | None], districts: tuple[District, ...]) -> District | None:
    """Return the first of `districts` with too few figures, or None; `standing` has the District of each figure.

    Each District needs a figure, one named twice needs two (yedo.mission.all-districts). Figures on Annexes are in no
    District (yedo.mission.annex-disciple-not-district).
    """
    for district in districts:
        if standing.count(district) < districts.count(district):
            return district
    return None


def missing_need(
    state: YedoState,
    seat: int,
    asked: Needs,
    stood: StandIns = (),
    figure: Figure | None = None,
    errand: bool = False,
) -> AnyNeed | None:
    """Return the first need that a seat can meet neither with its own assets nor with substitutes.

    `figure` is the activated one. For an `errand` only Action Cards can substitute.
    """
    return _match(state, seat, asked, stood, figure, errand)[1]


def stand_ins(
    state: YedoState,
    seat: int,
    asked: Needs,
    stood: StandIns = (),
    figure: Figure | None = None,
    errand: bool = False,
) -> StandIns:
    """Return the substitutes that a seat must use to meet the needs; `stood` were used for the same Mission before."""
    return _match(state, seat, asked, stood, figure, errand)[0]


def _match(
    state: YedoState, seat: int, asked: Needs, stood: StandIns, figure: Figure | None, errand: bool
) -> tuple[StandIns, AnyNeed | None]:
    """Find a substitute for each missing thing; return them with the first need that has no substitute.

    The activated figure itself substitutes for whatever it counts as, even if its owner has that: a Monk saves a
    Blessing.
    """
    used = [
        StandIn(thing, str(figure))
        for thing in (found.stands_in_for for found in of_figure(state, figure))
        for need in asked
        if thing is not None and need.replaceable == thing
    ]
    if used:
        asked = tuple(need for need in asked if all(need.replaceable != helper.need for helper in used))
    before = [found.need for found in stood if found.need != "blessing"]
    available: list[StandIn] | None = None
    for need in needs.missing(asked, state, seat, "mission"):
        thing = need.replaceable
        if thing is None:
            if need.is_met_by(figure):
                continue
            return (), need
        if available is None:
            available = list(_available(state, seat, stood, errand))
        for _ in range(need.number):
            if thing in before:
                before.remove(thing)
                continue
            found = next((helper for helper in available if helper.need == thing), None)
            if found is None:
                return (), need
            available.remove(found)
            used.append(found)
    return tuple(used), None


def _available(state: YedoState, seat: int, stood: StandIns, errand: bool) -> Iterator[StandIn]:
    """Yield a seat's possible substitutes: cards first, since they were played for this, then Disciples on Annexes.

    The Annex must have a Disciple, and each helps once for a Mission (yedo.annex.passive-needs-disciple,
    yedo.ruling.annex-stand-in). Annexes and Characters help only with Missions, Action Cards with an `errand` as well
    (yedo.coop.errand-not-mission).
    """
    for held, found in lasting(state, seat):
        thing = found.stands_in_for
        if thing is None or (errand and held.source not in state.content.action_cards):
            continue
        helper = StandIn(thing, held.source, is_used_up=held.until == "next-use")
        if helper.is_used_up or helper not in stood:
            yield helper
    for annex in () if errand else state.belongings.annexes[seat]:
        for modifier in state.content.annexes[annex].modifiers:
            if (thing := modifier.stands_in_for) is not None:
                helper = StandIn(thing, annex, modifier.sends_home)
                if helper not in stood and _stands_ready(state, seat, modifier.sends_home):
                    yield helper


def _stands_ready(state: YedoState, seat: int, annex: AnnexKind | None) -> bool:
    if annex is None:
        return True
    placed = state.on(annex_space(seat, annex))
    return placed is not None and placed.seat == seat


def give(table: YedoTable, deed: Deed, asked: Needs, helpers: StandIns) -> None:
    """Use the substitutes and pay the costs of a part of a Mission; the caller has checked that the needs are met.

    The payment comes before the reward of that part (yedo.mission.order-of-payment).
    """
    for helper in helpers:
        _stand_in(table, deed.owner, helper)
    blessings = sum(helper.need == "blessing" for helper in helpers)
    for need in asked:
        if need.replaceable == "blessing" and blessings:
            blessings -= 1
        else:
            with table.citing(need.clause):
                needs.give(table, deed, (need,), "mission")


def _stand_in(table: YedoTable, seat: int, helper: StandIn) -> None:
    """Use a substitute: the Disciple on an Annex goes home, a card for the next use is used up."""
    with table.citing(STANDING_IN.get(helper.source, "yedo.components.action-anatomy")):
        table.emit(StoodIn(table.clause, seat, helper.need, helper.source))
        if helper.sends_home is not None:
            placed = table.state.on(annex_space(seat, helper.sends_home))
            assert placed is not None
            table.send_home(placed)
        elif helper.is_used_up:
            held = table.state.playing.lasting
            place = next(p for p, h in enumerate(held) if h.source == helper.source and seat in h.seats)
            table.emit(LastingOver(table.clause, "next-use", helper.source, place))


STANDING_IN = {
    "yashiki": "yedo.annex.yashiki-passive",
    "karesansui": "yedo.annex.karesansui-passive",
    "monk": "yedo.specialists.monk-blessing",
}
"""The clause by which the Disciple on an Annex, or the activated one, stands in."""
