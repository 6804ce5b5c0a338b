"""The signature of a player in the header of a request."""

from __future__ import annotations

import re

from api.flask_app import current_request
from api.problems import malformed
from api.requests.blueprint import Header
from domain.kernel.language import later
from domain.proof.signatures import Signature

PATTERN = "[0-9a-f]{16}[.][0-9a-f]{64}[.][0-9a-f]{128}"
KIFU_SIGNATURE = Header(
    "Kifu-Signature",
    "For a seat with keys: KEY.SALT.SIGNATURE in hexadecimal. An Idempotency-Key does not cover it: a repetition may "
    "have another one.",
    f"^{PATTERN}$",
)


def sent_signature() -> Signature | None:
    """Return the signature sent with the current request, if any; raises ApiError malformed for anything else."""
    header = current_request().environ.get("HTTP_KIFU_SIGNATURE")
    if header is None:
        return None
    if not re.fullmatch(PATTERN, header):
        raise malformed(
            later("A signature is KEY.SALT.SIGNATURE: 16, 64 and 128 hexadecimal digits in lower case."),
            header=KIFU_SIGNATURE.name,
        )
    return Signature(*header.split("."))
