"""Games in memory whose players sign their actions, and their files."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

import msgspec

from domain.application import commands as command
from domain.application import resigning
from domain.application.commands import AnyAnswer, Decision, Request
from domain.application.lobby import opening
from domain.archive import writing
from domain.archive.lines import Archive, FiledEvent
from domain.archive.reading import parse_archive
from domain.kernel.audience import Viewer
from domain.kernel.bots import RandomBot, suggest_any
from domain.kernel.rulesets import Rulesets
from domain.proof.receipts import Keyring
from domain.proof.signatures import Deed, PlayerKey, PlayerSigner
from domain.record.events import MAPPER, AnyEvent
from domain.record.game import Game, fold
from domain.verification.record import Verification, verify_archive
from domain.verification.signatures import KnownKeys
from tests.support.archives import split_lines
from tests.support.rulesets import product_rulesets

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
RULESETS: Rulesets = product_rulesets()
PLAYERS = ("anna", "bela", "cora")


def registered(player: str, *signers: PlayerSigner) -> PlayerKey:
    """A player's keys as the service publishes them, registered the day before."""
    (signer,) = signers
    return PlayerKey(signer.key, "Ed25519", signer.public, NOW - timedelta(days=1), None, signer.prove(player))


class SignedGame:
    """A game whose players have a key each; `signers` are the keys in use, which may be an impostor's."""

    def __init__(
        self,
        ruleset: str = "micro-dojo",
        options: object = None,
        seats: int = 2,
        signers: Sequence[PlayerSigner | None] = (),
        number: int = 1,
    ) -> None:
        self.signers = list(signers) or [PlayerSigner(bytes([seat + 1]) * 32) for seat in range(seats)]
        self.random = Random(number)
        wanted = opening.Opening(ruleset, options or {}, seats, None, False)
        event = opening.open_game(wanted, RULESETS, Request(PLAYERS[0]), NOW, self.random.randbytes)
        self.events: list[AnyEvent] = [event]
        game = fold(self.events, RULESETS)
        assert game is not None
        self.game: Game = game
        for seat in range(seats):
            self.sit_down(seat)

    @property
    def known(self) -> KnownKeys:
        """The keys that the players published."""
        signers = [signer or PlayerSigner(bytes([seat + 1]) * 32) for seat, signer in enumerate(self.signers)]
        return {PLAYERS[seat]: (registered(PLAYERS[seat], signer),) for seat, signer in enumerate(signers)}

    def request(self, seat: int, deed: Deed, content: object) -> Request:
        """A request of the player of a seat, signed with their key if they have one."""
        signer, game = self.signers[seat], self.game
        if signer is None:
            return Request(PLAYERS[seat])
        salt = self.random.randbytes(32).hex()
        signature = signer.sign(deed, game.id, game.version, game.digest or "0" * 64, seat, content, salt)
        return Request(PLAYERS[seat], signature=signature, keys=(signer.public,))

    def sit_down(self, seat: int) -> None:
        signer = self.signers[seat]
        keys = [signer.public] if signer is not None else []
        content = {"player": PLAYERS[seat], "keys": keys, "entropy": None}
        self.do(lambda game, now: command.take_seat(game, self.request(seat, "seat", content), seat, now))

    def play(self, seat: int, move: bytes) -> None:
        req = self.request(seat, "move", json.loads(move))
        self.do(lambda game, now: command.play_move(game, req, seat, move, now))

    def choose(self) -> tuple[int, bytes]:
        """The seat whose turn it is, and a random legal move."""
        state, rules = self.game.position, self.game.ruleset
        listed = suggest_any(state, rules.choices(state))
        return listed.choice.seat, msgspec.json.encode(RandomBot().choose(rules, listed, self.random))

    def moves(self, count: int) -> SignedGame:
        for _ in range(count):
            self.play(*self.choose())
        return self

    def resign(self, seat: int, *, signed: bool = True) -> SignedGame:
        req = self.request(seat, "resignation", {}) if signed else Request(PLAYERS[seat])
        return self.do(lambda game, now: resigning.resign(game, req, seat, now))

    def do(self, decide: Callable[[Game, datetime], Decision[AnyAnswer]]) -> SignedGame:
        decision = decide(self.game, NOW + timedelta(minutes=len(self.events)))
        self.events += decision.events
        self.game = decision.game
        return self

    def file(self) -> bytes:
        """The whole file, finished or not."""
        return b"".join(writing.write_events(self.events, RULESETS, unfinished=True))

    def redacted(self, viewer: Viewer) -> bytes:
        """The redacted file for a viewer."""
        rows = [FiledEvent(e.originator_version, e.TOPIC, MAPPER.to_stored_event(e).state) for e in self.events]
        return b"".join(writing.write_redacted(rows, self.events, self.game, viewer))


def parsed(file: bytes) -> Archive:
    return parse_archive(split_lines(file))


def verified(file: bytes, known: KnownKeys | None = None) -> Verification:
    """The verdict of verification on a file."""
    return verify_archive(parsed(file), RULESETS, Keyring(()), known)
