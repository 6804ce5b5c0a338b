"""The registry: which rulesets there are, each with its content packs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple, TypeAlias, cast

from domain.errors import NotFound, UnreadableRecord
from domain.games.daimyo import pack as daimyo_pack
from domain.games.daimyo.ruleset import Daimyo
from domain.games.micro_dojo import content as micro_dojo_content
from domain.games.micro_dojo.ruleset import MicroDojo
from domain.games.yedo.checks import pack as yedo_pack
from domain.games.yedo.ruleset import Yedo
from domain.kernel.content import BadContent, check_foreign_pack, digest_files
from domain.kernel.language import later
from domain.kernel.ruleset import AnyRuleset

Files: TypeAlias = dict[str, bytes]
Packs: TypeAlias = Callable[[str, str], Mapping[str, str] | None]
"""From the id of a ruleset and the digest of a pack, the files of the pack by name; None where it is not kept."""

MOST_KEPT = 16
"""How many rulesets with content that is not installed are held in memory."""


class UnknownRuleset(NotFound):
    """There is no ruleset of this id."""

    code = "unknown-ruleset"


class ContentMissing(UnreadableRecord):
    """The content that a game was opened with is not installed, or cannot be used."""

    code = "content-missing"


class Loader(NamedTuple):
    """How to build a ruleset, and how to load its content from installed packs or from files."""

    ruleset: Callable[[Any], Any]
    installed: Callable[[Iterable[Traversable]], Any]
    content: Callable[[Files], Any]


LOADERS: dict[str, Loader] = {
    MicroDojo.id: Loader(MicroDojo, micro_dojo_content.load, micro_dojo_content.MicroDojoContent),
    Daimyo.id: Loader(Daimyo, daimyo_pack.load, daimyo_pack.read),
    Yedo.id: Loader(Yedo, yedo_pack.load, yedo_pack.read),
}


class Rulesets:
    """Rulesets by id. A game keeps the content that it was opened with; new games use the latest pack.

    Content that is not installed is looked up in `packs`, which came with the games of other services.
    """

    def __init__(self, rulesets: Iterable[AnyRuleset], packs: Packs | None = None) -> None:
        self._latest: dict[str, AnyRuleset] = {}
        self._by_content: dict[tuple[str, str], AnyRuleset] = {}
        for ruleset in rulesets:
            self._latest[ruleset.id] = ruleset
            self._by_content[ruleset.id, ruleset.content.digest] = ruleset
        self._packs = packs
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
            return load_pack(ruleset_id, digest, files)
        except BadContent as error:
            why = later(
                "The content of {title} with digest {digest}, which came with a game, cannot be used: {error}.",
                title=title,
                digest=digest,
                error=error,
            )
            raise ContentMissing(why, content=digest) from None

    def with_packs(self, packs: Packs) -> Rulesets:
        """Return the same rulesets; content that they lack is looked up in `packs`."""
        other = Rulesets((), packs)
        other._latest, other._by_content = self._latest, self._by_content
        return other

    def with_pack(self, ruleset_id: str, digest: str, files: Mapping[str, str]) -> Rulesets:
        """Return the same rulesets and this pack, which does not become the content of new games.

        Raises UnknownRuleset, and BadContent if the pack has another digest or cannot be used.
        """
        other = Rulesets((), self._packs)
        other._latest, other._by_content = self._latest, dict(self._by_content)
        if (ruleset_id, digest) not in self._by_content:
            title = self[ruleset_id].title
            if ruleset_id not in LOADERS:
                raise BadContent(f"{title} has no content of its own")
            other._by_content[ruleset_id, digest] = load_pack(ruleset_id, digest, files)
        return other


def pack_digest(files: Mapping[str, str]) -> str:
    """Return the digest of a pack from its texts."""
    return digest_files({name: text.encode() for name, text in files.items()})


def load_pack(ruleset_id: str, digest: str, files: Mapping[str, str]) -> AnyRuleset:
    """Build a ruleset with a pack from elsewhere; raises BadContent if its digest differs or it cannot be used."""
    if (found := pack_digest(files)) != digest:
        raise BadContent(f"the digest of the files is {found}")
    pack = {name: text.encode() for name, text in files.items()}
    check_foreign_pack(pack)
    loader = LOADERS[ruleset_id]
    try:
        return cast(AnyRuleset, loader.ruleset(loader.content(pack)))
    except BadContent:
        raise
    except Exception as error:
        # The checks of a game expect the slips of people who write packs, not everything that a file can say.
        raise BadContent(f"the pack cannot be used: {type(error).__name__}: {error}") from None


def registry(content_folders: Iterable[Traversable] = ()) -> Rulesets:
    """Return all rulesets. In a content folder, the TOML files in `RULESET-ID/` replace those of the product.

    Raises BadContent with file, place and reason if a pack cannot be used.
    """
    folders = list(content_folders)
    rulesets: list[AnyRuleset] = []
    for ruleset_id, loader in LOADERS.items():
        rulesets.append(cast(AnyRuleset, loader.ruleset(loader.installed(()))))
        packs = [pack for folder in folders if (pack := folder.joinpath(ruleset_id)).is_dir()]
        if packs:
            rulesets.append(cast(AnyRuleset, loader.ruleset(loader.installed(packs))))
    return Rulesets(rulesets)
