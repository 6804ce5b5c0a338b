"""What several commands need: rulesets by name, recorded games, the database, the terminal, errors for people."""
