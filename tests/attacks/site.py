"""A played service that an attacker changes, and the four observers: V, C, S and R of docs/tampering.md."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import psycopg
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from domain.application.audit import Audit
from domain.application.commands import Recorded, Request
from domain.application.games import Games
from domain.proof import chain
from domain.proof.receipts import Keyring, Receipt, Signer, pack_receipt
from domain.rows import EventRow, partition_of
from eventstore.postgres.role import url_for_service
from kifu.main import main
from service.checkpoints.checkpoint_file import NAME
from service.keys import signing
from service.parts import build_parts, build_projections
from service.settings import Settings
from tests.api.house import OPERATOR, Person, app_on
from tests.domain.application.playing import WHO, play_one, play_to_the_end, running_at, said
from tests.projections.running import carry
from tests.support.rulesets import product_rulesets

CHANGED, LAST = 6, 12
"""The step that attacks change, and the last one of the attacked game."""
SNAPSHOT = 100
"""The version of the snapshot of the long game."""
HERE = "WHERE game_id = %s AND version = %s"
FAULTS = ("Fault", "First difference", "REFUSED", "is passed over", "lacked the head", "has no receipt", "Error: ")
"""The words of the commands in lines that name a fault."""


def version_of(step: int) -> int:
    """Return the version of a step of a game for two: the opening and the seats come before it."""
    return step + 3


@dataclass(frozen=True)
class Played:
    """The database before an attack; each attack gets a copy of it and of the data folder."""

    url: str
    data: Path
    game: UUID
    neighbour: UUID
    finished: UUID
    long: UUID
    receipts: tuple[Receipt, ...]
    tokens: dict[str, str] = field(repr=False)


@dataclass(frozen=True)
class Site:
    """A copy of the played service under attack, as processes that start after the attack see it."""

    played: Played
    url: str
    data: Path
    seen: dict[str, list[str]] = field(default_factory=dict)
    """What each of the four has found so far."""

    @property
    def game(self) -> UUID:
        """The attacked game, which is running; its twelve steps are in a checkpoint."""
        return self.played.game

    @property
    def file(self) -> Path:
        return self.data / NAME

    @property
    def partition(self) -> int:
        return partition_of(self.game)

    @property
    def signer(self) -> Signer:
        """The signing key, for attackers who have stolen it."""
        return signing.load_used(self.settings)[0]

    @property
    def keyring(self) -> Keyring:
        return signing.load_keyring(self.settings)

    @property
    def settings(self) -> Settings:
        return Settings(data=self.data, database_url=url_for_service(self.url), operator_token=OPERATOR)

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Carry out a statement as the owner of the database."""
        return _carry_out(self.url, statement, values)

    def sql_as_service(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Carry out a statement with only the rights of the service's role."""
        return _carry_out(url_for_service(self.url), statement, values)

    def kifu(self, *arguments: str) -> tuple[int, str]:
        """Exit code and output of a `kifu` command on this service."""
        environment = {"KIFU_DATABASE_URL": self.url, "KIFU_DATA": str(self.data)}
        ran = CliRunner().invoke(main, arguments, env=environment)
        assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
        return ran.exit_code, ran.output

    def v(self, game: UUID | None = None, *options: str) -> list[str]:
        """Return what V finds: the faults that `kifu verify` names."""
        found = _faults(*self.kifu("verify", str(game or self.game), *options))
        return found if options else self.note("V", found)

    def c(self) -> list[str]:
        """Return what C finds: the faults that `kifu checkpoint --check` names."""
        return self.note("C", _faults(*self.kifu("checkpoint", "--check")))

    def s(self) -> list[str]:
        """Return what S finds: the faults that `kifu checkpoint` names while it signs."""
        return self.note("S", _faults(*self.kifu("checkpoint")))

    def r(self) -> list[str]:
        """Return what R finds: the bad verdicts on the receipts of the attacked game's players, each once."""
        with self.games() as games:
            audit = Audit(games.stored, games.queries, self.keyring)
            verdicts = dict.fromkeys(audit.check(receipt).verdict for receipt in self.played.receipts)
        return self.note("R", [verdict for verdict in verdicts if verdict != "in-history"])

    def note(self, looker: str, found: list[str]) -> list[str]:
        """Keep what V, C, S or R found, to be compared with the table of the document."""
        self.seen.setdefault(looker, []).extend(found)
        return found

    @contextmanager
    def games(self) -> Iterator[Games]:
        """The games as a process that has just started sees them."""
        parts = build_parts(self.settings, product_rulesets())
        try:
            yield parts.games
        finally:
            parts.close()

    @contextmanager
    def client(self) -> Iterator[FlaskClient]:
        """The API of a worker that has just started."""
        with app_on(self.url, self.data) as app:
            yield app.test_client()

    def person(self, client: FlaskClient, name: str) -> Person:
        return Person(client, name, self.played.tokens[name])

    def rows(self, game: UUID | None = None) -> list[EventRow]:
        """Return the stored events of a game, with the seed of the opening decrypted."""
        with self.games() as games:
            return list(games.stored.store.rows(game or self.game))

    def payload(self, step: int, game: UUID | None = None) -> str:
        query = f"SELECT payload FROM kifu.event {HERE}"
        return str(self.sql(query, game or self.game, version_of(step))[0][0])

    def change(self, step: int, old: str, new: str) -> None:
        """Replace a part of the payload of a step, and nothing else."""
        payload = self.payload(step)
        assert old in payload
        query = f"UPDATE kifu.event SET payload = %s {HERE}"
        self.sql(query, payload.replace(old, new, 1), self.game, version_of(step))

    def rechain(self, change: Callable[[bytes], bytes], *, signed: bool, step: int = CHANGED) -> None:
        """Change a step of the game and give it and all later ones valid digests, `signed` with the service's key."""
        rows = self.rows()
        seed = bytes.fromhex(json.loads(rows[0].payload)["seed"])
        previous = chain.split_digest(rows[version_of(step) - 2].payload)[1]
        for row in rows[version_of(step) - 1 :]:
            body = chain.split_digest(row.payload)[0]
            if row.version == version_of(step):
                body = change(body)
            previous = chain.link_digest(body, row.topic, row.version, previous, seed)
            receipt = self.forge_receipt(self.game, row.version, body, previous) if signed else None
            query = "UPDATE kifu.event SET payload = %s, receipt = coalesce(%s, receipt) "
            self.sql(query + HERE, f'{body[:-1].decode()},"digest":"{previous}"}}', receipt, self.game, row.version)

    def append(self, game: UUID, version: int, topic: str, payload: str, receipt: bytes | None) -> None:
        """Add an event at the end of the feed directly, as the owner can."""
        self.sql(
            "WITH head AS (UPDATE kifu.feed_head SET position = position + 1 WHERE partition = %s RETURNING *) "
            "INSERT INTO kifu.event (partition, position, game_id, version, topic, payload, receipt) "
            "SELECT partition, position, %s, %s, %s, %s, %s FROM head",
            partition_of(game), game, version, topic, payload, receipt,
        )  # fmt: skip

    def forge_receipt(self, game: UUID, version: int, body: bytes, digest: str) -> bytes:
        """A receipt by the stolen key."""
        told = json.loads(body)
        time = datetime.fromisoformat(told["timestamp"])
        return pack_receipt(self.signer.sign_receipt(game, told.get("n", 0), version, digest, time))


def _carry_out(url: str, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement.encode(), values or None)
        return cursor.fetchall() if cursor.description else []


def _faults(exit_code: int, output: str) -> list[str]:
    """Return the lines of an output that name a fault; the exit code must say whether there are any."""

    found = [line for line in output.splitlines() if any(mark in line for mark in FAULTS)]
    assert (exit_code != 0) == bool(found), (exit_code, output)
    return found


def check(
    site: Site,
    *,
    v: str | None = None,
    c: str | None = None,
    s: str | None = None,
    r: str | None = None,
    game: UUID | None = None,
) -> None:
    """Check what each of the four finds: a line with these words, or nothing at all where None is expected."""
    receipts = site.r()
    for looker, expected, found in (("V", v, site.v(game)), ("C", c, site.c()), ("S", s, site.s()), ("R", r, receipts)):
        if expected is None:
            assert found == [], (looker, found)
        else:
            assert any(expected in line for line in found), (looker, found)


def play(url: str, data: Path) -> Played:
    """Play the games of a service over HTTP and by commands, until there is something of every kind to attack."""
    with app_on(url, data) as app:
        client = app.test_client()
        people = {name: Person(client, name) for name in ("anna", "bela")}
        tokens = {name: person.token for name, person in people.items()}
    settings = Settings(data=data, database_url=url_for_service(url))
    # The same game in every run, with an encrypted seed like any other.
    patch = pytest.MonkeyPatch()
    patch.setattr("service.parts.secrets.token_bytes", random.Random(3).randbytes)
    parts = build_parts(settings, product_rulesets())
    try:
        games, chance = parts.games, random.Random(4)
        game = _open(games, None)
        answers = [said(play_one(games, game, chance)) for _ in range(LAST - 1)]
        neighbour = _open(games, partition_of(game))
        for _ in range(4):
            play_one(games, neighbour, chance)
        for seat, text in ((0, "Well met."), (1, "Likewise."), (0, "Your move.")):
            games.talk.say(WHO[seat], game, text)
        finished = _open(games, None)
        play_to_the_end(games, finished, chance)
        long = running_at(games, SNAPSHOT + 2)[0]
    finally:
        patch.undo()
        parts.close()
    receipts = tuple(msgspec.convert(answer["receipt"], Receipt) for answer in answers)
    played = Played(url, data, game, neighbour, finished, long, receipts, tokens)
    site = Site(played, url, data)
    assert site.s() == []
    # A second checkpoint, so that the game is not at the end of what was signed.
    with site.games() as games:
        play_one(games, neighbour, chance)
    assert site.s() == []
    carry(url, build_projections(product_rulesets()))
    return played


def _open(games: Games, partition: int | None) -> UUID:
    """A game of Anna and Bela after its set-up, in this partition if one is named."""
    while True:
        opened = games.lobby.open_game(Request("anna"), "micro-dojo", {"movement": "1A"}, 2)
        assert isinstance(opened, Recorded)
        if partition in (None, partition_of(opened.game_id)):
            for seat, who in enumerate(WHO):
                games.lobby.take_seat(who, opened.game_id, seat)
            return opened.game_id


def copy_folder(data: Path, to: Path) -> Path:
    """Copy the folder of a service."""
    shutil.copytree(data, to, dirs_exist_ok=True)
    return to
