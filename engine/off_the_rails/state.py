"""The state of a game of Off the Rails: a frozen value that no function changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.game import TABLE, seat
from engine.off_the_rails.box import Box
from engine.off_the_rails.jewels import Jewels
from engine.parts.grid import Cell
from engine.score import Problem

# The phases: first the deposits of the set-up, then the turns. `facing` and `abyss` interrupt a turn for one choice.
SETUP = "setup"
ACTIONS = "actions"
MOVEMENT = "movement"
FACING = "facing"
DEPOSIT = "deposit"
JEWELS = "jewels"
OPENING = "opening"
TOKEN = "token"
COLLAPSE = "collapse"
OVER = "over"
TABLE_PHASES = (SETUP, DEPOSIT, JEWELS, OPENING, TOKEN)


@dataclass(frozen=True)
class Cart:
    """A cart with its die; `at` and `facing` are empty while it is off the board."""

    clan: str
    die: str
    at: Cell | None = None
    facing: str = ""
    speed: int = 0
    hold: Jewels = ()
    lost: bool = False  # derailed after the abyss opened: it never comes back

    @property
    def on_board(self) -> bool:
        return self.at is not None


@dataclass(frozen=True)
class State:
    """All that lies on the table and in the bag, and where in the turn we are."""

    box: Box
    board: str
    names: tuple[str, ...]
    clans: tuple[str, ...]
    fast: bool
    carts: tuple[Cart, ...]
    bag: Jewels
    stashes: tuple[Jewels, ...]
    missions: tuple[int, ...]
    first_deposits: tuple[str, ...]  # colours of the set-up pile that are still face down
    piles: tuple[tuple[str, ...], ...]  # of the deck, the top one first: the colours still in each
    abyss_pile: tuple[str, ...]
    lid: tuple[str, ...]  # abyss tokens in the lid of the box
    tiles_left: tuple[int, int]  # straight/corner, T/crossing
    tiles_gone: tuple[int, int] = (0, 0)
    tracks: Mapping[Cell, str] = field(default_factory=dict)  # exits in the order N E S W
    jewels: Mapping[Cell, Jewels] = field(default_factory=dict)
    abyss: Mapping[Cell, str] = field(default_factory=dict)
    aside: tuple[str, ...] = ()  # tokens that found no square
    gone: Jewels = ()  # jewels out of the game
    seen: frozenset[tuple[str, int]] = frozenset()  # the cards that have been turned up
    phase: str = SETUP
    started: bool = False  # the deposits of the set-up lie there
    active: int = 0
    actions: int = 0
    to_move: tuple[str, ...] = ()  # the dice of the carts that still have to move this turn
    struck: int | None = None  # the cart whose owner has to turn it
    struck_sides: str = ""
    deposit: tuple[Cell, int] | None = None  # the square that waits for jewels, and for how many
    token: str = ""  # the token that waits for its square
    turns_left: int | None = None  # until the abyss opens, once its card is out
    opened: bool = False
    ending: str = ""  # how the game ended
    marks: tuple[Problem, ...] = ()
    data: Mapping[str, object] | None = None  # a user's own tables

    @property
    def actor(self) -> str:
        """Who acts now."""
        if self.phase in TABLE_PHASES:
            return TABLE
        if self.phase == FACING and self.struck is not None:
            return seat(self.clans.index(self.carts[self.struck].clan))
        return seat(self.active)

    @property
    def on_board(self) -> dict[Cell, int]:
        """Which cart stands where."""
        return {cart.at: index for index, cart in enumerate(self.carts) if cart.at is not None}

    def cart_index(self, clan: str, die: str) -> int:
        return self.clans.index(clan) * len(self.box.dice) + self.box.dice.index(die)

    def carts_of(self, player: int) -> tuple[Cart, ...]:
        size = len(self.box.dice)
        return self.carts[player * size : (player + 1) * size]

    def with_cart(self, index: int, cart: Cart) -> State:
        return replace(self, carts=(*self.carts[:index], cart, *self.carts[index + 1 :]))

    def track_at(self, cell: Cell) -> str:
        """The exits of the track on a square or start track; empty where there is none."""
        return self.tracks.get(cell) or self.box.starts.get(cell, "")
