"""What docs/api.md and docs/versions.md say is true."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest
from limits import parse, parse_many

from api.calls.archives import LARGEST_ARCHIVE
from api.calls.checkpoints import LARGEST_PROOF
from api.calls.live import COMMENT_SECONDS
from api.calls.moves import LARGEST_MOVE
from api.calls.replay import STEPS_A_PAGE
from api.problems import PROBLEMS
from api.requests import idempotency
from api.requests.identity import WRONG_TOKENS
from api.requests.inputs import LARGEST_BODY, MOST_FAULTS, SMALL_BODY
from api.requests.limits import PLAYERS_OF_AN_ADDRESS
from api.requests.tracing import REQUEST_ID
from api.requests.turns import CHANCE_LISTS_WAITING, OUTLOOKS_WAITING, RUNNING, WAITING
from api.requests.waiting import SECONDS
from api.responses.compression import SMALLEST
from api.responses.deprecation import Deprecated
from api.schemas.fields import LONGEST_NAME
from api.schemas.requests import LONGEST_PAGE, Paging
from api.server.connections import BODY_SECONDS, HEAD_SECONDS, LARGEST_HEAD, SLOWEST_BODY
from api.server.gateway import WAITING_PER_ADDRESS
from domain.application.moderation.judging import LONGEST_WORDS, MOST_REPORTS
from domain.kernel.bots import MOST_TRIED
from domain.kernel.choice import LONGEST_WORD, MOST_WORDS
from domain.proof.notes import MOST_SIGNATURES
from domain.record.disputes import LONGEST_CLAIM
from domain.record.talk import LONGEST_MESSAGE, MOST_IN_WINDOW, MOST_MESSAGES
from domain.rows import LONGEST_REFUSAL, MOST_REFUSALS, REFUSAL_DAYS
from eventstore.tables.recovery import MOST_WRONG, WRONG_SECONDS
from eventstore.tables.tokens import MOST_TOKENS
from service.settings import Settings
from tests.support.consoles import Shell, agrees, pasted
from tests.support.services import ROOT, environment, running_service

API = (ROOT / "docs/api.md").read_text("utf-8")
VERSIONS = (ROOT / "docs/versions.md").read_text("utf-8")
MIB = 1024 * 1024


@pytest.fixture
def service(database_url: str, tmp_path: Path) -> Iterator[str]:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url) as address:
        yield address


@pytest.fixture
def shell(database_url: str, tmp_path: Path) -> Iterator[Shell]:
    shell = Shell(ROOT, environment(tmp_path, KIFU_DATABASE_URL=database_url))
    yield shell
    shell.close()


@pytest.mark.long
@pytest.mark.slow
def test_the_blocks_of_the_page_print_what_it_says(service: str, shell: Shell) -> None:
    found = pasted(API)
    assert len(found) >= 13
    for command in found:
        output, exit_code = shell.run(command.text.replace("http://127.0.0.1:8000", service))
        where = f"docs/api.md:{command.line}:\n{command.text}\n\nprinted\n\n{output}"
        assert exit_code == 0, where
        assert agrees(command.output, output), f"{where}\n\ninstead of\n\n{command.output}"


def test_every_problem_is_in_the_table_with_its_status() -> None:
    listed = re.findall(r"^\| (\d{3}) \| `([a-z-]+)` \| \S", API, re.MULTILINE)
    assert sorted(listed) == sorted((str(problem.status), code) for code, problem in PROBLEMS.items())


def limits_told() -> dict[str, str]:
    """The table of limits: what is limited, and to how much."""
    table = API.partition("## Limits")[2].partition("\n\nThe first seven")[0]
    return dict(re.findall(r"^\| (?!what|-)(.*?) \| (.*?) \|$", table, re.MULTILINE))


def test_the_limits_are_those_of_the_service() -> None:
    settings = Settings()

    def rate(text: str) -> str:
        items = parse_many(text)
        assert all(item.multiples == 1 for item in items)
        return " and ".join(f"{item.amount:,} a {item.GRANULARITY.name}" for item in items)

    def both_rates(text: str) -> str:
        amount = parse(text).amount
        return rate(text).replace(f"{amount:,}", f"{amount:,} and {PLAYERS_OF_AN_ADDRESS * amount:,}")

    longest_key = re.search(r"\{1,(\d+)\}", idempotency._KEY.pattern)
    assert longest_key is not None
    assert LARGEST_MOVE == LARGEST_BODY
    assert WRONG_SECONDS == 3600
    assert HEAD_SECONDS == BODY_SECONDS
    assert limits_told() == {
        "text and number in a move": f"{LONGEST_WORD} characters",
        "list in a move": f"{MOST_WORDS} items",
        "refused moves of a seat in a game that the audit shows": (
            f"{MOST_REFUSALS}, of each {LONGEST_REFUSAL:,} bytes, until {REFUSAL_DAYS} days after the end"
        ),
        "requests of one player, or from one address without a token": rate(settings.rate_limit),
        "seconds of CPU of one player, or of one address without a token": rate(settings.cpu_budget),
        "requests of one address that wait in a worker": str(WAITING_PER_ADDRESS),
        "registrations from one address": rate(settings.rate_limit_players),
        "games that a player opens, and an address": both_rates(settings.rate_limit_games),
        "branches among them": both_rates(settings.rate_limit_branches),
        "changes of tokens, recovery codes and keys of a player, and of an address": (
            both_rates(settings.rate_limit_accounts)
        ),
        "requests of a player that change something, and of an address": both_rates(settings.rate_limit_changes),
        "connections of one address to a worker": str(settings.connections_per_address),
        "live streams of one address in a worker": str(settings.streams_per_address),
        "wrong recovery codes of a player": f"{MOST_WRONG} an hour",
        "tokens of a player": str(MOST_TOKENS),
        "wrong tokens and recovery codes from one address": f"{WRONG_TOKENS.amount} a {WRONG_TOKENS.GRANULARITY.name}",
        "games of a player that wait for others": str(settings.waiting_games),
        "seconds for the head of a request, and for a body": (
            f"{HEAD_SECONDS:.0f}, and 1 for each {SLOWEST_BODY // 1024} KiB of the body"
        ),
        "head of a request": f"{LARGEST_HEAD // 1024} KiB",
        "body of a request": f"{SMALL_BODY // 1024} KiB",
        "body of a move, an opening, a dispute or a ruling": f"{LARGEST_BODY // 1024} KiB",
        "body of a proof that is checked": f"{LARGEST_PROOF // 1024} KiB",
        "signatures of a note": str(MOST_SIGNATURES),
        "faults of a request that are named": str(MOST_FAULTS),
        "verifications that run or wait in a reader": str(RUNNING + WAITING),
        "lists of random outcomes that are made or wait in a reader": str(RUNNING + CHANCE_LISTS_WAITING),
        "outlooks that are computed or wait in a reader": str(RUNNING + OUTLOOKS_WAITING),
        "moves of a request for outlooks": str(MOST_TRIED),
        "archive": f"{LARGEST_ARCHIVE // MIB} MiB",
        "items of a page": f"{LONGEST_PAGE:,}",
        "items of a page, unless `limit` says otherwise": str(Paging().load({})["limit"]),
        "steps of a page, unless `limit` says otherwise": str(STEPS_A_PAGE),
        "name of a player": f"{LONGEST_NAME} characters",
        "idempotency key": f"{longest_key[1]} characters",
        "claim of a dispute, and words of a ruling": f"{LONGEST_CLAIM:,} characters",
        "words of a report, of the ruling on it, and of an appeal": f"{LONGEST_WORDS:,} characters",
        "open reports of a player": str(MOST_REPORTS),
        "message": f"{LONGEST_MESSAGE} characters",
        "messages of a seat": f"{MOST_IN_WINDOW} a minute",
        "messages of a seat in a game": f"{MOST_MESSAGES:,}",
        "live streams of a worker": str(settings.max_streams),
        "seconds between signs of life": f"{COMMENT_SECONDS:g}",
        "seconds to wait for a read model": f"{SECONDS:g}",
    }
    assert f"Answers from {SMALLEST:,} bytes on" in API
    assert f"up to {re.findall(r'{1,([0-9]+)}', REQUEST_ID.pattern)[0]} letters" in API


def test_the_header_of_a_deprecation_is_written_as_the_page_says() -> None:
    told = re.search(r"`Deprecation: @(\d+)`", VERSIONS)
    sunset = re.search(r"`Sunset: ([^`]+)`", VERSIONS)
    assert told is not None
    assert sunset is not None
    notice = Deprecated(datetime.fromtimestamp(int(told[1]), UTC), "https://x", parsedate_to_datetime(sunset[1]))
    assert notice.headers()["Deprecation"] == f"@{told[1]}"
    assert notice.headers()["Sunset"] == sunset[1]


@pytest.mark.parametrize("page", ["api.md", "versions.md"])
def test_every_link_of_the_pages_leads_somewhere(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    for link in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert (ROOT / "docs" / link).exists(), link
