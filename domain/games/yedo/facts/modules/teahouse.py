"""Facts about the Characters of the Teahouse."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.games.yedo.facts.base import YedoFact, card_name, card_names
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.effect_words import describe, tell
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.state import YedoState
from domain.games.yedo.voice import ITS_PLAYER
from domain.kernel.audience import English, Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.multiset import plus


def _left(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in gone)


class CharacterTaken(YedoFact, frozen=True, gc=False):
    """During set-up a seat takes the Character next to its Favor; it is active at once."""

    seat: Public[int]
    character: Public[Card]

    def evolve(self, state: YedoState) -> None:
        held = state.characters
        active = replace_at(held.active, self.seat, self.character)
        state.teahouse = replace(held, beside=_left(held.beside, (self.character,)), active=active)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} takes the Character {character} with it.", who=names[self.seat], character=card_name(self.character)
        )


class CharactersLeftOver(YedoFact, frozen=True, gc=False):
    """The Characters next to untaken Favors join those set aside."""

    characters: Public[tuple[Card, ...]]

    def evolve(self, state: YedoState) -> None:
        held = state.characters
        beside = _left(held.beside, self.characters)
        state.teahouse = replace(held, beside=beside, deck=plus(held.deck, *self.characters))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "Nobody took {characters}, and they join the other Characters.", characters=card_names(self.characters)
        )


class CharactersLaidOut(YedoFact, frozen=True, gc=False):
    """These Characters are drawn and displayed in the Teahouse."""

    characters: Public[tuple[Card, ...]]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        held = state.characters
        display = (*held.display, *self.characters)
        state.teahouse = replace(held, deck=_left(held.deck, self.characters), display=display)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("In the Teahouse one can meet {characters}.", characters=card_names(self.characters))


class TeahouseCleared(YedoFact, frozen=True, gc=False):
    """The displayed Characters are discarded."""

    def evolve(self, state: YedoState) -> None:
        held = state.characters
        state.teahouse = replace(held, display=(), discard=(*held.discard, *held.display))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Characters leave the Teahouse.")


class CharactersReshuffled(YedoFact, frozen=True, gc=False):
    """The discarded Characters are shuffled to form a new deck."""

    def evolve(self, state: YedoState) -> None:
        held = state.characters
        state.teahouse = replace(held, deck=plus(held.deck, *held.discard), discard=())

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The discarded Characters are shuffled.")


class CharacterRecruited(YedoFact, frozen=True, gc=False):
    """A seat takes a Character from the display and keeps it face down until the next round."""

    seat: Public[int]
    character: Public[Card]

    def evolve(self, state: YedoState) -> None:
        held = state.characters
        recruited = replace_at(held.recruited, self.seat, self.character)
        state.teahouse = replace(held, display=_left(held.display, (self.character,)), recruited=recruited)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} recruits {character} for the next round.", who=names[self.seat], character=card_name(self.character)
        )


class CharacterFlipped(YedoFact, frozen=True, gc=False):
    """The Character that a seat recruited is turned face up and becomes active."""

    seat: Public[int]
    character: Public[Card]

    def evolve(self, state: YedoState) -> None:
        held = state.characters
        active = replace_at(held.active, self.seat, self.character)
        state.teahouse = replace(held, active=active, recruited=replace_at(held.recruited, self.seat, None))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{character} helps {who} now.", character=card_name(self.character), who=names[self.seat])


class CharacterUsed(YedoFact, frozen=True, gc=False):
    """A seat uses the ability of its active Character, which is then discarded.

    Before version 3 of the rules `what` said what it does.
    """

    seat: Public[int]
    character: Public[Card]
    what: Public[English | UnsetType] = UNSET

    def evolve(self, state: YedoState) -> None:
        _discard(state, self.seat, self.character)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} uses {character}: {what}.",
            who=names[self.seat],
            character=card_name(self.character),
            what=self.what or "",
        )

    def say_effects(self, content: YedoContent) -> str | None:
        card = content.characters.get(self.character)
        return None if card is None else tell(card.effects, ITS_PLAYER)

    def list_effects(self, content: YedoContent) -> str | None:
        card = content.characters.get(self.character)
        return None if card is None else describe(card.effects)


class CharacterDiscarded(YedoFact, frozen=True, gc=False):
    """A seat discards its active Character after the round."""

    seat: Public[int]
    character: Public[Card]

    def evolve(self, state: YedoState) -> None:
        _discard(state, self.seat, self.character)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{character} leaves {who}.", character=card_name(self.character), who=names[self.seat])


def _discard(state: YedoState, seat: int, character: Card) -> None:
    held = state.characters
    state.teahouse = replace(held, active=replace_at(held.active, seat, None), discard=(*held.discard, character))
