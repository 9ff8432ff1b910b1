"""Colour is never the only sign: what differs in hue differs in a shape, a letter or a number too, in real Chromium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.game import seat
from firmware.service import Service
from tests.webui.conftest import Start

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[dev]'")
from tests.webui.browsing import LAPTOP, Open, Page, expect  # after the check

RAILROAD, RAILS, NEW_YORK, CARDS = (
    "railroad-tiles", "off-the-rails", "ticket-to-ride-new-york", "ticket-to-ride-card-game",
)  # fmt: skip
LOCALES = ("en-GB", "it-IT", "fr-FR")
NAMES = ("Giulia", "Mirko", "Chloé", "Ann")


def _shapes(page: Page, module: str, call: str) -> Any:
    return page.evaluate(f"import('/static/js/{module}.js').then((found) => {call})")


def _open(serve: Callable[..., str], look: Open, service: Service, locale: str = "en-GB") -> Page:
    page = look(serve(service), LAPTOP, locale)
    expect(page.locator("#scores button").first).to_be_visible()
    return page


def test_every_colour_has_a_shape_of_its_own(start: Start, serve: Callable[..., str], look: Open) -> None:
    page = look(serve(start()))
    shapes = _shapes(page, "signs", "found.SHAPES")
    assert len(set(shapes.values())) == len(shapes) == 12
    gems = _shapes(
        page, "mine", "found.JEWELS.map((kind) => found.gem(kind, 0, 0).querySelector('path').getAttribute('d'))"
    )
    assert len(set(gems)) == len(gems) == 5
    pawns = _shapes(page, "tile", "['car', 'train', 'traveller'].map((kind) => found.pawnShape(kind, true).innerHTML)")
    assert len(set(pawns)) == len(pawns)


def test_pieces_of_colours_with_one_initial_have_different_letters(
    start: Start, serve: Callable[..., str], look: Open
) -> None:
    page = look(serve(start()))
    colours = ["blue", "black", "red", "green", "gray", "white", "yellow", "purple", "pink", "orange"]
    letters = page.evaluate("(all) => import('/static/js/signs.js').then((found) => found.letters(all))", colours)
    assert len(set(letters.values())) == len(colours)


def test_routes_and_claims_are_told_apart_without_colour(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start(NEW_YORK, NAMES, moves=150, bot="good")
    page = _open(serve, look, service)
    routes = page.locator(".city-map .route").evaluate_all(
        """(all) => all.map((one) => ({
            colour: /colour-(\\w+)/.exec(one.querySelector('.space').getAttribute('class'))[1],
            spaces: one.querySelectorAll('.space').length,
            shapes: [...one.querySelectorAll('.colour-sign')].map((sign) => sign.getAttribute('d')),
            taxis: [...one.querySelectorAll('.taxi text')].map((sign) => sign.textContent),
            title: one.querySelector('title').textContent}))"""
    )
    signs = {one["colour"]: tuple(set(one["shapes"])) for one in routes if not one["taxis"]}
    assert len(set(signs.values())) == len(signs) > 2
    assert all(len(one["shapes"]) == one["spaces"] for one in routes if not one["taxis"] and one["colour"] != "gray")
    claimed = [one for one in routes if one["taxis"]]
    assert len({one["taxis"][0] for one in claimed}) > 1
    for one in claimed:  # the number on the taxis is the one beside the player's name
        name = NAMES[int(one["taxis"][0]) - 1]
        assert one["title"].endswith(name)
        assert one["taxis"] == one["taxis"][:1] * one["spaces"]
        expect(page.get_by_label(name, exact=True).locator(".badge").first).to_have_text(one["taxis"][0])


@pytest.mark.parametrize("locale", LOCALES)
def test_carts_have_the_letter_of_their_clan(start: Start, serve: Callable[..., str], look: Open, locale: str) -> None:
    service = start(RAILS, NAMES, moves=90, bot="good")
    page = _open(serve, look, service, locale)
    clans = [page.get_by_label(name, exact=True).locator(".clan-name .sign").text_content() for name in NAMES]
    assert len(set(clans)) == len(NAMES)
    carts = page.locator(".mine-board .cart").evaluate_all(
        """(all) => all.map((one) => [/clan-(\\w+)/.exec(one.getAttribute('class'))[1],
            one.querySelector('.cart-clan').textContent])"""
    )
    assert len(carts) > 2
    of_clan = {player["clan"]: clans[k] for k, player in enumerate(_players(page))}
    assert all(of_clan[clan] == letter for clan, letter in carts)


def _players(page: Page) -> Any:
    return page.evaluate("() => fetch('/api/state').then((answer) => answer.json())")["view"]["players"]


@pytest.mark.parametrize("game", [NEW_YORK, CARDS])
def test_cards_have_a_shape_and_a_name(start: Start, serve: Callable[..., str], look: Open, game: str) -> None:
    page = _open(serve, look, start(game, moves=60, bot="good"))
    cards = page.locator(".play-card:not(.gap)").evaluate_all(
        """(all) => all.map((one) => [/colour-(\\w+)/.exec(one.getAttribute('class'))[1],
            one.querySelector('.card-sign').getAttribute('data-sign'), one.querySelector('.card-name').textContent])"""
    )
    assert cards
    assert all(kind == sign and name for kind, sign, name in cards)


def test_players_have_a_number_beside_their_colour(start: Start, serve: Callable[..., str], look: Open) -> None:
    page = _open(serve, look, start(RAILROAD, NAMES, moves=200))
    for k, name in enumerate(NAMES):
        assert page.get_by_label(name, exact=True).locator(".badge").first.text_content() == seat(k)[1:]
    dashes = page.locator(".growth .curve").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('stroke-dasharray'))"
    )
    assert len(set(dashes)) == len(dashes)
