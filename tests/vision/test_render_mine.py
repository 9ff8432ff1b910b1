"""Pictures of mine boards: labelled as the contract says, the same each time, different in every style."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.render.camera import camera_over
from vision.render.mine_pieces import PIPS, cart_solid
from vision.render.mine_print import mine_board, print_mine, print_tile, print_token
from vision.render.mine_rich import rich_mine_style
from vision.render.mine_scene import TRACKS, _through, random_cells, random_mine_scene, shoot_mine
from vision.render.mine_style import CAVERN, CLANS, JEWELS, NAMED, random_mine_style
from vision.render.solids import Solid
from vision.train.dice import SPEEDS, dice_cuts, fonts, random_dice, random_photo

SMALL_PX = (480, 480)


@pytest.mark.parametrize("columns", [6, 9, 10, 11])
def test_a_board_of_any_size_is_printed_with_its_squares(columns: int) -> None:
    told = mine_board(columns, rows=columns - 1)
    picture = print_mine(told, CAVERN, 500)
    assert max(picture.shape[:2]) == 500
    assert picture.std() > 5


def test_cells_and_carts_are_told_as_the_contract_says() -> None:
    cells, carts = random_cells(mine_board(), np.random.default_rng(1), 8, 0.6)
    assert len(carts) == 8
    places = [tuple(cell["at"]) for cell in cells]
    assert len(set(places)) == len(places)
    for cell in cells:
        assert cell["track"] in (None, *TRACKS)
        assert set(cell["jewels"]) <= set(JEWELS)
        assert cell["abyss"] in (None, *CLANS)
        assert not (cell["abyss"] and (cell["track"] or cell["jewels"])), "nothing is left under a token"
    for cart in carts:
        assert (cart["clan"] in CLANS, cart["facing"] in "NESW", cart["speed"] in PIPS) == (True, True, True)
        track = next(cell["track"] for cell in cells if cell["at"] == cart["at"])
        assert cart["facing"] in track, "by the rules a cart faces an exit"


def test_a_photo_is_the_same_each_time_and_shows_what_is_told() -> None:
    told, style = mine_board(7), random_mine_style(np.random.default_rng(3))
    printed = print_mine(told, style, 500)
    scene = random_mine_scene(told, printed, style, np.random.default_rng(4), 4, 12.0, SMALL_PX)
    shot, again = shoot_mine(scene, 5), shoot_mine(scene, 5)
    assert (shot.photo_bgr == again.photo_bgr).all()
    assert shot.labels == {"game": "off-the-rails", "cells": list(scene.cells), "carts": list(scene.carts)}
    assert len(shot.gems) == sum(len(cell["jewels"]) for cell in scene.cells)
    assert len(shot.carts) == len(scene.carts) == 4


def test_tiles_tokens_and_styles_differ() -> None:
    straight, corner = (print_tile(track, CAVERN, 1).astype(int) for track in ("NS", "NE"))
    assert np.abs(straight - corner).mean() > 2
    red, blue = (print_token(clan, CAVERN)[0].astype(int) for clan in ("red", "blue"))
    assert np.abs(red - blue).mean() > 10
    boards = [print_mine(mine_board(), style, 300).astype(int) for style in NAMED.values()]
    assert len(boards) >= 3
    assert all(np.abs(one - boards[0]).mean() > 10 for one in boards[1:])


def test_boxes_of_other_hands_are_drawn_too() -> None:
    told = mine_board(6)
    for seed in range(4):
        style, rng = rich_mine_style(np.random.default_rng(seed)), np.random.default_rng(seed)
        scene = random_mine_scene(told, print_mine(told, style, 400), style, rng, 4, 12.0, SMALL_PX)
        assert len(shoot_mine(scene, 5).gems) == sum(len(cell["jewels"]) for cell in scene.cells)


def test_glass_shows_the_board_behind_it_moved_and_tinted() -> None:
    camera = camera_over((0, 0), 100.0, 100.0, SMALL_PX)
    before = np.random.default_rng(1).integers(0, 256, (40, 40, 1), np.uint8).repeat(3, 2)
    drawn = before.copy()
    drawn[10:30, 10:30] = (1, 2, 3)
    glass = Solid([], [], np.zeros(2), 0.8, tint=(255.0, 255.0, 0.0), bend_mm=1.0)
    seen = _through(before, drawn, glass, camera)
    assert (seen[:10] == before[:10]).all()
    inner = seen[10:30, 10:30].astype(int)
    assert inner[..., 2].mean() == pytest.approx(0.35 * inner[..., 0].mean(), rel=0.05), "no red comes through"
    assert np.abs(inner[..., 0] - before[10:30, 10:30, 0]).mean() > 20
    assert (_through(before, drawn, replace(glass, tint=None), camera) == before).all()


def test_a_pointed_cart_ends_in_front() -> None:
    look = replace(CAVERN.cart, front="bare", point=0.2, wheels=False)
    solid = cart_solid(replace(CAVERN, cart=look), "red", 3, np.zeros(2), "E", 1.0, np.random.default_rng(1))
    corners = np.concatenate([face for layer in solid.layers for face in layer.faces])
    foremost = corners[corners[:, 0] > corners[:, 0].max() - 0.01]
    assert np.ptp(foremost[:, 1]) < 0.1


def test_dice_drawn_alone_differ_by_their_speeds() -> None:
    numbers = fonts([])
    assert numbers.shape[1] == SPEEDS
    for font in numbers:
        different = np.abs(font[:, None].astype(int) - font).mean((2, 3))
        assert different[~np.eye(SPEEDS, dtype=bool)].min() > 3, "numbers of a font can be told apart"
    for seed in range(4):
        rng = np.random.default_rng(seed)
        style, photo = random_dice(rng, numbers), replace(random_photo(rng), gleam=0.0, noise=0.0)
        speeds = np.arange(1, SPEEDS + 1)
        cuts = np.stack(
            [dice_cuts(style, photo, speeds[k : k + 1], np.random.default_rng(9))[0] for k in range(SPEEDS)]
        )
        again = dice_cuts(style, photo, speeds[:1], np.random.default_rng(9))[0]
        assert (cuts[0] == again).all()
        assert min(np.abs(cuts[k].astype(int) - cuts[0]).max() for k in range(1, SPEEDS)) > 10
