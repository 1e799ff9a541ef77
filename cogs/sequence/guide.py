"""The rules of Sequence as players read them, in this project's own words."""

from __future__ import annotations

from bot.i18n import Say


def rules_text(say: Say) -> tuple[str, ...]:
    """Return the rules, a paragraph an entry; all of them fit one message."""
    return (
        say(
            "**The aim.** Five chips of your colour in a row, column or diagonal are a sequence. Two players or teams"
            " need two of them, three need one. The four corners count for everybody, as one of the five."
        ),
        say(
            "**A turn.** Play a card and put a chip on one of its two spaces, if one is open; then a new card is drawn"
            " for you. Every card but the jacks is on the board twice. Two players hold 7 cards each, 3 or 4 hold 6, 6"
            " hold 5, 8 or 9 hold 4, and 10 or 12 hold 3. While you can play, you may not pass."
        ),
        say(
            "**Jacks.** J♣ and J♦ have two eyes: a chip on any open space. J♥ and J♠ have one: take an opponent's chip"
            " away. The space is open again, but you place nothing in that turn, and you draw as always. Chips of a"
            " finished sequence can't be taken, and no jack touches a corner."
        ),
        say(
            "**Dead cards.** When both spaces of a card are covered, it is dead: before you play you may swap one for a"
            " new card, once a turn. If you can play nothing at all, swapping comes first; still nothing, and you pass,"
            " which draws nothing. A jack is never dead."
        ),
        say(
            "**Sharing and long lines.** Two sequences of a team share one space at most. Nine in a line are two, with"
            " one chip shared; six, seven or eight are one, and you say which five. The rest of the line stays open to"
            " jacks. One chip may finish two lines at once."
        ),
        say(
            "**Teams.** From four players on you play in teams, seated in turn; hands are private, from team-mates"
            " too. Telling a team-mate what to do is table talk: a moderator or the opener may call it, and each of the"
            " team gives up a card of their choice. A call by the opener makes the match unrated."
        ),
        say(
            "**House rulings of this bot.** When a card is needed and the deck is empty, all discard piles make a new"
            " one; anybody may look through the piles. If everybody has to pass in turn, the most sequences win. Who"
            " runs out of time is played for by a stand-in, and of a long line the first five count. Where cards are"
            " drawn by hand, you can draw until a later player has drawn. Swapping before passing, drawing again when"
            " two tie for the deal, and who may call table talk are our choice too: the rules are silent there."
        ),
        say("Unofficial. Sequence is a game by Doug Reuter, published by Jax."),
    )
