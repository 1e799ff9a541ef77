"""One path that answers an interaction: acknowledge first, show or refuse after, and let no error pass in silence.

In a crowd a panel is the answer itself, where it is made soon: that saves a call to Discord.

What was pressed on a message that only its person sees (a panel, the hand by DM) changes that message; everything else
is answered by a new message for that person alone. A public post is never edited by an interaction.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import aiohttp
import discord

from bot.answering.postponed import Postponed
from bot.answering.precedence import Precedence
from bot.i18n import Refused, Say, say_to
from bot.messages.layout import NOBODY, Message, message
from bot.messenger import Code, Verdict, code_of, described, judge
from db.trouble import DiskTrouble
from rules.engine import Refusal

log = logging.getLogger(__name__)

T = TypeVar("T")

FIRST_TRY = 1.4
"""Seconds until an acknowledgement is taken for lost: a second one still comes within Discord's three."""
YOUNG = 500
"""Milliseconds since a press, at most, where its answer may come without an acknowledgement."""
SOON = 0.5
"""Seconds that it may take to be made then, before it is acknowledged after all."""
AT_ONCE = 0.9
"""Seconds until it is taken for lost: an acknowledgement still comes within Discord's three."""
READ_WITHIN = 1.0
"""Seconds that may go by with reading before the first answer, where what that is depends on it."""
LOST = (aiohttp.ClientError, OSError, TimeoutError)
"""No answer came: whether the call took effect is not known."""
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters of an error's code that nobody takes for one another."""
OVER = frozenset({Code.UNKNOWN_WEBHOOK, Code.BAD_TOKEN, Code.UNKNOWN_INTERACTION})
"""The interaction takes no answer any more; its person can be told nothing by it."""


class TooLate(Exception):
    """Discord no longer takes an answer; the person was told that the interaction failed, so nothing is done.

    Only what may come without an acknowledgement may be done all the same: to press it again does no harm.
    """


class Answer:
    """The answer to one interaction."""

    def __init__(self, interaction: discord.Interaction[Any], *, public: bool = False) -> None:
        self.interaction = interaction
        self.say: Say = say_to(interaction)
        self.kept = False
        """What was asked is kept already: an error from here on is one of showing."""
        self._public = public
        self._acknowledged = False
        self._postponed: Postponed | None = None
        """The acknowledgement, where the answer itself may come first."""
        self._silent = False
        self._shown = False

    @property
    def in_place(self) -> bool:
        """Whether the message that was pressed is this person's alone, and may be changed."""
        source = self.interaction.message
        from_a_message = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if self.interaction.type not in from_a_message or source is None:
            return False
        return self.interaction.guild_id is None or source.flags.ephemeral

    async def acknowledge(self, *, new: bool = False, silently: bool = False, repeatable: bool = False) -> None:
        """Answer Discord within its three seconds; raises `TooLate` where that has failed.

        `new` asks for a message of its own even where the pressed one could be changed; `silently` promises
        nothing: what follows, if anything, is said aside. `repeatable` says that the same press once more changes
        nothing: then what comes of it may be the answer, and only what takes longer is acknowledged before.
        """
        if self._acknowledged or self._postponed is not None:
            return
        self._silent = silently
        in_place = silently or (self.in_place and not new)
        if repeatable and in_place and self._may_come_first():
            self._postponed = Postponed(partial(self._acknowledge, {}), SOON)
            return
        await self._acknowledge({} if in_place else {"ephemeral": not self._public, "thinking": True})

    def _may_come_first(self) -> bool:
        """Whether the answer itself may take the place of its acknowledgement."""
        precedence: Precedence = self.interaction.client.precedence
        age: int = self.interaction.client.now() - int(self.interaction.created_at.timestamp() * 1000)
        return precedence.crowded and abs(age) < YOUNG

    async def _acknowledge(self, how: dict[str, bool]) -> None:
        if not await self._defer(FIRST_TRY, how) and not await self._defer(self._patience, how):
            raise TooLate
        self._acknowledged = True

    async def _make_up(self) -> None:
        """Acknowledge what was postponed."""
        if self._postponed is not None and not self._acknowledged:
            await self._postponed.done()

    async def _defer(self, seconds: float, how: dict[str, bool]) -> bool:
        """Acknowledge; False where it isn't known whether that came through: once more does no harm."""
        try:
            async with asyncio.timeout(seconds):
                await self.interaction.response.defer(**how)
        except discord.InteractionResponded:
            pass
        except (discord.HTTPException, *LOST) as error:
            code = code_of(error)
            if code == Code.UNKNOWN_INTERACTION:
                raise TooLate from error
            if code != Code.ALREADY_ACKNOWLEDGED:
                if judge(error) is not Verdict.PASSING:
                    raise
                log.info("an acknowledgement did not come through (%s)", described(error))
                return False
        return True

    @property
    def _patience(self) -> float:
        patience: float = self.interaction.client.messenger.patience
        return patience

    async def _twice(self, call: Callable[[], Awaitable[T]]) -> T:
        """Do what does no harm when it is done again; once more where Discord's answer got lost."""
        try:
            async with asyncio.timeout(self._patience):
                return await call()
        except LOST as error:
            log.info("an answer did not come through (%s); again", described(error))
        async with asyncio.timeout(self._patience):
            return await call()

    async def show(self, made: Message, *, mention: discord.AllowedMentions = NOBODY) -> discord.Message:
        """Show a message as the answer; beside it, where it has been deleted meanwhile."""
        self.interaction.client.precedence.end(self)
        self._shown = True
        postponed = None if self._acknowledged else self._postponed
        if postponed is not None and postponed.call_off() and (shown := await self._at_once(made, mention)):
            return shown
        await self._make_up()
        await self.acknowledge()
        try:
            return await self._twice(
                lambda: self.interaction.edit_original_response(
                    view=made.view(), attachments=made.files(), allowed_mentions=mention
                )
            )
        except discord.NotFound as error:
            if error.code != Code.UNKNOWN_MESSAGE:
                raise
            log.info("an answer was deleted before it was shown; it is shown anew")
        async with asyncio.timeout(self._patience):
            return await self.interaction.followup.send(
                view=made.view(),
                files=made.files(),
                ephemeral=not self._public,
                allowed_mentions=mention,
                wait=True,
            )

    async def _at_once(self, made: Message, mention: discord.AllowedMentions) -> discord.Message | None:
        """Answer in one call; None where it isn't known that this came through: it does no harm to begin anew."""
        try:
            async with asyncio.timeout(AT_ONCE):
                await self.interaction.response.edit_message(
                    view=made.view(), attachments=made.files(), allowed_mentions=mention
                )
        except (discord.HTTPException, *LOST) as error:
            log.info("an answer in one call did not come through (%s)", described(error))
            return None
        self._acknowledged = True
        return self.interaction.message

    async def aside(self, made: Message) -> None:
        """Show something beside the answer, to this person only."""
        await self._make_up()
        async with asyncio.timeout(self._patience):
            await self.interaction.followup.send(view=made.view(), ephemeral=True, allowed_mentions=NOBODY)

    async def refuse(self, made: Message) -> None:
        """Say why not: beside the panel, or as the answer itself."""
        try:
            await self._make_up()
            if not self._acknowledged:
                self._public = False
                await self.acknowledge(new=True)
                await self.show(made)
            elif self._public and not self._shown:
                # A follow-up would take the place of the public "thinking": that goes first.
                try:
                    await self._twice(self.interaction.delete_original_response)
                except (discord.HTTPException, *LOST) as error:
                    log.info("a public answer could not be taken back (%s)", described(error))
                await self._twice(lambda: self.aside(made))  # better told twice than not at all
            elif self.in_place or self._silent or self._public:
                await self._twice(lambda: self.aside(made))
            else:
                await self.show(made)
        except (discord.HTTPException, TooLate, *LOST) as error:
            log.info("a refusal could not be shown (%s)", described(error))


async def answering(
    answer: Answer,
    work: Callable[[Answer], Awaitable[None]],
    explain: Callable[[Answer, Refusal], Awaitable[Message | None]] | None = None,
) -> None:
    """Do what an interaction asks for; a refusal is explained, an error is logged and answered with a code.

    `explain` may make more of a refusal than its sentence; None from it: it has answered itself.
    """
    task = asyncio.current_task()
    assert task is not None  # noqa: S101 - discord.py runs every interaction in one
    under_way: set[asyncio.Task[Any]] = answer.interaction.client.under_way
    under_way.add(task)
    task.add_done_callback(under_way.discard)
    precedence: Precedence = answer.interaction.client.precedence
    precedence.begin(answer)
    if answer.interaction.guild_id is not None:
        answer.interaction.client.presence.saw(answer.interaction.guild_id, answer.interaction.user.id)
    try:
        try:
            await work(answer)
        except Refusal as refusal:
            made: Message | None = message(answer.say.refusal(refusal))
            if explain is not None:
                made = await explain(answer, refusal)
            if made is not None:
                await answer.refuse(made)
    except TooLate:
        log.info("an interaction was answered too late; kept: %s", answer.kept, extra=place_of(answer.interaction))
    except DiskTrouble:  # the log has said it
        await _confess(answer)
    except Exception as error:
        if code_of(error) in OVER:
            log.info("an answer could not be shown (%s)", described(error), extra=place_of(answer.interaction))
        else:
            await _apologise(answer)
    finally:
        precedence.end(answer)


async def in_time(reading: Awaitable[T]) -> T:
    """Read what the first answer depends on; a disk that is too slow for it is a refusal."""
    try:
        async with asyncio.timeout(READ_WITHIN):
            return await reading
    except TimeoutError:
        raise Refused("My disk is slow just now, so nothing was changed. Try again in a moment.") from None


async def _apologise(answer: Answer) -> None:
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(4))
    log.exception("an interaction failed, code %s", code, extra=place_of(answer.interaction))
    say = answer.say
    if answer.kept:
        text = say(
            "What you did is kept; only showing it failed. Press **My hand** again. If it stays, tell your host this"
            " code: {code}.",
            code=code,
        )
    else:
        text = say(
            "Something broke on my side; nothing was changed. Try again; if it stays, tell your host this code:"
            " {code}.",
            code=code,
        )
    await answer.refuse(message(text))


async def _confess(answer: Answer) -> None:
    """Say that the disk takes nothing, and what has become of what was asked."""
    say = answer.say
    if answer.kept:
        text = say("What you did is kept, but now my disk fails me. **My hand** shows how it stands.")
    else:
        text = say(
            "I can't save anything at the moment, so nothing was changed. Try again in a few minutes; if it stays,"
            " tell your host: my log says what to do."
        )
    await answer.refuse(message(text))


def place_of(interaction: discord.Interaction[Any]) -> dict[str, object]:
    """Return where an interaction came from, for the log."""
    return {"guild": interaction.guild_id, "channel": interaction.channel_id}
