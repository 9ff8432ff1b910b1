"""`capostazione teach`: learns a box's art from labelled photos."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from engine.errors import BadInput, ClearNo
from engine.reading import read_json
from firmware.packs import named_folder
from firmware.quiet import read_quietly
from vision.readers import READERS, check_game, reader_for

LARGEST_BYTES = 16 * 1024 * 1024
# What each entry of the labels must tell.
_NEEDED: dict[str, set[str]] = {"zones": {"zone"}, "claims": {"route", "taxis"}, "cells": {"at"}}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", required=True, metavar="G", help="which game: " + ", ".join(READERS))
    parser.add_argument("--pack", required=True, type=named_folder, metavar="DIR", help="the pack to make or to extend")
    parser.add_argument("pairs", nargs="+", type=Path, metavar="PHOTO LABELS.json", help="photos, each with its labels")


def run(args: argparse.Namespace) -> int:
    reader = reader_for(args.game)
    if len(args.pairs) % 2:
        raise BadInput("Give photos and labels in pairs: PHOTO LABELS.json PHOTO LABELS.json.")
    named = zip(args.pairs[::2], args.pairs[1::2], strict=True)
    pairs = [(read_quietly(photo), read_labels(labels, reader.lists, args.game)) for photo, labels in named]
    module = reader.module("teach")
    try:
        report = module.teach(args.pack, pairs)
    except module.NothingTaught as nothing:
        raise ClearNo(f"{args.pack}: {nothing}.") from nothing
    answer = {
        "pack": str(args.pack),
        reader.learns: report.learned,
        "not_found": report.not_found,
        "unseen": report.unseen,
    }
    print(json.dumps(answer))
    return 0


def read_labels(path: Path, lists: str, game: str) -> dict[str, Any]:
    """Labels of a game in the form that `see` prints; `lists` is the key under which it lists what it sees."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
        if len(data) > LARGEST_BYTES:
            raise BadInput(f"{path}: larger than any labels can be.")
        labels = read_json(data.decode("utf-8-sig"), str(path))
    except OSError as trouble:
        raise BadInput(f"{path}: cannot be opened ({trouble.strerror}).") from trouble
    except UnicodeDecodeError as trouble:
        raise BadInput(f"{path}: not a text in UTF-8.") from trouble
    entries = labels.get(lists) if isinstance(labels, dict) else None
    if not isinstance(entries, list) or not all(
        isinstance(entry, dict) and _NEEDED[lists] <= entry.keys() for entry in entries
    ):
        raise BadInput(f"{path}: is no list of {lists} as `capostazione see` prints it.")
    check_game(labels, game)
    return dict(labels)
