"""Names that nobody can mistake for another: which may be registered, and which look alike.

A name has skeletons (after UTS #39): what is left of it when case, width, marks and the differences between characters
that look alike are taken away. Two names look alike if they have a skeleton in common. A name has two, since I looks
like l, and is a capital i: one begins with the case, the other one with the look. Those of most names are equal.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.metadata import version

ALGORITHM = 1
MOST_ROUNDS = 8
LETTERS_WITH_LOOSE_MARKS = ("LATIN", "GREEK", "CYRILLIC")
"""Scripts in which a mark is easily overlooked. In others, such as Devanagari, marks are vowels."""
RESERVED = (
    *("admin", "administrator", "anyone", "arbiter", "bot", "everyone", "greedy bot", "guest", "kifu", "moderator"),
    *("nobody", "official", "operator", "random bot", "referee", "seat", "server", "service", "spectator", "support"),
    "system",
)
_SEPARATORS = re.compile(r"[\s_.-]+")
_NUMBER = re.compile(r"[\s_.-]*\d+$")
_ARTICLE = re.compile(r"^the[\s_.-]+")
_LEFT_TO_RIGHT = "\u200e"


def skeleton_version() -> str:
    """What skeletons depend on: another version of it may give others, and they are stored beside the earlier ones."""
    return f"{ALGORITHM}/{unicodedata.unidata_version}/{version('confusable-homoglyphs')}"


def skeletons(name: str) -> frozenset[str]:
    """Return the one or two skeletons of a name, which any text may be."""
    parts = _SEPARATORS.sub(" ", name).strip()
    return frozenset((_reduce(parts.casefold()), _reduce(_look(unicodedata.normalize("NFKD", parts)))))


def look_alike(one: str, other: str) -> bool:
    """Whether two names can be mistaken for each other."""
    return not skeletons(one).isdisjoint(skeletons(other))


def refuse_form(name: str) -> str | None:
    """Why a name cannot be registered whatever others are called, or None (PRECIS, UsernameCasePreserved).

    Words of a name are taken one by one, since that profile knows no spaces (RFC 8265, section 3.5).
    """
    enforce = _profile()
    try:
        written = " ".join(map(enforce, name.split(" ")))
    except UnicodeEncodeError as error:
        reason = error.reason.rpartition("/")[2].replace("_", " ")
        return f"{error.object!r} cannot be part of a name (RFC 8265: {reason})."
    return None if written == name else f"Write it as {written!r}."


def find_reserved(name: str, sides: Iterable[str]) -> str | None:
    """Return the reserved word that a name is or looks like, or None; `sides` are the names of sides of games.

    An article before it and a number behind it make no other name of a reserved word.
    """
    words = _reserved(frozenset(sides))
    bare = _strip(name)
    for form in {_NUMBER.sub("", bare), bare}:
        for skeleton in skeletons(form):
            if (found := words.get(_flatten(skeleton))) is not None:
                return found
    return None


@cache
def _reserved(sides: frozenset[str]) -> Mapping[str, str]:
    """The reserved words by their flattened skeletons."""
    return {_flatten(skeleton): word for word in (*RESERVED, *sides) for skeleton in skeletons(_strip(word))}


def _strip(name: str) -> str:
    return _ARTICLE.sub("", name.casefold()) if _ARTICLE.match(name.casefold()) else name


def _flatten(skeleton: str) -> str:
    """A skeleton without spaces, and with l for i: what must look like no reserved word may differ a little more."""
    return skeleton.replace(" ", "").replace("i", "l")


def _reduce(text: str) -> str:
    """Take case, marks and looks away until nothing changes any more."""
    for _ in range(MOST_ROUNDS):
        reduced = _look(_bare(unicodedata.normalize("NFKD", text.casefold())))
        if reduced == text:
            break
        text = reduced
    return text


def _bare(text: str) -> str:
    """Decomposed text without invisible characters, and without the marks of letters that look alike without them."""
    kept: list[str] = []
    loose = True
    for char in text:
        kind = unicodedata.category(char)
        if kind in ("Mn", "Me"):
            if not loose:
                kept.append(char)
        elif kind not in ("Cf", "Cc", "Cn", "Co", "Cs"):
            loose = unicodedata.name(char, "").startswith(LETTERS_WITH_LOOSE_MARKS)
            kept.append(char)
    return "".join(kept)


def _look(text: str) -> str:
    """Each character as the one that Unicode takes for the model of all that look like it."""
    models = _models()
    return "".join([models.get(char, char) for char in text])


@cache
def _models() -> Mapping[str, str]:
    """The characters that look like others, and what they look like."""
    # Imported late: the table takes a fifth of a second to read.
    from confusable_homoglyphs.confusables import confusables_data

    alike = {char: [other["c"].strip(_LEFT_TO_RIGHT) for other in found] for char, found in confusables_data.items()}
    alike = {char.strip(_LEFT_TO_RIGHT): found for char, found in alike.items()}
    models = {}
    for char, others in alike.items():
        # The table has each pair in both directions. A model has many that look like it, and they have none but it.
        if len(char) == 1 and len(others) == 1:
            model = others[0]
            is_model = len(model) > 1 or len(alike.get(model, ())) > 1 or model < char
            models[char] = model if is_model else char
    return models


@cache
def _profile() -> Callable[[str], str]:
    from precis_i18n import get_profile

    return get_profile("UsernameCasePreserved").enforce
