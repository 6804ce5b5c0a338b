"""The types of play: the moves, facts, views and options of every ruleset as OpenAPI schemas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import TypeAlias, cast, get_args, get_origin, get_type_hints

import msgspec

from api.documentation.components import Schema, components, ref, schema_of, tidied, words
from api.documentation.vocabulary import name_words
from domain.kernel.audience import Audience, audiences
from domain.kernel.choice import Move
from domain.kernel.fact import Fact
from domain.kernel.options import Clock, GameOptions
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.table import Asked

Namer: TypeAlias = Callable[[object], str]


class HiddenCards(msgspec.Struct, frozen=True):
    """Cards or other things that the viewer may not see."""

    hidden: int


def prefix(ruleset: AnyRuleset) -> str:
    """Return the prefix of a ruleset's components: MicroDojo for micro-dojo."""
    return "".join(map(str.capitalize, ruleset.id.split("-")))


def options_schema(ruleset: AnyRuleset) -> Schema:
    """Return the options of a ruleset as JSON Schema, with every value that they allow."""
    schema = _options(ruleset, ruleset.option_items(), _clock())
    return {"title": f"{prefix(ruleset)}Options", **schema}


def played(rulesets: Iterable[AnyRuleset]) -> dict[str, Schema]:
    """Return the components of all rulesets, and `Move`, `Fact`, `View`, `Options` and `NewOptions` as unions of
    them."""
    found: dict[str, Schema] = {"Clock": _clock()}
    kinds: dict[str, list[Schema]] = {"Move": [], "Fact": [], "View": [], "Options": [], "NewOptions": []}
    for ruleset in rulesets:
        own = _of(ruleset)
        found |= own
        for kind, several in kinds.items():
            several.append(ref(f"{prefix(ruleset)}{kind}"))
    meanings = {
        "Move": "A move of any ruleset.",
        "Fact": "A fact of any ruleset, as the viewer sees it.",
        "View": "What a viewer sees of a state, by any ruleset.",
        "Options": "The options of a game, by any ruleset.",
        "NewOptions": "What may be chosen when a game is opened, by any ruleset.",
    }
    for kind, several in kinds.items():
        found[kind] = {"description": meanings[kind], "anyOf": several}
    return found


def _of(ruleset: AnyRuleset) -> dict[str, Schema]:
    begin = prefix(ruleset)
    names: dict[object, str] = {}

    def name_of(struct: object) -> str:
        return names.get(struct) or _name(ruleset, struct)

    moves = [_shown(move, f"{begin}Move{move.__name__}") for move in ruleset.move_types]
    facts = [_shown(fact, f"{begin}Fact{fact.__name__}") for fact in _facts(ruleset)]
    names |= {struct: struct.__name__ for struct in (*moves, *facts)}
    view = get_type_hints(type(ruleset).view)["return"]
    names[view] = f"{begin}View"
    found = components([*moves, *facts, view], name_of, {})
    found[f"{begin}Move"] = _union(moves, name_of, f"A move of {ruleset.title}.")
    found[f"{begin}Fact"] = _union(facts, name_of, f"A fact of {ruleset.title}, as the viewer sees it.")
    found = name_words(found, begin, type(ruleset).__module__.rpartition(".")[0])
    found[f"{begin}NewOptions"] = _options(ruleset, ruleset.option_items(), ref("Clock"))
    found[f"{begin}Options"] = _chosen(ruleset)
    return found


def _chosen(ruleset: AnyRuleset) -> Schema:
    """Return the schema of an opened game's options: all of them, since the service fills in the defaults."""
    # Another content pack may have other items.
    options = _options(ruleset, {}, ref("Clock"))
    properties = {
        name: {key: value for key, value in option.items() if key != "default"}
        for name, option in _properties(options).items()
    }
    # Games opened before the option existed leave it out.
    required = [name for name in properties if name not in GameOptions.__struct_fields__]
    return {
        **options,
        "description": f"The options that a game of {ruleset.title} is played with.",
        "properties": properties,
        "required": required,
    }


def _facts(ruleset: AnyRuleset) -> Sequence[type[Fact[object]]]:
    """Return the facts that are shown: all except the one that keeps the agenda."""
    return [fact for fact in ruleset.fact_types if isinstance(fact, type) and get_origin(fact) is not Asked]


def _shown(record: type[msgspec.Struct], name: str) -> type[msgspec.Struct]:
    """Return the struct that describes what `domain.kernel.fact.shown` makes of a fact or move."""
    hints = get_type_hints(record)
    open_fields: list[tuple[str, object]] = []
    left_out: list[tuple[str, object, object]] = []
    for field, audience in audiences(record).items():
        hint = hints[field]
        if msgspec.UnsetType in get_args(hint):
            left_out.append((field, hint, msgspec.UNSET))
        elif audience is Audience.EVERYONE:
            open_fields.append((field, hint))
        elif get_origin(hint) is tuple:
            open_fields.append((field, hint | HiddenCards))
        else:
            left_out.append((field, hint | msgspec.UnsetType, msgspec.UNSET))
    return msgspec.defstruct(
        name,
        [*open_fields, *left_out],
        namespace={"__doc__": record.__doc__},
        tag_field="type",
        tag=record.__struct_config__.tag,
        forbid_unknown_fields=issubclass(record, Move),
    )


def _union(structs: Sequence[type[msgspec.Struct]], name_of: Namer, meaning: str) -> Schema:
    """Describe structs that their `type` tells apart, even if so far there is only one."""
    found = schema_of(reduce(or_, structs), name_of)
    if len(structs) == 1:
        mapping = {str(structs[0].__struct_config__.tag): found["$ref"]}
        found = {"oneOf": [found], "discriminator": {"propertyName": "type", "mapping": mapping}}
    return {"description": meaning, **found}


def _name(ruleset: AnyRuleset, struct: object) -> str:
    """Return the name of a component: its struct's, with the game's prefix if the struct belongs to a game."""
    plain = cast(type, getattr(struct, "__origin__", struct))
    begin = prefix(ruleset)
    package = type(ruleset).__module__.rpartition(".")[0]
    of_game = plain.__module__.startswith(f"{package}.") and not plain.__name__.startswith(begin)
    return f"{begin}{plain.__name__}" if of_game else plain.__name__


def _clock() -> Schema:
    """Return the schema of the clock of a game."""
    _, found = msgspec.json.schema_components([Clock])
    schema = cast(Schema, tidied(found[Clock.__name__]))
    del schema["title"]
    return {**schema, "description": words(Clock.__doc__)}


def _options(ruleset: AnyRuleset, items: Mapping[str, Sequence[str]], clock: Schema) -> Schema:
    """Return the schema of the options for a new game; `items` are the values allowed in lists, `clock` is the schema
    of the option of that name."""
    _, found = msgspec.json.schema_components([ruleset.options_type])
    schema = cast(Schema, tidied(found[ruleset.options_type.__name__]))
    properties = _properties(schema)
    for name, values in items.items():
        properties[name]["items"] = {"type": "string", "enum": list(values)}
    properties["clock"] = clock
    del schema["title"]
    return {**schema, "description": words(ruleset.options_type.__doc__)}


def _properties(schema: Schema) -> dict[str, Schema]:
    return cast(dict[str, Schema], schema["properties"])
