"""Asks witnesses to cosign the service's checkpoints, without ever delaying their making.

`named.py` reads the setting, `client.py` speaks HTTP with one witness, `asking.py` decides what to send and interprets
the answer, and `keeper.py` runs this after each new root, in a thread for each witness, and stores what they sign.
"""
