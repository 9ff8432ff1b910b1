"""Measures the reading of cards: `python -m vision.cards.evaluate [--styles N] [--csv FILE]`.

Every style is taught by two rendered photos and read on one photo of each condition, in other light. The hand-made
styles come first, then random ones, from `--first` on; `--drawn` has random ones of another sort instead, drawn for
training, on tables that are often like the cards. The CSV has one line a photo and one for each sum. `--curve`
instead stores the curve that makes the confidence honest, measured on other random styles. With `--photographs DIR` it
reads photographs by others: each folder in it has `teach*.jpg` and `asked*.jpg` with their labels beside them as
`.json`.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.calibrate import log_odds
from vision.cards.calibrate import save_curve
from vision.cards.see import raw_chance, see
from vision.cards.seen import SeenZone
from vision.cards.teach import NothingTaught, teach
from vision.counts import Counts
from vision.photo import read_photo
from vision.render.card_art import CardSet, random_card_set
from vision.render.card_deal import CONDITIONS, random_zone, scene_of_cards, teaching_scenes
from vision.render.card_scene import CardScene, shoot_cards
from vision.render.card_style import CARD_MM, CARD_STYLES, CardStyle, random_card_style
from vision.render.card_table import table_colour
from vision.render.style import Rng
from vision.train.calibrate import curve

SURE, DOUBTED = 0.95, 0.94
CURVE_STYLES, CURVE_PHOTOS, DRAWN_STYLES = 8000, 3, 800_000
# The share of entries said surely that must have been right; half a mistake is added, so that few entries prove little.
PROVEN = 0.995
Labels = dict[str, Any]
Zones = tuple[SeenZone, ...]


@dataclass
class CardMistakes(Counts):
    """Counts of one photo; `right` are cards whose kind and number are right, entries are kinds with their number."""

    style: str
    condition: str
    cards: int = 0
    right: int = 0
    invented: int = 0
    entries: int = 0
    entries_right: int = 0
    sure: int = 0
    sure_but_wrong: int = 0
    see_ms: int = 0


def styles(count: int, first: int = 0) -> Iterator[tuple[int, CardStyle]]:
    """The hand-made styles unless others come first, then so many random ones, each with the seed of its photos."""
    for number, style in enumerate(CARD_STYLES.values() if not first else ()):
        yield 9000 + number, style
    for number in range(first, first + count):
        yield 9100 + number, random_card_style(np.random.default_rng(9100 + number), f"random {number}")


def drawn_sets(count: int, first: int) -> Iterator[tuple[int, CardSet]]:
    """Boxes of the sort that the net was trained on, each with the seed of its photos."""
    for number in range(DRAWN_STYLES + first, DRAWN_STYLES + first + count):
        box = random_card_set(np.random.default_rng(number), plain_share=0.0)
        yield number, replace(box, name=f"drawn {number}", size_mm=CARD_MM)


def _table_of(rng: Rng, scene: CardScene, style: CardStyle | CardSet) -> CardScene:
    return replace(scene, table_colour=table_colour(rng, style)) if isinstance(style, CardSet) else scene


def read_style(
    seed: int, style: CardStyle | CardSet, photos: int = 1
) -> Iterator[tuple[CardMistakes, Labels, Labels, Zones]]:
    """Teaches a style and reads so many photos of each condition: the empty count, the labels, and what was seen."""
    rng = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory() as folder:
        pack = Path(folder)
        lessons = [shoot_cards(_table_of(rng, scene, style), style, seed) for scene in teaching_scenes(rng)]
        try:
            teach(pack, lessons)
        except NothingTaught as nothing:
            print(f"{style.name}: {nothing}", file=sys.stderr)
        for condition in (one for one in CONDITIONS for _ in range(photos)):
            scene = _table_of(rng, scene_of_cards(rng, [random_zone(rng, condition, 1)]), style)
            photo, labels = shoot_cards(scene, style, seed)
            start = time.process_time()
            answer, zones = see(photo, pack) if any(pack.iterdir()) else ({"zones": []}, ())
            spent_ms = round((time.process_time() - start) * 1000)
            yield CardMistakes(style.name, condition, see_ms=spent_ms), labels, answer, zones


def read_photographs(folder: Path) -> Iterator[tuple[CardMistakes, Labels, Labels, Zones]]:
    """Teaches a box by a folder's photographs for that and reads those that are asked."""
    with tempfile.TemporaryDirectory() as place:
        pack = Path(place)
        report = teach(pack, [_photograph(path) for path in sorted(folder.glob("teach*.jpg"))])
        for missing in report.not_found:
            print(f"{folder.name}: {missing}", file=sys.stderr)
        for path in sorted(folder.glob("asked*.jpg")):
            photo, labels = _photograph(path)
            start = time.process_time()
            answer, zones = see(photo, pack)
            spent_ms = round((time.process_time() - start) * 1000)
            yield CardMistakes(folder.name, path.stem, see_ms=spent_ms), labels, answer, zones


def _photograph(path: Path) -> tuple[NDArray[np.uint8], Labels]:
    return read_photo(path), dict(json.loads(path.with_suffix(".json").read_text(encoding="utf-8")))


def measure_curve(count: int) -> int:
    """Stores the curve of `vision.cards.calibrate`, measured on so many random styles; how many entries they had."""
    rows: list[tuple[float, bool]] = []
    for seed in range(CURVE_STYLES, CURVE_STYLES + count):
        style = random_card_style(np.random.default_rng(seed), f"random {seed}")
        for _, labels, answer, zones in read_style(seed, style, CURVE_PHOTOS):
            wanted, seen = _counts(labels, True), _counts(answer, True)
            for kind, (number, _) in seen.items():
                mine = [card for card in zones[0].cards if card.kind == kind[1]]
                if any(card.doubtful for card in mine):
                    continue
                rows.append((log_odds(raw_chance(mine)), number == wanted.get(kind, (0, 1.0))[0]))
    save_curve(*honest_curve(rows), count, len(rows))
    return len(rows)


def honest_curve(rows: Sequence[tuple[float, bool]]) -> tuple[list[float], list[float]]:
    """Raw log odds and what is said from there on: the share of entries that were right, never falling.

    What may be played by itself is said only where 99 of 100 were right thereabouts and, from there on, enough of all.
    """
    raw, said = curve(sorted(rows))
    above = [[right for odds, right in rows if odds >= place] for place in raw]
    proven = np.array([(sum(one) + 0.5) / (len(one) + 1) >= PROVEN for one in above])
    proven |= np.logical_or.accumulate(proven)  # the highest places alone have too few entries to prove anything
    return raw.tolist(), np.where(proven, said, np.minimum(said, DOUBTED)).tolist()


def compare(mistakes: CardMistakes, labels: dict[str, Any], answer: dict[str, Any]) -> CardMistakes:
    """Counts what is right, kind by kind, in the zones that were photographed."""
    alone = len(labels["zones"]) == 1
    wanted, seen = _counts(labels, alone), _counts(answer, alone)
    mistakes.cards = sum(count for count, _ in wanted.values())
    for kind in wanted.keys() | seen.keys():
        told, (read, sure) = wanted.get(kind, (0, 1.0))[0], seen.get(kind, (0, 1.0))
        mistakes.right += min(told, read)
        mistakes.invented += max(read - told, 0)
        mistakes.entries += told > 0
        mistakes.entries_right += told > 0 and told == read
        mistakes.sure += read > 0 and sure >= SURE
        mistakes.sure_but_wrong += read > 0 and sure >= SURE and told != read
    return mistakes


def _counts(answer: dict[str, Any], alone: bool) -> dict[tuple[int | None, str], tuple[int, float]]:
    """For each zone and kind the number and how sure it is; where one zone was laid it needs no number."""
    return {
        (None if alone else zone["zone"], card["kind"]): (int(card["count"]), float(card.get("confidence", 1.0)))
        for zone in (answer["zones"][:1] if alone else answer["zones"])
        for card in zone["cards"]
    }


def _readings(args: argparse.Namespace) -> Iterator[tuple[CardMistakes, Labels, Labels, Zones]]:
    """What is read, photo by photo."""
    if args.photographs is not None:
        for folder in sorted({path.parent for path in args.photographs.glob("*/teach*.jpg")}):
            yield from read_photographs(folder)
        return
    for seed, style in drawn_sets(args.styles, args.first) if args.drawn else styles(args.styles, args.first):
        yield from read_style(seed, style)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="vision.cards.evaluate", description="Measures the reading of cards.")
    parser.add_argument("--styles", type=int, default=20, help="how many random styles beside the hand-made ones")
    parser.add_argument("--csv", type=Path, default=Path("cards.csv"), help="where to write")
    parser.add_argument("--curve", action="store_true", help="store the curve of honest confidence instead")
    parser.add_argument("--first", type=int, default=0, help="the first random style; 0 has the hand-made too")
    parser.add_argument("--drawn", action="store_true", help="random styles as for training, no hand-made ones")
    parser.add_argument(
        "--photographs", type=Path, metavar="DIR", help="reads the photographs in DIR's folders instead"
    )
    args = parser.parse_args(argv)
    if args.curve:
        print(f"{measure_curve(args.styles)} entries of {args.styles} styles.")
        return 0
    totals: dict[str, CardMistakes] = {}
    with args.csv.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [column.name for column in fields(CardMistakes)], lineterminator="\n")
        table.writeheader()
        for empty, labels, answer, _ in _readings(args):
            row = compare(empty, labels, answer)
            sort = row.style if args.photographs else row.condition
            totals.setdefault(sort, CardMistakes("all", sort))
            totals[sort] += row
            table.writerow(asdict(row))
            file.flush()
        table.writerows(asdict(total) for total in totals.values())
    for sort, total in totals.items():
        sure = f"{total.sure_but_wrong} of {total.sure} sure entries wrong"
        print(f"{sort}: {total.right} of {total.cards} cards right, {total.invented} invented, {sure}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
