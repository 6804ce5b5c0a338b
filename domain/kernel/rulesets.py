"""Rulesets by id, each with the content packs that games were opened with. They know no game by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from domain.kernel.content import BadContent, Files, check_foreign_pack, pack_digest
from domain.kernel.errors import NotFound, UnreadableRecord
from domain.kernel.language import later
from domain.kernel.ruleset import AnyRuleset

Builders: TypeAlias = Mapping[str, Callable[[Files], AnyRuleset]]
"""Makes a ruleset from the files of a content pack, by the ruleset's id."""
Packs: TypeAlias = Callable[[str, str], Mapping[str, str] | None]
"""Returns the files of a pack by name, given a ruleset's id and the pack's digest; None if it is not stored."""

NO_BUILDERS: Builders = MappingProxyType({})
MOST_KEPT = 16
"""How many rulesets with uninstalled content are cached."""


class UnknownRuleset(NotFound):
    """There is no ruleset of this id."""

    code = "unknown-ruleset"


class ContentMissing(UnreadableRecord):
    """The content that a game was opened with is not installed, or cannot be used."""

    code = "content-missing"


class Rulesets:
    """Rulesets by id. A game keeps the content that it was opened with; new games use the latest pack.

    Content that is not installed is looked up in `packs`, which came with games of other services. `builders` make
    rulesets, by id, from the files of such a pack.
    """

    def __init__(
        self, rulesets: Iterable[AnyRuleset], packs: Packs | None = None, builders: Builders = NO_BUILDERS
    ) -> None:
        self._latest: dict[str, AnyRuleset] = {}
        self._by_content: dict[tuple[str, str], AnyRuleset] = {}
        for ruleset in rulesets:
            self._latest[ruleset.id] = ruleset
            self._by_content[ruleset.id, ruleset.content.digest] = ruleset
        self._packs = packs
        self._builders = builders
        self._kept = lru_cache(MOST_KEPT)(self._from_packs)

    def __iter__(self) -> Iterator[AnyRuleset]:
        return iter(self._latest.values())

    def __getitem__(self, ruleset_id: str) -> AnyRuleset:
        """Return the ruleset with its latest content; raises UnknownRuleset."""
        try:
            return self._latest[ruleset_id]
        except KeyError:
            known = ", ".join(sorted(self._latest))
            raise UnknownRuleset(
                later("There is no ruleset {ruleset_id!r}; there are: {known}.", ruleset_id=ruleset_id, known=known)
            ) from None

    def with_content(self, ruleset_id: str, digest: str) -> AnyRuleset:
        """Return the ruleset with the content of this digest; raises UnknownRuleset or ContentMissing."""
        return self._by_content.get((ruleset_id, digest)) or self._kept(ruleset_id, digest)

    def _from_packs(self, ruleset_id: str, digest: str) -> AnyRuleset:
        title = self[ruleset_id].title
        files = self._packs(ruleset_id, digest) if self._packs is not None else None
        if files is None:
            raise ContentMissing(
                later("The content of {title} with digest {digest} is not installed here.", title=title, digest=digest),
                content=digest,
            )
        try:
            return self._build(ruleset_id, digest, files)
        except BadContent as error:
            why = later(
                "The content of {title} with digest {digest}, which came with a game, cannot be used: {error}.",
                title=title,
                digest=digest,
                error=error,
            )
            raise ContentMissing(why, content=digest) from None

    def with_packs(self, packs: Packs) -> Rulesets:
        """Return the same rulesets, which look up missing content in `packs`."""
        other = Rulesets((), packs, self._builders)
        other._latest, other._by_content = self._latest, self._by_content
        return other

    def with_pack(self, ruleset_id: str, digest: str, files: Mapping[str, str]) -> Rulesets:
        """Return the same rulesets and this pack, which does not become the content of new games.

        Raises UnknownRuleset, and BadContent if the pack has another digest or cannot be used.
        """
        other = Rulesets((), self._packs, self._builders)
        other._latest, other._by_content = self._latest, dict(self._by_content)
        if (ruleset_id, digest) not in self._by_content:
            other._by_content[ruleset_id, digest] = self._build(ruleset_id, digest, files)
        return other

    def _build(self, ruleset_id: str, digest: str, files: Mapping[str, str]) -> AnyRuleset:
        """Build a ruleset with a pack from elsewhere; raises BadContent if its digest differs or it cannot be used."""
        title = self[ruleset_id].title
        if ruleset_id not in self._builders:
            raise BadContent(later("{title} has no content of its own", title=title))
        if (found := pack_digest(files)) != digest:
            raise BadContent(later("the digest of the files is {found}", found=found))
        pack = {name: text.encode() for name, text in files.items()}
        check_foreign_pack(pack)
        try:
            return self._builders[ruleset_id](pack)
        except BadContent:
            raise
        except Exception as error:
            # A game's checks anticipate mistakes in hand-written packs, not everything that a hostile file may contain.
            raise BadContent(
                later("the pack cannot be used: {kind}: {error}", kind=type(error).__name__, error=error)
            ) from None
