"""Options of a game: those that every game has, and errors about unplayable ones."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from types import NoneType, UnionType
from typing import Annotated, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from domain.kernel.language import Later, later
from domain.kernel.words import say_fault, split_error

OnResignation: TypeAlias = Literal["end", "pass", "bot"]
"""The effect of a resignation in a game for more than two: it ends, or the others play on."""
FEW_SEATS = 2
"""With this many seats or fewer, a resignation always ends the game."""


LONGEST_TIME = 90 * 86400
"""The most seconds that a clock may give at once."""
Seconds: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=LONGEST_TIME)]


class Clock(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The time that each seat has, in seconds. A seat whose time runs out has resigned.

    A spell lasts from when a seat is asked until it is asked no more, however many moves it makes meanwhile. It uses
    the seconds of `spell` first, then those of the seat's `bank`. What a spell leaves is added to the bank up to
    `most`; without `most` the bank never grows. A seat that is only asked to react has the seconds of `window`, and
    its bank stays as it is; without `window`, reacting is a spell like any other.
    """

    spell: Seconds
    bank: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_TIME)] = 0
    most: Seconds | msgspec.UnsetType = msgspec.UNSET
    window: Seconds | msgspec.UnsetType = msgspec.UNSET


class GameOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options that every game has. With `pause_on_dispute`, nobody may move while a dispute waits for the arbiter.

    With `signed_moves`, nobody may sit down without a key that signs their moves. `on_resignation` says what a
    resignation does in a game for more than two: it ends the game, or the others play on and the seat passes or is
    played by a bot. Without it, a game ends; see `Ruleset.settle_options`. With a `clock`, each seat has a
    limited time.
    """

    pause_on_dispute: bool = False
    on_resignation: OnResignation | msgspec.UnsetType = msgspec.UNSET
    signed_moves: bool = False
    clock: Clock | msgspec.UnsetType = msgspec.UNSET

    def find_fault(self) -> BadOptions | None:
        """Return what is wrong with these options whatever the game; None if nothing is."""
        if not self.clock or not self.clock.most or self.clock.most >= self.clock.bank:
            return None
        why = later(
            "A bank that begins with {bank} seconds cannot be bounded at {most}: `most` is at least `bank`.",
            bank=self.clock.bank,
            most=self.clock.most,
        )
        return BadOptions("/options/clock/most", why)


class Preset(msgspec.Struct, frozen=True):
    """Options that go well together, for those who do not want to set each one.

    `title` and `words` are marked texts. `options` are plain JSON values; what they leave out has its default. `seats`
    are the numbers of players it is meant for, or empty for all.
    """

    id: str
    title: str
    words: str
    options: Mapping[str, object] = {}
    seats: tuple[int, ...] = ()


class OptionGroup(msgspec.Struct, frozen=True):
    """Options about one subject, by name, under a title, which is a marked text.

    `needs` is the option without which the others mean nothing, or empty.
    """

    title: str
    options: tuple[str, ...]
    needs: str = ""


class Introduction(msgspec.Struct, frozen=True):
    """What a newcomer wants to know about a game before opening it.

    `sentence` is a marked text. `minutes` is the range of a game's length at a table, and `weight` says how much there
    is to learn; both are our estimates. The first preset is meant for a first game. Every option is in a group, except
    those that all games have.
    """

    sentence: str
    minutes: tuple[int, int]
    weight: Literal["light", "medium", "heavy"]
    presets: tuple[Preset, ...] = ()
    groups: tuple[OptionGroup, ...] = ()


class BadOptions(ValueError):
    """Options that cannot be played: `pointer` locates the wrong value, `clause` names the rule against it, if any."""

    def __init__(self, pointer: str, why: Later, clause: str | None = None) -> None:
        super().__init__(pointer, why)
        self.pointer = pointer
        self.why = why
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.pointer}: {self.why}"


def listed_values(hint: object) -> tuple[object, ...]:
    """List the values of a type that has only a few, such as names or booleans; empty for other types."""
    if hint is bool:
        return (False, True)
    if hint is NoneType:
        return (None,)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        parts = [listed_values(part) for part in get_args(hint) if part is not msgspec.UnsetType]
        return tuple(chain.from_iterable(parts)) if all(parts) else ()
    return ()


def explain_bad_options(
    error: msgspec.ValidationError, options: object, options_type: type[msgspec.Struct]
) -> BadOptions:
    """Say what is wrong with options, and what would be right."""
    hints = get_type_hints(options_type)
    known = ", ".join(sorted(hints, key=lambda name: name in GameOptions.__struct_fields__))
    if not isinstance(options, dict):
        return BadOptions("/options", later("Options are an object with {known}.", known=known))
    for name, value in options.items():
        if name not in hints:
            return BadOptions(
                f"/options/{name}", later("There is no option {name!r}; there are: {known}.", name=name, known=known)
            )
        allowed = listed_values(hints[name])
        if allowed and value not in allowed:
            if str(value) in allowed:
                return BadOptions(
                    f"/options/{name}", later('{name} is a string: write it as "{value}".', name=name, value=value)
                )
            names = ", ".join(map(_as_json, allowed))
            wrong = repr(value) if isinstance(value, str) else _as_json(value)
            return BadOptions(f"/options/{name}", later("{wrong} is not one of {names}.", wrong=wrong, names=names))
    why, place = split_error(error)
    return BadOptions(f"/options{place}", say_fault(why))


def _as_json(value: object) -> str:
    """Write a value as in JSON, but a string without its quotes."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
