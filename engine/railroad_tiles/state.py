"""The state of a game of Railroad Tiles: frozen values, replaced by the rules and by nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.game import seat
from engine.railroad_tiles.box import Box, Token
from engine.railroad_tiles.position import Earned, Position, Seated
from engine.railroad_tiles.territory import EMPTY, Territory
from engine.railroad_tiles.tile import Tile

# The four phases of a round, and the end.
PREPARATION, SELECTION, PLACEMENT, ROUND_END, OVER = "preparation", "selection", "placement", "round-end", "over"


@dataclass(frozen=True)
class Player:
    """What lies before one player."""

    name: str
    territory: Territory = EMPTY
    stars: int = 0
    prestige: int = 0
    column: int | None = None  # the last chosen one, counted from 0
    hand: tuple[Tile, ...] = ()  # taken and not yet laid
    objectives: tuple[Tile, ...] = ()
    owes_objective: bool = False
    refused: tuple[Tile, ...] = ()
    spaces: tuple[int, ...] = ()  # active spaces whose token this player may still use in this round
    earned: tuple[Earned, ...] = ()

    @property
    def is_laying(self) -> bool:
        return bool(self.hand) or self.owes_objective


@dataclass(frozen=True)
class Column:
    """A column under the Station board."""

    tiles: tuple[Tile, ...] = ()
    stars: int = 0
    taken_by: int | None = None  # in this round


@dataclass(frozen=True)
class State:
    """Everything that can be known of a game; the bag is what has not been seen to leave it."""

    box: Box = field(repr=False)
    players: tuple[Player, ...]
    columns: tuple[Column, ...]
    sizes: tuple[int, ...]
    bag: tuple[tuple[Tile, int], ...] = field(repr=False)
    bag_count: int
    clock: tuple[Token, ...]
    pawns: tuple[tuple[str, int], ...]  # in the supply, by kind
    stars: int
    challenge: str | None = None
    with_objectives: bool = False
    phase: str = PREPARATION
    round: int = 1
    order: tuple[int, ...] = ()
    start_tiles: tuple[Tile, ...] = ()
    waiting: Token | None = None
    active: tuple[Token | None, ...] = ()
    revealed: bool = False  # this round's token
    put_away: tuple[Tile, ...] = ()  # discarded to the box
    gone_tokens: tuple[Token, ...] = ()

    @property
    def solo(self) -> bool:
        return len(self.players) == 1

    @property
    def last_round(self) -> bool:
        return self.round == self.box.rounds

    def supply_of(self, kind: str) -> int:
        return dict(self.pawns)[kind]

    @property
    def untaken(self) -> tuple[int, ...]:
        """The columns that nobody has taken in this round."""
        return tuple(index for index, column in enumerate(self.columns) if column.taken_by is None)

    @property
    def choosing_start(self) -> int | None:
        """Who takes a start tile next: in reverse turn order (ruling 10)."""
        if self.round > 1 or not self.start_tiles:
            return None
        return next((index for index in reversed(self.order) if not self.players[index].territory.tiles), None)

    @property
    def choosing(self) -> int | None:
        """Who takes a column next."""
        taken = {column.taken_by for column in self.columns}
        return next((index for index in self.order if index not in taken), None)

    @property
    def laying(self) -> int | None:
        """Who still has taken tiles to lay."""
        return next((index for index, player in enumerate(self.players) if player.is_laying), None)

    @property
    def placing(self) -> tuple[int, ...]:
        """Who may still place pawns, in turn order."""
        return tuple(index for index in self.order if self.players[index].spaces)

    @property
    def unfilled(self) -> tuple[int, ...]:
        """The columns that have fewer tiles than they should."""
        return tuple(index for index, column in enumerate(self.columns) if len(column.tiles) < self.sizes[index])

    def seat_of(self, index: int) -> str:
        return seat(index)

    def position(self) -> Position:
        seated = tuple(
            Seated(player.name, player.territory, player.prestige, self._column_of(index), player.earned)
            for index, player in enumerate(self.players)
        )
        return Position(seated, self.challenge)

    def _column_of(self, index: int) -> int | None:
        """Where a player's pawn stands; while others choose, those who have not yet chosen stand nowhere."""
        if self.phase == SELECTION and index not in {column.taken_by for column in self.columns}:
            return None
        return self.players[index].column
