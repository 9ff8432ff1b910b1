"""From spaces to routes, by all spaces of a route together and by what the rules allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput
from engine.reading import Field
from engine.words import say
from vision.boards.board import Board, Route

Logs = NDArray[np.float64]
Owners = NDArray[np.intp]

# One space cannot tell more against an owner than this: a sleeve, a reflection, a fallen piece.
WORST = -4.5
# A neighbour of a double route lies within so many widths of a space.
BESIDE = 1.8
# What a double route taken twice by one player costs, and each piece beyond the supply.
DOUBLE_TWICE = -6.0
BEYOND_SUPPLY = 1.5
SWEEPS = 12
MOST_CLAIMS = 1000


class UnknownClaim(BadInput):
    """A label speaks of a route or a colour that the board does not have."""


def read_claims(labels: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The claims that labels tell, in the form that `see` prints; raises BadInput."""
    claims = [
        claim.entries(("route", "taxis"))
        for claim in Field(dict(labels), "labels").entries(("claims",))["claims"].items(MOST_CLAIMS)
    ]
    return [
        {"route": [part.text() for part in claim["route"].items(3, 3)], "taxis": claim["taxis"].text()}
        for claim in claims
    ]


def route_owners(board: Board, claims: Sequence[Mapping[str, Any]]) -> Owners:
    """The owner of each route as labels tell (0 nobody, k + 1 the k-th colour); of twins the first free one."""
    owners = np.zeros(len(board.routes), np.intp)
    for claim in claims:
        name, piece = list(claim["route"]), str(claim["taxis"])
        fitting = [n for n, route in enumerate(board.routes) if _same_name(route, name) and not owners[n]]
        if not fitting or piece not in board.pieces:
            what = " - ".join(map(str, name))
            raise UnknownClaim(
                say(
                    "{what}, {piece}: {board} has no such free route or pieces.",
                    what=what,
                    piece=piece,
                    board=board.name,
                )
            )
        owners[fitting[0]] = 1 + board.pieces.index(piece)
    return owners


def _same_name(route: Route, name: list[str]) -> bool:
    """Route ends come in either order."""
    return len(name) == 3 and name[2] == route.colour and sorted(name[:2]) == sorted(route.ends)


def route_logs(board: Board, spaces: Logs) -> Logs:
    """(route, owner): logarithms of chances before the rules; spaces of a route speak together, not independently."""
    count = np.array([len(route.spaces) for route in board.routes])
    sums = np.zeros((len(board.routes), spaces.shape[1]))
    np.add.at(sums, board.route_of_space, np.maximum(spaces, WORST))
    return np.asarray(sums / (count**0.35)[:, None])


def twins(board: Board) -> list[tuple[int, int]]:
    """Pairs of parallel routes side by side: double routes, of which nobody may own both."""
    middles = np.array([route.spaces.mean(axis=(0, 1)) for route in board.routes])
    width = np.linalg.norm(board.spaces[:, 3] - board.spaces[:, 0], axis=1).max()
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    near = np.argwhere(np.triu(apart < BESIDE * width, 1))
    return [(int(a), int(b)) for a, b in near if _side_by_side(board.routes[a], board.routes[b])]


def _side_by_side(first: Route, second: Route) -> bool:
    if len(first.spaces) != len(second.spaces):
        return False
    here, there = first.spaces.mean(axis=1), second.spaces.mean(axis=1)
    width = np.linalg.norm(first.spaces[:, 3] - first.spaces[:, 0], axis=1).mean()
    apart = min(np.linalg.norm(here - other, axis=1).max() for other in (there, there[::-1]))
    return bool(apart < BESIDE * width)


def settled(board: Board, logs: Logs) -> tuple[Owners, NDArray[np.float64]]:
    """The owner of each route (0 nobody) that explains all best within the rules, and the chance that each is right.

    Rules are a soft sensor: a double route taken twice by one player costs much, but clear sight may pay it.
    """
    owners = logs.argmax(axis=1)
    pairs = twins(board)
    given = logs
    for _ in range(SWEEPS):
        given = logs + _by_rules(board, owners, pairs)
        changed = given.argmax(axis=1)
        if (changed == owners).all():
            break
        # One at a time, the surest first: two halves of a double must not both give way.
        gain = given.max(axis=1) - given[np.arange(len(owners)), owners]
        route = int(gain.argmax())
        owners[route] = changed[route]
    chances = np.exp(given - given.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return owners, chances[np.arange(len(owners)), owners]


def _by_rules(board: Board, owners: Owners, pairs: list[tuple[int, int]]) -> Logs:
    """What the rules say about each owner of each route, the other routes being as they are."""
    words = np.zeros((len(owners), len(board.pieces) + 1))
    for one, other in [*pairs, *((b, a) for a, b in pairs)]:
        if owners[other]:
            words[one, owners[other]] += DOUBLE_TWICE
    if board.supply is not None:
        lengths = np.array([len(route.spaces) for route in board.routes])
        for owner in range(1, words.shape[1]):
            others = lengths[owners == owner].sum() - np.where(owners == owner, lengths, 0)
            words[:, owner] -= BEYOND_SUPPLY * np.maximum(others + lengths - board.supply, 0)
    return words
