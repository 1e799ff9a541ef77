"""The rules of the games: no clock, no input or output, no names, no languages."""

from typing import Any

from rules import passing, sequence, stacks, take5
from rules.engine import Game

GAMES: dict[str, Game[Any]] = {game.key: game for game in (take5.GAME, sequence.GAME, passing.GAME, stacks.GAME)}
