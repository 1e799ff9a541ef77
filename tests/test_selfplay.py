"""Matches without people: what the command prints, and that it tells every kind of fault."""

import json
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.selfplay import check_hidden, check_refusals, check_step, play_matches, seat_numbers, selfplay
from rules import GAMES
from rules.engine import IllegalMove, Outcome, Seat
from rules.take5 import GAME, Options, Pick, State


def run(*arguments: str) -> Result:
    return CliRunner().invoke(selfplay, arguments)


def test_a_table_has_one_line_for_each_number_of_seats() -> None:
    result = run("take5", "--seats", "2-4", "--matches", "2", "--options", "rounds=1")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "seats  matches     moves  mean length   moves/s  faults  win share by seat"
    assert [line.split()[0] for line in lines[1:]] == ["2", "3", "4"]
    for line in lines[1:]:
        seats, matches, moves, length, _, faults, *shares = line.split()
        assert (matches, faults) == ("2", "0")
        assert float(length) == int(moves) / 2
        assert len(shares) == int(seats)
        assert sum(map(float, shares)) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("players", ["random", "standin", "timeout"])
def test_json_is_one_object_a_line_and_the_same_for_the_same_seed(players: str) -> None:
    arguments = (
        "take5",
        "--seats",
        "2,9-10",
        "--matches",
        "2",
        "--players",
        players,
        "--options",
        "rounds=1",
        "--json",
    )
    first, second, other = run(*arguments), run(*arguments), run(*arguments, "--seed", "2")
    assert first.exit_code == 0
    found = [json.loads(line) for line in first.output.splitlines()]
    assert [each["seats"] for each in found] == [2, 9, 10]
    for each in found:
        assert (each["game"], each["players"], each["matches"], each["faults"]) == ("take5", players, 2, [])
        assert each["mean_length"] == each["moves"] / 2
    assert played(first) == played(second) != played(other)


def played(result: Result) -> list[Any]:
    """Return what was printed without the speed."""
    return [{**json.loads(line), "moves_per_second": 0} for line in result.output.splitlines()]


def test_without_seats_every_number_that_the_game_allows_is_played() -> None:
    result = run("take5", "--matches", "1", "--options", "rounds=1", "--json")
    assert [json.loads(line)["seats"] for line in result.output.splitlines()] == list(range(2, 11))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("2", (2,)), ("2-4", (2, 3, 4)), ("2,4,6-8", (2, 4, 6, 7, 8)), ("4, 2-3,3", (2, 3, 4))],
)
def test_lists_and_ranges_of_seats_are_read(text: str, numbers: tuple[int, ...]) -> None:
    assert seat_numbers(text, range(2, 11)) == numbers


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--seats", "two"], "--seats is a list like 2,4,6-8, not 'two'."),
        (["--seats", "4-2"], "--seats counts up: write 2-4 instead of 4-2."),
        (
            ["--seats", "1-3,11"],
            "With these options the game is played by 2, 3, 4, 5, 6, 7, 8, 9, 10, not by 1, 11.",
        ),
        (["--options", "target"], "--options is a list like name=value,name=value, not 'target'."),
        (["--options", "target=67"], "target can't be 67; it can be 33, 66, 100, 150, 200."),
        (["--options", "goal=3"], "There is no option goal; there are target, end_at, rounds, deck."),
    ],
)
def test_bad_input_is_answered_with_one_sentence(arguments: list[str], sentence: str) -> None:
    result = run("take5", *arguments)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {sentence}\n"


@pytest.mark.parametrize("arguments", [["chess"], ["take5", "--matches", "0"], ["take5", "--players", "people"]])
def test_what_no_option_allows_exits_with_2(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


# Broken games: each is Take 5 with one fault. ---------------------------------------------------------------


def never(state: State) -> None:
    raise AssertionError("A card is in two places.")


def forgetful(state: State, seat: Seat | None, seed: str) -> State:
    """Deal a seat's own hand anew too, as if the view of it depended on what it can't see."""
    return GAME.redeal(state, None, seed)


def test_a_fault_is_told_with_its_match_and_exits_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "take5", replace(GAME, check=never))
    result = run("take5", "--seats", "2", "--matches", "2")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "2 seats, match 1, at the deal: AssertionError: A card is in two places.",
        "2 seats, match 2, at the deal: AssertionError: A card is in two places.",
    ]
    assert result.stdout.splitlines()[1].split()[:2] == ["2", "2"]
    in_json = run("take5", "--seats", "2", "--matches", "2", "--json")
    assert in_json.exit_code == 1
    assert len(json.loads(in_json.stdout)["faults"]) == 2


def test_a_player_that_breaks_the_rules_is_a_fault() -> None:
    broken = replace(GAME, stand_in=lambda view, legal: Pick(0))
    tally = play_matches(broken, 2, Options(), 1, "1", "standin")
    assert "0 isn't in your hand any more" in tally.faults[0]


def test_a_deal_that_the_seed_doesn_t_settle_is_a_fault() -> None:
    deals = iter(range(1000))
    broken = replace(GAME, deal=lambda seats, options, seed: GAME.deal(seats, options, f"{next(deals)}"))
    tally = play_matches(broken, 2, Options(), 1, "1", "random")
    assert "The same seed deals something else." in tally.faults[0]


CHOOSING, _ = GAME.deal(3, Options(), "faults")
AFTER, EVENTS = CHOOSING.apply(Seat(0), Pick(CHOOSING.hands[0][0]))


def test_a_view_that_knows_too_much_is_a_fault() -> None:
    with pytest.raises(AssertionError, match="shows what it can't know"):
        check_hidden(replace(GAME, redeal=forgetful), CHOOSING, 3)


@pytest.mark.parametrize("name", ["stand_in", "timeout"])
def test_a_stand_in_without_a_legal_move_is_a_fault(name: str) -> None:
    def wild(view: object, legal: object) -> Pick:
        return Pick(0)

    broken = replace(GAME, stand_in=wild) if name == "stand_in" else replace(GAME, timeout=wild)
    with pytest.raises(AssertionError, match="wild makes an illegal move"):
        check_hidden(broken, CHOOSING, 3)


def test_a_notation_that_reads_back_otherwise_is_a_fault() -> None:
    broken = replace(GAME, parse=lambda text: Pick(1))
    with pytest.raises(AssertionError, match="reads back as another move"):
        check_step(broken, CHOOSING, Pick(2), AFTER, EVENTS)


def test_a_number_that_falls_is_a_fault() -> None:
    with pytest.raises(AssertionError, match="The move number falls"):
        check_step(GAME, replace(CHOOSING, move_number=9), Pick(2), AFTER, EVENTS)
    with pytest.raises(AssertionError, match="The turn falls"):
        check_step(GAME, replace(CHOOSING, turn=9), Pick(2), AFTER, EVENTS)


def test_a_move_that_counts_as_two_turns_and_an_end_that_counts_as_none_are_faults() -> None:
    with pytest.raises(AssertionError, match="One move counts as several turns"):
        check_step(GAME, CHOOSING, Pick(2), replace(AFTER, turn=CHOOSING.turn + 2), EVENTS)
    over = replace(AFTER, turn=CHOOSING.turn, outcome=Outcome((1, 1, 1), (0, 0, 0), "rounds"))
    with pytest.raises(AssertionError, match="The match ends without a turn of its own"):
        check_step(GAME, CHOOSING, Pick(2), over, EVENTS)


class Lax(State):
    """Takes every card."""

    def apply(self, who: Seat | None, move: Any) -> tuple[Any, tuple[Any, ...]]:
        return self, ()


class Strict(State):
    """Refuses every card."""

    def apply(self, who: Seat | None, move: Any) -> tuple[Any, tuple[Any, ...]]:
        raise IllegalMove("No.")


@pytest.mark.parametrize(("kind", "sentence"), [(Lax, "is not legal and yet is made"), (Strict, "is refused: No.")])
def test_a_position_that_takes_too_much_or_too_little_is_a_fault(kind: type[State], sentence: str) -> None:
    state = kind(**{name: getattr(CHOOSING, name) for name in State.__dataclass_fields__})
    with pytest.raises(AssertionError, match=sentence):
        check_refusals(GAME, state, 3)
