"""The simulated box's art, taught as any box is: from two labelled photos of a table, kept as a pack."""

from __future__ import annotations

import random
from pathlib import Path

from engine.bots import play_out
from engine.game import seat
from engine.games import find_bot, find_game
from firmware.simulation.painter import Painter
from firmware.simulation.wood import GAME, Wood, as_seen, wood_of
from vision.render.named import MEADOW
from vision.render.style import Style
from vision.teach import teach

NAME = "simulated-box"
PHOTO_SEEDS = (101, 102)
PLAYERS = 2


def taught_box(packs: Path, style: Style = MEADOW) -> Path:
    """The pack of the simulated box; the first time it is taught, which takes a minute."""
    pack = packs / NAME
    done = pack / "done"
    if not done.exists():
        painter = Painter(style)
        teach(pack, [(painter.paint(wood), as_seen(wood)) for wood in map(end_of_game, PHOTO_SEEDS)])
        done.touch()
    return pack


def end_of_game(seed: int) -> Wood:
    """A table at the end of a game among bots: many tiles and pawns of all kinds."""
    game = find_game(GAME)
    state = game.start([f"player {number + 1}" for number in range(PLAYERS)], {})
    bots = {seat(index): find_bot(GAME, "good") for index in range(PLAYERS)}
    for _, after in play_out(game, state, bots, random.Random(seed)):
        state = after
    return wood_of(state)
