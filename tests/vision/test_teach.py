"""Teaching a box from photos, extending the pack, and what it says of itself."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.crop import CROP_PX
from vision.explain import NO_HABITS
from vision.face import read_face
from vision.find import find_tiles
from vision.fit import fit, load_taught, nets_mark
from vision.other_photo import OtherPhoto
from vision.pack import LIST_FILE, TAUGHT_FILE, Examples, PackUnreadable, open_pack, unseen_kinds
from vision.photo import read_photo
from vision.reader import TileReader
from vision.render.camera import camera_over
from vision.render.named import STYLES
from vision.render.scenes import laid_tiles
from vision.render.table import Scene, Shot, ZoneScene, shoot
from vision.see import see
from vision.teach import NothingTaught, correct, labelled_tiles, teach
from vision.told_sides import check_sides
from vision.train.measure import wrong_parts

PHOTOS = Path(__file__).resolve().parents[1] / "photos" / "railroad-tiles"
# Two photos that show every kind of icon and pawn.
LESSONS = (1, 3)


def photo_of(seed: int, columns: int = 5, rows: int = 4) -> Shot:
    """A photo of a full rectangle of tiles between corner cards."""
    rng = np.random.default_rng(seed)
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    zone = ZoneScene(1, laid_tiles(rng, cells, 0.4, 0.5), size_mm=(420.0, 320.0), first_mm=(90.0, 70.0))
    camera = camera_over((210, 160), 800, 780, (2304, 1296), tilt_deg=4, heading_deg=20.0 * seed)
    return shoot(Scene((zone,), camera, table="plain"), STYLES["meadow"], seed)


@pytest.fixture(scope="module")
def shots() -> list[Shot]:
    return [photo_of(seed) for seed in (*LESSONS, 4)]


@pytest.fixture(scope="module")
def pack(shots: list[Shot], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packs") / "meadow"
    report = teach(folder, [(shot.photo_bgr, shot.labels) for shot in shots[:2]])
    assert report.learned >= 38
    assert report.unseen == ("an objective tile",)
    return folder


def wrong_entries(shot: Shot, pack: Path | None) -> list[Any]:
    reader = TileReader.open(pack)
    wanted = {tuple(entry["at"]): read_face(entry) for entry in shot.labels["zones"][0]["tiles"]}
    (zone,) = find_tiles(shot.photo_bgr)
    read = {tuple(entry["at"]): read_face(entry) for entry in reader.read(shot.photo_bgr, zone)}
    return [at for at, face in wanted.items() if at not in read or wrong_parts(face, read[at])]


def test_a_taught_box_is_read_from_a_photo(shots: list[Shot], pack: Path) -> None:
    assert len(wrong_entries(shots[2], pack)) <= 1


def test_a_pack_is_small(pack: Path) -> None:
    assert sum(file.stat().st_size for file in pack.iterdir()) < 5_000_000


def test_a_pack_of_another_version_is_learned_anew_from_its_own_pictures(
    pack: Path, shots: list[Shot], tmp_path: Path
) -> None:
    old = tmp_path / "old"
    shutil.copytree(pack, old)
    with np.load(old / TAUGHT_FILE) as data:
        arrays = {name: np.zeros_like(data[name]) if name.endswith(".w") else data[name] for name in data.files}
    np.savez(old / TAUGHT_FILE, **{**arrays, "nets": 1})
    assert wrong_entries(shots[2], old) == wrong_entries(shots[2], pack)
    with np.load(old / TAUGHT_FILE) as data:
        assert int(data["nets"]) == nets_mark()
    assert {file.name for file in old.iterdir()} == {file.name for file in pack.iterdir()}


def test_a_pack_reads_back(pack: Path, shots: list[Shot]) -> None:
    photos = open_pack(pack).photos
    wanted = [read_face(entry) for entry in shots[0].labels["zones"][0]["tiles"]]
    assert list(photos[0].faces) == wanted


def test_a_pack_knows_where_its_tiles_lay(pack: Path, shots: list[Shot]) -> None:
    """Neighbours are a tile width apart: so the light over the table can be told from the grounds."""
    middles = open_pack(pack).photos[0].middles
    assert middles is not None
    assert np.linalg.norm(middles[1] - middles[0]) == pytest.approx(1.0, abs=0.06)


def test_a_pack_from_before_places_and_spreads_were_kept_still_reads(pack: Path, tmp_path: Path) -> None:
    listed = json.loads((pack / LIST_FILE).read_text())
    for photo in listed["photos"]:
        del photo["middles"]
    (tmp_path / LIST_FILE).write_text(json.dumps(listed))
    for number in range(2):
        (tmp_path / f"tiles-{number}.jpg").write_bytes((pack / f"tiles-{number}.jpg").read_bytes())
    assert open_pack(tmp_path).photos[0].middles is None
    with np.load(pack / TAUGHT_FILE) as data:
        np.savez(
            tmp_path / TAUGHT_FILE,
            **{name: data[name] for name in data.files if name not in ("spread", "cars_printed")},
        )
    assert load_taught(tmp_path / TAUGHT_FILE).ground_tones is None
    assert load_taught(tmp_path / TAUGHT_FILE).habits.cars == NO_HABITS.cars
    assert load_taught(pack / TAUGHT_FILE).habits.cars != NO_HABITS.cars
    assert not wrong_entries(photo_of(1), tmp_path)


def test_a_lesson_whose_cards_are_not_made_out_is_learned_if_its_tiles_lie_as_its_labels_say(shots: list[Shot]) -> None:
    (zone,) = find_tiles(shots[0].photo_bgr)
    unnamed = replace(zone, number=None)
    examples, missing = labelled_tiles(shots[0].photo_bgr, [unnamed], shots[0].labels)
    assert examples is not None
    assert len(examples.faces) == 20
    assert not missing
    fewer = replace(unnamed, tiles=unnamed.tiles[1:])
    assert labelled_tiles(shots[0].photo_bgr, [fewer], shots[0].labels)[0] is None


def test_where_a_row_of_a_lesson_is_not_found_the_other_tiles_keep_their_labels(shots: list[Shot]) -> None:
    """The shape of the territory tells by how much all cells are off."""
    (zone,) = find_tiles(shots[0].photo_bgr)
    zone = replace(zone, tiles=tuple(tile for tile in zone.tiles if tile.at != (2, 1)))
    entries = [entry for entry in shots[0].labels["zones"][0]["tiles"] if entry["at"] != [2, 1]]
    labels = {"zones": [{"zone": 1, "tiles": entries}]}
    whole, _ = labelled_tiles(shots[0].photo_bgr, [zone], labels)
    below = [tile for tile in zone.tiles if tile.at[1] > 0]
    shifted = replace(zone, tiles=tuple(replace(tile, at=(tile.at[0], tile.at[1] - 1)) for tile in below))
    examples, missing = labelled_tiles(shots[0].photo_bgr, [shifted], labels)
    assert whole is not None
    assert examples is not None
    assert len(examples.faces) == len(below)
    assert len(missing) == len(zone.tiles) - len(below)
    known = {crop.tobytes(): face for crop, face in zip(whole.crops, whole.faces, strict=True)}
    assert [known[crop.tobytes()] for crop in examples.crops] == list(examples.faces)


def test_a_correction_extends_the_pack(pack: Path, shots: list[Shot], tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    folder.mkdir()
    for file in pack.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    before = sum(len(photo.faces) for photo in open_pack(folder).photos)
    (zone,) = find_tiles(shots[2].photo_bgr)
    entry = shots[2].labels["zones"][0]["tiles"][0]
    assert correct(folder, shots[2].photo_bgr, zone, entry).learned == before + 1
    assert not wrong_entries(shots[2], folder) or wrong_entries(shots[2], folder)[0] != (0, 0)


def test_teaching_says_what_it_has_not_seen() -> None:
    faces = [read_face({"sides": "H-H-", "spots": [{"kind": "car", "pawn": True}]})]
    unseen = unseen_kinds(faces)
    assert "a railway" in unseen
    assert "a free car spot" in unseen
    assert "a car pawn" not in unseen
    waited = [read_face({"sides": "H-R-", "station": True, "spots": [{"kind": "traveller", "pawn": True}]})]
    assert "a station" not in unseen_kinds(waited)
    assert "a station without a spot" in unseen_kinds(waited)


def labelled_photo(name: str) -> tuple[Any, dict[str, Any]]:
    """One of the photographs, with its labels."""
    return read_photo(PHOTOS / f"{name}.jpg"), json.loads((PHOTOS / f"{name}.json").read_text(encoding="utf-8"))


# Which tiles people label who have not much time, or whose photo does not show more.
FEW: dict[str, Callable[[dict[str, Any]], bool]] = {
    "one tile": lambda tile: tile["at"] == [0, 0],
    "no station": lambda tile: not tile["station"],
    "stations": lambda tile: tile["station"],
    "pawns": lambda tile: any(spot["pawn"] for spot in tile["spots"]),
    "spots": lambda tile: bool(tile["spots"]),
    "no spots": lambda tile: not tile["spots"],
}


@pytest.mark.parametrize("few", sorted(FEW))
def test_a_lesson_that_shows_few_sorts_of_tiles_is_learned(few: str, tmp_path: Path) -> None:
    """What no tile of a lesson shows is left as it was; there may be no station, none without a pawn, no bare tile."""
    photo, labels = labelled_photo("atlas-teach0")
    (zone,) = labels["zones"]
    zone["tiles"] = [tile for tile in zone["tiles"] if FEW[few](tile)]
    assert teach(tmp_path / "pack", [(photo, labels)]).learned == len(zone["tiles"])
    (zone,) = see(photo, tmp_path / "pack")[0]["zones"]
    assert len(zone["tiles"]) == 20


def test_a_lesson_without_any_place_of_a_spot_is_learned() -> None:
    """On plain tiles no place is made out, neither with a spot nor without one."""
    plain = np.full((1, CROP_PX, CROP_PX, 3), 120, np.uint8)
    face = read_face({"sides": "H-H-", "spots": [{"kind": "car", "pawn": True}]})
    assert len(fit([Examples(plain, (face,))]).icons.kinds) == 0


def test_labels_that_tell_of_no_route_are_not_taken_for_those_of_another_photo() -> None:
    """Who only wants tiles to be found labels every side as blank."""
    photo = read_photo(PHOTOS / "atlas-teach0.jpg")
    labels = json.loads((PHOTOS / "atlas-teach0.json").read_text(encoding="utf-8"))
    examples, _ = labelled_tiles(photo, find_tiles(photo), labels)
    assert examples is not None
    blank = tuple(replace(face, sides="----", station=False, spots=()) for face in examples.faces)
    check_sides(1, replace(examples, faces=blank))
    with pytest.raises(OtherPhoto):
        check_sides(1, replace(examples, faces=examples.faces[1:] + examples.faces[:1]))


def test_labels_that_fit_nothing_teach_nothing(shots: list[Shot], tmp_path: Path) -> None:
    labels = {"zones": [{"zone": 3, "tiles": [{"at": [0, 0], "sides": "----"}]}]}
    with pytest.raises(NothingTaught, match="none of the labelled tiles"):
        teach(tmp_path / "pack", [(shots[0].photo_bgr, labels)])


def test_a_damaged_pack_is_named(tmp_path: Path) -> None:
    (tmp_path / LIST_FILE).write_text('{"photos": [{"sheet": "gone.jpg", "tiles": [{"sides": "H-H-"}]}]}')
    with pytest.raises(PackUnreadable, match=r"gone\.jpg"):
        open_pack(tmp_path)


class Crash(Exception):
    """The plug is pulled."""


@pytest.fixture
def small_pack(tmp_path: Path) -> Path:
    """A pack taught by a single tile."""
    teach(tmp_path / "pack", [labelled_tile((0, 0))])
    return tmp_path / "pack"


def labelled_tile(at: tuple[int, int]) -> tuple[Any, dict[str, Any]]:
    photo, labels = labelled_photo("atlas-teach0")
    tiles = [tile for tile in labels["zones"][0]["tiles"] if tuple(tile["at"]) == at]
    return photo, {"zones": [{"zone": labels["zones"][0]["zone"], "tiles": tiles}]}


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_lesson_that_fails_leaves_the_pack_as_it_was(small_pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = bytes_of(small_pack)

    def crash(_: object) -> None:
        raise Crash

    monkeypatch.setattr("vision.teach.fit", crash)
    with pytest.raises(Crash):
        teach(small_pack, [labelled_tile((1, 0))])
    assert bytes_of(small_pack) == before
    with pytest.raises(Crash):
        teach(small_pack.parent / "new", [labelled_tile((1, 0))])
    assert not (small_pack.parent / "new").exists()


@pytest.mark.parametrize("moment", range(3))
def test_a_plug_pulled_while_a_lesson_is_written_leaves_a_whole_pack(
    small_pack: Path, moment: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sheet, readers and list are written one after another; whatever is there by then belongs together."""
    count, real = iter(range(9)), os.fsync

    def pulled(file: int) -> None:
        if next(count) == moment:
            raise Crash
        real(file)

    monkeypatch.setattr("os.fsync", pulled)
    with pytest.raises(Crash):
        teach(small_pack, [labelled_tile((1, 0))])
    monkeypatch.undo()
    assert len(open_pack(small_pack).photos) == 1
    photo, _ = labelled_photo("atlas-teach0")
    assert see(photo, small_pack)[0]["zones"]
    assert not list(small_pack.glob("new-*"))
    assert teach(small_pack, [labelled_tile((1, 0))]).learned == 2
    assert len(open_pack(small_pack).photos) == 2


def test_the_pictures_of_earlier_lessons_are_not_compressed_again(small_pack: Path) -> None:
    before = bytes_of(small_pack)
    teach(small_pack, [labelled_tile((1, 0))])
    assert (small_pack / "tiles-0.jpg").read_bytes() == before["tiles-0.jpg"]


def test_a_pack_whose_readers_were_never_written_is_made_whole_by_the_next_lesson(small_pack: Path) -> None:
    (small_pack / TAUGHT_FILE).unlink()
    assert teach(small_pack, [labelled_tile((1, 0))]).learned == 2
    photo, _ = labelled_photo("atlas-teach0")
    assert see(photo, small_pack)[0]["zones"]
