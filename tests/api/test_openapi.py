"""The served document matches what the service accepts and answers."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.documentation.played import played, prefix
from api.problems import PROBLEMS
from tests.domain.kernel.toy import Toy
from tests.support.contract import contract_of
from tests.support.rulesets import product_rulesets

MOST = 500_000 / 3
"""How many bytes the document may have for each game, on average."""


@pytest.fixture
def document(app: Flask) -> dict[str, Any]:
    return contract_of(app).document


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in ("get", "post", "put", "delete")
    ]


def test_every_served_call_is_documented_with_words_and_answers(app: Flask, document: dict[str, Any]) -> None:
    served = {
        (rule.rule.replace("<path:", "<").replace("<", "{").replace(">", "}"), method.lower())
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if method in ("GET", "POST", "PUT", "DELETE") and rule.endpoint.partition(".")[0] not in ("docs", "page")
    }
    assert served == {(path, method) for path, method, _ in operations(document)}
    assert document["openapi"] == "3.1.0"
    for path, method, operation in operations(document):
        assert operation["summary"], (path, method)
        assert "default" in operation["responses"], (path, method)
        assert any(status.startswith("4") for status in operation["responses"]), (path, method)


def test_every_call_is_named_as_a_method_and_told_in_a_line_and_in_sentences(document: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(set(names)) == len(names)
    for path, _, operation in operations(document):
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", operation["operationId"]), path
        assert len(operation["summary"]) <= 50, path
        assert not operation["summary"].endswith("."), path
        assert operation["description"].endswith("."), path
        assert "security" in operation, path


def test_the_document_says_where_it_holds_and_under_which_licence(document: dict[str, Any]) -> None:
    assert document["info"]["license"] == {"name": "Apache 2.0", "identifier": "Apache-2.0"}
    assert [server["url"] for server in document["servers"]] == ["/"]


def test_moves_and_facts_are_told_apart_by_their_type(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for ruleset in product_rulesets():
        for kind in ("Move", "Fact"):
            union = schemas[f"{prefix(ruleset)}{kind}"]
            mapping = union["discriminator"]["mapping"]
            assert union["discriminator"]["propertyName"] == "type"
            assert sorted(one["$ref"] for one in union["oneOf"]) == sorted(mapping.values())
            for tag, reference in mapping.items():
                assert schemas[reference.rpartition("/")[2]]["properties"]["type"]["const"] == tag
        tags = {move.__struct_config__.tag for move in ruleset.move_types}
        assert tags == schemas[f"{prefix(ruleset)}Move"]["discriminator"]["mapping"].keys()


class ToyOfOneMove(Toy):
    move_types = Toy.move_types[:1]


def test_a_game_with_one_kind_of_move_tells_it_by_its_type_too() -> None:
    union = played([ToyOfOneMove()])["ToyMove"]
    name = f"ToyMove{Toy.move_types[0].__name__}"
    assert union["oneOf"] == [{"$ref": f"#/components/schemas/{name}"}]
    assert list(union["discriminator"]["mapping"].values()) == [f"#/components/schemas/{name}"]


def test_what_only_some_may_see_of_a_fact_may_be_missing(document: dict[str, Any]) -> None:
    drawn = document["components"]["schemas"]["DaimyoFactHeroDrawn"]
    assert "hero" in drawn["properties"]
    assert "hero" not in drawn["required"]


def test_a_stream_is_known_by_the_data_of_its_events_before_its_lines(document: dict[str, Any]) -> None:
    for path, data in (("/v1/games/{game_id}/live", "Step"), ("/v1/me/turns", "WaitingSeat")):
        content = document["paths"][path]["get"]["responses"]["200"]["content"]
        assert list(content) == ["text/event-stream", "application/x-ndjson"]
        schema = content["text/event-stream"]["schema"]
        assert {"$ref": f"#/components/schemas/{data}"} in schema.get("anyOf", [{"$ref": schema.get("$ref")}])
        assert content["application/x-ndjson"]["schema"]["contentSchema"]


def test_effects_of_all_kinds_share_one_schema_that_lists_what_they_do(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for game in ("Daimyo", "Yedo"):
        effect = schemas[f"{game}Effect"]
        assert len(effect["properties"]["do"]["enum"]) > 20
        assert effect["required"] == ["do"]
        assert effect["properties"]["effects"]["items"] == {"$ref": f"#/components/schemas/{game}Effect"}
    assert schemas["YedoEffect"]["properties"]["price"] == {
        "anyOf": [
            {"enum": ["full"], "type": "string"},
            {"type": "integer"},
            {"type": "array", "items": {"$ref": "#/components/schemas/YedoNeed"}},
        ]
    }
    # A word that is any text in one kind is any text in all.
    assert schemas["YedoEffect"]["properties"]["kind"] == {"type": "string"}


def test_options_list_the_values_that_they_may_have(document: dict[str, Any]) -> None:
    options = document["components"]["schemas"]["DaimyoNewOptions"]["properties"]
    assert set(options["edition"]["enum"]) == {"2019", "2021"}
    assert len(options["heroes"]["items"]["enum"]) > 20


def test_descriptions_of_schemas_are_plain_text(document: dict[str, Any]) -> None:
    for name, schema in document["components"]["schemas"].items():
        for described in (schema, *schema.get("properties", {}).values()):
            assert not re.search(r"[`\n]", described.get("description", "")), name


def test_names_of_schemas_are_names_of_classes(document: dict[str, Any]) -> None:
    for name in document["components"]["schemas"]:
        assert re.fullmatch(r"([A-Z][a-z0-9]*)+", name), name


def test_every_parameter_is_described_or_speaks_for_itself(document: dict[str, Any]) -> None:
    plain = {"ruleset", "status", "player", "seat"}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parameters = operation if method == "parameters" else operation.get("parameters", [])
            for parameter in parameters:
                assert parameter.get("description") or parameter["name"] in plain, (path, parameter["name"])


def test_every_error_is_documented_as_a_problem_with_its_headers(document: dict[str, Any]) -> None:
    own = {"default": {"Retry-After", "RateLimit", "RateLimit-Policy", "WWW-Authenticate", "X-Request-Id"}}
    for _, _, operation in operations(document):
        for status, response in operation["responses"].items():
            if status >= "400":
                assert list(response["content"]) == ["application/problem+json"]
                assert own.get(status, set()) <= response.get("headers", {}).keys()


def test_headers_of_every_answer_are_told_once(client: FlaskClient, document: dict[str, Any]) -> None:
    everywhere = {"X-Request-Id", "RateLimit", "RateLimit-Policy", "Cache-Control", "Content-Language"}
    assert everywhere <= set(client.get("/v1/rulesets").headers.keys())
    assert everywhere <= document["paths"]["/v1/games"]["get"]["responses"]["default"]["headers"].keys()
    for name in everywhere:
        assert name in document["info"]["description"]
    for path, _, operation in operations(document):
        succeeded = [response for status, response in operation["responses"].items() if status < "400"]
        assert all(everywhere.isdisjoint(response.get("headers", ())) for response in succeeded), path


def test_the_problems_of_a_call_are_named_with_the_call_and_explained_with_their_status(client: FlaskClient) -> None:
    document = client.get("/openapi.json").get_json()
    play = document["paths"]["/v1/games/{game_id}/moves"]["post"]
    codes = re.findall(r"`([a-z-]+)`", play["description"].partition("Problems: ")[2])
    assert {"not-asked", "illegal-move", "version-conflict", "unknown-game"} <= set(codes)
    answers = document["components"]["responses"]
    for code in codes:
        place = answers[play["responses"][str(PROBLEMS[code].status)]["$ref"].rpartition("/")[2]]
        assert f"`{code}`: {PROBLEMS[code].meaning}" in place["description"]
    for code in ("malformed", "unavailable", "unauthenticated", "too-many-requests"):
        assert f"{PROBLEMS[code].status} `{code}`: {PROBLEMS[code].meaning}" in answers["OtherProblem"]["description"]


def test_words_that_several_schemas_of_a_game_choose_from_have_the_name_of_the_rules(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert "nawa" in schemas["YedoWeaponKind"]["enum"]
    enumerated = [
        json.dumps(schema["enum"])
        for name, owner in schemas.items()
        for schema in enumerations(owner)
        if name.startswith("Yedo") and len(schema["enum"]) > 5
    ]
    assert enumerated.count(json.dumps(schemas["YedoWeaponKind"]["enum"])) == 1


def enumerations(schema: Any) -> list[dict[str, Any]]:
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    found = [one for value in inner for one in enumerations(value)]
    return [schema, *found] if isinstance(schema, dict) and isinstance(schema.get("enum"), list) else found


def test_what_several_calls_describe_is_written_once(client: FlaskClient) -> None:
    document = client.get("/openapi.json").get_json()
    assert len(client.get("/openapi.json").data) < MOST * len([*product_rulesets()])
    described = [
        json.dumps(response, sort_keys=True)
        for _, _, operation in operations(document)
        for response in operation["responses"].values()
        if "$ref" not in response
    ]
    assert len(set(described)) == len(described)
    assert set(document["components"]["responses"]["OtherProblem"]["content"]) == {"application/problem+json"}
    for kind in ("responses", "parameters", "headers"):
        names = list(document["components"][kind])
        assert all(re.fullmatch(r"[A-Z][A-Za-z]*[0-9]*", name) for name in names), names


@pytest.mark.parametrize("path", ["/openapi.json", "/docs"])
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_who_has_the_document_already_gets_no_second_copy(client: FlaskClient, path: str, encoding: str) -> None:
    first = client.get(path, headers={"Accept-Encoding": encoding})
    tag = first.headers["ETag"]
    again = client.get(path, headers={"Accept-Encoding": encoding, "If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    other = client.get(path, headers={"Accept-Encoding": encoding, "If-None-Match": '"0"'})
    assert (other.status_code, other.data) == (200, first.data)


def test_every_reference_in_the_document_leads_somewhere(client: FlaskClient) -> None:
    document = client.get("/openapi.json").get_json()

    def walk(value: object) -> None:
        if isinstance(value, dict):
            if "$ref" in value:
                kind, name = value["$ref"].removeprefix("#/components/").split("/")
                assert name in document["components"][kind]
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    walk(document)
