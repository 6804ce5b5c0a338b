"""Content packs of Yedo: read, and checked before anybody plays with them."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources.abc import Traversable

from domain.games.yedo.checks.content_checks import check
from domain.games.yedo.printed.content import YedoContent
from domain.kernel.content import read_pack


def read(files: dict[str, bytes]) -> YedoContent:
    """Read the files of a pack by name; raises BadContent with file, entry, field and reason."""
    content = YedoContent(files)
    check(content)
    return content


def load(overlays: Iterable[Traversable] = ()) -> YedoContent:
    """Load the product's content, overridden by the files of later packs; raises BadContent."""
    return read(read_pack("domain.games.yedo", overlays))
