"""The rulebook of a ruleset: every clause with its id, our wording and where the printed rules state it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.language import ENGLISH, current_language, translate

Players = Annotated[str, msgspec.Meta(pattern=r"^([1-9](-[1-9])?)?$")]
"""A number of players as "2", several as "2-4", or "" for any."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One rule. `source` names the printed rulebook and place, "ruling" where the reading is ours, or "house" where the
    rule is.

    `edition` and `players` say for which edition and how many players it holds, "" for all of them. `note` says what
    the rulebook leaves unclear and how sure we are of our reading.
    """

    id: str
    title: str
    text: str
    source: Annotated[
        str,
        Meta(
            description="Where the printed rulebook states it; ruling for a reading of ours, house for a rule of ours."
        ),
    ]
    edition: Annotated[str, Meta(description="The edition that it holds for; missing: all.")] = ""
    players: Annotated[
        Players, Meta(description="The numbers of players that it holds for, as 2 or 2-4; missing: all.")
    ] = ""
    note: Annotated[str, Meta(description="What the rulebook leaves unclear, and how sure we are.")] = ""

    def applies_to(self, edition: str, seats: int) -> bool:
        """Return whether it holds in a game of this edition ("" if the game has only one) with this many players."""
        if self.edition and edition and self.edition != edition:
            return False
        least, _, most = self.players.partition("-")
        return not least or int(least) <= seats <= int(most or least)

    def translated(self) -> Clause:
        """Return the clause with its title and text in the current language, if they are translated."""
        if current_language() == ENGLISH:
            return self
        return msgspec.structs.replace(self, title=translate(self.title), text=translate(self.text))


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
        """Read `rulebook.toml` of a game's package; raises msgspec.ValidationError if it is malformed."""
        text = resources.files(package).joinpath("rulebook.toml").read_text("utf-8")
        return cls(msgspec.convert(tomllib.loads(text), _File).clause)

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses.values())

    def __len__(self) -> int:
        return len(self._clauses)

    def __contains__(self, clause: str) -> bool:
        return clause in self._clauses

    def read(self, clause: str) -> str:
        """Return the text of a clause in the current language; it is empty if there is no such clause."""
        found = self._clauses.get(clause)
        return translate(found.text) if found is not None else ""

    def __getitem__(self, clause: str) -> Clause:
        """Return the clause with this id; raises KeyError."""
        return self._clauses[clause]
