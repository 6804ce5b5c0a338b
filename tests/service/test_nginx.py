"""The site for nginx, with a real nginx: what clients see while Kifu restarts."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.services import ROOT, free_port, running_service

PROGRAM = shutil.which("nginx") or "/usr/sbin/nginx"
START_SECONDS = 60.0
pytestmark = [
    pytest.mark.long,
    pytest.mark.slow,
    pytest.mark.skipif(not os.access(PROGRAM, os.X_OK), reason="nginx is not installed: apt-get install nginx"),
]
MAIN = """
daemon off; pid {folder}/pid; error_log stderr; worker_processes 1; events {{ worker_connections 64; }}
http {{
    access_log off; client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3;
    uwsgi_temp_path {folder}/4; scgi_temp_path {folder}/5;
    include {folder}/site;
}}
"""


@contextmanager
def nginx_before(service: str, folder: Path) -> Iterator[str]:
    """Run nginx with the site of the repository, on plain HTTP and without certificates; yield its address."""
    port = free_port()
    site = (ROOT / "deploy" / "nginx.conf").read_text()
    site = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", site, count=1, flags=re.DOTALL)
    site = re.sub(r"    (ssl_\w+|listen \[::\]:443) .*\n", "", site)
    site = site.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    site = site.replace("server 127.0.0.1:8000", f"server {service.removeprefix('http://')}")
    (folder / "site").write_text(site)
    (folder / "main").write_text(MAIN.format(folder=folder))
    command = [PROGRAM, "-c", str(folder / "main"), "-p", str(folder), "-e", "stderr"]
    with (folder / "log").open("w") as log:
        nginx = subprocess.Popen(command, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        _await(address, nginx, folder / "log")
        yield address
    finally:
        nginx.terminate()
        nginx.wait(60)


def _await(address: str, nginx: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and nginx.poll() is None:
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=60).close()
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"nginx does not answer:\n{log.read_text()}")


def refused(request: urllib.request.Request) -> urllib.error.HTTPError:
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=60)
    return caught.value


def test_a_service_that_is_away_is_a_problem_that_asks_to_try_again(tmp_path: Path) -> None:
    with nginx_before(f"http://127.0.0.1:{free_port()}", tmp_path) as address:
        for path in ("/v1/games", "/v1/games/4f6d9e8e-0c57-4b6f-9a37-3b5f0c1d2e4a/live", "/v1/archives", "/"):
            for method in ("GET", "POST"):
                answer = refused(urllib.request.Request(address + path, method=method))
                problem = json.load(answer)
                assert (answer.code, problem["status"], problem["code"]) == (503, 503, "unavailable")
                assert problem["type"] == "/docs#unavailable"
                assert answer.headers["Content-Type"] == "application/problem+json"
                assert int(answer.headers["Retry-After"]) > 0


def test_what_kifu_says_itself_is_passed_on(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with running_service(tmp_path / "data") as service, nginx_before(service, tmp_path) as address:
        answer = refused(urllib.request.Request(f"{address}/v1/games/nothing"))
        assert json.load(answer)["code"] == "unknown-game"
        with urllib.request.urlopen(f"{address}/healthz", timeout=60) as answered:
            assert json.load(answered)["status"] == "alive"
