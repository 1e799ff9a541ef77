"""A golden match of each game: no change of the rules goes by unseen."""

import pytest

from bot.selfplay import AnyGame
from rules import GAMES
from tests.playthroughs.playthrough import FOLDER, path_of, replayed


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_recorded_match_is_played_as_it_was(game: AnyGame) -> None:
    text = path_of(game).read_text(encoding="utf-8")
    assert replayed(game, text).splitlines() == text.splitlines()


def test_no_game_lacks_a_recorded_match_and_none_is_of_no_game() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(GAMES)
