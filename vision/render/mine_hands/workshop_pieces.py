"""The workshop's carts, dice and jewels: tubs of many outlines and trims, round dice, jewels of many cuts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from vision.render.brush import Points
from vision.render.mine_pieces import GLINTS, die_layers
from vision.render.mine_style import CartLook, DieLook, Gem
from vision.render.pictograms import oval, rounded
from vision.render.solids import Face3, Faces, at_height, block, loft, moved, polygon, rectangle, ring, walls
from vision.render.style import Colour, Rng, shade

FLOOR = 0.06


# ---- carts


def footprint(shape: str, length: float, width: float) -> Points:
    """The outline of a cart that faces x, seen from above."""
    x, y = length / 2, width / 2
    if shape == "round":
        return rounded((0, 0), length, width, 0.3 * width)
    if shape == "oval":
        return oval((0, 0), x, y)
    if shape == "boat":
        side = np.array([(-0.9, -0.7), (-0.4, -1), (0.3, -1), (0.75, -0.6), (1, 0)])
        return np.concatenate([side, side[-2::-1] * (1, -1)]) * (x, y)
    if shape == "bullet":
        bow = np.linspace(-np.pi / 2, np.pi / 2, 9)
        front = np.stack([x - y * 0.8 + y * 0.8 * np.cos(bow), y * np.sin(bow)], 1)
        return np.concatenate([[(-x, -y)], front, [(-x, y)]])
    shapes = {
        "box": [(-1, -1), (1, -1), (1, 1), (-1, 1)],
        "point": [(-1, -1), (0.55, -1), (1, 0), (0.55, 1), (-1, 1)],
        "cut": [(-1, -0.6), (-0.7, -1), (0.7, -1), (1, -0.6), (1, 0.6), (0.7, 1), (-0.7, 1), (-1, 0.6)],
        "wedge": [(-1, -1), (1, -0.68), (1, 0.68), (-1, 1)],
        "shovel": [(-1, -0.75), (1, -1), (1, 1), (-1, 0.75)],
        "snub": [(-1, -1), (0.7, -1), (1, -0.45), (1, 0.45), (0.7, 1), (-1, 1)],
    }
    return np.array(shapes[shape], np.float64) * (x, y)


@dataclass(frozen=True)
class Tub:
    """A cart: its outline, how its rim rises in front and at both ends, what it runs on, and its trims."""

    look: CartLook
    shape: str = "box"
    lift: float = 0.0
    ends: float = 0.0
    trims: tuple[str, ...] = ("bumper",)
    mark: Colour = (235.0, 235.0, 235.0)
    metal: Colour = (60.0, 56.0, 52.0)
    wheels: str = "blocks"
    planks: int = 0
    hoops: tuple[float, ...] = ()
    hood: float = 0.0
    lined: float = 0.75
    soft: float = 0.0
    tones: dict[str, Colour] = field(default_factory=dict)

    def build(self, colour: Colour, die: DieLook, speed: int, rng: Rng) -> list[Faces]:
        """All faces of a cart in this colour with a die in it."""
        look, grown = self.look, 2 * self.look.taper
        long, wide = look.length, look.width
        low = at_height(footprint(self.shape, long - grown, wide - grown), FLOOR)
        top = self._rimmed(footprint(self.shape, long, wide))
        inner = self._rimmed(footprint(self.shape, long - 2 * look.wall, wide - 2 * look.wall))
        inner_low = at_height(
            footprint(self.shape, long - 2 * look.wall - grown, wide - 2 * look.wall - grown), FLOOR + 0.02
        )
        inside = self.tones.get("inside", colour)
        below, above = self._die(die, speed, rng)
        rim = self.tones.get("rim", shade(colour, 1.08))
        return [
            *self._undercarriage(),
            Faces([inner_low], shade(inside, self.lined * 0.75)),
            Faces(walls(inner, inner_low), shade(inside, self.lined)),
            *below,
            *self._sides(low, top, colour),
            Faces(ring(top, inner), rim),
            *self._front(low, top, inner),
            *(part for trim in self.trims for part in TRIMS.get(trim, _nothing)(self)),
            *above,
        ]

    def _rimmed(self, outline: Points) -> Face3:
        share = outline[:, 0] / (self.look.length / 2)
        z = self.look.height + self.lift * np.clip(share * 1.5 - 0.3, 0, 1) + self.ends * np.abs(share) ** 3
        return np.column_stack([outline, z])

    def _die(self, die: DieLook, speed: int, rng: Rng) -> tuple[list[Faces], list[Faces]]:
        """The die behind the walls, and what of it stands above them."""
        look = self.look
        room = CartLook(look.length - self.hood, look.width, look.height, look.wall, look.taper)
        layers = die_layers(die, room, speed, rng)
        if self.soft:
            layers = softened(layers, self.soft)
        layers = [Faces([moved(face, -self.hood / 2, 0, 0) for face in part.faces], part.colour) for part in layers]
        rim = look.height - 0.01
        above = []
        for part in layers:
            faces = [np.column_stack([face[:, :2], np.maximum(face[:, 2], rim)]) for face in part.faces]
            whole = [faces[k] for k, face in enumerate(part.faces) if face[:, 2].max() > rim and len(face) < 9]
            whole += [face for face in part.faces if len(face) >= 9 and face[:, 2].min() > rim]
            above.append(Faces(whole, part.colour))
        return layers, [part for part in above if part.faces]

    def _undercarriage(self) -> list[Faces]:
        look = self.look
        x, y = look.length * 0.29, look.width / 2 - look.taper * 0.6
        if self.wheels == "none":
            return []
        if self.wheels == "sled":
            bar = block(np.array([-look.length * 0.55, -0.03, 0.0]), np.array([look.length * 0.55, 0.03, 0.07]))
            return [Faces([moved(face, 0, side * y, 0) for side in (-1, 1) for face in bar], self.metal)]
        if self.wheels == "plate":
            half = np.array([look.length / 2 + 0.03, look.width / 2 + 0.02, 0.0])
            return [Faces(block(-half, half + np.array([0, 0, 0.06])), self.metal)]
        long, deep = (0.08, 0.04) if self.wheels == "blocks" else (0.055, 0.055)
        wheel = block(np.array([-long, -deep, 0.0]), np.array([long, deep, 0.14]), 0.015)
        return [Faces([moved(face, a * x, b * y, 0) for a in (-1, 1) for b in (-1, 1) for face in wheel], self.metal)]

    def _sides(self, low: Face3, top: Face3, colour: Colour) -> list[Faces]:
        """Outer walls with their planks and hoops."""
        parts = [Faces(walls(low, top), colour)]
        if self.planks:
            parts.append(Faces(_seams(low, top, self.planks), shade(colour, 0.55)))
        for at in self.hoops:
            parts.append(Faces(_hoop(low, top, at, at + 0.16), self.tones.get("hoop", self.metal)))
        return parts

    def _front(self, low: Face3, top: Face3, inner: Face3) -> list[Faces]:
        """Paint on all that looks forward: the outer wall, the rim, or the inner wall too."""
        ahead = np.roll(top, -1, 0) - top
        forward = ahead[:, 1] > 0.55 * np.linalg.norm(ahead[:, :2], axis=1)
        here = [k for k in range(len(top)) if forward[k]]
        outer, rim = walls(low, top), ring(top, inner)
        faces = []
        if "painted" in self.trims:
            faces += [outer[k] * (1.003, 1.003, 1) for k in here] + [moved(rim[k], 0, 0, 0.003) for k in here]
        elif "rim" in self.trims:
            faces += [moved(rim[k], 0, 0, 0.003) for k in here]
        return [Faces(faces, self.mark)] if faces else []


def _seams(low: Face3, top: Face3, count: int) -> list[Face3]:
    """Dark gaps between upright planks, or lines on printed card."""
    found = []
    for wall in walls(low * (1.004, 1.004, 1), top * (1.004, 1.004, 1)):
        if float(np.linalg.norm(wall[1] - wall[0])) < 0.2:
            continue
        for at in np.linspace(0, 1, count + 2)[1:-1]:
            ends = [wall[a] + (wall[b] - wall[a]) * share for a, b in ((0, 1), (3, 2)) for share in (at, at + 0.03)]
            found.append(np.stack([ends[0], ends[1], ends[3], ends[2]]))
    return found


def _hoop(low: Face3, top: Face3, start: float, end: float) -> list[Face3]:
    lower, upper = (low + (top - low) * share for share in (start, end))
    return walls(lower * (1.006, 1.006, 1), upper * (1.006, 1.006, 1))


def softened(layers: list[Faces], radius: float) -> list[Faces]:
    """A die with round upright edges; `radius` in die widths."""
    lid = layers[3].faces[0]
    middle, size = lid.mean(0), float(np.linalg.norm(lid[1] - lid[0]))
    ahead, aside = (lid[1] - lid[0]) / size, (lid[3] - lid[0]) / size

    def outline(share: float, z: float) -> Face3:
        flat = rounded((0, 0), size * share, size * share, size * share * radius)
        return np.asarray(middle + flat[:, :1] * ahead + flat[:, 1:] * aside + (0, 0, z - middle[2]))

    top, low = float(middle[2]), min(float(face[:, 2].min()) for face in layers[0].faces)
    edge = outline(1.08, top - 0.035)
    rebuilt = [walls(outline(1.08, low), edge), layers[1].faces, walls(edge, outline(0.95, top)), [outline(0.95, top)]]
    return [
        *(Faces(faces, part.colour) for faces, part in zip(rebuilt, layers, strict=False)),
        *layers[4:],
    ]


def _nothing(tub: Tub) -> list[Faces]:
    return []


def _reach(tub: Tub) -> tuple[float, float, float]:
    return tub.look.length / 2, tub.look.width / 2, tub.look.height + max(tub.lift, 0.0)


def _bumper(tub: Tub) -> list[Faces]:
    x, y, z = _reach(tub)
    beam = block(np.array([x - 0.01, -y * 0.85, 0.08]), np.array([x + 0.07, y * 0.85, z * 0.6]))
    return [Faces(beam, tub.mark)]


def _lamp(tub: Tub) -> list[Faces]:
    """A lamp in front of the rim, with a bright glass."""
    x, _, z = _reach(tub)
    case = [moved(face, x + 0.03, 0, 0) for face in loft([polygon(10, 0.09, z * 0.5), polygon(10, 0.09, z + 0.02)])]
    glass = moved(polygon(10, 0.062, z + 0.024), x + 0.03, 0, 0)
    return [Faces(case, tub.metal), Faces([glass], tub.tones.get("glass", (190.0, 240.0, 255.0)))]


def _lamps(tub: Tub) -> list[Faces]:
    x, y, z = _reach(tub)
    case = block(np.array([x - 0.04, -0.055, z * 0.6]), np.array([x + 0.06, 0.055, z + 0.02]))
    glass = [moved(rectangle(0.07, 0.075, z + 0.023), x + 0.01, 0, 0)]
    shifts = [side * y * 0.58 for side in (-1, 1)]
    both = [[moved(face, 0, shift, 0) for shift in shifts for face in part] for part in (case, glass)]
    return [Faces(both[0], tub.metal), Faces(both[1], tub.tones.get("glass", (190.0, 240.0, 255.0)))]


def _plough(tub: Tub) -> list[Faces]:
    """A blade that runs to a point before the cart."""
    x, y, z = _reach(tub)
    low = np.array([(x - 0.01, -y * 0.9, 0.03), (x + 0.15, 0, 0.03), (x - 0.01, y * 0.9, 0.03)])
    high = np.array([(x - 0.01, -y * 0.8, z * 0.7), (x + 0.06, 0, z * 0.7), (x - 0.01, y * 0.8, z * 0.7)])
    return [Faces([*walls(low, high), high], tub.mark)]


def _arrow(tub: Tub) -> list[Faces]:
    """An arrow on the front: on the hood, or standing out before the rim."""
    x, y, z = _reach(tub)
    back = x - max(tub.hood, tub.look.wall)
    tip = x - 0.01 if tub.hood > 0.08 else x + 0.1
    return [Faces([np.array([(back, -y * 0.6, z + 0.006), (tip, 0, z + 0.006), (back, y * 0.6, z + 0.006)])], tub.mark)]


def _hood(tub: Tub) -> list[Faces]:
    """A lid over the front of the opening."""
    x, y, z = _reach(tub)
    deep = max(tub.hood, tub.look.wall)
    plate = np.array([(x - deep, -y * 0.9, z), (x, -y * 0.7, z), (x, y * 0.7, z), (x - deep, y * 0.9, z)])
    return [Faces([moved(plate, 0, 0, 0.003)], tub.tones.get("hood", tub.mark))]


def _notch(tub: Tub) -> list[Faces]:
    """A dark gap in the front of the rim."""
    x, y, z = _reach(tub)
    wide = y * 0.5
    rim = np.array([(x - tub.look.wall, -wide, z), (x, -wide, z), (x, wide, z), (x - tub.look.wall, wide, z)])
    wall = np.array([(x, -wide, z * 0.4), (x, wide, z * 0.4), (x, wide, z), (x, -wide, z)])
    return [Faces([moved(rim, 0.002, 0, 0.004), moved(wall, 0.003, 0, 0)], (22.0, 20.0, 20.0))]


def _handle(tub: Tub) -> list[Faces]:
    """A bar behind the cart to push it by."""
    x, y, z = -tub.look.length / 2, tub.look.width / 2, tub.look.height
    bar = block(np.array([x - 0.11, -y * 0.7, z * 0.85]), np.array([x - 0.075, y * 0.7, z * 0.97]))
    arm = block(np.array([x - 0.09, -0.018, z * 0.8]), np.array([x + 0.01, 0.018, z * 0.95]))
    return [Faces([*bar, *(moved(face, 0, side * y * 0.62, 0) for side in (-1, 1) for face in arm)], tub.metal)]


def _hook(tub: Tub) -> list[Faces]:
    x = -tub.look.length / 2
    return [Faces(block(np.array([x - 0.08, -0.035, 0.05]), np.array([x + 0.01, 0.035, 0.13])), tub.metal)]


def _crest(tub: Tub) -> list[Faces]:
    """A plate that stands on the front of the rim."""
    x, y, z = _reach(tub)
    near, far = np.array([x - 0.05, -y * 0.6, z * 0.9]), np.array([x + 0.015, y * 0.6, z + 0.09])
    return [Faces(block(near, far, 0.01), tub.mark)]


def _prow(tub: Tub) -> list[Faces]:
    """A gem or a carved head before the rim."""
    x, _, z = _reach(tub)
    levels = [polygon(6, 0.03, z * 0.45), polygon(6, 0.1, z * 0.8), polygon(6, 0.03, z + 0.07)]
    return [Faces([moved(face, x + 0.04, 0, 0) for face in loft(levels)], tub.mark)]


def _posts(tub: Tub) -> list[Faces]:
    """Knobs on the corners, those in front in another colour."""
    x, y, z = _reach(tub)
    knob = loft([polygon(8, 0.045, tub.look.height * 0.8), polygon(8, 0.05, z + 0.01), polygon(8, 0.02, z + 0.045)])
    pairs = [[moved(face, a * x * 0.93, b * y * 0.9, 0) for b in (-1, 1) for face in knob] for a in (-1, 1)]
    return [Faces(pairs[0], tub.metal), Faces(pairs[1], tub.mark)]


def _lines(tub: Tub) -> list[Faces]:
    """Two stripes from the front wall over the rim, as printed on card."""
    x, y, z = _reach(tub)
    deep, faces = max(tub.look.wall, 0.03), []
    for side in (-1, 1):
        a, b = sorted((side * y * 0.25, side * y * 0.55))
        faces.append(at_height(np.array([(x - deep, a), (x, a), (x, b), (x - deep, b)]), z + 0.004))
        faces.append(np.array([(x + 0.003, a, 0.1), (x + 0.003, b, 0.1), (x + 0.003, b, z), (x + 0.003, a, z)]))
    return [Faces(faces, tub.mark)]


def _flap(tub: Tub) -> list[Faces]:
    """A tongue of card folded out before the front."""
    x, y, _ = _reach(tub)
    tongue = np.array([(x, -y * 0.8, 0.1), (x + 0.12, -y * 0.5, 0.08), (x + 0.12, y * 0.5, 0.08), (x, y * 0.8, 0.1)])
    return [Faces([tongue], tub.mark)]


# What is built on a cart; "painted" and "rim" are paint and not among them. The handle and the hook are behind.
TRIMS: dict[str, Callable[[Tub], list[Faces]]] = {
    "bumper": _bumper, "lamp": _lamp, "lamps": _lamps, "plough": _plough, "arrow": _arrow, "hood": _hood,
    "notch": _notch, "handle": _handle, "hook": _hook, "crest": _crest, "prow": _prow, "posts": _posts,
    "lines": _lines, "flap": _flap,
}  # fmt: skip


# ---- jewels


def _disc(flat: float, rng: Rng) -> list[Face3]:
    return loft([polygon(20, 0.95, 0.0), polygon(20, 0.95, 0.62 * flat), polygon(20, 0.86, 0.7 * flat)])


def _hex(flat: float, rng: Rng) -> list[Face3]:
    return loft([polygon(6, 1.0, 0.0), polygon(6, 1.0, 1.1 * flat)])


def _table(flat: float, rng: Rng) -> list[Face3]:
    """A step cut with a large flat top."""
    low, girdle, top = (footprint("cut", a, b) for a, b in ((1.5, 1.0), (1.95, 1.4), (1.25, 0.75)))
    return loft([at_height(low, 0.0), at_height(girdle, 0.75 * flat), at_height(top, 1.4 * flat)])


def _marquise(flat: float, rng: Rng) -> list[Face3]:
    corners = np.array([(-1, 0), (-0.5, -0.5), (0.5, -0.5), (1, 0), (0.5, 0.5), (-0.5, 0.5)])
    levels = [(0.6, 0.0), (1.0, 0.7), (0.45, 1.5)]
    return loft([at_height(corners * share, z * flat) for share, z in levels])


def _trillion(flat: float, rng: Rng) -> list[Face3]:
    corners = np.array([(0, -1), (0.35, -0.6), (0.95, 0.45), (0.6, 0.65), (-0.6, 0.65), (-0.95, 0.45), (-0.35, -0.6)])
    return loft([at_height(corners * share, z * flat) for share, z in ((0.6, 0.0), (1.0, 0.7), (0.5, 1.4))])


def _shard(flat: float, rng: Rng) -> list[Face3]:
    """A crystal of the acrylic kind, with edges nowhere alike."""
    angle = np.sort(rng.uniform(-0.3, 0.3, 7) + np.arange(7)) * 2 * np.pi / 7
    radius = rng.uniform(0.72, 1.0, 7)
    outline = np.stack([np.cos(angle) * radius, np.sin(angle) * radius * rng.uniform(0.7, 1.0)], 1)
    tip = outline * rng.uniform(0.3, 0.55) + rng.uniform(-0.15, 0.15, 2)
    heights = ((outline * 0.75, 0.0), (outline, 0.7 * flat), (tip, 1.7 * flat))
    return loft([at_height(points, z) for points, z in heights])


def _nugget(flat: float, rng: Rng) -> list[Face3]:
    wobble = rng.uniform(0.7, 1.05, (4, 9, 1))
    levels = ((0.7, 0.0), (1.0, 0.5), (0.8, 1.1), (0.4, 1.5))
    return loft([polygon(9, r, z * flat) * _wide(wobble[k]) for k, (r, z) in enumerate(levels)])


def _wide(wobble: Points) -> Points:
    return np.concatenate([wobble, wobble, np.ones_like(wobble)], 1)


def _brick(flat: float, rng: Rng) -> list[Face3]:
    """A cube whose upper edges are broken."""
    side = 1.5
    levels = ((1.0, 0.0), (1.0, 1.2 * flat), (0.86, 1.4 * flat))
    return loft([rectangle(side * share, side * share, z) for share, z in levels])


def _ingot(flat: float, rng: Rng) -> list[Face3]:
    return loft([rectangle(1.9, 1.1, 0.0), rectangle(1.6, 0.8, 1.1 * flat)])


def _chip(flat: float, rng: Rng) -> list[Face3]:
    """A thin square of card."""
    return loft([rectangle(1.6, 1.6, 0.0), rectangle(1.6, 1.6, 0.3 * flat)])


def _dome(flat: float, rng: Rng) -> list[Face3]:
    """A drop of glass with a flat foot."""
    levels = ((0.9, 0.0), (1.0, 0.25), (0.9, 0.65), (0.62, 0.95), (0.25, 1.1))
    return loft([polygon(16, r, z * flat) for r, z in levels])


CUTS: dict[str, Callable[[float, Rng], list[Face3]]] = {
    "disc": _disc, "hex": _hex, "table": _table, "marquise": _marquise, "trillion": _trillion, "shard": _shard,
    "nugget": _nugget, "brick": _brick, "ingot": _ingot, "chip": _chip, "dome": _dome,
}  # fmt: skip


def cut_gem(gem: Gem, rng: Rng, facets: float, print_tone: Colour | None = None) -> list[Faces] | None:
    """A jewel of one of the cuts; facets differ so much in tone, those of glass as glass does."""
    if gem.shape not in CUTS:
        return None
    faces = CUTS[gem.shape](gem.flat, rng)
    tones = [float(rng.choice(GLINTS)) if gem.bend else 1 + facets * float(rng.uniform(-1, 0.8)) for _ in faces]
    parts = [Faces([face], shade(gem.colour, tone)) for face, tone in zip(faces, tones, strict=True)]
    if print_tone is not None:
        parts.append(Faces([moved(faces[-1] * (0.5, 0.5, 1.0), 0, 0, 0.01)], print_tone))
    return parts
