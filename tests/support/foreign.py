"""What is English in a text that should be in another language, by the catalogues of that language."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from tests.catalogues.writing import find_file, list_catalogues, read_catalogue

MISSET = {"fr": re.compile(r"[^\s\u00a0\u202f] ?[:;!?](?=\s|$)")}
"""Marks without the space that a language puts before them, as where English joins two texts by hand."""
STYLE = re.compile("<style>.*?</style>", re.DOTALL)
WORD = re.compile(r"[\w'’-]+")
DIGEST = re.compile(r"\b[0-9a-f]{16,}\b|[A-Za-z0-9+/]{40,}={0,2}")
"""Digests, keys and signatures, as hexadecimal digits or in base64."""
WORDS = frozenset(
    re.findall(
        r"[a-z]+",
        "the of is are not must be with this that which has have been cannot takes there no game games seat seats body "
        "before one only player token step wait waits send already them and from more was were valid missing field "
        "unknown expected got value your you yours nobody somebody another",
    )
)
"""Common English words that do not exist in French."""
SPELLING = re.compile(
    r"(?:\b[a-z_-]+ )?'[\w.-]+'|«[^»]*»|`[^`]*`|/[\w./-]*|\"[^\"]*\"|\b[a-z_]+(?:-[a-z]+)*\.[a-z_.-]+\b"
)
"""Parts of a text that are not translated: quotations, entries of content, code, paths and the ids of clauses."""


def pairs(text: str) -> set[tuple[str, str]]:
    """Return the pairs of adjacent words of a text that no value or mark separates."""
    found = set()
    for part in re.split(r"\{[^}]*\}|[^\w\s'’-]", text.lower()):
        words = WORD.findall(part)
        found |= {(one, other) for one, other in pairwise(words) if one.isalpha() and other.isalpha()}
    return found


@cache
def english(other: str) -> frozenset[tuple[str, str]]:
    """The pairs of adjacent words in English texts that no text of the other language has."""
    ours, theirs = set[tuple[str, str]](), set[tuple[str, str]]()
    for room, language in list_catalogues():
        if language == other:
            for message in read_catalogue(find_file(room, language), language):
                for text in [message.id] if isinstance(message.id, str) else message.id:
                    ours |= pairs(text)
                for text in [message.string] if isinstance(message.string, str) else message.string:
                    theirs |= pairs(text)
    return frozenset(ours - theirs)


def find_english(text: str, language: str) -> set[str]:
    """What is English in a text: two words of a text of the catalogues, a word that no French has, or a mark."""
    bare = SPELLING.sub("", DIGEST.sub("", text))
    words = set(re.findall(r"[a-z]+", bare.lower())) & WORDS if language == "fr" else set()
    found = words | {" ".join(pair) for pair in pairs(text) & english(language)}
    return found | (set(MISSET[language].findall(text)) if language in MISSET else set())
