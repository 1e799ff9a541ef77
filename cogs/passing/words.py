"""What is said of The Passing Game: events as sentences, pictures as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.i18n import Say
from bot.messages.names import Names
from rules.passing import (
    Blocked,
    Counted,
    Dealt,
    Drew,
    Event,
    Kept,
    Passed,
    Played,
    Round,
    Tile,
    View,
    WentOut,
    fits,
    shown,
)

LONGEST_CALLED = 17
"""Characters of a name in an alt text."""


def side_name(side: int, say: Say) -> str:
    return (say("blue"), say("green"))[side]


def points(count: int, say: Say) -> str:
    return say.many("{count} point", "{count} points", count)


def tiles(held: Iterable[Tile]) -> str:
    return " ".join(map(shown, held))


def has_partners(view: View) -> bool:
    return len(set(view.sides)) < view.seats


def members(view: View, side: int, names: Names, say: Say) -> str:
    return say.listed([names.light(seat) for seat in range(view.seats) if view.sides[seat] == side])


def partners_told(view: View, names: Names, say: Say) -> tuple[str, ...]:
    """Tell who play together, a line a side."""
    if not has_partners(view):
        return ()
    return tuple(
        say("{team}: {names}.", team=side_name(side, say).capitalize(), names=members(view, side, names, say))
        for side in range(len(view.points))
    )


def tell(event: Event, names: Names, say: Say) -> str:
    """Tell an event in a sentence."""
    match event:
        case Dealt(1, leader):
            return say("Get rid of your tiles! {name} leads.", name=names[leader])
        case Dealt(number, leader):
            return say("Round {round}: {name} leads.", round=number, name=names[leader])
        case Played(seat, tile, None):
            return say("{name} led **{tile}**.", name=names[seat], tile=shown(tile))
        case Played(seat, tile, on):
            return say("{name} played **{tile}** on the {end}.", name=names[seat], tile=shown(tile), end=on)
        case Drew(seat):
            return say("{name} drew a tile.", name=names[seat])
        case Kept(seat):
            return say("{name} kept it.", name=names[seat])
        case Passed(seat):
            return say("{name} passed.", name=names[seat])
        case WentOut(seat):
            return say("{name} has gone out.", name=names[seat])
        case Blocked("ends"):
            return say("No tile is left that fits either end.")
        case Blocked("hands"):
            return say("Nobody can play, and nothing can be drawn.")
        case Blocked():
            return say("Everybody has passed in turn.")
        case Counted():
            return _counted(event, names, say)


def _counted(event: Counted, names: Names, say: Say) -> str:
    if not event.best:
        return say("**Round {round} is a tie:** nobody scores.", round=event.round)
    scored, sides = points(event.score, say), len(event.points)
    if sides < len(event.hands):
        side = side_name(event.best[0] % sides, say)
        if len(event.best) > 1:
            return say("**Round {round} goes to {team}:** {points}.", round=event.round, team=side, points=scored)
        return say(
            "**Round {round}:** {name} has the lowest hand, so {team} scores {points}.",
            round=event.round,
            name=names[event.best[0]],
            team=side,
            points=scored,
        )
    return say(
        "**Round {round}** goes to {name}: {points}.", round=event.round, name=names[event.best[0]], points=scored
    )


def count_told(event: Counted, names: Names, say: Say) -> tuple[str, ...]:
    """Tell the hands that were shown at a round's end, and the points after it."""
    hands = [
        f"{names.light(seat)} {tiles(hand) or say('none')} ({pips})"
        for seat, (hand, pips) in enumerate(zip(event.hands, event.pips, strict=True))
    ]
    partners = len(event.points) < len(event.hands)
    have = [
        f"{side_name(side, say) if partners else names.light(side)}\u00a0{now}" for side, now in enumerate(event.points)
    ]
    return (
        say("Hands: {hands}", hands=", ".join(hands)),
        say("After round {round}: {totals}.", round=event.round, totals=", ".join(have)),
    )


def score_so_far(view: View, names: Names, say: Say) -> str | None:
    """Return the points; of partners always, a line a side, so that a post says who they are."""
    if has_partners(view):
        return "\n".join(
            say(
                "{team} {points}: {names}",
                team=side_name(side, say).capitalize(),
                points=have,
                names=members(view, side, names, say),
            )
            for side, have in enumerate(view.points)
        )
    if not any(view.points):
        return None
    parts = [f"{names.light(seat)}\u00a0{have}" for seat, have in enumerate(view.points)]
    return say("Points: {points}", points=", ".join(parts))


# Alt texts --------------------------------------------------------------------------------------------


def called(names: Names, seat: int) -> str:
    name = names.plain(seat)
    return name if len(name) <= LONGEST_CALLED else f"{name[: LONGEST_CALLED - 1]}…"


def train_alt(train: Sequence[Tile], say: Say) -> str:
    if not train:
        return say("The train is empty.")
    return say(
        "The train: {tiles}. Its ends: {left} and {right}.",
        tiles=tiles(train),
        left=train[0][0],
        right=train[-1][1],
    )


def table_alt(view: View, names: Names, say: Say) -> str:
    passed = {idle.seat for idle in view.since_last if idle.did == "passed"}
    held = [
        f"{called(names, seat)} {count}" + (say(" (passed)") if seat in passed else "")
        for seat, count in enumerate(view.counts)
    ]
    return "\n".join(
        (
            train_alt(view.train, say),
            say("Tiles in hand: {hands}.", hands=", ".join(held)),
            say("Boneyard: {count}; {drawable} can be drawn.", count=view.boneyard, drawable=view.drawable),
        )
    )


def round_alt(finished: Round, view: View, names: Names, say: Say) -> str:
    hands = [
        f"{called(names, seat)} {tiles(hand) or say('none')} ({pips})"
        for seat, (hand, pips) in enumerate(zip(finished.hands, finished.pips, strict=True))
    ]
    have = [
        f"{side_name(side, say) if has_partners(view) else called(names, side)} {now}"
        for side, now in enumerate(finished.points)
    ]
    return "\n".join(
        (
            say("The end of round {round}.", round=finished.number),
            train_alt(finished.train, say),
            say("Hands, with their pips: {hands}.", hands=", ".join(hands)),
            say("Points: {points}.", points=", ".join(have)),
        )
    )


def hand_alt(view: View, say: Say) -> str:
    return say("Your hand: {tiles}.", tiles=", ".join(_with_ends(held, view, say) for held in view.hand))


def _with_ends(held: Tile, view: View, say: Say) -> str:
    ends = view.ends
    if ends is None or not fits(held, ends):
        return shown(held)
    if ends[0] != ends[1] and ends[0] in held and ends[1] in held:
        return say("{tile} (fits both ends)", tile=shown(held))
    return say("{tile} (fits the {end})", tile=shown(held), end=ends[0] if ends[0] in held else ends[1])


def choice_alt(picked: Tile, view: View, say: Say) -> str:
    return "\n".join((train_alt(view.train, say), say("Your tile: {tile}.", tile=shown(picked))))
