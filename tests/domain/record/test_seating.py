"""The events possible while a game waits for its players: anything else is found, no matter who wrote it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import Any

import msgspec
import pytest

from domain.application import commands as command
from domain.application.commands import Decision, Request
from domain.application.lobby import changes as lobby
from domain.application.lobby.changes import Wish
from domain.application.lobby.opening import Opening, open_game
from domain.kernel.audience import SPECTATOR
from domain.kernel.language import speaking
from domain.kernel.rulesets import Rulesets
from domain.record.events import AnyEvent, GameOpened, GameStarted, SeatTaken
from domain.record.game import Game, game_at_opening
from domain.record.order import OutOfOrder, check_event
from domain.record.seating.events import GameCancelled, ReservationWithdrawn, SeatLeft, SeatReserved
from domain.record.seating.lobby import seat_names
from domain.record.views import view_game
from domain.verification.chance import view_chance
from tests.support.rulesets import product_rulesets

RULESETS: Rulesets = product_rulesets()
NOW = datetime(2026, 1, 2, tzinfo=UTC)
ADA, BOB = Request("ada"), Request("bob")
SECRET = "s" * 43


def opened(unlisted: bool = False) -> GameOpened:
    link = "0" * 64 if unlisted else msgspec.UNSET
    return open_game(Opening("micro-dojo", {}, 2, None, unlisted, link), RULESETS, ADA, NOW, Random(3).randbytes)


def game_after(*decide: Callable[[Game], Decision[Any]]) -> tuple[list[AnyEvent], Game]:
    """The events and the game after these commands."""
    first = opened()
    events, game = list[AnyEvent]([first]), game_at_opening(first, RULESETS)
    for one in decide:
        found = one(game)
        events += found.events
        game = found.game
    return events, game


def sit(req: Request, seat: int, entropy: str | None = None, invitation: str | None = None) -> Callable[[Game], Any]:
    return lambda game: command.take_seat(game, req, seat, NOW, entropy, invitation)


def reserve(seat: int, player: str | None = None) -> Callable[[Game], Any]:
    return lambda game: lobby.reserve(game, ADA, Wish(seat, player, SECRET), NOW)


def leave(req: Request, seat: int) -> Callable[[Game], Any]:
    return lambda game: lobby.leave(game, req, seat, NOW)


HEAD = {"originator_version": 9, "timestamp": NOW}
FORGED: list[tuple[type, dict[str, object], str]] = [
    (SeatTaken, {"seat": 1, "player": "bob"}, "seat 1 is reserved for cyd"),
    (SeatTaken, {"seat": 0, "player": "bob"}, "seat 0 is taken already"),
    (SeatTaken, {"seat": 2, "player": "bob"}, "the game has no seat 2"),
    (SeatTaken, {"seat": 1, "player": ""}, "invalid name"),
    (SeatLeft, {"seat": 0, "player": "ada"}, "seat 0 is not that of 'ada'"),
    (SeatLeft, {"seat": 1, "player": "cyd"}, "seat 1 is not that of 'cyd'"),
    (SeatLeft, {"seat": -1, "player": "bob"}, "the game has no seat -1"),
    (SeatReserved, {"seat": 0, "player": "cyd", "by": "ada"}, "seat 0 is taken already"),
    (SeatReserved, {"seat": 1, "player": "cyd", "by": "bob"}, "'bob' did not open the game"),
    (SeatReserved, {"seat": 1, "by": "ada"}, "either for a player or by an invitation"),
    (SeatReserved, {"seat": 1, "player": "cyd", "invitation": "0" * 64}, "either for a player or by an invitation"),
    (SeatReserved, {"seat": 1, "invitation": SECRET}, "not the digest of a secret"),
    (SeatReserved, {"seat": 1, "player": "c\n"}, "invalid name"),
    (ReservationWithdrawn, {"seat": 0, "by": "ada"}, "seat 0 is not reserved"),
    (ReservationWithdrawn, {"seat": 1, "by": "cyd"}, "'cyd' did not open the game"),
    (GameCancelled, {"by": "bob"}, "'bob' did not open the game"),
    (GameCancelled, {"by": "ada", "expired": True}, "is cancelled by nobody"),
]


@pytest.mark.parametrize(("kind", "values", "why"), FORGED)
def test_an_event_that_cannot_follow_is_found(kind: type, values: dict[str, object], why: str) -> None:
    _, game = game_after(sit(BOB, 0), reserve(1, "cyd"))
    with pytest.raises(OutOfOrder, match=why):
        check_event(game, kind(originator_id=game.id, **HEAD, **values))


def test_an_invitation_works_once_in_a_record_too() -> None:
    _, game = game_after(reserve(0), sit(BOB, 0, invitation=SECRET), leave(BOB, 0))
    with pytest.raises(OutOfOrder, match="used before"):
        check_event(game, SeatTaken(originator_id=game.id, **HEAD, seat=0, player="cyd"))


@pytest.mark.parametrize("kind", [SeatTaken, SeatLeft, SeatReserved, ReservationWithdrawn, GameCancelled, GameStarted])
def test_nothing_follows_a_cancelled_game(kind: type) -> None:
    events, game = game_after(sit(BOB, 0), sit(BOB, 1))
    _, cancelled = game_after(reserve(1), lambda game: lobby.cancel(game, ADA, NOW))
    values: dict[str, object] = {"seat": 1, "player": "bob"}
    if kind is GameStarted:
        cancelled = msgspec.structs.replace(cancelled, players=("bob", "bob"))
        event = msgspec.structs.replace(events[-1], originator_id=cancelled.id)
    else:
        values = {name: value for name, value in values.items() if name in kind.__struct_fields__}
        event = kind(originator_id=cancelled.id, **HEAD, **values)
    with pytest.raises(OutOfOrder, match="the game was cancelled"):
        check_event(cancelled, event)
    assert game.status == "playing"


@pytest.mark.parametrize("kind", [SeatLeft, SeatReserved, ReservationWithdrawn, GameCancelled])
def test_nobody_gets_up_from_a_game_that_has_started(kind: type) -> None:
    _, game = game_after(sit(BOB, 0), sit(BOB, 1))
    values = {name: value for name, value in {"seat": 1, "player": "bob"}.items() if name in kind.__struct_fields__}
    with pytest.raises(OutOfOrder, match="taken"):
        check_event(game, kind(originator_id=game.id, **HEAD, **values))


@pytest.mark.parametrize(("unlisted", "link"), [(False, "0" * 64), (True, SECRET), (True, "0" * 63)])
def test_a_link_that_is_no_digest_or_of_a_listed_game_is_found(unlisted: bool, link: str) -> None:
    check_event(None, opened(unlisted=True))
    with pytest.raises(OutOfOrder, match="link"):
        check_event(None, msgspec.structs.replace(opened(), unlisted=unlisted, link=link))


def test_entropy_leaves_with_its_player_and_nobody_learns_a_seed_from_coming_and_going() -> None:
    events, game = game_after(sit(BOB, 1, "one"), leave(BOB, 1), sit(BOB, 1, "two"), leave(BOB, 1))
    waiting = view_chance(events, RULESETS, SPECTATOR)
    assert (waiting.entropies, waiting.seed, waiting.server_seed) == ((None, None), None, None)
    assert view_game(game).seed is None
    # The seed depends on who is seated at the start, however often others came and went before.
    ended = [
        game_after(*before, sit(ADA, 0, "mine"), sit(BOB, 1, "three"))[1]
        for before in (
            (),
            (sit(BOB, 1, "one"), leave(BOB, 1), sit(BOB, 0, "two"), leave(BOB, 0)),
        )
    ]
    assert ended[0].seed == ended[1].seed
    assert ended[0].state == ended[1].state
    assert [one.version_of(1) for one in ended] == [4, 8]


def test_seats_are_named_in_the_language_of_the_reader() -> None:
    with speaking("fr"):
        assert seat_names([None, "Ada", "Bob"]) == ["place 1", "Ada", "Bob"]
        assert seat_names(["Ada", "Ada", None]) == ["Ada (place 1)", "Ada (place 2)", "place 3"]
    assert seat_names(["Ada", "Ada"]) == ["Ada (seat 1)", "Ada (seat 2)"]
