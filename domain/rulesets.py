"""The registry: which rulesets there are, each with its content packs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias, cast

from domain.daimyo import content as daimyo_content
from domain.daimyo.ruleset import Daimyo
from domain.errors import ContentMissing, UnknownRuleset
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import State
from domain.micro_dojo import content as micro_dojo_content
from domain.micro_dojo.ruleset import MicroDojo

AnyRuleset: TypeAlias = Ruleset[State]
Loader: TypeAlias = Callable[[Iterable[Traversable]], Any]

LOADERS: dict[str, Loader] = {
    MicroDojo.id: lambda packs: MicroDojo(micro_dojo_content.load(packs)),
    Daimyo.id: lambda packs: Daimyo(daimyo_content.load(packs)),
}


class Rulesets:
    """Rulesets by id. Games go on with the content that they were opened with; new games use the latest pack."""

    def __init__(self, rulesets: Iterable[AnyRuleset]) -> None:
        self._latest: dict[str, AnyRuleset] = {}
        self._by_content: dict[tuple[str, str], AnyRuleset] = {}
        for ruleset in rulesets:
            self._latest[ruleset.id] = ruleset
            self._by_content[ruleset.id, ruleset.content.digest] = ruleset

    def __iter__(self) -> Iterator[AnyRuleset]:
        return iter(self._latest.values())

    def __getitem__(self, ruleset_id: str) -> AnyRuleset:
        """The ruleset with its latest content; raises UnknownRuleset."""
        try:
            return self._latest[ruleset_id]
        except KeyError:
            known = ", ".join(sorted(self._latest))
            raise UnknownRuleset(f"There is no ruleset {ruleset_id!r}; there are: {known}.") from None

    def with_content(self, ruleset_id: str, digest: str) -> AnyRuleset:
        """The ruleset with the content of this digest; raises UnknownRuleset or ContentMissing."""
        found = self._by_content.get((ruleset_id, digest))
        if found is None:
            title = self[ruleset_id].title
            raise ContentMissing(f"The content of {title} with digest {digest} is not installed here.", content=digest)
        return found


def registry(content_folders: Iterable[Traversable] = ()) -> Rulesets:
    """All rulesets. Each content folder holds a folder by ruleset id whose TOML files replace those of the product.

    Raises BadContent with file, place and reason if a pack cannot be used.
    """
    folders = list(content_folders)
    rulesets: list[AnyRuleset] = []
    for ruleset_id, load in LOADERS.items():
        rulesets.append(cast(AnyRuleset, load(())))
        packs = [pack for folder in folders if (pack := folder.joinpath(ruleset_id)).is_dir()]
        if packs:
            rulesets.append(cast(AnyRuleset, load(packs)))
    return Rulesets(rulesets)
