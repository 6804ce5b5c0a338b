"""OpenAPI schemas of the structs that are sent.

`msgspec.json.schema_components` says what a struct looks like on the wire. This module adds what msgspec cannot know:
names that are unique across rulesets, which members are always sent, and the types of what the domain keeps as raw
JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, cast

import msgspec
from msgspec import inspect

from domain.kernel.content import Word, find_words

Schema: TypeAlias = dict[str, object]
Types: TypeAlias = Mapping[tuple[object, str], Schema]
"""Schemas of members whose struct types them loosely, by the struct and the member's name in JSON."""

PLACE = "#/components/schemas/"
_TEMPLATE = f"{PLACE}{{name}}"
_PORTABLE = (("\\Z", "$"), ("(?!\\n)$", "$"), ("\\ud800-\\udfff", ""))
_ANY: Schema = {"additionalProperties": True}


def ref(name: str) -> Schema:
    """A reference to a component."""
    return {"$ref": f"{PLACE}{name}"}


def nullable(schema: Schema) -> Schema:
    """A schema that allows null as well."""
    return {"anyOf": [schema, {"type": "null"}]}


def words(docstring: str | None) -> str:
    """A docstring as one paragraph, without line breaks and back-ticks."""
    return re.sub(r"\s+", " ", (docstring or "").replace("`", "")).strip()


def components(types: Sequence[object], name_of: Callable[[object], str], typed: Types) -> dict[str, Schema]:
    """Return the schemas of all structs reachable from `types`, by name.

    `typed` replaces the schemas of single members. Raises ValueError if two structs get one name.
    """
    structs = list(_structs(types))
    found, raw = msgspec.json.schema_components(
        [struct.cls for struct in structs], schema_hook=_anything, ref_template=_TEMPLATE
    )
    names = {_name(schema): name_of(struct.cls) for schema, struct in zip(found, structs, strict=True)}
    bases = {base.__name__: base for base in _bases(types)}
    names |= {name: name_of(base) for name, base in bases.items()}
    if len(set(names.values())) != len(names):
        raise ValueError(f"two structs share a name: {sorted(names.values())}")
    schemas: dict[str, Schema] = {}
    for schema, struct in zip(found, structs, strict=True):
        own = cast(Schema, tidied(_renamed(raw[_name(schema)], names)))
        if own.get("type") == "object":
            _tidy(own, struct, typed)
        own.pop("title", None)
        own["description"] = words(cast(type, _plain(struct.cls)).__doc__)
        schemas[names[_name(schema)]] = own
    for name, base in bases.items():
        schemas[names[name]] = _of_words(base, [schemas[name_of(kind)] for kind in find_words(base)])
    return schemas


def schema_of(type_: object, name_of: Callable[[object], str]) -> Schema:
    """The schema of a type, which refers to the components of its structs."""
    structs = list(_structs([type_]))
    found, _ = msgspec.json.schema_components(
        [type_, *(one.cls for one in structs)], schema_hook=_anything, ref_template=_TEMPLATE
    )
    names = {_name(schema): name_of(struct.cls) for schema, struct in zip(found[1:], structs, strict=True)}
    names |= {base.__name__: name_of(base) for base in _bases([type_])}
    return cast(Schema, tidied(_renamed(found[0], names)))


def reachable(document: object, schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the schemas that a document refers to, directly or through one another."""
    found: dict[str, Schema] = {}
    waiting = list(references(document))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = schemas[name]
            waiting += references(schemas[name])
    return dict(sorted(found.items()))


def references(value: object) -> Iterator[str]:
    """Return the names of the components that a value refers to."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "$ref" and isinstance(inner, str) and inner.startswith(PLACE):
                yield inner.removeprefix(PLACE)
            elif key != "mapping":
                yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def _of_words(base: type[Word], kinds: Sequence[Schema]) -> Schema:
    """Return one schema for all card words of a base, with the members of each kind.

    Clients show cards by their texts, so a schema for each word would only make their types many.
    """
    tag = next(iter(cast(list[str], kinds[0]["required"])))
    members: dict[str, list[Schema]] = {}
    for kind in kinds:
        for name, schema in cast(dict[str, Schema], kind["properties"]).items():
            members.setdefault(name, []).extend(_alternatives(schema))
    return {
        "description": f"{words(base.__doc__)} Which members it has depends on {tag}.",
        "type": "object",
        "properties": {name: _any_of(several) for name, several in members.items()},
        "required": [tag],
    }


def _alternatives(schema: Schema) -> list[Schema]:
    several = schema.get("anyOf")
    return cast(list[Schema], several) if isinstance(several, list) else [schema]


def _any_of(several: Sequence[Schema]) -> Schema:
    """Return the schema of values that any of several schemas allows."""
    found = [one for number, one in enumerate(several) if one not in several[:number]]
    if {"type": "string"} in found:
        found = [one for one in found if not _words(one)]
    return found[0] if len(found) == 1 else _joined(found)


def _structs(types: Iterable[object]) -> Iterator[inspect.StructType]:
    """Return every struct reachable from `types`, each once."""
    return (at for at in _types(types) if isinstance(at, inspect.StructType))


def _bases(types: Iterable[object]) -> Iterator[type[Word]]:
    """Return every base of card words reachable from `types`, each once."""
    return (base for at in _types(types) if isinstance(at, inspect.CustomType) and (base := _base(at.cls)) is not None)


def _types(types: Iterable[object]) -> Iterator[inspect.StructType | inspect.CustomType]:
    """Return every struct reachable from `types`, and every type that a hook decodes, each once."""
    seen: set[object] = set()
    waiting: list[object] = list(inspect.multi_type_info(types))
    while waiting:
        at = waiting.pop(0)
        if isinstance(at, inspect.StructType | inspect.CustomType):
            which = at.cls if isinstance(at, inspect.StructType) else _plain(at.cls)
            if which in seen:
                continue
            seen.add(which)
            yield at
        if isinstance(at, inspect.StructType):
            waiting += [field.type for field in at.fields]
        elif isinstance(at, inspect.CustomType):
            base = _base(at.cls)
            waiting += inspect.multi_type_info(() if base is None else find_words(base))
        elif isinstance(at, inspect.Type):
            for name in at.__struct_fields__:
                inner = getattr(at, name)
                waiting += inner if isinstance(inner, tuple) else [inner]


def _tidy(schema: Schema, struct: inspect.StructType, typed: Types) -> None:
    """Mark the members that are always sent, and give types to those kept as raw JSON."""
    properties = cast(dict[str, Schema], dict(cast(dict[str, Schema], schema["properties"])))
    required: list[str] = [] if struct.tag_field is None else [struct.tag_field]
    omitted = cast(type[msgspec.Struct], _plain(struct.cls)).__struct_config__.omit_defaults
    for field in struct.fields:
        name = field.encode_name
        own = dict(properties[name])
        default = own.pop("default", None)
        has_default = field.default is not msgspec.NODEFAULT or field.default_factory is not msgspec.NODEFAULT
        if omitted and has_default:
            own = _not_null(own) if default is None else own
        elif field.required or has_default:
            # It has no default to leave out and cannot be unset, so it is always sent.
            required.append(name)
        if _is_time(field.type):
            own = _timed(own)
        if (kind := typed.get((struct.cls, name))) is not None:
            own = {**kind, **({"description": own["description"]} if "description" in own else {})}
        properties[name] = own
    schema["properties"] = properties
    if issubclass(cast(type, _plain(struct.cls)), Word):
        # Cards are only answered with, and answers may get members.
        schema.pop("additionalProperties", None)
    schema.pop("required", None)
    if required:
        schema["required"] = required


def _is_time(type_: inspect.Type) -> bool:
    if isinstance(type_, inspect.Metadata):
        return _is_time(type_.type)
    if isinstance(type_, inspect.UnionType):
        return any(map(_is_time, type_.types))
    return isinstance(type_, inspect.DateTimeType)


def _timed(schema: Schema) -> Schema:
    """Return the schema of a time: every time that is sent has its zone."""
    several = schema.get("anyOf")
    if isinstance(several, list):
        return {**schema, "anyOf": [_timed(one) for one in several]}
    return {**schema, "format": "date-time"} if schema.get("type") == "string" else schema


def _not_null(schema: Schema) -> Schema:
    """Return a schema without null: an absent member is left out, never null."""
    several = schema.get("anyOf")
    if not isinstance(several, list):
        return schema
    left = [one for one in several if one != {"type": "null"}]
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**left[0], **rest} if len(left) == 1 else {**rest, "anyOf": left}


def _renamed(value: object, names: Mapping[str, str]) -> object:
    """Return a schema with our component names, and with `oneOf` for tagged unions."""
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    if isinstance(value, str) and value.startswith(PLACE):
        return PLACE + names[value.removeprefix(PLACE)]
    if not isinstance(value, dict):
        return value
    found = {key: _renamed(inner, names) for key, inner in value.items()}
    if "discriminator" in found and "anyOf" in found:
        found["oneOf"] = found.pop("anyOf")
    return found


def tidied(value: object) -> object:
    """Return a schema in the dialect that OpenAPI tools handle best.

    Enumerations of words have a type, those of one value become `const`, several to choose from become one enumeration,
    tuples have `items`, and descriptions are plain text.
    """
    if isinstance(value, list):
        return [tidied(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {key: tidied(inner) for key, inner in value.items()}
    if found.get("additionalProperties") == _ANY:
        found["additionalProperties"] = True
    places = found.get("prefixItems")
    if isinstance(places, list):
        kinds = [place for number, place in enumerate(places) if place not in places[:number]]
        found["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
        if len(kinds) == 1:
            del found["prefixItems"]
    enum = found.get("enum")
    if isinstance(enum, list) and len(enum) == 1:
        # Its type shows.
        found["const"] = found.pop("enum")[0]
    elif isinstance(enum, list) and all(isinstance(one, str) for one in enum):
        found["type"] = "string"
    if isinstance(several := found.get("anyOf"), list):
        del found["anyOf"]
        found |= _joined(several)
    if isinstance(found.get("description"), str):
        found["description"] = words(found["description"])
    return found


def _joined(several: Sequence[Schema]) -> Schema:
    """Return the schema of alternatives, with one enumeration for all words among them.

    A single word is an enumeration too, since the client generator of Python takes a `const` among others for all.
    """
    texts = [one for one in several if _words(one)]
    if not texts:
        return {"anyOf": [*several]}
    enumeration: Schema = {"enum": sorted({word for one in texts for word in _words(one)}), "type": "string"}
    rest = [one for one in several if not _words(one)]
    return {"anyOf": [enumeration, *rest]} if rest else enumeration


def _words(schema: Schema) -> list[str]:
    """Return the words that a schema enumerates, and that are all it says."""
    if schema.keys() == {"const"} and isinstance(schema["const"], str):
        return [schema["const"]]
    return cast(list[str], schema["enum"]) if schema.keys() == {"enum", "type"} else []


def portable(value: object) -> object:
    """Return a schema that client generators can use.

    Regular expressions follow JavaScript, where $ is the very end. Null defaults are left out: generators take a member
    with a default for always present. What may be null besides one plain type has a list of both.
    """
    if isinstance(value, list):
        return [portable(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    found = {key: portable(inner) for key, inner in value.items() if key != "default" or inner is not None}
    if isinstance(pattern := found.get("pattern"), str):
        for python, anywhere in _PORTABLE:
            pattern = pattern.replace(python, anywhere)
        found["pattern"] = pattern
    several = found.get("anyOf")
    if isinstance(several, list) and all(one.keys() == {"type"} for one in several):
        del found["anyOf"]
        found["type"] = [one["type"] for one in several]
    return found


def _anything(type_: type) -> Schema:
    """Return the schema of plain JSON values, which the domain keeps as objects, or of card words, by their base."""
    if type_ is object:
        return dict(_ANY)
    if (base := _base(type_)) is not None:
        return ref(base.__name__)
    raise NotImplementedError


def _base(type_: object) -> type[Word] | None:
    """Return the base of card words that an annotation names, or None for another type."""
    plain = _plain(type_)
    return plain if isinstance(plain, type) and issubclass(plain, Word) else None


def _name(reference: Mapping[str, object]) -> str:
    return cast(str, reference["$ref"]).removeprefix(PLACE)


def _plain(cls: object) -> object:
    """Return the class of a generic alias, without its arguments."""
    return getattr(cls, "__origin__", cls)
