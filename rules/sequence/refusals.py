"""Why a move of Sequence can't be made now, each in a sentence that says what can."""

from __future__ import annotations

from rules.cards import Card, sign
from rules.engine import IllegalMove, Seat
from rules.sequence.board import BOTH, CARD_ON, CORNERS, SPACES, SPACES_OF, Space, name_of, spaces_in
from rules.sequence.position import Position
from rules.sequence.table import TEAMS


def check_place(state: Position, who: Seat, card: Card, space: Space) -> None:
    """Refuse a chip that a card can't bring to a space."""
    _check_held(state, who, card)
    if state.removes(card):
        raise IllegalMove(
            "{card} takes a chip away and puts none; say which, as {move}.", card=sign(card), move=f"{card} x d6"
        )
    _check_space(space)
    free = state.free()
    if both := BOTH[card]:
        if not both & free:
            raise IllegalMove("{card} is dead: both of its spaces are covered.", card=sign(card))
        if CARD_ON[space] != card:
            raise IllegalMove(
                "{card} can go on {spaces}, not on {space}.",
                card=sign(card),
                spaces=_shown(both & free),
                space=_name(space),
            )
        if not free >> space & 1:
            raise IllegalMove(
                "{space} has a chip already; {card} can also go on {spaces}.",
                space=_name(space),
                card=sign(card),
                spaces=_shown(both & free),
            )
    elif not free >> space & 1:
        raise IllegalMove(
            "{space} has a chip already; {card} goes on any open space.", space=_name(space), card=sign(card)
        )


def check_remove(state: Position, who: Seat, card: Card, space: Space) -> None:
    """Refuse to take a chip away where a card can't."""
    _check_held(state, who, card)
    if SPACES_OF[card]:
        raise IllegalMove("{card} takes no chip away; only J♠ and J♥ do.", card=sign(card))
    if not state.removes(card):
        raise IllegalMove("{card} puts a chip on any open space; it takes none away.", card=sign(card))
    _check_space(space)
    bit, team = 1 << space, state.team_of(who)
    if state.free() & bit:
        raise IllegalMove("{space} has no chip.", space=_name(space))
    if state.chips[team] & bit:
        raise IllegalMove("The chip on {space} is your own; take an opponent's.", space=_name(space))
    if not state.removable(who) & bit:
        raise IllegalMove("The chip on {space} is protected by a sequence, which stays.", space=_name(space))


def check_exchange(state: Position, who: Seat, card: Card) -> None:
    """Refuse to exchange a card that isn't dead, or one too many."""
    _check_held(state, who, card)
    if state.options.dead_cards == "none":
        raise IllegalMove("In this match dead cards are not exchanged.")
    if not SPACES_OF[card]:
        raise IllegalMove("{card} is a jack, and a jack is never dead.", card=sign(card))
    if still := BOTH[card] & state.free():
        raise IllegalMove("{card} isn't dead: it can go on {spaces}.", card=sign(card), spaces=_shown(still))
    if state.options.dead_cards == "once" and state.exchanges:
        raise IllegalMove("You have exchanged a dead card already; it goes once a turn.")
    if not state.may_exchange():
        raise IllegalMove("The deck has been rebuilt in this turn, so no more is exchanged.")
    if state.rights[who] and not state.plays(who)[0]:
        raise IllegalMove("You can still draw for your last turn; draw first.")


def check_pass(state: Position, who: Seat) -> None:
    """Refuse to pass while there is something to play, to draw or to exchange (S12, S13)."""
    plays, dead = state.plays(who)
    if plays:
        raise IllegalMove("You can't pass while you can play, as {move}.", move=str(plays[0]))
    if state.rights[who]:
        raise IllegalMove("You can still draw for your last turn; draw first.")
    if dead and not state.exchanges and state.may_exchange():
        raise IllegalMove("You hold a dead card; exchange it first, as {move}.", move=f"dead {dead[0]}")


def check_draw(state: Position, who: Seat) -> None:
    """Refuse a draw that isn't one's right (S19)."""
    if not state.options.manual_draw:
        raise IllegalMove("In this match cards are drawn for you.")
    if who == state.active and state.debts[who] and not state.choices:
        raise IllegalMove("You owe a card for table talk; discard one before anything else.")
    if not state.rights[who]:
        raise IllegalMove("There is no card for you to draw: you have drawn it, or it is forfeited.")


def check_drop(state: Position, who: Seat, card: Card) -> None:
    """Refuse to discard a card that isn't owed."""
    if not state.debts[who]:
        raise IllegalMove("You owe no card for table talk.")
    _check_held(state, who, card)


def check_penalty(state: Position, team: int) -> None:
    """Refuse to call table talk where it has no meaning (S20)."""
    teams = len(state.chips)
    if len(state.hands) == teams:
        raise IllegalMove("Nobody has a team-mate at this table, so there is no table talk.")
    if not 0 <= team < teams:
        raise IllegalMove("There is no such team at this table; call one of {teams}.", teams=TEAMS[:teams])
    if not state.room(team):
        raise IllegalMove("Nobody of that team has a card to spare: everybody keeps one.")


def _check_held(state: Position, who: Seat, card: Card) -> None:
    hand = state.hands[who]
    if card not in hand:
        raise IllegalMove(
            "{card} isn't in your hand any more; you hold {hand}.", card=sign(card), hand=tuple(map(sign, hand))
        )


def _check_space(space: Space) -> None:
    if not 0 <= space < len(SPACES):
        raise IllegalMove("There is no such space; columns are A to J, rows 1 to 10.")
    if CORNERS >> space & 1:
        raise IllegalMove(
            "{space} is a corner: it counts for everybody, and no card is played there.", space=_name(space)
        )


def _name(space: Space) -> str:
    return name_of(space).upper()


def _shown(mask: int) -> tuple[str, ...]:
    return tuple(map(_name, spaces_in(mask)))
