"""Writes the tables that are named, or all."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.games import MODULES
from firmware.commands.bench import measure, measure_sights, sight_lines
from firmware.commands.bench import table_lines as bench_lines
from tests.tables import selfplay, sequences

FOLDER = Path(__file__).parent


def bench() -> Iterator[str]:
    yield "# How long things take"
    yield ""
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    yield f"Times of one run on one core ({machine}); only the ratios travel to other machines."
    yield ""
    yield from bench_lines(list(measure(list(MODULES))))
    yield ""
    yield from sight_lines(list(measure_sights()))


TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "self-play": selfplay.table_lines,
    "bench": bench,
    "sequences": sequences.table_lines,
}

for name in sys.argv[1:] or TABLES:
    path = FOLDER / f"{name}.md"
    path.write_text("\n".join(TABLES[name]()) + "\n", encoding="utf-8")
    print(f"wrote {path.name}")
