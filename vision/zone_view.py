"""A zone between its cards seen from above, and what lies on the table there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import MarkedZone, clear_cards
from vision.poses import edge_maps
from vision.rounds import places_of, rounds
from vision.table_model import alike_share, enclosed, fenced, foreign, rare_colours, rim_hint, solid
from vision.territory import Ground

Bgr = NDArray[np.uint8]
Map = NDArray[np.float32]
Matrix = NDArray[np.float64]

MARKET = 0
RIM_MM = 28.0
# How large glasses, mugs and saucers are across, halved.
ROUND_MM = (24.0, 85.0)
# So far from the view's edge there is more table than tiles.
TABLE_MM = 45.0
# Pale tiles on a pale table are at least so foreign to it; so much of the rim around a calm zone is less than that.
FAINT, CALM_SHARE = 0.12, 0.8
# A table of which along the rim less than this is about as coloured as its middling place has many colours.
ONE_COLOUR = 0.9
# Fenced off places of the table's own colour are at least so large, things that lie on it so large.
_LEAST_MM2, _THING_MM2 = 60, 150
_FOREIGN = 0.4
# Rare colours are evened out over so wide a square, and what is less wide than this is a stripe.
_EVENED_MM, _WIDE_MM = 7, 13


@dataclass(frozen=True)
class ZoneView:
    """A zone and what is around it from above at 1 px/mm; `to_photo` leads into the straight picture.

    With `cards_apart` it is known better what is table, since the cards are not; but beside mugs and in shadows less.
    """

    zone: MarkedZone
    view_bgr: Bgr
    to_photo: Matrix
    cards_apart: bool = False

    @classmethod
    def of(cls, straight_bgr: Bgr, zone: MarkedZone) -> ZoneView:
        to_photo = zone.mm_to_straight @ np.array([[1, 0, -RIM_MM], [0, 1, -RIM_MM], [0, 0, 1.0]])
        size = (round(zone.size_mm[0] + 2 * RIM_MM), round(zone.size_mm[1] + 2 * RIM_MM))
        return cls(zone, warped(straight_bgr, to_photo, size), to_photo)

    @cached_property
    def strange(self) -> Map:
        """How foreign each place is to the table."""
        table = self._rim if self.cards_apart else rim_hint(self.view_bgr.shape, TABLE_MM)
        return self._shut(foreign(self.view_bgr, table))

    @cached_property
    def rare(self) -> Map:
        """How rare the colour of each place is on the table."""
        seen = rare_colours(self.view_bgr, self._rim)
        clear_cards(seen, self.zone, RIM_MM)
        return seen

    def ground(self, least: float = _FOREIGN) -> Ground:
        """What is at least so foreign to the table."""
        return self._of(self.strange, least)

    def of_rare_colours(self) -> Ground:
        """What has colours that the table has not.

        Outlines fence off what is printed on a cloth as well, so they do not count here; where two colours of the cloth
        meet there are thin lines of rare ones.
        """
        evened = cv2.blur(self.rare, (_EVENED_MM, _EVENED_MM))
        wide = cv2.morphologyEx(evened, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_WIDE_MM,) * 2))
        return self._of(np.asarray(wide, np.float32), _FOREIGN)

    def is_calm(self) -> bool:
        """Whether the table around the zone is so even that something faintly foreign is hardly its grain."""
        rim = np.ones(self.strange.shape, bool)
        wide = round(RIM_MM) - 2
        rim[wide:-wide, wide:-wide] = False
        return bool(np.quantile(self.strange[rim], CALM_SHARE) < FAINT / 3)

    def has_many_colours(self) -> bool:
        """Whether much of the table around the zone has another colour than most of it."""
        return alike_share(self.view_bgr, self._rim) < ONE_COLOUR

    @cached_property
    def _rim(self) -> Map:
        """How likely each place shows the table to begin with: along the rim, but not where cards lie."""
        hint = rim_hint(self.view_bgr.shape, TABLE_MM)
        clear_cards(hint, self.zone, RIM_MM)
        return hint

    @cached_property
    def _edge(self) -> Map:
        return np.maximum(*edge_maps(self.view_bgr))

    def _shut(self, strange: Map) -> Map:
        """The same with what outlines fence off from the table."""
        market = self.zone.number == MARKET
        return fenced(strange, self._edge) if market else enclosed(strange, self._edge, _LEAST_MM2)

    def _of(self, strange: Map, least: float) -> Ground:
        firm = solid(strange, _THING_MM2, least)
        covered = places_of(rounds(firm, ROUND_MM), firm.shape)
        return Ground(firm * (1 - covered), self.to_photo, round(RIM_MM) - 2, covered)


def warped(photo_bgr: Bgr, view_to_photo: Matrix, size: tuple[int, int]) -> Bgr:
    """A view of this size of which it is known where each pixel is in the photo."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpPerspective(photo_bgr, view_to_photo, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
