"""The board of Yedo in a terminal: everything needed during play, in 80 columns."""

from __future__ import annotations

from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.parts import Auction, Goods, InPlay, Lasting, Looking, Offer, Saved, Won
from domain.games.yedo.views.board_lines import WIDTH
from domain.kernel.audience import SPECTATOR, Viewer, seat_viewer
from tests.domain.games.yedo.game import RULES, Position, given, opened

NAMES = ("Anna", "Bela", "Cora")


def drawn(game: Position, viewer: Viewer = SPECTATOR) -> str:
    return RULES.looks.board(RULES.view(game.state, viewer), NAMES)


def crowded() -> Position:
    """Return a game in which every part of the board has something to show."""
    return (
        given(
            3,
            phase="bidding",
            event="sale-of-old-iron",
            ignored=(1,),
            auction=Auction("black", 0, 7, 1, (2,)),
            won=(Won("white", 2),),
            egress=(2,),
            bidding=(0, 1),
            in_play=(InPlay(1, "turncoat", negated=True),),
            looking=Looking(0, "events", ("sakoku",)),
            shown=(2, "one-breath"),
            saved=(Saved(1), Saved(0, 1)),
            weapon_discard=("doku", "nawa"),
            offer=Offer(0, 1, Goods(mon=3, actions=1), Goods(missions=("red",)), ("feint",), suits=True),
            lasting=(
                Lasting("no-beds-tonight", (0, 1, 2), "round", (Closed(districts=("tavern",)),)),
                Lasting("wet-plaster", (0, 2), "round", (Closed(spaces=("gates-2",)),)),
            ),
        )
        .having(0, actions=("feint", "first-bow"), bonus=("the-arsenal",), missions=("the-tax-convoy",))
        .having(0, weapons=("katana", "yumi"), annexes=("dojo",), geishas=(1,), blackmail=1, done=("the-rice-riot",))
        .having(1, blessings=True)
        .selling(None, None, "doku", "fukiya")
        .placed(("gates-1", 1), ("shogun", 0), ("annex/0/dojo", 0))
        .on_top("events", "tax-on-pride", "sanctuary", known_to=(0,))
    )


def test_no_line_is_wider_than_the_terminal() -> None:
    for viewer in (SPECTATOR, seat_viewer(0)):
        for game in (crowded(), opened(3), given(3)):
            assert all(len(line) <= WIDTH for line in drawn(game, viewer).splitlines())


def test_the_board_shows_the_table() -> None:
    board = drawn(crowded())
    for line in (
        "ROUND 2 of 8: Bidding Phase",
        "Order       Anna, Bela, Cora",
        "Last Event  Sale of Old Iron.",
        "Ignored by Bela.",
        "Holds       No Beds Tonight, for all, until the next Event is revealed: no",
        "Patrol      in the Castle (gold, clockwise: next Gates, then Tavern, Harbor, Red\n"
        "            Light, Market, Temple); all of Bela safe; 1 of Anna safe",
        "Market      1 empty 8, 2 empty 8, 3 Doku 6, 4 Fukiya 6 (Mon)",
        "Discarded   Nawa and Doku (from the top)",
        "Church      3 Mon",
        "Action Cards white 3 [Cora]",
        "Bidders     Anna, Bela; in Egress: Cora",
        "Auction     Black: Bela bids 7 Mon, opened by Anna; still to answer: Cora",
        "*Castle     Shogun [Anna]  Bakufu [ ]  Bower 1 [ ]",
        " Gates      1 [Bela]  2 [ ] closed to Anna and Cora",
        " Tavern     1 closed  2 closed",
        "Played      Turncoat (negated) by Bela.",
        "Mission     One Breath of Cora.",
        "Looking     Anna looks at 1 Event Card.",
        "Offer       Anna gives 3 Mon and 1 Action Card to Bela for 1 Red Mission.",
        "A card would suit Bela, says Anna.",
        " ANNA: 1 Prestige Point, 12 Mon",
        "  Disciples 0 at home, 2 in the Reserve, on Shogun and Dojo",
        "  Owns      Katana, Yumi, Dojo, Geisha 1, 1 Blackmail Card",
        "  Hand      2 Action Cards, 1 Bonus Card, Missions: Red",
        "  Done      The Rice Riot (black)",
        "  Owns      Blessing",
    ):
        assert line in board


def test_own_cards_are_written_out_and_those_of_others_are_not() -> None:
    mine, others = (drawn(crowded(), viewer) for viewer in (seat_viewer(0), seat_viewer(1)))
    for text in ("- Action: Feint.", "- Bonus: The Arsenal.", "- Red Mission: The Tax Convoy. Theft.", "with Feint"):
        assert text in mine
        assert text not in others
    for text in ("on top of Events: 1 Tax on Pride, 2 Sanctuary", "- Sakoku. The Church burns down"):
        assert text in mine
        assert text not in others


def test_the_favors_can_be_read_in_set_up() -> None:
    board = drawn(opened(3))
    assert board.startswith("SET-UP")
    assert "- Favor: Mon. Take 7 Mon." in board
    assert "Patrol      not on the board" in board


def test_the_last_round_and_a_burnt_church_are_said() -> None:
    board = drawn(given(3, round=8).with_state(church_burnt=True, church=0, patrol=None))
    assert "ROUND 8 of 8, the last one: Actions Phase" in board
    assert "Church      burnt down" in board


def test_the_event_of_this_round_is_named_so() -> None:
    assert "\nEvent       Sakoku. The Church burns down" in drawn(given(3, phase="patrol", event="sakoku"))


def test_the_seat_that_acts_is_marked() -> None:
    assert ">BELA" in drawn(given(3).with_state(acting=1))
