"""Single effects in plain English."""

from __future__ import annotations

from functools import singledispatch

from domain.games.yedo.printed.effect_words import (
    ActAgain,
    Blessing,
    BuildAnnex,
    BurnChurch,
    Church,
    CloseRandom,
    Draw,
    Effect,
    Foresight,
    GainDisciple,
    Geisha,
    Lose,
    LoseMon,
    LosePrestige,
    Mon,
    MoveDisciple,
    Negate,
    OpenJesuits,
    PatrolColour,
    PatrolMove,
    PatrolTo,
    PlayerOrder,
    Prestige,
    ReturnDisciple,
    Save,
    Sell,
    SendToReserve,
    Swap,
    TakeWeapon,
)
from domain.games.yedo.printed.need_words import Needs
from domain.games.yedo.words.describe_needs import describe_needs, describe_who
from domain.games.yedo.words.describe_voice import LIST, PRONOUNS, Voice
from domain.games.yedo.words.describe_words import (
    TOP,
    TOP_OF_COLOUR,
    WHOM,
    name_district,
    some,
    some_of,
)
from domain.kernel.language import mark, say, say_many, translate
from domain.kernel.words import count_noun, join_words, title

PLACES = {"first": mark("the first place"), "last": mark("the last place")}
TWO = 2
DECKS = {
    "action": mark("the Action Card deck"),
    "bonus": mark("the Bonus Card deck"),
    "events": mark("the Event Card deck"),
}
FIXED: dict[type[Effect], str] = {
    OpenJesuits: mark("from now on the Missions of the Jesuits can be drawn at the Harbor"),
    BurnChurch: mark("the Church burns down for the rest of the game, and its Mon go to the bank"),
    Negate: mark("the card that this one answers does nothing"),
}
"""Effects that are always described in the same words."""


@singledispatch
def phrase(effect: Effect, voice: Voice = LIST) -> str:
    """Describe one effect; raises TypeError for a kind without words."""
    if type(effect) not in FIXED:
        raise TypeError(f"no words for {type(effect).__name__}")
    return translate(FIXED[type(effect)])


@phrase.register
def _(effect: Prestige, voice: Voice = LIST) -> str:
    return say("{gain} {points}", gain=voice.does("gain"), points=count_noun(effect.points, "Prestige Point"))


@phrase.register
def _(effect: LosePrestige, voice: Voice = LIST) -> str:
    points = count_noun(effect.points, "Prestige Point")
    return say("{lose} {points} (never below 0)", lose=voice.does("lose"), points=points)


@phrase.register
def _(effect: Mon, voice: Voice = LIST) -> str:
    return say("{take} {amount} Mon", take=voice.does("take"), amount=effect.amount)


@phrase.register
def _(effect: LoseMon, voice: Voice = LIST) -> str:
    if effect.amount == "all":
        return _pay(voice.says("all your Mon", "all their Mon"), effect.to, voice)
    payment = _pay(say("{amount} Mon", amount=effect.amount), effect.to, voice)
    return voice.says("{payment} (or what you have)", "{payment} (or what they have)", payment=payment)


def _pay(mon: str, to: str, voice: Voice) -> str:
    if to == "owner":
        return _give(mon, voice)
    if to == "church":
        return say("{lay} {mon} on the Church", lay=voice.does("lay"), mon=mon)
    return say("{pay} {mon} to the bank", pay=voice.does("pay"), mon=mon)


def _give(what: str, voice: Voice) -> str:
    """Say that something goes to the player whose card it is."""
    if voice.owner == "you":
        return say("{give} you {what}", give=voice.does("give"), what=what)
    return say("{give} {what} to {owner}", give=voice.does("give"), what=what, owner=translate(voice.owner))


@phrase.register
def _(effect: Blessing, voice: Voice = LIST) -> str:
    return voice.says(
        "{take} a Blessing from the Temple, if you have none",
        "{take} a Blessing from the Temple, if they have none",
        take=voice.does("take"),
    )


@phrase.register
def _(effect: Draw, voice: Voice = LIST) -> str:
    draw, cards = voice.does("draw"), _cards(effect, voice)
    if effect.keep >= effect.look:
        return say("{draw} {cards}", draw=draw, cards=cards)
    keep, lay = voice.also("keep"), voice.also("lay")
    if effect.look - effect.keep == 1:
        text = mark("{draw} {cards}, {keep} {n} and {lay} the other under the deck")
    else:
        text = mark("{draw} {cards}, {keep} {n} and {lay} the others under the deck")
    return translate(text).format(draw=draw, cards=cards, keep=keep, n=effect.keep, lay=lay)


def _cards(effect: Draw, voice: Voice) -> str:
    colour = "" if effect.deck != "mission" or effect.colour == "choice" else title(effect.colour)
    one, more = TOP_OF_COLOUR if colour else TOP[effect.deck]
    cards = translate(one if effect.look == 1 else more).format(n=effect.look, colour=colour)
    if effect.deck != "mission" or colour:
        return cards
    return voice.says("{cards} of a deck of your choice", "{cards} of a deck of their choice", cards=cards)


@phrase.register
def _(effect: TakeWeapon, voice: Voice = LIST) -> str:
    weapon = some(1, "weapon") if effect.kind == "choice" else say("a {thing}", thing=title(effect.kind))
    if effect.source == "market":
        return say("{take} {weapon} from the Market, for nothing", take=voice.does("take"), weapon=weapon)
    if effect.source != "bag":
        return say("{take} {weapon} from the discarded Weapons", take=voice.does("take"), weapon=weapon)
    draw = voice.does("draw")
    if effect.look == 1:
        return say("{draw} {weapon} from the bag", draw=draw, weapon=weapon)
    keep, discard = voice.also("keep"), voice.also("discard")
    text = (
        mark("{draw} {n} Weapons from the bag, {keep} 1 and {discard} the other"),
        mark("{draw} {n} Weapons from the bag, {keep} 1 and {discard} the others"),
    )[effect.look > TWO]
    return translate(text).format(draw=draw, n=effect.look, keep=keep, discard=discard)


@phrase.register
def _(effect: Lose, voice: Voice = LIST) -> str:
    what = some(effect.count, effect.what) if effect.kind == "choice" else some_of(effect.kind, effect.count)
    if effect.kind == "choice" or effect.picks != "loser":
        what = _picked(effect, what, voice)
    if effect.to == "owner":
        return _give(what, voice)
    if effect.what == "disciple":
        return voice.says(
            "{send} {what} to your Reserve (home, if you have only two)",
            "{send} {what} to their Reserve (home, if they have only two)",
            send=voice.does("send"),
            what=what,
        )
    return say("{give} up {what}", give=voice.does("give"), what=what)


def _picked(effect: Lose, what: str, voice: Voice) -> str:
    """Say who picks what is lost."""
    if effect.picks == "chance":
        return say("{what} by chance", what=what)
    if effect.picks == "loser":
        return voice.says("{what} of your choice", "{what} of their choice", what=what)
    if voice.owner == "you":
        return say("{what} that you choose", what=what)
    return say("{what} that {owner} chooses", what=what, owner=translate(voice.owner))


@phrase.register
def _(effect: Swap, voice: Voice = LIST) -> str:
    kinds, swap = join_words((some(1, kind) for kind in effect.what), "or"), voice.does("swap")
    if voice.owner != "you":
        return voice.says(
            "{swap} {kinds} with {owner}, who chooses the type and takes one of yours by chance",
            "{swap} {kinds} with {owner}, who chooses the type and takes one of theirs by chance",
            swap=swap,
            kinds=kinds,
            owner=translate(voice.owner),
        )
    if len(effect.what) > 1:
        text = mark("{swap} {kinds} with you; you choose the type and take one of theirs by chance")
    else:
        text = mark("{swap} {kinds} with you; you take one of theirs by chance")
    return translate(text).format(swap=swap, kinds=kinds)


@phrase.register
def _(effect: BuildAnnex, voice: Voice = LIST) -> str:
    if effect.price == "full":
        price = say("for its price")
    else:
        price = say("for {n} Mon", n=effect.price) if effect.price else say("for nothing")
    built = voice.says(
        "{build} an Annex of a type that you do not have {price}",
        "{build} an Annex of a type that they do not have {price}",
        build=voice.does("build"),
        price=price,
    )
    if not effect.points:
        return built
    points = count_noun(effect.points, "Prestige Point")
    return say("{effect} and {gain} {points}", effect=built, gain=voice.also("gain"), points=points)


@phrase.register
def _(effect: Geisha, voice: Voice = LIST) -> str:
    text = (
        mark("{take} a Geisha of the lowest value that is left"),
        mark("{take} a Geisha of the highest value that is left"),
    )[effect.which == "highest"]
    taken = translate(text).format(take=voice.does("take"))
    if not effect.points:
        return say("{effect} without Prestige Points", effect=taken)
    return say("{effect} and {gain} as many Prestige Points as her value", effect=taken, gain=voice.also("gain"))


@phrase.register
def _(effect: GainDisciple, voice: Voice = LIST) -> str:
    return voice.says(
        "{take} {disciples} from your Reserve to your Clan House",
        "{take} {disciples} from their Reserve to their Clan House",
        take=voice.does("take"),
        disciples=some(effect.count, "disciple"),
    )


@phrase.register
def _(effect: SendToReserve, voice: Voice = LIST) -> str:
    return voice.says(
        "{send} the activated Disciple to your Reserve, if you have 3 Disciples or more outside it",
        "{send} the activated Disciple to their Reserve, if they have 3 Disciples or more outside it",
        send=voice.does("send"),
    )


@phrase.register
def _(effect: ActAgain, voice: Voice = LIST) -> str:
    return say("{activate} another Disciple after this one", activate=voice.does("activate"))


@phrase.register
def _(effect: Church, voice: Voice = LIST) -> str:
    if not effect.put:
        return say("{take} all Mon of the Church", take=voice.does("take"))
    if voice.whole:
        return say_many(
            "{n} Mon of the bank is laid on the Church", "{n} Mon of the bank are laid on the Church", effect.put
        )
    return say("lay {n} Mon of the bank on the Church", n=effect.put)


@phrase.register
def _(effect: PatrolColour, voice: Voice = LIST) -> str:
    if voice.whole:
        return say("the Watch Patrol turns over, so that it goes the other way round")
    return say("turn the Watch Patrol over, so that it goes the other way round")


@phrase.register
def _(effect: PatrolMove, voice: Voice = LIST) -> str:
    districts = count_noun(effect.steps, "District")
    return say("the Watch Patrol moves on by {districts} in its direction", districts=districts)


@phrase.register
def _(effect: PatrolTo, voice: Voice = LIST) -> str:
    if effect.district != "choice":
        return say("the Watch Patrol goes to {district}", district=name_district(effect.district))
    if voice.single:
        return say("the Watch Patrol goes to a District of {who}'s choice", who=translate(voice.subject))
    return voice.says(
        "the Watch Patrol goes to a District of your choice", "the Watch Patrol goes to a District of their choice"
    )


@phrase.register
def _(effect: Save, voice: Voice = LIST) -> str:
    count = say("all") if effect.count == "all" else effect.count
    if effect.whose != "own":
        disciples = say("the Disciples of all players")
    elif voice.single and not effect.price:
        disciples = say("{who}'s Disciples", who=translate(voice.subject))
    else:
        disciples = voice.says("your Disciples", "their Disciples")
    saved = say(
        "in this round the Watch Patrol spares {count} of {disciples} in its District", count=count, disciples=disciples
    )
    return say("{price}: {effect}", price=_paid(effect.price, voice), effect=saved) if effect.price else saved


def _paid(price: Needs, voice: Voice) -> str:
    does = describe_who(price) if voice.single else describe_needs(price)
    if not voice.subject:
        return does
    if voice.subject in PRONOUNS:
        return say("you {does}", does=does) if voice.subject == "you" else say("they {does}", does=does)
    return say("{who} {does}", who=translate(voice.subject), does=does)


@phrase.register
def _(effect: ReturnDisciple, voice: Voice = LIST) -> str:
    return say("{send} {figure} back to the Clan House", send=voice.does("send"), figure=_figure(effect.whose, voice))


@phrase.register
def _(effect: MoveDisciple, voice: Voice = LIST) -> str:
    move, figure = voice.does("move"), _figure(effect.whose, voice)
    if effect.to == "choice":
        return say("{move} {figure} to a free space in an open District", move=move, figure=figure)
    where = name_district(effect.to)
    return say("{move} {figure} to a free space in {district}", move=move, figure=figure, district=where)


def _figure(whose: str, voice: Voice) -> str:
    if whose == "own":
        return voice.says("one of your placed Disciples", "one of their placed Disciples")
    return say("a placed Disciple of {whom}", whom=translate(WHOM["target"]))


@phrase.register
def _(effect: Foresight, voice: Voice = LIST) -> str:
    look, lay = voice.does("look"), voice.also("lay")
    if effect.deck == "weapons":
        text = mark("{look} at the next {n} Weapons of the bag and {lay} them back in any order")
        return translate(text).format(look=look, n=effect.look, lay=lay)
    if effect.deck == "choice":
        deck = voice.says("a deck of your choice", "a deck of their choice")
    elif effect.deck == "mission":
        deck = voice.says("a Mission deck of your choice", "a Mission deck of their choice")
    elif effect.deck in DECKS:
        deck = translate(DECKS[effect.deck])
    else:
        deck = say("the {colour} Mission deck", colour=title(effect.deck))
    return say(
        "{look} at the top {n} cards of {deck} and {lay} them back on top in any order",
        look=look,
        n=effect.look,
        deck=deck,
        lay=lay,
    )


@phrase.register
def _(effect: PlayerOrder, voice: Voice = LIST) -> str:
    if effect.to == "choice":
        place = voice.says("a place of your choice", "a place of their choice")
    else:
        place = translate(PLACES[effect.to])
    return voice.says(
        "{move} your marker to {place} on the Player Order Track",
        "{move} their marker to {place} on the Player Order Track",
        move=voice.does("move"),
        place=place,
    )


@phrase.register
def _(effect: Sell, voice: Voice = LIST) -> str:
    drawn = say("{draw} {n} Weapons from the bag", draw=voice.does("draw"), n=effect.look)
    if effect.keep:
        drawn = say("{effect}, {keep} {n} of them", effect=drawn, keep=voice.also("keep"), n=effect.keep)
    return say(
        "{effect}; then each opponent in Player Order may buy 1 of the others for {price} Mon, and what is left is"
        " discarded",
        effect=drawn,
        price=effect.price,
    )


@phrase.register
def _(effect: CloseRandom, voice: Voice = LIST) -> str:
    places = []
    if effect.districts:
        places.append(count_noun(effect.districts, "District"))
    if effect.spaces:
        places.append(count_noun(effect.spaces, "free space"))
    return say("{places}, drawn by chance, are closed until the next Event is revealed", places=join_words(places))
