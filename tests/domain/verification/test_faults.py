"""Faults of a record in words."""

from __future__ import annotations

from domain.archive import reading
from domain.proof.receipts import Keyring
from domain.verification.record import verify
from tests.support.archives import chain_again, record_file, split_lines
from tests.support.rulesets import product_rulesets


def test_what_is_wrong_before_the_first_step_names_no_rules_that_made_it() -> None:
    link = b'"link":"%s","hidden"' % (b"0" * 64)
    file = chain_again(record_file(product_rulesets()).replace(b'"hidden"', link, 1))
    archive = reading.parse_archive(split_lines(file))
    found = verify(archive.rows, archive.header.game, product_rulesets(), Keyring(()))
    assert found.list_faults() == [("rules", "its link is not the digest of a secret, or the game is listed")]
