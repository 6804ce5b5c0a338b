"""Entity tags: `"7"` is a game at version 7, `"7-fr"` in French, and `"7-gzip"` compressed; others name contents."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
from flask import Response

from api.flask_app import current_request
from api.problems import malformed
from api.responses.compression import TAG_SUFFIX
from domain.kernel.language import ENGLISH, LANGUAGES, current_language, later

_TAG = re.compile(r'(W/)?"([\x21\x23-\x7e\x80-\xff]*)"')
_LIST = re.compile(rf"\s*{_TAG.pattern}\s*(,\s*{_TAG.pattern}\s*)*")
_VERSION = re.compile(rf"([0-9]{{1,9}})(-({'|'.join(map(re.escape, LANGUAGES))}))?")
NEVER = 0
"""A version that never matches."""

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "private, no-cache"


def demanded_version(current: Callable[[], int]) -> int | None:
    """Return the version that If-Match demands, or None if it demands none.

    Calls `current` only if several tags are given. A tag that is not a version gives NEVER, which matches nothing.
    Raises ApiError malformed if the header is not a list of entity tags.
    """
    header = current_request().environ.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    tags = _parse_tags(header)
    if tags is None:
        raise malformed(later('{name} takes entity tags such as "7".', name="If-Match"), header="If-Match")
    versions = _strong_versions(tags)
    if len(versions) > 1:
        now = current()
        return now if now in versions else max(versions)
    return versions.pop() if versions else NEVER


def held_tag(name: str) -> str | None:
    """Return the tag with this name that the client already has according to If-None-Match, or None.

    A weak tag counts, and that of a compressed response, whatever Accept-Encoding says. A header that is not a list of
    entity tags names none: the client then gets what it asks for once more.
    """
    header = current_request().environ.get("HTTP_IF_NONE_MATCH")
    if header is None:
        return None
    if header.strip() == "*":
        return f'"{name}"'
    tags = (tag for _, tag in _parse_tags(header) or [])
    return next((f'"{tag}"' for tag in tags if tag.removesuffix(TAG_SUFFIX) == name), None)


def send_unchanged(tag: str, *, cache: str) -> Response:
    """Send a 304: the client has what this tag names."""
    response = Response(status=304, headers={"ETag": tag, "Cache-Control": cache})
    del response.headers["Content-Type"]
    return response


def send_tagged(value: object, version: int, *, cache: str = REVALIDATE) -> Response:
    """Send `value` as JSON with the tag of its version, or 304 if the client has it."""
    held = answer_held(version, cache=cache)
    return held or send_tagged_bytes(msgspec.json.encode(value), "application/json", version, cache=cache)


def send_tagged_bytes(body: bytes, media_type: str, version: int, *, cache: str = REVALIDATE) -> Response:
    """Send bytes with the tag of their version."""
    headers = {"ETag": f'"{_name(version)}"', "Cache-Control": cache, "Vary": "Authorization"}
    return Response(body, content_type=media_type, headers=headers)


def answer_held(version: int, *, cache: str = REVALIDATE) -> Response | None:
    """Return a 304 if the client already has this version, before any other work is done; otherwise None."""
    held = held_tag(_name(version))
    if held is None:
        return None
    response = send_unchanged(held, cache=cache)
    response.headers["Vary"] = "Authorization"
    return response


def send_revalidated(value: object) -> Response:
    """Send public `value` as JSON that caches must revalidate each time."""
    return Response(msgspec.json.encode(value), content_type="application/json", headers={"Cache-Control": "no-cache"})


def send_uncached(value: object) -> Response:
    """Send `value` as JSON that no shared cache may store, since it describes a record at this moment."""
    response = Response(msgspec.json.encode(value), content_type="application/json")
    response.headers["Cache-Control"] = REVALIDATE
    response.headers["Vary"] = "Authorization"
    return response


def _parse_tags(header: str) -> list[tuple[str, str]] | None:
    """Return the tags of a list, with what says that one is weak; None if the header is not such a list."""
    if len(header) > 1000 or not _LIST.fullmatch(header):
        return None
    return [(weak, tag) for weak, tag in _TAG.findall(header)]


def _strong_versions(tags: list[tuple[str, str]]) -> set[int]:
    names = (tag.removesuffix(TAG_SUFFIX) for weak, tag in tags if not weak)
    return {int(found[1]) for name in names if (found := _VERSION.fullmatch(name)) is not None}


def _name(version: int) -> str:
    """Return the name of a version in the current language: a cache must not mix up languages."""
    language = current_language()
    return str(version) if language == ENGLISH else f"{version}-{language}"
