"""`capostazione bench`: how long things take here, each beside a plain way of doing the same, in one run."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

from engine.bench import Benchmark
from engine.errors import ClearNo
from engine.games import MODULES, find_game

ROUNDS = 3
AT_LEAST_S = 0.05
SEED = 20
SIGHTED = "railroad-tiles"


@dataclass(frozen=True)
class Result:
    """The best time of one call in milliseconds, ours and the plain way's, and how many times faster ours is."""

    game: str
    name: str
    size: int | None
    ours_ms: float
    plain_ms: float | None

    @property
    def times_faster(self) -> float | None:
        return self.plain_ms / self.ours_ms if self.plain_ms else None


@dataclass(frozen=True)
class SightResult:
    """The best time of one look, that of the least any eyes must do, and the most memory it takes."""

    name: str
    ours_ms: float
    plain_ms: float | None
    peak_mb: float | None

    @property
    def times_as_long(self) -> float | None:
        return self.ours_ms / self.plain_ms if self.plain_ms else None


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--game", action="append", help="only this game (may be given more than once)")


def run(args: argparse.Namespace) -> int:
    games = args.game or list(MODULES)
    for game in games:
        find_game(game)  # before anything is measured
    results = list(measure(games))
    sights = list(measure_sights()) if SIGHTED in games else []
    if args.json:
        rows = [{**asdict(result), "times_faster": result.times_faster} for result in results]
        rows += [{"game": SIGHTED, **asdict(sight), "times_as_long": sight.times_as_long} for sight in sights]
        print(json.dumps(rows, indent=2))
    else:
        print("\n".join((*table_lines(results), "", *sight_lines(sights))))
    return 0


def measure(games: list[str]) -> Iterator[Result]:
    for game in games:
        find_game(game)
        for benchmark in import_module(f"{MODULES[game]}.bench").benchmarks(random.Random(SEED)):
            yield measure_one(game, benchmark)


def measure_one(game: str, benchmark: Benchmark) -> Result:
    """Both ways in turn, so that a busy moment of the machine hits both."""
    if not benchmark.agrees():
        raise ClearNo(f"{game}: {benchmark.name}: the two ways give different answers")
    ours, plain = [], []
    for _ in range(ROUNDS):
        ours.append(_time_ms(benchmark.ours))
        if benchmark.plain:
            plain.append(_time_ms(benchmark.plain))
    return Result(game, benchmark.name, benchmark.size, min(ours), min(plain) if plain else None)


def measure_sights() -> Iterator[SightResult]:
    """What the camera's work costs on one core: the processor's time, for it takes long enough to be interrupted."""
    import cv2

    from vision.bench import sights

    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        for sight in sights(SEED):
            ours, plain = [], []
            for _ in range(ROUNDS):
                ours.append(_time_ms(sight.ours, process_time))
                if sight.plain:
                    plain.append(_time_ms(sight.plain, process_time))
            peak = sight.peak_mb() if sight.peak_mb else None
            yield SightResult(sight.name, min(ours), min(plain) if plain else None, peak)
    finally:
        cv2.setNumThreads(threads)


def _time_ms(call: Callable[[], Any], clock: Callable[[], float] = perf_counter) -> float:
    """The mean time of a call, over as many as fill a short while."""
    calls, start = 0, clock()
    while True:
        call()
        calls += 1
        passed = clock() - start
        if passed >= AT_LEAST_S:
            return 1000 * passed / calls


def table_lines(results: list[Result]) -> Iterator[str]:
    """The results as a Markdown table."""
    yield "| game | what | size | ours, ms | brute force, ms | times faster |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for result in results:
        plain = f"{result.plain_ms:.3f}" if result.plain_ms else ""
        faster = f"{result.times_faster:.0f}" if result.times_faster else ""
        yield f"| {result.game} | {result.name} | {result.size or ''} | {result.ours_ms:.3f} | {plain} | {faster} |"


def sight_lines(results: list[SightResult]) -> Iterator[str]:
    """What the camera does, as a Markdown table; nothing if nothing was measured."""
    if results:
        yield "| what the camera does | ours, ms | decoding and warping alone, ms | times as long | peak memory, MB |"
        yield "| --- | --- | --- | --- | --- |"
    for result in results:
        plain = f"{result.plain_ms:.1f}" if result.plain_ms else ""
        times = f"{result.times_as_long:.1f}" if result.times_as_long else ""
        peak = f"{result.peak_mb:.0f}" if result.peak_mb else ""
        yield f"| {result.name} | {result.ours_ms:.1f} | {plain} | {times} | {peak} |"
