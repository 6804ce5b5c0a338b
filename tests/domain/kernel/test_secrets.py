"""The non-interference harness passes the toy game, and catches every way in which a game may leak."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from domain.kernel.audience import ARBITER, SPECTATOR, Public, Viewer, seat_viewer
from domain.kernel.chance import Chance, Redealt
from domain.kernel.choice import Choice, Move
from domain.kernel.errors import IllegalMove
from domain.kernel.fact import replace_at
from domain.kernel.table import Outcome
from domain.record import views
from domain.record.views import ChoiceView
from tests.domain.kernel.test_toy import TOY, universe
from tests.domain.kernel.toy import Pick, Select, Toy, ToyView
from tests.domain.kernel.toy_facts import SEATS, Chosen, ToyFact, ToyOptions, ToyState
from tests.support.noninterference import Leak, Pair, Secretly, walk
from tests.support.purposes import declared


def played(seed: int, steps: int) -> ToyState:
    """Return a running toy game after a number of random moves."""
    random = Random(seed)
    state = TOY.open(ToyOptions(), 3, Chance(random.randbytes(32))).state
    for step in range(steps):
        moves = [(c.seat, move) for c in TOY.choices(state) for move in c.moves(state) if not c.standing]
        later = TOY.decide(state, *random.choice(moves), Chance(bytes(32), step + 2)).state
        if later.result is not None:
            break
        state = later
    return state


def disguised(state: ToyState, viewer: Viewer, random: Random) -> ToyState:
    """Re-deal all cards that the viewer does not see, as many to each place as before."""
    others = [seat for seat in SEATS if seat not in viewer.seats]
    hidden = [*state.deck, *(card for seat in others for card in state.hands[seat])]
    hidden += [state.chosen[seat] for seat in others if state.chosen[seat] is not None]
    random.shuffle(hidden)
    hands, chosen = list(state.hands), list(state.chosen)
    for seat in others:
        hands[seat] = tuple(hidden.pop() for _ in hands[seat])
        if chosen[seat] is not None:
            chosen[seat] = hidden.pop()
    return msgspec.structs.replace(state, hands=tuple(hands), chosen=tuple(chosen), deck=tuple(hidden))


def pairs(count: int) -> Iterator[tuple[Pair, Random]]:
    """Yield pairs of positions for viewers who hold no seat, one, or two."""
    for seed in range(count):
        random = Random(seed)
        state = played(seed, seed % 12)
        viewer = seat_viewer(*random.sample(SEATS, seed % 3))
        one = Secretly(state, random.randbytes(32))
        yield Pair(viewer, one, Secretly(disguised(state, viewer, random), random.randbytes(32))), random


def walk_all(ruleset: Toy) -> int:
    """Count the steps compared in all pairs; raises Leak."""
    return sum(walk(ruleset, pair, universe, random) for pair, random in pairs(60))


@pytest.mark.slow
def test_no_secret_of_the_toy_game_reaches_a_viewer() -> None:
    assert walk_all(TOY) > 200


class LeakyView(Toy):
    """Shows a number computed from the cards of all hands."""

    def view(self, state: ToyState, viewer: Viewer) -> ToyView:
        return msgspec.structs.replace(super().view(state, viewer), best=sum(map(sum, state.hands)))


class LeakyBoard(Toy):
    """Shows every viewer the arbiter's board: the number of spaces gives the top card away."""

    def view(self, state: ToyState, viewer: Viewer) -> ToyView:
        return msgspec.structs.replace(super().view(state, viewer), deck=state.deck[:1] and state.deck[0])


class LeakyError(Toy):
    """Reveals the others' choices in an error."""

    def decide(self, state: ToyState, seat: int, move: Move, chance: Chance, **_: object) -> Outcome[ToyState]:
        try:
            return super().decide(state, seat, move, chance)
        except IllegalMove as refusal:
            raise IllegalMove(refusal.clause, f"{refusal.why} The others chose {state.chosen}.") from None


class LeakyClause(Toy):
    """Refuses by a different clause if an opponent holds a high card."""

    def decide(self, state: ToyState, seat: int, move: Move, chance: Chance, **_: object) -> Outcome[ToyState]:
        try:
            return super().decide(state, seat, move, chance)
        except IllegalMove as refusal:
            raise IllegalMove("toy.show" if 15 in state.deck else refusal.clause, refusal.why) from None


class Jealous(Select, frozen=True):
    """Offers no card below one that another seat has chosen in secret."""

    def moves(self, state: ToyState) -> Iterator[Move]:
        bar = max((card or 0 for card in state.chosen), default=0)
        return (Pick(card) for card in state.hands[self.seat] if card > bar)


class LeakyMoves(Toy):
    """Lets the legal moves depend on secrets."""

    def choices(self, state: ToyState) -> list[Choice]:
        return [Jealous(c.seat, lane=c.lane) if isinstance(c, Select) else c for c in super().choices(state)]


class Blurted(ToyFact, frozen=True):
    """What was chosen, for all to see."""

    seat: Public[int]
    card: Public[int]

    def evolve(self, state: ToyState) -> None:
        state.chosen = replace_at(state.chosen, self.seat, self.card)


class LeakyFact(Toy):
    """Writes the chosen card into a public field."""

    def decide(self, state: ToyState, seat: int, move: Move, chance: Chance, **_: object) -> Outcome[ToyState]:
        outcome = super().decide(state, seat, move, chance)
        facts = tuple(Blurted(f.clause, f.seat, f.card) if isinstance(f, Chosen) else f for f in outcome.facts)
        return Outcome(facts, outcome.state)


class LeakyCount(Toy):
    """Writes an extra fact if the top card of the deck is high."""

    def decide(self, state: ToyState, seat: int, move: Move, chance: Chance, **_: object) -> Outcome[ToyState]:
        outcome = super().decide(state, seat, move, chance)
        more = outcome.facts[:1] if state.deck and state.deck[0] > 7 else ()
        return Outcome((*outcome.facts, *more), outcome.state)


class Chatty(Chosen, frozen=True):
    """Says in words what its field hides."""

    def words(self, names: object, viewer: Viewer) -> str:
        return f"It is {self.card}."


class LeakyWords(Toy):
    """Reveals in words what the facts hide."""

    def decide(self, state: ToyState, seat: int, move: Move, chance: Chance, **_: object) -> Outcome[ToyState]:
        outcome = super().decide(state, seat, move, chance)
        facts = tuple(Chatty(f.clause, f.seat, f.card) if isinstance(f, Chosen) else f for f in outcome.facts)
        return Outcome(facts, outcome.state)


class LeakyChance(Toy):
    """Shows the next random number."""

    def decide(self, state: ToyState, seat: int, move: Move, chance: Chance, **_: object) -> Outcome[ToyState]:
        outcome = super().decide(state, seat, move, chance)
        return Outcome(
            (Blurted("toy.show", seat, chance.below(declared("peek"), 1_000)), *outcome.facts), outcome.state
        )


class PublicSelect(Select, frozen=True):
    public = True


class LeakyQuestion(Toy):
    """Shows everyone which cards could be chosen, and with them the hand."""

    def choices(self, state: ToyState) -> list[Choice]:
        return [PublicSelect(c.seat) if isinstance(c, Select) else c for c in super().choices(state)]


class LeakyBranch(Toy):
    """Starts a branch with the hands unchanged."""

    def redeal(self, state: ToyState, viewer: Viewer, chance: Chance) -> ToyState:
        return state


class LeakyDeal(Toy):
    """Re-deals cards depending on where they were, so that the deal can be traced back."""

    def redeal(self, state: ToyState, viewer: Viewer, chance: Chance) -> ToyState:
        others = [seat for seat in SEATS if seat not in viewer.seats]
        cards = [card for seat in others for card in state.hands[seat]]
        dealt = list(chance.shuffle(Redealt("cards"), cards))
        hands = list(state.hands)
        for seat in others:
            hands[seat] = tuple(dealt.pop() for _ in hands[seat])
        return msgspec.structs.replace(super().redeal(state, viewer, chance), hands=tuple(hands))


class LeakyLot(Toy):
    """Decides something hidden by a public outcome."""

    def decide(self, state: ToyState, seat: int, move: Move, chance: Chance, **_: object) -> Outcome[ToyState]:
        chance.below(declared("next-card"), 1_000)
        return super().decide(state, seat, move, chance)


@pytest.mark.parametrize(
    "leaky",
    [
        LeakyView,
        LeakyBoard,
        LeakyError,
        LeakyClause,
        LeakyMoves,
        LeakyFact,
        LeakyCount,
        LeakyWords,
        LeakyChance,
        LeakyQuestion,
        LeakyBranch,
        LeakyDeal,
        LeakyLot,
    ],
)
def test_the_harness_catches_a_game_that_leaks(leaky: type[Toy]) -> None:
    with pytest.raises(Leak):
        walk_all(leaky())


def test_only_the_seat_itself_sees_the_moves_of_its_secret_choice() -> None:
    state = TOY.open(ToyOptions(), 3, Chance(bytes(32))).state
    choice = next(choice for choice in TOY.choices(state) if isinstance(choice, Select))
    own = views.view_choice(choice, state, seat_viewer(choice.seat))
    assert own.moves
    assert [each.move for each in own.moves] == list(choice.moves(state))
    for viewer in (SPECTATOR, seat_viewer(1 - choice.seat)):
        assert views.view_choice(choice, state, viewer) == ChoiceView(choice.seat, choice.prompt, choice.clause)
    assert views.view_choice(choice, state, ARBITER) == own
