"""Leaderboards: ranks without gaps, ties that share one, nobody who has left the server."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from bot.i18n import Say
from bot.messages.layout import Button, Message, box, buttons, lines, message, small
from bot.messages.names import shown_name
from bot.timing.pace import DAY
from db.records import Standing
from db.repositories import LeaderboardRepository, PeopleRepository
from db.session import Database
from db.trouble import DiskTrouble

Span = Literal["month", "season", "all"]
SPANS: tuple[Span, ...] = ("month", "season", "all")
RANKED_FROM = 3
"""Matches that a rank takes; below that people are listed without one."""
PAGE = 10
LOOKED_UP = 60
"""How many people are asked for at Discord for one page, at most."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a leaderboard; `tied` when others share the rank."""

    rank: int
    tied: bool
    standing: Standing


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard."""

    game: str
    span: Span
    with_bots: bool
    page: int
    pages: int
    ranked: tuple[Ranked, ...]
    own: Ranked | None
    """The caller's own line, where it isn't on the page."""
    unranked: tuple[Standing, ...]


def since(span: Span, now: int) -> int | None:
    """Return when a span began: the month, the season (a quarter of the year), or never."""
    if span == "all":
        return None
    today = datetime.fromtimestamp(now / 1000, UTC)
    month = today.month if span == "month" else today.month - (today.month - 1) % 3
    return int(datetime(today.year, month, 1, tzinfo=UTC).timestamp() * 1000)


def ranks(standings: Sequence[Standing]) -> list[Ranked]:
    """Give ranks to standings in their order; equal shown ratings share one, and the next follows the count."""
    shown = [round(each.rating) for each in standings]
    sharing = Counter(shown)
    first = {rating: index + 1 for index, rating in reversed(list(enumerate(shown)))}
    return [Ranked(first[mine], sharing[mine] > 1, each) for each, mine in zip(standings, shown, strict=True)]


class Leaderboards:
    """Makes pages. `is_member` asks Discord whether somebody is on a server; answers are kept for a day."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database = database
        self._now = now

    async def page(
        self,
        guild_id: int,
        game: str,
        span: Span,
        with_bots: bool,
        page: int,
        caller: int,
        is_member: Callable[[int], Awaitable[bool]],
    ) -> Board:
        """Return a page, counted from 0; one beyond the last is the last."""
        async with self._database.read() as connection:
            standings = await LeaderboardRepository(connection).standings(
                guild_id, game, with_bots=with_bots, since=since(span, self._now()), least=1
            )
        present = await self._present(guild_id, standings, caller, is_member)
        ranked = ranks([each for each in present if each.played >= RANKED_FROM])
        pages = max(1, -(-len(ranked) // PAGE))
        page = min(max(page, 0), pages - 1)
        listed = tuple(ranked[page * PAGE : (page + 1) * PAGE])
        own = next((each for each in ranked if each.standing.user_id == caller), None)
        unranked = tuple(each for each in present if each.played < RANKED_FROM)
        return Board(game, span, with_bots, page, pages, listed, None if own in listed else own, unranked[:PAGE])

    async def _present(
        self,
        guild_id: int,
        standings: Sequence[Standing],
        caller: int,
        is_member: Callable[[int], Awaitable[bool]],
    ) -> list[Standing]:
        """Leave out who has left, so that no rank jumps over a hidden line."""
        ids = tuple(each.user_id for each in standings)
        now = self._now()
        async with self._database.read() as connection:
            seen = await PeopleRepository(connection).last_seen(guild_id, ids)
        known = {user_id: there for user_id, (at, there) in seen.items() if at >= now - DAY}
        known[caller] = True
        asked = [user_id for user_id in ids if user_id not in known][:LOOKED_UP]
        for user_id in asked:
            known[user_id] = await is_member(user_id)
        with contextlib.suppress(DiskTrouble):  # else they are asked for again
            async with self._database.write() as connection:
                people = PeopleRepository(connection)
                for user_id in (*asked, caller):
                    await people.saw_member(guild_id, user_id, now, gone=not known[user_id])
        return [each for each in standings if known.get(each.user_id, True)]  # not asked yet is not gone


def board_message(board: Board, title: str, server: str, say: Say) -> Message:
    """Build a page of a leaderboard."""
    spans = {"month": say("this month"), "season": say("this season"), "all": say("all time")}
    kind = say("with bots") if board.with_bots else say("without bots")
    rows = [_line(each, say) for each in board.ranked]
    if board.own is not None:
        rows.append("…\n" + _line(board.own, say))
    if not rows:
        rows.append(say("Nobody has played {count} matches in that time.", count=RANKED_FROM))
    few = ", ".join(
        f"{shown_name(each.name)}\u00a0({say('won {won} of {played}', won=each.won, played=each.played)})"
        for each in board.unranked
    )
    base = f"{board.game}:{board.span}"
    return message(
        box(
            lines(
                f"## {say('{game} in {server}', game=title, server=shown_name(server))}",
                small(f"{spans[board.span]} · {kind} · {say('at least 3 matches')}"),
            ),
            lines(
                *rows,
                small(say("Not ranked yet: {names}", names=few)) if few else None,
                small(say("Page {page} of {pages}", page=board.page + 1, pages=board.pages))
                if board.pages > 1
                else None,
            ),
            buttons(
                *(
                    Button(
                        {"month": say("Month"), "season": say("Season"), "all": say("All")}[span],
                        f"b:{board.game}:{span}:{int(board.with_bots)}:0:s",
                        "green" if span == board.span else "grey",
                    )
                    for span in SPANS
                )
            ),
            buttons(
                Button(
                    say("Previous"),
                    f"b:{base}:{int(board.with_bots)}:{max(board.page - 1, 0)}:p",
                    disabled=board.page == 0,
                ),
                Button(
                    say("Next"),
                    f"b:{base}:{int(board.with_bots)}:{board.page + 1}:n",
                    disabled=board.page + 1 >= board.pages,
                ),
                Button(
                    say("Without bots") if board.with_bots else say("With bots"),
                    f"b:{base}:{int(not board.with_bots)}:0:k",
                ),
            ),
        )
    )


def _line(ranked: Ranked, say: Say) -> str:
    each = ranked.standing
    shared = f" ({say.many('{count} shared', '{count} shared', each.shared_wins)})" if each.shared_wins else ""
    won = say("{won} of {played} won", won=each.won, played=each.played)
    place = say("average place {place}", place=f"{each.average_place:.1f}")
    rank = f"{ranked.rank}=" if ranked.tied else str(ranked.rank)
    return f"**{rank}** **{shown_name(each.name)}** · {round(each.rating)} · {won}{shared} · {place}"
