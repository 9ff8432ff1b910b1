"""`capostazione see`: what the camera sees on a photo, as JSON."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from engine.errors import ClearNo
from firmware.packs import pack_folder
from firmware.quiet import read_quietly
from vision.photo import write_picture
from vision.readers import READERS, reader_for


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("photo", type=Path, metavar="PHOTO", help="a JPEG or PNG picture of the table")
    parser.add_argument("--game", required=True, metavar="G", help="which game lies there: " + ", ".join(READERS))
    parser.add_argument("--pack", metavar="NAME_OR_DIR", help="the taught art: a folder, or the name of a stored pack")
    parser.add_argument("--annotate", type=Path, metavar="OUT.png", help="also draw what is seen onto the photo")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where packs are stored")


def run(args: argparse.Namespace) -> int:
    reader = reader_for(args.game)
    pack = pack_folder(args.pack, args.data) if args.pack is not None else None
    photo = read_quietly(args.photo)
    answer, places = reader.module("see").see(photo, pack)
    if args.annotate is not None:
        write_picture(args.annotate, reader.module("annotate").annotate(photo, answer, places))
    print(json.dumps(answer))
    if not answer.get("zones", True):
        raise ClearNo(f"{args.photo}: neither corner cards nor {reader.learns} are seen on this photo.")
    return 0
