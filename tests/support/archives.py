"""Files of games, sound and unsound."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.application import commands as command
from domain.application import resigning, taking_back
from domain.application.commands import Decision, Request
from domain.archive import writing
from domain.archive.lines import read_lines
from domain.archive.reading import decode_events, parse_archive, rulesets_with_pack
from domain.kernel.bots import RandomBot, suggest_any
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets
from domain.proof import chain
from domain.record.events import AnyEvent
from domain.record.game import Game, replay
from domain.rulesets import registry
from kifu.selfplay.recording import BEGAN, Recording, Setup, record_game
from tests.support.rulesets import product_rulesets
from tests.support.services import ROOT

GAMES = ROOT / "tests/games"
FORMATS = GAMES / "formats"


def recorded_rulesets() -> list[AnyRuleset]:
    """Return the rulesets with recorded games; these also have a demo game."""
    return [ruleset for ruleset in product_rulesets() if any(GAMES.glob(f"{ruleset.id}-*.kifu"))]


def house_pack(folder: Path) -> Path:
    """A folder for KIFU_CONTENT with a changed Micro Dojo: the Barracks cost more."""
    pack = folder / "packs" / "micro-dojo"
    pack.mkdir(parents=True)
    printed = (ROOT / "domain/games/micro_dojo/content/buildings.toml").read_text("utf-8")
    (pack / "buildings.toml").write_text(printed.replace("gold = 3", "gold = 4"), "utf-8")
    return pack.parent


def house_game(folder: Path) -> bytes:
    """The file of a game with content that is not installed, unless KIFU_CONTENT names the folder of `house_pack`."""
    return record_file(registry([house_pack(folder)]), "house")


def record_file(rulesets: Rulesets, seed: str = "archives") -> bytes:
    """The file of a random game of Micro Dojo."""
    rules = rulesets["micro-dojo"]
    return b"".join(
        writing.write_events(record_game(rulesets, Setup(rules, rules.parse_options({}), 2), seed), rulesets),
    )


def write_running_game(moves: int, *, end: bool) -> bytes:
    """The whole file of a game of about `moves` steps, half of them take-backs; with `end` it ends in a resignation."""
    rulesets = product_rulesets()
    rules, random = rulesets["micro-dojo"], Random(1)
    recording = Recording(rulesets, Setup(rules, rules.parse_options({}), 2), random)
    recording.start()
    game, events = recording.game, list(recording.events)

    def carry_out(decide: Callable[..., Decision], seat: int, *move: bytes) -> None:
        nonlocal game
        decision = decide(game, Request(game.players[seat]), seat, *move, BEGAN + timedelta(seconds=len(events)))
        events.extend(decision.events)
        game = decision.game

    while game.step < moves:
        assert game.state is not None
        listed = suggest_any(game.state, rules.choices(game.state))
        move = RandomBot().choose(rules, listed, random)
        carry_out(command.play_move, listed.choice.seat, msgspec.json.encode(move))
        if game.open_moves and game.step < moves:
            carry_out(taking_back.take_back, listed.choice.seat)
    if end:
        carry_out(resigning.resign, game.to_move[0])
    return b"".join(writing.write_events(events, rulesets, unfinished=True))


def split_lines(file: bytes) -> list[bytes]:
    """Return the lines of a file with their line feeds."""
    return file.splitlines(keepends=True)


def edit_line(file: bytes, number: int, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return the file with one line (from 1) changed as JSON and its digests unchanged."""
    found = split_lines(file)
    value = json.loads(found[number - 1])
    change(value)
    found[number - 1] = msgspec.json.encode(value) + b"\n"
    return b"".join(found)


def chain_again(file: bytes) -> bytes:
    """Return the file with new digests and without receipts, as anyone who knows the seed can make it."""
    *head, opening = split_lines(file)[:3]
    seed = bytes.fromhex(json.loads(opening)["event"]["seed"])
    previous, found = None, list(head)
    for version, line in enumerate(split_lines(file)[2:], 1):
        topic, event = json.loads(line)["topic"], msgspec.json.decode(line, type=dict[str, msgspec.Raw])["event"]
        body = chain.split_digest(bytes(event))[0]
        previous = chain.link_digest(body, topic, version, previous, seed)
        sealed = b'%s,"digest":"%s"}' % (body[:-1], previous.encode())
        found.append(b'{"topic":"%s","event":%s}\n' % (topic.encode(), sealed))
    return b"".join(found)


def read_archive(lines: Iterable[bytes], rulesets: Rulesets) -> list[AnyEvent]:
    """The events of an archive, from its lines; raises BadArchive with the first line at fault."""
    return decode_events(parse_archive(lines), rulesets)


def replay_file(path: Path) -> Iterator[tuple[AnyEvent, Game | None]]:
    """The events of a file, each with the game after it, with the content of the file if it has any."""
    with path.open("rb") as file:
        archive = parse_archive(read_lines(file.read))
    rulesets = rulesets_with_pack(archive, product_rulesets())
    yield from replay(decode_events(archive, rulesets), rulesets)


def read_events(file: bytes) -> list[AnyEvent]:
    """The events of a file."""
    return read_archive(split_lines(file), product_rulesets())
