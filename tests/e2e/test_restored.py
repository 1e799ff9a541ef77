"""A copy made while people play is put in the place of a lost file: the match goes on from there to its end."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from click.testing import CliRunner

from bot.__main__ import main
from bot.sandbox import Person, Sandbox

from .bots import Bot
from .tables import Table, cards_of, moves_of

AN_HOUR = 3600
"""Seconds after which no nonce is remembered, and no post edited within its turn: the lost time has put it away."""


def backup(bot: Bot, copy: Path) -> None:
    """What a host types beside the running bot."""
    said = CliRunner().invoke(main, ["backup", str(copy)], env={"DATABASE_URL": f"sqlite+aiosqlite:///{bot.file}"})
    assert said.exit_code == 0, said.stderr
    assert said.stdout == f"Everything is in {copy}.\n"


def put_back(bot: Bot, copy: Path) -> None:
    """What the README tells a host to do, the bot being down."""
    for left in bot.file.parent.glob(f"{bot.file.name}-*"):
        left.unlink()
    shutil.copyfile(copy, bot.file)


async def test_a_match_goes_on_from_a_copy_with_the_picks_made_before_it_and_counts_once(
    sandbox: Sandbox, bot: Bot, tmp_path: Path, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.lay_deal(table.match, cards=5)
    await table.trick()
    card = cards_of(await table.panel(alice))[1]
    await table.pick(alice, card)
    panel = await table.panel(bob)
    copy = tmp_path / "copy.sqlite3"
    # Beside what is going on: bob presses at the same moment.
    await asyncio.gather(asyncio.to_thread(backup, bot, copy), table.press(bob, panel, cards_of(panel)[0]))
    await table.posted(2)
    await table.trick()
    before = table.turn()
    await bot.crash()
    put_back(bot, copy)
    await sandbox.pass_time(AN_HOUR)
    await bot.open()
    await bot.settled()
    turn = (await bot.cheza.matches.position(table.match)).match.turn
    assert turn in (2, 3), "all of bob's click is in the copy, or nothing"
    assert turn < before
    hands = {person: await table.panel(person) for person in (alice, bob)}
    assert len(cards_of(hands[bob])) == 6 - turn
    if turn == 2:
        assert f"You chose {card}" in hands[alice].text
    while not table.is_over():
        for person in table.awaited():
            hand = await table.panel(person)
            await table.press(person, hand, moves_of(hand)[0].label)
        await bot.quiet()
    assert len([seen for seen in table.told() if seen.has_button("Fair deal?")]) == 1
    await table.closed_lobby()
    board = await (await alice.slash("games", "leaderboard", game="take5")).reply()
    assert "of 1" in board.text
