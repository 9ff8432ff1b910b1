"""Every text in three languages: sentences of the program, words of the page, terms of the games."""

from __future__ import annotations

import re
import string

import pytest

from engine.words import say
from tests.webui.templates import hand_made, page_words, sentences
from vision.pack import unseen_kinds
from webui.words import LANGUAGES, catalogue, language_of, translate

OTHERS = tuple(language for language in LANGUAGES if language != "en")


def _forms(entry: object) -> list[str]:
    return [entry] if isinstance(entry, str) else [str(form) for form in dict(entry).values()]  # type: ignore[call-overload]  # a TOML table


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_the_program_is_translated(language: str) -> None:
    missing = sorted(sentences() - set(catalogue(language)["sentences"]))
    assert not missing


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_of_the_page_is_translated(language: str) -> None:
    missing = sorted(page_words() - set(catalogue(language)["page"]))
    assert not missing


def test_no_error_is_worded_so_that_it_cannot_be_translated() -> None:
    assert not hand_made()


def test_something_is_collected_at_all() -> None:
    assert len(sentences()) > 150
    assert len(page_words()) > 100
    assert "{name}: take a column of tiles." in sentences()
    assert "Undo" in page_words()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_asks_for_nothing_that_the_sentence_does_not_know(language: str) -> None:
    told = catalogue(language)
    for template, entry in [*told["sentences"].items(), *told["page"].items()]:
        for form in _forms(entry):
            assert _fields(form) <= _fields(template), template


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_translated_that_nobody_says_any_more(language: str) -> None:
    told = catalogue(language)
    assert not sorted(set(told["page"]) - page_words())


@pytest.mark.parametrize("language", OTHERS)
def test_the_languages_have_the_same_terms(language: str) -> None:
    assert set(catalogue(language)["terms"]) == set(catalogue("it")["terms"])
    assert set(catalogue("en")["terms"]) <= set(catalogue(language)["terms"])


def test_a_sentence_is_filled_in_after_translation() -> None:
    said = say("{name}: lay {count} more tiles.", name="Giulia", count=3)
    assert translate(said, "it") == "Giulia: piazza ancora 3 tessere."
    assert translate(said, "fr") == "Giulia\u00a0: posez encore 3 tuiles."  # the colon never begins a line
    assert translate(said, "en") == "Giulia: lay 3 more tiles."


def test_one_is_no_plural() -> None:
    said = say("{name}: lay {count} more tiles.", name="Giulia", count=1)
    assert translate(said, "en") == "Giulia: lay one more tile."
    assert translate(said, "it") == "Giulia: piazza ancora una tessera."
    said = say("{name} has {taxis} taxis left: everyone has one more turn.", name="Ann", taxis=1)
    assert translate(said, "en") == "Ann has one taxi left: everyone has one more turn."
    assert translate(said, "it") == "A Ann resta un taxi: ognuno ha ancora un turno."
    assert translate(said, "fr") == "Il reste un taxi à Ann\u00a0: chacun a encore un tour."


def test_kinds_are_translated_and_names_are_not() -> None:
    said = say("{name} places a {kind} at {cell}.", name="car", kind="car", cell="0,1")
    assert translate(said, "it") == "car piazza una pedina auto in 0,1."


def test_what_is_unknown_stays_english() -> None:
    assert translate("something else", "fr") == "something else"


@pytest.mark.parametrize(
    ("wanted", "accepted", "language"),
    [
        ("fr", "it", "fr"),
        (None, "it-IT,it;q=0.9,en;q=0.8", "it"),
        (None, "de-DE,de;q=0.9,fr;q=0.8", "fr"),
        ("xx", "", "en"),
        (None, "", "en"),
    ],
)
def test_the_language_is_as_asked_or_as_the_browser_says(wanted: str | None, accepted: str, language: str) -> None:
    assert language_of(wanted, accepted) == language


def test_no_sentence_is_left_with_an_open_brace() -> None:
    for language in OTHERS:
        for entry in catalogue(language)["sentences"].values():
            for form in _forms(entry):
                assert not re.search(r"\{[^}]*$", form)


def test_words_of_the_game_are_translated_wherever_they_stand() -> None:
    said = say("{name}: move the {carts} cart.", name="White", carts="black or white")
    assert translate(said, "fr") == "White\u00a0: déplacez le wagonnet noir ou blanc."
    said = say("{owner}: turn the cart that was struck to {sides}.", owner="E", sides="N or E")
    assert translate(said, "it").endswith("nord o est.")
    said = say("The token allows {kinds}, not {kind}.", kinds="car or train", kind="traveller")
    assert "auto o treno" in translate(said, "it")


@pytest.mark.parametrize("language", OTHERS)
def test_what_a_lesson_has_not_shown_is_told_in_every_language(language: str) -> None:
    assert set(unseen_kinds([])) <= set(catalogue(language)["terms"])
