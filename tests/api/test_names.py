"""Names that look like another player's, or like a reserved word, are refused."""

from __future__ import annotations

import random
import unicodedata
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.record.names import find_reserved, look_alike, refuse_form, skeleton_version, skeletons
from eventstore.postgres.datastore import Datastore
from eventstore.tables.names import Names
from eventstore.tables.players import Players
from service.supervisor import claim_names
from tests.api.house import House, Person, app_on
from tests.api.test_refusals import problem
from tests.support.rulesets import product_rulesets

LETTERS = st.text(st.characters(categories=("L", "N", "M")), min_size=1, max_size=12)
LOOKS = "aаɑαａ" + "nпηｎ" + "AАΑＡ" + "lI1іi" + "oо0ο" + "\u0301\u0323\u200b _.-"
"""Characters that look alike, invisible ones, marks and separators."""


def register(client: FlaskClient, name: str) -> object:
    return client.post("/v1/players", json={"name": name})


@pytest.mark.parametrize(
    "name",
    ["ANNA", "anna", "Аnna", "Annа", "Änna", "Anńa", "αnna", "Anna", "ᴀɴɴᴀ", "ᴀnna", "Aɴna"],
    ids=lambda name: name.encode("ascii", "backslashreplace").decode(),
)
def test_a_name_that_looks_like_a_taken_one_is_refused_and_the_taken_one_is_named(
    house: House, client: FlaskClient, name: str
) -> None:
    house.person("Anna")
    if not look_alike(name, "Anna"):
        pytest.fail("the example looks different")
    detail = problem(register(client, name), 409, "name-taken")["detail"]  # type: ignore[arg-type]
    assert "'Anna'" in detail
    assert client.get(f"/v1/players/{name}").status_code == (200 if name == "Anna" else 404)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("日本", "曰本"), ("富土", "富士"), ("未来", "末来"), ("ルー", "ル一"), ("巳年", "已年"), ("己月", "巳月")),
        *(("千葉", "干葉"), ("戌亥", "戍亥"), ("人力", "入力"), ("口ロ", "ロ口"), ("カ", "力"), ("天", "夭")),
    ],
)
def test_kanji_that_differ_by_a_stroke_have_one_look(house: House, client: FlaskClient, one: str, other: str) -> None:
    assert look_alike(one, other)
    house.person(f"{one} 1")
    detail = problem(register(client, f"{other} 1"), 409, "name-taken")["detail"]  # type: ignore[arg-type]
    assert f"'{one} 1'" in detail


@pytest.mark.parametrize(("one", "other"), [("大郎", "太郎"), ("木", "本"), ("山田", "山口"), ("シン", "ツソ")])
def test_kanji_and_kana_that_readers_tell_apart_are_different(one: str, other: str) -> None:
    assert not look_alike(one, other)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ａnna", "Write it as 'Anna'."),
        ("Anna²", "RFC 8265"),
        ("①", "RFC 8265"),
        ("אAb", "bidi"),
        ("A\u200bnna", "letters and digits"),
        ("Anna\u0301\u0302\u0303\u0304", "letters and digits"),
        ("A\u034fnna", "RFC 8265"),
    ],
)
def test_a_name_in_a_form_that_deceives_is_refused_with_the_reason(client: FlaskClient, name: str, said: str) -> None:
    found = problem(register(client, name), 400, "malformed")  # type: ignore[arg-type]
    assert found["pointer"] == "/name"
    assert said in found["detail"]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("arbiter", "arbiter"),
        ("The Arbiter", "arbiter"),
        ("the.operator", "operator"),
        ("0perator", "operator"),
        ("Аdmin", "admin"),
        ("adm1n", "admin"),
        ("Admin 2", "admin"),
        ("SYSTEM", "system"),
        ("systern", "system"),
        ("Spectator", "spectator"),
        ("anyone", "anyone"),
        ("bot-7", "bot"),
        ("KlFU", "kifu"),
        ("seat 1", "seat"),
        ("Daimyo", "The Daimyo"),
        ("The Empire", "The Empire"),
        ("Mercenary_Company", "The Mercenary Company"),
        ("arbitre", "arbitre"),
        ("L_arbitre", "arbitre"),
        ("Operateur", "opérateur"),
        ("L_exploitant", "exploitant"),
        ("Place 2", "place"),
        ("administratrice 3", "administratrice"),
        ("Modérateur", "modérateur"),
        ("invité", "invité"),
        ("Invité 1234", "invité"),
        ("robot", "robot"),
        ("chief arbiter", "arbiter"),
        ("Admin1 Kifu", "admin"),
        ("Kifu team", "kifu team"),
        ("Kifu admin", "kifu"),
        ("KifuBot", "kifu bot"),
        ("kifu-support", "kifu"),
        ("arbitter", "arbiter"),
        ("moderater", "moderator"),
        ("ᴀᴅᴍɪɴ", "admin"),
        ("Gready bot", "greedy bot"),
        ("Greedy bot 7", "greedy bot"),
        ("GreedyBot X", "greedy bot"),
        ("Bot Greedy", "bot greedy"),
        ("Rand0m b0t", "random bot"),
    ],
)
def test_a_name_that_means_somebody_else_is_refused(client: FlaskClient, name: str, word: str) -> None:
    detail = problem(register(client, name), 409, "name-reserved")["detail"]  # type: ignore[arg-type]
    assert f"'{word}'" in detail


@pytest.mark.parametrize(
    "name",
    [
        *("Adminton", "Theo", "Botond", "Kai", "Kal", "Seatle", "The Rock", "Zoë Ω", "12", "Kifune", "Anna bot"),
        *("Arbitrary", "Operetta", "Le Havre", "Random", "Greedy", "Invitation", "Roboto"),
    ],
)
def test_a_name_that_only_begins_like_a_reserved_word_is_taken(client: FlaskClient, name: str) -> None:
    assert Person(client, name).open()


@pytest.mark.parametrize(
    ("one", "other"),
    [("ᴀda", "Ada"), ("ʀob", "Rob"), ("ɪan", "Ian"), ("ᴘᴀᴜʟ", "Paul"), ("ᴩaul", "Ρaul"), ("ᴫ", "Л"), ("ʟl", "LL")],
)
def test_small_capitals_look_like_the_letters_that_they_are(one: str, other: str) -> None:
    assert look_alike(one, other)


@pytest.mark.usefixtures("database_url")
def test_names_that_differ_may_stand_side_by_side(client: FlaskClient) -> None:
    for name in ("Kai", "Kal", "Ali", "All", "player1", "player2", "大山", "太山", "हिन्दी", "हन्दी", "Mara", "Maria"):
        assert Person(client, name).token


def test_players_who_were_there_before_stay_whatever_they_are_called(database_url: str, tmp_path: Path) -> None:
    earlier = ("Anna", "ANNA", "arbiter", "Ａnton", "Bert")
    with app_on(database_url, tmp_path) as app:
        players: Players = app.extensions["kifu"].parts.players
        for number, name in enumerate(earlier):
            players.register(name, str(number).encode())
        client = app.test_client()
        assert "token" in register(client, "bert").get_json()  # type: ignore[attr-defined]
        claim_names(database_url)
        for name in earlier:
            assert players.exists(name)
        for name, taken in (("anna", "Anna"), ("Anton", "Ａnton")):
            assert f"'{taken}'" in problem(register(client, name), 409, "name-taken")["detail"]  # type: ignore[arg-type]
        claim_names(database_url)


def test_another_version_of_unicode_has_rows_of_its_own(datastore: Datastore, database_url: str) -> None:
    players, names = Players(datastore), Names(datastore)
    for number in range(5):
        players.register(f"player{number}", str(number).encode())
    players.register("PLAYER3", b"another")
    assert names.claim_all("earlier", lambda name: [name.lower()]) == 6
    # One player has none, since another holds the skeleton: that player is examined again each time.
    assert names.claim_all("earlier", lambda name: [name.lower()]) == 1
    assert names.claim_all("later", lambda name: [name]) == 6
    assert names.claim_all("later", lambda name: [name]) == 0
    with psycopg.connect(database_url) as connection:
        found = connection.execute("SELECT version, count(*) FROM kifu.name_claim GROUP BY 1 ORDER BY 1").fetchall()
    assert found == [("earlier", 5), ("later", 6)]
    assert unicodedata.unidata_version in skeleton_version()


@given(LETTERS, LETTERS)
def test_to_look_alike_is_mutual_and_holds_for_a_name_itself(one: str, other: str) -> None:
    assert look_alike(one, one)
    assert look_alike(one, other) == look_alike(other, one)
    assert look_alike(one, one.upper().lower()) or one.lower() != one.upper().lower()


@settings(max_examples=2000, deadline=None)
@given(st.text(max_size=40))
def test_no_text_is_too_strange_for_the_rules_of_names(text: str) -> None:
    assert skeletons(text) == skeletons(text)
    refuse_form(text)
    find_reserved(text, ["The Daimyo"])


@pytest.mark.long
def test_of_thousands_of_names_that_look_alike_none_gets_a_500_and_no_two_are_registered(
    database_url: str, tmp_path: Path
) -> None:
    chance = random.Random(5)
    with app_on(database_url, tmp_path, unlimited=True) as app:
        client = app.test_client()
        holders: dict[str, str] = {}
        for _ in range(2000):
            name = "".join(chance.choices(LOOKS, k=chance.randint(1, 4)))
            answer = client.post("/v1/players", json={"name": name})
            assert answer.status_code in (201, 400, 409), answer.data
            if answer.status_code == 201:
                for skeleton in skeletons(name):
                    assert skeleton not in holders, (name, holders[skeleton])
                    holders[skeleton] = name
        assert len(holders) > 100


def test_the_names_of_all_sides_are_reserved(app: Flask) -> None:
    for ruleset in product_rulesets():
        for side in ruleset.every_side():
            problem(register(app.test_client(), side), 409, "name-reserved")  # type: ignore[arg-type]
    assert sum(len(ruleset.every_side()) for ruleset in product_rulesets()) == 3
