"""A player's belongings in Yedo's picture: figures, Weapons, Annexes, Geishas, cards and completed Missions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.yedo.facts.base import space_name
from domain.games.yedo.picture.drawing_hands import lay_out_cards, show_card, show_mission
from domain.games.yedo.picture.drawing_pieces import Scene, draw_figure, name_colour, name_figure
from domain.games.yedo.printed.parts import Figure
from domain.games.yedo.printed.term_words import name_missions
from domain.games.yedo.printed.terms import COLOURS
from domain.games.yedo.views.view_seats import AnnexView, YedoSeatView
from domain.kernel.drawing.kit import (
    GAP,
    HALF,
    INNER,
    TILE,
    Face,
    Sheet,
    Shown,
    card_back,
    number_things,
    place_in_row,
    tile,
)
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import MARGIN, Caption, amount, badge, measure_badge, turn_badge
from domain.kernel.drawing.tree import SMALLEST, WIDTH, AnyNode, Group, Panel, Rect, Text
from domain.kernel.language import say, say_many, translate
from domain.kernel.words import explain, join_words, title

HOUSE, STEP = 46, 26
WEAPON_HEIGHT, ANNEX_HEIGHT = 46, 46
BACK = 30


def draw_seat(scene: Scene, seat: YedoSeatView) -> Panel:
    """Draw all of a player's belongings except readable cards in hand."""
    sheet = Sheet(f"seat/{seat.seat}")
    _draw_amounts(scene, seat, sheet)
    _draw_houses(scene, seat, sheet)
    _draw_weapons(scene, seat, sheet)
    _draw_annexes(scene, seat, sheet)
    _draw_backs(scene, seat, sheet)
    lay_out_cards(sheet, list(_list_open_cards(scene, seat)), lines=4, columns=1)
    if seat.favor is not None:
        sheet.write("favor", seat.favor.title, 1, seat.favor.text)
    if seat.done:
        sheet.caption("done", say("Completed Missions: {n}", n=len(seat.done)))
        keys = number_things(mission.card for mission in seat.done)
        done = [
            show_mission(f"done/{seat.seat}/{key}", mission) for mission, (_, key) in zip(seat.done, keys, strict=True)
        ]
        lay_out_cards(sheet, done, lines=1)
    if scene.seen.result is not None:
        sheet.write("lines", _sum_up(seat), 6)
    if seat.waived:
        sheet.write("waived", say("Lets all cards of others pass in this round."))
    return sheet.finish(scene.names[seat.seat], seat=seat.seat)


def is_readable(seat: YedoSeatView) -> bool:
    """Return whether the viewer may read the hand of a seat, so that its needs can be checked."""
    return seat.hand is not None


def _draw_amounts(scene: Scene, seat: YedoSeatView, sheet: Sheet) -> None:
    key, name, readable = sheet.key, scene.names[seat.seat], is_readable(seat)
    detail = _sum_up(seat)
    parts = [
        ("prestige", seat.prestige, say("{name}: {n} Prestige Points", name=name, n=seat.prestige), detail, ()),
        (
            "mon",
            seat.mon,
            say("{name}: {n} Mon", name=name, n=seat.mon),
            "",
            ("mon", "type:give-mon", "type:convert-mon", "type:stake", "type:keep-stake") if readable else ("for_mon",),
        ),
        (
            "blackmail",
            seat.blackmail,
            say("{name}: {n} Blackmail Cards", name=name, n=seat.blackmail),
            scene.read_clause("yedo.blackmail.use"),
            ("blackmail", "type:use-blackmail", "what:blackmail") if readable else ("for_blackmail",),
        ),
        (
            "blessing",
            int(seat.blessing),
            say("{name}: a Blessing", name=name) if seat.blessing else say("{name}: no Blessing", name=name),
            scene.read_clause("yedo.event.blessing-ignore"),
            ("type:give-blessing", "what:blessing") if readable else (),
        ),
    ]
    nodes: list[AnyNode] = []
    for place, (symbol, number, said, read, places) in enumerate(parts):
        drawn = amount(f"{key}/{symbol}", symbol, number, MARGIN + place * 60, sheet.y, said, look=f"icon of-{symbol}")
        nodes.append(replace(drawn, detail=read, places=places))
    acts = scene.seen.result is None and seat.seat in (scene.seen.acting, scene.seen.floor)
    if acts:
        text = say("acts") if seat.seat == scene.seen.acting else say("trades")
        said = say("{name} activates a Disciple", name=name)
        if seat.seat != scene.seen.acting:
            said = say("{name} may offer a trade", name=name)
        nodes.append(turn_badge(f"{key}/acts", WIDTH - MARGIN - measure_badge(text), sheet.y, text, said))
    elif seat.seat in scene.seen.passed_floor:
        text = say("has traded")
        x, said = WIDTH - MARGIN - measure_badge(text), say("{name} had the floor", name=name)
        nodes.append(badge(f"{key}/acts", x, sheet.y, text, said))
    sheet.add(22, *nodes)


def _sum_up(seat: YedoSeatView) -> str:
    """Sum up a seat's gains and losses of Prestige Points by source."""
    totals: Counter[str] = Counter()
    for line in seat.lines:
        totals[line.what] += line.points
    return ", ".join(explain(translate(what), f"{number:+}") for what, number in totals.items())


def _draw_houses(scene: Scene, seat: YedoSeatView, sheet: Sheet) -> None:
    """Draw the figures at home and in the Reserve; those on the board are only named."""
    name = scene.names[seat.seat]
    rooms: tuple[tuple[str, str, list[Figure]], ...] = (
        ("house", say("Clan House"), list(_list_house(scene, seat))),
        ("reserve", say("Reserve"), _list_figures(seat.reserve, list(seat.reserve_specialists))),
    )
    nodes: list[AnyNode] = []
    for place, (room, text, figures) in enumerate(rooms):
        key = f"{sheet.key}/{room}"
        said = say("{room} of {name}: {n}", room=text, name=name, n=len(figures))
        children: list[AnyNode] = [
            Rect(key=f"{key}/ground", look="board", x=0, y=0, width=HALF, height=HOUSE, radius=6),
            Text(
                key=f"{key}/label",
                look="soft",
                x=6,
                y=13,
                text=fit(explain(text, str(len(figures))), HALF - 12, SMALLEST),
                size=SMALLEST,
            ),
        ]
        step = min(STEP, (HALF - 12) / max(len(figures), 1))
        met: Counter[Figure] = Counter()
        for number, figure in enumerate(figures):
            figure_key = f"{key}/{figure}/{met[figure]}"
            met[figure] += 1
            drawn = draw_figure(
                figure_key, 6 + number * step, 19, seat.seat, figure, min(22, step - 2), name_figure(figure)
            )
            children.append(_with_figure(drawn, figure, is_readable(seat), _read_specialist(seat, figure)))
        nodes.append(
            Group(
                key=key,
                x=MARGIN + place * (HALF + GAP),
                y=sheet.y,
                title=said,
                places=_list_house_places(seat) if room == "house" else (),
                children=tuple(children),
            )
        )
    sheet.add(HOUSE, *nodes)
    if seat.placed:
        spaces = join_words(space_name(space, scene.names) for space in seat.placed)
        sheet.write("placed", say("On the board: {spaces}", spaces=spaces), 2)


def _list_house_places(seat: YedoSeatView) -> tuple[str, ...]:
    own = ("type:idle",) if is_readable(seat) else ()
    return (f"seat:{seat.seat}", f"partner:{seat.seat}", *own)


def _with_figure(drawn: Group, figure: Figure, readable: bool, detail: str) -> Group:
    places = (f"figure:{figure}",) if readable else ()
    return replace(drawn, detail=detail, places=places)


def _read_specialist(seat: YedoSeatView, figure: Figure) -> str:
    return next((found.text for found in seat.specialists if found.kind == figure), "")


def _list_house(scene: Scene, seat: YedoSeatView) -> list[Figure]:
    others: list[Figure] = list(seat.house_specialists)
    others += [guest.figure for guest in scene.seen.guests if guest.side == seat.seat and guest.space is None]
    return _list_figures(seat.house, others)


def _list_figures(count: int, others: list[Figure]) -> list[Figure]:
    regular: list[Figure] = ["disciple"] * max(count - len(others), 0)
    return regular + others


def _draw_weapons(scene: Scene, seat: YedoSeatView, sheet: Sheet) -> None:
    if not seat.weapons and not seat.geishas:
        return
    name, readable = scene.names[seat.seat], is_readable(seat)
    nodes = []
    for place, (weapon, key) in enumerate(number_things(seat.weapons)):
        nodes.append(
            tile(
                f"weapon/{seat.seat}/{key}",
                place_in_row(place, 4, sheet.y, WEAPON_HEIGHT),
                (TILE, WEAPON_HEIGHT),
                Face(weapon, title(weapon)),
                Caption(
                    say("{weapon} of {name}", weapon=title(weapon), name=name), places=_list_places(weapon, readable)
                ),
            )
        )
    for place, value in enumerate(seat.geishas):
        places = (f"value:{value}", f"geishas:{value}", "what:geisha") if readable else (f"for_geishas:{value}",)
        nodes.append(
            tile(
                f"geisha/{seat.seat}/{place}",
                place_in_row(len(seat.weapons) + place, 4, sheet.y, WEAPON_HEIGHT),
                (TILE, WEAPON_HEIGHT),
                Face("geisha", say("Geisha {n}", n=value), ink="icon of-geisha"),
                Caption(say("Geisha of value {n} of {name}", n=value, name=name), places=places),
            )
        )
    sheet.lay_out(nodes, 4, WEAPON_HEIGHT)


def _list_places(weapon: str, own: bool) -> tuple[str, ...]:
    if own:
        return (f"weapon:{weapon} type:give-up-weapon", f"weapons:{weapon}", "what:weapon")
    return (f"for_weapons:{weapon}",)


def _draw_annexes(scene: Scene, seat: YedoSeatView, sheet: Sheet) -> None:
    nodes = []
    for place, annex in enumerate(seat.annexes):
        nodes.append(_draw_annex(scene, seat, annex, place_in_row(place, 2, sheet.y, ANNEX_HEIGHT)))
    sheet.lay_out(nodes, 2, ANNEX_HEIGHT)


def _draw_annex(scene: Scene, seat: YedoSeatView, annex: AnnexView, at: tuple[float, float]) -> Group:
    key = f"space/{annex.space}"
    whose = _find_visitor(scene, annex.space)
    clause = scene.content.annexes[annex.annex].clause
    name = title(annex.annex)
    width = HALF - 46
    children: list[AnyNode] = [
        Rect(key=f"{key}/card", look="card", x=0, y=0, width=HALF, height=ANNEX_HEIGHT, radius=6),
        Text(
            key=f"{key}/name",
            look="ink",
            x=8,
            y=19,
            text=fit(name, width, SMALLEST, bold=True),
            size=SMALLEST,
            bold=True,
        ),
        Text(key=f"{key}/sort", look="soft", x=8, y=36, text=fit(say("Annex"), width, SMALLEST), size=SMALLEST),
        Rect(key=f"{key}/slot", look="slot", x=HALF - 40, y=5, width=36, height=36, radius=6),
    ]
    said = say("{annex} of {name}: free", annex=name, name=scene.names[seat.seat])
    if whose is not None:
        visitor, figure = whose
        children.append(draw_figure(f"{key}/figure", HALF - 35, 10, visitor, figure, 26))
        said = say(
            "{annex} of {name}: {figure} of {visitor}",
            annex=name,
            name=scene.names[seat.seat],
            figure=name_figure(figure),
            visitor=scene.names[visitor],
        )
    places: tuple[str, ...] = (f"space:{annex.space}",)
    if is_readable(seat):
        places += (f"annex:{annex.annex}", "what:annex")
    return Group(
        key=key,
        x=at[0],
        y=at[1],
        title=said,
        detail=annex.text,
        clause=clause,
        places=places,
        children=tuple(children),
    )


def _find_visitor(scene: Scene, space: str) -> tuple[int, Figure] | None:
    """Return the figure on an Annex; a view says its kind only if a module brings it."""
    guest = next((guest for guest in scene.seen.guests if guest.space == space), None)
    if guest is not None:
        return guest.side, guest.figure
    return next(((seat.seat, "disciple") for seat in scene.seen.seats if space in seat.placed), None)


def _draw_backs(scene: Scene, seat: YedoSeatView, sheet: Sheet) -> None:
    """Draw the backs of the cards in hand, which everyone sees."""
    backs: list[tuple[str, str, str, str, str, str]] = []
    for number in range(seat.action_cards):
        backs.append((f"action/{number}", "action", "", "of-action", say("Action Card in hand"), "for_actions"))
    for number in range(seat.bonus_cards):
        backs.append((f"bonus/{number}", "bonus", "", "of-bonus", say("Bonus Card in hand"), "for_bonus"))
    for colour in COLOURS:
        for number in range(seat.mission_colours.count(colour)):
            named, place = name_colour(colour), f"for_missions:{colour}"
            said = say("{mission} in hand", mission=name_missions(colour)[0])
            backs.append((f"{colour}/{number}", "mission", named[:1], f"of-{colour}", said, place))
    if not backs:
        return
    sheet.caption("backs", say_many("{n} card in hand", "{n} cards in hand", len(backs)))
    step, readable = min(BACK + 2, (INNER - BACK) / max(len(backs) - 1, 1)), is_readable(seat)
    nodes = []
    for number, (key, symbol, letter, look, said, place) in enumerate(backs):
        drawn = card_back(f"{sheet.key}/back/{key}", MARGIN + number * step, sheet.y, symbol, letter, look, said)
        nodes.append(drawn if readable else replace(drawn, places=(place,)))
    sheet.add(36, *nodes)


def _list_open_cards(scene: Scene, seat: YedoSeatView) -> Iterator[Shown]:
    """Yield the cards in front of a player that are not in hand."""
    number, teahouse = seat.seat, scene.seen.teahouse
    if seat.power is not None:
        yield show_card(f"power/{number}/{seat.power.card}", seat.power, say("Clan Power"))
    if seat.power_passed is not None:
        yield show_card(f"power/{number}/passed", seat.power_passed, say("Clan Power that you passed on"))
    for power in seat.power_hand or ():
        key = f"power/{number}/choice/{power.card}"
        yield show_card(key, power, say("Clan Power to choose from"), (f"power:{power.card}",))
    if teahouse is not None:
        active, recruited = teahouse.active[number], teahouse.recruited[number]
        if active is not None:
            key = f"character/{active.card}"
            yield show_card(key, active, say("Character of this round"), (f"character:{active.card}",))
        if recruited is not None:
            key = f"character/{recruited.card}"
            yield show_card(key, recruited, say("Character for the next round"), (f"character:{recruited.card}",))
