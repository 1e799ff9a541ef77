"""The rules of The Passing Game as players read them, in this project's own words."""

from __future__ import annotations

from bot.i18n import Say


def rules_text(say: Say) -> tuple[str, ...]:
    """Return the rules, a paragraph an entry; all of them fit one message."""
    return (
        say(
            "**The aim.** Be left with few pips. A round's lowest hand scores; whoever reaches 101 points first, or 61"
            " with four players, wins the match."
        ),
        say(
            "**A round.** The 28 dominoes, from 0–0 to 6–6, are shuffled. Two or three players get seven each, four"
            " get six; the rest is the boneyard, whose last two tiles always stay. One player, drawn at random, leads"
            " with any tile, and must. Then it goes round."
        ),
        say(
            "**A turn** is one of three: lay a tile on either end of the train, where numbers have to match; or draw a"
            " tile; or pass. You may draw or pass even if you could play: that is the bluff. Doubles lie across, but"
            " the train never branches."
        ),
        say(
            "**The end of a round.** Somebody has laid their last tile. Or nobody can play: both ends show a number of"
            " which all seven tiles lie; or nothing can be drawn and no hand fits; or everybody has passed once in a"
            " row. While tiles can still be drawn, a round in which no hand fits goes on."
        ),
        say(
            "**Scoring.** All hands are shown and their pips counted, an empty one as 0. The lowest wins the pips of"
            " all the others, less its own. If two are lowest, nobody scores; so too when somebody goes out and another"
            " holds just 0–0. Then all tiles are dealt anew."
        ),
        say(
            "**Partners.** Four may play in two partnerships, partners opposite. Their hands are added; the lower side"
            " scores the other's sum less its own."
        ),
        say(
            "**Options.** Another target; who leads later rounds; playing a drawn tile at once, where the drawer is"
            " asked even if it doesn't fit, and keeping it is a draw and no pass; partners, and whether the lowest"
            " single hand wins for its side instead; going out winning a tie for lowest."
        ),
        say(
            "**House rulings of this bot.** The leader has to play. All passing in a row ends the round, passes by the"
            " clock counted; an unplayable round goes on while tiles can be drawn. Every round's leader is drawn anew."
            " Partners' hands are added. Whoever runs out of time passes, or as leader plays a tile of the stand-in's"
            " choice. What is left in the boneyard is never shown."
        ),
        say("Unofficial. A game of dominoes, played here by this project's reading of its rules."),
    )
