"""Auditing in a browser: the page's own verification of games and files, disputes and rulings, branches."""

from __future__ import annotations

import re
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Visits
from tests.page.games import call, finished_games, register
from tests.support.archives import chain_again, edit_line
from tests.support.signed_games import SignedGame

pytestmark = [pytest.mark.slow, pytest.mark.long]

VERIFYING = 60_000
"""Milliseconds that a whole game may take on a machine that runs other tests."""
GAMES = Path(__file__).resolve().parents[1] / "games"


UNPROVEN = re.compile(r"^Unproven: no service has signed \d+ of these events.* checks? holds?\.")


def open_part(page: Page, name: str) -> None:
    page.get_by_role("button", name="Audit", exact=True).click()
    page.get_by_role("button", name=name, exact=True).click()


def verify_file(page: Page, name: str, body: bytes) -> list[str]:
    """Let the page verify a file; return the faults that it reports."""
    page.get_by_label("Open a .kifu file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": body})
    verdict = page.get_by_role("region", name="Verify in this browser")
    verdict.get_by_text(name).wait_for()
    expect(verdict.get_by_role("status")).to_have_text(re.compile("hold|FAILED"), timeout=VERIFYING)
    return verdict.locator("li.fault").all_inner_texts()


def start_game(base: str, *tokens: str) -> str:
    game: str = call(base, "/v1/games", {"ruleset": "micro-dojo", "seats": len(tokens)}, tokens[0])["id"]
    for seat, token in enumerate(tokens):
        call(base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    return game


def appoint(base: str, name: str, operator: str) -> None:
    headers = {"Authorization": f"Bearer {operator}"}
    asked = urllib.request.Request(f"{base}/v1/arbiters/{name}", None, headers, method="PUT")
    urllib.request.urlopen(asked, timeout=30).close()


@pytest.mark.parametrize("ruleset", ["micro-dojo", "daimyo", "yedo"])
def test_the_browser_verifies_a_finished_game_itself(visit: Visits, site: str, ruleset: str) -> None:
    page = visit().open(f"/games/{finished_games(site)[ruleset]}")
    open_part(page, "Verify this game")
    page.get_by_role("button", name="Verify in this browser").click()
    verdict = page.get_by_role("region", name="Verify in this browser")
    expect(verdict.get_by_role("status")).to_have_text(re.compile(r"\d checks hold"), timeout=VERIFYING)
    for check in ("Chain of digests", "Commitment", "Chance"):
        expect(verdict.get_by_role("listitem").filter(has_text=check)).to_have_class("ok")
    expect(verdict.get_by_role("listitem").filter(has_text="Rules")).to_contain_text(
        "Not checked: the rules are not in this page"
    )


def test_a_file_that_was_changed_breaks_at_its_step_and_line(visit: Visits, site: str) -> None:
    page = visit().open(f"/games/{finished_games(site)['micro-dojo']}")
    open_part(page, "Verify this game")
    page.get_by_text("Check a file of your own").click()
    whole = (GAMES / "micro-dojo-1A-1.kifu").read_bytes()
    lines = whole.splitlines(keepends=True)
    assert verify_file(page, "whole.kifu", whole) == []
    late = [*lines[:40], lines[40].replace(b"T00:0", b"T01:0"), *lines[41:]]
    assert late != lines
    [fault] = verify_file(page, "late.kifu", b"".join(late))
    assert "Chain of digests" in fault
    assert "line 41: the digest does not follow" in fault
    [missing] = verify_file(page, "missing.kifu", b"".join(lines[:40] + lines[41:]))
    assert "line 41: the event belongs to another place" in missing
    [cut] = verify_file(page, "cut.kifu", b"".join(lines[:-1]))
    assert "the header and the events do not agree on" in cut
    [other] = verify_file(page, "other.kifu", b"no game at all")
    assert "not a .kifu file" in other


@pytest.mark.parametrize(
    "name", ["daimyo-1", "micro-dojo-1", "micro-dojo-2", "micro-dojo-2-redacted", "micro-dojo-3-talk"]
)
def test_files_of_all_formats_are_read(visit: Visits, site: str, name: str) -> None:
    page = visit().open(f"/games/{finished_games(site)['micro-dojo']}")
    open_part(page, "Verify this game")
    page.get_by_text("Check a file of your own").click()
    assert verify_file(page, f"{name}.kifu", (GAMES / "formats" / f"{name}.kifu").read_bytes()) == []


def test_a_file_without_receipts_is_called_unproven_and_one_with_them_is_not(visit: Visits, site: str) -> None:
    tokens = [register(site, name) for name in ("Orla", "Pavel")]
    game = start_game(site, *tokens)
    call(site, f"/v1/games/{game}/resignation", {"seat": 0}, tokens[0])
    page = visit().open(f"/games/{game}")
    open_part(page, "Verify this game")
    page.get_by_text("Check a file of your own").click()
    status = page.get_by_role("region", name="Verify in this browser").get_by_role("status")
    with urllib.request.urlopen(f"{site}/v1/games/{game}/archive", timeout=30) as answer:
        signed = answer.read()
    assert verify_file(page, "signed.kifu", signed) == []
    expect(status).to_have_text(re.compile(r"^\d+ checks hold"))
    unsigned = re.sub(rb',"receipt":\{[^}]*\}', b"", signed)
    assert unsigned != signed
    assert verify_file(page, "unsigned.kifu", unsigned) == []
    expect(status).to_have_text(UNPROVEN)


def test_signatures_of_players_are_checked_and_one_that_is_not_theirs_is_found(visit: Visits, site: str) -> None:
    page = visit().open(f"/games/{finished_games(site)['micro-dojo']}")
    open_part(page, "Verify this game")
    page.get_by_text("Check a file of your own").click()
    signed = SignedGame(options={"signed_moves": True}).moves(5).resign(1, signed=False).file()
    assert verify_file(page, "signed.kifu", signed) == []
    page.get_by_text("7 genuine signatures").wait_for()
    other = chain_again(edit_line(signed, 7, lambda line: line["event"]["signed"].update(signature="00" * 64)))
    [fault] = verify_file(page, "other.kifu", other)
    assert "Signatures of players" in fault
    assert "line 7: the signature of seat 1 is not genuine" in fault


def test_a_dispute_is_raised_with_a_draft_that_survives_and_ruled_on(
    visit: Visits, site: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    tokens = {name: register(site, name) for name in ("Audrey", "Boris", "Judith")}
    appoint(site, "Judith", (tmp_path_factory.getbasetemp() / "site0" / "operator.token").read_text().strip())
    game = start_game(site, tokens["Audrey"], tokens["Boris"])
    player = visit()
    player.sign_in("Audrey", tokens["Audrey"])
    page = player.open(f"/games/{game}")
    open_part(page, "Disputes")
    page.get_by_label("What is wrong").fill("The meeples stand wrong.")
    page.reload()
    open_part(page, "Disputes")
    expect(page.get_by_label("What is wrong")).to_have_value("The meeples stand wrong.")
    page.get_by_role("button", name="Send the dispute").click()
    page.get_by_text("The dispute is raised.").wait_for()

    arbiter = visit()
    arbiter.sign_in("Judith", tokens["Judith"])
    desk = arbiter.open("/disputes")
    desk.get_by_role("listitem").filter(has_text="The meeples stand wrong.").get_by_role(
        "link", name="about step 1"
    ).click()
    desk.get_by_role("heading", name="After step 1").wait_for()
    desk.get_by_label("Reason").fill("They stand as they were drawn.")
    desk.get_by_role("button", name="Uphold").click()
    desk.get_by_text("Upheld: the step was right.").wait_for()


def test_a_branch_leads_to_its_own_game(visit: Visits, site: str) -> None:
    token = register(site, "Brian")
    player = visit()
    player.sign_in("Brian", token)
    origin = finished_games(site)["micro-dojo"]
    page = player.open(f"/games/{origin}#12")
    open_part(page, "Branch from here")
    page.get_by_role("button", name="Open a branch at step 12").click()
    page.wait_for_url(lambda address: "/games/" in address and origin not in address)
    page.get_by_role("heading", name="Waiting for 2 players").wait_for()


def test_a_rulebook_opens_at_its_clause_and_is_searched_while_typing(visit: Visits) -> None:
    page = visit().open("/rulebooks/micro-dojo#micro-dojo.end.winner")
    expect(page.locator("[id='micro-dojo.end.winner']")).to_have_attribute("aria-current", "true")
    page.get_by_role("searchbox").fill("tie break")
    expect(page.get_by_role("status").filter(has_text="of 71 clauses")).to_have_text("1 of 71 clauses")
    page.get_by_role("heading", name="End: tie break").wait_for()


def test_a_rulebook_is_read_in_chapters_from_a_list_of_contents(visit: Visits) -> None:
    page = visit(locale="fr-FR").open("/rulebooks/micro-dojo")
    contents = page.get_by_role("navigation", name="Sommaire")
    contents.get_by_role("link", name="Fin de la partie").click()
    expect(page.get_by_role("heading", name="Fin de la partie", level=2)).to_be_in_viewport()
    expect(page.locator(".clause-id code", has_text="end.winner")).to_be_visible()
    widest = page.evaluate("Math.max(...[...document.querySelectorAll('.clause p')].map((text) => text.clientWidth))")
    assert widest < 800
    picture = page.get_by_role("img", name="La table après la mise en place, dans une partie jouée ici")
    page.wait_for_function("document.querySelector('.table-picture img').naturalWidth > 0")
    expect(picture).to_be_attached()


@pytest.mark.parametrize("width", [390, 1440])
def test_a_rulebook_shows_a_thing_beside_the_clause_that_speaks_of_it(visit: Visits, width: int) -> None:
    page = visit(width=width).open("/rulebooks/yedo#yedo.market.buy-weapon")
    figure = page.locator("[id='yedo.market.buy-weapon'] figure")
    expect(figure).to_contain_text("of the Market")
    box = figure.locator("svg").bounding_box()
    assert box is not None
    assert box["width"] > 40
    shapes = figure.locator("use").evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert max(shapes) > 10
    assert page.locator(".clause-figure").count() > 15


def test_results_are_filtered_by_game(visit: Visits, site: str) -> None:
    tokens = [register(site, name) for name in ("Rosa", "Rolf")]
    for ruleset in ("daimyo", "yedo"):
        game = call(site, "/v1/games", {"ruleset": ruleset, "seats": 2}, tokens[0])["id"]
        for seat, token in enumerate(tokens):
            call(site, f"/v1/games/{game}/seats", {"seat": seat}, token)
        call(site, f"/v1/games/{game}/resignation", {"seat": 0}, tokens[0])
    page = visit().open("/games?status=over")
    page.get_by_role("link", name="Daimyo").first.wait_for()
    page.get_by_role("combobox", name="Game").select_option("yedo")
    expect(page.get_by_role("link", name="Daimyo")).to_have_count(0)
    page.get_by_role("link", name="Yedo").first.wait_for()
