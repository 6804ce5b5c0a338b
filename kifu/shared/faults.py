"""Errors for people: one line that says what is wrong and what would be right, exit code 2, no traceback."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

import click

EXIT_CODE = 2


class Fault(click.ClickException):
    """Something that the person at the terminal can put right; ends the command with exit code 2."""

    exit_code = EXIT_CODE

    def show(self, file: Any = None) -> None:
        """Print the message to standard error."""
        click.echo(f"Error: {self.message}", err=True)


def explain(error: Exception) -> str | None:
    """An error in one line for people; None for a defect of ours, which needs its traceback."""
    # Imported here, where something has already gone wrong: otherwise every command would wait for them.
    import psycopg

    from domain.errors import KifuError
    from domain.kernel.content import BadContent
    from eventstore.archive_files import FileAway
    from eventstore.postgres.datastore import AWAY
    from eventstore.postgres.embedded import EmbeddedServerError
    from eventstore.postgres.migrate import MigrationError
    from eventstore.postgres.outage import advise, server_says
    from eventstore.postgres.pooler import PoolerError
    from eventstore.postgres.role import RoleError
    from projections.running.check import SetBack
    from projections.running.make_tables import MissingReadModels
    from projections.running.rebuild import RebuildRunning, TableInUse, UnknownProjection
    from projections.running.tables import LaterDefinitions
    from service.open_files import TooFewFiles
    from service.settings import BadSettings
    from service.supervisor import PortTaken

    if isinstance(error, SetBack):
        return f"The read model {error} was rebuilt meanwhile. Check it again."
    if isinstance(error, KifuError):
        return error.detail
    if isinstance(error, FileAway):
        return f"{error} {error.cause}".rstrip()
    if isinstance(error, AWAY):
        return f"{as_sentence(f'The database cannot be reached: {server_says(error)}')} {advise(error)}"
    if isinstance(error, psycopg.errors.InsufficientPrivilege):
        why = as_sentence(f"The database does not allow it: {one_line(error)}")
        return f"{why} Use the KIFU_DATABASE_URL of its owner."
    if isinstance(error, EmbeddedServerError):
        return as_sentence(f"The embedded database does not start: {one_line(error)}")
    known = BadSettings | TooFewFiles | PortTaken | MigrationError | RoleError | PoolerError | BadContent
    known |= MissingReadModels | UnknownProjection | RebuildRunning | TableInUse | LaterDefinitions
    if isinstance(error, known):
        return as_sentence(one_line(error))
    return None


def one_line(error: Exception) -> str:
    """The message of an error without line breaks."""
    return " ".join(str(error).split())


def as_sentence(text: str) -> str:
    """A message with a capital letter and a full stop; names of files and settings stay as they are."""
    first = text.partition(" ")[0]
    capital = text[:1].upper() + text[1:] if first.isalpha() else text
    return capital if capital.endswith((".", "?", "!")) else f"{capital}."


def suggest(word: str, known: Iterable[str]) -> str:
    """A question whether a similar word was meant, to be put after a message; empty if nothing is similar."""
    similar = difflib.get_close_matches(word, list(known), n=1, cutoff=0.75)
    return f" Did you mean {similar[0]}?" if similar else ""
