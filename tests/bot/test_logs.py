"""Logs: a line an event, with its facts, and never a card."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sys
from collections.abc import Callable, Iterator

import pytest

from bot.codec import CorruptRecord
from bot.logs import FIELDS, Gathered, JsonLine, TextLine, describe_exception, set_up_logs
from bot.settings import Settings
from db.trouble import DatabaseRefused

CARD = 7_777_777
LINES = [TextLine(), JsonLine()]


def record(error: BaseException | None = None, **facts: object) -> logging.LogRecord:
    """Make a record as a logger does; of an error that was raised and caught."""
    info = None
    if error is not None:
        try:
            raise error
        except BaseException:
            info = sys.exc_info()
    made = logging.LogRecord("bot.matches", logging.WARNING, __file__, 1, "%s happened", ("much",), info)
    made.created = 1_790_000_000.5
    for name, value in facts.items():
        setattr(made, name, value)
    return made


def chained() -> KeyError:
    error = KeyError(CARD)
    error.__cause__ = ValueError(f"{CARD} isn't in the hand")
    return error


SECRETIVE: dict[str, Callable[[], BaseException]] = {
    "a key": lambda: KeyError(CARD),
    "a value": lambda: ValueError(f"{CARD} is not in tuple"),
    "a promise": lambda: AssertionError(f"{CARD} lies twice"),
    "a chain": chained,
    "a group": lambda: ExceptionGroup(f"{CARD}", [KeyError(CARD)]),
}


@pytest.mark.parametrize("line", LINES, ids=["text", "json"])
@pytest.mark.parametrize("error", SECRETIVE.values(), ids=SECRETIVE.keys())
def test_no_card_stands_in_the_line_of_an_error(line: logging.Formatter, error: Callable[[], BaseException]) -> None:
    written = line.format(record(error()))
    assert str(CARD) not in written
    assert type(error()).__name__ in written
    assert "test_logs.py" in written


@pytest.mark.parametrize("error", [DatabaseRefused("The disk is full."), CorruptRecord("It can't be read.")])
def test_errors_that_say_nothing_of_a_match_are_written_with_their_sentence(error: Exception) -> None:
    assert str(error) in TextLine().format(record(error))


def test_a_module_with_a_like_name_does_not_speak() -> None:
    error = type("Error", (Exception,), {"__module__": "discordant"})(str(CARD))
    assert str(CARD) not in TextLine().format(record(error))


def test_where_there_is_no_error_nothing_is_described() -> None:
    assert describe_exception(None) == describe_exception((None, None, None)) == ""


def test_a_line_for_people_has_time_level_place_event_and_facts() -> None:
    written = TextLine().format(record(match=17, guild=4, move=0, channel=None, hand="[55]"))
    assert written == "2026-09-21 14:13:20 WARNING bot.matches: much happened (match=17 move=0 guild=4)"


def test_a_line_for_machines_is_json_with_the_same_facts() -> None:
    read = json.loads(JsonLine().format(record(match=17, status="over", hand="[55]")))
    assert read == {
        "time": "2026-09-21T14:13:20.500+00:00",
        "level": "WARNING",
        "logger": "bot.matches",
        "event": "much happened",
        "match": 17,
        "status": "over",
    }


@pytest.mark.parametrize("error", [None, KeyError("a\nb"), OSError("ä\u2028\n")])
def test_a_line_for_machines_is_one_line(error: Exception | None) -> None:
    written = JsonLine().format(record(error, game="a\nb"))
    assert len(written.splitlines()) == 1
    assert ("exception" in json.loads(written)) == (error is not None)


def test_no_fact_can_hold_a_hand() -> None:
    assert not {"hand", "state", "notation", "secret", "seed", "token"} & set(FIELDS)


@pytest.fixture
def logs() -> Iterator[None]:
    """Put the root logger back as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    names = ("discord", "aiohttp", "sqlalchemy", "alembic", "aiosqlite", "PIL")
    levels = {name: logging.getLogger(name).level for name in names}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, old in levels.items():
        logging.getLogger(name).setLevel(old)


@pytest.mark.usefixtures("logs")
@pytest.mark.parametrize(("kind", "begins"), [("text", "20"), ("json", "{")])
def test_events_go_to_standard_error_in_the_form_that_is_set(
    kind: str, begins: str, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logs(Settings.model_validate({"log_format": kind, "log_level": "info"}))
    logging.getLogger("bot.x").info("hello", extra={"match": 3})
    logging.getLogger("bot.x").debug("too low")
    logging.getLogger("discord.http").info("GET /users")
    logging.getLogger("discord.http").warning("slow")
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 2
    assert all(line.startswith(begins) for line in err.splitlines())


@pytest.mark.usefixtures("logs")
def test_debugging_does_not_make_the_drivers_tell_of_rows(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(Settings.model_validate({"log_level": "DEBUG"}))
    for name in ("sqlalchemy.engine.Engine", "aiosqlite", "discord.gateway"):
        logging.getLogger(name).info("row %s", CARD)
    assert str(CARD) not in capsys.readouterr().err


@pytest.mark.usefixtures("logs")
def test_a_gateway_that_can_not_be_reached_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(Settings())
    try:
        raise ConnectionResetError
    except ConnectionResetError:
        logging.getLogger("discord.client").exception("Attempting a reconnect in %.2fs", 1.5)
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "WARNING discord.client: Attempting a reconnect in 1.50s (ConnectionResetError)" in said


class Paper(io.StringIO):
    """Keeps what is written on it, piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self.written = asyncio.Event()

    def write(self, text: str, /) -> int:
        if text:
            self.pieces.append(text)
            self.written.set()
        return super().write(text)


@pytest.fixture
def paper() -> Paper:
    return Paper()


@pytest.fixture
def log(paper: Paper) -> Iterator[logging.Logger]:
    """Return a log that is gathered on paper."""
    made = logging.getLogger("tests.gathered")
    handler = Gathered(paper)
    made.propagate = False
    made.setLevel(logging.INFO)
    made.addHandler(handler)
    yield made
    made.removeHandler(handler)


async def test_the_lines_of_a_moment_are_written_in_one_piece(
    log: logging.Logger, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Gathered, "MOMENT", 0)
    for moment in ("one", "another"):
        for number in range(3):
            log.info("%s %s", moment, number)
        paper.written.clear()
        async with asyncio.timeout(5):
            await paper.written.wait()
    assert paper.pieces == ["one 0\none 1\none 2\n", "another 0\nanother 1\nanother 2\n"]


async def test_a_warning_is_written_at_once_after_what_was_said_before_it(log: logging.Logger, paper: Paper) -> None:
    log.info("a move")
    assert paper.pieces == []
    log.warning("the disk is full")
    assert paper.pieces == ["a move\nthe disk is full\n"]


async def test_another_thread_writes_at_once(log: logging.Logger, paper: Paper) -> None:
    log.info("from the loop")
    await asyncio.to_thread(log.info, "from a thread")
    assert paper.pieces == ["from the loop\nfrom a thread\n"]


def test_where_nothing_runs_yet_lines_are_written_at_once(log: logging.Logger, paper: Paper) -> None:
    log.info("starting")
    assert paper.pieces == ["starting\n"]


async def test_what_waits_is_written_when_the_program_ends(log: logging.Logger, paper: Paper) -> None:
    log.info("the last words")
    logging.shutdown([lambda: log.handlers[0]])
    assert paper.pieces == ["the last words\n"]


class Broken(io.StringIO):
    """Fails in the way that it is told."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def write(self, text: str, /) -> int:
        raise self.error


@pytest.mark.parametrize("stream", [None, *map(Broken, (OSError(), ValueError(), RuntimeError("reentrant call")))])
async def test_a_log_that_can_not_be_written_breaks_nothing(
    stream: Broken | None, log: logging.Logger, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as for_a_while:
        for_a_while.setattr(log.handlers[0], "stream", stream)
        log.error("into the void")
    log.error("heard again")
    assert paper.pieces == ["heard again\n"]


@pytest.mark.parametrize("stream", [None, Broken(OSError()), Broken(ValueError())])
async def test_a_moment_ends_in_peace_where_the_log_is_closed(
    stream: Broken | None, log: logging.Logger, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.info("into the void")
    with monkeypatch.context() as for_a_while:
        for_a_while.setattr(log.handlers[0], "stream", stream)
        log.handlers[0].flush()
    log.error("heard again")
    assert paper.pieces == ["heard again\n"]


def test_a_loop_that_has_ended_holds_up_no_line_of_the_next(log: logging.Logger, paper: Paper) -> None:
    async def say(words: str, *, wait: bool) -> None:
        log.info(words)
        if wait:
            async with asyncio.timeout(5):
                await paper.written.wait()

    asyncio.run(say("from the first", wait=False))
    asyncio.run(say("from the second", wait=True))
    assert paper.pieces == ["from the first\nfrom the second\n"]


@pytest.mark.usefixtures("logs")
async def test_the_program_gathers_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    handler = set_up_logs(Settings())
    logging.getLogger("bot.x").info("hello")
    assert capsys.readouterr().err == ""
    handler.flush()
    assert "hello" in capsys.readouterr().err


async def test_a_line_that_can_not_be_made_takes_no_other_with_it(
    log: logging.Logger, paper: Paper, capsys: pytest.CaptureFixture[str]
) -> None:
    log.info("good")
    log.handlers[0].handle(logging.LogRecord("bot.x", logging.INFO, __file__, 1, "%d", ("bad",), None))
    log.warning("good too")
    assert paper.pieces == ["good\ngood too\n"]
    assert "--- Logging error ---" in capsys.readouterr().err
