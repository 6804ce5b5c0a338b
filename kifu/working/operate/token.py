"""The work of `kifu token`."""

from __future__ import annotations

import click

from eventstore.postgres.datastore import Datastore
from eventstore.tables.players import Players
from eventstore.tables.tokens import MOST_TOKENS, Tokens, TooManyTokens
from kifu.shared.database import migrated_database
from kifu.shared.faults import Fault
from kifu.shared.terminal import note, show_json
from service.keys import tokens
from service.keys.introduce import load_seals_in_use
from service.settings import read_settings


def token(name: str, label: str, revoke_others: bool, json_wanted: bool) -> None:
    """Make a new token for a player."""
    if not 1 <= len(label) <= tokens.LONGEST_LABEL or not label.isprintable():
        raise Fault(f"A label has 1 to {tokens.LONGEST_LABEL} printable characters.")
    made = tokens.new_token()
    with migrated_database() as url, Datastore(url, pool_size=1) as datastore:
        if not name.isprintable() or not Players(datastore).exists(name):
            raise Fault(f"Nobody is called {name!r}.")
        try:
            seals = load_seals_in_use(read_settings(), datastore)
            Tokens(datastore, seals).make(
                name, tokens.digest_token(made), label, "operator", revoke_others=revoke_others
            )
        except TooManyTokens:
            raise Fault(f"{name} has {MOST_TOKENS} tokens, which is the most; --revoke-others revokes them.") from None
    if json_wanted:
        show_json({"player": name, "token": made, "revoked_others": revoke_others})
        return
    click.echo(made)
    if revoke_others:
        note(f"All other tokens and the recovery codes of {name} were revoked; new codes are made with the new token.")
    note(f"{name} sends it as `Authorization: Bearer TOKEN`. It is not shown again.")
