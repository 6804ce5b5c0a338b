"""The process of the service's own bots: `python -m bots.app`, which the service starts.

It knows the address of the service and, from a file that only the service can read, the tokens of its accounts. So it
can do no more than anybody's bot.
"""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import msgspec
import structlog

from bots.player import Account, Player
from service import structured_logging
from service.parent import die_with_parent

log = structlog.get_logger("kifu.bots")


def run(address: str, accounts: list[Account], stop: threading.Event) -> None:
    """Let these accounts play until `stop` is set."""
    for account in accounts:
        threading.Thread(target=Player(address, account, stop).run, name=account.name, daemon=True).start()
    log.info("bots play", players=[account.name for account in accounts])
    stop.wait()


def main() -> None:
    """Run until SIGTERM or SIGINT."""
    die_with_parent(signal.SIGKILL)
    structured_logging.configure(os.environ["KIFU_LOG_LEVEL"])
    accounts = msgspec.json.decode(Path(os.environ["KIFU_BOTS_FILE"]).read_bytes(), type=list[Account])
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    run(os.environ["KIFU_BOTS_ADDRESS"], accounts, stop)
    # Threads that wait for an answer must not delay the end, since the service asks again when the bots are back.
    os._exit(0)


if __name__ == "__main__":
    main()
