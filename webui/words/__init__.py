"""Sentences in the language of a phone: a catalogue for each, keyed by the English template."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from engine.words import Said

LANGUAGES = {"it": "Italiano", "fr": "Français", "en": "English"}
OTHERWISE = "en"

# Values that are words of the game and not somebody's name; only these are looked up among the terms.
# Values in which words of the game stand among names: cards with their numbers, a route with its colour.
MIXED_KEYS = ("cards", "route", "pieces", "lying")
MIXED_TERMS = ("red", "orange", "yellow", "green", "blue", "turquoise", "purple", "pink", "white", "gray", "black",
               "locomotive", "taxi")  # fmt: skip
TERM_KEYS = ("kind", "what", "objective", "challenge", "colour", "card", "side", "jewel", "clan", "die", "on", "part")
# Values that are nothing but words of the game, with "or" or commas between them; and several names with "and".
WORDS_KEYS = ("carts", "sides", "token", "kinds", "colours", "mines")
NAMES_KEYS = ("names", "who")

_WORD = re.compile(r"[\w-]+")
_MIXED = re.compile(rf"\b({'|'.join(MIXED_TERMS)})\b")


@cache
def catalogue(language: str) -> Mapping[str, Mapping[str, Any]]:
    """The sentences and terms of a language; English has only what must differ for the number one."""
    text = (files("webui.words") / f"{language}.toml").read_text(encoding="utf-8")
    read: Mapping[str, Mapping[str, Any]] = tomllib.loads(_kept_together(text) if language == "fr" else text)
    return read


def _kept_together(text: str) -> str:
    """French sets its double signs apart; a line never begins with one of them."""
    return re.sub(r" (?=[:;?!»])|(?<=«) ", "\u00a0", text)


def language_of(wanted: str | None, accepted: str = "") -> str:
    """The language that a phone wants, or the first of those that its browser accepts that we have."""
    if wanted in LANGUAGES:
        return str(wanted)
    for part in accepted.replace(" ", "").split(","):
        language = part.split(";")[0].split("-")[0].lower()
        if language in LANGUAGES:
            return language
    return OTHERWISE


def translate(text: str, language: str) -> str:
    """A sentence in a language; what the catalogue does not have stays English."""
    if isinstance(text, Said):
        values = {key: _value(key, value, language) for key, value in text.values.items()}
        template = _template(text.template, text.values, language)
        return template.format(**values) if values else template
    return _template(text, {}, language)


def term(word: str, language: str) -> str:
    """A word of a game: a kind of pawn, an objective, a part of the score."""
    return str(catalogue(language)["terms"].get(word, word))


def _template(template: str, values: Mapping[str, object], language: str) -> str:
    found = catalogue(language)["sentences"].get(template, template)
    if isinstance(found, str):
        return found
    number = next((value for value in values.values() if isinstance(value, int)), 2)
    form = {0: "none", 1: "one"}.get(number, "other")
    return str(found.get(form, found["other"]))


def _value(key: str, value: object, language: str) -> object:
    if isinstance(value, Said):
        return translate(value, language)
    if isinstance(value, str) and key in TERM_KEYS:
        return term(value, language)
    if isinstance(value, str) and key in WORDS_KEYS:
        known = catalogue(language)["terms"]
        return known[value] if value in known else _WORD.sub(lambda word: term(word.group(), language), value)
    if isinstance(value, str) and key in NAMES_KEYS:
        return value.replace(" and ", f" {term('and', language)} ")
    if key in MIXED_KEYS:
        return _MIXED.sub(lambda word: term(word.group(), language), str(value))
    return value
