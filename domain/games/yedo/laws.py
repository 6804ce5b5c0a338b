"""The laws that every state of Yedo obeys: things are conserved, limits are kept, spaces hold one figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import takewhile

from domain.games.yedo.coop.coop_laws import COOP_LAWS
from domain.games.yedo.effects.rival_annexes import kinds_in_play
from domain.games.yedo.facts.sources import is_source
from domain.games.yedo.phases.limits import Spare
from domain.games.yedo.printed.parts import UNCOUNTED, Card, Figure, Placed
from domain.games.yedo.printed.terms import ANNEXES, COLOURS, JESUITS_DECKS, SPECIALISTS, Deck
from domain.games.yedo.state import YedoState, annex_on, annex_owner, errand_on, is_rival
from domain.games.yedo.verbs.course import Law
from domain.games.yedo.verbs.holding import holds_ids
from domain.games.yedo.verbs.modifiers import disciple_limit, limit, own_spaces
from domain.games.yedo.verbs.table import LAST_TWO


def _cards_of(state: YedoState, deck: Deck) -> Iterator[Card]:
    """Yield every card of a deck, wherever it is."""
    yield from state.pile(deck).cards
    if state.stacks.looking is not None and state.stacks.looking.deck == deck:
        yield from state.stacks.looking.cards
    for seat in range(state.seats):
        match deck:
            case "action":
                yield from state.hands.actions[seat]
            case "bonus":
                yield from state.hands.bonus[seat]
            case "green" | "yellow" | "red" | "black" | "jesuits-yellow" | "jesuits-red" | "jesuits-black":
                held = (*state.hands.missions[seat], *state.completion.done[seat])
                yield from (card for card in held if state.content.stack_of(card) == deck)
            case "weapons":
                yield from state.weaponry.weapons[seat]
            case "events":
                pass


def _action_cards_are_conserved(state: YedoState) -> bool:
    """Return whether the Action Cards of the chosen sets are in the deck and in hands (yedo.discard.action-bottom)."""
    return sorted(_cards_of(state, "action")) == sorted(state.parameters.action_deck)


def _bonus_cards_are_conserved(state: YedoState) -> bool:
    """Return whether all Bonus Cards are in the deck and in hands (yedo.discard.bonus-bottom)."""
    return sorted(_cards_of(state, "bonus")) == sorted(state.parameters.bonus_deck)


def _events_are_conserved(state: YedoState, shuffled_in: tuple[Card, ...] = ()) -> bool:
    """Return whether all Events, including those shuffled in, are in the deck (yedo.setup.event-deck), in force or
    past.
    """
    current = () if state.events.event is None else (state.events.event,)
    found = [*_cards_of(state, "events"), *current, *state.events.past_events]
    return sorted(found) == sorted((*state.parameters.event_deck, *shuffled_in))


def _events_are_conserved_with_jesuits(state: YedoState) -> bool:
    """Return whether the Events are conserved, including the Jesuits' (yedo.jesuits.setup)."""
    return _events_are_conserved(state, state.content.jesuits_events if state.turns.phase is not None else ())


def _missions_are_conserved(state: YedoState) -> bool:
    """Return whether no Mission is missing, with at most one Kill the Shogun (yedo.setup.kill-the-shogun-one)."""
    shoguns = min(len(state.parameters.shogun), 1)
    return _missions_are_in_one_place(state, range(shoguns, shoguns + 1))


def _missions_are_conserved_together(state: YedoState) -> bool:
    """Return whether no Mission is missing; Kill the Shogun is apart until it is attempted (yedo.coop.kill-apart)."""
    return _missions_are_in_one_place(state, range(1 + (state.coop_board.shogun is None)))


def _missions_are_in_one_place(state: YedoState, shoguns: range) -> bool:
    """Return whether each Mission is in one place, and the Missions in the game match the options.

    These are four Basic Missions for each player (yedo.setup.basic-mission-count), the chosen sets, and Kill the Shogun
    Missions, whose possible numbers are `shoguns`; discarded ones are under their deck
    (yedo.limit.mission-discard-place).
    """
    found = [card for colour in COLOURS for card in _cards_of(state, colour)]
    found += [card for card in _shown(state) if card not in state.parameters.jesuits]
    sets = Counter(state.content.missions[card].set for card in found)
    given, killed = state.parameters, sets["kill-the-shogun"]
    return (
        len(found) == len(set(found))
        and sets["basic"] == given.basic_count
        and killed in shoguns
        and set(given.missions) <= set(found)
        and len(found) == given.basic_count + killed + len(given.missions)
    )


def _shown(state: YedoState) -> tuple[Card, ...]:
    return () if state.completion.shown is None else state.completion.shown[1:]


def _jesuits_are_conserved(state: YedoState) -> bool:
    """Return whether each Mission of the Jesuits is in one place.

    Once the Jesuits are gone, no deck has any: the remaining ones are completed, or held by a seat that ignored the
    Event that ended them (yedo.ruling.spared-missions).
    """
    given = state.parameters.jesuits
    found = [card for deck in state.decks if deck in JESUITS_DECKS for card in _cards_of(state, deck)]
    found += [card for card in _shown(state) if card in given]
    if state.jesuits == "gone":
        return len(found) == len({*found} & {*given}) and not any(
            card in given for deck in state.decks for card in state.pile(deck).cards
        )
    return sorted(found) == sorted(given)


def _weapons_are_conserved(state: YedoState) -> bool:
    """Return whether all Weapons are in the bag, on the Market, discarded or owned (yedo.components.weapon-types)."""
    on_sale = [weapon for weapon in state.weaponry.market if weapon is not None]
    found = Counter([*_cards_of(state, "weapons"), *on_sale, *state.weaponry.weapon_discard])
    return found == Counter({kind: entry.count for kind, entry in state.content.weapons.items()})


def _empty_bag_has_taken_the_discarded_weapons_back(state: YedoState) -> bool:
    """Return whether no Weapon is discarded while the bag is empty (yedo.market.bag-refill)."""
    bag = state.pile("weapons")
    return bool(bag.rest or bag.packet) or not state.weaponry.weapon_discard


def _geishas_are_conserved(state: YedoState, taken: tuple[int, ...] = ()) -> bool:
    """Return whether the Geishas are in the supply, owned, `taken`, or out of the game.

    Those that a Mission takes leave the game (yedo.icon.reward-hard-geisha).
    """
    found = [
        *state.belongings.geishas_gone,
        *taken,
        *state.belongings.geisha_supply,
        *(value for held in state.belongings.geishas for value in held),
    ]
    return sorted(found) == sorted(state.parameters.geishas)


def _geishas_are_conserved_together(state: YedoState) -> bool:
    """Return whether the Geishas are conserved, with those that the Daimyo takes (yedo.coop.daimyo-red-light)."""
    return _geishas_are_conserved(state, state.coop_board.geishas_gone)


def _annexes_are_limited(state: YedoState) -> bool:
    """Return whether nobody has two of a type, and no type exceeds its supply (yedo.limit.annexes)."""
    one_each = all(len(set(owned)) == len(owned) for owned in state.belongings.annexes)
    return one_each and all(state.annex_supply(kind) >= 0 for kind in ANNEXES)


def _figures_are_conserved(state: YedoState) -> bool:
    """Return whether each seat has its Disciples, including those in the Reserve (yedo.setup.player-disciples)."""
    start = state.content.start
    return all(
        state.disciples(seat) + len(state.pieces.reserve[seat]) == start.house + start.reserve
        for seat in range(state.seats)
    )


def _specialists_are_conserved(state: YedoState) -> bool:
    """Return whether each seat has 2 Disciples and one of each Specialist (yedo.specialists.setup-disciples)."""
    figures = sorted((*("disciple",) * state.content.start.house, *SPECIALISTS))
    return all(sorted(_figures_of(state, seat)) == figures for seat in range(state.seats))


def _figures_of(state: YedoState, seat: int) -> Iterator[Figure]:
    """Yield the Disciples and Specialists of a seat, wherever they are, without the Ronin and the Errand Boy."""
    yield from (figure for figure in state.figures(seat) if figure not in UNCOUNTED)
    yield from (*state.pieces.reserve[seat], *state.specialist_supply.specialists[seat])


def _tokens_are_limited(state: YedoState) -> bool:
    """Return whether the Specialist tokens in play are among those in the box; each round draws one.

    The set-up draws that of round 1 (yedo.ruling.first-specialist-token) and the last step of Preparation the next
    (yedo.specialists.prep-token), until the bag is empty. Those that left the Gates are out of the game.
    """
    shown = (kind for kind in (state.specialist_supply.token, *state.specialist_supply.token_gates) if kind is not None)
    box = Counter({kind: entry.count for kind, entry in state.content.specialist_tokens.items()})
    drawn = box.total() - len(state.specialist_supply.tokens)
    in_time = min(state.turns.round - 1, box.total()) <= drawn <= max(state.turns.round, 1)
    return in_time and Counter([*state.specialist_supply.tokens, *shown]) <= box


def _is_nowhere_else(state: YedoState, placed: Placed) -> bool:
    return False


def _spaces_hold_one_figure_together(state: YedoState) -> bool:
    """Return whether each space holds one figure, including those of open Errands (yedo.coop.errand-space)."""
    return _spaces_hold_one_figure(state, _is_open_errand)


def _spaces_hold_one_figure(
    state: YedoState, is_elsewhere: Callable[[YedoState, Placed], bool] = _is_nowhere_else
) -> bool:
    """Return whether each space that is open to its figure holds no other (yedo.assign.one-per-space)."""
    spaces = [placed.space for placed in state.pieces.placed]
    open_spaces = {*state.parameters.spaces}
    return len(spaces) == len(set(spaces)) and all(
        placed.space in open_spaces
        or annex_on(placed.space) is not None
        or is_elsewhere(state, placed)
        or any(own.space == placed.space for own in own_spaces(state, placed.seat))
        for placed in state.pieces.placed
    )


def _is_open_errand(state: YedoState, placed: Placed) -> bool:
    """Return whether a player's figure is on the space of an open Errand (yedo.coop.errand-space)."""
    card = errand_on(placed.space)
    if card is None or card not in state.coop_board.open_errands:
        return False
    return placed.seat != state.daimyo and state.content.emperor_cards[card].errand.space


def _clan_powers_are_conserved(state: YedoState) -> bool:
    """Return whether each Clan Power is in one place: with a player, in the draft, or in the box.

    After the draft each player has one of those that were dealt (yedo.clan.draft-end).
    """
    if (draft := state.clans.draft) is None:
        dealt = {*state.parameters.powers}
        return not state.clans.powers or (len({*state.clans.powers} & dealt) == len(state.clans.powers) == state.seats)
    found = [*draft.deck, *draft.hand, *(power for power in draft.kept if power is not None)]
    return sorted(found) == sorted(state.parameters.powers)


def _annexes_hold_who_may_be_there(state: YedoState) -> bool:
    """Return whether each figure on an Annex is on an existing one, and on an opponent's only for a Mission.

    Those Missions belong to the set Hard Interaction, and it must be in play (yedo.assign.hard-interaction-annex).
    """
    for placed in state.pieces.placed:
        kind = annex_on(placed.space)
        if kind is not None:
            if kind not in state.belongings.annexes[annex_owner(placed.space)]:
                return False
            if is_rival(placed.seat, placed.space) and kind not in kinds_in_play(state):
                return False
    return True


def _one_figure_in_the_bower(state: YedoState) -> bool:
    """Return whether no side has two figures in the Bower (yedo.assign.bower-one)."""
    spaces = state.content.spaces
    seats = [p.seat for p in state.pieces.placed if p.space in spaces and spaces[p.space].action == "bower"]
    return len(seats) == len(set(seats))


def _nothing_is_negative(state: YedoState) -> bool:
    """Return whether nobody owes anything: a loss takes no more than there is (yedo.score.floor)."""
    return min((*state.belongings.mon, *state.scoring.points, *state.hands.blackmail, state.belongings.church)) >= 0


def _nobody_has_fewer_than_two_disciples(state: YedoState) -> bool:
    """Return whether each seat keeps the last two of its Disciples and Specialists (yedo.patrol.arrest-last-two)."""
    return all(state.disciples(seat) >= LAST_TWO for seat in range(state.seats))


def _blackmail_comes_from_favors(state: YedoState) -> bool:
    """Return whether there are no more Blackmail Cards than Favors were taken (yedo.setup.favor-flip-blackmail)."""
    return sum(state.hands.blackmail) <= state.seats


def _each_lot_is_won_once(state: YedoState) -> bool:
    """Return whether no lot and no category was won twice in a round (yedo.bidding.type-closed)."""
    won = [found.lot for found in state.bids.won]
    return len(won) == len(set(won))


def _a_burnt_church_is_empty(state: YedoState) -> bool:
    """Return whether a burnt Church, which nobody can visit, is empty (yedo.ruling.burnt-church)."""
    return not (state.belongings.church_burnt and state.belongings.church)


def _points_are_the_sum_of_their_origins(state: YedoState) -> bool:
    """Return whether the account of Prestige Points adds up to what the Score Track shows (yedo.object.score-track)."""
    sums = [0] * state.seats
    for line in state.scoring.scored:
        sums[line.seat] += line.points
    return tuple(sums) == state.scoring.points


def _points_come_from_sources(state: YedoState) -> bool:
    """Return whether the account of Prestige Points names known sources (yedo.object.score-track).

    Holds only if facts hold ids.
    """
    return not holds_ids(state) or all(is_source(line.what) for line in state.scoring.scored)


def _limits_are_kept(state: YedoState) -> bool:
    """Return whether no seat owns more than it may (yedo.limit.action-cards and its neighbours).

    Exceptions are the seat that is asked what to give up, those after it in Player Order (yedo.ruling.limits-in-order),
    and one that still looks at cards of which it keeps some.
    """
    asked = {item.seat for item in state.agenda if isinstance(item, Spare)}
    looking = None if state.stacks.looking is None else state.stacks.looking.seat
    settled = (seat for seat in takewhile(lambda seat: seat not in asked, state.order) if seat != looking)
    return all(
        len(state.hands.actions[seat]) <= limit(state, seat, "action-card")
        and len(state.hands.bonus[seat]) <= limit(state, seat, "bonus-card")
        and len(state.hands.missions[seat]) <= limit(state, seat, "mission")
        and len(state.weaponry.weapons[seat]) <= limit(state, seat, "weapon")
        and len(state.belongings.geishas[seat]) <= limit(state, seat, "geisha")
        and state.disciples(seat) <= disciple_limit(state, seat)
        for seat in settled
    )


def _characters_are_conserved(state: YedoState) -> bool:
    """Return whether each Character is in one place (yedo.teahouse.deck, yedo.teahouse.ability-once)."""
    held = state.characters
    owned = [character for character in (*held.active, *held.recruited) if character is not None]
    found = [*held.beside, *held.deck, *held.display, *held.discard, *owned]
    return sorted(found) == sorted(state.parameters.characters)


def _there_is_no_ronin(state: YedoState) -> bool:
    """Return whether there is no Ronin: only a Character brings him (yedo.teahouse.ronin)."""
    return _ronin(state) == 0


def _there_is_one_ronin(state: YedoState) -> bool:
    """Return whether there is at most one Ronin, never in a Reserve (yedo.ruling.ronin-serves-a-round)."""
    return _ronin(state) <= 1 and not any("ronin" in figures for figures in state.pieces.reserve)


def _ronin(state: YedoState) -> int:
    everywhere = (*state.pieces.house, *state.pieces.reserve, tuple(placed.figure for placed in state.pieces.placed))
    return sum(figures.count("ronin") for figures in everywhere)


def _everyone_has_one_place(state: YedoState) -> bool:
    """Return whether each seat has one place in the Player Order, and one Bidding marker (yedo.board.tracks).

    The marker is on the Bidding Track, on the Egress space or on what the seat won.
    """
    seats = [*range(state.seats)]
    on_tracks = (*state.bids.bidding, *state.bids.egress, *(won.seat for won in state.bids.won))
    return not state.order or (sorted(state.order) == seats and sorted(on_tracks) == seats)


LAWS: dict[str, Law] = {
    "conservation of Action Cards": _action_cards_are_conserved,
    "conservation of Bonus Cards": _bonus_cards_are_conserved,
    "conservation of Event Cards": _events_are_conserved,
    "conservation of Missions": _missions_are_conserved,
    "conservation of Weapons": _weapons_are_conserved,
    "the refilled bag": _empty_bag_has_taken_the_discarded_weapons_back,
    "conservation of Geishas": _geishas_are_conserved,
    "the number of Annexes": _annexes_are_limited,
    "conservation of Disciples": _figures_are_conserved,
    "one Ronin": _there_is_no_ronin,
    "one Disciple on a space": _spaces_hold_one_figure,
    "Disciples on own Annexes, or on those that a Mission in play asks for": _annexes_hold_who_may_be_there,
    "one Disciple of a player in the Bower": _one_figure_in_the_bower,
    "nothing negative": _nothing_is_negative,
    "the last two Disciples": _nobody_has_fewer_than_two_disciples,
    "the number of Blackmail Cards": _blackmail_comes_from_favors,
    "each lot once a round": _each_lot_is_won_once,
    "nothing on a burnt Church": _a_burnt_church_is_empty,
    "points as the sum of their origins": _points_are_the_sum_of_their_origins,
    "points that come from sources": _points_come_from_sources,
    "the limits of what a player may own": _limits_are_kept,
    "one place for each marker": _everyone_has_one_place,
}
"""The laws of every game, by name; modules replace some of them."""
JESUITS_LAWS: dict[str, Law] = {
    "conservation of Event Cards": _events_are_conserved_with_jesuits,
    "conservation of the Missions of the Jesuits": _jesuits_are_conserved,
}
SPECIALISTS_LAWS: dict[str, Law] = {
    "conservation of Disciples": _specialists_are_conserved,
    "the number of Specialist tokens": _tokens_are_limited,
}
TEAHOUSE_LAWS: dict[str, Law] = {
    "conservation of Characters": _characters_are_conserved,
    "one Ronin": _there_is_one_ronin,
}
CLAN_POWERS_LAWS: dict[str, Law] = {"conservation of Clan Powers": _clan_powers_are_conserved}
TOGETHER_LAWS: dict[str, Law] = {
    "conservation of Missions": _missions_are_conserved_together,
    "conservation of Geishas": _geishas_are_conserved_together,
    "one Disciple on a space": _spaces_hold_one_figure_together,
    **COOP_LAWS,
}
