"""The table of attacks in docs/tampering.md has a test for each of its rows."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.services import ROOT


def test_each_attack_of_the_document_is_a_test() -> None:
    document = (ROOT / "docs" / "tampering.md").read_text("utf-8")
    numbers = set(re.findall(r"^\| (\d\d[a-c]?) \|", document, re.MULTILINE))
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    tested = set(re.findall(r'id="(\d\d[a-c]?)[-"]|def test_(\d\d[a-c]?)_', tests))
    assert {number[:2] for number in numbers} == {f"{n:02}" for n in range(1, 29)}
    assert numbers <= {number for found in tested for number in found}
