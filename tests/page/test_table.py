"""What a player at the table sees: the present, what can be picked, rounds and times, and no jumping layout."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from page.site import read_site
from tests.page.conftest import Visits
from tests.page.games import finished_games
from tests.page.test_play import OPEN_MOVES, play_elsewhere, sit_alone
from tests.page.test_replay import Table, at

pytestmark = pytest.mark.long

MOST_SHIFT = 0.1
"""The most layout shift of a steady page, https://web.dev/articles/cls."""
WATCH_SHIFTS = """
globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
READ_COURSE = """async ([address, steps]) => {
  const { turns, rounds } = (await import(address)).readCourse(steps);
  return { turns: turns.map(({ first, last }) => [first, last]), rounds: rounds.map(({ n, number }) => [n, number]) };
}"""
UNPAINTED = """() => [...document.querySelectorAll(".picture .lit")].filter((thing) => {
  const shapes = [thing, ...thing.querySelectorAll("rect, circle, path, use, text")];
  const paint = () => JSON.stringify(shapes.map((shape) => {
    const { stroke, strokeWidth, fill, textDecorationLine } = getComputedStyle(shape);
    return [stroke, strokeWidth, fill, textDecorationLine];
  }));
  const lit = paint();
  thing.classList.remove("lit");
  const plain = paint();
  thing.classList.add("lit");
  const haloed = thing.querySelector(":scope > .halo") ?? thing.previousElementSibling?.matches(".halo");
  return (lit === plain && !haloed) || getComputedStyle(thing).filter !== "none";
}).map((thing) => thing.outerHTML)"""
"""The legal places that look like others in some browser: WebKit has no filters inside a picture."""


def read_course(page: Page, steps: list[dict[str, Any]]) -> dict[str, Any]:
    """Make the page read the course of a game."""
    address = f"/static/{read_site().digest}/game/course.mjs"
    found: dict[str, Any] = page.evaluate(READ_COURSE, [address, steps])
    return found


def test_a_game_alone_has_a_turn_for_each_round(visit: Visits) -> None:
    begins = [{"type": "round-began"}]
    steps: list[dict[str, Any]] = [{"n": n, "kind": "move", "seat": 0, "facts": []} for n in range(2, 10)]
    steps[2]["facts"] = steps[5]["facts"] = begins
    steps.insert(0, {"n": 1, "kind": "set-up", "facts": begins})
    course = read_course(visit().open("/rulebooks"), steps)
    assert course == {"turns": [[1, 1], [2, 4], [5, 7], [8, 9]], "rounds": [[1, 1], [4, 2], [7, 3]]}


def test_a_round_that_was_taken_back_has_no_heading(visit: Visits) -> None:
    steps: list[dict[str, Any]] = [{"n": n, "kind": "move", "seat": n % 2, "facts": []} for n in range(1, 5)]
    steps[1]["facts"] = steps[3]["facts"] = [{"type": "round-began", "round": 2}]
    steps[2] |= {"kind": "take-back", "undone": 2}
    assert read_course(visit().open("/rulebooks"), steps)["rounds"] == [[4, 2]]


@pytest.mark.parametrize(("ruleset", "rounds"), [("daimyo", 5), ("yedo", 6)])
def test_the_log_heads_rounds_and_says_when(visit: Visits, ruleset: str, rounds: int) -> None:
    visitor = visit()
    page = visitor.open(f"/games/{finished_games(visitor.base)[ruleset]}")
    expect(page.locator(".log h3.round")).to_have_text([f"Round {n}" for n in range(1, rounds + 1)])
    assert page.locator(".log .turn").count() == page.locator(".log .turn > summary time").count()


def test_a_player_comes_back_to_the_present_and_is_told_what_happened(visit: Visits) -> None:
    visitor = visit()
    table = Table(visitor.base)
    table.play(1)
    visitor.sign_in(table.names[0], table.tokens[0])
    at(visitor.open(f"/games/{table.id}"), 2, 2)
    visitor.open("/games")
    table.play(2)
    page = visitor.open(f"/games/{table.id}")
    at(page, 4, 4)
    page.get_by_role("button", name="Show what changed").click()
    expect(page.locator(".since-steps li")).to_have_count(2)
    page.get_by_role("button", name="To the last step").click()
    expect(page.locator(".since")).to_have_count(0)


def test_what_comes_to_lie_under_a_resting_pointer_is_not_explained(visit: Visits) -> None:
    visitor = visit()
    _, _, page = sit_alone(visitor, "Rita Resting")
    place = page.locator(".picture [aria-label^='Space 5:']").first
    place.hover()
    expect(page.locator(".words")).to_be_visible()
    page.get_by_role("link", name="Rulebooks").press("Enter")
    expect(page.locator(".picture")).to_have_count(0)
    page.go_back()
    page.locator(OPEN_MOVES).first.wait_for()
    page.wait_for_timeout(300)  # Longer than a browser waits before it checks again what is under the pointer.
    expect(page.locator(".words")).to_have_count(0)
    page.locator(".picture [aria-label^='Space 8:']").first.hover()
    expect(page.locator(".words")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("ruleset", ["micro-dojo", "daimyo", "yedo"])
def test_nothing_jumps_while_a_game_is_loaded(visit: Visits, ruleset: str, width: int) -> None:
    visitor = visit(width=width)
    page = visitor.page
    page.add_init_script(WATCH_SHIFTS)
    slow = visitor.context.new_cdp_session(page)
    slow.send("Network.enable")
    speed = {"offline": False, "latency": 80, "downloadThroughput": 400_000, "uploadThroughput": 200_000}
    slow.send("Network.emulateNetworkConditions", speed)
    visitor.open(f"/games/{finished_games(visitor.base)[ruleset]}")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("globalThis.shifted") < MOST_SHIFT


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_legal_places_are_told_apart_by_painted_shapes(visit: Visits, scheme: str) -> None:
    visitor = visit(scheme=scheme)
    game, token, page = sit_alone(visitor, f"Lena {scheme}")
    for _ in range(4):
        expect(page.locator(".picture .lit").first).to_be_visible()
        assert page.evaluate(UNPAINTED) == [], json.dumps(page.evaluate(UNPAINTED))
        step = int(page.locator(".game-at").inner_text().split()[1])
        play_elsewhere(visitor.base, game, token)
        expect(page.locator(".game-at")).to_contain_text(f"Step {step + 1} ")
