"""The final score: pawns, cities, rectangle, interruptions, objectives, and the challenge of a solo game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.parts.grid import groups, largest_rectangle, neighbour, reading_order
from engine.railroad_tiles import objectives
from engine.railroad_tiles.box import Box
from engine.railroad_tiles.challenges import CHALLENGES
from engine.railroad_tiles.position import Position, Seated
from engine.railroad_tiles.territory import Territory
from engine.railroad_tiles.tile import KINDS
from engine.score import PlayerScore, Problem, Score, Source, all_of, the_one
from engine.words import Said, say

PARTS = ("pawns", "cities", "rectangle", "interruptions", "objectives")
FREE_INTERRUPTIONS = 5
CITY_POINTS = 5


def score_position(position: Position, box: Box) -> Score:
    """Everybody's points; with one player and a challenge, nothing if it is not met."""
    players = [score_player(player) for player in position.players]
    problems = tuple(find_problems(position, box))
    if position.challenge and len(players) == 1:
        return _with_challenge(position, players[0], position.challenge, box, problems)
    winners, tie = find_winners(position, players)
    return Score("railroad-tiles", tuple(players), winners, problems, tie)


def score_player(player: Seated) -> PlayerScore:
    sources = (
        *_pawn_sources(player),
        *_city_sources(player.territory),
        *_rectangle_sources(player.territory),
        *_interruption_sources(player.territory),
        *_objective_sources(player.territory),
    )
    points = Counter(dict.fromkeys(PARTS, 0))
    for source in sources:
        points[source.part] += source.points
    return PlayerScore(player.name, dict(points), sources)


def _pawn_sources(player: Seated) -> Iterator[Source]:
    told = 0
    for earned in player.earned:
        told += earned.points
        if earned.by == "column":
            yield Source("pawns", earned.points, say("The column with 3 tiles gave a point."))
            continue
        why = say("A {kind} connected to {count} others.", kind=earned.by, count=len(earned.connected))
        cells = ((earned.at,) if earned.at else ()) + earned.connected
        yield Source("pawns", earned.points, why, cells, (earned.by,))
    if player.prestige != told:
        yield Source("pawns", player.prestige - told, say("Prestige earned in play."))


def _city_sources(territory: Territory) -> Iterator[Source]:
    for city in objectives.cities(territory):
        why = say("A city of {count} urban tiles.", count=len(city))
        yield Source("cities", CITY_POINTS, why, tuple(sorted(city, key=reading_order)))


def _rectangle_sources(territory: Territory) -> Iterator[Source]:
    cells = largest_rectangle(territory.tiles)
    if cells:
        columns, rows = len({cell[0] for cell in cells}), len({cell[1] for cell in cells})
        why = say("The largest rectangle, {columns} by {rows} tiles.", columns=columns, rows=rows)
        yield Source("rectangle", len(cells), why, cells)


def _interruption_sources(territory: Territory) -> Iterator[Source]:
    """Each loose end in reading order: the first five are free, every further one costs a point."""
    ends = sorted(territory.loose_ends, key=lambda end: (*reading_order(end[0]), end[1]))
    for number, (cell, side) in enumerate(ends, 1):
        free = number <= FREE_INTERRUPTIONS
        words = "Interruption {number}, still free." if free else "Interruption {number}."
        why = say(words, number=number)
        yield Source("interruptions", 0 if free else -1, why, (cell,), (side,))


def _objective_sources(territory: Territory) -> Iterator[Source]:
    for cell in sorted(objectives.objective_cells(territory), key=reading_order):
        verdict = objectives.judge(territory, cell)
        name = territory.tiles[cell].objective or ""
        cells = (cell, *(other for other in verdict.cells if other != cell))
        yield Source("objectives", objectives.POINTS if verdict.met else 0, verdict.why, cells, (name,))


def find_winners(position: Position, players: list[PlayerScore]) -> tuple[tuple[str, ...], Said | None]:
    """The highest total; in a tie the player's pawn in the leftmost column (rulebook, end of the game)."""
    best = max(player.total for player in players)
    first = [seated for seated, player in zip(position.players, players, strict=True) if player.total == best]
    if len(first) == 1:
        return (first[0].name,), None
    if any(seated.column is None for seated in first):
        return tuple(seated.name for seated in first), say("A tie: the last columns are not known, so it is shared.")
    leftmost = min(seated.column or 0 for seated in first)
    names = tuple(seated.name for seated in first if seated.column == leftmost)
    if len(names) > 1:
        return names, say("A tie, shared: both pawns stand in the same column.")
    return names, say("A tie: {name} chose the column furthest to the left.", name=names[0])


def _with_challenge(
    position: Position, player: PlayerScore, name: str, box: Box, problems: tuple[Problem, ...]
) -> Score:
    verdict = CHALLENGES[name](position.players[0].territory)
    stars = sum(player.total >= threshold for threshold in box.challenge_stars[name]) if verdict.met else 0
    answer = {
        "name": name,
        "met": verdict.met,
        "stars": stars,
        "why": verdict.why,
        "cells": [list(cell) for cell in verdict.cells],
    }
    if not verdict.met:
        # A failed challenge scores nothing; what the territory would have been worth is still shown.
        also = {"challenge": answer, "without_challenge": {"total": player.total, "parts": dict(player.parts)}}
        player = PlayerScore(player.name, dict.fromkeys(PARTS, 0), (), also)
    else:
        player = PlayerScore(player.name, player.parts, player.sources, {"challenge": answer})
    winners = (player.name,) if verdict.met else ()
    return Score("railroad-tiles", (player,), winners, problems, None, {"challenge": answer})


def find_problems(position: Position, box: Box) -> Iterator[Problem]:
    """What breaks a rule in the position: whose, where, why."""
    for player in position.players:
        yield from territory_problems(player.name, player.territory)
    yield from _supply_problems(position, box)
    yield from _column_problems(position)
    if position.challenge and len(position.players) > 1:
        yield Problem(say("A challenge is for a solo game; it is left out here."))


def _column_problems(position: Position) -> Iterator[Problem]:
    for column in dict.fromkeys(player.column for player in position.players if player.column is not None):
        names = [player.name for player in position.players if player.column == column]
        if len(names) > 1:
            why = say("{names} have chosen the same column, {column}.", names=all_of(names), column=column + 1)
            yield from (Problem(why, name) for name in names)


def territory_problems(name: str | None, territory: Territory) -> Iterator[Problem]:
    """What is wrong with one territory."""
    for cell, side in objectives.mismatches(territory):
        words = "The touching sides of the tiles at {cell} and {other} do not match."
        yield Problem(say(words, cell=_cell(cell), other=_cell(neighbour(cell, side))), name, cell, side)
    for group in groups(territory.tiles)[1:]:
        cell = min(group, key=reading_order)
        yield Problem(say("The tile at {cell} does not hang together with the rest.", cell=_cell(cell)), name, cell)
    for cell, tile in territory.tiles.items():
        if len(tile.spots) > 2:
            yield Problem(say("The tile at {cell} has more than two spots.", cell=_cell(cell)), name, cell)
        for spot in tile.spots:
            if (spot.kind, spot.on) in (("car", "rail"), ("train", "highway")):
                words = "The {kind} spot at {cell} lies on the wrong kind of way."
                yield Problem(say(words, kind=spot.kind, cell=_cell(cell)), name, cell)
    laid = Counter(tile.objective for tile in territory.tiles.values() if tile.objective)
    for objective, count in laid.items():
        if count > 1:
            words = "The objective {objective} lies there {count} times."
            yield Problem(say(words, objective=objective, count=count), name)


def _supply_problems(position: Position, box: Box) -> Iterator[Problem]:
    for kind in KINDS:
        owners = [
            player.name
            for player in position.players
            for pawn in player.territory.pawns
            if player.territory.spot(pawn).kind == kind
        ]
        if len(owners) > box.supplies[kind]:
            words = "There are {count} {kind} pawns, those of {names}; the box has {most}."
            values = {"count": len(owners), "kind": kind, "names": all_of(owners), "most": box.supplies[kind]}
            yield Problem(say(words, **values), the_one(owners))


def _cell(cell: tuple[int, int]) -> str:
    return f"{cell[0]},{cell[1]}"
