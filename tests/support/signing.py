"""A player's client that signs what it does."""

from __future__ import annotations

import secrets
from typing import Any

from domain.proof.signatures import Deed, PlayerSigner
from tests.api.house import Person


class SigningClient:
    """A registered player with a key, which is registered too."""

    def __init__(self, person: Person, private: bytes | None = None, *, registered: bool = True) -> None:
        self.person = person
        self.signer = PlayerSigner(private or secrets.token_bytes(32))
        if registered:
            assert self.register().status_code == 201

    def register(self) -> Any:
        """Register the key of the player."""
        proof = self.signer.prove(self.person.name)
        return self.person.post("/v1/me/keys", {"public": self.signer.public, "proof": proof})

    def sign(self, path: str, deed: Deed, seat: int, content: object, *, game: dict[str, Any] | None = None) -> str:
        """The header with a signature over a deed in the game at a path, by default in its current state."""
        now = game or self.person.get(path).get_json()
        salt = secrets.token_hex(32)
        digest = now["digest"] or "0" * 64
        made = self.signer.sign(deed, now["id"], now["version"], digest, seat, content, salt)
        return f"{made.key}.{made.salt}.{made.signature}"

    def sit_down(self, path: str, seat: int, entropy: str | None = None) -> Any:
        """Take a seat, signed."""
        content = {"player": self.person.name, "keys": [self.signer.public], "entropy": entropy}
        body = {"seat": seat} if entropy is None else {"seat": seat, "entropy": entropy}
        return self.person.post(f"{path}/seats", body, Kifu_Signature=self.sign(path, "seat", seat, content))

    def play(self, path: str, seat: int, move: dict[str, Any], **headers: str) -> Any:
        """Play a move, signed."""
        headers = {"Kifu_Signature": self.sign(path, "move", seat, move), **headers}
        return self.person.post(f"{path}/moves", {"seat": seat, "move": move}, **headers)

    def act(self, path: str, call: str, deed: Deed, seat: int, body: object, content: object = None) -> Any:
        """Send another deed, signed."""
        header = self.sign(path, deed, seat, {} if content is None else content)
        return self.person.post(f"{path}/{call}", body, Kifu_Signature=header)
