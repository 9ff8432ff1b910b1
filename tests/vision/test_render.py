"""The renderer: seeded, labelled, in styles that differ."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from vision.face import KINDS, Spot, TileFace, read_face
from vision.render import pieces
from vision.render.camera import camera_over
from vision.render.deal import random_face
from vision.render.finery import SHAPES_OF
from vision.render.guests import GUESTS
from vision.render.light import LIGHTS
from vision.render.named import STYLES
from vision.render.random_style import random_style
from vision.render.rich import any_box, ornate_box, rich_box
from vision.render.scenes import laid_tiles, random_cells
from vision.render.style import Piece
from vision.render.table import Hand, LaidTile, Scene, ZoneScene, shoot
from vision.render.tile import paint_tile
from vision.render.visitors import VISITORS

SIZE_PX = (960, 540)


def small_scene(number: int | None = 1, seed: int = 3, count: int = 6) -> Scene:
    rng = np.random.default_rng(seed)
    zone = ZoneScene(number, laid_tiles(rng, random_cells(rng, count)), size_mm=(420.0, 330.0))
    return Scene((zone,), camera_over((210, 165), 800, 780, SIZE_PX, tilt_deg=8, heading_deg=30))


def test_the_same_seed_draws_the_same_frame() -> None:
    one, other = (shoot(small_scene(), STYLES["meadow"], 5).photo_bgr for _ in range(2))
    assert np.array_equal(one, other)
    assert not np.array_equal(one, shoot(small_scene(), STYLES["meadow"], 6).photo_bgr)


@pytest.mark.parametrize("light", sorted(LIGHTS))
def test_all_four_corner_cards_are_readable(light: str) -> None:
    scene = small_scene(2)
    photo = shoot(Scene(scene.zones, scene.camera, LIGHTS[light]), STYLES["woodcut"], 1).photo_bgr
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    _, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(photo)
    assert sorted(int(i) for i in np.ravel(ids)) == [8, 9, 10, 11]


def test_labels_tell_what_was_laid() -> None:
    scene = small_scene()
    labels = shoot(scene, STYLES["neon"], 1).labels
    read = {tuple(entry["at"]): read_face(entry) for entry in labels["zones"][0]["tiles"]}
    assert read == {tile.at: tile.face for tile in scene.zones[0].tiles}


def test_the_market_is_labelled_by_columns_from_the_top() -> None:
    faces = {(column, row): TileFace(sides) for column, row, sides in [(0, 1, "H-H-"), (0, 0, "R-R-"), (1, 0, "HH--")]}
    zone = ZoneScene(0, tuple(LaidTile(at, face) for at, face in faces.items()), pitch_mm=(60.0, 60.0))
    labels = shoot(Scene((zone,), camera_over((200, 180), 700, 640, SIZE_PX)), STYLES["meadow"], 1).labels
    columns = labels["zones"][0]["columns"]
    assert [[tile["sides"] for tile in column] for column in columns] == [["R-R-", "H-H-"], ["HH--"]]


def test_a_pawn_stands_where_its_spot_is() -> None:
    free, taken = (TileFace("H-H-", spots=(Spot("car", "highway", pawn),)) for pawn in (False, True))
    camera = camera_over((210, 165), 700, 640, SIZE_PX)
    shots = [
        shoot(Scene((ZoneScene(None, (LaidTile((0, 0), face),)),), camera), STYLES["nursery"], 4)
        for face in (free, taken)
    ]
    changed = np.abs(shots[0].photo_bgr.astype(int) - shots[1].photo_bgr).sum(2) > 120
    quad = shots[1].tiles[0].quad_px
    foot = quad[0] + (quad[1] - quad[0]) * 0.5 + (quad[3] - quad[0]) * 0.5
    rows, columns = np.nonzero(changed)
    assert np.hypot(columns.mean() - foot[0], rows.mean() - foot[1]) < 0.35 * np.linalg.norm(quad[1] - quad[0])


def test_a_hand_hides_a_part_of_the_table() -> None:
    scene = small_scene()
    still = shoot(scene, STYLES["meadow"], 2).photo_bgr
    reached = Scene(scene.zones, scene.camera, hand=Hand((0.4, 0.3), (0.9, 0.6)))
    moved = shoot(reached, STYLES["meadow"], 2).photo_bgr
    assert 0.02 < float((np.abs(still.astype(int) - moved).sum(2) > 60).mean()) < 0.5


@pytest.mark.parametrize("name", sorted(STYLES))
def test_every_style_tells_town_from_country_and_routes_from_ground(name: str) -> None:
    faces = [
        TileFace("----"),
        TileFace("----", urban=True),
        TileFace("H-H-"),
        TileFace("R-R-"),
        TileFace("----", station=True),
    ]
    pictures = [paint_tile(face, STYLES[name], np.random.default_rng(1)).picture_bgr.astype(int) for face in faces]
    for one in range(1, len(pictures)):
        assert (np.abs(pictures[0] - pictures[one]).sum(2) > 40).mean() > 0.01


@pytest.mark.parametrize("name", [*GUESTS, *VISITORS])
def test_every_artist_paints_all_sorts_of_faces_apart(name: str) -> None:
    style, paint = (GUESTS | VISITORS)[name]

    def picture(face: TileFace) -> np.ndarray:
        painted = paint(face, style, np.random.default_rng(1), 112)
        assert painted.picture_bgr.shape == (112, 112, 3)
        assert len(painted.places) == len(face.spots)
        return painted.picture_bgr.astype(int)

    for sides in ("----", "H---", "R-R-", "HH--", "RRR-", "HRHR", "HHHH", "HHRR"):
        alike = [picture(TileFace(sides, urban, station)) for urban in (False, True) for station in (False, True)]
        assert _all_differ(alike, 0.01)
    assert _all_differ([picture(TileFace(sides)) for sides in ("----", "H-H-", "R-R-", "HH--", "RR--")], 0.01)
    for on, sides in (("highway", "H-H-"), ("rail", "R-R-"), ("station", "R-R-")):
        spots = [(), *((Spot(kind, on),) for kind in KINDS)]
        assert _all_differ([picture(TileFace(sides, station=on == "station", spots=icons)) for icons in spots], 0.003)


def _all_differ(pictures: list[np.ndarray], share: float) -> bool:
    """Whether in any two pictures more than this share of the pixels are clearly of another colour."""
    pairs = itertools.combinations(pictures, 2)
    return all(float((np.abs(one - other).sum(2) > 60).mean()) > share for one, other in pairs)


@pytest.mark.parametrize("name", VISITORS)
def test_a_visitor_tells_where_its_icons_lie(name: str) -> None:
    style, paint = VISITORS[name]
    for seed in range(6):
        free, marked = (
            paint(TileFace("HHH-", spots=spots), style, np.random.default_rng(seed), 112)
            for spots in ((), (Spot("car", "highway"),))
        )
        # Whatever is strewn is drawn before the icons, so only the icon differs.
        changed = np.abs(free.picture_bgr.astype(int) - marked.picture_bgr).sum(2) > 60
        rows, columns = np.nonzero(changed)
        middle = np.array([columns.mean(), rows.mean()]) / 112
        assert np.linalg.norm(middle - marked.places[0]) < 0.05


def test_random_styles_differ_and_follow_their_seed() -> None:
    one, same, other = (random_style(np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_boxes_drawn_in_detail_follow_their_seed_and_tell_where_their_icons_lie() -> None:
    for seed, drawn in itertools.product(range(12), (rich_box, ornate_box)):
        (style, paint), (same_style, same_paint) = (drawn(np.random.default_rng(seed)) for _ in range(2))
        face = TileFace("HHH-", seed % 2 == 0, spots=(Spot("car", "highway"),))
        one, again = (
            own(face, look, np.random.default_rng(3), 112) for look, own in ((style, paint), (same_style, same_paint))
        )
        assert np.array_equal(one.picture_bgr, again.picture_bgr)
        bare = paint(TileFace("HHH-", seed % 2 == 0), style, np.random.default_rng(3), 112).picture_bgr
        rows, columns = np.nonzero(np.abs(bare.astype(int) - one.picture_bgr).sum(2) > 120)
        assert np.linalg.norm(np.array([np.median(columns), np.median(rows)]) / 112 - one.places[0]) < 0.06


def test_boxes_for_training_are_plain_or_drawn_in_detail() -> None:
    painters = [any_box(np.random.default_rng(seed))[1] for seed in range(30)]
    assert 2 < sum(paint is paint_tile for paint in painters) < 15


def test_the_trim_of_a_pawn_is_above_its_body() -> None:
    piece = Piece("turned", (10.0, 10.0, 200.0), 0.3, 0.3, 0.5, (200.0, 10.0, 10.0), 0.6)
    faces = pieces.stand(piece, (0.0, 0.0), 0.0, 45.0)
    tones = pieces.tones(piece, faces, 45.0)
    body, trim = (
        [face[:, 2].mean() for face, tone in zip(faces, tones, strict=True) if tone == own]
        for own in (piece.colour, piece.trim)
    )
    assert max(body) < min(trim)


@pytest.mark.parametrize("shape", sorted({shape for shapes in SHAPES_OF.values() for shape in shapes}))
def test_pawns_of_all_shapes_stand_on_their_tile_within_their_size(shape: str) -> None:
    piece = Piece(shape, (10.0, 10.0, 200.0), 0.3, 0.3, 0.5)
    points = np.concatenate(pieces.stand(piece, (0.0, 0.0), 0.0, 45.0))
    assert points[:, 2].min() == pytest.approx(pieces.FOOT_MM, abs=0.8)
    assert np.abs(points[:, :2]).max() < 0.3 * 45
    assert points[:, 2].max() < pieces.FOOT_MM + 1.25 * 0.5 * 45


def test_turning_a_tile_turns_its_sides_clockwise() -> None:
    assert TileFace("HR--").turned(1).sides == "-HR-"
    assert TileFace("HR--").turned(-1).sides == "R--H"


def test_dealt_tiles_carry_spots_only_where_they_have_a_route() -> None:
    rng = np.random.default_rng(0)
    for _ in range(300):
        face = random_face(rng)
        for spot in face.spots:
            assert {"highway": "H" in face.sides, "rail": "R" in face.sides, "station": face.station}[spot.on]


@pytest.mark.parametrize("name", sorted(STYLES))
def test_two_spots_of_a_tile_never_lie_on_one_another(name: str) -> None:
    both = (Spot("car", "highway", False), Spot("train", "rail", False))
    for sides in ("HRHR", "HHRR", "HRRR", "H-R-"):
        for seed in range(6):
            painted = paint_tile(TileFace(sides, spots=both), STYLES[name], np.random.default_rng(seed))
            assert np.linalg.norm(painted.places[0] - painted.places[1]) > 0.2, (sides, seed)


def test_a_pawn_with_its_own_seed_stands_as_it_stood_when_others_come() -> None:
    camera = camera_over((210, 165), 700, 640, SIZE_PX)

    def picture(first_taken: bool) -> np.ndarray:
        faces = [TileFace("H-H-", spots=(Spot("car", "highway", pawn),)) for pawn in (first_taken, True)]
        tiles = tuple(LaidTile((3 * n, 0), face, print_seed=n, pawn_seed=n) for n, face in enumerate(faces))
        return shoot(Scene((ZoneScene(None, tiles),), camera), STYLES["nursery"], 4).photo_bgr

    without, with_first = picture(False), picture(True)
    changed = np.abs(without.astype(int) - with_first).sum(2) > 120
    half = changed.shape[1] // 2
    assert changed[:, :half].any() != changed[:, half:].any()
