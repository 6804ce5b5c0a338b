"""What is left of a space while it is being activated."""

from __future__ import annotations

import msgspec


class Remaining(msgspec.Struct, frozen=True, gc=False):
    """What the space still grants in this turn, and what may be done once in a turn and was done.

    `gold`, `food` and `either` are resources, `actions` the number of action symbols; `used` the buildings
    activated.
    """

    gold: int = 0
    food: int = 0
    either: int = 0
    build: bool = False
    actions: int = 0
    evaluated: bool = False
    used: tuple[str, ...] = ()
    placed_guard_house: bool = False

    @property
    def must_take(self) -> bool:
        """Whether the space shows gold or food that has not been taken."""
        return bool(self.gold or self.food or self.either)

    def without(
        self,
        *,
        gold: int | None = None,
        food: int | None = None,
        either: int | None = None,
        build: bool | None = None,
        placed_guard_house: bool = False,
    ) -> Remaining:
        """The same with other values."""
        return Remaining(
            self.gold if gold is None else gold,
            self.food if food is None else food,
            self.either if either is None else either,
            self.build if build is None else build,
            self.actions,
            self.evaluated,
            self.used,
            self.placed_guard_house or placed_guard_house,
        )

    def after_action(self, *, evaluated: bool = False, used: str | None = None) -> Remaining:
        """One action symbol less: an objective was evaluated, or a building used."""
        return Remaining(
            self.gold,
            self.food,
            self.either,
            self.build,
            self.actions - 1,
            self.evaluated or evaluated,
            self.used if used is None else (*self.used, used),
            self.placed_guard_house,
        )
