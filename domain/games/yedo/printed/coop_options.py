"""The options of the module Shogun Must Die, and what they mean."""

from __future__ import annotations

from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.emperor_entries import GoalColumn, GoalLevel, Mood
from domain.kernel.language import later
from domain.kernel.options import BadOptions, GameOptions

PLAYERS = range(1, 5)
"""The number of players against the Daimyo (yedo.coop.player-count)."""


class CoopOptions(GameOptions, frozen=True, forbid_unknown_fields=True):
    """What may be chosen for Shogun Must Die, which all players win or lose together against the Daimyo.

    `mood` is the Emperor's mood (yedo.coop.moods). `goals` is the level of all goals, and the three options after it
    set one column each; None means the level of `goals`. With `master_daimyo` the Daimyo begins with one more Disciple,
    with `second_temple_space` a solo player has one more space in the Temple, and with `open_hands` all players see all
    hands in their views (yedo.coop.open-talk), while the history of the game still names the cards in a hand only to
    its owner.
    """

    shogun_must_die: bool = False
    mood: Mood = "demanding"
    goals: GoalLevel = "normal"
    lowest_goal: GoalLevel | None = None
    highest_goal: GoalLevel | None = None
    errands_goal: GoalLevel | None = None
    master_daimyo: bool = False
    second_temple_space: bool = False
    open_hands: bool = False

    def level(self, column: GoalColumn) -> GoalLevel:
        """Return the level of the goal in a column of the cooperative board."""
        match column:
            case "lowest":
                chosen = self.lowest_goal
            case "highest":
                chosen = self.highest_goal
            case "errands":
                chosen = self.errands_goal
        return self.goals if chosen is None else chosen


DEFAULTS = CoopOptions()
NEED_THE_MODULE = (
    "mood",
    "goals",
    "lowest_goal",
    "highest_goal",
    "errands_goal",
    "master_daimyo",
    "second_temple_space",
    "open_hands",
)
"""The options that are meaningless without the module."""


def check_coop(content: YedoContent, options: CoopOptions, seats: int) -> None:
    """Raise BadOptions for options of the module that cannot be combined, or for which the content is missing."""
    if not options.shogun_must_die:
        for name in NEED_THE_MODULE:
            if getattr(options, name) != getattr(DEFAULTS, name):
                why = later(
                    "{name} belongs to Shogun Must Die: choose shogun_must_die as well, or leave it out.", name=name
                )
                raise BadOptions(f"/options/{name}", why, "yedo.components.modules")
        return
    if content.coop is None:
        raise BadOptions(
            "/options/shogun_must_die", later("This content has no Shogun Must Die."), "yedo.components.modules"
        )
    if options.second_temple_space and seats > 1:
        why = later("The second space of the Temple is for a player who plays alone.")
        raise BadOptions("/options/second_temple_space", why, "yedo.coop.temple-option")
    if options.highest_goal is not None and seats == 1:
        why = later("A player who plays alone has no goal of Highest Prestige.")
        raise BadOptions("/options/highest_goal", why, "yedo.coop.objectives-solo")
