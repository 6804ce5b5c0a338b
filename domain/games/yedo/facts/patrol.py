"""Facts."""

FACTS = ()
