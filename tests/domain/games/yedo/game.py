"""Yedo at any point of a game: `given(...)` a position, `when` a seat moves, `then` this holds.

    game = given(seats=3, phase="bidding").having(0, mon=12, weapons=("katana",)).asking(OpenAuction(seat=0))
    game.when(0, Announce("weapons")).then(0, mon=9)

`given` is a game in round 2: seat 0 is first in Player Order, every seat has 12 Mon, 1 Prestige Point and 2 Disciples
in the Clan House, and nobody has cards, Weapons or Annexes unless `having` says otherwise. What `having` gives comes
out of the decks, the bag and the supplies, so that nothing exists twice.

With `options={"shogun_must_die": True}` the Daimyo is last on the track and has its Disciples in its pool and in the
Reserve, the Emperor deck is complete and no Daimyo Cards are laid out: see `on_board`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from msgspec.structs import replace

from domain.games.yedo.checks import pack
from domain.games.yedo.course.round import AfterRound, Phases
from domain.games.yedo.effects.goods import Mon, Prestige
from domain.games.yedo.phases import playing
from domain.games.yedo.printed.parts import Coop, DisplaySlot, Placed
from domain.games.yedo.printed.terms import PHASES
from domain.games.yedo.ruleset import Yedo
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed, DoEffects, deed_of
from domain.games.yedo.verbs.course import course_of
from domain.kernel.chance import Chance
from domain.kernel.choice import Item
from domain.kernel.errors import IllegalMove
from domain.kernel.fact import Fact, replace_at
from domain.kernel.pile import Known, Pile
from domain.kernel.table import Outcome, check_no_dead_end
from kifu.fuzzing.laws import check_step
from tests.support.positions import Reached
from tests.support.states import field_of, holder, with_fields

RULES = Yedo(pack.load())
CONTENT = RULES.content
HANDS = {"actions": "action", "bonus": "bonus", "missions": "mission"}
BY_SEAT = {"mon", "points", "blackmail", "blessings", "house", "reserve", "waived", "favors", "done"}
SORTED = {"actions", "bonus", "missions", "weapons", "annexes", "geishas"}


def pays(mission: str) -> tuple[int, int]:
    """Return the Prestige Points and the Mon of a Mission's standard reward, which may change with our content."""
    reward = CONTENT.missions[mission].reward
    points = sum(effect.points for effect in reward if isinstance(effect, Prestige))
    return points, sum(effect.amount for effect in reward if isinstance(effect, Mon))


def opened(seats: int = 3, seed: int = 1, **options: object) -> Position:
    """Return a new game, at the first choice of its set-up."""
    chosen = RULES.parse_options(options)
    RULES.check_opening(chosen, seats)
    outcome = RULES.open(chosen, seats, Chance(seed.to_bytes(32, "big"), 1))
    check_step(RULES, RULES.start(chosen, seats), outcome)
    return Position(outcome.state, outcome.facts)


def set_up(seats: int = 3, seed: int = 1, **options: object) -> Position:
    """Return a game at the first question of round 1, after a set-up in which players took the first move offered."""
    game = opened(seats, seed, **options)
    while game.state.turns.phase is None:
        game = game.when(game.asked_seat(), game.any_move())
    return game


@cache
def _fresh(seats: int, options: tuple[tuple[str, object], ...]) -> YedoState:
    chosen = RULES.parse_options(dict(options))
    RULES.check_opening(chosen, seats)
    state = RULES.start(chosen, seats)
    given, start = state.parameters, CONTENT.start
    missions = (*given.basic[: given.basic_count], *given.missions, *given.shogun[:1])
    for colour in given.colours:
        cards = tuple(sorted(m for m in missions if CONTENT.missions[m].colour == colour))
        state.put_pile(colour, Pile(rest=cards))
    bag = state.pile("weapons").rest
    state.put_pile("weapons", Pile(rest=bag[2:]))
    house, reserve = [("disciple",) * start.house] * seats, [("disciple",) * start.reserve] * seats
    if state.options.specialists:
        reserve = [()] * seats
    if state.coop is not None:
        state.coop = _fresh_board(state)
        start_of_daimyo, master = CONTENT.coop.daimyo, state.options.master_daimyo
        pool = start_of_daimyo.master_pool if master else start_of_daimyo.pool
        waiting = start_of_daimyo.master_reserve if master else start_of_daimyo.reserve
        house, reserve = [*house, ("disciple",) * pool], [*reserve, ("disciple",) * waiting]
    if given.solo:
        house[0] = (*house[0], "errand-boy")
    return with_fields(
        state,
        round=2,
        track=tuple(range(len(house))),
        bidding=tuple(range(seats)),
        points=(start.prestige,) * seats,
        mon=(start.mon,) * seats,
        church=CONTENT.church.start,
        house=tuple(house),
        reserve=tuple(reserve),
        market=(None, None, *bag[:2]),
        patrol="castle",
        patrol_colour="gold",
    )


def _fresh_board(state: YedoState) -> Coop:
    stack = CONTENT.coop.decks[state.options.mood, state.seats]
    hidden = CONTENT.coop.game.winning_cards
    return replace(state.coop, stack=stack, shogun=state.parameters.winning[0], bonus_hidden=hidden)


def given(
    seats: int = 3, *, phase: str = "actions", round: int = 2, options: object = None, **fields: object
) -> Position:
    """Return a game in a phase of a round, with nothing asked yet; see `asking`.

    `options` is a dict of options of the game; `fields` are fields of the state that belong to no seat: `track`,
    `church`, `patrol`, `patrol_colour`, `market`, `event` and others. Put Weapons on the market with `selling`.
    """
    state = _fresh(seats, tuple(sorted((options or {"rounds": 8, "sets": "classic"}).items())))
    return Position(with_fields(state, phase=phase, round=round, **fields)).asking()


@cache
def rules_of(version: int) -> Yedo:
    """Return the ruleset under a version of its rules."""
    return RULES.with_version(str(version))


class Position(Reached[YedoState]):
    """A state of a game, with the facts that led to it or the refusal that left it as it was."""

    def __init__(self, state: YedoState, facts: tuple[Fact, ...] = (), refusal: IllegalMove | None = None) -> None:
        super().__init__(state, facts, refusal)
        self.rules = rules_of(state.rules)

    def check(self, outcome: Outcome[YedoState]) -> None:
        check_no_dead_end(outcome.state)
        for law, holds in course_of(outcome.state).laws.items():
            assert holds(outcome.state) or not holds(self.state), f"{law} is broken"

    # Given

    def having(self, seat: int, **values: object) -> Position:
        """Give a seat these: mon, points, blackmail, blessings, house and reserve (counts or figures), actions, bonus,
        missions, weapons, annexes, geishas, done; cards, Weapons and Geishas leave their deck, bag or supply.
        """
        state = with_fields(self.state)
        for name, value in values.items():
            _give(state, seat, name, value)
        return Position(state)

    def with_powers(self, *of_seats: str) -> Position:
        """Return the same game with the module Clan Powers, in which the seats have these."""
        options = replace(self.state.options, clan_powers=True)
        content = RULES.start(options, self.state.seats).content
        return self.with_state(options=options, content=content, powers=of_seats)

    def with_state(self, **fields: object) -> Position:
        """Replace fields of the state."""
        return Position(with_fields(self.state, **fields))

    def on_board(self, *, display: Iterable[str | None] | None = None, **fields: object) -> Position:
        """Put things on the cooperative board: the fields of `Coop`, of which `upcoming` and `current` leave the stack.

        `display` are the Daimyo's Cards, None for a face-down one, each with a Disciple of the pool.
        """
        board, house, daimyo = self.state.coop_board, self.state.pieces.house, self.state.seats
        if display is not None:
            slots = tuple(map(DisplaySlot, display))
            house = replace_at(house, daimyo, house[daimyo][len(slots) :])
            fields["display"] = slots
        turned_up = sum(name in fields and fields[name] is not None for name in ("upcoming", "current"))
        fields.setdefault("stack", board.stack[turned_up:])
        return self.with_state(coop=replace(board, **fields), house=house)

    def placed(self, *where: tuple[str, int]) -> Position:
        """Put Disciples on spaces: (space, seat). They come from the Clan House, or else from the Reserve."""
        state = with_fields(self.state)
        for space, seat in where:
            field = "house" if state.pieces.house[seat] else "reserve"
            held = field_of(state, field)
            setattr(state.pieces, field, replace_at(held, seat, held[seat][1:]))
            state.pieces.placed = (*state.pieces.placed, Placed(space, seat))
        return Position(state)

    def with_specialists(self, seat: int, *kinds: str) -> Position:
        """Add these Specialists to the Clan House of a seat."""
        state = with_fields(self.state)
        state.specialist_supply.specialists = replace_at(
            state.specialist_supply.specialists, seat, _without(state.specialist_supply.specialists[seat], kinds)
        )
        state.pieces.house = replace_at(state.pieces.house, seat, (*state.pieces.house[seat], *kinds))
        return Position(state)

    def standing(self, *where: tuple[str, int, str]) -> Position:
        """Put figures of the Clan House on spaces: (space, seat, figure)."""
        state = with_fields(self.state)
        for space, seat, figure in where:
            state.pieces.house = replace_at(state.pieces.house, seat, _without(state.pieces.house[seat], (figure,)))
            state.pieces.placed = (*state.pieces.placed, Placed(space, seat, figure))
        return Position(state)

    def selling(self, *weapons: str | None) -> Position:
        """Put these Weapons on the Market, from left to right, None for a free space; the others go into the bag."""
        state = with_fields(self.state)
        back = [weapon for weapon in state.weaponry.market if weapon is not None]
        bag = [*state.pile("weapons").rest, *back]
        for weapon in weapons:
            if weapon is not None:
                bag.remove(weapon)
        state.put_pile("weapons", replace(state.pile("weapons"), rest=tuple(sorted(bag))))
        state.weaponry.market = weapons
        return Position(state)

    def on_top(self, deck: str, *cards: str, known_to: tuple[int, ...] = ()) -> Position:
        """Put these cards of a deck on top of it, the first one topmost."""
        state = with_fields(self.state)
        pile = state.pile(deck)
        over = tuple(Known(card, known_to) for card in cards)
        state.put_pile(deck, replace(pile, over=(*over, *pile.over), rest=_without(pile.rest, cards)))
        return Position(state)

    def asking(self, *items: Item) -> Position:
        """Put the items on top of the agenda, in order, before the rest of the current phase of the round."""
        state = self.state
        later = PHASES[PHASES.index(state.turns.phase) + 1 :]
        rest = Phases(left=later) if later else AfterRound()
        standing = tuple(playing.AnyTime(seat=seat) for seat in range(state.seats))
        return self.with_state(agenda=(*standing, *reversed((*items, rest))))

    def effects(self, seat: int, *effects: object, source: str = "", then: tuple[Item, ...] = ()) -> Position:
        """Let a seat do these effects of a card, up to the first question; `then` follows."""
        return self.doing(deed_of(seat, "yedo.components.action-anatomy", source), *effects, then=then)

    def doing(self, deed: Deed, *effects: object, then: tuple[Item, ...] = ()) -> Position:
        """Do these effects as `deed` says, up to the first question; `then` follows."""
        return self.asking(DoEffects(deed, tuple(effects)), *then).running()

    # Then

    def then(self, seat: int | None = None, **values: object) -> Position:
        """Check that the move was accepted and a seat (or the state) has these; figures by number."""
        assert self.refusal is None, f"the move was refused: {self.refusal}"
        assert {name: self.value(seat, name) for name in values} == values
        return self

    def asked(self, *expected: tuple[int, str]) -> Position:
        """Check who is asked what: (seat, kind of choice)."""
        assert self.refusal is None, f"the move was refused: {self.refusal}"
        assert self.asks() == [*expected]
        return self

    def value(self, seat: int | None, name: str) -> object:
        """Return a field or property of the state, or of a seat; `house` and `reserve` count, `on` lists its spaces."""
        state = self.state
        held = getattr(state, name) if hasattr(state, name) else field_of(state, name)
        if seat is None:
            return held
        if name in ("house", "reserve"):
            return len(held[seat])
        if name == "on":
            return tuple(placed.space for placed in state.placed_by(seat))
        return held[seat]


def _give(state: YedoState, seat: int, name: str, value: object) -> None:
    if name in ("house", "reserve") and isinstance(value, int):
        value = ("disciple",) * value
    if name in SORTED:
        value = tuple(sorted(value))
    if name in HANDS:
        _take_cards(state, HANDS[name], value)
    elif name == "done":
        _take_cards(state, "mission", value)
    elif name == "weapons":
        pile = state.pile("weapons")
        state.put_pile("weapons", replace(pile, rest=_without(pile.rest, value)))
    elif name == "geishas":
        state.belongings.geisha_supply = _without(state.belongings.geisha_supply, value)
    else:
        assert name in BY_SEAT | {"annexes"}, name
    setattr(holder(state, name), name, replace_at(field_of(state, name), seat, value))


def _take_cards(state: YedoState, kind: str, cards: Iterable[str]) -> None:
    for card in cards:
        deck = CONTENT.missions[card].colour if kind == "mission" else kind
        pile = state.pile(deck)
        if card in pile.rest:  # cards of other sets come from the box
            state.put_pile(deck, replace(pile, rest=_without(pile.rest, (card,))))


def _without(values: tuple, gone: Iterable) -> tuple:
    left = list(values)
    for value in gone:
        left.remove(value)
    return tuple(left)
