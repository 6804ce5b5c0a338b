"""The accounts of the service's own bots: they are made at the first start, and their tokens are kept in a file.

The process of the bots reads the tokens there. They are not passed in its environment, which every process of the same
user can read while it runs, and which appears in crash reports.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from domain.record import names
from eventstore.postgres.datastore import Datastore
from eventstore.tables.accounts.kinds import PlayerKinds
from eventstore.tables.names import Look
from eventstore.tables.players import NameTaken, Players
from eventstore.tables.tokens import Tokens, TooManyTokens
from service.keys import tokens
from service.keys.signing import write_whole
from service.keys.token_seals import load_or_make_token_seals
from service.settings import Settings

FILE = "bots.json"
LABEL = "bots of the service"
MOST_NAMES = 10

HouseKind: TypeAlias = Literal["random", "greedy"]
NAMES: dict[HouseKind, str] = {"random": "Random bot", "greedy": "Greedy bot"}
"""The service's own bots. Their names are reserved, see `domain.record.names`."""


class HouseBot(msgspec.Struct, frozen=True):
    """A bot of the service: its name, how it chooses, and its token."""

    name: str
    kind: HouseKind
    token: str


def prepare_bots(settings: Settings, url: str) -> Path:
    """Create the missing accounts and tokens of the bots, and return the file with the tokens."""
    path = settings.data / FILE
    kept = {bot.kind: bot for bot in _read(path)}
    with Datastore(url, pool_size=1) as datastore:
        registrar = _Registrar(settings, datastore)
        bots = [registrar.find_or_make(kind, kept.get(kind)) for kind in NAMES]
    if bots != list(kept.values()):
        write_whole(path, msgspec.json.encode(bots), 0o600)
    return path


def _read(path: Path) -> list[HouseBot]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[HouseBot])
    except (FileNotFoundError, msgspec.DecodeError):
        return []


class _Registrar:
    """Finds the accounts of bots in the database, and creates missing ones."""

    def __init__(self, settings: Settings, datastore: Datastore) -> None:
        seals = load_or_make_token_seals(settings, datastore)
        self._players, self._tokens = Players(datastore, seals), Tokens(datastore, seals)
        self._kinds = PlayerKinds(datastore, seals.accounts)

    def find_or_make(self, kind: HouseKind, kept: HouseBot | None) -> HouseBot:
        """Return a bot with a valid token: the stored one, or a new one."""
        if kept is not None and self._is_valid(kept):
            return kept
        token = tokens.new_token()
        name = self._kinds.find_of_kind(kind)
        if name is None:
            return HouseBot(self._register(kind, token), kind, token)
        try:
            self._tokens.make(name, tokens.digest_token(token), LABEL, "operator")
        except TooManyTokens:
            self._tokens.make(name, tokens.digest_token(token), LABEL, "operator", revoke_others=True)
        return HouseBot(name, kind, token)

    def _is_valid(self, bot: HouseBot) -> bool:
        found = self._tokens.find(tokens.digest_token(bot.token))
        return found is not None and found.player == bot.name and self._kinds.find(bot.name) == bot.kind

    def _register(self, kind: HouseKind, token: str) -> str:
        """Register a bot, with a number after its name if somebody had the name before it was reserved."""
        for number in range(1, MOST_NAMES):
            name = NAMES[kind] if number == 1 else f"{NAMES[kind]} {number}"
            look = Look(names.skeleton_version(), names.skeletons(name))
            try:
                self._players.register(name, tokens.digest_token(token), None, look, kind)
            except NameTaken:
                continue
            return name
        raise ValueError(f"every name of the {kind} bot is taken")
