"""A second reading of Off the Rails, apart from the engine and as plain and slow as it takes to be believed.

Everything is a dict or a list: a world is `{"columns", "rows", "centres", "starts", "tracks", "jewels", "abyss",
"carts"}`; a cart is `{"at", "facing", "speed", "hold"}`. A movement is tried step by step with every choice at
every square, by brute force over words of sides.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

World = dict[str, Any]
DELTAS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}
POINTS = {"rock": 0, "ruby": 1, "emerald": 2, "gold": 3, "diamond": 4}


def beyond(cell: tuple[int, int], side: str) -> tuple[int, int]:
    return cell[0] + DELTAS[side][0], cell[1] + DELTAS[side][1]


def travel(world: World, mover: int, word: str) -> dict[str, Any] | None:
    """What happens to the cart if its player asks for these sides one after the other; None if they cannot."""
    cart = world["carts"][mover]
    at, came, squares = cart["at"], None, []
    for number, side in enumerate(word):
        if number == 0:
            if side != cart["facing"]:
                return None
        elif side not in world["tracks"][at] or side == came:
            return None
        over = number == len(word) - 1
        cell = beyond(at, side)
        hit = [index for index, other in enumerate(world["carts"]) if index != mover and other["at"] == cell]
        result = {"path": word, "squares": squares, "at": at}
        if hit:
            exits = world["tracks"].get(cell, world["starts"].get(cell, ""))
            return (
                {**result, "ending": "collides", "struck": hit[0], "connected": BACK[side] in exits} if over else None
            )
        if cell in world["starts"]:
            return {**result, "ending": "home"} if over else None
        if cell not in world["tracks"] or BACK[side] not in world["tracks"][cell]:
            return {**result, "ending": "derails"} if over else None
        at, came = cell, BACK[side]
        squares = [*squares, cell]
    if len(word) != cart["speed"]:
        return None
    return {"path": word, "squares": squares, "at": at, "ending": "stops"}


def facings(world: World, mover: int, result: dict[str, Any]) -> set[str]:
    """Where the moving cart may look at the end, if it stays on the board."""
    word, at = result["path"], result["at"]
    if result["ending"] == "stops":
        return set(world["tracks"][at]) - {BACK[word[-1]]}
    if result["ending"] == "collides":
        if result["squares"]:
            return {BACK[word[-2]]}
        if at in world["starts"]:
            return {world["starts"][at]}
        return set(world["tracks"][at]) - {word[-1]}
    return set()


def movements(world: World, mover: int) -> set[tuple[Any, ...]]:
    """Every movement: path, facing, what is taken from which square, what the struck cart loses."""
    found: set[tuple[Any, ...]] = set()
    speed = world["carts"][mover]["speed"]
    for length in range(1, speed + 1):
        for letters in product("NESW", repeat=length):
            result = travel(world, mover, "".join(letters))
            if result is not None:
                found |= _with_loads(world, mover, result)
    return found


def _with_loads(world: World, mover: int, result: dict[str, Any]) -> set[tuple[Any, ...]]:
    cart = world["carts"][mover]
    squares = []
    for cell in result["squares"]:
        if cell not in squares and cell != cart["at"] and world["jewels"].get(cell):
            squares.append(cell)
    ends_there = result["ending"] in ("stops", "collides")
    options = [_helpings(world["jewels"][cell], 2 if ends_there and cell == result["at"] else 1) for cell in squares]
    found = set()
    for helpings in product(*options):
        load = [jewel for helping in helpings for jewel in helping]
        if len(cart["hold"]) + len(load) > 5:
            continue
        take = tuple((cell, helping) for cell, helping in zip(squares, helpings, strict=True) if helping)
        empty = not cart["hold"] and not load
        gone = result["ending"] in ("home", "derails") or (result.get("connected") and empty)
        for face in [""] if gone else facings(world, mover, result):
            for drop in _drops(world, result):
                found.add((result["path"], face, take, drop))
    return found


def _helpings(heap: list[str], most: int) -> set[tuple[str, ...]]:
    """What may be taken one after the other, a rock whenever there is one."""
    found: set[tuple[str, ...]] = {()}

    def take_more(left: list[str], taken: tuple[str, ...]) -> None:
        found.add(tuple(sorted(taken)))
        if len(taken) < most:
            for jewel in {"rock"} if "rock" in left else set(left):
                rest = list(left)
                rest.remove(jewel)
                take_more(rest, (*taken, jewel))

    take_more(list(heap), ())
    return found


def _drops(world: World, result: dict[str, Any]) -> set[tuple[str, ...]]:
    if not result.get("connected"):
        return {()}
    hold = world["carts"][result["struck"]]["hold"]
    half = len(hold) // 2 + len(hold) % 2
    return {tuple(sorted(part)) for part in combinations(sorted(hold), half)}


def final_scores(players: list[dict[str, Any]]) -> list[dict[str, int]]:
    """The parts of everybody's score (ruling 9)."""
    rubies = [player.get("stash", {}).get("ruby", 0) for player in players]
    answer = []
    for player, own in zip(players, rubies, strict=True):
        jewels = 0
        for kind, count in player.get("stash", {}).items():
            for _ in range(count):
                jewels += POINTS[kind]
        bonus = 5 if own > 0 and all(own >= other for other in rubies) else 0
        carts = 3 * player.get("carts_home", 0)
        answer.append({"jewels": jewels, "rubies": bonus, "carts": carts, "missions": player.get("missions", 0)})
    return answer
