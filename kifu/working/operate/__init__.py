"""The work of the commands for operators."""
