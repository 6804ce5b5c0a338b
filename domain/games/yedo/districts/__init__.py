"""The Districts of the town and their actions."""
