"""Opening games as commands: the first events of games and of branches, which start from another game's position."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

import msgspec

from domain.application.commands import Request
from domain.application.errors import BadOption, GameNotStarted, GameOver
from domain.kernel.chance import SEED_BYTES, Chance
from domain.kernel.errors import Malformed
from domain.kernel.language import later
from domain.kernel.options import BadOptions
from domain.kernel.rulesets import Rulesets
from domain.kernel.table import State
from domain.proof.chain import commitment
from domain.record import views
from domain.record.events import Branch, GameOpened, link
from domain.record.game import Game
from domain.record.seed import DERIVATION


class Opening(msgspec.Struct, frozen=True):
    """A request to open a game."""

    ruleset: str
    options: object
    seats: int
    seed: str | None
    unlisted: bool
    link: str | msgspec.UnsetType = msgspec.UNSET
    """The digest of the secret that lets people read an unlisted game."""
    game: UUID | None = None
    """The id of the game; a random one if it is None."""
    rated: bool = True


def open_game(
    wanted: Opening, rulesets: Rulesets, req: Request, now: datetime, entropy: Callable[[int], bytes]
) -> GameOpened:
    """Return the event that opens a game; raises UnknownRuleset, BadOption, Malformed."""
    ruleset = rulesets[wanted.ruleset]
    try:
        options = ruleset.parse_options(wanted.options)
        ruleset.check_opening(options, wanted.seats)
        options = ruleset.settle_options(options, wanted.seats)
    except BadOptions as error:
        cited = {} if error.clause is None else {"clause": error.clause}
        raise BadOption(error.why, pointer=error.pointer, **cited) from None
    seed = _parse_seed(wanted.seed) if wanted.seed is not None else entropy(SEED_BYTES)
    event = GameOpened(
        originator_id=wanted.game or UUID(bytes=entropy(16), version=4),
        originator_version=1,
        timestamp=now,
        request_id=req.request_id,
        ruleset=ruleset.id,
        rules_version=ruleset.version,
        options=msgspec.Raw(msgspec.json.encode(options)),
        seats=wanted.seats,
        seed=seed.hex(),
        commitment=commitment(seed),
        teaching=wanted.seed is not None,
        unlisted=wanted.unlisted,
        content=ruleset.content.digest,
        opened_by=req.by,
        derivation=DERIVATION,
        link=wanted.link,
        rated=msgspec.UNSET if wanted.rated else False,
    )
    return link(event, () if event.teaching else ("/seed",), None, seed)


def _parse_seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or len(text) != 2 * SEED_BYTES:
        raise Malformed(later("A seed is 64 hexadecimal digits."), pointer="/seed")
    return seed


def open_branch(
    source: Game,
    then: Game,
    unlisted: bool,
    req: Request,
    now: datetime,
    entropy: Callable[[int], bytes],
    link_digest: str | msgspec.UnsetType = msgspec.UNSET,
) -> GameOpened:
    """Return the event that opens a branch of `source`, starting from the position in `then`.

    `link_digest` is that of the secret that lets people read an unlisted branch.

    Raises GameOver if nothing can be played from there, and Malformed for a branch that must not be listed: one of a
    running game, whose position holds what the player knows, or of an unlisted game, which nobody should find.
    """
    if not unlisted and (source.opened.unlisted or not source.is_over):
        why = (
            later("A branch of an unlisted game cannot be listed.")
            if source.opened.unlisted
            else later("A branch of a game that still runs cannot be listed.")
        )
        raise Malformed(why, pointer="/unlisted")
    state = _deal_position(source, then, req, entropy)
    seed = entropy(SEED_BYTES)
    opened = source.opened
    event = GameOpened(
        originator_id=UUID(bytes=entropy(16), version=4),
        originator_version=1,
        timestamp=now,
        request_id=req.request_id,
        ruleset=opened.ruleset,
        rules_version=source.ruleset.version,
        options=_without_clock(source),
        seats=opened.seats,
        seed=seed.hex(),
        commitment=commitment(seed),
        teaching=False,
        unlisted=unlisted,
        content=opened.content,
        opened_by=req.by,
        derivation=DERIVATION,
        branch=Branch(source.id, then.step),
        position=msgspec.Raw(source.ruleset.encode_state(state)),
        link=link_digest,
    )
    # The position holds the cards dealt to everybody.
    return link(event, ("/seed", "/position"), None, seed)


def _without_clock(source: Game) -> msgspec.Raw:
    """Return the options of a game for a branch, in which people try something out for as long as they like."""
    if source.clock is None:
        return source.opened.options
    return msgspec.Raw(msgspec.json.encode(msgspec.structs.replace(source.options, clock=msgspec.UNSET)))


def _deal_position(source: Game, then: Game, req: Request, entropy: Callable[[int], bytes]) -> State:
    """Return the starting position: unchanged if the game is over, otherwise only what the player may know."""
    state = then.state
    if state is None:
        raise GameNotStarted(later("The game has not started."))
    if state.result is not None:
        raise GameOver(later("The game was over after step {step}; branch off before that.", step=then.step))
    if source.is_over:
        return state
    # The chance of the deal is discarded: it belongs to no game, so nobody can trace the deal back.
    return source.ruleset.redeal(state, views.viewer_of(source, req.by), Chance(entropy(SEED_BYTES)))
