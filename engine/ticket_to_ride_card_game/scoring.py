"""The final count: completed tickets, open tickets, big-city bonuses, and who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.score import PlayerScore, Problem, Score, Source, all_of, only_one_ticket
from engine.ticket_to_ride_card_game.box import Box, Ticket
from engine.ticket_to_ride_card_game.choice import Prize, Tickets, best_choice, choice_above, missing_cards, payments
from engine.ticket_to_ride_card_game.position import NAME, Position, Seated, pairs
from engine.words import Said, say

PARTS = ("tickets", "open", "bonuses")


@dataclass(frozen=True)
class Outcome:
    """What the count gives one player."""

    now: Tickets
    before: Tickets
    left_open: Tickets
    cities: tuple[str, ...]
    box: Box

    @property
    def completed(self) -> Tickets:
        return self.before + self.now

    @property
    def total(self) -> int:
        bonuses = sum(self.box.bonuses[city] for city in self.cities)
        return _worth(self.completed) - _worth(self.left_open) + bonuses


def _worth(tickets: Sequence[Ticket]) -> int:
    return sum(ticket.points for ticket in tickets)


@dataclass(frozen=True)
class Count:
    """A position with everybody's choice of tickets; the choices meet only in the bonuses."""

    position: Position
    choices: tuple[Tickets, ...]

    @cached_property
    def namings(self) -> tuple[Counter[str], ...]:
        """For each player, how many completed tickets name each big city."""
        box, players = self.position.box, self.position.players
        return tuple(namings(player.before + now, box) for player, now in zip(players, self.choices, strict=True))

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        return tuple(self._outcome(index) for index in range(len(self.choices)))

    def _outcome(self, index: int) -> Outcome:
        """A bonus goes to all who completed most tickets to its city; nobody gets it with none (ruling 6)."""
        box, player = self.position.box, self.position.players[index]
        cities = (city for city in box.bonuses if 0 < self.namings[index][city] == self.most_namings(city))
        left = _without(player.tickets, self.choices[index])
        return Outcome(self.choices[index], player.before, left, tuple(cities), box)

    def most_namings(self, city: str, but: int | None = None) -> int:
        """The most completed tickets to a city that any player has, one of them perhaps left out."""
        return max((count[city] for index, count in enumerate(self.namings) if index != but), default=0)

    def with_choice(self, index: int, choice: Tickets) -> Count:
        return replace(self, choices=(*self.choices[:index], choice, *self.choices[index + 1 :]))


def _without(tickets: Tickets, gone: Tickets) -> Tickets:
    left = list(tickets)
    for ticket in gone:
        left.remove(ticket)
    return tuple(left)


def namings(tickets: Sequence[Ticket], box: Box) -> Counter[str]:
    """How many of the tickets name each big city."""
    return Counter(city for ticket in tickets for city in set(box.big_cities(ticket)))


def score_position(position: Position) -> Score:
    """Everybody's points by their own best choices of tickets, or by those that they picked."""
    count = count_up(position)
    players = tuple(_player_score(count, index) for index in range(len(count.choices)))
    winners, tie = find_winners(count)
    return Score(NAME, players, winners, tuple(find_problems(position)), tie)


def count_up(position: Position) -> Count:
    return Count(position, tuple(choose(player, position.box) for player in position.players))


def choose(player: Seated, box: Box) -> Tickets:
    """The tickets that the player picked, if the pile suffices for them, else those of most points (ruling 4)."""
    if player.picked is not None and not _pick_problem(player):
        return player.picked
    return best_choice(player.pile, player.tickets, frozenset(box.bonuses))


def other_choice(count: Count, index: int) -> Tickets | None:
    """Another choice of the player that would end higher through a bonus, if the others stay with theirs."""
    box, player = count.position.box, count.position.players[index]
    before, within_reach = namings(player.before, box), namings(player.tickets, box)
    prizes = []
    for city, points in box.bonuses.items():
        needed = max(1, count.most_namings(city, but=index)) - before[city]
        if 0 < needed <= within_reach[city]:
            prizes.append(Prize(city, points, needed))
    mine = count.outcomes[index]
    points = _worth(mine.now) - _worth(mine.left_open)
    points += sum(prize.points for prize in prizes if prize.city in mine.cities)
    return choice_above(points, player.pile, player.tickets, frozenset(box.bonuses), tuple(prizes))


def _player_score(count: Count, index: int) -> PlayerScore:
    player, mine = count.position.players[index], count.outcomes[index]
    sources = (*_ticket_sources(player, mine), *_bonus_sources(mine))
    parts = {part: sum(source.points for source in sources if source.part == part) for part in PARTS}
    other = other_choice(count, index)
    also: dict[str, object] = {
        "completed": pairs(mine.completed),
        "bonus_cities": list(mine.cities),
        "other_choice": None if other is None else _other_as_json(count.with_choice(index, other), index),
    }
    return PlayerScore(player.name, parts, sources, also)


def _other_as_json(count: Count, index: int) -> dict[str, object]:
    """The other choice, with who would win then: a bonus that is won may be lost by somebody else."""
    other = count.outcomes[index]
    words = "Completing {tickets} would end with {total} points, through the bonus of {cities}."
    names = ", ".join(map(str, other.now)) or "none"
    return {
        "completed": pairs(other.completed),
        "total": other.total,
        "bonus_cities": list(other.cities),
        "winners": list(find_winners(count)[0]),
        "why": say(words, tickets=names, total=other.total, cities=", ".join(other.cities)),
    }


def _ticket_sources(player: Seated, mine: Outcome) -> Iterator[Source]:
    for ticket in mine.before:
        why = say("{ticket}, completed in the first half.", ticket=ticket)
        yield Source("tickets", ticket.points, why, marks=ticket.ends)
    for ticket, cards in zip(mine.now, payments(player.pile, mine.now), strict=True):
        why = say("{ticket} with {cards}.", ticket=ticket, cards=cards)
        yield Source("tickets", ticket.points, why, marks=ticket.ends)
    for ticket in mine.left_open:
        yield Source("open", -ticket.points, say("{ticket} is still open.", ticket=ticket), marks=ticket.ends)


def _bonus_sources(mine: Outcome) -> Iterator[Source]:
    counts = namings(mine.completed, mine.box)
    for city in mine.cities:
        words = "Nobody completed more tickets to {city}; these are {count}."
        yield Source("bonuses", mine.box.bonuses[city], say(words, city=city, count=counts[city]), marks=(city,))


def find_winners(count: Count) -> tuple[tuple[str, ...], Said | None]:
    """The highest total; in a tie more completed tickets, then more bonus cards (rulebook, end of the game)."""
    players, outcomes = count.position.players, count.outcomes
    best = max(mine.total for mine in outcomes)
    tied = [index for index, mine in enumerate(outcomes) if mine.total == best]
    if len(tied) == 1:
        return (players[tied[0]].name,), None
    ranks = {index: (len(outcomes[index].completed), len(outcomes[index].cities)) for index in tied}
    first = [index for index in tied if ranks[index] == max(ranks.values())]
    names = tuple(players[index].name for index in first)
    if len(first) > 1:
        return names, say("A tie, shared: as many completed tickets and as many bonus cards.")
    if sum(rank[0] == ranks[first[0]][0] for rank in ranks.values()) == 1:
        return names, say("A tie: {name} completed more tickets.", name=names[0])
    return names, say("A tie: {name} has more bonus cards.", name=names[0])


def find_problems(position: Position) -> Iterator[Problem]:
    """What breaks a rule in the position: whose, what, why."""
    for player in position.players:
        yield from _pile_problems(player, position.box)
        why = _pick_problem(player)
        if why:
            yield Problem(why, player.name)
        if player.before and len(position.players) < 4:
            words = "Only four players play two halves, so nothing can be completed before."
            yield Problem(say(words), player.name)
    yield from _shared_problems(position)


def _pile_problems(player: Seated, box: Box) -> Iterator[Problem]:
    for kind in player.pile:
        if player.pile[kind] > box.cards[kind]:
            yield Problem(_too_many(kind, [player], box), player.name, what=kind)


def _too_many(kind: str, players: Sequence[Seated], box: Box) -> Said:
    owners = [player.name for player in players if player.pile[kind]]
    count = sum(player.pile[kind] for player in players)
    words = "There are {count} {kind} cards in the pile of {names}; the box has {most}."
    return say(words, count=count, kind=kind, names=all_of(owners), most=box.cards[kind])


def _pick_problem(player: Seated) -> Said | None:
    if player.picked is None:
        return None
    extra = Counter(player.picked) - Counter(player.tickets)
    if extra:
        return say("{ticket} is not among the tickets, so the best choice is counted.", ticket=next(iter(extra)))
    lacking = missing_cards(player.pile, player.picked)
    if lacking:
        return say("The pile lacks {count} cards for the picked tickets, so the best choice is counted.", count=lacking)
    return None


def _shared_problems(position: Position) -> Iterator[Problem]:
    """Cards and tickets that lie with several players, or several times with one."""
    box = position.box
    for kind in box.kinds:
        count = sum(player.pile[kind] for player in position.players)
        if count > box.cards[kind] >= max(player.pile[kind] for player in position.players):
            yield Problem(_too_many(kind, position.players, box), what=kind)
    holders: dict[Ticket, list[str]] = {}
    for player in position.players:
        for ticket in player.tickets + player.before:
            holders.setdefault(ticket, []).append(player.name)
    for ticket, names in holders.items():
        if len(names) > 1:
            yield Problem(only_one_ticket(ticket, names), names[-1], what=str(ticket))
