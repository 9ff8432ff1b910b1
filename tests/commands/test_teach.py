"""`teach` as a command, and `see` with packs that know nothing or are damaged: one sentence, never a traceback."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from firmware.cli import main

GAME = "railroad-tiles"
PHOTOS = Path(__file__).resolve().parents[1] / "photos" / "railroad-tiles"
PHOTO = PHOTOS / "atlas-teach0.jpg"
LABELS = json.loads(PHOTO.with_suffix(".json").read_text(encoding="utf-8"))
TILE: dict[str, Any] = {"at": [0, 0], "sides": "H-HR"}


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack taught by a single tile, by the command."""
    folder = tmp_path_factory.mktemp("packs")
    zone = LABELS["zones"][0]
    one = {"zones": [{**zone, "tiles": zone["tiles"][:1]}]}
    (folder / "labels.json").write_text(json.dumps(one))
    assert main(["teach", "--game", GAME, "--pack", str(folder / "pack"), str(PHOTO), str(folder / "labels.json")]) == 0
    return folder / "pack"


def refused(words: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    """The one line that the command answers with exit code 2, whatever the libraries below it like to say."""
    capfd.readouterr()
    assert main(words) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def tiles(**wrong: Any) -> str:
    return json.dumps({"zones": [{"zone": 2, "tiles": [{**TILE, **wrong}]}]})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (tiles(sides="HHXX"), "zones[0].tiles[0].sides: must be four letters N E S W"),
        (tiles(at=["a", 0]), "zones[0].tiles[0].at[0]: must be a whole number"),
        (tiles(at=None), "at: must be a list"),
        (tiles(spots=3), "spots: must be a list"),
        (tiles(spots=[{"kind": "zeppelin"}]), "spots[0].kind: must be one of car, train, traveller"),
        (tiles(spots=[{"kind": "car"}] * 5), "spots: must have 0 to 4 entries"),
        (tiles(spots=[{"kind": "car", "on": "moon"}]), "on: must be one of highway, rail, station"),
        (tiles(objective="circus"), "objective: must be one of town-hall"),
        (tiles(station="yes"), "station: must be true or false"),
        ('{"zones": [{"zone": 2, "tiles": "x"}]}', "tiles: must be a list"),
        ('{"zones": [{"zone": 2}]}', "the key 'tiles' is missing"),
        ('{"zones": [{"zone": 2, "tiles": [7]}]}', "tiles[0]: must be an object"),
        ('{"zones": [{"zone": "two", "tiles": []}]}', "zone: must be a whole number"),
        ('{"zones": [{"zone": 0, "columns": [3]}]}', "columns[0]: must be a list"),
        (json.dumps({"zones": [{"zone": 2, "tiles": [TILE, TILE]}]}), "another tile on the cell [0, 0]"),
        ("[" * 100_000, "nested far too deeply"),
        ('{"zones": NaN}', "NaN is not a number"),
        ("\ud800", "not a text in UTF-8"),
    ],
)
def test_labels_of_a_wrong_form_are_told_in_one_line(
    text: str, said: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "labels.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    words = ["teach", "--game", GAME, "--pack", str(tmp_path / "pack"), str(PHOTO), str(tmp_path / "labels.json")]
    assert said in refused(words, capfd)
    assert not (tmp_path / "pack").exists()


def seen_with(pack: Path) -> list[str]:
    return ["see", str(PHOTO), "--game", GAME, "--pack", str(pack)]


def test_a_folder_without_taught_tiles_is_not_read_as_if_nobody_had_named_it(
    pack: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """An empty folder, the pack of a board, and one whose first lesson was cut off: all would read any box badly."""
    assert "no tiles were taught" in refused(seen_with(tmp_path), capfd)
    (tmp_path / "board.toml").write_text('name = "mine board"\nsize = [1, 1]\n')
    assert "no tiles were taught" in refused(seen_with(tmp_path), capfd)
    half = tmp_path / "half"
    shutil.copytree(pack, half)
    (half / "taught.npz").unlink()
    assert "never finished" in refused(seen_with(half), capfd)


NOISE = np.random.default_rng(1).bytes(4000)


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


@pytest.mark.parametrize("name", ["taught.npz", "tiles.json", "tiles-0.jpg"])
@pytest.mark.parametrize("damage", [b"", NOISE, b"PK\x03\x04" + NOISE, b"\xff\xd8" + NOISE, cut, b"[" * 100_000])
def test_a_damaged_pack_is_told_in_one_line(
    pack: Path, name: str, damage: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What only lessons need is looked at by lessons; readers that are damaged are made anew by one."""
    copy = tmp_path / "pack"
    shutil.copytree(pack, copy)
    data = (copy / name).read_bytes()
    (copy / name).write_bytes(damage(data) if callable(damage) else damage)
    lesson = ["teach", "--game", GAME, "--pack", str(copy), str(PHOTO), str(pack.parent / "labels.json")]
    if name == "taught.npz":
        assert "taught.npz: is damaged" in refused(seen_with(copy), capfd)
        assert main(lesson) == 0
        assert main(seen_with(copy)) == 0
    elif not (name == "tiles-0.jpg" and damage is cut):  # half a picture may still decode
        assert name in refused(lesson, capfd)


@pytest.mark.parametrize(
    ("key", "value"),
    [("tiles", 3), ("sheet", None), ("sheet", "gone.jpg"), ("white_bgr", [1, 2]), ("middles", [[0, 0], [1, 1]])],
)
def test_a_list_that_does_not_fit_its_pack_is_told_in_one_line(
    pack: Path, key: str, value: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "pack"
    shutil.copytree(pack, copy)
    listed = json.loads((copy / "tiles.json").read_text())
    listed["photos"][0][key] = value
    (copy / "tiles.json").write_text(json.dumps(listed))
    lesson = ["teach", "--game", GAME, "--pack", str(copy), str(PHOTO), str(pack.parent / "labels.json")]
    assert "tiles.json" in refused(lesson, capfd)


def test_labels_of_another_game_are_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    said = refused(taught_by(tmp_path / "pack", {**labels_of("atlas-teach0"), "game": "off-the-rails"}), capfd)
    assert "labels of off-the-rails, not of railroad-tiles" in said
    assert not (tmp_path / "pack").exists()


@pytest.mark.parametrize("command", ["see", "teach"])
def test_a_pack_without_a_name_is_none(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """An empty name would be the folder one stands in, or any box at all."""
    monkeypatch.chdir(tmp_path)
    lesson = [str(PHOTO.with_suffix(".json"))] if command == "teach" else []
    words = [command, "--game", GAME, "--pack", "", str(PHOTO), *lesson]
    try:
        code = main(words)
    except SystemExit as left:
        code = int(left.code or 0)
    assert code == 2
    assert "named" in capfd.readouterr().err
    assert not list(tmp_path.iterdir())


def test_what_never_ends_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Of a device nobody knows the size before it is read."""
    endless = "/dev/zero"
    assert "larger than 120 MB" in refused(["see", endless, "--game", GAME], capfd)
    lesson = ["teach", "--game", GAME, "--pack", str(tmp_path / "pack")]
    assert "larger than any labels" in refused([*lesson, str(PHOTO), endless], capfd)


def test_a_pack_whose_list_is_lost_is_not_written_over(
    pack: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "pack"
    shutil.copytree(pack, copy)
    (copy / "tiles.json").unlink()
    before = files_of(copy)
    assert "tiles.json is missing" in refused(taught_by(copy, labels_of("atlas-teach0")), capfd)
    assert files_of(copy) == before


def labels_of(name: str) -> dict[str, Any]:
    """The labels of one of the photographs."""
    return dict(json.loads((PHOTOS / f"{name}.json").read_text(encoding="utf-8")))


def files_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()} if folder.exists() else {}


def taught_by(pack: Path, labels: dict[str, Any], photo: Path = PHOTO) -> list[str]:
    """The command that teaches a pack by a photo and these labels."""
    place = pack.parent / "told.json"
    place.write_text(json.dumps(labels))
    return ["teach", "--game", GAME, "--pack", str(pack), str(photo), str(place)]


def denied(words: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    """The one line that the command answers with exit code 1."""
    capfd.readouterr()
    assert main(words) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("known", [False, True])
def test_labels_of_another_photo_teach_nothing(
    known: bool, pack: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Both photos show the same cells of zone 1: only what is printed there tells them apart."""
    copy = tmp_path / "pack"
    if known:
        shutil.copytree(pack, copy)
    before = files_of(copy)
    said = denied(taught_by(copy, labels_of("atlas-teach1")), capfd)
    assert "Photo 1 does not show what its labels tell" in said
    assert files_of(copy) == before
    assert main(taught_by(copy, labels_of("atlas-teach0"))) == 0


def test_a_photo_none_of_whose_labels_is_found_is_a_no_for_a_known_pack_too(
    pack: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "pack"
    shutil.copytree(pack, copy)
    before = files_of(copy)
    elsewhere = {"zones": [{"zone": 3, "tiles": [TILE]}]}
    assert "none of the labelled tiles was found" in denied(taught_by(copy, elsewhere), capfd)
    assert files_of(copy) == before


def test_cells_that_are_not_found_are_named_as_people_say(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    photo = PHOTOS / "atlas-5.jpg"
    zone = labels_of("atlas-5")["zones"][0]
    number = zone["zone"]
    far = {"at": [40, 40], "sides": "----"}
    assert main(taught_by(tmp_path / "pack", {"zones": [{**zone, "tiles": [*zone["tiles"][:2], far]}]}, photo)) == 0
    where = "cell 40, 40" if number is None else f"zone {number}, cell 40, 40"
    assert json.loads(capfd.readouterr().out)["not_found"] == [where]


def test_a_photo_taught_again_takes_the_place_of_its_first_lesson(
    pack: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whoever puts a slip in the labels right and teaches once more has not taught the slip as well."""
    copy = tmp_path / "pack"
    shutil.copytree(pack, copy)
    labels = labels_of("atlas-teach0")
    tile = labels["zones"][0]["tiles"][0]
    assert main(taught_by(copy, {"zones": [{"zone": 1, "tiles": [{**tile, "urban": not tile["urban"]}]}]})) == 0
    assert json.loads(capfd.readouterr().out)["tiles"] == 1
    assert main(taught_by(copy, labels)) == 0
    assert json.loads(capfd.readouterr().out)["tiles"] == 20
    listed = json.loads((copy / "tiles.json").read_text())["photos"]
    assert [len(photo["tiles"]) for photo in listed] == [1, 19]
    assert listed[0]["tiles"][0]["urban"] == tile["urban"]
