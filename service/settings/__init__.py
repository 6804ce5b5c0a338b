"""The settings of a service: one table, read once from the environment and passed whole to every process."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TypeVar, get_type_hints

import msgspec
from environs import Env, EnvValidationError, validate

from service.settings import checks

PREFIX = "KIFU_"
LOG_LEVELS = ("debug", "info", "warning", "error")
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - the operator's choice
THREADS_FOR_ANSWERS = 4
MADE = "made at the first start, in `KIFU_DATA/keys`"
NO_SETTING = "none"
Value = TypeVar("Value")
Check = Callable[..., object]
READERS: Mapping[object, Callable[..., object]] = {
    bool: Env.bool,
    int: Env.int,
    tuple[str, ...]: Env.list,
    Path: Env.path,
    Path | None: Env.path,
}
"""The parser of a variable for each type of field; for any other type, the text is kept."""


class BadSettings(ValueError):
    """Invalid settings; `errors` holds the reasons by variable name."""

    def __init__(self, errors: dict[str, list[str]]) -> None:
        lines = [f"{name}: {' '.join(reasons)}" for name, reasons in sorted(errors.items())]
        super().__init__("these settings cannot be used:\n  " + "\n  ".join(lines))
        self.errors = errors


@dataclass(frozen=True)
class Described:
    """The documentation of a setting besides its name, type and default value.

    `what` and `default` are Markdown for docs/running.md; `default` describes a default that depends on something.
    """

    what: str
    check: Check | None
    default: str | None


def setting(
    value: Value, what: str, check: Check | None = None, *, default: str | None = None, secret: bool = False
) -> Value:
    """Declare a setting with its default value; a secret one is excluded from its `repr`."""
    described = Described(what, check, default)
    declared: Value = field(default=value, repr=not secret, metadata={Described.__name__: described})
    return declared


@dataclass(frozen=True)
class Settings:
    """The operator's settings. Variables are named like the fields, in capitals, with the prefix KIFU_."""

    host: str = setting("127.0.0.1", "the address to listen on", validate.Length(min=1))
    port: int = setting(8000, "the port to listen on", validate.Range(1, 65535))
    workers: int = setting(
        max(2, os.cpu_count() or 1), "worker processes", validate.Range(1, 64), default="one a core, at least 2"
    )
    readers: int = setting(
        1,
        "processes that answer what takes long, such as pictures and whole games, at low priority",
        validate.Range(1, 16),
    )
    threads: int = setting(256, "requests that a worker answers at a time", validate.Range(4, 2048))
    max_streams: int = setting(200, "how many of those may be live streams", validate.Range(0, 2000))
    streams_per_address: int = setting(50, "live streams of one address in a worker", validate.Range(1, 2000))
    connections_per_address: int = setting(
        100,
        "open connections of one address to a worker; not counted with `KIFU_TRUSTED_PROXIES`",
        validate.Range(4, 100_000),
    )
    waiting_games: int = setting(50, "games of one player that may wait for others", validate.Range(1, 100_000))
    waiting_hours: int = setting(
        24,
        "after how many hours a game that still waits for players is cancelled; `0`: never",
        validate.Range(0, 100_000),
    )
    cache_mib: int = setting(
        64,
        "mebibytes of games, answers of streams and verdicts that a worker keeps in memory; see [memory](#memory)",
        validate.Range(1, 65536),
    )
    database_url: str | None = setting(
        None,
        "a PostgreSQL 15 or later: `postgresql://...`; see [the database](#the-database)",
        checks.check_database_url,
        default="the embedded server",
        secret=True,
    )
    pooled_database_url: str | None = setting(
        None,
        "the same database through [PgBouncer](operating.md#pgbouncer) in transaction mode, for the statements of the "
        "workers; `KIFU_DATABASE_URL` then bypasses it",
        checks.check_database_url,
        secret=True,
    )
    data: Path = setting(
        Path(".kifu"), "the folder of the embedded database, the keys and `checkpoints.ndjson`", default="`./.kifu`"
    )
    content: Path | None = setting(None, "a folder with more content packs: `RULESET/*.toml`", checks.check_folder)
    operator_token: str | None = setting(
        None,
        "the token of the operator, who appoints arbiters and imports: at least 32 characters",
        checks.check_operator_token,
        default="made at the first start, in `KIFU_DATA/operator.token`; shown on a terminal only",
        secret=True,
    )
    signing_key: str | None = setting(
        None,
        "the private key that signs receipts and checkpoints: 64 hexadecimal digits",
        checks.check_key,
        default=MADE,
        secret=True,
    )
    new_key: bool = setting(
        False,
        "`1`: start with keys that the other instances of the database do not know; see "
        "[several instances](#several-instances)",
    )
    seed_keys: tuple[str, ...] = setting(
        (),
        "the keys that the seeds of running games are encrypted under: 64 hexadecimal digits each, with commas between "
        "them; the last is in use; the same on every machine",
        checks.check_keys,
        default=MADE,
        secret=True,
    )
    token_key: str | None = setting(
        None,
        "the key that seals tokens and recovery codes: 64 hexadecimal digits; the same on every machine",
        checks.check_key,
        default=MADE,
        secret=True,
    )
    snapshot_key: str | None = setting(
        None,
        "the key that seals snapshots of games: 64 hexadecimal digits; the same on every machine",
        checks.check_key,
        default=MADE,
        secret=True,
    )
    checkpoint_seconds: int = setting(
        60, "how often the log is signed; `0` leaves it to `kifu checkpoint`", validate.Range(0, 86_400)
    )
    origin: str | None = setting(
        None,
        "what the log of all games is called in `/checkpoint`: the address of the service without `https://`, such as "
        "`kifu.example`; choose it once",
        checks.check_origin,
        default="`kifu/` and the first key",
    )
    witnesses: tuple[str, ...] = setting(
        (),
        "the [witnesses](witness.md) that cosign checkpoints, each as `VKEY@URL`, with commas between them; one "
        "without `@URL` is no longer asked, and its earlier signatures are still shown",
        checks.check_witnesses,
    )
    check_rate: int = setting(
        200,
        "how many events a second are used to compare the read models with the events; `0` leaves it to "
        "`kifu rebuild --check`",
        validate.Range(0, 1_000_000),
    )
    log_level: str = setting("info", "`debug`, `info`, `warning` or `error`", validate.OneOf(LOG_LEVELS))
    rate_limit: str = setting(
        "12000/minute", "requests of one player, or of one address, to a worker", checks.check_rate
    )
    cpu_budget: str = setting(
        "30/minute",
        "seconds of CPU that the requests of one player, or of one address, may take of a worker and its readers",
        checks.check_rate,
    )
    rate_limit_players: str = setting(
        "60/minute, 500/day", "registrations from one address to a worker, guests included", checks.check_rate
    )
    rate_limit_games: str = setting(
        "400/day",
        "games that one player opens at a worker, branches included; this and the next three hold for an address ten "
        "times over",
        checks.check_rate,
    )
    rate_limit_branches: str = setting("100/day", "branches that one player opens at a worker", checks.check_rate)
    rate_limit_accounts: str = setting(
        "100/day", "changes of the tokens, recovery codes and keys of one player at a worker", checks.check_rate
    )
    rate_limit_changes: str = setting(
        "100000/day", "requests of one player to a worker but `GET` and `HEAD`", checks.check_rate
    )
    unlimited: bool = setting(
        False,
        "`1` lifts `KIFU_CPU_BUDGET` and all `KIFU_RATE_LIMIT...`: for load tests and benchmarks, never where "
        "strangers can ask",
    )
    metrics_open: bool = setting(False, "`1`: show `/metrics` to everybody, not only to the operator")
    trusted_proxies: int = setting(
        0,
        "how many reverse proxies are in front: the caller's address is that many places from the end of "
        "`X-Forwarded-For`",
        validate.Range(0, 10),
    )
    webhook_hosts: tuple[str, ...] = setting(
        (),
        "hosts of your own network that players' [webhooks](api.md#webhooks) may call, by http too: `HOST` or "
        "`HOST:PORT`, with commas between them; all others need https and a public address",
        checks.check_hosts,
    )
    bots: bool = setting(
        True, "`0`: the service has no bots of its own to play with; of several instances, one is enough"
    )
    archive: str | None = setting(
        None,
        "the folder, or the bucket (`s3://...`), of "
        "[games that were moved to files](archive.md#games-that-move-to-files), for every instance and for `kifu` "
        "commands",
        checks.check_archive,
    )
    demo: bool = setting(
        True,
        "`1`: a database without any game gets a finished one of each ruleset, played by bots, which count nowhere",
        default="`1` with the embedded server, else `0`",
    )
    cors_origins: tuple[str, ...] = setting(
        ("*",),
        "the origins whose web pages may use the service, with commas between them; `*`: any page may read, and none "
        "may write",
        checks.check_origins,
    )

    @property
    def reachable_host(self) -> str:
        """The host under which a client on this machine reaches the service."""
        return EVERYWHERE.get(self.host, self.host)

    @property
    def address(self) -> str:
        """The URL of the service for a client on this machine."""
        host = self.reachable_host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


def read_settings() -> Settings:
    """Read the settings of this process. Raises BadSettings with all faults at once."""
    env = Env(eager=False)
    types = get_type_hints(Settings)
    with env.prefixed(PREFIX):
        values = {one.name: _read(env, one.name, types[one.name], one.default) for one in fields(Settings)}
        # A named database may serve other people, whose games must not be mixed with demo games.
        values["demo"] = env.bool("DEMO", values["database_url"] is None)
    errors = _errors(env)
    streams, threads = values["max_streams"], values["threads"]
    if isinstance(streams, int) and isinstance(threads, int) and streams > threads - THREADS_FOR_ANSWERS:
        errors.setdefault("KIFU_MAX_STREAMS", []).append("Must leave at least 4 of KIFU_THREADS for other requests.")
    if values["pooled_database_url"] and not values["database_url"]:
        errors.setdefault("KIFU_POOLED_DATABASE_URL", []).append(
            "Needs KIFU_DATABASE_URL, which leads to the same database without the pooler."
        )
    if errors:
        raise BadSettings(errors)
    return msgspec.convert(values, Settings)


def table_of_settings() -> str:
    """Return the table of docs/running.md: a row for each setting, in order."""
    rows = ["| variable | default | what it is |", "|---|---|---|"]
    for one in fields(Settings):
        described = _described(one.name)
        default = described.default or _in_markdown(one.default)
        rows.append(f"| `{PREFIX}{one.name.upper()}` | {default} | {described.what} |")
    return "\n".join(rows) + "\n"


def encode_settings(settings: Settings) -> bytes:
    """Encode settings as JSON, secrets included, for another process."""
    return msgspec.json.encode(settings, enc_hook=str)


def decode_settings(encoded: bytes) -> Settings:
    """Read what `encode_settings` wrote. Raises msgspec.DecodeError for anything else."""
    return msgspec.json.decode(encoded, type=Settings, dec_hook=lambda kind, value: kind(value))


def _described(name: str) -> Described:
    found: Described = Settings.__dataclass_fields__[name].metadata[Described.__name__]
    return found


def _read(env: Env, name: str, kind: object, default: object) -> object:
    """Parse one variable as the type of its field says."""
    check = _described(name).check
    return READERS.get(kind, Env.str)(env, name.upper(), default, validate=[check] if check else [])


def _errors(env: Env) -> dict[str, list[str]]:
    try:
        env.seal()
    except EnvValidationError as error:
        messages = error.error_messages
        return {name: list(reasons) for name, reasons in messages.items()} if isinstance(messages, Mapping) else {}
    return {}


def _in_markdown(default: object) -> str:
    if default is None or default == ():
        return NO_SETTING
    if isinstance(default, bool):
        return f"`{int(default)}`"
    return f"`{','.join(default)}`" if isinstance(default, tuple) else f"`{default}`"
