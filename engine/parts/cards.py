"""Cards at a real table: what was seen is known, the rest is counted.

Nobody shows a hand to the camera. So a hand is the cards that were seen going into it and a number of others; and the
cards whose place nobody saw are one multiset, `unseen`, spread over the deck and all those others. Whether a hand
holds a certain card is then yes, no, or "cannot tell, the counts allow it".

When everything was seen (the simulated table), `unseen` is exactly what the deck holds, and every answer is yes or no.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum


class Cards:
    """A frozen multiset of cards by kind, such as 2 red and 1 taxi; the order of cards is nobody's business."""

    __slots__ = ("_counts", "_hash", "size")

    def __init__(self, cards: Mapping[str, int] | Iterable[str] = ()) -> None:
        named = cards if isinstance(cards, Mapping) else Counter(cards)
        counts = {kind: count for kind, count in named.items() if count}
        if counts and min(counts.values()) < 0:
            raise ValueError(f"fewer than no cards: {counts}")
        self._counts = counts
        self._hash: int | None = None
        self.size = sum(counts.values())

    def __getitem__(self, kind: str) -> int:
        return self._counts.get(kind, 0)

    def __iter__(self) -> Iterator[str]:
        """The kinds, each once."""
        return iter(self._counts)

    def __contains__(self, kind: object) -> bool:
        return kind in self._counts

    def __bool__(self) -> bool:
        return self.size > 0

    def counts(self) -> dict[str, int]:
        """How many of each kind, ready for JSON, in the order of their names."""
        return dict(sorted(self._counts.items()))

    def __add__(self, more: Cards) -> Cards:
        return Cards({kind: self[kind] + more[kind] for kind in {**self._counts, **more._counts}})

    def __sub__(self, fewer: Cards) -> Cards:
        """These without the others, which must all be among them."""
        if not fewer <= self:
            raise ValueError(f"{fewer} cannot be taken from {self}")
        return self.without(fewer)

    def without(self, others: Cards) -> Cards:
        """These without as many of the others as are among them."""
        return Cards({kind: max(0, count - others[kind]) for kind, count in self._counts.items()})

    def __le__(self, others: Cards) -> bool:
        """Are all of these among the others?"""
        return all(count <= others[kind] for kind, count in self._counts.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self._counts == other._counts

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._counts.items()))
        return self._hash

    def __str__(self) -> str:
        return ", ".join(f"{count} {kind}" for kind, count in self.counts().items()) or "no cards"

    def __repr__(self) -> str:
        return f"Cards({self.counts()})"


NONE = Cards()

_SOME = re.compile(r"(?:(\d{1,3})\s+)?([^\d\s].*)")


def read_cards(text: str) -> Cards:
    """The cards that a text such as `2 red, 1 taxi` or `red, red, taxi` names, the inverse of `str`; raises ValueError.

    Which kinds there are is the game's business: any word is read.
    """
    counts: Counter[str] = Counter()
    for part in text.split(",") if text.strip() != "no cards" else ():
        some = _SOME.fullmatch(part.strip())
        if some is None:
            raise ValueError(f"no cards can be read in {text!r}")
        counts[some[2]] += int(some[1] or 1)
    return Cards(counts)


class Verdict(Enum):
    """Whether something is so, as far as anybody at the table can know."""

    YES = "yes"
    NO = "no"
    CANNOT_TELL = "cannot tell, the counts allow it"

    @property
    def possible(self) -> bool:
        return self is not Verdict.NO


@dataclass(frozen=True)
class Hand:
    """Cards of which some are known and the others only counted; a face-down pile is one too."""

    known: Cards = NONE
    unknown: int = 0

    @property
    def size(self) -> int:
        return self.known.size + self.unknown

    def take(self, card: str) -> Hand:
        """The hand after a card that was seen."""
        return replace(self, known=self.known + Cards((card,)))

    def take_unseen(self, count: int = 1) -> Hand:
        return replace(self, unknown=self.unknown + count)

    def __add__(self, more: Hand) -> Hand:
        return Hand(self.known + more.known, self.unknown + more.unknown)


EMPTY = Hand()


def least(hand: Hand, kind: str, unseen: Cards) -> int:
    """How many cards of a kind the hand holds for sure: all that the unseen places elsewhere have no room for count."""
    elsewhere = unseen.size - hand.unknown
    return hand.known[kind] + max(0, unseen[kind] - elsewhere)


def most(hand: Hand, kind: str, unseen: Cards) -> int:
    """How many cards of a kind the hand may hold at the most."""
    return hand.known[kind] + min(hand.unknown, unseen[kind])


def holds(hand: Hand, wanted: Cards, unseen: Cards) -> Verdict:
    """Does the hand hold these cards? `unseen` are the cards whose place nobody saw, those of this hand included."""
    if wanted <= hand.known:
        return Verdict.YES
    missing = wanted.without(hand.known)
    if missing.size > hand.unknown or not missing <= unseen:
        return Verdict.NO
    sure = all(wanted[kind] <= least(hand, kind, unseen) for kind in missing)
    return Verdict.YES if sure else Verdict.CANNOT_TELL


def spend(hand: Hand, cards: Cards, unseen: Cards) -> tuple[Hand, Cards]:
    """The hand after these cards were seen leaving it, and what is unseen then; they must be possible (`holds`)."""
    missing = cards.without(hand.known)
    return Hand(hand.known.without(cards), hand.unknown - missing.size), unseen - missing


def spend_unseen(hand: Hand, ways: Iterable[Cards], unseen: Cards) -> tuple[Hand, Hand, Cards]:
    """Hand, spent cards and the unseen after one of several payments of equal size, nobody saw which.

    Only what no possible payment could have touched stays known. A single possible payment is as good as a seen one.
    """
    possible = [way for way in ways if holds(hand, way, unseen).possible]
    if len(set(possible)) == 1:
        left, unseen = spend(hand, possible[0], unseen)
        return left, Hand(possible[0]), unseen
    spent = possible[0].size
    known = Cards({kind: max(0, hand.known[kind] - max(way[kind] for way in possible)) for kind in hand.known})
    doubtful = hand.known - known
    return Hand(known, hand.size - spent - known.size), Hand(unknown=spent), unseen + doubtful


def reveal(hand: Hand, cards: Cards, unseen: Cards) -> tuple[Hand, Cards]:
    """The hand after its owner showed that it holds these cards, and what is unseen then; they must be possible."""
    news = cards.without(hand.known)
    return Hand(hand.known + news, hand.unknown - news.size), unseen - news


@dataclass(frozen=True)
class Supply:
    """The cards that go round: how many lie in the deck, which were discarded, and which nobody saw the place of.

    Always: as many cards are unseen as lie in the deck, are unknown in hands, and unknown among the discards.
    """

    deck: int
    unseen: Cards
    discards: Hand = EMPTY

    @classmethod
    def shuffled(cls, cards: Cards) -> Supply:
        """A fresh deck of these cards."""
        return cls(cards.size, cards)

    def may_give(self, card: str) -> bool:
        return self.deck > 0 and card in self.unseen

    def give(self, card: str) -> Supply:
        """The supply after the deck's top card was seen; it must be possible (`may_give`)."""
        return replace(self, deck=self.deck - 1, unseen=self.unseen - Cards((card,)))

    def give_unseen(self) -> Supply:
        """The supply after the deck's top card went somewhere unseen."""
        return replace(self, deck=self.deck - 1)

    def discard(self, cards: Hand) -> Supply:
        """The supply after these cards, which somebody had, came to the discards."""
        return replace(self, discards=self.discards + cards)

    def remade(self) -> Supply:
        """The supply after the discards were shuffled and laid under what is left of the deck.

        Which of the unseen cards lie in the new deck and which are in hands is no longer told apart, so answers may
        say "cannot tell" where a very attentive player could; they never say a wrong yes or no.
        """
        return Supply(self.deck + self.discards.size, self.unseen + self.discards.known)


# The cards that lie face up in a row; a gap is None until the deck fills it.
Row = tuple[str | None, ...]


def take_from(row: Row, card: str) -> Row:
    """The row with a gap where the first card of that kind lay; raises ValueError if there is none."""
    place = row.index(card)
    return (*row[:place], None, *row[place + 1 :])


def fill(row: Row, card: str) -> Row:
    """The row with the card in its first gap; raises ValueError if it has none."""
    place = row.index(None)
    return (*row[:place], card, *row[place + 1 :])


def lying(row: Row) -> Cards:
    """The cards of the row as a multiset."""
    return Cards(card for card in row if card is not None)
