"""The whole recipe of the mine reader: pictures, nets, honest chances, and the measurement that is committed.

Run, in an environment with torch: python -m vision.train.mine DATA
On one idle core: pictures for the measurement 1 minute, nets 50, chances and measurement about 3 each.
"""

from __future__ import annotations

import sys
from pathlib import Path

from vision.mine import evaluate
from vision.train import calibrate_mine, mine_data, train_mine

RESULTS = Path(__file__).resolve().parents[1] / "results" / "off-the-rails.csv"


def main(folder: str) -> int:
    mine_data.main([f"{folder}/val", "--styles", "24", "--first", "10000"])
    train_mine.main([folder, "--minutes", "50"])
    calibrate_mine.main(["--styles", "12"])
    return evaluate.main(["--styles", "6", "--photos", "2", "--csv", str(RESULTS)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
