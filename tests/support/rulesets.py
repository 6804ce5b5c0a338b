"""The product's rulesets, read once for all tests of a process, since nothing changes them."""

from __future__ import annotations

from functools import cache

from domain.kernel.rulesets import Rulesets
from domain.rulesets import registry


@cache
def product_rulesets() -> Rulesets:
    """Return the rulesets with their own content."""
    return registry()
