"""Witnesses on a command line: their keys or key files, and how many must have cosigned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from domain.kernel.language import say
from domain.proof.notes import BadNote
from domain.proof.witnesses import Witnesses, choose_witnesses, parse_witness_file
from kifu.shared.faults import Fault


def read_witnesses(named: Sequence[str], quorum: int | None) -> Witnesses | None:
    """Parse the named witnesses; None without any. Raises Fault."""
    if not named:
        if quorum is not None:
            raise Fault(say("A --quorum needs --witnesses."))
        return None
    keys: list[str] = []
    for text in named:
        path = Path(text)
        try:
            is_file = path.is_file()
            keys += parse_witness_file(path.read_text("utf-8")) if is_file else [key.strip() for key in text.split(",")]
        except (OSError, UnicodeDecodeError) as error:
            raise Fault(say("{path}: {why}.", path=path, why=error)) from None
        except BadNote as error:
            raise Fault(say("{path}: {why}", path=path, why=error)) from None
    try:
        return choose_witnesses(keys, quorum)
    except BadNote as error:
        raise Fault(str(error)) from None
