"""The positions of all games that are drawn to be looked at, by `game/name`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from . import passing_positions, sequence_positions, stacks_positions, take5_positions

PICTURES: dict[str, Callable[[], bytes]] = {
    **{f"take5/{name}": partial(take5_positions.drawn, name) for name in take5_positions.POSITIONS},
    **{f"sequence/{name}": draw for name, draw in sequence_positions.POSITIONS.items()},
    **{f"passing/{name}": draw for name, draw in passing_positions.POSITIONS.items()},
    **{f"stacks/{name}": draw for name, draw in stacks_positions.POSITIONS.items()},
}
