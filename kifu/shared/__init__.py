"""What several commands need: rulesets, recorded games, the database, the terminal, options, errors for people."""
