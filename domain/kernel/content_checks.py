"""Checks of content that the games share; each raises BadContent with file, entry and reason."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Protocol, TypeVar

from domain.kernel.content import BadContent, Named
from domain.kernel.language import Later, later
from domain.kernel.words import explain

E = TypeVar("E")


class Citing(Named, Protocol):
    """An entry that names the clause from which it follows."""

    @property
    def clause(self) -> str:
        """The id of the clause."""
        ...


def in_field(entry: str | Later, field: str) -> Later:
    """Name the place of a field in an entry: "hero 'H01', field cost"."""
    return later("{entry}, field {field}", entry=entry, field=field)


def require(holds: bool, file: str, place: str | Later, why: Later) -> None:
    """Refuse content unless `holds`; `place` names the entry, and its field by `in_field`."""
    refuse_fault(file, place, None if holds else why)


def refuse_fault(file: str, place: str | Later, why: Later | None) -> None:
    """Refuse content for the fault found in a place, if there is one."""
    if why is not None:
        raise BadContent(Later(explain, file, Later(explain, place, why)))


def require_present(file: str, word: str, wanted: Iterable[str], found: Collection[str]) -> None:
    """Refuse content that lacks one of the `wanted` entries; `word` names their kind."""
    for entry in wanted:
        require(entry in found, file, f"{word} {entry!r}", later("it is missing"))


def require_counts(components: Mapping[str, int], counted: Iterable[tuple[str, str, int]]) -> None:
    """Refuse content whose numbers of components differ from those in the box.

    `components` says how many of each are in the box; `counted` are triples of a component, the file that defines it,
    and how many the file defines.
    """
    for component, file, found in counted:
        require_present("components.toml", "component", [component], components)
        count = components[component]
        require(
            found == count,
            file,
            later("{component}s", component=component),
            later("{found} of them, but the box holds {count}", found=found, count=count),
        )


def require_clauses(ruleset: str, title: str, entries: Iterable[tuple[str, Citing]]) -> None:
    """Refuse an entry that cites an unknown clause; entries come as (file, entry)."""
    for file, entry in entries:
        fits = entry.clause.startswith(f"{ruleset}.")
        require(
            fits,
            file,
            in_field(repr(entry.id), "clause"),
            later("{clause!r} is not a clause of {title}", clause=entry.clause, title=title),
        )


def walk(parts: Iterable[E], held: Callable[[E], Iterable[Iterable[E]]]) -> Iterator[E]:
    """Yield every part, each before the parts inside it; `held` lists what a part holds."""
    for part in parts:
        yield part
        for inner in held(part):
            yield from walk(inner, held)
