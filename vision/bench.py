"""How long the camera's work takes, beside decoding and warping the same picture, which nobody can do without."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.mine.see import see as see_mine
from vision.mine.teach import teach
from vision.motion import changed_part
from vision.photo import Bgr, decode_photo, read_photo, write_picture
from vision.render.camera import camera_over
from vision.render.mine_print import make_pack, mine_board
from vision.render.mine_scene import random_mine_scene, shoot_mine
from vision.render.mine_style import CAVERN
from vision.render.named import MEADOW
from vision.render.scenes import laid_tiles, random_cells
from vision.render.table import Scene, ZoneScene, shoot
from vision.see import see

TILES, MINE_CARTS = 25, 6
ZONE_MM, APART_MM, HEIGHT_MM = 420.0, 70.0, 1000.0
SMALL_PX, MIDDLE_PX, FULL_PX = (640, 360), (2304, 1296), (4608, 2592)


@dataclass(frozen=True)
class Sight:
    """Something that eyes do; `plain` is the least that any eyes must do with this picture."""

    name: str
    ours: Callable[[], Any]
    plain: Callable[[], Any] | None = None
    peak_mb: Callable[[], float] | None = None


def sights(seed: int) -> Iterator[Sight]:
    for territories, size_px in ((1, MIDDLE_PX), (3, FULL_PX)):
        photo = photo_of(territories, size_px, seed)
        data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
        name = f"see {territories * TILES} tiles on {size_px[0]} x {size_px[1]}"
        yield Sight(name, partial(_seen, data), partial(_level, data), partial(_peak_mb, photo))
    with tempfile.TemporaryDirectory() as folder:
        board = mine_of(Path(folder), seed)
        data = cv2.imencode(".jpg", board, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
        name = f"see a mine board on {MIDDLE_PX[0]} x {MIDDLE_PX[1]}"
        yield Sight(name, partial(_seen_mine, data, Path(folder)), partial(_level, data))
    frame = np.asarray(cv2.resize(photo, SMALL_PX, interpolation=cv2.INTER_AREA), np.uint8)
    yield Sight(f"notice motion on {SMALL_PX[0]} x {SMALL_PX[1]}", partial(changed_part, frame, frame.copy()))


def _seen(data: bytes) -> Any:
    return see(decode_photo(data, "the table"))


def _seen_mine(data: bytes, pack: Path) -> Any:
    return see_mine(decode_photo(data, "the mine"), pack)


def mine_of(pack: Path, seed: int) -> Bgr:
    """A mine board in the middle of a game, between its cards; its pack, taught by a photo like it, is put there."""
    rng, told = np.random.default_rng(seed), mine_board()
    printed = make_pack(pack, told, CAVERN, rng)
    scenes = [random_mine_scene(told, printed, CAVERN, rng, MINE_CARTS, size_px=MIDDLE_PX) for _ in range(2)]
    lesson, shot = (shoot_mine(replace(scene, tags=(True,) * 4), seed) for scene in scenes)
    teach(pack, [(lesson.photo_bgr, lesson.labels)])
    return shot.photo_bgr


def photo_of(territories: int, size_px: tuple[int, int], seed: int) -> Bgr:
    """A table with so many territories side by side, each between its cards."""
    rng = np.random.default_rng(seed)
    zones = [
        ZoneScene(
            number + 1,
            laid_tiles(rng, random_cells(rng, TILES, 1.0)),
            (number * (ZONE_MM + APART_MM), 0.0),
            (ZONE_MM, ZONE_MM),
            first_mm=(30.0, 30.0),
        )
        for number in range(territories)
    ]
    width = territories * (ZONE_MM + APART_MM) - APART_MM
    view = max(width + 2 * APART_MM, (ZONE_MM + 2 * APART_MM) * size_px[0] / size_px[1])
    camera = camera_over((width / 2, ZONE_MM / 2), HEIGHT_MM, view, size_px, tilt_deg=6.0)
    return shoot(Scene(tuple(zones), camera), MEADOW, seed).photo_bgr


def _level(data: bytes) -> Any:
    """The picture decoded and warped to a level view of the same size."""
    photo = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    tilt = np.array([[1.0, 0.02, 0.0], [0.0, 1.03, 0.0], [0.0, 1e-5, 1.0]])
    return cv2.warpPerspective(photo, tilt, (photo.shape[1], photo.shape[0]), flags=cv2.INTER_LINEAR)


def _peak_mb(photo: Bgr) -> float:
    """The most memory that a process takes which sees this photo and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.jpg"
        write_picture(path, photo)
        told = subprocess.run([sys.executable, "-m", "vision.bench", path], capture_output=True, check=True, text=True)
        return float(told.stdout)


def own_peak_mb() -> float:
    """The most memory that this process has taken; resource.getrusage would count in the parent's."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) / 1000 for line in status.splitlines() if line.startswith("VmHWM"))


if __name__ == "__main__":
    see(read_photo(Path(sys.argv[1])))
    print(own_peak_mb())
