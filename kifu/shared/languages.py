"""The language that a command speaks: the one asked for, or that of the environment."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.language import ENGLISH, LANGUAGES, find_language, say
from kifu.shared.faults import Fault

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name languages, as gettext reads them: the first that is set counts."""


def choose_language(asked: str | None, environ: Mapping[str, str]) -> str:
    """Return the language asked for; without one, the first of the environment that has a catalogue, or English.

    Raises Fault if the language asked for has no catalogue.
    """
    if asked is not None:
        found = find_language(_read_tag(asked))
        if found is None:
            known = ", ".join(LANGUAGES)
            raise Fault(say("There is no language {name!r}. The languages are: {known}.", name=asked, known=known))
        return found
    named = next((value for name in VARIABLES if (value := environ.get(name))), "")
    found_here = (find_language(_read_tag(name)) for name in named.split(":"))
    return next((language for language in found_here if language is not None), ENGLISH)


def _read_tag(locale: str) -> str:
    """Return the tag of a language from the name of a locale: fr-FR from `fr_FR.UTF-8`."""
    return locale.partition(".")[0].partition("@")[0].replace("_", "-")
