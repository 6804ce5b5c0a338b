"""The work of `kifu chance`."""

from __future__ import annotations

from pathlib import Path

import click

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

SECRET = "secret until the game is over"  # noqa: S105 - a word on the screen


def chance(game: str | None, keys: bool, json_wanted: bool) -> None:
    """List every random outcome of a game, or what a ruleset draws."""
    if (game is None) != keys:
        raise Fault("Name a game or a ruleset, or ask for --keys.")
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
    click.echo(f"Commitment:    {seen.commitment}")
    click.echo(f"Server's seed: {seen.server_seed or SECRET}")
    for seat, entropy in enumerate(seen.entropies):
        if entropy is not None:
            click.echo(f"Seat {seat} added:  {entropy}")
    click.echo(f"Seed:          {seen.seed or SECRET}")
    rows = [
        (str(one.step), one.purpose, *("secret" if n is None else str(n) for n in (one.bound, one.result)))
        for one in seen.outcomes
    ]
    columns = ("Step", "Purpose", "Below", "Result")
    show_table(f"Outcomes ({len(rows)})", columns, rows, ("Step", "Below", "Result"))
    if seen.changed:
        steps = ", ".join(map(str, seen.changed))
        click.echo(f"The rules have changed since: the outcomes of steps {steps} cannot be drawn again.")


def _show_draws(ruleset: str, json_wanted: bool) -> None:
    found = find_ruleset(ruleset, load_rulesets())
    listed = list_draws(found)
    if json_wanted:
        show_json(listed)
        return
    purposes = ((each.name, each.of, each.when, _bounds(each), _facts(each)) for each in listed.purposes)
    show_table(f"What {found.title} draws", ("Purpose", "From", "When", "Below", "Facts"), purposes)
    places = ((each.purpose, each.words, each.seen_by, ", ".join(each.clauses), each.where) for each in listed.draws)
    show_table("How it is drawn", ("Purpose", "How", "Seen by", "Clauses", "Where"), places)


def _bounds(purpose: PurposeView) -> str:
    return str(purpose.most) if purpose.least == purpose.most else f"{purpose.least} to {purpose.most}"


def _facts(purpose: PurposeView) -> str:
    return ", ".join(f"{fact} (always)" if fact in purpose.always else fact for fact in purpose.facts)


def _show_keys(json_wanted: bool) -> None:
    known = [key_id(key) for key in load_seed_keys(read_settings())]
    with open_games() as games:
        needed = dict(games.stored.store.locked_seeds())
    missing = [key for key in needed if key not in known]
    here = {key: "in use" if key == known[-1] else "kept" for key in known} | dict.fromkeys(missing, "MISSING")
    if json_wanted:
        show_json([{"key": key, "here": state, "games": needed.get(key, 0)} for key, state in here.items()])
    else:
        rows = [(key, state, str(needed.get(key, 0))) for key, state in here.items()]
        show_table(f"Keys ({len(rows)})", ("Key", "Here", "Games that need it"), rows, ("Games that need it",))
    if missing:
        lost = count_noun(sum(needed[key] for key in missing), "game")
        note(f"{lost} can be read but not played: put the missing keys back into keys/seed.keys in KIFU_DATA.")
        raise SystemExit(1)
