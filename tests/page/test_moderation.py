"""Reports on the page: a player reports what was said, an arbiter rules, and whom it concerns reads it and appeals."""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visits
from tests.page.games import call, register
from tests.page.test_audit import appoint
from tests.page.test_replay import Table

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture
def operator(visit: Visits, tmp_path_factory: pytest.TempPathFactory) -> str:
    return (tmp_path_factory.getbasetemp() / "site0" / "operator.token").read_text().strip()


def test_a_message_is_reported_hidden_by_an_arbiter_and_appealed_against(visit: Visits, operator: str) -> None:
    reporter = visit()
    table = Table(reporter.base)
    call(reporter.base, f"/v1/games/{table.id}/messages", {"text": "You fool."}, table.tokens[0])
    reporter.sign_in(table.names[1], table.tokens[1])
    talk = reporter.open(f"/games/{table.id}").get_by_role("log", name="Table talk")
    talk.get_by_role("button", name=f"Report what {table.names[0]} said").click()
    talk.get_by_label("What is wrong").select_option("Insult")
    talk.get_by_label("What happened?").fill("He mocks me.")
    talk.get_by_role("button", name="Send the report").click()
    expect(talk.get_by_text("Reported. An arbiter will rule on it.")).to_be_visible()

    name = f"Judge {uuid4().hex[:8]}"
    judge, token = visit(), register(reporter.base, name)
    appoint(reporter.base, name.replace(" ", "%20"), operator)
    judge.sign_in(name, token)
    queue = judge.open("/disputes").get_by_role("region", name="Reports")
    expect(queue.get_by_text("You fool.")).to_be_visible()
    queue.get_by_label("Hide the message").check()
    queue.get_by_label("The player may not write").select_option("for 7 days")
    queue.get_by_label("Why?").fill("Not a tone for a club.")
    queue.get_by_role("button", name="Uphold").click()
    expect(queue.get_by_text("No report waits for a ruling.")).to_be_visible()

    reporter.page.reload()
    expect(talk).to_contain_text("This message was hidden by an arbiter.")
    writer = visit()
    writer.sign_in(table.names[0], table.tokens[0])
    told = writer.open("/account").get_by_role("region", name="What arbiters decided about you")
    expect(told.get_by_text("Not a tone for a club.")).to_have_count(2)
    hidden = told.get_by_role("listitem").filter(has_text="Hidden message")
    hidden.get_by_label("Why is this wrong?").fill("It was a quotation.")
    hidden.get_by_role("button", name="Appeal").click()
    expect(hidden.get_by_text("You appealed:")).to_be_visible()

    measures = call(reporter.base, "/v1/me/measures", token=table.tokens[0])["items"]
    assert {(one["kind"], one["appeal"]) for one in measures} == {("hide", "It was a quotation."), ("mute", None)}
    judge.page.reload()
    queue.get_by_label("Why?").fill("No, it was not.")
    queue.get_by_role("button", name="Refuse the appeal").click()
    expect(queue.get_by_role("alert")).to_contain_text("another arbiter judges")


def test_who_is_no_arbiter_sees_no_reports(visit: Visits) -> None:
    visitor = visit()
    name = f"Page {uuid4().hex[:8]}"
    visitor.sign_in(name, register(visitor.base, name))
    with visitor.page.expect_response("**/v1/me"):
        page = visitor.open("/disputes")
    expect(page.get_by_role("heading", name="Disputes")).to_be_visible()
    expect(page.get_by_role("region", name="Reports")).to_have_count(0)
