"""The pages themselves: one for the table, one each for a new game, the score sheet, photos, the camera, a lesson."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from engine.games import find_game, names
from webui.boards import COLOURS
from webui.desk import Desk
from webui.present import Viewer
from webui.qr import qr_svg
from webui.visitors import gate, language, viewer
from webui.words import LANGUAGES, catalogue, term

pages = Blueprint("pages", __name__)


def _render(template: str, **more: Any) -> str:
    lang = language()
    words = json.dumps({"sentences": catalogue(lang)["page"], "terms": catalogue(lang)["terms"]}, ensure_ascii=False)
    return render_template(
        template,
        lang=lang,
        languages=LANGUAGES,
        words=words.replace("<", "\\u003c"),  # the catalogue stands inside a script element
        t=lambda text, **values: _page_word(text, lang).format(**values),
        term=lambda word: term(word, lang),
        **more,
    )


def _page_word(text: str, lang: str) -> str:
    return str(catalogue(lang)["page"].get(text, text))


@pages.get("/")
def page() -> str:
    return _render("page.html")


@pages.get("/new")
def new_game() -> str:
    return _render("new.html", games=[_game(name) for name in names()])


def _game(name: str) -> Mapping[str, Any]:
    game = find_game(name)
    return {"name": name, "least": game.seats.start, "most": game.seats.stop - 1}


@pages.get("/sheet")
def sheet() -> str:
    return _render("sheet.html")


@pages.get("/photo")
def photo() -> str:
    return _render("photo.html", games=names())


@pages.get("/calibrate")
def calibrate() -> str:
    return _render("calibrate.html")


@pages.get("/teach")
def teach() -> str:
    return _render("teach.html", games=names())


@pages.get("/board")
def board() -> str:
    return _render("board.html", colours=COLOURS)


@pages.get("/join")
def join() -> str:
    """The code stands behind the # of the address, which a browser keeps to itself; a script posts it."""
    return _render("join.html")


@pages.get("/api/address")
def address() -> Response:
    """Where phones find the page; the join code only for those who play, or while the table's own button shows it."""
    desk: Desk = current_app.extensions["desk"]
    snapshot = desk.snapshot
    who: Viewer = viewer(snapshot)
    known = who.may_play or snapshot.showing == "address"
    base = _best_address()
    link = f"{base}join#{gate().code}" if known else base
    return jsonify({"address": base, "code": gate().code if known else None, "svg": qr_svg(link)})


def _best_address() -> str:
    """The address in the home network if it is known, else the one by which this page was asked for."""
    given = current_app.config.get("ADDRESSES") or []
    return str(given[-1]) if given else request.host_url
