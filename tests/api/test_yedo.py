"""Yedo over HTTP: impossible openings, whole games for two to five, branches, disputes, trade, secrets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from domain.games.yedo.facts.base import card_name
from domain.games.yedo.phases.acting import Activate
from domain.games.yedo.phases.trade import TradeMenu
from domain.kernel.content import read_pack
from tests.api.house import House, Person
from tests.api.test_archives import another_app
from tests.api.test_refusals import problem
from tests.api.yedo import Turn, archive_import_and_branch, make, opening, play_until, play_whole, table_for
from tests.kifu.command import kifu

OWN = {
    "sets": "own",
    "action_sets": ["neutrals", "resources"],
    "event_sets": ["neutral", "cruel-fate"],
    "mission_sets": ["money", "weapons"],
}
CLOSED = ["closed-districts", "closed-locations"]
WHOLE = [2, *(pytest.param(seats, marks=pytest.mark.long) for seats in (3, 4, 5))]


@pytest.fixture
def elsewhere(postgres_url: str, template: str, tmp_path: Path) -> Iterator[FlaskClient]:
    with another_app(postgres_url, template, tmp_path / "elsewhere") as client:
        yield client


@pytest.fixture
def people(house: House) -> list[Person]:
    return [house.person(name) for name in ("Ada", "Bob", "Cyd", "Dan", "Eve")]


@pytest.mark.parametrize(
    ("seats", "options", "pointer", "clause"),
    [
        (1, {}, "/seats", "yedo.object.player-count"),
        (6, {}, "/seats", "yedo.object.player-count"),
        (3, {"action_sets": ["neutrals"]}, "/options/action_sets", "yedo.setup.first-game-sets"),
        (3, {**OWN, "sets": "classic"}, "/options/action_sets", "yedo.setup.first-game-sets"),
        (3, {**OWN, "action_sets": []}, "/options/action_sets", "yedo.setup.action-set-count"),
        (3, {**OWN, "event_sets": ["neutral"]}, "/options/event_sets", "yedo.advanced.event-sets"),
        (3, {**OWN, "event_sets": CLOSED}, "/options/event_sets", "yedo.ruling.closing-events-apart"),
        (3, {**OWN, "mission_sets": ["money"]}, "/options/mission_sets", "yedo.setup.mission-sets"),
        (3, {"jesuits": True}, "/options/jesuits", "yedo.jesuits.length"),
        (3, {**OWN, "action_sets": ["neutrals"] * 2}, "/options/action_sets/1", "yedo.ruling.number-of-sets"),
    ],
)
def test_an_opening_that_cannot_be_is_refused_with_its_clause(
    ada: Person, seats: int, options: dict[str, Any], pointer: str, clause: str
) -> None:
    answer = ada.post("/v1/games", {"ruleset": "yedo", "seats": seats, "options": options})
    refused = problem(answer, 422, "bad-options")
    assert (refused["pointer"], refused["clause"]) == (pointer, clause)


@pytest.mark.parametrize(
    "options",
    [
        {"rounds": 7},
        {"rounds": "8"},
        {"sets": "deluxe"},
        {"black": True},
        {"gifts": "yes"},
        {"action_sets": "neutrals"},
        {"shogun_must_live": True},
    ],
)
def test_a_value_that_no_option_has_is_refused_with_its_place(ada: Person, options: dict[str, Any]) -> None:
    answer = ada.post("/v1/games", {"ruleset": "yedo", "seats": 2, "options": options})
    assert problem(answer, 422, "bad-options")["pointer"] == f"/options/{next(iter(options))}"


@pytest.mark.parametrize("sets", ["first-game", "classic", "crossroads", "blades"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_choice_of_sets_opens_for_every_number_of_seats(ada: Person, seats: int, sets: str) -> None:
    path = ada.open(ruleset="yedo", seats=seats, options={"sets": sets, "rounds": 11, "black": "in", "gifts": True})
    assert ada.get(path).get_json()["options"]["sets"] == sets


@pytest.mark.slow
@pytest.mark.parametrize("seats", WHOLE)
def test_a_whole_game_is_verified_archived_imported_and_branched(
    people: list[Person],
    elsewhere: FlaskClient,
    seats: int,
) -> None:
    here, seated = people[0].client, people[:seats]
    modules = {"teahouse": True, "clan_powers": True} if seats > 3 else {}
    opened = opening(seats - 2, rounds=6, **modules)
    path = table_for(seated, opened)
    made = play_whole(seated, path, opened)
    info = here.get(path).get_json()
    assert (info["status"], info["step"]) == ("finished", made + 1)
    assert len(info["result"]["scores"]) == seats
    assert here.get(f"{path}/state").get_json()["state"]["round"] == 6
    assert here.get(f"{path}/verification").get_json()["holds"] is True

    archive_import_and_branch(seated, path, made, elsewhere)


@pytest.mark.long
def test_every_step_of_a_game_is_told_in_words(ada: Person, bob: Person) -> None:
    opened = opening(0, rounds=6)
    path = table_for([ada, bob], opened)
    play_whole([ada, bob], path, opened)
    history = ada.get(f"{path}/steps?limit=1000").get_json()["items"]
    assert all(step["words"].strip() for step in history)
    assert not [step["words"] for step in history if "None" in step["words"] or "annex/" in step["words"]]


def test_a_move_is_taken_back_where_nothing_was_revealed(ada: Person, bob: Person) -> None:
    opened = opening(0)
    path = table_for([ada, bob], opened)
    seated = [ada, bob]
    turn = play_until(seated, path, opened, lambda turn: type(turn.choice).__name__ == "Assign")
    before = ada.get(f"{path}/state").get_json()["state"]
    make(seated, path, turn)
    assert ada.get(f"{path}/state").get_json()["state"] != before
    answer = seated[turn.choice.seat].post(f"{path}/take-back", {"seat": turn.choice.seat})
    assert answer.status_code == 201, answer.data
    assert ada.get(f"{path}/state").get_json()["state"] == before
    make(seated, path, turn)
    assert ada.get(f"{path}/verification").get_json()["holds"] is True


def test_a_disputed_step_of_a_running_game_is_annulled(ada: Person, bob: Person, arbiter: Person) -> None:
    opened = opening(0)
    path = table_for([ada, bob], opened)
    seated = [ada, bob]
    turn = play_until(seated, path, opened, lambda turn: type(turn.choice).__name__ == "Assign")
    before = ada.get(f"{path}/state").get_json()["state"]
    make(seated, path, turn)
    step = ada.get(path).get_json()["step"]
    clause = "yedo.assign.one-per-space"
    raised = bob.post(f"{path}/disputes", {"step": step, "claim": "That space was mine.", "clause": clause})
    assert raised.status_code == 201, raised.data
    shown = ada.get(raised.headers["Location"]).get_json()
    assert shown["finding"]["verdict"] == "follows"
    ruling = {"ruling": "annul", "clause": clause, "words": "So it was."}
    assert arbiter.post(f"{raised.headers['Location']}/ruling", ruling).status_code == 201
    assert ada.get(f"{path}/state").get_json()["state"] == before
    make(seated, path, turn)
    assert ada.get(f"{path}/verification").get_json()["holds"] is True


def test_a_trade_is_offered_by_a_template_and_carried_out(people: list[Person]) -> None:
    seated, stranger = people[:3], people[4]
    opened = opening(0, seats=3, sets="classic")
    path = table_for(seated, opened)
    turn = play_until(seated, path, opened, _can_sell_a_mission)
    giver, held = turn.choice.seat, turn.state.hands.missions
    choices = seated[giver].get(f"{path}/legal-moves?seat={giver}").get_json()["choices"]
    template = next(choice["template"] for choice in choices if choice["clause"] == TradeMenu.clause)
    bounds, cards = template["bounds"], template["sets"]["cards"]["of"]
    partner = bounds["partner"][0]
    card = next(card for card in cards if card in held[giver])
    offer = {"type": template["type"], "partner": partner, "cards": [card], "for_mon": 1}
    wrong = seated[giver].post(f"{path}/moves", {"seat": giver, "move": {**offer, "for_mon": bounds["for_mon"][1] + 1}})
    assert problem(wrong, 422, "illegal-move")["clause"] == "yedo.trade.assets"
    assert seated[giver].post(f"{path}/moves", {"seat": giver, "move": offer}).status_code == 201

    mon = [seat["mon"] for seat in stranger.get(f"{path}/state").get_json()["state"]["seats"]]
    for person in (seated[partner], stranger):
        known = json.dumps([person.get(path + part).get_json() for part in ("/state", "/steps?limit=1000")])
        assert card not in known
        assert card_name(card) not in known
    accept = {"seat": partner, "move": {"type": "accept-trade"}}
    assert seated[partner].post(f"{path}/moves", accept).status_code == 201
    after = seated[partner].get(f"{path}/state").get_json()["state"]["seats"]
    assert card in [mission["card"] for mission in after[partner]["hand"]["missions"]]
    assert (after[partner]["mon"], after[giver]["mon"]) == (mon[partner] - 1, mon[giver] + 1)
    assert card not in json.dumps(stranger.get(f"{path}/steps?limit=1000").get_json())


def _can_sell_a_mission(turn: Turn) -> bool:
    choice, state = turn.choice, turn.state
    if not isinstance(choice, TradeMenu) or not state.hands.missions[choice.seat]:
        return False
    template = choice.template(state)
    return template is not None and state.belongings.mon[template.bounds["partner"][0]] >= 1


@pytest.mark.slow
def test_a_long_list_of_moves_says_what_to_ask_first(ada: Person) -> None:
    options = {"shogun_must_die": True, "sets": "classic"}
    path = ada.open(ruleset="yedo", seats=1, options=options)
    ada.post(f"{path}/seats", {"seat": 0})
    asked = next(choice for choice in ada.get(f"{path}/legal-moves").json["choices"] if not choice.get("standing"))
    groups = [move.get("group") for move in asked["moves"]]
    assert len(groups) == 35
    assert groups[:15] == ["draw 0 Green Missions"] * 15
    assert "group" not in asked["moves"][-1], "four Green Missions stand alone"
    ada.post(f"{path}/moves", {"seat": 0, "move": asked["moves"][0]["move"]})
    short = ada.get(f"{path}/legal-moves").json["choices"]
    assert short
    assert not any("group" in move for choice in short for move in choice["moves"])


def test_what_a_seat_holds_is_seen_by_nobody_else(people: list[Person]) -> None:
    seated, stranger = people[:3], people[4]
    opened = opening(1, seats=3)
    path = table_for(seated, opened)
    met: dict[int | None, set[str]] = {0: set(), 1: set(), 2: set(), None: set()}

    def is_over(turn: Turn) -> bool:
        for seat in range(3):
            met[seat] |= {*turn.state.hands.missions[seat]}
        if turn.state.stacks.looking is not None:
            met[turn.state.stacks.looking.seat] |= {*turn.state.stacks.looking.cards}
        return turn.state.turns.round == 3 and isinstance(turn.choice, Activate)

    held = play_until(seated, path, opened, is_over).state.hands.missions
    step = seated[0].get(path).get_json()["step"]
    parts = ("", "/state", "/steps?limit=1000", "/chance", f"/states/{step}", f"/audit/{step}", "/archive")
    tried = 0
    for viewer, person in [(0, seated[0]), (1, seated[1]), (2, seated[2]), (None, stranger)]:
        asked = range(3) if viewer is None else (viewer,)
        found = [person.get(path + part).data for part in parts]
        found += [person.get(f"{path}/legal-moves?seat={seat}").data for seat in asked]
        known = b"".join(found).decode()
        for card in set().union(*held) - met[viewer]:
            assert f'"{card}"' not in known, (viewer, card)
            assert card_name(card) not in known, (viewer, card)
            tried += 1
    assert tried > 20
    for seat, person in enumerate(seated):
        own = json.dumps(person.get(f"{path}/state").get_json())
        assert all(f'"{card}"' in own for card in held[seat])


def test_a_branch_of_a_running_game_deals_the_hands_of_others_anew(people: list[Person]) -> None:
    ada, bob = people[:2]
    opened = opening(0)
    path = table_for([ada, bob], opened)
    turn = play_until([ada, bob], path, opened, lambda turn: turn.state.turns.round == 2)
    step, true = ada.get(path).get_json()["step"], turn.state
    found = []
    for _ in range(6):
        branch = ada.post(f"{path}/branches", {"at": step}).headers["Location"]
        for seat in range(2):
            assert ada.post(f"{branch}/seats", {"seat": seat}).status_code == 201
        hands = [hand["hand"]["missions"] for hand in ada.get(f"{branch}/state").get_json()["state"]["seats"]]
        own, other = (tuple(sorted(card["card"] for card in hand)) for hand in hands)
        assert own == tuple(sorted(true.hands.missions[0]))
        assert len(other) == len(true.hands.missions[1])
        found.append(other)
    assert len({*found, tuple(sorted(true.hands.missions[1]))}) > 2


@pytest.mark.slow
def test_a_pack_that_cannot_be_played_is_refused_at_the_start_with_file_entry_and_reason(tmp_path: Path) -> None:
    (tmp_path / "yedo").mkdir()
    broken = read_pack("domain.games.yedo")["board.toml"].decode().replace('id = "temple-3"', 'id = "temple-2"')
    (tmp_path / "yedo" / "board.toml").write_text(broken, "utf-8")
    ran = kifu("serve", data=tmp_path / "data", KIFU_CONTENT=str(tmp_path))
    assert (ran.exit_code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith("Error: board.toml: 'temple-2' occurs twice")
