"""What Micro Dojo draws by chance."""

from __future__ import annotations

from domain.games.micro_dojo.facts import (
    AbilitiesAvailable,
    BuildingsLaidOut,
    InfluenceGiven,
    MeeplesPlaced,
    ObjectivesLaidOut,
)
from domain.kernel.chance import Purpose
from domain.kernel.language import mark

MEEPLES = Purpose(
    name="meeples",
    kind="shuffle",
    of=mark("the four corner spaces, one for each meeple"),
    when=mark("in the set-up"),
    least=2,
    most=4,
    facts=(MeeplesPlaced,),
    always=(MeeplesPlaced,),
    clauses=("micro-dojo.setup.meeples",),
)
OBJECTIVES = Purpose(
    name="objectives",
    kind="draw",
    of=mark("the objectives: 9, or 14 with the advanced ones; five of them are laid out"),
    when=mark("in the set-up"),
    least=2,
    most=14,
    facts=(ObjectivesLaidOut,),
    always=(ObjectivesLaidOut,),
    clauses=("micro-dojo.setup.objectives", "micro-dojo.setup.objectives-advanced"),
)
BUILDINGS = Purpose(
    name="buildings",
    kind="draw",
    of=mark("the 12 buildings, of which six are laid out"),
    when=mark("in the set-up"),
    least=2,
    most=12,
    facts=(BuildingsLaidOut,),
    always=(BuildingsLaidOut,),
    clauses=("micro-dojo.setup.buildings",),
)
ABILITY = Purpose(
    name="ability-{meeple}",
    kind="flip",
    of=mark("whether the ability of the meeple is in the game"),
    when=mark("in the set-up, for each meeple, if the option movement is 1B or 2B"),
    least=2,
    most=2,
    facts=(AbilitiesAvailable,),
    clauses=("micro-dojo.advanced.mode-b",),
)
START_PLAYER = Purpose(
    name="start-player",
    kind="below",
    of=mark("the two seats"),
    when=mark("in the set-up"),
    least=2,
    most=2,
    facts=(InfluenceGiven,),
    always=(InfluenceGiven,),
    clauses=("micro-dojo.setup.start-player",),
)
