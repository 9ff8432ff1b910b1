"""`see` and `teach` as commands: contract form, annotation, clear refusals."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cli import main

PHOTOS = Path(__file__).resolve().parents[1] / "photos" / "railroad-tiles"


def test_see_prints_the_contract_form_and_draws_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = tmp_path / "seen.png"
    photo = PHOTOS / "atlas-1.jpg"
    assert main(["see", str(photo), "--game", "railroad-tiles", "--annotate", str(drawn)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["game"] == "railroad-tiles"
    (zone,) = answer["zones"]
    assert zone["zone"] == 2
    labels = json.loads(photo.with_suffix(".json").read_text())["zones"][0]["tiles"]
    assert [tile["at"] for tile in zone["tiles"]] == sorted((tile["at"] for tile in labels), key=lambda at: at[::-1])
    for tile in zone["tiles"]:
        assert set(tile) >= {"at", "sides", "urban", "station", "objective", "spots", "confidence"}
        assert 0 <= tile["confidence"] <= 1
        assert len(tile["sides"]) == 4
    picture, plain = cv2.imread(str(drawn)), cv2.imread(str(photo))
    assert picture.shape == plain.shape
    assert np.any(picture != plain)


def test_nothing_recognised_is_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = np.random.default_rng(1).normal(150, 6, (480, 640, 3)).clip(0, 255).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "bare.png"), table)
    assert main(["see", str(tmp_path / "bare.png"), "--game", "railroad-tiles"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["zones"] == []
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["see", str(PHOTOS / "atlas-1.jpg"), "--game", "chess"], "chess"),
        (["see", str(PHOTOS / "atlas-1.jpg"), "--game", "railroad-tiles", "--pack", "no-such-pack"], "no-such-pack"),
        (["see", str(PHOTOS / "none.jpg"), "--game", "railroad-tiles"], "none.jpg"),
        (["teach", "--game", "railroad-tiles", "--pack", "p", str(PHOTOS / "atlas-1.jpg")], "pairs"),
        (["teach", "--game", "chess", "--pack", "p", "a.jpg", "a.json"], "chess"),
        (["teach", "--game", "railroad-tiles", "--pack", "p", str(PHOTOS / "atlas-1.jpg"), "none.json"], "none.json"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert said in err


def test_labels_that_are_no_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("{", "[]", '{"zones": 3}', '{"zones": [1]}'):
        (tmp_path / "labels.json").write_text(text)
        pair = [str(PHOTOS / "atlas-1.jpg"), str(tmp_path / "labels.json")]
        assert main(["teach", "--game", "railroad-tiles", "--pack", str(tmp_path / "p"), *pair]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_photo_with_damaged_bytes_gets_no_other_line_than_ours(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The decoder has a word of its own for it, which comes from below Python."""
    data = bytearray((PHOTOS / "atlas-1.jpg").read_bytes())
    noise = np.random.default_rng(1).bytes(5000)
    head = tmp_path / "head.jpg"
    head.write_bytes(bytes(data[:600]) + noise + b"\xff\xd9")
    assert main(["see", str(head), "--game", "railroad-tiles"]) == 2
    assert capfd.readouterr().err.count("\n") == 1
    data[-9000:-8990] = noise[:10]
    (tmp_path / "spots.jpg").write_bytes(bytes(data))
    assert main(["see", str(tmp_path / "spots.jpg"), "--game", "railroad-tiles"]) == 0
    assert capfd.readouterr().err == ""
