"""Games: the application. All commands and queries of games go through here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NoReturn, cast
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import IntegrityError, Mapper

from domain import arbitration, branching, command, views
from domain.arbitration import Claim, Verdict
from domain.cache import GameCache
from domain.chain import as_bytes
from domain.command import Answer, Key, Request
from domain.damaged import UNREADABLE, damaged, readable
from domain.disputes import REWINDING
from domain.errors import (
    Illegal,
    KeyReused,
    KifuError,
    NotAsked,
    NotYourSeat,
    UnknownGame,
    UnknownStep,
    VersionConflict,
)
from domain.events import MAPPER, AnyEvent, GameOpened, GameSnapshot
from domain.fairness import ChanceView, of_chance
from domain.game import CannotRewind, Game, fold, restored, snapshot
from domain.kernel.audience import Viewer
from domain.reading import Reader, receipt_of
from domain.receipts import Signer, packed
from domain.rulesets import Rulesets
from domain.store import FirstAnswer, GameStore, RefusedMove, kept_pack
from domain.views import Explanation, GameInfo, LegalMoves, StateView, StepView

SNAPSHOT_EVERY = 100
"""How many versions lie between two snapshots of a game."""
MOST_MISSED = 100
"""How many missed steps a version conflict shows at most; `steps` gives the others."""


class Games(Application[UUID]):
    """All games of an event store.

    `clock` tells the time and `entropy` gives so many random bytes: both come from outside, as the rules know neither.
    `env` configures the library: `PERSISTENCE_MODULE` and what that module wants. Without a `signer` nothing is signed:
    for those who only read.
    """

    name = "kifu"
    is_snapshotting_enabled = True

    def __init__(
        self,
        rulesets: Rulesets,
        *,
        clock: Callable[[], datetime],
        entropy: Callable[[int], bytes],
        env: Mapping[str, str] | None = None,
        signer: Signer | None = None,
    ) -> None:
        super().__init__(dict(env or {}))
        self.rulesets = rulesets = rulesets.falling_back(lambda *pack: kept_pack(self.store, *pack))
        self.reader = Reader(rulesets)
        self._clock = clock
        self._entropy = entropy
        self._cache = GameCache()
        self._signer = signer
        self.store = cast(GameStore, self.recorder)

    def construct_mapper(self) -> Mapper[UUID]:
        """The mapper of our events."""
        return MAPPER

    # Commands

    def open_game(
        self,
        req: Request,
        ruleset: str,
        options: object,
        seats: int,
        seed: str | None = None,
        unlisted: bool = False,
    ) -> Answer:
        """Open a game; the answer is its description.

        Raises UnknownRuleset, BadOption, Malformed for a seed that is not 64 hexadecimal digits, KeyReused.
        """
        if (kept := self._kept(req.key)) is not None:
            return kept
        wanted = command.Opening(ruleset, options, seats, seed, unlisted)
        return self._open(req, command.open_game(wanted, self.rulesets, req, self._clock(), self._entropy))

    def branch(self, req: Request, game_id: UUID, step: int, unlisted: bool = True) -> Answer:
        """Open a game that starts as this one stood after a step; the answer is its description.

        What the player may not know of a running game is dealt anew. Raises UnknownGame, UnknownStep, GameOver,
        Malformed where it may not be listed, KeyReused.
        """
        if (kept := self._kept(req.key)) is not None:
            return kept
        source = self.current(game_id)
        then = self.at_step(game_id, step)
        return self._open(req, branching.open_branch(source, then, unlisted, req, self._clock(), self._entropy))

    def _open(self, req: Request, event: GameOpened) -> Answer:
        game = fold([event], self.rulesets)
        assert game is not None
        body = msgspec.json.encode(views.of_game(game))
        try:
            return self._append(req, None, [event], game, body)
        except IntegrityError:
            return self._kept(req.key) or self._conflict()

    def take_seat(self, req: Request, game_id: UUID, seat: int | None = None, entropy: str | None = None) -> Answer:
        """Sit down on a seat, or on the first free one; the last seat taken starts the game.

        `entropy` is added to its seed. Raises UnknownGame, Unauthenticated, UnknownSeat, SeatTaken, KeyReused, and
        Malformed where that is not 1 to 128 characters, or the game is too old to take any.
        """
        return self._change(req, game_id, lambda game: command.take_seat(game, req, seat, self._clock(), entropy))

    def play(self, req: Request, game_id: UUID, seat: int, move: bytes) -> Answer:
        """Play a move, given as JSON, for a seat; a refused one is kept for the audit.

        Raises UnknownGame, Unauthenticated, UnknownSeat, NotYourSeat, GameNotStarted, GameOver, VersionConflict,
        Malformed, NotAsked, Illegal, KeyReused.
        """
        try:
            return self._change(req, game_id, lambda game: command.play(game, req, seat, move, self._clock()))
        except (Illegal, NotAsked) as refusal:
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

    def take_back(self, req: Request, game_id: UUID, seat: int) -> Answer:
        """Take back the last move of a seat.

        Raises as `play`, and CannotTakeBack with the reason.
        """

        def decide(game: Game) -> command.Decision:
            return command.take_back(self._with_open_moves(game, seat), req, seat, self._clock())

        return self._change(req, game_id, decide)

    def resign(self, req: Request, game_id: UUID, seat: int) -> Answer:
        """Give a game up. Raises as `play`."""
        return self._change(req, game_id, lambda game: command.resign(game, req, seat, self._clock()))

    def dispute(self, req: Request, game_id: UUID, claim: Claim) -> Answer:
        """Dispute a step for a seat of one's own.

        Raises UnknownGame, Unauthenticated, NotYourSeat, UnknownSeat, GameNotStarted, UnknownStep, AlreadyDisputed,
        VersionConflict, Malformed, KeyReused.
        """

        def decide(game: Game) -> command.Decision:
            disputed = self._event(game, claim.step)
            return arbitration.raise_dispute(game, req, claim, disputed, self._clock())

        return self._change(req, game_id, decide)

    def withdraw(self, req: Request, game_id: UUID, number: int) -> Answer:
        """Withdraw a dispute; raises as `dispute`, UnknownDispute and DisputeClosed."""
        return self._change(req, game_id, lambda game: arbitration.withdraw(game, req, number, self._clock()))

    def rule(self, req: Request, game_id: UUID, number: int, verdict: Verdict) -> Answer:
        """Rule on a dispute as the arbiter; raises what `domain.arbitration.rule` does."""

        def decide(game: Game) -> command.Decision:
            events: list[AnyEvent] = []
            # The others are still possible where the record was changed; what goes back must lead to a game that folds.
            if verdict.ruling in REWINDING:
                events = self._events(game_id, lte=game.version)
                self._fold(events)
            with readable():
                return arbitration.rule(game, events, req, number, verdict, self.rulesets, self._clock())

        return self._change(req, game_id, decide)

    # Queries

    def describe(self, game_id: UUID) -> GameInfo:
        """A game without what happens on its table; raises UnknownGame."""
        return views.of_game(self.current(game_id))

    def viewer(self, game_id: UUID, by: str | None, arbiter: bool = False, as_: str | None = None) -> Viewer:
        """Who looks at a game: `as_` is "seat:N", "spectator" or "arbiter", by default all that the caller may see.

        Raises UnknownGame, UnknownSeat, NotYourSeat if they may not look with these eyes, Malformed.
        """
        game = self.current(game_id)
        own = views.viewer_of(game, by, arbiter)
        if as_ is None:
            return own
        wanted = command.parse_viewer(game, as_)
        if not own.sees_all and (wanted.sees_all or not wanted.seats <= own.seats):
            raise NotYourSeat(f"You may not look at this game as {as_} while it runs.")
        return wanted

    def state(self, game_id: UUID, viewer: Viewer) -> StateView:
        """What a viewer sees of the table now; raises UnknownGame."""
        return views.of_state(self.current(game_id), viewer)

    def state_at(self, game_id: UUID, step: int, viewer: Viewer) -> StateView:
        """What a viewer sees of the table after a step; raises UnknownGame, UnknownStep."""
        return views.of_state(self.at_step(game_id, step), viewer)

    def legal_moves(self, game_id: UUID, viewer: Viewer, seat: int | None = None) -> LegalMoves:
        """The open questions with the legal moves that the viewer may know; raises UnknownGame, UnknownSeat."""
        game = self.current(game_id)
        if seat is not None:
            game.check_seat(seat)
        return views.of_choices(game, viewer, seat)

    def explain(self, req: Request, game_id: UUID, seat: int, move: bytes) -> Explanation:
        """Whether a move would be legal now, and by which clause not; changes and records nothing.

        Raises UnknownGame, UnknownSeat, Unauthenticated, NotYourSeat, Malformed.
        """
        return command.explain(self.current(game_id), req, seat, move)

    def step(self, game_id: UUID, n: int, viewer: Viewer) -> StepView:
        """One step; raises UnknownGame, UnknownStep."""
        found = self.steps(game_id, viewer, after=n - 1, limit=1) if n > 0 else []
        if not found:
            raise UnknownStep(self.current(game_id).no_step(n))
        return found[0]

    def steps(self, game_id: UUID, viewer: Viewer, after: int = 0, limit: int = 100) -> list[StepView]:
        """At most `limit` steps after step `after`, in order; raises UnknownGame."""
        game = self.current(game_id)
        first = game.version_of(max(after, 0))
        events = self._events(game_id, gt=first, lte=min(first + limit, game.version))
        return [self._step(event, game, viewer) for event in events]

    def _step(self, event: AnyEvent, game: Game, viewer: Viewer) -> StepView:
        position = views.position_of(event)
        stands = self._event(game, position) if position is not None and not game.over_before(event) else None
        with readable():
            open_now = views.questions(stands, game) if stands is not None else ()
            return views.of_step(event, game, open_now, viewer, self.reader)

    def _event(self, game: Game, n: int) -> AnyEvent | None:
        """The event of a step; None if the game has no such step."""
        if not 1 <= n <= game.step:
            return None
        version = game.version_of(n)
        return self._events(game.id, gt=version - 1, lte=version)[0]

    def chance(self, game_id: UUID, viewer: Viewer) -> ChanceView:
        """What chance has decided so far, as far as the viewer may know; raises UnknownGame."""
        with readable():
            return of_chance(self.recorded(game_id), self.rulesets, viewer)

    def recorded(self, game_id: UUID) -> list[AnyEvent]:
        """All events of a game with everything in them, secrets too: for the arbiter's archive and for verification.

        Raises UnknownGame.
        """
        events = self._events(game_id)
        if not events:
            raise UnknownGame(f"There is no game {game_id}.")
        return events

    # Games from events

    def current(self, game_id: UUID) -> Game:
        """The game as it is in the store; raises UnknownGame."""
        return self._caught_up(game_id, self._cache.get(game_id))

    def at_step(self, game_id: UUID, step: int) -> Game:
        """The game as it was after a step; raises UnknownGame, UnknownStep."""
        game = self.current(game_id)
        if not 1 <= step <= game.step:
            raise UnknownStep(game.no_step(step))
        if step == game.step:
            return game
        found = self._load(game_id, game.version_of(step))
        assert found is not None
        return found

    def _known(self, game_id: UUID) -> Game:
        """The game as this process saw it last: enough to try a command on, since the store refuses a stale one."""
        return self._cache.get(game_id) or self._caught_up(game_id, None)

    def _caught_up(self, game_id: UUID, game: Game | None) -> Game:
        if game is None:
            game = self._load(game_id, None)
            if game is None:
                raise UnknownGame(f"There is no game {game_id}.")
        else:
            try:
                game = self._fold(self._events(game_id, gt=game.version), game) or game
            except CannotRewind:
                game = self._from_first(game_id, None) or game
        self._cache.put(game)
        return game

    def _load(self, game_id: UUID, version: int | None) -> Game | None:
        """The game at a version (None: the last one) from the nearest snapshot; None if there is no such game."""
        start = self._nearest(game_id, version)
        if start is not None:
            try:
                return self._fold(self._events(game_id, gt=start.version, lte=version), start)
            except CannotRewind:
                pass
        return self._from_first(game_id, version)

    def _nearest(self, game_id: UUID, version: int | None) -> Game | None:
        """The game of the last snapshot at or below a version; None where there is none that can be read."""
        assert self.snapshots is not None
        try:
            taken = next(iter(self.snapshots.get(game_id, lte=version, desc=True, limit=1)), None)
            return restored(cast(GameSnapshot, taken), self.rulesets) if taken is not None else None
        except UNREADABLE:
            return None

    def _with_open_moves(self, game: Game, seat: int) -> Game:
        """The game with every move that `seat` may take back: those before a snapshot are not known from it."""
        if (game.mover == seat and game.open_moves) or game.mover not in (None, seat):
            return game
        return self._from_first(game.id, game.version) or game

    def _from_first(self, game_id: UUID, version: int | None) -> Game | None:
        return self._fold(self._events(game_id, lte=version))

    def _fold(self, events: Sequence[AnyEvent], game: Game | None = None) -> Game | None:
        with readable():
            return fold(events, self.rulesets, game)

    def _events(self, game_id: UUID, *, gt: int | None = None, lte: int | None = None) -> list[AnyEvent]:
        """The events of the versions above `gt`, up to `lte`, which the game has; raises DamagedRecord."""
        with readable():
            found = cast(list[AnyEvent], list(self.events.get(game_id, gt=gt, lte=lte)))
        first = (gt or 0) + 1
        wanted = range(first, first + len(found) if lte is None else lte + 1)
        if [event.originator_version for event in found] != list(wanted):
            raise damaged("an event is missing")
        return found

    # Recording

    def _change(self, req: Request, game_id: UUID, decide: Callable[[Game], command.Decision]) -> Answer:
        """Decide on the game as last seen and record it; decide again if the game has moved on meanwhile."""
        game = self._known(game_id)
        while True:
            try:
                self._check_version(req, game)
                decision = decide(game)
                return self._append(req, game.digest, decision.events, decision.game, decision.body)
            except (KifuError, IntegrityError) as error:
                if (kept := self._kept(req.key)) is not None:
                    return kept
                latest = self._caught_up(game_id, game)
                if latest.version == game.version:
                    if isinstance(error, IntegrityError):
                        # Nobody played in between, so what is stored is not what this process has seen.
                        raise damaged(f"something else is stored than version {game.version}") from error
                    raise
                game = latest
                if isinstance(error, VersionConflict):
                    self._check_version(req, game)

    def _check_version(self, req: Request, game: Game) -> None:
        """Raise VersionConflict with the steps missed if the caller has seen another version."""
        if req.if_version is None or req.if_version == game.version:
            return
        viewer = views.viewer_of(game, req.by, req.arbiter)
        known = 0 < req.if_version < game.version
        after = max(req.if_version - 1 - game.opened.seats, 0)
        missed = self.steps(game.id, viewer, after=after, limit=MOST_MISSED) if known else []
        seen = f"you saw version {req.if_version}" if req.if_version > 0 else "your condition names no version of it"
        raise VersionConflict(
            f"The game is at version {game.version}; {seen}.",
            version=game.version,
            missed=msgspec.to_builtins(missed),
            more=known and game.step - after > len(missed),
        )

    def _append(self, req: Request, previous: str | None, events: list[AnyEvent], game: Game, body: bytes) -> Answer:
        key = req.key
        receipts = [receipt_of(event, self._signer) for event in events]
        if (promised := receipts[-1]) is not None:
            body = b'%s,"receipt":%s}' % (body[:-1], msgspec.json.encode(promised))
        first = FirstAnswer(key.owner, key.key, key.digest, 201, body) if key is not None else None
        recordings = self.events.put(
            cast(list[DomainEventProtocol[UUID]], events),
            idempotency=first,
            previous=as_bytes(previous),
            receipts=[packed(receipt) if receipt is not None else None for receipt in receipts],
        )
        self._cache.put(game)
        self._keep_snapshot(game, events[-1])
        position = f"{self.store.partition_of(game.id)}:{recordings[-1].notification.id}"
        return Answer(201, body, position, game_id=game.id)

    def _keep_snapshot(self, game: Game, event: AnyEvent) -> None:
        """Keep a snapshot now and then. It is only a cache: the move stands whatever becomes of it."""
        if game.version % SNAPSHOT_EVERY or game.state is None or self.snapshots is None:
            return
        if game.resignation is not None:
            # A snapshot does not know of it, and the game would go on from there.
            return
        try:
            self.snapshots.put([cast(DomainEventProtocol[UUID], snapshot(game, event))])
        except Exception:
            return

    def _kept(self, key: Key | None) -> Answer | None:
        """The first answer under this key; raises KeyReused if it was to another request."""
        if key is None:
            return None
        kept = self.store.first_answer(key.owner, key.key)
        if kept is None:
            return None
        if kept.digest != key.digest:
            raise KeyReused("This Idempotency-Key was used for another request; take a new one for each.")
        position = f"{kept.partition}:{kept.position}" if kept.position is not None else None
        return Answer(kept.status, kept.body, position, replayed=True)

    @staticmethod
    def _conflict() -> NoReturn:
        raise VersionConflict("The game was changed at the same time; try again.")
