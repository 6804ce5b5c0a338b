"""What the page's document tells link previews about a game."""

from __future__ import annotations

from uuid import UUID

from api.flask_app import current_request
from api.requests.services import games
from api.responses.preferred import preferred_language
from api.responses.previews import tell_title
from domain.application.errors import UnknownGame
from domain.kernel.language import speaking
from domain.record.damage import DamagedRecord
from eventstore.postgres.away import AWAY


def tell_game(game_id: UUID) -> str | None:
    """Say who plays a game and who won, in the language of the request.

    None if knowing it takes the secret of a link, or if the game cannot be read now, as the page itself explains.
    """
    try:
        if games().links.has_link(game_id):
            return None
        game = games().stored.current(game_id)
    except (UnknownGame, DamagedRecord, *AWAY):
        return None
    with speaking(preferred_language(current_request().environ)):
        return tell_title(game)
