"""A table as people play at it: they open it, join, start, look at their hands, press cards and rows."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.sandbox import Answer, Person, Place, Sandbox, Seen
from bot.sandbox.seen import Button

from .bots import Bot

GAME = "take5"
PATIENCE = 40.0
"""Seconds in which a bot on a busy machine has started again and caught up."""
ONCE_MORE = "it once more"
MATCH = re.compile(r"(?:l|h|m|p|more|fair):(\d+)")


class Table:
    """One match, from its lobby on. Whatever is looked up is read off the screens of its people."""

    def __init__(self, sandbox: Sandbox, opener: Person, lobby: Seen) -> None:
        self.sandbox = sandbox
        self.people = [opener]
        self.lobby = lobby
        self.match = match_of(lobby)

    # ---- before the start

    @classmethod
    async def opened(
        cls,
        sandbox: Sandbox,
        opener: Person,
        *others: Person,
        where: str | int = "games",
        rounds: int | None = 1,
        pace: str | None = None,
    ) -> Table:
        """Open a table; the others join. One round is the shortest match; `rounds=None` plays to 66."""
        options = {"game": GAME} | ({"pace": pace} if pace else {})
        answer = await opener.slash(where, "play", **options)
        table = cls(sandbox, opener, await answer.reply())
        if rounds is not None:
            await table.choose("rounds", str(rounds))
            await opener.until(
                lambda: "Changed" in table.lobby_now().text, within=PATIENCE, what="the option in the lobby"
            )
        for person in others:
            await table.join(person)
        return table

    @classmethod
    async def started(
        cls,
        sandbox: Sandbox,
        opener: Person,
        *others: Person,
        where: str | int = "games",
        rounds: int | None = 1,
        pace: str | None = None,
    ) -> Table:
        """Open a table, and begin as soon as the others sit."""
        table = await cls.opened(sandbox, opener, *others, where=where, rounds=rounds, pace=pace)
        await table.start()
        return table

    async def choose(self, option: str, value: str) -> Seen:
        """The opener chooses an option of the game."""
        form = await (await self.people[0].click(self.lobby, "Options")).reply()
        answer = await self.people[0].click(form, custom_id=f"o:{self.match}:{option}", values=[value])
        return await answer.reply()

    async def join(self, person: Person) -> Answer:
        """Somebody joins, and sees that they sit."""
        before = self.seats()
        answer = await person.click(self.lobby, "Join")
        self.people.append(person)
        await person.until(lambda: self.seats() == before + 1, within=PATIENCE, what="their seat in the lobby")
        return answer

    async def add_bot(self) -> None:
        """The opener seats a bot."""
        before = self.seats()
        await self.first.click(self.lobby, "Add a bot")
        await self.first.until(lambda: self.seats() == before + 1, within=PATIENCE, what="a bot's seat in the lobby")

    async def start(self, by: Person | None = None) -> Answer:
        """Press Start, and wait for the opening post."""
        answer = await (by or self.people[0]).click(self.lobby, "Start")
        await self.first.until(lambda: self.posts(), within=PATIENCE, what="the opening post")
        return answer

    def lobby_now(self) -> Seen:
        """The lobby's post as it is now."""
        found = self.first.find(self.lobby.id)
        assert found is not None, "the lobby's post is gone"
        return found

    def seats(self) -> int:
        """How many sit, as the lobby's post shows."""
        return len(re.findall(r"^(?:<:seat\d+\w*:\d+>|\d+)\xa0", self.lobby_now().text, re.MULTILINE))

    # ---- the table

    @property
    def first(self) -> Person:
        return self.people[0]

    def place(self) -> Place:
        """Where the match is played: its thread, or the lobby's channel."""
        threads = [*self.first.threads(), *self.first.threads(archived=True)]
        named = [place for place in threads if place.id == self.lobby.id]
        return named[0] if named else self.first.channel(self.lobby)

    def posts(self) -> list[Seen]:
        """The posts of this match that stand in its place, as somebody sees them who isn't at the table."""
        in_place = self.first.messages(self.place())
        return [seen for seen in in_place if not seen.ephemeral and turn_of(seen, self.match) is not None]

    def post(self) -> Seen:
        """The newest post of this match."""
        return self.posts()[-1]

    def turn(self) -> int:
        """The turn that the newest post tells; the ending's is beyond all."""
        turn = turn_of(self.post(), self.match)
        assert turn is not None
        return turn

    def awaited(self) -> list[Person]:
        """Whom the newest post waits for."""
        waiting = next((line for line in self.post().text.splitlines() if line.startswith("Waiting for")), "")
        return [
            person for person in self.people if person.mention in waiting or f"**{person.user.global_name}**" in waiting
        ]

    def is_over(self) -> bool:
        return self.post().has_button("Fair deal?")

    async def posted(self, after: int) -> Seen:
        """Wait for the post that follows a turn."""
        return await self.first.until(
            lambda: self.post() if self.turn() > after else None, within=PATIENCE, what="the next post"
        )

    async def put_away(self) -> None:
        """Wait until only the newest post has buttons."""
        await self.first.until(lambda: len(self.posts()) == 1, within=PATIENCE, what="the posts before put away")

    def told(self) -> list[Seen]:
        """Everything that the bot has ever said to all in the match's own thread: one post a turn."""
        return [seen for seen in self.first.messages(self.place()) if not seen.ephemeral and seen.author == "cheza"]

    async def closed_lobby(self) -> Seen:
        """Wait until the lobby's post says that the match is over."""
        return await self.first.until(
            lambda: seen if "Over" in (seen := self.lobby_now()).text else None,
            within=PATIENCE,
            what="a lobby that says Over",
        )

    async def history(self, person: Person) -> str:
        """Read the whole history of a match, page by page."""
        page = await (await person.slash(self.place(), "history", match=self.match)).reply()
        pages = [page.text]
        while page.has_button("Earlier") and not page.button("Earlier").disabled:
            page = await self.press(person, page, "Earlier")
            pages.insert(0, page.text)
        return "\n".join(pages)

    # ---- playing

    async def panel(self, person: Person) -> Seen:
        """Press My hand on the newest post."""
        return await (await person.click(self.post(), "My hand")).reply(within=PATIENCE)

    async def press(self, person: Person, panel: Seen, label: str) -> Seen:
        """Press a button of a panel; returns what it then says."""
        return await (await person.click(panel, label)).reply(within=PATIENCE)

    async def pick(self, person: Person, card: str | None = None) -> Seen:
        """Look at one's hand and press a card, the lowest if none is named."""
        panel = await self.panel(person)
        assert card or cards_of(panel), f"{person} has no card to choose: {panel.text}"
        return await self.press(person, panel, card or cards_of(panel)[0])

    async def pick_all(self, people: Iterable[Person] | None = None) -> None:
        """One after the other, everybody picks their lowest card."""
        for person in people or self.people:
            await self.pick(person)

    async def chooser(self) -> tuple[Person, Seen]:
        """Who is asked for a row, with their panel."""
        for person in self.people:
            panel = await self.panel(person)
            if rows_of(panel):
                return person, panel
        raise AssertionError("nobody is asked for a row")

    def row_is_asked(self) -> bool:
        return "take a row" in self.post().text

    async def trick(self) -> Seen:
        """Play a trick, rows taken included; returns the post after it."""
        await self.take_rows()
        turn = self.turn()
        await self.pick_all()
        await self.posted(turn)
        return await self.take_rows()

    async def bring_a_turn(self, to: Person, by: Person) -> Seen:
        """Play until a click of one person brings another their turn; returns the post that tells it."""
        while not self.is_over():
            await self.take_rows()
            turn = self.turn()
            await self.pick_all([*(person for person in self.people if person is not by), by])
            post = await self.posted(turn)
            if to in self.awaited():
                return post
        raise AssertionError("the match is over")

    async def take_rows(self) -> Seen:
        """Take a row, the first, as long as one is asked for."""
        while not self.is_over() and self.row_is_asked():
            turn = self.turn()
            person, panel = await self.chooser()
            await self.press(person, panel, rows_of(panel)[0])
            await self.posted(turn)
        return self.post()

    def notices(self, words: str) -> list[Seen]:
        """The small messages beside the posts that say something and have buttons still."""
        return [
            seen for seen in self.told() if words in seen.text and seen.buttons and turn_of(seen, self.match) is None
        ]

    async def once_more(self, bot: Bot, seconds: float) -> Seen:
        """Let a turn run out, a streak's first; returns the notice that all who missed it have it once more."""
        before, turn = len(self.told()), self.turn()
        await bot.pass_time(seconds)
        await self.first.until(lambda: len(self.told()) > before, within=PATIENCE, what="word that somebody is late")
        await bot.settled()
        assert self.turn() == turn, "nothing is played yet"
        return self.notices(ONCE_MORE)[-1]

    async def play_out(self) -> Seen:
        """Play until the end; returns the last post."""
        while not self.is_over():
            await self.trick()
        return self.post()


async def aside(answer: Answer, person: Person) -> Seen:
    """What the bot says to a press beside the message that was pressed."""
    return await person.until(lambda: answer.followups[0], within=PATIENCE, what="a word aside")


def match_of(seen: Seen) -> int:
    """The match that a post's buttons are about."""
    found = {match[1] for button in seen.buttons if (match := MATCH.match(button.custom_id or ""))}
    assert len(found) == 1, f"{seen} is about {found}"
    return int(found.pop())


def number_in(label: str) -> int:
    """The number of the match that a button names."""
    found = re.search(r"(\d+)$", label)
    assert found, f"{label} names no match"
    return int(found[1])


def turn_of(seen: Seen, match: int) -> int | None:
    """The turn that a table post of this match tells; None for any other message."""
    for button in seen.buttons:
        if found := re.fullmatch(rf"h:{match}:(\d+):t", button.custom_id or ""):
            return int(found[1])
        if button.custom_id == f"fair:{match}" and not seen.ephemeral:
            return 10**6
    return None


def moves_of(panel: Seen) -> list[Button]:
    """The buttons of a panel that make a move."""
    return [button for button in panel.buttons if (button.custom_id or "").startswith("m:")]


def cards_of(panel: Seen) -> list[str]:
    """The cards on a panel's buttons."""
    return [button.label for button in moves_of(panel) if button.label.isdigit()]


def rows_of(panel: Seen) -> list[str]:
    """The rows on a panel's buttons."""
    return [button.label for button in moves_of(panel) if button.label.startswith("Row")]


def hand_in_dm(person: Person, table: Table) -> Seen | None:
    """The hand that lies in a person's DM channel for the present turn of a match."""
    wanted = f"h:{table.match}:{table.turn()}:d"
    return next((seen for seen in person.messages("dm") if wanted in [each.custom_id for each in seen.buttons]), None)


def due_of(seen: Seen) -> int:
    """The second in which a turn is due, as a post or panel says."""
    found = re.search(r"Due <t:(\d+):R>", seen.text)
    assert found, f"{seen} says nothing of a deadline"
    return int(found[1])


def turns_of(ending: Seen) -> int:
    """How many turns a match took, as its last post says."""
    found = re.search(r"(\d+) turns", ending.text)
    assert found, f"{ending} doesn't say how long it took"
    return int(found[1])
