"""The rules of Sequence Stacks as players read them, in this project's own words."""

from __future__ import annotations

from bot.i18n import Say


def rules_text(say: Say) -> tuple[str, ...]:
    """Return the rules, a paragraph an entry; all of them fit one message."""
    return (
        say(
            "**The aim.** Be the first with five chips, at least two red and two blue. Whoever lays the last card of a"
            " pile, the five, takes a chip of its colour."
        ),
        say(
            "**The piles** are everybody's: at most two red and two blue. A pile begins with a 1 and goes up to 5 in"
            " its colour. A wild is any number of its own colour, and stays that number."
        ),
        say(
            "**A turn.** You begin with five cards. Play as many as you like, from your hand or the top of your own"
            " discard pile; when your hand is empty, five new ones come at once. You end the turn by discarding a card"
            " on your discard pile, also while you could still play."
        ),
        say(
            "**Actions.** Skip: the next player loses the turn. Reverse: the turn passes the other way. Steal a Card:"
            " the top card of somebody's discard pile comes into your hand. Steal a Chip: a chip of somebody becomes"
            " yours, but it can't win the match."
        ),
        say(
            "**Block** answers somebody else's last card of a pile, when they are about to take the chip, also the one"
            " that wins: the five cards are set aside, and there is no chip. Of several Blocks only one is spent, that"
            " of the first in the order of play. After every last card all the others are asked, whatever they hold,"
            " and nobody learns who could have blocked. You may leave an order for it on your panel at any time: ask"
            " me, never, if it would win, or always. Orders answer after a while that is the same for all."
        ),
        say(
            "**Two players** play without Reverses and with fewer other actions; Skip gives one more turn. Options: to"
            " refill the hand at the turn's end, three or seven chips to win, any colours."
        ),
        say(
            "**House rulings of this bot.** The dealer is drawn. An empty draw pile is made new of the sequences set"
            " aside, then of actions and discards; when that second kind is due again and nobody has taken a chip"
            " since, or the 40 chips are gone, the most chips win. Whoever runs out of time discards, by the stand-in,"
            " and blocks nothing. When a Block can be played, its windows and orders, and the moment at which a Skip"
            " acts are our choice where the rules are silent."
        ),
        say("Unofficial. Sequence Stacks is published by Jax."),
    )
