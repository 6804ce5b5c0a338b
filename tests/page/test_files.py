"""The files of the page: how they are served, what they may do, and that no text is missing."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from html import escape, unescape
from pathlib import Path
from typing import cast
from uuid import UUID

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from api.problems import PROBLEMS
from api.responses.preferred import preferred_language
from page.serving import ADDRESSES, POLICY, blueprint, show_missing
from page.site import STYLES, list_languages, read_site

PAGE = Path(__file__).resolve().parents[2] / "page"
MOST_BYTES = 150_000
"""The most bytes that a first visit may load, compressed."""
SAID = re.compile(r'\bsay\(\s*"([^"]+)"')
LISTED = re.compile(r'"([a-z]+(?:\.[a-z0-9-]+)+)"')
PLACEHOLDER = re.compile(r"\{(\w+)\}")


GAME = UUID("00000000-0000-0000-0000-000000000001")


@pytest.fixture
def client() -> FlaskClient:
    app = Flask("page", static_folder=None)
    app.config["TELL_GAME"] = {GAME: 'Micro Dojo: "Ada"'}.get
    app.config["PREFERRED_LANGUAGE"] = preferred_language
    app.register_blueprint(blueprint)
    return app.test_client()


def catalogue(language: str) -> dict[str, str | dict[str, str]]:
    return cast(dict[str, str | dict[str, str]], json.loads(read_site().files[f"words/{language}.json"].plain))


def modules() -> Mapping[str, str]:
    files = read_site().files.items()
    return {name: file.plain.decode() for name, file in files if name.endswith(".mjs") and "vendor" not in name}


def test_every_address_of_the_page_answers_with_the_document(client: FlaskClient) -> None:
    for address in ADDRESSES:
        path = re.sub(r"<uuid:\w+>", "00000000-0000-0000-0000-000000000001", address)
        answer = client.get(re.sub(r"<\w+>", "anna", path))
        assert answer.status_code == 200
        assert answer.headers["Content-Security-Policy"] == POLICY


@pytest.mark.parametrize("language", list_languages())
def test_the_document_is_in_the_language_of_the_browser_before_its_modules_run(
    client: FlaskClient, language: str
) -> None:
    words = catalogue(language)
    for answer in (client.get("/", headers=asked_in(language)), show_missing_in(client, language)):
        assert f'<html lang="{language}"' in answer.get_data(as_text=True)
        for key in ("frame.description", "frame.no-script", "frame.api"):
            assert escape(str(words[key])) in answer.get_data(as_text=True)
        assert "{{" not in answer.get_data(as_text=True)
        assert (answer.headers["Content-Language"], answer.headers["Vary"]) == (language, "Accept-Language")
    assert client.get("/static/old/app.mjs", headers=asked_in(language)).text.strip() == words["frame.no-file"]


def asked_in(language: str) -> dict[str, str]:
    return {"Accept-Language": language, "Accept": "text/html"}


def show_missing_in(client: FlaskClient, language: str) -> Response:
    with client.application.test_request_context("/nowhere", headers=asked_in(language)):
        answer = show_missing()
    assert answer is not None
    assert answer.status_code == 404
    return answer


def test_the_document_names_all_modules_that_its_page_needs_and_no_others(client: FlaskClient) -> None:
    game, front = client.get("/games/00000000-0000-0000-0000-000000000001").text, client.get("/").text
    assert "/pages/game.mjs" in game
    assert "/game/live.mjs" in game
    assert "/pages/home.mjs" not in game
    assert "/pages/home.mjs" in front
    assert len(re.findall("modulepreload", game)) == len(read_site().needed_by("app.mjs", "pages/game.mjs"))


@pytest.mark.parametrize("language", list_languages())
def test_the_document_asks_for_one_style_sheet_and_for_its_words_and_names_every_language(
    client: FlaskClient, language: str
) -> None:
    text = client.get("/", headers=asked_in(language)).text
    static = f"/static/{read_site().digest}"
    assert re.findall(r'rel="stylesheet" href="([^"]+)"', text) == [f"{static}/page.css"]
    assert re.findall(r'rel="preload" href="([^"]+)"', text) == [f"{static}/words/{language}.json"]
    (named,) = re.findall(r'data-languages="([^"]+)"', text)
    assert json.loads(unescape(named)) == {code: catalogue(code)["frame.language.name"] for code in list_languages()}
    sheets = [(PAGE / "static" / name).read_bytes() for name in STYLES]
    assert client.get(f"{static}/page.css").data == b"".join(sheets)
    assert sorted(STYLES) == sorted(path.name for path in (PAGE / "static").glob("*.css"))


def test_a_preview_shows_the_picture_at_the_public_address_whatever_host_is_asked(client: FlaskClient) -> None:
    path = "/games/00000000-0000-0000-0000-000000000001"
    for headers in ({}, {"Host": "evil.example"}, {"Host": ""}):
        assert "og:image" not in client.get(path, headers=headers).text
    client.application.config["ORIGIN"] = "kifu.example"
    for headers in ({}, {"Host": "evil.example"}, {"Host": ""}):
        text = client.get(path, headers=headers).text
        assert f'<meta property="og:image" content="https://kifu.example/v1{path}/picture.png">' in text
        assert '<meta property="og:title" content="Micro Dojo: &quot;Ada&quot;">' in text
        assert "evil" not in text


def test_the_addresses_are_those_of_the_page_itself() -> None:
    routes = re.findall(r'import\("\./pages/(\w+)\.mjs"\)', modules()["app.mjs"])
    assert sorted(routes) == sorted(ADDRESSES.values())


def test_the_policy_allows_nothing_unsafe_and_no_other_host() -> None:
    assert "unsafe" not in POLICY
    assert "http" not in POLICY
    assert "require-trusted-types-for 'script'" in POLICY


def test_the_document_has_no_script_and_no_style_of_its_own(client: FlaskClient) -> None:
    text = client.get("/").text
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
    assert "<style" not in text
    assert not re.search(r'\sstyle="', text)


def test_a_file_under_the_current_digest_is_kept_for_good(client: FlaskClient) -> None:
    answer = client.get(f"/static/{read_site().digest}/app.mjs", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer.headers["Cache-Control"]
    assert gzip.decompress(answer.data) == read_site().files["app.mjs"].plain
    plain = client.get(f"/static/{read_site().digest}/app.mjs")
    assert plain.data == read_site().files["app.mjs"].plain


def test_a_file_of_another_release_is_not_found(client: FlaskClient) -> None:
    assert client.get("/static/0000000000000000/app.mjs").status_code == 404
    assert client.get(f"/static/{read_site().digest}/../site.py").status_code == 404


def test_modules_are_sent_without_comments_and_indentation_and_with_the_same_lines() -> None:
    for name, text in modules().items():
        source = (PAGE / "static" / name).read_text("utf-8").split("\n")
        assert [line for line in text.split("\n") if line.startswith((" ", "//"))] == []
        assert len(source) == len(text.split("\n")), name


@pytest.mark.parametrize("module", sorted(set(ADDRESSES.values())))
def test_a_first_visit_weighs_little(module: str) -> None:
    site = read_site()
    styles = [name for name in site.files if name.endswith(".css")]
    words = max(len(site.files[f"words/{language}.json"].gzipped) for language in list_languages())
    loaded = site.needed_by("app.mjs", f"pages/{module}.mjs") + styles
    weight = {name: len(site.files[name].gzipped) for name in loaded}
    assert words + sum(weight.values()) < MOST_BYTES, sorted(weight.items(), key=lambda item: -item[1])[:8]


def test_every_module_imports_files_that_exist() -> None:
    names = set(read_site().files)
    for name, text in modules().items():
        folder = Path(name).parent
        for wanted in re.findall(r'(?:from|import)\s*\(?\s*"(\.[^"]+)"', text):
            found = (PAGE / "static" / folder / wanted).resolve().relative_to(PAGE / "static")
            assert str(found) in names, f"{name} imports {wanted}"


def test_every_text_that_the_page_says_stands_in_every_catalogue() -> None:
    said = {key for text in modules().values() for key in SAID.findall(text)}
    for language in list_languages():
        assert said - catalogue(language).keys() == set()


def test_no_catalogue_has_a_text_that_nobody_says() -> None:
    serving = [(PAGE / name).read_text("utf-8") for name in ("serving.py", "templates/page.html")]
    everything = "\n".join([*modules().values(), *serving]).replace("{{ ", '"').replace(" }}", '"')
    listed = set(LISTED.findall(everything))
    starts = set(re.findall(r"[`\"]([a-z]+(?:[.-][a-z0-9-]+)*\.)\$\{", everything))
    unsaid = {key for key in catalogue("en") if key not in listed and f'"{key}"' not in everything}
    assert {key for key in unsaid if not key.startswith(tuple(starts) or ("\0",))} == set()


@pytest.mark.parametrize("language", [language for language in list_languages() if language != "en"])
def test_a_translation_has_the_texts_of_the_english_and_their_values(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert english.keys() == other.keys()
    for key, text in english.items():
        assert values_of(text) == values_of(other[key]), key


def values_of(text: str | Mapping[str, str]) -> set[str]:
    forms = [text] if isinstance(text, str) else text.values()
    return {name for form in forms for name in PLACEHOLDER.findall(form)}


def test_problems_have_the_titles_that_the_service_gives_them() -> None:
    titles = {key: text for key, text in catalogue("en").items() if re.fullmatch(r"problem\..+\.title", key)}
    said = {key.split(".")[1]: text for key, text in titles.items()}
    assert said == {code: PROBLEMS[code].title for code in said}
    assert len(said) > 50


def test_every_catalogue_says_each_text_once() -> None:
    for language in list_languages():
        found: list[str] = []
        for file in sorted((PAGE / "catalogues" / language).glob("*.json")):
            found += json.loads(file.read_text("utf-8"))
        assert len(found) == len(set(found))
