"""What a correction teaches of a game that is read as a whole: carts and squares, taxis on routes, rows of cards.

Only what was read otherwise at one place is a lesson: where more differs, the table is not as recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BadInput, ClearNo
from firmware.cameras import Bgr
from vision.readers import READERS
from webui.desk import Snapshot

MOST_DIFFERENCES = 2  # a piece that is elsewhere is missing at one place and new at another

Labels = Mapping[str, Any]


@dataclass(frozen=True)
class BoardLesson:
    """The whole table as it really lies, in the form that `see` prints."""

    game: str
    labels: Labels


def board_lesson_of(snapshot: Snapshot) -> BoardLesson | None:
    """What the last entry of the story teaches, if it corrected something that lies in the open."""
    if snapshot.game is None or snapshot.game.name not in _TRUTHS or not snapshot.story:
        return None
    last, (is_open, truth) = snapshot.story[-1], _TRUTHS[snapshot.game.name]
    if last.do != "correct" or not is_open(last.text):
        return None
    labels = truth(snapshot.game.view(snapshot.state))
    return BoardLesson(snapshot.game.name, {"game": snapshot.game.name, **labels})


def teach_board(pack: Path, lesson: BoardLesson, picture_bgr: Bgr) -> bool:
    """Teach a pack what it reads otherwise on this picture; tells whether there was something to learn."""
    if lesson.game not in READERS:
        return False
    reader = READERS[lesson.game]
    read = reader.module("see").see(picture_bgr, pack)[0]
    if not 1 <= differences(read, lesson.labels) <= MOST_DIFFERENCES:
        return False
    lessons = reader.module("teach")
    try:
        lessons.teach(pack, [(picture_bgr, lesson.labels)])
    except (lessons.NothingTaught, BadInput, ClearNo):
        # A table of an own box may hold what the readers' labels do not have, and the record may be another table's.
        return False
    return True


def differences(read: Labels, truth: Labels) -> int:
    """At how many places two tables differ."""
    one, other = Counter(_pieces(read)), Counter(_pieces(truth))
    return len({place for place, _ in (one - other) + (other - one)})


def _pieces(table: Labels) -> list[tuple[str, str]]:
    """Everything that lies there, as place and what."""
    found = [
        (f"route {sorted(claim['route'][:2])} {claim['route'][2]}", claim["taxis"]) for claim in _all(table, "claims")
    ]
    for cell in _all(table, "cells"):
        found.append((f"cell {list(cell['at'])}", f"{cell['track']} {sorted(cell['jewels'])} {cell['abyss']}"))
    for cart in _all(table, "carts"):
        found.append((f"cart {list(cart['at'])}", f"{cart['clan']} {cart['facing']} {cart['speed']}"))
    for zone in _all(table, "zones"):
        found += [(f"zone {zone['zone']} {entry['kind']}", str(entry["count"])) for entry in _all(zone, "cards")]
    return found


def _all(table: Labels, key: str) -> list[Any]:
    return list(table.get(key) or ())


def _mine(view: Labels) -> dict[str, Any]:
    carts = [cart for player in view["players"] for cart in player["carts"] if cart["at"]]
    return {
        "cells": view["cells"],
        "carts": [{key: cart[key] for key in ("clan", "at", "facing", "speed")} for cart in carts],
    }


def _claims(view: Labels) -> dict[str, Any]:
    return {
        "claims": [
            {"route": list(route), "taxis": player["colour"]}
            for player in view["players"]
            for route in player["routes"]
        ]
    }


def _yards(view: Labels) -> dict[str, Any]:
    return {
        "zones": [{"zone": number, "cards": _cards(player["yard"])} for number, player in enumerate(view["players"], 1)]
    }


def _cards(yard: list[Labels]) -> list[dict[str, Any]]:
    count: Counter[str] = Counter()
    for group in yard:
        count[group["colour"]] += group["coloured"]
        count["locomotive"] += group["locomotives"]
    return [{"kind": kind, "count": number} for kind, number in count.items() if number]


# For each game which corrections are of something in the open, and the table as it lies.
_TRUTHS: dict[str, tuple[Callable[[str], bool], Callable[[Labels], dict[str, Any]]]] = {
    "off-the-rails": (lambda text: text.split()[0].lower() in ("cart", "track", "jewels", "abyss"), _mine),
    "ticket-to-ride-new-york": (lambda text: " belongs to " in text, _claims),
    "ticket-to-ride-card-game": (lambda text: " row is " in text, _yards),
}
