"""What is said of Sequence Stacks: cards and chips in words, a turn in a sentence, pictures as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.i18n import Say
from bot.messages.names import Names
from rules.engine import Seat
from rules.stacks import (
    BLOCK,
    CHIP,
    REVERSE,
    SKIP,
    TAKE,
    Blocked,
    Card,
    CardStolen,
    Chips,
    ChipStolen,
    Colour,
    Completed,
    Dealt,
    Discarded,
    Drew,
    Ended,
    Event,
    Gained,
    Laid,
    Pile,
    Reversed,
    Shuffled,
    Skipped,
    SkipPlayed,
    View,
    Window,
    colour_of,
)
from rules.stacks.table import with_chip

LONGEST_CALLED = 24
"""Letters of a name in an alt text, which holds six of them."""


def colour_name(colour: Colour, say: Say) -> str:
    return say("red") if colour == "r" else say("blue")


def card_name(card: Card, say: Say) -> str:
    """Call a card as in a sentence: red 5, blue wild, Block."""
    match card:
        case "skip":
            return say("Skip")
        case "reverse":
            return say("Reverse")
        case "take":
            return say("Steal a Card")
        case "chip":
            return say("Steal a Chip")
        case "block":
            return say("Block")
    if card[1] == "w":
        return say("red wild") if card[0] == "r" else say("blue wild")
    return say("red {number}", number=card[1]) if card[0] == "r" else say("blue {number}", number=card[1])


def titled(words: str) -> str:
    """Begin with a capital, and leave the rest as it is."""
    return words[:1].upper() + words[1:]


def captions(say: Say) -> dict[Card, str]:
    """Return what stands under the action cards of a hand."""
    return {
        SKIP: say("skip"),
        REVERSE: say("reverse"),
        TAKE: say("steal card"),
        CHIP: say("steal chip"),
        BLOCK: say("block"),
    }


def heaps(say: Say) -> tuple[str, str, str]:
    """Return what stands under the three heaps of the table."""
    return say("draw"), say("set aside"), say("actions")


def chips_of(chips: Chips, say: Say) -> str:
    return say("{red} red, {blue} blue", red=chips[0], blue=chips[1])


# Events -----------------------------------------------------------------------------------------------


@dataclass
class Sentences:
    """Tells events in few sentences: what one seat does in a row is one of them."""

    names: Names
    say: Say
    every: bool = False
    """Tell also what everybody draws when a turn begins or ends."""
    told: list[str] = field(default_factory=list)
    _seat: Seat | None = None
    _plays: list[str] = field(default_factory=list)
    _skipped: list[Seat] = field(default_factory=list)
    _playing: bool = False

    def tell(self, events: Iterable[Event]) -> tuple[str, ...]:
        for event in events:
            if self._skipped and not isinstance(event, Skipped):
                self._tell_skipped()
            self._take(event)
        self._tell_skipped()
        self._tell_plays()
        return tuple(self.told)

    def _take(self, event: Event) -> None:
        say, names = self.say, self.names
        match event:
            case Laid() | SkipPlayed() | Reversed() | CardStolen() | ChipStolen():
                if self._seat != event.seat:
                    self._tell_plays()
                self._seat, self._playing = event.seat, True
                self._plays.append(self._play(event))
            case Discarded(seat, card):
                self._tell_end(seat, card)
                self._playing = False
            case Skipped(seat):
                self._skipped.append(seat)
            case Completed(seat, _, colour):
                self._tell_plays()
                if self.every:
                    self.told.append(
                        say("{name} completed {colour}.", name=names[seat], colour=colour_name(colour, say))
                    )
            case Blocked(seat, active, colour):
                self._tell_plays()
                self._playing = True
                self.told.append(self._blocked(seat, active, colour))
            case Gained(seat, colour, red, blue):
                self._tell_plays()
                self._playing = True
                self.told.append(self._gained(seat, colour, (red, blue)))
            case Drew(seat, count):
                self._tell_draw(seat, count)
            case Dealt(dealer, first):
                self.told.append(say("{dealer} deals, {first} begins.", dealer=names[dealer], first=names[first]))
            case Shuffled(what, count):
                self._tell_plays()
                self.told.append(self._shuffled(what, count))
            case Ended(reason):
                self._tell_plays()
                self.told += self._ended(reason)

    def _play(self, event: Laid | SkipPlayed | Reversed | CardStolen | ChipStolen) -> str:
        """Name one play of a row of them."""
        say, names = self.say, self.names
        match event:
            case Laid(_, card, _, _, number):
                if card[1] == "w":
                    return say("{wild} as {number}", wild=card_name(card, say), number=number)
                return card_name(card, say)
            case CardStolen(_, _, victim, card):
                stolen = say("{card} of {name}", card=card_name(card, say), name=names.light(victim))
                return f"{card_name(TAKE, say)} ({stolen})"
            case ChipStolen(_, _, victim, colour):
                chip = (
                    say("a red one of {name}", name=names.light(victim))
                    if colour == "r"
                    else say("a blue one of {name}", name=names.light(victim))
                )
                return f"{card_name(CHIP, say)} ({chip})"
            case SkipPlayed():
                return card_name(SKIP, say)
            case Reversed():
                return card_name(REVERSE, say)

    def _taken(self) -> str | None:
        """Return what the last seat has played and nobody was told yet, the newest in bold."""
        if not self._plays:
            return None
        *before, last = self._plays
        self._plays = []
        return self.say.listed([*before, f"**{last}**"])

    def _tell_plays(self) -> None:
        seat, plays = self._seat, self._taken()
        if seat is not None and plays is not None:
            self.told.append(self.say("{name} played {plays}.", name=self.names[seat], plays=plays))

    def _tell_end(self, seat: Seat, card: Card | None) -> None:
        say, name = self.say, self.names[seat]
        if self._seat != seat:
            self._tell_plays()
        plays = self._taken()
        discard = None if card is None else card_name(card, say)
        if plays is not None and discard is not None:
            self.told.append(say("{name} played {plays}, then discarded {card}.", name=name, plays=plays, card=discard))
        elif plays is not None:
            self.told.append(say("{name} played {plays}, and had no card to discard.", name=name, plays=plays))
        elif discard is not None:
            self.told.append(say("{name} discarded {card}.", name=name, card=discard))
        else:
            self.told.append(say("{name} had no card to discard.", name=name))

    def _tell_skipped(self) -> None:
        if self._skipped:
            lost = self.say.listed([self.names[seat] for seat in self._skipped])
            count = len(self._skipped)
            self.told.append(self.say.many("{names} loses the turn.", "{names} lose their turns.", count, names=lost))
        self._skipped = []

    def _tell_draw(self, seat: Seat, count: int) -> None:
        say, name = self.say, self.names[seat]
        if self._playing:
            self._tell_plays()
            self.told.append(say("{name} had no card left and drew {count}.", name=name, count=count))
        elif self.every:
            self.told.append(say.many("{name} drew {count} card.", "{name} drew {count} cards.", count, name=name))

    def _blocked(self, seat: Seat, active: Seat, colour: Colour) -> str:
        say, names = self.say, self.names
        if colour == "r":
            return say("{name} played **Block**: no red chip for {active}.", name=names[seat], active=names[active])
        return say("{name} played **Block**: no blue chip for {active}.", name=names[seat], active=names[active])

    def _gained(self, seat: Seat, colour: Colour, chips: Chips) -> str:
        say, name, has = self.say, self.names[seat], chips_of(chips, self.say)
        if colour == "r":
            return say("Nobody blocked it: {name} takes a **red chip** and has {chips}.", name=name, chips=has)
        return say("Nobody blocked it: {name} takes a **blue chip** and has {chips}.", name=name, chips=has)

    def _shuffled(self, what: str, count: int) -> str:
        if what == "aside":
            return self.say("The draw pile was empty: the {count} cards set aside make a new one.", count=count)
        return self.say(
            "The draw pile was empty: {count} cards of the action and discard piles make a new one.", count=count
        )

    def _ended(self, reason: str) -> list[str]:
        if reason == "standstill":
            return [self.say("The cards went round and nobody took a chip from the box: the match is over.")]
        if reason == "box":
            return [self.say("The last chip is taken from the box: the match is over.")]
        return []


# What is asked ----------------------------------------------------------------------------------------


def completes(view: View, window: Window, names: Names, say: Say) -> str:
    """Tell who completes what, the chips it would make, and whether they win; `view` has the window open."""
    assert view.active is not None  # noqa: S101 - somebody has completed
    name, colour = names[view.active], colour_of(window.pile)
    has = chips_of(with_chip(view.chips[view.active], colour), say)
    if window.wins:
        if colour == "r":
            return say("{name} completes **red** and would win with {chips}.", name=name, chips=has)
        return say("{name} completes **blue** and would win with {chips}.", name=name, chips=has)
    if colour == "r":
        return say("{name} completes **red** and would have {chips}.", name=name, chips=has)
    return say("{name} completes **blue** and would have {chips}.", name=name, chips=has)


# Alt texts --------------------------------------------------------------------------------------------


def called(names: Names, seat: int) -> str:
    """Return a name so short that an alt text holds all of them."""
    name = names.plain(seat)
    return name if len(name) <= LONGEST_CALLED else f"{name[: LONGEST_CALLED - 1]}…"


def table_alt(view: View, names: Names, say: Say) -> str:
    piles = " ".join(_pile_alt(place, pile, view, say) for place, pile in enumerate(view.piles))
    last = card_name(view.actions[-1], say) if view.actions else say("none")
    heap = say(
        "Draw pile {draw}, set aside {aside}, last action: {action}.", draw=view.draw, aside=view.aside, action=last
    )
    seats = "\n".join(_seat_alt(seat, view, names, say) for seat in range(view.seats))
    return "\n".join((piles, heap, seats))


def _pile_alt(place: int, pile: Pile, view: View, say: Say) -> str:
    if not pile:
        if colour_of(place) == "r":
            return say("Pile {pile}: free for red.", pile=place + 1)
        return say("Pile {pile}: free for blue.", pile=place + 1)
    name = card_name(Card(f"{pile[-1][0]}{len(pile)}"), say)
    if pile[-1][1] == "w":
        name = say("{card} (a wild)", card=name)
    if view.last is not None and view.last.pile == place:
        return say("Pile {pile}: {card}, just now.", pile=place + 1, card=name)
    return say("Pile {pile}: {card}.", pile=place + 1, card=name)


def _seat_alt(seat: int, view: View, names: Names, say: Say) -> str:
    discards = view.discards[seat]
    return say(
        "{name}: {chips}; {cards}; on the discard pile: {top}.",
        name=called(names, seat),
        chips=chips_of(view.chips[seat], say),
        cards=say.many("{count} card", "{count} cards", view.counts[seat]),
        top=card_name(discards[-1], say) if discards else say("none"),
    )


def hand_alt(view: View, playable: Sequence[str], say: Say) -> str:
    """Write a hand as text; `playable` are the names of what can be played, from the hand or the discard pile."""
    assert view.seat is not None  # noqa: S101 - a hand is a seat's
    discards = view.discards[view.seat]
    parts = [
        say("Your hand: {cards}.", cards=", ".join(card_name(card, say) for card in view.hand) or say("none")),
        say("On your discard pile: {card}.", card=card_name(discards[-1], say)) if discards else "",
        say("Can be played: {cards}.", cards=", ".join(playable)) if playable else "",
    ]
    return " ".join(part for part in parts if part)
