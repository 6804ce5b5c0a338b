"""Errors of the lower rooms, in words for people."""

from __future__ import annotations

import psycopg

from domain.kernel.content import BadContent
from domain.kernel.errors import KifuError
from eventstore.archive_files import FileAway
from eventstore.postgres.away import AWAY
from eventstore.postgres.embedded import EmbeddedServerError
from eventstore.postgres.migrate import MigrationError
from eventstore.postgres.outage import advise, server_says
from eventstore.postgres.pooler import PoolerError
from eventstore.postgres.role import RoleError
from kifu.shared.faults import as_sentence, one_line
from projections.running.check import SetBack
from projections.running.make_tables import MissingReadModels
from projections.running.rebuild import RebuildRunning, TableInUse, UnknownProjection
from projections.running.tables import LaterDefinitions
from service.open_files import TooFewFiles
from service.settings import BadSettings
from service.supervisor import PortTaken


def explain(error: Exception) -> str | None:
    """Describe an error in one line for people; None for a defect of ours, which needs its traceback."""
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
