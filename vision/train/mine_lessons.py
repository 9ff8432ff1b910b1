"""Lessons for the nets of the mine board: a photo of a style is told, another one asked."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor

from vision.mine.carts import CART_PX, CART_SPAN
from vision.mine.nets import CART_COLOURS, CART_ENDS, FRONT, SIDE, SIDES_OF_SQUARE, TOKEN, TOKEN_COLOURS
from vision.mine.prints import SMALL_PX, small
from vision.mine.view import COARSE_PX, FINE_PX, HALF
from vision.train.lessons import rounded
from vision.train.mine_album import DICE, Photo, Style, field_input, first, in_pairs, to_input, turned
from vision.train.mine_data import COLUMNS, ROWS
from vision.train.mine_jewel_lessons import gem_lessons, heat_lessons
from vision.train.mine_marks import Marks, answer_loss, yes_no_loss
from vision.train.mine_nets import MineNets, discs, ends, frames

PATCH = 5  # so many squares of a photo, in both directions, are looked at
STRANGE = 0.5  # so many lessons are given in changed colours, so that one style serves as many
CARTS, ASKED_CARTS = 12, 6
BODIES, BODY_SHAKE = 5, 0.06  # so many carts of a photo, their cuts so far off, in squares
UNDER_CARTS, PLAIN_TRACKS = 4, 2  # so many squares of a photo, with carts and without


def lessons(
    net: MineNets, styles: list[Style], rng: Any, nets: tuple[str, ...], size: int = PATCH, plain: bool = False
) -> Marks:
    """What the nets answer about some styles."""
    marks = Marks()
    guises = [rng.permutation(3) if not plain and rng.random() < STRANGE else np.arange(3) for _ in styles]
    if "field" in nets:
        field_lessons(net, styles, rng, marks, size, guises)
    if "heat" in nets:
        heat_lessons(net, styles, rng, marks, guises)
    if "track" in nets:
        track_lessons(net, styles, rng, marks, guises)
    if "jewel" in nets:
        gem_lessons(net, styles, rng, marks, guises)
    if "cart" in nets:
        cart_lessons(net, styles, rng, marks, guises)
    if "body" in nets:
        body_lessons(net, styles, rng, marks, guises)
    if "die" in nets:
        die_lessons(net, styles, rng, marks, guises)
    return marks


@torch.no_grad()
def measured(net: MineNets, val: list[Style], nets: tuple[str, ...]) -> str:
    """Mistakes in a hundred on styles that were never seen."""
    net.eval()
    rng, whole = np.random.default_rng(7), Marks()
    for start in range(0, len(val), 4):
        for name, values in lessons(net, val[start : start + 4], rng, nets, ROWS, plain=True).right.items():
            whole.right.setdefault(name, []).extend(values)
    return whole.told()


def field_lessons(net: MineNets, styles: list[Style], rng: Any, marks: Marks, size: int, guises: list[Any]) -> None:
    """Squares: the first photo of each style is told, the second asked."""
    parts = [
        turned(photo, rng, channels, size)
        for photos, channels in zip(styles, guises, strict=True)
        for photo in (photos[int(k)] for k in rng.permutation(len(photos))[:2])
    ]
    x = field_input(parts, rng)
    with rounded():
        vectors = net.field(x.contiguous(memory_format=torch.channels_last))
    ends = (SIDES_OF_SQUARE * SIDE, SIDES_OF_SQUARE * SIDE + TOKEN)
    for number in range(0, len(parts), 2):
        named = list(guises[number // 2]) == [0, 1, 2]
        two = [_square_vectors(vectors[k], x, k, size, ends) for k in (number, number + 1)]
        truth = [
            [torch.from_numpy(parts[k][name].astype(np.int64)) for name in ("exits", "token", "standing")]
            for k in (number, number + 1)
        ]
        for n, name in enumerate(("exit", "token", "standing")):
            marks.answer(net.heads, name, (two[0][n], truth[0][n]), (two[1][n], truth[1][n]), named or name != "token")


def _square_vectors(vectors: Tensor, x: Tensor, k: int, size: int, ends: tuple[int, int]) -> list[Tensor]:
    flat = vectors.reshape(size * size, -1)
    at = (torch.arange(size) + 1) * COARSE_PX
    rows, columns = torch.meshgrid(at, at, indexing="ij")
    middles = torch.stack([torch.full((size * size,), k), columns.flatten(), rows.flatten()], 1)
    token = torch.cat([flat[:, ends[0] : ends[1]], discs(x, middles, TOKEN_COLOURS)], 1)
    return [flat[:, : ends[0]].reshape(-1, SIDE), token, flat[:, ends[1] :]]


def track_lessons(net: MineNets, styles: list[Style], rng: Any, marks: Marks, guises: list[Any]) -> None:
    """Which track lies on a square, most of them under carts, beside what each track looks like in the same photo."""
    pairs, known, wanted, carts = [], [], [], []
    for photos, channels in zip(styles, guises, strict=True):
        for photo in photos:
            kinds = photo["track"]
            clear = np.nonzero(photo["known"][kinds])[0]
            standing = photo["standing"][clear] > 0
            some = [*rng.permutation(clear[standing])[:UNDER_CARTS], *rng.permutation(clear[~standing])[:PLAIN_TRACKS]]
            for square in some:
                pairs.append(beside_looks(photo, int(square), channels, rng))
                known.append(photo["known"])
                wanted.append(int(kinds[square]))
                carts.append(bool(photo["standing"][square]))
    x = first(np.concatenate(pairs)).contiguous(memory_format=torch.channels_last)
    with rounded():
        scores = net.track(x).reshape(len(pairs), -1)
    scores = scores.masked_fill(~torch.from_numpy(np.stack(known)), -30.0)
    truth, under = torch.tensor(wanted), torch.tensor(carts)
    marks.losses["track"] = [answer_loss(scores, truth)]
    right = (scores.argmax(1) == truth).float()
    marks.right["track"], marks.right["track under cart"] = right[~under].tolist(), right[under].tolist()


def beside_looks(photo: Photo, square: int, channels: Any, rng: Any) -> Any:
    """A square beside every track, and what carts hide of it, turned, mirrored and moved at will."""
    row, column = divmod(square, COLUMNS)
    x, y = (round((at + HALF) * FINE_PX) for at in (column, row))
    x, y = x + int(rng.integers(-2, 3)), y + int(rng.integers(-2, 3))
    seen = small(photo["fine"][y : y + FINE_PX, x : x + FINE_PX])
    looks = photo["looks"].copy()
    looks[0] = photo["blanks"][square]
    seen = np.repeat(seen[None], len(looks), 0)
    x, y = (round(at * SMALL_PX / FINE_PX) for at in (x, y))
    hidden = np.broadcast_to(photo["hidden"][y : y + SMALL_PX, x : x + SMALL_PX, None], (*looks.shape[:3], 1))
    found = np.concatenate([in_pairs(seen[..., channels], looks[..., channels], rng), hidden], -1)
    found = np.rot90(found, int(rng.integers(4)), (1, 2))
    return found[:, :, ::-1] if rng.random() < 0.5 else found


def cart_lessons(net: MineNets, styles: list[Style], rng: Any, marks: Marks, guises: list[Any]) -> None:
    """Carts: presence and place, and after teaching by one photo the front and the clan in the other."""
    cuts, told = [], []
    for photos, channels in zip(styles, guises, strict=True):
        two = [photos[int(k)] for k in rng.permutation(len(photos))[:2]]
        for photo, many in zip(two, (CARTS, ASKED_CARTS), strict=True):
            there = rng.permutation(len(photo["clan"]))[:many]
            empty = len(photo["clan"]) + rng.permutation(len(photo["cart"]) - len(photo["clan"]))[:4]
            x = to_input(photo["cart"][np.concatenate([there, empty])][..., channels], rng)
            cuts += [np.rot90(x, turn, (1, 2)) for turn in range(4)]
            told.append((there, photo, len(x)))
    x = first(np.concatenate(cuts)).contiguous(memory_format=torch.channels_last)
    with rounded():
        out = net.cart(x)
    own, clan = out[:, : 3 + FRONT], out[:, 3 + FRONT :]
    found = torch.cat([own, ends(x, CART_SPAN), clan, frames(x, CART_COLOURS, CART_SPAN)], 1)
    every = found.split([4 * many for *_, many in told])
    for number in range(0, len(told), 2):
        named = list(guises[number // 2]) == [0, 1, 2]
        views = [_cart_views(every[k], *told[k], marks) for k in (number, number + 1)]
        fronts, asked = views[0][0], views[1][0]
        layer = net.heads["front"]
        odds = layer.logits(asked[0], layer.adapted(*fronts))
        facing = (odds[:, 1] - odds[:, 0]).reshape(4, -1).T
        marks.note("facing", facing, views[1][2])
        marks.answer(net.heads, "front", fronts, asked)
        marks.answer(net.heads, "clan", views[0][1], views[1][1], named)


def _cart_views(out: Tensor, there: Any, photo: Photo, many: int, marks: Marks) -> tuple[Any, ...]:
    """Vectors of fronts with "is up", vectors of clans, and the facings; losses of presence and place are noted."""
    count, turns = len(there), out.reshape(4, many, -1)
    is_cart = torch.zeros(4, many)
    is_cart[:, :count] = 1
    marks.losses.setdefault("cart", []).append(yes_no_loss(turns[..., 0], is_cart))
    marks.right.setdefault("cart", []).extend(((turns[..., 0] > 0) == (is_cart > 0)).float().flatten().tolist())
    x, y = torch.from_numpy(photo["offset"][there]).T
    for turn in range(4):
        off = turns[turn, :count, 1:3] - torch.stack([x, y], 1)
        marks.losses.setdefault("offset", []).append(20 * (off**2).mean())
        x, y = y, -x
    facing = torch.from_numpy(photo["facing"][there].astype(np.int64))
    up = torch.cat([(facing == turn).long() for turn in range(4)])
    clan = torch.from_numpy(photo["clan"][there].astype(np.int64))
    here, end = turns[:, :count], 3 + FRONT + 3 * len(CART_ENDS)
    fronts = here[..., 3:end].reshape(4 * count, -1)
    return (fronts, up), (here[0, :, end:], clan), facing


def body_lessons(net: MineNets, styles: list[Style], rng: Any, marks: Marks, guises: list[Any]) -> None:
    """What of a cut is cart."""
    cuts, bodies = [], []
    for photos, channels in zip(styles, guises, strict=True):
        for photo in photos:
            seen, body = some_bodies(photo, channels, rng)
            turn = int(rng.integers(4))
            cuts.append(np.rot90(to_input(seen, rng), turn, (1, 2)))
            bodies.append(np.rot90(body, turn, (1, 2)))
    with rounded():
        found = net.body(first(np.concatenate(cuts)).contiguous(memory_format=torch.channels_last))
    truth = torch.from_numpy(np.concatenate(bodies))
    marks.losses["body"] = [yes_no_loss(found, truth)]
    marks.right["body"] = ((found > 0) == (truth > 0.5)).float().mean((1, 2)).tolist()


def some_bodies(photo: Photo, channels: Any, rng: Any) -> tuple[Any, Any]:
    """Cuts about some carts of a photo, and how much carts hide of every second pixel there."""
    cuts, bodies = [], []
    for square in rng.permutation(np.nonzero(photo["standing"])[0])[:BODIES]:
        row, column = divmod(int(square), COLUMNS)
        x, y = (round((at + HALF) * SMALL_PX) for at in (column, row))
        rows, columns = np.nonzero(photo["hidden"][y : y + SMALL_PX, x : x + SMALL_PX])
        middle = np.array([x + columns.mean(), y + rows.mean()]) if len(rows) else np.array([x, y]) + SMALL_PX / 2
        middle = (middle + 0.5) / SMALL_PX + rng.normal(0, BODY_SHAKE, 2)
        cuts.append(_cut(photo["fine"], middle * FINE_PX, CART_SPAN * FINE_PX, CART_PX)[..., channels])
        bodies.append(_cut(photo["hidden"].astype(np.float32), middle * SMALL_PX, CART_SPAN * SMALL_PX, CART_PX // 2))
    return np.stack(cuts), np.stack(bodies)


def _cut(picture: Any, middle: Any, span: float, px: int) -> Any:
    """A square of a picture about its middle, in so many pixels."""
    step = span / px
    corner = middle - 0.5 - step * (px - 1) / 2
    lay = np.array([[step, 0, corner[0]], [0, step, corner[1]]])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, lay, (px, px), flags=how, borderMode=cv2.BORDER_REPLICATE)


def die_lessons(net: MineNets, styles: list[Style], rng: Any, marks: Marks, guises: list[Any]) -> None:
    """Dice, told from one photo and asked in another."""
    cuts, speeds, counts = [], [], []
    for photos, channels in zip(styles, guises, strict=True):
        for photo in (photos[int(k)] for k in rng.permutation(len(photos))[:2]):
            some = rng.permutation(len(photo["die"]))[:DICE]
            x = to_input(photo["die"][some][..., channels], rng)
            cuts.append(np.rot90(x, int(rng.integers(4)), (1, 2)))
            speeds.append(torch.from_numpy(photo["speed"][some].astype(np.int64) - 1))
            counts.append(len(some))
    with rounded():
        out = net.die(first(np.concatenate(cuts)).contiguous(memory_format=torch.channels_last))
    parts = out.split(counts)
    for k in range(0, len(parts), 2):
        marks.answer(net.heads, "die", (parts[k], speeds[k]), (parts[k + 1], speeds[k + 1]))
