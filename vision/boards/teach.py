"""Teaches a board: labelled photos become the pieces' colours and the weights by which spaces are judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.boards.board import Board, open_board, with_routes
from vision.boards.claims import Owners, read_claims, route_logs, route_owners
from vision.boards.colours import learned_colours, named_colours
from vision.boards.evidence import features
from vision.boards.judge import taught_with_care, usual_judge
from vision.boards.locate import find_board
from vision.boards.pack import BoardPack, open_pack
from vision.boards.slots import Cuts, cut_spaces, view_from_above
from vision.other_photo import check_shown

Photo = NDArray[np.uint8]
# How firmly what many boards have taught is held on to.
STIFFNESS = 10.0
# Of the routes that are claimed by the photo or by its labels, so many are by both, and by the same: 87 to 100 of 100
# on boards that no judge was trained on, and with labels of another photo of the same board 13 to 43.
FEWEST = 8


class NothingTaught(ValueError):
    """There is no photo to learn from."""


@dataclass(frozen=True)
class BoardReport:
    """How many routes were learned, which labels the pictures contradict, and which pieces no photo shows."""

    learned: int
    not_found: tuple[str, ...]
    unseen: tuple[str, ...]


def teach(pack_dir: Path, pairs: Iterable[tuple[Photo, Mapping[str, Any]]]) -> BoardReport:
    """Learns a board's pieces from photos and who owns what on them; a pack that was taught is extended."""
    board, pack = with_routes(open_board(pack_dir)), open_pack(pack_dir, with_pictures=True)
    told = [(photo, read_claims(labels)) for photo, labels in pairs]
    for _, claims in told:
        route_owners(board, claims)
    for number, (photo, claims) in enumerate(told, 1):
        view = view_from_above(photo, find_board(photo, board))
        _check_claims(number, cut_spaces(view, board), board, route_owners(board, claims))
        pack.add(view, claims)
    return _learn(board, pack)


def _check_claims(number: int, cuts: Cuts, board: Board, told: Owners) -> None:
    """Raises OtherPhoto if a judge that knows no labels sees other claims, with the colours that the labels tell."""
    colours = learned_colours(named_colours(board.pieces), [(cuts, told[board.route_of_space])])
    seen = route_logs(board, usual_judge().judged(features(cuts, colours))).argmax(axis=1)
    claimed = (seen > 0) | (told > 0)
    check_shown(number, (seen == told)[claimed], FEWEST)


def _learn(board: Board, pack: BoardPack) -> BoardReport:
    if not pack.photos:
        raise NothingTaught("no labelled photo was given")
    owners = [route_owners(board, photo.claims) for photo in pack.photos]
    shots = [
        (cut_spaces(photo.view, board), told[board.route_of_space])
        for photo, told in zip(pack.photos, owners, strict=True)
    ]
    colours = learned_colours(named_colours(board.pieces), shots)
    given = np.concatenate([features(cuts, colours) for cuts, _ in shots])
    wanted = np.concatenate([told for _, told in shots])
    pack.judge, trusted = taught_with_care(usual_judge(), given, wanted, STIFFNESS)
    pack.colours = dict(zip(board.pieces, colours, strict=True))
    pack.save()
    unseen = tuple(name for name, colour in zip(board.pieces, colours, strict=True) if not colour.seen_px)
    return BoardReport(len(board.routes) * len(shots), _doubted(board, trusted.reshape(len(shots), -1)), unseen)


def _doubted(board: Board, trusted: NDArray[np.bool_]) -> tuple[str, ...]:
    """The routes whose label none of their spaces bears out."""
    return tuple(
        f"photo {number + 1}: {' - '.join(route.name)} does not look as labelled"
        for number, spaces in enumerate(trusted)
        for n, route in enumerate(board.routes)
        if not spaces[board.route_of_space == n].any()
    )
