"""Lines of a board in a terminal of 80 columns: labels with their text, and the cards below them."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from domain.games.yedo.facts.base import figure_name
from domain.games.yedo.printed.parts import Figure
from domain.kernel.language import say
from domain.kernel.words import explain

WIDTH = 80
LABEL = 12
"""The columns of the labels at the left."""


def labelled(label: str, text: str) -> list[str]:
    """Write a label and its text, wrapped beside it; nothing for an empty text."""
    if not text:
        return []
    indent = " " * LABEL
    return wrap(text, WIDTH, initial_indent=f"{label:<{LABEL - 1}} ", subsequent_indent=indent, break_on_hyphens=False)


def item(text: str) -> list[str]:
    """Write a card of a hand, wrapped."""
    return wrap(text, WIDTH, initial_indent="    - ", subsequent_indent="      ", break_on_hyphens=False)


def name_figure(owner: str, figure: Figure | None) -> str:
    """Write who has a figure on a space, with its kind unless it is a Disciple: "Anna: Ronin"."""
    if figure is None or figure == "disciple":
        return owner
    return explain(owner, figure_name(figure).removeprefix("the "))


def list_words(things: Iterable[str], empty: str = "") -> str:
    """Write a list of things, or the word for an empty one."""
    return ", ".join(things) or empty or say("nobody")
