"""A player's belongings in Yedo's picture: figures, Weapons, Annexes, Geishas, cards and completed Missions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from domain.games.yedo.facts.base import space_name
from domain.games.yedo.picture.drawing_cards import list_open_cards, say_waived
from domain.games.yedo.picture.drawing_hands import OWN_HEIGHT, lay_out_cards
from domain.games.yedo.picture.drawing_pieces import Scene, draw_figure, name_colour, name_figure
from domain.games.yedo.printed.parts import Figure
from domain.games.yedo.printed.term_words import name_missions
from domain.games.yedo.printed.terms import COLOURS
from domain.games.yedo.views.view import YedoView
from domain.games.yedo.views.view_seats import AnnexView, YedoSeatView
from domain.kernel.content import KEPT
from domain.kernel.drawing.kit import (
    GAP,
    INNER,
    TILE,
    Sheet,
    card_back,
    number_things,
    place_in_row,
)
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import MARGIN, Caption, amount, badge, measure_badge, turn_badge, write
from domain.kernel.drawing.tree import SMALLEST, WIDTH, AnyNode, Group, Panel, Rect, Use
from domain.kernel.language import once_a_language, say, say_many, translate
from domain.kernel.words import explain, join_words, title

HOUSE, STEP = 46, 26
ROOMS = (128, 90, 106)
"""The widths of the Clan House, the Reserve and the completed Missions."""
GOODS, GOOD_HEIGHT, ANNEX_HEIGHT = 7, 42, 44
"""As many Weapons and Geishas as a player may have stand in a row; the heights of their tiles and of Annexes."""
BACK = 30
Back: TypeAlias = tuple[str, str, str, str, str, str]
"""The back of a card: its key, symbol, letter, look and words, and the member of moves that it means."""
Visitor: TypeAlias = tuple[int, Figure]
"""A figure on an Annex: the side that it belongs to, and its kind."""
Turn: TypeAlias = Literal["acts", "trades", "has traded", "waits"]
"""What a seat does in the Phase of activating Disciples."""


class Around(NamedTuple):
    """What is drawn with a seat's belongings, though others decide it: the figures on its Annexes, and its turn."""

    visitors: tuple[Visitor | None, ...]
    turn: Turn


def look_around(scene: Scene, seat: YedoSeatView) -> Around:
    """Return what is drawn with a seat's belongings, though others decide it."""
    visitors = tuple([_find_visitor(scene, annex.space) for annex in seat.annexes])
    return Around(visitors, _find_turn(scene.seen, seat.seat))


def _find_turn(seen: YedoView, seat: int) -> Turn:
    if seen.result is None and seat in (seen.acting, seen.floor):
        return "acts" if seat == seen.acting else "trades"
    return "has traded" if seat in seen.passed_floor else "waits"


def draw_seat(scene: Scene, seat: YedoSeatView, around: Around) -> Panel:
    """Draw a player's belongings; of a hand that the viewer may not read, also the backs and what else lies open."""
    sheet = Sheet(f"seat/{seat.seat}")
    name = scene.names[seat.seat]
    _draw_amounts(scene, seat, around.turn, sheet)
    _draw_rooms(scene, seat, sheet)
    _draw_goods(scene, seat, sheet)
    _draw_annexes(scene, seat, around.visitors, sheet)
    if scene.seen.result is None and is_readable(seat):
        sheet.y = max(sheet.y, OWN_HEIGHT - MARGIN + GAP)
        return sheet.finish(name, seat=seat.seat)
    _draw_backs(scene, seat, sheet)
    lay_out_cards(sheet, list(list_open_cards(scene, seat)), lines=2)
    if scene.seen.result is not None:
        sheet.write("lines", _sum_up(seat), 6)
    if seat.waived:
        sheet.write("waived", say_waived())
    return sheet.finish(name, seat=seat.seat)


def is_readable(seat: YedoSeatView) -> bool:
    """Return whether the viewer may read the hand of a seat, so that its needs can be checked."""
    return seat.hand is not None


def _draw_amounts(scene: Scene, seat: YedoSeatView, turn: Turn, sheet: Sheet) -> None:
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
            scene.rulebook.read("yedo.blackmail.use"),
            ("blackmail", "type:use-blackmail", "what:blackmail") if readable else ("for_blackmail",),
        ),
        (
            "blessing",
            int(seat.blessing),
            say("{name}: a Blessing", name=name) if seat.blessing else say("{name}: no Blessing", name=name),
            scene.rulebook.read("yedo.event.blessing-ignore"),
            ("type:give-blessing", "what:blessing") if readable else (),
        ),
    ]
    nodes: list[AnyNode] = []
    for place, (symbol, number, said, read, places) in enumerate(parts):
        at, caption = (MARGIN + place * 60, sheet.y), Caption(said, read, places=places)
        nodes.append(amount(f"{key}/{symbol}", symbol, number, at, caption, look=f"icon of-{symbol}"))
    nodes += _draw_turn(f"{key}/acts", name, turn, sheet.y)
    sheet.add(22, *nodes)


def _draw_turn(key: str, name: str, turn: Turn, y: float) -> Iterator[Group]:
    match turn:
        case "acts":
            text = say("acts")
            said = say("{name} activates a Disciple", name=name)
            yield turn_badge(key, WIDTH - MARGIN - measure_badge(text), y, text, said)
        case "trades":
            text = say("trades")
            said = say("{name} may offer a trade", name=name)
            yield turn_badge(key, WIDTH - MARGIN - measure_badge(text), y, text, said)
        case "has traded":
            text = say("has traded")
            yield badge(key, WIDTH - MARGIN - measure_badge(text), y, text, say("{name} had the floor", name=name))


def _sum_up(seat: YedoSeatView) -> str:
    """Sum up a seat's gains and losses of Prestige Points by source."""
    if not seat.lines:
        return ""
    totals: Counter[str] = Counter()
    for line in seat.lines:
        totals[line.what] += line.points
    return ", ".join(explain(translate(what), f"{number:+}") for what, number in totals.items())


def _draw_rooms(scene: Scene, seat: YedoSeatView, sheet: Sheet) -> None:
    """Draw the figures at home and in the Reserve, and the completed Missions; figures on the board are only named."""
    name = scene.names[seat.seat]
    rooms: tuple[tuple[str, str, list[Figure]], ...] = (
        ("house", say("Clan House"), list(_list_house(scene, seat))),
        ("reserve", say("Reserve"), _list_figures(seat.reserve, list(seat.reserve_specialists))),
    )
    spaces = join_words(space_name(space, scene.names) for space in seat.placed)
    placed = say("On the board: {spaces}", spaces=spaces) if seat.placed else ""
    for place, (room, text, figures) in enumerate(rooms):
        key = f"{sheet.key}/{room}"
        caption = Caption(
            say("{room} of {name}: {n}", room=text, name=name, n=len(figures)),
            placed if room == "house" else "",
            places=_list_house_places(seat) if room == "house" else (),
        )
        texts = tuple([(found.kind, found.text) for found in seat.specialists])
        drawn = _draw_figures(key, seat.seat, tuple(figures), ROOMS[place], is_readable(seat), texts)
        sheet.nodes.append(_draw_room(sheet, place, (key, text, len(figures)), caption, drawn))
    caption = Caption(
        say_many("{name}: {n} completed Mission", "{name}: {n} completed Missions", len(seat.done), name=name),
        "; ".join(explain(translate(mission.title), mission.text) for mission in seat.done),
    )
    done = _draw_done(seat, ROOMS[2])
    sheet.nodes.append(_draw_room(sheet, 2, (f"{sheet.key}/done", say("Completed"), len(seat.done)), caption, done))
    sheet.add(HOUSE)


def _draw_room(
    sheet: Sheet, place: int, named: tuple[str, str, int], caption: Caption, inside: Iterable[AnyNode]
) -> Group:
    """Draw a part of the clan board: its name with the number of things, and the things."""
    key, text, count = named
    width, x = ROOMS[place], MARGIN + sum(ROOMS[:place]) + place * GAP
    words = fit(explain(text, str(count)), width - 12, SMALLEST)
    ground = Rect(key=f"{key}/ground", look="board", x=0, y=0, width=width, height=HOUSE, radius=6)
    return caption.group(key, x, sheet.y, [ground, write(f"{key}/label", (6, 13), words, "soft", SMALLEST), *inside])


@once_a_language(KEPT)
def _draw_figures(
    key: str,
    seat: int,
    figures: tuple[Figure, ...],
    width: float,
    readable: bool,
    specialists: tuple[tuple[str, str], ...],
) -> tuple[Group, ...]:
    """Draw figures of a seat in a row; its `specialists` are a kind and a text each, which says what they do."""
    step = min(STEP, (width - 12) / max(len(figures), 1))
    keys, texts, found = number_things(figures), dict(specialists), []
    for number, (figure, (_, name)) in enumerate(zip(figures, keys, strict=True)):
        place = 6 + number * step
        drawn = draw_figure(f"{key}/{name}", place, 19, seat, figure, min(22, step - 2), name_figure(figure))
        found.append(_with_figure(drawn, figure, readable, texts.get(figure, "")))
    return tuple(found)


def _draw_done(seat: YedoSeatView, width: float) -> Iterator[Group]:
    """Draw the completed Missions as cards of their colours that overlap."""
    step = min(20, (width - 28) / max(len(seat.done) - 1, 1))
    keys = number_things(mission.card for mission in seat.done)
    for number, (mission, (_, key)) in enumerate(zip(seat.done, keys, strict=True)):
        card = f"done/{seat.seat}/{key}"
        face = Rect(key=f"{card}/card", look=f"of-{mission.colour} edge", x=0, y=0, width=17, height=24, radius=3)
        caption = Caption(translate(mission.title), mission.text)
        yield caption.group(card, round(6 + number * step, 1), 18, [face])


def _list_house_places(seat: YedoSeatView) -> tuple[str, ...]:
    own = ("type:idle",) if is_readable(seat) else ()
    return (f"seat:{seat.seat}", f"partner:{seat.seat}", *own)


def _with_figure(drawn: Group, figure: Figure, readable: bool, detail: str) -> Group:
    places = (f"figure:{figure}",) if readable else ()
    return replace(drawn, detail=detail, places=places)


def _list_house(scene: Scene, seat: YedoSeatView) -> list[Figure]:
    others: list[Figure] = list(seat.house_specialists)
    others += [guest.figure for guest in scene.seen.guests if guest.side == seat.seat and guest.space is None]
    return _list_figures(seat.house, others)


def _list_figures(count: int, others: list[Figure]) -> list[Figure]:
    regular: list[Figure] = ["disciple"] * max(count - len(others), 0)
    return regular + others


def _draw_goods(scene: Scene, seat: YedoSeatView, sheet: Sheet) -> None:
    """Draw the Weapons and the Geishas in a row."""
    name, readable = scene.names[seat.seat], is_readable(seat)
    nodes = []
    for place, (weapon, key) in enumerate(number_things(seat.weapons)):
        caption = Caption(
            say("{weapon} of {name}", weapon=title(weapon), name=name), places=_list_places(weapon, readable)
        )
        nodes.append(_draw_good(f"weapon/{seat.seat}/{key}", place, sheet.y, weapon, "", caption))
    for place, value in enumerate(seat.geishas, len(seat.weapons)):
        places = (f"value:{value}", f"geishas:{value}", "what:geisha") if readable else (f"for_geishas:{value}",)
        caption = Caption(say("Geisha of value {n} of {name}", n=value, name=name), places=places)
        key = f"geisha/{seat.seat}/{place - len(seat.weapons)}"
        nodes.append(_draw_good(key, place, sheet.y, "geisha", str(value), caption))
    sheet.lay_out(nodes, GOODS, GOOD_HEIGHT)


def _draw_good(key: str, place: int, y: float, symbol: str, number: str, caption: Caption) -> Group:
    """Draw a Weapon, or a Geisha with her value."""
    width = (INNER - (GOODS - 1) * GAP) / GOODS
    left = (width - 26) / 2 - (6 if number else 0)
    look = "icon of-geisha" if number else "icon"
    inside: list[AnyNode] = [
        Rect(key=f"{key}/tile", look="card", x=0, y=0, width=round(width, 1), height=GOOD_HEIGHT, radius=6),
        Use(key=f"{key}/symbol", look=look, symbol=symbol, x=round(left, 1), y=(GOOD_HEIGHT - 26) / 2, size=26),
    ]
    if number:
        inside.append(write(f"{key}/value", (width - 5, GOOD_HEIGHT - 7), number, "ink", 15, anchor="end", bold=True))
    x, y = place_in_row(place, GOODS, y, GOOD_HEIGHT)
    return caption.group(key, round(x, 1), y, inside)


def _list_places(weapon: str, own: bool) -> tuple[str, ...]:
    if own:
        return (f"weapon:{weapon} type:give-up-weapon", f"weapons:{weapon}", "what:weapon")
    return (f"for_weapons:{weapon}",)


def _draw_annexes(scene: Scene, seat: YedoSeatView, visitors: Sequence[Visitor | None], sheet: Sheet) -> None:
    nodes = []
    for place, (annex, visitor) in enumerate(zip(seat.annexes, visitors, strict=True)):
        nodes.append(_draw_annex(scene, seat, annex, visitor, place_in_row(place, 4, sheet.y, ANNEX_HEIGHT)))
    sheet.lay_out(nodes, 4, ANNEX_HEIGHT)


def _draw_annex(
    scene: Scene, seat: YedoSeatView, annex: AnnexView, visitor: Visitor | None, at: tuple[float, float]
) -> Group:
    key = f"space/{annex.space}"
    clause = scene.content.annexes[annex.annex].clause
    name = title(annex.annex)
    children: list[AnyNode] = [
        Rect(key=f"{key}/card", look="card", x=0, y=0, width=TILE, height=ANNEX_HEIGHT, radius=6),
        Use(key=f"{key}/annex", look="kit", symbol=f"annex-{annex.annex}", x=4, y=6, size=32),
        Rect(key=f"{key}/slot", look="slot", x=TILE - 40, y=4, width=36, height=36, radius=6),
    ]
    said = say("{annex} of {name}: free", annex=name, name=scene.names[seat.seat])
    if visitor is not None:
        side, figure = visitor
        children.append(draw_figure(f"{key}/figure", TILE - 35, 6, side, figure, 26))
        said = say(
            "{annex} of {name}: {figure} of {visitor}",
            annex=name,
            name=scene.names[seat.seat],
            figure=name_figure(figure),
            visitor=scene.names[side],
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


def _find_visitor(scene: Scene, space: str) -> Visitor | None:
    """Return the figure on an Annex; a view says its kind only if a module brings it."""
    guest = next((guest for guest in scene.seen.guests if guest.space == space), None)
    if guest is not None:
        return guest.side, guest.figure
    return next(((seat.seat, "disciple") for seat in scene.seen.seats if space in seat.placed), None)


def _draw_backs(scene: Scene, seat: YedoSeatView, sheet: Sheet) -> None:
    """Draw the backs of the cards in hand, which everyone sees."""
    counts = tuple([seat.mission_colours.count(colour) for colour in COLOURS])
    backs = _list_backs(seat.action_cards, seat.bonus_cards, counts)
    if not backs:
        return
    step, readable = min(BACK + 2, (INNER - BACK) / max(len(backs) - 1, 1)), is_readable(seat)
    nodes = []
    for number, (key, symbol, letter, look, said, place) in enumerate(backs):
        drawn = card_back(f"{sheet.key}/back/{key}", MARGIN + number * step, sheet.y, symbol, letter, look, said)
        nodes.append(drawn if readable else replace(drawn, places=(place,)))
    sheet.add(36, *nodes)


@once_a_language(KEPT)
def _list_backs(actions: int, bonus: int, missions: tuple[int, ...]) -> tuple[Back, ...]:
    """List the backs of a number of Action Cards, of Bonus Cards, and of Missions of each colour."""
    backs: list[Back] = []
    for number in range(actions):
        backs.append((f"action/{number}", "action", "", "of-action", say("Action Card in hand"), "for_actions"))
    for number in range(bonus):
        backs.append((f"bonus/{number}", "bonus", "", "of-bonus", say("Bonus Card in hand"), "for_bonus"))
    for colour, count in zip(COLOURS, missions, strict=True):
        for number in range(count):
            named, place = name_colour(colour), f"for_missions:{colour}"
            said = say("{mission} in hand", mission=name_missions(colour)[0])
            backs.append((f"{colour}/{number}", "mission", named[:1], f"of-{colour}", said, place))
    return tuple(backs)
