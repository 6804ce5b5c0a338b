"""Names that cannot be mistaken for one another: which may be registered, and which look alike.

A name has skeletons (after UTS #39): what remains when case, width, marks and the differences between look-alike
characters are removed. Two names look alike if they share a skeleton. A name has two, since I is a capital i but looks
like l: one folds case first, the other looks. For most names they are equal.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.metadata import version

from domain.kernel.language import Later, later

ALGORITHM = 3
MOST_ROUNDS = 8
LETTERS_WITH_LOOSE_MARKS = ("LATIN", "GREEK", "CYRILLIC")
"""Scripts in which a mark is easily overlooked. In others, such as Devanagari, marks are vowels."""
RANKS = (
    *("admin", "administrator", "arbiter", "kifu", "moderator", "official", "operator", "referee"),
    *("administrateur", "administratrice", "arbitre", "modérateur", "modératrice", "officiel", "officielle"),
    *("exploitant", "exploitante", "opérateur", "opératrice"),
)
"""Words of authority in the languages of the page: no name may have one of them among its words."""
HOUSE_BOTS = ("greedy bot", "random bot", "bot greedy", "bot random")
"""The service's own bots: no name may contain one of these or differ from one by a letter."""
RESERVED = (
    *("anyone", "bot", "everyone", "guest", "judge", "kifu bot", "kifu team", "nobody", "robot", "seat"),
    *("server", "service", "spectator", "staff", "support", "system"),
    *("assistance", "invité", "invitée", "juge", "personne", "serveur", "spectateur", "spectatrice"),
    *("place", "siège", "système"),
)
"""Names that are not allowed, besides `RANKS` and `HOUSE_BOTS`."""
SAME_AT_A_GLANCE = (
    *("日曰", "土士", "未末", "己已巳", "干千于", "人入", "戊戌戍", "子孑孓", "天夭", "刀刁"),
    *("免兔", "鳥烏", "治冶", "祟崇", "盲肓", "王壬", "ー一"),
)
"""Characters that differ only by the length or position of a stroke; Unicode mostly treats them as different."""
SHORTEST_NEAR = 7
"""The least length of a word of authority that is recognised with one wrong letter."""
_SEPARATORS = re.compile(r"[\s_.-]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NUMBER = re.compile(r"[\s_.-]*\d+$")
_ARTICLE = re.compile(r"^(?:the|le|la|les|l)[\s_.-]+")
_SMALL_CAPITAL = re.compile("(LATIN|GREEK|CYRILLIC) LETTER SMALL CAPITAL (.+)")
_LEFT_TO_RIGHT = "\u200e"


def skeleton_version() -> str:
    """Return the version of the rules for skeletons; another version's skeletons are stored in addition."""
    return f"{ALGORITHM}/{unicodedata.unidata_version}/{version('confusable-homoglyphs')}"


def skeletons(name: str) -> frozenset[str]:
    """Return the one or two skeletons of a name, which may be any text."""
    parts = _SEPARATORS.sub(" ", "".join(map(_small_letter, name))).strip()
    return frozenset((_reduce(parts.casefold()), _reduce(_look(unicodedata.normalize("NFKD", parts)))))


def look_alike(one: str, other: str) -> bool:
    """Return whether two names can be mistaken for each other."""
    return not skeletons(one).isdisjoint(skeletons(other))


def refuse_form(name: str) -> Later | None:
    """Return why a name is invalid regardless of other names, or None (PRECIS, UsernameCasePreserved).

    The words of a name are checked one by one, since that profile has no spaces (RFC 8265, section 3.5).
    """
    enforce = _profile()
    try:
        written = " ".join(map(enforce, name.split(" ")))
    except UnicodeEncodeError as error:
        reason = error.reason.rpartition("/")[2].replace("_", " ")
        return later("{part!r} cannot be part of a name (RFC 8265: {reason}).", part=error.object, reason=reason)
    return None if written == name else later("Write it as {written!r}.", written=written)


def find_reserved(name: str, sides: Iterable[str]) -> str | None:
    """Return the reserved word that a name is, contains or looks like, or None; `sides` are the names of games' sides.

    An article before a reserved word, or a number after it, does not make another name of it.
    """
    bare = _strip(name)
    whole = _flat_forms(bare)
    reserved = _by_form((*RANKS, *HOUSE_BOTS, *RESERVED, *sides))
    for form in whole:
        if (found := reserved.get(form)) is not None:
            return found
    for bot, words in _by_form(HOUSE_BOTS).items():
        if any(bot in form or _is_near(bot, form) for form in whole):
            return words
    for word in _SEPARATORS.split(_HUMP.sub(" ", bare)):
        for form in _flat_forms(word):
            for rank, found in _by_form(RANKS).items():
                if form == rank or (len(rank) >= SHORTEST_NEAR and _is_near(rank, form)):
                    return found
    return None


@cache
def _by_form(words: tuple[str, ...]) -> Mapping[str, str]:
    """Return these words by their flattened skeletons."""
    return {_flatten(skeleton): word for word in words for skeleton in skeletons(_strip(word))}


def _flat_forms(text: str) -> frozenset[str]:
    """Return the forms of a text to compare: its flattened skeletons, with and without a trailing number."""
    return frozenset(_flatten(form) for part in (_NUMBER.sub("", text), text) for form in skeletons(part))


def _is_near(one: str, other: str) -> bool:
    """Return whether two texts differ by one letter that is wrong, missing, added or swapped with its neighbour."""
    return abs(len(one) - len(other)) < 2 and not _shortened(one).isdisjoint(_shortened(other))


def _shortened(text: str) -> frozenset[str]:
    """Yield a text, and every variant without one letter."""
    return frozenset((text, *(text[:n] + text[n + 1 :] for n in range(len(text)))))


def _strip(name: str) -> str:
    """Return a name without a leading article."""
    found = _ARTICLE.match(name.casefold())
    return name[found.end() :] if found else name


def _flatten(skeleton: str) -> str:
    """Return a skeleton without spaces and with l for i, since resemblance to reserved words is judged more broadly."""
    return skeleton.replace(" ", "").replace("i", "l")


@cache
def _small_letter(char: str) -> str:
    """Return the small letter for a small capital, which Unicode does not fold; any other character unchanged."""
    found = _SMALL_CAPITAL.fullmatch(unicodedata.name(char, ""))
    if found is None:
        return char
    try:
        return unicodedata.lookup(f"{found[1]} SMALL LETTER {found[2]}")
    except KeyError:
        return char


def _reduce(text: str) -> str:
    """Remove case, marks and look-alikes until nothing changes."""
    for _ in range(MOST_ROUNDS):
        reduced = _look(_bare(unicodedata.normalize("NFKD", text.casefold())))
        if reduced == text:
            break
        text = reduced
    return text


def _bare(text: str) -> str:
    """Return decomposed text without invisible characters, and without marks on look-alike letters."""
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
    """Replace each character by the Unicode prototype of its look-alikes."""
    models = _models()
    return "".join([models.get(char, char) for char in text])


@cache
def _models() -> Mapping[str, str]:
    """Map look-alike characters to their prototypes. Each prototype has many look-alikes."""
    # Imported late: the table takes a fifth of a second to read.
    from confusable_homoglyphs.confusables import confusables_data

    alike = {char: [other["c"].strip(_LEFT_TO_RIGHT) for other in found] for char, found in confusables_data.items()}
    alike = {char.strip(_LEFT_TO_RIGHT): found for char, found in alike.items()}
    models = {}
    for char, others in alike.items():
        # The table has each pair in both directions. A prototype has many look-alikes; each look-alike has one
        # prototype.
        if len(char) == 1 and len(others) == 1:
            model = others[0]
            is_model = len(model) > 1 or len(alike.get(model, ())) > 1 or model < char
            models[char] = model if is_model else char
    for chars in SAME_AT_A_GLANCE:
        models |= dict.fromkeys(chars, models.get(chars[0], chars[0]))
    return models


@cache
def _profile() -> Callable[[str], str]:
    from precis_i18n import get_profile

    return get_profile("UsernameCasePreserved").enforce
