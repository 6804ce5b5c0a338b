"""Current conditions in Yedo's picture, in words: who ignores the Event, lasting effects, safe Disciples."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo.facts.base import card_names
from domain.games.yedo.picture.drawing_board import draw_tokens_of_fifty
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.games.yedo.printed.term_words import DISTRICT_NAMES
from domain.kernel.drawing.kit import Sheet
from domain.kernel.drawing.tree import Panel
from domain.kernel.language import say, say_many, translate
from domain.kernel.words import join_words


def draw_lasting(scene: Scene) -> Iterator[Panel]:
    """Draw the conditions that the board does not show, if there are any."""
    seen, sheet = scene.seen, Sheet("lasting")
    for number, held in enumerate(seen.lasting):
        everyone = len(held.seats) == len(seen.seats)
        whom = say("all") if everyone else join_words(scene.names[seat] for seat in held.seats)
        text = say("{source}, for {whom}: {text}.", source=held.title, whom=whom, text=held.text)
        sheet.write(f"lasting/{held.source}/{number}", text, 4)
    if seen.ignored:
        names = join_words(scene.names[seat] for seat in seen.ignored)
        sheet.write("ignored", say("Ignored by {names}.", names=names), 2)
    if seen.patrol is None:
        way = say("gold") if seen.patrol_colour == "gold" else say("silver")
        sheet.write("patrol", say("The Watch Patrol ({colour}) is not on the board.", colour=way), 2)
    for saved in seen.saved:
        count = say("all") if saved.count is None else str(saved.count)
        where = "" if seen.patrol is None else translate(DISTRICT_NAMES[seen.patrol])
        text = say(
            "Safe from the Watch Patrol in {where}: {count} of {name}.",
            where=where,
            count=count,
            name=scene.names[saved.seat],
        )
        sheet.write(f"saved/{saved.seat}", text, 2)
    for seat, text in draw_tokens_of_fifty(scene):
        sheet.write(f"tokens/{seat}", text, 2)
    if seen.past_events:
        past = seen.past_events
        text = say_many("{n} Event before: {events}", "{n} Events before: {events}", len(past), events=card_names(past))
        sheet.write("past", text, 3)
    if sheet.nodes:
        yield sheet.finish(say("What holds"))
