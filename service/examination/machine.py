"""Checks the machine, the data folder, and the service if it is running."""

from __future__ import annotations

import os
import shutil
import stat
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec

from domain.kernel.words import count_noun
from service.examination.findings import Explain, Finding, guard
from service.keys import signing
from service.keys.data_folder import LEAST_SPACE
from service.open_files import count_connections
from service.rulesets import build_rulesets
from service.settings import Settings
from service.version import VERSION

SHARE_FREE = 0.1
OTHERS = stat.S_IRWXG | stat.S_IRWXO
ASK_SECONDS = 5.0


def examine_machine(settings: Settings, explain: Explain) -> Iterator[Finding]:
    """Check the content packs, the limit on open files, and the data folder."""
    yield from guard("content", lambda: _look_at_content(settings), explain)
    yield from guard("files", _look_at_files, explain)
    yield from guard("folder", lambda: _look_at_folder(settings.data), explain)


def examine_service(settings: Settings) -> Iterator[Finding]:
    """Ask the service at the address of the settings, if one answers, for its version and its readiness."""
    try:
        version = _ask(f"{settings.address}/healthz").get("version")
    except OSError:
        yield Finding("service", "skipped", f"No service answers at {settings.address}.")
        return
    if version != VERSION:
        advice = "Start the service anew after an upgrade."
        yield Finding("service", "warning", f"The service runs {version or 'an older version'}, not {VERSION}.", advice)
    else:
        yield Finding("service", "well", f"The service runs {VERSION}.")
    try:
        status = _ask(f"{settings.address}/readyz").get("status")
    except urllib.error.HTTPError as error:
        status = f"answered with {error.code}"
    if status == "ready":
        yield Finding("readiness", "well", "It is ready.")
    else:
        yield Finding("readiness", "fault", f"It is {status}.", f"{settings.address}/readyz says why.")


def _look_at_content(settings: Settings) -> Iterator[Finding]:
    count = len(list(build_rulesets(settings)))
    yield Finding("content", "well", f"{count_noun(count, 'ruleset')} can be played.")


def _look_at_files() -> Iterator[Finding]:
    yield Finding("files", "well", f"A worker can hold {count_noun(count_connections(), 'connection')}.")


def _look_at_folder(data: Path) -> Iterator[Finding]:
    if not data.is_dir():
        yield Finding("folder", "warning", f"{data} does not exist yet.", "`kifu serve` makes it; check KIFU_DATA.")
        return
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        yield Finding("folder", "fault", f"{data} cannot be written to.", "Run this as the account of the service.")
        return
    usage = shutil.disk_usage(data)
    free = f"{usage.free / (1 << 20):,.0f} MiB are free on the disk of {data}."
    if usage.free < LEAST_SPACE:
        yield Finding("space", "fault", free, "Nothing can be recorded: make room.")
    elif usage.free < SHARE_FREE * usage.total:
        yield Finding("space", "warning", free, "That is less than a tenth: make room.")
    else:
        yield Finding("space", "well", free)
    secrets = [data / "operator.token", *sorted((data / signing.FOLDER).glob("*.key*"))]
    open_to_others = [path for path in secrets if path.exists() and path.stat().st_mode & OTHERS]
    for path in open_to_others:
        yield Finding("rights", "fault", f"{path} can be read by other accounts.", f"Run `chmod 600 {path}`.")
    if not open_to_others:
        yield Finding("rights", "well", "No other account can read the keys.")


def _ask(address: str) -> dict[str, object]:
    with urllib.request.urlopen(address, timeout=ASK_SECONDS) as answer:  # noqa: S310 - our own address
        found: dict[str, object] = msgspec.json.decode(answer.read(), type=dict[str, object])
        return found
