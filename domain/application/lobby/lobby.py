"""The lobby: where games are opened and wait for their players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import TypeAlias, TypedDict, Unpack
from uuid import UUID

import msgspec
from eventsourcing.persistence import IntegrityError

from domain.application import commands
from domain.application.commands import Decision, Recorded, Request, describe_game
from domain.application.errors import AlreadyStarted, GameOver, UnknownGame, VersionConflict
from domain.application.lobby import changes, links, opening, rematch
from domain.application.lobby.answers import LobbyAnswer, OpenedGame, SeatAnswer
from domain.application.lobby.changes import SeatWish, Wish
from domain.application.player_keys import list_signing_keys
from domain.application.recording import Recording
from domain.application.seeking.seek import GameKind
from domain.application.stored.stored_games import StoredGames
from domain.kernel.language import later
from domain.record.events import GameOpened
from domain.record.game import Game, fold
from domain.record.seating.lobby import make_secret
from domain.record.views import GameInfo
from domain.rows import KeptAnswer, MetSeeks

Opened: TypeAlias = Recorded[OpenedGame] | KeptAnswer
"""The outcome of opening a game; a retry gets the answer that was kept."""
Open: TypeAlias = Callable[[], Opened]


class Terms(TypedDict, total=False):
    """How a game is opened, apart from its rules; what is left out is as for most games.

    `seed` is 64 hexadecimal digits, for a teaching game. An `unlisted` game is in no list. `rated` says whether the
    result may count, True by default.
    """

    seed: str | None
    unlisted: bool
    rated: bool


class Lobby:
    """Opens games, and carries out the commands on them before they start."""

    def __init__(self, stored: StoredGames, recording: Recording) -> None:
        self._stored = stored
        self._recording = recording

    def open_game(
        self,
        req: Request,
        ruleset: str,
        options: object,
        seats: int,
        reserved: Sequence[SeatWish] = (),
        **terms: Unpack[Terms],
    ) -> Opened:
        """Open a game with `reserved` seats; the answer describes it.

        Raises UnknownRuleset, BadOption, UnknownSeat, KeyReused, and Malformed for a seed that is not 64 hexadecimal
        digits.
        """
        if (kept := self._stored.kept_answer(req.key)) is not None:
            return kept
        unlisted = terms.get("unlisted", False)
        secret = make_secret(self._stored.entropy) if unlisted else None
        link = links.digest_link(secret)
        rated = terms.get("rated", True)
        wanted = opening.Opening(ruleset, options, seats, terms.get("seed"), unlisted, link, rated=rated)
        event = opening.open_game(wanted, self._stored.rulesets, req, self._stored.clock(), self._stored.entropy)
        return self._open(req, event, secret, reserved)

    def open_matched(
        self, req: Request, kind: GameKind, players: Sequence[str], seeks: Sequence[UUID]
    ) -> Recorded[OpenedGame]:
        """Open a game with a seat reserved for each of these players, in this order, and end their seeks with it.

        All or nothing is stored. Raises UnknownRuleset, BadOption, and VersionConflict if a seek is no longer open.
        """
        options = msgspec.json.decode(kind.options)
        wanted = opening.Opening(kind.ruleset, options, kind.seats, None, False, rated=kind.rated)
        event = opening.open_game(wanted, self._stored.rulesets, req, self._stored.clock(), self._stored.entropy)
        wishes = [SeatWish(seat, player) for seat, player in enumerate(players)]
        opened = self._open(req, event, None, wishes, MetSeeks(event.originator_id, tuple(seeks)))
        # A request without an idempotency key has no kept answer.
        assert isinstance(opened, Recorded)
        return opened

    def branch(self, req: Request, game_id: UUID, step: int, unlisted: bool = True) -> Opened:
        """Open a game that starts from the position of this one after a step; the answer describes it.

        Whatever the player may not know about a running game is dealt again. Raises UnknownGame, UnknownStep, GameOver,
        KeyReused, and Malformed if the branch must not be listed.
        """
        if (kept := self._stored.kept_answer(req.key)) is not None:
            return kept
        source = self._stored.current(game_id)
        then = self._stored.at_step(game_id, step)
        secret = make_secret(self._stored.entropy) if unlisted else None
        link = links.digest_link(secret)
        event = opening.open_branch(source, then, unlisted, req, self._stored.clock(), self._stored.entropy, link)
        return self._open(req, event, secret)

    def find_rematch(self, game_id: UUID) -> Game | None:
        """Return the rematch of a game, unless none was opened or each was cancelled."""
        return self._look_for_rematch(game_id)[1]

    def rematch(
        self, req: Request, game_id: UUID, exists: Callable[[str], bool], limited: Callable[[Open], Opened]
    ) -> Opened | GameInfo:
        """Open the rematch of a game that is over, with a seat kept for each of its players who `exists`.

        The answer describes it; if somebody else has opened it already, a GameInfo does. `limited` opens the game, or
        refuses to. Raises UnknownGame, Unauthenticated, NotSeated, NotOver, BadOption, KeyReused, TooManyChanges if too
        many were cancelled, and whatever `limited` raises.
        """
        if (kept := self._stored.kept_answer(req.key)) is not None:
            return kept
        source = self._stored.current(game_id)
        rematch.check_rematch(source, req)
        secret = make_secret(self._stored.entropy) if source.opened.unlisted else None
        wishes = rematch.rotate_seats(source.players, exists)
        while True:
            number, found = self._look_for_rematch(game_id)
            if found is not None:
                return describe_game(req, found)
            wanted = rematch.describe_rematch(source, number, links.digest_link(secret))
            event = opening.open_game(wanted, self._stored.rulesets, req, self._stored.clock(), self._stored.entropy)
            # Somebody else who asked at the same time was faster, and opened the rematch.
            with suppress(VersionConflict):
                return limited(partial(self._open, req, event, secret, wishes))

    def _look_for_rematch(self, game_id: UUID) -> tuple[int, Game | None]:
        """Return the number of the current rematch, from 0, and the game if it was opened."""
        ids = rematch.list_rematch_ids(game_id)
        for number, one in enumerate(ids):
            try:
                game = self._stored.current(one)
            except UnknownGame:
                return number, None
            if game.status != "cancelled":
                return number, game
        return len(ids), None

    def _open(
        self,
        req: Request,
        event: GameOpened,
        secret: str | None,
        reserved: Sequence[SeatWish] = (),
        met: MetSeeks | None = None,
    ) -> Opened:
        game = fold([event], self._stored.rulesets)
        assert game is not None
        self._stored.keep_pack(game)
        wishes = [self._wish(wanted) for wanted in reserved]
        events, game = changes.reserve_all(game, req, wishes, event.timestamp)
        shown = msgspec.structs.asdict(describe_game(req, game))
        answer = OpenedGame(**shown, link=secret or msgspec.UNSET, invitations=changes.invitations(wishes))
        try:
            return self._recording.append(req, None, Decision([event, *events], game, answer), met)
        except IntegrityError as error:
            if (kept := self._stored.kept_answer(req.key)) is not None:
                return kept
            raise VersionConflict(later("The game was changed at the same time; try again.")) from error

    def take_seat(
        self,
        req: Request,
        game_id: UUID,
        seat: int | None = None,
        entropy: str | None = None,
        invitation: str | None = None,
    ) -> Recorded[SeatAnswer] | KeptAnswer:
        """Take a seat, or the first free one; the last seat taken starts the game.

        `entropy` is added to its seed, `invitation` is an invitation's secret. The player's current keys sign what the
        seat does from then on. Raises UnknownGame, Unauthenticated, UnknownSeat, SeatOccupied, SeatReserved,
        BadInvitation, GameOver, KeyRequired, SignatureRequired, WrongSignature, KeyReused, and Malformed if the entropy
        is not 1 to 128 characters, or if the game is too old to take any.
        """
        req = msgspec.structs.replace(req, keys=list_signing_keys(self._stored.store.player_keys, req))
        return self._recording.change(
            req, game_id, lambda game: commands.take_seat(game, req, seat, self._stored.clock(), entropy, invitation)
        )

    def reserve_seat(self, req: Request, game_id: UUID, wanted: SeatWish) -> Recorded[LobbyAnswer] | KeptAnswer:
        """Reserve a seat, in place of an earlier reservation; raises UnknownGame and what `changes.reserve` raises."""
        wish = self._wish(wanted)
        return self._recording.change(req, game_id, lambda game: changes.reserve(game, req, wish, self._stored.clock()))

    def withdraw_reservation(self, req: Request, game_id: UUID, seat: int) -> Recorded[LobbyAnswer] | KeptAnswer:
        """Let everyone take a seat again; raises UnknownGame and what `changes.withdraw_reservation` raises."""
        return self._recording.change(
            req, game_id, lambda game: changes.withdraw_reservation(game, req, seat, self._stored.clock())
        )

    def leave_seat(self, req: Request, game_id: UUID, seat: int) -> Recorded[LobbyAnswer] | KeptAnswer:
        """Leave a seat; raises UnknownGame and what `changes.leave` raises."""
        return self._recording.change(req, game_id, lambda game: changes.leave(game, req, seat, self._stored.clock()))

    def cancel(self, req: Request, game_id: UUID) -> Recorded[LobbyAnswer] | KeptAnswer:
        """Cancel a game; raises UnknownGame and what `changes.cancel` raises."""
        return self._recording.change(req, game_id, lambda game: changes.cancel(game, req, self._stored.clock()))

    def expire(self, req: Request, game_id: UUID, after: timedelta) -> bool:
        """Cancel a game that was opened more than `after` ago and is still waiting; return whether it was cancelled.

        Raises UnknownGame.
        """
        game = self._stored.current(game_id)
        if game.status != "waiting" or game.opened.timestamp + after > self._stored.clock():
            return False
        try:
            self._recording.change(req, game_id, lambda game: changes.expire(game, req, self._stored.clock()))
        except (AlreadyStarted, GameOver):
            # Somebody took the last seat, or another process was faster.
            return False
        return True

    def _wish(self, wanted: SeatWish) -> Wish:
        return Wish(wanted.seat, wanted.player, make_secret(self._stored.entropy))
