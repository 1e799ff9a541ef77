"""Whole matches without people, every position of them checked against the contract of rules/engine.py.

The functions `check_...` raise `AssertionError` with a sentence; the contract test uses them too.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import click

from bot.codec import dump_events, dump_options, dump_state, load_events, load_options, load_state
from rules import GAMES
from rules.engine import Game, IllegalMove, Seat, State, make_options, marked

AnyGame: TypeAlias = Game[Any]
AnyState: TypeAlias = State[Any, Any, Any]
Players: TypeAlias = Literal["random", "standin", "timeout"]

LONGEST = 20_000
"""Moves after which a match counts as one that doesn't end."""
OUT_OF_TURN = 1 / 20
"""How often random play lets anybody move who may, the table itself included."""
CLOSE_LOOK = 1 / 250
"""How often a position gets the checks that take a millisecond."""


# The checks -------------------------------------------------------------------------------------------------


def must(holds: bool, sentence: str) -> None:
    if not holds:
        raise AssertionError(sentence)


def playable(state: AnyState, who: Seat | None) -> tuple[Any, ...]:
    """Return the moves of one seat that stand-ins, timeouts and random play are given."""
    legal: tuple[Any, ...] = state.legal_moves(who)
    orders = tuple(kind for kind, move in {type(move): move for move in legal}.items() if marked(move, "order"))
    return tuple(move for move in legal if not isinstance(move, orders)) if orders else legal


def check_position(game: AnyGame, state: AnyState, seats: int) -> None:
    """Check what must hold at every position; quick."""
    game.check(state)
    must(
        load_state(game, dump_state(game, state)) == state,
        "A position that was kept reads back as another one.",
    )
    waited = state.to_act
    must(all(0 <= seat < seats for seat in waited), "The table waits for a seat that it doesn't have.")
    must(all(since <= state.turn for since in waited.values()), "The table waits since a turn yet to come.")
    if state.outcome is None:
        must(any(playable(state, seat) for seat in waited), "Nobody whom the table waits for can move.")
        return
    must(not waited, "The match is over, yet the table waits.")
    for who in (*map(Seat, range(seats)), None):
        must(not state.legal_moves(who), "The match is over, yet there are moves.")
    places, scores = state.outcome.places, state.outcome.scores
    must(len(places) == len(scores) == seats, "The outcome leaves a seat out.")
    must(
        all(place == 1 + sum(other < place for other in places) for place in places),
        "The places have gaps or ties that don't add up.",
    )


def check_step(game: AnyGame, before: AnyState, move: Any, after: AnyState, events: tuple[Any, ...]) -> None:
    """Check one move against the position that it led to; quick."""
    must(game.parse(str(move)) == move, f"The notation {move} reads back as another move.")
    must(after.move_number >= before.move_number, "The move number falls.")
    must(after.turn >= before.turn, "The turn falls.")
    must(after.turn <= before.turn + 1, "One move counts as several turns.")
    must(after.outcome is None or after.turn > before.turn, "The match ends without a turn of its own.")
    must(
        after.move_number == before.move_number or not marked(move, "standing"),
        "A standing move makes other buttons stale.",
    )
    must(
        not events or load_events(game, dump_events(game, events)) == events,
        "Events that were kept read back as others.",
    )


def check_hidden(game: AnyGame, state: AnyState, seats: int) -> None:
    """Check that no seat knows more than its view: deal anew what it can't see, and it must see the same.

    And that the players who never see the state find a legal move, the same one twice.
    """
    for who in (*map(Seat, range(seats)), None):
        view, legal = state.view(who), state.legal_moves(who)
        must(len(set(legal)) == len(legal), "A legal move is listed twice.")
        must(all(game.parse(str(move)) == move for move in legal), "A notation reads back as another move.")
        twin = game.redeal(state, who, f"twin of {who}")
        check_position(game, twin, seats)
        must(twin.view(who) == view, "A seat's view shows what it can't know.")
        must(twin.legal_moves(who) == legal, "A seat's moves show what it can't know.")
        must(
            (twin.to_act, twin.turn, twin.move_number, twin.wait)
            == (state.to_act, state.turn, state.move_number, state.wait),
            "Whom the table waits for shows what nobody can know.",
        )
        if who is None:
            continue
        for slow in (False, True):
            must(state.settled(who, slow) in (None, *legal), "A standing order gives an illegal move.")
            must(state.settled(who, slow) == twin.settled(who, slow), "A standing order knows too much.")
        choices = playable(state, who)
        if choices and who in state.to_act:
            for player in (game.stand_in, game.timeout):
                must(player(view, choices) in choices, f"{player.__name__} makes an illegal move.")
                must(player(view, choices) == player(twin.view(who), choices), f"{player.__name__} hesitates.")


def check_refusals(game: AnyGame, state: AnyState, seats: int, others: Sequence[Any] = ()) -> None:
    """Check that every seat can make just its own legal moves; `others` are more moves to try."""
    tables = (*map(Seat, range(seats)), None)
    known = dict.fromkeys((*others, *(move for who in tables for move in state.legal_moves(who))))
    kept = hash(state)
    for who in tables:
        legal = set(state.legal_moves(who))
        for move in known:
            try:
                state.apply(who, move)
            except IllegalMove as refusal:
                must(move not in legal, f"The legal move {move} is refused: {refusal}")
                must(str(refusal).endswith((".", "?")), "A refusal is no sentence.")
            else:
                must(move in legal, f"The move {move} is not legal and yet is made.")
    must(hash(state) == kept, "A move changed the position that it was made in.")


# Playing ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """What came out of the matches at one number of seats."""

    seats: int
    matches: int = 0
    moves: int = 0
    seconds: float = 0.0
    wins: list[float] = field(default_factory=list)
    """For each seat; a shared victory counts as its part."""
    faults: list[str] = field(default_factory=list)


def choose(
    game: AnyGame, state: AnyState, seats: int, players: Players, luck: random.Random
) -> tuple[Seat | None, Any]:
    """Return who moves next and how."""
    asked: list[Seat | None] = list(state.to_act)
    if players == "random":
        if luck.random() < OUT_OF_TURN:
            asked = [*map(Seat, range(seats)), None]
        luck.shuffle(asked)
    # Whoever has answered in a window is still waited for, without a move.
    who, moves = next((seat, moves) for seat in asked if (moves := playable(state, seat)))
    if players == "random":
        return who, luck.choice(moves)
    player = game.stand_in if players == "standin" else game.timeout
    return who, player(state.view(who), moves)


def steps(game: AnyGame, seats: int, options: Any, seed: str, players: Players) -> Iterator[tuple[AnyState, Any]]:
    """Play one match with all checks; yields every position with the move that led to it (None: the deal)."""
    luck = random.Random(seed)  # noqa: S311 - players who must be the same for the same seed
    state, events = game.deal(seats, options, seed)
    must(game.deal(seats, options, seed) == (state, events), "The same seed deals something else.")
    must(
        load_options(game, dump_options(game, options)) == options,
        "Options that were kept read back as others.",
    )
    must(load_events(game, dump_events(game, events)) == events, "Events that were kept read back as others.")
    check_position(game, state, seats)
    yield state, None
    last: Any = None
    for _ in range(LONGEST):
        if state.outcome is not None:
            return
        who, move = choose(game, state, seats, players, luck)
        if luck.random() < CLOSE_LOOK:
            check_hidden(game, state, seats)
            check_refusals(game, state, seats, () if last is None else (last,))
            must(state.apply(who, move) == state.apply(who, move), "The same move leads to two positions.")
        kept = hash(state)
        after, events = state.apply(who, move)
        must(hash(state) == kept, "A move changed the position that it was made in.")
        check_step(game, state, move, after, events)
        check_position(game, after, seats)
        state, last = after, move
        yield state, move
    raise AssertionError(f"The match has not ended after {LONGEST} moves.")


def play_matches(game: AnyGame, seats: int, options: Any, matches: int, seed: str, players: Players) -> Tally:
    """Play so many matches; a match with a fault ends there and is told in the tally."""
    tally = Tally(seats, wins=[0.0] * seats)
    started = time.perf_counter()
    for number in range(1, matches + 1):
        moves, last, outcome = 0, None, None
        try:
            for state, last in steps(game, seats, options, f"{seed}/{seats}/{number}", players):
                moves += last is not None
                outcome = state.outcome
        except Exception as error:  # any error of a game is what we are looking for
            after = f"after {moves} moves, the last one {last}" if last is not None else "at the deal"
            tally.faults.append(f"{seats} seats, match {number}, {after}: {type(error).__name__}: {error}")
        tally.matches += 1
        tally.moves += moves
        if outcome is not None:
            for winner in outcome.winners:
                tally.wins[winner] += 1 / len(outcome.winners)
    tally.seconds = time.perf_counter() - started
    return tally


# The command ------------------------------------------------------------------------------------------------


def seat_numbers(text: str, allowed: Sequence[int]) -> tuple[int, ...]:
    """Read numbers of seats like `2,4,6-8`; raises `ValueError` with a sentence."""
    numbers: set[int] = set()
    for part in text.split(","):
        found = re.fullmatch(r" *([0-9]{1,3}) *(?:- *([0-9]{1,3}) *)?", part)
        if found is None:
            raise ValueError(f"--seats is a list like 2,4,6-8, not {text!r}.")
        first, last = int(found[1]), int(found[2] or found[1])
        if first > last:
            raise ValueError(f"--seats counts up: write {last}-{first} instead of {first}-{last}.")
        numbers.update(range(first, last + 1))
    wrong = sorted(numbers - set(allowed))
    if wrong:
        listed = ", ".join(map(str, allowed))
        raise ValueError(f"With these options the game is played by {listed}, not by {', '.join(map(str, wrong))}.")
    return tuple(sorted(numbers))


def chosen_options(game: AnyGame, text: str) -> Any:
    """Read options like `target=33,end_at=reach`; raises `ValueError` with a sentence."""
    values: dict[str, object] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"--options is a list like name=value,name=value, not {text!r}.")
        values[name.strip()] = value.strip()
    return make_options(game.options, values)


def as_line(tally: Tally) -> str:
    shares = " ".join(f"{share:.3f}" for share in win_shares(tally))
    return (
        f"{tally.seats:>5} {tally.matches:>8} {tally.moves:>9} {tally.moves / tally.matches:>12.1f} "
        f"{tally.moves / tally.seconds:>9.0f} {len(tally.faults):>7}  {shares}"
    )


HEADER = "seats  matches     moves  mean length   moves/s  faults  win share by seat"


def as_json(tally: Tally, game: AnyGame, players: Players) -> str:
    return json.dumps(
        {
            "game": game.key,
            "players": players,
            "seats": tally.seats,
            "matches": tally.matches,
            "moves": tally.moves,
            "mean_length": round(tally.moves / tally.matches, 2),
            "moves_per_second": round(tally.moves / tally.seconds, 1),
            "win_share": [round(share, 4) for share in win_shares(tally)],
            "faults": tally.faults,
        }
    )


def win_shares(tally: Tally) -> list[float]:
    ended = sum(tally.wins)
    return [won / ended if ended else 0.0 for won in tally.wins]


class BadInput(click.ClickException):
    """Said in one sentence; exits with 2."""

    exit_code = 2


@click.command()
@click.argument("game_key", metavar="GAME", type=click.Choice(sorted(GAMES)))
@click.option("--seats", "seats_text", help="Numbers of seats, like 2,4,6-8. Without it: all that the game allows.")
@click.option("--matches", type=click.IntRange(min=1), default=100, show_default=True, help="Matches at each number.")
@click.option("--seed", default="1", show_default=True, help="The same seed plays the same matches.")
@click.option("--players", type=click.Choice(["random", "standin", "timeout"]), default="random", show_default=True)
@click.option("--options", "options_text", default="", help="The game's options, like target=33,end_at=reach.")
@click.option("--json", "in_json", is_flag=True, help="One object a line instead of a table.")
@click.pass_context
def selfplay(
    context: click.Context,
    game_key: str,
    seats_text: str | None,
    matches: int,
    seed: str,
    players: Players,
    options_text: str,
    in_json: bool,
) -> None:
    """Play whole matches of GAME without people and check every position."""
    game = GAMES[game_key]
    try:
        options = chosen_options(game, options_text)
        allowed = tuple(game.tables(options))
        numbers = allowed if seats_text is None else seat_numbers(seats_text, allowed)
    except ValueError as error:
        raise BadInput(str(error)) from None
    faults: list[str] = []
    if not in_json:
        click.echo(HEADER)
    for number in numbers:
        tally = play_matches(game, number, options, matches, seed, players)
        click.echo(as_json(tally, game, players) if in_json else as_line(tally))
        faults += tally.faults
    for fault in faults if not in_json else ():
        click.echo(fault, err=True)
    if faults:
        context.exit(1)
