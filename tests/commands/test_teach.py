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
