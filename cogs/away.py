"""/away: until when somebody is away, so that their clocks stand still and nobody wonders."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import discord
from babel.core import Locale, UnknownLocaleError
from discord import app_commands, ui
from discord.app_commands import locale_str as _t
from discord.ext import commands

from bot.answering.answers import Answer, answering
from bot.answering.buttons import Pressed, bot_of
from bot.answering.users import change_user, heed_all, known_user
from bot.client import Cheza
from bot.i18n import Refused, Say
from bot.messages.layout import Button, Message, Option, Select, buttons, lines, message, moment, small
from bot.messages.waiting import of_days
from bot.timing.dates import date_meant, date_words
from bot.timing.localities import zone_of, zone_words
from bot.timing.pace import DAY, PACES
from bot.timing.zones import end_of, today
from db.records import Pausing, UserRecord
from db.repositories import ClockRepository

SHOWN = 10
BACK = ("back", "off", "now")
"""What may be typed in place of a day by who is back."""
AHEAD = (0, 1, 2, 3, 4, 5, 6, 7, 10, 14)
"""Days ahead that are offered without typing."""


class AwayCog(commands.Cog):
    """/away."""

    def __init__(self, bot: Cheza) -> None:
        self._bot = bot

    @app_commands.command(name=_t("away"), description=_t("Say until when you're away: your clocks stand still"))
    @app_commands.describe(until=_t("The last day you're away, as 2026-12-24, Friday or 3 days"))
    async def away(self, interaction: discord.Interaction[Cheza], until: str | None = None) -> None:
        async def work(answer: Answer) -> None:
            await answer.acknowledge()
            typed = (until or "").strip().casefold().replace("’", "'")  # which phones make of it
            if typed in BACK or typed == answer.say("I'm back").casefold():
                await _come_back(answer)
                return
            if until is not None:
                await _go(answer, until)
            await answer.show(await _status(answer))

        await answering(Answer(interaction), work)

    @away.autocomplete("until")
    async def days(self, interaction: discord.Interaction[Cheza], typed: str) -> list[app_commands.Choice[str]]:
        """Offer the day that was typed, or else the next days; to come back, who is away."""
        user, say, now = await known_user(self._bot, interaction), Answer(interaction).say, self._bot.now()
        first = today(now, zone_of(user.zone))
        try:
            day = date_meant(typed, first, _locale(interaction))
            return [app_commands.Choice(name=_day(day, first, say), value=day.isoformat())]
        except Refused:
            days = [app_commands.Choice(name=_day(each, first, say), value=each.isoformat()) for each in _ahead(first)]
        back = [app_commands.Choice(name=say("I'm back"), value=BACK[0])] if _is_away(user, now) else []
        choices = [*back, *days]
        return [each for each in choices if typed.casefold() in each.name.casefold()] or choices


class BackFromAway(Pressed[ui.Button[Any]], ui.DynamicItem[ui.Button[Any]], template=r"away:back"):
    """I'm back: clocks run again."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        await _come_back(answer)


class AwayUntil(Pressed[ui.Select[Any]], ui.DynamicItem[ui.Select[Any]], template=r"away:until"):
    """The list of the next days."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        await _go(answer, self.item.values[0])
        await answer.show(await _status(answer))


async def _go(answer: Answer, until: str) -> None:
    """Keep until when somebody is away, and let their clocks stand still."""
    bot, interaction = bot_of(answer), answer.interaction
    zone = zone_of((await known_user(bot, interaction)).zone)
    day = date_meant(until, today(bot.now(), zone), _locale(interaction))
    await change_user(bot, interaction, away_until=end_of(day, zone))
    answer.kept = True
    await heed_all(bot, interaction.user.id)


async def _come_back(answer: Answer) -> None:
    """Keep that somebody is back, and let their clocks run."""
    bot, interaction = bot_of(answer), answer.interaction
    away = _is_away(await known_user(bot, interaction), bot.now())
    await change_user(bot, interaction, away_until=None)
    answer.kept = True
    await heed_all(bot, interaction.user.id)
    welcome = answer.say("**Welcome back.** Your clocks run again.") if away else None
    await answer.show(await _status(answer, welcome))


def _is_away(user: UserRecord, now: int) -> bool:
    return user.away_until is not None and user.away_until > now


async def _status(answer: Answer, first: str | None = None) -> Message:
    """Say whether somebody is away, what that does in each of their matches, and what they can do."""
    bot, say = bot_of(answer), answer.say
    user = await known_user(bot, answer.interaction)
    async with bot.database.read() as connection:
        mine = await ClockRepository(connection).pausing(user.id)
    now = bot.now()
    if user.away_until is None or user.away_until <= now:
        return _here(user, say, first or say("**You aren't away.**"), now)
    listed = [_line(bot, each, user.away_until, now, say) for each in mine[:SHOWN]]
    more = len(mine) - SHOWN
    return message(
        lines(
            say("**You're away until {date}.**", date=_day_of(user, user.away_until, say)),
            say("Your clocks stand still until then, at most {days}.", days=_budgets(say)),
            say("Reminders wait until you're back."),
            say.many("{count} match knows:", "{count} matches know:", len(mine)) if mine else None,
            *listed,
            small(say.many("and {count} more", "and {count} more", more)) if more > 0 else None,
            small(say("You can move all the same. When you're back sooner, press **I'm back**.")),
            small(_zone(user, say)),
        ),
        buttons(Button(say("I'm back"), "away:back", "green")),
    )


def _here(user: UserRecord, say: Say, first: str, now: int) -> Message:
    day = today(now, zone_of(user.zone))
    return message(
        lines(
            first,
            say("Going away? Choose your last day; your clocks stand still until it is over."),
            small(say("At most {days}. A live match goes on.", days=_budgets(say))),
            small(_zone(user, say)),
        ),
        Select(
            "away:until",
            tuple(Option(_day(each, day, say), each.isoformat()) for each in _ahead(day)),
            say("Away until…"),
        ),
    )


def _line(bot: Cheza, match: Pausing, until: int, now: int, say: Say) -> str:
    """Say what being away does in one match."""
    pace = PACES[match.pace]
    name = f"**{bot.presentations[match.game].game.title} #{match.match_id}**"
    if not pace.away:
        words = say("no clock") if pace.turn is None else say("live, the clock runs on")
    elif match.away_to is not None and match.away_to > now:
        used = of_days(match.away_used, pace.away, say)
        words = say("the clock stands still ({used})", used=used)
        if match.away_to < until:
            words = say("the clock stands still until {date} ({used})", date=moment(match.away_to, "D"), used=used)
    elif match.due is not None:
        words = say("the clock runs, all days are used; due {time}", time=moment(match.due))
    else:
        words = say("waits for others now ({used})", used=of_days(match.away_used, pace.away, say))
    return f"- {name}: {words}"


def _budgets(say: Say) -> str:
    return say(
        "{day} days a match (or {three}, at three days per turn)",
        day=PACES["day"].away // DAY,
        three=PACES["three_days"].away // DAY,
    )


def _zone(user: UserRecord, say: Say) -> str:
    if user.zone is None:
        return say("Days are reckoned in UTC; **/preferences** sets your time zone.")
    return say("Days are reckoned in your time zone, {zone}.", zone=zone_words(user.zone))


def _ahead(day: date) -> list[date]:
    return [day + timedelta(days=each) for each in AHEAD]


def _day(day: date, today: date, say: Say) -> str:
    words = date_words(day, say.locale)
    match (day - today).days:
        case 0:
            return say("Today, {date}", date=words)
        case 1:
            return say("Tomorrow, {date}", date=words)
    return words


def _day_of(user: UserRecord, moment: int, say: Say) -> str:
    """Return the day of a moment as the person's own calendar has it, also where no zone is known."""
    return date_words(today(moment, zone_of(user.zone)), say.locale)


def _locale(interaction: discord.Interaction[Any]) -> Locale:
    """Return the language in which somebody may type the name of a month."""
    try:
        return Locale.parse(str(interaction.locale), sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale("en")


async def setup(bot: Cheza) -> None:
    bot.add_dynamic_items(BackFromAway, AwayUntil)
    await bot.add_cog(AwayCog(bot))


async def teardown(bot: Cheza) -> None:
    bot.remove_dynamic_items(BackFromAway, AwayUntil)
