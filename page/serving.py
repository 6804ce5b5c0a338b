"""The blueprint that serves the page: one document for all its addresses, and its files.

The paths of the files contain the digest of all of them, so browsers can cache them for good, and modules find each
other by relative paths. The document is small and never cached.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from importlib import resources
from uuid import UUID

from flask import Blueprint, Response, current_app, request

from page.site import ENGLISH, list_languages, read_site, read_words

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
"""The page's permissions: to run and show its own files, and to talk to the service that it comes from."""
FOREVER = "public, max-age=31536000, immutable"
ADDRESSES = {
    "/": "home",
    "/games": "games",
    "/games/<uuid:game>": "game",
    "/new": "new",
    "/mine": "mine",
    "/account": "account",
    "/players/<name>": "player",
    "/leaderboards": "leaderboards",
    "/rulebooks": "rulebooks",
    "/rulebooks/<ruleset>": "rulebooks",
    "/disputes": "disputes",
}
"""The modules in `pages/` by address, as in `app.mjs`, so that the document can name what a browser will need."""

VALUE = re.compile(r"\{\{ ([a-z.-]+) \}\}")
"""A value in the document: one of its own, or a text of the catalogue."""

blueprint = Blueprint("page", __name__)


def show_page(module: str, game: object = None, **_: object) -> Response:
    """Answer with the document; for a game it has a title and a picture for link previews."""
    return _send_document(module, _preview(game) if isinstance(game, UUID) else "", {"Cache-Control": "no-cache"})


def show_missing() -> Response | None:
    """Answer a browser with the document, which says that nothing is served here; None for other clients."""
    accepted = request.accept_mimetypes
    is_person = accepted.quality("text/html") > accepted.quality("application/problem+json")
    if not is_person or request.path.startswith("/v1/") or request.method not in ("GET", "HEAD"):
        return None
    document = _send_document(None, "", {"Cache-Control": "no-store"})
    document.status_code = 404
    return document


def send_file(digest: str, name: str) -> Response:
    """Answer with a file, compressed if the browser accepts that; files of an earlier release are gone."""
    site = read_site()
    file = site.files.get(name) if digest == site.digest else None
    if file is None:
        missing = read_words(_preferred_language())["frame.no-file"]
        return Response(f"{missing}\n", 404, content_type="text/plain; charset=utf-8")
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if request.accept_encodings.quality("gzip") > 0 and "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(file.gzipped, content_type=file.media_type, headers=headers)
    return Response(file.plain, content_type=file.media_type, headers=headers)


def _send_document(module: str | None, preview: str, headers: dict[str, str]) -> Response:
    """Answer with the document in the caller's language, until its modules know which one the reader has chosen."""
    language = _preferred_language()
    headers |= {"Content-Security-Policy": POLICY, "Content-Language": language, "Vary": "Accept-Language"}
    document = _read_document(module, language).replace("{{ preview }}", preview)
    return Response(document, content_type="text/html; charset=utf-8", headers=headers)


def _preferred_language() -> str:
    """Return the language that the caller prefers, by PREFERRED_LANGUAGE of the app; English if it has no words."""
    language: str = current_app.config["PREFERRED_LANGUAGE"](request.environ)
    return language if language in list_languages() else ENGLISH


@cache
def _read_document(module: str | None, language: str) -> str:
    site = read_site()
    static = f"/static/{site.digest}"
    modules = site.needed_by("app.mjs", *([f"pages/{module}.mjs"] if module else []))
    preloads = "\n".join(f'<link rel="modulepreload" href="{static}/{name}">' for name in modules)
    text = resources.files("page").joinpath("templates", "page.html").read_text("utf-8")
    names = json.dumps({code: read_words(code)["frame.language.name"] for code in list_languages()}, ensure_ascii=False)
    values = {"static": static, "preloads": preloads, "languages": escape(names), "language": language}
    values |= {key: escape(words) for key, words in read_words(language).items() if isinstance(words, str)}
    return VALUE.sub(lambda found: values.get(found[1], found[0]), text)


def _preview(game: UUID) -> str:
    """Return the tags for link previews; with a picture only if the app knows its public address, as ORIGIN.

    TELL_GAME is a function of the app that says in one line what everybody may know about a game; None if nothing.
    """
    told = current_app.config["TELL_GAME"](game)
    origin = current_app.config.get("ORIGIN")
    tags = {"og:title": told or "Kifu", "og:site_name": "Kifu", "og:type": "website"}
    if origin is not None and told is not None:
        picture = f"https://{origin}/v1/games/{game}/picture.png"
        tags |= {"og:url": f"https://{origin}/games/{game}", "og:image": picture, "og:image:alt": told}
        tags |= {"og:image:width": "1200", "og:image:height": "630", "twitter:card": "summary_large_image"}
    return "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in tags.items())


for number, (address, module) in enumerate(ADDRESSES.items()):
    blueprint.add_url_rule(address, f"page{number}", show_page, defaults={"module": module})
blueprint.add_url_rule("/static/<digest>/<path:name>", "file", send_file)
