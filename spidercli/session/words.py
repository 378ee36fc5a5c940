"""The words of the game in the languages it speaks.

A message is written in English where it is said and looked up with gettext. The catalogs lie
beside this package: ``locale/<language>/LC_MESSAGES/spider.po`` is what translators edit,
``spider.mo`` is made of it and is what is read here.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

Words = gettext.NullTranslations
"""What looks a message up: ``words.gettext(text)``, ``words.ngettext(one, many, n)``."""

LANGUAGES: Final = ("en", "hu", "ja", "ko")
LOCALE_DIR: Final = Path(__file__).parent.parent / "locale"
DOMAIN: Final = "spider"

_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def load_words(language: str) -> Words:
    """Return the words of a language; English where there is no catalog of it."""
    return gettext.translation(DOMAIN, LOCALE_DIR, [language], fallback=True)


def preferred_language(environ: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment asks for, or English where we do not speak it.

    The variables count as they do for gettext: the first that is set decides, LANGUAGE may be
    a list, and the C locale wants no translation at all.
    """
    locale = next((environ[name] for name in _VARIABLES[1:] if environ.get(name)), "C")
    if locale.split(".")[0] in ("C", "POSIX"):
        return "en"
    asked = environ.get("LANGUAGE") or locale
    for name in asked.split(":"):
        language = name.replace("-", "_").split("_")[0].split(".")[0].lower()
        if language in LANGUAGES:
            return language
    return "en"


def can_be_written(language: str, encoding: str) -> bool:
    """Whether an encoding holds the letters of a language: Unicode holds all, others English."""
    return language == "en" or encoding.lower().replace("_", "-").startswith(("utf-", "utf8"))


def suit_names(words: Words) -> tuple[str, str, str, str]:
    """Return the names of the suits, in the order of their numbers."""
    _ = words.gettext
    return _("spades"), _("hearts"), _("diamonds"), _("clubs")
