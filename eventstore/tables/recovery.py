"""Recovery codes: each gives a player who has lost all tokens one new token."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from eventstore.postgres.datastore import Datastore, persevere
from eventstore.tables.token_seals import TokenSeals
from eventstore.tables.tokens import (
    UNSEALED,
    MadeToken,
    Rows,
    count_codes,
    demand_valid,
    find_made,
    list_codes,
    lock_account,
    make,
    record,
    record_codes,
)

MOST_WRONG = 20
WRONG_SECONDS = 3600
"""The most wrong codes recorded for a player within this many seconds, over all workers."""

INSERT = "INSERT INTO kifu.recovery_code (digest, player, made) VALUES (%b::bytea, %b::text, %b::bigint)"
WRONG = (
    "SELECT count(*), ceil(extract(epoch FROM min(time) - now()) + %b::int)::int FROM kifu.account_event "
    "WHERE player = %b::text AND kind = 'code-refused' AND time > now() - make_interval(secs => %b::int)"
)


class WrongCode(Exception):
    """The player has no such unused code."""


class TooManyWrongCodes(Exception):
    """The code is wrong, and so were too many before it for this player; `seconds` is the time to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} seconds")
        self.seconds = seconds


class RecoveryCodes:
    """The table of recovery codes. Every call raises OperationalError while PostgreSQL is unavailable."""

    def __init__(self, datastore: Datastore, seals: TokenSeals = UNSEALED) -> None:
        self._datastore = datastore
        self._seals = seals

    def make(self, player: str, digests: Sequence[bytes], using: UUID | None = None) -> None:
        """Store new codes for a player, given as digests, and invalidate the earlier ones.

        Raises RevokedToken if the authorising token `using` is no longer valid.
        """
        sealed = [self._seals.seal_code(player, digest) for digest in digests]

        def attempt(left: float, again: bool) -> None:
            with lock_account(self._datastore, player, left) as cursor:
                if again and sealed[0] in list_codes(cursor, self._seals, player):
                    return
                demand_valid(cursor, self._seals, player, using)
                made = record_codes(cursor, self._seals, player, "codes-made", "player")
                for digest in sealed:
                    cursor.execute(INSERT, (digest, player, made), prepare=True)

        persevere(attempt)

    def left(self, player: str) -> int:
        """Return the number of a player's unused codes."""

        def attempt(left: float, _: bool) -> int:
            with lock_account(self._datastore, player, left) as cursor:
                return count_codes(cursor, self._seals, player)

        return persevere(attempt)

    def use(self, player: str, code: bytes, token: bytes, label: str, *, revoke_others: bool) -> MadeToken:
        """Make a token by a code, both given as digests; `revoke_others` revokes all others and the codes.

        Raises WrongCode, which is kept as an event, TooManyWrongCodes or TooManyTokens; the code stays valid then.
        """

        sealed = self._seals.seal_code(player, code)

        def attempt(left: float, again: bool) -> MadeToken | None:
            with lock_account(self._datastore, player, left) as cursor:
                if again and (made := find_made(cursor, token)):
                    return made
                if sealed not in list_codes(cursor, self._seals, player):
                    _limit_wrong_codes(cursor, player)
                    record(cursor, player, "code-refused", "recovery")
                    return None
                record_codes(cursor, self._seals, player, "code-used", "recovery", sealed)
                return make(cursor, self._seals, player, token, label, "recovery", revoke_others)

        made = persevere(attempt)
        if made is None:
            raise WrongCode(player)
        return made


def _limit_wrong_codes(cursor: Rows, player: str) -> None:
    row = cursor.execute(WRONG, (WRONG_SECONDS, player, WRONG_SECONDS), prepare=True).fetchone()
    if row is not None and row[0] >= MOST_WRONG:
        raise TooManyWrongCodes(max(1, row[1]))
