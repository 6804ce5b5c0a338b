"""Games: the application. All commands and queries of games go through here.

A command loads the game as this process saw it last, and lets a function of `commands`, `arbitration`, `opening` or
`resigning` decide: that is pure, and returns a `Decision` with the new events. They are appended with their receipts
and with the answer under the idempotency key, in one transaction that fails if the game has changed meanwhile; then the
game is caught up and decided on again. A query catches the game up with the store and hands it to `views`, which build
from nothing what the viewer may see. `StoredGames` loads games from snapshots and events, and keeps them in memory;
`Talk` has what is said at their tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn, TypeVar
from uuid import UUID

import msgspec
from eventsourcing.persistence import IntegrityError

from domain.application import arbitration, resigning, taking_back
from domain.application import commands as command
from domain.application.arbitration import Claim, DisputeAnswer, Verdict
from domain.application.commands import AnyAnswer, Recorded, Request, SeatAnswer, StepAnswer
from domain.application.lobby import changes as lobby
from domain.application.lobby import links, opening
from domain.application.lobby.answers import OpenedGame, without_secrets
from domain.application.lobby.waiting import WaitingGames
from domain.application.looking import Looker, LookView, check_look, view_look
from domain.application.player_keys import check_not_revoked, list_signing_keys
from domain.application.replaying import Replaying
from domain.application.talk import Talk
from domain.errors import (
    DamagedRecord,
    Illegal,
    KifuError,
    NotYourSeat,
    NotYourTurn,
    UnknownStep,
    VersionConflict,
)
from domain.kernel.audience import Viewer
from domain.proof.chain import digest_bytes
from domain.proof.receipts import pack_receipt
from domain.record import views
from domain.record.damage import reading_record
from domain.record.disputes import REWINDING
from domain.record.events import AnyEvent, GameOpened
from domain.record.game import Game, fold
from domain.record.lobby import make_secret
from domain.record.views import Explanation, GameInfo, LegalMoves, StateView, StepView
from domain.record.words import make_receipt
from domain.rows import KeptAnswer, LookRow, RefusedMove
from domain.verification.chance import ChanceView, view_chance

A = TypeVar("A", bound=AnyAnswer)

MOST_MISSED = 100
"""How many missed steps a version conflict shows at most; `steps` gives the others."""


class Games(WaitingGames, Talk, Replaying):
    """Every command and every query of a game; built like `StoredGames`."""

    # Commands

    def open_game(
        self,
        req: Request,
        ruleset: str,
        options: object,
        seats: int,
        seed: str | None = None,
        unlisted: bool = False,
        reserved: Sequence[lobby.SeatWish] = (),
    ) -> Recorded[OpenedGame] | KeptAnswer:
        """Open a game with `reserved` seats; the answer describes it.

        Raises UnknownRuleset, BadOption, UnknownSeat, KeyReused, and Malformed for a seed that is not 64 hexadecimal
        digits.
        """
        if (kept := self._kept_answer(req.key)) is not None:
            return kept
        secret = make_secret(self._entropy) if unlisted else None
        wanted = opening.Opening(ruleset, options, seats, seed, unlisted, links.digest_link(secret))
        event = opening.open_game(wanted, self.rulesets, req, self._clock(), self._entropy)
        return self._open(req, event, secret, reserved)

    def branch(
        self, req: Request, game_id: UUID, step: int, unlisted: bool = True
    ) -> Recorded[OpenedGame] | KeptAnswer:
        """Open a game that starts from the position of this one after a step; the answer describes it.

        What the player may not know of a running game is dealt anew. Raises UnknownGame, UnknownStep, GameOver,
        KeyReused, and Malformed if the branch must not be listed.
        """
        if (kept := self._kept_answer(req.key)) is not None:
            return kept
        source = self.current(game_id)
        then = self.at_step(game_id, step)
        secret = make_secret(self._entropy) if unlisted else None
        link = links.digest_link(secret)
        event = opening.open_branch(source, then, unlisted, req, self._clock(), self._entropy, link)
        return self._open(req, event, secret)

    def _open(
        self, req: Request, event: GameOpened, secret: str | None, reserved: Sequence[lobby.SeatWish] = ()
    ) -> Recorded[OpenedGame] | KeptAnswer:
        game = fold([event], self.rulesets)
        assert game is not None
        self._keep_pack(game)
        wishes = [self._wish(wanted) for wanted in reserved]
        events, game = lobby.reserve_all(game, req, wishes, event.timestamp)
        shown = msgspec.structs.asdict(views.view_game(game))
        answer = OpenedGame(**shown, link=secret or msgspec.UNSET, invitations=lobby.invitations(wishes))
        try:
            return self._append(req, None, command.Decision([event, *events], game, answer))
        except IntegrityError:
            return self._kept_answer(req.key) or self._conflict()

    def take_seat(
        self,
        req: Request,
        game_id: UUID,
        seat: int | None = None,
        entropy: str | None = None,
        invitation: str | None = None,
    ) -> Recorded[SeatAnswer] | KeptAnswer:
        """Take a seat, or the first free one; the last seat taken starts the game.

        `entropy` is added to its seed, `invitation` is the secret of one. The keys that the player has now sign what
        the seat does from then on. Raises UnknownGame, Unauthenticated, UnknownSeat, SeatOccupied, SeatReserved,
        BadInvitation, GameOver, KeyRequired, SignatureRequired, WrongSignature, KeyReused, and Malformed if the entropy
        is not 1 to 128 characters, or if the game is too old to take any.
        """
        req = msgspec.structs.replace(req, keys=list_signing_keys(self.store.player_keys, req))
        return self._change(
            req, game_id, lambda game: command.take_seat(game, req, seat, self._clock(), entropy, invitation)
        )

    def play(self, req: Request, game_id: UUID, seat: int, move: bytes) -> Recorded[StepAnswer] | KeptAnswer:
        """Play a move, given as JSON, for a seat; a move that the rules refuse is kept for the audit.

        Raises UnknownGame, Unauthenticated, UnknownSeat, NotYourSeat, GameNotStarted, GameOver, VersionConflict,
        Malformed, NotYourTurn, Illegal, SignatureRequired, WrongSignature, KeyReused.
        """
        try:
            return self._change(req, game_id, lambda game: command.play_move(game, req, seat, move, self._clock()))
        except (Illegal, NotYourTurn) as refusal:
            clause = refusal.extra.get("clause")
            self.store.record_refusal(
                RefusedMove(
                    game_id,
                    seat,
                    req.by,
                    move,
                    clause if isinstance(clause, str) else None,
                    refusal.detail,
                    self._clock(),
                )
            )
            raise

    def take_back(self, req: Request, game_id: UUID, seat: int) -> Recorded[StepAnswer] | KeptAnswer:
        """Take back the last move of a seat.

        Raises what `play` raises, and CannotTakeBack with the reason.
        """

        def decide(game: Game) -> command.Decision[StepAnswer]:
            return taking_back.take_back(self._with_open_moves(game, seat), req, seat, self._clock())

        return self._change(req, game_id, decide)

    def resign(self, req: Request, game_id: UUID, seat: int) -> Recorded[StepAnswer] | KeptAnswer:
        """Resign the game for a seat; raises what `play` raises.

        With more than two seats the others play on if the opener chose so, and the seat passes or a bot plays for it.
        """
        return self._change(req, game_id, lambda game: resigning.resign(game, req, seat, self._clock()))

    def dispute(self, req: Request, game_id: UUID, claim: Claim) -> Recorded[DisputeAnswer] | KeptAnswer:
        """Dispute a step on behalf of a seat that the player holds.

        Raises UnknownGame, Unauthenticated, NotYourSeat, UnknownSeat, GameNotStarted, UnknownStep, AlreadyDisputed,
        VersionConflict, Malformed, KeyReused.
        """

        return self._change(req, game_id, lambda game: arbitration.raise_dispute(game, req, claim, self._clock()))

    def withdraw(self, req: Request, game_id: UUID, number: int) -> Recorded[DisputeAnswer] | KeptAnswer:
        """Withdraw a dispute; raises what `dispute` raises, UnknownDispute and DisputeClosed."""
        return self._change(req, game_id, lambda game: arbitration.withdraw(game, req, number, self._clock()))

    def rule(self, req: Request, game_id: UUID, number: int, verdict: Verdict) -> Recorded[DisputeAnswer] | KeptAnswer:
        """Rule on a dispute as the arbiter; raises what `domain.application.arbitration.rule` does."""

        def decide(game: Game) -> command.Decision[DisputeAnswer]:
            events: list[AnyEvent] = []
            # The others are still possible where the record was changed; what goes back must lead to a game that folds.
            if verdict.ruling in REWINDING:
                events = self._events(game_id, lte=game.version)
                self._fold(events)
            with reading_record():
                return arbitration.rule(game, events, req, number, verdict, self.rulesets, self._clock())

        return self._change(req, game_id, decide)

    # Queries

    def describe(self, game_id: UUID) -> GameInfo:
        """Describe a game without what happens on its table; raises UnknownGame."""
        return views.view_game(self.current(game_id))

    def viewer(self, game_id: UUID, by: str | None, as_: str | None = None, looker: Looker | None = None) -> Viewer:
        """Return who looks at a game: `as_` is "seat:N", "spectator" or "arbiter"; by default, all of their own seats.

        For more than that, a `looker` is needed, and their look is kept. Raises UnknownGame, UnknownSeat, Malformed,
        and NotYourSeat, ArbiterPlays or NothingToJudge if the caller may not see that much.
        """
        game = self.current(game_id)
        own = views.viewer_of(game, by)
        if as_ is None:
            return own
        wanted = views.parse_viewer(game, as_)
        if not own.sees_all and (wanted.sees_all or not wanted.seats <= own.seats):
            if looker is None:
                raise NotYourSeat(f"You may not look at this game as {as_} while it runs.")
            check_look(game, looker, as_)
            self.keep_look(game_id, looker, as_, game.step)
        return wanted

    def keep_look(self, game_id: UUID, looker: Looker, as_: str, step: int | None) -> None:
        """Keep that somebody looks at what a running game hides from them, before it is shown."""
        row = LookRow(game_id, self._clock(), looker.player, as_, looker.call, step, looker.request_id)
        self.store.looks.add(row)

    def looks(self, game_id: UUID, by: str | None, after: int = 0, limit: int = 100) -> list[LookView]:
        """Return who looked into a game while it ran, in order; for its players, and after its end for everyone.

        Raises UnknownGame, NotYourSeat.
        """
        game = self.current(game_id)
        if not game.is_over and (by is None or by not in game.players):
            raise NotYourSeat("While the game runs, only its players read who has looked into it.")
        return [view_look(number, row) for number, row in self.store.looks.of_game(game_id, after, limit)]

    def state(self, game_id: UUID, viewer: Viewer) -> StateView:
        """Return what a viewer sees of the table now; raises UnknownGame."""
        return views.view_state(self.current(game_id), viewer)

    def state_at(self, game_id: UUID, step: int, viewer: Viewer) -> StateView:
        """Return what a viewer sees of the table after a step; raises UnknownGame, UnknownStep."""
        return views.view_state(self.at_step(game_id, step), viewer)

    def legal_moves(self, game_id: UUID, viewer: Viewer, seat: int | None = None) -> LegalMoves:
        """Return the open questions with the legal moves that the viewer may know; raises UnknownGame, UnknownSeat."""
        game = self.current(game_id)
        if seat is not None:
            game.check_seat(seat)
        return views.view_choices(game, viewer, seat)

    def explain(self, req: Request, game_id: UUID, seat: int, move: bytes) -> Explanation:
        """Explain whether a move would be legal now, and if not, by which clause; changes and records nothing.

        Raises UnknownGame, UnknownSeat, Unauthenticated, NotYourSeat, Malformed.
        """
        return command.explain(self.current(game_id), req, seat, move)

    def step(self, game_id: UUID, n: int, viewer: Viewer) -> StepView:
        """Return one step; raises UnknownGame, UnknownStep."""
        found = self.steps(game_id, viewer, after=n - 1, limit=1) if n > 0 else []
        if not found:
            raise UnknownStep(self.current(game_id).describe_missing_step(n))
        return found[0]

    def steps(self, game_id: UUID, viewer: Viewer, after: int = 0, limit: int = 100) -> list[StepView]:
        """Return at most `limit` steps after step `after`, in order; raises UnknownGame."""
        game = self.current(game_id)
        first = game.version_of(max(after, 0))
        events = self._events(game_id, gt=first, lte=min(first + limit, game.version))
        return [self._step(event, game, viewer) for event in events]

    def _step(self, event: AnyEvent, game: Game, viewer: Viewer) -> StepView:
        position = views.position_of(event)
        position_event = self._event(game, position) if position is not None else None
        with reading_record():
            return views.view_step(event, game, position_event, viewer, self.reader)

    def chance(self, game_id: UUID, viewer: Viewer) -> ChanceView:
        """Return what chance has decided so far, as far as the viewer may know; raises UnknownGame."""

        def view() -> ChanceView:
            with reading_record():
                return view_chance(self.recorded_events(game_id), self.rulesets, viewer)

        return self._chance_lists.find(game_id, self.current(game_id).version, viewer, view)

    # Recording

    def _change(
        self, req: Request, game_id: UUID, decide: Callable[[Game], command.Decision[A]]
    ) -> Recorded[A] | KeptAnswer:
        """Decide on the game as last seen and record the events; decide again if the game has changed meanwhile.

        Raises WrongSignature for a signature by a key that was revoked.
        """
        game = self._last_seen(game_id)
        while True:
            try:
                game = self._play_on(req, game)
                self._check_version(req, game)
                check_not_revoked(self.store.player_keys, req)
                return self._record_decision(req, game, decide(game))
            except (KifuError, IntegrityError) as error:
                if (kept := self._kept_answer(req.key)) is not None:
                    return kept
                latest = self._catch_up(game_id, game)
                if latest.version == game.version:
                    if isinstance(error, IntegrityError):
                        # Nobody played in between, so what is stored is not what this process has seen.
                        raise _changed_meanwhile_error(game) from error
                    raise
                game = latest
                if isinstance(error, VersionConflict):
                    self._check_version(req, game)

    def _record_decision(self, req: Request, game: Game, decision: command.Decision[A]) -> Recorded[A]:
        """Record what was decided on `game`, with the moves by rule that follow from it."""
        decision = resigning.play_on(decision, req, self._clock())
        recorded = self._append(req, game.digest, decision)
        with suppress(IntegrityError):
            # Otherwise somebody else has recorded what is still due, or the next command does.
            self._play_on(req, decision.game)
        return recorded

    def _play_on(self, req: Request, game: Game) -> Game:
        """Record moves by rule that one transaction was not enough for, and return the game after them."""
        req = msgspec.structs.replace(req, key=None)
        while game.seats_to_play:
            moves, after = resigning.play_by_rule(game, req, self._clock())
            answer = StepAnswer(step=after.step, version=after.version, to_move=after.to_move, status=after.status)
            self._append(req, game.digest, command.Decision(moves, after, answer))
            game = after
        return game

    def _check_version(self, req: Request, game: Game) -> None:
        """Raise VersionConflict with the missed steps if the caller has seen another version."""
        if req.if_version is None or req.if_version == game.version:
            return
        viewer = views.viewer_of(game, req.by)
        known = 0 < req.if_version < game.version
        after = game.step_of(req.if_version)
        missed = self.steps(game.id, viewer, after=after, limit=MOST_MISSED) if known else []
        seen = f"you saw version {req.if_version}" if req.if_version > 0 else "your condition names no version of it"
        raise VersionConflict(
            f"The game is at version {game.version}; {seen}.",
            version=game.version,
            missed=msgspec.to_builtins(missed),
            more=known and game.step - after > len(missed),
        )

    def _append(self, req: Request, previous: str | None, decision: command.Decision[A]) -> Recorded[A]:
        events, game = decision.events, decision.game
        receipts = [make_receipt(event, self._signer) for event in events]
        own = receipts[-1 - decision.by_rule]
        answer = msgspec.structs.replace(decision.answer, receipt=own or msgspec.UNSET)
        position = self._store_events(
            events,
            idempotency=req.key.first_answer(without_secrets(answer)) if req.key is not None else None,
            previous=digest_bytes(previous),
            receipts=[pack_receipt(receipt) if receipt is not None else None for receipt in receipts],
            opened_seed=game.secret if self._discloses_seed(game) else None,
        )
        self._cache.put(game)
        self._keep_snapshot(game, events)
        return Recorded(answer, game.id, f"{self.store.partition_of(game.id)}:{position}")

    def _discloses_seed(self, game: Game) -> bool:
        """Whether the seed of a game is to be stored in the clear now, since nothing more is drawn from it."""
        is_closed = game.is_over or game.lobby.cancelled
        return bool(self.seed_keys.ids) and is_closed and not game.opened.teaching

    @staticmethod
    def _conflict() -> NoReturn:
        raise VersionConflict("The game was changed at the same time; try again.")


def _changed_meanwhile_error(game: Game) -> DamagedRecord:
    return DamagedRecord(
        f"The record of this game was changed after version {game.version} was stored, so nothing is added to it. "
        "Its verification names the step."
    )
