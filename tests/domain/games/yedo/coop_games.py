"""Games of Shogun Must Die with cards and figures of the Daimyo in the places that a test chooses."""

from __future__ import annotations

from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.coop_content import CoopContent
from domain.games.yedo.printed.parts import Coop
from domain.games.yedo.printed.terms import COLOURS
from tests.domain.games.yedo.game import CONTENT, Position, given, opened, set_up

COOP: dict[str, object] = {"shogun_must_die": True, "sets": "classic"}


def module(content: YedoContent = CONTENT) -> CoopContent:
    """Return the content of the module."""
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
    options: dict[str, object] | None = None,
    pool: int | None = None,
    reserve: int | None = None,
    **fields: object,
) -> Position:
    """Return a game of Shogun Must Die in a phase of a round, with nothing asked yet.

    `options` are added to those of the module. Fields of the cooperative board are given by their names; all others are
    those of `given`. `pool` and `reserve` are the Disciples of the Daimyo beside those on its display.
    """
    lying = {name: fields.pop(name) for name in Coop.__struct_fields__ if name in fields}
    game = given(seats, options={**COOP, **(options or {})}, **fields).on_board(**lying)
    counts = {"house": pool, "reserve": reserve}
    return game.having(seats, **{place: count for place, count in counts.items() if count is not None})


def board(game: Position) -> Coop:
    """Return the cooperative board."""
    return game.state.coop_board


def daimyo(game: Position) -> int:
    """Return the side of the Daimyo."""
    side = game.state.daimyo
    assert side is not None
    return side


def every_card(game: Position, deck: str) -> tuple[str, ...]:
    """Return all cards of a deck, in the pile and in hands."""
    hands = {"action": game.state.hands.actions, "bonus": game.state.hands.bonus}.get(deck, game.state.hands.missions)
    held = [card for hand in hands for card in hand if deck not in COLOURS or CONTENT.colour_of(card) == deck]
    return tuple(sorted((*game.state.pile(deck).cards, *held)))
