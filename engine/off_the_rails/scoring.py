"""The final score (rulebook, I gioielli and Regole per la fine della partita; ruling 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import BadInput, BadPosition, Contradictory, words_of
from engine.off_the_rails.box import Box, read_box
from engine.reading import Field
from engine.score import PlayerScore, Problem, Score, Source, all_of, the_one
from engine.words import say

NAME = "off-the-rails"
MOST_JEWELS = 999
MOST_POINTS = 9999
MOST_THINGS = 5000


@dataclass(frozen=True)
class Player:
    """A player as the score sees them."""

    name: str
    clan: str | None
    stash: Mapping[str, int]
    carts_home: int
    missions: int


def score(position: Mapping[str, Any]) -> Score:
    """The score of a position; raises BadPosition if it cannot be read."""
    field = Field(position, "", BadPosition)
    table = field.keys(("game", "players", "cells", "carts", "data"), ("players",))
    if "game" in table:
        table["game"].one_of((NAME,))
    for key in ("cells", "carts"):  # the board as it lies scores nothing
        if key in table:
            table[key].items(MOST_THINGS)
    box = _read_box(table)
    players = [_read_player(item, box) for item in table["players"].items(len(box.clans), 1)]
    if len({player.name for player in players}) < len(players):
        table["players"].clash("two players have the same name")
    rubies = most_of(box, players)
    scores = tuple(_score_player(box, player, rubies) for player in players)
    best = max(each.total for each in scores)
    winners = tuple(each.name for each in scores if each.total == best)
    tie = say("A tie is shared.") if len(winners) > 1 else None
    return Score(NAME, scores, winners, tuple(_problems(box, players)), tie)


def _read_box(table: Mapping[str, Field]) -> Box:
    if "data" not in table or table["data"].value is None:
        return read_box()
    table["data"].entries()
    try:
        return read_box(data=table["data"].value)
    except BadInput as error:
        raise Contradictory(words_of(error)) from error


def _read_player(field: Field, box: Box) -> Player:
    table = field.keys(("name", "clan", "stash", "carts_home", "missions"), ("name",))
    clan = table.get("clan")
    stash = table["stash"].entries() if "stash" in table else {}
    counts = {kind: count.whole(0, MOST_JEWELS) for kind, count in stash.items()}
    for kind, count in stash.items():
        if kind not in box.jewel_counts:
            count.clash(
                "there is no jewel called {kind!r}; the jewels are {known}",
                kind=kind,
                known=", ".join(box.jewel_counts),
            )
    return Player(
        table["name"].name(),
        clan.one_of(list(box.clans)) if clan is not None and clan.value is not None else None,
        counts,
        table["carts_home"].whole(0, 99) if "carts_home" in table else 0,
        table["missions"].whole(-MOST_POINTS, MOST_POINTS) if "missions" in table else 0,
    )


def most_of(box: Box, players: Sequence[Player]) -> int:
    """How many rubies are the most in a stash."""
    return max(player.stash.get(box.most_of, 0) for player in players)


def _score_player(box: Box, player: Player, most: int) -> PlayerScore:
    sources = tuple(_sources(box, player, most))
    parts = {
        part: sum(s.points for s in sources if s.part == part) for part in ("jewels", "rubies", "carts", "missions")
    }
    return PlayerScore(player.name, parts, sources)


def _sources(box: Box, player: Player, most: int) -> Iterator[Source]:
    for kind, count in player.stash.items():
        points = box.jewel_points[kind]
        if count:
            why = say("{kind} × {count}, worth {points} each.", count=count, kind=kind, points=points)
            yield Source("jewels", count * points, why, marks=(kind,))
    if most > 0 and player.stash.get(box.most_of, 0) == most:
        yield Source(
            "rubies",
            box.most_points,
            say("The most of {kind}: {most}.", kind=box.most_of, most=most),
            marks=(box.most_of,),
        )
    if player.carts_home:
        points = player.carts_home * box.cart_points
        yield Source("carts", points, say("Carts off the board and not lost: {carts}.", carts=player.carts_home))
    if player.missions:
        yield Source("missions", player.missions, say("Mission cards."))


def _problems(box: Box, players: Sequence[Player]) -> Iterator[Problem]:
    for kind, count in box.jewel_counts.items():
        there = sum(player.stash.get(kind, 0) for player in players)
        if there > count:
            owners = [player.name for player in players if player.stash.get(kind, 0)]
            words = "There are {there} of {kind} in the stash of {names}, and the box has {count}."
            why = say(words, there=there, kind=kind, names=all_of(owners), count=count)
            yield Problem(why, the_one(owners), what=kind)
    clans = [player.clan for player in players if player.clan]
    for player in players:
        if player.carts_home > len(box.dice):
            why = say("A clan has {carts} carts, not {home}.", carts=len(box.dice), home=player.carts_home)
            yield Problem(why, player=player.name)
        if player.clan and clans.count(player.clan) > 1:
            yield Problem(say("The {clan} clan is played by more than one.", clan=player.clan), player=player.name)
