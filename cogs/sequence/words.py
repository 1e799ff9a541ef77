"""What is said of Sequence: events as sentences, pictures as text."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Say
from bot.messages.names import Names
from rules.cards import Card, sign
from rules.sequence import (
    CARD_ON,
    FIVES,
    TEAMS,
    Completed,
    Dealt,
    Drew,
    Dropped,
    Ended,
    Event,
    Exchanged,
    Five,
    FiveAsked,
    Forfeited,
    Passed,
    Penalised,
    Placed,
    Rebuilt,
    Removed,
    Space,
    View,
    mask_of,
    name_of,
    one_short,
)


def team_name(team: int, say: Say) -> str:
    return (say("blue"), say("green"), say("red"))[team]


def sequences(count: int, say: Say) -> str:
    return say.many("{count} sequence", "{count} sequences", count)


def at(space: Space) -> str:
    """Write a space as people see it: D6."""
    return name_of(space).upper()


def line(five: Five) -> str:
    """Write five spaces by their ends: B5–F5."""
    return f"{at(five[0])}–{at(five[-1])}"


def one_more(view: View, say: Say) -> str | None:
    """Say in which lines the team of a seat needs one more chip."""
    team = view.teams[view.seat or 0]
    others = [space for other, chips in enumerate(view.chips) if other != team for space in chips]
    declared = [FIVES[made.spaces] for made in view.sequences if made.team == team]
    fives = one_short(mask_of(view.chips[team]), mask_of(others), declared)
    if not fives:
        return None
    lines = say.listed(dict.fromkeys(_direction(five, say) for five in fives), "or")
    return say("**{team}** needs one more {lines}.", team=team_name(team, say).capitalize(), lines=lines)


def _direction(five: Five, say: Say) -> str:
    match five[1] - five[0]:
        case 1:
            return say("in row {row}", row=at(five[0])[1:])
        case 10:
            return say("in column {column}", column=at(five[0])[0])
    return say("on a diagonal")


def tell(event: Event, reader: int | None, names: Names, say: Say) -> str | None:
    match event:
        case Dealt(dealer, first):
            return say("{dealer} deals, {first} begins.", dealer=names[dealer], first=names[first])
        case Placed(seat, card, space):
            return say("{name} put **{card}** on **{space}**.", name=names[seat], card=sign(card), space=at(space))
        case Removed(seat, card, space, team):
            return say(
                "{name} took {team}'s chip from **{space}** with **{card}**.",
                name=names[seat],
                team=team_name(team, say),
                space=at(space),
                card=sign(card),
            )
        case Completed(_, team, spaces, count):
            return say(
                "**{team}** has completed {line}: {count}.",
                team=team_name(team, say).capitalize(),
                line=line(spaces),
                count=sequences(count, say),
            )
        case FiveAsked(seat) if seat != reader:
            return say("{name} has more than five in a line, and says which five count.", name=names[seat])
        case Exchanged(seat, card):
            return say("{name} swapped a dead **{card}**.", name=names[seat], card=sign(card))
        case Passed(seat):
            return say("{name} could play nothing, and passed.", name=names[seat])
        case Rebuilt(cards):
            return say("The deck was empty: {count} discarded cards make a new one.", count=cards)
        case Drew(seat):
            return say("{name} drew a card.", name=names[seat])
        case Forfeited(seat):
            return say("{name} forgot to draw, and plays on with a card less.", name=names[seat])
        case Penalised(team, seats):
            owing = say.listed([names[seat] for seat in seats])
            return say("Table talk by {team}: {names} give up a card each.", team=team_name(team, say), names=owing)
        case Dropped(seat, card):
            return say("{name} gave up **{card}**.", name=names[seat], card=sign(card))
        case Ended("stalemate"):
            return say("Everybody had to pass in turn, so the match is over.")
    return None


# Alt texts --------------------------------------------------------------------------------------------


def board_alt(view: View, say: Say) -> str:
    """Write the board as rows of text: a letter for a chip, a star for one in a sequence."""
    chip = {space: TEAMS[team][0] for team, spaces in enumerate(view.chips) for space in spaces}
    locked = {space for made in view.sequences for space in made.spaces}
    rows = []
    for row in range(10):
        cells = [
            (("" if card is None else card[0].upper() + card[1].upper()) or "**")
            + chip.get(Space(row * 10 + column), "")
            + ("*" if row * 10 + column in locked else "")
            for column, card in enumerate(CARD_ON[row * 10 : row * 10 + 10])
        ]
        rows.append(f"{row + 1} {' '.join(cells)}")
    legend = say("Columns A to J; b, g, r are chips, * is in a sequence.")
    return "\n".join((legend, *rows))


def hand_alt(view: View, say: Say) -> str:
    cards = []
    for held in view.hand:
        if held.open is None:
            about = say("jack")
        elif held.dead:
            about = say("dead")
        else:
            about = ", ".join(map(at, held.open))
        cards.append(f"{sign(held.card)} ({about})")
    return say("Your hand, with open spaces: {cards}.", cards=", ".join(cards))


def choice_alt(card: Card, spaces: Sequence[Space], say: Say) -> str:
    return say("The board with what {card} can do lit: {spaces}.", card=sign(card), spaces=", ".join(map(at, spaces)))
