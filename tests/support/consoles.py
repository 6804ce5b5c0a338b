"""Documents whose commands are run: blocks of a Markdown file that can be pasted, or `console` blocks, and a shell."""

import os
import re
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.support.services import STOP_SECONDS

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PASTE = re.compile(r"^```sh\n(.*?)^```\n(?:\n*```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"[^\n]*(?:\n> [^\n]*)*")
END = "--- end of output:"


@dataclass(frozen=True)
class Command:
    """A command of a document, the output that the document promises, and the line it is on."""

    text: str
    output: str
    line: int


def commands(document: str) -> list[Command]:
    """The commands of all console blocks in order: a line after `$ `, more of it after `> `, and then its output."""
    found = []
    for block in BLOCK.finditer(document):
        line = document.count("\n", 0, block.start(1))
        for part in re.split(r"^\$ ", block[1], flags=re.MULTILINE)[1:]:
            typed = TYPED.match(part)
            assert typed is not None
            text, output = typed[0].replace("\n> ", "\n"), part[typed.end() :]
            found.append(Command(text, output.strip("\n"), line + 1))
            line += part.count("\n")
    return found


def pasted(document: str) -> list[Command]:
    """The `sh` blocks in order, each as one command; a `text` block right behind one holds its output."""
    return [
        Command(block[1].strip("\n"), (block[2] or "").strip("\n"), document.count("\n", 0, block.start(1)) + 1)
        for block in PASTE.finditer(document)
    ]


def agrees(promised: str, real: str) -> bool:
    """Return whether an output matches: `...` stands for anything in a line, or for any lines if alone on its line."""
    lines = ("(?s:.*)" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") for line in promised.split("\n"))
    return re.fullmatch("\n".join(lines), real) is not None


class Shell:
    """One bash that runs commands one after the other, so that later ones see the variables of earlier ones."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._bash = subprocess.Popen(
            ["bash", "--norc", "-u"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def run(self, command: str) -> tuple[str, int]:
        """Run a command and return its output and exit code."""
        assert self._bash.stdin is not None
        assert self._bash.stdout is not None
        self._bash.stdin.write(f"{command}\nprintf '\\n%s %s\\n' '{END}' $?\n")
        self._bash.stdin.flush()
        lines: list[str] = []
        for line in self._bash.stdout:
            if line.startswith(END):
                return "".join(lines).strip("\n"), int(line.removeprefix(END))
            lines.append(line)
        raise RuntimeError(f"the shell ended in: {command}\n{''.join(lines)}")

    def close(self) -> None:
        """End the shell and the processes that its commands left running: all are in its process group."""
        self._signal(signal.SIGTERM)
        try:
            self._bash.communicate(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._signal(signal.SIGKILL)
            self._bash.communicate()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._bash.pid, number)
