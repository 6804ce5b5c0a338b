"""The role of the service: its connections can append events, but can neither change nor delete them."""

from urllib.parse import parse_qsl, quote, urlencode

import psycopg

ROLE = "kifu_service"
TAKE_ROLE = f"-c role={ROLE}"

RIGHTS = """
SELECT has_table_privilege('kifu.event', 'SELECT') AND has_table_privilege('kifu.tracking', 'UPDATE')
       AND (SELECT bool_and(has_function_privilege(oid, 'EXECUTE')) FROM pg_proc
             WHERE pronamespace = 'kifu'::regnamespace AND proname IN ('append', 'append_batch')),
       has_table_privilege('kifu.event', 'UPDATE, DELETE, TRUNCATE, TRIGGER')
       OR (SELECT pg_has_role(relowner, 'MEMBER') FROM pg_class WHERE oid = 'kifu.event'::regclass)
"""


class RoleError(Exception):
    """The role in the database has fewer rights than the service needs, or more than it should have."""


def url_for_service(url: str) -> str:
    """Return a URL whose connections take the role when they open, for a login that is a member of it.

    `url` starts with postgresql:// or postgres://. Options that it already has stay.
    """
    base, _, query = url.partition("?")
    # libpq does not read a plus sign as a space.
    parameters = dict(parse_qsl(query.replace("+", "%2B"), keep_blank_values=True))
    parameters["options"] = f"{parameters.get('options', '')} {TAKE_ROLE}".strip()
    return f"{base}?{urlencode(parameters, quote_via=quote)}"


def check_role(url: str) -> None:
    """Check that a login can take the role in a migrated database, what it may do, and that its connections take it.

    Raises RoleError, which says what to do about it, and psycopg.OperationalError if the database is unavailable.
    """
    with psycopg.connect(url, autocommit=True) as connection:
        _take_role(connection)
        try:
            row = connection.execute(RIGHTS).fetchone()
        except psycopg.errors.InsufficientPrivilege:
            row = None
    works, changes = row or (False, False)
    if changes:
        raise RoleError(f"the role {ROLE} can change events; take from it what migration 0022_role does not grant")
    if not works:
        raise RoleError(f"the role {ROLE} lacks rights that migration 0022_role grants")
    check_connection(url_for_service(url))


def check_connection(service_url: str) -> None:
    """Raise RoleError unless connections by this URL work in the role from their first statement on."""
    with psycopg.connect(service_url, autocommit=True) as connection:
        row = connection.execute("SELECT current_user").fetchone()
    if row is None or row[0] != ROLE:
        who = row[0] if row else "nobody"
        raise RoleError(
            f"connections of the service work as {who}, not as {ROLE}: a pooler between Kifu and PostgreSQL, such as "
            f"PgBouncer with ignore_startup_parameters = options, drops the role. Give a URL with the login {ROLE}, "
            "or one that leads to PostgreSQL itself"
        )


def _take_role(connection: psycopg.Connection) -> None:
    login = connection.info.user
    try:
        connection.execute(f"SET ROLE {ROLE}")
    except psycopg.errors.InvalidParameterValue:
        # A migrated database can lack it: roles belong to the server, and backups of a database leave them out.
        advice = f"CREATE ROLE {ROLE} LOGIN, and restore the database anew"
        raise RoleError(f"there is no role {ROLE}: {advice}") from None
    except psycopg.errors.InsufficientPrivilege as error:
        raise RoleError(f"{error.diag.message_primary}; {login} needs: GRANT {ROLE} TO {login}") from None
