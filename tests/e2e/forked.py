"""The bot as a process of its own, forked off one that has imported everything: a start takes a fifth of the time."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.sandbox import Sandbox
from tests.deals import deal_alike, deal_by_secret

STOPPING = 10.0
_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload([__name__, "tests.e2e.warmed"])


class Forked:
    """Signals go to the process that was started here, and to no other."""

    def __init__(self, sandbox: Sandbox, file: Path, log: Path) -> None:
        self._sandbox = sandbox
        self._log = log
        self._env = {
            "DISCORD_API_URL": sandbox.url,
            "DISCORD_TOKEN": sandbox.token,
            "DATABASE_URL": f"sqlite+aiosqlite:///{file}",
            "LOG_LEVEL": "DEBUG",
        }
        self._starts = 0
        self._process: multiprocessing.process.BaseProcess | None = None

    async def start(self) -> None:
        """Start it, and wait until it takes interactions."""
        before = self._sandbox.gateway.identifies
        self._starts += 1
        self._process = _processes.Process(
            target=_run, args=(f"{_name()} {self._starts}", self._env, self._log), daemon=True
        )
        await asyncio.to_thread(self._process.start)
        await self._sandbox.until(lambda: self._sandbox.gateway.identifies > before, within=30)

    async def kill(self) -> None:
        """SIGKILL: the process has no moment to tidy up."""
        if self._process is not None:
            self._process.kill()
            await asyncio.to_thread(self._process.join)

    async def restart(self) -> None:
        await self.kill()
        await self.start()

    async def terminate(self) -> int | None:
        """SIGTERM, and its exit status; it is killed if it doesn't end."""
        if self._process is None:
            return None
        self._process.terminate()
        await asyncio.to_thread(self._process.join, STOPPING)
        code = self._process.exitcode
        await self.kill()
        return code

    def output(self) -> str:
        """What it has written so far."""
        return self._log.read_text(encoding="utf-8", errors="replace")


def _name() -> str:
    """The test that runs."""
    return os.environ["PYTEST_CURRENT_TEST"].rpartition(" (")[0]


def _run(name: str, env: Mapping[str, str], log: Path) -> None:
    patch = pytest.MonkeyPatch()
    deal_alike(patch, name)
    deal_by_secret(patch)
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.environ.update(env)
    main(["run", "--no-env-file"])
