"""Disputes and rulings as commands: who may raise one, and what a ruling does to the game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.application.commands import (
    Decision,
    Request,
    StepAnswer,
    carry_out_move,
    require_not_resigned,
    require_player,
    step_head,
)
from domain.application.errors import (
    AlreadyDisputed,
    CannotAnnul,
    DisputeClosed,
    GameNotStarted,
    GameOver,
    NotArbiter,
    NotYourSeat,
    TooManyDisputes,
    UnknownDispute,
    UnknownStep,
)
from domain.application.looking import check_impartial
from domain.application.signing import link_signed, sign_event
from domain.kernel.errors import Malformed
from domain.kernel.language import Later, later
from domain.kernel.rulesets import Rulesets
from domain.kernel.words import count_noun
from domain.personal.values import NOTHING_SEALED, Openings, seal_values
from domain.record.disputes import (
    LONGEST_CLAIM,
    MOST_OPEN,
    MOST_RAISED,
    REWINDING,
    Dispute,
    RulingKind,
    hides_something,
    is_statement,
)
from domain.record.event import Moment
from domain.record.events import AnyEvent, DisputeEvent, DisputeRaised, DisputeRuled, DisputeWithdrawn, MovePlayed, link
from domain.record.game import Game, fold
from domain.record.reading import steps_in_force


class Claim(msgspec.Struct, frozen=True):
    """A player's claim: the disputed step, their own words, and the clause that it breaks if they name one.

    `seat` is the seat that they speak for, by default the first one that they hold.
    """

    step: int
    claim: str
    clause: str | None = None
    seat: int | None = None


class Verdict(msgspec.Struct, frozen=True):
    """An arbiter's ruling, by a clause and in words; `move` is the JSON of a correcting move."""

    ruling: RulingKind
    clause: str
    words: str
    move: bytes | None = None


class DisputeAnswer(StepAnswer, frozen=True, kw_only=True):
    """A recorded step about a dispute."""

    dispute: Annotated[int, Meta(description="The number of the dispute in its game.")]
    paused: Annotated[bool, Meta(description="Whether the game waits for a ruling now.")]


def raise_dispute(game: Game, req: Request, claim: Claim, moment: Moment) -> Decision[DisputeAnswer]:
    """Dispute a step.

    Raises Unauthenticated, NotYourSeat, HasResigned, GameNotStarted, UnknownStep, AlreadyDisputed, TooManyDisputes, and
    Malformed for an unknown clause, an unusable claim, and a step that is itself about a dispute.
    """
    seat, player = find_speaker(game, req, claim.seat)
    require_not_resigned(game, seat)
    if game.state is None:
        raise GameNotStarted(later("Nothing has been played yet."))
    if not 1 <= claim.step <= game.step:
        raise UnknownStep(game.describe_missing_step(claim.step))
    if not game.is_play(claim.step):
        raise Malformed(
            later("Step {step} is not a step of play; dispute the step that it is about.", step=claim.step),
            pointer="/step",
        )
    _check_clause(game, claim.clause)
    _check_statement(claim.claim, "/claim")
    already = game.open_dispute_of(seat, claim.step)
    if already is not None:
        raise AlreadyDisputed(
            later(
                "Dispute {number} about step {step} waits for the arbiter already.",
                number=already.number,
                step=claim.step,
            )
        )
    _check_number(game, seat)
    event = DisputeRaised(
        **step_head(game, req, moment.now),
        dispute=len(game.disputes) + 1,
        seat=seat,
        player=player,
        step=claim.step,
        clause=claim.clause,
        claim=claim.claim,
        to=game.origin,
    )
    # What is signed is the claim, not its seal.
    sealed, openings = seal_values(sign_event(game, event, req.signature), moment.entropy)
    return _decide_one(game, link(sealed, (), game.digest, game.secret), openings)


def withdraw(game: Game, req: Request, number: int, now: datetime) -> Decision[DisputeAnswer]:
    """Withdraw one's own dispute; raises Unauthenticated, UnknownDispute, NotYourSeat, DisputeClosed."""
    dispute = find_dispute(game, number)
    if require_player(req) != dispute.player:
        raise NotYourSeat(
            later(
                "{player} raised dispute {number}; nobody else can withdraw it.", player=dispute.player, number=number
            )
        )
    _check_open(dispute)
    event = DisputeWithdrawn(
        **step_head(game, req, now), dispute=number, seat=dispute.seat, player=dispute.player, to=game.origin
    )
    return _decide_one(game, link_signed(game, event, (), req.signature))


def rule(
    game: Game,
    events: Sequence[AnyEvent],
    req: Request,
    number: int,
    verdict: Verdict,
    rulesets: Rulesets,
    moment: Moment,
) -> Decision[DisputeAnswer]:
    """Rule on a dispute; `events` are all events of the game so far.

    Raises Unauthenticated, NotArbiter, ArbiterPlays, UnknownDispute, DisputeClosed, CannotAnnul, Malformed, GameOver if
    the game has ended, and Illegal if the move that corrects is not legal.
    """
    check_impartial(game, _require_arbiter(req))
    dispute = find_dispute(game, number)
    _check_open(dispute)
    _check_clause(game, verdict.clause)
    _check_statement(verdict.words, "/words")
    if (verdict.move is not None) != (verdict.ruling == "correct"):
        raise Malformed(later("A ruling has a move if it is `correct`, and only then."), pointer="/move")
    if verdict.ruling not in REWINDING:
        return _decide_one(game, *_make_ruling(game, req, dispute, verdict, (game.origin, ()), moment))
    return _rewind(game, events, req, dispute, verdict, rulesets, moment)


def _rewind(
    game: Game,
    events: Sequence[AnyEvent],
    req: Request,
    dispute: Dispute,
    verdict: Verdict,
    rulesets: Rulesets,
    moment: Moment,
) -> Decision[DisputeAnswer]:
    """Take the game back to before the disputed move, and play the correcting move if there is one."""
    annulled = _move_to_annul(game, events, dispute, verdict.ruling)
    line = steps_in_force(events)
    place = line.index(dispute.step)
    to, undone = line[place - 1], line[place:]
    ruled, openings = _make_ruling(game, req, dispute, verdict, (to, undone), moment)
    then = fold(events[: game.version_of(to)], rulesets)
    assert then is not None
    game = game.after(ruled, {to: then.position})
    if verdict.move is None:
        return _decision([ruled], game, dispute.number, openings)
    move, game = carry_out_move(game, req, annulled.seat, verdict.move, moment.now, dispute.number)
    if bytes(move.move) == bytes(annulled.move):
        # Playing it again would only draw again, and nobody may draw until they like the outcome.
        raise Malformed(later("That is the move in dispute; to let it stand, rule `uphold`."), pointer="/move")
    return _decision([ruled, move], game, dispute.number, openings)


def _move_to_annul(game: Game, events: Sequence[AnyEvent], dispute: Dispute, ruling: RulingKind) -> MovePlayed:
    """Return the disputed move that the game goes back to."""
    if game.is_over:
        raise GameOver(
            later(
                "The game is over, and its secrets are public: it cannot go back to before step {step}. Rule "
                "`note` or `uphold`; a branch from there can be played.",
                step=dispute.step,
            )
        )
    disputed = events[game.version_of(dispute.step) - 1]
    if not isinstance(disputed, MovePlayed):
        raise CannotAnnul(
            later("Step {step} is not a move, so the game cannot go back to before it; rule `note`.", step=dispute.step)
        )
    if ruling == "annul" and isinstance(disputed.automatic, str):
        why = later(
            "Step {step} is a move by rule, which would be made again at once; rule `correct` or `note`.",
            step=dispute.step,
        )
        raise CannotAnnul(why)
    if dispute.step not in steps_in_force(events):
        raise CannotAnnul(
            later("Step {step} no longer counts: it has been taken back or undone; rule `note`.", step=dispute.step)
        )
    return disputed


def _make_ruling(
    game: Game, req: Request, dispute: Dispute, verdict: Verdict, back: tuple[int, tuple[int, ...]], moment: Moment
) -> tuple[DisputeRuled, Openings]:
    """Make the event of a ruling, linked and with its words sealed, and what opens them.

    `back` is the step that it goes back to, and those that it undoes.
    """
    to, undone = back
    event = DisputeRuled(
        **step_head(game, req, moment.now),
        dispute=dispute.number,
        step=dispute.step,
        ruling=verdict.ruling,
        clause=verdict.clause,
        words=verdict.words,
        to=to,
        undone=undone,
        arbiter=req.by or msgspec.UNSET,
    )
    sealed, openings = seal_values(event, moment.entropy)
    # Everybody may read claims and rulings.
    return link(sealed, (), game.digest, game.secret), openings


def _decide_one(game: Game, event: DisputeEvent, openings: Openings = NOTHING_SEALED) -> Decision[DisputeAnswer]:
    return _decision([event], game.after(event), event.dispute, openings)


def _decision(events: list[AnyEvent], game: Game, number: int, openings: Openings) -> Decision[DisputeAnswer]:
    answer = DisputeAnswer(
        step=game.step,
        version=game.version,
        to_move=game.to_move,
        status=game.status,
        dispute=number,
        paused=game.is_paused,
    )
    return Decision(events, game, answer, openings=openings)


def find_dispute(game: Game, number: int) -> Dispute:
    """Find a dispute of a game; raises UnknownDispute."""
    if not 1 <= number <= len(game.disputes):
        raise UnknownDispute(
            later(
                "The game has {disputes}, no dispute {number}.",
                disputes=Later(count_noun, len(game.disputes), "dispute"),
                number=number,
            )
        )
    return game.disputes[number - 1]


def find_speaker(game: Game, req: Request, seat: int | None) -> tuple[int, str]:
    """Return the seat that the caller speaks for, by default the first one that they hold, and their name.

    Raises Unauthenticated, UnknownSeat, NotYourSeat.
    """
    player = require_player(req)
    own = [place for place, taken in enumerate(game.players) if taken == player]
    if not own:
        raise NotYourSeat(later("Only those who sit at the table have a say."))
    if seat is None:
        return own[0], player
    game.check_seat(seat)
    if seat not in own:
        raise NotYourSeat(later("Seat {seat} is not yours.", seat=seat))
    return seat, player


def _check_number(game: Game, seat: int) -> None:
    raised = [dispute for dispute in game.disputes if dispute.seat == seat]
    if len(raised) >= MOST_RAISED:
        raise TooManyDisputes(
            later(
                "Seat {seat} has raised {most} disputes, which is all that it may in a game.",
                seat=seat,
                most=MOST_RAISED,
            )
        )
    if sum(dispute.is_open for dispute in raised) >= MOST_OPEN:
        raise TooManyDisputes(
            later(
                "{disputes} of seat {seat} wait for the arbiter, the most allowed; withdraw one.",
                disputes=Later(count_noun, MOST_OPEN, "dispute"),
                seat=seat,
            )
        )


def _require_arbiter(req: Request) -> str:
    if not req.arbiter or req.by is None:
        raise NotArbiter(later("Only a player whom the operator has appointed as arbiter rules, with their own token."))
    return req.by


def _check_open(dispute: Dispute) -> None:
    if dispute.ruling is not None:
        raise DisputeClosed(
            later("Dispute {number} was ruled on in step {n}.", number=dispute.number, n=dispute.ruling.n)
        )
    if dispute.withdrawn is not None:
        raise DisputeClosed(
            later(
                "Dispute {number} was withdrawn in step {withdrawn}.",
                number=dispute.number,
                withdrawn=dispute.withdrawn,
            )
        )


def _check_clause(game: Game, clause: str | None) -> None:
    if clause is None:
        return
    book = game.ruleset.rulebook
    if clause not in book:
        raise Malformed(
            later("The rulebook of {title} has no clause {clause!r}.", title=game.ruleset.title, clause=clause[:100]),
            pointer="/clause",
        )
    if not book[clause].applies_to(game.ruleset.edition(game.options), game.opened.seats):
        raise Malformed(
            later("{clause} holds for another edition or number of players.", clause=clause), pointer="/clause"
        )


def _check_statement(text: str, pointer: str) -> None:
    if not is_statement(text) or hides_something(text):
        raise Malformed(
            later("1 to {most} characters, without invisible or control ones.", most=LONGEST_CLAIM),
            pointer=pointer,
        )
