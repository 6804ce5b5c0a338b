"""What the modules add to the picture of Yedo: the Teahouse, the bag of Specialists, and the cooperative board."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.yedo.facts.base import card_name, card_names, mon, space_name
from domain.games.yedo.facts.bidding import lot_name
from domain.games.yedo.picture.drawing_hands import lay_out_cards, show_card
from domain.games.yedo.picture.drawing_pieces import Scene, draw_figure, name_colour
from domain.games.yedo.views.view_coop import CoopView, DaimyoSlotView, DaimyoView, EmperorView, ErrandView, StakeView
from domain.games.yedo.views.view_specialists import SpecialistsView
from domain.games.yedo.views.view_teahouse import TeahouseView
from domain.kernel.drawing.kit import (
    GAP,
    HALF,
    INNER,
    TILE,
    Face,
    Sheet,
    Shown,
    card_back,
    measure_card,
    place_in_row,
    text_card,
    tile,
)
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import MARGIN, Caption, face_down, seat_mark
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Group, Panel, Rect, Text
from domain.kernel.language import say, translate
from domain.kernel.scoring import Goal
from domain.kernel.words import explain, join_words, title

BAR = 28
SLOT_HEIGHT, SLOT_LINES = 64, 7
TOKEN_HEIGHT = 48


def draw_teahouse(scene: Scene, teahouse: TeahouseView) -> Panel:
    """Draw the Characters that can be recruited, those still to come, and where the Ronin is."""
    sheet = Sheet("teahouse")
    display = [show_card(f"display/{card.card}", card, "", (f"character:{card.card}",)) for card in teahouse.display]
    lay_out_cards(sheet, display, lines=10)
    if not display:
        sheet.caption("none", say("No Character can be recruited yet."))
    names = card_names(teahouse.deck)
    if teahouse.deck:
        sheet.write("deck", say("In the deck, {n}: {names}", n=len(teahouse.deck), names=names), 3)
    if teahouse.discard:
        discards = card_names(teahouse.discard[::-1])
        sheet.write("discard", say("Discarded, from the top: {names}", names=discards), 2)
    if (ronin := teahouse.ronin) is not None:
        where = say("in the Clan House") if ronin.space is None else space_name(ronin.space, scene.names)
        text = say("The Ronin serves {name}: {where}", name=scene.names[ronin.seat], where=where)
        sheet.write("ronin", text)
    return sheet.finish(say("Teahouse"))


def draw_specialists(tokens: SpecialistsView) -> Panel:
    """Draw the tokens of the Specialists that are still in the bag."""
    sheet = Sheet("specialists")
    sheet.caption("bag", say("In the bag: {n}", n=sum(tokens.bag.values())))
    nodes = []
    for number, (kind, count) in enumerate(tokens.bag.items()):
        key = f"specialist-bag/{kind}"
        nodes.append(
            tile(
                key,
                place_in_row(number, 4, sheet.y, TOKEN_HEIGHT),
                (TILE, TOKEN_HEIGHT),
                Face(kind, title(kind), corner=str(count)),
                Caption(
                    say("{specialist}: {n} in the bag", specialist=title(kind), n=count), places=(f"figure:{kind}",)
                ),
                look="band",
            )
        )
    sheet.lay_out(nodes, 4, TOKEN_HEIGHT)
    open_tokens = [token for token in (*tokens.gates, tokens.reserve) if token is not None]
    for token in {token.kind: token for token in open_tokens}.values():
        sheet.write(f"token/{token.kind}", explain(token.title, token.text), 4)
    return sheet.finish(say("Specialists"))


def draw_coop(scene: Scene, coop: CoopView) -> Panel:
    """Draw the cooperative board: goals, Emperor Cards, Winning Conditions, stakes."""
    sheet = Sheet("coop")
    for goal in coop.goals:
        _draw_goal(goal, sheet, scene)
    _draw_stack(coop, sheet)
    _draw_winning(scene, coop, sheet)
    for refusal in coop.refused:
        name, errand = scene.names[refusal.seat], card_name(refusal.errand)
        text = say("{name} gives nothing for {errand} now.", name=name, errand=errand)
        sheet.write(f"refused/{refusal.seat}/{refusal.errand}", text, 2)
    _draw_stakes(scene, coop.stakes, sheet)
    if (boy := coop.errand_boy) is not None:
        where = say("in the Clan House") if boy.space is None else space_name(boy.space, scene.names)
        sheet.write("errand-boy", say("The Errand Boy: {where}", where=where))
    return sheet.finish(say("Shogun Must Die"))


def draw_errands(scene: Scene, coop: CoopView) -> Panel:
    """Draw the upcoming and the current Errand; those that are completed or gone by their names."""
    sheet = Sheet("errands")
    if coop.upcoming is not None:
        _draw_emperor(scene, "upcoming", say("Upcoming Errand"), coop.upcoming, sheet)
    if coop.current is not None:
        _draw_emperor(scene, "current", say("Current Errand"), coop.current, sheet)
    if coop.errands:
        sheet.write("completed", say("Completed: {errands}", errands=card_names(coop.errands)), 2)
    if coop.gone:
        sheet.write("gone", say("Gone: {errands}", errands=card_names(coop.gone)), 2)
    return sheet.finish(say("Errands"))


def _draw_goal(goal: Goal, sheet: Sheet, scene: Scene) -> None:
    """Draw a goal as a progress bar."""
    key = f"goal/{goal.clause}"
    share = min(goal.reached / goal.target, 1) if goal.target > 0 else 1
    done = max(share, 0) * (INNER - 8)
    children: list[AnyNode] = [Rect(key=f"{key}/bar", look="board", x=0, y=0, width=INNER, height=BAR, radius=6)]
    if done > 0:
        children.append(Rect(key=f"{key}/done", look="badge", x=4, y=BAR - 7, width=done, height=5, radius=2))
    number = say("{n} of {target}", n=goal.reached, target=goal.target)
    children += [
        Text(
            key=f"{key}/what",
            look="ink",
            x=8,
            y=17,
            text=fit(goal.what, INNER - 90, SMALLEST),
            size=SMALLEST,
        ),
        Text(key=f"{key}/number", look="ink", x=INNER - 8, y=17, text=number, size=SMALLEST, anchor="end", bold=True),
    ]
    sheet.add(
        BAR,
        Group(
            key=key,
            x=MARGIN,
            y=sheet.y,
            title=goal.words(),
            detail=scene.rulebook.read(goal.clause),
            clause=goal.clause,
            children=tuple(children),
        ),
    )


def _draw_stack(coop: CoopView, sheet: Sheet) -> None:
    """Draw the backs of the Emperor Cards that are still to come, the next one on the left."""
    if not coop.stack:
        return
    sheet.caption("stack", say("Emperor Cards to come, the next one first"))
    nodes = []
    for place, colour in enumerate(coop.stack):
        named = name_colour(colour)
        said = say("Emperor Card {n} from the top: {colour}", n=place + 1, colour=named)
        below = len(coop.stack) - place
        nodes.append(card_back(f"emperor/{below}", MARGIN + place * 32, sheet.y, "", named[:1], f"of-{colour}", said))
    sheet.add(36, *nodes)


def _draw_emperor(scene: Scene, name: str, heading: str, card: EmperorView, sheet: Sheet) -> None:
    errand = card.errand
    colour = say("{what}, {colour}", what=heading, colour=name_colour(errand.colour))
    text = say("{errand} Penalty: {penalty}", errand=errand.text, penalty=card.penalty)
    if name == "upcoming":
        text = say("{text} Event: {event}", text=text, event=card.event)
    sheet.add_card(_draw_errand(scene, name, colour, errand, text, sheet, 11))
    if name == "upcoming":
        prices = ", ".join(f"{lot_name(lot)} {price}" for lot, price in card.prices.items())
        sheet.write("prices", say("Prices printed: {prices}", prices=prices), 2)


def _draw_errand(
    scene: Scene, name: str, heading: str, errand: ErrandView, text: str, sheet: Sheet, lines: int
) -> Group:
    key = f"coop/{name}/{errand.card}"
    said = heading
    drawn = text_card(
        Shown(
            key,
            errand.title,
            text,
            heading=heading,
            said=say("{errand}: {heading}", errand=errand.title, heading=said),
            places=(f"errand:{errand.card}",),
        ),
        (MARGIN, sheet.y),
        INNER,
        lines=lines,
    )
    if errand.space is None:
        return drawn
    space = errand.space
    slot: list[AnyNode] = [Rect(key=f"{key}/slot", look="slot", x=INNER - 38, y=5, width=32, height=32, radius=6)]
    free = say("Space of the Errand: free")
    if space.seat is not None:
        slot.append(draw_figure(f"{key}/figure", INNER - 33, 10, space.seat, space.figure or "disciple", 22))
        free = say("Space of the Errand: {name}", name=scene.names[space.seat])
    own = Group(key=f"space/{space.space}", title=free, places=(f"space:{space.space}",), children=tuple(slot))
    return replace(drawn, children=(*drawn.children, own))


def _draw_winning(scene: Scene, coop: CoopView, sheet: Sheet) -> None:
    below = say("Winning Conditions, {n} cards face down below", n=coop.bonus_hidden)
    if coop.shogun is not None:
        card = coop.shogun
        places = (f"mission:{card.card}",)
        shown = Shown(f"coop/shogun/{card.card}", translate(card.title), card.text, below, f"of-{card.colour}", places)
        lay_out_cards(sheet, [shown], lines=4, columns=1)
    elif coop.bonus is not None:
        sheet.add_card(_draw_errand(scene, "bonus", below, coop.bonus, coop.bonus.text, sheet, 4))
    else:
        sheet.caption("winning", below)


def _draw_stakes(scene: Scene, stakes: Sequence[StakeView], sheet: Sheet) -> None:
    """Draw the stakes of those who have decided, if anyone has."""
    if not any(stake.decided for stake in stakes):
        return
    sheet.caption("stakes", say("Stakes of this round"))
    width = (INNER - GAP * (len(stakes) - 1)) / len(stakes)
    nodes = []
    for place, stake in enumerate(stakes):
        key, name = f"stake/{stake.seat}", scene.names[stake.seat]
        text = _say_stake(stake)
        nodes.append(
            Group(
                key=key,
                x=MARGIN + place * (width + GAP),
                y=sheet.y,
                title=say("Stake of {name}: {stake}", name=name, stake=text),
                detail=scene.rulebook.read("yedo.coop.bid-hidden"),
                clause="yedo.coop.bid-hidden",
                children=(
                    Rect(key=f"{key}/frame", look="band", x=0, y=0, width=width, height=26, radius=6),
                    seat_mark(f"{key}/mark", stake.seat, 5, 5, 16),
                    Text(
                        key=f"{key}/text", look="ink", x=25, y=17, text=fit(text, width - 28, SMALLEST), size=SMALLEST
                    ),
                ),
            )
        )
    sheet.add(26, *nodes)


def _say_stake(stake: StakeView) -> str:
    if not stake.decided:
        return "…"
    if stake.mon is None:
        return say("hidden")
    return mon(stake.mon) if stake.mon else say("out")


def draw_daimyo(scene: Scene, daimyo: DaimyoView) -> Panel:
    """Draw the Daimyo: its Disciples, its display of cards, and its surcharges."""
    sheet = Sheet("daimyo")
    nodes: list[AnyNode] = []
    for place, (room, text, count) in enumerate(
        (("pool", say("Pool"), daimyo.pool), ("reserve", say("Reserve"), daimyo.reserve))
    ):
        nodes.append(_draw_room(f"daimyo/{room}", text, count, daimyo.side, MARGIN + place * (HALF + GAP), sheet.y))
    sheet.add(46, *nodes)
    if daimyo.placed:
        spaces = join_words(space_name(space, scene.names) for space in daimyo.placed)
        sheet.write("placed", say("On the board: {spaces}", spaces=spaces), 2)
    _draw_display(scene, daimyo, sheet)
    sheet.write("deck", say("Cards in its deck: {n}", n=daimyo.deck), 1)
    if daimyo.discard:
        sheet.write("discard", say("Discarded: {cards}", cards=card_names(daimyo.discard)), 2)
    if daimyo.interferes:
        text = say("It is first in Player Order: all lots are dearer.")
        sheet.write("interferes", text, 2, scene.rulebook.read("yedo.coop.bid-interference"))
    if daimyo.coins:
        text = say("Annexes are dearer by {n} Mon for good.", n=daimyo.coins)
        sheet.write("coins", text, 2, scene.rulebook.read("yedo.coop.bid-carpenter-coins"))
    return sheet.finish(scene.names[daimyo.side], seat=daimyo.side)


def _draw_room(key: str, text: str, count: int, side: int, x: float, y: float) -> Group:
    words = explain(text, str(count))
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="board", x=0, y=0, width=HALF, height=46, radius=6),
        Text(key=f"{key}/label", look="soft", x=6, y=13, text=words, size=SMALLEST),
    ]
    children += [seat_mark(f"{key}/{number}", side, 6 + number * 26, 19, 22) for number in range(min(count, 6))]
    return Group(key=key, x=x, y=y, title=words, children=tuple(children))


def _draw_display(scene: Scene, daimyo: DaimyoView, sheet: Sheet) -> None:
    """Draw the display's positions in pairs; a mark shows a Disciple still there."""
    for first in range(0, len(daimyo.display), 2):
        pair = daimyo.display[first : first + 2]
        texts = [slot.card for slot in pair if slot.card is not None]
        height = max((measure_card(card.title, card.text, HALF, SLOT_LINES) for card in texts), default=SLOT_HEIGHT)
        for place, slot in enumerate(pair, first):
            _draw_slot(scene, daimyo.side, place, slot, sheet, height)
        sheet.y += height + GAP


def _draw_slot(scene: Scene, side: int, place: int, slot: DaimyoSlotView, sheet: Sheet, height: float) -> None:
    key, x = f"daimyo/display/{place}", MARGIN + place % 2 * (HALF + GAP)
    if slot.card is None:
        said = say("Daimyo Card {n}, face down", n=place + 1)
        sheet.nodes.append(face_down(key, x, sheet.y, HALF, height, said))
    else:
        card = slot.card
        sheet.nodes.append(
            text_card(Shown(key, card.title, card.text), (x, sheet.y), HALF, lines=SLOT_LINES, height=height)
        )
    if slot.figure:
        said = say("Disciple of {name}", name=scene.names[side])
        sheet.nodes.append(seat_mark(f"{key}/figure", side, x + HALF - 20, sheet.y + 4, 16, said))
