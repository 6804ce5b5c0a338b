"""Errors for people: one line that says what is wrong, exit code 2, no traceback."""

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
        click.echo(f"kifu: {self.message}", err=True)


class Group(click.Group):
    """A command group that turns the errors we expect into one line, whichever command raises them."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; raises Fault for what `explained` knows."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            words = explained(error)
            if words is None:
                raise
            raise Fault(words) from error


def explained(error: Exception) -> str | None:
    """An error in one line for people; None for a defect of ours, which wants its traceback."""
    # Imported here, where something has gone wrong already: every command would wait for them otherwise.
    import psycopg

    from domain.errors import KifuError
    from domain.kernel.content import BadContent
    from eventstore.postgres.embedded import EmbeddedServerError
    from eventstore.postgres.migrate import MigrationError
    from eventstore.postgres.role import RoleError
    from projections.running.rebuild import RebuildRunning, UnknownProjection
    from service.settings import BadSettings
    from service.supervisor import PortTaken

    if isinstance(error, KifuError):
        return error.detail
    if isinstance(error, psycopg.OperationalError):
        return f"the database cannot be reached: {one_line(error)}"
    if isinstance(error, psycopg.errors.InsufficientPrivilege):
        return f"the database does not allow it: {one_line(error)}; use the KIFU_DATABASE_URL of its owner."
    if isinstance(error, BadSettings | PortTaken | MigrationError | RoleError | BadContent):
        return one_line(error)
    if isinstance(error, UnknownProjection | RebuildRunning):
        return one_line(error)
    if isinstance(error, EmbeddedServerError):
        return f"the embedded database does not start: {one_line(error)}"
    return None


def one_line(error: Exception) -> str:
    """The message of an error with its line breaks taken out."""
    return " ".join(str(error).split())


def meant(word: str, known: Iterable[str]) -> str:
    """A question whether something similar was meant, to be put behind a message; empty if nothing is similar."""
    similar = difflib.get_close_matches(word, list(known), n=1, cutoff=0.75)
    return f" Did you mean {similar[0]}?" if similar else ""
