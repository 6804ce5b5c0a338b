"""Yedo Deluxe: clans of old Edo bid for assets, place their Disciples and complete Missions; 2 to 5 players.

The rooms from top to bottom, and within a line from left to right; none imports an earlier one.

    ruleset what the rest of the house calls picture, course the picture of a view; set-up, round, and how each module
    changes a game views, bot what a viewer sees; how good a state is, for bots laws, checks, redealing what no state
    may be; content packs; chance anew for branches coop_phases, phases the phases of Shogun Must Die; those of every
    game coop Shogun Must Die: the Daimyo, Errands, goals districts, modules the town; Clan Powers, Jesuits Bidding,
    Specialists, Teahouse effects, verbs what cards do; the table, modifiers, measures draws what chance decides facts,
    state, state_parts what can happen, and how it changes the plain values of a state and its parts words, printed
    cards in English; cards and options versions, voice, worth what each version of the rules changed; who a text speaks
    of; what things are worth
"""
