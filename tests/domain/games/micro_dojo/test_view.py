"""The table as text."""

from __future__ import annotations

from pathlib import Path

from domain.games.micro_dojo.state import MicroDojoOptions
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from domain.rulesets import registry
from tests.support.rulesets import product_rulesets

BOARD = Path(__file__).parents[4] / "domain/games/micro_dojo/content/board.toml"


def test_the_board_shows_what_the_spaces_of_the_pack_in_play_grant(tmp_path: Path) -> None:
    (tmp_path / "micro-dojo").mkdir()
    text = BOARD.read_text().replace("gold = 2\n", "gold = 4\n", 1).replace("actions = 2", "actions = 3", 1)
    (tmp_path / "micro-dojo" / "board.toml").write_text(text)
    shown = []
    for ruleset in (product_rulesets()["micro-dojo"], registry([tmp_path])["micro-dojo"]):
        state = ruleset.open(MicroDojoOptions(), 2, Chance(bytes(32))).state
        shown.append(ruleset.looks.board(ruleset.view(state, SPECTATOR), ("Anna", "Bert")))
    printed, owned = shown
    for grants in ("2 2 gold", "5 2 actions", "6 1 gold, 1 food", "8 build, either", "9 1 action "):
        assert f"| {grants}" in printed
    for grants in ("2 4 gold", "5 3 actions"):
        assert f"| {grants}" in owned
