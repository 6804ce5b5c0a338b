"""The introduction to Micro Dojo for newcomers, and presets of its options; house content."""

from domain.kernel.language import mark
from domain.kernel.options import Introduction, OptionGroup, Preset

INTRODUCTION = Introduction(
    sentence=mark("Two daimyo move the same four meeples over nine spaces, gather, build, and race for seven points."),
    minutes=(15, 30),
    weight="light",
    presets=(
        Preset("first-game", mark("First game"), mark("The basic objectives, and meeples that walk.")),
        Preset(
            "advanced",
            mark("Advanced"),
            mark("Objectives drawn from all fourteen, so that each game asks for something else."),
            {"objectives": "advanced"},
        ),
        Preset(
            "everything",
            mark("Everything"),
            mark("All objectives, and the alternative movements at their printed costs."),
            {"objectives": "advanced", "movement": "1A"},
        ),
    ),
    groups=(OptionGroup(mark("Rules"), ("objectives", "movement")),),
)
