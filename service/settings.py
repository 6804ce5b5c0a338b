"""The settings of a service, read once from the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from environs import Env, EnvValidationError, ValidationError, validate

from eventstore.archive_files import BadPlace, open_archive

LOG_LEVELS = ("debug", "info", "warning", "error")
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - the operator's choice
SHORTEST_TOKEN, LONGEST_TOKEN = 32, 200


class BadSettings(ValueError):
    """Invalid settings; `errors` holds the reasons by the name of the variable."""

    def __init__(self, errors: dict[str, list[str]]) -> None:
        lines = [f"{name}: {' '.join(reasons)}" for name, reasons in sorted(errors.items())]
        super().__init__("these settings cannot be used:\n  " + "\n  ".join(lines))
        self.errors = errors


@dataclass(frozen=True)
class Settings:
    """What the operator may choose; the names of the variables are these with KIFU_ in front.

    `threads` is the number of requests that a worker carries out at a time, `max_streams` how many of them may be
    live streams. `streams_per_address` and `connections_per_address` bound what one address may hold of a worker;
    behind proxies, connections are not counted. A player has at most `waiting_games` games that wait for players;
    after `waiting_hours` such a game is cancelled; 0: never. A worker keeps games and answers of about `cache_mib`
    mebibytes in memory.
    `rate_limit` holds for each player, or each address where no player is named, and each worker; `rate_limit_players`
    for the registrations from one address. `database_url` is None for the embedded server; `pooled_database_url` leads
    to the same database through a pooler in transaction mode. With `new_key` the service starts with keys that other
    instances do not know. Checkpoints are made every `checkpoint_seconds`; 0: never by the service. They name the log
    `origin`, or by the first key of the service. Read models are compared with the events, `check_rate` of these a
    second; 0: never by the service. `trusted_proxies` is the number of proxies before the service that add an address
    to X-Forwarded-For. Scripts of web pages of the `cors_origins` may use the service; "*" stands for any page, which
    may then read. With `pack_moves` new moves are stored in less room. Moved games are read from the files in
    `archive`, a folder or a bucket. With `demo` a new database gets a finished game of each ruleset. With `bots` the
    bots of the service play.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    threads: int = 256
    max_streams: int = 200
    streams_per_address: int = 50
    connections_per_address: int = 100
    waiting_games: int = 50
    waiting_hours: int = 0
    cache_mib: int = 64
    data: Path = Path(".kifu")
    database_url: str | None = field(default=None, repr=False)
    pooled_database_url: str | None = field(default=None, repr=False)
    operator_token: str | None = field(default=None, repr=False)
    signing_key: str | None = field(default=None, repr=False)
    seed_keys: tuple[str, ...] = field(default=(), repr=False)
    snapshot_key: str | None = field(default=None, repr=False)
    token_key: str | None = field(default=None, repr=False)
    new_key: bool = False
    content: Path | None = None
    log_level: str = "info"
    rate_limit: str = "100000/minute"
    rate_limit_players: str = "6000/minute"
    checkpoint_seconds: int = 60
    origin: str | None = None
    witnesses: tuple[str, ...] = ()
    check_rate: int = 200
    trusted_proxies: int = 0
    cors_origins: tuple[str, ...] = ("*",)
    pack_moves: bool = False
    bots: bool = True
    archive: str | None = None
    demo: bool = True

    @property
    def reachable_host(self) -> str:
        """Where a client on this machine finds the service."""
        return EVERYWHERE.get(self.host, self.host)

    @property
    def address(self) -> str:
        """The address of the service for a client on this machine."""
        host = self.reachable_host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


def read_settings() -> Settings:
    """Read the settings of this process. Raises BadSettings with every fault at once."""
    env = Env(eager=False)
    with env.prefixed("KIFU_"):
        values: dict[str, object] = {
            "host": env.str("HOST", Settings.host, validate=validate.Length(min=1)),
            "port": env.int("PORT", Settings.port, validate=validate.Range(1, 65535)),
            "workers": env.int("WORKERS", max(2, os.cpu_count() or 1), validate=validate.Range(1, 64)),
            "threads": env.int("THREADS", Settings.threads, validate=validate.Range(4, 2048)),
            "max_streams": env.int("MAX_STREAMS", Settings.max_streams, validate=validate.Range(0, 2000)),
            "streams_per_address": env.int(
                "STREAMS_PER_ADDRESS", Settings.streams_per_address, validate=validate.Range(1, 2000)
            ),
            "connections_per_address": env.int(
                "CONNECTIONS_PER_ADDRESS", Settings.connections_per_address, validate=validate.Range(4, 100_000)
            ),
            "waiting_games": env.int("WAITING_GAMES", Settings.waiting_games, validate=validate.Range(1, 100_000)),
            "waiting_hours": env.int("WAITING_HOURS", Settings.waiting_hours, validate=validate.Range(0, 100_000)),
            "cache_mib": env.int("CACHE_MIB", Settings.cache_mib, validate=validate.Range(1, 65536)),
            "data": env.path("DATA", Settings.data),
            "database_url": env.str("DATABASE_URL", None, validate=_database_url),
            "pooled_database_url": env.str("POOLED_DATABASE_URL", None, validate=_database_url),
            "operator_token": env.str("OPERATOR_TOKEN", None, validate=_operator_token),
            "signing_key": env.str("SIGNING_KEY", None, validate=_key),
            "seed_keys": env.list("SEED_KEYS", [], validate=_keys),
            "snapshot_key": env.str("SNAPSHOT_KEY", None, validate=_key),
            "token_key": env.str("TOKEN_KEY", None, validate=_key),
            "new_key": env.bool("NEW_KEY", False),
            "content": env.path("CONTENT", None, validate=_folder),
            "log_level": env.str("LOG_LEVEL", "info", validate=validate.OneOf(LOG_LEVELS)),
            "rate_limit": env.str("RATE_LIMIT", Settings.rate_limit, validate=_rate),
            "rate_limit_players": env.str("RATE_LIMIT_PLAYERS", Settings.rate_limit_players, validate=_rate),
            "checkpoint_seconds": env.int(
                "CHECKPOINT_SECONDS", Settings.checkpoint_seconds, validate=validate.Range(0, 86_400)
            ),
            "origin": env.str("ORIGIN", None, validate=_origin),
            "witnesses": env.list("WITNESSES", [], validate=_witnesses),
            "check_rate": env.int("CHECK_RATE", Settings.check_rate, validate=validate.Range(0, 1_000_000)),
            "trusted_proxies": env.int("TRUSTED_PROXIES", Settings.trusted_proxies, validate=validate.Range(0, 10)),
            "pack_moves": env.bool("PACK_MOVES", Settings.pack_moves),
            "demo": env.bool("DEMO", env.str("DATABASE_URL", None) is None),
            "bots": env.bool("BOTS", Settings.bots),
            "archive": env.str("ARCHIVE", None, validate=_archive),
            "cors_origins": env.list("CORS_ORIGINS", list(Settings.cors_origins), validate=_origins),
        }
    errors = _errors(env)
    streams, threads = values["max_streams"], values["threads"]
    if isinstance(streams, int) and isinstance(threads, int) and streams > threads - 4:
        errors.setdefault("KIFU_MAX_STREAMS", []).append("Must leave at least 4 of KIFU_THREADS for other requests.")
    if values["pooled_database_url"] and not values["database_url"]:
        errors.setdefault("KIFU_POOLED_DATABASE_URL", []).append(
            "Needs KIFU_DATABASE_URL, which leads to the same database without the pooler."
        )
    if errors:
        raise BadSettings(errors)
    return msgspec.convert(values, Settings)


def _errors(env: Env) -> dict[str, list[str]]:
    try:
        env.seal()
    except EnvValidationError as error:
        messages = error.error_messages
        return {name: list(reasons) for name, reasons in messages.items()} if isinstance(messages, Mapping) else {}
    return {}


def _database_url(value: str) -> None:
    if not value.startswith(("postgresql://", "postgres://")):
        raise ValidationError("Not a URL that starts with postgresql://.")


def _operator_token(value: str) -> None:
    if not SHORTEST_TOKEN <= len(value) <= LONGEST_TOKEN:
        raise ValidationError(
            f"Has {len(value)} characters; between {SHORTEST_TOKEN} and {LONGEST_TOKEN} are needed. "
            "`openssl rand -hex 32` prints such a token, and without this setting Kifu makes one itself."
        )


def _key(value: str) -> None:
    if not re.fullmatch("[0-9a-fA-F]{64}", value):
        raise ValidationError("Not 64 hexadecimal digits, such as `openssl rand -hex 32` prints.")


def _keys(values: list[str]) -> None:
    for value in values:
        if not re.fullmatch("[0-9a-fA-F]{64}", value):
            raise ValidationError("Not keys of 64 hexadecimal digits, separated by commas.")


def _folder(value: Path) -> None:
    if not value.is_dir():
        raise ValidationError("Not a folder.")


def _archive(value: str) -> None:
    try:
        open_archive(value)
    except BadPlace as error:
        raise ValidationError(str(error)) from None


def _origin(value: str) -> None:
    if not re.fullmatch(r"[!-*,-~]{1,200}", value) or "://" in value or value.endswith("/"):
        raise ValidationError(
            "Not the address of this service without https://, such as kifu.example; it has no spaces, no plus and no "
            "slash at its end."
        )


def _witnesses(values: list[str]) -> None:
    # Imported late, as are rates.
    from domain.proof.notes import BadNote
    from service.witnesses.named import parse_named

    try:
        parse_named(values)
    except BadNote as error:
        raise ValidationError(str(error)) from None


def _origins(values: list[str]) -> None:
    for value in values:
        if value != "*" and not re.fullmatch(r"https?://[^/\s,*@?#]+", value):
            raise ValidationError(f"{value!r} is neither * nor an origin such as https://kifu.example.")


def _rate(value: str) -> None:
    # Imported late: it takes a sixth of a second, and the commands of the terminal read settings as well.
    from limits import parse_many

    try:
        parse_many(value)
    except ValueError:
        raise ValidationError("Not a rate such as 600/minute.") from None
