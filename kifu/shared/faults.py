"""User-facing errors: one line that says what is wrong and what would be right, exit code 2, no traceback."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

import click

EXIT_CODE = 2


class Fault(click.ClickException):
    """Something that the person at the terminal can fix; ends the command with exit code 2."""

    exit_code = EXIT_CODE

    def __init__(self, message: str) -> None:
        super().__init__(message)
        from domain.kernel.language import say

        # It is shown when the command is over, and its language with it.
        self.line = say("Error: {why}", why=message)

    def show(self, file: Any = None) -> None:
        """Print the message to standard error."""
        click.echo(self.line, err=True)


def one_line(error: Exception) -> str:
    """Return the message of an error without line breaks."""
    return " ".join(str(error).split())


def as_sentence(text: str) -> str:
    """Return a message with a capital letter and a full stop; names of files and settings stay unchanged."""
    first = text.partition(" ")[0]
    capital = text[:1].upper() + text[1:] if first.isalpha() else text
    return capital if capital.endswith((".", "?", "!")) else f"{capital}."


def suggest(word: str, known: Iterable[str]) -> str:
    """Return a question that suggests a similar word; empty if nothing is similar."""
    similar = difflib.get_close_matches(word, list(known), n=1, cutoff=0.75)
    if not similar:
        return ""
    from domain.kernel.language import say

    return say("Did you mean {word}?", word=similar[0])
