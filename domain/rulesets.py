"""The table of games: how each ruleset and its content are loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple, cast

from domain.games.daimyo import pack as daimyo_pack
from domain.games.daimyo.ruleset import Daimyo
from domain.games.micro_dojo import content as micro_dojo_content
from domain.games.micro_dojo.ruleset import MicroDojo
from domain.games.yedo.checks import pack as yedo_pack
from domain.games.yedo.ruleset import Yedo
from domain.kernel.content import Files
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets


class Loader(NamedTuple):
    """Builds a ruleset, and loads its content from installed packs or from files."""

    ruleset: Callable[[Any], Any]
    installed: Callable[[Iterable[Traversable]], Any]
    content: Callable[[Files], Any]

    def build(self, files: Files) -> AnyRuleset:
        """Build the ruleset with the content of these files; raises BadContent."""
        return cast(AnyRuleset, self.ruleset(self.content(files)))


LOADERS: dict[str, Loader] = {
    MicroDojo.id: Loader(MicroDojo, micro_dojo_content.load, micro_dojo_content.MicroDojoContent),
    Daimyo.id: Loader(Daimyo, daimyo_pack.load, daimyo_pack.read),
    Yedo.id: Loader(Yedo, yedo_pack.load, yedo_pack.read),
}


def registry(content_folders: Iterable[Traversable] = ()) -> Rulesets:
    """Return all rulesets. In a content folder, the TOML files in `RULESET-ID/` replace the bundled ones.

    Raises BadContent with file, place and reason if a pack cannot be used.
    """
    folders = list(content_folders)
    rulesets: list[AnyRuleset] = []
    for ruleset_id, loader in LOADERS.items():
        rulesets.append(cast(AnyRuleset, loader.ruleset(loader.installed(()))))
        packs = [pack for folder in folders if (pack := folder.joinpath(ruleset_id)).is_dir()]
        if packs:
            rulesets.append(cast(AnyRuleset, loader.ruleset(loader.installed(packs))))
    return Rulesets(rulesets, builders={ruleset_id: loader.build for ruleset_id, loader in LOADERS.items()})
