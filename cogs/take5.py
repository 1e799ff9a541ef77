"""Take 5 as people see it: its words, its choices, its pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from bot.examples import under_way
from bot.i18n import Say
from bot.messages.names import Names
from bot.presentation import Board, Choice, OptionWords, Page, Panel, Picture
from bot.rendering import take5 as drawing
from rules.take5 import (
    GAME,
    ChooseRow,
    Dealt,
    Event,
    Move,
    Placed,
    Played,
    Round,
    RoundEnded,
    RowAsked,
    Shown,
    Took,
    View,
    bull_heads,
    heads_of,
)

if TYPE_CHECKING:
    from bot.client import Cheza

FULL = 5
LONGEST_CALLED = 17


def heads(count: int, say: Say) -> str:
    """Return a number of bull heads in words."""
    return say.many("{count} head", "{count} heads", count)


class Take5:
    """The presentation of Take 5."""

    game = GAME

    def warm_up(self) -> None:
        drawing.warm_up()

    def about(self, say: Say) -> str:
        return say("Lowest score wins. 2 to 10 players, about 20 minutes of clicks.")

    def teams(self, say: Say) -> tuple[str, ...]:
        return ()

    def badge(self, seat: int | None, team: int | None) -> str | None:
        return None if seat is None else f"seat{seat + 1}"

    def options(self, say: Say) -> Mapping[str, OptionWords]:
        rounds = {"off": say("off")} | {
            str(n): say.many("{count} round", "{count} rounds", n) for n in (1, 2, 3, 4, 5, 6, 8, 10)
        }
        return {
            "target": OptionWords(
                say("Target"),
                say("The match ends above this many heads."),
                {str(n): str(n) for n in (33, 66, 100, 150, 200)},
            ),
            "end_at": OptionWords(
                say("End"),
                say("Whether reaching the target is enough."),
                {"more_than": say("more than the target"), "reach": say("reach the target")},
            ),
            "rounds": OptionWords(say("Rounds"), say("A fixed number of rounds instead of a target."), rounds),
            "deck": OptionWords(
                say("Deck"),
                say("Tactics: ten cards a player and four more, so every card is in play."),
                {"full": say("full"), "tactics": say("tactics")},
            ),
        }

    def progress(self, view: View, say: Say) -> str:
        return say("round {round}, trick {trick}", round=view.round, trick=view.trick)

    # The public table --------------------------------------------------------------------------

    def told(self, events: Iterable[Event], view: View, names: Names, say: Say) -> tuple[str, ...]:
        told: list[str] = []
        shown, took = False, False
        for event in events:
            match event:
                case Shown(_, last):
                    if shown and not took:
                        told.append(say("Nobody took a row."))
                    if last:
                        told.append(say("Then the last cards were played:"))
                    shown, took = True, False
                case Took(seat, card, row, count, "low"):
                    told.append(
                        say(
                            "{name} took row {row} with the {card}: {heads}.",
                            name=names[seat],
                            row=row + 1,
                            card=card,
                            heads=heads(count, say),
                        )
                    )
                    took = True
                case Took(seat, _, row, count, _):
                    told.append(
                        say(
                            "{name} took row {row}: {heads}.",
                            name=names[seat],
                            row=row + 1,
                            heads=heads(count, say),
                        )
                    )
                    took = True
                case RowAsked(seat) if seat == view.seat:
                    took = True  # the panel asks for the row
                case RowAsked(seat, card):
                    told.append(say("{name} laid **{card}**, lower than every row.", name=names[seat], card=card))
                    took = True
                case RoundEnded(number):
                    if shown and not took:
                        told.append(say("Nobody took a row."))
                    shown = False
                    told.append(say("**Round {round} is over.**", round=number))
                case Dealt(1):
                    told.append(say("Take few bull heads! All choose a card in secret; they are shown together."))
                case Dealt(number):
                    told.append(say("Round {round}: new cards for everybody.", round=number))
        if shown and not took:
            told.append(say("Nobody took a row."))
        return (*told, *_full_rows(view, say))

    def history(self, events: Iterable[Event], names: Names, say: Say) -> tuple[str, ...]:
        told: list[str] = []
        for event in events:
            match event:
                case Dealt(number):
                    told.append(say("**Round {round}**", round=number))
                case Shown(cards):
                    told.append(_laid(cards, names, say))
                case Took(seat, card, row, count, _):
                    told.append(
                        say(
                            "{name} took row {row} with the {card}: {heads}.",
                            name=names.light(seat),
                            row=row + 1,
                            card=card,
                            heads=heads(count, say),
                        )
                    )
                case RoundEnded(number, _, totals):
                    told.append(say("After round {round}: {totals}.", round=number, totals=_scores(totals, names, say)))
                case Placed() | RowAsked():
                    pass  # the trick's line and the row taken say it already
        return tuple(told)

    def boards(self, view: View, names: Names, say: Say) -> tuple[Board, ...]:
        table = Picture("take5", _table_alt(view, names, say), partial(drawing.table, view))
        if view.finished is None:
            return (Board(table),)
        scoring = Picture("round", _round_alt(view.finished, names, say), partial(drawing.scoring, view))
        if view.outcome is not None:
            return (Board(scoring),)
        return (Board(scoring), Board(table, say("Round {round} begins:", round=view.round)))

    def asks(self, view: View, names: Names, say: Say) -> str | None:
        return say("to take a row") if view.waiting else None

    def accent(self, view: View) -> int | None:
        return None

    def note(self, view: View, names: Names, say: Say) -> str | None:
        if not view.chosen:
            return None
        return say("Have chosen: {names}", names=", ".join(names.light(seat) for seat in view.chosen))

    def standing(self, view: View, names: Names, say: Say) -> str | None:
        if view.finished is None:
            return None
        return say(
            "Heads after round {round}: {totals}",
            round=view.finished.number,
            totals=_scores(view.finished.totals, names, say),
        )

    # The private panel -------------------------------------------------------------------------

    def panel(self, view: View, legal: tuple[Move, ...], path: str, names: Names, say: Say) -> Panel:
        picture = self.hand(view, names, say)
        if view.waiting and view.waiting[0].seat == view.seat:
            return self._row_panel(view, names, say)
        if view.waiting:
            low = view.waiting[0]
            return Panel(
                say("{name} chooses a row to take.", name=names[low.seat]),
                (say("You choose your next card after that."),),
                picture,
            )
        if not legal:
            return Panel(say("{ending}.", ending=self.ending(view, names, say)))
        if view.pick is None:
            question, hint = say("Choose a card."), say("Others see only that you have chosen.")
        else:
            question = say("You chose {card}.", card=view.pick)
            hint = say("You may change it until the last player has chosen.")
        cards = [
            Choice(str(card), move=str(card), style="chosen" if card == view.pick else "step") for card in view.hand
        ]
        return Panel(question, (hint,), picture, (tuple(cards[:5]), tuple(cards[5:])))

    def hand(self, view: View, names: Names, say: Say) -> Picture | None:
        if not view.hand:
            return None
        return Picture("hand", _hand_alt(view, say), partial(drawing.hand, view))

    def pages(self, view: View, names: Names, say: Say) -> Mapping[str, Page]:
        return {}

    def ruling_label(self, move: Move, say: Say) -> str:
        return str(move)  # there are none

    def choice_label(self, move: Move, view: View, say: Say) -> str:
        if isinstance(move, ChooseRow):
            return say("row {row} (takes {heads})", row=move.row + 1, heads=heads(heads_of(view.rows[move.row]), say))
        return say("{card} ({heads})", card=move.card, heads=heads(bull_heads(move.card), say))

    def _row_panel(self, view: View, names: Names, say: Say) -> Panel:
        card = view.waiting[0].card
        rows = tuple(
            Choice(
                say("Row {row} · {heads}", row=row + 1, heads=heads(heads_of(cards), say)),
                move=f"row {row + 1}",
            )
            for row, cards in enumerate(view.rows)
        )
        alt = say("{rows}\nYour card: {card}, lower than every row.", rows=_rows_alt(view.rows, say), card=card)
        return Panel(
            say("Your {card} is lower than every row. Which row do you take?", card=card),
            (say("You get its heads; your card starts the row anew."),),
            Picture("choice", alt, partial(drawing.choice, view)),
            (rows[:2], rows[2:]),
        )

    # The end -----------------------------------------------------------------------------------

    def ending(self, view: View, names: Names, say: Say) -> str:
        assert view.outcome is not None  # noqa: S101 - called for a match that is over
        winners = [names.light(seat) for seat in view.outcome.winners]
        if len(winners) == 1:
            return say("{name} wins", name=winners[0])
        return say("{names} share the victory", names=say.listed(winners))

    def score(self, score: int, say: Say) -> str:
        return heads(score, say)

    def example(self, say: Say) -> Picture:
        view = under_way(GAME, seats=4, moves=20)
        names = Names({seat: say("player {number}", number=seat + 1) for seat in range(4)}, {})
        return self.boards(view, names, say)[-1].picture

    def rules(self, say: Say) -> tuple[str, ...]:
        return (
            say(
                "**The aim.** Take as few bull heads as you can. The match ends after the round in which somebody's"
                " total is more than 66; the lowest total wins. Equal totals share the victory."
            ),
            say(
                "**A round.** Everybody gets ten cards of 1 to 104; four more start four rows. In each of ten tricks"
                " all choose a card in secret, and may change it until the last one has chosen. Then all cards are"
                " shown and placed, the lowest first. The last card is played by itself: it is no choice."
            ),
            say(
                "**Placing.** A card goes to the row whose last card is lower than it and closest to it. A row holds"
                " five: who has to add the sixth takes the five, and the card starts the row anew. Is a card lower than"
                " every row's last one? Then its player takes a row of their choice, and the card starts that row."
                " Rows are asked for when the card's turn comes: all cards are on view, the lower ones are placed, the"
                " higher ones wait."
            ),
            say(
                "**Bull heads.** 55 has seven; other multiples of 11 five; multiples of 10 three; other multiples of 5"
                " two; all the rest one. Cards taken don't come back into the hand; at the round's end their heads are"
                " added up and everything is dealt anew."
            ),
            say(
                "**Options.** Another target, reaching it being enough, a fixed number of rounds, or the tactics deck"
                " with only as many cards as are in play."
            ),
            say(
                "**House rulings of this bot.** Changing one's card, the last card played by itself, and"
                " this: whoever runs out of time plays a card chosen by the stand-in, or takes the row with the"
                " fewest heads. Piles and the cards set aside are not"
                " shown."
            ),
            say("Unofficial. Take 5 and 6 nimmt! are a game by Wolfgang Kramer, published by Amigo."),
        )


def _full_rows(view: View, say: Say) -> tuple[str, ...]:
    """Name the rows that the last trick filled."""
    laid = {each.card for each in view.played}
    full = [row + 1 for row, cards in enumerate(view.rows) if len(cards) == FULL and cards[-1] in laid]
    if not full or view.outcome is not None:
        return ()
    if len(full) == 1:
        return (say("Row {row} is full now.", row=full[0]),)
    return (say("Rows {rows} are full now.", rows=say.listed(full)),)


def _laid(cards: Iterable[Played], names: Names, say: Say) -> str:
    return say("Laid: {cards}", cards=", ".join(f"{names.light(each.seat)} {each.card}" for each in cards))


def _scores(totals: Iterable[int], names: Names, say: Say) -> str:
    return ", ".join(f"{names.light(seat)}\u00a0{total}" for seat, total in enumerate(totals))


# Alt texts: the pictures as text, without anything hidden ---------------------------------------------


def _called(names: Names, seat: int) -> str:
    """Return a name so short that an alt text (1,024 characters) holds those of ten seats three times."""
    name = names.plain(seat)
    return name if len(name) <= LONGEST_CALLED else f"{name[: LONGEST_CALLED - 1]}…"


def _rows_alt(rows: Iterable[tuple[int, ...]], say: Say) -> str:
    return " ".join(
        say(
            "Row {row}: {cards} ({full}{heads}).",
            row=row + 1,
            cards=", ".join(map(str, cards)),
            full=say("full, ") if len(cards) == FULL else "",
            heads=heads(heads_of(cards), say),
        )
        for row, cards in enumerate(rows)
    )


def _trick_alt(played: Iterable[Played], names: Names, say: Say) -> str:
    return say("Last trick: {cards}.", cards=", ".join(f"{_called(names, each.seat)} {each.card}" for each in played))


def _table_alt(view: View, names: Names, say: Say) -> str:
    totals = [before + now for before, now in zip(view.totals, view.heads, strict=True)]
    waiting = [f"{_called(names, each.seat)} {each.card}" for each in view.waiting]
    parts = [
        _rows_alt(view.rows, say),
        _trick_alt(view.played, names, say) if view.played and view.finished is None else "",
        say("Still to be placed: {cards}.", cards=", ".join(waiting)) if waiting else "",
        say(
            "Heads: {totals}.",
            totals=", ".join(f"{_called(names, seat)} {total}" for seat, total in enumerate(totals)),
        ),
    ]
    return "\n".join(part for part in parts if part)


def _round_alt(finished: Round, names: Names, say: Say) -> str:
    gains = ", ".join(
        f"{_called(names, seat)} {now} ({total})"
        for seat, (now, total) in enumerate(zip(finished.heads, finished.totals, strict=True))
    )
    return "\n".join(
        (
            say("The end of round {round}.", round=finished.number),
            _rows_alt(finished.rows, say),
            _trick_alt(finished.played, names, say),
            say("Heads of the round (in all): {gains}.", gains=gains),
        )
    )


def _hand_alt(view: View, say: Say) -> str:
    cards = ", ".join(f"{card} ({bull_heads(card)})" for card in view.hand)
    hand = say("Your hand, with bull heads: {cards}.", cards=cards)
    return f"{hand} {say('Chosen: {card}.', card=view.pick)}" if view.pick else hand


async def setup(bot: Cheza) -> None:
    """Enter the game."""
    bot.presentations.enter(Take5())


async def teardown(bot: Cheza) -> None:
    """Take the game away."""
    bot.presentations.remove(GAME.key)
