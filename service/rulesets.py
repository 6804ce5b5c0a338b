"""The rulesets of a service, separate from its other parts: the rules need no database driver."""

from __future__ import annotations

from domain.kernel.rulesets import Rulesets
from domain.rulesets import registry
from service.settings import Settings


def build_rulesets(settings: Settings) -> Rulesets:
    """Build the rulesets with the content packs of the settings; raises BadContent."""
    return registry([settings.content] if settings.content else [])
