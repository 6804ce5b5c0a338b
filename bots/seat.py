"""One seat of a bot in one game: sitting down, and answering questions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from uuid import uuid4

import msgspec
import structlog

from bots.choosing import Choose
from bots.http import Answer, Away, Client
from bots.questions import Option, Questions, list_options

log = structlog.get_logger("kifu.bots")

MOST_TRIED = 60
"""How many moves are tried, if most from a template are illegal, before the bot asks again."""
BUSY = (408, 429)


class Busy(Exception):
    """The service asks to retry after some seconds."""

    def __init__(self, pause: float) -> None:
        super().__init__(f"busy for {pause:g} seconds")
        self.pause = pause


class _Explanation(msgspec.Struct, frozen=True):
    legal: bool


class _Outlooks(msgspec.Struct, frozen=True):
    values: tuple[float | None, ...]


class _Seat(msgspec.Struct, frozen=True):
    seat: int
    player: str | None = None
    bot: bool = False


class _Options(msgspec.Struct, frozen=True):
    signed_moves: bool = False


class _Game(msgspec.Struct, frozen=True):
    status: str
    seats: tuple[_Seat, ...]
    options: _Options = _Options()


class Seat:
    """A seat that a bot holds, or that is reserved for it. Every call raises Away and Busy."""

    def __init__(self, client: Client, game: str, seat: int) -> None:
        self._client = client
        self._path = f"/v1/games/{game}"
        self._seat = seat

    def sit_down(self) -> None:
        """Take the seat, unless the game requires signatures, which a bot cannot give: then it stays free."""
        found = self._get_game()
        if found is None or found.status != "waiting":
            return
        if found.options.signed_moves:
            log.info("invitation left alone", path=self._path, why="moves are signed in this game")
            return
        answer = self._client.post(f"{self._path}/seats", {"seat": self._seat}, Idempotency_Key=str(uuid4()))
        _check(answer)
        if answer.status != 201:
            log.info("seat not taken", path=self._path, says=answer.body.decode("utf-8", "replace"))

    def is_among_bots(self) -> bool:
        """Return whether only bots play in the game."""
        found = self._get_game()
        return found is not None and all(seat.bot for seat in found.seats)

    def move(self, choose: Choose, random: Random) -> None:
        """Answer the question to the seat, if there still is one."""
        while (asked := self._ask()) is not None:
            options = list_options(asked, self._seat, random)
            if not options:
                return
            ordered = choose(options, self, random)[:MOST_TRIED]
            if not ordered or self._play_first(ordered, asked.version):
                return

    def compare(self, moves: Sequence[msgspec.Raw]) -> Sequence[float | None]:
        """See `bots.choosing.Adviser`."""
        answer = self._client.post(f"{self._path}/outlooks", {"seat": self._seat, "moves": list(moves)})
        if answer.status != 200:
            log.warning("no outlooks", path=self._path, status=answer.status)
            return ()
        return msgspec.json.decode(answer.body, type=_Outlooks).values

    def _ask(self) -> Questions | None:
        answer = self._client.get(f"{self._path}/legal-moves?seat={self._seat}")
        _check(answer)
        return msgspec.json.decode(answer.body, type=Questions) if answer.status == 200 else None

    def _play_first(self, options: Sequence[Option], version: int) -> bool:
        """Play the first of these moves that is legal; False if the game has moved on or none is."""
        for option in options:
            # The bot first asks whether an unlisted move is legal, since the record keeps refused moves.
            if not option.listed and not self._is_legal(option):
                continue
            body = {"seat": self._seat, "move": option.move}
            answer = self._client.post(
                f"{self._path}/moves", body, Idempotency_Key=str(uuid4()), If_Match=f'"{version}"'
            )
            _check(answer)
            if answer.status == 412:
                return False
            if answer.status != 422:
                return True
            log.warning("move refused", path=self._path, says=answer.body.decode("utf-8", "replace"))
        return False

    def _is_legal(self, option: Option) -> bool:
        answer = self._client.post(f"{self._path}/explanations", {"seat": self._seat, "move": option.move})
        _check(answer)
        return answer.status == 200 and msgspec.json.decode(answer.body, type=_Explanation).legal

    def _get_game(self) -> _Game | None:
        answer = self._client.get(self._path)
        _check(answer)
        return msgspec.json.decode(answer.body, type=_Game) if answer.status == 200 else None


def _check(answer: Answer) -> None:
    """Raise Busy or Away for an answer that is not about the game."""
    if answer.status in BUSY:
        raise Busy(max(1.0, answer.pause))
    if answer.status >= 500:
        raise Away(f"status {answer.status}: {answer.body.decode('utf-8', 'replace')[:500]}")
