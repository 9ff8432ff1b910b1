"""Reads the field: every square and every cart, with the chance that it is right."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.mine.carts import FoundCart, clan_chances, facing_chances, find_carts, speed_chances
from vision.mine.cover import Cover, cover_of, seen_sides
from vision.mine.gems import Hills, find_hills, jewel_chances
from vision.mine.labels import SIDES, TRACKS, Cart, Square
from vision.mine.nets import FieldSigns, read_field_maps
from vision.mine.pack import Lore
from vision.mine.prints import Prints, compared, prints_of, without_pieces
from vision.mine.view import MineView

Cell = tuple[int, int]
Floats = NDArray[np.float64]
# A cart that faces no exit, or stands off the tracks, has these log odds against it.
HARDLY = 4.0
# A cart stands on a track: where none is read, something is wrong.
OFF_TRACK = 0.3
# Where the blank's print is seen again so well lies no token.
PRINTED = 0.85
# A track that is surer than this shows what such tracks look like in the photo; one that is less sure than that, or
# under a cart, is compared with them. What the exits tell counts so much beside that; of a side that a cart hides that
# look knows nothing, so only so much of it.
SHOWN, UNSURE, EXITS, HIDDEN = 0.9, 0.995, 0.5, 0.2
# Of a side of which less is seen than this the comparison knows only so much of what it says.
UNSEEN, GUESSED = 0.05, 0.4
_EXITS = np.array([[side in track for side in SIDES] for track in TRACKS])
# For each side the numbers of tracks with it and of the same without it.
_PAIRS = [
    [
        (n, TRACKS.index(rest))
        for n, track in enumerate(TRACKS)
        if (rest := track.replace(side, "")) in TRACKS[1:] and rest != track
    ]
    for side in SIDES
]


@dataclass(frozen=True)
class CartWeights:
    """A cart's chances: that it is one, of each clan, of facing N E S W, and of speeds from 1 on."""

    present: float
    clan: Floats
    facing: Floats
    speed: Floats


@dataclass
class Weights:
    """What a reading was chosen by, for the rules to weigh: the chances of every part of squares and carts."""

    tokens: dict[Cell, Floats] = field(default_factory=dict)  # none, then each clan's
    tracks: dict[Cell, Floats] = field(default_factory=dict)  # in the order of TRACKS
    jewels: dict[Cell, list[Floats]] = field(default_factory=dict)  # at each place: none, then each kind
    carts: dict[Cell, CartWeights] = field(default_factory=dict)


@dataclass
class Reading:
    """What was read, each with its raw chance; empty squares are there too."""

    squares: dict[Cell, tuple[Square, float]] = field(default_factory=dict)
    carts: list[tuple[Cart, float]] = field(default_factory=list)
    weights: Weights = field(default_factory=Weights)


def read_field(view: MineView, lore: Lore) -> Reading:
    """Everything that lies on the field."""
    signs = look_at_squares(view)
    tokens = _tokens(view, signs, lore)
    exits = _exit_chances(signs, lore)
    track_logs = _track_logs(exits)
    standing = _log_odds(lore.heads["standing"].probabilities(signs.standing)[:, 1]) - _trackless(track_logs)
    carts = {cart.at: cart for cart in find_carts(view, standing) if not _on_token(cart, view, tokens)}
    covered = [n for n, cell in enumerate(view.cells) if cell in carts]
    for n in covered:
        tokens[n] = _beneath(tokens[n], carts[view.cells[n]].present)
    cover = cover_of(view, carts.values())
    logs, prints = _weighed(view, exits, tokens, covered, cover, lore)
    facings = {at: facing_chances(cart, lore.heads["front"], lore.fronts) for at, cart in carts.items()}
    joined = {at: _joined(log, facings.get(at)) for at, log in zip(view.cells, logs, strict=True)}
    tracks = {at: _track(joined[at])[0] for n, at in enumerate(view.cells) if tokens[n].argmax() == 0}
    hills = find_hills(view, without_pieces(view, prints, tracks), cover, lore.heads["gem"])
    shares = _jewel_shares(view, hills, lore, carts)
    jewels, jewels_right = _jewels(shares, lore)
    waiting = {at: _inwards(at, view, facings[at]) for at in carts.keys() - joined.keys()}
    weighed = {at: _cart_weights(cart, {**joined, **waiting}[at], lore) for at, cart in carts.items()}
    reading = Reading(carts=[_cart(at, weights, {**joined, **waiting}[at], lore) for at, weights in weighed.items()])
    tracks_of = {at: joint.sum(1) for at, joint in joined.items()}
    reading.weights = Weights(dict(zip(view.cells, tokens, strict=True)), tracks_of, shares, weighed)
    for n, cell in enumerate(view.cells):
        best = int(tokens[n].argmax())
        if best:
            reading.squares[cell] = Square(abyss=lore.tokens[best - 1]), float(tokens[n, best])
        else:
            track, chance = _track(joined[cell])
            chance *= float(tokens[n, 0]) * jewels_right[cell]
            if cell in carts and not track:
                chance *= OFF_TRACK
            reading.squares[cell] = Square(track, jewels[cell]), chance
    return reading


def look_at_squares(view: MineView) -> FieldSigns:
    """What the field net says."""
    seen, blank = (view.half_rim(part) for part in (view.coarse_bgr, view.blank_bgr))
    return read_field_maps(seen, blank, view.columns, view.rows)


def _tokens(view: MineView, signs: FieldSigns, lore: Lore) -> Floats:
    """The chances of no token and of each clan's on every square; none lies where the board looks as on its blank."""
    chances = lore.heads["token"].probabilities(signs.token)
    chances[view.as_on_blank, 1:] *= np.exp(-HARDLY)
    for n in np.nonzero(chances[:, 0] < SHOWN)[0]:
        if view.print_seen(view.cells[n]) > PRINTED:
            chances[n, 1:] *= np.exp(-2 * HARDLY)
    return np.asarray(chances / chances.sum(1, keepdims=True))


def _on_token(cart: FoundCart, view: MineView, tokens: Floats) -> bool:
    """Whether what seems to be a cart is rather the token on its square: where the abyss is, nothing stands."""
    if cart.at not in view.cells:
        return False
    return bool(1 - tokens[view.cells.index(cart.at), 0] > cart.present)


def _beneath(token: Floats, present: float) -> Floats:
    """The chances of a token where a cart likely stands."""
    shares = token * np.where(np.arange(len(token)) == 0, present, 1 - present)
    return np.asarray(shares / max(float(shares.sum()), 1e-12))


def _exit_chances(signs: FieldSigns, lore: Lore) -> Floats:
    """The chances of exits N E S W on every square."""
    flat = signs.sides.reshape(-1, signs.sides.shape[2])
    return lore.heads["exit"].probabilities(flat)[:, 1].reshape(-1, len(SIDES))


def _log_odds(chances: Floats) -> Floats:
    return np.asarray(np.log(chances + 1e-9) - np.log(1 - chances + 1e-9))


def _track_logs(chances: Floats, counting: Floats | float = 1.0) -> Floats:
    """The logarithm of the chance of each of the tracks that exist, by those of the exits, each counting so much."""
    yes, no = np.log(chances + 1e-12) * counting, np.log(1 - chances + 1e-12) * counting
    return np.asarray(yes @ _EXITS.T + no @ ~_EXITS.T)


def _trackless(logs: Floats) -> Floats:
    """What speaks against a cart on each square: that there is no track, as log odds; both looks at it then count."""
    bare = _shares(logs)[:, 0]
    return np.asarray(2 * np.maximum(np.log(bare + 1e-9) - np.log(1 - bare + 1e-9), 0))


def _weighed(
    view: MineView, exits: Floats, tokens: Floats, covered: Sequence[int], cover: Cover, lore: Lore
) -> tuple[Floats, Prints]:
    """The tracks' logarithms, those in doubt compared with what plain tracks look like in this photo; and that.

    Those in doubt, and those without a track that do not look as on the blank, are also weighed by how tracks are laid
    in this box.
    """
    logs = _track_logs(exits)
    shares = _shares(logs)
    free = (tokens.argmax(1) == 0) & ~np.isin(np.arange(len(logs)), covered)
    shown = np.nonzero(free & (shares.max(1) > SHOWN))[0]
    tracks = {view.cells[n]: TRACKS[int(shares[n].argmax())] for n in shown}
    prints = prints_of(view, tracks, lore.prints)
    strange = (shares.argmax(1) == 0) & ~view.as_on_blank
    unsure = np.union1d(np.nonzero(free & (strange | (shares.max(1) < UNSURE)))[0], np.asarray(covered, int))
    cells, closer = [view.cells[n] for n in unsure], logs.copy()
    counting = EXITS * np.maximum(seen_sides(cover, cells), HIDDEN)
    likeness = _guessed_less(compared(view, prints, cells, cover), seen_sides(cover, cells))
    closer[unsure] = _track_logs(exits[unsure], counting) + likeness
    return lore.habits.weighed(closer, unsure, view.columns, lore.outwards.odds(view)), prints


def _guessed_less(likeness: Floats, seen: Floats) -> Floats:
    """The tracks' likeness, nearer to each other where they differ in nothing but a side that is hidden."""
    found = likeness.copy()
    for side in range(len(SIDES)):
        hidden = seen[:, side] < UNSEEN
        for with_it, without in _PAIRS[side]:
            one, other = found[hidden, with_it], found[hidden, without]
            apart = (1 - GUESSED) * (one - other) / 2
            found[hidden, with_it], found[hidden, without] = one - apart, other + apart
    return found


def _shares(logs: Floats) -> Floats:
    """Chances that add up to one in every row."""
    chances = np.exp(logs - logs.max(-1, keepdims=True))
    return np.asarray(chances / chances.sum(-1, keepdims=True))


def _joined(logs: Floats, facing: Floats | None) -> Floats:
    """The chances of every track together with every facing: a cart stands on a track and faces one of its exits.

    The more exits a track has, the less likely it is that a cart on it faces this one.
    """
    if facing is None:
        return _shares(logs)[:, None]
    against = np.where(_EXITS, np.log(np.maximum(_EXITS.sum(1), 1))[:, None], HARDLY)
    joint = logs[:, None] + np.log(facing + 1e-9) - against
    return np.asarray(_shares(joint.ravel()).reshape(joint.shape))


def _inwards(at: Cell, view: MineView, facing: Floats) -> Floats:
    """The chances of the facings of a cart that waits on a start track around the field: it faces in."""
    into = [at[1] >= view.rows, at[0] < 0, at[1] < 0, at[0] >= view.columns]
    return _shares(np.log(facing + 1e-9) - np.where(into, 0.0, HARDLY))[None]


def _track(joined: Floats) -> tuple[str, float]:
    """The track of the likeliest pair, and its chance."""
    best = int(joined.max(1).argmax())
    return TRACKS[best], float(joined[best].sum())


def _facing(joined: Floats) -> tuple[str, float]:
    """The facing of the likeliest pair, and its chance."""
    best = int(joined.max(0).argmax())
    return SIDES[best], float(joined[:, best].sum())


def _jewel_shares(view: MineView, hills: Hills, lore: Lore, carts: Container[Cell]) -> dict[Cell, list[Floats]]:
    """The chances of none and of each kind at every place of each square that may hold a jewel."""
    found: dict[Cell, list[Floats]] = {cell: [] for cell in view.cells}
    apart, chances = jewel_chances(hills, lore.heads["gem"], lore.gap, carts)
    chances[[at in carts for at in apart.at], 1:] *= np.exp(-lore.habits.rarer)
    chances /= chances.sum(1, keepdims=True)
    for at, shares in zip(apart.at, chances, strict=True):
        found[at].append(shares)
    return found


def _jewels(shares: dict[Cell, list[Floats]], lore: Lore) -> tuple[dict[Cell, tuple[str, ...]], dict[Cell, float]]:
    """The jewels on each square, and the chance that these and no others lie there."""
    found: dict[Cell, tuple[str, ...]] = {}
    right = dict.fromkeys(shares, 1.0)
    for at, places in shares.items():
        best = [int(place.argmax()) for place in places]
        found[at] = tuple(sorted(lore.jewels[kind - 1] for kind in best if kind))
        for place, kind in zip(places, best, strict=True):
            right[at] *= float(place[kind])
    return found, right


def _cart_weights(cart: FoundCart, joined: Floats, lore: Lore) -> CartWeights:
    speed, clan = speed_chances(cart, lore.heads["die"], lore.faces), clan_chances(cart, lore.heads["clan"])
    return CartWeights(cart.present, clan, joined.sum(0), speed)


def _cart(at: Cell, weights: CartWeights, joined: Floats, lore: Lore) -> tuple[Cart, float]:
    facing, sure = _facing(joined)
    clan, speed = weights.clan, weights.speed
    chance = weights.present * clan.max() * sure * speed.max()
    return Cart(lore.clans[int(clan.argmax())], at, facing, int(speed.argmax()) + 1), float(chance)
