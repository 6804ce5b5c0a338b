"""A content pack that cannot be played is refused with file, entry, field and reason."""

from __future__ import annotations

import pytest

from domain.games.yedo.checks.pack import read
from domain.kernel import content as packs
from tests.domain.games.yedo.packs import changed, files, refusal

BOARD, ASSETS, EVENTS, ACTIONS = "board.toml", "assets.toml", "events.toml", "action_cards.toml"
BASIC, BLACK, BONUS, PRESETS = "missions_basic.toml", "missions_shogun.toml", "bonus_cards.toml", "presets.toml"
LODGING = 'effects = [{ do = "for", whom = "each-player", effects = [{ do = "draw", deck = "action" }] }]'


def of_event(effects: str) -> tuple[str, str, str]:
    """Give the Event of the storytellers other effects."""
    return EVENTS, LODGING, f"effects = [{effects}]"


def for_each(effects: str) -> tuple[str, str, str]:
    return of_event(f'{{ do = "for", whom = "each-player", effects = [{effects}] }}')


FAULTS = {
    "too few kinds of Weapons": (ASSETS, 'id = "doku"', 'id = "katana"', ASSETS),
    "Annexes that are not in the box": (ASSETS, "copies = 4", "copies = 5", "17 Annexes"),
    "a clause that does not exist": (ASSETS, "yedo.annex.dojo-active", "annex.dojo", "field clause"),
    "a Market of three spaces": (BOARD, '[[market]]\nid = "market-4"\nsource = "house"\nprice = 6\n', "", "4 spaces"),
    "begging without its printed price": (BOARD, '"2" = 5', '"3" = 5', "prices, field beg"),
    "luxury goods for nothing": (BOARD, '"9" = 3', '"9" = 0', "prices, field luxury"),
    "one Disciple at the start": (BOARD, "house = 2", "house = 1", "start, field house"),
    "too many Missions at the start": (BOARD, "green = 3", "green = 4", "more Missions than a hand"),
    "no Mon for a point": (BOARD, "blackmail = 2\nmon = 10", "blackmail = 2\nmon = 0", "final_scoring, field mon"),
    "a space of the Bower without a number": (BOARD, "bower = 1\n", "", "field bower"),
    "a preset with one set of Events": (PRESETS, '["neutral", "resources"]', '["neutral"]', "at least two sets"),
    "a preset of both Closed sets": (
        PRESETS,
        'event_sets = ["neutral", "resources"]',
        'event_sets = ["closed-districts", "closed-locations"]',
        "cannot be combined",
    ),
    "a number that is printed twice": (ACTIONS, 'numbers = ["A01", "A02"]', 'numbers = ["A01", "A03"]', "A01 to A12"),
    "a Basic Mission that is not green": (BASIC, 'colour = "green"', 'colour = "yellow"', "field colour"),
    "a Mission that ends the game": (
        BASIC,
        'colour = "green"',
        'colour = "green"\nends_game = true',
        "field ends_game",
    ),
    "a Kill the Shogun card that ends nothing": (BLACK, "ends_game = true\n", "", "field ends_game"),
    "a Bonus Card that measures and asks": (BONUS, 'measure = "geishas"', "", "either needs or a measure"),
    "a measure of an unknown kind": (BONUS, 'of = "theft"', 'of = "robbery"', "missions-done of 'robbery'"),
    "a kind where there are none": (BONUS, 'measure = "geishas"', 'measure = "geishas"\nof = "red"', "field of"),
    "an Event without effects": (*of_event(""), "it does nothing"),
    "an Event for the first player alone": (*of_event('{ do = "mon", amount = 3 }'), "an Event touches players"),
    "an Event that takes the Mon of the Church": (*of_event('{ do = "church" }'), "an Event touches players"),
    "an Event that lets one player move the patrol": (
        *of_event('{ do = "patrol-to", district = "choice" }'),
        "an Event touches players",
    ),
    "an amount of nothing": (*for_each('{ do = "mon", amount = 0 }'), "'mon' with amount = 0"),
    "a choice of nothing": (*for_each('{ do = "choose", options = [] }'), "an empty list 'options'"),
    "an offer of nothing": (
        *for_each('{ do = "for-price", price = [{ need = "mon", amount = 1 }], effects = [] }'),
        "an empty list 'effects'",
    ),
    "a second activation in an Event": (*for_each('{ do = "act-again" }'), "makes no sense"),
    "a Disciple sent away in an Event": (*for_each('{ do = "send-to-reserve" }'), "makes no sense"),
    "a negation in an Event": (*for_each('{ do = "negate" }'), "makes no sense"),
    "a save in an Event": (*for_each('{ do = "save" }'), "makes no sense"),
    "an unknown space to close": (
        EVENTS,
        'spaces = ["shogun"]',
        'spaces = ["the-moon"]',
        "there is no space 'the-moon'",
    ),
    "nothing to close": (EVENTS, 'mod = "closed", spaces = ["shogun"]', 'mod = "closed"', "names nothing to close"),
    "an unknown word": (EVENTS, 'do = "burn-church"', 'do = "burn-palace"', "burn-palace"),
    "a card of an unknown moment": (ACTIONS, 'when = "answer"', 'when = "event"', "when"),
}


def test_the_unchanged_pack_can_be_played() -> None:
    assert read(files()).digest == packs.digest_files(files())


@pytest.mark.parametrize("fault", FAULTS)
def test_a_pack_that_cannot_be_played_is_refused_with_its_place(fault: str) -> None:
    name, old, new, why = FAULTS[fault]
    said = refusal(changed(name, old, new))
    assert said.startswith(f"{name}: ")
    assert why in said


@pytest.mark.parametrize(
    "need",
    [
        '{ need = "discard", what = "mission" }',
        '{ need = "at-least", measure = "missions-held" }',
    ],
)
def test_a_mission_asks_for_no_missions_of_the_hand_in_which_it_lies_no_more(need: str) -> None:
    text = files()[BASIC].decode()
    old = text[text.index("\nneeds = [") : text.index("]", text.index("\nneeds = [")) + 1]
    assert "field needs" in refusal(changed(BASIC, old, f"\nneeds = [{need}]"))
