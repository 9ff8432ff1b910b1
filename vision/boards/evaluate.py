"""Measures the reading of a board: `python -m vision.boards.evaluate FOLDER --pack DIR [--csv FILE]`.

Every photo of the folder (`x.jpg` with `x.json`) is read after teaching from each other one alone and from all others
together; a photo never helps to read itself. The CSV has one line a reading and one for the sum, and is committed.
"""

from __future__ import annotations

import argparse
import csv
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TypeVar

from vision.boards.board import BLANK_FILE, BOARD_FILE
from vision.boards.claims import route_owners
from vision.boards.see import see
from vision.boards.teach import teach
from vision.counts import Counts
from vision.photo import read_photo

SURE = 0.95
T = TypeVar("T")


@dataclass
class RouteMistakes(Counts):
    """Counts of one reading; `decode_ms` is for decoding the photo and warping its board, `see_ms` for all else."""

    photo: str
    taught: str
    routes: int = 0
    right: int = 0
    missed: int = 0
    invented: int = 0
    wrong_colour: int = 0
    sure: int = 0
    sure_but_wrong: int = 0
    decode_ms: int = 0
    see_ms: int = 0


def read_after(photo: Path, teachers: Sequence[Path], pack: Path) -> RouteMistakes:
    """Teaches a copy of the pack by other photos and reads this one."""
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder)
        for name in (BOARD_FILE, BLANK_FILE):
            shutil.copyfile(pack / name, own / name)
        if teachers:
            teach(own, [(read_photo(path), _labels(path)) for path in teachers])
        mistakes = compare(photo, own)
    mistakes.taught = "+".join(path.stem for path in teachers) or "nothing"
    return mistakes


def compare(photo: Path, pack: Path) -> RouteMistakes:
    """Reads a photo with a pack and counts the mistakes, route by route."""
    picture, decoding = _timed(lambda: read_photo(photo))
    (answer, (board, place)), seeing = _timed(lambda: see(picture, pack))
    _, warping = _timed(lambda: place.rectified(picture))
    wanted, seen = route_owners(board, _labels(photo)["claims"]), route_owners(board, answer["claims"])
    told = {tuple(entry["route"]): entry["confidence"] for entry in (*answer["claims"], *answer["doubtful"])}
    sure = [told.get(tuple(route.name), 1.0) >= SURE for route in board.routes]
    return RouteMistakes(
        photo.stem, "", len(wanted), int((wanted == seen).sum()), int(((wanted > 0) & (seen == 0)).sum()),
        int(((wanted == 0) & (seen > 0)).sum()), int(((wanted != seen) & (wanted > 0) & (seen > 0)).sum()),
        sum(sure), int(((wanted != seen) & sure).sum()), round(decoding + warping), round(seeing - warping),
    )  # fmt: skip


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    """What work gives, and the milliseconds of the processor that it took."""
    start = time.process_time()
    done = work()
    return done, (time.process_time() - start) * 1000


def _labels(photo: Path) -> dict[str, list[dict[str, object]]]:
    return dict(json.loads(photo.with_suffix(".json").read_text(encoding="utf-8")))


def all_ways(photos: Sequence[Path]) -> Iterator[tuple[Path, tuple[Path, ...]]]:
    """Each photo with nothing taught, with each other one, and with all others."""
    for photo in photos:
        others = tuple(path for path in photos if path != photo)
        yield photo, ()
        yield from ((photo, (other,)) for other in others)
        if len(others) > 1:
            yield photo, others


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="vision.boards.evaluate", description="Measures the reading of a board.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pack", type=Path, required=True, help="the board's pack, not taught")
    parser.add_argument("--csv", type=Path, help="where to write; default: the folder's name, .csv")
    args = parser.parse_args(argv)
    photos = [path for path in sorted(args.folder.glob("*.jpg")) if path.with_suffix(".json").exists()]
    if not photos:
        print(f"{args.folder}: there is no labelled photo in this folder.", file=sys.stderr)
        return 2
    rows = [read_after(photo, teachers, args.pack) for photo, teachers in all_ways(photos)]
    total = RouteMistakes("all", "others")
    for row in rows:
        if row.taught != "nothing":
            total += row
    path = args.csv or Path(f"{args.folder.resolve().name}.csv")
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [column.name for column in fields(RouteMistakes)], lineterminator="\n")
        table.writeheader()
        table.writerows(asdict(row) for row in (*rows, total))
    print(f"{total.right} of {total.routes} routes right after teaching, {total.sure_but_wrong} sure but wrong.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
