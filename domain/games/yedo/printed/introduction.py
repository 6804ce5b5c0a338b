"""The introduction to Yedo for newcomers, and presets of its options; house content."""

from domain.games.yedo.printed.coop_options import NEED_THE_MODULE
from domain.kernel.language import mark
from domain.kernel.options import Introduction, OptionGroup, Preset

INTRODUCTION = Introduction(
    sentence=mark(
        "Clan leaders in old Edo bid for influence, send Disciples into the Districts past the Watch Patrol, and "
        "complete Missions for the Shogun."
    ),
    minutes=(90, 180),
    weight="heavy",
    presets=(
        Preset(
            "first-game", mark("First game"), mark("Six rounds with the cards for a first game and without modules.")
        ),
        Preset(
            "classic",
            mark("Classic"),
            mark("Eleven rounds with a wider choice of cards, and still without modules."),
            {"rounds": 11, "sets": "classic"},
        ),
        Preset(
            "everything",
            mark("Everything"),
            mark("Eleven rounds with Specialists, the Teahouse, Clan Powers and the Jesuits."),
            {
                "rounds": 11,
                "sets": "classic",
                "specialists": True,
                "teahouse": True,
                "clan_powers": True,
                "jesuits": True,
            },
        ),
        Preset(
            "together",
            mark("Shogun Must Die"),
            mark("All players together, or one alone, against the Daimyo."),
            {"shogun_must_die": True},
            (1, 2, 3, 4),
        ),
    ),
    groups=(
        OptionGroup(mark("Length"), ("rounds",)),
        OptionGroup(mark("Cards"), ("sets", "black", "action_sets", "event_sets", "mission_sets")),
        OptionGroup(mark("Modules"), ("specialists", "teahouse", "clan_powers", "jesuits")),
        OptionGroup(mark("Trade"), ("gifts",)),
        OptionGroup(mark("Shogun Must Die"), ("shogun_must_die", *NEED_THE_MODULE), "shogun_must_die"),
    ),
)
