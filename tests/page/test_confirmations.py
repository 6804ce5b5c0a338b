"""Which moves the page asks to confirm before it sends them, and how to switch this off."""

from __future__ import annotations

import json
import time

import pytest
from playwright.sync_api import Page, expect

from page.site import read_site
from tests.page.conftest import Visits
from tests.page.games import call, register
from tests.page.test_play import OPEN_MOVES, sit_alone

pytestmark = pytest.mark.long

MOVES = 70
FEW = 5
"""Of `MOVES` moves, fewer than these may need confirmation; half of them cannot be taken back."""
MOST_MOVES = 1500

PLAY = """async ([address, path, token, seed, most]) => {
  const { asksFirst } = await import(address);
  const call = async (part, body) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const sent = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(path + part, sent);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const draw = (many) => {
    seed = (seed * 16807) % 2147483647;
    return seed % many;
  };
  let moves = 0;
  const asked = [];
  for (; moves < most && (await call("")).status === "playing"; moves += 1) {
    const found = await call("/legal-moves");
    const open = found.choices.filter((choice) => choice.moves?.length && !choice.standing);
    if (!open.length) throw new Error(JSON.stringify(found));
    const choice = open[draw(open.length)];
    const { move } = choice.moves[draw(choice.moves.length)];
    const store = { path, choices: { get: () => found } };
    if (await asksFirst(store, choice.seat, move, choice.moves)) asked.push([choice.prompt, move.type]);
    await call("/moves", { seat: choice.seat, move });
  }
  return [moves, asked, (await call("")).status];
}"""
"""Plays a whole game at random for all seats, as fast as the service answers; lists what the page would ask about."""

TABLES = {
    "micro-dojo": ("micro-dojo", 2, {}),
    "daimyo-2021": ("daimyo", 2, {"edition": "2021"}),
    "daimyo-2019": ("daimyo", 2, {"edition": "2019"}),
    "daimyo-alone": ("daimyo", 1, {"edition": "2021"}),
    "yedo": ("yedo", 2, {}),
    "shogun-must-die": ("yedo", 1, {"shogun_must_die": True}),
    "shogun-must-die-for-two": ("yedo", 2, {"shogun_must_die": True}),
}


@pytest.mark.timeout(900)
@pytest.mark.parametrize("table", TABLES)
def test_few_moves_of_a_whole_game_are_asked_about(visit: Visits, table: str) -> None:
    visitor = visit()
    ruleset, seats, options = TABLES[table]
    name = f"Few {time.time_ns() % 10**9}"
    token = register(visitor.base, name)
    opening = {"ruleset": ruleset, "seats": seats, "options": options}
    game = call(visitor.base, "/v1/games", opening, token)["id"]
    for seat in range(seats):
        call(visitor.base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    visitor.sign_in(name, token)
    page = visitor.open("/rulebooks")
    address = f"/static/{read_site().digest}/play/final.mjs"
    moves, asked, status = page.evaluate(PLAY, [address, f"/v1/games/{game}", token, 27, MOST_MOVES])
    assert status == "finished"
    assert len(asked) * MOVES < FEW * moves, f"of {moves} moves, these are asked about: {asked}"


def explained(*, mon: int, final: bool) -> str:
    """The service's answer about a legal move that gives up some Mon of five."""
    changes = [{"what": "Mon", "before": 5, "after": 5 - mon}] if mon else []
    return json.dumps({"legal": True, "changes": changes, **({"final": True} if final else {})})


DEAR = explained(mon=3, final=True)


def answer_explanations(page: Page, *answers: str) -> None:
    """Answer what is asked about moves, one after the other; the last answer is given again and again."""
    waiting = list(answers)
    page.route(
        "**/explanations",
        lambda route: route.fulfill(
            body=waiting.pop(0) if len(waiting) > 1 else waiting[0], content_type="application/json"
        ),
    )


@pytest.mark.parametrize(
    ("own", "others", "asks"),
    [
        (DEAR, explained(mon=0, final=False), True),
        (DEAR, explained(mon=1, final=True), True),
        (DEAR, explained(mon=3, final=False), False),
        (explained(mon=0, final=True), explained(mon=3, final=True), False),
        (explained(mon=3, final=False), explained(mon=0, final=True), False),
    ],
    ids=["others are free", "others cost less", "others cost the same", "it costs nothing", "it can be taken back"],
)
def test_a_final_move_is_asked_about_where_it_alone_gives_something_up(
    visit: Visits, own: str, others: str, asks: bool
) -> None:
    _, _, page = sit_alone(visit(), f"Near {time.time_ns() % 10**9}")
    answer_explanations(page, own, others)
    page.locator(OPEN_MOVES).first.click()
    if asks:
        expect(page.get_by_role("alertdialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("alertdialog")).to_have_count(0)
        expect(page.locator(OPEN_MOVES).first).to_be_focused()
    else:
        expect(page.locator(".game-at")).to_contain_text("Step 2")


def test_nothing_is_asked_about_where_that_is_switched_off(visit: Visits) -> None:
    visitor = visit()
    game, _, _ = sit_alone(visitor, f"Never {time.time_ns() % 10**9}")
    account = visitor.open("/account")
    account.get_by_label("Ask before a move").uncheck()
    account.reload()
    expect(account.get_by_label("Ask before a move")).not_to_be_checked()
    page = visitor.open(f"/games/{game}")
    answer_explanations(page, DEAR, explained(mon=0, final=False))
    page.locator(OPEN_MOVES).first.click()
    expect(page.locator(".game-at")).to_contain_text("Step 2")
