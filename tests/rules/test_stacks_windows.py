"""The rulings K7 to K12: who may block, when a window closes, and that it tells nothing."""

from dataclasses import replace
from itertools import permutations, product

import pytest

from rules.engine import IllegalMove, Seat, marked
from rules.stacks import ORDERS, Answer, Blocked, Card, Drew, Event, Gained, Options, Order, SetOrder, State, in_order
from tests.rules.stacks_table import AT_END, REDS, USUAL, after, lay, legal, let, play

FOUR = lay(["r5 b2", "block r1", "block r2", "block r3"], REDS)
OPEN = after(FOUR, "h r5 1")


def public(state: State) -> object:
    """Return all that everybody sees."""
    return state.view(None), dict(state.to_act), state.turn, state.move_number, state.wait


def test_k7_a_block_answers_somebody_else_s_completion_only() -> None:
    for state in (FOUR, after(FOUR, "end b2"), after(lay(["r4 b2", "block r1"], ["r1 r2 r3"]), "h r4 1")):
        with pytest.raises(IllegalMove, match="Nothing is being completed"):
            play(state, "2: block")
        assert "block" not in legal(state, 1)
    own = after(lay(["r5 block b2", "r1"], REDS), "h r5 1")
    with pytest.raises(IllegalMove, match="It's for the others to answer"):
        play(own, "1: block")


def test_k7_no_block_answers_a_block() -> None:
    state = after(FOUR, "h r5 1", "2: block")
    assert state.window is None
    for player in (1, 3, 4):
        with pytest.raises(IllegalMove):
            play(state, f"{player}: block")


def test_k7_it_comes_before_the_chip_and_the_winning_completion_can_be_blocked() -> None:
    state = lay(["r5 b2", "block r1"], REDS, chips=[(2, 2), (0, 0)])
    window = after(state, "h r5 1")
    assert window.chips[0] == (2, 2)
    assert window.view(None).window is not None
    blocked, events = play(window, "2: block")
    assert events == (Blocked(Seat(1), Seat(0), "r"),)
    assert (blocked.outcome, blocked.active, blocked.chips[0]) == (None, 0, (2, 2))


ANSWERS = ("let", "block")


@pytest.mark.parametrize("answers", list(product(ANSWERS, repeat=3)))
@pytest.mark.parametrize("direction", [1, -1])
def test_k8_whatever_is_answered_in_whatever_order_the_first_in_turn_order_blocks(
    answers: tuple[str, ...], direction: int
) -> None:
    state = after(lay(["r5 b2", "block r1", "block r2", "block r3"], REDS, direction=direction), "h r5 1")
    order = [1, 2, 3] if direction == 1 else [3, 2, 1]
    blockers = [seat for seat in order if answers[seat - 1] == "block"]
    for asked in permutations((1, 2, 3)):
        now, given = state, set[int]()
        events: tuple[Event, ...] = ()
        for seat in asked:
            now, events = play(now, f"{seat + 1}: {answers[seat - 1]}")
            given.add(seat)
            # It closes as soon as the result is fixed: by a Block before which all have let pass, or by all.
            fixed = given == {1, 2, 3} or any(
                seat in given and answers[seat - 1] == "block" and set(order[: order.index(seat)]) <= given
                for seat in order
            )
            assert (now.window is None) == fixed
            if fixed:
                break
        if blockers:
            assert events[0] == Blocked(Seat(blockers[0]), Seat(0), "r")
            assert [Card("block") in hand for hand in now.hands[1:]] == [seat != blockers[0] for seat in (1, 2, 3)]
        else:
            assert events[0] == Gained(Seat(0), "r", 1, 0)


def test_k8_a_given_answer_is_final() -> None:
    for answer in ANSWERS:
        state = after(OPEN, f"3: {answer}")
        assert legal(state, 2) == []
        for again in ANSWERS:
            with pytest.raises(IllegalMove, match="You have answered, and an answer is final"):
                play(state, f"3: {again}")


def test_k8_where_nobody_answers_the_window_stays_and_at_its_deadline_nobody_blocks() -> None:
    _, events = let(after(OPEN, "4: block"))
    assert events == (Blocked(Seat(3), Seat(0), "r"),)  # a block given before counts, once the others' time is over
    _, events = let(OPEN)
    assert events == (Gained(Seat(0), "r", 1, 0),)


def test_k9_a_player_who_will_be_skipped_or_was_may_block() -> None:
    state = after(lay(["skip r5 b2", "block r1", "r2"], REDS), "h skip", "h r5 1")
    assert legal(state, 1) == ["block", "let"]
    state = after(lay(["skip b3", "block r1", "r5 b2"], REDS), "h skip", "end b3", "h r5 1")
    state, events = play(state, "1: let", "2: block")
    assert events == (Blocked(Seat(1), Seat(2), "r"),)


def test_k10_a_blocked_sequence_is_set_aside_and_the_active_player_goes_on() -> None:
    state, _ = play(OPEN, "2: block")
    assert state.aside == ("r1", "r2", "r3", "r4", "r5")
    assert (state.actions, state.piles[0], state.active) == (("block",), (), 0)
    assert legal(state) == ["end b2"]


@pytest.mark.parametrize("options", [USUAL, AT_END])
def test_k11_after_the_last_card_come_answer_and_chip_then_five_cards(options: Options) -> None:
    state, events = play(lay(["r5", "block r1"], REDS, options=options), "h r5 1")
    assert state.hands[0] == ()
    assert not any(isinstance(event, Drew) for event in events)
    for answer, first in (("let", Gained(Seat(0), "r", 1, 0)), ("block", Blocked(Seat(1), Seat(0), "r"))):
        closed, events = play(state, f"2: {answer}")
        assert events == (first, Drew(Seat(0), 5))
        assert (closed.active, len(closed.hands[0])) == (0, 5)


def test_k11_a_win_by_the_last_card_draws_nothing() -> None:
    state, _ = let(after(lay(["r5", "r1"], REDS, chips=[(2, 2), (0, 0)]), "h r5 1"))
    assert state.outcome is not None
    assert state.hands[0] == ()


# K12 --------------------------------------------------------------------------------------------------------


def test_k12_a_window_opens_for_every_opponent_at_every_completion() -> None:
    holding = after(FOUR, "h r5 1")
    without = after(lay(["r5 b2", "b3 r1", "b4 r2", "b5 r3"], REDS), "h r5 1")
    for state in (holding, without):
        assert (state.wait, dict(state.to_act)) == ("window", {1: 21, 2: 21, 3: 21})
        assert (state.turn, state.move_number) == (21, 21)
    assert holding.view(None) == without.view(None)


def test_k12_who_has_answered_what_is_hidden_until_it_closes() -> None:
    for answer in ANSWERS:
        state, events = play(OPEN, f"4: {answer}")
        assert events == ()
        assert public(state) == public(OPEN)
        for other in (0, 1, 2):
            assert state.view(Seat(other)) == OPEN.view(Seat(other))
        assert state.view(Seat(3)).answer is (answer == "block")


def test_k12_when_it_closes_the_active_player_gets_a_fresh_clock() -> None:
    state, _ = let(OPEN)
    assert dict(state.to_act) == {0: state.turn}
    assert (state.turn, state.move_number, state.wait) == (22, 22, "turn")


def test_k12_an_order_is_given_privately_at_any_time() -> None:
    for state in (FOUR, OPEN, after(OPEN, "2: let"), after(FOUR, "end b2")):
        for seat, wish in product(range(4), ORDERS):
            move = SetOrder(wish)
            assert move in state.legal_moves(Seat(seat))
            ordered, events = state.apply(Seat(seat), move)
            assert events == ()
            assert public(ordered) == public(state)
            assert ordered.view(Seat(seat)).order == wish
            for other in set(range(4)) - {seat}:
                assert ordered.view(Seat(other)) == state.view(Seat(other))
    assert marked(SetOrder("ask"), "standing")
    assert marked(SetOrder("ask"), "order")


def answer_of(order: Order | None, *, slow: bool, holds: bool, would_win: bool) -> Answer | None:
    hand = "block r1" if holds else "r1 r2"
    chips = (2, 2) if would_win else (0, 0)
    state = after(lay(["r5 b2", hand], REDS, chips=[chips, (0, 0)], orders=[None, order]), "h r5 1")
    answer = state.settled(Seat(1), slow)
    assert answer is None or answer in state.legal_moves(Seat(1))
    assert answer is None or isinstance(answer, Answer)
    return answer


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize("holds", [False, True])
@pytest.mark.parametrize("would_win", [False, True])
def test_k12_what_each_order_answers(slow: bool, holds: bool, would_win: bool) -> None:
    def answered(order: Order | None) -> Answer | None:
        return answer_of(order, slow=slow, holds=holds, would_win=would_win)

    assert answered("ask") is None
    assert answered("never") == Answer(False)
    assert answered("win") == Answer(holds and would_win)
    assert answered("always") == Answer(holds)
    # Without an order: live "ask me", else "block if it would win".
    assert answered(None) == (answered("win") if slow else None)


def test_k12_orders_say_nothing_outside_a_window_nor_once_answered() -> None:
    state = replace(FOUR, orders=("always",) * 4)
    assert all(state.settled(Seat(seat), slow) is None for seat in range(4) for slow in (False, True))
    state = replace(OPEN, orders=("always",) * 4)
    assert state.settled(Seat(0), slow=True) is None
    assert after(state, "3: let").settled(Seat(2), slow=True) is None


def test_k12_always_stays_though_there_was_no_block() -> None:
    state = after(lay(["r5 b2", "r1 r2"], REDS, orders=[None, "always"]), "h r5 1", "2: let")
    assert state.orders[1] == "always"
    assert state.view(Seat(1)).order == "always"


def twin_of(state: State, seat: int) -> State:
    """Return the same position with a seat's Block in the draw pile, and a card from there in its hand."""
    hand = list(state.hands[seat])
    place = next(index for index, card in enumerate(state.draw) if card != "block")
    hand[hand.index(Card("block"))] = state.draw[place]
    hands = (*state.hands[:seat], in_order(hand), *state.hands[seat + 1 :])
    return replace(state, hands=hands, draw=(*state.draw[:place], Card("block"), *state.draw[place + 1 :]))


@pytest.mark.parametrize("order", [None, *ORDERS])
@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize("chips", [(0, 0), (2, 2)])
def test_k12_twins_that_differ_in_who_holds_a_block_look_the_same_until_one_is_spent(
    order: Order | None, slow: bool, chips: tuple[int, int]
) -> None:
    first = lay(["r5 b2", "b3 r1", "block r2", "b4 r3"], REDS, chips=[chips, *[(0, 0)] * 3], orders=[order] * 4)
    twins = [first, twin_of(first, 2)]
    twins = [after(state, "h r5 1") for state in twins]
    assert public(twins[0]) == public(twins[1])
    for seat in (2, 3, 1):  # all orders answer at the same moment; who is asked doesn't
        answers = [state.settled(Seat(seat), slow) for state in twins]
        assert (answers[0] is None) == (answers[1] is None)
        happened: list[tuple[Event, ...]] = []
        for number, answer in enumerate(answers):
            twins[number], events = twins[number].apply(Seat(seat), answer or Answer(False))
            happened.append(events)
        if any(isinstance(event, Blocked) for events in happened for event in events):
            return
        assert happened[0] == happened[1]
        assert public(twins[0]) == public(twins[1])


def test_k12_a_window_of_two_hides_it_too() -> None:
    first = lay(["r5 b2", "block r1"], REDS)
    twins = [first, twin_of(first, 1)]
    assert public(twins[0]) == public(twins[1])
    twins = [after(state, "h r5 1") for state in twins]
    assert public(twins[0]) == public(twins[1])
    twins = [after(state, "2: let") for state in twins]
    assert public(twins[0]) == public(twins[1])
