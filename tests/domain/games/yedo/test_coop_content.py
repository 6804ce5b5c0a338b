"""The content of Shogun Must Die: its cards, stacks and goals, and packs that do without the module."""

from __future__ import annotations

import pytest

from domain.games.yedo.coop_content import FILES
from domain.games.yedo.pack import read
from domain.kernel import content as packs
from domain.kernel.content import BadContent


def files() -> dict[str, bytes]:
    return packs.read_pack("domain.games.yedo")


def test_a_pack_may_do_without_the_module() -> None:
    content = read({name: text for name, text in files().items() if name not in FILES})
    assert content.coop is None
    assert not content.emperor_cards
    assert not content.daimyo_cards


@pytest.mark.parametrize("name", FILES)
def test_a_pack_with_a_part_of_the_module_lacks_the_rest(name: str) -> None:
    with pytest.raises(BadContent, match=f"^{name}: the file is missing"):
        read({other: text for other, text in files().items() if other != name})
