"""The effects, needs and costs of cards."""

from domain.games.yedo.effects import patrol_effects, player_order, weapons

UNNAMED = (patrol_effects, player_order, weapons)
"""Families of effects that no rule names, since only cards use them, by their tags."""
