"""README.md and the tour are correct: their blocks run when pasted, their links have targets, their commands exist."""

import re
import shlex
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import click
import pytest

from kifu.main import main
from service.settings import table_of_settings
from tests.support.consoles import Command, Shell, agrees, pasted
from tests.support.services import ROOT, environment, running_service

README = (ROOT / "README.md").read_text("utf-8")
TOUR = (ROOT / "docs/tour.md").read_text("utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


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
    """Adapt a block to the tests: another port, and the commands of this environment."""
    here = command.text.replace("http://127.0.0.1:8000", service)
    return here.replace(".venv/bin/kifu", f"{sys.executable} -m kifu")


def five_minutes() -> str:
    """The README's game in five minutes, at the same line numbers."""
    before, heading, rest = README.partition("## A game in five minutes")
    return "\n" * before.count("\n") + heading + rest.partition("\n## ")[0]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "document", "least"),
    [("README.md", five_minutes(), 9), ("docs/tour.md", TOUR, 11)],
    ids=["readme", "tour"],
)
def test_blocks_that_are_pasted_print_what_the_document_says(
    name: str, document: str, least: int, service: str, shell: Shell
) -> None:
    found = pasted(document)
    assert len(found) >= least
    for command in found:
        output, exit_code = shell.run(as_here(command, service))
        where = f"{name}:{command.line}:\n{command.text}\n\nprinted\n\n{output}"
        assert exit_code == 0, where
        assert agrees(command.output, output), f"{where}\n\ninstead of\n\n{command.output}"


def test_blocks_to_paste_have_no_prompts_and_no_comments() -> None:
    for document in (five_minutes(), TOUR):
        for command in pasted(document):
            assert not re.search(r"^(\$ |> |#)", command.text, re.MULTILINE), command.text


def test_every_command_that_a_document_names_exists_with_its_options() -> None:
    named = [
        (path, line)
        for path in DOCUMENTS
        for line in re.findall(r"(?:\.venv/bin/|^\$ )kifu ([a-z][^\n|>`#]*)", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(named) > 20
    assert isinstance(main, click.Group)
    context = click.Context(main)
    for path, line in named:
        name, *rest = shlex.split(line)
        command = main.get_command(context, name)
        assert command is not None, f"{path.name}: kifu {line}"
        options = {option for parameter in command.params for option in parameter.opts}
        for word in rest:
            assert not word.startswith("--") or word in options, f"{path.name}: kifu {line}"
            assert not re.fullmatch("-[a-z]", word) or word in options, f"{path.name}: kifu {line}"


def test_the_page_on_running_has_the_table_of_the_settings() -> None:
    running = (ROOT / "docs/running.md").read_text("utf-8")
    assert table_of_settings() in running, f"docs/running.md needs this table:\n{table_of_settings()}"


def test_every_folder_is_on_the_map_of_the_architecture() -> None:
    architecture = (ROOT / "docs/architecture.md").read_text("utf-8")
    for folder in {path.parent.relative_to(ROOT).parts[0] for path in ROOT.glob("[a-z]*/*.py")} - {"docs"}:
        assert f"`{folder}/`" in architecture
    for room in (path.relative_to(ROOT / "domain") for path in (ROOT / "domain").iterdir()):
        if not room.name.startswith("_"):
            assert re.search(rf"`{re.escape(room.name)}/?`", architecture), room


def test_every_link_leads_somewhere() -> None:
    for path in DOCUMENTS:
        for link, anchor in re.findall(r"\]\((?!https?://)([^)#\s]*)(?:#([^)\s]*))?\)", path.read_text("utf-8")):
            target = (path.parent / link).resolve() if link else path
            assert target.exists(), f"{path.name}: {link}"
            if anchor:
                assert anchor in anchors(target.read_text("utf-8")), f"{path.name}: {link}#{anchor}"


def anchors(document: str) -> set[str]:
    """Return the anchors that the repository's host gives to the headings of a document."""
    headings = re.findall(r"^#+ (.*)$", document, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs/README.md").read_text("utf-8")
    for page in (ROOT / "docs").glob("**/*.md"):
        name = str(page.relative_to(ROOT / "docs"))
        assert name == "README.md" or f"]({name})" in index, name


def test_every_footnote_is_used_and_every_use_has_one() -> None:
    uses, notes = (
        re.findall(r"(?<!^)\[\^(\w+)\]", README, re.MULTILINE),
        re.findall(r"^\[\^(\w+)\]:", README, re.MULTILINE),
    )
    assert set(uses) == set(notes)
    assert len(notes) == len(set(notes))


def test_the_picture_of_a_replayed_game_shows_what_kifu_prints(shell: Shell) -> None:
    picture = unescape(re.sub(r"<[^>]*>", "", (ROOT / "docs/replay.svg").read_text("utf-8"))).replace("\xa0", " ")
    commands = re.findall(r"\$ kifu ([^\n$]*?)\s*$", picture, re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        output, exit_code = shell.run(f"{sys.executable} -m kifu {command}")
        assert exit_code == 0
        for line in filter(None, map(str.strip, output.splitlines())):
            assert line in picture, f"run `make pictures`: {line}"


@pytest.mark.parametrize("name", ["architecture.svg", "replay.svg"])
def test_a_picture_has_a_title_and_a_description_and_loads_nothing(name: str) -> None:
    picture = (ROOT / "docs" / name).read_text("utf-8")
    assert "<title" in picture
    assert "<desc" in picture
    assert "url(http" not in picture
    assert 'url("http' not in picture


def test_an_output_agrees_with_dots_for_what_changes_and_with_nothing_else() -> None:
    assert agrees('{"token":"..."}', '{"token":"abc"}')
    assert agrees("a\n...\nd", "a\nb\nc\nd")
    assert not agrees("a ... d", "a b\nc d")
    assert not agrees("a.c", "abc")
    assert not agrees("", "an error")


def test_a_block_ends_where_the_next_begins_and_only_a_text_block_behind_it_is_its_output() -> None:
    found = pasted(
        "```sh\na\nb\n```\n\n```text\nout\n```\n\nWords.\n\n```sh\nc\n```\n\nWords.\n\n```text\nno output\n```\n"
    )
    assert found == [Command("a\nb", "out", 2), Command("c", "", 13)]
