"""What every rule uses: the table with its verbs, who decides for whom, and what can be measured and described."""
