"""Why a tile can't be laid."""

from __future__ import annotations

from rules.engine import IllegalMove
from rules.passing.table import Ends, Play, Tile, plays_of, shown


def must_be_playable(move: Play, hand: tuple[Tile, ...], ends: Ends | None, drawn: Tile | None, drawable: int) -> None:
    """Refuse a tile that can't be laid now, or one whose end isn't named where it must be, or is where it needn't."""
    tile = move.tile
    if tile not in hand:
        raise IllegalMove("{tile} isn't in your hand; you hold {hand}.", tile=shown(tile), hand=tuple(map(shown, hand)))
    if drawn not in (None, tile):
        raise IllegalMove("Only the tile you have just drawn may be played now; that's {tile}.", tile=shown(drawn))
    plays = plays_of(tile, ends)
    if move in plays:
        return
    if ends is None:
        raise IllegalMove("The train is empty and has no ends yet; write {move}.", move=str(plays[0]))
    left, right = ends
    if len(plays) == 2:
        raise IllegalMove(
            "{tile} fits both ends; write {first} for the {left} or {second} for the {right}.",
            tile=shown(tile),
            first=str(plays[0]),
            left=left,
            second=str(plays[1]),
            right=right,
        )
    if plays and left == right:
        raise IllegalMove("Both ends are {end}, so none is named; write {move}.", end=left, move=str(plays[0]))
    if plays:
        end = left if left in tile else right
        raise IllegalMove(
            "{tile} fits only the {end}, so no end is named; write {move}.",
            tile=shown(tile),
            end=end,
            move=str(plays[0]),
        )
    _refuse_misfit(tile, hand, ends, drawn, drawable)


def _refuse_misfit(tile: Tile, hand: tuple[Tile, ...], ends: Ends, drawn: Tile | None, drawable: int) -> None:
    left, right = ends
    what, fitting = shown(tile), tuple(shown(each) for each in hand if plays_of(each, ends))
    if drawn is not None:
        raise IllegalMove("{tile} fits neither end, {left} nor {right}; keep it.", tile=what, left=left, right=right)
    if fitting:
        raise IllegalMove(
            "{tile} fits neither end, {left} nor {right}; of your tiles these fit: {tiles}.",
            tile=what,
            left=left,
            right=right,
            tiles=fitting,
        )
    if drawable:
        raise IllegalMove(
            "{tile} fits neither end, {left} nor {right}, and no other tile of yours does; draw or pass.",
            tile=what,
            left=left,
            right=right,
        )
    raise IllegalMove(
        "{tile} fits neither end, {left} nor {right}, and no other tile of yours does; pass.",
        tile=what,
        left=left,
        right=right,
    )
