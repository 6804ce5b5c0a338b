"""Calls go only where they may, to the address that was checked, and a process that is killed loses none of them."""

from __future__ import annotations

import http.server
import ipaddress
import json
import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from service.calling import posting, targets
from service.calling.posting import Unanswered, post
from service.calling.quiet import read_quiet_hours
from service.calling.targets import BadTarget, Target, find_address, is_public, read_target
from tests.service.test_service import Player
from tests.support.services import LOBBY, killed, process_of, running_service
from tests.support.waiting import eventually

PRIVATE = """
0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1
198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1
100::1 2001::1 2001:db8::1 2002:7f00:1:: 2002:a00:1:: fc00::1 fe80::1 fec0::1 ff02::1
"""
PUBLIC = "1.1.1.1 93.184.216.34 ::ffff:1.1.1.1 64:ff9b::101:101 2606:4700:4700::1111 2002:101:101::"


class Receiver(http.server.ThreadingHTTPServer):
    """Keeps the calls that it gets, and answers with a status after `go_on`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status = 200
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.go_on = threading.Event()
        self.go_on.set()

    @property
    def place(self) -> str:
        """Its host and port."""
        return f"127.0.0.1:{self.server_port}"


class Handler(http.server.BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.calls.append((self.headers["webhook-id"], body))
        self.server.go_on.wait(60)
        self.send_response(self.server.status)
        self.send_header("Location", f"http://{self.server.place}/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    server = Receiver()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.go_on.set()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("address", PRIVATE.split())
def test_an_address_that_is_not_public_is_not_called(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", PUBLIC.split())
def test_an_address_of_the_public_network_may_be_called(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


def answer_names(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every name have these addresses."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]
    monkeypatch.setattr(targets.socket, "getaddrinfo", lambda *_args, **_named: found)


def test_a_name_with_one_private_address_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    target = read_target("https://example.org/kifu")
    answer_names(monkeypatch, "1.1.1.1")
    assert find_address(target) == "1.1.1.1"
    answer_names(monkeypatch, "1.1.1.1", "10.0.0.1")
    with pytest.raises(BadTarget, match="not on the public network"):
        find_address(target)


def test_the_connection_goes_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch, receiver: Receiver
) -> None:
    asked = []

    def answer(host: str, port: int, **_: object) -> list[object]:
        asked.append(host)
        # A second lookup would find another address.
        address = "127.0.0.1" if len(asked) == 1 else "127.0.0.2"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    whole = socket.getaddrinfo
    monkeypatch.setattr(
        targets.socket,
        "getaddrinfo",
        lambda host, *args, **named: answer(host, args[0]) if host == "kifu.test" else whole(host, *args, **named),
    )
    target = read_target(f"http://kifu.test:{receiver.server_port}/calls?a=b", [f"kifu.test:{receiver.server_port}"])
    assert post(target, b"{}", {"webhook-id": "1"}) == 200
    assert (asked, receiver.calls) == (["kifu.test"], [("1", {})])


def test_no_redirection_is_followed(receiver: Receiver) -> None:
    receiver.status = 302
    target = read_target(f"http://{receiver.place}/calls", [receiver.place])
    assert post(target, b"{}", {"webhook-id": "1"}) == 302
    assert len(receiver.calls) == 1


def test_an_answer_that_does_not_come_in_time_is_a_failure(monkeypatch: pytest.MonkeyPatch, receiver: Receiver) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.2)
    receiver.go_on.clear()
    target = read_target(f"http://{receiver.place}/calls", [receiver.place])
    with pytest.raises(Unanswered, match=r"no answer within 0\.2 seconds|timed out"):
        post(target, b"{}", {"webhook-id": "1"})


def test_nobody_who_cannot_show_the_certificate_of_the_host_is_told_anything(receiver: Receiver) -> None:
    target = read_target(f"https://{receiver.place}/calls", [receiver.place])
    with pytest.raises(Unanswered):
        post(target, b"{}", {"webhook-id": "1"})
    assert receiver.calls == []


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://Example.org", Target(True, "example.org", 443, "/", False)),
        ("https://example.org:8443/a?b=c", Target(True, "example.org", 8443, "/a?b=c", False)),
        ("http://chat.lan/hook", Target(False, "chat.lan", 80, "/hook", True)),
        ("http://mattermost:8065/", Target(False, "mattermost", 8065, "/", True)),
    ],
)
def test_a_url_is_read(url: str, target: Target) -> None:
    assert read_target(url, ["chat.lan", "mattermost:8065"]) == target


@pytest.mark.parametrize(
    ("now", "end"),
    [
        ("2026-07-01T19:59", "2026-07-01T19:59"),
        ("2026-07-01T20:00", "2026-07-02T06:00"),
        ("2026-07-02T05:59", "2026-07-02T06:00"),
        ("2026-07-02T06:00", "2026-07-02T06:00"),
        ("2026-01-01T20:30", "2026-01-01T20:30"),
        ("2026-01-01T21:00", "2026-01-02T07:00"),
    ],
)
def test_quiet_hours_end_by_the_clock_of_their_zone(now: str, end: str) -> None:
    hours = read_quiet_hours("22:00-08:00 Europe/Paris")
    assert hours.find_end(datetime.fromisoformat(now).replace(tzinfo=UTC)).strftime("%Y-%m-%dT%H:%M") == end


def test_quiet_hours_within_a_day_end_on_it() -> None:
    hours = read_quiet_hours("12:00-14:00 UTC")
    noon = datetime(2026, 7, 1, 12, 30, tzinfo=UTC)
    assert hours.find_end(noon) == noon.replace(hour=14, minute=0)
    assert hours.find_end(noon.replace(hour=15)) == noon.replace(hour=15)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_process_that_dies_while_it_calls_sends_the_call_again_and_no_turn_twice(
    tmp_path: Path, database_url: str, receiver: Receiver
) -> None:
    settings = {"KIFU_DATABASE_URL": database_url, "KIFU_WEBHOOK_HOSTS": receiver.place}
    with running_service(tmp_path, **settings) as base:
        ada = Player(base, "Ada")
        webhook = ada.call("POST", "/v1/me/webhooks", {"url": f"http://{receiver.place}/calls"})["id"]
        eventually(lambda: ada.call("GET", "/v1/me/webhooks")["items"][0]["status"] == "working")
        receiver.go_on.clear()
        ada.game()
        eventually(lambda: len(receiver.calls) == 2)
        process = process_of(LOBBY, tmp_path)
        killed(process)
        receiver.go_on.set()
        calls = f"/v1/me/webhooks/{webhook}/calls"
        eventually(lambda: {one["status"] for one in ada.call("GET", calls)["items"]} == {"answered"}, seconds=150)
        (test, turn), again = receiver.calls[:2], receiver.calls[2:]
        assert (test[1]["type"], turn[1]["type"]) == ("test", "turn")
        assert again == [turn]
