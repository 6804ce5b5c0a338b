"""The work of `kifu chance`."""

from __future__ import annotations

from pathlib import Path

import click

from domain.kernel.language import fill, mark, say, translate
from domain.kernel.words import count_noun
from domain.record.game import fold
from domain.record.locked_seed import key_id
from domain.record.views import viewer_of
from domain.verification.chance import ChanceView, view_chance
from kifu.shared.faults import Fault
from kifu.shared.records import read_events
from kifu.shared.rules import find_ruleset, load_rulesets
from kifu.shared.stored_games import open_games
from kifu.shared.terminal import note, show_json, show_table
from service.draws import PurposeView, list_draws
from service.keys.seed_keys import load_seed_keys
from service.settings import read_settings

SECRET = mark("secret until the game is over")


def chance(game: str | None, keys: bool, json_wanted: bool) -> None:
    """List every random outcome of a game, or what a ruleset draws."""
    if (game is None) != keys:
        raise Fault(say("Name a game or a ruleset, or ask for --keys."))
    if game is None:
        _show_keys(json_wanted)
    elif not Path(game).exists() and game in {ruleset.id for ruleset in load_rulesets()}:
        _show_draws(game, json_wanted)
    else:
        _show_game(game, json_wanted)


def _show_game(game: str, json_wanted: bool) -> None:
    events, rulesets = read_events(game)
    found = fold(events, rulesets)
    assert found is not None
    seen = view_chance(events, rulesets, viewer_of(found, None))
    if json_wanted:
        show_json(seen)
    else:
        _show(seen)


def _show(seen: ChanceView) -> None:
    _show_seeds(seen)
    secret = say("secret")
    rows = [
        (str(one.step), one.purpose, *(secret if n is None else str(n) for n in (one.bound, one.result)))
        for one in seen.outcomes
    ]
    numbers = (say("Step"), say("Below"), say("Result"))
    columns = (numbers[0], say("Purpose"), *numbers[1:])
    show_table(say("Outcomes ({n})", n=len(rows)), columns, rows, numbers)
    if seen.changed:
        steps = ", ".join(map(str, seen.changed))
        text = mark("The rules have changed since: the outcomes of steps {steps} cannot be drawn again.")
        click.echo(fill(translate(text), steps=steps))


def _show_seeds(seen: ChanceView) -> None:
    """Print the seeds, and what they were made of, under each other."""
    lines = [(say("Commitment:"), seen.commitment), (say("Server's seed:"), seen.server_seed or translate(SECRET))]
    lines += [
        (say("Seat {seat} added:", seat=seat), entropy)
        for seat, entropy in enumerate(seen.entropies, 1)
        if entropy is not None
    ]
    lines.append((say("Seed:"), seen.seed or translate(SECRET)))
    widest = max(len(label) for label, _ in lines)
    for label, value in lines:
        click.echo(f"{label:<{widest}} {value}")


def _show_draws(ruleset: str, json_wanted: bool) -> None:
    found = find_ruleset(ruleset, load_rulesets())
    listed = list_draws(found)
    if json_wanted:
        show_json(listed)
        return
    purposes = ((each.name, each.of, each.when, _bounds(each), _facts(each)) for each in listed.purposes)
    drawn = (say("Purpose"), say("From"), say("When"), say("Below"), say("Facts"))
    show_table(say("What {game} draws", game=translate(found.title)), drawn, purposes)
    places = ((each.purpose, each.words, each.seen_by, ", ".join(each.clauses), each.where) for each in listed.draws)
    how = (say("Purpose"), say("How"), say("Seen by"), say("Clauses"), say("Where"))
    show_table(say("How it is drawn"), how, places)


def _bounds(purpose: PurposeView) -> str:
    return (
        str(purpose.most)
        if purpose.least == purpose.most
        else say("{least} to {most}", least=purpose.least, most=purpose.most)
    )


def _facts(purpose: PurposeView) -> str:
    return ", ".join(say("{fact} (always)", fact=fact) if fact in purpose.always else fact for fact in purpose.facts)


def _show_keys(json_wanted: bool) -> None:
    known = [key_id(key) for key in load_seed_keys(read_settings())]
    with open_games() as games:
        needed = dict(games.stored.store.locked_seeds())
    missing = [key for key in needed if key not in known]
    here = {key: mark("in use") if key == known[-1] else mark("kept") for key in known} | dict.fromkeys(
        missing, mark("MISSING")
    )
    if json_wanted:
        show_json([{"key": key, "here": state, "games": needed.get(key, 0)} for key, state in here.items()])
    else:
        rows = [(key, translate(state), str(needed.get(key, 0))) for key, state in here.items()]
        needed_by = say("Games that need it")
        show_table(say("Keys ({n})", n=len(rows)), (say("Key"), say("Here"), needed_by), rows, (needed_by,))
    if missing:
        lost = count_noun(sum(needed[key] for key in missing), "game")
        text = mark("{games} can be read but not played: put the missing keys back into keys/seed.keys in KIFU_DATA.")
        note(fill(translate(text), games=lost))
        raise SystemExit(1)
