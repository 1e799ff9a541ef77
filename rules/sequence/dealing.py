"""How a match of Sequence is dealt, dealt anew where a seat can't see, and checked."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations

from rules.cards import CARDS, Card, in_order, rank_of
from rules.chance import shuffled
from rules.engine import InvalidOption, Seat
from rules.sequence.board import CORNERS, FIVES
from rules.sequence.lines import completed
from rules.sequence.moves import Dealt, Event, Shown
from rules.sequence.state import State
from rules.sequence.table import HAND, Options, teams_at

DECK: tuple[Card, ...] = CARDS * 2
SORTED = in_order(DECK)


def tables(options: Options) -> tuple[int, ...]:
    return tuple(HAND)


def teams(seats: int, options: Options) -> tuple[int, ...]:
    count = teams_at(seats, options)
    return tuple(seat % count for seat in range(seats))


def deal(seats: int, options: Options, seed: str) -> tuple[State, tuple[Event, ...]]:
    if seats in (5, 7, 11):
        raise InvalidOption(
            "Sequence is played by 2, 3, 4, 6, 8, 9, 10 or 12; you are {count}. One more or one less.", count=seats
        )
    if seats not in HAND:
        raise InvalidOption("Sequence is played by 2, 3, 4, 6, 8, 9, 10 or 12; you are {count}.", count=seats)
    events: list[Event] = []
    dealer = _dealer(seats, seed, events)
    first, size = Seat((dealer + 1) % seats), HAND[seats]
    events.append(Dealt(dealer, first, size))
    cards = shuffled(DECK, seed, "deal")
    zeros = (0,) * seats
    state = State(
        options=options,
        seed=seed,
        move_number=0,
        turn=1,
        active=first,
        since=1,
        hands=tuple(in_order(cards[seat * size : (seat + 1) * size]) for seat in range(seats)),
        drawn=(None,) * seats,
        deck=cards[seats * size :],
        piles=((),) * seats,
        chips=(0,) * teams_at(seats, options),
        sequences=(),
        choices=(),
        last=None,
        exchanges=0,
        rebuilds=0,
        rebuilt_in=0,
        passes=0,
        debts=zeros,
        debts_since=zeros,
        rights=zeros,
        outcome=None,
    )
    return state, tuple(events)


def _dealer(seats: int, seed: str, events: list[Event]) -> Seat:
    """Let everyone draw a card: the lowest deals, ace high; who ties for it draws again."""
    drawing = [Seat(seat) for seat in range(seats)]
    attempt = 1
    while len(drawing) > 1:
        cards = shuffled(DECK, seed, f"dealer {attempt}")[: len(drawing)]
        events.append(Shown(tuple(zip(drawing, cards, strict=True))))
        lowest = min(map(rank_of, cards))
        drawing = [seat for seat, card in zip(drawing, cards, strict=True) if rank_of(card) == lowest]
        attempt += 1
    return drawing[0]


def redeal(state: State, seat: Seat | None, seed: str) -> State:
    """What a seat can't see: the other hands and the order of the deck, now and when it is rebuilt."""
    others = [other for other in range(len(state.hands)) if other != seat]
    cards = shuffled(in_order(chain(state.deck, *(state.hands[other] for other in others))), seed, "redeal")
    hands, drawn = list(state.hands), list(state.drawn)
    for other in others:
        size = len(hands[other])
        hands[other], cards = in_order(cards[:size]), cards[size:]
        drawn[other] = hands[other][0] if drawn[other] is not None else None
    return replace(state, seed=seed, hands=tuple(hands), drawn=tuple(drawn), deck=cards)


def check(state: State) -> None:
    """Raise `AssertionError` with a sentence if this position cannot be."""
    seats, options = len(state.hands), state.options
    _must(in_order(chain(state.deck, *state.hands, *state.piles)) == SORTED, "Every card is in exactly one place.")
    _must(all(hand == in_order(hand) for hand in state.hands), "A hand is in order.")
    _must(
        all(card in (None, *hand) for card, hand in zip(state.drawn, state.hands, strict=True)),
        "The card drawn last is in the hand.",
    )
    _must(len(state.chips) == teams_at(seats, options), "There are as many teams as the seats make.")
    _must(len(state.piles) == seats, "Every seat has a pile.")
    _must(not any(chips & CORNERS or chips >> 100 for chips in state.chips), "Chips are on spaces of cards.")
    _must(not any(one & two for one, two in combinations(state.chips, 2)), "A space has one chip at most.")
    _must(state.since <= state.turn, "The seat in turn is awaited since a turn that was.")
    _check_hands(state)
    _check_sequences(state)
    won = state.needed <= max(map(state.count, range(len(state.chips))))
    _must((state.outcome is not None) == (won or state.passes == seats), "It ends in time.")
    _must(not (won and state.passes), "Nobody passes after the end.")


def _check_hands(state: State) -> None:
    """Check that nobody holds too many cards, and too few only by what can lose one."""
    seats, size = len(state.hands), HAND[len(state.hands)]
    for seat, hand in enumerate(state.hands):
        _must(len(hand) <= size, "Nobody holds more cards than were dealt.")
        played = seat == state.active and (state.choices or (state.outcome is not None and not state.passes))
        if not state.options.manual_draw and seats == len(state.chips):
            _must(len(hand) == size - bool(played), "Nobody holds fewer cards than were dealt.")
        _must(0 <= state.debts[seat] <= max(len(hand) - 1, 0), "A debt is at most the hand less one.")
        _must(not state.debts[seat] or 0 < state.debts_since[seat] <= state.turn, "A debt has begun.")
        _must(0 <= state.rights[seat] < state.turn, "A card is owed for a turn that is over.")
        _must(not state.rights[seat] or len(hand) < size, "A full hand has nothing to draw.")
        _must(
            bool(hand or played or state.rights[seat]) or state.outcome is not None,
            "An empty hand has a card to draw.",
        )
    _must(state.options.manual_draw or not any(state.rights), "Where cards are drawn for all, nobody has to draw.")
    _must(seats > len(state.chips) or not any(state.debts), "Only who has a team-mate can talk.")
    _must(state.outcome is None or not any((*state.debts, *state.rights)), "At the end nothing is owed.")


def _check_sequences(state: State) -> None:
    """Check that sequences are whole, share what they may (S5), and that none was overlooked (S10)."""
    for team, chips in enumerate(state.chips):
        masks = []
        for made in state.sequences:
            if made.team == team:
                _must(made.spaces in FIVES, "A sequence is five spaces in a line.")
                masks.append(FIVES[made.spaces])
        _must(all((chips | CORNERS) & mask == mask for mask in masks), "A sequence keeps its chips.")
        _must(
            all((one & two).bit_count() <= 1 for one, two in combinations(masks, 2)),
            "Two sequences of a team share one space at most.",
        )
        missing = ~(chips | CORNERS)
        full = [(five, mask) for five, mask in FIVES.items() if not mask & missing]
        free = {five for five, mask in full if all((mask & other).bit_count() <= 1 for other in masks)}
        asked = set(chain(*state.choices)) if team == state.team_of(state.active) else set()
        _must(free == asked, "Every five in a line that can be a sequence is one, or is asked about.")
    if state.choices:
        last = state.last
        _must(last is not None and last.seat == state.active, "Who has put a chip is asked.")
        if last is not None:
            team = state.team_of(state.active)
            declared = [FIVES[made.spaces] for made in state.sequences if made.team == team]
            _must(
                completed(state.chips[team], last.space, declared) == ((), state.choices),
                "What is asked are the lines of the last chip.",
            )


def _must(holds: bool, sentence: str) -> None:
    if not holds:
        raise AssertionError(sentence)
