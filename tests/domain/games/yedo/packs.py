"""The files of Yedo's content pack, with texts replaced, and the reasons why a pack is refused."""

from __future__ import annotations

from functools import cache

import pytest

from domain.games.yedo.checks.pack import read
from domain.kernel.content import BadContent, read_pack
from domain.kernel.language import speaking
from tests.support.foreign import find_english


@cache
def files() -> dict[str, bytes]:
    """Return the files of the pack by their names."""
    return read_pack("domain.games.yedo")


def changed(name: str, old: str, new: str) -> dict[str, bytes]:
    """Return the pack with the first occurrence of a text in one file replaced."""
    text = files()[name].decode()
    assert old in text
    return {**files(), name: text.replace(old, new, 1).encode()}


def refusal(pack: dict[str, bytes]) -> str:
    """Return why a pack is refused, which is said in French as well."""
    with pytest.raises(BadContent) as refused:
        read(pack)
    with speaking("fr"):
        assert find_english(str(refused.value), "fr") == set()
    return str(refused.value)
