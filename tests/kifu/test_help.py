"""What `kifu --help` and the help of each command say, and what they import."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import kifu.commands
from domain.kernel.bots import BOTS
from kifu.main import SECTIONS, main
from tests.support.services import ROOT

NAMES = [name for names in SECTIONS.values() for name in names]
SLOW = ("eventsourcing", "flask", "marshmallow", "msgspec", "psycopg", "rich", "cryptography", "environs", "domain")
"""Libraries that take longer to import than a command may take to answer."""


def help_of(*arguments: str) -> str:
    ran = CliRunner().invoke(main, [*arguments, "--help"], terminal_width=80, prog_name="kifu")
    assert ran.exit_code == 0, ran.output
    return ran.output


def test_every_command_stands_in_one_section_with_its_whole_summary() -> None:
    lines = help_of().splitlines()
    assert max(map(len, lines)) <= 80
    for title, names in SECTIONS.items():
        place = lines.index(f"{title}:") + 1
        for name, line in zip(names, lines[place : place + len(names)], strict=True):
            command = main.get_command(click.Context(main), name)
            assert command is not None
            assert command.help is not None
            summary = " ".join(command.help.partition("\n\n")[0].split())
            assert line.split(maxsplit=1) == [name, summary]


def test_every_module_of_the_commands_is_listed() -> None:
    modules = {path.stem.rstrip("_") for path in Path(kifu.commands.__path__[0]).glob("*/[a-z]*.py")}
    assert modules == set(NAMES)
    assert len(NAMES) == len(modules)


def commands() -> Iterator[tuple[str, click.Command]]:
    """The commands without subcommands, each with the module of its work."""
    for section, names in SECTIONS.items():
        for name in names:
            command = main.get_command(click.Context(main), name)
            assert command is not None
            module = f"kifu.working.{section.lower()}.{command.callback.__module__.rpartition('.')[2]}"
            yield from ((module, one) for one in getattr(command, "commands", {"": command}).values())


def test_the_work_of_a_command_takes_what_its_options_give() -> None:
    for module, command in commands():
        assert command.callback is not None
        work = getattr(importlib.import_module(module), command.callback.__name__)
        takes = inspect.signature(work, eval_str=True).parameters
        if (wanted := takes.get("wanted")) is not None:
            takes = inspect.signature(wanted.annotation).parameters
        assert set(takes) == {one.name for one in command.params if one.expose_value}, module


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_a_command_ends_with_an_example(name: str) -> None:
    said = help_of(name)
    assert max(map(len, said.splitlines())) <= 80
    examples = said.partition("\nExamples:\n")[2].splitlines()
    assert examples
    assert all(f"kifu {name}" in example for example in examples)


@pytest.mark.parametrize("name", ["play", "selfplay"])
def test_the_bots_are_named_in_the_help(name: str) -> None:
    assert " or ".join(BOTS) in help_of(name)


@pytest.mark.parametrize("arguments", [[], *([name] for name in NAMES)], ids=lambda arguments: "".join(arguments))
def test_help_imports_nothing_slow(arguments: list[str]) -> None:
    code = f"""
import sys
from kifu.main import main
main({[*arguments, "--help"]}, standalone_mode=False)
found = sorted({{module.partition(".")[0] for module in sys.modules}} & set({SLOW}))
print("IMPORTED", found)
"""
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.endswith("IMPORTED []\n")
