"""Teaches a mine board: labelled photos become linear answers and the colours of jewels, tokens and carts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.boards.board import Board, open_board
from vision.mine.carts import CART_PX, CART_SPAN, LIFT, cart_colours, look_at, turned_vectors, usual_front
from vision.mine.colours import Palette, learned
from vision.mine.find import find_mine
from vision.mine.gems import Hill, find_hills
from vision.mine.heads import refitted
from vision.mine.labels import CLANS, JEWELS, SIDES, Laid, read_laid
from vision.mine.nets import CUT_PX, read_squares
from vision.mine.pack import Lore, MinePack, open_pack, usual_lore
from vision.mine.read import look_at_squares
from vision.mine.sides import learned_sides, side_vectors
from vision.mine.tokens import token_colours
from vision.mine.view import MineView, coarse_cuts, eye_of, field_view, fine_cuts, grid_of, raised

Photo = NDArray[np.uint8]
Floats = NDArray[np.float64]
Shots = Sequence[tuple[MineView, Laid]]

# How strongly the built-in answers hold against a box's own examples.
SQUARE_STIFF, FRONT_STIFF, HILL_STIFF = 4.0, 4.0, 6.0
# A square without any label for jewels must have hills this low; more jewels than this are not matched in all orders.
MOST_ORDERS = 6


class NothingTaught(ValueError):
    """There is no photo to learn from."""


@dataclass(frozen=True)
class MineReport:
    """How many squares were learned, which labels the pictures contradict, and what no photo shows."""

    learned: int
    not_found: tuple[str, ...]
    unseen: tuple[str, ...]


def teach(pack_dir: Path, pairs: Iterable[tuple[Photo, Mapping[str, Any]]]) -> MineReport:
    """Learns a box's pieces from photos and what lies on them; a pack that was taught is extended."""
    board, pack = open_board(pack_dir), open_pack(pack_dir, with_pictures=True)
    grid = grid_of(board)
    told = [(photo, labels, read_laid(labels, grid)) for photo, labels in pairs]
    for photo, labels, _ in told:
        place = find_mine(photo, board)
        pack.add(place.rectified(photo), eye_of(photo, place), labels)
    return _learn(board, pack)


def _learn(board: Board, pack: MinePack) -> MineReport:
    if not pack.photos:
        raise NothingTaught("no labelled photo was given")
    grid = grid_of(board)
    shots = [(field_view(p.picture_bgr, p.eye, board), read_laid(p.labels, grid)) for p in pack.photos]
    hills = [find_hills(view, look_at_squares(view)) for view, _ in shots]
    missing: list[str] = []
    gems, hill = _learned_gems(shots, hills, missing)
    front, carts = _learned_carts(shots)
    sides = learned_sides([side_vectors(view) for view, _ in shots], [_truths(*shot)[:, :4] for shot in shots])
    pack.save(Lore(_learned_squares(shots), front, hill, gems, _learned_tokens(shots), carts, sides, True))
    return MineReport(len(shots) * grid.columns * grid.rows, tuple(missing), _unseen(shots))


def _unseen(shots: Shots) -> tuple[str, ...]:
    squares = [square for _, laid in shots for square in laid.squares.values()]
    clans = {cart.clan for _, laid in shots for cart in laid.carts.values()}
    jewels = {jewel for square in squares for jewel in square.jewels}
    tokens = {square.abyss for square in squares}
    return (
        *(f"{clan} cart" for clan in CLANS if clan not in clans),
        *(f"{clan} abyss token" for clan in CLANS if clan not in tokens),
        *(jewel for jewel in JEWELS if jewel not in jewels),
    )


# Squares


def _learned_squares(shots: Shots) -> Floats:
    """Answers for exits, tokens and carts from all squares, turned and mirrored."""
    start = usual_lore().squares
    vectors, wanted = [], []
    for view, laid in shots:
        cuts, blanks = (coarse_cuts(part, view.cells, CUT_PX) for part in (view.coarse_bgr, view.blank_bgr))
        truth = _truths(view, laid)
        for turn in range(4):
            for mirrored in (False, True):
                turned = [np.rot90(part, turn, (1, 2)) for part in (cuts, blanks)]
                turned = [part[:, :, ::-1] for part in turned] if mirrored else turned
                exits = np.roll(truth[:, :4], -turn, axis=1)
                exits = exits[:, [0, 3, 2, 1]] if mirrored else exits
                vectors.append(read_squares(*(np.ascontiguousarray(part) for part in turned)).vector)
                wanted.append(np.c_[exits, truth[:, 4:]])
    x, y = np.concatenate(vectors), np.concatenate(wanted)
    weights = np.full(len(x), 1 / 8)
    return np.stack([refitted(start[:, k], x, y[:, k], weights, SQUARE_STIFF) for k in range(start.shape[1])], 1)


def _truths(view: MineView, laid: Laid) -> NDArray[np.bool_]:
    return np.array([_truth(laid, cell) for cell in view.cells])


def _truth(laid: Laid, cell: tuple[int, int]) -> list[bool]:
    square = laid.squares.get(cell)
    exits = [square is not None and side in square.track for side in SIDES]
    return [*exits, square is not None and bool(square.abyss), cell in laid.carts]


def _learned_tokens(shots: Shots) -> Palette:
    colours: list[Floats] = []
    kinds: list[str] = []
    for view, laid in shots:
        tokens = {cell: square.abyss for cell, square in laid.squares.items() if square.abyss}
        colours.append(token_colours(view, list(tokens)))
        kinds += tokens.values()
    return learned(CLANS, np.concatenate(colours), kinds)


# Jewels


def _learned_gems(shots: Shots, hills: Sequence[list[Hill]], missing: list[str]) -> tuple[Palette, Floats]:
    """Colours of the jewels, and from which hill on one lies there; which hill is which jewel is found out in turns."""
    heaps, odds, real = [], [], []
    for number, ((_, laid), found) in enumerate(zip(shots, hills, strict=True)):
        for cell in {hill.at for hill in found} | set(laid.squares):
            kinds = laid.squares[cell].jewels if cell in laid.squares else ()
            own = sorted((hill for hill in found if hill.at == cell), key=lambda hill: -hill.odds)
            if len(own) < len(kinds):
                missing.append(f"photo {number + 1}: not all jewels of square {cell[0]}, {cell[1]} are to be seen")
            odds += [hill.odds for hill in own]
            real += [n < len(kinds) for n in range(len(own))]
            if kinds and len(own) >= len(kinds):
                heaps.append((np.stack([hill.colours for hill in own[: len(kinds)]]), kinds))
    return _sorted_out(heaps), _hill_answer(np.array(odds), np.array(real, np.bool_))


def _sorted_out(heaps: Sequence[tuple[Floats, tuple[str, ...]]]) -> Palette:
    """The colours of each kind, from heaps of one kind first, then from mixed ones as they fit best."""
    pure = [(colours, kinds) for colours, kinds in heaps if len(set(kinds)) == 1]
    palette = _palette(pure)
    for _ in range(4):
        palette = _palette([(colours, _best_order(palette, colours, kinds)) for colours, kinds in heaps])
    return palette


def _palette(heaps: Sequence[tuple[Floats, tuple[str, ...]]]) -> Palette:
    colours = np.concatenate([np.zeros((0, 9)), *(colours for colours, _ in heaps)])
    return learned(JEWELS, colours, [kind for _, kinds in heaps for kind in kinds])


def _best_order(palette: Palette, colours: Floats, kinds: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(kinds)) == 1 or len(kinds) > MOST_ORDERS:
        return kinds
    logs = palette.chances(colours)
    columns = {kind: logs[:, palette.names.index(kind)] if kind in palette.names else logs.min(1) for kind in kinds}
    return max(set(permutations(kinds)), key=lambda order: sum(columns[kind][n] for n, kind in enumerate(order)))


def _hill_answer(odds: Floats, real: NDArray[np.bool_]) -> Floats:
    if not len(odds):
        return np.array([1.0, 0.0])
    return refitted(np.array([1.0, 0.0]), odds[:, None].astype(np.float32), real, np.ones(len(odds)), HILL_STIFF)


# Carts


def _learned_carts(shots: Shots) -> tuple[Floats, Palette]:
    """Which side of a cart is its front, and the clans' colours."""
    cuts, facing, clans = [], [], []
    for view, laid in shots:
        if laid.carts:
            middles = raised(np.array(list(laid.carts), np.float64) + 0.5, LIFT, view.eye)
            cuts.append(fine_cuts(view, look_at(view, middles)[1], CART_SPAN, CART_PX))
            facing += [SIDES.index(cart.facing) for cart in laid.carts.values()]
            clans += [cart.clan for cart in laid.carts.values()]
    if not cuts:
        return usual_front(), usual_lore().carts
    every = np.concatenate(cuts)
    vectors = turned_vectors(every)
    up = [np.tile(np.array(facing) == side, 2) for side in range(4)]
    weights = np.full(sum(len(part) for part in up), 0.5)
    front = refitted(usual_front(), np.concatenate(vectors), np.concatenate(up), weights, FRONT_STIFF)
    return front, learned(CLANS, cart_colours(every), clans)
