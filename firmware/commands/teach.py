"""`capostazione teach`: learns a box's art from labelled photos."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from engine.errors import BadInput, ClearNo
from vision.photo import read_photo

GAMES = ("railroad-tiles",)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", required=True, metavar="G", help="which game: " + ", ".join(GAMES))
    parser.add_argument("--pack", required=True, type=Path, metavar="DIR", help="the pack to make or to extend")
    parser.add_argument("pairs", nargs="+", type=Path, metavar="PHOTO LABELS.json", help="photos, each with its labels")


def run(args: argparse.Namespace) -> int:
    from vision.teach import NothingTaught, teach

    if args.game not in GAMES:
        raise BadInput(f"{args.game}: boxes of {', '.join(GAMES)} can be taught.")
    if len(args.pairs) % 2:
        raise BadInput("Give photos and labels in pairs: PHOTO LABELS.json PHOTO LABELS.json.")
    pairs = [
        (read_photo(photo), read_labels(labels))
        for photo, labels in zip(args.pairs[::2], args.pairs[1::2], strict=True)
    ]
    try:
        report = teach(args.pack, pairs)
    except NothingTaught as nothing:
        raise ClearNo(f"{args.pack}: {nothing}.") from nothing
    answer = {"pack": str(args.pack), "tiles": report.learned, "not_found": report.not_found, "unseen": report.unseen}
    print(json.dumps(answer))
    return 0


def read_labels(path: Path) -> dict[str, Any]:
    """Labels in the form that `see` prints."""
    try:
        labels = json.loads(path.read_text(encoding="utf-8"))
    except OSError as trouble:
        raise BadInput(f"{path}: cannot be opened ({trouble.strerror}).") from trouble
    except ValueError as trouble:
        raise BadInput(f"{path}: is not JSON.") from trouble
    zones = labels.get("zones") if isinstance(labels, dict) else None
    if not isinstance(zones, list) or not all(isinstance(zone, dict) and "zone" in zone for zone in zones):
        raise BadInput(f"{path}: is no list of zones as `capostazione see` prints it.")
    return dict(labels)
