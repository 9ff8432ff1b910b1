"""The tile reader: its net in numpy, its adaptation, its honesty, on styles it was never trained on."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from vision.evaluate import Mistakes
from vision.explain import Habits, Seen, explain, habits_of, with_neighbours
from vision.face import SIDE_LETTERS, Spot, TileFace, read_face
from vision.fit import fit, open_taught
from vision.heads import Head
from vision.heat import peaks
from vision.lesson_icons import middle_about
from vision.net import tile_features, to_input
from vision.odds import weighed
from vision.patch import PATCH_PX
from vision.photo import read_photo
from vision.places import at_station, on_routes, told_by_spots
from vision.prints import icon_prints, station_prints
from vision.reader import TileReader
from vision.render.named import STYLES
from vision.render.tile import paint_tile
from vision.render.visitors import VISITORS
from vision.spots import apart
from vision.teach import teach
from vision.tone import MOST_CONTRAST, Contrast, contrast_of, match_light
from vision.train.dataset import close_scene
from vision.train.measure import Tally, lessons_of, measure_style, shown
from vision.train.measure_tables import PHOTOGRAPHED, measured


def sure_of(sides: str, station: bool = False, spot: int = 0, doubt: float = 0.001) -> Seen:
    """A tile seen clearly."""
    chances = np.full((4, 3), doubt)
    for side, letter in enumerate(sides):
        chances[side, SIDE_LETTERS.index(letter)] = 1 - 2 * doubt
    place = np.full((1, 7), doubt)
    place[0, spot] = 1 - 6 * doubt
    return Seen(
        chances, np.array([1 - doubt, doubt]), np.array([doubt, 1 - doubt] if station else [1 - doubt, doubt]), place
    )


def test_reading_a_batch_is_reading_each_alone() -> None:
    crops = np.random.default_rng(1).integers(0, 255, (11, 80, 80, 3), np.uint8)
    x = to_input(crops, np.full((11, 3), 4.5))
    whole, alone = tile_features(x), tile_features(x[9:10])
    for name in whole:
        assert np.allclose(whole[name][9:10], alone[name], atol=1e-3)


def test_a_head_learns_from_few_examples_what_it_had_wrong() -> None:
    rng = np.random.default_rng(2)
    centres = rng.normal(size=(3, 8)).astype(np.float32) * 2
    labels = np.repeat([0, 1, 2], 3)
    features = (centres[labels] + rng.normal(0, 0.2, (9, 8))).astype(np.float32)
    head = Head(np.zeros((9, 3), np.float32), 1.0, 8.0).adapted(features, labels)
    asked = (centres[[2, 0, 1]] + rng.normal(0, 0.2, (3, 8))).astype(np.float32)
    assert head.probabilities(asked).argmax(1).tolist() == [2, 0, 1]


def test_a_rare_sort_of_nothing_is_not_taken_for_something() -> None:
    """Of the places without a spot few show a bare station, and some boxes draw stations much like an icon."""
    rng = np.random.default_rng(5)
    centres = np.zeros((3, 8), np.float32)
    centres[0, 0], centres[1, 1], centres[2, [1, 2]] = 2.0, 2.0, (2.0, 0.7)  # open ground, an icon, a bare station
    shown = np.repeat([0, 1, 2], (60, 6, 2))
    features = (centres[shown] + rng.normal(0, 0.1, (len(shown), 8))).astype(np.float32)
    asked = (np.repeat(centres[1:], 10, axis=0) + rng.normal(0, 0.1, (20, 8))).astype(np.float32)
    plain = Head(np.zeros((9, 2), np.float32), 1.0, 8.0)
    told = plain.with_another_sort().adapted(features, shown).probabilities(asked)
    assert told.shape == (20, 2)
    assert told.argmax(1).tolist() == [1] * 10 + [0] * 10
    assert (
        plain.adapted(features, np.where(shown == 1, 1, 0)).probabilities(asked).argmax(1).tolist()
        != [1] * 10 + [0] * 10
    )


def test_beside_the_middle_there_is_no_bare_station() -> None:
    """Where no station can be, one more sort of nothing takes no chance from a pawn."""
    head = Head(np.zeros((2, 2), np.float32), 1.0, 1.0).with_another_sort()
    somewhere = np.ones((1, 1), np.float32)
    assert head.probabilities(somewhere)[0].tolist() == pytest.approx([2 / 3, 1 / 3])
    assert head.without_sorts().probabilities(somewhere)[0].tolist() == pytest.approx([0.5, 0.5])


def test_what_looks_like_a_bare_place_of_the_lesson_is_hardly_a_pawn() -> None:
    rng = np.random.default_rng(2)
    bare, icons, other = (rng.normal(0, 0.5, (count, PATCH_PX, PATCH_PX, 3)).astype(np.float32) for count in (4, 3, 1))
    prints = icon_prints(np.concatenate([bare, icons]), [0] * 4 + [1, 2, 3])
    doubtful = np.tile([0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0], (2, 1))
    like_bare, unlike = weighed(doubtful, np.full(2, 0.5), np.concatenate([bare[:1], 3 * other]), prints)
    assert like_bare[4] < 0.2 < 0.5 < unlike[4]


def test_the_light_is_found_though_nobody_says_which_ground_is_where() -> None:
    rng = np.random.default_rng(3)
    grounds = np.array([[-0.2, 0.1, -0.1], [0.2, 0.15, 0.3]], np.float32)
    light = np.array([4.1, 4.6, 5.0])
    tones = grounds[rng.integers(0, 2, 20)] + light + rng.normal(0, 0.03, (20, 3))
    assert np.allclose(match_light(tones.astype(np.float32), grounds), light, atol=0.05)


@pytest.mark.parametrize("seed", range(3, 6))
def test_no_light_is_believed_that_would_make_the_other_ground_brighter_than_white(seed: int) -> None:
    """All tiles lie on the bright ground; on the dark one they would fit as well, but in a light far too strong."""
    grounds = np.array([[0.3, 0.3, 0.2], [-0.8, -0.6, -0.55]], np.float32)
    light = np.array([4.8, 4.7, 4.6])
    tones = light + grounds[0] + np.random.default_rng(seed).normal(0, 0.06, (12, 3))
    assert np.allclose(match_light(tones.astype(np.float32), grounds), light, atol=0.08)


CAR, TRAIN, TRAIN_PAWN, TRAVELLER_PAWN = 1, 2, 5, 6


@pytest.mark.parametrize(("sides", "second", "spots"), [("HRHR", 5, 2), ("HRHR", 3, 1), ("HHHH", 4, 1)])
def test_a_second_spot_is_believed_sooner_where_highway_and_railway_cross(sides: str, second: int, spots: int) -> None:
    """Boxes print a car's and a train's spot on a crossing without a station; elsewhere a second one is rare."""
    tile = sure_of(sides, spot=CAR)
    doubtful = np.full(7, 0.02)
    doubtful[[0, second]] = 0.25, 0.65
    both = Seen(tile.sides, tile.ground, tile.station, np.stack([tile.places[0], doubtful]))
    assert len(explain(both).face.spots) == spots


@pytest.mark.parametrize(("second", "spots"), [(CAR, 1), (1 + CAR, 2)])
def test_a_second_spot_of_the_same_kind_must_be_plainer_than_one_of_another(second: int, spots: int) -> None:
    tile = sure_of("HHHH", spot=CAR)
    likely = np.full(7, 1e-4)
    likely[[0, second]] = 0.008, 0.99
    both = Seen(tile.sides, tile.ground, tile.station, np.stack([tile.places[0], likely]))
    assert len(explain(both).face.spots) == spots


def test_beside_a_pawn_only_what_is_surely_another_kind_is_a_spot_of_its_own() -> None:
    pawn, icon, guess = np.full((3, 7), 0.002)
    pawn[TRAIN_PAWN] = icon[CAR] = 0.988
    guess[[0, CAR]] = 0.49, 0.5
    places = [(0.5, 0.3, 0.9), (0.5, 0.6, 0.5)]
    assert len(apart(places, np.stack([pawn, icon]))) == 2
    assert len(apart(places, np.stack([pawn, guess]))) == 1


def test_what_shows_of_an_icon_beside_the_pawn_on_it_does_not_take_the_pawns_place() -> None:
    pawn, icon, guess = np.full((3, 7), 0.002)
    pawn[TRAIN_PAWN], icon[TRAIN] = 0.95, 0.998
    guess[[TRAIN_PAWN, 0]] = 0.5, 0.45
    places = [(0.5, 0.4, 0.3), (0.5, 0.5, 0.3)]
    assert apart(places, np.stack([pawn, icon])).argmax(1).tolist() == [TRAIN_PAWN]
    assert apart(places, np.stack([guess, icon]))[0].argmax() == TRAIN


def test_a_pawn_that_looks_like_two_kinds_from_two_places_is_doubted() -> None:
    train, traveller = np.full((2, 7), 0.002)
    train[TRAIN_PAWN], traveller[TRAVELLER_PAWN] = 0.99, 0.98
    (both,) = apart([(0.6, 0.5, 0.3), (0.5, 0.5, 0.6)], np.stack([train, traveller]))
    assert both.argmax() == TRAVELLER_PAWN
    assert both.max() < 0.8
    assert apart([], np.zeros((0, 7))).shape == (0, 7)


def _crops(count: int = 20) -> np.ndarray:
    rng = np.random.default_rng(5)
    return shown(close_scene(rng, count, objective_share=0.0), STYLES["meadow"], rng).crops


@pytest.mark.parametrize("share", [0.65, 1.35])
def test_a_photo_is_brought_to_the_contrast_of_the_photos_that_taught(share: float) -> None:
    """Glare takes contrast, some cameras add it."""
    crops = _crops()
    other = np.clip(130 + (crops.astype(float) - 130) * share, 0, 255).astype(np.uint8)
    wanted = contrast_of(crops)
    before, after = (
        abs(np.log(contrast_of(part) / wanted)) for part in (other, Contrast.between(other, wanted).on(other))
    )
    assert after < 0.4 * before


def test_contrast_is_changed_little_by_few_tiles_never_beyond_bounds_and_not_at_all_where_none_is_known() -> None:
    crops = _crops()
    own = contrast_of(crops)
    assert contrast_of(Contrast.between(crops, 9 * own).on(crops)) < 1.15 * MOST_CONTRAST * own
    one, all_of_them = (Contrast.between(crops[:count], 1.4 * contrast_of(crops[:count])) for count in (1, len(crops)))
    assert contrast_of(one.on(crops)) < contrast_of(all_of_them.on(crops))
    unknown = Contrast.between(crops, float("nan"))
    assert (unknown.on(crops) == crops).all()
    assert unknown.of((10.5, 20.0, 30.0)) == (10.5, 20.0, 30.0)


def test_more_contrast_blows_no_colour_out_of_a_bright_photo() -> None:
    """Else a warm lamp with glare makes all grounds equally red."""
    crops = _crops()
    bright = np.clip(175 + (crops.astype(float) - crops.mean()) * 0.4, 0, 250).astype(np.uint8)
    contrast = Contrast.between(bright, contrast_of(crops))
    assert contrast.factor > 1.3
    assert (contrast.on(bright) == 255).mean() < 0.01
    red = np.array([contrast.of((100, 100, value)) for value in (220, 235, 250)])[:, 2]
    assert (np.diff(np.log(red)) > 0.05).all()


def test_peaks_are_found_where_the_hills_are() -> None:
    y, x = np.mgrid[0:20, 0:20]
    heat = np.exp(-((x - 9.5) ** 2 + (y - 5.5) ** 2) / 2).astype(np.float32)
    (px, py, height), *_ = peaks(heat, 2)
    assert (px, py) == (pytest.approx(0.5, abs=0.02), pytest.approx(0.2333, abs=0.02))
    assert height > 0.7


def test_what_is_seen_clearly_stands_even_if_no_box_prints_it() -> None:
    face = explain(sure_of("HR--", station=False, spot=3)).face
    assert (face.sides, face.station) == ("HR--", False)


def test_doubt_is_settled_by_what_boxes_print() -> None:
    seen = sure_of("H-R-")
    doubtful = Seen(seen.sides, seen.ground, np.array([0.6, 0.4]), seen.places)
    assert explain(doubtful).face.station


def test_doubt_about_a_side_is_settled_by_how_often_such_tiles_are_printed() -> None:
    sure = sure_of("H-HH")
    sides = sure.sides.copy()
    sides[1] = [0.4, 0.0, 0.6]
    doubtful = Seen(sides, sure.ground, np.array([0.5, 0.5]), sure.places)
    assert explain(doubtful).face.sides == "H-HH"
    sides[1] = [0.01, 0.0, 0.99]
    clear = Seen(sides, sure.ground, np.array([0.01, 0.99]), sure.places)
    assert explain(clear).face.sides == "HRHH"


@pytest.mark.parametrize("station", [False, True])
def test_whether_a_dead_end_under_a_pawn_is_a_station_is_settled_by_what_this_box_prints(station: bool) -> None:
    seen = sure_of("H---", spot=4)
    hidden = Seen(seen.sides, seen.ground, np.array([0.5, 0.5]), seen.places)
    habits = habits_of([TileFace("-H--", False, station), TileFace("R---", True, station)] * 2)
    assert explain(hidden, habits).face.station is station
    plain = sure_of("H---", station=not station)
    assert explain(plain, habits).face.station is not station


@pytest.mark.parametrize(("first", "spots"), [(5, 1), (2, 2)])
def test_a_pawns_shadow_is_no_second_pawn(first: int, spots: int) -> None:
    """What may be a second pawn is believed less beside a pawn than beside an icon."""
    seen = sure_of("R-R-", spot=first)
    dark = np.array([[0.007, 0.0, 0.0, 0.0, 0.015, 0.019, 0.959]])
    both = Seen(seen.sides, seen.ground, seen.station, np.concatenate([seen.places, dark]))
    assert len(explain(both).face.spots) == spots
    assert len(explain(both, Habits(two_spots=True)).face.spots) == 2, "but the box prints tiles with two spots"


def test_a_second_spot_is_believed_rather_of_kinds_that_the_lessons_show_together(tmp_path: Path) -> None:
    """A station's clock beside its traveller looked like a car; this box prints cars beside trains alone."""
    together = TileFace("-H-R", True, True, None, (Spot("train", "rail", True), Spot("car", "highway", False)))
    habits = habits_of([together, TileFace("H---", False, False)])
    assert (habits.two_spots, habits.pairs) == (True, (("car", "train"),))
    maybe_car = np.array([[0.05, 0.7, 0.05, 0.05, 0.05, 0.05, 0.05]])
    for first, spots in ((2, 2), (3, 1)):
        seen = sure_of("RH--", station=True, spot=first)
        both = Seen(seen.sides, seen.ground, seen.station, np.concatenate([seen.places, maybe_car]))
        assert len(explain(both, habits).face.spots) == spots
        assert len(explain(both, Habits(two_spots=True)).face.spots) == 2, "an older pack does not know which"
    photo = Path(__file__).parents[1] / "photos" / "railroad-tiles" / "atlas-teach0.jpg"
    teach(tmp_path, [(read_photo(photo), json.loads(photo.with_suffix(".json").read_text(encoding="utf-8")))])
    labels = [read_face(entry) for entry in json.loads(photo.with_suffix(".json").read_text())["zones"][0]["tiles"]]
    assert open_taught(tmp_path).habits == habits_of(labels)


@pytest.mark.parametrize("station", [False, True])
def test_whether_cars_wait_at_stations_is_settled_by_the_lessons_own(station: bool) -> None:
    seen = sure_of("H---", spot=4)
    hidden = Seen(seen.sides, seen.ground, np.array([0.2, 0.8]), seen.places)
    habits = habits_of([TileFace("H-R-", False, station, None, (Spot("car", "highway", False),))] * 6)
    assert habits.cars == ((0, 6) if station else (6, 0))
    assert explain(hidden, habits).face.station is station


def test_neighbours_settle_doubt_but_do_not_overrule() -> None:
    doubtful, clear = sure_of("----").sides, sure_of("---H").sides
    doubtful = doubtful.copy()
    doubtful[1] = [0.6, 0.4, 0.0]
    cells = [(0, 0), (1, 0)]
    settled = with_neighbours(cells, np.stack([doubtful, clear]))
    assert settled[0, 1].argmax() == SIDE_LETTERS.index("H")
    breach = with_neighbours(cells, np.stack([sure_of("----").sides, clear]))
    assert breach[0, 1].argmax() == SIDE_LETTERS.index("-")


def test_styles_never_trained_on_are_read_after_two_photos() -> None:
    every = Tally()
    for name in ("meadow", "blueprint", "nursery", "woodcut"):
        every.merge(measure_style(STYLES[name], seed=31, photos=2, count=20))
    assert every.wrong["tile"] <= 0.04 * every.tiles
    assert every.sure_wrong == 0


def test_tables_in_styles_never_trained_on_are_read_after_one_photo() -> None:
    """Cards, matching neighbours and any light, found and read as `see` does it."""
    every = Mistakes("tables")
    for number, name in enumerate(("meadow", "nursery", "blueprint")):
        every += measured(name, (STYLES[name], paint_tile), np.random.default_rng([70, number]), photos=1, taught=1)
    assert (every.tiles_missed, every.tiles_invented, every.sure_but_wrong) == (0, 0, 0)
    assert every.tiles - every.tiles_exact <= 0.08 * every.tiles
    assert every.sure > 0.1 * every.tiles


@pytest.mark.parametrize(("name", "number"), [("nouveau", 1), ("gouache", 5)])
def test_a_box_whose_decorations_are_more_striking_than_its_spots_is_read(name: str, number: int) -> None:
    """Where flowers and houses made higher hills than the icons, more than a fifth was read wrongly."""
    rng = np.random.default_rng([99000, 200 + number])
    box = measured(name, VISITORS[name], rng, photos=3, taught=1, custom=PHOTOGRAPHED)
    assert box.tiles - box.tiles_exact <= 0.16 * box.tiles
    assert box.sure_but_wrong <= 1  # a pawn in a haze


def test_a_style_that_is_hard_to_read_is_read_with_doubt() -> None:
    tally = measure_style(STYLES["neon"], seed=31, photos=1, count=20)
    assert tally.wrong["sides"] + tally.wrong["urban"] <= 2
    assert tally.sure_wrong == 0


def test_untaught_the_reader_is_less_sure() -> None:
    rng = np.random.default_rng(4)
    lessons = lessons_of(STYLES["nursery"], rng)
    asked = shown(close_scene(rng, 20, objective_share=0.0), STYLES["nursery"], rng).crops
    taught, untaught = (reader.read_crops(asked) for reader in (TileReader(fit(lessons)), TileReader()))
    assert np.mean([one.chance for one in untaught]) < np.mean([one.chance for one in taught])


def test_spots_are_expected_on_routes_of_their_kind() -> None:
    """What looks like an icon in the middle of a field is rather a tree."""
    sides = sure_of("H-R-").sides
    beside, on_highway, middle = (on_routes((x, y, 0.5), sides) for x, y in ((0.85, 0.5), (0.5, 0.2), (0.52, 0.5)))
    assert beside[0] == 1
    assert (beside[1:4] < 0.1).all()
    assert on_highway[1] > 0.9 > 0.1 > on_highway[2]
    assert (middle == 1).all()


def test_a_traveller_may_wait_just_below_its_station() -> None:
    dead_end = sure_of("H---", station=True).sides
    below = (0.5, 0.73, 0.5)
    assert on_routes(below, dead_end)[3] == at_station(below, 1.0)[3] == 1
    assert (on_routes(below, dead_end)[1:3] < 0.1).all()


def test_travellers_wait_in_a_station_cars_and_trains_outside() -> None:
    inside, outside = at_station((0.52, 0.5, 0.5), 1.0), at_station((0.5, 0.22, 0.5), 1.0)
    assert inside[3] == outside[1] == outside[2] == 1
    assert inside[1] == inside[2] == outside[3] == pytest.approx(0.1)
    assert (at_station((0.5, 0.22, 0.5), 0.0) == 1).all()
    assert (inside[4:] == 1).all()


def test_an_icon_that_hides_a_route_tells_of_it() -> None:
    """Just inside its side an icon hides nearly all of the route on which it stands."""
    sides = np.array([[0.01, 0.98, 0.01], [0.8, 0.19, 0.01], [0.01, 0.98, 0.01], [0.98, 0.01, 0.01]])
    car, nothing = np.array([[0.03, 0.93, 0.01, 0.01, 0.01, 0.005, 0.005]]), np.array([[0.94] + [0.01] * 6])
    place = [(0.78, 0.5, 0.5)]
    assert told_by_spots(place, car, sides).argmax(1).tolist() == [1, 1, 1, 0]
    assert np.allclose(told_by_spots(place, nothing, sides), sides, atol=0.05)
    assert np.allclose(told_by_spots([(0.5, 0.3, 0.5)], car, sides), sides, atol=0.02), "it stands on another route"


def test_what_stands_in_the_middle_tells_of_no_side() -> None:
    sides, car = np.full((4, 3), 1 / 3), np.array([[0.03, 0.93, 0.01, 0.01, 0.01, 0.005, 0.005]])
    assert np.allclose(told_by_spots([(0.5, 0.52, 0.5)], car, sides), sides)


def test_a_lessons_icon_is_cut_at_its_middle() -> None:
    """Discs that show a part of an icon look as strange as that about its middle; another strange thing is not it."""
    along = np.stack([np.linspace(0, 1, 21), np.full(21, 0.5)], 1)
    strange = 1.0 * (np.abs(along[:, 0] - 0.7) < 0.16) + 1.1 * (np.abs(along[:, 0] - 0.1) < 0.06)
    assert np.allclose(middle_about(along[16], along, 5 * strange), (0.7, 0.5), atol=0.08)
    assert np.allclose(middle_about(along[2], along, 5 * strange), (0.1, 0.5), atol=0.02)


def test_a_lessons_icon_does_not_wander_to_what_is_stranger_beside_it() -> None:
    """Where all tiles with a junction show a car the junction is as strange as the car, and alike on all of them."""
    along = np.stack([np.linspace(0, 1, 31), np.full(31, 0.5)], 1)
    strange = 1.0 * (np.abs(along[:, 0] - 0.2) < 0.08) + 1.3 * (np.abs(along[:, 0] - 0.47) < 0.13)
    assert np.hypot(*(np.array(middle_about(along[6], along, 5 * strange)) - (0.2, 0.5))) < 0.09


@pytest.mark.parametrize("icon", [False, True])
def test_whether_a_traveller_waits_in_a_station_the_stations_of_its_box_tell(icon: bool) -> None:
    rng = np.random.default_rng(3)
    shown = rng.normal(0, 0.2, (2, 80, 80, 3)).astype(np.float32)
    shown[1, 36:44, 36:44] += 1.5
    reader = TileReader.__new__(TileReader)
    reader._taught = SimpleNamespace(waiting=station_prints(shown, [False, True]))  # type: ignore[assignment]
    asked = shown[[int(icon)]] + rng.normal(0, 0.05, (1, 80, 80, 3)).astype(np.float32)
    doubt = np.array([[0.4, 0.0, 0.0, 0.4, 0.0, 0.0, 0.2]])
    seen = reader._in_stations([[(0.5, 0.5, 0.4)]], doubt, asked, np.array([0.99]))[0]
    assert (seen[3] > 3 * seen[0]) == icon
    assert (seen[0] > 3 * seen[3]) == (not icon)
    assert np.array_equal(reader._in_stations([[(0.5, 0.5, 0.4)]], doubt, asked, np.array([0.01])), doubt)
