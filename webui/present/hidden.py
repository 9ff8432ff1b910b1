"""What a viewer may know of the scores while a game goes on."""

from __future__ import annotations

from engine.score import PlayerScore

# The parts of a score that rest on something hidden until the game is over: stashes, tickets, piles.
HIDDEN_PARTS = {
    "off-the-rails": ("jewels", "rubies"),
    "ticket-to-ride-new-york": ("tickets",),
    "ticket-to-ride-card-game": ("tickets", "open", "bonuses"),
}


def hidden_parts(game: str, own: bool, over: bool) -> tuple[str, ...]:
    return () if own or over else HIDDEN_PARTS.get(game, ())


def open_total(score: PlayerScore, hidden: tuple[str, ...]) -> int:
    """The points that everybody can count for themselves."""
    return sum(points for part, points in score.parts.items() if part not in hidden)
