"""Photos of mine boards in random styles or by several hands as cut squares, carts and dice, with their labels.

Run: python -m vision.train.mine_data FOLDER --styles 300 [--first 0] [--by-hand]
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.board import Board, Grid
from vision.boards.locate import Place
from vision.markers import project
from vision.mine.carts import CART_PX, CART_SPAN, DIE_PX, DIE_SPAN, LIFT
from vision.mine.labels import CLANS, JEWELS, SIDES, TRACKS
from vision.mine.prints import SMALL_PX, prints_of, small, square_of, without_pieces
from vision.mine.view import COARSE_PX, FINE_PX, RIM, MineView, fine_cuts, raised, to_squares, view_of
from vision.render.board_scene import blank_photo
from vision.render.camera import Camera
from vision.render.mine_hands import mine_by_hand
from vision.render.mine_print import mine_board, print_mine
from vision.render.mine_rich import rich_mine_style
from vision.render.mine_scene import MineScene, Shot, random_mine_scene, shoot_mine
from vision.render.mine_style import MineStyle, random_mine_style
from vision.render.style import Rng, pick

Points = NDArray[np.float64]
CARTS = 10
SHAKES = 2
# Small boards, so that a small picture shows each square as large as a photo of a whole board does.
COLUMNS, ROWS, PRINT_PX, BLANK_PX = 7, 6, 760, 660
# Many jewels, since they are the hardest to read, many tracks, so that each is seen without a cart, and little rim.
BARE, FULL, KEPT_RIM = 30.0, (0.5, 0.9), 0.5
# So many tracks under carts are taken for another one, as happens when a photo is read.
MISREAD = 0.15
# By so much, in a normal distribution, a box's carts are thought longer, wider or higher than they are.
WRONG = 0.06
_UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)


def true_place(board: Board, size_mm: Points, camera: Camera, rng: Rng, shake_px: float = 0.7) -> Place:
    """Where the board lies, as well as it is usually found."""
    corners = camera.ground(_UNIT * size_mm) + rng.normal(0, shake_px, (4, 2))
    lay = cv2.getPerspectiveTransform((board.outline).astype(np.float32), corners.astype(np.float32))
    return Place(np.asarray(lay, np.float64), np.zeros((15, 2)), board.size_px, 1.0)


def seen_at(points_mm: Points, camera: Camera, place: Place, board: Board) -> Points:
    """Where on the field, in squares, points of the room appear."""
    assert board.grid is not None
    flat = project(np.asarray(np.linalg.inv(place.to_photo), np.float64), camera.project(points_mm))
    return project(to_squares(board.grid), flat)


def any_style(seed: int, rng: Rng) -> MineStyle:
    """A box at random, every second one of the richer kinds."""
    return rich_mine_style(rng) if seed % 2 else random_mine_style(rng)


def style_photos(style: MineStyle, rng: Rng, photos: int) -> list[dict[str, Any]]:
    """Photos of one style, cut for training."""
    told = mine_board(COLUMNS, margin=rng.uniform(30, 45), rows=ROWS)
    printed = print_mine(told, style, PRINT_PX)
    board = _small_board(told, blank_photo(printed, rng))
    found = []
    for _ in range(photos):
        side_px = int(pick(rng, (640, 740, 860)))
        full = float(rng.uniform(*FULL))
        scene = random_mine_scene(told, printed, style, rng, CARTS, size_px=(side_px, side_px), bare=BARE, full=full)
        shot = shoot_mine(scene, int(rng.integers(2**31)))
        place = true_place(board, np.array(told["size"], np.float64), scene.camera, rng)
        view = view_of(shot.photo_bgr, place, board)
        gems = seen_at(np.array([at for *_, at in shot.gems]).reshape(-1, 3), scene.camera, place, board)
        kinds = np.array([JEWELS.index(kind) for _, kind, _ in shot.gems], np.uint8)
        squares, bare = _squares(view, scene, gems), _bare(view, scene, rng)
        carts = {"hidden": _hidden(scene, shot, place, board, rng), **_carts(view, scene, shot, place, board, rng)}
        found.append({**squares, **bare, "kind": kinds, **carts})
    return found


def _small_board(told: dict[str, Any], blank_bgr: NDArray[np.uint8]) -> Board:
    """A board that is compared at a smaller size than usual, to save time."""
    scale = BLANK_PX / max(blank_bgr.shape[:2])
    blank = np.asarray(cv2.resize(blank_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    px = blank.shape[1] / told["size"][0]
    grid = Grid(COLUMNS, ROWS, np.array(told["grid"]["corners"], np.float64) * px - 0.5)
    return Board(str(told["name"]), blank, (), (), grid, None, (px, px))


def _squares(view: MineView, scene: MineScene, gems: Points) -> dict[str, Any]:
    """The field beside its blank, what is on each square, and where jewels are seen."""
    cells = {tuple(cell["at"]): cell for cell in scene.cells}
    carts = {tuple(cart["at"]) for cart in scene.carts}
    exits = np.array([[side in (cells.get(at, {}).get("track") or "") for side in SIDES] for at in view.cells])
    tokens = [cells.get(at, {}).get("abyss") for at in view.cells]
    rim = round((RIM - KEPT_RIM) * COARSE_PX)
    return {
        "coarse": view.coarse_bgr[rim:-rim, rim:-rim], "blank": view.blank_bgr[rim:-rim, rim:-rim],
        "exits": exits.astype(np.uint8), "standing": np.array([at in carts for at in view.cells], np.uint8),
        "token": np.array([0 if clan is None else 1 + CLANS.index(clan) for clan in tokens], np.uint8),
        "gems": ((gems + KEPT_RIM) * COARSE_PX).astype(np.float32),
    }  # fmt: skip


def _bare(view: MineView, scene: MineScene, rng: Rng) -> dict[str, Any]:
    """The fine picture beside what it would be without pieces, the looks of all tracks, and the squares' tracks."""
    cells = {tuple(cell["at"]): cell for cell in scene.cells}
    carts = {tuple(cart["at"]) for cart in scene.carts}
    tracks = {at: cells[at]["track"] or "" for at in view.cells if at in cells}
    prints = prints_of(view, {at: track for at, track in tracks.items() if at not in carts})
    read = {at: pick(rng, TRACKS) if at in carts and rng.random() < MISREAD else track for at, track in tracks.items()}
    rim = round((RIM - KEPT_RIM) * FINE_PX)
    fine, bare = (part[rim:-rim, rim:-rim] for part in (view.fine_bgr, without_pieces(view, prints, read)))
    blanks = [small(square_of(view.fine_blank_bgr, at)) for at in view.cells]
    looks = [small(prints[track]) if track in prints else np.zeros((SMALL_PX, SMALL_PX, 3), np.uint8)
             for track in TRACKS]  # fmt: skip
    return {
        "fine": fine, "bare": bare, "looks": np.stack(looks), "blanks": np.stack(blanks),
        "known": np.array([track in prints or not track for track in TRACKS]),
        "track": np.array([TRACKS.index(tracks.get(at, "")) for at in view.cells], np.uint8),
    }  # fmt: skip


def _hidden(scene: MineScene, shot: Shot, place: Place, board: Board, rng: Rng) -> NDArray[np.uint8]:
    """What the carts hide of the field, as well as a box's carts are known: each is a little larger or smaller."""
    px = [round((many + 2 * KEPT_RIM) * SMALL_PX) for many in (ROWS, COLUMNS)]
    hidden = np.zeros(px, np.uint8)
    for hull in shot.hulls:
        foot = np.append(hull[:, :2].mean(0), 0)
        wrong = np.exp(rng.normal(0, WRONG, 3)) + np.zeros_like(hull)
        seen = (seen_at((hull - foot) * wrong + foot, scene.camera, place, board) + KEPT_RIM) * SMALL_PX
        cv2.fillConvexPoly(hidden, cv2.convexHull(np.rint(seen).astype(np.int32)), (1,))
    return hidden


def _carts(view: MineView, scene: MineScene, shot: Shot, place: Place, board: Board, rng: Rng) -> dict[str, Any]:
    """Cuts about carts where they seem to stand, a little off, and about squares without any."""
    middles = np.array([cart["at"] for cart, _ in shot.carts], np.float64).reshape(-1, 2) + 0.5
    tops = seen_at(np.array([at for _, at in shot.carts]).reshape(-1, 3), scene.camera, place, board)
    guess = np.repeat(raised(middles, LIFT, view.eye), SHAKES, 0) + rng.normal(0, 0.03, (len(middles) * SHAKES, 2))
    others = [at for at in view.cells if at not in {tuple(cart["at"]) for cart, _ in shot.carts}]
    empty = np.array([others[int(k)] for k in rng.permutation(len(others))[:12]], np.float64) + 0.5
    near = raised(empty, LIFT, view.eye)
    dice = np.repeat(tops, SHAKES, 0) + rng.normal(0, 0.05, (len(tops) * SHAKES, 2))
    turns = rng.uniform(0, 360, len(dice))
    return {
        "cart": fine_cuts(view, np.concatenate([guess, near]), CART_SPAN, CART_PX),
        "is_cart": np.array([1] * len(guess) + [0] * len(near), np.uint8),
        "offset": np.concatenate([np.repeat(tops, SHAKES, 0) - guess, np.zeros_like(near)]).astype(np.float32),
        "clan": np.repeat([CLANS.index(cart["clan"]) for cart, _ in shot.carts], SHAKES).astype(np.uint8),
        "facing": np.repeat([SIDES.index(cart["facing"]) for cart, _ in shot.carts], SHAKES).astype(np.uint8),
        "die": fine_cuts(view, dice, DIE_SPAN, DIE_PX, turns),
        "speed": np.repeat([cart["speed"] for cart, _ in shot.carts], SHAKES).astype(np.uint8),
    }  # fmt: skip


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="vision.train.mine_data")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--styles", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--photos", type=int, default=3)
    parser.add_argument("--by-hand", action="store_true", help="boxes by several hands instead of random ones")
    args = parser.parse_args(argv)
    args.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(args.first, args.first + args.styles):
        rng = np.random.default_rng(seed)
        style = mine_by_hand(rng) if args.by_hand else any_style(seed, rng)
        for number, photo in enumerate(style_photos(style, rng, args.photos)):
            fresh = args.folder / f"{seed}-{number}.new"
            with fresh.open("wb") as file:
                np.savez(file, **photo)
            fresh.rename(fresh.with_suffix(".npz"))


if __name__ == "__main__":
    main()
