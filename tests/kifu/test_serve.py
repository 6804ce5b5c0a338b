import json
import urllib.request
from pathlib import Path

import pytest

from tests.kifu.command import kifu
from tests.support.rulesets import product_rulesets
from tests.support.services import running_service


@pytest.mark.slow
def test_serve_greets_answers_and_ends_when_asked_to(database_url: str, tmp_path: Path) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url) as address:
        with urllib.request.urlopen(f"{address}/v1/rulesets", timeout=10) as answer:
            assert [ruleset["id"] for ruleset in json.load(answer)["items"]] == [
                ruleset.id for ruleset in product_rulesets()
            ]
        port = address.rpartition(":")[2]
        second = kifu("serve", data=tmp_path, KIFU_PORT=port, KIFU_DATABASE_URL=database_url)
        assert second.exit_code == 2
        assert second.err.startswith("Error: Something answers at ")
        assert second.err.count("\n") == 1
    log = (tmp_path / "service.log").read_text("utf-8")
    assert log.count(f"Kifu is ready at {address}") == 1
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(f"{address}/v1/rulesets", timeout=10)
