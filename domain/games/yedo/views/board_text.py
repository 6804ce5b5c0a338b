"""The board of Yedo as text for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.facts.base import (
    card_name,
    card_names,
    card_noun,
    goods_text,
    mon,
    points,
    space_name,
)
from domain.games.yedo.facts.turns import PHASE_NAMES
from domain.games.yedo.printed.term_words import name_district, name_missions
from domain.games.yedo.printed.terms import Phase
from domain.games.yedo.state import errand_on, is_rival
from domain.games.yedo.views.board_lines import item, labelled, list_words, name_figure
from domain.games.yedo.views.coop_text import coop_text
from domain.games.yedo.views.view import DistrictView, LotView, SpaceView, YedoView
from domain.games.yedo.views.view_seats import HandView, YedoSeatView
from domain.games.yedo.views.view_specialists import SpecialistView
from domain.kernel.language import mark, say, translate
from domain.kernel.words import count_noun, explain, join_words, title

GROUPS = (mark("white"), mark("black"), mark("red"))
"""The groups of lots, of which a seat wins one each."""
NO_BREAK = "\N{NO-BREAK SPACE}"
BEFORE_THE_EVENT: tuple[Phase, ...] = ("preparation", "bidding")
"""The phases in which the Event of the previous round is still on display."""


def board(seen: YedoView, names: Sequence[str]) -> str:
    """Draw the view in lines: round and Event, Market and auctions, Districts, decks, then each player."""
    lines = [
        _round(seen),
        *labelled(say("Order"), list_words(names[seat] for seat in seen.order)),
        *_today(seen, names),
    ]
    if seen.coop is not None:
        lines += ["", *coop_text(seen.coop, names)]
    lines += ["", *_for_sale(seen), *_bidding(seen, names), *_supplies(seen), ""]
    for district in seen.districts:
        lines += _district(district, seen, names)
    lines += _teahouse(seen, names)
    lines += ["", *_decks(seen), *_going_on(seen, names)]
    for seat in seen.seats:
        lines += ["", *_seat(seat, seen, names)]
    return "\n".join(lines)


def _round(seen: YedoView) -> str:
    if seen.phase is None:
        return say("SET-UP")
    last = say(", the last one") if seen.is_last_round else ""
    return say(
        "ROUND {round} of {rounds}{last}: {phase} Phase",
        round=seen.round,
        rounds=seen.rounds,
        last=last,
        phase=translate(PHASE_NAMES[seen.phase]),
    )


def _today(seen: YedoView, names: Sequence[str]) -> Iterator[str]:
    """Yield the Event, the lasting effects, and the position of the Watch Patrol."""
    if seen.event is not None:
        ignored = (
            say(" Ignored by {who}.", who=join_words(names[seat] for seat in seen.ignored)) if seen.ignored else ""
        )
        label = say("Last Event") if seen.phase in BEFORE_THE_EVENT else say("Event")
        yield from labelled(label, f"{seen.event.title}. {seen.event.text}{ignored}")
    for held in seen.lasting:
        whom = say("all") if len(held.seats) == len(seen.seats) else join_words(names[seat] for seat in held.seats)
        yield from labelled(
            say("Holds"), say("{title}, for {whom}, {words}.", title=held.title, whom=whom, words=held.text)
        )
    where = (
        say("in {patrol}", patrol=name_district(seen.patrol)) if seen.patrol is not None else say("not on the board")
    )
    way = say("clockwise") if seen.patrol_colour == "gold" else say("counter-clockwise")
    safe = "".join(
        say("; {what} of {who} safe", what=say("all") if saved.count is None else saved.count, who=names[saved.seat])
        for saved in seen.saved
    )
    yield from labelled(say("Patrol"), f"{where} ({translate(seen.patrol_colour)}, {way}{_next_districts(seen)}){safe}")


def _next_districts(seen: YedoView) -> str:
    """Name the next Districts on the Watch Patrol's way; empty if it is not on the board."""
    if seen.patrol is None:
        return ""
    circuit = [district.district for district in seen.districts]
    at, step = circuit.index(seen.patrol), 1 if seen.patrol_colour == "gold" else -1
    following = [title(circuit[(at + step * steps) % len(circuit)]) for steps in range(1, len(circuit))]
    return say(": next {following}, then {what}", following=following[0], what=", ".join(following[1:]))


def _for_sale(seen: YedoView) -> Iterator[str]:
    """Yield the Market, the Weapons elsewhere, and the Church."""
    market = (f"{m.place} {title(m.weapon) if m.weapon else say('empty')} {m.price}" for m in seen.market)
    yield from labelled(say("Market"), say("{what} (Mon)", what=", ".join(market)))
    if seen.weapon_discard:
        yield from labelled(
            say("Discarded"), say("{weapons} (from the top)", weapons=card_names(seen.weapon_discard[::-1]))
        )
    yield from labelled(say("Church"), say("burnt down") if seen.church_burnt else mon(seen.church))


def _bidding(seen: YedoView, names: Sequence[str]) -> Iterator[str]:
    """Yield the lots, and during the auctions the remaining bidders and the current auction."""
    yield from labelled(say("For bids"), ", ".join(_lot(lot, seen, names) for lot in seen.lots))
    if seen.phase == "bidding":
        out = (
            say("; in Egress: {players}", players=list_words(names[seat] for seat in seen.egress))
            if seen.egress
            else ""
        )
        yield from labelled(say("Bidders"), f"{list_words(names[seat] for seat in seen.bidding)}{out}")
    if (auction := seen.auction) is not None:
        waiting = (
            say("; still to answer: {players}", players=list_words(names[seat] for seat in auction.waiting))
            if auction.waiting
            else ""
        )
        bid = say(
            "{who} bids {mon}, opened by {whom}{waiting}",
            who=names[auction.bidder],
            mon=mon(auction.bid),
            whom=names[auction.opener],
            waiting=waiting,
        )
        yield from labelled(say("Auction"), explain(title(auction.lot), bid))


def _lot(lot: LotView, seen: YedoView, names: Sequence[str]) -> str:
    group = f" {translate(lot.group)}" if seen.groups else ""
    won = f" [{names[lot.won_by]}]" if lot.won_by is not None else ""
    price = lot.price_text()
    return f"{lot.title}{group}{f' {price}' if price else ''}{won}"


def _supplies(seen: YedoView) -> Iterator[str]:
    annexes = ", ".join(f"{title(kind)} {count}" for kind, count in seen.annex_supply.items())
    yield from labelled(say("Annexes"), say("{annexes} left", annexes=annexes))
    geishas = ", ".join(map(str, seen.geisha_supply)) or say("none")
    yield from labelled(
        say("Geishas"),
        say(
            "{geishas} (by value); Blessings in the Temple: {temple_blessings}",
            geishas=geishas,
            temple_blessings=seen.temple_blessings,
        ),
    )
    if (tokens := seen.specialists) is not None:
        gates = ", ".join(say("empty") if token is None else token.title for token in tokens.gates)
        shown = tokens.reserve.title if tokens.reserve is not None else say("none")
        left = sum(tokens.bag.values())
        yield from labelled(
            say("Specialists"),
            say("Reserve: {shown}; Gates: {gates}; {left} in the bag", shown=shown, gates=gates, left=left),
        )


def _district(district: DistrictView, seen: YedoView, names: Sequence[str]) -> list[str]:
    patrol = "*" if district.district == seen.patrol else " "
    # The text of each space stays on one line.
    spaces = "  ".join(_space(space, district, seen, names).replace(" ", NO_BREAK) for space in district.spaces)
    return [line.replace(NO_BREAK, " ") for line in labelled(f"{patrol}{title(district.district)}", spaces)]


def _space(space: SpaceView, district: DistrictView, seen: YedoView, names: Sequence[str]) -> str:
    """Write a space with its occupant: "2 [Anna]", "Shogun [ ]", or with "closed"."""
    name = title(space.space.removeprefix(f"{district.district}-"))
    if space.seat is not None:
        return f"{name} [{name_figure(names[space.seat], space.figure)}]"
    if len(space.closed_to) == len(seen.seats):
        return say("{name} closed", name=name)
    closed = say(" closed to {who}", who=join_words(names[seat] for seat in space.closed_to)) if space.closed_to else ""
    return f"{name} [ ]{closed}"


def _teahouse(seen: YedoView, names: Sequence[str]) -> Iterator[str]:
    """Yield the Characters that can be recruited, those that players have, and whom the Ronin serves."""
    if (teahouse := seen.teahouse) is None:
        return
    yield from labelled(
        f" {say('Teahouse')}", list_words((card.title for card in teahouse.display), empty=say("nobody yet"))
    )
    for seat, (active, recruited) in enumerate(zip(teahouse.active, teahouse.recruited, strict=True)):
        if active is not None:
            yield from labelled(
                "", say("{title} helps {who}. {words}", title=active.title, who=names[seat], words=active.text)
            )
        if recruited is not None:
            yield from labelled(
                "", say("{title} helps {who} from the next round on.", title=recruited.title, who=names[seat])
            )
    if (ronin := teahouse.ronin) is not None:
        where = (
            say("at home") if ronin.space is None else say("on {space}", space=title(ronin.space.rpartition("/")[2]))
        )
        yield from labelled("", say("The Ronin serves {who} ({where}).", who=names[ronin.seat], where=where))


def _decks(seen: YedoView) -> Iterator[str]:
    sizes = (f"{title(deck.deck)} {deck.size}" for deck in seen.decks if deck.size)
    yield from labelled(say("Decks"), ", ".join(sizes))
    for deck in seen.decks:
        tops = [known for known in deck.known if known.place <= len(deck.known)]
        if tops and tops[0].place == 1:
            cards = ", ".join(f"{known.place} {known.card.title}" for known in tops)
            yield from labelled("", say("on top of {deck}: {cards}", deck=title(deck.deck), cards=cards))


def _going_on(seen: YedoView, names: Sequence[str]) -> Iterator[str]:
    """Yield what is happening: cards played or looked at, a Mission, an offer."""
    for played in seen.in_play:
        negated = say(" (negated)") if played.negated else ""
        aimed = say(", aimed at {who}", who=names[played.target]) if played.target is not None else ""
        by = say("by {who}{aimed}", who=names[played.seat], aimed=aimed)
        yield from labelled(say("Played"), f"{played.card.title}{negated} {by}. {played.card.text}")
    if (shown := seen.shown) is not None:
        yield from labelled(
            say("Mission"),
            say(
                "{title} of {who}. {words}", title=shown.mission.title, who=names[shown.seat], words=shown.mission.text
            ),
        )
        for role, other in ((say("Partner"), shown.partner), (say("Target"), shown.target)):
            if other is not None:
                yield from item(explain(role, names[other]))
    if (looking := seen.looking) is not None:
        yield from labelled(
            say("Looking"),
            say("{who} looks at {cards}.", who=names[looking.seat], cards=card_noun(looking.deck, looking.count)),
        )
        for card in looking.cards or ():
            yield from item(f"{card.title}. {card.text}" if card.text else card.title)
    if (offer := seen.offer) is not None:
        cards = say(" (with {cards})", cards=card_names(offer.cards)) if offer.cards else ""
        given, wanted = goods_text(offer.given), goods_text(offer.wanted)
        yield from labelled(
            say("Offer"),
            say(
                "{who} gives {given}{cards} to {whom} for {wanted}.",
                who=names[offer.giver],
                given=given,
                cards=cards,
                whom=names[offer.partner],
                wanted=wanted,
            ),
        )
        if offer.suits:
            yield from labelled(
                "", say("A card would suit {who}, says {whom}.", who=names[offer.partner], whom=names[offer.giver])
            )
    for favor in seen.favors if seen.phase is None else ():
        yield from item(f"{favor.title}. {favor.text}")


def _place(space: str, seat: int, names: Sequence[str]) -> str:
    """Name the space of a seat's Disciple, with the name of the Errand or the owner of the Annex."""
    far = is_rival(seat, space) or errand_on(space) is not None
    return space_name(space, names) if far else title(space.rpartition("/")[2])


def _seat(seat: YedoSeatView, seen: YedoView, names: Sequence[str]) -> Iterator[str]:
    arrow = ">" if seat.seat in (seen.acting, seen.floor) else " "
    home = say("{house} at home", house=seat.house)
    if any(guest.figure == "errand-boy" and guest.space is None for guest in seen.guests):
        home = say("{house} and the Errand Boy at home", house=seat.house - 1)
    figures = say("{home}, {reserve} in the Reserve", home=home, reserve=seat.reserve)
    if seat.placed:
        figures += say(", on {place}", place=join_words(_place(space, seat.seat, names) for space in seat.placed))
    yield explain(f"{arrow}{names[seat.seat].upper()}", f"{points(seat.prestige)}, {mon(seat.mon)}")
    yield from labelled(f"  {say('Disciples')}", figures)
    if seat.specialists:
        yield from labelled(f"  {say('With')}", ", ".join(_specialist(kind, seat) for kind in seat.specialists))
    if seat.power is not None:
        yield from labelled(f"  {say('Power')}", f"{seat.power.title}. {seat.power.text}")
    for power in seat.power_hand or ():
        yield from item(f"{power.title}. {power.text}")
    yield from labelled(f"  {say('Owns')}", _owned(seat))
    hidden = [card_noun("action", seat.action_cards), card_noun("bonus", seat.bonus_cards)]
    missions = ", ".join(map(title, seat.mission_colours)) or say("none")
    yield from labelled(
        f"  {say('Hand')}", say("{what}, Missions: {missions}", what=", ".join(hidden), missions=missions)
    )
    if seat.done:
        yield from labelled(
            f"  {say('Done')}", ", ".join(f"{mission.title} ({mission.colour})" for mission in seat.done)
        )
    if seat.hand is not None:
        yield from _hand(seat.hand)


def _specialist(specialist: SpecialistView, seat: YedoSeatView) -> str:
    where = say(" at home") if specialist.kind in seat.house_specialists else ""
    where = say(" in the Reserve") if specialist.kind in seat.reserve_specialists else where
    return f"{specialist.title}{where}"


def _owned(seat: YedoSeatView) -> str:
    """List what a seat owns, Weapons first."""
    parts = [*map(title, seat.weapons)]
    parts += (title(annex.annex) for annex in seat.annexes)
    parts += (say("Geisha {value}", value=value) for value in seat.geishas)
    parts += [say("Blessing")] if seat.blessing else []
    parts += [count_noun(seat.blackmail, "Blackmail Card")] if seat.blackmail else []
    return ", ".join(parts) or say("nothing")


def _hand(hand: HandView) -> Iterator[str]:
    for card in hand.actions:
        yield from item(say("Action: {title}. {words}", title=card.title, words=card.text))
    for card in hand.bonus:
        yield from item(say("Bonus: {title}. {words}", title=card.title, words=card.text))
    for mission in hand.missions:
        yield from item(
            say(
                "{mission}: {card}. {words}",
                mission=name_missions(mission.colour)[0],
                card=card_name(mission.card),
                words=mission.text,
            )
        )
