"""Builds the log of heads under the name in the settings, with the cosignatures of their witnesses."""

from __future__ import annotations

from domain.application.log_of_heads import LogOfHeads
from domain.proof.log_store import LogStore
from domain.proof.receipts import Keyring, Signer
from service.settings import Settings
from service.witnesses.named import parse_named


def build_log_of_heads(settings: Settings, store: LogStore, keyring: Keyring, signer: Signer) -> LogOfHeads:
    """Build the log of heads of a store."""
    return LogOfHeads(
        store, keyring, signer, settings.origin, [witness.key for witness in parse_named(settings.witnesses)]
    )
