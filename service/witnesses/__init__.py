"""How the service asks witnesses to cosign its checkpoints, beside the making of checkpoints and never in its way.

`named.py` reads the setting, `client.py` speaks HTTP with one witness, `asking.py` decides what to send and what its
answer means, and `keeper.py` does it after each new root, in a thread for each witness, and keeps what they sign.
"""
