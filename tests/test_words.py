"""The catalogs of words: whole, sound, compiled, and in the wheel.

``python tests/test_words.py`` brings every ``.po`` file up to date with the messages in the
sources, keeps the translations that are there, and compiles the ``.mo`` files.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from string import Formatter

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from wcwidth import wcswidth

from solver.players.hint import Reason
from solver.rules.position import EXPLANATIONS
from solver.rules.variant import VARIANTS, Variant, find_variant
from spidercli.session.rules_page import rules_page
from spidercli.session.screen import wrapped
from spidercli.session.words import (
    DOMAIN,
    LANGUAGES,
    LOCALE_DIR,
    can_be_written,
    load_words,
    preferred_language,
)

TRANSLATED = [language for language in LANGUAGES if language != "en"]
SOURCES = LOCALE_DIR.parent

FROM_THE_LIBRARY = [
    *EXPLANATIONS.values(),
    *(reason.value for reason in Reason),
    "nothing to undo (R11)",
    "nothing to redo (R11)",
    "only the last 100 actions can be taken back (R11)",
]
"""Texts of the library that a player is told; the library itself speaks English only."""


def messages() -> list[str | tuple[str, str]]:
    """Return every message that can be told, those with a plural as a pair."""
    found = [
        text
        for _, _, text, _, _ in extract_from_dir(
            SOURCES, [("session/**.py", "python")], comment_tags=()
        )
    ]
    return list(dict.fromkeys([*found, *FROM_THE_LIBRARY]))


def po_file(language: str) -> Path:
    return LOCALE_DIR / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_catalog(language: str) -> Catalog:
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


HEADER = """# {language} words of spider-solitaire.
msgid ""
msgstr ""
"Language: {locale}\\n"
"Plural-Forms: {plural_forms}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def update(language: str) -> None:
    """Bring the catalog of a language up to date with the sources, and compile it."""
    old = read_catalog(language) if po_file(language).exists() else Catalog(locale=language)
    new = Catalog(locale=language, domain=DOMAIN)
    for message in messages():
        known = old.get(message if isinstance(message, str) else message[0])
        new.add(message, known.string if known else None)
    body = io.BytesIO()
    write_po(body, new, width=100, omit_header=True)
    head = HEADER.format(
        language=Locale.parse(language).english_name,
        locale=language,
        plural_forms=new.plural_forms,
    )
    po_file(language).parent.mkdir(parents=True, exist_ok=True)
    po_file(language).write_bytes(head.encode() + body.getvalue())
    with po_file(language).with_suffix(".mo").open("wb") as file:
        write_mo(file, read_catalog(language))


def first(message: str | tuple[str, str]) -> str:
    return message if isinstance(message, str) else message[0]


def fields_of(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalog_holds_every_message_and_no_other(language: str) -> None:
    catalog = read_catalog(language)
    known = {first(message.id) for message in catalog if message.id}
    assert known == {first(message) for message in messages()}
    for message in catalog:
        texts = [message.string] if isinstance(message.string, str) else message.string
        assert all(texts), message.id
        assert not message.fuzzy or not message.id, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_keeps_the_fields_the_rules_and_the_commands(language: str) -> None:
    for message in read_catalog(language):
        if not message.id:
            continue
        texts = [message.string] if isinstance(message.string, str) else message.string
        for text in texts:
            assert fields_of(text) == fields_of(first(message.id)), text
            rules = set(re.findall(r"[RST][0-9]+", first(message.id)))
            assert set(re.findall(r"[RST][0-9]+", text)) == rules, text
            assert "--resume" in text or "--resume" not in first(message.id), text


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalog_is_that_of_the_text(language: str) -> None:
    words = load_words(language)
    for message in read_catalog(language):
        if not message.id:
            continue
        if isinstance(message.id, str):
            assert words.gettext(message.id) == message.string
        else:
            plurals = {words.ngettext(*message.id, n) for n in (0, 1, 2, 5)}
            assert plurals == set(message.string)


@pytest.mark.parametrize(
    "encoding", ["ascii", "cp1252", "cp1250", "cp932", "cp949", "utf-8", "utf8"]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_offered_only_where_all_its_words_can_be_written(
    language: str, encoding: str
) -> None:
    """T06: no stream gets a letter that it cannot hold."""
    assert can_be_written("en", encoding)
    if can_be_written(language, encoding) and language != "en":
        po_file(language).read_text(encoding="utf-8").encode(encoding)
    assert can_be_written(language, "UTF-8")


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "hu_HU.UTF-8"}, "hu"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fr:hu:ja"}, "hu"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "hu"}, "en"),
        ({"LANG": "xx_nonsense"}, "en"),
        ({"LC_MESSAGES": "ko", "LANG": "ja_JP"}, "ko"),
    ],
)
def test_the_language_is_the_one_that_the_environment_asks_for(
    environ: dict[str, str], language: str
) -> None:
    assert preferred_language(environ) == language


def test_an_unknown_language_is_english() -> None:
    assert load_words("xx").gettext("deal a row") == "deal a row"


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_fit_any_width_in_any_language(language: str, variant: Variant) -> None:
    """T07: wide letters fill two cells, and no line is wider than the terminal."""
    for paragraph in rules_page(variant, load_words(language)):
        for width in (20, 40, 79):
            assert all(wcswidth(line) <= width for line in wrapped(paragraph, width))


def test_the_rules_name_what_differs_between_the_games() -> None:
    words = load_words("en")
    spider = "\n".join(rules_page(find_variant("spider", 2, "relaxed"), words))
    assert "104 cards, 10 columns" in spider
    assert "all 8 runs" in spider
    assert "spades, hearts." in spider
    assert "whatever their suits. (R5, Relaxed)" in spider
    assert "never falls below 0" in spider
    assert "(T1)" not in spider
    spiderette = "\n".join(rules_page(find_variant("spiderette", 4), words))
    assert "52 cards, 7 columns" in spiderette
    assert "columns 1 to 3 only. (T1)" in spiderette
    assert "may fall below 0" in spiderette


if __name__ == "__main__":
    for each in TRANSLATED:
        update(each)
