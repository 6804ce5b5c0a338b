"""Whole games, played with the keyboard by somebody who knows the page by roles and names alone."""

from __future__ import annotations

import re
import time
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import Visits
from tests.page.games import call, register
from tests.support.waiting import eventually

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.timeout(1800)]

FOCUSED = "element => element === document.activeElement"
HOLDS_FOCUS = "element => element.contains(document.activeElement)"
STOPS = 150
"""The most presses of Tab from a question to any of its answers."""
MOVES = 400
"""More moves than any of these games has."""
GAMES: dict[str, tuple[str, int, dict[str, object]]] = {
    "Micro Dojo": ("micro-dojo", 2, {}),
    "Daimyo of 2019": ("daimyo", 2, {"edition": "2019"}),
    "Daimyo of 2021": ("daimyo", 2, {"edition": "2021"}),
    "Yedo": ("yedo", 2, {}),
    "Shogun Must Die": ("yedo", 1, {"shogun_must_die": True, "sets": "classic"}),
}


class Reader:
    """Somebody who sits at all seats of a table, hears names, and presses keys."""

    def __init__(self, page: Page, base: str, game: str, token: str) -> None:
        self.page = page
        self.base = base
        self.game = game
        self.token = token
        self.panel = page.get_by_role("region", name="Play", exact=True)
        self.question = self.panel.get_by_role("heading", level=2).first

    def describe(self) -> Any:
        """What the service says of the game."""
        return call(self.base, f"/v1/games/{self.game}", token=self.token)

    def follow(self) -> Any:
        """Wait until the page has arrived at the last step; return what the service says of the game."""
        told = self.describe()
        expect(self.page.get_by_text(f"Step {told['step']} of {told['step']}", exact=True)).to_be_visible()
        return told

    def answer(self, random: Random) -> None:
        """Answer the first question with listed moves by one of them, until the focus is on the question after it."""
        asked = call(self.base, f"/v1/games/{self.game}/legal-moves", token=self.token)
        choice = next(choice for choice in asked["choices"] if choice.get("moves"))
        self.panel.get_by_role("heading", name=choice["prompt"]).first.wait_for()
        self.press(random.choice(choice["moves"]))
        confirm = self.panel.get_by_role("button", name="Play it", exact=True)

        def recorded() -> bool:
            if confirm.count():
                self.press_on(confirm)
            return self.describe()["version"] > asked["version"]

        eventually(recorded)
        expect(self.question).to_be_focused()

    def press(self, move: Any) -> None:
        """Find the button of a move by its name, in its group if there is one, and press Enter on it."""
        button = self.named(move["label"], r"(\s*·.*)?")
        if move.get("group") and not button.count():
            self.press_on(self.named(move["group"], r" … \d+ moves?"))
        if not button.count():
            self.narrow(move["label"], button)
        self.press_on(button)

    def named(self, label: str, rest: str) -> Locator:
        """The buttons that are named by a label: what a move does may follow, or how many moves a group has."""
        begin = re.escape(label[:1].upper() + label[1:])
        return self.panel.get_by_role("button", name=re.compile(rf"^{begin}{rest}$"), disabled=False).first

    def narrow(self, label: str, button: Locator) -> None:
        """Type what a move is called where a long list is filtered, or set its number where only that differs."""
        box = self.panel.get_by_role("searchbox")
        if box.count():
            self.reach(box.first)
            self.page.keyboard.type(label)
        for number in self.panel.get_by_role("spinbutton").all():
            for value in re.findall(r"\d+", label):
                self.reach(number)
                self.page.keyboard.press("Control+a")
                self.page.keyboard.type(value)
                if button.count():
                    return

    def press_on(self, button: Locator) -> None:
        """Go to a button and press Enter."""
        button.wait_for()
        self.reach(button)
        self.page.keyboard.press("Enter")

    def reach(self, wanted: Locator) -> None:
        """Go to a control with Tab, from where the focus is in the question."""
        if not self.panel.evaluate(HOLDS_FOCUS):
            self.page.keyboard.press("m")
        element = wanted.element_handle()
        for _ in range(STOPS):
            if element.evaluate(FOCUSED):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {wanted}")


@pytest.mark.parametrize("title", GAMES)
def test_a_whole_game_is_played_by_keyboard_role_and_name(visit: Visits, title: str) -> None:
    ruleset, seats, options = GAMES[title]
    visitor, random = visit(), Random(title)
    name = f"Kiyo {time.time_ns() % 10**9}"
    token = register(visitor.base, name)
    body = {"ruleset": ruleset, "seats": seats, "options": options}
    game = call(visitor.base, "/v1/games", body, token)["id"]
    for seat in range(seats):
        call(visitor.base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    visitor.sign_in(name, token)
    reader = Reader(visitor.open(f"/games/{game}"), visitor.base, game, token)
    for _ in range(MOVES):
        if reader.follow()["status"] != "playing":
            break
        reader.answer(random)
    reader.panel.get_by_role("heading", name="This game is over").wait_for()
    assert reader.describe()["status"] == "finished"
    expect(visitor.page.get_by_role("log", name="What happens").get_by_text("Finished").last).to_be_attached()
