"""The rulesets of the product, read once for all tests of a process: nothing changes them."""

from __future__ import annotations

from functools import cache

from domain.kernel.rulesets import Rulesets
from domain.rulesets import registry


@cache
def product_rulesets() -> Rulesets:
    """Return the rulesets with the content that comes with them."""
    return registry()
