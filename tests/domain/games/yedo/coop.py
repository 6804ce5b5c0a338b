"""Games of Shogun Must Die, in which cards and figures of the Daimyo lie where a test wants them."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.content import YedoContent
from domain.games.yedo.coop_content import CoopContent
from domain.games.yedo.parts import Coop, DisplaySlot
from domain.games.yedo.terms import COLOURS
from tests.domain.games.yedo.game import CONTENT, Position, given, opened, set_up

COOP: dict[str, object] = {"shogun_must_die": True, "sets": "classic"}
SHOGUN = CONTENT.missions_of["kill-the-shogun"][0]


def module(content: YedoContent = CONTENT) -> CoopContent:
    """Return what the content says of the module."""
    assert content.coop is not None
    return content.coop


def new(seats: int = 2, seed: int = 1, **options: object) -> Position:
    """Return a game of Shogun Must Die at the first choice of its set-up."""
    return opened(seats, seed, **{**COOP, **options})


def ready(seats: int = 2, seed: int = 1, **options: object) -> Position:
    """Return a game of Shogun Must Die at the first question of round 1."""
    return set_up(seats, seed, **{**COOP, **options})


def coop(
    seats: int = 2,
    *,
    round: int = 2,
    options: dict[str, object] | None = None,
    pool: int = 2,
    reserve: int = 2,
    display: tuple[str | None, ...] = (),
    **fields: object,
) -> Position:
    """Return a game of Shogun Must Die in a phase of a round, with nothing asked yet.

    `options` come on top of those of the module. The Daimyo, the side after the last seat, is last in Player Order,
    with `pool` Disciples at home, `reserve` in the Reserve, and one on each card of `display` (None lies face down).
    The fields of the cooperative board, such as `upcoming`, `current`, `bonus`, `shogun`, `errands` and `coins`, are
    given by their names; the Shogun lives unless `shogun` is None. All other fields are those of `given`.
    """
    chosen = {**COOP, **(options or {})}
    own = {name: fields.pop(name) for name in Coop.__struct_fields__ if name in fields}
    fields.setdefault("track", tuple(range(seats + 1)))
    mood = str(chosen.get("mood", "demanding"))
    board = {
        "stack": module().decks[mood, seats][round:],  # type: ignore[index]
        "stakes": (None,) * seats,
        "shogun": SHOGUN,
        "bonus_hidden": module().game.winning_cards,
        "display": tuple(DisplaySlot(card) for card in display),
        **own,
    }
    game = given(seats, round=round, options=chosen, **fields)
    state = game.state
    errand_boy = ("errand-boy",) if seats == 1 else ()
    houses = ((*state.house[0], *errand_boy), *state.house[1:])
    return game.with_state(
        coop=Coop(**board),
        house=(*houses, ("disciple",) * pool),
        reserve=(*state.reserve, ("disciple",) * reserve),
    )


def board(game: Position) -> Coop:
    """Return the cooperative board."""
    return game.state.coop_board


def on_board(game: Position, **fields: object) -> Position:
    """Replace fields of the cooperative board."""
    return game.with_state(coop=replace(board(game), **fields))


def daimyo(game: Position) -> int:
    """Return the side of the Daimyo."""
    side = game.state.daimyo
    assert side is not None
    return side


def every_card(game: Position, deck: str) -> tuple[str, ...]:
    """Return all cards of a deck, in the pile and in hands."""
    hands = {"action": game.state.actions, "bonus": game.state.bonus}.get(deck, game.state.missions)
    held = [card for hand in hands for card in hand if deck not in COLOURS or CONTENT.colour_of(card) == deck]
    return tuple(sorted((*game.state.pile(deck).cards, *held)))
