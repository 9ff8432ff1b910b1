"""The evaluation counts mistakes of each stage where they belong."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from vision.evaluate import compare, main, zones_of_answer

TILE = {"sides": "H-HR", "urban": False, "station": True, "objective": None, "spots": [{"kind": "car", "pawn": False}]}


def answer(*entries: dict[str, Any], number: int | None = 1) -> Any:
    return zones_of_answer({"zones": [{"zone": number, "tiles": list(entries)}]})


def tile(column: int, **changes: Any) -> dict[str, Any]:
    return {"at": [column, 0], **TILE, **changes}


def test_a_perfect_answer_has_no_mistakes() -> None:
    mistakes = compare("x", answer(tile(0), tile(1)), answer(tile(0, confidence=0.99), tile(1, confidence=0.5)))
    assert (mistakes.tiles, mistakes.tiles_exact, mistakes.sure, mistakes.sure_but_wrong) == (2, 2, 1, 0)
    assert mistakes.tiles_missed == mistakes.tiles_invented == mistakes.sides_wrong == 0


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ({"sides": "H--R"}, "sides_wrong"),
        ({"urban": True}, "urban_wrong"),
        ({"station": False}, "station_wrong"),
        ({"objective": "temple"}, "objective_wrong"),
        ({"spots": []}, "spots_wrong"),
        ({"spots": [{"kind": "car", "pawn": True}]}, "pawns_wrong"),
    ],
)
def test_each_part_counts_in_its_column(change: dict[str, Any], column: str) -> None:
    mistakes = compare("x", answer(tile(0)), answer(tile(0, confidence=0.97, **change)))
    assert getattr(mistakes, column) == 1
    assert mistakes.tiles_exact == 0
    assert mistakes.sure_but_wrong == 1


def test_missed_and_invented_tiles_and_zones() -> None:
    mistakes = compare("x", answer(tile(0), tile(1)), answer(tile(1), tile(2)))
    assert (mistakes.tiles_missed, mistakes.tiles_invented, mistakes.tiles_exact) == (1, 1, 1)
    other = compare("x", answer(tile(0)), answer(tile(0), number=2))
    assert (other.zones_missed, other.zones_invented, other.tiles_missed, other.tiles_invented) == (1, 1, 1, 1)


def test_the_command_writes_a_line_for_each_photo_and_the_sum(tmp_path: Path) -> None:
    photos = Path(__file__).resolve().parents[1] / "photos" / "railroad-tiles"
    for ending in (".jpg", ".json"):
        (tmp_path / f"a{ending}").write_bytes((photos / f"atlas-1{ending}").read_bytes())
    out = tmp_path / "out.csv"
    assert main([str(tmp_path), "--cells", "--csv", str(out)]) == 0
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert [row["photo"] for row in rows] == ["a", "all"]
    assert rows[1]["tiles"] == rows[1]["tiles_exact"] == "14"


def test_a_folder_without_photos_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "no labelled photo" in capsys.readouterr().err
