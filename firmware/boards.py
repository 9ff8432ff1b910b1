"""New boards for the page: a photo is cut to its edges, and what people drew on it becomes a pack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2

from engine.errors import ClearNo
from engine.words import clause
from vision.boards.annotate import annotate
from vision.boards.board import make_board
from vision.boards.drawn import cut_to_edges, save_board, spread_spaces
from vision.boards.locate import lying_flat
from vision.boards.pack import PICTURE
from vision.photo import decode_photo

LONGEST = 5  # times as long as wide


class BoardMaker:
    """Makes packs in a folder."""

    def __init__(self, packs: Path) -> None:
        self._packs = packs

    def flat(self, photo: bytes, corners: Sequence[Sequence[float]], size: tuple[float, float]) -> bytes:
        picture = decode_photo(photo, "the photo")
        if not 1 / LONGEST <= size[0] / size[1] <= LONGEST:
            raise ClearNo(clause("size: a board is at most five times as long as it is wide"))
        board = cut_to_edges(picture, corners, size)
        return bytes(cv2.imencode(".jpg", board, PICTURE)[1].tobytes())

    def save(self, pack: str, drawn: Mapping[str, Any], blank: bytes) -> bytes:
        picture = decode_photo(blank, "the board")
        told = {key: drawn[key] for key in ("name", "size", "pieces")}
        told["route"] = [
            {
                "ends": route["ends"],
                "colour": route["colour"],
                "spaces": spread_spaces(route["line"], route["spaces"], drawn["width"]),
            }
            for route in drawn["routes"]
        ]
        save_board(self._packs / pack, told, picture)
        board = make_board(told, picture)
        shown = annotate(board.blank_bgr, {"claims": []}, (board, lying_flat(board)))
        return bytes(cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 82])[1].tobytes())
