"""Guests: players who start at once, under a name that the service makes up."""

from __future__ import annotations

from flask import Response

from api.calls.accounts.players import add_player
from api.requests.blueprint import Answer, Blueprint, Takes
from api.requests.inputs import read_body, refuse_query
from api.requests.services import services
from api.schemas.accounts import NewGuest
from api.schemas.answers import Registered
from service.keys import tokens

GUEST = "Guest"

blueprint = Blueprint("guests", url_prefix="/v1/guests", description="Play without a name of your own")

NEW_GUEST = NewGuest()


@blueprint.call(
    "",
    "POST",
    {201: Answer(Registered)},
    takes=Takes(body=NewGuest),
    problems=["name-taken"],
    token=None,
)
def register_guest() -> Response:
    """Register a guest

    A player like any other, with a made-up name such as Guest 7421. The token is shown only in this answer. Recovery
    codes let a guest keep the account. The body is an empty JSON object: browsers send none for pages of other origins,
    which could otherwise register guests from the address of their visitor.
    """
    read_body(NEW_GUEST)
    refuse_query()
    name = f"{GUEST} {services().parts.players.next_guest_number()}"
    return add_player(name, tokens.new_token(), kind="guest")
