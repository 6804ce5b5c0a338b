"""Daimyo at any point of a game: `given(...)` a position, `when` a seat moves, `then` this holds.

    game = given(seats=3).having(0, rice=2, recruitment=1).action("recruitment")
    game.when(0, RecruitGovernor("red-1")).then(0, rice=0, governors=("red-1",))

`given` is a randomly set up game whose first turn has begun: seat 0 begins and owns the helmet, nobody has pieces on
the board or goods, and every hand is empty unless `having` says otherwise. The decks hold the clan heroes.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from domain.games.daimyo import pack
from domain.games.daimyo.actions.bonus_tiles import face
from domain.games.daimyo.actions.recruitment import ResetOffer, may_reset
from domain.games.daimyo.laws import LAWS
from domain.games.daimyo.phases.round import CloseRound, TakeTurn
from domain.games.daimyo.phases.turn import DoMainAction, PlaceDie
from domain.games.daimyo.printed.goods import KINDS, Goods
from domain.games.daimyo.ruleset import Daimyo
from domain.games.daimyo.state import DaimyoState, Die, Laid, Placed, Relic
from domain.games.daimyo.verbs.asking import Deed, DoEffects, deed_of
from domain.games.daimyo.verbs.influence import by_island
from domain.games.daimyo.verbs.turn_menu import TurnMenu
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from domain.kernel.choice import Item
from domain.kernel.fact import replace_at
from domain.kernel.table import Outcome, check_no_dead_end
from kifu.fuzzing.laws import check_step
from tests.support.positions import Reached
from tests.support.states import field_of, with_fields

RULES = Daimyo(pack.load())
CONTENT = RULES.content
BY_SIDE = {"tiles", "relics", "governors", "shadows", "farms", "towers", "capacity", "recruitment", "paid_last"}
BY_SIDE |= {"hand", "deck", "discard", "under", "laid", "points", "boards"}
ONE_BY_SIDE = {"clan": "clans", "scavenger": "scavengers"}
ACTION_OF_COLOUR = {"blue": "villagers", "green": "production", "red": "recruitment"}


def opened(seats: int, seed: int = 1, **options: object) -> Position:
    """Return a new game, at the first choice of its set-up."""
    chosen = RULES.parse_options(options)
    RULES.check_opening(chosen, seats)
    outcome = RULES.open(chosen, seats, Chance(seed.to_bytes(32, "big"), 1))
    check_step(RULES, RULES.start(chosen, seats), outcome)
    return Position(outcome.state, outcome.facts)


def set_up(seats: int, seed: int = 1, **options: object) -> Position:
    """Return a game at the start of round 1, after a set-up in which players took the first move offered."""
    game = opened(seats, seed, **options)
    while not game.state.turns.round:
        game = game.when(game.asked_seat(), game.any_move())
    return game


@cache
def _fresh(seats: int, edition: str, boards: str, difficulty: str | None) -> DaimyoState:
    extra = {"difficulty": difficulty} if difficulty else {}
    state = set_up(seats, edition=edition, boards=boards, **extra).state
    sides = len(state.parameters.sides)
    decks = tuple(
        CONTENT.clan_heroes[clan] if side < seats else () for side, clan in enumerate(state.clan_boards.clans)
    )
    none = ((),) * sides
    state = with_fields(
        state,
        helmet=0,
        order=tuple(side for side in range(sides) if state.may(side).takes_turns),
        active=0,
        turn=1,
        purses=(Goods(),) * sides,
        governors=none,
        shadows=none,
        farms=none,
        towers=none,
        hand=none,
        deck=decks,
        discard=none,
        goals=(),
        goal_tokens=(),
    )
    bag = tuple(sorted((*state.relic_tiles.bag, *(tile for held in state.holdings.tiles for tile in held))))
    return with_fields(state, tiles=none, bag=bag)


def given(
    seats: int = 3,
    *,
    edition: str = "2021",
    boards: str = "basic",
    difficulty: str | None = None,
    active: int = 0,
    round: int = 1,
    turn: int = 1,
    **fields: object,
) -> Position:
    """Return a game in the turn of `active`, which is the `turn`-th of the round, before a die is taken.

    `fields` are fields of the state that belong to no side: `bag`, `black_market`, `market`, `villagers`, `goals`
    (their tokens are cleared), `pool`, `helmet`, `lands` (a dict by island) and so on.
    """
    state = _fresh(seats, edition, boards, difficulty)
    lands = fields.pop("lands", None)
    if "goals" in fields:
        fields.setdefault("goal_tokens", ((),) * len(fields["goals"]))
    state = with_fields(state, active=active, round=round, turn=turn, **fields)
    for island, tiles in (lands or {}).items():
        place = state.parameters.islands.index(island)
        state = with_fields(state, lands=replace_at(state.relic_tiles.lands, place, tuple(sorted(tiles))))
    return Position(state).asking(PlaceDie(seat=active)) if active < seats else Position(state)


class Position(Reached[DaimyoState]):
    """A state of a game, with the facts that led to it or the refusal that left it as it was."""

    rules = RULES

    def check(self, outcome: Outcome[DaimyoState]) -> None:
        check_no_dead_end(outcome.state)
        for law, holds in LAWS.items():
            assert holds(outcome.state) or not holds(self.state), f"{law} is broken"

    # Given

    def having(self, side: int, **values: object) -> Position:
        """Give a side these goods (rice=2), cards, tiles, pieces (governors=("red-1",)), capacity, points and so on.

        `relics` are colours with altars: {"red": 3} or (("red", 3), ("red", 0)); `laid` maps spaces to tiles.
        Cards in `hand` leave the deck and the market's deck.
        """
        state = self.state
        goods = {kind: values.pop(kind) for kind in KINDS if kind in values}
        if goods:
            old = state.holdings.purses[side]
            purse = Goods(**{kind: goods.get(kind, old.of(kind)) for kind in KINDS})
            state = with_fields(state, purses=replace_at(state.holdings.purses, side, purse))
        for name, value in values.items():
            state = _with(state, side, name, value)
        return Position(state)

    def with_state(self, **fields: object) -> Position:
        """Replace fields of the state."""
        return Position(with_fields(self.state, **fields))

    def dice(self, side: int, *dice: tuple[str, int] | int | tuple[str, int, str]) -> Position:
        """Put these dice on the board of a side: values, or (colour, value), or (colour, value, space)."""
        free = list(CONTENT.actions)
        placed = []
        for die in dice:
            colour, value, *space = die if isinstance(die, tuple) else ("green", die)
            where = space[0] if space else next(a for a in free if _fits(a, colour))
            free = [action for action in free if action != where]
            placed.append(Placed(where, Die(colour, value)))
        return self.with_state(placed=replace_at(self.state.dice.placed, side, tuple(placed)))

    def cards(self, side: int, *, hand: int = 0, deck: int = 0, discard: int = 0) -> Position:
        """Give a side this many heroes in each place: those of its clan first, then common ones of the hero deck."""
        state = self.state
        own = (*sorted(state.heroes_of(side)), *state.offers.hero_deck)
        taken = own[: hand + deck + discard]
        held = {"hand": taken[:hand], "deck": taken[hand : hand + deck], "discard": taken[hand + deck :]}
        unused = tuple(hero for hero in state.offers.hero_deck if hero not in taken)
        return self.having(side, **held).with_state(hero_deck=unused)

    def army(self, side: int, *costs: int) -> Position:
        """Give a side only common heroes of these costs: a player has them in hand, another side in its army."""
        state, found = self.state, []
        for cost in costs:
            found.append(next(h for h in state.offers.hero_deck if CONTENT.heroes[h].cost == cost and h not in found))
        where = "hand" if side < state.seats else "discard"
        left = tuple(hero for hero in state.offers.hero_deck if hero not in found)
        return self.having(side, **{"deck": (), "discard": (), where: tuple(found)}).with_state(hero_deck=left)

    def cheap_market(self) -> Position:
        """Fill the market with heroes of cost 1, so that all expensive ones are in the deck."""
        state = self.state
        common = {
            *state.offers.hero_deck,
            *state.offers.market,
            *((state.offers.top_hero,) if state.offers.top_hero else ()),
        }
        cheap = sorted(hero for hero in common if CONTENT.heroes[hero].cost == 1)
        return self.selling(*cheap[:5], top=cheap[5])

    def tiles_counted(self) -> Position:
        """Put all other relic tiles into the bag, so that none exists too often."""
        state = self.state
        left = Counter({t: CONTENT.numbers.tile_copies for i in state.parameters.islands for t in CONTENT.relic[i]})
        for place in (*state.relic_tiles.lands, *state.holdings.tiles, state.relic_tiles.black_market):
            left.subtract(place)
        for relic in (relic for relics in state.holdings.relics for relic in relics):
            left.subtract(CONTENT.relic[relic.colour])
        assert min(left.values()) >= 0, f"too many of {min(left, key=left.__getitem__)}"
        return self.with_state(bag=tuple(sorted(left.elements())))

    def mini_boards(self, side: int, *boards: str, laid: dict[str, str] | None = None) -> Position:
        """Give a side these mini-boards: `laid` maps spaces of the clan board to tiles, buildings hold the others."""
        placed = laid or {}
        tiles = [tile for board in boards for tile in CONTENT.mini_boards[board].tiles]
        under = tuple(tile for tile in tiles if tile not in placed.values())
        return self.having(side, boards=boards, under=under, laid=placed)

    def selling(self, *heroes: str, top: str | None = None) -> Position:
        """Fill the market with these heroes, with `top` on the deck; those replaced go into the deck."""
        state = self.state
        common = {
            *state.offers.hero_deck,
            *state.offers.market,
            *((state.offers.top_hero,) if state.offers.top_hero else ()),
        }
        deck = tuple(sorted(common - {*heroes, top}))
        return self.with_state(market=heroes, top_hero=top, hero_deck=deck)

    def asking(self, *items: Item) -> Position:
        """Put the items on top of the agenda, in order, in the middle of the current turn."""
        state = self.state
        rest = (TakeTurn(number=state.turns.turn + 1), CloseRound())
        reset = state.turns.active is not None and may_reset(state, state.turns.active)
        offers = (ResetOffer(seat=state.turns.active),) if reset else ()
        return self.with_state(agenda=(*reversed((*offers, *items, *rest)),))

    def menu(self, space: str = "tax", *, colour: str | None = None, value: int = 1, **done: bool) -> Position:
        """Let the active seat have put a die on `space` and choose what to do; `main=False` if the action is done."""
        seat = self.state.turns.active
        game = self
        if all(placed.space != space for placed in self.state.dice.placed[seat]):
            die = Die(colour or CONTENT.actions[space].colour or "red", value)
            placed = (*self.state.dice.placed[seat], Placed(space, die))
            game = self.with_state(placed=replace_at(self.state.dice.placed, seat, placed))
        return game.asking(TurnMenu(seat=seat, space=space, **done))

    def action(self, space: str, **done: bool) -> Position:
        """Let the active seat begin the main action `space`."""
        return self.menu(space, **done).when(self.state.turns.active, DoMainAction())

    def effects(self, *effects: object, clause: str = "daimyo.hero.exact-strength") -> Position:
        """Let the active seat do these effects of a card, up to the first question."""
        return self.doing(deed_of(self.state.turns.active, clause), *effects)

    def doing(self, deed: Deed, *effects: object) -> Position:
        """Let a side do these effects as `deed` says in the current turn, up to the first question."""
        return self.asking(
            DoEffects(deed, tuple(effects)), TurnMenu(seat=self.state.turns.active, space="tax")
        ).running()

    def using_tile(self, face_id: str) -> Position:
        """Let the active seat do the effects of a face of a bonus action tile."""
        shown = CONTENT.faces[face_id]
        return self.effects(*shown.effects, clause=shown.clause)

    # Then

    def then(self, side: int | None = None, **values: object) -> Position:
        """Check that the move was accepted and a side (or the state) has these: goods by name, influence by island."""
        assert self.refusal is None, f"the move was refused: {self.refusal}"
        found = {name: self.value(side, name) for name in values}
        if side is not None and "influence" in values:
            held = by_island(self.state, side)
            found["influence"] = {island: held[island] for island in values["influence"]}
        assert found == values
        return self

    def done(self) -> Position:
        """Check that nothing is left to do before the active seat continues its turn."""
        assert self.asks() == [(self.state.turns.active, "TurnMenu")]
        return self

    def value(self, side: int | None, name: str) -> object:
        """Return a field of the state, or of a side: goods by name, `goods`, `clan`, `scavenger`, `hand` and so on."""
        state = self.state
        if side is None:
            return field_of(state, name)
        if name in KINDS:
            return state.holdings.purses[side].of(name)
        if name == "goods":
            return state.holdings.purses[side]
        if name == "influence":
            return None
        if name == "supply":
            return RULES.view(state, SPECTATOR).sides[side].supply
        return field_of(state, ONE_BY_SIDE.get(name, name))[side]

    def tile_face(self, tile: str) -> str:
        """Return the id of the face that a bonus action tile shows."""
        return face(self.state, tile).id


def _fits(action: str, colour: str) -> bool:
    return CONTENT.actions[action].colour in (None, colour)


def _with(state: DaimyoState, side: int, name: str, value: object) -> DaimyoState:
    if name == "relics":
        pairs = value.items() if isinstance(value, dict) else value
        value = tuple(Relic(colour, altar) for colour, altar in pairs)
    if name == "laid":
        value = tuple(Laid(space, tile) for space, tile in value.items())
    if name in ("hand", "deck", "discard", "tiles", "governors", "shadows", "farms", "towers"):
        value = tuple(sorted(value))
    if name == "hand":
        taken = set(value)
        state = with_fields(
            state,
            hero_deck=tuple(h for h in state.offers.hero_deck if h not in taken),
            deck=tuple(tuple(h for h in held if h not in taken) for held in state.hands.deck),
        )
    if name in ONE_BY_SIDE:
        field = ONE_BY_SIDE[name]
        return with_fields(state, **{field: replace_at(field_of(state, field), side, value)})
    assert name in BY_SIDE, name
    return with_fields(state, **{name: replace_at(field_of(state, name), side, value)})
