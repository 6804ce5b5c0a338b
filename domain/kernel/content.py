"""Content: the printed numbers and cards of a game, as data in TOML files with a schema per game.

A content pack is a folder of TOML files. A later pack replaces a file of the same name, so that the owner of a
printed game can put its values in a folder of their own. Every entry says whether it is `"rulebook"` (a number that
the rulebook states) or `"house"` (ours, because the rulebook does not print it).
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar, Union, get_origin

import msgspec

from domain.kernel.choice import find_kinds
from domain.kernel.language import Later, later
from domain.kernel.words import explain, say_fault, say_json_fault, say_toml_fault

C = TypeVar("C", bound=msgspec.Struct)
S = TypeVar("S")
T = TypeVar("T")
D = TypeVar("D")


class Named(Protocol):
    """An entry with an id."""

    @property
    def id(self) -> str:
        """The name by which other entries and games refer to it."""
        ...


R = TypeVar("R", bound=Named)

Source = Literal["rulebook", "house"]
Files: TypeAlias = dict[str, bytes]
"""The files of a content pack by name."""

LARGEST_PACK = 1_000_000
"""The most bytes of a pack's files as JSON: the archive of each game holds its pack in one line."""
LARGEST_NUMBER, DEEPEST = 10_000, 16
"""The limits for packs from elsewhere, whose numbers decide how much a set-up creates."""
KEPT = 4096
"""How many results of a function of printed things are kept: imported games bring packs of their own without end."""
PLACE = " - at `$"
"""msgspec's notation for the place of an error."""
LONGEST_ID = 80
"""The most characters of an id: moves name things by their ids, some with a word or number added, and have a limit."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A printed thing; `source` says whether the rulebook states its numbers or they are ours."""

    source: Source


class Word:
    """The base of what cards say: an effect, a need or the like, whose kinds content names by tag.

    A kind is a class with its fields and all that it can do. It acts on the state, the state holds the content, and the
    content's entries hold words; to avoid that circle, annotations name the base, and `decode_word` finds the kinds.
    """

    __slots__ = ()


class Effect(Word, Generic[S, T, D]):
    """An effect of a card on a state S and a table T; a deed D says for whom and by which clause."""

    __slots__ = ()

    def perform(self, table: T, deed: D) -> None:
        """Carry it out, or put the question that it raises on the agenda; the caller has checked `can`."""
        raise NotImplementedError

    def can(self, state: S, deed: D) -> bool:
        """Return whether it would do anything now; depends only on public information."""
        raise NotImplementedError


def find_words(base: type) -> tuple[type, ...]:
    """Find the kinds of words with this base in the modules that have been imported."""
    kinds: tuple[type, ...] = find_kinds(base)
    return tuple(kind for kind in kinds if not kind.__subclasses__())


@cache
def _any_word(base: type) -> object:
    """Return the union of all words with this base; cached, since decoding content needs it for every entry."""
    assert issubclass(base, Word)
    return Union.__getitem__(find_words(base))


def decode_word(kind: object, value: object) -> object:
    """Decode a value annotated with an abstract base as one of its kinds: the `dec_hook` of msgspec."""
    base = get_origin(kind) or kind
    assert isinstance(base, type)
    try:
        found: object = msgspec.convert(value, _any_word(base), dec_hook=decode_word)
    except msgspec.ValidationError as error:
        # msgspec adds the place of the word only to errors of other types; `say_error` joins the two places.
        raise ValueError(str(error)) from None
    return found


def say_error(error: msgspec.ValidationError) -> str:
    """Say what is wrong and where, from the outermost entry on."""
    what, *places = str(error).split(PLACE)
    if len(places) < 2:
        return str(error)
    return f"{what}{PLACE}{''.join(place.removesuffix('`') for place in reversed(places))}`"


class BadContent(ValueError):
    """A content pack that cannot be used: the message names the file, the entry, the field and why.

    `str` says it in the current language.
    """

    def __init__(self, why: Later) -> None:
        super().__init__(why)


class Content:
    """The base of every game's content: the files of its pack, and their digest, which games record.

    Raises BadContent if a file is not UTF-8 text or the pack is too large to be kept with a game.
    """

    __slots__ = ("digest", "files")

    digest: str
    files: dict[str, str]

    def __init__(self, files: Files) -> None:
        self.digest = digest_files(files)
        self.files = _texts(files)


def _texts(files: Files) -> dict[str, str]:
    texts = {}
    for name, content in files.items():
        try:
            texts[name] = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadContent(Later(explain, name, say_fault(str(error)))) from None
    if len(msgspec.json.encode(texts)) > LARGEST_PACK:
        raise BadContent(later("a pack may have at most {largest} bytes", largest=LARGEST_PACK))
    return texts


def read_pack(package: str, overlays: Iterable[Traversable] = ()) -> Files:
    """Read the files of a game's content by name: those in its package's `content`, overridden by later packs."""
    folders = [resources.files(package).joinpath("content"), *overlays]
    return {
        entry.name: entry.read_bytes()
        for folder in folders
        if folder.is_dir()
        for entry in sorted(folder.iterdir(), key=lambda e: e.name)
        if entry.name.endswith(".toml")
    }


def digest_files(files: Files) -> str:
    """Compute the SHA-256 of a pack in hexadecimal, over the names and digests of its files, sorted by name."""
    lines = (f"{name} {hashlib.sha256(files[name]).hexdigest()}\n" for name in sorted(files))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def pack_digest(files: Mapping[str, str]) -> str:
    """Return the digest of a pack from its texts."""
    return digest_files({name: text.encode() for name, text in files.items()})


def check_foreign_pack(files: Files) -> None:
    """Raise BadContent if a pack from elsewhere has larger numbers or deeper nesting than any printed game has."""
    for name, content in files.items():
        try:
            _check_values(tomllib.loads(content.decode("utf-8")), 0)
        except RecursionError:
            raise BadContent(Later(explain, name, later("nested too deeply"))) from None
        except BadContent as error:
            raise BadContent(Later(explain, name, error)) from None
        except ValueError as error:
            raise BadContent(Later(explain, name, say_toml_fault(str(error)))) from None


def _check_values(value: object, depth: int) -> None:
    if depth > DEEPEST:
        raise BadContent(later("nested too deeply"))
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            _check_values(inner, depth + 1)
    elif isinstance(value, int | float) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        raise BadContent(later("a number beyond {largest}", largest=LARGEST_NUMBER))


def parse_file(files: Files, name: str, schema: type[C]) -> C:
    """Read one file of a pack as `schema`; raises BadContent with the file, place and reason."""
    if name not in files:
        raise BadContent(later("{name}: the file is missing", name=name))
    try:
        return msgspec.convert(tomllib.loads(files[name].decode("utf-8")), schema, dec_hook=decode_word)
    except msgspec.ValidationError as error:
        raise BadContent(Later(explain, name, Later(say_json_fault, say_error(error)))) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadContent(Later(explain, name, say_toml_fault(str(error)))) from error


def index_by_id(name: str, entries: Iterable[R]) -> dict[str, R]:
    """Index entries by their field `id`, in order; raises BadContent if an id is too long or occurs twice."""
    found: dict[str, R] = {}
    for entry in entries:
        key = entry.id
        if len(key) > LONGEST_ID:
            raise BadContent(
                later(
                    "{name}: the id {start!r}... is longer than {longest} characters",
                    name=name,
                    start=key[:LONGEST_ID],
                    longest=LONGEST_ID,
                )
            )
        if key in found:
            raise BadContent(later("{name}: {key!r} occurs twice", name=name, key=key))
        found[key] = entry
    return found


def encode_content(value: object) -> str:
    """Return the digest that replaces content in the JSON of a state; raises NotImplementedError for other types."""
    if isinstance(value, Content):
        return value.digest
    raise NotImplementedError(f"no JSON for {type(value)}")
