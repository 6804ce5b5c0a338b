"""A bot that plays at random on each seat reserved for it: `python3 examples/bot.py http://127.0.0.1:8000 Marvin`."""

import json
import os
import random
import sys
import time
import uuid
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BASE, NAME = sys.argv[1:3]
HEADERS = {"Content-Type": "application/json"}


def call(method: str, path: str, body: object = None, **headers: str) -> Any:
    """Send a request, and return its answer, which can be read line by line."""
    data = None if body is None else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return urlopen(Request(BASE + path, data, HEADERS | named, method=method), timeout=40)


def find_token() -> str:
    """Return the token from the bot's file; the first time, register, since a token is shown only once."""
    file = Path(f"{NAME}.token")
    if not file.exists():
        token = json.load(call("POST", "/v1/players", {"name": NAME, "bot": True}))["token"]
        with open(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600), "w") as written:
            written.write(token)
    return file.read_text()


def act(event: str, game: str, seat: int) -> None:
    """Take a reserved seat, or play a move."""
    key = {"Idempotency_Key": str(uuid.uuid4())}
    if event == "invited":
        call("POST", f"/v1/games/{game}/seats", {"seat": seat}, **key)
    elif event == "turn":
        asked = json.load(call("GET", f"/v1/games/{game}/legal-moves?seat={seat}"))
        moves = [legal["move"] for choice in asked["choices"] for legal in choice["moves"]]
        if moves:
            body = {"seat": seat, "move": random.choice(moves)}
            call("POST", f"/v1/games/{game}/moves", body, If_Match=f'"{asked["version"]}"', **key)


HEADERS["Authorization"] = f"Bearer {find_token()}"
while True:
    try:
        for line in filter(bytes.strip, call("GET", "/v1/me/turns", Accept="application/x-ndjson")):
            told = json.loads(line)
            try:
                act(told["event"], told["data"]["game"], told["data"]["seat"])
            except HTTPError as refusal:
                # The game may have moved on; whatever waits then is announced again.
                print(told, refusal.read().decode(), flush=True)
    except (OSError, HTTPException) as error:
        print(f"{error}; I listen again soon", flush=True)
    time.sleep(1)
