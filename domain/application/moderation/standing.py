"""What measures keep a player from: a muted one from writing, a suspended one from new games as well.

Suspended players finish the games that have started, since otherwise those who play with them would be punished too.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.application.errors import Muted, Suspended
from domain.kernel.language import later
from domain.rows import MeasureRow

MINUTE = "%Y-%m-%d %H:%M UTC"


def check_may_play(standing: Sequence[MeasureRow]) -> None:
    """Raise Suspended if one of a player's measures in force keeps the player from new games."""
    for measure in standing:
        if measure.kind == "suspend":
            raise Suspended(
                later(
                    "You are suspended until {until}: {words} You can finish the games that have started, and appeal: "
                    "POST /v1/me/measures/{measure}/appeal.",
                    until=_say_end(measure),
                    words=measure.words,
                    measure=measure.id,
                )
            )


def check_may_write(standing: Sequence[MeasureRow]) -> None:
    """Raise Suspended or Muted if one of a player's measures in force keeps the player from writing."""
    check_may_play(standing)
    for measure in standing:
        raise Muted(
            later(
                "You may not write until {until}: {words} You can appeal: POST /v1/me/measures/{measure}/appeal.",
                until=_say_end(measure),
                words=measure.words,
                measure=measure.id,
            )
        )


def _say_end(measure: MeasureRow) -> str:
    return f"{measure.until:{MINUTE}}"
