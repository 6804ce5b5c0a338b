"""Playing through the page: against a bot, by invitation, on the picture, and what happens when a move is refused."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page.browser import Visitor
from tests.page.conftest import Visits
from tests.page.games import call, register

pytestmark = pytest.mark.long

OPEN_MOVES = "button.move:not([disabled])"


def open_solo_table(base: str, name: str) -> tuple[str, str]:
    """Open a game of Micro Dojo in which one player has all seats; return its id and the token."""
    token = register(base, name)
    game: str = call(base, "/v1/games", {"ruleset": "micro-dojo", "seats": 2}, token)["id"]
    for seat in (0, 1):
        call(base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    return game, token


def sit_alone(visitor: Visitor, name: str) -> tuple[str, str, Page]:
    """A table all of whose seats are the visitor's: its id, the token, and its page, on which a move can be made."""
    game, token = open_solo_table(visitor.base, name)
    visitor.sign_in(name, token)
    page = visitor.open(f"/games/{game}")
    page.locator(OPEN_MOVES).first.wait_for()
    return game, token, page


def play_elsewhere(base: str, game: str, token: str) -> None:
    """Make the first legal move, as another device of the player would."""
    choice = call(base, f"/v1/games/{game}/legal-moves", token=token)["choices"][0]
    call(base, f"/v1/games/{game}/moves", {"seat": choice["seat"], "move": choice["moves"][0]["move"]}, token)


def test_a_newcomer_plays_against_a_bot_with_one_click(visit: Visits) -> None:
    page = visit().open("/")
    page.get_by_role("button", name="Play a bot: Micro Dojo").click()
    page.locator(OPEN_MOVES).first.click()
    page.get_by_role("link", name="Guest").wait_for()
    page.get_by_role("link", name="My games").click()
    expect(page.get_by_text("with Greedy bot (bot)")).to_be_visible()


def test_an_invitation_seats_whoever_opens_its_link(visit: Visits) -> None:
    host = visit().open("/new")
    host.get_by_label("Seat 2").select_option("invited")
    host.get_by_label("Keep the game out of every list").check()
    host.get_by_role("button", name="Open the game").click()
    link = host.get_by_label("Invitation to seat 2").input_value()
    assert "#invitation=" in link
    guest = visit(width=360, scheme="dark").page
    guest.goto(link)
    guest.get_by_role("button", name="Sit down as a guest").click()
    guest.get_by_text("Take back").wait_for()
    assert "invitation" not in guest.url
    host.get_by_text("Take back").wait_for()


def test_refused_options_are_shown_at_their_field_and_what_was_chosen_is_kept(visit: Visits) -> None:
    page = visit().open("/new?ruleset=yedo")
    page.get_by_text("Modules as usual").click()
    page.get_by_label("Jesuits").check()
    page.reload()
    expect(page.get_by_text("Modules 1 chosen")).to_be_visible()
    page.get_by_role("button", name="Open the game").click()
    refused = page.locator(".entry", has=page.get_by_text("yedo.jesuits.length"))
    expect(refused).to_contain_text("Jesuits")
    expect(page.get_by_label("Jesuits")).to_be_checked()


def test_a_preset_chooses_options_that_stand_on_the_table_and_in_the_list(visit: Visits) -> None:
    page = visit().open("/new?ruleset=yedo")
    presets = page.get_by_role("group", name="Choices of options")
    expect(presets.get_by_role("button", pressed=True)).to_contain_text("First game")
    presets.get_by_role("button", name="Everything").click()
    page.get_by_text("Trade as usual").click()
    expect(presets.get_by_role("button", pressed=True)).to_contain_text("Everything")
    page.get_by_role("button", name="Open the game").click()
    expect(page.locator(".chosen")).to_have_text("Played with: Everything")
    address = page.url
    page.goto(address.partition("/games/")[0] + "/games?status=waiting")
    listed = page.locator(".listed", has=page.locator(f"a[href='{address[address.index('/games/') :]}']"))
    expect(listed).to_contain_text("Played with: Everything")


def test_options_that_mean_nothing_without_another_come_and_go_with_it(visit: Visits) -> None:
    page = visit().open("/new?ruleset=yedo")
    page.get_by_role("button", name="Shogun Must Die").click()
    page.get_by_text("Shogun Must Die 1 chosen").click()
    page.get_by_label("Mood of the Emperor").select_option(label="Gentle")
    expect(page.get_by_text("Shogun Must Die 2 chosen")).to_be_visible()
    page.get_by_role("checkbox", name="Shogun Must Die").uncheck()
    expect(page.get_by_label("Mood of the Emperor")).to_have_count(0)
    expect(page.get_by_text("Shogun Must Die as usual")).to_be_visible()


def test_each_game_says_on_the_front_page_what_it_is_and_leads_to_its_rules_and_table(visit: Visits) -> None:
    page = visit().open("/")
    card = page.get_by_role("region", name="Yedo")
    expect(card).to_contain_text("1 to 5 players · 90 to 180 minutes · heavy")
    expect(card.get_by_role("link", name="Read the rules")).to_have_attribute("href", "/rulebooks/yedo")
    card.get_by_role("link", name="Open a table").click()
    expect(page.get_by_role("combobox", name="Game")).to_have_value("yedo")


def test_two_picks_on_the_picture_play_a_move_and_it_can_be_taken_back(visit: Visits) -> None:
    _, _, page = sit_alone(visit(), "Pia Picks")
    page.locator(".picture [role=button]", has_text="Ninja").first.click()
    expect(page.locator(".tray")).to_contain_text("Ninja")
    page.locator(".picture [role=button][aria-pressed=false]").first.press("Enter")
    expect(page.locator(".tray")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back", exact=True)).to_be_visible()
    expect(page.locator(".game-at")).to_contain_text("2")


def test_a_closed_place_says_why_by_its_clause(visit: Visits) -> None:
    _, _, page = sit_alone(visit(), "Wim Why")
    page.locator(".picture [aria-label^='Space 5:']").first.click()
    expect(page.locator(".whynot")).to_contain_text("-dojo.move.")


def test_a_move_from_an_old_position_shows_what_was_missed(visit: Visits) -> None:
    visitor = visit()
    game, token, page = sit_alone(visitor, "Max Missed")
    # The move arrives after one that the page does not know about.

    def be_late(route: Route) -> None:
        play_elsewhere(visitor.base, game, token)
        route.continue_()

    page.route("**/moves", be_late)
    page.locator(OPEN_MOVES).last.click()
    page.get_by_text("Your move was not recorded").wait_for()
    page.unroute("**/moves")
    page.locator(OPEN_MOVES).first.click()
    expect(page.get_by_text("Your move was not recorded")).to_have_count(0)


def test_moves_stay_closed_until_the_one_that_was_sent_is_answered(visit: Visits) -> None:
    _, _, page = sit_alone(visit(), "Cleo Closed")
    held: list[Callable[[], None]] = []

    def answer_late(route: Route) -> None:
        answer = route.fetch()
        held.append(lambda: route.fulfill(response=answer))

    page.route("**/moves", answer_late)
    page.route("**/legal-moves", lambda route: held.append(route.continue_))
    page.locator(OPEN_MOVES).first.click()
    expect(page.locator(".game-at")).to_contain_text("2")
    expect(page.locator("button.move").first).to_be_disabled()
    expect(page.locator(OPEN_MOVES)).to_have_count(0)
    page.unroute("**/legal-moves")
    for answer in held:
        answer()
    page.locator(OPEN_MOVES).first.wait_for()


def test_a_game_that_moves_on_while_my_games_are_read_is_listed_once(visit: Visits) -> None:
    visitor = visit()
    game, token = open_solo_table(visitor.base, "Tia Twice")

    def answer_with_what_came_later(route: Route) -> None:
        later = call(visitor.base, "/v1/me/games?to_move=true", token=token)
        for item in later["items"]:
            item["version"] += 1
        route.fulfill(json=later)

    visitor.sign_in("Tia Twice", token)
    visitor.page.route("**/v1/me/games?*to_move=false*", answer_with_what_came_later)
    page = visitor.open("/mine")
    waiting = page.locator(".card", has=page.get_by_role("heading", name="Waiting for others"))
    expect(waiting).to_contain_text("Micro Dojo")
    expect(page.locator(f"a[href='/games/{game}']")).to_have_count(1)


def test_the_title_counts_games_that_wait_and_n_goes_to_the_one_that_waits_longest(visit: Visits) -> None:
    visitor = visit()
    first, token = open_solo_table(visitor.base, "Nia Next")
    second: str = call(visitor.base, "/v1/games", {"ruleset": "daimyo", "seats": 1}, token)["id"]
    call(visitor.base, f"/v1/games/{second}/seats", {"seat": 0}, token)
    visitor.sign_in("Nia Next", token)
    page = visitor.open("/mine")
    expect(page).to_have_title("(2) My games · Kifu")
    expect(page.locator(".games").first.get_by_role("link")).to_have_text(["Micro Dojo", "Daimyo"])
    page.keyboard.press("n")
    page.wait_for_url(f"**/games/{first}*")
    page.locator(OPEN_MOVES).first.wait_for()
    page.keyboard.press("1")
    expect(page.locator(".game-at")).to_contain_text("2")
    page.keyboard.press("n")
    page.wait_for_url(f"**/games/{second}*")


def test_who_reloads_right_after_a_move_can_move_on(visit: Visits) -> None:
    visitor = visit()
    game, token, page = sit_alone(visitor, f"Reloading {time.time_ns() % 10**9}")
    for last in range(2, 5):
        play_elsewhere(visitor.base, game, token)
        expect(page.locator("main")).to_contain_text(f"Step {last} of {last}")
        page.reload()
        expect(page.locator("main")).to_contain_text(f"Step {last} of {last}")
        expect(page.locator(OPEN_MOVES).first).to_be_visible()


def test_a_browser_that_keeps_nothing_is_said_and_plays_all_the_same(visit: Visits) -> None:
    visitor = visit()
    refuse = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})"
    visitor.context.add_init_script(refuse)
    page = visitor.open("/")
    expect(page.get_by_text("This browser keeps nothing, so the guest is lost")).to_be_visible()
    page.get_by_role("button", name="Play a bot: Micro Dojo").click()
    page.locator(OPEN_MOVES).first.wait_for()
    expect(page.get_by_role("alert")).to_contain_text("is lost when you close this tab")
    token = page.get_by_role("textbox", name="Token").input_value()
    assert call(visitor.base, "/v1/me", token=token)["guest"]
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.reload()
    assert asked == ["beforeunload"]
    expect(page.get_by_role("textbox", name="Token")).to_have_value(token)
    page.locator(OPEN_MOVES).first.wait_for()


def test_a_token_that_is_not_valid_is_said_and_can_be_forgotten(visit: Visits) -> None:
    visitor = visit()
    visitor.sign_in("Nobody", "kifu_wrong")
    page = visitor.open("/")
    page.get_by_role("button", name="Forget it and sign in again").click()
    page.get_by_role("link", name="Account").wait_for()
    page.get_by_role("button", name="Play a bot: Micro Dojo").wait_for()


def test_a_double_click_makes_one_move(visit: Visits) -> None:
    _, _, page = sit_alone(visit(), "Dora Double")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.locator(OPEN_MOVES).first.evaluate("button => { button.click(); button.click(); }")
    expect(page.locator(".game-at")).to_contain_text("2")
    assert len([url for url in sent if url.endswith("/moves")]) == 1


def test_a_player_keeps_an_account_by_a_recovery_code(visit: Visits) -> None:
    page = visit().open("/account")
    page.get_by_label("Name").first.fill("Rita Recovers")
    page.get_by_role("button", name="Register").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_text("You have no recovery code").wait_for()
    page.get_by_role("button", name="No", exact=True).click()
    page.get_by_role("button", name="Make recovery codes").click()
    code = page.locator(".codes code").first.inner_text()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Name").nth(1).fill("Rita Recovers")
    page.get_by_role("textbox", name="Recovery code").fill("not a code")
    page.get_by_role("button", name="Get a new token").click()
    page.get_by_text("has no such recovery code").wait_for()
    page.get_by_role("textbox", name="Recovery code").fill(code)
    page.get_by_role("button", name="Get a new token").click()
    page.get_by_role("heading", name="Rita Recovers").wait_for()
