"""Opening a game as a command: the event that begins it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

import msgspec

from domain.application.commands import Request
from domain.errors import BadOption, Malformed
from domain.kernel.chance import SEED_BYTES, commitment
from domain.kernel.ruleset import BadOptions
from domain.record.events import GameOpened, link
from domain.record.seed import DERIVATION
from domain.rulesets import Rulesets


class Opening(msgspec.Struct, frozen=True):
    """The game that someone wants to open."""

    ruleset: str
    options: object
    seats: int
    seed: str | None
    unlisted: bool
    link: str | msgspec.UnsetType = msgspec.UNSET
    """The digest of the secret with which an unlisted game is read."""


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
        originator_id=UUID(bytes=entropy(16), version=4),
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
    )
    return link(event, () if event.teaching else ("/seed",), None, seed)


def _parse_seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or len(text) != 2 * SEED_BYTES:
        raise Malformed("A seed is 64 hexadecimal digits.", pointer="/seed")
    return seed
