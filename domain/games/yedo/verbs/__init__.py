"""What every rule uses: the table with its verbs, who decides for whom, modifiers, measures, whose turn is next."""
