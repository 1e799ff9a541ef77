"""A second opinion on the bot: one whole match of each game on SimCord, a simulated Discord that others wrote.

The bot is the real one with a real database. Two people play by pressing buttons in the thread and in their DM
channels, and by typing; in the middle the bot is stopped and another one goes on from the file.

What SimCord 3.2.1 does not see, so that only our own sandbox (`tests/sandbox`, `tests/e2e`) can vouch for it:

* HTTP, the gateway's wire, rate limits, sizes of files, what is in a picture of an emoji: it stands in the process,
  in place of discord.py's HTTP client.
* Time: an interaction never gets too old, for its clock moves only while the bot sleeps; and the bot's clock reads
  the machine's. Deadlines and reminders are not played here.
* Two people at once: each act is settled before the next.
* Nonces: it takes a repeated one for a new message. They are read from its log of requests here.
* Closed DMs: a DM to a person always arrives.
* Whom a message pings: it parses mentions, but a person hears nothing. `allowed_mentions` is read from the log.
* The missing permission ATTACH_FILES, and archived threads, which it lets anybody write to.
* Threads: it announces one made from a fresh message in the channel (type 18, which Discord keeps for old messages
  and for none) and leaves out the thread's first message (type 21).
"""

import logging
import random
import re
from typing import Any

import pytest
from simcord import ChannelHandle, Env, HttpLogEntry, SetupError

from bot.client import Cheza
from bot.i18n import say_in
from bot.settings import Settings
from rules import GAMES
from rules.engine import Outcome, Seat, option_fields
from tests.simcord.people import (
    Person,
    answer_to,
    buttons_of,
    choices_of,
    labels_of,
    pictures_of,
    selects_of,
    text_of,
)

SHORTER = {
    "take5": {"rounds": "1"},
    "sequence": {"sequences_to_win": "1"},
    "passing": {"target": "31"},
    "stacks": {"chips_to_win": "3"},
}
"""Options that make a match of a game short."""
LONGEST_PATH = 20
"""Presses on the way to one move."""
MOST_TURNS = 2_000
MATCH = 1
RANK = re.compile(r"\*\*(?P<place>\d+)(?P<tied>=?)\*\* .*\b(?P<name>Alice|Bob) · (?P<score>.+)")
"""A line of the last post that ranks somebody."""


class Table:
    """Two people, a spectator, and the match between the two."""

    def __init__(self, env: Env, key: str, settings: Settings) -> None:
        self.env = env
        self.game = GAMES[key]
        self.settings = settings
        self.luck = random.Random(key)  # noqa: S311 - which button is pressed is no secret
        server = env.create_guild("Attic")
        self.channel = server.create_text_channel("games")
        self.alice, self.bob, self.cara = (
            Person(server.add_member(env.create_user(name.lower(), global_name=name)))
            for name in ("Alice", "Bob", "Cara")
        )
        self.players = (self.alice, self.bob)

    @property
    def bot(self) -> Cheza:
        assert isinstance(self.env.bot, Cheza)
        return self.env.bot

    @property
    def thread(self) -> ChannelHandle:
        (thread,) = self.channel.threads
        return thread

    def post(self) -> Any:
        """Return the newest post of the thread, which alone has buttons."""
        *older, newest = self.cara.posts(self.thread)
        assert [text_of(each) for each in older if buttons_of(each)] == []
        return newest

    async def state(self) -> Any:
        return (await self.bot.matches.position(MATCH)).state

    # The lobby ---------------------------------------------------------------------------------

    async def open(self) -> None:
        """Alice opens a table, Bob joins, Alice chooses the options and starts."""
        opened = await self.alice.actor.slash(self.channel, "play", game=self.game.key)
        lobby = answer_to(opened)
        assert not opened.ephemeral
        assert [each.id for each in self.cara.posts(self.channel)] == [lobby.id]
        assert self.game.title in text_of(lobby)
        assert labels_of(lobby) == ["Join", "Leave", "Start", "Add a bot", "Options", "Cancel"]

        joined = await self.bob.presses(lobby, "Join")
        (welcome,) = joined.followups
        assert welcome.ephemeral
        self.only(self.bob, welcome.message, self.channel)
        (lobby,) = self.cara.posts(self.channel)
        assert self.alice.name in text_of(lobby) and self.bob.name in text_of(lobby)

        refused = await self.bob.presses(lobby, "Start")
        (why,) = refused.followups
        assert why.ephemeral and "Alice" in text_of(why.message)
        assert self.channel.threads == []

        await self.choose_options(lobby)
        started = await self.alice.presses(lobby, "Start")
        assert started.acknowledged and started.followups == []
        (lobby,) = self.cara.posts(self.channel)
        assert buttons_of(lobby) == []
        assert self.thread.mention in text_of(lobby)

    async def choose_options(self, lobby: Any) -> None:
        form = answer_to(await self.alice.presses(lobby, "Options"))
        self.only(self.alice, form, self.channel)
        names = [field.name for field in option_fields(self.game.options)]
        assert [each.custom_id for each in selects_of(form)] == [f"o:{MATCH}:{name}" for name in names]
        for name, value in SHORTER.get(self.game.key, {}).items():
            result = await self.alice.actor.select(form, [value], custom_id=f"o:{MATCH}:{name}")
            changed = answer_to(result)
            assert changed.id == form.id
            (select,) = [each for each in selects_of(changed) if each.custom_id == f"o:{MATCH}:{name}"]
            assert [option.value for option in select.options if option.default] == [value]
            (lobby,) = self.cara.posts(self.channel)
            assert "Changed:" in text_of(lobby)

    # The match ---------------------------------------------------------------------------------

    async def hand(self, person: Person) -> Any:
        """Press My hand, or Answer, on the newest post; the panel reaches that person alone."""
        post = self.post()
        panel = answer_to(await person.presses(post, labels_of(post)[0]))
        self.only(person, panel, self.thread)
        return panel

    async def by_buttons(self, person: Person, panel: Any) -> bool:
        """Press buttons of a panel, or choose from its lists, until that is the move; False where nothing is to do."""
        for _ in range(LONGEST_PATH):
            choices = choices_of(panel)
            if not choices:
                return False
            chosen = self.luck.choice(choices)
            changed = answer_to(await person.chooses(panel, chosen))
            assert changed.id == panel.id
            assert changed.flags.ephemeral == panel.flags.ephemeral
            panel = changed
            if chosen.is_move:
                return True
        raise AssertionError(f"no move within {LONGEST_PATH} presses")

    async def by_dm(self, person: Person) -> bool:
        """Play from the hand that lies in the DM channel."""
        hand = person.dms()[-1]
        if "Play here" not in labels_of(hand):
            return await self.by_buttons(person, await self.hand(person))
        panel = answer_to(await person.presses(hand, "Play here"))
        assert panel.id == hand.id
        return await self.by_buttons(person, panel)

    async def by_typing(self, person: Person) -> bool:
        """Type a move that the bot offers to this person."""
        offered = await person.actor.autocomplete(self.thread, "move", "move", "")
        seat = Seat(self.players.index(person))
        legal = [str(move) for move in (await self.state()).legal_moves(seat)]
        assert [each["value"] for each in offered] == legal[:25]
        if not offered:
            return False
        typed = self.luck.choice(offered)["value"]
        panel = answer_to(await person.actor.slash(self.thread, "move", move=typed))
        self.only(person, panel, self.thread)
        return True

    async def turn(self, number: int) -> None:
        """Let everybody who is awaited move, in changing order and in changing ways."""
        moved = False
        awaited = sorted((await self.state()).to_act, reverse=number % 2 == 1)
        for seat in awaited:
            person = self.players[seat]
            match (number + seat) % 3:
                case 0:
                    moved |= await self.by_buttons(person, await self.hand(person))
                case 1:
                    moved |= await self.by_dm(person)
                case _:
                    moved |= await self.by_typing(person)
            if (await self.state()).outcome is None:
                self.look()
        assert moved, "nobody who is awaited could move"

    def look(self) -> None:
        """See that the table is shown as it should be while a match goes on."""
        post = self.post()
        assert post.flags.components_v2
        window = labels_of(post) == ["Answer"]
        assert window or labels_of(post) == ["My hand", "More"]
        assert bool(pictures_of(post)) != window
        assert all(picture.description for picture in pictures_of(post))
        assert {attachment.filename for attachment in post.attachments} == {
            picture.media.url.rsplit("/", 1)[-1] for picture in pictures_of(post)
        }
        for person in self.players:
            assert len(person.dms()) <= 1
        assert self.cara.dms() == []

    async def restart(self) -> None:
        """Stop the bot, and let a new one go on from the same file."""
        await self.env.advance_time(1)
        await self.bot.close()
        await self.env.restart_bot(Cheza(self.settings))

    def only(self, person: Person, message: Any, channel: ChannelHandle) -> None:
        """See that a message reaches one person and nobody else."""
        assert message.flags.ephemeral
        for each in (self.alice, self.bob, self.cara):
            assert (message.id in [seen.id for seen in each.sees(channel)]) == (each is person)


@pytest.mark.parametrize("key", GAMES)
async def test_two_people_play_a_whole_match(
    simcord_env: Env, settings: Settings, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(simcord_env, key, settings)
    alice, bob, cara = table.alice, table.bob, table.cara

    await table.open()
    assert table.thread.id == table.cara.posts(table.channel)[0].id
    assert str(table.thread.name).startswith(table.game.title)
    assert "Alice" in str(table.thread.name) and "Bob" in str(table.thread.name)
    opening = table.post()
    assert all(f"<@{person.id}>" in text_of(opening) for person in table.players)
    table.look()
    for seat in (await table.state()).to_act:
        (hand,) = table.players[seat].dms()
        assert labels_of(hand) == ["Play here"]
        assert pictures_of(hand) and all(picture.description for picture in pictures_of(hand))

    await nobody_elses(table)

    for number in range(MOST_TURNS):
        await table.turn(number)
        if (await table.state()).outcome is not None:
            break
        if number == 1:
            await table.restart()
            table.look()
    outcome = (await table.state()).outcome
    assert outcome is not None

    check_end(table, outcome)
    fair = answer_to(await cara.presses(table.post(), "Fair deal?"))
    table.only(cara, fair, table.thread)
    assert "gives this match" in text_of(fair)
    history = answer_to(await bob.presses(table.post(), "History"))
    table.only(bob, history, table.thread)
    assert len(text_of(history).splitlines()) > 2, "a heading, at least one line of the newest page, its number"

    board = await alice.actor.slash(table.channel, "leaderboard", game=key)
    assert not board.ephemeral
    shown = text_of(answer_to(board))
    assert table.game.title in shown and cara.name not in shown
    for place, person in zip(outcome.places, table.players, strict=True):
        assert f"{person.name} (won {int(place == 1)} of 1)" in shown

    check_requests(table, simcord_env.http_requests)
    logged = [*caplog.get_records("setup"), *caplog.records]
    assert [record.getMessage() for record in logged if is_trouble(record)] == []


async def nobody_elses(table: Table) -> None:
    """A hand is its person's own: a spectator gets a refusal, and a panel can't be pressed by another."""
    before = await table.state()
    refused = answer_to(await table.cara.presses(table.post(), "My hand"))
    table.only(table.cara, refused, table.thread)
    assert choices_of(refused) == [] and pictures_of(refused) == []

    panels = {person: await table.hand(person) for person in table.players}
    with_choices = [person for person in table.players if choices_of(panels[person])]
    assert with_choices
    for person in with_choices:
        for other in {*table.players, table.cara} - {person}:
            with pytest.raises(SetupError, match="not visible"):
                await other.chooses(panels[person], choices_of(panels[person])[0])
    hands = {person: [picture.description for picture in pictures_of(panels[person])] for person in table.players}
    assert hands[table.alice] != hands[table.bob]
    assert await table.state() == before


def check_end(table: Table, outcome: Outcome) -> None:
    """The last post names the winners and ranks everybody; nothing is left of the hands."""
    end = table.post()
    assert labels_of(end) == ["Rematch", "Fair deal?", "History"]
    say, presentation = say_in(None), table.bot.presentations[table.game.key]
    ranked = {}
    for line in text_of(end).splitlines():
        if found := RANK.match(line):
            ranked[found["name"]] = (int(found["place"]), bool(found["tied"]), found["score"].split(" · ")[0])
    tied = len(set(outcome.places)) < len(outcome.places)
    assert ranked == {
        person.name: (place, tied, presentation.score(score, say))
        for person, place, score in zip(table.players, outcome.places, outcome.scores, strict=True)
    }
    headline = next(line for line in text_of(end).splitlines() if line.startswith("## "))
    for seat, person in enumerate(table.players):
        assert (person.name in headline) == (outcome.places[seat] == 1)
    for person in table.players:
        (left,) = person.dms()
        assert buttons_of(left) == [] and pictures_of(left) == [] and left.attachments == []
    (lobby,) = table.cara.posts(table.channel)
    assert "Over in" in text_of(lobby)


def check_requests(table: Table, requests: list[HttpLogEntry]) -> None:
    """What SimCord takes without a look: nonces, pings, how long a thread stays open."""
    sent = bodies(requests, "/channels/", "/messages")
    nonces = [each["nonce"] for each in sent]
    assert len(set(nonces)) == len(nonces)
    assert all(len(nonce) <= 25 for nonce in nonces) and all(each["enforce_nonce"] for each in sent)

    opening, *others = [each for each, nonce in zip(sent, nonces, strict=True) if nonce.startswith("t.")]
    both = {person.id for person in table.players}
    assert {int(user) for user in opening["allowed_mentions"]["users"]} == both
    for post in others:
        called = post["allowed_mentions"].get("users", [])
        assert bool(post["flags"] & 1 << 12) == (not called)
        assert post["allowed_mentions"]["parse"] == []

    (thread,) = bodies(requests, "/channels/", "/threads")
    assert thread["auto_archive_duration"] == 10080
    badges = [each["name"] for each in bodies(requests, "/applications/", "/emojis")]
    assert badges == [
        *(f"seat{number}" for number in range(1, 13)),
        "seat5_hollow",
        "seat6_hollow",
        "blue",
        "green",
        "red",
    ]


def bodies(requests: list[HttpLogEntry], start: str, end: str) -> list[dict[str, Any]]:
    """Return what was posted to some paths."""
    return [
        each.json or {}
        for each in requests
        if each.method == "POST" and each.path.startswith(start) and each.path.endswith(end)
    ]


def is_trouble(record: logging.LogRecord) -> bool:
    """discord.py warns of a bot that asks for no intents, as ours means to."""
    return record.levelno >= (logging.ERROR if record.name.startswith("discord") else logging.WARNING)
