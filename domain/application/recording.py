"""Recording: commands are decided on the game as last seen, and their events are stored with receipts and answers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar
from uuid import UUID

import msgspec
from eventsourcing.persistence import IntegrityError

from domain.application import arbitration, commands, resigning, taking_back
from domain.application.arbitration import Claim, DisputeAnswer, Verdict
from domain.application.clocks.keeping import keep_time
from domain.application.clocks.moments import TimeIsUp
from domain.application.commands import AnyAnswer, Decision, Recorded, Request, StepAnswer
from domain.application.errors import Illegal, NotYourTurn, VersionConflict
from domain.application.lobby.answers import without_secrets
from domain.application.player_keys import check_not_revoked
from domain.application.queries import Queries
from domain.application.stored.personal import list_values
from domain.application.stored.stored_games import StoredGames
from domain.kernel.errors import KifuError
from domain.kernel.language import later, speaking
from domain.proof.chain import digest_bytes
from domain.record import views
from domain.record.damage import DamagedRecord, reading_record
from domain.record.disputes import REWINDING
from domain.record.event import Moment
from domain.record.events import AnyEvent
from domain.record.game import Game
from domain.record.words import make_receipt
from domain.rows import KeptAnswer, MetSeeks, RefusedMove

A = TypeVar("A", bound=AnyAnswer)

MOST_MISSED = 100
"""How many missed steps a version conflict shows; `Queries.steps` has the others."""


class Recording:
    """Carries out commands on running games, and through `Lobby` those before the start."""

    def __init__(self, stored: StoredGames, queries: Queries) -> None:
        self._stored = stored
        self._queries = queries

    def play(self, req: Request, game_id: UUID, seat: int, move: bytes) -> Recorded[StepAnswer] | KeptAnswer:
        """Play a move, given as JSON, for a seat; a refused move is kept for the audit.

        Raises UnknownGame, Unauthenticated, UnknownSeat, NotYourSeat, GameNotStarted, GameOver, VersionConflict,
        Malformed, NotYourTurn, Illegal, SignatureRequired, WrongSignature, KeyReused.
        """
        try:
            return self.change(
                req, game_id, lambda game: commands.play_move(game, req, seat, move, self._stored.clock())
            )
        except (Illegal, NotYourTurn) as refusal:
            clause = refusal.extra.get("clause")
            self._stored.store.record_refusal(
                RefusedMove(
                    game_id,
                    seat,
                    req.by,
                    move,
                    clause if isinstance(clause, str) else None,
                    refusal.detail,
                    self._stored.clock(),
                )
            )
            raise

    def take_back(self, req: Request, game_id: UUID, seat: int) -> Recorded[StepAnswer] | KeptAnswer:
        """Take back the last move of a seat.

        Raises what `play` raises, and CannotTakeBack with the reason.
        """

        def decide(game: Game) -> Decision[StepAnswer]:
            return taking_back.take_back(self._stored.with_open_moves(game, seat), req, seat, self._stored.clock())

        return self.change(req, game_id, decide)

    def resign(self, req: Request, game_id: UUID, seat: int) -> Recorded[StepAnswer] | KeptAnswer:
        """Resign the game for a seat; raises what `play` raises.

        With more than two seats the others play on if the opener chose so, and the seat passes or a bot plays for it.
        """
        return self.change(req, game_id, lambda game: resigning.resign(game, req, seat, self._stored.clock()))

    def dispute(self, req: Request, game_id: UUID, claim: Claim) -> Recorded[DisputeAnswer] | KeptAnswer:
        """Dispute a step on behalf of a seat that the player holds.

        Raises UnknownGame, Unauthenticated, NotYourSeat, UnknownSeat, GameNotStarted, UnknownStep, AlreadyDisputed,
        VersionConflict, Malformed, KeyReused.
        """

        return self.change(req, game_id, lambda game: arbitration.raise_dispute(game, req, claim, self._moment()))

    def withdraw(self, req: Request, game_id: UUID, number: int) -> Recorded[DisputeAnswer] | KeptAnswer:
        """Withdraw a dispute; raises what `dispute` raises, UnknownDispute and DisputeClosed."""
        return self.change(req, game_id, lambda game: arbitration.withdraw(game, req, number, self._stored.clock()))

    def rule(self, req: Request, game_id: UUID, number: int, verdict: Verdict) -> Recorded[DisputeAnswer] | KeptAnswer:
        """Rule on a dispute as the arbiter; raises what `domain.application.arbitration.rule` does."""

        def decide(game: Game) -> Decision[DisputeAnswer]:
            events: list[AnyEvent] = []
            # Other rulings are possible even if the record was changed; one that goes back needs a game that folds.
            if verdict.ruling in REWINDING:
                events = self._stored.history(game)
            with reading_record():
                return arbitration.rule(game, events, req, number, verdict, self._stored.rulesets, self._moment())

        return self.change(req, game_id, decide)

    def change(self, req: Request, game_id: UUID, decide: Callable[[Game], Decision[A]]) -> Recorded[A] | KeptAnswer:
        """Decide on the game as last seen and record the events; decide again if the game has changed since.

        Raises WrongSignature for a signature by a revoked key.
        """
        game = self._stored.last_seen(game_id)
        while True:
            try:
                game = self._play_on(req, self._keep_time(req, game))
                self._check_version(req, game)
                check_not_revoked(self._stored.store.player_keys, req)
                return self._record_decision(req, game, decide(game))
            except TimeIsUp:
                # It ran out after the moment up to which it was kept.
                continue
            except (KifuError, IntegrityError) as error:
                if (kept := self._stored.kept_answer(req.key)) is not None:
                    return kept
                latest = self._stored.catch_up(game_id, game)
                if latest.version == game.version:
                    if isinstance(error, IntegrityError):
                        # Nobody played in between, so the stored game differs from the one that this process has seen.
                        raise _changed_meanwhile_error(game) from error
                    raise
                game = latest
                if isinstance(error, VersionConflict):
                    self._check_version(req, game)

    def _record_decision(self, req: Request, game: Game, decision: Decision[A]) -> Recorded[A]:
        """Record a decision on `game`, with the moves by rule that follow from it."""
        decision = resigning.play_on(decision, req, self._stored.clock())
        recorded = self.append(req, game.digest, decision)
        with suppress(IntegrityError, TimeIsUp):
            # Otherwise somebody else has recorded the moves still due, or the next command will.
            self._play_on(req, decision.game)
        return recorded

    def keep_time(self, req: Request, game_id: UUID) -> bool:
        """Record what the time until now does to a game; return whether that was anything. Raises UnknownGame."""
        game = self._stored.current(game_id)
        with suppress(IntegrityError):
            return self._keep_time(req, game).version > game.version
        # Somebody was faster, with a move or with the same.
        return False

    def _keep_time(self, req: Request, game: Game) -> Game:
        """Record what the time until now does to a game with a clock, and return the game after it."""
        if game.clocks is None or game.status != "playing":
            return game
        now, req = self._stored.clock(), msgspec.structs.replace(req, key=None, if_version=None)
        uptimes = self._stored.store.uptimes.since(game.clocks.at)
        while (decision := keep_time(game, req, uptimes, now)) is not None:
            self.append(req, game.digest, decision)
            game = self._play_on(req, decision.game)
        return game

    def _play_on(self, req: Request, game: Game) -> Game:
        """Record the remaining moves by rule that did not fit into one transaction, and return the game after them."""
        req = msgspec.structs.replace(req, key=None)
        while game.seats_to_play:
            moves, after = resigning.play_by_rule(game, req, self._stored.clock())
            answer = StepAnswer(step=after.step, version=after.version, to_move=after.to_move, status=after.status)
            self.append(req, game.digest, Decision(moves, after, answer))
            game = after
        return game

    def _check_version(self, req: Request, game: Game) -> None:
        """Raise VersionConflict with the missed steps if the caller has seen another version."""
        if req.if_version is None or req.if_version == game.version:
            return
        viewer = views.viewer_of(game, req.by)
        known = 0 < req.if_version < game.version
        after = game.step_of(req.if_version)
        with speaking(req.language):
            missed = self._queries.steps(game.id, viewer, after=after, limit=MOST_MISSED) if known else []
        why = (
            later(
                "The game is at version {version}; you saw version {seen}.", version=game.version, seen=req.if_version
            )
            if req.if_version > 0
            else later("The game is at version {version}; your condition names no version of it.", version=game.version)
        )
        raise VersionConflict(
            why,
            version=game.version,
            missed=msgspec.to_builtins(missed),
            more=known and game.step - after > len(missed),
        )

    def append(
        self, req: Request, previous: str | None, decision: Decision[A], met: MetSeeks | None = None
    ) -> Recorded[A]:
        """Store the events of a decision, which follow the digest `previous`, and end the seeks that they are for."""
        events, game = decision.events, decision.game
        receipts = [make_receipt(event, self._stored.signer) for event in events]
        own = receipts[-1 - decision.by_rule]
        answer = msgspec.structs.replace(decision.answer, receipt=own or msgspec.UNSET)
        position = self._stored.store_events(
            events,
            idempotency=req.key.first_answer(without_secrets(answer)) if req.key is not None else None,
            previous=digest_bytes(previous),
            receipts=receipts,
            opened_seed=game.secret if self._discloses_seed(game) else None,
            met=met,
            values=[value for event in events for value in list_values(event, game.id, decision.openings)],
        )
        self._stored.remember(game, events)
        return Recorded(answer, game.id, f"{self._stored.store.partition_of(game.id)}:{position}")

    def _moment(self) -> Moment:
        return Moment(self._stored.clock(), self._stored.entropy)

    def _discloses_seed(self, game: Game) -> bool:
        """Return whether to store the game's seed in the clear now, since nothing more will be drawn from it."""
        is_closed = game.is_over or game.lobby.cancelled
        return bool(self._stored.seed_keys.ids) and is_closed and not game.opened.teaching


def _changed_meanwhile_error(game: Game) -> DamagedRecord:
    return DamagedRecord(
        later(
            "The record of this game was changed after version {version} was stored, so nothing is added to "
            "it. Its verification names the step.",
            version=game.version,
        )
    )
