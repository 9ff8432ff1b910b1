"""Mine boxes by several hands show what lies on them, whatever they look like."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.mine.labels import SIDES, TRACKS
from vision.render.camera import camera_over
from vision.render.light import DAY
from vision.render.mine_hands import FAMILIES
from vision.render.mine_print import TILE_PX, mine_board, print_mine, print_tile, print_token, tile_outline
from vision.render.mine_scene import MineScene, shoot_mine
from vision.render.mine_style import CLANS, JEWELS, MineStyle

TOLD = mine_board(5, margin=30.0)
PX = 420


def member(family: str, seed: int = 4) -> MineStyle:
    return FAMILIES[family](np.random.default_rng(seed))


def seen(style: MineStyle, jewels: list[str], carts: list[dict[str, object]]) -> NDArray[np.int64]:
    """A small board from straight above, without noise."""
    size = np.array(TOLD["size"])
    camera = camera_over(size / 2, 600.0, float(size.max()), (PX, PX), 0.0)
    cells = ({"at": [2, 2], "track": "NS", "jewels": jewels, "abyss": None},)
    scene = MineScene(TOLD, print_mine(TOLD, style, PX), style, cells, tuple(carts), camera, DAY, loose=0.0, bend=0.0)
    return shoot_mine(scene, 3).photo_bgr.astype(np.int64)


def middle(picture: NDArray[np.int64]) -> NDArray[np.int64]:
    """The square in the middle, and a little around it."""
    reach = round(0.6 * 35 * PX / TOLD["size"][0])
    return picture[PX // 2 - reach : PX // 2 + reach, PX // 2 - reach : PX // 2 + reach]


def end_at(side: str, tile: NDArray[np.int64]) -> NDArray[np.int64]:
    """What is printed just within the middle of a side."""
    return np.rot90(tile, SIDES.index(side))[TILE_PX // 20 : TILE_PX // 8, TILE_PX // 4 : -TILE_PX // 4]


def unlikeness(one: NDArray[np.int64], other: NDArray[np.int64]) -> float:
    return float(np.abs(one - other).sum(2).mean())


@pytest.mark.parametrize("family", sorted(FAMILIES))
@pytest.mark.parametrize("seed", range(3))
def test_tracks_reach_the_sides_that_they_have(family: str, seed: int) -> None:
    """At each side tiles with an exit differ from those without by more than these from each other by their shadows."""
    style = member(family, seed)
    tiles = {track: print_tile(track, style, 1).astype(np.int64) for track in TRACKS if track}
    for side in SIDES:
        reached, others = (
            [end_at(side, tile) for track, tile in tiles.items() if (side in track) == reaches]
            for reaches in (True, False)
        )
        seen = min(unlikeness(*two) for two in product(reached, others))
        assert seen > 18, side
        assert seen > 1.5 * max(unlikeness(*two) for two in combinations(others, 2)), side


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_tokens_and_outlines_are_masks_of_cardboard(family: str) -> None:
    style = member(family)
    tokens = [print_token(clan, style) for clan in CLANS]
    for picture, mask in tokens:
        assert picture.shape[:2] == mask.shape
        assert 0.4 < (mask > 127).mean() <= 1.0
    for one, other in combinations(tokens, 2):
        assert np.abs(one[0].astype(int) - other[0]).mean() > 8
    outline = tile_outline(style)
    assert outline is None or (outline > 127).mean() > 0.8


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_jewels_are_seen_where_they_lie(family: str) -> None:
    style = member(family)
    bare = seen(style, [], [])
    for kind in JEWELS:
        change = np.abs(seen(style, [kind], []) - bare).sum(2)
        assert (middle(change) > 24).sum() > 12, kind
        assert (change > 90).sum() < 2.2 * max((middle(change) > 90).sum(), 20), f"{kind} is where its square is"


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_carts_differ_by_clan_facing_and_speed(family: str) -> None:
    style = member(family)

    def cart(clan: str = "red", facing: str = "N", speed: int = 3) -> NDArray[np.int64]:
        return middle(seen(style, [], [{"clan": clan, "at": [2, 2], "facing": facing, "speed": speed}]))

    first = cart()
    for other in (cart("blue"), cart(facing="S"), cart(facing="E"), cart(speed=4)):
        assert (np.abs(other - first).sum(2) > 60).sum() > 8
    assert (np.abs(first - middle(seen(style, [], []))).sum(2) > 60).mean() > 0.1


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_a_box_follows_its_seed_and_its_family_has_many_members(family: str) -> None:
    one, same, other = (print_mine(TOLD, member(family, seed), 300).astype(int) for seed in (1, 1, 2))
    assert one.shape == (300, 300, 3)
    assert (one == same).all()
    assert np.abs(one - other).mean() > 4
