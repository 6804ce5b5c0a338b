"""The check of our prose finds what it looks for, where it stands, and leaves code alone."""

from __future__ import annotations

import pytest

from tests.support.prose import check_python, check_text


@pytest.mark.parametrize(
    "text",
    [
        "A seat is no game.",
        "Its time is none.",
        "of before\ndigests",
        "Chance goes on there",
        "so many bytes",
        "whoever",
    ],
)
def test_a_phrase_that_reads_as_translated_is_found(text: str) -> None:
    assert [finding.line for finding in check_text("page.md", f"# Title\n\n{text}\n")] == [3]


@pytest.mark.parametrize("text", ["There is no seat.", "It is no longer played.", "It is None.", "no one so far"])
def test_plain_english_passes(text: str) -> None:
    assert list(check_text("page.md", text)) == []


def test_in_python_comments_and_strings_count_and_names_do_not() -> None:
    source = 'whoever = 1\nx = "said by whoever asks"\n# goes on\n'
    assert [finding.line for finding in check_python("a.py", source)] == [2, 3]
