"""Go's packages for transparency logs, which know nothing of Kifu, read notes, tiles, entries and proofs of the log of
heads. Where Go or these packages are not installed the test is skipped, which `.ci/run` says.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from pathlib import Path

import psycopg
import pytest
from werkzeug.serving import make_server

from domain.proof.notes import LOG_KEY, NoteKey
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.role import url_for_service
from service.keys import signing
from service.settings import Settings
from service.witnesses.keeper import ask_all
from tests.api.house import app_on
from tests.support.heads import grow_log
from tests.support.witnesses import friend

READER = Path(__file__).parent / "reader"
GO_PATH = Path("/usr/share/gocode")
ORIGIN = "kifu.example"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in `reader/`, built."""
    if shutil.which("go") is None or not (GO_PATH / "src/golang.org/x/mod/sumdb/tlog").is_dir():
        pytest.skip(
            "Go and its package golang.org/x/mod are not installed: Debian has golang-go, golang-golang-x-mod-dev"
        )
    folder = tmp_path_factory.mktemp("go")
    settings = {"GO111MODULE": "off", "GOPATH": str(GO_PATH), "GOFLAGS": "", "GOCACHE": str(folder / "cache")}
    build = ["go", "build", "-o", str(folder / "reader"), "."]
    ran = subprocess.run(build, cwd=READER, env={**os.environ, **settings}, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return folder / "reader"


def test_another_implementation_reads_the_log(reader: Path, database_url: str, tmp_path: Path) -> None:
    home, leaves = tmp_path / "home", 259
    grow_log(database_url, home, leaves, ORIGIN)
    signer, keyring = signing.load_or_make(Settings(data=home))
    key, url = NoteKey(ORIGIN, LOG_KEY, signer.public), url_for_service(database_url)
    with friend(tmp_path / "anna", key, name="anna.example") as anna, friend(tmp_path / "bela", key) as bela:
        named = (anna.setting, bela.setting)
        with Datastore(url, pool_size=2) as datastore:
            ask_all(Settings(data=home, origin=ORIGIN, witnesses=named), datastore, signer, keyring)
    with app_on(database_url, home, origin=ORIGIN, witnesses=named) as app:
        earlier = tmp_path / "earlier"
        earlier.write_text(app.test_client().get("/v1/heads/consistency?from=100").get_json()["from"])
        vkey = app.test_client().get("/.well-known/kifu-keys.json").get_json()["log"]["vkey"]
        server = make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            arguments = [f"http://127.0.0.1:{server.server_port}", vkey, earlier, anna.key.vkey, bela.key.vkey]
            ran = subprocess.run([reader, *arguments], capture_output=True, text=True)
            assert (ran.returncode, ran.stdout.splitlines()) == (
                0,
                [
                    f"checkpoint of {leaves} leaves, 3 signatures",
                    f"{leaves} leaves included",
                    "consistent with 100 leaves",
                    "tiles of 2 levels",
                ],
            ), ran.stdout
            with psycopg.connect(database_url) as connection:
                connection.execute("UPDATE kifu.logged_heads SET time = '2026-01-01T00:00:00Z' WHERE size = 7")
            assert subprocess.run([reader, *arguments], capture_output=True, text=True).returncode == 1
        finally:
            server.shutdown()
