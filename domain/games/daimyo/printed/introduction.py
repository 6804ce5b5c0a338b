"""The introduction to Daimyo for newcomers, and presets of its options; house content."""

from domain.kernel.language import mark
from domain.kernel.options import Introduction, OptionGroup, Preset

INTRODUCTION = Introduction(
    sentence=mark(
        "Clans place dice, send governors, scavengers and shadows over an archipelago, and win its favour with relics, "
        "buildings and heroes."
    ),
    minutes=(30, 90),
    weight="medium",
    presets=(
        Preset(
            "first-game",
            mark("First game"),
            mark("The rules of 2021 with basic boards, and no hero that attacks others."),
            {"aggressive_heroes": False},
        ),
        Preset("classic", mark("Classic"), mark("The rules of 2021 with basic boards and all heroes.")),
        Preset(
            "everything",
            mark("Everything"),
            mark("The rules of 2021 with advanced boards, which the players draft, and all heroes."),
            {"boards": "advanced"},
        ),
        Preset(
            "first-edition",
            mark("First edition"),
            mark("The rules of 2019, for two to four players."),
            {"edition": "2019"},
            (2, 3, 4),
        ),
    ),
    groups=(
        OptionGroup(mark("Rules"), ("edition", "boards")),
        OptionGroup(mark("Heroes"), ("aggressive_heroes", "heroes")),
        OptionGroup(mark("Alone against the empire"), ("difficulty",)),
    ),
)
