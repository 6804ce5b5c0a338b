"""Find the texts that have to be translated: in the code of a room, in the rulebook of a game and in its content."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOMAIN = ROOT / "domain"
ASKING = ("prompt", "verb")
"""The names of the members of classes that are texts."""
MAKERS = ("domain/kernel/words.py", "domain/kernel/language.py")
"""The modules whose functions make texts from their arguments, which are found at the calls."""
AROUND = ("api", "kifu", "projections/queries/lines.py", "service/calling", "service/draws.py", "service/moving.py")
"""The rooms around the domain with texts for clients or terminals, which are in the kernel's catalogue."""
PLURAL_TEXTS = 2


class Found(NamedTuple):
    """A text, its place, and the names of the values given with it, of which a translation may use any.

    A text with a plural has the template for 1 and that for other numbers.
    """

    text: str | tuple[str, str]
    file: str
    values: frozenset[str] = frozenset()


class NoLiteral(ValueError):
    """A text that is computed, so that it cannot be found."""


def list_rooms() -> list[Path]:
    """List the packages that have catalogues: the kernel, and games."""
    return sorted(folder.parent for folder in DOMAIN.rglob("catalogues"))


def find_texts(room: Path) -> Iterator[Found]:
    """Yield every text of a room. Texts shared by all games are in the kernel's catalogue."""
    folders = [room]
    if room.name == "kernel":
        folders = [folder for folder in DOMAIN.iterdir() if folder.is_dir() and folder.name != "games"]
        folders += [DOMAIN / "rulesets.py", *(ROOT / name for name in AROUND)]
    for folder in folders:
        for file in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
            yield from _find_in_code(file)
    if (room / "rulebook.toml").exists():
        yield from _find_in_rulebook(room / "rulebook.toml")
    for file in sorted((room / "content").rglob("*.toml")):
        yield from _find_in_content(file)


def _find_in_code(file: Path) -> Iterator[Found]:
    place = str(file.relative_to(ROOT))
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            values = _name_values(node)
            yield from (Found(text, place, values) for text in _find_in_call(*_said_later(node), place))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            values = _name_values(node)
            yield from (Found(text, place, values) for text in _find_in_voice(node, node.func.attr))
        elif isinstance(node, ast.ClassDef):
            yield from (Found(text, place) for text in _find_in_class(node))


def _name_values(call: ast.Call) -> frozenset[str]:
    return frozenset(keyword.arg for keyword in call.keywords if keyword.arg is not None)


def _said_later(call: ast.Call) -> tuple[ast.Call, str]:
    """The call that another one puts off, with the name of its function: `Later(count_noun, ...)`; or a call itself."""
    assert isinstance(call.func, ast.Name)
    if call.func.id == "Later" and isinstance(function := call.args[0], ast.Name):
        put_off = ast.Call(function, call.args[1:], call.keywords)
        return ast.copy_location(put_off, call), function.id
    return call, call.func.id


def _find_in_call(call: ast.Call, name: str, place: str) -> Iterator[str | tuple[str, str]]:
    texts = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    if name == "count_noun" and isinstance(thing := call.args[1], ast.Constant):
        yield f"{{n}} {thing.value}", f"{{n}} {thing.value}s"
    elif name == "join_words":
        word = call.args[1] if len(call.args) > 1 else None
        yield str(word.value) if isinstance(word, ast.Constant) else "and"
    elif name == "say_many" and place not in MAKERS:
        if len(texts) < PLURAL_TEXTS:
            raise NoLiteral(f"{place}:{call.lineno}: say_many needs two texts as they stand")
        yield str(texts[0]), str(texts[1])
    elif name in ("say", "later", "mark") and place not in MAKERS[1:]:
        if not texts or texts[0] is not getattr(call.args[0], "value", None):
            raise NoLiteral(f"{place}:{call.lineno}: {name} needs a text as it stands")
        yield str(texts[0])
    elif name == "title" and texts:
        yield write_title(str(texts[0]))


def _find_in_voice(call: ast.Call, name: str) -> Iterator[str]:
    """Yield the texts of a voice (`domain/games/yedo/voice.py`): a verb with each of its subjects."""
    texts = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    if name == "does":
        yield from (text.format(texts[0]) for text in ("{}", "you {}", "they {}", "{{who}} {}", "{{who}} {}s"))
    elif name == "also" and texts:
        yield from (text.format(texts[0]) for text in ("{}", "{}s"))
    elif name == "can" and texts:
        yield from (text.format(texts[0]) for text in ("you {}", "they {}", "{{who}} {}"))
    elif name == "says":
        yield from map(str, texts)


def _find_in_class(kind: ast.ClassDef) -> Iterator[str]:
    for line in kind.body:
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant):
            names = [target.id for target in line.targets if isinstance(target, ast.Name)]
            if set(names) & set(ASKING):
                yield str(line.value.value)


def _find_in_rulebook(file: Path) -> Iterator[Found]:
    for clause in tomllib.loads(file.read_text("utf-8"))["clause"]:
        for text in (clause["title"], clause["text"]):
            yield Found(text, str(file.relative_to(ROOT)))


def _find_in_content(file: Path) -> Iterator[Found]:
    for entries in tomllib.loads(file.read_text("utf-8")).values():
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, dict) and isinstance(entry.get("id"), str):
                for name in dict.fromkeys((entry.get("title", ""), write_title(entry["id"]))):
                    # In numbered names, the number is not translated.
                    if text := re.sub(r" [0-9]+$", "", name):
                        yield Found(text, str(file.relative_to(ROOT)))


def write_title(thing: str) -> str:
    """Write an id as a proper name in English."""
    return thing.replace("-", " ").title()
