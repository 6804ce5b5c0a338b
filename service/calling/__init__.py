"""Calling players at their webhooks: what is news to them, in which words, to which addresses, and when again.

`news` looks at the read models each second and writes calls into the outbox; `sender` sends what is due there.
"""
