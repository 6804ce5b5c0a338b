"""The random outcomes of a game that a viewer may know, and their origin.

Outcomes are not recorded: they follow from the seed and the moves, so they are drawn again by replaying every step that
involved chance. If the current rules give other facts for a step than the recorded ones, its outcomes are left out, and
the step is listed as changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.audience import Viewer
from domain.kernel.chance import Drawn
from domain.kernel.errors import Refusal
from domain.kernel.ruleset import MalformedMove
from domain.kernel.rulesets import Rulesets
from domain.record.events import AnyEvent, GameStarted, MovePlayed
from domain.record.game import Game, replay
from domain.verification.moves import carry_out


class OutcomeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One random outcome: 0 <= `result` < `bound`. Both are missing for viewers who may not know what it decided.

    `draw` counts the steps that had outcomes, in games that number chance that way.
    """

    step: Annotated[int, Meta(description="The step in which it was drawn.")]
    purpose: Annotated[str, Meta(description="What was drawn.")]
    counter: Annotated[int, Meta(description="The number within the step and purpose, from 0.")]
    bound: Annotated[int | None, Meta(description="How many outcomes were possible.")] = None
    result: Annotated[int | None, Meta(description="The outcome, from 0; missing while secret.")] = None
    draw: Annotated[
        int | None, Meta(description="The step's number among those that drew; missing where chance goes by step.")
    ] = None


class ChanceView(msgspec.Struct, frozen=True):
    """The chance of a game. `entropies` are by seat.

    `server_seed` and the `seed` derived from it are given once the game is over, or if the server's seed was never
    secret. `changed` are the steps whose outcomes are unknown because the rules have changed.
    """

    version: Annotated[int, Meta(description="The version of the game.")]
    commitment: Annotated[str, Meta(description="SHA-256 of the server's seed.")]
    derivation: Annotated[str | None, Meta(description="How the seed is derived; null: it is the server's.")]
    entropies: Annotated[tuple[str | None, ...], Meta(description="What each player added to the seed, by seat.")]
    server_seed: Annotated[str | None, Meta(description="The server's seed; null while it is secret.")]
    seed: Annotated[str | None, Meta(description="The seed of the game; null while it is secret.")]
    outcomes: tuple[OutcomeView, ...]
    changed: Annotated[tuple[int, ...], Meta(description="The steps that current rules decide otherwise.")]


def view_chance(events: Iterable[AnyEvent], rulesets: Rulesets, viewer: Viewer) -> ChanceView:
    """Return the chance of a game for a viewer; raises ValueError if the events are not a game."""
    game: Game | None = None
    outcomes: list[OutcomeView] = []
    changed: list[int] = []
    for event, after in replay(events, rulesets):
        if isinstance(event, GameStarted | MovePlayed) and game is not None and _may_draw(event):
            drawn = _draw_again(game, event)
            if drawn is None:
                changed.append(event.n)
            else:
                outcomes += [view_outcome(one, event.n, event.draw or None, viewer) for one in drawn]
        game = after
    if game is None:
        raise ValueError("these events are not a game")
    server_seed = game.public_secret
    return ChanceView(
        version=game.version,
        commitment=game.opened.commitment,
        derivation=game.opened.derivation or None,
        entropies=game.entropies,
        server_seed=server_seed,
        seed=game.seed.hex() if server_seed is not None and None not in game.players else None,
        outcomes=tuple(outcomes),
        changed=tuple(changed),
    )


def _may_draw(event: GameStarted | MovePlayed) -> bool:
    """Return whether a step may have involved chance: every move that did is sealed."""
    return isinstance(event, GameStarted) or event.sealed


def _draw_again(game: Game, event: GameStarted | MovePlayed) -> list[Drawn] | None:
    """Draw the outcomes of a step again; None if the rules no longer lead to its facts."""
    chance = game.chance()
    try:
        facts = carry_out(game, event, chance).facts
    except (Refusal, MalformedMove):
        return None
    same = game.ruleset.encode_facts(facts) == bytes(event.facts) and game.draw_after(chance) == event.draw
    return chance.outcomes if same else None


def view_outcome(drawn: Drawn, step: int, draw: int | None, viewer: Viewer) -> OutcomeView:
    """Return an outcome of a step, as far as the viewer may know it.

    `draw` is the number of the step among those that drew, None if chance is numbered by step.
    """
    if drawn.seen_by is None or viewer.shares(drawn.seen_by):
        return OutcomeView(step, drawn.purpose, drawn.counter, drawn.below, drawn.result, draw)
    return OutcomeView(step, drawn.purpose, drawn.counter, draw=draw)
