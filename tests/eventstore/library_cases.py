"""The library's published cases, importable without a package that Kifu does not need."""

import importlib.util
import sys

from eventsourcing import cryptography

if importlib.util.find_spec("Crypto") is None:
    # The cases import the library's first AES cipher, which needs PyCryptodome; this is its other one.
    sys.modules["eventsourcing.cipher"] = cryptography

from eventsourcing.tests import application, persistence

__all__ = ["application", "persistence"]
