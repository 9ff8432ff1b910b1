"""Printed boards through the whole pipeline: drawn by ourselves in two styles, photographed, taught and read."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.errors import BadInput
from firmware.cli import main
from vision.boards.board import BoardUnreadable, make_board, open_board
from vision.boards.claims import UnknownClaim, read_claims, route_owners, settled, twins
from vision.boards.drawn import toml_of
from vision.boards.locate import find_board
from vision.boards.pack import open_pack
from vision.boards.see import see
from vision.boards.teach import teach
from vision.render.board_print import STYLES, new_york, print_board
from vision.render.board_scene import BoardScene, blank_photo, random_board_scene, shoot_board
from vision.render.light import DAY, LAMP, Light
from vision.render.table import Hand

CALM = replace(DAY, noise=2.0)
WARM = replace(LAMP, glare=0.15)


def scene(style: str, seed: int, light: Light, tilt_deg: float) -> BoardScene:
    told = new_york()
    drawn = random_board_scene(
        told, print_board(told, STYLES[style]), np.random.default_rng(seed), (1500, 1125), tilt_deg
    )
    return replace(drawn, light=light, crooked=0.6)


def claims_of(answer: dict[str, Any]) -> list[tuple[Any, ...]]:
    return sorted((*claim["route"], claim["taxis"]) for claim in answer["claims"])


@pytest.fixture(scope="module", params=sorted(STYLES))
def taught(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A pack in one style, taught from two photos."""
    style = str(request.param)
    folder = tmp_path_factory.mktemp(style)
    told = new_york()
    (folder / "board.toml").write_text(toml_of(told), encoding="utf-8")
    cv2.imwrite(str(folder / "blank.jpg"), blank_photo(print_board(told, STYLES[style]), np.random.default_rng(0)))
    report = teach(
        folder, [shoot_board(scene(style, seed, light, 8.0), seed) for seed, light in ((1, CALM), (2, WARM))]
    )
    assert report.learned == 2 * 41
    return style, folder


@pytest.mark.parametrize(
    ("seed", "light", "tilt_deg", "wrong"), [(3, CALM, 4.0, 0), (6, WARM, 20.0, 1), (8, CALM, 25.0, 0)]
)
def test_a_taught_board_is_read(taught: tuple[str, Path], seed: int, light: Light, tilt_deg: float, wrong: int) -> None:
    """Half in a lamp's shadow, grey print beside a piece may still pass for a white one: then it must be doubted."""
    style, pack = taught
    photo, labels = shoot_board(scene(style, seed, light, tilt_deg), seed)
    answer, _ = see(photo, pack)
    seen, wanted = claims_of(answer), claims_of(labels)
    assert not [claim for claim in wanted if claim not in seen]
    invented = [claim for claim in answer["claims"] if (*claim["route"], claim["taxis"]) not in wanted]
    assert len(invented) == len(seen) - len(wanted) <= wrong
    assert all(claim["confidence"] < 0.9 for claim in invented)
    assert all(0 <= claim["confidence"] <= 1 for claim in answer["claims"])


def test_the_command_prints_claims_and_draws_them(
    taught: tuple[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    style, pack = taught
    photo, _ = shoot_board(scene(style, 5, CALM, 6.0), 5)
    cv2.imwrite(str(tmp_path / "board.jpg"), photo)
    drawn = tmp_path / "drawn.png"
    game = ["--game", "ticket-to-ride-new-york", "--pack", str(pack)]
    assert main(["see", str(tmp_path / "board.jpg"), *game, "--annotate", str(drawn)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["game"] == "ticket-to-ride-new-york"
    assert answer["claims"]
    assert (np.asarray(cv2.imread(str(drawn))) != photo).any()


def test_a_pack_that_an_older_version_taught_still_serves(taught: tuple[str, Path], tmp_path: Path) -> None:
    told = json.loads((taught[1] / "taught.json").read_text(encoding="utf-8"))
    del told["judge"]["tinted"]
    (tmp_path / "taught.json").write_text(json.dumps(told), encoding="utf-8")
    kept = open_pack(tmp_path)
    assert kept.judge is None
    assert set(kept.colours) == set(new_york()["pieces"])
    assert open_pack(taught[1]).judge is not None


def test_a_table_without_the_board_is_a_clear_no(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = new_york()
    (tmp_path / "board.toml").write_text(toml_of(told), encoding="utf-8")
    cv2.imwrite(str(tmp_path / "blank.jpg"), print_board(told, STYLES["midnight"]))
    noise = np.random.default_rng(1).integers(60, 200, (300, 400, 3), np.uint8)
    bare = np.asarray(cv2.resize(noise, (600, 450), interpolation=cv2.INTER_CUBIC), np.uint8)
    cv2.imwrite(str(tmp_path / "bare.png"), bare)
    assert main(["see", str(tmp_path / "bare.png"), "--game", "ticket-to-ride-new-york", "--pack", str(tmp_path)]) == 1
    assert "New York is not seen on this photo." in capsys.readouterr().err


@pytest.mark.parametrize("tags", [False, True])
def test_the_board_is_found_under_a_hand_and_upside_down(tags: bool) -> None:
    told = new_york()
    board = make_board(told, print_board(told, STYLES["broadsheet"]))
    drawn = replace(scene("broadsheet", 7, WARM, 25.0), tags=tags, hand=Hand((0.5, 0.4), (0.9, 0.9)), bend=0.0)
    photo, _ = shoot_board(drawn, 7)
    place = find_board(photo, board)
    corners = drawn.camera.ground(np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * told["size"])
    assert np.abs(place.corners_px - corners).max() < 3


def test_clicked_spaces_snap_to_the_print() -> None:
    told = new_york()
    printed = print_board(told, STYLES["broadsheet"])
    exact = make_board(told, printed)
    clicked = [{**route, "spaces": np.add(route["spaces"], (1.5, -1.5)).tolist()} for route in told["route"]]
    moved = {**told, "route": clicked}
    across = exact.spaces[:, 3] - exact.spaces[:, 0]
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    off_px = np.abs(((make_board(moved, printed).spaces - exact.spaces).mean(1) * across).sum(1))
    clicked_px = np.abs(across @ (np.array([1.5, -1.5]) * exact.px_per_unit))
    assert off_px.mean() < 0.5 * clicked_px.mean()


def test_nobody_has_both_lanes_of_a_double_by_a_narrow_margin() -> None:
    """Ruling 4: nobody owns both lanes of a double route."""
    board = make_board(new_york(), print_board(new_york(), STYLES["broadsheet"]))
    first, second = next(
        pair for pair in twins(board) if board.routes[pair[0]].ends == ("Lincoln Center", "Times Square")
    )
    logs = np.tile(np.log([0.996, 0.001, 0.001, 0.001, 0.001]), (len(board.routes), 1))
    logs[first] = np.log([0.001, 0.996, 0.001, 0.001, 0.001])
    logs[second] = np.log([0.3, 0.697, 0.001, 0.001, 0.001])
    owners, chances = settled(board, logs)
    assert owners[first] == 1
    assert owners[second] == 0
    assert chances[second] < 1


@pytest.mark.parametrize("whose", ["another photo's", "nobody's"])
def test_labels_of_another_photo_teach_nothing(
    whose: str, taught: tuple[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    style, pack = taught
    photo, labels = shoot_board(scene(style, 5, CALM, 6.0), 5)
    other = scene(style, 9, CALM, 6.0).claims if whose == "another photo's" else ()
    before = {file.name: file.read_bytes() for file in pack.iterdir()}
    cv2.imwrite(str(tmp_path / "photo.jpg"), photo)
    (tmp_path / "labels.json").write_text(json.dumps({**labels, "claims": list(other)}))
    pair = [str(tmp_path / "photo.jpg"), str(tmp_path / "labels.json")]
    assert main(["teach", "--game", "ticket-to-ride-new-york", "--pack", str(pack), *pair]) == 1
    assert "Photo 1 does not show what its labels tell" in capsys.readouterr().err
    assert {file.name: file.read_bytes() for file in pack.iterdir()} == before


def test_a_photo_taught_again_takes_the_place_of_its_first_lesson(taught: tuple[str, Path], tmp_path: Path) -> None:
    style, pack = taught
    copy = tmp_path / "pack"
    shutil.copytree(pack, copy)
    photo, labels = shoot_board(scene(style, 1, CALM, 8.0), 1)
    teach(copy, [(photo, {**labels, "claims": labels["claims"][1:]})])
    photos = open_pack(copy, with_pictures=True).photos
    assert next(len(one.claims) for one in photos) == len(labels["claims"]) - 1
    assert len(photos) == len(open_pack(pack, with_pictures=True).photos)


def test_labels_of_another_board_are_refused() -> None:
    board = make_board(new_york(), print_board(new_york(), STYLES["broadsheet"]))
    with pytest.raises(UnknownClaim):
        route_owners(board, [{"route": ["Paris", "Berlin", "red"], "taxis": "white"}])
    twin = {"route": ["Chelsea", "Empire State Building", "gray"], "taxis": "white"}
    assert (route_owners(board, [twin, {**twin, "taxis": "purple"}]) > 0).sum() == 2


@pytest.mark.parametrize(
    ("claims", "said"),
    [
        ([{"route": None, "taxis": None}], "labels.claims[0].route: must be a list, not null"),
        ([{"route": ["Chelsea", "Soho", 3], "taxis": "white"}], "route[2]: must be a text"),
        ([{"route": ["Chelsea", "Soho"], "taxis": "white"}], "route: must have 3 entries"),
        ([{"route": ["Chelsea", "Soho", "pink"], "taxis": ["white"]}], "taxis: must be a text"),
        ([3], "claims[0]: must be an object"),
        ({}, "claims: must be a list"),
    ],
)
def test_claims_of_a_wrong_form_are_refused_in_one_sentence(claims: Any, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_claims({"claims": claims})
    assert said in str(refused.value)


@pytest.mark.parametrize("pieces", ["", "pieces = []\n"])
def test_a_map_that_nobody_has_pieces_for_is_refused(
    pieces: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "blank.jpg"), np.random.default_rng(1).integers(0, 255, (90, 90, 3), np.uint8))
    route = '[[route]]\nends = ["a", "b"]\ncolour = "red"\nspaces = [[[1, 1], [4, 1], [4, 2], [1, 2]]]\n'
    (tmp_path / "board.toml").write_text(f'name = "x"\nsize = [9, 9]\n{pieces}{route}')
    words = ["--game", "ticket-to-ride-new-york", "--pack", str(tmp_path)]
    assert main(["see", str(tmp_path / "blank.jpg"), *words]) == 2
    said = capsys.readouterr().err
    assert "names no pieces" in said
    assert said.count("\n") == 1


def test_a_folder_without_a_board_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardUnreadable):
        open_board(tmp_path)
    shutil.copyfile(Path(__file__), tmp_path / "board.toml")
    with pytest.raises(BoardUnreadable):
        open_board(tmp_path)
