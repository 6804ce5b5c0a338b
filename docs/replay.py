"""Draws docs/replay.svg, the picture of a replayed game in the README: `make pictures`."""

import io
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

HOUSE = Path(__file__).resolve().parent.parent
PICTURE = HOUSE / "docs" / "replay.svg"
GAME = "tests/games/micro-dojo-1A-1.kifu"
WIDTH = 88
REMOTE_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
TITLE = "A replayed game in the terminal"
DESCRIPTION = (
    "kifu replay shows the board of a game of Micro Dojo after step 66, with the meeples, what both players hold, the "
    "display and the objectives. kifu verify says that the record follows from the rules."
)
THEME = TerminalTheme(
    (22, 27, 34),
    (230, 237, 243),
    [
        (72, 79, 88),
        (255, 123, 114),
        (126, 231, 135),
        (242, 204, 96),
        (121, 192, 255),
        (210, 168, 255),
        (165, 214, 255),
        (201, 209, 217),
    ],
)


def shown() -> tuple[tuple[str, str], ...]:
    """Return the commands of the picture and what each prints."""
    return (
        (f"kifu replay {GAME} --at 66", run("replay", GAME, "--at", "66")),
        (f"kifu verify {GAME} --unsigned | tail -n 1", run("verify", GAME, "--unsigned").splitlines()[-1]),
    )


def run(*arguments: str) -> str:
    """What a kifu command prints."""
    command = [sys.executable, "-m", "kifu", *arguments]
    return subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True).stdout


def draw() -> str:
    """Return the picture as SVG, with a title and a description for screen readers."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for command, output in shown():
        console.print(Text.assemble(("$ ", "green"), (command, "bold")))
        console.print(output, markup=False, highlight=False)
    svg = REMOTE_FONT.sub("", console.export_svg(title="kifu", theme=THEME, unique_id="replay"))
    start, end = svg.split(">", 1)
    label = f"<title>{TITLE}</title>\n    <desc>{DESCRIPTION}</desc>"
    return f'{start} role="img" aria-label="{TITLE}">\n    {label}{end}'


if __name__ == "__main__":
    PICTURE.write_text(draw(), "utf-8")
