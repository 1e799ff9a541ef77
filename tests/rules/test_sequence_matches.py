"""Whole matches of Sequence at every size of table and with every option, each position checked.

The long run: 2,000 matches at each size, by `python -m bot selfplay`.
"""

from typing import Any

import pytest

from bot.selfplay import Players, play_matches
from rules.engine import make_options, option_fields
from rules.sequence import GAME, HAND, Options

UNLIMITED: list[dict[str, object]] = [
    {"dead_cards": "unlimited", each.name: choice}
    for each in option_fields(Options)
    for choice in each.choices
    if each.name not in ("dead_cards", "hints")
]


def play(seats: int, matches: int, players: Players, **options: Any) -> None:
    tally = play_matches(GAME, seats, make_options(Options, options), matches, "tests", players)
    assert tally.faults == []
    assert sum(tally.wins) == pytest.approx(matches)


@pytest.mark.parametrize("seats", HAND)
def test_matches_of_random_players_end_without_a_fault(seats: int) -> None:
    play(seats, 25, "random")


@pytest.mark.parametrize("options", UNLIMITED, ids=lambda options: ",".join(f"{k}={v}" for k, v in options.items()))
def test_matches_with_unlimited_exchanges_and_every_other_option_end(options: dict[str, object]) -> None:
    play(6, 2, "random", **options)


@pytest.mark.parametrize("players", ["standin", "timeout"])
@pytest.mark.parametrize("manual_draw", [False, True])
def test_matches_that_stand_ins_play_end(players: Players, manual_draw: bool) -> None:
    for seats in (2, 3, 6):
        play(seats, 2, players, manual_draw=manual_draw)


def test_options_are_those_of_the_rules() -> None:
    assert {each.name: (each.default, each.choices) for each in option_fields(Options)} == {
        "sequences_to_win": ("usual", ("usual", 1, 2, 3)),
        "teams": (2, (2, 3)),
        "lock": ("five", ("five", "run")),
        "manual_draw": (False, (False, True)),
        "dead_cards": ("once", ("once", "none", "unlimited")),
        "jacks": ("standard", ("standard", "all_wild")),
        "hints": (True, (True, False)),
    }
    assert make_options(Options, {"sequences_to_win": "3", "manual_draw": "on"}) == Options(
        sequences_to_win=3, manual_draw=True
    )
