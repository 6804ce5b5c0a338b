"""Who a text of a card speaks of: "take 3 Mon" in a list, "you take 3 Mon", "each opponent takes 3 Mon"."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace


class Voice(msgspec.Struct, frozen=True):
    """Who does what a text says.

    `subject` stands before the first verb, `they` and `their` name the same player afterwards. With `single` the verb
    of the subject ends in s. `owner` names the player whose card it is. A `whole` text consists of sentences; another
    one lists things to do, for labels and stored facts.
    """

    subject: str = ""
    they: str = "you"
    their: str = "your"
    single: bool = False
    owner: str = "the player whose card this is"
    whole: bool = False

    def does(self, verb: str) -> str:
        """Write the subject and its verb: "take", "you take", "each opponent takes"."""
        return f"{self.subject} {self.also(verb)}".lstrip()

    def also(self, verb: str) -> str:
        """Write another verb of the same subject: "keep", "keeps"."""
        return f"{verb}{'s' if self.single else ''}"

    def can(self, word: str) -> str:
        """Write the subject and a word such as "may" or "must"."""
        return f"{self.subject or self.they} {word}"

    @property
    def whose(self) -> str:
        """Say whose something is where the player was not named before: "your", "each opponent's"."""
        return f"{self.subject}'s" if self.single else self.their

    @property
    def heading(self) -> str:
        """What stands before a clause with a subject of its own: "each opponent: ", or nothing where a pronoun does."""
        return f"{self.subject}: " if self.single else ""

    @property
    def later(self) -> Voice:
        """The voice of later clauses about the same player."""
        return replace(self, subject=self.they, single=False) if self.subject else self

    @property
    def bare(self) -> Voice:
        """The voice after "may" or "to", without a subject."""
        return replace(self, subject="", single=False)

    def others(self, subject: str) -> Voice:
        """The voice in which the same text speaks of another player than the reader."""
        return replace(self, subject=subject, they="they", their="their", single=True)


LIST = Voice()
YOU = Voice(subject="you", owner="you", whole=True)
ALL_PLAYERS = Voice(subject="all players", they="they", their="their", whole=True)
ITS_PLAYER = replace(YOU.others("its player"), owner="its player")
"""The player of the card, for readers who may be anybody."""
THEY = YOU.others("they").later
"""Another player, who has been named just before."""
