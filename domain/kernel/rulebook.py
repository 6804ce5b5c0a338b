"""The rulebook of a ruleset: every clause with its id, our wording and where the printed rules state it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import resources

import msgspec


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule. `source` names the printed rulebook and place, or "ruling" where the reading is ours."""

    id: str
    title: str
    text: str
    source: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    clause: list[Clause]


class Rulebook:
    """The clauses of one ruleset, in the order of the printed rules."""

    def __init__(self, clauses: list[Clause]) -> None:
        self._clauses = {clause.id: clause for clause in clauses}
        if len(self._clauses) != len(clauses):
            raise ValueError("a clause id occurs twice")

    @classmethod
    def load(cls, package: str) -> Rulebook:
        """Read `rulebook.toml` of a game's package; raises msgspec.ValidationError where it is not well formed."""
        text = resources.files(package).joinpath("rulebook.toml").read_text("utf-8")
        return cls(msgspec.convert(tomllib.loads(text), _File).clause)

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses.values())

    def __len__(self) -> int:
        return len(self._clauses)

    def __contains__(self, clause: str) -> bool:
        return clause in self._clauses

    def __getitem__(self, clause: str) -> Clause:
        """The clause with this id; raises KeyError."""
        return self._clauses[clause]
