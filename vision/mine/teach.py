"""Teaches a mine board: labelled photos become heads for squares, jewels, tokens and carts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.boards.board import Board, open_board
from vision.heads import Head
from vision.mine.carts import LIFT, FoundCart, die_logs, front_odds, look_at, looked_at
from vision.mine.cover import Cover, dice_of
from vision.mine.faces import Faces
from vision.mine.find import find_mine
from vision.mine.fronts import Fronts
from vision.mine.gems import Hills, find_hills, learned_gap
from vision.mine.habits import Habits
from vision.mine.labels import CLANS, JEWELS, SIDES, Cart, Laid, read_laid
from vision.mine.logit import learned
from vision.mine.nets import built_in_heads
from vision.mine.pack import Lore, MinePack, open_pack
from vision.mine.prints import Prints, kind_of, prints_of, usual_prints, without_pieces
from vision.mine.read import look_at_squares
from vision.mine.rim import Outwards
from vision.mine.sort import sorted_out
from vision.mine.view import MineView, eye_of, field_view, grid_of, raised
from vision.other_photo import check_shown

Photo = NDArray[np.uint8]
Vectors = NDArray[np.float32]
Shot = tuple[MineView, Laid]
Names = tuple[str, ...]
Cell = tuple[int, int]
ToldCart = tuple[FoundCart, Cart]
# The jewels of a square are matched with its hills so many times, each time with what was learned before.
ROUNDS = 3
# What is built in about jewels holds so strongly against lessons: there are many of them.
GEM_HOLD = 3e-3
# And about tokens and carts: the lessons show few, but in all ways.
RARE_HOLD = 1e-3
# Of the exits of tracks that the built-in net is sure of or the labels tell, 95 to 100 of 100 are both on boards that
# no net was trained on, and with labels of another photo of the same board 7 to 30.
SURE, FEWEST = 0.9, 12


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
    for number, (photo, labels, laid) in enumerate(told, 1):
        place = find_mine(photo, board)
        picture, eye = place.rectified(photo), eye_of(photo, place)
        _check_exits(number, field_view(picture, eye, board), laid)
        pack.add(picture, eye, labels)
    lore, report = _learned(board, pack)
    pack.save(lore)
    return report


def _check_exits(number: int, view: MineView, laid: Laid) -> None:
    """Raises OtherPhoto if tracks leave other squares, or other ways, than the labels tell."""
    sides = look_at_squares(view).sides
    chances = built_in_heads()["exit"].probabilities(sides.reshape(-1, sides.shape[2]))
    sure, seen = chances.max(1) >= SURE, chances.argmax(1) == 1
    told = _exits(view.cells, laid).ravel()
    check_shown(number, (seen == told)[sure & (seen | told)], FEWEST)


def lore_of(board: Board, pack: MinePack) -> Lore:
    """What a pack has learned; after an update of the nets it is learned anew from the pack's own pictures."""
    if not pack.stale:
        return pack.lore
    lore, _ = _learned(board, pack)
    with suppress(OSError):
        pack.save(lore)
    return Lore.from_told(lore.told())


def _learned(board: Board, pack: MinePack) -> tuple[Lore, MineReport]:
    if not pack.photos:
        raise NothingTaught("no labelled photo was given")
    grid = grid_of(board)
    shots = [(field_view(p.picture_bgr, p.eye, board), read_laid(p.labels, grid)) for p in pack.photos]
    seen = [Seen(*version) for shot in shots for version in all_ways(*shot)]
    prints = usual_prints((view, _bare_tracks(laid)) for view, laid in shots)
    by_photo = [[(cart, laid.carts[cart.at]) for cart in _told_carts(view, laid)] for view, laid in shots]
    carts = [cart for some in by_photo for cart in some]
    dice = [dice_of(view, (cart for cart, _ in some)) for (view, _), some in zip(shots, by_photo, strict=True)]
    hills = [Jewels(*shot, prints, cover) for shot, cover in zip(shots, dice, strict=True)]
    squares = [square for _, laid in shots for square in laid.squares.values()]
    jewels = _names(JEWELS, (jewel for square in squares for jewel in square.jewels))
    tokens = _names(CLANS, (square.abyss for square in squares if square.abyss))
    clans = _names(CLANS, (cart.clan for _, laid in shots for cart in laid.carts.values()))
    heads = {**_square_heads(seen, tokens), "gem": _gem_head(hills, jewels), **_cart_heads(carts, clans)}
    missing = [text for number, one in enumerate(hills) for text in one.missing(number + 1, heads["gem"])]
    gap = _gap(hills, heads["gem"], jewels)
    habits = Habits.learned((laid, (view.columns, view.rows)) for view, laid in shots)
    fronts, faces = _fronts(by_photo), _faces(by_photo)
    lore = Lore(heads, jewels, tokens, clans, True, habits, prints, fronts, faces, gap, Outwards.learned(shots))
    unseen = _unseen([laid for _, laid in shots])
    return lore, MineReport(len(shots) * grid.columns * grid.rows, tuple(missing), unseen)


# Every photo teaches as it is, turned by quarters, and mirrored.
WAYS = tuple((quarters, mirrored) for quarters in range(4) for mirrored in (False, True))


def all_ways(view: MineView, laid: Laid) -> Iterator[Shot]:
    """A photo and what lies on it in all eight ways in which it could lie, first as it is."""
    for quarters, mirrored in WAYS:
        other, told = view, laid
        for _ in range(quarters):
            other, told = other.turned(), told.turned(other.columns)
        yield (other.mirrored(), told.mirrored(other.columns)) if mirrored else (other, told)


class Seen:
    """What the field net says of a photo, beside what lies there."""

    def __init__(self, view: MineView, laid: Laid) -> None:
        self.laid, self.cells, self.signs = laid, view.cells, look_at_squares(view)


def _bare_tracks(laid: Laid) -> dict[Cell, str]:
    """The tracks on which nothing lies; of kinds of which there is none such, all that no cart hides."""
    free = {cell: square for cell, square in laid.squares.items() if square.track and cell not in laid.carts}
    bare = {kind_of(square.track)[0] for square in free.values() if not square.jewels}
    return {at: one.track for at, one in free.items() if not one.jewels or kind_of(one.track)[0] not in bare}


class Jewels:
    """Where jewels may lie in a photo, beside those that are known to lie on its squares.

    Hills on the walls of carts stay, since they show what no jewel is; on dice they would show too much of it.
    """

    def __init__(self, view: MineView, laid: Laid, usual: Prints, cover: Cover) -> None:
        tracks = {cell: square.track for cell, square in laid.squares.items()}
        prints = prints_of(view, _bare_tracks(laid), usual)
        self.hills = find_hills(view, without_pieces(view, prints, tracks), cover)
        self.known = {cell: laid.squares[cell].jewels if cell in laid.squares else () for cell in view.cells}

    def sorted_out(self, head: Head, names: Names) -> tuple[Hills, list[int]]:
        """The hills that lie apart, and which jewel each is, by what is known so far."""
        apart = self.hills.apart(head)
        squares = [(apart.on(cell), kinds) for cell, kinds in self.known.items()]
        return apart, sorted_out(apart.chances(head), squares, names)

    def missing(self, photo: int, head: Head) -> list[str]:
        """Squares of which not all jewels are seen."""
        apart = self.hills.apart(head)
        return [
            f"photo {photo}: not all jewels of square {cell[0]}, {cell[1]} are to be seen"
            for cell, kinds in self.known.items()
            if len(apart.on(cell)) < len(kinds)
        ]


def _names(usual: Names, seen: Iterable[str]) -> Names:
    """The usual names, then those that only this box has."""
    return tuple(dict.fromkeys((*usual, *seen)))


def _unseen(all_laid: Sequence[Laid]) -> tuple[str, ...]:
    squares = [square for laid in all_laid for square in laid.squares.values()]
    clans = {cart.clan for laid in all_laid for cart in laid.carts.values()}
    jewels = {jewel for square in squares for jewel in square.jewels}
    tokens = {square.abyss for square in squares}
    return (
        *(f"{clan} cart" for clan in CLANS if clan not in clans),
        *(f"{clan} abyss token" for clan in CLANS if clan not in tokens),
        *(jewel for jewel in JEWELS if jewel not in jewels),
    )


def _start(part: str, answers: int) -> Head:
    """The built-in head, with room for names that only this box has."""
    head = built_in_heads()[part]
    more = np.zeros((head.weights.shape[0], answers - head.classes), np.float32)
    return Head(np.concatenate([head.weights, more], 1), head.ridge, head.scale)


def _exits(cells: Iterable[tuple[int, int]], laid: Laid) -> NDArray[np.bool_]:
    """Of each square whether a track leaves it in the north, east, south and west."""
    tracks = [laid.squares[cell].track if cell in laid.squares else "" for cell in cells]
    return np.array([[side in track for side in SIDES] for track in tracks])


def _square_heads(seen: Sequence[Seen], tokens: Names) -> dict[str, Head]:
    """Heads for exits, tokens and carts from all squares, in all ways."""
    sides = np.concatenate([one.signs.sides.reshape(-1, one.signs.sides.shape[2]) for one in seen])
    squares = [(one.laid.squares.get(cell), cell in one.laid.carts) for one in seen for cell in one.cells]
    exits = np.concatenate([_exits(one.cells, one.laid).ravel() for one in seen])
    abyss = [1 + tokens.index(square.abyss) if square and square.abyss else 0 for square, _ in squares]
    token, standing = _start("token", 1 + len(tokens)), _start("standing", 2)
    carts = [int(cart) for _, cart in squares]
    return {
        "exit": learned(_start("exit", 2), sides, exits),
        "token": _rare(token, np.concatenate([one.signs.token for one in seen]), abyss),
        "standing": _rare(standing, np.concatenate([one.signs.standing for one in seen]), carts),
    }


def _rare(start: Head, vectors: Vectors, labels: Sequence[int]) -> Head:
    """A head after squares of which few have what it looks for; what no lesson shows is not unlearned."""
    counts = np.bincount(labels, minlength=start.classes)
    if counts[1:].sum() == 0:
        return start
    return learned(start, vectors, labels, 1 / np.sqrt(counts[labels]), RARE_HOLD)


def _gem_head(photos: Sequence[Jewels], names: Names) -> Head:
    """Which hills are jewels of which kind; which hill is which jewel is found out in turns."""
    start = head = _start("gem", 1 + len(names))
    for _ in range(ROUNDS):
        lessons = [photo.sorted_out(head, names) for photo in photos]
        vectors = np.concatenate([part.vectors.reshape(-1, part.vectors.shape[2]) for part, _ in lessons])
        labels = [k for part, kinds in lessons for k in kinds * len(part.vectors)]
        if not labels:
            return start
        head = learned(start, vectors, labels, hold=GEM_HOLD)
    return head


def _gap(photos: Sequence[Jewels], head: Head, names: Names) -> float:
    """How near to each other jewels can lie, by all that were found."""
    lessons = [photo.sorted_out(head, names) for photo in photos]
    return learned_gap([part.places[np.array(kinds, np.intp) > 0] for part, kinds in lessons])


def _fronts(by_photo: Sequence[Sequence[ToldCart]]) -> Fronts | None:
    """What tells the carts' fronts from their backs."""
    carts = [cart for some in by_photo for cart in some]
    if not carts:
        return None
    facings = np.array([SIDES.index(told.facing) for _, told in carts], np.intp)
    odds = np.array([front_odds(cart, head) for asked, head in _asked(by_photo, _front_head) for cart, _ in asked])
    return Fronts.learned(np.stack([cart.ends for cart, _ in carts]), facings, odds)


def _faces(by_photo: Sequence[Sequence[ToldCart]]) -> Faces | None:
    """What the faces of the dice look like."""
    carts = [cart for some in by_photo for cart in some]
    if not carts:
        return None
    logs = [die_logs(cart, head) for asked, head in _asked(by_photo, _die_head) for cart, _ in asked]
    speeds = np.array([told.speed for _, told in carts], np.intp)
    return Faces.learned(np.stack([cart.turns for cart, _ in carts]), speeds, np.stack(logs))


def _asked(
    by_photo: Sequence[Sequence[ToldCart]], taught: Callable[[Sequence[ToldCart]], Head]
) -> Iterator[tuple[Sequence[ToldCart], Head]]:
    """Each photo's carts with the head that the other photos teach, as how well a head knows what it has not seen."""
    for number, asked in enumerate(by_photo):
        others = [cart for k, some in enumerate(by_photo) if k != number for cart in some]
        yield asked, taught(others or asked)


def _front_head(found: Sequence[ToldCart]) -> Head:
    sides = [SIDES.index(told.facing) == side for _, told in found for side in (0, 1, 2, 3) * 2]
    return _start("front", 2).adapted(np.concatenate([cart.fronts for cart, _ in found]), sides)


def _die_head(found: Sequence[ToldCart]) -> Head:
    speeds = np.repeat([told.speed - 1 for _, told in found], len(found[0][0].dice))
    return _start("die", 6).adapted(np.concatenate([cart.dice for cart, _ in found]), speeds)


def _cart_heads(found: Sequence[ToldCart], names: Names) -> dict[str, Head]:
    """Heads for fronts, clans and dice."""
    front, clan, die = _start("front", 2), _start("clan", len(names)), _start("die", 6)
    if found:
        front = _front_head(found)
        clan = clan.adapted(np.stack([cart.clan for cart, _ in found]), [names.index(told.clan) for _, told in found])
        die = _die_head(found)
    return {"front": front, "clan": clan, "die": die}


def _told_carts(view: MineView, laid: Laid) -> list[FoundCart]:
    if not laid.carts:
        return []
    middles = raised(np.array(list(laid.carts), np.float64) + 0.5, LIFT, view.eye)
    odds, tops = look_at(view, middles)
    return looked_at(view, list(laid.carts), tops, odds, lesson=True)
