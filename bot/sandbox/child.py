"""The bot as a process of its own, to be started, killed and started again."""

import asyncio
import os
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

BOT = (sys.executable, "-m", "bot", "run")
PATIENCE = 10.0


class Child:
    """Signals go to the process that was started here, by its id, and to no other."""

    def __init__(
        self,
        url: str,
        token: str,
        *,
        database_url: str | None = None,
        command: Sequence[str] = BOT,
        env: Mapping[str, str] | None = None,
        log: Path | None = None,
        cwd: Path | None = None,
    ) -> None:
        """`log` takes what the bot writes, appended over restarts; without it, it is passed through."""
        self._command = command
        self._env = {**os.environ, "DISCORD_API_URL": url, "DISCORD_TOKEN": token, **(env or {})}
        if database_url is not None:
            self._env["DATABASE_URL"] = database_url
        self._log = log
        self._cwd = cwd
        self._process: Process | None = None
        self._watch: asyncio.Task[None] | None = None
        self.ended: Callable[[], None] = lambda: None
        """Called whenever the process has ended, by itself too."""

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    @property
    def returncode(self) -> int | None:
        return None if self._process is None else self._process.returncode

    async def start(self) -> None:
        """Starts the process; RuntimeError when it runs already."""
        if self.running:
            raise RuntimeError("the bot is running already")
        with ExitStack() as stack:
            output = None if self._log is None else stack.enter_context(self._log.open("ab"))
            self._process = await asyncio.create_subprocess_exec(
                *self._command, env=self._env, cwd=self._cwd, stdout=output, stderr=output
            )
        self._watch = asyncio.create_task(self._see_it_end(self._process))

    async def kill(self) -> None:
        """SIGKILL: the process has no moment to tidy up."""
        await self._send(lambda process: process.kill())

    async def terminate(self, within: float = PATIENCE) -> int | None:
        """SIGTERM, and its exit status; TimeoutError when it doesn't end."""
        async with asyncio.timeout(within):
            await self._send(lambda process: process.terminate())
        return self.returncode

    async def restart(self) -> None:
        """Kills it and starts it again."""
        if self.running:
            await self.kill()
        await self.start()

    async def wait(self) -> int | None:
        """Waits for the process to end by itself."""
        if self._process is not None:
            await self._process.wait()
        return self.returncode

    async def end(self) -> None:
        """Ends it in any case: kindly, then by force."""
        try:
            await self.terminate()
        except TimeoutError:
            await self.kill()

    def output(self) -> str:
        """What it has written so far, when there is a log."""
        if self._log is None or not self._log.exists():
            return ""
        return self._log.read_text(encoding="utf-8", errors="replace")

    async def _see_it_end(self, process: Process) -> None:
        await process.wait()
        self.ended()

    async def _send(self, signal: Callable[[Process], None]) -> None:
        if self._process is None or self._process.returncode is not None:
            return
        signal(self._process)
        await self._process.wait()
