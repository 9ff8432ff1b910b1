"""`capostazione replay LOG`: a game's log through the rules, to its final position and score."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.log import read_log
from engine.table import History, RefusedEntry, replay

REFUSED = 1


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", help="the log of a game")
    parser.add_argument("--draw", action="store_true", help="draw the table as text instead of printing JSON")


def run(args: argparse.Namespace) -> int:
    if not args.log:
        raise BadInput("the log's name is empty")
    recorded = read_log(Path(args.log), args.log, by_hand=True)
    try:
        history = replay(recorded.header, recorded.entries)
    except RefusedEntry as refused:
        # The answer is a clear no, and still an answer: what was reached, and which move was refused and why.
        print(json.dumps({**report(refused.history), "refused": _refusal(refused)}, ensure_ascii=False, indent=2))
        raise
    if args.draw:
        print(history.game.draw(history.state))
    else:
        print(json.dumps(report(history), ensure_ascii=False, indent=2))
    return 0


def report(history: History) -> dict[str, Any]:
    """Where the game stands after the entries in force."""
    game, state = history.game, history.state
    position = game.position(state)
    turn = game.turn(state)
    return {
        "game": game.name,
        "moves": len(history.done),
        "over": turn.over,
        "phase": turn.phase,
        "next": str(turn.todo),
        "position": position,
        "score": game.score(position).as_json(),
        "problems": [problem.as_json() for problem in game.problems(state)],
    }


def _refusal(refused: RefusedEntry) -> dict[str, Any]:
    return {"entry": refused.number, "text": refused.entry.text or refused.entry.do, "why": str(refused.why.why)}
