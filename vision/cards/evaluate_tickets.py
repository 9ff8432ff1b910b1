"""Measures the reading of tickets: `python -m vision.cards.evaluate_tickets [--styles N] [--csv FILE]`.

Every style's train cards are taught by two rendered photos and its tickets by two more, each ticket once. Then a count
is read in other light: tickets alone, and tickets beside train cards. The CSV has one line a photo and one a sum.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from engine.parts.cards import Cards
from engine.ticket_to_ride_card_game.box import our_box
from vision.cards.evaluate import SURE, styles
from vision.cards.see import see
from vision.cards.teach import teach
from vision.counts import Counts
from vision.render.card_deal import Habit, scene_of_cards, teaching_scenes
from vision.render.card_print import Ticket
from vision.render.card_scene import CardScene, CardZone, LaidCard, shoot_cards
from vision.render.card_style import CARD_MM, KINDS, CardStyle
from vision.render.light import DAY, Light
from vision.render.style import Rng

CONDITIONS = ("tickets", "tickets and cards")
ZONE_MM = (460.0, 430.0)
ACROSS, DOWN = 6, 4
GAP_MM = 12.0
COUNTED = 12  # things that lie in a count
WIDTH_PX = 2000
NEAT, LOOSE = Habit(loose_mm=0.4, loose_deg=0.4), Habit(loose_mm=0.6, loose_deg=0.8)


@dataclass
class TicketMistakes(Counts):
    """Counts of one photo: tickets that lie there, those named rightly, and names of tickets that do not."""

    style: str
    condition: str
    tickets: int = 0
    right: int = 0
    invented: int = 0
    sure: int = 0
    sure_but_wrong: int = 0
    see_ms: int = 0


def all_tickets() -> list[Ticket]:
    """The tickets of the box as they are printed."""
    return [(*one.ends, one.points, _circles(one.cards)) for one in our_box().tickets]


def _circles(cards: Cards) -> tuple[str, ...]:
    return tuple(kind for kind in cards for _ in range(cards[kind]))


def table_of(rng: Rng, faces: Sequence[str | Ticket], habit: Habit, light: Light | None = None) -> CardScene:
    """Things one beside the other in rows, as for the final count."""
    step = (CARD_MM[0] + GAP_MM, CARD_MM[1] + GAP_MM)
    cards = []
    for number, face in enumerate(faces):
        shift, turn = rng.normal(0, habit.loose_mm, 2).clip(-2, 2), float(rng.normal(0, habit.loose_deg))
        x, y = 56 + step[0] * (number % ACROSS) + shift[0], 64 + step[1] * (number // ACROSS) + shift[1]
        cards.append(LaidCard(face, (float(x), float(y)), float(np.clip(turn, -3, 3)) + 180.0 * (rng.random() < 0.2)))
    return scene_of_cards(rng, [CardZone(1, tuple(cards), size_mm=ZONE_MM)], WIDTH_PX, light)


def read_style(seed: int, style: CardStyle) -> Iterator[TicketMistakes]:
    """Teaches all tickets of a style once and reads a photo of each condition."""
    rng = np.random.default_rng([seed, 46])
    tickets, half = all_tickets(), ACROSS * DOWN
    with tempfile.TemporaryDirectory() as folder:
        pack = Path(folder)
        teach(pack, [shoot_cards(scene, style, seed) for scene in teaching_scenes(rng)])
        lessons = [table_of(rng, part, NEAT, DAY) for part in (tickets[:half], tickets[half:])]
        report = teach(pack, [shoot_cards(scene, style, seed) for scene in lessons])
        for missing in report.not_found:
            print(f"{style.name}: {missing}", file=sys.stderr)
        for condition in CONDITIONS:
            beside = COUNTED // 2 if condition == CONDITIONS[1] else 0
            some = [tickets[int(n)] for n in rng.permutation(len(tickets))[: COUNTED - beside]]
            others = [KINDS[int(n)] for n in rng.integers(0, 9, beside)]
            photo, _ = shoot_cards(table_of(rng, [*some, *others], LOOSE), style, seed)
            start = time.process_time()
            answer, _ = see(photo, pack)
            spent_ms = round((time.process_time() - start) * 1000)
            yield compare(TicketMistakes(style.name, condition, see_ms=spent_ms), some, answer)


def compare(mistakes: TicketMistakes, lying: Sequence[Ticket], answer: dict[str, Any]) -> TicketMistakes:
    """Counts which tickets were named."""
    told = answer["zones"][0].get("tickets", []) if answer["zones"] else []
    wanted, seen = Counter(ticket[:2] for ticket in lying), Counter(tuple(one["ticket"]) for one in told)
    mistakes.tickets = len(lying)
    mistakes.right = (wanted & seen).total()
    mistakes.invented = (seen - wanted).total()
    sure = [tuple(one["ticket"]) for one in told if one["confidence"] >= SURE]
    mistakes.sure = len(sure)
    mistakes.sure_but_wrong = (Counter(sure) - wanted).total()
    return mistakes


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="vision.cards.evaluate_tickets", description="Measures reading of tickets.")
    parser.add_argument("--styles", type=int, default=5, help="how many random styles beside the hand-made ones")
    parser.add_argument("--csv", type=Path, default=Path("tickets.csv"), help="where to write")
    args = parser.parse_args(argv)
    totals = {condition: TicketMistakes("all", condition) for condition in CONDITIONS}
    with args.csv.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [column.name for column in fields(TicketMistakes)], lineterminator="\n")
        table.writeheader()
        for seed, style in styles(args.styles):
            for row in read_style(seed, style):
                totals[row.condition] += row
                table.writerow(asdict(row))
                file.flush()
        table.writerows(asdict(total) for total in totals.values())
    for condition, total in totals.items():
        print(f"{condition}: {total.right} of {total.tickets} tickets right, {total.invented} invented.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
