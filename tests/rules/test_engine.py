"""What the contract itself promises: options, refusals, outcomes, luck."""

from dataclasses import dataclass

import pytest

from rules import GAMES
from rules.chance import shuffled
from rules.engine import (
    IllegalMove,
    InvalidOption,
    OptionField,
    Outcome,
    Seat,
    make_options,
    marked,
    option,
    option_fields,
    option_text,
)


@dataclass(frozen=True, slots=True)
class Form:
    """A form with every kind of choice."""

    size: int = option(2, (1, 2))
    rounds: int | None = option(None, (None, 3))
    hints: bool = option(True, (True, False))
    lock: str = option("five", ("five", "run"))


def test_a_form_lists_its_options_in_order() -> None:
    assert option_fields(Form)[0] == OptionField("size", 2, (1, 2))
    assert [each.name for each in option_fields(Form)] == ["size", "rounds", "hints", "lock"]


def test_options_are_made_from_texts_and_from_values() -> None:
    assert make_options(Form, {}) == Form()
    texts = {"size": "1", "rounds": "3", "hints": "off", "lock": "run"}
    values = {"size": 1, "rounds": 3, "hints": False, "lock": "run"}
    assert make_options(Form, texts) == make_options(Form, values) == Form(1, 3, False, "run")
    assert make_options(Form, {"rounds": "off", "hints": "on"}) == Form()
    assert [option_text(value) for value in (True, False, None, 66, "reach")] == [
        "on",
        "off",
        "off",
        "66",
        "reach",
    ]


def test_an_option_that_is_none_is_refused_with_what_there_is() -> None:
    with pytest.raises(InvalidOption) as refused:
        make_options(Form, {"colour": "red"})
    assert str(refused.value) == "There is no option colour; there are size, rounds, hints, lock."
    with pytest.raises(InvalidOption) as refused:
        make_options(Form, {"rounds": 7})
    assert str(refused.value) == "rounds can't be 7; it can be off, 3."


@pytest.mark.parametrize("key", GAMES)
def test_the_usual_options_are_choices_and_choices_differ_as_texts(key: str) -> None:
    for each in option_fields(GAMES[key].options):
        texts = [option_text(choice) for choice in each.choices]
        assert option_text(each.default) in texts
        assert len(set(texts)) == len(texts)
        assert all(text.isascii() and " " not in text and ":" not in text for text in texts)
    assert make_options(GAMES[key].options, {}) == GAMES[key].options()


def test_a_refusal_fills_in_seats_and_lists() -> None:
    refusal = IllegalMove("{card} lies with {seat}; you hold {hand}.", card=5, seat=Seat(0), hand=(1, 2))
    assert str(refusal) == "5 lies with player 1; you hold 1, 2."
    assert isinstance(refusal, ValueError)


def test_winners_are_all_in_the_first_place() -> None:
    assert Outcome((2, 1, 1), (9, 3, 3), "target").winners == (1, 2)


def test_marks_are_those_of_a_moves_type() -> None:
    class Draw:
        standing = True

    assert marked(Draw(), "standing")
    assert not marked(Draw(), "order")


def test_a_shuffle_depends_on_seed_and_label_alone() -> None:
    cards = range(1, 11)
    assert shuffled(cards, "a", "deal") == shuffled(tuple(cards), "a", "deal")
    assert shuffled(cards, "a", "deal") != shuffled(cards, "a", "again")
    assert shuffled(cards, "a", "deal") != shuffled(cards, "b", "deal")
    assert sorted(shuffled(cards, "a", "deal")) == list(cards)
    assert shuffled([], "a", "deal") == ()


def test_a_shuffle_is_the_same_in_every_version() -> None:
    """A match in play and every old seed depend on this very order."""
    assert shuffled(range(10), "seed", "label") == (3, 0, 7, 1, 6, 8, 2, 4, 5, 9)


def test_a_shuffle_favours_no_place() -> None:
    seen = [shuffled(range(4), str(number), "fair").index(0) for number in range(4000)]
    assert all(900 < seen.count(place) < 1100 for place in range(4))
