"""Positions, events and options as the database keeps them."""

import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.codec import (
    CorruptRecord,
    dump_events,
    dump_options,
    dump_state,
    load_events,
    load_options,
    load_state,
)
from bot.selfplay import playable
from rules import GAMES
from rules.engine import Seat
from rules.take5 import Options, Pick, Placed, Shown, State, Took

TAKE5 = GAMES["take5"]
STATES = Path(__file__).parent / "rules" / "states"
SECRET = 7777777


def position() -> State:
    state: State = TAKE5.deal(3, Options(), "codec")[0]
    return state.apply(Seat(0), Pick(state.hands[0][0]))[0]


@pytest.mark.parametrize("key", GAMES)
def test_no_game_lacks_a_kept_state(key: str) -> None:
    assert list(STATES.glob(f"{key}-*.json"))


@pytest.mark.parametrize("path", sorted(STATES.glob("*.json")), ids=lambda path: path.stem)
def test_a_state_that_a_version_kept_stays_loadable_and_playable(path: Path) -> None:
    game = GAMES[path.stem.split("-")[0]]
    state = load_state(game, path.read_text(encoding="utf-8"))
    game.check(state)
    assert load_state(game, dump_state(game, state)) == state
    for _ in range(5_000):
        if state.outcome is not None:
            break
        seat = next(seat for seat in state.to_act if playable(state, seat))
        state, _ = state.apply(seat, playable(state, seat)[0])
        game.check(state)
    assert state.outcome is not None


def test_a_state_reads_back_as_itself() -> None:
    assert load_state(TAKE5, dump_state(TAKE5, position())) == position()


def test_events_read_back_as_themselves_by_their_kind() -> None:
    events = (Shown(()), Placed(Seat(0), 5, 1), Took(Seat(1), 6, 2, 9, "low"))
    assert load_events(TAKE5, dump_events(TAKE5, events)) == events
    assert load_events(TAKE5, dump_events(TAKE5, ())) == ()


def test_options_read_back_as_themselves() -> None:
    options = Options(target=100, rounds=3, deck="tactics")
    assert load_options(TAKE5, dump_options(TAKE5, options)) == options


SPOILT: dict[str, Callable[[str], str]] = {
    "no JSON": lambda text: text[:-5],
    "another type": lambda text: text.replace('"turn":1', f'"turn":"{SECRET}"'),
    "a fraction": lambda text: text.replace('"turn":1', '"turn":1.0'),
    "a truth": lambda text: text.replace('"turn":1', '"turn":true'),
    "a field too many": lambda text: text.replace('"turn":1', f'"turn":1,"{SECRET}":1'),
    "a field too few": lambda text: text.replace('"turn":1,', ""),
    "another choice": lambda text: text.replace('"full"', f'"{SECRET}"'),
    "another shape": lambda text: f"[{SECRET}]",
    "nothing": lambda text: "",
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_a_spoilt_record_is_refused_without_a_word_of_its_contents(
    spoil: Callable[[str], str], caplog: pytest.LogCaptureFixture
) -> None:
    text = dump_state(TAKE5, position())
    assert spoil(text) != text
    with pytest.raises(CorruptRecord) as refused:
        load_state(TAKE5, spoil(text))
    told = "".join(traceback.format_exception(refused.value))
    assert str(refused.value).startswith("The state kept for Take 5 can't be read")
    assert str(SECRET) not in told
    assert refused.value.__context__ is None
    assert not caplog.records


def test_what_is_of_the_wrong_type_is_not_kept_and_not_told() -> None:
    cards: Any = str(SECRET)
    with pytest.raises(CorruptRecord) as refused:
        dump_state(TAKE5, replace(position(), rows=((cards,),)))
    assert str(refused.value) == "The state of Take 5 can't be kept: its parts are of the wrong types."
    assert str(SECRET) not in "".join(traceback.format_exception(refused.value))


def test_an_event_of_another_kind_is_refused() -> None:
    with pytest.raises(CorruptRecord, match="The events kept for Take 5 can't be read"):
        load_events(TAKE5, '[{"seat":0,"card":5,"row":1,"kind":"flown"}]')


def test_options_outside_the_choices_are_refused() -> None:
    text = dump_options(TAKE5, Options()).replace("66", "67")
    with pytest.raises(CorruptRecord, match="The options kept for Take 5 are not among its choices"):
        load_options(TAKE5, text)
