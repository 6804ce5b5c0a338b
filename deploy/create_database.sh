#!/usr/bin/env bash
# Creates the database and its roles on a new server, as a superuser: the owner, who migrates, and the login of the service.
# Connects as psql does by default (PGHOST, PGPORT, PGUSER, ...). The image of PostgreSQL runs it at its first start.
set -euo pipefail
: "${KIFU_OWNER_PASSWORD:?}" "${KIFU_PASSWORD:?}"
# Read by psql itself: an argument would show the passwords in the list of processes.
export KIFU_OWNER_PASSWORD KIFU_PASSWORD
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
\getenv owner_password KIFU_OWNER_PASSWORD
\getenv password KIFU_PASSWORD
CREATE ROLE kifu_service LOGIN;
CREATE ROLE kifu_owner LOGIN PASSWORD :'owner_password';
GRANT kifu_service TO kifu_owner;
CREATE ROLE kifu LOGIN PASSWORD :'password' IN ROLE kifu_service;
-- What a connection through PgBouncer in transaction mode cannot set by itself; other connections set the same.
ALTER ROLE kifu SET role = 'kifu_service';
ALTER ROLE kifu SET lock_timeout = '2s';
ALTER ROLE kifu SET idle_in_transaction_session_timeout = '5s';
ALTER ROLE kifu SET timezone = 'UTC';
CREATE DATABASE kifu OWNER kifu_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE kifu FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE kifu TO kifu_service;
SQL
