"""A witness of logs: it cosigns checkpoints that continue what it saw before, as c2sp.org/tlog-witness specifies.

A request comes in at `app.py`; `judging.py` decides on it; `records.py` keeps the last checkpoint of each log in a
file, with which the next one is compared. Only `domain.proof` is shared with the service that a witness watches.
"""
