"""The questions that a player of Sequence Stacks is asked, and the order that may be left at any time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from bot.i18n import Say
from bot.messages.names import Names
from bot.presentation import Choice, Panel, Pick, Picture
from bot.rendering import stacks as drawing
from cogs.stacks.words import card_name, colour_name, completes, heaps, titled
from rules.stacks import (
    CHIP,
    REVERSE,
    SKIP,
    TAKE,
    Answer,
    Card,
    End,
    Lay,
    Move,
    Order,
    Reverse,
    SetOrder,
    Skip,
    Source,
    StealCard,
    StealChip,
    View,
    colour_of,
)

Play = Lay | Skip | Reverse | StealCard | StealChip


@dataclass(frozen=True, slots=True)
class Playable:
    """A card that can be played, and all that can be done with it."""

    source: Source
    card: Card
    plays: tuple[Play, ...]

    @property
    def path(self) -> str:
        return f"{self.source} {self.card}"


def playable(legal: Iterable[Move]) -> tuple[Playable, ...]:
    """Return what can be played, as it stands in the hand's picture: the hand, then the top of the discard pile."""
    found: dict[tuple[Source, Card], list[Play]] = {}
    for move in legal:
        if isinstance(move, Lay | Skip | Reverse | StealCard | StealChip):
            found.setdefault((move.source, card_of(move)), []).append(move)
    return tuple(Playable(source, card, tuple(plays)) for (source, card), plays in found.items())


def card_of(move: Play) -> Card:
    """Return the card that a move plays."""
    match move:
        case Lay(_, card):
            return card
        case Skip():
            return SKIP
        case Reverse():
            return REVERSE
        case StealCard():
            return TAKE
        case StealChip():
            return CHIP


# In one's turn ----------------------------------------------------------------------------------------


def turn_panel(view: View, legal: Sequence[Move], path: str, hand: Picture | None, names: Names, say: Say) -> Panel:
    """Ask what to play, or what to discard: a list of its own, so that no turn is ended by mistake."""
    able = playable(legal)
    chosen = next((each for each in able if each.path == path and len(each.plays) > 1), None)
    if chosen is not None:
        return choice_panel(view, chosen, names, say)
    question = say("Play as many cards as you like.") if able else say("Nothing can be played.")
    cards = tuple(_card_choice(view, each, say) for each in able)
    ends = [move for move in legal if isinstance(move, End)]
    return Panel(
        question,
        tuple(_turn_hints(view, able, say)),
        hand,
        (cards,) if cards else (),
        (_end_pick(ends, say), order_pick(view, say)),
    )


def _turn_hints(view: View, able: Sequence[Playable], say: Say) -> Iterable[str]:
    yield say("Your turn ends with a discard.") if view.hand else say("You have no card to discard, and end your turn.")
    if any(each.source == "d" for each in able):
        yield say("“Top” is the top card of your discard pile.")
    if view.skips:
        yield say.many("{count} Skip waits for the end of your turn.", "{count} Skips wait for it.", view.skips)


def choice_panel(view: View, chosen: Playable, names: Names, say: Say) -> Panel:
    """Ask where a card goes, or whom it hits."""
    name = card_name(chosen.card, say)
    if chosen.card == TAKE:
        question = say("Whose top card do you take?")
    elif chosen.card == CHIP:
        question = say("Whose chip do you take?")
    else:
        question = say("Where does the {card} go?", card=name)
    choices = tuple(Choice(_target(view, move, names, say), move=str(move)) for move in chosen.plays)
    targets = ", ".join(each.label for each in choices)
    alt = say("The table with what {card} can do lit: {targets}.", card=name, targets=targets)
    picture = Picture("choice", alt, partial(drawing.choice, view, chosen.plays, heaps(say)))
    return Panel(question, (), picture, (choices,), back=say("Another card"))


def _target(view: View, move: Play, names: Names, say: Say) -> str:
    """Name what one of several plays of a card is aimed at."""
    match move:
        case Lay(_, _, None):
            return say("New pile")
        case Lay(_, card, int(pile)):
            if card[1] == "w":
                return say("Pile {pile}, as {number}", pile=pile + 1, number=len(view.piles[pile]) + 1)
            return say("Pile {pile}", pile=pile + 1)
        case StealCard(_, victim):
            top = titled(card_name(view.discards[victim][-1], say))
            return say("{card} · {name}", card=top, name=names.plain(victim))
        case StealChip(_, victim, colour):
            return say("{card} · {name}", card=titled(colour_name(colour, say)), name=names.plain(victim))
        case _:
            return titled(card_name(card_of(move), say))


def _card_choice(view: View, each: Playable, say: Say) -> Choice:
    """A blue button plays its card, a grey one asks for more first."""
    label = titled(card_name(each.card, say))
    if each.source == "d":
        label = say("Top: {card}", card=card_name(each.card, say))
    if len(each.plays) > 1:
        return Choice(say("{card} …", card=label), path=each.path, style="step")
    (move,) = each.plays
    match move:
        case Lay(_, _, None):
            label = say("{card} · new pile", card=label)
        case Lay(_, _, int(pile)):
            label = say("{card} · pile {pile}", card=label, pile=pile + 1)
        case StealCard(_, victim):
            label = say("{card} · {stolen}", card=label, stolen=card_name(view.discards[victim][-1], say))
        case StealChip(_, _, colour):
            label = say("{card} · {stolen}", card=label, stolen=colour_name(colour, say))
    return Choice(label, move=str(move))


def _end_pick(ends: Sequence[End], say: Say) -> Pick:
    choices = (
        Choice(
            say("End without a discard") if move.card is None else titled(card_name(move.card, say)),
            move=str(move),
        )
        for move in ends
    )
    return Pick(say("End the turn: discard …"), tuple(choices))


# In others' turns -------------------------------------------------------------------------------------


def waiting_panel(view: View, hand: Picture | None, names: Names, say: Say) -> Panel:
    active = view.active if view.active is not None else 0
    question = say("**It's {name}'s turn.**", name=names[active].replace("**", ""))
    return Panel(question, (), hand, picks=(order_pick(view, say),))


def window_panel(view: View, legal: Sequence[Move], hand: Picture | None, names: Names, say: Say) -> Panel:
    """Ask whether somebody's completion is blocked; the same of everybody, but for the button that spends a Block."""
    window = view.window
    assert window is not None and view.active is not None  # noqa: S101 - a window is open
    orders = (order_pick(view, say),)
    if view.seat == view.active:
        question = say("You have completed red.") if colour_of(window.pile) == "r" else say("You have completed blue.")
        hints = (
            say("It wins, unless somebody blocks it.") if window.wins else say("Somebody may block it yet."),
            say("Your turn goes on after that."),
        )
        return Panel(question, hints[:1] if window.wins else hints, hand, picks=orders)
    done = completes(view, window, names, say)
    if view.answer is not None:
        said = say("**You block it.**") if view.answer else say("**You let it pass.**")
        hint = (
            say("Your answer is final. If somebody before you in the order of play blocks too, your Block stays yours.")
            if view.answer
            else say("Your answer is final; it stays open for the others.")
        )
        return Panel(f"{done}\n{said}", (hint,), hand, picks=orders)
    answers = tuple(_answer_choice(move, say) for move in legal if isinstance(move, Answer))
    return Panel(
        done,
        (say("Nobody sees who could have blocked."),),
        hand,
        (answers,) if answers else (),
        orders,
    )


def _answer_choice(move: Answer, say: Say) -> Choice:
    if move.block:
        return Choice(say("Block it"), move=str(move))
    return Choice(say("Let it pass"), move=str(move), style="step")


def order_pick(view: View, say: Say) -> Pick:
    """Return the list of standing orders, the present one chosen."""
    words: dict[Order, tuple[str, str]] = {
        "ask": (say("My Blocks: ask me"), say("From now on you answer each time; usual at pace live")),
        "never": (say("My Blocks: never"), say("From now on all is let pass, after a while that tells nothing")),
        "win": (
            say("My Blocks: if it would win"),
            say("From now on only what would win is blocked; usual at other paces"),
        ),
        "always": (say("My Blocks: always"), say("From now on all is blocked, while you hold a Block")),
    }
    return Pick(
        say("My Blocks: as usual"),
        tuple(
            Choice(
                label, str(SetOrder(wish)), style="chosen" if wish == view.order else "step", standing=True, about=about
            )
            for wish, (label, about) in words.items()
        ),
    )
