"""The greeting that the service prints when ready: one screen, with the next commands.

Output to a terminal is forgotten; any other output ends up in a log and must not contain a token.
"""

from __future__ import annotations

from service.keys.tokens import OPERATOR_FILE
from service.settings import Settings

GREETING = """
  Kifu is ready at {base}

  Open that in a browser to play and to watch.

  The calls, readable:   {base}/docs
  Its state:             {base}/readyz
  The games that it knows:

    curl {base}/v1/rulesets

  Register, and keep the token of the answer:

    curl {base}/v1/players -H 'Content-Type: application/json' -d '{{"name": "Ada"}}'

  Open a game for two:

    curl {base}/v1/games -H 'Content-Type: application/json' -H "Authorization: Bearer $TOKEN" \\
         -d '{{"ruleset": "micro-dojo", "seats": 2}}'
{operator}
  Ctrl-C stops it. Everything is kept in {data}.
"""
SHOWN = """
  The operator's token, shown only once and kept in {path}:

    {token}
"""
KEPT = """
  The operator's token is in {path}
"""


def greeting(settings: Settings, new_token: str | None, *, on_terminal: bool) -> str:
    """Return the greeting; `new_token` is the operator's token if it was generated just now."""
    operator = ""
    if new_token:
        operator = (SHOWN if on_terminal else KEPT).format(path=settings.data / OPERATOR_FILE, token=new_token)
    data = settings.data if settings.database_url is None else "the database that KIFU_DATABASE_URL names"
    return GREETING.format(base=settings.address, operator=operator, data=data)
