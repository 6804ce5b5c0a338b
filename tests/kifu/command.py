"""Running the `kifu` command as a process, as people do."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.support.services import KIFU, ROOT, environment


@dataclass(frozen=True)
class Ran:
    """What a command printed and how it ended."""

    out: str
    err: str
    exit_code: int


def kifu(*arguments: str, data: Path, typed: str = "", **settings: str) -> Ran:
    """Run `kifu` with nothing but these settings; `typed` is its standard input."""
    done = subprocess.run(
        [*KIFU, *arguments],
        cwd=ROOT,
        env=environment(data, **settings),
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Ran(done.stdout, done.stderr, done.returncode)
