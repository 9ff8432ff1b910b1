"""Writes all playthroughs anew, or those of the games that are named."""

from __future__ import annotations

import sys

from tests.playthroughs.catalogue import PLAYTHROUGHS
from tests.playthroughs.write import path_of, tell

for playthrough in PLAYTHROUGHS:
    if len(sys.argv) == 1 or playthrough.game in sys.argv[1:]:
        path = path_of(playthrough)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(tell(playthrough), encoding="utf-8")
        print(path.relative_to(path.parents[3]))
