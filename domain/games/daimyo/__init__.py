"""Daimyo, for one to four players, editions 2021 and 2019: with 369 clauses in `rulebook.toml`.

The rooms from top to bottom. Each imports only rooms below it; rooms on one line do not import each other.

    ruleset, pack               what the rest of the house asks; content packs, read and checked
    picture                     the picture of a view
    views, valuation, laws      what a viewer sees; how good a state is, for bots; what no state may be
    phases                      set-up, round, turn, the end of a round and of the game
    automated                   the empire and the mercenaries, sides without a seat
    effects                     what cards and tiles do
    actions                     what a side does in its turn
    verbs                       the table, the base of questions and effects, measures, phrases
    draws                       what chance decides
    facts, redealing            what can happen, and how it changes the state; chance anew for branches
    state                       plain values
    printed, versions           cards, tiles and options; what each version of the rules changed
"""
