"""Checks our prose for phrases that read as translated, in documents, comments, docstrings and messages.

`python -m tests.support.prose` prints each with its place and what to say instead, and exits with 1 if there is one.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = {".md", ".toml", ".sql", ".sh", ".js", ".yaml", ".conf", ".service"}
EXEMPT = {
    "tests/support/prose.py": "it lists the phrases",
    "tests/test_prose.py": "it tries them",
}

PHRASES = {
    r"\bunasked\b": "default, or by itself",
    r"\bso many\b(?! \w+ that\b)": "say how many, or name the number",
    r"(?<!ere )\b(?:is|are|be|was|were) none\b": "say what is missing: 'there is no ...', 'has no ...'",
    r"(?<!ere )(?<!ere\n)\b(?:is|are) no (?!longer\b|one\b|more than\b)\w+": "'is not a ...', or 'there is no ...'",
    r"\bof before\b": "earlier",
    r"\bof now\b": "current",
    r"\bgo(?:es)? on\b(?! strike)": "continue",
    r"\bas it lies there\b": "as stored",
    r"\bcounts? no more\b": "no longer counts",
    r"\btells? of\b": "mentions, says, describes",
    r"\bwhoever\b": "anyone who, the caller, every player",
    r"\bnot to be had\b": "unavailable",
    r"\bsays? not\b": "does not say",
    r"\bif they shall\b": "if they are to",
    r"\bwhat is not meant\b": "say what people send by mistake",
    r"\bis to be had\b": "is available",
}
PATTERN = re.compile("|".join(f"(?P<p{number}>{phrase})" for number, phrase in enumerate(PHRASES)))
"""Lower case only: a sentence hardly ever begins with one of these, and `is None` is code."""


class Finding(NamedTuple):
    """A phrase in a file, by its line, and what to say instead."""

    file: str
    line: int
    phrase: str
    instead: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.phrase!r}: {self.instead}"


def check_text(file: str, text: str, first_line: int = 1) -> Iterator[Finding]:
    """Yield the phrases in a text; line breaks count as spaces."""
    flat = re.sub(r"\s", " ", text)
    for match in PATTERN.finditer(flat):
        instead = list(PHRASES.values())[int((match.lastgroup or "p0")[1:])]
        yield Finding(file, first_line + text.count("\n", 0, match.start()), match.group(), instead)


def check_python(file: str, source: str) -> Iterator[Finding]:
    """Yield the phrases in the comments and strings of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield from check_text(file, token.string, token.start[0])


def check_files() -> Iterator[Finding]:
    """Yield the phrases in all files that git tracks."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for file in listed.stdout.split("\0"):
        path = ROOT / file
        # A migration that was applied anywhere cannot be edited.
        if file in EXEMPT or file.startswith("migrations/") or not path.is_file():
            continue
        if path.suffix == ".py":
            yield from check_python(file, path.read_text("utf-8"))
        elif path.suffix in DOCUMENTS:
            yield from check_text(file, path.read_text("utf-8"))


def main() -> int:
    """Print every finding; return 1 if there is one."""
    findings = list(check_files())
    for finding in findings:
        print(finding)
    if findings:
        print(f"{len(findings)} phrases to say plainly", file=sys.stderr)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
