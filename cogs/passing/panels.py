"""The questions that a player of The Passing Game is asked, one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from bot.i18n import Say
from bot.messages.names import Names
from bot.presentation import Choice, Panel, Picture
from bot.rendering import passing as drawing
from cogs.passing.words import choice_alt
from rules.passing import Draw, Keep, Move, Pass, Play, Tile, View, shown


def waiting_panel(view: View, hand: Picture | None, names: Names, say: Say) -> Panel:
    active = view.active if view.active is not None else 0
    return Panel(
        say("**It's {name}'s turn.**", name=names[active].replace("**", "")), tuple(_drew_last(view, say)), hand
    )


def keep_panel(view: View, drawn: Tile, plays: Sequence[Play], hand: Picture | None, say: Say) -> Panel:
    """Ask a drawer: play or keep? Asked whether it fits or not, so that the question tells nobody anything (P1)."""
    keep = Choice(say("Keep it"), move=str(Keep()), style="step")
    if not plays:
        return Panel(say("You drew {tile}. It fits neither end.", tile=shown(drawn)), (), hand, ((keep,),))
    if len(plays) == 1:
        play = Choice(say("Play {tile}", tile=shown(drawn)), move=str(plays[0]))
        return Panel(say("You drew {tile}. Play it, or keep it?", tile=shown(drawn)), (), hand, ((play, keep),))
    return Panel(
        say("You drew {tile}. On which end, or keep it?", tile=shown(drawn)),
        (),
        _choice_picture(view, drawn, say),
        ((*(_end_choice(view, play, say) for play in plays), keep),),
    )


def end_panel(view: View, plays: Sequence[Play], say: Say) -> Panel:
    """Ask for the end of a tile that fits both."""
    picked = plays[0].tile
    return Panel(
        say("Which end for {tile}?", tile=shown(picked)),
        (),
        _choice_picture(view, picked, say),
        (tuple(_end_choice(view, play, say) for play in plays),),
        back=say("Another tile"),
    )


def tile_panel(view: View, legal: Sequence[Move], hand: Picture | None, say: Say) -> Panel:
    """Ask for a tile, or a draw, or a pass."""
    plays: dict[Tile, list[Play]] = {}
    for move in legal:
        if isinstance(move, Play):
            plays.setdefault(move.tile, []).append(move)
    tiles = tuple(_tile_choice(each, plays.get(each, [])) for each in view.hand)
    if view.ends is None:
        return Panel(say("You lead. Play any tile."), (), hand, (tiles,))
    others = (
        Choice(
            say("Draw ({count} left)", count=view.drawable), move=str(Draw()), style="step", disabled=not view.drawable
        ),
        Choice(say("Pass"), move=str(Pass()), style="step"),
    )
    return Panel("\n".join(_question(view, say)), tuple(_hints(view, say)), hand, (tiles, others))


def _question(view: View, say: Say) -> Iterable[str]:
    assert view.ends is not None  # noqa: S101 - asked where there is a train
    left, right = view.ends
    if left == right:
        yield say("**Both ends are {end}.**", end=left)
    else:
        yield say("**The ends are {left} and {right}.**", left=left, right=right)
    if not view.drawable:
        yield say("Play a tile, or pass. The last two of the boneyard are never drawn.")
    elif view.options.draw_then_play:
        yield say("Play a tile, or draw one, or pass. A tile that you draw you may play at once.")
    else:
        yield say("Play a tile, or draw one, or pass: each is the whole turn.")


def _hints(view: View, say: Say) -> Iterable[str]:
    yield from _drew_last(view, say)
    if view.pass_ends_round:
        yield say("If you pass too, the round is over and all hands are counted.")


def _drew_last(view: View, say: Say) -> Iterable[str]:
    if view.last_drawn is not None:
        yield say("You drew {tile} last.", tile=shown(view.last_drawn))


def _tile_choice(held: Tile, plays: Sequence[Play]) -> Choice:
    """A blue button lays its tile, a grey one asks for the end first."""
    name = f"{held[0]}{held[1]}"
    if len(plays) == 1:
        return Choice(shown(held), move=str(plays[0]))
    return Choice(shown(held), path=name, style="step", disabled=not plays)


def _end_choice(view: View, play: Play, say: Say) -> Choice:
    assert view.ends is not None  # noqa: S101 - asked where there is a train
    return Choice(say("On the {end}", end=view.ends[play.end == "right"]), move=str(play))


def _choice_picture(view: View, picked: Tile, say: Say) -> Picture:
    return Picture("choice", choice_alt(picked, view, say), partial(drawing.choice, view, picked))
