"""The command line as a host meets it: real processes, each trouble one line that says what to do."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.sandbox import Sandbox
from tests.bot.room import Room, open_room
from tests.bot.test_matches_replay import play_out
from tests.db.disks import no_write_comes_through

ROOT = Path(__file__).parents[1]
PATIENCE = 120
AT_ONCE = 4
TOKEN = "a-token-that-opens-nothing"
SETTINGS = ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "LOG_FORMAT", "DEV_GUILD_ID", "DISCORD_API_URL")


VERIFIED = ("good", "secret", "unfinished")
"""The matches that a process of its own looks at; the others, which differ little, are looked at in this one."""


@dataclass(frozen=True)
class Ended:
    """How a process ended."""

    code: int | None
    out: str
    err: str

    def refused(self, *parts: str) -> bool:
        """Tell whether it ended with one line for the host that has these parts."""
        line = self.err.rstrip("\n")
        assert self.code == 2, self
        assert line.startswith("cheza: "), self
        assert len(line.splitlines()) == 1, self
        assert self.out == ""
        assert TOKEN not in line
        return all(part in line for part in parts)


class Host:
    """Somebody at a terminal, in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._places = asyncio.Semaphore(AT_ONCE)

    async def start(self, *arguments: str, **settings: str) -> asyncio.subprocess.Process:
        env = {key: value for key, value in os.environ.items() if key not in SETTINGS}
        env |= {"PYTHONPATH": str(ROOT), **settings}
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *arguments),
            cwd=self.folder,
            env=env,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    async def run(self, *arguments: str, **settings: str) -> Ended:
        async with self._places:
            return await ended(await self.start(*arguments, **settings))


async def ended(process: asyncio.subprocess.Process) -> Ended:
    try:
        async with asyncio.timeout(PATIENCE):
            out, err = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        raise
    return Ended(process.returncode, out.decode(), err.decode())


async def keep_matches(folder: Path) -> Mapping[str, int]:
    """Keep some matches in `room.sqlite3`; returns their numbers."""
    async with open_room(folder) as room:
        kept = {
            name: await over(room) for name in ("good", "secret", "nonsense", "moved", "events", "state", "options")
        }
        kept["unfinished"] = (await room.match(2)).match.id
        kept["lobby"] = await room.lobby(2)
        room.meddle("UPDATE matches SET secret = ? WHERE id = ?", "ab" * 16, kept["secret"])
        room.meddle("UPDATE matches SET secret = 'nonsense' WHERE id = ?", kept["nonsense"])
        room.meddle("UPDATE moves SET notation = '1' WHERE seq = 4 AND match_id = ?", kept["moved"])
        room.meddle("UPDATE moves SET events = '[]' WHERE seq = 0 AND match_id = ?", kept["events"])
        room.meddle("UPDATE matches SET state = '{}' WHERE id = ?", kept["state"])
        room.meddle("UPDATE matches SET options = '{}' WHERE id = ?", kept["options"])
    return kept


async def over(room: Room) -> int:
    return (await play_out(room, await room.match(2, rounds=1))).match.id


async def on_a_sandbox(host: Host) -> dict[str, Ended]:
    """Everything that needs a Discord to run into."""
    url = f"sqlite+aiosqlite:///{host.folder / 'held.sqlite3'}"
    (host.folder / "a file").touch()
    async with Sandbox() as sandbox:
        good = {"DISCORD_API_URL": sandbox.url, "DISCORD_TOKEN": sandbox.token}
        first = await host.start("run", DATABASE_URL=url, **good)
        troubles = asyncio.gather(
            host.run("run", **(good | {"DISCORD_TOKEN": TOKEN})),
            host.run("run", DATABASE_URL=f"sqlite+aiosqlite:///{host.folder / 'a file' / 'x.sqlite3'}", **good),
            host.run("run", DATABASE_URL="postgresql://me:secret@server/cheza", **good),
        )
        await sandbox.bot_ready(PATIENCE)
        await sandbox.until(lambda: sandbox.gateway.connected or None, within=PATIENCE)
        second = await host.run("run", DATABASE_URL=url, **good)
        token, unwritable, foreign = await troubles
        first.send_signal(signal.SIGTERM)
        async with asyncio.timeout(10):
            stopped = await ended(first)
        again = await host.start("run", DATABASE_URL=url, LOG_FORMAT="json", **good)
        await sandbox.until(lambda: sandbox.gateway.connected or None, within=PATIENCE)
        again.send_signal(signal.SIGINT)
        async with asyncio.timeout(10):
            interrupted = await ended(again)
        held = sandbox.hold(method="GET", path_regex=r".*/users/@me")
        starting = await host.start("run", DATABASE_URL=url, **good)
        await held.reached(PATIENCE)
        starting.send_signal(signal.SIGTERM)
        async with asyncio.timeout(10):
            hindered = await ended(starting)
        held.discard()
        violations = sandbox.violations
    assert violations == []
    return {
        "token": token,
        "unwritable": unwritable,
        "foreign": foreign,
        "second": second,
        "stopped": stopped,
        "interrupted": interrupted,
        "hindered": hindered,
    }


async def everything(folder: Path, kept: Mapping[str, int]) -> dict[str, Ended]:
    """Run all of it side by side: most of the time goes by while each process starts."""
    host = Host(folder)
    room = {"DATABASE_URL": database_of(folder)}
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = str(busy.getsockname()[1])
        asked: dict[str, Any] = {
            "no token": host.run("run"),
            "nobody there": host.run("run", DISCORD_TOKEN=TOKEN, DISCORD_API_URL=nobody()),
            "busy": host.run("demo", "--port", port),
            "verify nothing": host.run("verify", "77", **room),
            **{f"verify {name}": host.run("verify", str(kept[name]), **room) for name in VERIFIED},
        }
        on_sandbox = asyncio.create_task(on_a_sandbox(host))
        made = dict(zip(asked, await asyncio.gather(*asked.values()), strict=True))
    return made | await on_sandbox


def nobody() -> str:
    """Return an address of this machine at which nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}"


@dataclass(frozen=True)
class Kept:
    """A folder with a database, and the numbers of its matches."""

    folder: Path
    numbers: Mapping[str, int]

    def run(self, *arguments: str, **settings: str) -> Ended:
        """Run a command in this process."""
        env = dict.fromkeys(SETTINGS) | {"DATABASE_URL": database_of(self.folder), **settings}
        said = CliRunner().invoke(main, arguments, env=env)
        assert said.exception is None or isinstance(said.exception, SystemExit), said.exception
        return Ended(said.exit_code, said.stdout, said.stderr)


def database_of(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'room.sqlite3'}"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    folder = tmp_path_factory.mktemp("host")
    return Kept(folder, asyncio.run(keep_matches(folder)))


@pytest.fixture(scope="module")
def processes(kept: Kept) -> dict[str, Ended]:
    """How every process of this module ended, by what it was asked."""
    return asyncio.run(everything(kept.folder, kept.numbers))


Processes = dict[str, Ended]


def test_no_process_shows_a_traceback(processes: Processes) -> None:
    for name, process in processes.items():
        assert "Traceback" not in process.err + process.out, name


def test_without_a_command_the_commands_are_listed(kept: Kept) -> None:
    said = kept.run()
    assert said.code == 2
    for command in ("run", "demo", "backup", "verify", "selfplay"):
        assert re.search(rf"^  {command} ", said.out + said.err, re.MULTILINE)


def test_an_unknown_command_is_named(kept: Kept) -> None:
    said = kept.run("dance")
    assert said.code == 2
    assert "dance" in said.err.splitlines()[-1]


def test_a_missing_token_is_one_line(processes: Processes) -> None:
    assert processes["no token"].refused("DISCORD_TOKEN is missing", ".env.example")


def test_a_bad_setting_is_one_line_with_its_name(kept: Kept) -> None:
    assert kept.run("run", DISCORD_TOKEN=TOKEN, LOG_LEVEL="loud").refused("LOG_LEVEL", "'DEBUG'")


def test_a_far_address_is_one_line(kept: Kept) -> None:
    said = kept.run("run", DISCORD_TOKEN=TOKEN, DISCORD_API_URL="https://example.org")
    assert said.refused("DISCORD_API_URL", "https://discord.com")


def test_an_address_at_which_nothing_listens_is_one_line(processes: Processes) -> None:
    assert processes["nobody there"].refused("http://127.0.0.1:", "can't be reached")


def test_a_refused_token_is_one_line(processes: Processes) -> None:
    assert processes["token"].refused("Discord refused DISCORD_TOKEN")


def test_a_database_that_cannot_be_written_is_one_line(processes: Processes) -> None:
    assert processes["unwritable"].refused("x.sqlite3", "can't be opened")


def test_a_database_of_another_kind_is_one_line_without_its_password(processes: Processes) -> None:
    assert processes["foreign"].refused("SQLite")
    assert "secret" not in processes["foreign"].err


def test_a_second_process_on_the_same_database_is_one_line(processes: Processes) -> None:
    assert processes["second"].refused("Another Cheza is running on", "held.sqlite3")


@pytest.mark.parametrize("how", ["stopped", "interrupted", "hindered"])
def test_a_signal_ends_the_bot_within_ten_seconds_and_well(processes: Processes, how: str) -> None:
    assert processes[how].code == 0, processes[how]
    assert not re.search(r"ERROR|CRITICAL", processes[how].err), processes[how]


def test_a_busy_port_is_one_line(processes: Processes) -> None:
    assert processes["busy"].refused("Port ", "taken by another program")


def test_a_log_that_cannot_be_written_is_one_line(kept: Kept) -> None:
    said = kept.run("demo", "--port", "0", "--keep", str(kept.folder / "no" / "folder" / "log"))
    assert said.refused("The demo can't start", "No such file or directory")


# verify ----------------------------------------------------------------------------------------------------


def test_a_good_match_fits(processes: Processes) -> None:
    said = processes["verify good"]
    assert (said.code, said.err) == (0, "")
    assert re.search(r"^match 1: seal [0-9a-f]{64}, secret [0-9a-f]{32}\nIt fits: ", said.out)


@pytest.mark.parametrize("what", ["secret", "nonsense", "moved", "events", "state", "options"])
def test_a_match_that_was_tampered_with_does_not_fit(kept: Kept, what: str) -> None:
    said = kept.run("verify", str(kept.numbers[what]))
    assert (said.code, said.err) == (1, "")
    assert "It does NOT fit" in said.out.splitlines()[-1]


def test_a_process_that_finds_a_match_tampered_with_ends_with_one(processes: Processes) -> None:
    said = processes["verify secret"]
    assert (said.code, said.err) == (1, "")
    assert "It does NOT fit" in said.out.splitlines()[-1]


def test_a_process_keeps_the_secret_of_an_unfinished_match(processes: Processes) -> None:
    assert processes["verify unfinished"].refused("isn't over")


@pytest.mark.parametrize("what", ["unfinished", "lobby"])
def test_the_secret_of_an_unfinished_match_stays_sealed(kept: Kept, what: str) -> None:
    said = kept.run("verify", str(kept.numbers[what]))
    assert said.refused("isn't over")
    assert not re.search(r"[0-9a-f]{32}", said.err)


def test_an_unknown_match_is_one_line(kept: Kept, processes: Processes) -> None:
    assert processes["verify nothing"].refused("There is no match 77")
    nowhere = f"sqlite+aiosqlite:///{kept.folder / 'nowhere.sqlite3'}"
    assert kept.run("verify", "1", DATABASE_URL=nowhere).refused("There is no database")
    assert not (kept.folder / "nowhere.sqlite3").exists()


def test_a_backup_is_a_database_like_the_first(kept: Kept, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    assert kept.run("backup", str(copy)).code == 0
    number = str(kept.numbers["good"])
    copied = kept.run("verify", number, DATABASE_URL=f"sqlite+aiosqlite:///{copy}")
    assert copied == kept.run("verify", number)
    assert copied.code == 0


def test_a_backup_writes_over_nothing_and_says_what_is_in_its_way(kept: Kept, tmp_path: Path) -> None:
    there = tmp_path / "there.sqlite3"
    there.write_text("mine")
    assert kept.run("backup", str(there)).refused("exists already")
    assert there.read_text() == "mine"
    assert kept.run("backup", str(tmp_path / "no" / "folder.sqlite3")).refused(f"no folder {tmp_path / 'no'}")
    nowhere = f"sqlite+aiosqlite:///{tmp_path / 'nowhere.sqlite3'}"
    assert kept.run("backup", str(tmp_path / "new.sqlite3"), DATABASE_URL=nowhere).refused("There is no database")
    assert [each.name for each in tmp_path.iterdir()] == ["there.sqlite3"]


def test_a_backup_into_the_bots_own_file_is_refused_and_leaves_it_as_it_is(kept: Kept) -> None:
    own = kept.folder / "room.sqlite3"
    before = own.read_bytes()
    assert kept.run("backup", str(own)).refused("exists already")
    assert own.read_bytes() == before


def test_a_backup_into_a_folder_without_room_is_refused_and_leaves_nothing_there(kept: Kept, tmp_path: Path) -> None:
    new = tmp_path / "new.sqlite3"
    with no_write_comes_through(beyond=2**16):
        assert kept.run("backup", str(new)).refused(str(new), "check its disk")
    assert list(tmp_path.iterdir()) == []
    assert kept.run("backup", str(new)).code == 0


def test_a_number_beyond_all_matches_is_refused(kept: Kept) -> None:
    said = kept.run("verify", "9" * 30)
    assert said.code == 2
    assert "not in the range" in said.err
