"""Random lobbies: whatever people try before the start, the game matches a small model of it, and verifies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.application import commands as command
from domain.application.commands import AnyAnswer, Decision, Request
from domain.application.errors import (
    AlreadyStarted,
    BadInvitation,
    GameOver,
    NotOpener,
    NotReserved,
    NotYourSeat,
    SeatOccupied,
    SeatReserved,
)
from domain.application.lobby import changes as lobby
from domain.application.lobby.changes import Wish
from domain.application.lobby.opening import Opening, open_game
from domain.archive.lines import FiledEvent
from domain.archive.reading import decode_events, parse_archive
from domain.archive.writing import write_events
from domain.kernel.errors import KifuError
from domain.kernel.rulesets import Rulesets
from domain.proof.chain import check_chain, public_part_by_seed
from domain.record.events import MAPPER, AnyEvent
from domain.record.game import Game, fold, game_at_opening
from domain.record.order import check_event
from domain.record.seed import derive_seed
from domain.record.words import Reader, decode_event
from domain.verification.moves import check_moves
from tests.support.rulesets import product_rulesets

RULESETS: Rulesets = product_rulesets()
NOW = datetime(2026, 1, 2, tzinfo=UTC)
SEATS = 2
PEOPLE = ("ada", "bob", "cyd")
OPENER = "ada"
SECRETS = tuple(letter * 43 for letter in "xyz")

people, seats = st.sampled_from(PEOPLE), st.integers(0, SEATS - 1)
sit = st.tuples(st.just("sit"), people, st.none() | seats, st.none() | st.sampled_from(SECRETS))
leave = st.tuples(st.just("leave"), people, seats)
reserve = st.tuples(st.just("reserve"), people, seats, people)
invite = st.tuples(st.just("invite"), people, seats, st.sampled_from(SECRETS))
withdraw = st.tuples(st.just("withdraw"), people, seats)
cancel = st.tuples(st.just("cancel"), people)
expire = st.tuples(st.just("expire"))
tries = st.lists(st.one_of(sit, sit, sit, leave, leave, reserve, invite, invite, withdraw, cancel, expire), max_size=25)


@dataclass
class Model:
    """The players by seat, and the reservations of seats: a name, a secret, or "used"."""

    players: list[str | None] = field(default_factory=lambda: [None] * SEATS)
    kept: list[tuple[str, str] | None] = field(default_factory=lambda: [None] * SEATS)
    status: str = "waiting"

    def expected(self, what: str, *given: object) -> type[KifuError] | None:
        """Do it in the model, or return the error that it raises."""
        done: type[KifuError] | None = getattr(self, what)(*given)
        return done

    def sit(self, who: str, seat: int | None, secret: str | None) -> type[KifuError] | None:
        if self.status == "cancelled":
            return GameOver
        if secret is not None:
            found = [at for at, kept in enumerate(self.kept) if kept == ("secret", secret)]
            if not found or seat not in (None, found[0]):
                return BadInvitation
            seat = found[0]
            self.kept[seat] = ("used", "")
        elif seat is None:
            free = [at for at in range(SEATS) if self.players[at] is None]
            own = [at for at in free if self.kept[at] == ("player", who)]
            open_ = [at for at in free if self.kept[at] is None]
            if not free:
                return SeatOccupied
            if not own + open_:
                return SeatReserved
            seat = (own + open_)[0]
        elif self.players[seat] is not None:
            return SeatOccupied
        elif self.kept[seat] not in (None, ("player", who)):
            return SeatReserved
        self.players[seat] = who
        if None not in self.players:
            self.status, self.kept = "playing", [None] * SEATS
        return None

    def leave(self, who: str, seat: int) -> type[KifuError] | None:
        if self.settled():
            return self.settled()
        if self.players[seat] != who:
            return NotYourSeat
        self.players[seat] = None
        return None

    def reserve(self, who: str, seat: int, for_whom: str) -> type[KifuError] | None:
        return self.keep(who, seat, ("player", for_whom))

    def invite(self, who: str, seat: int, secret: str) -> type[KifuError] | None:
        return self.keep(who, seat, ("secret", secret))

    def keep(self, who: str, seat: int, kept: tuple[str, str]) -> type[KifuError] | None:
        refused = NotOpener if who != OPENER else self.settled()
        if refused is None and self.players[seat] is not None:
            refused = SeatOccupied
        if refused is None:
            self.kept[seat] = kept
        return refused

    def withdraw(self, who: str, seat: int) -> type[KifuError] | None:
        refused = NotOpener if who != OPENER else self.settled()
        if refused is None and self.kept[seat] is None:
            refused = NotReserved
        if refused is None:
            self.kept[seat] = None
        return refused

    def cancel(self, who: str) -> type[KifuError] | None:
        refused = NotOpener if who != OPENER else self.settled()
        if refused is None:
            self.status = "cancelled"
        return refused

    def expire(self) -> type[KifuError] | None:
        refused = self.settled()
        if refused is None:
            self.status = "cancelled"
        return refused

    def settled(self) -> type[KifuError] | None:
        return {"cancelled": GameOver, "playing": AlreadyStarted}.get(self.status)


def carry_out(game: Game, what: str, *given: object) -> Decision[AnyAnswer]:
    """Do it with the commands."""
    by = Request(str(given[0])) if given else Request()
    wanted: dict[str, Callable[..., Decision[AnyAnswer]]] = {
        "sit": lambda who, seat, secret: command.take_seat(game, by, seat, NOW, f"of {who}", secret),
        "leave": lambda _, seat: lobby.leave(game, by, seat, NOW),
        "reserve": lambda _, seat, player: lobby.reserve(game, by, Wish(seat, player, ""), NOW),
        "invite": lambda _, seat, secret: lobby.reserve(game, by, Wish(seat, None, secret), NOW),
        "withdraw": lambda _, seat: lobby.withdraw_reservation(game, by, seat, NOW),
        "cancel": lambda _: lobby.cancel(game, by, NOW),
        "expire": lambda: lobby.expire(game, by, NOW),
    }
    return wanted[what](*given)


@given(tries)
@settings(max_examples=150, deadline=None)
def test_a_lobby_is_what_its_model_says_and_its_record_verifies(tried: list[tuple[object, ...]]) -> None:
    opening = Opening("micro-dojo", {}, SEATS, None, unlisted=False)
    opened = open_game(opening, RULESETS, Request(OPENER), NOW, Random(1).randbytes)
    game, model, events = game_at_opening(opened, RULESETS), Model(), list[AnyEvent]([opened])
    for what, *given_ in tried:
        before = msgspec.structs.asdict(game)
        try:
            found, refused = carry_out(game, str(what), *given_), None
        except KifuError as error:
            found, refused = None, type(error)
        assert refused == model.expected(str(what), *given_), (what, given_)
        if found is None:
            assert msgspec.structs.asdict(game) == before
            continue
        for event in found.events:
            check_event(game, event)
            assert Reader(RULESETS).words(event, game.names)
            game = game.after(event)
        events += found.events
        assert game == found.game
        assert (list(game.players), game.status) == (model.players, model.status)
        held = [game.lobby.reservation(seat) is not None for seat in range(SEATS)]
        assert held == [kept is not None for kept in model.kept]
    check_record(events, game)


def check_record(events: list[AnyEvent], game: Game) -> None:
    """Check that the stored events follow from one another and lead to this game; a started one has its seed."""
    stored = [MAPPER.to_stored_event(event) for event in events]
    rows = [FiledEvent(one.originator_version, one.topic, one.state) for one in stored]
    assert check_chain(rows, str(game.id), public_part_by_seed(game.secret)).fault is None
    assert fold([decode_event(row.topic, game.id, row.version, row.payload) for row in rows], RULESETS) == game
    assert game.version == len(events)
    assert game.entropies == tuple(player and f"of {player}" for player in game.players)
    filed = parse_archive(list(write_events(events, RULESETS, unfinished=True)))
    assert len(decode_events(filed, RULESETS)) == len(events)
    if game.status == "playing":
        assert (game.step, game.version_of(1)) == (1, len(events))
        assert check_moves(events, RULESETS).holds
        assert game.opened.derivation
        assert game.seed == derive_seed(game.secret, game.entropies, game.opened.derivation)
