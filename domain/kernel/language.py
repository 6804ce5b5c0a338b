"""The language of everything that people read: English texts, looked up in the catalogue of the current language.

Texts are written in the code in English, as templates with named values. `catalogues/LANGUAGE.po`, next to the kernel
and to each game, has their translations; a text without one stays English. Stored texts are always English: only
answers to somebody who reads are in another language, inside `with speaking(language):`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from gettext import GNUTranslations
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import TYPE_CHECKING, Concatenate, NamedTuple, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

P = ParamSpec("P")
R = TypeVar("R")

ENGLISH = "en"
SUFFIX = ".po"
GAMES = ("domain/kernel/", "domain/games/")
"""The rooms whose texts say what happens in games."""
CHECKS = "_checks.py"
"""How modules end whose texts say why a content pack is refused, which no game ever stored."""


def _find_languages() -> Iterator[str]:
    """Find English, in which the texts are written, and the languages of the kernel's catalogues."""
    yield ENGLISH
    files = (resources.files("domain") / "kernel" / "catalogues").iterdir()
    yield from sorted(file.name.removesuffix(SUFFIX) for file in files if file.name.endswith(SUFFIX))


LANGUAGES = tuple(_find_languages())
"""The supported languages; a further one is a file in each folder of catalogues, and one for the page."""


def find_language(tag: str) -> str | None:
    """Return the one of LANGUAGES that matches a tag such as fr-CA, with or without its region; None if none does."""
    for name in (tag.lower(), tag.lower().partition("-")[0]):
        for language in LANGUAGES:
            if language.lower() == name:
                return language
    return None


_spoken: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


def current_language() -> str:
    """Return the current language, one of LANGUAGES."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language until the end of the block; raises ValueError if it is not one of LANGUAGES."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is not one of {', '.join(LANGUAGES)}")
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def say(text: str, /, **values: object) -> str:
    """Say an English text, a template as of `str.format`, in the current language.

    The text must be a literal, so that `make words` finds it; use `translate` for any other text.
    """
    # English returns early: a picture says hundreds of texts, and none of them needs a look-up.
    return text.format(**values) if _spoken.get() == ENGLISH else fill(translate(text), **values)


def say_many(one: str, many: str, number: int, /, **values: object) -> str:
    """Say a text that depends on a number, which the template may use as `n`: `one` for 1, otherwise `many`."""
    if _spoken.get() == ENGLISH:
        return (one if number == 1 else many).format(n=number, **values)
    return fill(translate_many(one, many, number), n=number, **values)


def fill(template: str, /, **values: object) -> str:
    """Put values into a translated template; a word before a value is elided where the current language does so."""
    elision = _load_elision(_spoken.get())
    if elision is not None:
        template = elision.write(template, values)
    return template.format(**values)


def once_a_language(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache the last `most` results of a function that says texts, separately for each language.

    It suits printed things, which never change: the arguments must be hashable, and nobody may alter the result.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        def make(_language: str, *args: P.args, **kwargs: P.kwargs) -> R:
            return function(*args, **kwargs)

        kept = cast(Callable[Concatenate[str, P], R], lru_cache(most)(make))

        @wraps(function)
        def say_once(*args: P.args, **kwargs: P.kwargs) -> R:
            return kept(_spoken.get(), *args, **kwargs)

        return say_once

    return decorate


class Later:
    """A deferred text: `str` calls the function, in the language current at that moment.

    Errors hold them: a command decides in English, and the caller may read another language.
    """

    __slots__ = ("_arguments", "_function", "_values")

    def __init__(self, function: Callable[..., str], /, *arguments: object, **values: object) -> None:
        self._function = function
        self._arguments = arguments
        self._values = values

    def __str__(self) -> str:
        return self._function(*self._arguments, **self._values)

    def __repr__(self) -> str:
        return repr(str(self))


def later(text: str, /, **values: object) -> Later:
    """Return the text of `say`, deferred until somebody reads it. Values may be such texts too."""
    return Later(say, text, **values)


def translate(text: str) -> str:
    """Translate a whole text into the current language: a name, a title, or a text marked with `mark`."""
    language = _spoken.get()
    return text if language == ENGLISH or not text else load_catalogue(language).gettext(text)


def translate_many(one: str, many: str, number: int) -> str:
    """Return the form of a text for a number, in the current language."""
    language = _spoken.get()
    if language == ENGLISH:
        return one if number == 1 else many
    return load_catalogue(language).ngettext(one, many, number)


def mark(text: str) -> str:
    """Mark a text that is translated later, where it is used, and return it; `make words` finds it here."""
    return text


@cache
def load_catalogue(language: str) -> GNUTranslations:
    """Read the catalogues of the kernel and of every game in a language as one."""
    # Babel takes a moment to import, and English never needs it.
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, _read_catalogues(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


class _Elision(NamedTuple):
    """Which words lose their last letter before a value, as "de {name}" becomes "d’Anna"."""

    joint: re.Pattern[str]
    """Such a word and the value after it in a template."""
    before: re.Pattern[str]
    """How values begin before which they do."""

    def write(self, template: str, values: Mapping[str, object]) -> str:
        """Elide the words of a template before those of these values."""

        def join(found: re.Match[str]) -> str:
            word, value = found.groups()
            elides = self.before.match(str(values.get(value, "")))
            return f"{word[:-1]}’{{{value}}}" if elides else found[0]

        return self.joint.sub(join, template)


@cache
def _load_elision(language: str) -> _Elision | None:
    """Read how a language elides from the file beside its catalogue of the kernel; None if it has none."""
    file = resources.files("domain") / "kernel" / "catalogues" / f"{language}.toml"
    if not file.is_file():
        return None
    rule = tomllib.loads(file.read_text("utf-8"))["elision"]
    joint = rf"\b({'|'.join(rule['words'])}) {{(\w+)}}"
    return _Elision(re.compile(joint, re.IGNORECASE), re.compile(rule["before"], re.IGNORECASE))


@cache
def list_texts(language: str, game: str) -> Mapping[str, tuple[str, str] | None]:
    """List the English texts that the kernel and a game say, translated into a language; of a text with a plural, both
    forms.

    `game` is the name of a package in `domain/games`.
    """
    found: dict[str, tuple[str, str] | None] = {}
    for message in _read_catalogues(language, game):
        # The kernel's catalogue has those of other rooms as well, none of which says what happens in a game.
        files = [file for file, _ in message.locations]
        if message.id and not any(file.startswith(GAMES) and not file.endswith(CHECKS) for file in files):
            continue
        if isinstance(message.id, tuple):
            one, many = message.id
            found |= dict.fromkeys(message.id, (one, many))
        elif isinstance(message.id, str) and message.id:
            found[message.id] = None
    return found


@cache
def _read_catalogues(language: str, game: str = "") -> Catalog:
    """Read the catalogues of a language into one: all of them, or those of the kernel and of one game."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    whole = Catalog(locale=language.replace("-", "_"))
    for file in find_catalogues(language, game):
        with file.open("rb") as lines:
            for message in read_po(lines, locale=language.replace("-", "_")):
                if message.id:
                    whole[message.id] = message
    return whole


def find_catalogues(language: str, game: str = "") -> list[Traversable]:
    """Find the files with the catalogues of a language: all of them, or those of the kernel and of one game."""
    domain = resources.files("domain")
    games = sorted((domain / "games").iterdir(), key=lambda room: room.name)
    rooms = [domain / "kernel", *(room for room in games if game in ("", room.name))]
    files = [room / "catalogues" / f"{language}{SUFFIX}" for room in rooms]
    return [file for file in files if file.is_file()]
