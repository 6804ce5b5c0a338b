#!/usr/bin/env bash
# Start a coordinator and two workers of Citus on this machine, in ./.citus, for tests/citus; `stop` ends them and
# removes the folder. Where PostgreSQL has no Citus yet, it is built from the folder CITUS_SOURCE and installed.
#
#     [PG_CONFIG=pg_config] [CITUS_SOURCE=folder] deploy/citus/cluster.sh [start|stop]
set -euo pipefail
cd "$(dirname "$0")/../.."
FOLDER=$PWD/.citus
FIRST_PORT=${CITUS_PORT:-19510}
NODES=(coordinator worker1 worker2)

fail() { echo "citus: $*" >&2; exit 2; }

# PostgreSQL refuses to run as root.
as_owner() { if test "$(id -u)" = 0; then runuser -u postgres -- "$@"; else "$@"; fi; }

find_postgres() {
  local newest
  newest=$(find /usr/lib/postgresql -path '*/bin/pg_config' 2>/dev/null | sort -V | tail -1)
  PG_CONFIG=${PG_CONFIG:-${newest:-pg_config}}
  command -v "$PG_CONFIG" >/dev/null || fail "there is no pg_config; install PostgreSQL 15 to 17, or set PG_CONFIG."
  BIN=$("$PG_CONFIG" --bindir)
}

build() {
  test -n "${CITUS_SOURCE:-}" || fail "PostgreSQL in $BIN has no Citus, and CITUS_SOURCE names no folder to build it from."
  test -f "$("$PG_CONFIG" --includedir-server)/postgres.h" ||
    fail "the headers of the server are missing; on Debian, install postgresql-server-dev."
  echo "Building Citus (once; some three minutes on two cores)"
  mkdir -p "$FOLDER"
  (
    cd "$CITUS_SOURCE"
    ./configure PG_CONFIG="$PG_CONFIG" --without-libcurl
    make -j"$(nproc)" with_llvm=no
    make install with_llvm=no
  ) >"$FOLDER/build.log" 2>&1 || fail "Citus was not built; $FOLDER/build.log says why."
}

start_node() { # name port
  local data=$FOLDER/$1
  as_owner "$BIN/initdb" -D "$data" -U postgres --encoding=UTF8 --locale=C.UTF-8 --auth=trust >/dev/null
  as_owner tee -a "$data/postgresql.conf" >/dev/null <<SETTINGS
listen_addresses = '127.0.0.1'
port = $2
unix_socket_directories = '$data'
shared_preload_libraries = 'citus'
max_connections = 300
max_prepared_transactions = 300
wal_level = logical
jit = off
fsync = off
SETTINGS
  as_owner "$BIN/pg_ctl" -D "$data" -l "$data/log" -w start >/dev/null || fail "$1 does not start; $data/log says why."
  ask "$2" "CREATE EXTENSION citus"
}

ask() { "$BIN/psql" -qAt -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$1" -U postgres -c "$2" >/dev/null; }

start() {
  find_postgres
  test ! -e "$FOLDER/url" || fail "a cluster is up already: $(cat "$FOLDER/url")"
  test -f "$("$PG_CONFIG" --sharedir)/extension/citus.control" || build
  mkdir -p "$FOLDER"
  test "$(id -u)" != 0 || chown postgres "$FOLDER"
  local place
  for place in "${!NODES[@]}"; do start_node "${NODES[$place]}" $((FIRST_PORT + place)); done
  ask "$FIRST_PORT" "SELECT citus_set_coordinator_host('127.0.0.1', $FIRST_PORT)"
  for place in 1 2; do ask "$FIRST_PORT" "SELECT citus_add_node('127.0.0.1', $((FIRST_PORT + place)))"; done
  echo "postgresql://postgres@127.0.0.1:$FIRST_PORT/postgres" >"$FOLDER/url"
  echo "A coordinator and two workers are up: KIFU_TEST_CITUS_URL=$(cat "$FOLDER/url")"
}

stop() {
  find_postgres
  local node
  for node in "${NODES[@]}"; do
    test ! -d "$FOLDER/$node" || as_owner "$BIN/pg_ctl" -D "$FOLDER/$node" -m immediate stop >/dev/null || true
  done
  rm -rf "$FOLDER"
}

case ${1:-start} in
  start) start ;;
  stop) stop ;;
  *) fail "say start or stop" ;;
esac
