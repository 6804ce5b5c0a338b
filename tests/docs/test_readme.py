"""What the README says is so."""

import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from service.settings import Settings
from tests.support.consoles import Command, Shell, agrees, commands
from tests.support.services import ROOT, environment, running_service

README = (ROOT / "README.md").read_text("utf-8")


@pytest.fixture
def service(database_url: str, tmp_path: Path) -> Iterator[str]:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url) as address:
        yield address


@pytest.fixture
def shell(database_url: str, tmp_path: Path) -> Iterator[Shell]:
    shell = Shell(ROOT, environment(tmp_path, KIFU_DATABASE_URL=database_url))
    yield shell
    shell.close()


def as_here(command: Command, service: str) -> str:
    """A command of the README as it is run here: another port, and the commands of this environment."""
    here = command.text.replace("http://127.0.0.1:8000", service)
    return here.replace(".venv/bin/kifu", f"{sys.executable} -m kifu")


@pytest.mark.slow
def test_the_commands_of_the_readme_print_what_it_says(service: str, shell: Shell) -> None:
    found = commands(README)
    assert len(found) >= 15
    for command in found:
        output, exit_code = shell.run(as_here(command, service))
        where = f"README.md:{command.line}: $ {command.text}\n{output}"
        assert exit_code == 0, where
        assert agrees(command.output, output), f"{where}\n\ninstead of\n\n{command.output}"


def test_every_setting_is_in_the_table_of_the_readme() -> None:
    named = set(re.findall(r"KIFU_[A-Z_]+", README.partition("## Settings")[2]))
    assert named == {f"KIFU_{field.name.upper()}" for field in fields(Settings)}


def test_every_folder_is_in_the_map_of_the_readme_and_every_link_leads_somewhere() -> None:
    for folder in {path.parent.relative_to(ROOT).parts[0] for path in ROOT.glob("[a-z]*/*.py")}:
        assert f"| `{folder}/` |" in README
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / link).exists(), link
    for folder in re.findall(r"^\| `([a-z_/]+)/` \|", README, re.MULTILINE):
        assert (ROOT / folder).is_dir(), folder


def test_an_output_agrees_with_dots_for_what_changes_and_with_nothing_else() -> None:
    assert agrees('{"token":"..."}', '{"token":"abc"}')
    assert agrees("a\n...\nd", "a\nb\nc\nd")
    assert not agrees("a ... d", "a b\nc d")
    assert not agrees("a.c", "abc")
    assert not agrees("", "an error")
