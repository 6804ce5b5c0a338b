"""What several commands share: rulesets, recorded games, the database, the terminal, options, user-facing errors."""
