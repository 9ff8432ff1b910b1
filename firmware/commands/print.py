"""`capostazione print`: sheets to print at true size."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from engine.errors import BadInput


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="the folder for the PDF files")


def run(args: argparse.Namespace) -> int:
    from hardware.print.corner_cards import corner_sheets
    from hardware.print.pdf import pdf
    from hardware.print.reference_cards import reference_sheets
    from hardware.print.tile_set import tile_sheets

    documents = {
        "corner-cards.pdf": ("Corner cards", corner_sheets),
        "tiles.pdf": ("Default tile set", tile_sheets),
        "reference-cards.pdf": ("Reference cards", reference_sheets),
    }
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        for name, (title, sheets) in documents.items():
            (args.out / name).write_bytes(pdf(sheets(), title))
    except OSError as trouble:
        raise BadInput(f"{args.out}: the sheets cannot be stored there ({trouble.strerror}).") from trouble
    print(json.dumps({"files": [str(args.out / name) for name in documents]}))
    return 0
