"""From a photo of a map with routes to who claimed which, in the form of the contract."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput
from vision.boards.board import Board, open_board, with_routes
from vision.boards.claims import route_logs, settled
from vision.boards.colours import learned_colours, named_colours
from vision.boards.evidence import Evidence
from vision.boards.judge import usual_judge
from vision.boards.locate import Place, find_board
from vision.boards.pack import open_pack
from vision.boards.slots import Cuts, cut_spaces, view_from_above

Bgr = NDArray[np.uint8]
GAME = "ticket-to-ride-new-york"
# Below this a free route is named as doubtful.
CLEAR = 0.9
# The pieces' colours are learned anew from the photo itself, where it is this clear whose a route is.
OBVIOUS = 0.97
# Of the routes that look certain, so many are wrong after all: where a lamp's reflection bleaches a whole piece.
LAPSE = 0.01


class NoBoard(BadInput):
    """Boards can only be read with a pack that tells what is printed on them."""


def see(photo_bgr: Bgr, pack: Path | None = None) -> tuple[dict[str, Any], tuple[Board, Place]]:
    """The claims on the board, and where the board lies."""
    if pack is None:
        raise NoBoard("A board is read with its pack: name one by --pack, with board.toml and blank.jpg in it.")
    board = with_routes(open_board(pack))
    place = find_board(photo_bgr, board)
    owners, chances = read_claims(cut_spaces(view_from_above(photo_bgr, place), board), board, pack)
    claims = [
        {"route": route.name, "taxis": board.pieces[owner - 1], "confidence": round(float(chance), 4)}
        for route, owner, chance in zip(board.routes, owners, chances, strict=True)
        if owner
    ]
    doubtful = [
        {"route": route.name, "confidence": round(float(chance), 4)}
        for route, owner, chance in zip(board.routes, owners, chances, strict=True)
        if not owner and chance < CLEAR
    ]
    return {"game": GAME, "claims": claims, "doubtful": doubtful}, (board, place)


def read_claims(cuts: Cuts, board: Board, pack: Path) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """The owner of each route (0 nobody) and the chance that this is right, with what the pack has learned."""
    known = open_pack(pack)
    named = named_colours(board.pieces)
    colours = tuple(known.colours.get(name, colour) for name, colour in zip(board.pieces, named, strict=True))
    judge, evidence = known.judge or usual_judge(), Evidence(cuts)
    owners, chances = settled(board, route_logs(board, judge.judged(evidence.of(colours))))
    obvious = np.where(chances > OBVIOUS, owners, -1)[board.route_of_space]
    own = learned_colours(colours, [(cuts, obvious)])
    owners, chances = settled(board, route_logs(board, judge.judged(evidence.of(own))))
    return owners, chances * (1 - LAPSE)
