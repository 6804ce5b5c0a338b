"""The table of attacks in docs/tampering.md: the findings that it states for each of the four."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tests.support.services import ROOT

NOTHING = "–"
LOOKERS = ("V", "C", "S", "R")
ROW = re.compile(r"^\| (\d\d[a-c]?) \| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \| .*\|$", re.MULTILINE)
WORDS = {
    "step": r"step \d",
    "version": r"version \d",
    "position": r"position \d",
    "partition": r"partition \d",
    "last step that is left": r"step \d+ \(version \d+\): positions? \d",
    "signed log": r"\d events of partition \d",
    "file": r"checkpoints\.ndjson|the file has|checkpoint (that was )?kept|checkpoint of \d+ events is not genuine",
    "right": "which no migration granted",
    "no such game": "There is no game",
    "yes": "not-in-history|not-genuine",
    "of later steps": "not-in-history",
}
"""The patterns in findings for words of the table that differ from the word itself."""


@dataclass(frozen=True)
class Row:
    """An attack with its cells, by who looks."""

    attack: str
    cells: Mapping[str, str]

    def faults(self, seen: Mapping[str, Sequence[str]]) -> list[str]:
        """Return the cells that differ from what was found."""
        return [
            f"{looker} is {self.cells[looker]!r} and saw {list(found)}"
            for looker, found in seen.items()
            if not self._agrees(self.cells[looker], "\n".join(found))
        ]

    @staticmethod
    def _agrees(cell: str, found: str) -> bool:
        if cell == NOTHING:
            return not found
        return all(re.search(WORDS.get(word, word), found, re.IGNORECASE) for word in cell.split(", "))


@cache
def read_rows() -> dict[str, Row]:
    """Return the rows by the number of the attack."""
    document = (ROOT / "docs" / "tampering.md").read_text("utf-8")
    return {
        number: Row(attack, dict(zip(LOOKERS, cells, strict=True))) for number, attack, *cells in ROW.findall(document)
    }


def find_number(test: str) -> str | None:
    """Return the number of the attack that a test is about, by its name; None if it is not in the table."""
    found = re.search(r"(?:^test_|\[)(\d\d[a-c]?)(?=[-_\]])", test)
    return found[1] if found is not None else None
