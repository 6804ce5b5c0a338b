"""Every type that JSON is decoded to is prepared before the first thread starts."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from service import prepared_types
from service.prepared_types import ROOMS, is_prepared, prepare_type, prepare_types

HOUSE = Path(__file__).resolve().parents[2]
NEVER_DECODED = {"Decision", "Recorded"}
"""Types whose fields no decoder could tell apart, and to which nothing is decoded."""

RACE = """
import sys, threading, msgspec
from service import prepared_types
sys.setswitchinterval(1e-6)
prepared_types.ROOMS = frozenset({"made"})
lines = ["import msgspec", "from typing import Annotated"]
for i in range(12):
    fields = [f"    f{j}: Annotated[int, msgspec.Meta(ge=0)] | None = None" for j in range(12)]
    inner = [f"    sub: 'S{i - 1} | None' = None"] if i else []
    lines += [f"class S{i}(msgspec.Struct, forbid_unknown_fields=True):", *fields, *inner]
raw = b'{"f0":1,"sub":{"f1":2,"sub":{"f2":3,"sub":{"f11":3}}}}'
for n in range(100):
    name = f"made.m{n}"
    module = type(sys)(name)
    sys.modules[name] = module
    exec("\\n".join(lines), module.__dict__)
    prepared_types.prepare_types()
    kind, barrier = module.S11, threading.Barrier(8)
    def decode():
        barrier.wait()
        msgspec.json.decode(raw, type=kind)
        msgspec.convert({"sub": {"f1": 2}}, kind)
    threads = [threading.Thread(target=decode) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
print("alive")
"""


def modules() -> Iterator[str]:
    for room in sorted(ROOMS):
        yield room
        for found in pkgutil.walk_packages([str(HOUSE / room)], f"{room}."):
            yield found.name


@pytest.mark.slow
def test_threads_that_first_decode_a_prepared_type_at_the_same_moment_live():
    done = subprocess.run([sys.executable, "-c", RACE], cwd=HOUSE, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr


def test_every_struct_of_every_module_is_prepared_or_cannot_be_decoded_to():
    for name in modules():
        importlib.import_module(name)
    prepare_types()
    ours = [
        kind
        for kind in prepared_types._subclasses(msgspec.Struct)
        if kind.__module__.partition(".")[0] in ROOMS and not kind.__module__.startswith("tests")
    ]
    assert len(ours) > 500
    assert all(is_prepared(kind) for kind in ours)
    assert {kind.__name__ for kind in set(ours) if not prepare_type(kind)} <= NEVER_DECODED


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_no_struct_is_made_and_no_module_of_ours_is_imported_while_threads_run(room):
    for path in sorted((HOUSE / room).rglob("*.py")):
        if path.parent == HOUSE / "service" / "settings":
            # Settings are read once, before anything else.
            continue
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                late = [why for node in ast.walk(function) if (why := _makes_types(node))]
                assert not late, f"{path.relative_to(HOUSE)}: {function.name} {late[0]}"


def _makes_types(node: ast.AST) -> str | None:
    if isinstance(node, ast.ClassDef) and any("Struct" in ast.unparse(base) for base in node.bases):
        return f"makes the struct {node.name}"
    if isinstance(node, ast.Import | ast.ImportFrom):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
        ours = [name for name in names if name.partition(".")[0] in ROOMS]
        return f"imports {ours[0]}" if ours else None
    return None
