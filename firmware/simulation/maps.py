"""A map on the simulated table: claimed routes as wood, painted in two styles, and the pack that shows it empty."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from engine.ticket_to_ride_new_york.state import State
from firmware.cameras import Bgr
from vision.boards.drawn import save_board
from vision.boards.teach import teach
from vision.render.board_print import STYLES, new_york, print_board
from vision.render.board_scene import BoardScene, blank_photo, random_claims, shoot_board
from vision.render.camera import camera_over
from vision.render.light import DAY

GAME = "ticket-to-ride-new-york"
USUAL = "broadsheet"
PHOTO_SEEDS = (31, 32)
SIZE_PX = (1500, 1125)
Claimed = tuple[tuple[str, str, str], str]  # a route and whose pieces stand on it


def style_of(seed: int | None) -> str:
    """How the map is printed on a table with this seed."""
    return sorted(STYLES)[(seed or 0) % len(STYLES)]


def claims_of(state: Any) -> tuple[Claimed, ...]:
    """The claimed routes, in the order of the board."""
    if not isinstance(state, State):
        return ()
    owned = zip(state.board.routes, state.owners, strict=True)
    return tuple(
        ((*route.ends, route.colour), state.players[owner].colour) for route, owner in owned if owner is not None
    )


def as_seen(claims: tuple[Claimed, ...]) -> dict[str, Any]:
    """The map as a reader that never errs would print it."""
    return {"game": GAME, "claims": [{"route": list(route), "taxis": taxis} for route, taxis in claims]}


def is_seen(text: str) -> bool:
    """Whether a move changes what a camera sees."""
    return text.split()[1] == "claims"


class MapPainter:
    """A map's look on a table, from a camera that stands a little aside; the same claims give the same picture."""

    def __init__(self, style: str = USUAL) -> None:
        self._told = new_york()
        self._printed = print_board(self._told, STYLES[style])

    def paint(self, claims: tuple[Claimed, ...]) -> Bgr:
        width, height = (float(side) for side in self._told["size"])
        camera = camera_over((width / 2, height / 2), 1.3 * height, 1.25 * height, SIZE_PX, 6.0, 180.0, 90.0)
        told = tuple(as_seen(claims)["claims"])
        return shoot_board(BoardScene(self._told, self._printed, told, camera, DAY, tags=True), seed=1)[0]

    def empty(self) -> Bgr:
        """The picture of the empty board that people would make for a pack."""
        return blank_photo(self._printed, np.random.default_rng(0))


def taught_map(packs: Path, style: str = USUAL) -> Path:
    """The pack of the simulated map; the first time it is made and taught."""
    pack = packs / f"simulated-map-{style}"
    done = pack / "done"
    if not done.exists():
        painter, told = MapPainter(style), new_york()
        if not pack.exists():
            save_board(pack, told, painter.empty())
        lessons = [_some_claims(told, seed) for seed in PHOTO_SEEDS]
        teach(pack, [(painter.paint(claims), as_seen(claims)) for claims in lessons])
        done.touch()
    return pack


def _some_claims(told: dict[str, Any], seed: int) -> tuple[Claimed, ...]:
    claims = random_claims(told, np.random.default_rng(seed), 0.6)
    return tuple((tuple(claim["route"]), claim["taxis"]) for claim in claims)
