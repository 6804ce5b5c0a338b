"""Whether functions, triggers, rights and applied migrations of the database are what the migrations say.

The owner of the database can change all of them while the service runs, without touching a row: replace
`kifu.append`, disable a trigger, grant a right. What they should be is read from the SQL of the migrations, so that
no list of it can be forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from eventstore.postgres.datastore import Read
from eventstore.postgres.migrate import Migration, describe_unknown, migrations_folder, read_migrations
from eventstore.postgres.role import ROLE

SCHEMAS = ("kifu", "kifu_read")
WATCHED = ("INSERT", "UPDATE", "DELETE", "TRUNCATE", "TRIGGER")

STATEMENT = re.compile(
    r"^\s*(?:"
    r"CREATE (?:OR REPLACE )?FUNCTION kifu\.(?P<function>\w+)\b.*?\$(?P<tag>\w*)\$(?P<body>.*?)\$(?P=tag)\$"
    r"|DROP FUNCTION (?:IF EXISTS )?kifu\.(?P<dropped>\w+)\b"
    r"|CREATE (?:OR REPLACE )?TRIGGER (?P<trigger>\w+) (?P<when>BEFORE|AFTER) (?P<events>[A-Z ]+?)(?: OF [\w, ]+)? "
    r"ON (?P<table>kifu(?:_read)?\.\w+)\s+FOR EACH (?P<each>ROW|STATEMENT) EXECUTE FUNCTION kifu\.(?P<calls>\w+)"
    r"|DROP TRIGGER (?:IF EXISTS )?(?P<untriggered>\w+) ON (?P<on>kifu(?:_read)?\.\w+)"
    rf"|(?:ALTER DEFAULT PRIVILEGES IN SCHEMA (?P<schema>\w+) )?(?P<verb>GRANT|REVOKE) "
    rf"(?P<rights>[A-Z, ]+?)(?: \([\w, ]+\))? ON (?P<targets>[\w., ]+?) (?:TO|FROM) {ROLE}\b"
    r")",
    re.MULTILINE | re.DOTALL,
)
COMMENT = re.compile(r"--[^\n]*")

FUNCTIONS = """
SELECT proname, prosrc, lanname IN ('plpgsql', 'sql') FROM pg_proc JOIN pg_language AS l ON l.oid = prolang
 WHERE pronamespace = 'kifu'::regnamespace ORDER BY proname, pg_proc.oid
"""
TRIGGERS = """
SELECT relnamespace::regnamespace || '.' || relname, tgname, tgtype::int, tgenabled = 'O' AND tgqual IS NULL,
       CASE WHEN pronamespace = 'kifu'::regnamespace THEN proname END
  FROM pg_trigger JOIN pg_class AS c ON c.oid = tgrelid JOIN pg_proc AS p ON p.oid = tgfoid
 WHERE NOT tgisinternal AND relnamespace::regnamespace::text = ANY (%s) ORDER BY 1, 2
"""
TABLES = """
SELECT relnamespace::regnamespace || '.' || relname, relrowsecurity,
       EXISTS (SELECT FROM pg_rewrite WHERE ev_class = c.oid AND ev_type <> '1'), pg_has_role(%s, relowner, 'MEMBER'),
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attgenerated <> ''),
       ARRAY(SELECT r FROM unnest(%s::text[]) AS r WHERE CASE WHEN r IN ('INSERT', 'UPDATE')
             THEN has_any_column_privilege(%s, c.oid, r) ELSE has_table_privilege(%s, c.oid, r) END)
  FROM pg_class AS c WHERE relkind IN ('r', 'p') AND relnamespace::regnamespace::text = ANY (%s) ORDER BY 1
"""
ATTRIBUTES = """
SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication,
       ARRAY(SELECT roleid::regrole::text FROM pg_auth_members WHERE member = pg_roles.oid ORDER BY 1)
  FROM pg_roles WHERE rolname = %s
"""
APPLIED = "SELECT id, digest FROM public.kifu_migration ORDER BY id"
TIMES = {"BEFORE": 2, "AFTER": 0, "ROW": 1, "STATEMENT": 0, "INSERT": 4, "DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}
"""The bits of `pg_trigger.tgtype`."""


@dataclass
class Definitions:
    """What the migrations define: functions by name, triggers by table and name, and the rights of the service."""

    functions: dict[str, str] = field(default_factory=dict)
    triggers: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    grants: list[tuple[str, tuple[str, ...], frozenset[str]]] = field(default_factory=list)

    def read(self, text: str) -> None:
        """Take up the statements of one migration."""
        for found in STATEMENT.finditer(COMMENT.sub("", text)):
            if found["function"]:
                self.functions[found["function"]] = found["body"]
            elif found["dropped"]:
                self.functions.pop(found["dropped"], None)
            elif found["trigger"]:
                bits = [found["when"], found["each"], *found["events"].split(" OR ")]
                self.triggers[found["table"], found["trigger"]] = (
                    sum(TIMES[bit.strip()] for bit in bits),
                    found["calls"],
                )
            elif found["untriggered"]:
                self.triggers.pop((found["on"], found["untriggered"]), None)
            else:
                targets = (f"{found['schema']}.*",) if found["schema"] else _targets(found["targets"])
                rights = frozenset(right.strip() for right in found["rights"].split(","))
                self.grants.append((found["verb"], targets, rights))

    def rights_on(self, table: str) -> set[str]:
        """Return what the service may do with a table, of what is watched."""
        held: set[str] = set()
        for verb, targets, rights in self.grants:
            if table in targets or f"{table.partition('.')[0]}.*" in targets:
                named = set(WATCHED) if rights & {"ALL", "ALL PRIVILEGES"} else rights & set(WATCHED)
                held = held | named if verb == "GRANT" else held - named
        return held


def find_changes(read: Read, source: Path | None = None) -> list[str]:
    """Say what of the database is not as the migrations in `source` made it; an empty list if all of it is.

    It takes a few milliseconds and no more rights than those of the service.
    """
    migrations, definitions = _defined(source or migrations_folder())
    return [
        *_migration_changes(read, migrations),
        *_function_changes(read, definitions),
        *_trigger_changes(read, definitions),
        *_table_changes(read, definitions),
        *_role_changes(read),
    ]


@cache
def _defined(source: Path) -> tuple[list[Migration], Definitions]:
    migrations, definitions = read_migrations(source), Definitions()
    for migration in migrations:
        definitions.read(migration.text)
    return migrations, definitions


def _targets(text: str) -> tuple[str, ...]:
    everything = re.fullmatch(r"ALL TABLES IN SCHEMA ([\w, ]+)", text)
    if everything is not None:
        return tuple(f"{schema.strip()}.*" for schema in everything[1].split(","))
    return tuple(table.strip().removeprefix("TABLE ") for table in text.split(","))


def _migration_changes(read: Read, migrations: list[Migration]) -> Iterator[str]:
    applied = {str(name): bytes(digest) for name, digest in read(APPLIED, ())}
    for migration in migrations:
        digest = applied.pop(migration.id, None)
        if digest is None:
            yield f"the migration {migration.id} is not among those that were applied"
        elif digest != migration.digest:
            yield f"the migration {migration.id} was applied with another text"
    for name in applied:
        yield describe_unknown(name)


def _function_changes(read: Read, defined: Definitions) -> Iterator[str]:
    missing = dict(defined.functions)
    for name, body, interpreted in read(FUNCTIONS, ()):
        # The migrations were read without their comments.
        if name not in missing or not interpreted or COMMENT.sub("", body) != missing.pop(name):
            yield f"the function kifu.{name} is not the one that the migrations made"
    for name in missing:
        yield f"the function kifu.{name} is gone"


def _trigger_changes(read: Read, defined: Definitions) -> Iterator[str]:
    missing = dict(defined.triggers)
    for table, name, bits, active, calls in read(TRIGGERS, (list(SCHEMAS),)):
        if missing.pop((table, name), None) != (bits, calls):
            yield f"the trigger {name} of {table} is not one that the migrations made"
        elif not active:
            yield f"the trigger {name} of {table} is disabled"
    for table, name in missing:
        yield f"the trigger {name} of {table} is gone"


def _table_changes(read: Read, defined: Definitions) -> Iterator[str]:
    values = (ROLE, list(WATCHED), ROLE, ROLE, list(SCHEMAS))
    for table, secured, ruled, owned, generated, held in read(TABLES, values):
        if secured or ruled:
            yield f"{table} has {'row security' if secured else 'a rule'}, which no migration gave it"
        if owned:
            yield f"the role {ROLE} owns {table}"
        if table == "kifu.event" and "digest" not in generated:
            yield "the column digest of kifu.event no longer follows from the payload"
        for right in sorted(set(held) - defined.rights_on(table)):
            yield f"the role {ROLE} may {right} {table}, which no migration granted"


def _role_changes(read: Read) -> Iterator[str]:
    for privileged, groups in read(ATTRIBUTES, (ROLE,)):
        if privileged:
            yield f"the role {ROLE} has attributes that no migration gave it"
        for group in groups:
            yield f"the role {ROLE} is a member of {group}"
