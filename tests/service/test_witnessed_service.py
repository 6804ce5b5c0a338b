"""A service and a witness, each in its own processes."""

from __future__ import annotations

from pathlib import Path

import pytest
import requests

from domain.proof.heads_log import default_origin
from domain.proof.notes import LOG_KEY, NoteKey, parse_note, parse_vkey, verify_note
from service.keys import signing
from service.settings import Settings
from tests.service.test_checkpointer import metric
from tests.service.test_service import Player
from tests.support.services import running_service
from tests.support.waiting import eventually
from tests.support.witnesses import running_witness

pytestmark = pytest.mark.slow


@pytest.mark.long
def test_a_service_shows_what_its_witness_cosigned(tmp_path: Path, database_url: str) -> None:
    data = tmp_path / "service"
    data.mkdir()
    signer, keyring = signing.load_or_make(Settings(data=data))
    log = NoteKey(default_origin(keyring, signer), LOG_KEY, signer.public)
    with (
        running_witness(tmp_path / "witness", log) as witness,
        running_service(
            data,
            KIFU_DATABASE_URL=database_url,
            KIFU_CHECKPOINT_SECONDS="1",
            KIFU_WITNESSES=witness.setting,
        ) as base,
    ):
        path = Player(base, "Ada").game()
        eventually(lambda: metric(base, 'kifu_cosignatures_total{witness="friend.example/w"}') >= 1, 60)
        # The first checkpoint may be that of the empty log.
        eventually(lambda: b'{"evidence":' in requests.get(f"{base}{path}/archive", timeout=60).content, 60)
        published = parse_vkey(requests.get(f"{base}/.well-known/kifu-keys.json", timeout=60).json()["log"]["vkey"])
        assert published == log
        note = parse_note(requests.get(f"{base}/checkpoint", timeout=60).text)
        assert [one.key for one in verify_note(note, [log, witness.key])] == [log, witness.key]
        file = requests.get(f"{base}{path}/archive", timeout=60).content
        assert b'{"evidence":' in file
