"""One person's window: the page in a real Chromium, used by what it shows and says."""

from __future__ import annotations

import re
from typing import Any, Self

from playwright.async_api import Browser, ConsoleMessage, Locator, Page, WebSocket, expect

from bot.sandbox import Person, Sandbox, Seen

expect.set_options(timeout=10_000)

CHOICE = re.compile(r"^(\d+|Row \d · .*)$")
"""A card, or a row to take; not the picture, whose alt text begins with a row too."""
PRIVATE = re.compile("only you can see this")


class Window:
    def __init__(self, page: Page, sandbox: Sandbox, person: Person) -> None:
        self.page = page
        self.sandbox = sandbox
        self.person = person
        self.faults: list[str] = []
        """What the browser complained of: errors of scripts, broken policies, files that were not there."""
        self.frames: list[str] = []
        """Everything that the server told this window."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("websocket", self._socket)

    @classmethod
    async def opened(
        cls, browser: Browser, sandbox: Sandbox, name: str, size: dict[str, int], scheme: str = "dark"
    ) -> Self:
        options: dict[str, Any] = {"viewport": size, "color_scheme": scheme}
        context = await browser.new_context(locale="en-GB", timezone_id="Asia/Tokyo", **options)
        context.set_default_timeout(10_000)
        window = cls(await context.new_page(), sandbox, sandbox.person(name))
        await window.page.goto(f"{sandbox.url}/#{name}")
        await expect(
            window.page.get_by_role("button", name=f"You are {name.capitalize()}. Switch person")
        ).to_be_visible()
        return window

    # ---- what there is

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """The newest button of a name."""
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str)).last

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log", name="Messages")

    @property
    def messages(self) -> Locator:
        return self.log.get_by_role("article")

    @property
    def private(self) -> Locator:
        """Messages that this person alone sees."""
        return self.log.get_by_role("article", name=PRIVATE)

    @property
    def channels(self) -> Locator:
        return self.page.get_by_role("navigation", name="Channels")

    @property
    def field(self) -> Locator:
        return self.page.get_by_role("combobox", name=re.compile("^Message "))

    def channel(self, name: str) -> Locator:
        return self.channels.get_by_role("button", name=re.compile(rf"^(channel|thread|direct message with) {name}"))

    def shown(self, message: Seen) -> Locator:
        """A message of the sandbox, as it stands on this page."""
        return self.page.locator(f"#m{message.id}")

    # ---- what a person does

    async def go(self, name: str) -> None:
        """Opens a channel; once more where the list changed under the press."""
        heading = self.page.get_by_role("heading", level=1)
        for _ in range(3):
            await self.channel(name).click()
            try:
                await expect(heading).to_contain_text(name, timeout=4_000)
                return
            except AssertionError:
                continue
        await expect(heading).to_contain_text(name)

    async def command(self, name: str) -> None:
        """Types a command's name and takes it from the list."""
        await self.field.fill(f"/{name}")
        await expect(self.page.get_by_role("option", name=re.compile(rf"^\W{name}\b")).first).to_be_visible()
        await self.page.keyboard.press("Enter")

    async def look_at(self, message: Seen) -> None:
        """Has a message in view; whom a press had led further up goes down by New messages."""
        await expect(self.shown(message)).to_be_visible()
        chip = self.page.get_by_role("button", name="New messages")
        if await chip.is_visible():  # Playwright scrolls by itself when a press is held up
            await chip.click()
        await expect(self.shown(message)).to_be_in_viewport()

    async def take_hand(self) -> Locator:
        """Presses My hand on the newest post, and returns the fresh panel, whose choices are in view."""
        await expect(self.button("My hand")).to_be_visible()
        before = await self.private.count()
        await self.button("My hand").click()
        await expect(self.private).to_have_count(before + 1)
        panel = self.private.last
        await expect(panel.get_by_role("button", name=CHOICE).last).to_be_in_viewport()
        return panel

    async def choose(self, panel: Locator) -> None:
        """Presses the first choice of a panel, and waits for what comes of it."""
        said = panel.locator(".body")
        before = await said.text_content() or ""  # not the inner text: a press under way hides its label
        await panel.get_by_role("button", name=CHOICE).first.click()
        await expect(said).not_to_have_text(before)

    # ---- inside

    def _console(self, message: ConsoleMessage) -> None:
        refused = message.location["url"].endswith("/sim/act")  # the browser notes every 400; the page tells it
        if message.type in ("error", "warning") and not refused:
            self.faults.append(message.text)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(str(data)))
