"""Recorded games in another language: every word that is said comes from an entry of a catalogue."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from gettext import NullTranslations

import msgspec
import pytest

from domain.archive.lines import read_lines
from domain.archive.reading import decode_events, parse_archive, rulesets_with_pack
from domain.kernel import language
from domain.kernel.audience import ARBITER
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import find_catalogues, say, speaking, translate
from domain.record.events import AnyEvent
from domain.record.game import Game
from domain.record.views import legal_choices
from domain.record.words import Reader
from domain.verification.moves import check_moves
from tests.catalogues.extracting import DOMAIN, find_texts, list_rooms
from tests.support.archives import GAMES, replay_file
from tests.support.rulesets import product_rulesets

RULESETS = product_rulesets()
RECORDED = (
    "micro-dojo-1A-1",
    "micro-dojo-2B-1",
    "micro-dojo-none-1",
    "daimyo-2019-3-1",
    "daimyo-2021-2-advanced-1",
    "daimyo-v2-2021-2-1",
    "daimyo-v2-2021-4-1",
    "daimyo-v2-solo-normal-1",
    "yedo-v2-coop-1-demanding-1",
)

MARKED = "marked"

IDS = [
    str(entry["id"])
    for game in ("daimyo", "yedo")
    for file in (DOMAIN / "games" / game / "content").glob("*.toml")
    for entries in tomllib.loads(file.read_text("utf-8")).values()
    if isinstance(entries, list)
    for entry in entries
    if "id" in entry
]


@cache
def known_texts() -> set[str]:
    """The texts with an entry in the catalogues."""
    return {
        text
        for room in list_rooms()
        for found in find_texts(room)
        for text in ([found.text] if isinstance(found.text, str) else found.text)
    }


class Marking(NullTranslations):
    """Puts the words of a text in «», and leaves its values outside: ids, names and other texts."""

    def gettext(self, message: str) -> str:
        return mark_words(message) if message in known_texts() else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def mark_words(text: str) -> str:
    parts = string.Formatter().parse(text)
    return "".join(
        (f"«{words}»" if words else "") + ("" if name is None else f"{{{name}}}") for words, name, *_ in parts
    )


def unmarked(text: str, game: Game) -> str:
    """The letters of a text that come from no entry, without names of players and ids of clauses."""
    left = text
    while (shorter := re.sub("«[^«»]*»", "", left)) != left:
        left = shorter
    for name in game.names:
        left = left.replace(name, "")
    return re.sub(r"[^A-Za-z]+", " ", left).strip()


@pytest.fixture
def marking(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak a language of marked English of its own, with which texts that are kept by language are not mixed."""
    monkeypatch.setattr(language, "LANGUAGES", (*language.LANGUAGES, MARKED))
    monkeypatch.setattr(language, "find_catalogues", lambda _language, game="": find_catalogues("fr", game))
    monkeypatch.setattr(language, "load_catalogue", lambda _language: Marking())
    with speaking(MARKED):
        yield


def positions(name: str) -> Iterator[tuple[AnyEvent, Game]]:
    """The events of a recorded game, each with the game after it."""
    for event, game in replay_file(GAMES / f"{name}.kifu"):
        assert game is not None
        yield event, game


def say_refusals(game: Game, moves: Iterable[Move]) -> Iterator[str]:
    """The reasons why formerly legal moves, one of each type, are illegal now."""
    for choice in game.ruleset.choices(game.state) if game.state is not None and game.status == "playing" else ():
        for move in moves:
            if not choice.allows(game.state, move):
                with pytest.raises(IllegalMove) as refused:
                    raise choice.refuse(game.state, move)
                yield without_ids(refused.value.why, move)


def without_ids(text: str, move: Move) -> str:
    """Return a refusal without its quotes of the request, and without lists of what could be sent."""
    text = re.sub(f"»({'|'.join(IDS)})(, ({'|'.join(IDS)}))*«", "»«", text)
    for value in msgspec.to_builtins(move).values():
        for sent in value if isinstance(value, list) else [value]:
            text = text.replace(str(sent), "") if isinstance(sent, str) else text
    return text


@pytest.mark.parametrize("name", RECORDED)
def test_every_word_of_a_recorded_game_is_in_a_catalogue(name: str, marking: None) -> None:
    reader, moves, lacking = Reader(RULESETS), dict[str, Move](), set[str]()
    for event, game in positions(name):
        said = [reader.words(event, game.names, ARBITER)]
        for choice in legal_choices(game, ARBITER):
            said += [choice.prompt, *(legal.label for legal in choice.moves or ())]
            moves |= {legal.move.__struct_config__.tag: legal.move for legal in choice.moves or ()}
        said += say_refusals(game, moves.values())
        lacking |= {text for text in said if unmarked(text, game)}
    assert lacking == set()
    assert moves


def test_words_without_an_entry_are_found(marking: None) -> None:
    _, game = next(positions(RECORDED[0]))
    assert unmarked(say("The {building} costs {cost}.", building="Mill", cost=translate("nothing")), game) == "Mill"


@pytest.mark.parametrize("name", RECORDED)
def test_the_record_is_carried_out_in_english_whatever_is_spoken(name: str, marking: None) -> None:
    with (GAMES / f"{name}.kifu").open("rb") as file:
        archive = parse_archive(read_lines(file.read))
    found = check_moves(decode_events(archive, RULESETS), rulesets_with_pack(archive, RULESETS))
    assert found.first is None
    assert found.unchanged == found.steps > 2
