"""Facts about rounds, phases, Player Order and what seats choose."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.games.yedo.facts.base import YedoFact, card_name, players_among, space_name
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.printed.modifiers import Modifiers
from domain.games.yedo.printed.parts import Coop, Lasting
from domain.games.yedo.printed.term_words import ACTIONS
from domain.games.yedo.printed.terms import Phase, Until
from domain.games.yedo.printed.vocabulary import Effects
from domain.games.yedo.state import YedoState
from domain.games.yedo.words.describe import describe_lasting
from domain.kernel.audience import English, Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import mark, say, translate
from domain.kernel.words import inside, join_words

PHASE_NAMES: dict[Phase, str] = {
    "preparation": mark("Preparation"),
    "bidding": mark("Bidding"),
    "event": mark("Event"),
    "assign": mark("Assign Disciples"),
    "patrol": mark("Watch Patrol"),
    "trade": mark("Trade"),
    "actions": mark("Actions"),
}
FOR_THE_BOARD = ("burn-church", "church", "close-random", "for", "patrol-colour", "patrol-move", "patrol-to")
"""Effects that do not concern a player."""


class RoundBegan(YedoFact, frozen=True, gc=False):
    """The Round marker advances. Whatever lasted only for the previous round is over."""

    round: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.turns.round = self.round
        state.events.ignored = ()
        state.playing.waived = (False,) * state.seats

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("Round {round} begins.", round=self.round)


class PhaseBegan(YedoFact, frozen=True, gc=False):
    """A phase of the round begins."""

    phase: Public[Phase]

    def evolve(self, state: YedoState) -> None:
        state.turns.phase = self.phase
        state.watch.saved = ()
        state.turns.acting = None
        state.trade.passed_floor = ()

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The {phase} Phase begins.", phase=translate(PHASE_NAMES[self.phase]))


class OrderSet(YedoFact, frozen=True, gc=False):
    """The markers stand in this order on the Player Order Track."""

    order: Public[tuple[int, ...]]

    def evolve(self, state: YedoState) -> None:
        state.turns.track = self.order

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Player Order is {who}.", who=join_words(inside(names[side]) for side in self.order))


def _forget_refusals(coop: Coop) -> Coop:
    return replace(coop, refused=()) if coop.refused else coop


class Activated(YedoFact, frozen=True, gc=False):
    """A seat activates its figure on a space; `action` says for what: a Mission, an action, or to go home."""

    seat: Public[int]
    space: Public[str]
    action: Public[str]

    def evolve(self, state: YedoState) -> None:
        state.turns.acting = self.seat
        state.turns.activated = self.space
        state.change_coop(_forget_refusals)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} activates the Disciple on {space}: {action}.",
            who=names[self.seat],
            space=space_name(self.space, names),
            action=action_name(self.action),
        )


class WillActAgain(YedoFact, frozen=True, gc=False):
    """The acting seat will activate another Disciple after this one."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.turns.act_again = True

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} will activate another Disciple.", who=names[self.seat])


class ActsAgain(YedoFact, frozen=True, gc=False):
    """The seat that just acted activates another Disciple."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.turns.act_again = False


class EffectWithout(YedoFact, frozen=True, gc=False):
    """A card's effect does nothing now: `effects` has it, or `what` is the id of the reason.

    Before version 3 of the rules `what` said in English what it would do.
    """

    seat: Public[int]
    effect: Public[str]
    what: Public[English | UnsetType] = UNSET
    effects: Public[Effects | UnsetType] = UNSET

    def evolve(self, state: YedoState) -> None:
        """Change nothing."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.effect in FOR_THE_BOARD:
            return say("Nothing comes of this: {what}.", what=self.what or "")
        return say("Nothing comes of this for {who}: {what}.", who=inside(names[self.seat]), what=self.what or "")

    def say_effects(self, content: YedoContent) -> str | None:
        return None if self.effects is UNSET else describe(self.effects)


class OptionChosen(YedoFact, frozen=True, gc=False):
    """A seat takes one of a card's options, counted from 1: `effects`, or whatever the id in `what` names.

    Before version 3 of the rules `what` said it in English.
    """

    seat: Public[int]
    option: Public[int]
    what: Public[English | UnsetType] = UNSET
    effects: Public[Effects | UnsetType] = UNSET

    def evolve(self, state: YedoState) -> None:
        """Change nothing: what was chosen is on the agenda."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} chooses: {what}.", who=names[self.seat], what=self.what or "")

    def say_effects(self, content: YedoContent) -> str | None:
        return None if self.effects is UNSET else describe(self.effects)


class Declined(YedoFact, frozen=True, gc=False):
    """A seat declines a card's offer: the effect that makes it, or whatever the id in `what` names.

    Before version 3 of the rules `what` said it in English.
    """

    seat: Public[int]
    what: Public[English | UnsetType] = UNSET
    effects: Public[Effects | UnsetType] = UNSET

    def evolve(self, state: YedoState) -> None:
        """Change nothing."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} declines: {what}.", who=names[self.seat], what=self.what or "")

    def say_effects(self, content: YedoContent) -> str | None:
        if self.effects is UNSET:
            return None
        (offer,) = self.effects
        return offer.phrase_declined()


class Lasts(YedoFact, frozen=True, gc=False):
    """Modifiers start to apply to some seats; before version 3 of the rules `what` described them."""

    source: Public[str]
    seats: Public[tuple[int, ...]]
    until: Public[Until]
    modifiers: Public[Modifiers]
    what: Public[English | UnsetType] = UNSET

    def evolve(self, state: YedoState) -> None:
        state.playing.lasting = (*state.playing.lasting, Lasting(self.source, self.seats, self.until, self.modifiers))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        players = players_among(names)
        everybody = len(self.seats) == len(players) > 1
        if everybody:
            return say("For everybody, {what}.", what=self.what or "")
        return say("For {who}, {what}.", who=join_words(names[seat] for seat in self.seats), what=self.what or "")

    def say_effects(self, content: YedoContent) -> str:
        return describe_lasting(self.until, self.modifiers)

    def list_effects(self, content: YedoContent) -> str:
        return self.say_effects(content)


class LastingOver(YedoFact, frozen=True, gc=False):
    """The lasting effect at an index, counted from 0, ends; `source` is where it came from."""

    until: Public[Until]
    source: Public[str]
    place: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.playing.lasting = (*state.playing.lasting[: self.place], *state.playing.lasting[self.place + 1 :])

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The effect of {source} is over.", source=card_name(self.source))


class Waived(YedoFact, frozen=True, gc=False):
    """A seat stops answering other players' cards until the next Preparation, or resumes."""

    seat: Public[int]
    waived: Public[bool]

    def evolve(self, state: YedoState) -> None:
        state.playing.waived = replace_at(state.playing.waived, self.seat, self.waived)

    def words(self, names: Sequence[str], viewer: Viewer) -> str | None:
        return say("{who} answers no cards in this round.", who=names[self.seat]) if self.waived else None


def action_name(action: str) -> str:
    """Name the activity of a figure: "buy-weapon/2" -> "buy a Weapon (2)"; a Mission by its title."""
    what, _, detail = action.partition("/")
    name = translate(ACTIONS[what]) if what in ACTIONS else card_name(what)
    return f"{name} ({card_name(detail)})" if detail else name
