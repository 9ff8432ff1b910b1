"""The real program with a camera that needs half a minute in OpenCV to learn the simulated box."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import cv2
import numpy as np

from firmware.cli import main
from firmware.simulation import box

LESSON_S = 30.0


def learn_slowly(packs: Path) -> Path:
    end, picture = time.monotonic() + LESSON_S, np.zeros((600, 600, 3), np.uint8)
    while time.monotonic() < end:
        picture = cv2.GaussianBlur(picture, (31, 31), 0)
    return packs


if __name__ == "__main__":
    box.taught_box = learn_slowly
    sys.exit(main(sys.argv[1:]))
