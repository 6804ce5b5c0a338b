"""Tokens: the caller's tokens, the recovery codes for when all are lost, and what happened to them."""

from __future__ import annotations

from uuid import UUID

import msgspec
from flask import Response

from api.flask_app import current_request
from api.requests.blueprint import CACHED, Answer, Blueprint, Takes
from api.requests.etags import send_uncached
from api.requests.inputs import parse_id, read_body, read_query, refuse_query
from api.requests.services import known_player, services
from api.responses.pages import answer_numbered, answer_whole, in_lines, send_numbered
from api.schemas.accounts import NewToken, Recovery
from api.schemas.answers import CodesLeft, ListedTokens, RecoveryCodes, ShownToken
from api.schemas.fields import is_name
from api.schemas.requests import EventsQuery
from domain.application import errors
from domain.kernel.language import later, mark, translate
from eventstore.tables import recovery
from eventstore.tables.tokens import (
    MOST_TOKENS,
    AccountEvent,
    LastToken,
    MadeToken,
    TokenItem,
    TooManyTokens,
    UnknownToken,
)
from service.keys import tokens

blueprint = Blueprint("tokens", url_prefix="/v1", description="Manage your tokens and recovery codes")

NEW_TOKEN, RECOVERY, EVENTS = NewToken(), Recovery(), EventsQuery()
RECOVERED_LABEL = mark("recovered")
OWN_LABELS = frozenset((mark("first token"), RECOVERED_LABEL))
"""The labels that the service itself gives; they are stored in English."""


@blueprint.call("/me/tokens", "GET", {200: answer_whole(ListedTokens, TokenItem)}, token=True, spoken=True)
def list_my_tokens() -> Response:
    """List my tokens

    Your valid tokens, with their labels and the hour of their last use. The token itself is shown only when it is made.
    """
    player, current = known_player()
    refuse_query()
    found = services().parts.tokens.list_valid(player)
    shown = [msgspec.structs.replace(item, label=_say_label(item.label)) for item in found]
    return in_lines(send_uncached(ListedTokens(shown, current)), shown)


@blueprint.call(
    "/me/tokens",
    "POST",
    {201: Answer(ShownToken)},
    takes=Takes(body=NewToken),
    problems=["too-many-tokens"],
    token=True,
)
def make_token() -> Response:
    """Make a token

    Another token for you, for example for a second device. It is shown only in this answer. If the answer gets lost,
    revoke the token that the list shows, and make another one.
    """
    player, using = known_player()
    label = read_body(NEW_TOKEN)["label"]
    refuse_query()
    token = tokens.new_token()
    try:
        made = services().parts.tokens.make(player, tokens.digest_token(token), label, "player", using=using)
    except TooManyTokens:
        raise _too_many_tokens_error() from None
    return _send_token(made, token)


@blueprint.call(
    "/me/tokens/<token_id>",
    "DELETE",
    {204: Answer(description="The token is revoked.")},
    problems=["unknown-token", "last-token"],
    token=True,
)
def revoke_token(token_id: str) -> Response:
    """Revoke a token

    Every worker of the service refuses the token from now on. Your last token can be revoked only while you have unused
    recovery codes.
    """
    player, using = known_player()
    refuse_query()
    token = _parse_token_id(token_id)
    try:
        services().parts.tokens.revoke(player, token, using)
    except UnknownToken:
        raise _unknown_token_error(token_id) from None
    except LastToken:
        raise errors.LastToken(
            later("Without this token you could do nothing more; make another, or recovery codes.")
        ) from None
    services().identity.forget()
    return Response(status=204)


@blueprint.call(
    "/me/tokens/<token_id>/rotation",
    "POST",
    {201: Answer(ShownToken)},
    problems=["unknown-token"],
    token=True,
    spoken=True,
)
def rotate_token(token_id: str) -> Response:
    """Rotate a token

    A new token replaces another and takes over its label; the other is revoked at the same moment. The new one is shown
    only in this answer. If the answer might get lost, make a new token first and then revoke the old one.
    """
    player, using = known_player()
    refuse_query()
    token = tokens.new_token()
    try:
        made = services().parts.tokens.rotate(player, _parse_token_id(token_id), tokens.digest_token(token), using)
    except UnknownToken:
        raise _unknown_token_error(token_id) from None
    services().identity.forget()
    return _send_token(made, token)


@blueprint.call("/me/recovery-codes", "GET", {200: Answer(CodesLeft, headers=CACHED)}, token=True)
def count_recovery_codes() -> Response:
    """Count my recovery codes

    The number of your unused recovery codes.
    """
    player, _ = known_player()
    refuse_query()
    return send_uncached(CodesLeft(services().parts.recovery_codes.left(player)))


@blueprint.call("/me/recovery-codes", "POST", {201: Answer(RecoveryCodes)}, token=True)
def make_recovery_codes() -> Response:
    """Make recovery codes

    Eight codes, each good for one new token when all tokens are lost. They are shown only in this answer; keep them on
    paper. Earlier codes become invalid.
    """
    player, using = known_player()
    refuse_query()
    codes = tokens.new_codes()
    services().parts.recovery_codes.make(player, [tokens.digest_code(code) for code in codes], using)
    return _send_secret(RecoveryCodes(codes))


@blueprint.call(
    "/players/<name>/recovery",
    "POST",
    {201: Answer(ShownToken)},
    takes=Takes(body=Recovery),
    problems=["unknown-player", "wrong-code", "too-many-tokens"],
    token=None,
    spoken=True,
)
def recover_player(name: str) -> Response:
    """Recover a player

    Exchanges one of a player's recovery codes for a new token. With `revoke_others`, all other tokens and the remaining
    codes are revoked, since anyone who had a token may know them; make new codes afterwards. Wrong codes are counted by
    address and by player, who sees them among the events; they never block a correct code.
    """
    wanted = read_body(RECOVERY)
    refuse_query()
    if not is_name(name) or not services().parts.players.exists(name):
        raise errors.UnknownPlayer(later("Nobody is called {name!r}.", name=name))
    address = current_request().environ.get("REMOTE_ADDR", "")
    token, code = tokens.new_token(), tokens.digest_code(wanted["code"])
    revoke_others = wanted["revoke_others"]
    try:
        with services().identity.turn(address):
            made = services().parts.recovery_codes.use(
                name, code, tokens.digest_token(token), RECOVERED_LABEL, revoke_others=revoke_others
            )
    except recovery.WrongCode:
        services().identity.count_wrong(address)
        raise errors.WrongCode(later("{name!r} has no such recovery code, or it was used before.", name=name)) from None
    except recovery.TooManyWrongCodes as error:
        why = later(
            "This code is wrong, like many before it for {name!r}; wait, or ask the operator for a token.", name=name
        )
        raise errors.TooManyRequests(why, error.seconds) from None
    except TooManyTokens:
        raise _too_many_tokens_error() from None
    services().identity.forget()
    return _send_token(made, token)


@blueprint.call(
    "/me/events",
    "GET",
    {200: answer_numbered(AccountEvent)},
    takes=Takes(query=EventsQuery),
    token=True,
    spoken=True,
)
def list_my_events() -> Response:
    """List what happened to my account

    Every token made or revoked for you, every set of recovery codes, every attempt to use a code, right or wrong, and
    every text of yours that was erased, the newest first.
    """
    player, _ = known_player()
    wanted = read_query(EVENTS)
    limit = wanted["limit"]
    found = services().parts.tokens.events(player, wanted["after"], limit + 1, wanted["since"])
    shown = [msgspec.structs.replace(event, label=event.label and _say_label(event.label)) for event in found]
    return send_numbered(shown, limit, lambda event: event.n)


def _say_label(label: str) -> str:
    """Say a label that the service gave; those that players chose stay as they are."""
    return translate(label) if label in OWN_LABELS else label


def _parse_token_id(text: str) -> UUID:
    found = parse_id(text)
    if found is None:
        raise _unknown_token_error(text)
    return found


def _unknown_token_error(token_id: str) -> errors.UnknownToken:
    return errors.UnknownToken(
        later("You have no valid token of the id {token_id!r}; GET /v1/me/tokens lists them.", token_id=token_id)
    )


def _too_many_tokens_error() -> errors.TooManyTokens:
    return errors.TooManyTokens(
        later("A player has at most {most} tokens; revoke one that you no longer use.", most=MOST_TOKENS)
    )


def _send_token(made: MadeToken, token: str) -> Response:
    return _send_secret(ShownToken(made.id, _say_label(made.label), made.created, token))


def _send_secret(answer: ShownToken | RecoveryCodes) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(answer), 201, headers, content_type="application/json")
