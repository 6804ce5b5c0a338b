"""Content packs of Daimyo: read, and checked before anybody plays with them."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources.abc import Traversable

from domain.games.daimyo.actions import clans, construction, dice, hiring, production, recruitment, villagers
from domain.games.daimyo.effects import combining, placing
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.content_checks import check
from domain.kernel.content import read_pack

EFFECTS = (clans, combining, construction, dice, hiring, placing, production, recruitment, villagers)
"""Modules imported only for their effects, which content finds by tag."""


def read(files: dict[str, bytes]) -> DaimyoContent:
    """Read the files of a pack by name; raises BadContent with file, entry, field and reason."""
    content = DaimyoContent(files)
    check(content)
    return content


def load(overlays: Iterable[Traversable] = ()) -> DaimyoContent:
    """Load the product's content, overridden by the files of later packs; raises BadContent."""
    return read(read_pack("domain.games.daimyo", overlays))
