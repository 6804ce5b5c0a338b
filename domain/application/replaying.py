"""Games that the service records itself from known moves, each as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

import msgspec

from domain.application import commands
from domain.application.commands import Request
from domain.application.errors import Illegal
from domain.application.lobby.opening import Opening, open_game
from domain.application.stored.stored_games import StoredGames
from domain.kernel.language import later
from domain.record.events import AnyEvent
from domain.record.game import Game, fold
from domain.record.words import make_receipt


class Replaying:
    """Records whole games as if each command had come separately."""

    def __init__(self, stored: StoredGames) -> None:
        self._stored = stored

    def replay(
        self,
        req: Request,
        game_id: UUID,
        wanted: Opening,
        players: Sequence[str],
        moves: Iterable[tuple[int, bytes]],
    ) -> Game:
        """Open a game under this id with a known seed, seat the players and play the moves, in one transaction.

        A move is given with its seat, as JSON. Every event is dated now and gets a receipt. Raises what opening, taking
        seats and playing raise, Illegal if the game is not over then, and IntegrityError if there is a game of this id.
        """
        opened = open_game(wanted, self._stored.rulesets, req, self._stored.clock(), lambda _: game_id.bytes)
        game = fold([opened], self._stored.rulesets)
        assert game is not None
        events: list[AnyEvent] = [opened]
        for seat, player in enumerate(players):
            taken = commands.take_seat(game, msgspec.structs.replace(req, by=player), seat, self._stored.clock())
            events, game = [*events, *taken.events], taken.game
        for seat, move in moves:
            asked = msgspec.structs.replace(req, by=players[seat])
            step, game = commands.carry_out_move(game, asked, seat, move, self._stored.clock())
            events.append(step)
        if not game.is_over:
            raise Illegal(later("The moves do not lead to the end of the game."))
        self._stored.keep_pack(game)
        receipts = [make_receipt(event, self._stored.signer) for event in events]
        self._stored.store_events(events, idempotency=None, previous=None, receipts=receipts)
        return game
