"""The voice of a card's text: "take 3 Mon" in a list, "you take 3 Mon", "each opponent takes 3 Mon"."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from domain.kernel.language import ENGLISH, fill, mark, say, translate

PRONOUNS = ("you", "they")


class Voice(msgspec.Struct, frozen=True):
    """Who does what a text says.

    `subject` comes before the first verb; `they` and `their` name the same player afterwards. With `single` the
    subject's verb ends in s. `owner` names the player whose card it is. A `whole` text consists of sentences; any other
    text lists actions, for labels and stored facts.
    """

    subject: str = ""
    they: str = "you"
    their: str = "your"
    single: bool = False
    owner: str = mark("the player whose card this is")
    whole: bool = False

    def does(self, verb: str) -> str:
        """Write the subject and its verb: "take", "you take", "each opponent takes"."""
        if not self.subject:
            return translate(verb)
        if self.subject in PRONOUNS:
            return translate(f"{self.subject} {self.also(verb, ENGLISH)}")
        return fill(translate(f"{{who}} {self.also(verb, ENGLISH)}"), who=translate(self.subject))

    def also(self, verb: str, language: str = "") -> str:
        """Write another verb of the same subject: "keep", "keeps"."""
        found = f"{verb}{'s' if self.single else ''}"
        return found if language == ENGLISH else translate(found)

    def gives(self, what: str) -> str:
        """Say that something goes to the player whose card it is."""
        if self.owner == "you":
            return say("{give} you {what}", give=self.does("give"), what=what)
        return say("{give} {what} to {owner}", give=self.does("give"), what=what, owner=translate(self.owner))

    def can(self, word: str) -> str:
        """Write the subject with a word such as "may" or "must"."""
        subject = self.subject or self.they
        if subject in PRONOUNS:
            return translate(f"{subject} {word}")
        return fill(translate(f"{{who}} {word}"), who=translate(subject))

    def says(self, yours: str, theirs: str, /, **values: object) -> str:
        """Say the first text for the reader, "your Weapons", and the other for anybody else, "their Weapons"."""
        return fill(translate(yours if self.they == "you" else theirs), **values)

    def under(self, text: str) -> str:
        """Put the subject before a text about something else, where no pronoun would do: "each opponent: ..."."""
        return say("{who}: {text}", who=translate(self.subject), text=text) if self.single else text

    @property
    def later(self) -> Voice:
        """The voice of later clauses about the same player."""
        return replace(self, subject=self.they, single=False) if self.subject else self

    @property
    def bare(self) -> Voice:
        """The voice after "may" or "to", without a subject."""
        return replace(self, subject="", single=False)

    def others(self, subject: str) -> Voice:
        """The voice in which the text speaks of a player other than the reader."""
        return replace(self, subject=subject, they="they", their="their", single=True)


LIST = Voice()
YOU = Voice(subject="you", owner="you", whole=True)
ALL_PLAYERS = Voice(subject=mark("all players"), they="they", their="their", whole=True)
ITS_PLAYER = replace(YOU.others(mark("its player")), owner="its player")
"""The card's player, for readers in general."""
THEY = YOU.others("they").later
"""Another player, who was just named."""
