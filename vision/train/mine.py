"""The whole recipe of the mine reader: pictures, nets, honest chances, and the measurement that is committed.

Run, in an environment with torch: python -m vision.train.mine DATA
On one idle core: pictures 10 minutes, nets 154, chances 4 and the measurement 1. The weights that ship were reached in
several trainings while the scripts changed (README.md), so this gives weights of the same kind, not the same ones.
"""

from __future__ import annotations

import sys
from pathlib import Path

from vision.mine import evaluate
from vision.train import calibrate_mine, dice, mine_data, train_mine

RESULTS = Path(__file__).resolve().parents[1] / "results" / "off-the-rails.csv"


def main(folder: str) -> int:
    mine_data.main([f"{folder}/val", "--styles", "30", "--first", "10000"])
    mine_data.main([f"{folder}/train", "--styles", "640", "--first", "100000"])
    mine_data.main([f"{folder}/train", "--styles", "480", "--first", "230000", "--by-hand"])
    train_mine.main([folder, "--minutes", "100", "--only", "field", "--only", "cart", "--only", "die"])
    dice.main([f"{folder}/marks.npz"])
    train_mine.main([folder, "--minutes", "5", "--only", "die", "--go-on", "--dice", f"{folder}/marks.npz"])
    train_mine.main([folder, "--minutes", "10", "--only", "heat"])
    train_mine.main([folder, "--minutes", "4", "--only", "body"])
    train_mine.main([folder, "--minutes", "12", "--only", "track"])
    train_mine.main([folder, "--minutes", "28", "--only", "jewel"])
    calibrate_mine.main([])
    return evaluate.main(["--styles", "3", "--photos", "2", "--csv", str(RESULTS)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
