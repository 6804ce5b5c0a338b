"""What the outcomes of each purpose decide, in words, for those who check a list of outcomes without our code.

`draws.toml` beside the code of a ruleset says it, an entry for each name of a purpose. What it says must fit what the
code draws: `check_purposes` refuses entries for which nothing is drawn, and draws without an entry.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable
from importlib.resources import files
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.rulesets import AnyRuleset

NAME = "draws.toml"
VARIES = re.compile(r"\{[a-z]+\}")


class BadPurposes(ValueError):
    """A `draws.toml` that does not fit the game; says which entry, and why."""


class Purpose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A purpose, or several whose names differ in what stands in braces.

    Each step with such an outcome has one of `facts`, and each step with one of `always` has an outcome for one of the
    purposes that name this fact there.
    """

    name: Annotated[str, Meta(description="The purpose, with what varies in braces.")]
    of: Annotated[str, Meta(description="What is drawn from, in words.")]
    when: Annotated[str, Meta(description="When it is drawn.")]
    least: Annotated[int, Meta(description="The smallest bound of an outcome.", ge=1)]
    most: Annotated[int, Meta(description="The largest bound of an outcome.", ge=1)]
    facts: Annotated[tuple[str, ...], Meta(description="A step with an outcome has one of these facts.")]
    always: Annotated[
        tuple[str, ...],
        Meta(description="A step with one of these facts has an outcome for a purpose that names the fact here."),
    ] = ()
    pattern: Annotated[str | UnsetType, Meta(description="The regular expression of the whole purpose.")] = UNSET

    def fits(self, purpose: str) -> bool:
        """Return whether an outcome for `purpose` is for this one."""
        return re.fullmatch(compile_name(self.name), purpose) is not None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    purpose: list[Purpose]


def compile_name(name: str) -> str:
    """Return the regular expression of all purposes that a name with braces stands for."""
    return "[a-z0-9-]+".join(map(re.escape, VARIES.split(name)))


def load_purposes(ruleset: AnyRuleset) -> list[Purpose]:
    """Load the purposes of a ruleset in the order of its file; a game that draws nothing needs none.

    Raises BadPurposes for a malformed file.
    """
    package = type(ruleset).__module__.rpartition(".")[0]
    if not (files(package) / NAME).is_file():
        return []
    try:
        found = msgspec.convert(tomllib.loads((files(package) / NAME).read_text("utf-8")), _File).purpose
    except (OSError, ValueError) as error:
        raise BadPurposes(f"{package}: {NAME}: {error}") from error
    return [msgspec.structs.replace(purpose, pattern=compile_name(purpose.name)) for purpose in found]


def check_purposes(purposes: Iterable[Purpose], drawn: Collection[str], facts: Collection[str]) -> None:
    """Raise BadPurposes unless the purposes fit the patterns of what is `drawn`, and name facts of the game."""
    purposes = list(purposes)
    for purpose in purposes:
        where = f"{NAME}: {purpose.name}"
        if purpose.least > purpose.most:
            raise BadPurposes(f"{where}: the smallest bound {purpose.least} is above the largest, {purpose.most}")
        unknown = sorted({*purpose.facts, *purpose.always} - set(facts))
        if unknown or not purpose.facts:
            raise BadPurposes(f"{where}: {', '.join(unknown) or 'nothing'} is not a fact of the game")
        if not any(_overlap(purpose, pattern) for pattern in drawn):
            raise BadPurposes(f"{where}: the code draws nothing for it")
    for pattern in drawn:
        if not any(_overlap(purpose, pattern) for purpose in purposes):
            raise BadPurposes(f"{NAME}: no entry is for {pattern}, which the code draws")


def _overlap(purpose: Purpose, pattern: str) -> bool:
    return re.fullmatch(pattern, VARIES.sub("x", purpose.name)) is not None
